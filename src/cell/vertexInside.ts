/**
 * A vertex of a mesh that lies inside a box, looked for where the tree of the mesh leads deepest into the box. Where a box
 * reaches deep into a fine mesh its surface is far from most triangles and cuts many: one vertex inside shows the same at a
 * fraction of the cost. Finding none says nothing. Allocates nothing.
 */
import { type Tree, VOLUME_SIZE } from '../bvh/index.ts';
import { transformPointInto } from '../math/index.ts';

const point = new Float64Array(3);

/**
 * The offset in `tree.vertices` of a vertex that lies inside the box |x_k| <= half[k] by more than `slack`, or -1. The
 * pose places the mesh in the box's frame.
 */
export function vertexInside(
  tree: Tree,
  half: ArrayLike<number>,
  pose: Float64Array,
  slack: number,
): number {
  const { counts, links, volumes, vertices } = tree;
  const size = VOLUME_SIZE[tree.kind];
  let slot = 0;
  while (counts[slot] < 0) {
    const first = links[slot];
    let best = first;
    let least = Number.POSITIVE_INFINITY;
    for (let child = first; child < first - counts[slot]; child++) {
      transformPointInto(pose, 0, volumes, size * child, point, 0);
      // How far outside the centre is; deep inside it is below 0.
      const off = Math.max(
        Math.abs(point[0]) - half[0],
        Math.abs(point[1]) - half[1],
        Math.abs(point[2]) - half[2],
      );
      if (off < least) {
        least = off;
        best = child;
      }
    }
    slot = best;
  }
  const from = 9 * links[slot];
  for (let v = from; v < from + 9 * counts[slot]; v += 3) {
    transformPointInto(pose, 0, vertices, v, point, 0);
    const inside =
      Math.abs(point[0]) < half[0] - slack &&
      Math.abs(point[1]) < half[1] - slack &&
      Math.abs(point[2]) < half[2] - slack;
    if (inside) return v;
  }
  return -1;
}
