/** [D 3.2] Trees by nearest neighbours, held against the definition: at every level the smallest of all pairs is joined. */
import { describe, expect, test } from 'vitest';
import { Random } from '../../../src/math/index.ts';
import {
  type Criterion,
  criterionNumber,
  depthOf,
  NearestNeighbours,
  nameOf,
} from '../../../src/monitor/index.ts';

type Box = readonly number[];

const CRITERIA: readonly Criterion[] = ['diameter', 'volume', 'surface'];

const union = (a: Box, b: Box): Box =>
  a.map((x, k) => (k < 3 ? Math.min(x, b[k]) : Math.max(x, b[k])));

function sizeOf(box: Box, criterion: Criterion): number {
  const [x, y, z] = [0, 1, 2].map((k) => box[3 + k] - box[k]);
  // Its square: in whole numbers nothing rounds.
  if (criterion === 'diameter') return x * x + y * y + z * z;
  return criterion === 'volume' ? x * y * z : 2 * (x * y + y * z + z * x);
}

/** The definition, word by word: a list, all pairs of it, the first of the smallest. */
function byDefinition(boxes: readonly Box[], criterion: Criterion): number[] {
  let list = boxes.map((box, number) => ({ box, number }));
  const merges: number[] = [];
  let next = boxes.length;
  while (list.length > 1) {
    let best: { a: (typeof list)[0]; b: (typeof list)[0]; size: number } | null = null;
    for (const a of list) {
      for (const b of list) {
        if (a.number >= b.number) continue;
        const size = sizeOf(union(a.box, b.box), criterion);
        if (best === null || size < best.size) best = { a, b, size };
      }
    }
    const { a, b } = best!;
    merges.push(a.number, b.number);
    list = list.filter((each) => each !== a && each !== b);
    list.push({ box: union(a.box, b.box), number: next++ });
  }
  return merges;
}

function build(boxes: readonly Box[], criterion: Criterion): NearestNeighbours {
  const neighbours = new NearestNeighbours(boxes.length, criterionNumber(criterion));
  boxes.forEach((box, i) => {
    neighbours.boxes.set(box, 6 * i);
  });
  neighbours.build(boxes.length);
  return neighbours;
}

/** Whole numbers, so that nothing rounds and many pairs are as large as others. */
function wholeBoxes(random: Random, n: number, spread: number): Box[] {
  return Array.from({ length: n }, () => {
    const low = [0, 1, 2].map(() => random.below(spread));
    return [...low, ...low.map((x) => x + random.below(4))];
  });
}

describe.each(CRITERIA)('by %s', (criterion) => {
  test('as the definition says, ties included, seeds 1 to 150', () => {
    let ties = 0;
    for (let seed = 1; seed <= 150; seed++) {
      const random = new Random(seed);
      const boxes = wholeBoxes(random, 2 + random.below(13), seed % 2 ? 4 : 100);
      const expected = byDefinition(boxes, criterion);
      expect(Array.from(build(boxes, criterion).merges)).toEqual(expected);
      const first = sizeOf(union(boxes[expected[0]], boxes[expected[1]]), criterion);
      let equal = 0;
      boxes.forEach((a, i) => {
        boxes.slice(i + 1).forEach((b) => {
          if (sizeOf(union(a, b), criterion) === first) equal++;
        });
      });
      if (equal > 1) ties++;
    }
    expect(ties).toBeGreaterThan(15);
  });

  test('every composition is the smallest of its level, and they grow, seeds 1 to 40', () => {
    for (let seed = 1; seed <= 40; seed++) {
      const random = new Random(seed);
      const boxes: Box[] = Array.from({ length: 3 + random.below(15) }, () => {
        const low = [0, 1, 2].map(() => random.between(-1, 1));
        return [...low, ...low.map((x) => x + random.unit())];
      });
      const { merges } = build(boxes, criterion);
      const all = [...boxes];
      let level = boxes.map((_, i) => i);
      let before = 0;
      for (let m = 0; m < boxes.length - 1; m++) {
        const [a, b] = [merges[2 * m], merges[2 * m + 1]];
        expect(level).toContain(a);
        expect(level).toContain(b);
        const made = union(all[a], all[b]);
        const size = sizeOf(made, criterion);
        let smallest = Number.POSITIVE_INFINITY;
        for (const x of level) {
          for (const y of level) {
            if (x < y) smallest = Math.min(smallest, sizeOf(union(all[x], all[y]), criterion));
          }
        }
        expect(size).toBeLessThanOrEqual(smallest * (1 + 1e-12));
        expect(size).toBeGreaterThanOrEqual(before * (1 - 1e-12));
        before = size;
        all.push(made);
        level = [...level.filter((x) => x !== a && x !== b), boxes.length + m];
      }
      expect(level).toHaveLength(1);
    }
  });

  test('one box, two, all at one place, one without end', () => {
    expect(build([[0, 0, 0, 1, 1, 1]], criterion).merges).toHaveLength(0);
    expect(Array.from(build(wholeBoxes(new Random(1), 2, 9), criterion).merges)).toEqual([0, 1]);
    const same = Array.from({ length: 5 }, () => [1, 1, 1, 1, 1, 1]);
    expect(Array.from(build(same, criterion).merges)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    const [low, high] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
    const endless = [
      [low, low, 0, high, high, 0],
      [0, 0, 0, 1, 1, 1],
      [9, 9, 9, 9, 9, 9],
      [2, 0, 0, 3, 1, 1],
    ];
    // The half-space, of which nothing is near, comes last.
    expect(nameOf({ places: 4, merges: build(endless, criterion).merges })).toBe('(0 ((1 3) 2))');
  });
});

test('far away the tree is the same, up to rounding', () => {
  const boxes = wholeBoxes(new Random(3), 10, 1000);
  const moved = boxes.map((box) => box.map((x) => x + 1e6));
  expect(build(moved, 'diameter').merges).toEqual(build(boxes, 'diameter').merges);
});

test('criteria differ: a plate and a cube', () => {
  // Together with 0, box 1 is flat and long, box 2 near and thick.
  const boxes = [
    [0, 0, 0, 1, 1, 0],
    [0, 4, 0, 1, 5, 0],
    [0, 0, 2, 1, 1, 3],
  ];
  expect(Array.from(build(boxes, 'diameter').merges.slice(0, 2))).toEqual([0, 2]);
  expect(Array.from(build(boxes, 'volume').merges.slice(0, 2))).toEqual([0, 1]);
  expect(Array.from(build(boxes, 'surface').merges.slice(0, 2))).toEqual([0, 1]);
});

test('names do not depend on the order of parts or of joining; depths', () => {
  const a = { places: 4, merges: Int32Array.of(0, 1, 2, 3, 4, 5) };
  const b = { places: 4, merges: Int32Array.of(3, 2, 1, 0, 5, 4) };
  expect(nameOf(a)).toBe('((0 1) (2 3))');
  expect(nameOf(b)).toBe(nameOf(a));
  expect(depthOf(a)).toBe(2);
  expect(depthOf({ places: 4, merges: Int32Array.of(0, 1, 4, 2, 5, 3) })).toBe(3);
  expect(depthOf({ places: 1, merges: new Int32Array(0) })).toBe(0);
});

test('many boxes: about the square of their number is looked at, not the cube', () => {
  const neighbours = build(wholeBoxes(new Random(8), 400, 100_000), 'diameter');
  expect(new Set(neighbours.merges).size).toBe(798);
  expect(neighbours.evaluated).toBeLessThan(4 * 400 ** 2);
});
