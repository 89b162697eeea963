/**
 * Corners that are cut where that saves most, and waypoints that are moved in the end: how short paths get, and what it
 * takes, against shortcuts between waypoints alone, shortcuts at random, and no moves. A disc in the plane is in the way,
 * so that the shortest path is known.
 */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Checker, type CheckResult, emptyStats } from '../../src/check/index.ts';
import { Random } from '../../src/math/index.ts';
import type { StraightSegment } from '../../src/motion/index.ts';
import { PlanningSpace, type SmoothOptions, smoothPath } from '../../src/plan/index.ts';
import { ACROSS, AWAY, Looks } from '../../src/plan/looks.ts';
import { Way } from '../../src/plan/smoothing/way.ts';
import { slideMaze } from '../helpers/plan/slideMaze.ts';

const space = new PlanningSpace(slideMaze([0.99], 0.4), { weights: [1, 1] });
const RADIUS = 0.4;

afterEach(() => {
  vi.restoreAllMocks();
});

/** How far a segment passes by the middle. */
function passesBy([px, py]: Float64Array, [qx, qy]: Float64Array): number {
  const [dx, dy] = [qx - px, qy - py];
  const square = dx * dx + dy * dy;
  const t = square > 0 ? Math.min(1, Math.max(0, -(px * dx + py * dy) / square)) : 0;
  return Math.hypot(px + t * dx, py + t * dy);
}

/** Free is what stays out of the disc, and has its ends where they may be. */
function discChecker(allowed: (q: Float64Array) => boolean = () => true) {
  const asked = { checks: 0, free: 0 };
  const nothing = { witness: null, witnesses: [], open: [], kept: null };
  const checker: Checker = {
    method: 'ladder',
    check({ segment }): CheckResult {
      const { from, to } = segment as StraightSegment;
      const free = allowed(from) && allowed(to) && passesBy(from, to) >= RADIUS;
      asked.checks++;
      if (free) asked.free++;
      return { ...nothing, verdict: free ? 'free' : 'colliding', stats: emptyStats() };
    },
  };
  return { checker, asked };
}

const point = (x: number, y: number) => Float64Array.from([x, y]);
/** Over the disc, with a corner far above it. */
const ROOF = [point(-0.9, 0), point(0, 0.95), point(0.9, 0)];
/** Two tangents and the arc between them. */
const TANGENT = Math.sqrt(0.81 - RADIUS * RADIUS);
const SHORTEST = 2 * TANGENT + RADIUS * (Math.PI - 2 * Math.acos(RADIUS / 0.9));

/** Random waypoints around the disc, from left to right. */
function detour(seed: number): Float64Array[] {
  const random = new Random(seed);
  const way = [point(-0.9, 0)];
  while (way.length < 12) {
    const turn = Math.PI * (1 - way.length / 12);
    const far = random.between(0.55, 0.98);
    way.push(point(far * Math.cos(turn), far * Math.sin(turn)));
  }
  return [...way, point(0.9, 0)];
}

interface Asked extends Partial<SmoothOptions> {
  readonly allowed?: (q: Float64Array) => boolean;
}

function smoothed(way: readonly Float64Array[], { allowed, ...options }: Asked = {}) {
  const { checker, asked } = discChecker(allowed);
  const result = smoothPath(space, way, { random: new Random(1), checker, ...options });
  result.waypoints.slice(1).forEach((q, i) => {
    expect(passesBy(result.waypoints[i], q)).toBeGreaterThanOrEqual(RADIUS);
  });
  expect(result.length).toBeLessThanOrEqual(result.before);
  return { ...result, ...asked };
}

describe('cuts inside of segments', () => {
  it('shorten what shortcuts between waypoints cannot', () => {
    // Leaving out the corner is not free: so it stays as it is.
    expect(passesBy(ROOF[0], ROOF[2])).toBeLessThan(RADIUS);
    const { length, before, checks } = smoothed(ROOF);
    console.log(
      `${before.toFixed(3)} becomes ${length.toFixed(3)}, at best ${SHORTEST.toFixed(3)}`,
    );
    expect(length).toBeLessThan(1.04 * SHORTEST);
    expect(before).toBeGreaterThan(1.2 * SHORTEST);
    expect(checks).toBeLessThanOrEqual(20);
  });

  it('leave little with patience', () => {
    for (let seed = 1; seed <= 5; seed++) {
      expect(smoothed(detour(seed), { patience: 200 }).length).toBeLessThan(1.02 * SHORTEST);
    }
  });

  it('take fewer proofs than shortcuts at random, for shorter paths (seeds 1 to 8)', () => {
    const sum = { corners: [0, 0], window: [0, 0] };
    for (let seed = 1; seed <= 8; seed++) {
      for (const variant of ['corners', 'window'] as const) {
        const { length, checks } = smoothed(detour(seed), { variant, random: new Random(seed) });
        sum[variant][0] += length / SHORTEST / 8;
        sum[variant][1] += checks / 8;
      }
    }
    console.log(`lengths and proofs: corners ${sum.corners}, window ${sum.window}`);
    expect(sum.corners[0]).toBeLessThan(0.995 * sum.window[0]);
    expect(sum.corners[1]).toBeLessThan(0.9 * sum.window[1]);
  });

  it('come in the order of what they save, and larger ones are not tried again', () => {
    const shortcut = vi.spyOn(Way.prototype, 'shortcut');
    const { checker } = discChecker();
    const check: Checker['check'] = (r) => ({ ...checker.check(r), verdict: 'colliding' });
    const refuse: Checker = { method: 'ladder', check };
    smoothPath(space, ROOF, { random: new Random(1), checker: refuse, patience: 1000 });
    // The first leaves out the waypoint, as is done before any cut.
    const cuts = shortcut.mock.calls.slice(1).map(([p, q]) => [1 - p.t, q.t]);
    const at = (end: Float64Array, part: number) => end.map((x, d) => part * (x - ROOF[1][d]));
    const saved = cuts.map(([u, v]) => {
      const [p, q] = [at(ROOF[0], u), at(ROOF[2], v)];
      return Math.hypot(...p) + Math.hypot(...q) - Math.hypot(p[0] - q[0], p[1] - q[1]);
    });
    expect(cuts.length).toBeGreaterThan(10);
    expect(saved).toEqual([...saved].sort((x, y) => y - x));
    cuts.forEach(([u, v], i) => {
      expect(cuts.slice(0, i).every(([x, y]) => u < x || v < y)).toBe(true);
    });
  });

  it('draw nothing at random', () => {
    const ways = [1, 2].map((seed) => smoothed(detour(3), { random: new Random(seed) }).waypoints);
    expect(ways[0]).toEqual(ways[1]);
  });
});

describe('the last pass', () => {
  it('shortens what cannot be cut, and adds no waypoints', () => {
    // Waypoints may be above the middle alone.
    const allowed = ([x]: Float64Array) => Math.abs(x) < 1e-9 || Math.abs(x) === 0.9;
    const run = () => smoothed(ROOF, { allowed });
    const moved = run();
    expect(moved.waypoints.length).toBe(3);
    const move = vi.spyOn(Way.prototype, 'move').mockImplementation(() => false);
    const left = run();
    console.log(`${moved.length.toFixed(3)}, without moves ${left.length.toFixed(3)}`);
    expect(left.length).toBe(left.before);
    expect(moved.length).toBeLessThan(0.8 * left.length);
    expect(moved.length).toBeLessThan(1.03 * SHORTEST);
    // Half as far each time that it fails.
    expect(move.mock.calls.length).toBeLessThanOrEqual(3);
  });
});

describe('looks', () => {
  it('do not go along the motion from its beginning, and stop at the first that is not free', () => {
    const seen: number[] = [];
    const walled = new PlanningSpace(slideMaze([0], 0.4));
    const looks = new Looks(walled);
    const isFree = vi.spyOn(walled, 'isFree').mockImplementation((q) => {
      seen.push(q[0]);
      return true;
    });
    const firsts = [ACROSS, AWAY].map((places) => {
      seen.length = 0;
      expect(looks.pass(point(0, 0), point(0.64, 0), 6, places)).toBe(true);
      return seen.map((x) => Math.round(100 * x));
    });
    expect(firsts).toEqual([
      [44, 20, 57, 7, 51, 13],
      [16, 6, 34, 50, 2, 12],
    ]);
    isFree.mockRestore();
    const before = looks.taken;
    // The wall is where the first look is.
    expect(looks.pass(point(-0.44, -0.5), point(0.2, -0.5), 7)).toBe(false);
    expect(looks.taken - before).toBe(1);
  });
});
