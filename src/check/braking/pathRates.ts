/**
 * How fast joints move along a path at speed factor 1: upper bounds, per second, in the layout of Segment's upper bounds. Of a path
 * with times they are the motion's own; of one without they follow from how fast each joint may move at most: on a straight segment
 * joints move in proportion, so the one that is nearest to its limit slows the others down. On an arc they do not: each is as fast as
 * it may be.
 */
import type { KinematicTree } from '../../kinematics/index.ts';
import { InputError, U } from '../../math/index.ts';
import type { Path, Segment } from '../../motion/index.ts';

/** Roundings of rates and of times, and more. */
const UP = 1 + 64 * U;

export class PathRates {
  private readonly segments: readonly Segment[];
  private readonly times: readonly number[] | null;
  /** Without times: per segment its rates; and the most of all. */
  private readonly steady: readonly Float64Array[];
  /** The most on all of the path. */
  readonly most: Float64Array;
  private readonly scratch: Float64Array;

  constructor(tree: KinematicTree, path: Path, velocity: Float64Array | undefined) {
    this.segments = path.segments;
    // One waypoint: nothing moves.
    this.times = path.times && path.waypoints.length > 1 ? path.times : null;
    const count = path.waypoints[0].length;
    this.scratch = new Float64Array(count);
    this.most = new Float64Array(count);
    this.steady = this.times ? [] : this.segments.map((each) => steadyRates(tree, each, velocity));
    if (this.times) this.requireTime();
    const own = new Float64Array(count);
    this.segments.forEach((_, s) => {
      this.pieceInto(s, 0, 1, own);
      take(this.most, own);
    });
  }

  /**
   * out = the most on [from, to] of a segment, and within `after` seconds of it. Without times nobody knows how far that is: any
   * time is all of the path.
   */
  upperInto(s: number, from: number, to: number, after: number, out: Float64Array): void {
    if (!this.times) {
      out.set(after > 0 ? this.most : this.steady[s]);
      return;
    }
    let left = after;
    let end = this.extended(s, to, left);
    this.pieceInto(s, from, end, out);
    // A little less, so that rounding makes the way longer.
    left -= (end - to) * this.duration(s) * (1 - 16 * U);
    for (let next = s + 1; end >= 1 && left >= 0 && next < this.segments.length; next++) {
      end = this.extended(next, 0, left);
      this.pieceInto(next, 0, end, this.scratch);
      take(out, this.scratch);
      left -= this.duration(next) * (1 - 16 * U);
    }
  }

  /** What takes no time stands still: no rate bounds a jump. */
  private requireTime(): void {
    this.segments.forEach((segment, s) => {
      if (this.duration(s) > 0) return;
      segment.variationUpperInto(0, 1, this.scratch, 0);
      if (this.scratch.every((x) => x === 0)) return;
      throw new InputError({
        code: 'braking/times',
        message: `waypoints ${s} and ${s + 1} differ, but both are at ${this.times![s]} s: nobody knows how fast that is`,
        hint: 'times must increase where joints move',
      });
    });
  }

  private duration(s: number): number {
    return this.times![s + 1] - this.times![s];
  }

  /** Where on a segment the motion is `after` seconds later than at t, at most 1. */
  private extended(s: number, t: number, after: number): number {
    const duration = this.duration(s);
    if (!(duration > 0)) return 1;
    return Math.min(1, t + (after / duration) * UP + 16 * U);
  }

  private pieceInto(s: number, from: number, to: number, out: Float64Array): void {
    if (!this.times) {
      out.set(this.steady[s]);
      return;
    }
    const duration = this.duration(s);
    // What takes no time stands still.
    if (!(duration > 0)) {
      out.fill(0);
      return;
    }
    this.segments[s].rateUpperInto(from, to, out, 0);
    for (let d = 0; d < out.length; d++) out[d] = (out[d] / duration) * UP;
  }
}

function take(most: Float64Array, other: Float64Array): void {
  for (let d = 0; d < most.length; d++) if (other[d] > most[d]) most[d] = other[d];
}

/** Rates on a segment at which no joint moves faster than it may. */
function steadyRates(
  { dofs }: KinematicTree,
  segment: Segment,
  velocity: Float64Array | undefined,
): Float64Array {
  const rates = new Float64Array(segment.from.length);
  segment.variationUpperInto(0, 1, rates, 0);
  if (rates.every((x) => x === 0)) return rates;
  if (velocity === undefined) {
    throw new InputError({
      code: 'braking/times',
      message: 'the motion has no times, and no velocities are given: nobody knows how fast it is',
      hint: 'give it times, or say how fast joints move at most',
    });
  }
  let pace = Number.POSITIVE_INFINITY;
  rates.forEach((way, d) => {
    if (way === 0) return;
    if (!(velocity[d] > 0 && velocity[d] < Number.POSITIVE_INFINITY)) {
      throw new InputError({
        code: 'braking/velocity',
        message: Number.isNaN(velocity[d])
          ? `the motion has no times, and "${dofs[d].name}" no velocity limit: nobody knows how fast it is`
          : `the velocity of "${dofs[d].name}" is ${velocity[d]}, expected more than 0`,
        hint: 'give the motion times, or say how fast joints move at most',
      });
    }
    if (segment.uniform) pace = Math.min(pace, velocity[d] / way);
  });
  // Variations are bounds: of those that are hardly more than rounding the pace says nothing to others.
  return rates.map((way, d) => (way > 0 ? Math.min(velocity[d], way * pace * (1 + 1e-9)) : 0));
}
