/** Polynomials with coefficients that are doubles, in exact arithmetic: integers times powers of two. */
import { decompose, type Rational, toNumber } from '../oracles/rational.ts';

/** An exact number: num 2^exp. */
export class Dyadic {
  readonly num: bigint;
  readonly exp: number;

  constructor(num: bigint, exp: number) {
    this.num = num;
    this.exp = exp;
  }

  static of(x: number): Dyadic {
    const { mantissa, exp } = decompose(x);
    if (mantissa === 0n) return new Dyadic(0n, 0);
    return new Dyadic(mantissa, exp);
  }

  plus(other: Dyadic): Dyadic {
    if (this.num === 0n) return other;
    if (other.num === 0n) return this;
    const exp = Math.min(this.exp, other.exp);
    const num = (this.num << BigInt(this.exp - exp)) + (other.num << BigInt(other.exp - exp));
    return new Dyadic(num, exp);
  }

  times(other: Dyadic): Dyadic {
    return new Dyadic(this.num * other.num, this.exp + other.exp);
  }

  minus(other: Dyadic): Dyadic {
    return this.plus(new Dyadic(-other.num, other.exp));
  }

  abs(): Dyadic {
    return this.num < 0n ? new Dyadic(-this.num, this.exp) : this;
  }

  /** The sign of this - other. */
  against(other: Dyadic): number {
    const { num } = this.minus(other);
    return num < 0n ? -1 : num > 0n ? 1 : 0;
  }

  number(): number {
    const r: Rational = { num: this.num, den: 1n, exp: this.exp };
    return toNumber(r);
  }
}

/** The derivative of order k at t, exactly. */
export function derivativeAt(c: ArrayLike<number>, k: number, t: Dyadic): Dyadic {
  let sum = new Dyadic(0n, 0);
  for (let j = c.length - 1; j >= k; j--) {
    let factor = 1n;
    for (let i = 0; i < k; i++) factor *= BigInt(j - i);
    sum = sum.times(t).plus(Dyadic.of(c[j]).times(new Dyadic(factor, 0)));
  }
  return sum;
}

/** The sum over j >= k of j (j - 1) ... (j - k + 1) |c_j|. */
export function sizeOf(c: ArrayLike<number>, k: number): number {
  let sum = 0;
  for (let j = k; j < c.length; j++) {
    let factor = 1;
    for (let i = 0; i < k; i++) factor *= j - i;
    sum += factor * Math.abs(c[j]);
  }
  return sum;
}
