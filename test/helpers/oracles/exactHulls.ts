/** Whether hulls have their points, by exact signs alone and looking at all of everything. */
import { type Hull, orient2d, orient3d } from '../../../src/geometry/index.ts';

/** How many of points[from, to) lie outside of a hull. */
export function countOutside(
  hull: Hull,
  points: Float64Array,
  from = 0,
  to = points.length / 3,
): number {
  let outside = 0;
  for (let v = from; v < to; v++) if (!isIn(hull, points, 3 * v)) outside++;
  return outside;
}

/** Whether the point at q[o] is in the hull or on it. */
function isIn({ positions: p, indices, dimension }: Hull, q: Float64Array, o: number): boolean {
  if (dimension === 3) {
    for (let i = 0; i < indices.length; i += 3) {
      const [a, b, c] = [3 * indices[i], 3 * indices[i + 1], 3 * indices[i + 2]];
      if (orient3d(p, a, p, b, p, c, q, o) < 0) return false;
    }
    return true;
  }
  if (dimension === 0) return [0, 1, 2].every((k) => p[k] === q[o + k]);
  if (dimension === 1) {
    for (let axis = 0; axis < 3; axis++) {
      if (orient2d(p, 0, p, 3, q, o, axis) !== 0) return false;
      if (!(q[o + axis] >= Math.min(p[axis], p[3 + axis]))) return false;
      if (!(q[o + axis] <= Math.max(p[axis], p[3 + axis]))) return false;
    }
    return true;
  }
  // A polygon: in the plane, and in one of its triangles.
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [3 * indices[i], 3 * indices[i + 1], 3 * indices[i + 2]];
    if (orient3d(p, a, p, b, p, c, q, o) !== 0) return false;
    let all = true;
    for (let axis = 0; axis < 3 && all; axis++) {
      const turn = orient2d(p, a, p, b, p, c, axis);
      for (const [s, e] of [
        [a, b],
        [b, c],
        [c, a],
      ]) {
        if (turn * orient2d(p, s, p, e, q, o, axis) < 0) all = false;
      }
    }
    if (all) return true;
  }
  return false;
}
