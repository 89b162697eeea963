/**
 * Does a box, grown by its slack, meet any triangle of a tree? No is proven: a plane was found
 * between the box and every triangle. Yes may be said without need, where a box that is not small
 * is parted from a triangle only by a plane along two edges.
 */
import { BOX, type Tree } from '../../bvh/index.ts';
import { nearest, pointTriangle2 } from './pointTriangle.ts';
import { AXES, CENTRE, HALF, SLACK } from './solid.ts';

const { half: BOX_HALF, size: STRIDE } = BOX;

/** `w` as in solid.ts; the tree is one of boxes, `slots` has room for its open slots. */
export function meetsTree(tree: Tree, w: Float64Array, slots: Int32Array): boolean {
  const { volumes, counts, links, vertices } = tree;
  const slack = w[SLACK];
  // Extents of the box along the axes of the frame.
  const ex = extent(w, 0) + slack;
  const ey = extent(w, 1) + slack;
  const ez = extent(w, 2) + slack;
  slots[0] = 0;
  let open = 1;
  while (open > 0) {
    const slot = slots[--open];
    const first = links[slot];
    if (counts[slot] > 0) {
      for (let t = first; t < first + counts[slot]; t++) {
        if (!separated(vertices, 9 * t, w)) return true;
      }
      continue;
    }
    for (let child = first; child < first - counts[slot]; child++) {
      const i = STRIDE * child;
      const h = i + BOX_HALF;
      const x = volumes[i] - w[CENTRE];
      const y = volumes[i + 1] - w[CENTRE + 1];
      const z = volumes[i + 2] - w[CENTRE + 2];
      const a = volumes[h];
      const b = volumes[h + 1];
      const c = volumes[h + 2];
      if (Math.abs(x) > a + ex || Math.abs(y) > b + ey || Math.abs(z) > c + ez) continue;
      let apart = false;
      for (let k = 0; k < 3 && !apart; k++) {
        const n = AXES + 3 * k;
        const reach =
          a * Math.abs(w[n]) + b * Math.abs(w[n + 1]) + c * Math.abs(w[n + 2]) + w[HALF + k];
        apart = Math.abs(x * w[n] + y * w[n + 1] + z * w[n + 2]) > reach + slack;
      }
      if (!apart) slots[open++] = child;
    }
  }
  return false;
}

/** Half the extent of the box along axis k of the frame. */
function extent(w: Float64Array, k: number): number {
  return (
    w[HALF] * Math.abs(w[AXES + k]) +
    w[HALF + 1] * Math.abs(w[AXES + 3 + k]) +
    w[HALF + 2] * Math.abs(w[AXES + 6 + k])
  );
}

/** Whether one of a few planes separates the two. */
function separated(v: Float64Array, i: number, w: Float64Array): boolean {
  const ax = v[i] - w[CENTRE];
  const ay = v[i + 1] - w[CENTRE + 1];
  const az = v[i + 2] - w[CENTRE + 2];
  const bx = v[i + 3] - w[CENTRE];
  const by = v[i + 4] - w[CENTRE + 1];
  const bz = v[i + 5] - w[CENTRE + 2];
  const cx = v[i + 6] - w[CENTRE];
  const cy = v[i + 7] - w[CENTRE + 1];
  const cz = v[i + 8] - w[CENTRE + 2];
  for (let k = 0; k < 3; k++) {
    const x = w[AXES + 3 * k];
    const y = w[AXES + 3 * k + 1];
    const z = w[AXES + 3 * k + 2];
    const a = x * ax + y * ay + z * az;
    const b = x * bx + y * by + z * bz;
    const c = x * cx + y * cy + z * cz;
    const reach = w[HALF + k] + w[SLACK];
    if (Math.min(a, b, c) > reach || Math.max(a, b, c) < -reach) return true;
  }
  // Across the triangle's plane; then from its point nearest to the centre, which parts the
  // triangle from a box that is small enough, wherever it is.
  const ux = bx - ax;
  const uy = by - ay;
  const uz = bz - az;
  const vx = cx - ax;
  const vy = cy - ay;
  const vz = cz - az;
  plane[0] = uy * vz - uz * vy;
  plane[1] = uz * vx - ux * vz;
  plane[2] = ux * vy - uy * vx;
  for (let k = 0; k < 9; k++) corners[k] = v[i + k] - w[CENTRE + (k % 3)];
  if (parted(w)) return true;
  pointTriangle2(w[CENTRE], w[CENTRE + 1], w[CENTRE + 2], v, i);
  for (let k = 0; k < 3; k++) plane[k] = nearest[k] - w[CENTRE + k];
  return parted(w);
}

/** Scratch: the direction to project on; the corners of a triangle, relative to the box's centre. */
const plane = new Float64Array(3);
const corners = new Float64Array(9);

/**
 * Whether a plane across `plane` separates the box and the triangle with these `corners`. Whatever
 * rounding made of the direction, all three are projected on it.
 */
function parted(w: Float64Array): boolean {
  const x = plane[0];
  const y = plane[1];
  const z = plane[2];
  let reach = w[SLACK] * Math.sqrt(x * x + y * y + z * z);
  for (let k = 0; k < 3; k++) {
    const o = AXES + 3 * k;
    reach += w[HALF + k] * Math.abs(x * w[o] + y * w[o + 1] + z * w[o + 2]);
  }
  const a = x * corners[0] + y * corners[1] + z * corners[2];
  const b = x * corners[3] + y * corners[4] + z * corners[5];
  const c = x * corners[6] + y * corners[7] + z * corners[8];
  return Math.min(a, b, c) > reach || Math.max(a, b, c) < -reach;
}
