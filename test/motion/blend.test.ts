/** Straight lines with parabolic blends. */
import { describe, expect, it, test } from 'vitest';
import { InputError, Random, U } from '../../src/math/index.ts';
import { blendedPath, floatingDofs, type Path } from '../../src/motion/index.ts';
import { randomPoint, testTree } from '../helpers/motion/trees.ts';

const tree = testTree();
const count = tree.dofs.length;
const all = (value: number) => new Float64Array(count).fill(value);

/** Value and velocity, per second, of a degree of freedom at a time. */
function at(path: Path, time: number, d = 0): [number, number] {
  const times = path.times ?? [];
  let i = 0;
  while (i + 2 < times.length && times[i + 1] < time) i++;
  const duration = times[i + 1] - times[i];
  const t = (time - times[i]) / duration;
  const [q, rate] = [new Float64Array(count), new Float64Array(count)];
  path.segments[i].configurationInto(t, q, 0);
  path.segments[i].rateInto(t, rate, 0);
  return [q[d], rate[d] / duration];
}

function faultOf(work: () => unknown) {
  try {
    work();
  } catch (error) {
    if (error instanceof InputError) return error.fault;
    throw error;
  }
  return { code: 'none', message: '', hint: '' };
}

test('one segment: up, along, down', () => {
  const path = blendedPath(tree, { waypoints: [all(0), all(3)], times: [0, 4], blend: 1 });
  expect(path.times).toEqual([0, 1, 3, 4]);
  expect(path.segments.map(({ kind }) => kind)).toEqual(['polynomial', 'straight', 'polynomial']);
  expect(path.labels).toEqual(['blend at waypoint 0', 'waypoint 0 to 1', 'blend at waypoint 1']);
  expect(path.summary).toBe('straight segments with parabolic blends of 1 s');
  // A speed of 1 from 1 s to 3 s, and accelerations of 1 before and after.
  for (const [time, value, speed] of [
    [0, 0, 0],
    [0.5, 0.125, 0.5],
    [1, 0.5, 1],
    [2, 1.5, 1],
    [3.5, 2.875, 0.5],
    [4, 3, 0],
  ]) {
    expect(at(path, time)[0]).toBeCloseTo(value, 14);
    expect(at(path, time)[1]).toBeCloseTo(speed, 14);
  }
});

test('an inner waypoint is passed by, by an eighth of the change of velocity times the blend', () => {
  const waypoints = [all(0), all(1), all(-1)];
  const path = blendedPath(tree, { waypoints, times: [0, 2, 4], blend: 0.5 });
  const [before, after] = [1 / 1.75, -2 / 1.75];
  expect(at(path, 2)[0]).toBeCloseTo(1 + ((after - before) * 0.5) / 8, 14);
  expect(at(path, 1.75)[0]).toBeCloseTo(1 - 0.25 * before, 14);
  expect(at(path, 1.75)[1]).toBeCloseTo(before, 13);
  expect(at(path, 2.25)[0]).toBeCloseTo(1 + 0.25 * after, 14);
  expect(at(path, 2)[1]).toBeCloseTo((before + after) / 2, 13);
  expect(path.times).toEqual([0, 0.5, 1.75, 2.25, 3.5, 4]);
});

describe('any points (seed 531)', () => {
  const random = new Random(531);
  const cases = Array.from({ length: 60 }, () => {
    const n = 2 + random.below(5);
    const waypoints = Array.from({ length: n }, () => randomPoint(tree, random));
    const times = [random.between(-1, 1)];
    while (times.length < n) times.push(times[times.length - 1] + random.between(0.5, 3));
    const blend = 0.25 * random.between(0.01, 1);
    return { waypoints, times, blend, path: blendedPath(tree, { waypoints, times, blend }) };
  });

  it('begin and end at rest, at the points given', () => {
    for (const { waypoints, times, path } of cases) {
      for (let d = 0; d < count; d++) {
        const [begin, end] = [times[0], times[times.length - 1]];
        expect(at(path, begin, d)).toEqual([waypoints[0][d], 0]);
        expect(at(path, end, d)[0]).toBeCloseTo(waypoints[waypoints.length - 1][d], 14);
        expect(at(path, end, d)[1]).toBeCloseTo(0, 12);
      }
    }
  });

  it('join within the errors of their segments, and velocities are continuous', () => {
    for (const { path } of cases) {
      const times = path.times ?? [];
      expect(path.segments.length).toBe(path.waypoints.length - 1);
      expect(times.length).toBe(path.waypoints.length);
      path.segments.forEach((segment, i) => {
        const error = new Float64Array(count);
        segment.errorUpperInto(error, 0);
        const [end, begin] = [new Float64Array(count), new Float64Array(count)];
        segment.rateInto(1, end, 0);
        path.segments[i + 1]?.rateInto(0, begin, 0);
        expect(segment.from).toEqual(path.waypoints[i]);
        for (let d = 0; d < count; d++) {
          const gap = Math.abs(segment.to[d] - path.waypoints[i + 1][d]);
          expect(gap).toBeLessThanOrEqual(error[d]);
          if (i + 1 === path.segments.length) continue;
          const speed = end[d] / (times[i + 1] - times[i]);
          const next = begin[d] / (times[i + 2] - times[i + 1]);
          expect(Math.abs(speed - next)).toBeLessThan(1e-9 * (1 + Math.abs(speed)));
        }
      });
    }
  });

  it('run evenly between blends, through the places that the waypoints would be passed at', () => {
    for (const { waypoints, times, blend, path } of cases) {
      for (let i = 0; i + 1 < times.length; i++) {
        // In the middle of what is left between the blends.
        const from = times[i] + (i === 0 ? blend : 0.5 * blend);
        const to = times[i + 1] - (i + 2 === times.length ? blend : 0.5 * blend);
        const lost = (i === 0 ? 0.5 : 0) + (i + 2 === times.length ? 0.5 : 0);
        const time = times[i + 1] - times[i] - lost * blend;
        const since = 0.5 * (from + to) - times[i] - (i === 0 ? 0.5 * blend : 0);
        for (let d = 0; d < count; d++) {
          const speed = (waypoints[i + 1][d] - waypoints[i][d]) / time;
          const [value, rate] = at(path, 0.5 * (from + to), d);
          expect(value).toBeCloseTo(waypoints[i][d] + speed * since, 12);
          expect(rate).toBeCloseTo(speed, 9);
        }
      }
    }
  });
});

describe('blends that overlap', () => {
  const waypoints = [all(0), all(1), all(0)];

  it('are refused, with what fits', () => {
    const inner = faultOf(() => blendedPath(tree, { waypoints, times: [0, 3, 4], blend: 1 }));
    expect(inner.code).toBe('path/blend');
    expect(inner.message).toBe(
      'the blends at waypoints 1 and 2 overlap: they need 1.5 s between them, there are 1 s',
    );
    expect(inner.hint).toMatch(/^a blend of at most 0\.66666\d* s fits everywhere$/);
    const one = { waypoints: waypoints.slice(1), times: [0, 1], blend: 0.6 };
    expect(faultOf(() => blendedPath(tree, one)).message).toContain('they need 1.2 s');
    for (const blend of [0, -1, Number.NaN, Infinity]) {
      expect(faultOf(() => blendedPath(tree, { ...one, blend })).code).toBe('path/blend');
    }
    const equal = { waypoints, times: [0, 0, 1], blend: 0.1 };
    expect(faultOf(() => blendedPath(tree, equal)).code).toBe('path/blend');
  });

  it('may touch: then no straight piece is left', () => {
    // 1.5 times 0.2 is more than 0.3, in doubles.
    const path = blendedPath(tree, { waypoints, times: [0, 0.3, 0.6], blend: 0.2 });
    expect(path.segments.map(({ kind }) => kind)).toEqual([
      'polynomial',
      'polynomial',
      'polynomial',
    ]);
    path.segments.forEach((segment, i) => {
      expect(Math.abs(segment.to[0] - path.waypoints[i + 1][0])).toBeLessThan(64 * U);
    });
    expect(at(path, 0.3)[1]).toBeCloseTo(0, 12);
  });
});

test('one point stands still; rotations of floating joints have no blends', () => {
  const path = blendedPath(tree, { waypoints: [all(1)], times: [0], blend: 1 });
  expect([path.segments.length, path.times]).toEqual([1, [0]]);
  const floating = testTree('floating');
  const random = new Random(5);
  const waypoints = [randomPoint(floating, random), randomPoint(floating, random)];
  const given = { waypoints, times: [0, 9], blend: 1 };
  expect(faultOf(() => blendedPath(floating, given)).code).toBe('path/blend-rotation');
  const [d] = floatingDofs(floating);
  waypoints[1].set(waypoints[0].subarray(d + 3, d + 7), d + 3);
  const made = blendedPath(floating, given);
  expect(made.segments[2].to.subarray(d + 3, d + 7)).toEqual(waypoints[0].subarray(d + 3, d + 7));
});
