/**
 * The planes of a hull's facets, for measuring how deep points lie below them: a unit normal and an offset each, relative to a
 * place in the middle of the hull, so that they are as good far from the origin as near it. Needles have none: rounding leaves
 * their planes open.
 */
import type { Hull } from '../hull.ts';

/** Numbers per plane: the outward unit normal, and how far the plane is from the middle along it. */
export const PLANE_SIZE = 4;

/** Needles thinner than this, against the square of their length, have no plane to speak of. */
const NEEDLE = 1e-9;

/** The middle of the box around a hull. */
export function middleInto({ positions }: Hull, out: Float64Array): void {
  for (let k = 0; k < 3; k++) {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let i = k; i < positions.length; i += 3) {
      low = Math.min(low, positions[i]);
      high = Math.max(high, positions[i]);
    }
    out[k] = low + (high - low) / 2;
  }
}

/** Planes of the facets relative to `origin`, and the numbers of the facets that have one. */
export function planesOf(
  { positions: p, indices }: Hull,
  origin: Float64Array,
): { planes: Float64Array; kept: Uint32Array } {
  const planes = new Float64Array((PLANE_SIZE * indices.length) / 3);
  const kept = new Uint32Array(indices.length / 3);
  let count = 0;
  for (let i = 0; i < indices.length; i += 3) {
    const a = 3 * indices[i];
    const b = 3 * indices[i + 1];
    const c = 3 * indices[i + 2];
    const [ux, uy, uz] = [p[b] - p[a], p[b + 1] - p[a + 1], p[b + 2] - p[a + 2]];
    const [vx, vy, vz] = [p[c] - p[a], p[c + 1] - p[a + 1], p[c + 2] - p[a + 2]];
    const x = uy * vz - uz * vy;
    const y = uz * vx - ux * vz;
    const z = ux * vy - uy * vx;
    const area = Math.sqrt(x * x + y * y + z * z);
    const length = Math.max(ux * ux + uy * uy + uz * uz, vx * vx + vy * vy + vz * vz);
    if (!(area > NEEDLE * length)) continue;
    const o = PLANE_SIZE * count;
    planes[o] = x / area;
    planes[o + 1] = y / area;
    planes[o + 2] = z / area;
    planes[o + 3] =
      planes[o] * (p[a] - origin[0]) +
      planes[o + 1] * (p[a + 1] - origin[1]) +
      planes[o + 2] * (p[a + 2] - origin[2]);
    kept[count++] = i / 3;
  }
  return { planes: planes.slice(0, PLANE_SIZE * count), kept: kept.slice(0, count) };
}
