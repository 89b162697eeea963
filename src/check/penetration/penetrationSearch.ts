/**
 * The bisection behind checkPenetration [B 5, A II], a use of Lemma 1 (lemma/lemma1.ts). The quantity goes on below zero: the
 * distance of two bodies where they are apart, minus their depth where they are not. The goal is that they are nowhere
 * deeper than allowed, and then that what is proven is not much more than what was seen. Intervals that exceed what is
 * allowed are divided first, the worst first.
 */
import type { Body, Cell } from '../../cell/index.ts';
import type { Segment } from '../../motion/index.ts';
import { PathConfigurations } from '../lemma/configurations.ts';
import { CurveLengths } from '../lemma/curveLengths.ts';
import { Division, type LemmaUse, type Sample } from '../lemma/division.ts';
import { Interval } from '../lemma/interval.ts';
import { FAR, leastBetween, MIN_WIDTH, SUMS } from '../lemma/lemma1.ts';
import type { MovingPair } from '../lemma/movingPairs.ts';
import { LargestFirst } from '../lemma/openIntervals.ts';
import type { Limits } from '../limits.ts';
import { emptyStats } from '../request.ts';
import { PathPairs } from '../sweep/pathPairs.ts';
import { DepthLook } from './depthLook.ts';
import { goalOf, type PairState, pairState } from './pairState.ts';
import type { PairPenetration, PenetrationResult } from './penetrationRequest.ts';
import { joinedAlong, type OpenPlace, worstOf } from './penetrationResult.ts';

const THIN_BOXES = 5_000;

/** Metres: members of a crowd that stay farther apart are not looked at. */
const LEAST_REACH = 1e-3;

/** Tests of a pair that is too close, in search of a place where it is deeper. */
const MAX_EXTRA = 512;

/** Tests to make proven depths better, when the bound itself is proven; at least, and as a part. */
const REFINE_LEAST = 2_000;

export interface PenetrationAim {
  /** Metres: how deep bodies may be in each other; what cannot be told apart; how exact the proof is to be. */
  readonly depth: number;
  readonly delta: number;
  readonly accuracy: number;
  /** Look at all pairs, also after one was found too deep. */
  readonly all: boolean;
}

export class PenetrationSearch implements LemmaUse {
  private readonly aim: PenetrationAim;
  private readonly path: PathPairs;
  private readonly states: readonly PairState[];
  private readonly stats = emptyStats();
  private readonly look: DepthLook;
  private readonly lengths: CurveLengths;
  private readonly configurations: PathConfigurations;
  private readonly division = new Division(this);
  private readonly opened = new Interval();
  /**
   * Intervals not proven to keep the bound; such of pairs that are too close anyway; those that keep
   * it, but could be known better. Keys: by how much the bound is exceeded, or just what is proven.
   */
  private readonly urgent = new LargestFirst();
  private readonly doubtful = new LargestFirst();
  private readonly loose = new LargestFirst();
  /** Intervals that cannot be settled. */
  private readonly stuck: OpenPlace[] = [];
  /** Segments times pairs that have been looked at. */
  private started = 0;

  constructor(cell: Cell, segments: readonly Segment[], aim: PenetrationAim) {
    this.aim = aim;
    // What is near is told apart from contact up to delta; errors are far less than that again.
    const reach = 2 * aim.delta + LEAST_REACH;
    this.path = new PathPairs(cell, segments, { reach }, this.stats);
    this.states = this.path.moving.pairs.map((pair) => pairState(pair, aim.depth));
    this.look = new DepthLook(cell, aim.delta, aim.accuracy, this.stats);
    this.lengths = new CurveLengths(cell, 2);
    this.configurations = new PathConfigurations(cell.tree, segments, this.stats, Infinity);
  }

  run(limits: Limits): void {
    const { stats, urgent, doubtful, loose } = this;
    const ends = this.states.map(() => Number.NaN);
    for (let s = 0; s < this.configurations.segments.length; s++) {
      this.begin(s);
      for (let p = 0; p < ends.length; p++) {
        if (limits.reached() || this.isOver()) return;
        if (!this.path.isNear(s, p)) {
          // A member of a crowd that does not come near on this segment.
          const state = this.states[p];
          state.proven = Math.max(state.proven, -this.path.reach);
          ends[p] = Number.NaN;
          this.started++;
          continue;
        }
        const before = stats.tests;
        ends[p] = this.start(s, p, ends[p]);
        limits.left -= stats.tests - before;
        this.started++;
      }
    }
    let refined = Number.POSITIVE_INFINITY;
    const next = () => {
      if (this.isOver()) return null;
      if (urgent.count > 0) return urgent;
      if (doubtful.count > 0) return doubtful;
      if (loose.count === 0 || stats.tests >= refined) return null;
      // Knowing it better is more than was asked, and has a budget of its own.
      if (refined === Number.POSITIVE_INFINITY) {
        refined = stats.tests + Math.max(REFINE_LEAST, stats.tests);
      }
      return loose;
    };
    this.division.run(next, limits, stats);
  }

  /** Whether nothing could change the verdict. */
  private isOver(): boolean {
    return !this.aim.all && this.states.some(({ witness }) => witness?.verdict === 'deeper');
  }

  private begin(s: number): void {
    this.configurations.begin(s);
    this.lengths.begin(this.configurations.segments[s]);
  }

  /** A whole segment; `etaFrom` is known from the one before, or NaN. Returns that of its end. */
  private start(s: number, p: number, etaFrom: number): number {
    const { opened } = this;
    const state = this.states[p];
    this.lengths.measure(state.moving, this.configurations.at(s, 0), 0, 0, 1);
    const lambda = this.lengths.lambdaRight;
    const room = this.goal(p) - this.need(p);
    opened.segment = s;
    opened.pair = p;
    opened.from = 0;
    opened.to = 1;
    opened.lambda = lambda;
    opened.etaFrom = Number.isNaN(etaFrom) ? -this.depthAt(s, p, 0, room - 0.5 * lambda) : etaFrom;
    opened.etaTo = -this.depthAt(s, p, 1, 2 * room - lambda + opened.etaFrom);
    if (lambda < FAR) this.division.insert(opened);
    else {
      // A half-space that turns: no bound holds for all its points.
      this.stuck.push({ s, p, from: 0, to: 1 });
      state.proven = Number.POSITIVE_INFINITY;
    }
    return opened.etaTo;
  }

  /** Open unless it needs no more work, or none would help; its bound is then kept. */
  isOpen(interval: Interval, isNew: boolean): boolean {
    const { segment: s, pair: p, from, to, lambda } = interval;
    if (!isNew) this.begin(s);
    const { delta } = this.aim;
    const state = this.states[p];
    const bound = this.bound(interval);
    if (isNew && this.look.exhausted && bound > state.allowed && lambda <= delta) {
      // Dividing it further would ask the same question again.
      this.stuck.push({ s, p, from, to });
    } else if (bound > this.goal(p)) {
      const divisible = to - from > MIN_WIDTH && lambda > 0;
      if (state.witness === null && divisible) return true;
      if (state.witness === null && bound > state.allowed) this.stuck.push({ s, p, from, to });
      // Too close somewhere: what is left to find is a place that is deeper.
      const search = state.witness?.verdict === 'too-close' && bound > state.allowed;
      if (search && divisible && lambda > delta && state.extra < MAX_EXTRA) return true;
    }
    state.proven = Math.max(state.proven, bound);
    return false;
  }

  put(interval: Interval): void {
    const { allowed, witness } = this.states[interval.pair];
    const bound = this.bound(interval);
    if (bound <= allowed) this.loose.push(bound, interval);
    else (witness === null ? this.urgent : this.doubtful).push(bound - allowed, interval);
  }

  placeIn({ from, to }: Interval): number {
    return from + 0.5 * (to - from);
  }

  measure({ segment, pair, from, to }: Interval, at: number): CurveLengths {
    const kin = this.configurations.at(segment, at);
    this.lengths.measure(this.states[pair].moving, kin, from, at, to);
    return this.lengths;
  }

  lookInto(interval: Interval, at: number, left: number, right: number, out: Sample): void {
    const { segment, pair, etaFrom, etaTo } = interval;
    const room = 2 * (this.goal(pair) - this.need(pair));
    const known = Math.max(etaFrom - left, etaTo - right);
    const target = Math.min(room - left + etaFrom, room - right + etaTo);
    out.eta = Math.max(known, -this.depthAt(segment, pair, at, target));
  }

  private depthAt(segment: number, pair: number, t: number, target: number): number {
    const kin = this.configurations.at(segment, t);
    const need = this.need(pair);
    return this.look.depthAt(this.states[pair], { segment, t, kin, target, need });
  }

  /** What is added to depths as computed: padding, what joints may stray, errors. */
  private need(p: number): number {
    const { moving } = this.states[p];
    const errors = moving.contact + moving.rounding + this.lengths.evaluationError(moving);
    return (errors + moving.pair.tracking) * (1 + SUMS);
  }

  private goal(p: number): number {
    return goalOf(this.states[p], this.aim.accuracy);
  }

  /** What is proven for an interval of the segment at hand: nowhere deeper. */
  private bound({ pair, etaFrom, etaTo, lambda }: Interval): number {
    const rounding = SUMS * (Math.abs(etaFrom) + Math.abs(etaTo) + lambda);
    return -leastBetween(etaFrom, etaTo, lambda) + rounding + this.need(pair);
  }

  result(): PenetrationResult {
    const { states, stats, aim } = this;
    const open = this.openPlaces();
    const { witness, witnesses } = worstOf(states);
    const proven = this.provenDepths();
    const thinness = new Thinness(this.look);
    const pairs = states
      .map(({ moving, solid, lower, seen, allowed, padding }, p): PairPenetration => {
        const thin = solid && proven[p] > 0 && thinness.isThin(moving, allowed - padding);
        return { pair: moving.pair, solid, upper: proven[p], lower, seen, thin };
      })
      .sort((x, y) => y.lower - x.lower || y.upper - x.upper);
    return {
      verdict: witness?.verdict ?? (open.length > 0 ? 'undecided' : 'within'),
      witness,
      witnesses: aim.all ? witnesses : witness ? [witness] : [],
      pairs,
      open: witness
        ? []
        : open.map(({ s, p, from, to }) => ({ segment: s, from, to, pair: states[p].moving.pair })),
      stats: { ...stats },
    };
  }

  /** Per pair: nowhere deeper on all of the path. */
  private provenDepths(): number[] {
    const { states } = this;
    const count = states.length;
    const proven = states.map((state) => state.proven);
    this.loose.forEach(({ pair }, key) => {
      proven[pair] = Math.max(proven[pair], key);
    });
    for (const queue of [this.urgent, this.doubtful]) {
      queue.forEach(({ pair }, key) => {
        proven[pair] = Math.max(proven[pair], (key + states[pair].allowed) * (1 + SUMS));
      });
    }
    // Segments that were not reached say nothing about a pair.
    const unseen = this.configurations.segments.length * count - this.started;
    return proven.map((depth, p) =>
      unseen >= count || p >= count - unseen ? Number.POSITIVE_INFINITY : depth,
    );
  }

  /** What is not proven to keep the bound, by pair and in the order of the path. */
  private openPlaces(): OpenPlace[] {
    const count = this.states.length;
    const found = [...this.stuck];
    for (const queue of [this.urgent, this.doubtful]) {
      queue.forEach(({ segment, pair, from, to }) => {
        found.push({ s: segment, p: pair, from, to });
      });
    }
    for (let i = this.started; i < this.configurations.segments.length * count; i++) {
      found.push({ s: Math.floor(i / count), p: i % count, from: 0, to: 1 });
    }
    return joinedAlong(found);
  }
}

/** Whether nothing can be deeper in a body than that; asked once for each body and depth. */
class Thinness {
  private readonly look: DepthLook;
  private readonly known = new Map<Body, Map<number, boolean>>();

  constructor(look: DepthLook) {
    this.look = look;
  }

  isThin({ a, b }: MovingPair, depth: number): boolean {
    return [a, b].every((body) => {
      const known = this.known.get(body) ?? new Map<number, boolean>();
      this.known.set(body, known);
      const thin = known.get(depth) ?? this.look.depths.isThin(body, depth, THIN_BOXES);
      known.set(depth, thin);
      return thin;
    });
  }
}
