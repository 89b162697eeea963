/**
 * Numbers with 256 bits after the point, in BigInt: sine, cosine and forward kinematics far more
 * exact than doubles, by methods that share nothing with the code under test.
 */
import { decompose } from './rational.ts';

export const BITS = 256n;
export const ONE = 1n << BITS;

/** A double, exactly unless it has bits below 2^-256. */
export function fixedOf(x: number): bigint {
  const { mantissa, exp } = decompose(x);
  const shift = BigInt(exp) + BITS;
  return shift >= 0n ? mantissa << shift : mantissa >> -shift;
}

/** The nearest double, but for 2^-60 of it. */
export function numberOf(x: bigint): number {
  const length = (x < 0n ? -x : x).toString(2).length;
  const drop = Math.max(0, length - 64);
  return Number(x >> BigInt(drop)) * 2 ** (drop - Number(BITS));
}

export function times(a: bigint, b: bigint): bigint {
  return (a * b) >> BITS;
}

export function over(a: bigint, b: bigint): bigint {
  return (a << BITS) / b;
}

export function root(x: bigint): bigint {
  if (x <= 0n) return 0n;
  const target = x << BITS;
  let r = 1n << BigInt((target.toString(2).length + 1) >> 1);
  for (;;) {
    const next = (r + target / r) >> 1n;
    if (next >= r) return r;
    r = next;
  }
}

/** pi by Euler's arctangent series 20 atan(1/7) + 8 atan(3/79), 1100 bits after the point. */
const PI_BITS = 1400n;
const PI = (() => {
  const arctan = (p: bigint, q: bigint): bigint => {
    // atan(p/q) = sum of 2^(2n) (n!)^2 / (2n + 1)! * y^n * (p q / (p^2 + q^2)), y = p^2/(p^2 + q^2)
    const s = p * p + q * q;
    let term = ((p * q) << PI_BITS) / s;
    let sum = 0n;
    for (let n = 1n; term !== 0n; n++) {
      sum += term;
      term = (term * 2n * n * p * p) / ((2n * n + 1n) * s);
    }
    return sum;
  };
  return 20n * arctan(1n, 7n) + 8n * arctan(3n, 79n);
})();

/** Sine and cosine of a fixed-point angle of any size, exact to about 2^-240. */
export function sincos(x: bigint): { sin: bigint; cos: bigint } {
  const wide = x << (PI_BITS - BITS);
  const reduced = (wide % (2n * PI)) >> (PI_BITS - BITS);
  // Halved ten times, Taylor, doubled ten times.
  const small = reduced >> 10n;
  const square = times(small, small);
  let sin = 0n;
  let cosLess1 = 0n;
  let term = small;
  for (let n = 2n; term !== 0n && n < 200n; n += 2n) {
    sin += term;
    const even = -times(term, small) / n;
    cosLess1 += even;
    term = -times(term, square) / (n * (n + 1n));
  }
  for (let k = 0; k < 10; k++) {
    const doubled = 2n * times(sin, ONE + cosLess1);
    cosLess1 = 2n * times(cosLess1, 2n * ONE + cosLess1);
    sin = doubled;
  }
  return { sin, cos: ONE + cosLess1 };
}
