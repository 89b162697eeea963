/**
 * How far a point is from a triangle at the most: the distance to a point of the triangle, which is
 * nearly always the nearest one. That it is a point of the triangle, up to a few roundings of the
 * coordinates, holds whatever rounding does to the choice.
 */

/** The point chosen by the last call; scratch at module level, this calls nobody. */
export const nearest = new Float64Array(3);

/** Squared distance of (x, y, z) from a point of the triangle at v[i..i+8], left in `nearest`. */
export function pointTriangle2(
  x: number,
  y: number,
  z: number,
  v: Float64Array,
  i: number,
): number {
  const ax = v[i];
  const ay = v[i + 1];
  const az = v[i + 2];
  const ux = v[i + 3] - ax;
  const uy = v[i + 4] - ay;
  const uz = v[i + 5] - az;
  const wx = v[i + 6] - ax;
  const wy = v[i + 7] - ay;
  const wz = v[i + 8] - az;
  const px = x - ax;
  const py = y - ay;
  const pz = z - az;
  const uu = ux * ux + uy * uy + uz * uz;
  const uw = ux * wx + uy * wy + uz * wz;
  const ww = wx * wx + wy * wy + wz * wz;
  const up = ux * px + uy * py + uz * pz;
  const wp = wx * px + wy * py + wz * pz;
  const area2 = uu * ww - uw * uw;
  let s = 0;
  let t = 0;
  if (area2 > 0) {
    s = (ww * up - uw * wp) / area2;
    t = (uu * wp - uw * up) / area2;
  } else s = -1;
  if (!(s >= 0 && t >= 0 && s + t <= 1)) {
    // The nearest of three edges; an edge of no length is its end.
    s = uu > 0 ? clamp(up / uu) : 0;
    t = 0;
    const side = { px, py, pz, ux, uy, uz, wx, wy, wz };
    let best = off2(side, s, t);
    const t2 = ww > 0 ? clamp(wp / ww) : 0;
    const second = off2(side, 0, t2);
    if (second < best) {
      best = second;
      s = 0;
      t = t2;
    }
    const along = uu - 2 * uw + ww;
    const t3 = along > 0 ? clamp((wp - up + uu - uw) / along) : 0;
    const third = off2(side, 1 - t3, t3);
    if (third < best) {
      s = 1 - t3;
      t = t3;
    }
  }
  nearest[0] = ax + s * ux + t * wx;
  nearest[1] = ay + s * uy + t * wy;
  nearest[2] = az + s * uz + t * wz;
  const dx = x - nearest[0];
  const dy = y - nearest[1];
  const dz = z - nearest[2];
  return dx * dx + dy * dy + dz * dz;
}

function clamp(x: number): number {
  return Math.max(0, Math.min(x, 1));
}

/** A point relative to a corner of a triangle, and the two edges there. */
interface Side {
  readonly px: number;
  readonly py: number;
  readonly pz: number;
  readonly ux: number;
  readonly uy: number;
  readonly uz: number;
  readonly wx: number;
  readonly wy: number;
  readonly wz: number;
}

/** The squared distance of the point from s u + t w. */
function off2({ px, py, pz, ux, uy, uz, wx, wy, wz }: Side, s: number, t: number): number {
  const x = px - s * ux - t * wx;
  const y = py - s * uy - t * wy;
  const z = pz - s * uz - t * wz;
  return x * x + y * y + z * z;
}
