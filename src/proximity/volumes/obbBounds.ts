/**
 * Lower bounds of the distance between oriented boxes: gaps along the axes of either box (root
 * of squares, the axes being orthogonal), along the line of centres, and, where none of these
 * separates them, along the nine cross products of axes: the separating-axis test of Gottschalk,
 * Lin and Manocha (1996), so that boxes that are apart are always found so.
 */
import { PAIR } from './orientedPair.ts';

const { offset: OFFSET, turn: TURN, fixed: FIXED, child: CHILD, edgeSlack: EDGE_SLACK } = PAIR;

/** out[slot] = the squared bound of two boxes in one frame (orientedPair.ts). */
export function obbBoundInto(pair: Float64Array, out: Float64Array, slot: number): void {
  const tx = pair[OFFSET];
  const ty = pair[OFFSET + 1];
  const tz = pair[OFFSET + 2];
  const m0 = pair[TURN];
  const m1 = pair[TURN + 1];
  const m2 = pair[TURN + 2];
  const m3 = pair[TURN + 3];
  const m4 = pair[TURN + 4];
  const m5 = pair[TURN + 5];
  const m6 = pair[TURN + 6];
  const m7 = pair[TURN + 7];
  const m8 = pair[TURN + 8];
  const hx = pair[CHILD];
  const hy = pair[CHILD + 1];
  const hz = pair[CHILD + 2];
  const hu = pair[FIXED];
  const hv = pair[FIXED + 1];
  const hw = pair[FIXED + 2];
  const dx = Math.abs(tx);
  const dy = Math.abs(ty);
  const dz = Math.abs(tz);
  const gx = dx - hx - (Math.abs(m0) * hu + Math.abs(m1) * hv + Math.abs(m2) * hw);
  const gy = dy - hy - (Math.abs(m3) * hu + Math.abs(m4) * hv + Math.abs(m5) * hw);
  const gz = dz - hz - (Math.abs(m6) * hu + Math.abs(m7) * hv + Math.abs(m8) * hw);
  let best = 0;
  if (gx > 0) best = gx * gx;
  if (gy > 0) best += gy * gy;
  if (gz > 0) best += gz * gz;
  const du = Math.abs(m0 * tx + m3 * ty + m6 * tz);
  const dv = Math.abs(m1 * tx + m4 * ty + m7 * tz);
  const dw = Math.abs(m2 * tx + m5 * ty + m8 * tz);
  const gu = du - hu - (Math.abs(m0) * hx + Math.abs(m3) * hy + Math.abs(m6) * hz);
  const gv = dv - hv - (Math.abs(m1) * hx + Math.abs(m4) * hy + Math.abs(m7) * hz);
  const gw = dw - hw - (Math.abs(m2) * hx + Math.abs(m5) * hy + Math.abs(m8) * hz);
  let other = 0;
  if (gu > 0) other = gu * gu;
  if (gv > 0) other += gv * gv;
  if (gw > 0) other += gw * gw;
  if (other > best) best = other;
  const tt = tx * tx + ty * ty + tz * tz;
  const along = tt - hx * dx - hy * dy - hz * dz - hu * du - hv * dv - hw * dw;
  if (along > 0) {
    const squared = (along * along) / tt;
    if (squared > best) best = squared;
  }
  out[slot] = best;
  if (best > 0) return;
  edgeAxesInto(pair, out, slot);
  // No bound: how deeply they overlap, for the order of search.
  if (out[slot] === 0) out[slot] = Math.min(0, along);
}

/** Largest squared gap along the nine cross products, 0 if none separates. */
function edgeAxesInto(pair: Float64Array, out: Float64Array, slot: number): void {
  let best = 0;
  // The cross product may be short, so the rounding of a gap is taken off before dividing by it.
  const rounding =
    pair[EDGE_SLACK] *
    (Math.abs(pair[OFFSET]) +
      Math.abs(pair[OFFSET + 1]) +
      Math.abs(pair[OFFSET + 2]) +
      pair[CHILD] +
      pair[CHILD + 1] +
      pair[CHILD + 2] +
      pair[FIXED] +
      pair[FIXED + 1] +
      pair[FIXED + 2]);
  for (let i = 0; i < 3; i++) {
    const i1 = (i + 1) % 3;
    const i2 = (i + 2) % 3;
    for (let j = 0; j < 3; j++) {
      // The axis, in the child's frame: 0 along axis i, -l2 along i1, l1 along i2.
      const l1 = pair[TURN + 3 * i1 + j];
      const l2 = pair[TURN + 3 * i2 + j];
      const length2 = l1 * l1 + l2 * l2;
      if (length2 < 1e-6) continue; // nearly parallel edges have no direction of their own
      const j1 = (j + 1) % 3;
      const j2 = (j + 2) % 3;
      const gap =
        Math.abs(pair[OFFSET + i2] * l1 - pair[OFFSET + i1] * l2) -
        pair[CHILD + i1] * Math.abs(l2) -
        pair[CHILD + i2] * Math.abs(l1) -
        pair[FIXED + j1] * Math.abs(pair[TURN + 3 * i + j2]) -
        pair[FIXED + j2] * Math.abs(pair[TURN + 3 * i + j1]) -
        rounding;
      if (gap > 0 && gap * gap > best * length2) best = (gap * gap) / length2;
    }
  }
  out[slot] = best;
}
