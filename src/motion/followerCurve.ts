/**
 * The value of a joint that follows by a law, along a segment: v(t) = g(q(t)). Its extrema, and those of its first two
 * derivatives, are looked for by halving: on an interval around m, within w of it, v is at most v(m) + |v'(m)| w +
 * most(v'') w^2 / 2, and what cannot hold more than has been found is left. docs/proofs/motion.md, "Limits".
 */
import {
  type CompiledLaw,
  LAW_BOUNDS,
  lawBoundsInto,
  lawErrorUpper,
  lawInto,
} from '../kinematics/index.ts';
import { U } from '../math/index.ts';
import type { Segment } from './segment.ts';

/** Extrema are found up to this, as a part of what they are made of. */
const TOLERANCE = 1e-9;
/** Looks at the most for one of them; what is not found by then is beyond by less than the last bound. */
const MOST_LOOKS = 4000;

/** What is computed of a follower, and by how much it may be off. */
export interface FollowerExtreme {
  readonly value: number;
  readonly t: number;
  readonly error: number;
}

export class FollowerCurve {
  private readonly segment: Segment;
  private readonly d: number;
  private readonly law: CompiledLaw;
  private readonly scratch: Float64Array;
  /** The degree of freedom and its first two derivatives, at a time; bounds of its derivatives. */
  private readonly now = new Float64Array(3);
  private readonly upper = new Float64Array(3);
  private readonly own = new Float64Array(3);
  private readonly bounds = new Float64Array(LAW_BOUNDS);
  private readonly errorOfQ: number;

  constructor(segment: Segment, d: number, law: CompiledLaw) {
    this.segment = segment;
    this.d = d;
    this.law = law;
    this.scratch = new Float64Array(segment.from.length);
    segment.errorUpperInto(this.scratch, 0);
    this.errorOfQ = this.scratch[d];
  }

  /** The derivative of order k, 0 to 2, at t. */
  at(k: number, t: number): number {
    const { segment, scratch, d, now, own } = this;
    segment.configurationInto(t, scratch, 0);
    now[0] = scratch[d];
    segment.rateInto(t, scratch, 0);
    now[1] = scratch[d];
    segment.accelerationInto(t, scratch, 0);
    now[2] = scratch[d];
    lawInto(this.law, now, 0, own, 0);
    if (k === 0) return own[0];
    if (k === 1) return own[1] * now[1];
    return own[2] * now[1] * now[1] + own[1] * now[2];
  }

  /** Bounds of the law and of the degree of freedom on [ta, tb]. */
  private take(ta: number, tb: number): void {
    const { segment, scratch, d, upper } = this;
    segment.rateUpperInto(ta, tb, scratch, 0);
    upper[0] = scratch[d];
    segment.accelerationUpperInto(ta, tb, scratch, 0);
    upper[1] = scratch[d];
    segment.jerkUpperInto(ta, tb, scratch, 0);
    upper[2] = scratch[d];
    const half = 0.5 * (tb - ta);
    segment.configurationInto(ta + half, scratch, 0);
    const way = (half + 4 * U) * upper[0] * (1 + 8 * U) + 2 * this.errorOfQ;
    const q = scratch[d];
    lawBoundsInto(this.law, q - way, q + way, this.bounds, 0);
    // A motion that grazes an end of the law: what it does is bounded by all of the law.
    if (this.bounds[0] < Infinity) return;
    for (let i = 0; i < LAW_BOUNDS; i++) this.bounds[i] = this.law.most[i];
  }

  /** Upper bound of the derivative of order k, 1 to 3, on the interval taken last. */
  private mostUpper(k: number): number {
    const [r, a, j] = this.upper;
    const [g1, g2, g3] = this.bounds;
    const most = [0, g1 * r, g2 * r * r + g1 * a, r * (g3 * r * r + 3 * g2 * a) + g1 * j];
    return most[k] * (1 + 32 * U);
  }

  /** By how much the derivative of order k, as computed, may be off anywhere. */
  errorUpper(k: number): number {
    this.take(0, 1);
    const { law, errorOfQ: e } = this;
    const [r, a] = this.upper;
    const [g1, g2, g3, e1] = this.bounds;
    const [from, to] = [this.segment.from[this.d], this.segment.to[this.d]];
    const most = Math.max(Math.abs(from), Math.abs(to)) + r;
    if (k === 0) {
      const own = law.periodic ? lawErrorUpper(law, -most, most) : law.error;
      return own + g1 * e;
    }
    // A bend of either side of a jump is one that the follower has; whole turns of a leader are rounded.
    const { knots } = law;
    const ends = Math.abs(knots[0]) + Math.abs(knots[knots.length - 1]);
    const e2 = law.most[4] + (law.periodic ? 8 * U * (most + ends) * g3 : 0);
    if (k === 1) return e1 * r + e * (g2 * r + g1) + 4 * U * g1 * r;
    return (
      e2 * r * r +
      e1 * a +
      e * (g3 * r * r + g2 * (2 * r + a + e) + g1) +
      8 * U * (g2 * r * r + g1 * a)
    );
  }

  /** Where the derivative of order k is smallest and largest on the segment, the earlier one first. */
  extremes(k: 0 | 1 | 2): FollowerExtreme[] {
    const error = this.errorUpper(k);
    return [this.search(k, -1), this.search(k, 1)]
      .sort((a, b) => a - b)
      .map((t) => ({ value: this.at(k, t), t, error }));
  }

  private search(k: 0 | 1 | 2, sign: number): number {
    let best = sign * this.at(k, 0);
    let found = 0;
    const look = (t: number) => {
      const x = sign * this.at(k, t);
      if (x > best || (x === best && t < found)) [best, found] = [x, t];
      return x;
    };
    look(1);
    // All of one length before any that is shorter: when looks run out nothing is left that is long.
    const open = [[0, 1]];
    for (let looks = 0; looks < Math.min(open.length, MOST_LOOKS); looks++) {
      const [ta, tb] = open[looks];
      const w = 0.5 * (tb - ta);
      const m = ta + w;
      const x = look(m);
      this.take(ta, tb);
      let far = this.mostUpper(Math.min(k + 1, 3)) * w;
      // A second derivative may jump, as far as its law's error says.
      if (k === 2) far += this.bounds[4] * this.upper[0] * this.upper[0];
      else {
        const slope = Math.abs(this.at(k + 1, m));
        far = Math.min(far, w * (slope + 0.5 * w * this.mostUpper(k + 2)));
      }
      const size = Math.abs(best) + this.upper[k === 0 ? 0 : k - 1];
      if (x + far > best + TOLERANCE * size && w > 1e-12) open.push([ta, m], [m, tb]);
    }
    return found;
  }
}
