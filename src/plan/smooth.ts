/**
 * Path smoothing by random shortcuts [A12], each proven free before it is taken. Both variants of the
 * papers: `midpoints` [A V-E] tries to replace what lies around a random point between the middles of
 * both sides, and comes nearer to the point where that is not free; `window` [B 4.3] tries pairs of points
 * within a window that grows after a success and shrinks after a failure, once waypoints have been left
 * out where that can be. `uniform` is what the window is there to avoid: pairs of points from the whole path.
 *
 * The path never gets longer, and can be taken at any time. It may have many thousands of segments: to
 * find a place takes a binary search, to take a shortcut one addition for each segment behind it.
 */
import type { Checker, LadderRequest } from '../check/index.ts';
import type { Random } from '../math/index.ts';
import { StraightSegment } from '../motion/index.ts';
import type { PlanningSpace } from './space.ts';

/** Ways of choosing shortcuts, the usual one first. */
export const SMOOTH_VARIANTS = ['window', 'midpoints', 'uniform'] as const;

/** How shortcuts are chosen. */
export type SmoothVariant = (typeof SMOOTH_VARIANTS)[number];

export interface SmoothOptions {
  readonly random: Random;
  /** Default: window. */
  readonly variant?: SmoothVariant;
  /** Attempts. Default 200. */
  readonly iterations?: number;
  /**
   * Attempts in a row that together shorten the path by less than one percent, after which to stop.
   * Default 10, which gets most of what there is to be had; 50 leave little.
   */
  readonly patience?: number;
  /** Milliseconds; the result then depends on the machine. Default: no limit. */
  readonly timeLimit_ms?: number;
  readonly signal?: { readonly aborted: boolean };
  /** Default: the ladder. With one that only samples the result is not proven. */
  readonly checker?: Checker;
}

export interface SmoothResult {
  readonly waypoints: readonly Float64Array[];
  readonly before: number;
  readonly length: number;
  /** Shortcuts that were tried, and that were taken. */
  readonly tried: number;
  readonly taken: number;
}

/** A shortcut that saves less than this part of the path is not worth a proof. */
const WORTH = 1e-4;
const EDGE_BUDGET = 100_000;
/** Attempts that together shorten the path by less than this part of it are not worth more of them. */
const GAIN = 0.01;
const PATIENCE = 10;

/** Smooths a path of straight segments that is free. */
export function smoothPath(
  space: PlanningSpace,
  waypoints: readonly Float64Array[],
  options: SmoothOptions,
): SmoothResult {
  const deadline = performance.now() + (options.timeLimit_ms ?? Infinity);
  const result = new Smoother(space, waypoints, options, { strict: false, deadline }).run();
  return result ?? new Smoother(space, waypoints, options, { strict: true, deadline }).run()!;
}

/** A place on the path: on segment i, at t. */
interface Place {
  readonly i: number;
  readonly t: number;
}

class Smoother {
  private readonly space: PlanningSpace;
  private readonly options: SmoothOptions;
  private readonly checker: Checker;
  private readonly strict: boolean;
  private readonly deadline: number;
  private readonly points: Float64Array[];
  /** Per segment: its length, and whether it is known to be free only as a part of another. */
  private readonly lengths: number[];
  private readonly owed: boolean[];
  /** The way from the beginning to each waypoint. */
  private readonly way: number[] = [0];
  private tried = 0;
  private taken = 0;
  /** Width of the window, as a part of the path. */
  private share = 1;

  constructor(
    space: PlanningSpace,
    waypoints: readonly Float64Array[],
    options: SmoothOptions,
    { strict, deadline }: { readonly strict: boolean; readonly deadline: number },
  ) {
    this.space = space;
    this.options = options;
    this.strict = strict;
    this.deadline = deadline;
    this.checker = options.checker ?? space.prover;
    this.points = waypoints.map((q) => q.slice());
    // Values run on without jumps: lengths are those of the numbers.
    this.lengths = this.points.slice(1).map((q, i) => this.direct(this.points[i], q));
    this.owed = this.lengths.map(() => false);
    this.measure(0);
  }

  /** Null if a part of a proven segment could not be proven by itself. */
  run(): SmoothResult | null {
    const { iterations = 200, signal, variant = 'window', patience = PATIENCE } = this.options;
    const goesOn = () => !signal?.aborted && !(performance.now() > this.deadline);
    const before = this.length;
    let left = iterations;
    if (variant === 'window') left -= this.skipWaypoints(left, goesOn);
    let best = this.length;
    for (let idle = 0; left > 0 && idle < patience && this.points.length > 2 && goesOn(); left--) {
      if (variant === 'window') this.tryWindow();
      else if (variant === 'uniform') this.tryUniform();
      else this.tryMidpoints();
      idle++;
      if (this.length > (1 - GAIN) * best) continue;
      best = this.length;
      idle = 0;
    }
    if (!this.payDebts()) return null;
    const { points, tried, taken, length } = this;
    return { waypoints: points, before, length, tried, taken };
  }

  /** From each waypoint to one as far on as can be: half as far until that is free. Returns the attempts. */
  private skipWaypoints(most: number, goesOn: () => boolean): number {
    let attempts = 0;
    for (let i = 0; i + 2 < this.points.length; i++) {
      for (let j = this.points.length - 1; j > i + 1; j = (i + j) >> 1) {
        if (attempts++ >= most || !goesOn()) return attempts;
        if (this.shortcut({ i, t: 0 }, { i: j - 1, t: 1 })) break;
      }
    }
    return attempts;
  }

  /** Proves what so far is only known as a part of something proven, in its own rounded numbers. */
  private payDebts(): boolean {
    const { points, owed } = this;
    return owed.every((owes, i) => !owes || this.isFree(points[i], points[i + 1]));
  }

  private get length(): number {
    return this.way[this.way.length - 1];
  }

  /** Adds up the way from a waypoint on. */
  private measure(from: number): void {
    const { way, lengths } = this;
    way.length = lengths.length + 1;
    for (let i = from; i < lengths.length; i++) way[i + 1] = way[i] + lengths[i];
  }

  private direct(a: Float64Array, b: Float64Array): number {
    const { weights } = this.space;
    let sum = 0;
    for (let d = 0; d < weights.length; d++) sum += ((b[d] - a[d]) * weights[d]) ** 2;
    return Math.sqrt(sum);
  }

  private placeAt(s: number): Place {
    const { way } = this;
    // The first segment that ends there or behind.
    let i = 0;
    let last = way.length - 2;
    while (i < last) {
      const middle = (i + last) >> 1;
      if (way[middle + 1] < s) i = middle + 1;
      else last = middle;
    }
    const width = way[i + 1] - way[i];
    return { i, t: width > 0 ? Math.min(1, Math.max(0, (s - way[i]) / width)) : 0 };
  }

  private at({ i, t }: Place): Float64Array {
    const [a, b] = [this.points[i], this.points[i + 1]];
    if (t === 0) return a.slice();
    if (t === 1) return b.slice();
    return a.map((x, d) => x + t * (b[d] - x));
  }

  /** Two points of a window about a random place. */
  private tryWindow(): void {
    const { random } = this.options;
    const { length } = this;
    const width = this.share * length;
    const middle = random.unit() * length;
    const s = Math.max(0, middle - 0.5 * width * random.unit());
    const e = Math.min(length, middle + 0.5 * width * random.unit());
    const took = this.shortcut(this.placeAt(s), this.placeAt(e));
    this.share = took ? Math.min(1, 1.5 * this.share) : Math.max(0.02, 0.9 * this.share);
  }

  private tryUniform(): void {
    const { random } = this.options;
    const [s, e] = [random.unit() * this.length, random.unit() * this.length];
    this.shortcut(this.placeAt(Math.min(s, e)), this.placeAt(Math.max(s, e)));
  }

  private tryMidpoints(): boolean {
    const middle = this.options.random.unit() * this.length;
    let s = 0.5 * middle;
    let e = 0.5 * (middle + this.length);
    while (e - s > WORTH * this.length) {
      if (this.shortcut(this.placeAt(s), this.placeAt(e))) return true;
      s = 0.5 * (s + middle);
      e = 0.5 * (e + middle);
    }
    return false;
  }

  /** Replaces the path between two places by a straight segment, if that is proven free and shorter. */
  private shortcut(p: Place, q: Place): boolean {
    if (p.i === q.i) return false;
    const { points, lengths, way, owed } = this;
    const [a, b] = [this.at(p), this.at(q)];
    const across = this.direct(a, b);
    const around = this.wayTo(q) - this.wayTo(p);
    if (!(around - across > WORTH * this.length)) return false;
    this.tried++;
    if (!this.isFree(a, b)) return false;
    const added = [points[p.i]];
    const owes: boolean[] = [];
    // A rounded point does not lie on its segment to the bit: the parts are to be proven, in the end.
    if (p.t > 0) {
      added.push(a);
      owes.push(true);
    }
    owes.push(false);
    if (q.t < 1) {
      added.push(b);
      owes.push(true);
    }
    added.push(points[q.i + 1]);
    if (this.strict && !owes.every((owe, i) => !owe || this.isFree(added[i], added[i + 1]))) {
      return false;
    }
    const parts = added.slice(1).map((to, i) => this.direct(added[i], to));
    // As measured, rounding included: the path never gets longer.
    if (!(way[p.i] + parts.reduce((x, y) => x + y, 0) <= way[q.i + 1])) return false;
    points.splice(p.i + 1, q.i - p.i, ...added.slice(1, -1));
    lengths.splice(p.i, q.i + 1 - p.i, ...parts);
    owed.splice(p.i, q.i + 1 - p.i, ...(this.strict ? owes.map(() => false) : owes));
    this.measure(p.i);
    this.taken++;
    return true;
  }

  private wayTo({ i, t }: Place): number {
    return t === 1 ? this.way[i + 1] : this.way[i] + t * this.lengths[i];
  }

  private isFree(from: Float64Array, to: Float64Array): boolean {
    const segment = new StraightSegment(this.space.cell.tree, from, to);
    const request: LadderRequest = { segment, budget: EDGE_BUDGET, hasty: true };
    const { verdict } = this.checker.check(request);
    return verdict === 'free' || verdict === 'no collision found';
  }
}
