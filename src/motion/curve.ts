/**
 * A polynomial of degree five or less on [0, 1] and its first three derivatives, with proven extrema.
 *
 * c(t) = c0 + c1 t + ... + c5 t^5, in real numbers, for the doubles c0 ... c5. Derivatives of order k
 * are bounded by C_k, the sum over j >= k of j (j - 1) ... (j - k + 1) |c_j|; they are evaluated by Horner's
 * rule within 16 u C_k. Between neighbouring stationary points a polynomial is monotone, so that its
 * extrema on an interval are its values at the ends and at the stationary points inside. Stationary
 * points are roots of the next derivative, found between that one's own stationary points, down from the
 * fifth derivative, which is constant. They are rounded, and roots that rounding hides are missed: what
 * that costs, and what `slack` is, is in docs/proofs/motion.md, "Polynomials".
 */
import { U } from '../math/rounding.ts';
import { JointCurve } from './jointCurve.ts';

/** Coefficients of a curve. */
export const COEFFICIENTS = 6;

/** More than what underflow takes. */
const TINY = 1e-300;

/** Halvings of the interval in which a root lies. */
const HALVINGS = 30;

export class Curve extends JointCurve {
  /** It stands still: c1 ... c5 are 0. */
  readonly still: boolean;
  readonly error: number;
  /** Coefficients of the derivatives 0 ... 4, one after the other, COEFFICIENTS each. */
  private readonly numbers = new Float64Array(5 * COEFFICIENTS);

  /** The coefficients are at c[o ...]. */
  constructor(c: Float64Array, o: number) {
    super();
    const { numbers, slack } = this;
    let still = true;
    const sums = new Float64Array(COEFFICIENTS);
    for (let j = 0; j < COEFFICIENTS; j++) {
      let x = c[o + j];
      if (j > 0 && x !== 0) still = false;
      for (let k = 0; k <= j; k++) {
        if (k < 5) numbers[COEFFICIENTS * k + j - k] = x;
        sums[k] += Math.abs(x);
        x *= j - k;
      }
    }
    this.still = still;
    this.error = still ? 0 : 16 * U * (sums[0] + sums[1] + sums[2]) + TINY;
    if (still) return;
    let below = 0;
    for (let k = COEFFICIENTS - 1; k >= 0; k--) {
      below += sums[k];
      if (k < 4) slack[k] = 32 * U * below + TINY;
    }
    let points: number[] = [];
    for (let k = 4; k >= 1; k--) {
      points = this.roots(k, points);
      this.stationary[k - 1].push(...points);
    }
    this.settle();
  }

  /** The derivative of order k at t: 0 is the value itself. */
  at(k: number, t: number): number {
    const { numbers: c } = this;
    const o = COEFFICIENTS * k;
    let x = c[o + 5 - k];
    for (let j = 4 - k; j >= 0; j--) x = x * t + c[o + j];
    return x;
  }

  /** Where the derivative of order k changes its sign, given its stationary points. */
  private roots(k: number, points: readonly number[]): number[] {
    const found: number[] = [];
    let a = 0;
    let below = this.at(k, 0) < 0;
    for (const b of [...points, 1]) {
      const ends = this.at(k, b) < 0;
      if (ends !== below) found.push(this.root(k, a, b, below));
      a = b;
      below = ends;
    }
    return found;
  }

  private root(k: number, a: number, b: number, below: boolean): number {
    let low = a;
    let high = b;
    for (let i = 0; i < HALVINGS; i++) {
      const middle = 0.5 * (low + high);
      if (this.at(k, middle) < 0 === below) low = middle;
      else high = middle;
    }
    return low;
  }
}
