import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { trianglesIntersect } from '../../src/geometry/triangleIntersect.ts';
import { Random } from '../../src/math/index.ts';
import { FAMILIES, hardPair, PLACEMENTS } from '../helpers/fixtures/hardTrianglePairs.ts';
import { exactlyIntersect } from '../helpers/oracles/rational.ts';

const SEED = 12;
const ORDERS = [
  [0, 1, 2],
  [1, 2, 0],
  [2, 0, 1],
  [0, 2, 1],
  [1, 0, 2],
  [2, 1, 0],
];
const nine = (value: fc.Arbitrary<number>) =>
  fc.array(value, { minLength: 9, maxLength: 9 }).map((a) => Float64Array.from(a));
const small = nine(fc.integer({ min: 0, max: 4 }));
const real = nine(fc.integer({ min: 1 - 2 ** 53, max: 2 ** 53 - 1 }).map((x) => x / 2 ** 53));
const intersect = (p: Float64Array, q: Float64Array) => trianglesIntersect(p, 0, q, 0);
const agree = (p: Float64Array, q: Float64Array): void => {
  expect(intersect(p, q)).toBe(exactlyIntersect(p, q));
};
const reorder = (t: Float64Array, order: number[]) =>
  Float64Array.from(order.flatMap((k) => [t[3 * k], t[3 * k + 1], t[3 * k + 2]]));

describe(`trianglesIntersect (seed ${SEED})`, () => {
  test('agrees with rational arithmetic on small integers', () => {
    fc.assert(fc.property(small, small, agree), { seed: SEED, numRuns: 2500 });
  });

  test('agrees with rational arithmetic on doubles', () => {
    fc.assert(fc.property(real, real, agree), { seed: SEED, numRuns: 1500 });
  });

  test('agrees with rational arithmetic on hard pairs, in both orders', () => {
    const random = new Random(SEED);
    for (const family of Object.keys(FAMILIES)) {
      for (let run = 0; run < 200; run++) {
        const { p, q } = hardPair(family, run % PLACEMENTS.length, random);
        const truth = exactlyIntersect(p, q);
        expect(intersect(p, q), `${family}: ${p} and ${q}`).toBe(truth);
        expect(intersect(q, p), `${family}: ${q} and ${p}`).toBe(truth);
      }
    }
  });

  test('does not depend on the order of the vertices', () => {
    const random = new Random(SEED + 1);
    for (const family of Object.keys(FAMILIES)) {
      for (let run = 0; run < 25; run++) {
        const { p, q } = hardPair(family, run % PLACEMENTS.length, random);
        const answer = intersect(p, q);
        for (const i of ORDERS) {
          for (const j of ORDERS) expect(intersect(reorder(p, i), reorder(q, j))).toBe(answer);
        }
      }
    }
  });

  test('does not depend on exact translations, scales and offsets into the arrays', () => {
    const exponent = fc.integer({ min: -20, max: 20 });
    fc.assert(
      fc.property(small, small, exponent, exponent, (p, q, shift, scale) => {
        const answer = intersect(p, q);
        const move = (t: Float64Array) => t.map((x) => (x + 2 ** shift) * 2 ** scale);
        expect(intersect(move(p), move(q))).toBe(answer);
        const both = Float64Array.from([7, ...p, 8, 9, ...q, 10]);
        expect(trianglesIntersect(both, 1, both, 12)).toBe(answer);
      }),
      { seed: SEED, numRuns: 1000 },
    );
  });
});
