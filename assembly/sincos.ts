/** Sines and cosines as src/math/sincos.ts has them, two at a time. */

/** Angles beyond this are reduced elsewhere. */
export const LARGE: f64 = 1048576;
const TWO_OVER_PI: f64 = 0.6366197723675814;
const ROUND: f64 = 6755399441055744;
const P1: f64 = 1.5707963267341256;
const P2: f64 = 6.077100506303966e-11;
const P3: f64 = 2.0222662487959506e-21;

const S3: f64 = -1.0 / 6.0;
const S5: f64 = 1.0 / 120.0;
const S7: f64 = -1.0 / 5040.0;
const S9: f64 = 1.0 / 362880.0;
const S11: f64 = -1.0 / 39916800.0;
const S13: f64 = 1.0 / 6227020800.0;
const S15: f64 = -1.0 / 1307674368000.0;
const S17: f64 = 1.0 / 355687428096000.0;
const C4: f64 = 1.0 / 24.0;
const C6: f64 = -1.0 / 720.0;
const C8: f64 = 1.0 / 40320.0;
const C10: f64 = -1.0 / 3628800.0;
const C12: f64 = 1.0 / 479001600.0;
const C14: f64 = -1.0 / 87178291200.0;
const C16: f64 = 1.0 / 20922789888000.0;

// @ts-ignore: decorator
@inline
function term(a: f64, b: v128, c: f64): v128 {
  return f64x2.add(f64x2.splat(a), f64x2.mul(b, f64x2.splat(c)));
}

/** The sine and the cosine of one lane, by its quadrant. */
// @ts-ignore: decorator
@inline
function place(sin: f64, cos: f64, quadrant: i32, out: usize): void {
  const odd = <usize>(quadrant & 1);
  store<f64>(out + (odd << 3), sin * <f64>(1 - ((quadrant + 1) & 2)));
  store<f64>(out + ((1 - odd) << 3), cos * <f64>(1 - (quadrant & 2)));
}

/** Sine and cosine of the angle at `angles`, then of the one after it, to `out`; none is beyond LARGE. */
export function sincosTwo(angles: usize, out: usize): void {
  const x = v128.load(angles);
  const round = f64x2.splat(ROUND);
  const k = f64x2.sub(f64x2.add(f64x2.mul(x, f64x2.splat(TWO_OVER_PI)), round), round);
  const quadrants = i32x4.trunc_sat_f64x2_s_zero(k);
  const a = f64x2.sub(x, f64x2.mul(k, f64x2.splat(P1)));
  const b = f64x2.mul(k, f64x2.splat(P2));
  const t = f64x2.sub(a, b);
  const bb = f64x2.sub(a, t);
  const e = f64x2.add(f64x2.sub(a, f64x2.add(t, bb)), f64x2.sub(bb, b));
  const rest = f64x2.sub(e, f64x2.mul(k, f64x2.splat(P3)));
  const h = f64x2.add(t, rest);
  const l = f64x2.add(f64x2.sub(t, h), rest);

  const z = f64x2.mul(h, h);
  const y = f64x2.mul(z, z);
  const half = f64x2.mul(f64x2.splat(0.5), z);
  let p = f64x2.add(term(S11, z, S13), f64x2.mul(y, term(S15, z, S17)));
  p = f64x2.add(term(S7, z, S9), f64x2.mul(y, p));
  p = f64x2.add(term(S3, z, S5), f64x2.mul(y, p));
  let c = f64x2.add(term(C12, z, C14), f64x2.mul(y, f64x2.splat(C16)));
  c = f64x2.add(term(C8, z, C10), f64x2.mul(y, c));
  c = f64x2.add(term(C4, z, C6), f64x2.mul(y, c));
  const one = f64x2.splat(1);
  const w = f64x2.sub(one, half);
  const sin = f64x2.add(h, f64x2.add(f64x2.mul(l, w), f64x2.mul(f64x2.mul(h, z), p)));
  const low = f64x2.sub(f64x2.mul(y, c), f64x2.mul(h, l));
  const cos = f64x2.add(w, f64x2.add(f64x2.sub(f64x2.sub(one, w), half), low));
  place(f64x2.extract_lane(sin, 0), f64x2.extract_lane(cos, 0), i32x4.extract_lane(quadrants, 0), out);
  place(f64x2.extract_lane(sin, 1), f64x2.extract_lane(cos, 1), i32x4.extract_lane(quadrants, 1), out + 16);
}
