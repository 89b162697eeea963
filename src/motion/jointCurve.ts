/**
 * The motion of one degree of freedom on [0, 1], with its first three derivatives and proven extrema: what polynomials
 * (curve.ts) and arcs (swing.ts) have in common.
 *
 * Between neighbouring stationary points that were found a function is monotone, but for less than its slack; so its
 * extrema on an interval are its values at the ends and at the points inside, within the slack. How large that has to be is
 * each kind's own argument: docs/proofs/motion.md, "Polynomials" and "Arcs".
 */
import { U } from '../math/rounding.ts';

export abstract class JointCurve {
  /** It stands still. */
  abstract readonly still: boolean;
  /** What value, rate and half the second derivative are off by, together. */
  abstract readonly error: number;
  /** Per derivative 0 ... 3: what computed extrema may be off by. */
  readonly slack = new Float64Array(4);
  /** Per derivative 0 ... 3 its stationary points inside of (0, 1), in order, and its values there. */
  protected readonly stationary: readonly number[][] = [[], [], [], []];
  private readonly extremes: readonly number[][] = [[], [], [], []];

  /** The derivative of order k at t: 0 is the value itself. */
  abstract at(k: number, t: number): number;

  /** To be called once all stationary points are known. */
  protected settle(): void {
    this.stationary.forEach((points, k) => {
      for (const s of points) this.extremes[k].push(this.at(k, s));
    });
  }

  /** Upper bound of |derivative of order k| on [ta, tb], for k from 0 to 3. */
  mostUpper(k: number, ta: number, tb: number): number {
    if (this.still && k > 0) return 0;
    let most = Math.max(Math.abs(this.at(k, ta)), Math.abs(this.at(k, tb)));
    const points = this.stationary[k];
    for (let i = 0; i < points.length; i++) {
      if (points[i] > ta && points[i] < tb) most = Math.max(most, Math.abs(this.extremes[k][i]));
    }
    return most + this.slack[k];
  }

  /** Upper bound of the integral of |rate| over [ta, tb]. */
  variationUpper(ta: number, tb: number): number {
    if (this.still) return 0;
    let last = this.at(0, ta);
    let sum = 0;
    const points = this.stationary[0];
    for (let i = 0; i < points.length; i++) {
      if (points[i] <= ta || points[i] >= tb) continue;
      const next = this.extremes[0][i];
      sum += Math.abs(next - last);
      last = next;
    }
    sum += Math.abs(this.at(0, tb) - last);
    const byRate = (tb - ta) * this.mostUpper(1, ta, tb);
    return Math.min(sum + 8 * this.slack[0], byRate) * (1 + 8 * U);
  }

  /** Lower bound of the values on [ta, tb], with room for the error of computed ones. */
  lower(ta: number, tb: number): number {
    let least = Math.min(this.at(0, ta), this.at(0, tb));
    this.stationary[0].forEach((s, i) => {
      if (s > ta && s < tb) least = Math.min(least, this.extremes[0][i]);
    });
    return least - this.slack[0];
  }

  upper(ta: number, tb: number): number {
    let most = Math.max(this.at(0, ta), this.at(0, tb));
    this.stationary[0].forEach((s, i) => {
      if (s > ta && s < tb) most = Math.max(most, this.extremes[0][i]);
    });
    return most + this.slack[0];
  }

  /**
   * Where on [0, 1] the derivative of order k, 0 to 2, is largest, or smallest: its computed value there is
   * within slack[k] of the true extremum.
   */
  extremeAt(k: number, largest: boolean): number {
    let best = 0;
    let value = this.at(k, 0);
    for (const s of [...this.stationary[k], 1]) {
      const x = this.at(k, s);
      if (largest ? x <= value : x >= value) continue;
      best = s;
      value = x;
    }
    return best;
  }
}
