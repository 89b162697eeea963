/**
 * What checkers that bisect have in common: the order of work, what happens to pairs that come too close
 * and to intervals too short to divide, and the search for the worst place of a pair that is not free.
 */
import type { Cell, Pair } from '../../cell/index.ts';
import type { Segment } from '../../motion/index.ts';
import { Judge } from '../judge.ts';
import { ConfigurationCache } from '../lemma/configurations.ts';
import { CurveLengths } from '../lemma/curveLengths.ts';
import { MemberPairs } from '../lemma/memberPairs.ts';
import { MovingPairs } from '../lemma/movingPairs.ts';
import { Limits, MOST_OPEN } from '../limits.ts';
import {
  type Checker,
  type CheckRequest,
  type CheckResult,
  type CheckStats,
  DEFAULT_BUDGET,
  DEFAULT_DELTA,
  emptyStats,
  type Method,
} from '../request.ts';
import { listedTested } from '../sweep/listedPairs.ts';
import { NearPairs } from '../sweep/nearPairs.ts';
import type { Finisher } from './finish.ts';
import { BisectionWork, NOTHING, type WorkQueue } from './work.ts';

/**
 * Once something is known not to be free, worse is looked for down to this step, as the Euclidean
 * length of the change of all joint values, and in so many tests of a pair.
 */
export const SEARCH_STEP = 0.005;
export const MAX_EXTRA = 4096;

/** Then the place where a pair is closest is searched, in so many steps. */
const DESCENT_STEPS = 24;
const GOLDEN = 0.618033988749895;

/** Prepares the method that has a look at what bisection cannot finish; what it costs is added to the stats. */
export type FinisherOf = (cell: Cell, stats: CheckStats) => Finisher;

export abstract class BisectingChecker<Q extends WorkQueue> implements Checker {
  abstract readonly method: Method;
  /** The pairs that are looked at on every segment; then those with members of the crowd that come near. */
  private readonly listed: MovingPairs;
  private readonly near: NearPairs | null;
  private readonly members: MemberPairs;
  protected readonly stats = emptyStats();
  protected readonly cache: ConfigurationCache;
  protected readonly lengths: CurveLengths;
  protected readonly judge: Judge;
  private readonly finisherOf: FinisherOf;
  private finisher: Finisher | null = null;

  /** For the tested pairs, or those that are given; `finisherOf` prepares the other method. */
  constructor(cell: Cell, finisherOf: FinisherOf, bounds: 1 | 2, pairs?: readonly Pair[]) {
    this.finisherOf = finisherOf;
    this.listed = MovingPairs.of(cell, pairs ?? listedTested(cell));
    this.near = pairs === undefined && cell.crowd ? new NearPairs(cell) : null;
    this.members = new MemberPairs(cell);
    this.cache = new ConfigurationCache(cell.tree, this.stats);
    this.lengths = new CurveLengths(cell, bounds);
    this.judge = new Judge(cell);
  }

  check(request: CheckRequest): CheckResult {
    Object.assign(this.stats, emptyStats());
    const { until = Number.NEGATIVE_INFINITY, brief = false } = request;
    const limits = new Limits(request, DEFAULT_BUDGET);
    this.cache.begin(request.segment);
    this.lengths.begin(request.segment);
    const work = this.workOf(request);
    // A segment that was never asked about may have to wait at once.
    if (this.uncoveredBy(work) < until && work.uncovered === Number.POSITIVE_INFINITY) {
      work.uncovered = this.uncoveredBy(work);
      return work.result({ ...this.stats }, brief);
    }
    while (work.isOpen() && !limits.reached() && work.queue.size < MOST_OPEN) {
      const before = this.stats.tests;
      if (this.startsPair(work)) this.start(work, work.takeUnseen());
      else if (work.queue.count > 0) this.divide(work);
      else if (work.looks.length > 0) this.lookLater(work, work.looks.pop()!);
      else if (work.aside.count > 0) {
        if (!this.finish(work, request, limits)) break;
      } else this.descend(work);
      limits.left -= this.stats.tests - before;
      if (until > Number.NEGATIVE_INFINITY && this.uncoveredBy(work) < until) break;
    }
    work.uncovered = this.uncoveredBy(work);
    return work.result({ ...this.stats }, brief);
  }

  /** How much of what comes next is not covered at most; what is no entry comes last. */
  private uncoveredBy(work: BisectionWork<Q>): number {
    const first = work.queue.count > 0 ? this.firstUncovered(work) : 0;
    return Math.max(0, first, work.mostUnseen);
  }

  /**
   * Whether a pair that nobody has looked at comes next. Its entry is no larger than all that it may move: so its
   * distances are not asked for before that is what comes first, and the order is the paper's all the same.
   */
  private startsPair(work: BisectionWork<Q>): boolean {
    if (work.unseenCount === 0) return false;
    return this.startsAll || work.queue.count === 0 || work.mostUnseen >= this.firstUncovered(work);
  }

  /** Whether all pairs are looked at before anything is divided, whatever is uncovered. */
  protected get startsAll(): boolean {
    return false;
  }

  /** Of the first entry of the queue, which is not empty: what is not covered [A II-C]. */
  protected abstract firstUncovered(work: BisectionWork<Q>): number;

  protected abstract newQueue(): Q;

  /** The whole segment, for one pair. */
  protected abstract start(work: BisectionWork<Q>, p: number): void;

  /** Takes the first entry of the queue, looks at a configuration in it, and puts back what is open. */
  protected abstract divide(work: BisectionWork<Q>): void;

  /** Looks whether one body of a pair lies inside the other, where that was put off. */
  protected lookLater(_work: BisectionWork<Q>, _p: number): void {}

  /** Puts an interval about which nothing is known on the queue. */
  protected abstract reopen(work: BisectionWork<Q>, p: number, from: number, to: number): void;

  /** The pairs to look at on a segment: what is not among them is proven apart. */
  private movingOn(segment: Segment): MovingPairs {
    const { listed, near, members } = this;
    if (near === null) return listed;
    const before = near.asked;
    const found = near.on(segment).map((pair) => members.of(pair));
    this.stats.sweeps += near.asked - before;
    return new MovingPairs(listed.cell, [...listed.pairs, ...found]);
  }

  /** What was kept, if it answers the same question; else everything anew. */
  private workOf({
    segment,
    delta = DEFAULT_DELTA,
    all = false,
    kept,
  }: CheckRequest): BisectionWork<Q> {
    if (kept instanceof BisectionWork && kept.segment === segment && kept.owner === this) {
      if (kept.delta === delta && kept.all === all) return kept as BisectionWork<Q>;
    }
    const { method } = this;
    this.listed.requireInside(segment);
    const moving = this.movingOn(segment);
    const { pairs } = moving;
    const errors = new Float64Array(pairs.length);
    const motions = new Float64Array(pairs.length);
    for (let p = 0; p < pairs.length; p++) errors[p] = this.lengths.evaluationError(pairs[p]);
    this.lengths.wholeUpperInto(pairs, motions);
    return new BisectionWork({
      ...{ method, segment, owner: this, moving, delta, all, errors, motions },
      queue: this.newQueue(),
    });
  }

  /** A half-space that turns: no bound holds for all its points. Only its ends can be looked at. */
  protected giveUp(work: BisectionWork<Q>, p: number): void {
    for (const t of [0, 1]) this.distanceAt(work, p, t);
    work.stuck.push({ p, from: 0, to: 1 });
  }

  /** An interval of a pair still to be proven is too short to divide. */
  protected tooShort(work: BisectionWork<Q>, p: number, from: number, to: number): void {
    if (work.aside.add(p, null)) work.aside.leave(p, from, to);
    else work.stuck.push({ p, from, to });
  }

  /**
   * Asks the other method about a pair that was set aside. If it does not settle it, the pair is as it
   * was: too close, or stuck. False if it was interrupted.
   */
  private finish(work: BisectionWork<Q>, request: CheckRequest, limits: Limits): boolean {
    const { p, witness, stretches } = work.aside.next()!;
    // Nothing may be left but the question whether one body lies inside the other.
    if (stretches.length === 0 && work.looked[p] === 0) stretches.push({ p, from: 0, to: 1 });
    const { cell, pairs } = work.moving;
    this.finisher ??= this.finisherOf(cell, this.stats);
    const { signal, segment } = request;
    const timeLimit_ms = limits.remaining_ms();
    const { outcome, witness: found } = this.finisher.finish({
      pair: pairs[p].pair,
      segment,
      ranges: stretches.map(({ from, to }) => [from, to] as const),
      ...(signal ? { signal } : {}),
      ...(timeLimit_ms === undefined ? {} : { timeLimit_ms }),
    });
    if (outcome === 'interrupted') return false;
    work.aside.takeBack(p);
    if (outcome === 'free') {
      // It has looked for one inside the other, too.
      work.looked[p] = 1;
      return true;
    }
    if (found) work.record(p, found);
    if (witness) work.record(p, witness);
    for (const { from, to } of stretches) {
      if (found || witness) this.reopen(work, p, from, to);
      else work.stuck.push({ p, from, to });
    }
    return true;
  }

  /**
   * Follows a pair that is too close to where it is closest: contact may be shorter than the steps
   * of the search. A golden section about the witness.
   */
  private descend(work: BisectionWork<Q>): void {
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
  private distanceAt(work: BisectionWork<Q>, p: number, t: number): number {
    const { pair } = work.moving.pairs[p];
    this.stats.tests++;
    const witness = this.judge.witness(pair, t, this.cache.at(t).q, work.delta);
    if (witness === null) return Number.POSITIVE_INFINITY;
    work.record(p, witness);
    return witness.finding.distance;
  }
}
