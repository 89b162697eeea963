import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  DISTANCE_ERROR,
  SQUARED_DISTANCE_ERROR,
  triangleDistanceBelowInto,
  triangleDistanceInto,
} from '../../src/geometry/triangleDistance.ts';
import { trianglesIntersect } from '../../src/geometry/triangleIntersect.ts';
import { Random, U } from '../../src/math/index.ts';
import { extentOf, FAMILIES, hardPair, PLACEMENTS } from '../helpers/fixtures/hardTrianglePairs.ts';
import {
  compare,
  exactSquaredDistance,
  rationalOf,
  sqrtToNumber,
  toNumber,
} from '../helpers/oracles/rational.ts';

const SEED = 13;
const out = new Float64Array(7);
const nine = (value: fc.Arbitrary<number>) =>
  fc.array(value, { minLength: 9, maxLength: 9 }).map((a) => Float64Array.from(a));
const real = nine(fc.integer({ min: 1 - 2 ** 53, max: 2 ** 53 - 1 }).map((x) => x / 2 ** 53));
const small = nine(fc.integer({ min: -3, max: 3 }));

function distance(p: Float64Array, q: Float64Array): number {
  triangleDistanceInto(p, 0, q, 0, out, 0);
  return Math.sqrt(out[0]);
}

/** A point as a triangle. */
const point = (o: number) => Float64Array.from({ length: 9 }, (_, k) => out[o + (k % 3)]);

/** Everything that is promised about one pair. */
function checkPair(p: Float64Array, q: Float64Array, label: string): void {
  const truth = exactSquaredDistance(p, q);
  const exact = sqrtToNumber(truth);
  const extent = extentOf({ p, q });
  const d = distance(p, q);
  expect(out[0] === 0, label).toBe(truth.num === 0n);
  expect(out[0] === 0, label).toBe(trianglesIntersect(p, 0, q, 0));
  expect(Math.abs(d - exact), label).toBeLessThanOrEqual(DISTANCE_ERROR * extent);
  expect(out[0] - toNumber(truth), label).toBeLessThanOrEqual(
    SQUARED_DISTANCE_ERROR * extent * extent,
  );
  // The points realise it, up to the rounding of their coordinates.
  const coordinate = Math.max(...p.map(Math.abs), ...q.map(Math.abs));
  const rounding = 16 * U * (coordinate + extent);
  const apart = Math.hypot(out[1] - out[4], out[2] - out[5], out[3] - out[6]);
  expect(Math.abs(apart - d), label).toBeLessThanOrEqual(rounding);
  const onP = point(1);
  const onQ = point(4);
  const slack = rounding + DISTANCE_ERROR * extent;
  expect(sqrtToNumber(exactSquaredDistance(p, onP)), label).toBeLessThanOrEqual(slack);
  expect(sqrtToNumber(exactSquaredDistance(q, onQ)), label).toBeLessThanOrEqual(slack);
}

describe(`triangleDistanceInto (seed ${SEED})`, () => {
  test('keeps its promises on random doubles', () => {
    fc.assert(
      fc.property(real, real, (p, q) => checkPair(p, q, `${p} and ${q}`)),
      { seed: SEED, numRuns: 500 },
    );
  });

  test('keeps its promises on small integers', () => {
    fc.assert(
      fc.property(small, small, (p, q) => checkPair(p, q, `${p} and ${q}`)),
      { seed: SEED, numRuns: 500 },
    );
  });

  test('keeps its promises on hard pairs', () => {
    const random = new Random(SEED);
    for (const family of Object.keys(FAMILIES)) {
      for (let run = 0; run < 80; run++) {
        const { p, q } = hardPair(family, run % PLACEMENTS.length, random);
        checkPair(p, q, `${family}: ${p} and ${q}`);
        checkPair(q, p, `${family}: ${q} and ${p}`);
      }
    }
  });

  test('the slack holds on thousands of needles, sheets, nearly parallel edges and slivers', () => {
    const random = new Random(SEED);
    for (const family of ['needles', 'sheets', 'crossing edges', 'noisy lattice']) {
      for (let run = 0; run < 1000; run++) {
        const { p, q } = hardPair(family, 0, random);
        const truth = sqrtToNumber(exactSquaredDistance(p, q));
        const error = Math.abs(distance(p, q) - truth);
        // Far below what is proven; a looser computation would show here first.
        expect(error, `${family}: ${p} and ${q}`).toBeLessThanOrEqual(32 * U * extentOf({ p, q }));
      }
    }
  });

  test('is symmetric, and indifferent to the order of vertices and to translation', () => {
    const random = new Random(SEED);
    for (const family of Object.keys(FAMILIES)) {
      for (let run = 0; run < 50; run++) {
        const { p, q } = hardPair(family, run % PLACEMENTS.length, random);
        const d = distance(p, q);
        const slack = 2 * DISTANCE_ERROR * extentOf({ p, q });
        const turned = Float64Array.from([...p.slice(3), ...p.slice(0, 3)]);
        expect(Math.abs(distance(q, p) - d)).toBeLessThanOrEqual(slack);
        expect(Math.abs(distance(turned, q) - d)).toBeLessThanOrEqual(slack);
      }
    }
    fc.assert(
      fc.property(small, small, fc.integer({ min: 0, max: 40 }), (p, q, exponent) => {
        const d = distance(p, q);
        const move = (t: Float64Array) => t.map((x) => x + 2 ** exponent);
        expect(distance(move(p), move(q))).toBe(d); // differences stay exact
      }),
      { seed: SEED, numRuns: 500 },
    );
  });

  test('is never NaN, whatever the size', () => {
    const random = new Random(SEED);
    const sizes = [0, 1e-300, 1e-160, 1e-80, 1e-6, 1, 1e6, 1e40, 1e69];
    for (let run = 0; run < 3000; run++) {
      const size = () => sizes[random.below(sizes.length)] * (random.below(3) - 1);
      const p = Float64Array.from({ length: 9 }, size);
      const q = Float64Array.from({ length: 9 }, size);
      distance(p, q);
      expect(out.every(Number.isFinite), `${p} and ${q}`).toBe(true);
    }
  });
});

describe(`triangleDistanceBelowInto (seed ${SEED})`, () => {
  test('writes the same result if it is nearer, and else nothing', () => {
    const random = new Random(SEED);
    const below = new Float64Array(7);
    let dismissed = 0;
    for (let run = 0; run < 4000; run++) {
      const families = Object.keys(FAMILIES);
      const { p, q } = hardPair(families[run % families.length], run % PLACEMENTS.length, random);
      triangleDistanceInto(p, 0, q, 0, out, 0);
      below.fill(-1);
      below[0] = out[0] * random.between(0, 2);
      const bound = below[0];
      const wrote = triangleDistanceBelowInto(p, 0, q, 0, below, 0);
      if (out[0] < bound) {
        expect(wrote).toBe(1);
        expect(below).toEqual(out);
      } else {
        expect(wrote).toBe(0);
        expect([...below]).toEqual([bound, -1, -1, -1, -1, -1, -1]);
        dismissed++;
      }
    }
    expect(dismissed).toBeGreaterThan(500);
  });

  test('dismisses on proof: a pair nearer by a hair is not dismissed by the pre-test', () => {
    // Facing vertices on the line of the centroids: the projections are as tight as can be.
    const random = new Random(SEED);
    for (let run = 0; run < 2000; run++) {
      const gap = random.between(0.1, 3);
      const y = random.between(-1, 1);
      const p = Float64Array.from([0, y, 0, -1, y + 1, 0, -1, y - 1, 0]);
      const q = Float64Array.from([gap, y, 0, gap + 1, y + 1, 0, gap + 1, y - 1, 0]);
      const truth = exactSquaredDistance(p, q);
      out[0] = toNumber(truth) * (1 + 4 * U * random.below(4));
      const bound = out[0];
      if (triangleDistanceBelowInto(p, 0, q, 0, out, 0) === 0) {
        const slack = SQUARED_DISTANCE_ERROR * extentOf({ p, q }) ** 2;
        expect(compare(truth, rationalOf(bound - slack))).toBeGreaterThanOrEqual(0);
      }
    }
  });
});
