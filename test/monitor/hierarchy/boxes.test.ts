/** Bounds of boxes against exact arithmetic: never too large, hardly too small. */
import { expect, test } from 'vitest';
import { Random } from '../../../src/math/index.ts';
import {
  boxGap2Into,
  criterionNumber,
  emptyBoxInto,
  joinBoxes,
  sizeOfBox,
  sizeTogether,
  toDistanceLower,
} from '../../../src/monitor/hierarchy/boxes.ts';
import {
  compare,
  multiply,
  type Rational,
  rationalOf,
  toNumber,
} from '../../helpers/oracles/rational.ts';

const plus = (a: Rational, b: Rational, sign: 1n | -1n): Rational => {
  const exp = Math.min(a.exp, b.exp);
  const left = (a.num * b.den) << BigInt(a.exp - exp);
  const right = (b.num * a.den) << BigInt(b.exp - exp);
  return { num: left + sign * right, den: a.den * b.den, exp };
};

function boxGap2(a: Float64Array, i: number, b: Float64Array, k: number): number {
  const out = new Float64Array(2);
  boxGap2Into(a, i, b, k, out, 1);
  return out[1];
}

function distanceLower(gap2: number): number {
  const out = Float64Array.of(7, gap2);
  toDistanceLower(out, 1);
  return out[1];
}

/** The square of the distance, exactly. */
function exactGap2(a: Float64Array, b: Float64Array): Rational {
  let sum = rationalOf(0);
  for (let k = 0; k < 3; k++) {
    const gaps = [
      plus(rationalOf(a[k]), rationalOf(b[3 + k]), -1n),
      plus(rationalOf(b[k]), rationalOf(a[3 + k]), -1n),
    ];
    const gap = gaps.find(({ num }) => num > 0n);
    if (gap) sum = plus(sum, multiply(gap, gap), 1n);
  }
  return sum;
}

test('a lower bound of the distance, whatever the sizes, seed 17', () => {
  const random = new Random(17);
  let apart = 0;
  for (let n = 0; n < 4000; n++) {
    const scale = 10 ** random.between(-165, n % 2 ? 3 : 140);
    const centre = n % 3 === 0 ? 1e6 * random.unit() : 0;
    const box = () => {
      const low = [0, 1, 2].map(() => centre + scale * random.between(-2, 2));
      return Float64Array.from([...low, ...low.map((x) => x + scale * random.unit())]);
    };
    const [a, b] = [box(), box()];
    const exact = exactGap2(a, b);
    const lower = distanceLower(boxGap2(a, 0, b, 0));
    expect(compare(multiply(rationalOf(lower), rationalOf(lower)), exact)).toBeLessThanOrEqual(0);
    if (exact.num === 0n) {
      expect(lower).toBe(0);
    } else if (scale > 1e-140 && scale < 1e140) {
      apart++;
      expect(lower).toBeGreaterThanOrEqual(Math.sqrt(toNumber(exact)) * (1 - 2e-15) - 1e-150);
    }
  }
  expect(apart).toBeGreaterThan(1000);
});

test('empty boxes are far from all and add nothing; boxes without end', () => {
  const boxes = new Float64Array(6 * 4);
  emptyBoxInto(boxes, 0);
  boxes.set([1, 2, 3, 4, 6, 9], 6);
  expect(boxGap2(boxes, 0, boxes, 1)).toBe(Number.POSITIVE_INFINITY);
  expect(boxGap2(boxes, 0, boxes, 0)).toBe(Number.POSITIVE_INFINITY);
  joinBoxes(boxes, 0, 1, 2);
  expect(boxes.subarray(12, 18)).toEqual(boxes.subarray(6, 12));
  const [low, high] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  boxes.set([low, low, low, high, high, 0], 18);
  expect(boxGap2(boxes, 3, boxes, 1)).toBe(9);
  expect(boxGap2(boxes, 3, boxes, 3)).toBe(0);
  for (const criterion of ['diameter', 'volume', 'surface'] as const) {
    const number = criterionNumber(criterion);
    expect(sizeOfBox(boxes, 0, number)).toBe(0);
    expect(sizeTogether(boxes, 0, 1, number)).toBe(sizeOfBox(boxes, 1, number));
    expect(sizeTogether(boxes, 3, 1, number)).toBe(high);
  }
  expect(sizeOfBox(boxes, 1, criterionNumber('diameter'))).toBe(9 + 16 + 36);
  expect(sizeOfBox(boxes, 1, criterionNumber('volume'))).toBe(72);
  expect(sizeOfBox(boxes, 1, criterionNumber('surface'))).toBe(12 + 24 + 18);
});
