/**
 * ADAPTIVE-BISECTION [A II]: a motion is covered by configurations. Where two bodies are eta apart,
 * they stay apart until one has moved by eta relative to the other; an interval between two
 * configurations is covered if the curves traced in it are shorter than both distances together
 * (lemma/lemma1.ts). What is not covered is divided, each pair on its own, the largest uncovered length first.
 *
 * The quantity is the distance of two bodies, the goal that it is more than they need everywhere: clearance, padding, what
 * joints may stray, errors of poses and of q(t). All distances are lower bounds and all lengths upper bounds, so that
 * `free` is a proof.
 */
import type { Cell, Pair } from '../../cell/index.ts';
import { BodyDistance, type DistanceQuestion } from '../lemma/bodyDistance.ts';
import type { CurveLengths } from '../lemma/curveLengths.ts';
import { Division, type LemmaUse, type Sample } from '../lemma/division.ts';
import { Interval } from '../lemma/interval.ts';
import { FAR, isCovered, MIN_WIDTH, SUMS } from '../lemma/lemma1.ts';
import { LargestFirst } from '../lemma/openIntervals.ts';
import { BisectingChecker, type FinisherOf, MAX_EXTRA, SEARCH_STEP } from './bisectingChecker.ts';
import { BothCircles } from './bothCircles.ts';
import { type BisectionWork, NOTHING, PROOF } from './work.ts';

/**
 * Where to look next in an interval that is not covered [A II-E].
 * - `midpoint` (figure 3b): in the middle. All pairs share configurations, and forward kinematics.
 * - `both-circles` (figure 3c): where the covers of both ends end; at most what remains between is looked at again.
 * - `circles`: where the cover of the first end ends, the earliest first: from one end of the motion to the other.
 * - `middle` (figure 3d): in the middle of what is not covered.
 */
export type Covering = (typeof COVERINGS)[number];
/** All of them. */
export const COVERINGS = ['midpoint', 'both-circles', 'circles', 'middle'] as const;

/**
 * Which interval is looked at next [A II-C]: the one with most that is not covered, or the longest one, as the length of
 * the change of all joint values.
 */
export type Order = (typeof ORDERS)[number];
/** Both. */
export const ORDERS = ['uncovered', 'length'] as const;

export interface AdaptiveOptions {
  readonly distance?: DistanceQuestion;
  readonly relativeError?: number;
  readonly bounds?: 1 | 2;
  readonly covering?: Covering;
  readonly order?: Order;
  readonly hulls?: boolean;
  /** Which pairs of the cell to check. Default: those that are tested. */
  readonly pairs?: readonly Pair[];
}

type AdaptiveWork = BisectionWork<LargestFirst>;

export class AdaptiveChecker extends BisectingChecker<LargestFirst> implements LemmaUse {
  readonly method = 'adaptive';
  private readonly covering: Covering;
  private readonly order: Order;
  private readonly query: BodyDistance;
  private readonly exact: BodyDistance;
  private readonly pose = new Float64Array(12);
  private readonly division = new Division(this);
  private readonly bothCircles = new BothCircles(this, this.division);
  private readonly opened = new Interval();
  /** The check at hand. */
  private work: AdaptiveWork | null = null;

  constructor(cell: Cell, finisherOf: FinisherOf, options: AdaptiveOptions = {}) {
    const { distance = 'threshold', relativeError = 0.5, bounds = 2, hulls = true } = options;
    super(cell, finisherOf, bounds, options.pairs);
    this.covering = options.covering ?? 'midpoint';
    this.order = options.order ?? 'uncovered';
    this.query = new BodyDistance(distance, relativeError, this.stats, hulls);
    this.exact = new BodyDistance('exact', 0, this.stats, hulls);
  }

  protected newQueue(): LargestFirst {
    return new LargestFirst();
  }

  protected start(work: AdaptiveWork, p: number): void {
    this.work = work;
    this.lengths.measure(work.moving.pairs[p], this.cache.at(0), 0, 0, 1);
    const lambda = this.lengths.lambdaRight;
    if (!(lambda + work.need(p) + work.blur(p) < FAR)) {
      this.giveUp(work, p);
      return;
    }
    const etaFrom = this.sample(work, p, 0, 0.5 * lambda + work.need(p), 0);
    if (work.aim(p) === NOTHING) return;
    if (work.aside.has(p)) {
      work.aside.leave(p, 0, 1);
      return;
    }
    const needed = lambda - etaFrom + 2 * work.need(p);
    const etaTo = this.sample(work, p, 1, needed, etaFrom - lambda);
    this.open(p, 0, 1, lambda, etaFrom, etaTo);
  }

  protected divide(work: AdaptiveWork): void {
    this.work = work;
    if (this.covering !== 'both-circles') {
      this.division.divide(work.queue);
      return;
    }
    const { opened } = this;
    work.queue.takeInto(opened);
    if (this.isOpen(opened)) this.bothCircles.divide(opened, work.need(opened.pair));
  }

  protected reopen(work: AdaptiveWork, p: number, from: number, to: number): void {
    this.work = work;
    this.lengths.measure(work.moving.pairs[p], this.cache.at(from), from, from, to);
    this.open(p, from, to, this.lengths.lambdaRight, 0, 0);
  }

  private open(
    p: number,
    from: number,
    to: number,
    lambda: number,
    etaFrom: number,
    etaTo: number,
  ): void {
    const { opened } = this;
    opened.pair = p;
    opened.from = from;
    opened.to = to;
    opened.lambda = lambda;
    opened.etaFrom = etaFrom;
    opened.etaTo = etaTo;
    this.division.insert(opened);
  }

  /**
   * An interval is open unless it is covered or, for what is wanted, too short to matter. Those of a pair that is
   * set aside are left to the other method.
   */
  isOpen({ pair: p, from, to, etaFrom, etaTo, lambda }: Interval): boolean {
    const work = this.work!;
    const aim = work.aim(p);
    if (aim === NOTHING) return false;
    if (isCovered(etaFrom, etaTo, lambda, work.need(p))) return false;
    if (work.aside.has(p)) {
      work.aside.leave(p, from, to);
      return false;
    }
    if (aim !== PROOF) {
      if (lambda <= work.blur(p)) return false;
      if (!(work.extra[p] < MAX_EXTRA && this.lengths.jointLength(from, to) > SEARCH_STEP)) {
        return false;
      }
    }
    if (to - from > MIN_WIDTH && lambda !== 0) return true;
    if (aim === PROOF) this.tooShort(work, p, from, to);
    return false;
  }

  put(interval: Interval): void {
    this.work!.queue.push(this.keyOf(interval), interval);
  }

  /** What comes first has the largest key. */
  private keyOf(interval: Interval): number {
    const { from, to } = interval;
    if (this.covering === 'circles') return -from;
    return this.order === 'length'
      ? this.lengths.jointLength(from, to)
      : this.uncoveredOf(interval);
  }

  protected override get startsAll(): boolean {
    return this.order === 'length' || this.covering === 'circles';
  }

  protected firstUncovered(work: AdaptiveWork): number {
    const { queue } = work;
    if (!this.startsAll) return queue.firstKey;
    this.work = work;
    queue.readFirstInto(this.opened);
    return this.uncoveredOf(this.opened);
  }

  /** lambda_i + lambda_j - eta_a - eta_b [A II-C], for bodies that need to be apart by more than nothing. */
  private uncoveredOf({ pair, etaFrom, etaTo, lambda }: Interval): number {
    return lambda - etaFrom - etaTo + 2 * this.work!.need(pair);
  }

  placeIn({ pair, from, to, etaFrom, etaTo, lambda }: Interval): number {
    const need = this.work!.need(pair);
    // The parts that the ends cover.
    const first = (etaFrom - need) / lambda;
    const last = (etaTo - need) / lambda;
    let part = 0.5;
    if (this.covering === 'middle') {
      part = 0.5 * (Math.max(first, 0) + 1 - Math.max(last, 0));
      part = Math.min(Math.max(part, 1 / 64), 63 / 64) || 0.5;
    } else if (this.covering === 'circles') {
      // Where the cover of the first end ends; a little before, so that it surely does cover.
      const step = SEARCH_STEP / this.lengths.jointLength(from, to);
      part = Math.max(first * (1 - 1e-9), Math.min(step, 0.5));
      if (!(part * (to - from) > MIN_WIDTH && part < 1)) part = 0.5;
    }
    return from + part * (to - from);
  }

  measure({ pair, from, to }: Interval, at: number): CurveLengths {
    this.lengths.measure(this.work!.moving.pairs[pair], this.cache.at(at), from, at, to);
    return this.lengths;
  }

  lookInto(interval: Interval, at: number, left: number, right: number, out: Sample): void {
    const { pair: p, etaFrom, etaTo } = interval;
    const work = this.work!;
    if (work.aim(p) !== PROOF) work.extra[p]++;
    const needed = Math.max(left - etaFrom, right - etaTo) + 2 * work.need(p);
    out.eta = this.sample(work, p, at, needed, Math.max(etaFrom - left, etaTo - right));
  }

  /**
   * A lower bound of the pair's distance at t, of which `needed` would be enough and `known` is known.
   * Witnesses that are found on the way go to the work.
   */
  private sample(work: AdaptiveWork, p: number, t: number, needed: number, known: number): number {
    const { pair, a, b, contact } = work.moving.pairs[p];
    const near = work.need(p) + work.blur(p);
    const enough = needed + 4 * SUMS * (needed + near) + Number.MIN_VALUE;
    if (known >= enough && known >= near) return known;
    const kin = this.cache.at(t);
    kin.relativePoseInto(a.frame, b.frame, this.pose, 0);
    this.stats.tests++;
    this.query.ask(a, b, this.pose, Math.max(enough, near), near);
    let eta = Math.max(this.query.lower, known);
    // Surfaces apart: one look tells whether one body lies inside the other.
    const look = work.looked[p] === 0 && eta > contact + work.errors[p];
    if (look) work.looked[p] = 1;
    if (eta >= near && !(look && !this.query.hullsApart)) return eta;
    const witness = this.judge.witness(pair, t, kin.q, work.within(p));
    if (witness === null) {
      if (eta >= near) return eta;
      this.exact.ask(a, b, this.pose, Number.POSITIVE_INFINITY, near);
      eta = Math.max(eta, this.exact.lower);
      // The judge has looked for one inside the other, too.
      if (eta > contact + work.errors[p]) work.looked[p] = 1;
      return eta;
    }
    work.find(p, witness);
    // The finding's bound is what remains of the distance without padding and errors of poses.
    const { lower } = witness.finding;
    if (lower > 0) eta = Math.max(eta, lower + a.padding + b.padding);
    return eta;
  }
}
