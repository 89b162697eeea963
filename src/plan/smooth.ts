/**
 * Path smoothing by random shortcuts [A12], each proven free before it is taken. Both variants of the
 * papers: `midpoints` [A V-E] tries to replace what lies around a random point between the middles of
 * both sides, and comes nearer to the point where that is not free; `window` [B 4.3] tries pairs of points
 * within a window that grows after a success and shrinks after a failure.
 *
 * The path never gets longer, and can be taken at any time.
 */
import { type Checker, createChecker } from '../check/index.ts';
import type { Random } from '../math/index.ts';
import { StraightSegment } from '../motion/index.ts';
import type { PlanningSpace } from './space.ts';

export type SmoothVariant = 'midpoints' | 'window';

export interface SmoothOptions {
  readonly random: Random;
  /** Default: window. */
  readonly variant?: SmoothVariant;
  /** Attempts. Default 200. */
  readonly iterations?: number;
  /** Milliseconds; the result then depends on the machine. Default: no limit. */
  readonly timeLimit_ms?: number;
  readonly signal?: { readonly aborted: boolean };
  /** Default: the ladder. */
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

/** Attempts of the midpoints variant nearer and nearer to a point. */
const DEPTH = 4;
/** A shortcut that saves less than this part of the path is not worth a proof. */
const WORTH = 1e-4;
const EDGE_BUDGET = 100_000;

/** Smooths a path of straight segments that is free. */
export function smoothPath(
  space: PlanningSpace,
  waypoints: readonly Float64Array[],
  options: SmoothOptions,
): SmoothResult {
  return new Smoother(space, waypoints, options).run();
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
  private points: Float64Array[];
  /** Way from the beginning to each waypoint. */
  private way: number[] = [];
  private tried = 0;
  private taken = 0;
  /** Width of the window, as a part of the path. */
  private share = 1;

  constructor(space: PlanningSpace, waypoints: readonly Float64Array[], options: SmoothOptions) {
    this.space = space;
    this.options = options;
    this.checker = options.checker ?? createChecker(space.cell);
    this.points = waypoints.map((q) => q.slice());
    this.measure();
  }

  run(): SmoothResult {
    const { iterations = 200, timeLimit_ms = Infinity, signal, variant = 'window' } = this.options;
    const deadline = performance.now() + timeLimit_ms;
    const before = this.length;
    for (let k = 0; k < iterations && this.points.length > 2; k++) {
      if (signal?.aborted || performance.now() > deadline) break;
      if (variant === 'window') this.tryWindow();
      else this.tryMidpoints();
    }
    const { points, tried, taken, length } = this;
    return { waypoints: points, before, length, tried, taken };
  }

  private get length(): number {
    return this.way[this.way.length - 1];
  }

  /** Values run on without jumps: lengths are those of the numbers. */
  private measure(): void {
    const { points } = this;
    this.way = [0];
    for (let i = 0; i + 1 < points.length; i++) {
      this.way.push(this.way[i] + this.direct(points[i], points[i + 1]));
    }
  }

  private direct(a: Float64Array, b: Float64Array): number {
    const { weights } = this.space;
    let sum = 0;
    for (let d = 0; d < weights.length; d++) sum += ((b[d] - a[d]) * weights[d]) ** 2;
    return Math.sqrt(sum);
  }

  private placeAt(s: number): Place {
    const { way } = this;
    let i = 0;
    while (i + 2 < way.length && way[i + 1] < s) i++;
    const width = way[i + 1] - way[i];
    return { i, t: width > 0 ? Math.min(1, Math.max(0, (s - way[i]) / width)) : 0 };
  }

  private at({ i, t }: Place): Float64Array {
    const [a, b] = [this.points[i], this.points[i + 1]];
    if (t === 0) return a.slice();
    if (t === 1) return b.slice();
    return a.map((x, d) => x + t * (b[d] - x));
  }

  private tryWindow(): void {
    const { random } = this.options;
    const { length } = this;
    const width = this.share * length;
    const middle = random.unit() * length;
    const s = Math.max(0, middle - 0.5 * width * random.unit());
    const e = Math.min(length, middle + 0.5 * width * random.unit());
    const took = this.shortcut(s, e);
    this.share = took ? Math.min(1, 1.5 * this.share) : Math.max(0.02, 0.9 * this.share);
  }

  private tryMidpoints(): void {
    const middle = this.options.random.unit() * this.length;
    let s = 0.5 * middle;
    let e = 0.5 * (middle + this.length);
    for (let k = 0; k < DEPTH; k++) {
      if (this.shortcut(s, e)) return;
      s = 0.5 * (s + middle);
      e = 0.5 * (e + middle);
    }
  }

  /** Replaces the path between two places by a straight segment, if that is proven free and shorter. */
  private shortcut(s: number, e: number): boolean {
    const [p, q] = [this.placeAt(s), this.placeAt(e)];
    if (p.i === q.i) return false;
    const [a, b] = [this.at(p), this.at(q)];
    const saved = e - s - this.direct(a, b);
    if (!(saved > WORTH * this.length)) return false;
    this.tried++;
    // Parts of segments are proven anew: a rounded point does not lie on the segment to the bit.
    const added: [Float64Array, Float64Array][] = [[a, b]];
    if (p.t > 0) added.push([this.points[p.i], a]);
    if (q.t < 1) added.push([b, this.points[q.i + 1]]);
    for (const [from, to] of added) if (!this.isFree(from, to)) return false;
    const kept = this.points.slice(0, p.i + 1);
    if (p.t > 0) kept.push(a);
    if (q.t < 1) kept.push(b);
    const points = [...kept, ...this.points.slice(q.i + 1)];
    const [old, way] = [this.points, this.way];
    this.points = points;
    this.measure();
    if (this.length <= way[way.length - 1]) {
      this.taken++;
      return true;
    }
    this.points = old;
    this.way = way;
    return false;
  }

  private isFree(from: Float64Array, to: Float64Array): boolean {
    const segment = new StraightSegment(this.space.cell.tree, from, to);
    return this.checker.check({ segment, budget: EDGE_BUDGET }).verdict === 'free';
  }
}
