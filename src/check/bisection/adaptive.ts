/**
 * ADAPTIVE-BISECTION [A II]: a motion is covered by configurations. Where two bodies are eta apart,
 * they stay apart until one has moved by eta relative to the other; an interval between two
 * configurations is covered if the curves traced in it are shorter than both distances together
 * (Lemma 1). What is not covered is divided, each pair on its own, the largest uncovered length first.
 *
 * All distances are lower bounds and all lengths upper bounds, so that `free` is a proof. What bodies
 * must be apart for it: clearance, padding, what joints may stray, errors of poses and of q(t).
 */
import type { Cell, Pair } from '../../cell/index.ts';
import { BodyDistance, type DistanceQuestion, FAR } from './adaptiveDistance.ts';
import { ETA_FROM, ETA_TO, FROM, LAMBDA, OpenQueue, TO } from './adaptiveQueue.ts';
import { type BisectionWork, NOTHING, PROOF } from './adaptiveWork.ts';
import { Bisection, MAX_EXTRA, MIN_WIDTH, SEARCH_STEP, SUMS } from './bisection.ts';

/** Where to look next in an interval that is not covered [A II-E]. */
export type Covering = 'midpoint' | 'circles' | 'middle';

export interface AdaptiveOptions {
  readonly distance?: DistanceQuestion;
  readonly relativeError?: number;
  readonly bounds?: 1 | 2;
  readonly covering?: Covering;
  readonly hulls?: boolean;
  /** Which pairs of the cell to check. Default: those that are tested. */
  readonly pairs?: readonly Pair[];
}

type AdaptiveWork = BisectionWork<OpenQueue>;

export class AdaptiveChecker extends Bisection<OpenQueue> {
  readonly method = 'adaptive';
  private readonly covering: Covering;
  private readonly query: BodyDistance;
  private readonly exact: BodyDistance;
  private readonly pose = new Float64Array(12);

  constructor(cell: Cell, options: AdaptiveOptions = {}) {
    const { distance = 'threshold', relativeError = 0.5, bounds = 2, hulls = true } = options;
    super(cell, bounds, options.pairs);
    this.covering = options.covering ?? 'midpoint';
    this.query = new BodyDistance(distance, relativeError, this.stats, hulls);
    this.exact = new BodyDistance('exact', 0, this.stats, hulls);
  }

  protected newQueue(): OpenQueue {
    return new OpenQueue();
  }

  protected start(work: AdaptiveWork, p: number): void {
    this.lengths.measure(work.plan.pairs[p], this.cache.at(0), 0, 0, 1);
    const lambda = this.lengths.lambdaRight;
    if (!(lambda + work.need(p) + work.blur(p) < FAR)) {
      this.giveUp(work, p);
      return;
    }
    const etaFrom = this.sample(work, p, 0, 0.5 * lambda + work.need(p), 0);
    if (work.aim(p) === NOTHING) return;
    if (work.isAside(p)) {
      work.leave(p, 0, 1);
      return;
    }
    const needed = lambda - etaFrom + 2 * work.need(p);
    const etaTo = this.sample(work, p, 1, needed, etaFrom - lambda);
    this.insert(work, p, 0, 1, etaFrom, etaTo, lambda);
  }

  protected divide(work: AdaptiveWork): void {
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
    if (!this.staysOpen(work, p, from, to, etaFrom, etaTo, lambda)) return;
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

  protected reopen(work: AdaptiveWork, p: number, from: number, to: number): void {
    this.lengths.measure(work.plan.pairs[p], this.cache.at(from), from, from, to);
    this.insert(work, p, from, to, 0, 0, this.lengths.lambdaRight);
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
    if (!this.staysOpen(work, p, from, to, etaFrom, etaTo, lambda)) return;
    if (to - from <= MIN_WIDTH || lambda === 0) {
      if (work.aim(p) === PROOF) this.tooShort(work, p, from, to);
      return;
    }
    const uncovered = lambda - etaFrom - etaTo + 2 * work.need(p);
    const key = this.covering === 'circles' ? -from : uncovered;
    work.queue.push(p, key, from, to, etaFrom, etaTo, lambda);
  }

  /**
   * Whether an interval is neither covered nor, for what is wanted, too short to matter. Those of a
   * pair that is set aside are left to the other method.
   */
  private staysOpen(
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
    if (work.isAside(p)) {
      work.leave(p, from, to);
      return false;
    }
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
    work.find(p, witness);
    // The finding's bound is what remains of the distance without padding and errors of poses.
    const { lower } = witness.finding;
    if (lower > 0) eta = Math.max(eta, lower + a.padding + b.padding);
    return eta;
  }
}
