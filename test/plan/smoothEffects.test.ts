/**
 * Shortcuts [A12], each as its paper has it: midpoints about a random point, nearer and nearer [A V-E], and a window that
 * grows and shrinks [B 4.3]. Who refuses all of them, or some, sees which are tried.
 */
import { describe, expect, it } from 'vitest';
import { type Checker, type CheckResult, emptyStats } from '../../src/check/index.ts';
import { Random } from '../../src/math/index.ts';
import type { StraightSegment } from '../../src/motion/index.ts';
import { PlanningSpace, type SmoothVariant, smoothPath } from '../../src/plan/index.ts';
import { slideMaze } from '../helpers/plan/slideMaze.ts';

const space = new PlanningSpace(slideMaze([0.99], 0.4));
// Weights count for lengths: one here, to see them.
const plain = new PlanningSpace(slideMaze([0.99], 0.4), { weights: [1, 1] });

/** Free or not as `judge` says, of the ends of a segment. */
function judged(judge: (from: Float64Array, to: Float64Array) => boolean): Checker {
  const nothing = { witness: null, witnesses: [], open: [], kept: null };
  return {
    method: 'ladder',
    check({ segment }): CheckResult {
      const { from, to } = segment as StraightSegment;
      const verdict = judge(from, to) ? 'free' : 'colliding';
      return { ...nothing, verdict, stats: emptyStats() };
    },
  };
}

/** Up and down, a hundred times: 101 waypoints. */
const ZIGZAG = Array.from({ length: 101 }, (_, i) =>
  Float64Array.from([-0.9 + 0.018 * i, i % 2 === 0 ? -0.4 : 0.4]),
);
const LEG = Math.hypot(0.018, 0.8);
const LENGTH = 100 * LEG;

/** How far along the zigzag a point of it is. */
function placeOf(q: Float64Array): number {
  const i = Math.min(99, Math.max(0, Math.floor((q[0] + 0.9) / 0.018 + 1e-9)));
  return LEG * (i + (q[0] - ZIGZAG[i][0]) / 0.018);
}

interface Attempt {
  readonly s: number;
  readonly e: number;
}

/** All shortcuts that are tried along the zigzag if none is free. */
function refused(variant: SmoothVariant, iterations: number): Attempt[] {
  const tried: Attempt[] = [];
  const checker = judged((from, to) => {
    tried.push({ s: placeOf(from), e: placeOf(to) });
    return false;
  });
  const options = { random: new Random(11), variant, iterations, patience: iterations, checker };
  const { length, before, waypoints, tried: count, taken } = smoothPath(plain, ZIGZAG, options);
  expect([length, taken]).toEqual([before, 0]);
  expect(count).toBe(tried.length);
  expect(waypoints).toEqual(ZIGZAG);
  return tried;
}

const sizes = (tried: readonly Attempt[]) => tried.map(({ s, e }) => e - s);
const mean = (list: readonly number[]) => list.reduce((sum, x) => sum + x, 0) / list.length;

describe('midpoints', () => {
  it('lie halfway to the ends about a random point, then halfway to the point, and so on', () => {
    const tried = refused('midpoints', 20);
    let [rounds, steps] = [0, 0];
    for (let i = 0; i < tried.length; ) {
      // The first of a round is from half of the way to the point to half of the way behind it.
      const point = 2 * tried[i].s;
      expect(tried[i].e).toBeCloseTo(0.5 * (point + LENGTH), 6);
      rounds++;
      let { s, e } = tried[i++];
      for (; i < tried.length; i++, steps++) {
        const [next, last] = [0.5 * (s + point), 0.5 * (e + point)];
        if (Math.abs(tried[i].s - next) > 1e-6 || Math.abs(tried[i].e - last) > 1e-6) break;
        [s, e] = [next, last];
      }
    }
    expect(rounds).toBe(20);
    // Each round comes down to a segment or two.
    expect(steps / rounds).toBeGreaterThan(3);
  });

  it('stop at the first that is free', () => {
    const random = new Random(4);
    let asked = 0;
    const checker = judged(() => {
      asked++;
      return true;
    });
    const once = smoothPath(plain, ZIGZAG, {
      random,
      variant: 'midpoints',
      iterations: 1,
      checker,
    });
    expect(once.taken).toBe(1);
    // And the two rests of segments that it leaves.
    expect(asked).toBeLessThanOrEqual(3);
    expect(once.length).toBeLessThan(0.6 * once.before);
  });
});

describe('the window', () => {
  it('gets smaller where nothing is free: shortcuts are tried that are shorter and shorter', () => {
    // Waypoints are left out first, or tried to: those begin and end at waypoints.
    const tried = refused('window', 800).filter(
      ({ s }) => Math.abs(s / LEG - Math.round(s / LEG)) > 1e-6,
    );
    const all = sizes(tried);
    expect(all.length).toBeGreaterThan(60);
    const [early, late] = [mean(all.slice(0, 8)), mean(all.slice(-20))];
    console.log(`shortcuts of ${early.toFixed(2)} at first, then of ${late.toFixed(2)}`);
    expect(late).toBeLessThan(0.25 * early);
    // It shrinks by a tenth a time, to a fiftieth of the path: nothing larger is tried then.
    all.slice(40).forEach((size) => {
      expect(size).toBeLessThanOrEqual(0.0201 * LENGTH);
    });
  });

  it('of pairs anywhere there is none: they are as far apart in the end as at first', () => {
    const all = sizes(refused('uniform', 200));
    expect(mean(all.slice(-80))).toBeGreaterThan(0.25 * LENGTH);
    expect(mean(all)).toBeGreaterThan(0.28 * LENGTH);
    expect(mean(all)).toBeLessThan(0.4 * LENGTH);
  });

  it('has more of its shortcuts taken than pairs of the whole path (seeds 1 to 4)', () => {
    // Nothing long is free.
    const rate = (variant: SmoothVariant) => {
      let [tried, taken] = [0, 0];
      for (let seed = 1; seed <= 4; seed++) {
        const checker = judged((from, to) => Math.hypot(to[0] - from[0], to[1] - from[1]) < 0.25);
        const options = { random: new Random(seed), variant, iterations: 300, patience: 300 };
        const result = smoothPath(plain, ZIGZAG, { ...options, checker });
        tried += result.tried;
        taken += result.taken;
      }
      return taken / tried;
    };
    const [window, uniform] = [rate('window'), rate('uniform')];
    console.log(
      `taken ${(100 * window).toFixed(0)} % in the window, ${(100 * uniform).toFixed(0)} % of all`,
    );
    expect(window).toBeGreaterThan(1.5 * uniform);
  });

  it('grows with success: shortcuts get longer again', () => {
    // Nothing is free, then ten shortcuts are, then nothing again.
    const before: number[] = [];
    const after: number[] = [];
    let taken = 0;
    const checker = judged((from, to) => {
      const across = to[0] - from[0];
      if (before.length < 700) before.push(across);
      else if (taken < 10) taken++;
      else after.push(across);
      return before.length === 700 && taken <= 10 && after.length === 0;
    });
    const limits = { iterations: 900, patience: 900 };
    const options = { random: new Random(2), variant: 'window' as const, ...limits, checker };
    smoothPath(plain, ZIGZAG, options);
    const [small, large] = [mean(before.slice(-20)), mean(after.slice(0, 6))];
    expect(large).toBeGreaterThan(5 * small);
  });
});

describe('both', () => {
  it.each(['corners', 'window', 'midpoints', 'uniform'] as const)(
    '%s: never longer, and stops when little is gained',
    (variant) => {
      const checker = judged(() => true);
      const few = smoothPath(plain, ZIGZAG, {
        random: new Random(3),
        variant,
        iterations: 1e4,
        checker,
      });
      expect(few.length).toBeLessThan(0.2 * LENGTH);
      expect(few.tried).toBeLessThan(100);
      for (const cell of [space, plain]) {
        const short = smoothPath(cell, ZIGZAG.slice(0, 3), {
          random: new Random(3),
          variant,
          checker,
        });
        expect(short.length).toBeLessThanOrEqual(short.before);
      }
    },
  );
});
