/** The tree over boxes against looking at every box. */
import { describe, expect, it } from 'vitest';
import { Growing } from '../../src/arrays/index.ts';
import { BoxIndex } from '../../src/geometry/index.ts';
import { InputError, Random } from '../../src/math/index.ts';

type Numbers = Growing<Int32Array<ArrayBuffer>>;
const list = (): Numbers => new Growing(Int32Array);
const sorted = (numbers: Numbers) => [...numbers.finish()].sort((a, b) => a - b);

/** Boxes of sizes over six orders of magnitude, many of them touching others, some flat, some points. */
function someBoxes(random: Random, count: number, place: number): Float64Array {
  const boxes = new Float64Array(6 * count);
  for (let i = 0; i < count; i++) {
    const size = 10 ** random.between(-4, 2);
    const onGrid = random.below(2) === 0;
    for (let k = 0; k < 3; k++) {
      let low = random.between(-10, 10);
      if (onGrid) low = Math.round(low);
      const side = random.below(4) === 0 ? 0 : onGrid ? random.below(3) : size * random.unit();
      boxes[6 * i + k] = place + low;
      boxes[6 * i + 3 + k] = place + low + side;
    }
  }
  return boxes;
}

const overlap = (a: Float64Array, i: number, b: Float64Array) =>
  [0, 1, 2].every((k) => a[6 * i + k] <= b[3 + k] && a[6 * i + 3 + k] >= b[k]);

/** The distance along each axis; exact where numbers are small multiples of powers of two. */
function distance(a: Float64Array, i: number, low: ArrayLike<number>, high: ArrayLike<number>) {
  return Math.hypot(
    ...[0, 1, 2].map((k) => Math.max(0, a[6 * i + k] - high[k], low[k] - a[6 * i + 3 + k])),
  );
}

describe('BoxIndex', () => {
  for (const [count, place] of [
    [0, 0],
    [1, 0],
    [7, 0],
    [9, 0],
    [100, 0],
    [777, 1e6],
    [3000, -1e6],
  ]) {
    it(`${count} boxes at ${place} m: finds what brute force finds (seed 7)`, () => {
      const random = new Random(7 + count);
      const boxes = someBoxes(random, count, place);
      const index = new BoxIndex(boxes);
      const all = Array.from({ length: count }, (_, i) => i);
      const query = someBoxes(random, 200, place);
      for (let j = 0; j < 200; j++) {
        const box = query.slice(6 * j, 6 * j + 6);
        const met = all.filter((i) => overlap(boxes, i, box));
        const found = list();
        expect(index.overlapsInto(query, 6 * j, found)).toBe(met.length);
        expect(sorted(found)).toEqual(met);
        const seen: number[] = [];
        expect(index.some(box, (i) => seen.push(i) < 0)).toBe(false);
        expect(seen.sort((a, b) => a - b)).toEqual(met);
        expect(index.some(box, () => true)).toBe(met.length > 0);

        // Whatever is within the distance is found, and nothing that is farther by more than roundings.
        const reach = [0, 0.5, 1, 3][j % 4];
        const low = box.subarray(0, 3);
        const far = (i: number) => distance(boxes, i, low, box.subarray(3));
        const near = list();
        expect(index.nearInto(query, 6 * j, reach, near)).toBe(near.length);
        expect(sorted(near)).toEqual(all.filter((i) => far(i) <= reach * (1 + 1e-14)));
        const ball = Float64Array.of(...low, reach / 2);
        const around = list();
        index.nearBallInto(ball, 0, reach / 2, around);
        expect(sorted(around)).toEqual(
          all.filter((i) => distance(boxes, i, low, low) <= reach * (1 + 1e-14)),
        );
      }
    });
  }

  it('finds a box at exactly the distance, where squares would round the wrong way or underflow', () => {
    const found = list();
    const point = new Float64Array(6);
    const random = new Random(11);
    for (let round = 0; round < 2000; round++) {
      const scale = 10 ** random.between(-170, 100);
      const side = scale * random.unit();
      const index = new BoxIndex(Float64Array.of(side, 0, 0, side, 0, 0));
      found.clear();
      expect(index.nearInto(point, 0, side, found)).toBe(1);
      const corner = new BoxIndex(Float64Array.of(3, 4, 12, 3, 4, 12).map((x) => x * scale));
      expect(corner.nearInto(point, 0, 13 * scale * (1 + 3e-16), found)).toBe(1);
    }
  });

  it('looks at what is near alone: boxes that are moved behind its back are not noticed (seed 5)', () => {
    const random = new Random(5);
    const count = 20000;
    const boxes = new Float64Array(6 * count);
    for (let i = 0; i < count; i++) {
      for (let k = 0; k < 3; k++) boxes[6 * i + k] = random.between(-10, 10);
      for (let k = 0; k < 3; k++) boxes[6 * i + 3 + k] = boxes[6 * i + k] + 0.05;
    }
    const index = new BoxIndex(boxes);
    const query = Float64Array.of(1, 1, 1, 2, 2, 2);
    const ball = Float64Array.of(1.5, 1.5, 1.5, 0.5);
    for (let i = 0; i < count; i++) boxes.set(query, 6 * i);
    // A cube of one metre has 2.5 boxes, its surroundings as wide as a leaf some more: looking at all would find all.
    for (const find of [
      (out: Numbers) => index.overlapsInto(query, 0, out),
      (out: Numbers) => index.nearInto(query, 0, 0.1, out),
      (out: Numbers) => index.nearBallInto(ball, 0, 0.1, out),
    ]) {
      const found = list();
      expect(find(found)).toBeGreaterThan(0);
      expect(found.length).toBeLessThan(200);
    }
  });

  it('takes boxes without an end, in any direction, and queries without one', () => {
    const boxes = Float64Array.from([
      ...[-Infinity, -Infinity, -Infinity, Infinity, Infinity, -1],
      ...[0, 0, 0, Infinity, 1, 1],
      ...Array.from({ length: 20 }, (_, i) => [i, 0, 0, i, 1, 1]).flat(),
    ]);
    const index = new BoxIndex(boxes);
    const found = list();
    index.overlapsInto(Float64Array.of(1e9, 0, -2, 1e9, 1, 2), 0, found);
    expect(sorted(found)).toEqual([0, 1]);
    found.clear();
    index.overlapsInto(Float64Array.of(15.5, 0.5, 0.5, Infinity, 0.5, 0.5), 0, found);
    expect(sorted(found)).toEqual([1, 18, 19, 20, 21]);
    found.clear();
    index.nearInto(Float64Array.of(5, 0.5, 0.5, 5, 0.5, 0.5), 0, Infinity, found);
    expect(found.length).toBe(22);
    found.clear();
    index.nearBallInto(Float64Array.of(-3, 0.5, 0.5, 1), 0, 1.5, found);
    expect(sorted(found)).toEqual([0]);
  });

  it('builds a tree over boxes that are all the same, sorted or in clumps', () => {
    for (const place of [() => 0, (i: number) => i, (i: number) => -i, (i: number) => i % 3]) {
      const boxes = Float64Array.from(
        Array.from({ length: 5000 }, (_, i) => [place(i), 0, 0, place(i), 1, 1]).flat(),
      );
      const found = list();
      const query = Float64Array.of(-2, 0, 0, 2, 0, 0);
      new BoxIndex(boxes).overlapsInto(query, 0, found);
      const met = Array.from({ length: 5000 }, (_, i) => i).filter((i) => overlap(boxes, i, query));
      expect(sorted(found)).toEqual(met);
    }
  });

  it('refuses what is no box, no ball or no distance, as build and as query', () => {
    const refuse = (act: () => unknown, code: string) => {
      let fault: unknown;
      try {
        act();
      } catch (error) {
        fault = error instanceof InputError ? error.fault.code : error;
      }
      expect(fault).toBe(code);
    };
    const bad = [
      [Number.NaN, 0, 0, 1, 1, 1],
      [0, 0, 0, 1, Number.NaN, 1],
      [0, 0, 2, 1, 1, 1],
      [Infinity, 0, 0, Infinity, 1, 1],
      [0, 0, 0],
    ];
    const index = new BoxIndex(new Float64Array(60));
    const found = list();
    for (const numbers of bad) {
      const box = Float64Array.from(numbers);
      refuse(() => new BoxIndex(box), 'boxes/not-a-box');
      refuse(() => index.overlapsInto(box, 0, found), 'boxes/not-a-box');
      refuse(() => index.nearInto(box, 0, 1, found), 'boxes/not-a-box');
    }
    refuse(() => index.nearInto(new Float64Array(6), 0, Number.NaN, found), 'boxes/not-a-box');
    refuse(() => index.nearInto(new Float64Array(6), 0, -1, found), 'boxes/not-a-box');
    refuse(() => index.nearBallInto(Float64Array.of(0, 0, 0, -1), 0, 1, found), 'boxes/not-a-ball');
    refuse(
      () => index.nearBallInto(Float64Array.of(0, Infinity, 0, 1), 0, 1, found),
      'boxes/not-a-ball',
    );
    expect(found.length).toBe(0);
  });
});
