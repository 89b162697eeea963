/**
 * The clearance profile of a path [A15]: for every pair that comes near, step by step along the path,
 * how near it comes, from below proven and from above seen.
 *
 * A use of Lemma 1 (lemma/lemma1.ts): the quantity is the distance of two bodies, the goal a bound that follows the
 * distances seen, and is as near to the smallest of them as was asked for. All open intervals of one width are looked at before any smaller one, in order of t: poses are
 * computed once for all pairs that are open there, and whatever ends the search finds the whole path known about
 * equally well.
 */
import { type Cell, Nearness, PairQuery, requireTests } from '../../cell/index.ts';
import type { Kinematics } from '../../kinematics/index.ts';
import { InputError, U } from '../../math/index.ts';
import type { Path, Segment } from '../../motion/index.ts';
import { BodyDistance } from '../lemma/bodyDistance.ts';
import { ConfigurationCache } from '../lemma/configurations.ts';
import { CurveLengths } from '../lemma/curveLengths.ts';
import { Division, type LemmaUse, type Sample } from '../lemma/division.ts';
import { Interval } from '../lemma/interval.ts';
import { FAR, leastBetween, MIN_WIDTH, SUMS } from '../lemma/lemma1.ts';
import type { MovingPairs } from '../lemma/movingPairs.ts';
import { LevelByLevel } from '../lemma/openIntervals.ts';
import { Limits } from '../limits.ts';
import { emptyStats } from '../request.ts';
import { PathPairs } from '../sweep/pathPairs.ts';
import {
  assembleProfile,
  type FoundProfile,
  type ProfileRequest,
  type ProfileResult,
} from './profileResult.ts';

const DEFAULT_TESTS = 200_000;

/**
 * Nowhere on a piece is the distance more above what is proven than so many times the accuracy: the
 * profile shall follow the motion, and not only know the smallest distance of long pieces.
 */
const FOLLOW = 8;

/** What is measured is off by no more than this, metres or the part of it that is more: about what rounding does. */
const MEASURED = [1e-13, 1e-12] as const;

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
  const search = new ProfileSearch(cell, path, { accuracy, relative, horizon });
  search.run(new Limits(request, DEFAULT_TESTS), request.onProgress);
  return search.result();
}

interface Aim {
  readonly accuracy: number;
  readonly relative: number;
  readonly horizon: number;
}

class ProfileSearch implements LemmaUse {
  private readonly segments: readonly Segment[];
  private readonly aim: Aim;
  private readonly path: PathPairs;
  private readonly moving: MovingPairs;
  private readonly stats = emptyStats();
  private readonly query = new BodyDistance('threshold', 0, this.stats);
  private readonly exact = new PairQuery();
  /** Per pair: where its nearest triangles were. */
  private readonly nearness: readonly Nearness[];
  private readonly lengths: CurveLengths;
  /** Of the configuration at hand and no other: pairs that are open there come in a row. */
  private readonly configurations: ConfigurationCache;
  private readonly pose = new Float64Array(12);
  private readonly found: readonly FoundProfile[];
  /** Beyond the horizon by its tolerance: distances above this are not measured. */
  private readonly beyond: number;
  /** Of each pair, the smallest distance seen so far. */
  private readonly least: Float64Array;
  /** Of each pair, what the errors of the segment at hand take off. */
  private readonly errors: Float64Array;
  private readonly division = new Division(this);
  private readonly queue = new LevelByLevel();
  private begun = -1;
  private complete = true;

  constructor(cell: Cell, { segments }: Path, aim: Aim) {
    this.segments = segments;
    this.aim = aim;
    this.beyond = aim.horizon + Math.max(aim.accuracy, aim.relative * aim.horizon);
    const request = { reach: aim.horizon, widens: true, swept: true };
    this.path = new PathPairs(cell, segments, request, this.stats);
    this.moving = this.path.moving;
    this.lengths = new CurveLengths(cell, 2);
    this.configurations = new ConfigurationCache(cell.tree, this.stats, 1);
    this.errors = new Float64Array(this.moving.pairs.length);
    this.least = new Float64Array(this.moving.pairs.length).fill(Number.POSITIVE_INFINITY);
    this.nearness = this.moving.pairs.map(() => new Nearness(...MEASURED));
    this.found = this.moving.pairs.map(({ pair, a, b }) => ({
      pair,
      bodies: [a.name, b.name],
      pieces: [],
      samples: [],
    }));
  }

  run(limits: Limits, onProgress: ProfileRequest['onProgress']): void {
    const { queue, stats } = this;
    const total = this.segments.length;
    const report = (settled: number) =>
      onProgress?.({ settled, segments: total, tests: stats.tests });
    this.start(limits);
    let reported = 0;
    const next = () => {
      if (stats.tests - reported >= PROGRESS_EVERY) {
        reported = stats.tests;
        const open = new Set<number>();
        queue.forEach(({ segment }) => {
          open.add(segment);
        });
        report(total - open.size);
      }
      return queue.count > 0 ? queue : null;
    };
    this.division.run(next, limits, stats);
    if (queue.count > 0) this.complete = false;
    queue.forEach((interval) => {
      this.keep(interval);
    });
    report(total);
  }

  /** Whole segments, one after the other. */
  private start(limits: Limits): void {
    const { pairs } = this.moving;
    // At the end of the segment before: what is proven, and seen; negative where nobody looked.
    const ends = pairs.map((): Sample => ({ eta: -1, seen: -1 }));
    const lambdas = new Float64Array(pairs.length);
    const begins = pairs.map((): Sample => ({ eta: -1, seen: -1 }));
    const interval = new Interval();
    let end: Float64Array | null = null;
    for (let s = 0; s < this.segments.length; s++) {
      this.begin(s);
      const middle = this.configurations.at(0.5);
      pairs.forEach((pair, p) => {
        if (!this.path.isNear(s, p)) return;
        this.lengths.measure(pair, middle, 0, 0.5, 1);
        lambdas[p] = (this.lengths.lambdaLeft + this.lengths.lambdaRight) * (1 + 2 * U);
      });
      const { q } = this.configurations.at(0);
      // Where a segment begins as the one before ends, the distances are known.
      const joined = end !== null && q.every((x, d) => x === end![d]);
      for (let p = 0; p < pairs.length; p++) {
        const begin = begins[p];
        if (limits.reached() || !this.path.isNear(s, p)) begin.seen = begin.eta = -1;
        else if (joined && ends[p].seen >= 0) {
          begin.eta = ends[p].eta;
          begin.seen = ends[p].seen;
          this.note(s, p, 0, begin);
        } else {
          this.sampleInto(s, p, 0, 0.5 * lambdas[p] + this.near(p), Infinity, begin);
          limits.left--;
        }
      }
      end = this.configurations.at(1).q.slice();
      for (let p = 0; p < pairs.length; p++) {
        const lambda = lambdas[p];
        const [from, to] = [begins[p], ends[p]];
        if (!this.path.isNear(s, p)) {
          to.seen = to.eta = -1;
          this.found[p].pieces.push({ segment: s, from: 0, to: 1, lower: this.path.reach });
          continue;
        }
        if (from.eta < 0 || limits.reached()) to.seen = to.eta = -1;
        else {
          this.sampleInto(s, p, 1, lambda - from.eta + 2 * this.near(p), from.seen + lambda, to);
          limits.left--;
        }
        if (to.eta < 0 || !(lambda < FAR)) {
          // Not looked at; or a half-space that turns: no bound holds for all its points.
          this.found[p].pieces.push({ segment: s, from: 0, to: 1, lower: 0 });
          this.complete = false;
          continue;
        }
        interval.segment = s;
        interval.pair = p;
        interval.from = 0;
        interval.to = 1;
        interval.lambda = lambda;
        interval.etaFrom = from.eta;
        interval.etaTo = to.eta;
        interval.seenFrom = from.seen;
        interval.seenTo = to.seen;
        this.division.insert(interval);
      }
    }
  }

  private begin(s: number): void {
    if (this.begun === s) return;
    this.begun = s;
    this.configurations.begin(this.segments[s]);
    this.lengths.begin(this.segments[s]);
    this.moving.pairs.forEach((pair, p) => {
      this.errors[p] = pair.contact + pair.rounding + this.lengths.evaluationError(pair);
    });
  }

  /** Open unless it is known well enough; it becomes a piece then, and where it is too short to divide. */
  isOpen(interval: Interval, isNew: boolean): boolean {
    // What is enough does not change while it waits.
    if (!isNew) return true;
    const { from, to, lambda } = interval;
    if (this.isEnough(interval, this.bound(interval))) {
      this.keep(interval);
      return false;
    }
    if (to - from > MIN_WIDTH && lambda > 0) return true;
    this.keep(interval);
    this.complete = false;
    return false;
  }

  put(interval: Interval): void {
    this.queue.push(interval);
  }

  placeIn({ from, to }: Interval): number {
    return from + 0.5 * (to - from);
  }

  measure({ segment, pair, from, to }: Interval, at: number): CurveLengths {
    this.begin(segment);
    const kin = this.configurations.at(at);
    this.lengths.measure(this.moving.pairs[pair], kin, from, at, to);
    return this.lengths;
  }

  lookInto(interval: Interval, at: number, left: number, right: number, out: Sample): void {
    const { segment, pair, etaFrom, etaTo, seenFrom, seenTo } = interval;
    const needed = Math.max(left - etaFrom, right - etaTo) + 2 * this.near(pair);
    const atMost = Math.min(seenFrom + left, seenTo + right);
    this.sampleInto(segment, pair, at, needed, atMost, out);
  }

  /** Distance of the bodies, as placed, beyond which it is not measured. */
  private near(p: number): number {
    return this.beyond + this.errors[p];
  }

  /**
   * Looks at a pair at a time of the segment at hand. A proven distance of `needed` would be enough; the distance
   * seen will be at most `atMost`.
   */
  private sampleInto(
    s: number,
    p: number,
    t: number,
    needed: number,
    atMost: number,
    out: Sample,
  ): void {
    const { a, b } = this.moving.pairs[p];
    const near = this.near(p);
    const kin: Kinematics = this.configurations.at(t);
    this.stats.tests++;
    kin.relativePoseInto(a.frame, b.frame, this.pose, 0);
    out.eta = 0;
    out.seen = Number.POSITIVE_INFINITY;
    if (!(atMost <= this.beyond)) {
      this.query.ask(a, b, this.pose, Math.max(needed, near), near);
      out.eta = this.query.lower;
      // Hulls apart: neither body is inside the other. Else that is looked for below.
      if (out.eta >= near && this.query.hullsApart) return;
    }
    const { exact } = this;
    exact.measureAbout(a, b, this.pose, 0, near, this.nearness[p]);
    if (exact.upper === 0) {
      out.eta = 0;
      out.seen = 0;
    } else {
      out.eta = Math.max(out.eta, exact.lower);
      out.seen = Math.max(0, exact.upper - a.padding - b.padding);
    }
    this.note(s, p, t, out);
  }

  private note(segment: number, p: number, t: number, { seen }: Sample): void {
    if (!(seen < Infinity)) return;
    this.found[p].samples.push({ segment, t, distance: seen });
    this.least[p] = Math.min(this.least[p], seen);
  }

  /** What is proven for an interval of the segment at hand. */
  private bound({ pair, etaFrom, etaTo, seenFrom, seenTo, lambda }: Interval): number {
    const rounding = SUMS * (etaFrom + etaTo + lambda);
    const bound = leastBetween(etaFrom, etaTo, lambda) - this.errors[pair] - rounding;
    return Math.max(0, Math.min(bound, seenFrom, seenTo));
  }

  private isEnough({ pair, seenFrom, seenTo, lambda }: Interval, bound: number): boolean {
    const { accuracy, relative, horizon } = this.aim;
    if (bound >= horizon) return true;
    // What the pair keeps on the whole path is the smallest bound: none is farther below what was seen than the accuracy.
    if (bound < this.least[pair] - accuracy) return false;
    const tolerance = Math.max(accuracy, relative * bound);
    if (!(Math.min(seenFrom, seenTo) - bound <= tolerance)) return false;
    // The distance cannot grow beyond this between the ends.
    const most = Math.min(seenFrom, this.beyond) + Math.min(seenTo, this.beyond) + lambda;
    return 0.5 * most - bound <= FOLLOW * tolerance;
  }

  private keep(interval: Interval): void {
    const { segment, pair, from, to } = interval;
    this.begin(segment);
    this.found[pair].pieces.push({ segment, from, to, lower: this.bound(interval) });
  }

  result(): ProfileResult {
    const { segments, aim, complete } = this;
    const others = this.path.reach;
    const answer = assembleProfile(this.found, segments.length, aim.horizon, others);
    return { ...aim, others, ...answer, complete, stats: { ...this.stats } };
  }
}
