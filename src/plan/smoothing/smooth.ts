/**
 * Path smoothing by shortcuts [A12], each proven free before it is taken. `corners` takes them in the order of what they
 * save (corners.ts). The others draw them at random, as the papers do: `midpoints` [A V-E] tries to replace what lies
 * around a random point between the middles of both sides, and comes nearer to the point where that is not free; `window`
 * [B 4.3] tries pairs of points within a window that grows after a success and shrinks after a failure. `uniform` is what
 * the window is there to avoid: pairs of points from the whole path. `corners` and `window` first leave out waypoints where
 * that can be.
 *
 * The path never gets longer, and can be taken at any time. It may have many thousands of segments.
 */
import type { Checker } from '../../check/index.ts';
import type { Random } from '../../math/index.ts';
import type { PlanningSpace } from '../space.ts';
import { Corners } from './corners.ts';
import { Way, WORTH } from './way.ts';

/** Ways of choosing shortcuts, the usual one first. */
export const SMOOTH_VARIANTS = ['corners', 'window', 'midpoints', 'uniform'] as const;

/** How shortcuts are chosen. */
export type SmoothVariant = (typeof SMOOTH_VARIANTS)[number];

export interface SmoothOptions {
  readonly random: Random;
  /** Default: corners. */
  readonly variant?: SmoothVariant;
  /** Attempts. Default 200. */
  readonly iterations?: number;
  /**
   * Attempts in a row that together shorten the path by less than one percent, after which to stop. Of `corners` each
   * attempt has to save something, after failures more: a percent with a patience of 10, the less the more there is of it. Default
   * 10, which gets most of what there is to be had; 50 leave little.
   */
  readonly patience?: number;
  /** Milliseconds; the result then depends on the machine. Default: no limit. */
  readonly timeLimit_ms?: number;
  readonly signal?: { readonly aborted: boolean };
  /** Whether parts of the path's segments are proven with them, as who planned it says. Default false. */
  readonly withParts?: boolean;
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

/** Attempts that together shorten the path by less than this part of it are not worth more of them. */
const GAIN = 0.01;
const PATIENCE = 10;
/** Looks at a segment that leaves out waypoints, before it is proven. */
const SKIP_LOOKS = 9;

/** Smooths a path of straight segments that is free. */
export function smoothPath(
  space: PlanningSpace,
  waypoints: readonly Float64Array[],
  options: SmoothOptions,
): SmoothResult {
  const deadline = performance.now() + (options.timeLimit_ms ?? Infinity);
  const smoother = (strict: boolean) => {
    const { checker, withParts = false } = options;
    const way = new Way(space, waypoints, { checker, withParts, strict });
    return new Smoother(way, options, deadline);
  };
  return smoother(false).run() ?? smoother(true).run()!;
}

class Smoother {
  private readonly way: Way;
  private readonly options: SmoothOptions;
  private readonly deadline: number;
  /** Width of the window, as a part of the path. */
  private share = 1;

  constructor(way: Way, options: SmoothOptions, deadline: number) {
    this.way = way;
    this.options = options;
    this.deadline = deadline;
  }

  /** Null if a part of a proven segment could not be proven by itself. */
  run(): SmoothResult | null {
    const { way } = this;
    const { iterations = 200, variant = 'corners', patience = PATIENCE } = this.options;
    const before = way.length;
    let left = iterations;
    const skips = variant === 'corners' ? SKIP_LOOKS : 0;
    if (variant === 'window' || skips > 0) left -= this.skipWaypoints(left, skips);
    if (variant === 'corners') this.cutCorners(left, patience);
    else this.tryAtRandom(variant, left, patience);
    if (!way.payDebts()) return null;
    const { points, tried, taken, length } = way;
    return { waypoints: points, before, length, tried, taken };
  }

  private goesOn(): boolean {
    return !this.options.signal?.aborted && !(performance.now() > this.deadline);
  }

  /** From each waypoint to one as far on as can be: half as far until that is free. Returns the attempts. */
  private skipWaypoints(most: number, looks: number): number {
    const { way } = this;
    let attempts = 0;
    for (let i = 0; i + 2 < way.points.length; i++) {
      for (let j = way.points.length - 1; j > i + 1; j = (i + j) >> 1) {
        if (attempts++ >= most || !this.goesOn()) return attempts;
        if (way.shortcut({ i, t: 0 }, { i: j - 1, t: 1 }, looks)) break;
      }
    }
    return attempts;
  }

  private cutCorners(most: number, patience: number): void {
    const corners = new Corners(this.way, patience);
    for (let left = most; left > 0 && this.goesOn() && corners.step(); left--);
  }

  private tryAtRandom(variant: SmoothVariant, most: number, patience: number): void {
    const { way } = this;
    let best = way.length;
    for (let left = most, idle = 0; left > 0 && idle < patience && this.goesOn(); left--) {
      if (way.points.length <= 2) return;
      if (variant === 'window') this.tryWindow();
      else if (variant === 'uniform') this.tryUniform();
      else this.tryMidpoints();
      idle++;
      if (way.length > (1 - GAIN) * best) continue;
      best = way.length;
      idle = 0;
    }
  }

  /** Two points of a window about a random place. */
  private tryWindow(): void {
    const { way } = this;
    const { random } = this.options;
    const { length } = way;
    const width = this.share * length;
    const middle = random.unit() * length;
    const s = Math.max(0, middle - 0.5 * width * random.unit());
    const e = Math.min(length, middle + 0.5 * width * random.unit());
    const took = way.shortcut(way.placeAt(s), way.placeAt(e));
    this.share = took ? Math.min(1, 1.5 * this.share) : Math.max(0.02, 0.9 * this.share);
  }

  private tryUniform(): void {
    const { way } = this;
    const { random } = this.options;
    const [s, e] = [random.unit() * way.length, random.unit() * way.length];
    way.shortcut(way.placeAt(Math.min(s, e)), way.placeAt(Math.max(s, e)));
  }

  private tryMidpoints(): boolean {
    const { way } = this;
    const middle = this.options.random.unit() * way.length;
    let s = 0.5 * middle;
    let e = 0.5 * (middle + way.length);
    while (e - s > WORTH * way.length) {
      if (way.shortcut(way.placeAt(s), way.placeAt(e))) return true;
      s = 0.5 * (s + middle);
      e = 0.5 * (e + middle);
    }
    return false;
  }
}
