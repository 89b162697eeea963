/**
 * The certified clearance of a path [A15]: how near each pair of bodies comes, from below proven and
 * from above seen. A use of Lemma 1 (lemma/lemma1.ts): the quantity is the distance of two bodies, the goal a bound as
 * near to the smallest distance seen as was asked for; intervals are divided where the bound is smallest.
 *
 * Distances are as PairFinding defines them: padding is taken off, and from what is proven also the
 * errors of poses and of q(t). What joints may stray by their tracking tolerances is not: it is in
 * `pair.tracking`, and a pair keeps its clearance if `lower` exceeds both together.
 */
import { type Cell, PairProbe, requireTests } from '../../cell/index.ts';
import type { Kinematics } from '../../kinematics/index.ts';
import { InputError } from '../../math/index.ts';
import type { Path } from '../../motion/index.ts';
import { BodyDistance } from '../lemma/bodyDistance.ts';
import { PathConfigurations } from '../lemma/configurations.ts';
import { CurveLengths } from '../lemma/curveLengths.ts';
import { Division, type LemmaUse, type Sample } from '../lemma/division.ts';
import { Interval } from '../lemma/interval.ts';
import { FAR, leastBetween, MIN_WIDTH } from '../lemma/lemma1.ts';
import type { MovingPairs } from '../lemma/movingPairs.ts';
import { LargestFirst } from '../lemma/openIntervals.ts';
import { Limits } from '../limits.ts';
import type { ClearanceResult, PairClearance } from '../paths/pathRequest.ts';
import { emptyStats } from '../request.ts';
import { PathPairs } from '../sweep/pathPairs.ts';

/** How exact a clearance is to be. */
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

/**
 * The clearance of every pair along a path, those included that swept balls exclude from tests. Of a crowd those
 * members are listed that may come within the horizon; if none does, within the smallest multiple of it at which one does.
 */
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
  const search = new ClearanceSearch(cell, path, accuracy_m, horizon_m);
  search.run(new Limits(request, DEFAULT_TESTS));
  return search.result();
}

/** What is known of a pair so far. */
interface PairKnown {
  /** Proven for intervals that are done; what was seen, and where. */
  lower: number;
  upper: number;
  segment: number;
  t: number;
  /** Whether containment has been looked for. */
  looked: boolean;
}

class ClearanceSearch implements LemmaUse {
  private readonly accuracy: number;
  private readonly horizon: number;
  private readonly path: PathPairs;
  private readonly moving: MovingPairs;
  private readonly stats = emptyStats();
  private readonly query = new BodyDistance('threshold', 0, this.stats);
  private readonly lengths: CurveLengths;
  private readonly probe: PairProbe;
  private readonly configurations: PathConfigurations;
  private readonly pose = new Float64Array(12);
  private readonly division = new Division(this);
  private readonly opened = new Interval();
  /** Smallest bounds first. */
  private readonly queue = new LargestFirst();
  private readonly known: readonly PairKnown[];
  /** Segments before this one have been looked at. */
  private started = 0;

  constructor(cell: Cell, { segments }: Path, accuracy: number, horizon: number) {
    this.accuracy = accuracy;
    this.horizon = horizon;
    const request = { reach: horizon, widens: true, swept: true };
    this.path = new PathPairs(cell, segments, request, this.stats);
    this.moving = this.path.moving;
    this.lengths = new CurveLengths(cell, 2);
    this.probe = new PairProbe(cell);
    this.configurations = new PathConfigurations(cell.tree, segments, this.stats);
    this.known = this.moving.pairs.map(() => ({
      ...{ lower: Number.POSITIVE_INFINITY, upper: Number.POSITIVE_INFINITY },
      ...{ segment: -1, t: 0, looked: false },
    }));
  }

  run(limits: Limits): void {
    const { stats, queue } = this;
    const ends = this.known.map(() => -1);
    for (let s = 0; s < this.configurations.segments.length; s++) {
      this.begin(s);
      for (let p = 0; p < ends.length; p++) {
        if (limits.reached()) return;
        if (!this.path.isNear(s, p)) {
          ends[p] = this.skip(p);
          continue;
        }
        const before = stats.tests;
        ends[p] = this.start(s, p, ends[p]);
        limits.left -= stats.tests - before;
      }
      this.started = s + 1;
    }
    this.division.run(() => (queue.count > 0 ? queue : null), limits, stats);
  }

  private begin(s: number): void {
    this.configurations.begin(s);
    this.lengths.begin(this.configurations.segments[s]);
  }

  /** A member of a crowd that does not come near on a segment: apart, and so nowhere inside. */
  private skip(p: number): number {
    const known = this.known[p];
    known.lower = Math.min(known.lower, this.path.reach);
    known.looked = true;
    return -1;
  }

  /** A whole segment; `etaFrom` is known from the one before, or negative. Returns the other end's. */
  private start(s: number, p: number, etaFrom: number): number {
    const { opened } = this;
    this.lengths.measure(this.moving.pairs[p], this.configurations.at(s, 0), 0, 0, 1);
    const lambda = this.lengths.lambdaRight;
    opened.segment = s;
    opened.pair = p;
    opened.from = 0;
    opened.to = 1;
    opened.lambda = lambda;
    opened.etaFrom = etaFrom >= 0 ? etaFrom : this.sample(s, p, 0, 0.5 * lambda + this.target(p));
    opened.etaTo = this.sample(s, p, 1, lambda - opened.etaFrom + 2 * this.target(p));
    if (lambda < FAR) this.division.insert(opened);
    else this.known[p].lower = 0; // a half-space that turns: no bound holds for all its points
    return opened.etaTo;
  }

  /** Open unless its bound is good enough, or it is too short; what is proven is then kept. */
  isOpen(interval: Interval, isNew: boolean): boolean {
    if (!isNew) this.begin(interval.segment);
    const known = this.known[interval.pair];
    const bound = this.bound(interval);
    const enough = Math.min(this.horizon, known.upper - this.accuracy);
    if (bound < enough && interval.to - interval.from > MIN_WIDTH) return true;
    known.lower = Math.min(known.lower, bound);
    return false;
  }

  put(interval: Interval): void {
    this.queue.push(-this.bound(interval), interval);
  }

  placeIn({ from, to }: Interval): number {
    return from + 0.5 * (to - from);
  }

  measure({ segment, pair, from, to }: Interval, at: number): CurveLengths {
    const kin = this.configurations.at(segment, at);
    this.lengths.measure(this.moving.pairs[pair], kin, from, at, to);
    return this.lengths;
  }

  lookInto(interval: Interval, at: number, left: number, right: number, out: Sample): void {
    const { segment, pair, etaFrom, etaTo } = interval;
    const needed = Math.max(left - etaFrom, right - etaTo) + 2 * this.target(pair);
    const known = Math.max(etaFrom - left, etaTo - right);
    out.eta = Math.max(known, this.sample(segment, pair, at, needed));
  }

  /** What is proven for an interval of the segment at hand. */
  private bound({ pair, etaFrom, etaTo, lambda }: Interval): number {
    const moving = this.moving.pairs[pair];
    const error = this.lengths.evaluationError(moving);
    const least = leastBetween(etaFrom, etaTo, lambda);
    return Math.max(0, least - moving.contact - moving.rounding - error);
  }

  /** Distance, as computed, that would do for a pair everywhere. */
  private target(p: number): number {
    const { contact, rounding } = this.moving.pairs[p];
    const enough = Math.min(this.horizon, this.known[p].upper - this.accuracy);
    return Math.max(0, enough) + contact + 2 * rounding;
  }

  /** A lower bound of the distance at t. Where `needed` is not shown, distances are measured. */
  private sample(s: number, p: number, t: number, needed: number): number {
    const { a, b, contact, rounding } = this.moving.pairs[p];
    const kin = this.configurations.at(s, t);
    kin.relativePoseInto(a.frame, b.frame, this.pose, 0);
    this.stats.tests++;
    const near = this.horizon + contact + rounding;
    this.query.ask(a, b, this.pose, Math.max(needed, 2 * rounding), near);
    const { lower, hullsApart } = this.query;
    const far = lower >= near || (lower > 0 && lower >= needed);
    const known = this.known[p];
    if (far && (hullsApart || known.looked)) {
      known.looked = true;
      return lower;
    }
    return this.measured(s, p, t, kin, lower);
  }

  /** Nearer than the horizon, or perhaps inside: the distance at t, of which `lower` is known. */
  private measured(s: number, p: number, t: number, kin: Kinematics, lower: number): number {
    const { pair, a, b } = this.moving.pairs[p];
    const known = this.known[p];
    this.probe.kinematics.setConfiguration(kin.q);
    const found = this.probe.measure(pair, this.horizon);
    if (found.lower > 0 || found.colliding) known.looked = true;
    if (found.distance < known.upper) {
      known.upper = found.distance;
      known.segment = s;
      known.t = t;
    }
    if (found.colliding || found.lower === 0) return found.colliding ? 0 : lower;
    return Math.max(lower, found.lower + a.padding + b.padding);
  }

  result(): ClearanceResult {
    const proven = this.known.map(({ lower }) => lower);
    this.queue.forEach(({ pair }, key) => {
      proven[pair] = Math.min(proven[pair], -key);
    });
    // Segments that were not reached say nothing about any pair.
    if (this.started < this.configurations.segments.length) proven.fill(0);
    const found: PairClearance[] = this.moving.pairs.map(({ pair, a, b }, p) => {
      const { upper, looked, segment, t } = this.known[p];
      const lower = looked ? Math.min(proven[p], upper) : 0;
      return { pair, bodies: [a.name, b.name], lower, upper, segment, t };
    });
    found.sort((x, y) => x.lower - y.lower || x.upper - y.upper);
    // If segments were not reached, nothing was measured; but sweeps went over all of them.
    const others = this.path.reach;
    const lower = Math.min(found[0]?.lower ?? Number.POSITIVE_INFINITY, others);
    return { accuracy: this.accuracy, pairs: found, others, lower, stats: { ...this.stats } };
  }
}
