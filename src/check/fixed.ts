/**
 * FIXED-RES-BISECTION [A I-B, V]: the classical checker, and the baseline. The segment is bisected
 * breadth first, all pairs are tested at each midpoint, until samples are at most `resolution` apart. With resolution 0
 * [A V-B] it is bisected until something is found, or a limit ends it undecided.
 * It shows collisions and violated clearances where it happens to look; it never proves anything, so
 * its best answer is `no collision found`. `delta` is of no use to it.
 */
import { type Cell, mostKept, type Pair, requireCovered, StaticChecker } from '../cell/index.ts';
import { isCoarse, isWorse, Judge } from './judge.ts';
import { Limits, MOST_LISTED, MOST_OPEN } from './limits.ts';
import {
  type Checker,
  type CheckRequest,
  type CheckResult,
  type CheckStats,
  DEFAULT_BUDGET,
  emptyStats,
  type KeptWork,
  type OpenInterval,
  type Witness,
} from './request.ts';
import { listedTested } from './sweep/listedPairs.ts';
import { NearPairs } from './sweep/nearPairs.ts';

/** Samples that are still to be taken: the ends, then the middles of intervals in a row. */
interface FixedWork extends KeptWork {
  readonly method: 'fixed';
  readonly all: boolean;
  /** 0 and 1: that end is next; 2: the intervals are. */
  stage: number;
  /** Intervals too long for the resolution, from `next` on: from, to and length in joint values of each. */
  readonly intervals: number[];
  next: number;
  /** The length of the next one. */
  readonly uncovered: number;
  readonly witnesses: Map<Pair, Witness>;
  /** Pairs that collide as placed, by poses too coarse to show it. */
  readonly unsure: Set<Pair>;
}

/** Numbers of an interval, and which is its length. */
const STRIDE = 3;
const LENGTH = 2;

function hasMore({ stage, intervals, next }: FixedWork): boolean {
  return stage < 2 || next < intervals.length;
}

export class FixedChecker implements Checker {
  readonly method = 'fixed';
  private readonly checker: StaticChecker;
  private readonly judge: Judge;
  private readonly resolution: number;
  /** The most that any pair must be apart. */
  private readonly margin: number;
  private readonly q: Float64Array;
  private readonly variation: Float64Array;

  constructor(cell: Cell, resolution: number) {
    this.checker = new StaticChecker(cell);
    this.judge = new Judge(cell);
    this.resolution = resolution;
    this.margin = mostKept(cell);
    this.q = new Float64Array(cell.tree.dofs.length);
    this.variation = new Float64Array(cell.tree.dofs.length);
  }

  check(request: CheckRequest): CheckResult {
    const { all = false, until = Number.NEGATIVE_INFINITY, brief = false } = request;
    const work = this.workOf(request);
    const limits = new Limits(request, DEFAULT_BUDGET);
    const stats = emptyStats();
    const isDone = () => !all && [...work.witnesses.values()].some((w) => w.violated);
    while (!isDone()) {
      if (!hasMore(work)) break;
      if (limits.reached() || work.size >= MOST_OPEN) break;
      const before = stats.tests;
      if (work.stage < 2) {
        this.sample(work, work.stage, all, stats);
        work.stage++;
        if (work.stage === 2) this.open(work, 0, 1);
      } else {
        const { intervals, next } = work;
        const from = intervals[next];
        const to = intervals[next + 1];
        work.next += STRIDE;
        // What is done makes room, now and then.
        if (2 * work.next > intervals.length) {
          intervals.splice(0, work.next);
          work.next = 0;
        }
        const middle = from + (to - from) / 2;
        this.sample(work, middle, all, stats);
        this.open(work, from, middle);
        this.open(work, middle, to);
      }
      limits.left -= stats.tests - before;
      if (work.uncovered < until) break;
    }
    return this.resultOf(work, isDone(), stats, brief);
  }

  private workOf({ segment, kept, all = false }: CheckRequest): FixedWork {
    if (kept?.segment === segment && kept.method === 'fixed') {
      const work = kept as FixedWork;
      if (work.all === all) return work;
    }
    segment.rangeInto(this.q, this.variation);
    requireCovered(this.checker.cell, this.q, this.variation);
    const witnesses = new Map<Pair, Witness>();
    const intervals: number[] = [];
    return {
      segment,
      method: 'fixed',
      all,
      stage: 0,
      intervals,
      next: 0,
      witnesses,
      unsure: new Set(),
      get size() {
        return intervals.length - this.next;
      },
      get uncovered() {
        if (this.stage < 2) return Number.POSITIVE_INFINITY;
        return hasMore(this) ? intervals[this.next + LENGTH] : 0;
      },
    };
  }

  /** Queues the interval if its ends are farther apart than the resolution, and something lies between them. */
  private open(work: FixedWork, from: number, to: number): void {
    const { variation } = this;
    work.segment.variationUpperInto(from, to, variation, 0);
    let squares = 0;
    for (let d = 0; d < variation.length; d++) squares += variation[d] * variation[d];
    const length = Math.sqrt(squares);
    const middle = from + (to - from) / 2;
    if (!(middle > from && middle < to)) return;
    // A step of exactly the resolution will do; the bound is a few roundings above it.
    if (length > this.resolution * (1 + 1e-12)) work.intervals.push(from, to, length);
  }

  private sample(work: FixedWork, t: number, all: boolean, stats: CheckStats): void {
    const { checker, q } = this;
    work.segment.configurationInto(t, q, 0);
    stats.configurations++;
    const hit = checker.firstCollision(q);
    stats.tests += Math.max(1, checker.looked);
    let found = hit >= 0 ? this.judge.witness(checker.pairOf(hit), t, q, 0) : null;
    if (found) keep(work, found);
    else if (hit >= 0 && isCoarse(checker.pairOf(hit))) work.unsure.add(checker.pairOf(hit));
    if (found?.verdict === 'colliding' && !all) return;
    // Nearer than a clearance, or than rounding can tell, or other pairs that collide as well.
    const { margin } = this;
    if (margin === 0 && hit < 0) return;
    for (const { pair } of checker.within(Math.max(margin, 1e-9), q)) {
      found = this.judge.witness(pair, t, q, 0);
      if (found) keep(work, found);
    }
  }

  private resultOf(work: FixedWork, done: boolean, stats: CheckStats, brief: boolean): CheckResult {
    const witnesses = [...work.witnesses.values()].sort((a, b) => a.t - b.t);
    let witness: Witness | null = null;
    for (const w of witnesses) if (isWorse(w, witness)) witness = w;
    const more = !done && hasMore(work);
    const isOpen = more || work.unsure.size > 0;
    const verdict = witness?.verdict ?? (isOpen ? 'undecided' : 'no collision found');
    const open = verdict === 'undecided' && !(brief && more) ? this.openIntervals(work) : [];
    const kept = more ? work : null;
    return {
      verdict,
      witness,
      witnesses: work.all || !witness ? witnesses : [witness],
      open,
      kept,
      stats,
    };
  }

  private openIntervals(work: FixedWork): OpenInterval[] {
    const open: OpenInterval[] = Array.from(work.unsure, (pair) => ({ pair, from: 0, to: 1 }));
    const { cell } = this.checker;
    // Of a crowd all that may come near: all others are apart, whoever looks.
    const members = cell.crowd ? new NearPairs(cell).on(work.segment) : [];
    const tested = [...listedTested(cell), ...members];
    const many = (tested.length * work.size) / STRIDE > MOST_LISTED;
    for (const pair of tested) {
      if (work.stage < 2 || many) open.push({ pair, from: 0, to: 1 });
      else
        for (let i = work.next; i < work.intervals.length; i += STRIDE) {
          open.push({ pair, from: work.intervals[i], to: work.intervals[i + 1] });
        }
    }
    return open;
  }
}

/** The most serious witness of every pair. */
function keep({ witnesses }: FixedWork, witness: Witness): void {
  if (isWorse(witness, witnesses.get(witness.pair) ?? null)) witnesses.set(witness.pair, witness);
}
