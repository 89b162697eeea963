/**
 * Lower bounds of the distance between oriented boxes: gaps along the axes of either box (root
 * of squares, the axes being orthogonal), along the line of centres, and, where none of these
 * separates them, along the nine cross products of axes: the separating-axis test of Gottschalk,
 * Lin and Manocha (1996), so that boxes that are apart are always found so.
 */
import { EDGE_SLACK } from './orientedPair.ts';

/** out[slot] = the squared bound of two boxes in one frame (orientedPair.ts), extents at c and o. */
export function obbBoundInto(
  child: Float64Array,
  c: number,
  fixed: Float64Array,
  o: number,
  pair: Float64Array,
  out: Float64Array,
  slot: number,
): void {
  const tx = pair[12];
  const ty = pair[13];
  const tz = pair[14];
  const m0 = pair[15];
  const m1 = pair[16];
  const m2 = pair[17];
  const m3 = pair[18];
  const m4 = pair[19];
  const m5 = pair[20];
  const m6 = pair[21];
  const m7 = pair[22];
  const m8 = pair[23];
  const hx = child[c];
  const hy = child[c + 1];
  const hz = child[c + 2];
  const hu = fixed[o];
  const hv = fixed[o + 1];
  const hw = fixed[o + 2];
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
  edgeAxesInto(child, c, fixed, o, pair, out, slot);
  // No bound: how deeply they overlap, for the order of search.
  if (out[slot] === 0) out[slot] = Math.min(0, along);
}

/** Largest squared gap along the nine cross products, 0 if none separates. */
function edgeAxesInto(
  child: Float64Array,
  c: number,
  fixed: Float64Array,
  o: number,
  pair: Float64Array,
  out: Float64Array,
  slot: number,
): void {
  let best = 0;
  // The cross product may be short, so the rounding of a gap is taken off before dividing by it.
  const rounding =
    pair[EDGE_SLACK] *
    (Math.abs(pair[12]) +
      Math.abs(pair[13]) +
      Math.abs(pair[14]) +
      child[c] +
      child[c + 1] +
      child[c + 2] +
      fixed[o] +
      fixed[o + 1] +
      fixed[o + 2]);
  for (let i = 0; i < 3; i++) {
    const i1 = (i + 1) % 3;
    const i2 = (i + 2) % 3;
    for (let j = 0; j < 3; j++) {
      // The axis, in the child's frame: 0 along axis i, -l2 along i1, l1 along i2.
      const l1 = pair[15 + 3 * i1 + j];
      const l2 = pair[15 + 3 * i2 + j];
      const length2 = l1 * l1 + l2 * l2;
      if (length2 < 1e-6) continue; // nearly parallel edges have no direction of their own
      const j1 = (j + 1) % 3;
      const j2 = (j + 2) % 3;
      const gap =
        Math.abs(pair[12 + i2] * l1 - pair[12 + i1] * l2) -
        child[c + i1] * Math.abs(l2) -
        child[c + i2] * Math.abs(l1) -
        fixed[o + j1] * Math.abs(pair[15 + 3 * i + j2]) -
        fixed[o + j2] * Math.abs(pair[15 + 3 * i + j1]) -
        rounding;
      if (gap > 0 && gap * gap > best * length2) best = (gap * gap) / length2;
    }
  }
  out[slot] = best;
}
