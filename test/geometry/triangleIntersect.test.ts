import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { triangleDistanceInto } from '../../src/geometry/triangleDistance.ts';
import {
  trianglesIntersect,
  trianglesIntersectOrGapInto,
} from '../../src/geometry/triangleIntersect.ts';
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

describe(`trianglesIntersectOrGapInto (seed ${SEED})`, () => {
  const out = new Float64Array(3);
  const near = new Float64Array(7);
  /** The gap that is shown, 0 if none is; never more than the distance. */
  const shown = (p: Float64Array, q: Float64Array): number => {
    out.fill(Number.NaN);
    expect(trianglesIntersectOrGapInto(p, 0, q, 0, out, 1)).toBe(intersect(p, q));
    if (out[1] === 0) return 0;
    const gap = out[1] / Math.sqrt(out[2]);
    triangleDistanceInto(p, 0, q, 0, near, 0);
    const size = Math.max(...Array.from(p, Math.abs), ...Array.from(q, Math.abs));
    expect(gap, `${p} and ${q}`).toBeLessThanOrEqual(Math.sqrt(near[0]) + 1e-13 * size);
    return gap;
  };

  test('answers like the test alone, and no gap is more than the distance', () => {
    const sound = (p: Float64Array, q: Float64Array) => shown(p, q) >= 0;
    fc.assert(fc.property(real, real, sound), { seed: SEED, numRuns: 1500 });
    const random = new Random(SEED);
    for (const family of Object.keys(FAMILIES)) {
      for (let run = 0; run < 100; run++) {
        const { p, q } = hardPair(family, run % PLACEMENTS.length, random);
        if (shown(p, q) > 0) expect(intersect(p, q)).toBe(false);
      }
    }
  });

  test('shows most triangles apart that are, and those in parallel planes by their distance', () => {
    const random = new Random(SEED);
    const nineOf = () => Float64Array.from({ length: 9 }, () => random.unit());
    let apart = 0;
    let found = 0;
    for (let run = 0; run < 500; run++) {
      const [p, q] = [nineOf(), nineOf()];
      if (intersect(p, q)) continue;
      apart++;
      if (shown(p, q) > 0) found++;
    }
    expect(found).toBeGreaterThan(0.7 * apart);
    const flat = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0);
    expect(
      shown(
        flat,
        flat.map((x, k) => (k % 3 === 2 ? x + 0.25 : x)),
      ),
    ).toBe(0.25);
    expect(
      shown(
        flat,
        flat.map((x, k) => (k % 3 === 2 ? x - 0.25 : x)),
      ),
    ).toBe(0.25);
  });

  test('says nothing where a plane is too small to tell', () => {
    for (const scale of [1e-60, 1e-80, 1e-90]) {
      const flat = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0).map((x) => scale * x);
      expect(
        shown(
          flat,
          flat.map((x, k) => (k % 3 === 2 ? x + scale : x)),
        ),
      ).toBe(0);
    }
    const point = new Float64Array(9).fill(0.5);
    expect(
      shown(
        point,
        point.map((x) => x + 1),
      ),
    ).toBe(0);
  });
});
