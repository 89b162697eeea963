/**
 * The clearance profile of a path [A15]: for every pair that comes near, step by step along the path,
 * how near it comes, from below proven and from above seen.
 *
 * Between two configurations whose distances are at least eta_a and eta_b the distance is at least
 * (eta_a + eta_b - lambda) / 2, lambda being an upper bound of the length of the curves traced. Where
 * that is not near enough to the distances seen, the interval is halved. All open intervals of one
 * width are looked at before any smaller one, in order of t: poses are computed once for all pairs
 * that are open there, and whatever ends the search finds the whole path known about equally well.
 */
import { type Cell, PairQuery, requireTests } from '../../cell/index.ts';
import { Kinematics } from '../../kinematics/index.ts';
import { InputError, U } from '../../math/index.ts';
import type { Path, Segment } from '../../motion/index.ts';
import { Limits } from '../limits.ts';
import { emptyStats } from '../request.ts';
import { BodyDistance, FAR } from './adaptiveDistance.ts';
import { CurveLengths, Plan } from './adaptivePlan.ts';
import {
  assembleProfile,
  type FoundProfile,
  type ProfileRequest,
  type ProfileResult,
} from './profileResult.ts';

const DEFAULT_TESTS = 2_000_000;

/** Intervals of t are not divided below this. */
const MIN_WIDTH = 2 ** -40;

/**
 * Nowhere on a piece is the distance more above what is proven than so many times the accuracy: the
 * profile shall follow the motion, and not only know the smallest distance of long pieces.
 */
const FOLLOW = 8;

/** More than the rounding of sums of a few distances and lengths. */
const SUMS = 16 * U;

/** Tests between two calls of onProgress. */
const PROGRESS_EVERY = 1024;

/** The profile of every pair along a path, those included that swept balls exclude from tests. */
export function clearanceProfile(
  cell: Cell,
  path: Path,
  request: ProfileRequest = {},
): ProfileResult {
  requireTests(cell);
  const { accuracy = 1e-3, relative = 0.05, horizon = 0.25 } = request;
  const refuse = (name: string, value: number, what: string): never => {
    throw new InputError({
      code: 'check/option',
      message: `${name} must be ${what}; found ${value}`,
    });
  };
  if (!(accuracy > 0)) refuse('accuracy', accuracy, 'greater than 0');
  if (!(relative >= 0 && relative < 1)) refuse('relative', relative, 'at least 0 and less than 1');
  if (!(horizon > 0 && horizon < FAR)) refuse('horizon', horizon, `between 0 and ${FAR}`);
  const search = new ProfileSearch(cell, path.segments, { accuracy, relative, horizon });
  search.run(new Limits(request, DEFAULT_TESTS), request.onProgress);
  return search.result();
}

interface Aim {
  readonly accuracy: number;
  readonly relative: number;
  readonly horizon: number;
}

/** A pair on an interval of a segment. */
interface Interval {
  readonly segment: number;
  readonly p: number;
  readonly from: number;
  readonly to: number;
  /** Proven at the ends: distances of the bodies, as placed. */
  readonly etaFrom: number;
  readonly etaTo: number;
  /** Seen at the ends; infinite where it is beyond the horizon and was not measured. */
  readonly seenFrom: number;
  readonly seenTo: number;
  /** Upper bound of the length of the curves traced. */
  readonly lambda: number;
}

class ProfileSearch {
  private readonly segments: readonly Segment[];
  private readonly aim: Aim;
  private readonly plan: Plan;
  private readonly stats = emptyStats();
  private readonly query = new BodyDistance('threshold', 0, this.stats);
  private readonly exact = new PairQuery();
  private readonly lengths: CurveLengths;
  private readonly kin: Kinematics;
  private readonly q: Float64Array;
  private readonly pose = new Float64Array(12);
  private readonly found: readonly FoundProfile[];
  /** Beyond the horizon by its tolerance: distances above this are not measured. */
  private readonly beyond: number;
  /** Of each pair, what the errors of the segment at hand take off. */
  private readonly errors: Float64Array;
  private begun = -1;
  private open: Interval[] = [];
  private complete = true;
  /** The last sample: proven and seen. */
  private eta = 0;
  private seen = 0;

  constructor(cell: Cell, segments: readonly Segment[], aim: Aim) {
    this.segments = segments;
    this.aim = aim;
    this.beyond = aim.horizon + Math.max(aim.accuracy, aim.relative * aim.horizon);
    // Swept balls show that a pair keeps its clearance, not how much more.
    const plan = new Plan(
      cell,
      cell.pairs.filter(({ reason }) => reason === null || reason === 'swept'),
    );
    for (const segment of segments) plan.requireInside(segment);
    this.plan = plan;
    this.lengths = new CurveLengths(cell, 2);
    this.kin = new Kinematics(cell.tree);
    this.q = new Float64Array(cell.tree.dofs.length);
    this.errors = new Float64Array(plan.pairs.length);
    this.found = plan.pairs.map(({ pair }) => ({ pair, pieces: [], samples: [] }));
  }

  run(limits: Limits, onProgress: ProfileRequest['onProgress']): void {
    const total = this.segments.length;
    const report = (settled: number) =>
      onProgress?.({ settled, segments: total, tests: this.stats.tests });
    this.start(limits);
    let reported = 0;
    while (this.open.length > 0) {
      const level = this.open;
      this.open = [];
      let i = 0;
      while (i < level.length && !limits.reached()) {
        i = this.divideAt(level, i, limits);
        if (this.stats.tests - reported < PROGRESS_EVERY) continue;
        reported = this.stats.tests;
        report(total - new Set([...level.slice(i), ...this.open].map((e) => e.segment)).size);
      }
      if (i === level.length) continue;
      for (; i < level.length; i++) this.keep(level[i]);
      for (const interval of this.open) this.keep(interval);
      this.open = [];
      this.complete = false;
    }
    report(total);
  }

  /** Whole segments, one after the other. */
  private start(limits: Limits): void {
    const { pairs } = this.plan;
    const etas = new Float64Array(pairs.length);
    const seen = new Float64Array(pairs.length);
    const lambdas = new Float64Array(pairs.length);
    const end = new Float64Array(this.q.length);
    for (let s = 0; s < this.segments.length; s++) {
      this.begin(s);
      this.moveTo(0.5);
      pairs.forEach((plan, p) => {
        this.lengths.measure(plan, this.kin, 0, 0.5, 1);
        lambdas[p] = (this.lengths.lambdaLeft + this.lengths.lambdaRight) * (1 + 2 * U);
      });
      this.moveTo(0);
      // Where a segment begins as the one before ends, the distances are known.
      const joined = s > 0 && this.q.every((x, d) => x === end[d]);
      for (let p = 0; p < pairs.length; p++) {
        if (limits.reached()) this.seen = this.eta = -1;
        else if (joined && seen[p] >= 0) this.take(s, p, 0, etas[p], seen[p]);
        else this.sample(s, p, 0, 0.5 * lambdas[p] + this.near(p), Infinity, limits);
        etas[p] = this.eta;
        seen[p] = this.seen;
      }
      this.moveTo(1);
      end.set(this.q);
      for (let p = 0; p < pairs.length; p++) {
        const lambda = lambdas[p];
        const [etaFrom, seenFrom] = [etas[p], seen[p]];
        if (etaFrom < 0 || limits.reached()) this.seen = this.eta = -1;
        else this.sample(s, p, 1, lambda - etaFrom + 2 * this.near(p), seenFrom + lambda, limits);
        etas[p] = this.eta;
        seen[p] = this.seen;
        if (this.eta < 0 || !(lambda < FAR)) {
          // Not looked at; or a half-space that turns: no bound holds for all its points.
          this.found[p].pieces.push({ segment: s, from: 0, to: 1, lower: 0 });
          this.complete = false;
        } else {
          const ends = { etaFrom, etaTo: this.eta, seenFrom, seenTo: this.seen };
          this.insert({ segment: s, p, from: 0, to: 1, ...ends, lambda }, this.open);
        }
      }
    }
  }

  /** Divides all intervals from level[i] on that have the same middle; returns where the next begin. */
  private divideAt(level: readonly Interval[], i: number, limits: Limits): number {
    const { segment, from, to } = level[i];
    const at = from + 0.5 * (to - from);
    this.begin(segment);
    this.moveTo(at);
    const second: Interval[] = [];
    let k = i;
    for (; k < level.length; k++) {
      const interval = level[k];
      if (interval.segment !== segment || interval.from !== from) break;
      if (limits.reached()) break;
      this.divide(interval, at, second, limits);
    }
    for (const interval of second) this.open.push(interval);
    return k;
  }

  private divide(interval: Interval, at: number, second: Interval[], limits: Limits): void {
    const { segment, p, from, to, etaFrom, etaTo, seenFrom, seenTo, lambda } = interval;
    this.lengths.measure(this.plan.pairs[p], this.kin, from, at, to);
    const left = Math.min(lambda, this.lengths.lambdaLeft);
    const right = Math.min(lambda, this.lengths.lambdaRight);
    const needed = Math.max(left - etaFrom, right - etaTo) + 2 * this.near(p);
    this.sample(segment, p, at, needed, Math.min(seenFrom + left, seenTo + right), limits);
    const { eta, seen } = this;
    const first = { from, to: at, seenFrom, seenTo: seen, lambda: left };
    const last = { from: at, to, seenFrom: seen, seenTo, lambda: right };
    // What is known here says something about the ends, too.
    const etas = { etaFrom: Math.max(etaFrom, eta - left), etaTo: eta };
    const others = { etaFrom: eta, etaTo: Math.max(etaTo, eta - right) };
    this.insert({ segment, p, ...first, ...etas }, this.open);
    this.insert({ segment, p, ...last, ...others }, second);
  }

  private begin(s: number): void {
    if (this.begun === s) return;
    this.begun = s;
    this.lengths.begin(this.segments[s]);
    this.plan.pairs.forEach((plan, p) => {
      this.errors[p] = plan.contact + plan.rounding + this.lengths.evaluationError(plan);
    });
  }

  private moveTo(t: number): void {
    this.segments[this.begun].configurationInto(t, this.q, 0);
    this.kin.setConfiguration(this.q);
    this.stats.configurations++;
  }

  /** Distance of the bodies, as placed, beyond which it is not measured. */
  private near(p: number): number {
    return this.beyond + this.errors[p];
  }

  /**
   * Sets `eta` and `seen` for where the kinematics stand. A proven distance of `needed` would be
   * enough; the distance seen will be at most `atMost`.
   */
  private sample(
    s: number,
    p: number,
    t: number,
    needed: number,
    atMost: number,
    limits: Limits,
  ): void {
    const { a, b } = this.plan.pairs[p];
    const near = this.near(p);
    limits.left--;
    this.stats.tests++;
    this.kin.relativePoseInto(a.frame, b.frame, this.pose, 0);
    let eta = 0;
    if (!(atMost <= this.beyond)) {
      this.query.ask(a, b, this.pose, 0, Math.max(needed, near), near);
      eta = this.query.lower;
      // Hulls apart: neither body is inside the other. Else that is looked for below.
      if (eta >= near && this.query.hullsApart) {
        this.take(s, p, t, eta, Number.POSITIVE_INFINITY);
        return;
      }
    }
    const { exact } = this;
    exact.measure(a, b, this.pose, 0, near);
    if (exact.upper === 0) this.take(s, p, t, 0, 0);
    else {
      const seen = Math.max(0, exact.upper - a.padding - b.padding);
      this.take(s, p, t, Math.max(eta, exact.lower), seen);
    }
  }

  private take(segment: number, p: number, t: number, eta: number, seen: number): void {
    this.eta = eta;
    this.seen = seen;
    if (seen < Infinity) this.found[p].samples.push({ segment, t, distance: seen });
  }

  /** What is proven for an interval of the segment at hand. */
  private bound({ p, etaFrom, etaTo, seenFrom, seenTo, lambda }: Interval): number {
    const both = 0.5 * (etaFrom + etaTo - lambda);
    const alone = Math.max(etaFrom, etaTo) - lambda;
    const rounding = SUMS * (etaFrom + etaTo + lambda);
    const bound = Math.max(both, alone) - this.errors[p] - rounding;
    return Math.max(0, Math.min(bound, seenFrom, seenTo));
  }

  /** An interval of the segment at hand becomes a piece if it is known well enough. */
  private insert(interval: Interval, open: Interval[]): void {
    const bound = this.bound(interval);
    const { from, to, lambda } = interval;
    if (this.isEnough(interval, bound)) this.keep(interval);
    else if (to - from > MIN_WIDTH && lambda > 0) open.push(interval);
    else {
      this.keep(interval);
      this.complete = false;
    }
  }

  private isEnough({ seenFrom, seenTo, lambda }: Interval, bound: number): boolean {
    const { accuracy, relative, horizon } = this.aim;
    if (bound >= horizon) return true;
    const tolerance = Math.max(accuracy, relative * bound);
    if (!(Math.min(seenFrom, seenTo) - bound <= tolerance)) return false;
    // The distance cannot grow beyond this between the ends.
    const most = Math.min(seenFrom, this.beyond) + Math.min(seenTo, this.beyond) + lambda;
    return 0.5 * most - bound <= FOLLOW * tolerance;
  }

  private keep(interval: Interval): void {
    const { segment, p, from, to } = interval;
    this.begin(segment);
    this.found[p].pieces.push({ segment, from, to, lower: this.bound(interval) });
  }

  result(): ProfileResult {
    const { segments, aim, complete } = this;
    const answer = assembleProfile(this.found, segments.length, aim.horizon);
    return { ...aim, ...answer, complete, stats: { ...this.stats } };
  }
}
