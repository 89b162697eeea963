/**
 * ADAPTIVE-BISECTION [A II]: a motion is covered by configurations. Where two bodies are eta apart,
 * they stay apart until one has moved by eta relative to the other; an interval between two
 * configurations is covered if the curves traced in it are shorter than both distances together
 * (Lemma 1). What is not covered is divided, each pair on its own, the largest uncovered length first.
 *
 * All distances are lower bounds and all lengths upper bounds, so that `free` is a proof. What bodies
 * must be apart for it: clearance, padding, what joints may stray, errors of poses and of q(t).
 */
import type { Cell } from '../cell/index.ts';
import { U } from '../math/index.ts';
import { ConfigurationCache } from './adaptiveCache.ts';
import { BodyDistance, type DistanceQuestion, FAR } from './adaptiveDistance.ts';
import { CurveLengths, Plan } from './adaptivePlan.ts';
import { ETA_FROM, ETA_TO, FROM, LAMBDA, TO } from './adaptiveQueue.ts';
import { AdaptiveWork, NOTHING, PROOF } from './adaptiveWork.ts';
import { Judge } from './judge.ts';
import { Limits } from './limits.ts';
import {
  type Checker,
  type CheckRequest,
  type CheckResult,
  DEFAULT_BUDGET,
  DEFAULT_DELTA,
  emptyStats,
} from './request.ts';

/** Where to look next in an interval that is not covered [A II-E]. */
export type Covering = 'midpoint' | 'circles' | 'middle';

export interface AdaptiveOptions {
  readonly distance?: DistanceQuestion;
  readonly relativeError?: number;
  readonly bounds?: 1 | 2;
  readonly covering?: Covering;
}

/** Intervals of t are not divided below this. */
const MIN_WIDTH = 2 ** -40;

/**
 * Once something is known not to be free, worse is looked for down to this step, as the Euclidean
 * length of the change of all joint values, and in so many tests of a pair.
 */
const SEARCH_STEP = 0.005;
const MAX_EXTRA = 4096;

/** Then the place where a pair is closest is searched, in so many steps. */
const DESCENT_STEPS = 24;
const GOLDEN = 0.618033988749895;

/** More than the rounding of sums of a few distances and lengths. */
const SUMS = 16 * U;

export class AdaptiveChecker implements Checker {
  readonly method = 'adaptive';
  /** For the cell's box, grown by the motions that were checked. */
  private plan: Plan;
  private readonly covering: Covering;
  private readonly stats = emptyStats();
  private readonly query: BodyDistance;
  private readonly exact: BodyDistance;
  private readonly cache: ConfigurationCache;
  private readonly lengths: CurveLengths;
  private readonly judge: Judge;
  private readonly pose = new Float64Array(12);

  constructor(cell: Cell, options: AdaptiveOptions = {}) {
    const { distance = 'threshold', relativeError = 0.5, bounds = 2 } = options;
    this.covering = options.covering ?? 'midpoint';
    this.plan = new Plan(cell);
    this.query = new BodyDistance(distance, relativeError, this.stats);
    this.exact = new BodyDistance('exact', 0, this.stats);
    this.cache = new ConfigurationCache(cell.tree, this.stats);
    this.lengths = new CurveLengths(cell, bounds);
    this.judge = new Judge(cell);
  }

  check(request: CheckRequest): CheckResult {
    Object.assign(this.stats, emptyStats());
    const limits = new Limits(request, DEFAULT_BUDGET);
    this.cache.begin(request.segment);
    this.lengths.begin(request.segment);
    const work = this.workOf(request);
    while (work.isOpen() && !limits.reached()) {
      const before = this.stats.tests;
      if (work.nextPair < work.plan.pairs.length) this.start(work, work.nextPair++);
      else if (work.queue.count > 0) this.divide(work);
      else this.descend(work);
      limits.left -= this.stats.tests - before;
    }
    return work.result({ ...this.stats });
  }

  /** What was kept, if it answers the same question; else everything anew. */
  private workOf({
    segment,
    delta = DEFAULT_DELTA,
    all = false,
    kept,
  }: CheckRequest): AdaptiveWork {
    if (kept instanceof AdaptiveWork && kept.segment === segment) {
      if (kept.delta === delta && kept.all === all) return kept;
    }
    this.plan = this.plan.for(segment);
    const errors = Float64Array.from(this.plan.pairs, (pair) => this.lengths.evaluationError(pair));
    return new AdaptiveWork(segment, this.plan, delta, all, errors);
  }

  /** The whole segment, for one pair. */
  private start(work: AdaptiveWork, p: number): void {
    this.lengths.measure(work.plan.pairs[p], this.cache.at(0), 0, 0, 1);
    const lambda = this.lengths.lambdaRight;
    if (!(lambda + work.need(p) + work.blur(p) < FAR)) {
      this.giveUp(work, p);
      return;
    }
    const etaFrom = this.sample(work, p, 0, 0.5 * lambda + work.need(p), 0);
    if (work.aim(p) === NOTHING) return;
    const needed = lambda - etaFrom + 2 * work.need(p);
    const etaTo = this.sample(work, p, 1, needed, etaFrom - lambda);
    this.insert(work, p, 0, 1, etaFrom, etaTo, lambda);
  }

  /** A half-space that turns: no bound holds for all its points. Only its ends can be looked at. */
  private giveUp(work: AdaptiveWork, p: number): void {
    for (const t of [0, 1]) this.distanceAt(work, p, t);
    work.stuck.push({ p, from: 0, to: 1 });
  }

  /** Takes the first entry of the queue, looks at a configuration in it, and puts back what is open. */
  private divide(work: AdaptiveWork): void {
    const { queue } = work;
    queue.take();
    const p = queue.pair;
    const { taken } = queue;
    const from = taken[FROM];
    const to = taken[TO];
    const etaFrom = taken[ETA_FROM];
    const etaTo = taken[ETA_TO];
    const lambda = taken[LAMBDA];
    // What is wanted may have become less since it was inserted.
    if (!this.isOpen(work, p, from, to, etaFrom, etaTo, lambda)) return;
    const need = work.need(p);
    const at = this.choose(from, to, (etaFrom - need) / lambda, (etaTo - need) / lambda);
    this.lengths.measure(work.plan.pairs[p], this.cache.at(at), from, at, to);
    const left = Math.min(lambda, this.lengths.lambdaLeft);
    const right = Math.min(lambda, this.lengths.lambdaRight);
    if (work.aim(p) !== PROOF) work.extra[p]++;
    const needed = Math.max(left - etaFrom, right - etaTo) + 2 * need;
    const eta = this.sample(work, p, at, needed, Math.max(etaFrom - left, etaTo - right));
    this.insert(work, p, from, at, Math.max(etaFrom, eta - left), eta, left);
    this.insert(work, p, at, to, eta, Math.max(etaTo, eta - right), right);
  }

  /**
   * Follows a pair that is too close to where it is closest: contact may be shorter than the steps
   * of the search. A golden section about the witness.
   */
  private descend(work: AdaptiveWork): void {
    const found = work.takeTooClose();
    if (found === null) return;
    const { p, witness } = found;
    const step = Math.min(1, SEARCH_STEP / this.lengths.jointLength(0, 1));
    let from = Math.max(0, witness.t - step);
    let to = Math.min(1, witness.t + step);
    let left = to - GOLDEN * (to - from);
    let right = from + GOLDEN * (to - from);
    let atLeft = this.distanceAt(work, p, left);
    let atRight = this.distanceAt(work, p, right);
    for (let i = 0; i < DESCENT_STEPS && work.aim(p) !== NOTHING; i++) {
      if (atLeft < atRight) {
        to = right;
        right = left;
        atRight = atLeft;
        left = to - GOLDEN * (to - from);
        atLeft = this.distanceAt(work, p, left);
      } else {
        from = left;
        left = right;
        atLeft = atRight;
        right = from + GOLDEN * (to - from);
        atRight = this.distanceAt(work, p, right);
      }
    }
  }

  /** The pair's distance at t; a witness, if it is one, goes to the work. Infinite if it is none. */
  private distanceAt(work: AdaptiveWork, p: number, t: number): number {
    const { pair } = work.plan.pairs[p];
    this.stats.tests++;
    const witness = this.judge.witness(pair, t, this.cache.at(t).q, work.delta);
    if (witness === null) return Number.POSITIVE_INFINITY;
    work.record(p, witness);
    return witness.finding.distance;
  }

  /** Where to look in [from, to], of which the ends cover the parts `first` and `last`. */
  private choose(from: number, to: number, first: number, last: number): number {
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

  private insert(
    work: AdaptiveWork,
    p: number,
    from: number,
    to: number,
    etaFrom: number,
    etaTo: number,
    lambda: number,
  ): void {
    if (!this.isOpen(work, p, from, to, etaFrom, etaTo, lambda)) return;
    if (to - from <= MIN_WIDTH || lambda === 0) {
      if (work.aim(p) === PROOF) work.stuck.push({ p, from, to });
      return;
    }
    const uncovered = lambda - etaFrom - etaTo + 2 * work.need(p);
    const key = this.covering === 'circles' ? -from : uncovered;
    work.queue.push(p, key, from, to, etaFrom, etaTo, lambda);
  }

  /** Whether an interval is neither covered nor, for what is wanted, too short to matter. */
  private isOpen(
    work: AdaptiveWork,
    p: number,
    from: number,
    to: number,
    etaFrom: number,
    etaTo: number,
    lambda: number,
  ): boolean {
    const aim = work.aim(p);
    if (aim === NOTHING) return false;
    const need = work.need(p);
    const surely = lambda + SUMS * (lambda + etaFrom + etaTo + 2 * need);
    // Both ends together, or one of them alone.
    if (etaFrom - need + (etaTo - need) > surely) return false;
    if (Math.max(etaFrom, etaTo) - need > surely) return false;
    if (aim === PROOF) return true;
    if (lambda <= work.blur(p)) return false;
    return work.extra[p] < MAX_EXTRA && this.lengths.jointLength(from, to) > SEARCH_STEP;
  }

  /**
   * A lower bound of the pair's distance at t, of which `needed` would be enough and `known` is known.
   * Witnesses that are found on the way go to the work.
   */
  private sample(work: AdaptiveWork, p: number, t: number, needed: number, known: number): number {
    const { pair, a, b, contact } = work.plan.pairs[p];
    const near = work.need(p) + work.blur(p);
    const enough = needed + 4 * SUMS * (needed + near) + Number.MIN_VALUE;
    if (known >= enough && known >= near) return known;
    const kin = this.cache.at(t);
    kin.relativePoseInto(a.frame, b.frame, this.pose, 0);
    this.stats.tests++;
    this.query.ask(a, b, this.pose, 0, Math.max(enough, near), near);
    let eta = Math.max(this.query.lower, known);
    // Surfaces apart: one look tells whether one body lies inside the other.
    const look = work.looked[p] === 0 && eta > contact + work.errors[p];
    if (look) work.looked[p] = 1;
    if (eta >= near && !(look && !this.query.hullsApart)) return eta;
    const witness = this.judge.witness(pair, t, kin.q, work.blur(p));
    if (witness === null) {
      if (eta >= near) return eta;
      this.exact.ask(a, b, this.pose, 0, Number.POSITIVE_INFINITY, near);
      eta = Math.max(eta, this.exact.lower);
      // The judge has looked for one inside the other, too.
      if (eta > contact + work.errors[p]) work.looked[p] = 1;
      return eta;
    }
    work.record(p, witness);
    // The finding's bound is what remains of the distance without padding and errors of poses.
    const { lower } = witness.finding;
    if (lower > 0) eta = Math.max(eta, lower + a.padding + b.padding);
    return eta;
  }
}
