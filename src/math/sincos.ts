/**
 * Sine and cosine from + - * alone, so that Node and every browser agree to the bit; `Math.sin`
 * and `Math.cos` may differ between engines. Each result is within SINCOS_ERROR of the true value,
 * for every finite angle: docs/proofs/sincos.md. About as fast as Math.sin and Math.cos together.
 *
 * The angle is reduced by multiples of pi/2 in three parts (Cody and Waite 1980) to an unevaluated
 * sum h + l, and the Taylor polynomials are taken there. Angles beyond 2^20 are reduced by integer
 * arithmetic, a thousand times slower.
 */
import { reduceLargeInto } from './sincosLarge.ts';

/** Largest absolute error of a sine or cosine: 1.25 u. */
export const SINCOS_ERROR = 1.3877787807814457e-16;

const LARGE = 1048576;
const TWO_OVER_PI = 0.6366197723675814;
/** Adding and subtracting 1.5 * 2^52 rounds to an integer. */
const ROUND = 6755399441055744;
/** pi/2 = P1 + P2 + P3 + 1.1e-37; P1 and P2 have 33 bits, so that k * P1 and k * P2 are exact. */
const P1 = 1.5707963267341256;
const P2 = 6.077100506303966e-11;
const P3 = 2.0222662487959506e-21;

const S3 = -1 / 6;
const S5 = 1 / 120;
const S7 = -1 / 5040;
const S9 = 1 / 362880;
const S11 = -1 / 39916800;
const S13 = 1 / 6227020800;
const S15 = -1 / 1307674368000;
const S17 = 1 / 355687428096000;
const C4 = 1 / 24;
const C6 = -1 / 720;
const C8 = 1 / 40320;
const C10 = -1 / 3628800;
const C12 = 1 / 479001600;
const C14 = -1 / 87178291200;
const C16 = 1 / 20922789888000;

const angle = new Float64Array(1);
const reduced = new Float64Array(3);

/** out[o] = sin x, out[o + 1] = cos x. NaN unless x is finite. */
export function sincosInto(x: number, out: Float64Array, o: number): void {
  angle[0] = x;
  sincosAtInto(angle, 0, out, o);
}

/** The same for the angle at angles[i]: no number crosses the call, so none is boxed. */
export function sincosAtInto(angles: Float64Array, i: number, out: Float64Array, o: number): void {
  const x = angles[i];
  let quadrant = 0;
  let h = 0;
  let l = 0;
  if (x >= -LARGE && x <= LARGE) {
    const k = x * TWO_OVER_PI + ROUND - ROUND;
    quadrant = k | 0;
    const a = x - k * P1;
    const b = k * P2;
    // a - b = t + e exactly (Knuth's two-sum).
    const t = a - b;
    const bb = a - t;
    const e = a - (t + bb) + (bb - b);
    const rest = e - k * P3;
    h = t + rest;
    l = t - h + rest;
  } else {
    reduceLargeInto(x, reduced);
    quadrant = reduced[0];
    h = reduced[1];
    l = reduced[2];
  }

  // Pairs of terms in powers of z^2: shorter chains of dependent operations than Horner's.
  const z = h * h;
  const y = z * z;
  const half = 0.5 * z;
  const p = S3 + z * S5 + y * (S7 + z * S9 + y * (S11 + z * S13 + y * (S15 + z * S17)));
  const c = C4 + z * C6 + y * (C8 + z * C10 + y * (C12 + z * C14 + y * C16));
  const w = 1 - half;
  const sin = h + (l * w + h * z * p);
  const cos = w + (1 - w - half + (y * c - h * l));

  // By quadrant sin x is sin, cos, -sin, -cos, and cos x is cos, -sin, -cos, sin. Without branches,
  // which would be mispredicted half of the time.
  const odd = quadrant & 1;
  out[o + odd] = sin * (1 - ((quadrant + 1) & 2));
  out[o + 1 - odd] = cos * (1 - (quadrant & 2));
}
