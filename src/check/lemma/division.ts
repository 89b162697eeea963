/**
 * Dividing intervals by Lemma 1 (lemma1.ts) until a goal is reached: one bisection, of which `adaptive`, `clearance`,
 * `profile` and `penetration` are uses. A use says what the quantity is and looks at it, what bounds its change,
 * what the goal is, and where intervals wait that have not reached it.
 */
import type { Limits } from '../limits.ts';
import type { CheckStats } from '../request.ts';
import type { CurveLengths } from './curveLengths.ts';
import { Interval } from './interval.ts';
import type { OpenIntervals } from './openIntervals.ts';

/** What was found at a place: proven from below, and seen from above. */
export interface Sample {
  eta: number;
  seen: number;
}

export interface LemmaUse {
  /**
   * Whether the goal is not reached on an interval, and dividing may help. If not, the use keeps what is proven of
   * it. `isNew`: it comes from a division, and was not waiting.
   */
  isOpen(interval: Interval, isNew: boolean): boolean;
  /** Puts an interval that is open where it waits. */
  put(interval: Interval): void;
  /** Where to look in an interval that is open. */
  placeIn(interval: Interval): number;
  /** Bounds the curves of the interval on both sides of the place. */
  measure(interval: Interval, at: number): CurveLengths;
  /** Looks at the quantity at the place; the curves on its sides are no longer than `left` and `right`. */
  lookInto(interval: Interval, at: number, left: number, right: number, out: Sample): void;
}

export class Division {
  private readonly use: LemmaUse;
  private readonly whole = new Interval();
  /** The parts of the interval that was split last. */
  readonly first = new Interval();
  readonly second = new Interval();
  private readonly sample: Sample = { eta: 0, seen: Number.POSITIVE_INFINITY };

  constructor(use: LemmaUse) {
    this.use = use;
  }

  /** Divides what waits, as `next` names it, until that is null or a limit is reached. */
  run(next: () => OpenIntervals | null, limits: Limits, stats: CheckStats): void {
    for (let open = next(); open !== null && !limits.reached(); open = next()) {
      const before = stats.tests;
      this.divide(open);
      limits.left -= stats.tests - before;
    }
  }

  /** Takes an interval, looks at a place in it, and puts back the parts that are open. */
  divide(open: OpenIntervals): void {
    const { use, whole } = this;
    open.takeInto(whole);
    // What is wanted may have become less since it was put there.
    if (!use.isOpen(whole, false)) return;
    this.insertHalves(whole, use.placeIn(whole));
  }

  /** Looks at a place of an interval, and puts the parts on its sides where they wait, if they are open. */
  insertHalves(whole: Interval, at: number): void {
    this.split(whole, at);
    this.insert(this.first);
    this.insert(this.second);
  }

  /** Looks at a place of an interval: what is known of the parts on its sides is in `first` and `second`. */
  split(whole: Interval, at: number): void {
    const { use, first, second, sample } = this;
    const { lambdaLeft, lambdaRight } = use.measure(whole, at);
    const left = Math.min(whole.lambda, lambdaLeft);
    const right = Math.min(whole.lambda, lambdaRight);
    use.lookInto(whole, at, left, right, sample);
    const { eta, seen } = sample;
    // What is known here says something about the ends, too.
    first.become(whole, whole.from, at, left);
    first.etaFrom = Math.max(whole.etaFrom, eta - left);
    first.etaTo = eta;
    first.seenFrom = whole.seenFrom;
    first.seenTo = seen;
    second.become(whole, at, whole.to, right);
    second.etaFrom = eta;
    second.etaTo = Math.max(whole.etaTo, eta - right);
    second.seenFrom = seen;
    second.seenTo = whole.seenTo;
  }

  /** Puts an interval where it waits, if it is open. */
  insert(interval: Interval): void {
    if (this.use.isOpen(interval, true)) this.use.put(interval);
  }
}
