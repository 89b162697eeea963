/**
 * The certified clearance of a path [A15]: how near each pair of bodies comes, from below proven and
 * from above seen. Between two configurations whose distances are at least eta_a and eta_b the
 * distance is at least (eta_a + eta_b - lambda) / 2, lambda being the length of the curves traced;
 * intervals are divided where that is smallest, until it is as near to the smallest distance seen as
 * was asked for.
 *
 * Distances are as PairFinding defines them: padding is taken off, and from what is proven also the
 * errors of poses and of q(t). What joints may stray by their tracking tolerances is not: it is in
 * `pair.tracking`, and a pair keeps its clearance if `lower` exceeds both together.
 */
import { type Cell, PairProbe, requireTests } from '../../cell/index.ts';
import { InputError } from '../../math/index.ts';
import type { Path, Segment } from '../../motion/index.ts';
import { Limits } from '../limits.ts';
import type { ClearanceResult, PairClearance } from '../paths/pathRequest.ts';
import { emptyStats } from '../request.ts';
import { ConfigurationCache } from './adaptiveCache.ts';
import { BodyDistance, FAR } from './adaptiveDistance.ts';
import { CurveLengths, Plan } from './adaptivePlan.ts';
import { ETA_FROM, ETA_TO, FROM, LAMBDA, OpenQueue, TO } from './adaptiveQueue.ts';

export interface ClearanceRequest {
  /** Metres by which what is proven may stay below what was seen. Default 0.001. */
  readonly accuracy_m?: number;
  /** Pairs that are never nearer than this need not be known any better. Default 0.1. */
  readonly horizon_m?: number;
  /** Number of tests after which to stop, with what is proven until then. Default 200,000. */
  readonly budget?: number;
  readonly signal?: { readonly aborted: boolean };
  readonly timeLimit_ms?: number;
}

const DEFAULT_TESTS = 200_000;

/** Intervals of t are not divided below this. */
const MIN_WIDTH = 2 ** -40;

/** Configurations that are remembered, over all segments. */
const REMEMBERED = 256;

/** The clearance of every pair along a path, those included that swept balls exclude from tests. */
export function certifiedClearance(
  cell: Cell,
  path: Path,
  request: ClearanceRequest = {},
): ClearanceResult {
  requireTests(cell);
  const { accuracy_m = 1e-3, horizon_m = 0.1 } = request;
  for (const [name, value] of Object.entries({ accuracy_m, horizon_m })) {
    if (value > 0) continue;
    throw new InputError({
      code: 'check/option',
      message: `${name} must be greater than 0; found ${value}`,
    });
  }
  const search = new ClearanceSearch(cell, path.segments, accuracy_m, horizon_m);
  search.run(new Limits(request, DEFAULT_TESTS));
  return search.result();
}

class ClearanceSearch {
  private readonly segments: readonly Segment[];
  private readonly accuracy: number;
  private readonly horizon: number;
  private readonly plan: Plan;
  private readonly stats = emptyStats();
  private readonly query = new BodyDistance('threshold', 0, this.stats);
  private readonly lengths: CurveLengths;
  private readonly probe: PairProbe;
  /** Configurations of segments that were looked at lately. */
  private readonly caches = new Map<number, ConfigurationCache>();
  private readonly capacity: number;
  private readonly pose = new Float64Array(12);
  /** Smallest bounds first; an entry's number is segment times pairs plus pair. */
  private readonly queue = new OpenQueue();
  /** Segments before this one have been looked at. */
  private started = 0;
  /** Per pair: what is proven for intervals that are done, what was seen, and where. */
  private readonly lower: Float64Array;
  private readonly upper: Float64Array;
  private readonly where: { segment: number; t: number }[];
  /** Per pair: whether containment has been looked for. */
  private readonly looked: Uint8Array;

  constructor(cell: Cell, segments: readonly Segment[], accuracy: number, horizon: number) {
    this.segments = segments;
    this.accuracy = accuracy;
    this.horizon = horizon;
    // Swept balls show that a pair keeps its clearance, not how much more.
    const plan = new Plan(
      cell,
      cell.pairs.filter(({ reason }) => reason === null || reason === 'swept'),
    );
    for (const segment of segments) plan.requireInside(segment);
    this.plan = plan;
    this.lengths = new CurveLengths(cell, 2);
    this.probe = new PairProbe(cell);
    this.capacity = Math.max(2, Math.floor(REMEMBERED / segments.length));
    const count = plan.pairs.length;
    this.lower = new Float64Array(count).fill(Number.POSITIVE_INFINITY);
    this.upper = new Float64Array(count).fill(Number.POSITIVE_INFINITY);
    this.where = plan.pairs.map(() => ({ segment: -1, t: 0 }));
    this.looked = new Uint8Array(count);
  }

  run(limits: Limits): void {
    const { pairs } = this.plan;
    const ends = new Float64Array(pairs.length).fill(-1);
    for (let s = 0; s < this.segments.length; s++) {
      this.begin(s);
      for (let p = 0; p < pairs.length; p++) {
        if (limits.reached()) return;
        const before = this.stats.tests;
        ends[p] = this.start(s, p, ends[p]);
        limits.left -= this.stats.tests - before;
      }
      this.started = s + 1;
    }
    while (this.queue.count > 0 && !limits.reached()) {
      const before = this.stats.tests;
      this.divide();
      limits.left -= this.stats.tests - before;
    }
  }

  private begin(s: number): void {
    this.cacheOf(s).begin(this.segments[s]);
    this.lengths.begin(this.segments[s]);
  }

  private cacheOf(s: number): ConfigurationCache {
    let cache = this.caches.get(s);
    if (cache) return cache;
    const [oldest] = this.caches.keys();
    if (this.caches.size * this.capacity >= REMEMBERED && oldest !== undefined) {
      // Its room is used again.
      cache = this.caches.get(oldest);
      this.caches.delete(oldest);
    }
    cache ??= new ConfigurationCache(this.plan.cell.tree, this.stats, this.capacity);
    cache.begin(this.segments[s]);
    this.caches.set(s, cache);
    return cache;
  }

  /** A whole segment; `etaFrom` is known from the one before, or negative. Returns the other end's. */
  private start(s: number, p: number, etaFrom: number): number {
    this.lengths.measure(this.plan.pairs[p], this.cacheOf(s).at(0), 0, 0, 1);
    const lambda = this.lengths.lambdaRight;
    const half = 0.5 * lambda + this.target(p);
    const from = etaFrom >= 0 ? etaFrom : this.sample(s, p, 0, half);
    const to = this.sample(s, p, 1, lambda - from + 2 * this.target(p));
    if (lambda < FAR) this.insert(s, p, 0, 1, from, to, lambda);
    else this.lower[p] = 0; // a half-space that turns: no bound holds for all its points
    return to;
  }

  private divide(): void {
    const { queue } = this;
    queue.take();
    const { taken } = queue;
    const count = this.plan.pairs.length;
    const p = queue.pair % count;
    const s = (queue.pair - p) / count;
    const from = taken[FROM];
    const to = taken[TO];
    const lambda = taken[LAMBDA];
    const etaFrom = taken[ETA_FROM];
    const etaTo = taken[ETA_TO];
    this.begin(s);
    // Something nearer may have been seen since.
    if (this.isDone(p, from, to, this.bound(p, etaFrom, etaTo, lambda))) return;
    const at = from + 0.5 * (to - from);
    this.lengths.measure(this.plan.pairs[p], this.cacheOf(s).at(at), from, at, to);
    const left = Math.min(lambda, this.lengths.lambdaLeft);
    const right = Math.min(lambda, this.lengths.lambdaRight);
    const needed = Math.max(left - etaFrom, right - etaTo) + 2 * this.target(p);
    const known = Math.max(etaFrom - left, etaTo - right);
    const eta = Math.max(known, this.sample(s, p, at, needed));
    this.insert(s, p, from, at, Math.max(etaFrom, eta - left), eta, left);
    this.insert(s, p, at, to, eta, Math.max(etaTo, eta - right), right);
  }

  /** What is proven for an interval of the segment at hand. */
  private bound(p: number, etaFrom: number, etaTo: number, lambda: number): number {
    const both = 0.5 * (etaFrom + etaTo - lambda);
    const alone = Math.max(etaFrom, etaTo) - lambda;
    const { contact, rounding } = this.plan.pairs[p];
    const error = this.lengths.evaluationError(this.plan.pairs[p]);
    return Math.max(0, Math.max(both, alone) - contact - rounding - error);
  }

  /** Whether the bound is good enough; it is then kept. */
  private isDone(p: number, from: number, to: number, bound: number): boolean {
    const enough = Math.min(this.horizon, this.upper[p] - this.accuracy);
    if (bound < enough && to - from > MIN_WIDTH) return false;
    this.lower[p] = Math.min(this.lower[p], bound);
    return true;
  }

  private insert(
    s: number,
    p: number,
    from: number,
    to: number,
    etaFrom: number,
    etaTo: number,
    lambda: number,
  ): void {
    const bound = this.bound(p, etaFrom, etaTo, lambda);
    if (this.isDone(p, from, to, bound)) return;
    const number = s * this.plan.pairs.length + p;
    this.queue.push(number, -bound, from, to, etaFrom, etaTo, lambda);
  }

  /** Distance, as computed, that would do for a pair everywhere. */
  private target(p: number): number {
    const { contact, rounding } = this.plan.pairs[p];
    const enough = Math.min(this.horizon, this.upper[p] - this.accuracy);
    return Math.max(0, enough) + contact + 2 * rounding;
  }

  /** A lower bound of the distance at t. Where `needed` is not shown, distances are measured. */
  private sample(s: number, p: number, t: number, needed: number): number {
    const { pair, a, b, contact, rounding } = this.plan.pairs[p];
    const kin = this.cacheOf(s).at(t);
    kin.relativePoseInto(a.frame, b.frame, this.pose, 0);
    this.stats.tests++;
    const near = this.horizon + contact + rounding;
    this.query.ask(a, b, this.pose, 0, Math.max(needed, 2 * rounding), near);
    const { lower, hullsApart } = this.query;
    const far = lower >= near || (lower > 0 && lower >= needed);
    if (far && (hullsApart || this.looked[p] === 1)) {
      this.looked[p] = 1;
      return lower;
    }
    // Nearer than the horizon, or perhaps inside.
    this.probe.kinematics.setConfiguration(kin.q);
    const found = this.probe.measure(pair, this.horizon);
    if (found.lower > 0 || found.colliding) this.looked[p] = 1;
    if (found.distance < this.upper[p]) {
      this.upper[p] = found.distance;
      this.where[p] = { segment: s, t };
    }
    if (found.colliding || found.lower === 0) return found.colliding ? 0 : lower;
    return Math.max(lower, found.lower + a.padding + b.padding);
  }

  result(): ClearanceResult {
    const { pairs } = this.plan;
    const count = pairs.length;
    const proven = this.lower.slice();
    this.queue.forEach((number, _from, _to, key) => {
      proven[number % count] = Math.min(proven[number % count], -key);
    });
    // Segments that were not reached say nothing about any pair.
    if (this.started < this.segments.length) proven.fill(0);
    const found: PairClearance[] = pairs.map(({ pair }, p) => {
      const lower = this.looked[p] === 0 ? 0 : Math.min(proven[p], this.upper[p]);
      return { pair, lower, upper: this.upper[p], ...this.where[p] };
    });
    found.sort((x, y) => x.lower - y.lower || x.upper - y.upper);
    const lower = found.length > 0 ? found[0].lower : Number.POSITIVE_INFINITY;
    return { pairs: found, lower, stats: { ...this.stats } };
  }
}
