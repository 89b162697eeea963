/** Trajectories as ROS controllers execute them. */
import { describe, expect, it, test } from 'vitest';
import { InputError, Random, U } from '../../src/math/index.ts';
import {
  buildPath,
  COEFFICIENTS,
  floatingDofs,
  type Path,
  PolynomialSegment,
  timedPath,
} from '../../src/motion/index.ts';
import { Dyadic, derivativeAt, sizeOf } from '../helpers/motion/exactPolynomial.ts';
import { randomPoint, testTree } from '../helpers/motion/trees.ts';

const tree = testTree();
const count = tree.dofs.length;
const codes = (path: Path) => path.notes.map(({ code }) => code);

function faultOf(work: () => unknown) {
  try {
    work();
  } catch (error) {
    if (error instanceof InputError) return error.fault;
    throw error;
  }
  return { code: 'none', message: '', hint: '' };
}

const own = (segment: PolynomialSegment, d: number) =>
  segment.coefficients.subarray(COEFFICIENTS * d, COEFFICIENTS * (d + 1));

/** Points with velocities and accelerations: any, at rest, along a line, far out, or fast. */
function trajectory(random: Random) {
  const kind = random.below(5);
  const n = 2 + random.below(4);
  const scale = kind === 3 ? 1e5 : 2;
  const waypoints = Array.from({ length: n }, () => randomPoint(tree, random, scale));
  const times = [0];
  while (times.length < n) times.push(times[times.length - 1] + 10 ** random.between(-3, 1.5));
  const rows = (size: number) =>
    waypoints.map(() => Float64Array.from(waypoints[0], () => size * random.between(-1, 1)));
  let velocities = rows(kind === 4 ? 1e3 : 1);
  let accelerations = rows(kind === 4 ? 1e4 : 1);
  if (kind === 1) velocities = velocities.map((row) => row.fill(0));
  if (kind === 2) {
    // Everything cancels but the line.
    for (let i = 1; i < n; i++) {
      const step = times[i] - times[i - 1];
      waypoints[i] = waypoints[i - 1].map((x, d) => x + velocities[0][d] * step);
    }
    velocities = velocities.map(() => velocities[0]);
    accelerations = accelerations.map((row) => row.fill(0));
  }
  return { waypoints, times, velocities, accelerations };
}

describe('splines (seed 521)', () => {
  const random = new Random(521);
  const cases = Array.from({ length: 60 }, () => trajectory(random));

  it.each(['cubic', 'quintic'] as const)('%s: have what was asked for at both ends', (kind) => {
    for (const { accelerations, ...given } of cases) {
      const path = timedPath(tree, kind === 'quintic' ? { ...given, accelerations } : given);
      path.segments.forEach((segment, i) => {
        if (!(segment instanceof PolynomialSegment)) throw new Error('not a spline');
        const duration = given.times[i + 1] - given.times[i];
        for (let d = 0; d < count; d++) {
          const c = own(segment, d);
          // Six conditions, or four, make one polynomial of degree five, or three.
          if (kind === 'cubic') expect([c[4], c[5]]).toEqual([0, 0]);
          for (const [end, t] of [
            [i, 0],
            [i + 1, 1],
          ]) {
            const asked = [
              given.waypoints[end][d],
              given.velocities[end][d] * duration,
              ...(kind === 'quintic' ? [accelerations[end][d] * duration * duration] : []),
            ];
            asked.forEach((value, k) => {
              const off = derivativeAt(c, k, Dyadic.of(t)).minus(Dyadic.of(value)).abs().number();
              const size = sizeOf(c, k) + sizeOf(c, 0) + Math.abs(given.waypoints[i + 1][d]);
              expect(off).toBeLessThanOrEqual(200 * U * size);
            });
          }
        }
      });
    }
  });

  it('begin and end at the waypoints, and join, within a few ulp', () => {
    for (const given of cases) {
      for (const some of [given, { ...given, accelerations: [] }]) {
        const path = timedPath(tree, some);
        path.segments.forEach((segment, i) => {
          if (!(segment instanceof PolynomialSegment)) throw new Error('not a spline');
          expect(segment.from).toEqual(given.waypoints[i]);
          const error = new Float64Array(count);
          segment.errorUpperInto(error, 0);
          for (let d = 0; d < count; d++) {
            const c = own(segment, d);
            const goal = given.waypoints[i + 1][d];
            const end = derivativeAt(c, 0, Dyadic.of(1));
            const off = Math.abs(end.minus(Dyadic.of(goal)).number());
            const last = Math.abs(c[5] || c[3]);
            expect(off).toBeLessThanOrEqual(1.01 * U * last + 1e-30 * sizeOf(c, 0));
            // As the next segment begins there: the ends meet within the segment's error.
            expect(Math.abs(segment.to[d] - goal)).toBeLessThanOrEqual(0.5 * error[d]);
          }
        });
      }
    }
  });
});

describe('what a segment is', () => {
  const zero = new Float64Array(count);
  const points = [0, 1, 2, 3].map((x) => new Float64Array(count).fill(0.1 * x));
  const given = { waypoints: points, times: [0, 1, 2, 4] };

  const degrees = (path: Path) =>
    path.segments.map((segment) => {
      if (!(segment instanceof PolynomialSegment)) return 1;
      const c = own(segment, 0);
      return c[5] !== 0 ? 5 : c[3] !== 0 ? 3 : 0;
    });

  it('depends on what both of its points say', () => {
    const path = timedPath(tree, {
      ...given,
      velocities: [zero, zero, zero, null],
      accelerations: [zero, zero, null, null],
    });
    expect(degrees(path)).toEqual([5, 3, 1]);
    expect(path.summary).toBe(
      'quintic, cubic, straight segments, as a ROS controller executes them',
    );
    expect(path.interpolation).toBe('controller');
    expect(path.times).toEqual([0, 1, 2, 4]);
  });

  it('is straight without velocities, also with accelerations', () => {
    const path = timedPath(tree, { ...given, accelerations: points.map(() => zero) });
    expect(degrees(path)).toEqual([1, 1, 1]);
    expect(codes(path)).toEqual(['path/accelerations']);
    expect(codes(timedPath(tree, given))).toEqual([]);
    expect(timedPath(tree, given).segments).toEqual(buildPath(tree, points).segments);
  });

  it('overshoots as splines do', () => {
    // From rest at 0 with a strong pull: 3 t^2 - 2 t^3 + ... beyond its end.
    const fast = [zero, zero.map(() => -6)];
    const path = timedPath(tree, {
      waypoints: [zero, zero.map(() => 1)],
      times: [0, 1],
      velocities: fast,
    });
    const [low, high] = [new Float64Array(count), new Float64Array(count)];
    path.segments[0].rangeInto(low, high);
    // 9 t^2 - 8 t^3 has its maximum at t = 3/4: 27/16.
    expect(high[0]).toBeCloseTo(27 / 16, 11);
    expect(codes(path)).toEqual(['path/end-velocity']);
  });

  it('goes the short way round if asked for', () => {
    const d = tree.dofs.findIndex(({ continuous }) => continuous);
    const there = zero.with(d, 6);
    const two = { waypoints: [zero, there], times: [0, 1], velocities: [zero, zero] };
    expect(codes(timedPath(tree, two))).toEqual(['path/long-turn']);
    const short = timedPath(tree, two, { wrap: 'short' });
    expect(short.notes).toEqual([]);
    expect(short.waypoints[1][d]).toBeCloseTo(6 - 2 * Math.PI, 12);
    expect(short.segments[0].to[d]).toBeCloseTo(6 - 2 * Math.PI, 12);
  });

  it('notes where the robot comes from, and that it does not stop', () => {
    const velocities = points.map(() => zero.with(1, 0.5));
    const path = timedPath(tree, { ...given, times: [0.5, 1, 2, 4], velocities });
    expect(codes(path)).toEqual(['path/start-time', 'path/end-velocity']);
    expect(path.notes[1].message).toContain(tree.dofs[1].name);
  });

  it('may take no time only where nothing moves', () => {
    const still = timedPath(tree, {
      waypoints: [zero, zero, points[1]],
      times: [0, 0, 1],
      velocities: [zero, zero, zero],
    });
    expect(still.segments.map(({ kind }) => kind)).toEqual(['straight', 'polynomial']);
    const jump = faultOf(() => timedPath(tree, { ...given, times: [0, 1, 1, 2] }));
    expect([jump.code, jump.hint]).toEqual(['path/time', 'times must increase']);
    expect(jump.message).toBe('waypoints 1 and 2 differ, but both are at 1 s');
  });

  it('is one that stands still for a single point', () => {
    const path = timedPath(tree, { waypoints: [zero], times: [2], velocities: [zero] });
    expect(path.segments.length).toBe(1);
    expect(path.segments[0].to).toEqual(zero);
  });
});

test('floating joints turn evenly, and slide as splines', () => {
  const floating = testTree('floating');
  const [d] = floatingDofs(floating);
  const random = new Random(3);
  const waypoints = [randomPoint(floating, random), randomPoint(floating, random)];
  const rest = new Float64Array(floating.dofs.length);
  const path = timedPath(floating, { waypoints, times: [0, 2], velocities: [rest, rest] });
  expect(codes(path)).toEqual(['path/even-turn']);
  const q = new Float64Array(floating.dofs.length);
  path.segments[0].configurationInto(0.25, q, 0);
  const s = 3 * 0.25 ** 2 - 2 * 0.25 ** 3;
  expect(q[d]).toBeCloseTo(waypoints[0][d] + s * (waypoints[1][d] - waypoints[0][d]), 12);
  buildPath(floating, waypoints).segments[0].configurationInto(0.25, rest, 0);
  expect(q.slice(d + 3, d + 7)).toEqual(rest.slice(d + 3, d + 7));
});

test.each<[string, object]>([
  ['path/empty', { waypoints: [], times: [] }],
  ['path/count', { times: [0] }],
  ['path/time', { times: [1, 0] }],
  ['path/time', { times: [0, Number.NaN] }],
  ['path/time', { times: [0, Infinity] }],
  ['path/count', { velocities: [new Float64Array(count)] }],
  ['path/length', { velocities: [new Float64Array(count), new Float64Array(2)] }],
  ['path/count', { accelerations: [null] }],
  ['path/non-finite', { velocities: [0, 1].map(() => new Float64Array(count).fill(Number.NaN)) }],
  ['path/non-finite', { velocities: [0, 1].map(() => new Float64Array(count).fill(1e305)) }],
])('refused with %s', (code, change) => {
  const good = {
    waypoints: [new Float64Array(count), new Float64Array(count).fill(1)],
    times: [0, 1],
  };
  expect(faultOf(() => timedPath(tree, good)).code).toBe('none');
  expect(faultOf(() => timedPath(tree, { ...good, ...change })).code).toBe(code);
});
