/** Robots with their own timing, as one path: against their own motions in exact arithmetic. */
import { describe, expect, it, test } from 'vitest';
import { InputError, Random, U } from '../../src/math/index.ts';
import {
  blendedPath,
  buildPath,
  COEFFICIENTS,
  combineTracks,
  floatingDofs,
  type Path,
  PolynomialSegment,
  StraightSegment,
  type Track,
  timedPath,
} from '../../src/motion/index.ts';
import { sizeOf } from '../helpers/motion/exactPolynomial.ts';
import { randomPoint, testTree } from '../helpers/motion/trees.ts';
import { integersOf, toNumber } from '../helpers/oracles/rational.ts';

const tree = testTree();
const count = tree.dofs.length;
const all = (value: number) => new Float64Array(count).fill(value);

function codeOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof InputError) return error.fault.code;
    throw error;
  }
  return 'none';
}

/** A fraction of integers; whole > 0. */
type Fraction = readonly [bigint, bigint];

/** Coefficients of a segment's motion, exactly: a line has b - a, which may be no double. */
function exactCoefficients(segment: Path['segments'][number], d: number) {
  if (segment instanceof PolynomialSegment) {
    return integersOf(segment.coefficients.slice(COEFFICIENTS * d, COEFFICIENTS * (d + 1)));
  }
  const { values, exp } = integersOf([segment.from[d], segment.to[d]]);
  return { values: [values[0], values[1] - values[0]], exp };
}

/** |p(x) - r(y)|, rounded at the end. */
function difference(
  p: ReturnType<typeof exactCoefficients>,
  x: Fraction,
  r: ReturnType<typeof exactCoefficients>,
  y: Fraction,
): number {
  const value = ({ values }: { values: readonly bigint[] }, [n, m]: Fraction): Fraction => {
    let sum = 0n;
    let scale = 1n;
    for (let k = values.length - 1; k >= 0; k--) {
      sum = sum * n + values[k] * scale;
      scale *= m;
    }
    return [sum, scale / m];
  };
  const exp = Math.min(p.exp, r.exp);
  const [a, b] = [value(p, x), value(r, y)];
  const num = ((a[0] * b[1]) << BigInt(p.exp - exp)) - ((b[0] * a[1]) << BigInt(r.exp - exp));
  return Math.abs(toNumber({ num, den: a[1] * b[1], exp }));
}

/** The largest of the coefficients. */
function largestOf({ coefficients }: PolynomialSegment, d: number): number {
  const own = coefficients.subarray(COEFFICIENTS * d, COEFFICIENTS * (d + 1));
  return Math.max(...own.map(Math.abs));
}

function randomTrack(random: Random, dofs: readonly number[]): Track {
  const n = 1 + random.below(5);
  const scale = random.below(4) === 0 ? 1e4 : 2;
  const waypoints = Array.from({ length: n }, () => randomPoint(tree, random, scale));
  const times = [random.between(0, 1)];
  while (times.length < n) times.push(times[times.length - 1] + random.between(0.3, 2));
  const rows = () => waypoints.map(() => randomPoint(tree, random, 5));
  const kind = random.below(4);
  const velocities = rows();
  const path =
    kind === 0
      ? buildPath(tree, waypoints, { times })
      : kind === 1
        ? blendedPath(tree, { waypoints, times, blend: 0.15 })
        : timedPath(tree, {
            waypoints,
            times,
            velocities: velocities.map((row) => (random.below(4) ? row : null)),
            ...(kind === 2 ? { accelerations: rows() } : {}),
          });
  return { dofs, path };
}

describe('combined tracks (seed 541)', () => {
  const random = new Random(541);
  const cases = Array.from({ length: 50 }, () => {
    const split = 1 + random.below(count - 2);
    const dofs = [...Array(count - 1).keys()];
    const tracks = [dofs.slice(0, split), dofs.slice(split)]
      .filter((list) => list.length > 0)
      .map((list) => randomTrack(random, list));
    const offsets = tracks.map(() => (random.below(2) ? random.between(-1, 3) : 0));
    const standing = randomPoint(tree, random);
    return { tracks, offsets, standing, path: combineTracks(tree, tracks, { standing, offsets }) };
  });

  /** Where a track is in its own path at a part of [begin, end], as a fraction of a segment. */
  function place({ path }: Track, offset: number, begin: number, end: number, t: number) {
    const knots = (path.times ?? []).map((time) => time + offset);
    const middle = 0.5 * (begin + end);
    const i = knots.findLastIndex((time) => time <= middle);
    if (i < 0 || i + 1 >= knots.length) return null;
    const [a, b, from, to] = integersOf([begin, end, knots[i], knots[i + 1]]).values;
    const [n, m] = t === 1 ? [1n, 1n] : [BigInt(t * 1024), 1024n];
    const at: Fraction = [(a - from) * m + (b - a) * n, (to - from) * m];
    return { i, at, last: b === to };
  }

  it('are where each track is, within a rounding of each coefficient', () => {
    let pieces = 0;
    for (const { tracks, offsets, path } of cases) {
      const times = path.times ?? [];
      const error = new Float64Array(count);
      for (let k = 0; k + 1 < times.length; k++) {
        const segment = path.segments[k];
        segment.errorUpperInto(error, 0);
        tracks.forEach((track, n) => {
          for (const t of [0, 37 / 1024, 0.5, 999 / 1024, 1]) {
            const where = place(track, offsets[n], times[k], times[k + 1], t);
            if (!where) continue;
            const fraction: Fraction = [BigInt(t * 1024), 1024n];
            for (const d of track.dofs) {
              const piece = exactCoefficients(segment, d);
              const whole = exactCoefficients(track.path.segments[where.i], d);
              const off = difference(piece, fraction, whole, where.at);
              const size =
                segment instanceof PolynomialSegment
                  ? sizeOf(segment.coefficients.slice(COEFFICIENTS * d, COEFFICIENTS * (d + 1)), 0)
                  : Math.max(Math.abs(segment.from[d]), Math.abs(segment.to[d]));
              // The end of a segment may have been moved to where the next one begins.
              const own = track.path.segments[where.i];
              const moved = where.last && own instanceof PolynomialSegment ? largestOf(own, d) : 0;
              expect(off).toBeLessThanOrEqual(4 * U * size + 2 * U * moved);
              if (off > 0 && !where.last) expect(off).toBeLessThanOrEqual(error[d]);
              pieces++;
            }
          }
        });
      }
    }
    expect(pieces).toBeGreaterThan(1000);
  });

  it('stand still before their beginning, after their end, and in no track', () => {
    for (const { tracks, offsets, standing, path } of cases) {
      const times = path.times ?? [];
      const variation = new Float64Array(count);
      path.segments.forEach((segment, k) => {
        segment.variationUpperInto(0, 1, variation, 0);
        expect(variation[count - 1]).toBe(0);
        expect(segment.from[count - 1]).toBe(standing[count - 1]);
        if (k + 1 >= times.length) return;
        tracks.forEach(({ path: own, dofs }, n) => {
          const knots = (own.times ?? []).map((time) => time + offsets[n]);
          const before = times[k + 1] <= knots[0];
          if (!before && times[k] < knots[knots.length - 1]) return;
          const q = own.waypoints[before ? 0 : own.waypoints.length - 1];
          for (const d of dofs) {
            expect(variation[d]).toBe(0);
            expect(segment.from[d]).toBe(q[d]);
          }
        });
      });
    }
  });

  it('have a knot where any has one, and join within their errors', () => {
    for (const { tracks, offsets, path } of cases) {
      const knots = tracks.flatMap(({ path: own }, n) => own.times!.map((t) => t + offsets[n]));
      expect(path.times).toEqual([...new Set(knots)].sort((a, b) => a - b));
      expect(path.waypoints.length).toBe(path.times!.length);
      expect(path.segments.length).toBe(Math.max(1, path.waypoints.length - 1));
      const error = new Float64Array(count);
      path.segments.forEach((segment, k) => {
        segment.errorUpperInto(error, 0);
        expect(segment.from).toEqual(path.waypoints[k]);
        if (k + 1 >= path.waypoints.length) return;
        segment.to.forEach((x, d) => {
          expect(Math.abs(x - path.waypoints[k + 1][d])).toBeLessThanOrEqual(error[d]);
        });
      });
    }
  });
});

test('one track alone is itself, bit by bit', () => {
  const random = new Random(7);
  const dofs = [...Array(count).keys()];
  for (let n = 0; n < 20; n++) {
    const track = randomTrack(random, dofs);
    const path = combineTracks(tree, [track], { standing: all(0) });
    expect(path.waypoints).toEqual(track.path.waypoints);
    expect(path.times).toEqual(track.path.times);
    path.segments.forEach((segment, i) => {
      const own = track.path.segments[i];
      expect(segment.kind).toBe(own.kind);
      if (segment instanceof PolynomialSegment && own instanceof PolynomialSegment) {
        expect(segment.coefficients).toEqual(own.coefficients);
      } else expect(segment.to).toEqual(own.to);
    });
  }
});

test('cancellation in a part costs nothing: (t - 1/2)^5 by its expansion', () => {
  const c = new Float64Array(COEFFICIENTS * count);
  c.set([-1 / 32, 5 / 16, -5 / 4, 5 / 2, -5 / 2, 1]);
  const segment = new PolynomialSegment(tree, c);
  const path: Path = {
    ...{ waypoints: [segment.from, segment.to], segments: [segment], times: [0, 1] },
    ...{ wrap: 'literal', notes: [] },
  };
  const begin = 0.5 + 2 ** -20;
  const other = timedPath(tree, { waypoints: [all(0), all(1)], times: [begin, begin + 2 ** -20] });
  const made = combineTracks(
    tree,
    [
      { dofs: [0], path },
      { dofs: [1], path: other },
    ],
    { standing: all(0) },
  );
  const piece = made.segments[1];
  if (!(piece instanceof PolynomialSegment)) throw new Error('not a polynomial');
  // (2^-20 (1 + s))^5
  const expected = [1, 5, 10, 10, 5, 1].map((x) => x * 2 ** -100);
  expect([...piece.coefficients.subarray(0, COEFFICIENTS)]).toEqual(expected);
});

test('straight tracks stay straight; summaries and labels tell what they are', () => {
  const a = buildPath(tree, [all(0), all(1)], { times: [0, 2] });
  const b = buildPath(tree, [all(3), all(4), all(3)], { times: [1, 3, 5] });
  const path = combineTracks(
    tree,
    [
      { dofs: [0, 1], path: a },
      { dofs: [2], path: b },
    ],
    { standing: all(9) },
  );
  expect(path.times).toEqual([0, 1, 2, 3, 5]);
  expect(path.segments.every((s) => s instanceof StraightSegment)).toBe(true);
  expect(path.waypoints.map((q) => [...q.subarray(0, 4)])).toEqual([
    [0, 0, 3, 9],
    [0.5, 0.5, 3, 9],
    [1, 1, 3.5, 9],
    [1, 1, 4, 9],
    [1, 1, 3, 9],
  ]);
  expect(path.interpolation).toBe('tracks');
  expect(path.summary).toBe('2 tracks, each with its own times: straight segments');
  expect(path.labels).toEqual(['0 s to 1 s', '1 s to 2 s', '2 s to 3 s', '3 s to 5 s']);
});

test('floating joints turn as before, divided or not', () => {
  const floating = testTree('floating');
  const n = floating.dofs.length;
  const [d] = floatingDofs(floating);
  const base = [0, 1, 2, 3, 4, 5, 6].map((k) => d + k);
  const random = new Random(8);
  const waypoints = [randomPoint(floating, random), randomPoint(floating, random)];
  const rest = new Float64Array(n);
  const others = [...Array(n).keys()].filter((k) => !base.includes(k));
  for (const velocities of [undefined, [rest, rest]]) {
    const own = timedPath(floating, { waypoints, times: [0, 2], velocities });
    const still = waypoints[0];
    const other = buildPath(floating, [still, still], { times: [0.5, 1.25] });
    const tracks = [
      { dofs: base, path: own },
      { dofs: others, path: other },
    ];
    const path = combineTracks(floating, tracks, { standing: still });
    const [p, q] = [new Float64Array(n), new Float64Array(n)];
    for (const time of [0, 0.2, 0.5, 0.9, 1.25, 1.7, 2]) {
      const i = [0.5, 1.25, 2].findIndex((end) => time <= end);
      const [begin, end] = [path.times![i], path.times![i + 1]];
      path.segments[i].configurationInto((time - begin) / (end - begin), p, 0);
      own.segments[0].configurationInto(time / 2, q, 0);
      const length = Math.hypot(...base.slice(3).map((k) => q[k]));
      for (const k of base) expect(Math.abs(p[k] - q[k])).toBeLessThan(1e-14 * Math.max(1, length));
    }
  }
  const half = waypoints.map((q) => q.slice());
  half[0].set([0, 0, 0, 1], d + 3);
  half[1].set([1, 0, 0, 0], d + 3);
  const turning = { dofs: base, path: buildPath(floating, half, { times: [0, 1] }) };
  const dividing = { dofs: others, path: buildPath(floating, half, { times: [0, 0.5] }) };
  const standing = half[0];
  expect(codeOf(() => combineTracks(floating, [turning], { standing }))).toBe('none');
  expect(codeOf(() => combineTracks(floating, [turning, dividing], { standing }))).toBe(
    'path/half-turn',
  );
  const part = { dofs: base.slice(0, 3), path: turning.path };
  expect(codeOf(() => combineTracks(floating, [part], { standing }))).toBe('path/floating');
});

test('what cannot be combined is refused', () => {
  const timed = buildPath(tree, [all(0), all(1)], { times: [0, 1] });
  const options = { standing: all(0) };
  const combine = (...tracks: Track[]) => codeOf(() => combineTracks(tree, tracks, options));
  expect(combine()).toBe('path/empty');
  expect(combine({ dofs: [0], path: buildPath(tree, [all(0)]) })).toBe('path/no-times');
  expect(combine({ dofs: [0, 1], path: timed }, { dofs: [1], path: timed })).toBe(
    'path/joint-twice',
  );
  const jump = buildPath(tree, [all(0), all(1)], { times: [1, 1] });
  expect(combine({ dofs: [0], path: jump })).toBe('path/time');
  const track = { dofs: [0], path: timed };
  for (const offset of [Number.NaN, Infinity, 1e17]) {
    const code = codeOf(() => combineTracks(tree, [track], { ...options, offsets: [offset] }));
    expect(code).toBe('path/time');
  }
});
