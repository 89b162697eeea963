/**
 * The bisection behind checkPenetration [B 5, A II]: Lemma 1 with depths in place of distances. Where
 * bodies are at most D_a and D_b deep at the ends of an interval (minus the distance where they are
 * apart), and trace curves of at most lambda in it, they are nowhere in it deeper than
 * (D_a + D_b + lambda) / 2, nor than either depth plus lambda. Intervals on which that exceeds what
 * is allowed are divided, the worst first; then those where it exceeds by much what was seen.
 */
import { type Body, type Cell, PairProbe, PairQuery } from '../../cell/index.ts';
import { transformPointInto, U } from '../../math/index.ts';
import type { Segment } from '../../motion/index.ts';
import { ConfigurationCache } from '../bisection/adaptiveCache.ts';
import { BodyDistance, FAR } from '../bisection/adaptiveDistance.ts';
import { CurveLengths, type PairPlan, Plan } from '../bisection/adaptivePlan.ts';
import { ETA_FROM, ETA_TO, FROM, LAMBDA, OpenQueue, TO } from '../bisection/adaptiveQueue.ts';
import type { Limits } from '../limits.ts';
import { emptyStats } from '../request.ts';
import type { PairPenetration, PenetrationResult, PenetrationWitness } from './penetration.ts';
import { BodyDepth, isSolidBody } from './penetrationDepth.ts';

/** Intervals of t are not divided below this. */
const MIN_WIDTH = 2 ** -40;

/** Configurations that are remembered, over all segments. */
const REMEMBERED = 256;

/** Boxes of one search for a depth. */
const MAX_BOXES = 20_000;
const THIN_BOXES = 5_000;
const BOXES_PER_TEST = 64;

/** Tests of a pair that is too close, in search of a place where it is deeper. */
const MAX_EXTRA = 512;

/** Tests to make proven depths better, when the bound itself is proven; at least, and as a part. */
const REFINE_LEAST = 2_000;

/** More than the rounding of sums of a few depths and lengths. */
const SUMS = 16 * U;

/** What is known of a pair so far. */
interface PairState {
  readonly plan: PairPlan;
  readonly solid: boolean;
  /** What it may be deep at the most. */
  readonly allowed: number;
  readonly padding: number;
  /** Largest bound of intervals that are done. */
  proven: number;
  lower: number;
  seen: PairPenetration['seen'];
  witness: PenetrationWitness | null;
  extra: number;
}

export class PenetrationSearch {
  private readonly segments: readonly Segment[];
  private readonly delta: number;
  private readonly accuracy: number;
  private readonly all: boolean;
  private readonly cell: Cell;
  private readonly pairs: PairState[];
  private readonly stats = emptyStats();
  private readonly distances = new BodyDistance('threshold', 0, this.stats);
  private readonly depths = new BodyDepth();
  private readonly contained = new PairQuery();
  private readonly probe: PairProbe;
  private readonly lengths: CurveLengths;
  private readonly caches: ConfigurationCache[];
  private readonly pose = new Float64Array(12);
  /**
   * Intervals not proven to keep the bound; such of pairs that are too close anyway; those that keep
   * it, but could be known better. An entry's number is segment times pairs plus pair, its ends have
   * depths, not distances; the key is by how much the bound is exceeded, or just what is proven.
   */
  private readonly urgent = new OpenQueue();
  private readonly doubtful = new OpenQueue();
  private readonly loose = new OpenQueue();
  /** By body and depth. */
  private readonly thinness = new Map<Body, Map<number, boolean>>();
  /** Intervals that cannot be settled. */
  private readonly stuck: { s: number; p: number; from: number; to: number }[] = [];
  /** Segments times pairs that have been looked at. */
  private started = 0;
  /** Whether the last search for a depth ended before it was good enough. */
  private exhausted = false;

  constructor(
    cell: Cell,
    segments: readonly Segment[],
    depth: number,
    delta: number,
    accuracy: number,
    all: boolean,
  ) {
    this.segments = segments;
    this.delta = delta;
    this.accuracy = accuracy;
    this.all = all;
    const plan = new Plan(cell);
    for (const segment of segments) plan.requireInside(segment);
    this.cell = cell;
    this.pairs = plan.pairs.map((pair) => {
      const solid = isSolidBody(pair.a) && isSolidBody(pair.b);
      return {
        plan: pair,
        solid,
        allowed: solid ? depth : 0,
        padding: pair.a.padding + pair.b.padding,
        proven: Number.NEGATIVE_INFINITY,
        lower: Number.NEGATIVE_INFINITY,
        seen: null,
        witness: null,
        extra: 0,
      };
    });
    this.probe = new PairProbe(this.cell);
    this.lengths = new CurveLengths(this.cell, 2);
    const capacity = Math.max(2, Math.floor(REMEMBERED / Math.max(1, segments.length)));
    this.caches = segments.map(() => new ConfigurationCache(cell.tree, this.stats, capacity));
  }

  run(limits: Limits): void {
    const ends = new Float64Array(this.pairs.length).fill(Number.NaN);
    const spend = (work: () => void) => {
      const before = this.stats.tests;
      work();
      limits.left -= this.stats.tests - before;
    };
    for (let s = 0; s < this.segments.length; s++) {
      this.begin(s);
      for (let p = 0; p < this.pairs.length; p++) {
        if (limits.reached() || this.isOver()) return;
        spend(() => {
          ends[p] = this.start(s, p, ends[p]);
        });
        this.started++;
      }
    }
    let refined = Number.POSITIVE_INFINITY;
    while (!limits.reached() && !this.isOver()) {
      if (this.urgent.count > 0) spend(() => this.divide(this.urgent));
      else if (this.doubtful.count > 0) spend(() => this.divide(this.doubtful));
      else if (this.loose.count > 0 && this.stats.tests < refined) {
        // Knowing it better is more than was asked, and has a budget of its own.
        if (refined === Number.POSITIVE_INFINITY) {
          refined = this.stats.tests + Math.max(REFINE_LEAST, this.stats.tests);
        }
        spend(() => this.divide(this.loose));
      } else return;
    }
  }

  /** Whether nothing could change the verdict. */
  private isOver(): boolean {
    return !this.all && this.pairs.some(({ witness }) => witness?.verdict === 'deeper');
  }

  private begin(s: number): void {
    this.caches[s].begin(this.segments[s]);
    this.lengths.begin(this.segments[s]);
  }

  /** A whole segment; `from` is known from the one before, or NaN. Returns the depth at its end. */
  private start(s: number, p: number, from: number): number {
    const { plan } = this.pairs[p];
    this.lengths.measure(plan, this.caches[s].at(0), 0, 0, 1);
    const lambda = this.lengths.lambdaRight;
    const room = this.goal(p) - this.need(p);
    const first = Number.isNaN(from) ? this.sample(s, p, 0, room - 0.5 * lambda) : from;
    const last = this.sample(s, p, 1, 2 * room - lambda - first);
    if (lambda < FAR) this.insert(s, p, 0, 1, first, last, lambda);
    else {
      // A half-space that turns: no bound holds for all its points.
      this.stuck.push({ s, p, from: 0, to: 1 });
      this.pairs[p].proven = Number.POSITIVE_INFINITY;
    }
    return last;
  }

  private divide(queue: OpenQueue): void {
    queue.take();
    const { taken } = queue;
    const count = this.pairs.length;
    const p = queue.pair % count;
    const s = (queue.pair - p) / count;
    const from = taken[FROM];
    const to = taken[TO];
    const lambda = taken[LAMBDA];
    const first = taken[ETA_FROM];
    const last = taken[ETA_TO];
    this.begin(s);
    // Something deeper may have been seen since, and less be asked for.
    if (this.isDone(s, p, from, to, this.bound(p, first, last, lambda), lambda)) return;
    const at = from + 0.5 * (to - from);
    this.lengths.measure(this.pairs[p].plan, this.caches[s].at(at), from, at, to);
    const left = Math.min(lambda, this.lengths.lambdaLeft);
    const right = Math.min(lambda, this.lengths.lambdaRight);
    const room = 2 * (this.goal(p) - this.need(p));
    const known = Math.min(first + left, last + right);
    const sampled = this.sample(s, p, at, Math.min(room - left - first, room - right - last));
    const depth = Math.min(known, sampled);
    this.insert(s, p, from, at, Math.min(first, depth + left), depth, left);
    this.insert(s, p, at, to, depth, Math.min(last, depth + right), right);
  }

  /** What is added to depths as computed: padding, what joints may stray, errors. */
  private need(p: number): number {
    const { plan } = this.pairs[p];
    const errors = plan.contact + plan.rounding + this.lengths.evaluationError(plan);
    return (errors + plan.pair.tracking) * (1 + SUMS);
  }

  /** What is to be proven of a pair; a search that has shown the bound goes on to this. */
  private goal(p: number): number {
    const { allowed, lower, solid } = this.pairs[p];
    return solid ? Math.min(allowed, Math.max(0, lower) + this.accuracy) : allowed;
  }

  /** What is proven for an interval of the segment at hand. */
  private bound(p: number, first: number, last: number, lambda: number): number {
    const both = 0.5 * (first + last + lambda);
    const alone = Math.min(first, last) + lambda;
    const rounding = SUMS * (Math.abs(first) + Math.abs(last) + lambda);
    return Math.min(both, alone) + rounding + this.need(p);
  }

  /** Whether an interval needs no more work; its bound is then kept. */
  private isDone(
    s: number,
    p: number,
    from: number,
    to: number,
    bound: number,
    lambda: number,
  ): boolean {
    const state = this.pairs[p];
    if (bound > this.goal(p)) {
      const divisible = to - from > MIN_WIDTH && lambda > 0;
      if (state.witness === null && divisible) return false;
      if (state.witness === null && bound > state.allowed) this.stuck.push({ s, p, from, to });
      // Too close somewhere: what is left to find is a place that is deeper.
      const search = state.witness?.verdict === 'too-close' && bound > state.allowed;
      if (search && divisible && lambda > this.delta && state.extra < MAX_EXTRA) return false;
    }
    state.proven = Math.max(state.proven, bound);
    return true;
  }

  private insert(
    s: number,
    p: number,
    from: number,
    to: number,
    first: number,
    last: number,
    lambda: number,
  ): void {
    const bound = this.bound(p, first, last, lambda);
    if (this.exhausted && bound > this.pairs[p].allowed && lambda <= this.delta) {
      // Dividing it further would ask the same question again.
      this.stuck.push({ s, p, from, to });
      this.pairs[p].proven = Math.max(this.pairs[p].proven, bound);
      return;
    }
    if (this.isDone(s, p, from, to, bound, lambda)) return;
    const { allowed, witness } = this.pairs[p];
    const number = s * this.pairs.length + p;
    if (bound <= allowed) this.loose.push(number, bound, from, to, first, last, lambda);
    else {
      const queue = witness === null ? this.urgent : this.doubtful;
      queue.push(number, bound - allowed, from, to, first, last, lambda);
    }
  }

  /**
   * An upper bound of the depth at t, as computed, without padding; minus a lower bound of the
   * distance where the bodies are apart. One of `target` would be enough.
   */
  private sample(s: number, p: number, t: number, target: number): number {
    const state = this.pairs[p];
    const { a, b, pair, rounding } = state.plan;
    const kin = this.caches[s].at(t);
    kin.relativePoseInto(a.frame, b.frame, this.pose, 0);
    this.stats.tests++;
    this.exhausted = false;
    if (state.witness !== null) state.extra++;
    const near = 2 * rounding;
    this.distances.ask(a, b, this.pose, 0, Math.max(-target, near), near);
    const { lower, hullsApart } = this.distances;
    const apart = lower > near && (hullsApart || !this.isContained(p));
    if (!state.solid) return this.judgeSurfaces(s, p, t, apart ? lower : 0);
    if (apart) return this.judgeApart(s, p, t, target, lower);
    const ceiling = this.goal(p) - this.need(p);
    this.depths.ask(a, b, this.pose, 0, {
      enough: target,
      beyond: state.allowed - state.padding + pair.poseError,
      accuracy: this.delta / 4,
      ceiling,
      maxBoxes: MAX_BOXES,
    });
    const { upper, lower: found, boxes } = this.depths;
    this.stats.nodePairs += boxes;
    this.stats.tests += Math.floor(boxes / BOXES_PER_TEST);
    const depth = found + state.padding - pair.poseError;
    const point = found > Number.NEGATIVE_INFINITY ? this.depths.point : null;
    const settled = upper <= target;
    this.judge(s, p, t, depth, upper + this.need(p), settled, point, boxes >= MAX_BOXES);
    return upper;
  }

  /**
   * Bodies that are apart by at least `lower`, as they are without padding. Where that is not enough
   * to tell, their distance is measured. Returns minus the distance that is proven.
   */
  private judgeApart(s: number, p: number, t: number, target: number, lower: number): number {
    const { padding, allowed, plan } = this.pairs[p];
    const enough = -lower <= target || -lower + this.need(p) <= allowed - this.delta;
    if (enough && lower >= padding) return -lower;
    this.contained.measure(plan.a, plan.b, this.pose, 0, Number.POSITIVE_INFINITY);
    const { upper, points } = this.contained;
    const eta = Math.max(lower, this.contained.lower);
    const depth = padding - upper - plan.pair.poseError;
    this.judge(s, p, t, depth, this.need(p) - eta, -eta <= target, points, false);
    return -eta;
  }

  /**
   * What a depth of at least `lower` and at most `upper` means, all included, at t; the point, in A's
   * frame, is where it is `lower`. If `settled`, it does for the proof.
   */
  private judge(
    s: number,
    p: number,
    t: number,
    lower: number,
    upper: number,
    settled: boolean,
    pointInA: Float64Array | null,
    exhausted: boolean,
  ): void {
    const state = this.pairs[p];
    const { a, pair } = state.plan;
    const kin = this.caches[s].at(t);
    const configuration = kin.q.slice();
    const point = pointInA ? new Float64Array(3) : null;
    if (point) transformPointInto(kin.poses, kin.poseOf(a.frame), pointInA!, 0, point, 0);
    if (lower > state.lower) {
      state.lower = lower;
      if (lower > 0 && point) state.seen = { segment: s, t, configuration, point };
    }
    const common = { segment: s, t, configuration, pair, solid: true, lower, upper, point };
    if (lower > state.allowed) this.record(p, { verdict: 'deeper', ...common });
    else if (!settled && upper > state.allowed - this.delta) {
      if (exhausted) this.exhausted = true;
      else this.record(p, { verdict: 'too-close', ...common });
    }
  }

  /** Surfaces are apart: is a component of one body inside the other? */
  private isContained(p: number): boolean {
    const { a, b } = this.pairs[p].plan;
    return a.pieces.some((piece) =>
      b.pieces.some((other) => this.contained.contains(piece, other, this.pose, 0)),
    );
  }

  /** Bodies that are not both solids: they must be apart, by what is needed and delta. */
  private judgeSurfaces(s: number, p: number, t: number, lower: number): number {
    const state = this.pairs[p];
    const { pair } = state.plan;
    if (lower > this.need(p) + this.delta) return -lower;
    const { q } = this.caches[s].at(t);
    this.probe.kinematics.setConfiguration(q);
    const reach = this.delta + pair.tracking + 4 * pair.poseError;
    const found = this.probe.measure(pair, reach * (1 + 1e-9) + 1e-12);
    const proven = found.lower > 0 ? found.lower + state.padding : 0;
    const eta = Math.max(lower, proven);
    if (!found.colliding && eta > this.need(p) + this.delta) return -eta;
    this.record(p, {
      ...{ verdict: found.colliding ? 'deeper' : 'too-close', segment: s, t, pair, solid: false },
      ...{
        lower: found.colliding ? 0 : -found.distance,
        upper: found.colliding ? 0 : -found.lower,
      },
      configuration: q.slice(),
      point: found.points?.[0] ?? null,
    });
    return -eta;
  }

  private record(p: number, witness: PenetrationWitness): void {
    const state = this.pairs[p];
    const before = state.witness;
    if (before?.verdict === 'deeper') {
      if (witness.verdict !== 'deeper' || witness.lower <= before.lower) return;
    } else if (before && witness.verdict !== 'deeper' && witness.upper <= before.upper) return;
    state.witness = witness;
  }

  result(): PenetrationResult {
    const count = this.pairs.length;
    const open = this.openIntervals();
    const witnesses = this.pairs
      .flatMap(({ witness }) => (witness ? [witness] : []))
      .sort((x, y) => x.segment - y.segment || x.t - y.t);
    let witness: PenetrationWitness | null = null;
    for (const w of witnesses) {
      const deeper = w.verdict === 'deeper' && witness?.verdict !== 'deeper';
      if (witness === null || deeper || (w.verdict === witness.verdict && w.lower > witness.lower))
        witness = w;
    }
    const proven = this.pairs.map(({ proven }) => proven);
    this.loose.forEach((number, _from, _to, key) => {
      proven[number % count] = Math.max(proven[number % count], key);
    });
    for (const queue of [this.urgent, this.doubtful]) {
      queue.forEach((number, _from, _to, key) => {
        const p = number % count;
        const bound = (key + this.pairs[p].allowed) * (1 + SUMS);
        proven[p] = Math.max(proven[p], bound);
      });
    }
    // Segments that were not reached say nothing about a pair.
    const unseen = this.segments.length * count - this.started;
    for (let p = 0; p < count; p++) {
      if (unseen >= count || p >= count - unseen) proven[p] = Number.POSITIVE_INFINITY;
    }
    const pairs = this.pairs
      .map((state, p): PairPenetration => {
        const { plan, solid, lower, seen, allowed } = state;
        const thin = solid && proven[p] > 0 && this.isThin(plan, allowed - state.padding);
        return { pair: plan.pair, solid, upper: proven[p], lower, seen, thin };
      })
      .sort((x, y) => y.lower - x.lower || y.upper - x.upper);
    const verdict = witness?.verdict ?? (open.length > 0 ? 'undecided' : 'within');
    return {
      verdict,
      witness,
      witnesses: this.all ? witnesses : witness ? [witness] : [],
      pairs,
      open: witness ? [] : open,
      stats: { ...this.stats },
    };
  }

  /** Whether nothing can be deeper in either body. */
  private isThin({ a, b }: PairPlan, depth: number): boolean {
    return [a, b].every((body) => {
      const known = this.thinness.get(body) ?? new Map<number, boolean>();
      this.thinness.set(body, known);
      const thin = known.get(depth) ?? this.depths.isThin(body, depth, THIN_BOXES);
      known.set(depth, thin);
      return thin;
    });
  }

  /** What is not proven to keep the bound, by pair and in the order of the path. */
  private openIntervals(): PenetrationResult['open'] {
    const count = this.pairs.length;
    const found = [...this.stuck];
    for (const queue of [this.urgent, this.doubtful]) {
      queue.forEach((number, from, to) => {
        const p = number % count;
        found.push({ s: (number - p) / count, p, from, to });
      });
    }
    for (let i = this.started; i < this.segments.length * count; i++) {
      found.push({ s: Math.floor(i / count), p: i % count, from: 0, to: 1 });
    }
    found.sort((x, y) => x.p - y.p || x.s - y.s || x.from - y.from);
    const open: { segment: number; from: number; to: number; p: number }[] = [];
    for (const { s, p, from, to } of found) {
      const last = open.at(-1);
      if (last && last.p === p && last.segment === s && last.to >= from) {
        last.to = Math.max(last.to, to);
      } else open.push({ segment: s, from, to, p });
    }
    return open.map(({ p, ...interval }) => ({ ...interval, pair: this.pairs[p].plan.pair }));
  }
}
