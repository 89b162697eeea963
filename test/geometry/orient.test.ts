import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addInto, minorInto, productTail, scaleInto, sumTail } from '../../src/geometry/exact.ts';
import { orient2d, orient3d } from '../../src/geometry/orient.ts';
import { Random } from '../../src/math/index.ts';
import { FAMILIES, hardPair, PLACEMENTS } from '../helpers/fixtures/hardTrianglePairs.ts';
import { exactOrient3d, integersOf } from '../helpers/oracles/rational.ts';

const SEED = 11;
const small = fc.integer({ min: -3, max: 3 });
/** Doubles of very different sizes, within the range for which exactness is promised. */
const wide = fc
  .tuple(fc.double({ min: -1, max: 1, noNaN: true }), fc.integer({ min: -60, max: 60 }))
  .map(([m, e]) => (Math.abs(m) < 1e-60 ? 0 : m * 2 ** e));
const twelve = (value: fc.Arbitrary<number>) =>
  fc.array(value, { minLength: 12, maxLength: 12 }).map((a) => Float64Array.from(a));

/** The exact value of doubles added up, as an integer at a power of two fine enough for all. */
function exactSum(values: ArrayLike<number>): bigint {
  const { values: integers, exp } = integersOf([...Array.from(values), 2 ** -900]);
  return integers.slice(0, -1).reduce((a, b) => a + b, 0n) << BigInt(Math.max(0, exp + 952));
}

function exactProduct(a: number, b: number): bigint {
  const { values, exp } = integersOf([a, b]);
  return (values[0] * values[1]) << BigInt(2 * exp + 952);
}

describe(`expansions (seed ${SEED})`, () => {
  test('a rounded sum or product and its tail are the exact one', () => {
    fc.assert(
      fc.property(wide, wide, (a, b) => {
        expect(exactSum([a + b, sumTail(a, b, a + b)])).toBe(exactSum([a, b]));
        expect(exactSum([a * b, productTail(a, b, a * b)])).toBe(exactProduct(a, b));
      }),
      { seed: SEED, numRuns: 500 },
    );
  });

  test('minors, sums and multiples are exact, without zeros, in growing order', () => {
    fc.assert(
      fc.property(twelve(wide), (values) => {
        const x = new Float64Array(100);
        x.set(values);
        const m = minorInto(x, 0, 1, 2, 3, 20);
        const n = minorInto(x, 4, 5, 6, 7, 30);
        const minor = exactProduct(x[0], x[3]) - exactProduct(x[1], x[2]);
        const other = exactProduct(x[4], x[7]) - exactProduct(x[5], x[6]);
        expect(exactSum(x.slice(20, 20 + m))).toBe(minor);
        const sum = addInto(x, 20, m, 30, n, -1, 40);
        expect(exactSum(x.slice(40, 40 + sum))).toBe(minor - other);
        const count = scaleInto(x, 40, sum, 8, 60);
        const parts = Array.from(x.slice(40, 40 + sum), (e) => exactProduct(e, x[8]));
        const scaled = x.slice(60, 60 + count);
        expect(exactSum(scaled)).toBe(parts.reduce((a, b) => a + b, 0n));
        for (let k = 0; k < count; k++) {
          expect(scaled[k]).not.toBe(0);
          if (k > 0) expect(Math.abs(scaled[k])).toBeGreaterThan(Math.abs(scaled[k - 1]));
        }
      }),
      { seed: SEED, numRuns: 500 },
    );
  });
});

describe(`orient3d (seed ${SEED})`, () => {
  const check = (x: Float64Array): void => {
    expect(orient3d(x, 0, x, 3, x, 6, x, 9)).toBe(exactOrient3d(x));
  };

  test('is the sign of the determinant', () => {
    const x = Float64Array.from([1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]);
    expect(orient3d(x, 0, x, 3, x, 6, x, 9)).toBe(1);
    expect(orient3d(x, 3, x, 0, x, 6, x, 9)).toBe(-1);
    expect(orient3d(x, 0, x, 3, x, 0, x, 9)).toBe(0);
  });

  test('is exact on small integers', () => {
    fc.assert(fc.property(twelve(small), check), { seed: SEED, numRuns: 2000 });
  });

  test('is exact on doubles of mixed sizes', () => {
    fc.assert(fc.property(twelve(wide), check), { seed: SEED, numRuns: 2000 });
  });

  test('is exact on nearly coplanar points, differences inexact', () => {
    const random = new Random(SEED);
    const x = new Float64Array(12);
    let zeros = 0;
    for (let run = 0; run < 5000; run++) {
      // s = p + q - r exactly or nearly: coplanar up to rounding
      for (let k = 0; k < 9; k++) x[k] = random.between(-1, 1) * 2 ** random.below(4);
      for (let k = 0; k < 3; k++) x[9 + k] = x[k] + x[3 + k] - x[6 + k];
      check(x);
      if (exactOrient3d(x) === 0) zeros++;
    }
    expect(zeros).toBeGreaterThan(20);
  });

  test('is exact on the vertices of hard pairs, and odd under swaps', () => {
    const random = new Random(SEED);
    for (const family of Object.keys(FAMILIES)) {
      for (let run = 0; run < 100; run++) {
        const { p, q } = hardPair(family, run % PLACEMENTS.length, random);
        const sign = orient3d(p, 0, p, 3, p, 6, q, 0);
        expect(sign).toBe(exactOrient3d([...p, ...q.slice(0, 3)]));
        expect(orient3d(p, 3, p, 0, p, 6, q, 0)).toBe(0 - sign);
        expect(orient3d(p, 0, p, 3, q, 0, p, 6)).toBe(0 - sign);
      }
    }
  });

  test('is exact at the ends of the stated range', () => {
    const tiny = [1e-90, 2e-90, 3e-90, 1e-90, 2e-90, 4e-90, 3e-90, 6e-90, 7e-90, 5e-90, 1e-89, 0];
    for (const scale of [1, 2 ** 298, 2 ** 596]) {
      const x = Float64Array.from(tiny, (v) => v * scale);
      check(x);
      x[2] += x[2] * 2 ** -52;
      check(x);
      x[7] -= x[7] * 2 ** -52;
      check(x);
    }
  });
});

test(`orient2d is the sign of the plane determinant, on every axis (seed ${SEED})`, () => {
  const law = (x: Float64Array) => {
    for (let axis = 0; axis < 3; axis++) {
      const i = (axis + 1) % 3;
      const j = (axis + 2) % 3;
      const { values: v } = integersOf(x);
      const det =
        (v[i] - v[6 + i]) * (v[3 + j] - v[6 + j]) - (v[j] - v[6 + j]) * (v[3 + i] - v[6 + i]);
      expect(orient2d(x, 0, x, 3, x, 6, axis)).toBe(det > 0n ? 1 : det < 0n ? -1 : 0);
    }
  };
  fc.assert(fc.property(twelve(small), law), { seed: SEED, numRuns: 1000 });
  fc.assert(fc.property(twelve(wide), law), { seed: SEED, numRuns: 1000 });
  const random = new Random(SEED);
  for (let run = 0; run < 2000; run++) {
    const x = new Float64Array(12);
    for (let k = 0; k < 6; k++) x[k] = random.between(-1, 1) + 1000 * random.below(2);
    for (let k = 0; k < 3; k++) x[6 + k] = x[k] + (x[3 + k] - x[k]) * 0.37;
    law(x);
  }
});
