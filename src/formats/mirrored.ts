import type { Triangles } from '../geometry/index.ts';

/** Triangles of a mesh after it was scaled along x, y, z: where that mirrors it they are turned, so that outside stays outside. */
export function turnedIfMirrored(
  indices: Triangles['indices'],
  scale: Float64Array,
): Triangles['indices'] {
  const out = indices.slice();
  if ((scale[0] < 0 !== scale[1] < 0) === scale[2] < 0) return out;
  for (let i = 0; i < out.length; i += 3) [out[i + 1], out[i + 2]] = [out[i + 2], out[i + 1]];
  return out;
}
