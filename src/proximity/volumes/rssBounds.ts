/**
 * Lower bounds of the distance between rectangle swept spheres: the distance of the two
 * rectangles less both radii [A III-B]. The rectangles are convex, so for every direction n the
 * gap between their projections on n is a lower bound, whatever n is; the best n is the line
 * through the closest points. Those are found by projecting back and forth between the two
 * rectangles, each step giving another n to try, until the gap is as long as the line itself.
 * The result is a proven bound however early that ends.
 */
import { PAIR } from './orientedPair.ts';

const { offset: OFFSET, turn: TURN, fixed: FIXED, child: CHILD } = PAIR;

/** Back and forth this often at the most. Nearly parallel rectangles converge slowly. */
const MAX_ROUNDS = 12;

/** out[slot] = the squared bound of two volumes in one frame (orientedPair.ts). */
export function rssBoundInto(pair: Float64Array, out: Float64Array, slot: number): void {
  const tx = pair[OFFSET];
  const ty = pair[OFFSET + 1];
  const tz = pair[OFFSET + 2];
  // The fixed rectangle's two sides and its normal, along the child's axes.
  const ux = pair[TURN];
  const uy = pair[TURN + 3];
  const uz = pair[TURN + 6];
  const vx = pair[TURN + 1];
  const vy = pair[TURN + 4];
  const vz = pair[TURN + 7];
  const wx = pair[TURN + 2];
  const wy = pair[TURN + 5];
  const wz = pair[TURN + 8];
  const hx = pair[CHILD];
  const hy = pair[CHILD + 1];
  const hu = pair[FIXED];
  const hv = pair[FIXED + 1];
  const radii = pair[CHILD + 2] + pair[FIXED + 2];

  // The two normals first: unit vectors, and exact where a face is nearest.
  let best = Math.abs(tz) - Math.abs(uz) * hu - Math.abs(vz) * hv;
  const across = Math.abs(tx * wx + ty * wy + tz * wz) - Math.abs(wx) * hx - Math.abs(wy) * hy;
  if (across > best) best = across;

  // p on the child's rectangle, q on the fixed one, s and t its coordinates there.
  let qx = tx;
  let qy = ty;
  let qz = tz;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const px = Math.min(hx, Math.max(-hx, qx));
    const py = Math.min(hy, Math.max(-hy, qy));
    const ax = px - tx;
    const ay = py - ty;
    const s = Math.min(hu, Math.max(-hu, ax * ux + ay * uy - tz * uz));
    const t = Math.min(hv, Math.max(-hv, ax * vx + ay * vy - tz * vz));
    qx = tx + s * ux + t * vx;
    qy = ty + s * uy + t * vy;
    qz = tz + s * uz + t * vz;
    const nx = qx - px;
    const ny = qy - py;
    const nn = nx * nx + ny * ny + qz * qz;
    if (nn === 0) break;
    const gap =
      nx * tx +
      ny * ty +
      qz * tz -
      hx * Math.abs(nx) -
      hy * Math.abs(ny) -
      hu * Math.abs(nx * ux + ny * uy + qz * uz) -
      hv * Math.abs(nx * vx + ny * vy + qz * vz);
    if (gap > 0) {
      const length = Math.sqrt(nn);
      const lower = gap / length;
      if (lower > best) best = lower;
      if (best > 0.999 * length) break;
    }
  }
  best -= radii;
  // No bound: how deeply they overlap, for the order of search.
  out[slot] = best > 0 ? best * best : best;
}
