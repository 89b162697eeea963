import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { triangleDistanceLowerInto } from '../../src/geometry/triangleDistanceLower.ts';
import { Random } from '../../src/math/index.ts';
import { extentOf, FAMILIES, hardPair, PLACEMENTS } from '../helpers/fixtures/hardTrianglePairs.ts';
import {
  compare,
  exactSquaredDistance,
  multiply,
  rationalOf,
  sqrtToNumber,
} from '../helpers/oracles/rational.ts';

const SEED = 14;
const out = new Float64Array(1);
const nine = fc
  .array(
    fc.integer({ min: 1 - 2 ** 53, max: 2 ** 53 - 1 }).map((x) => x / 2 ** 53),
    { minLength: 9, maxLength: 9 },
  )
  .map((a) => Float64Array.from(a));

/** Never above the exact distance, without tolerance; and close to it. */
function check(p: Float64Array, q: Float64Array, label: string): void {
  triangleDistanceLowerInto(p, 0, q, 0, out, 0);
  const lower = rationalOf(out[0]);
  const truth = exactSquaredDistance(p, q);
  expect(out[0], label).toBeGreaterThanOrEqual(0);
  expect(compare(multiply(lower, lower), truth), label).toBeLessThanOrEqual(0);
  const exact = sqrtToNumber(truth);
  const lack = 1e-10 * exact + 1e-14 * extentOf({ p, q });
  expect(exact - out[0], label).toBeLessThanOrEqual(lack);
}

describe(`triangleDistanceLowerInto (seed ${SEED})`, () => {
  test('is below the exact distance and close to it, on random doubles', () => {
    fc.assert(
      fc.property(nine, nine, (p, q) => check(p, q, `${p} and ${q}`)),
      { seed: SEED, numRuns: 600 },
    );
  });

  test('is below the exact distance and close to it, on hard pairs', () => {
    const random = new Random(SEED);
    for (const family of Object.keys(FAMILIES)) {
      for (let run = 0; run < 200; run++) {
        const { p, q } = hardPair(family, run % PLACEMENTS.length, random);
        check(p, q, `${family}: ${p} and ${q}`);
      }
    }
  });

  test('stays positive down to 1e-12 of the extent, for every kind of feature', () => {
    const random = new Random(SEED);
    let checked = 0;
    for (const family of ['needles', 'sheets', 'crossing edges']) {
      for (let run = 0; run < 600; run++) {
        const { p, q } = hardPair(family, 0, random);
        const exact = sqrtToNumber(exactSquaredDistance(p, q));
        if (exact < 1e-12 * extentOf({ p, q })) continue;
        triangleDistanceLowerInto(p, 0, q, 0, out, 0);
        expect(out[0] / exact, `${family}: ${p} and ${q}`).toBeGreaterThan(0.98);
        checked++;
      }
    }
    expect(checked).toBeGreaterThan(1000);
  });

  test('is sound at sizes where nothing is promised to be close', () => {
    const random = new Random(SEED);
    const sizes = [0, 1e-160, 1e-100, 1e-40, 1, 1e30, 1e60];
    for (let run = 0; run < 1200; run++) {
      const size = sizes[random.below(sizes.length)];
      const p = Float64Array.from({ length: 9 }, () => size * random.between(-1, 1));
      const q = Float64Array.from({ length: 9 }, () => size * random.between(-1, 1));
      triangleDistanceLowerInto(p, 0, q, 0, out, 0);
      const lower = rationalOf(out[0]);
      const truth = exactSquaredDistance(p, q);
      expect(compare(multiply(lower, lower), truth)).toBeLessThanOrEqual(0);
    }
  });
});
