/**
 * Straight segments: every joint runs evenly from one value to the other, exactly as the numbers
 * say (path.ts decides how continuous joints wrap, before). The rotation of a floating joint turns
 * evenly about one axis, the short way (slerp), while its origin runs along a straight line.
 *
 * The true motion of a number is a + t (b - a) in real numbers. Computed: three roundings, of at most
 * |b - a|, |b - a| and the result, so less than 4 u (|a| + |b|). Rotations: turn.ts.
 *
 * What is proven of a segment may be meant to hold for its parts as well, straight motions between two of its points as they
 * are rounded: then its error has room for that. docs/proofs/motion.md, "Parts".
 */
import { requireMagnitude } from '../kinematics/magnitude.ts';
import type { KinematicTree } from '../kinematics/tree.ts';
import { InputError } from '../math/fault.ts';
import { U } from '../math/rounding.ts';
import type { Segment } from './segment.ts';
import { floatingDofs, TURN_ERROR, Turn } from './turn.ts';

export class StraightSegment implements Segment {
  readonly kind = 'straight';
  readonly uniform = true;
  readonly from: Float64Array;
  readonly to: Float64Array;
  /** Signed rates, and upper bounds of their lengths. */
  private readonly rate: Float64Array;
  private readonly rateUpper: Float64Array;
  private readonly turns: Turn[] = [];
  /** Whether its error has room for parts. */
  private readonly withParts: boolean;

  /** `withParts`: what is proven of it shall hold for its parts as well; not if joints float. */
  constructor(tree: KinematicTree, from: Float64Array, to: Float64Array, withParts = false) {
    const count = tree.dofs.length;
    if (from.length !== count || to.length !== count) {
      throw new InputError({
        code: 'path/length',
        message: `a configuration has ${from.length === count ? to.length : from.length} values, the cell ${count} degrees of freedom`,
      });
    }
    // Copies: a caller may reuse its arrays, the motion stays what it was.
    this.from = from.slice();
    this.to = to.slice();
    this.withParts = withParts;
    this.rate = new Float64Array(count);
    this.rateUpper = new Float64Array(count);
    for (let d = 0; d < count; d++) {
      const r = to[d] - from[d];
      if (!Number.isFinite(r)) refuse(tree, from, to, d);
      requireMagnitude(tree.dofs[d].name, from[d]);
      requireMagnitude(tree.dofs[d].name, to[d]);
      this.rate[d] = r;
      this.rateUpper[d] = Math.abs(r) * (1 + 2 * U);
    }
    for (const d of floatingDofs(tree)) this.prepareFloating(tree, d);
  }

  private prepareFloating(tree: KinematicTree, d: number): void {
    const { from, to, rate, rateUpper } = this;
    const turn = new Turn(tree, d, from, to);
    this.turns.push(turn);
    rate.set(turn.vector, d + 3);
    rate[d + 6] = 0;
    const [x, y, z] = rate.subarray(d, d + 3);
    rateUpper.fill(0, d, d + 7);
    rateUpper[d] = Math.sqrt(x * x + y * y + z * z) * (1 + 8 * U);
    rateUpper[d + 3] = turn.angleUpper;
  }

  configurationInto(t: number, out: Float64Array, o: number): void {
    const { from, to, rate } = this;
    // Both ends exactly as given.
    const end = t === 1;
    for (let d = 0; d < from.length; d++) out[o + d] = end ? to[d] : from[d] + t * rate[d];
    for (let k = 0; k < this.turns.length; k++) this.turns[k].into(t, out, o);
  }

  rateInto(_t: number, out: Float64Array, o: number): void {
    for (let d = 0; d < this.rate.length; d++) out[o + d] = this.rate[d];
  }

  variationUpperInto(ta: number, tb: number, out: Float64Array, o: number): void {
    const span = (tb - ta) * (1 + 4 * U);
    for (let d = 0; d < this.rate.length; d++) out[o + d] = span * this.rateUpper[d];
  }

  rateUpperInto(_ta: number, _tb: number, out: Float64Array, o: number): void {
    for (let d = 0; d < this.rate.length; d++) out[o + d] = this.rateUpper[d];
  }

  accelerationInto(_t: number, out: Float64Array, o: number): void {
    out.fill(0, o, o + this.rate.length);
  }

  accelerationUpperInto(_ta: number, _tb: number, out: Float64Array, o: number): void {
    out.fill(0, o, o + this.rate.length);
  }

  jerkUpperInto(_ta: number, _tb: number, out: Float64Array, o: number): void {
    out.fill(0, o, o + this.rate.length);
  }

  rangeInto(lower: Float64Array, upper: Float64Array): void {
    const { from, to } = this;
    for (let d = 0; d < from.length; d++) {
      lower[d] = Math.min(from[d], to[d]);
      upper[d] = Math.max(from[d], to[d]);
    }
    for (const { d } of this.turns) {
      lower.fill(-Infinity, d + 3, d + 7);
      upper.fill(Infinity, d + 3, d + 7);
    }
  }

  errorUpperInto(out: Float64Array, o: number): void {
    const { from, to, rateUpper, withParts } = this;
    for (let d = 0; d < from.length; d++) {
      if (from[d] === to[d]) {
        out[o + d] = 0;
        continue;
      }
      const [a, b] = [Math.abs(from[d]), Math.abs(to[d])];
      out[o + d] = 4 * U * (a + b);
      if (withParts) out[o + d] += U * (1 + 8 * U) * (2 * rateUpper[d] + Math.max(a, b));
    }
    for (const { d } of this.turns) {
      // As a length: no longer than its three projections together.
      const slide = out[o + d] + out[o + d + 1] + out[o + d + 2];
      out.fill(0, o + d, o + d + 7);
      out[o + d] = slide;
      out[o + d + 3] = TURN_ERROR;
    }
  }
}

function refuse(tree: KinematicTree, from: Float64Array, to: Float64Array, d: number): never {
  const bad = Number.isFinite(from[d]) ? to[d] : from[d];
  throw new InputError({
    code: 'configuration/non-finite',
    message: `the value of "${tree.dofs[d].name}" is ${bad}`,
    hint: 'a configuration has one finite number per degree of freedom',
  });
}
