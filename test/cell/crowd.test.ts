/**
 * A cell of many obstacles: the same with a crowd and without one. All pairs, their counts and what is assumed; which
 * members come near, against looking at every one; what is made, and what is not.
 */
import { describe, expect, test } from 'vitest';
import {
  askAbout,
  assumptionsOf,
  buildCell,
  type Cell,
  type CellDescription,
  countPairs,
  HeldCell,
  isNothingTested,
  type MemberList,
  MovableObstacles,
  type Pair,
  requireTests,
  strayingCell,
  testedCount,
} from '../../src/cell/index.ts';
import type { PlainShape } from '../../src/geometry/index.ts';
import { InputError, identityPose, Random } from '../../src/math/index.ts';
import { both, crowdedCell, ruledCell } from '../helpers/oracles/crowdedCells.ts';
import { randomPose } from '../helpers/oracles/poses.ts';

/** All of a cell's pairs, but for the errors of those that nobody tests. */
function listing(cell: Cell): Pair[] {
  return [...cell.pairs].map((pair) =>
    pair.reason === 'static' ? { ...pair, tracking: 0, poseError: 0 } : pair,
  );
}

function expectSame([plain, crowded]: readonly [Cell, Cell]): void {
  expect(crowded.crowd).not.toBe(null);
  expect(plain.crowd).toBe(null);
  expect(listing(crowded)).toEqual(listing(plain));
  expect(crowded.pairs.length).toBe(plain.pairs.length);
  const counts = (cell: Cell) =>
    [...countPairs(cell.pairs)].sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
  expect(counts(crowded)).toEqual(counts(plain));
  expect(testedCount(crowded)).toBe(plain.tested.length);
  expect(assumptionsOf(crowded)).toEqual(assumptionsOf(plain));
  expect(isNothingTested(crowded.pairs)).toBe(isNothingTested(plain.pairs));
}

describe('the same pairs, counts and assumptions', () => {
  test.each([1, 2, 3])('as built, seed %i', (seed) => {
    expectSame(both(ruledCell(seed, 120)));
  });

  test('for a motion that goes beyond the limits', () => {
    const cells = both(ruledCell(4, 60));
    const asked = cells.map((cell) => askAbout(cell, [new Float64Array([5, -9])]).cell);
    expectSame([asked[0], asked[1]]);
  });

  test('for joints that stray', () => {
    const cells = both(ruledCell(5, 60));
    const strayed = cells.map((cell) => strayingCell(cell, new Float64Array([0.1, 0.2])));
    expectSame([strayed[0], strayed[1]]);
  });

  test('with a joint held, and the members are those there were', () => {
    const cells = both(ruledCell(6, 60));
    const standing = new Float64Array([0.3, -0.2]);
    const held = cells.map((cell) => new HeldCell(cell, standing, new Set([1])).cell);
    expectSame([held[0], held[1]]);
    expect(held[1].crowd!.boxes).toBe(cells[1].crowd!.boxes);
    expect(held[1].bodies[10]).toBe(cells[1].bodies[10]);
  });

  test('with obstacles moved', () => {
    const random = new Random(77);
    const cells = both(ruledCell(7, 60));
    const moved = [9, 30].map((body) => ({ body, pose: randomPose(random, 1) }));
    const elsewhere = cells.map((cell) => new MovableObstacles().moved(cell, moved));
    expectSame([elsewhere[0], elsewhere[1]]);
    const { crowd, tested } = elsewhere[1];
    const near: MemberList = { count: 0, ids: new Int32Array(4) };
    crowd!.nearPointInto(new Float64Array(3), 0, Number.POSITIVE_INFINITY, near);
    const found = [...near.ids.subarray(0, near.count)];
    expect(found.filter((id) => id === 9 || id === 30)).toEqual([]);
    expect(tested.some(({ b }) => b === 9)).toBe(true);
  });
});

test('where nothing is tested', () => {
  const description = crowdedCell({ seed: 8, count: 40 });
  const allow = [{ between: ['*', '*'], reason: 'all is soft' }] as const;
  const [plain, crowded] = both({ ...description, allow });
  expect(isNothingTested(crowded.pairs)).toBe(true);
  const refused = (cell: Cell) => {
    try {
      requireTests(cell);
    } catch (error) {
      return String(error);
    }
    return 'accepted';
  };
  expect(refused(crowded)).toBe(refused(plain));
  expect(refused(crowded)).toMatch(/pairs are declared harmless, and of \d+ neither moves/);
});

describe('what comes near', () => {
  const [, cell] = both(crowdedCell({ seed: 9, count: 400 }));
  const crowd = cell.crowd!;
  const near: MemberList = { count: 0, ids: new Int32Array(0) };
  const found = () => [...near.ids.subarray(0, near.count)].sort((a, b) => a - b);

  /** Looking at every member. */
  const plainly = (box: Float64Array, reach: number): number[] => {
    const members: number[] = [];
    for (let i = crowd.first; i < crowd.end; i++) {
      const own = crowd.boxes.subarray(6 * (i - crowd.first));
      if (crowd.isListed(i)) continue;
      const gaps = [0, 1, 2].map((k) => Math.max(0, own[k] - box[3 + k], box[k] - own[3 + k]));
      if (Math.hypot(...gaps) <= reach) members.push(i);
    }
    return members;
  };

  test('to boxes and points, against looking at each', () => {
    const random = new Random(10);
    let total = 0;
    for (let k = 0; k < 300; k++) {
      const [p, q] = [0, 1].map(() => [0, 1, 2].map(() => random.between(-4, 4)));
      const box = new Float64Array([
        ...p.map((x, i) => Math.min(x, q[i])),
        ...p.map((x, i) => Math.max(x, q[i])),
      ]);
      const reach = random.between(0, 0.5);
      crowd.nearBoxInto(box, 0, reach, near);
      expect(found()).toEqual(plainly(box, reach));
      total += near.count;
      crowd.nearPointInto(new Float64Array([9, ...p]), 1, reach, near);
      expect(found()).toEqual(plainly(new Float64Array([...p, ...p]), reach));
    }
    expect(total).toBeGreaterThan(1000);
  });

  test('all of them within a reach without end, or that is no number', () => {
    const all = plainly(new Float64Array(6), Number.POSITIVE_INFINITY);
    for (const reach of [Number.POSITIVE_INFINITY, Number.NaN]) {
      crowd.nearPointInto(new Float64Array(3), 0, reach, near);
      expect(found()).toEqual(all);
    }
    for (const nowhere of [Number.NaN, Number.POSITIVE_INFINITY]) {
      crowd.nearPointInto(new Float64Array([0, nowhere, 0]), 0, 0.1, near);
      expect(found()).toEqual(all);
    }
    expect(all.length).toBeLessThan(400);
    expect(all.length).toBeGreaterThan(390);
  });

  test('with room for the largest clearance, and for what joints stray', () => {
    const [, ruled] = both(ruledCell(11, 60));
    const strayed = strayingCell(ruled, new Float64Array([0.1, 0.2]));
    for (const each of [ruled, strayed]) {
      for (const mover of each.crowd!.movers) {
        const asked = each.pairs
          .filter(({ a, b }) => a === mover && b >= each.crowd!.first && !each.crowd!.isListed(b))
          .map(({ clearance, tracking }) => clearance + tracking);
        const room = each.crowd!.roomUpper(mover);
        expect(room).toBeGreaterThanOrEqual(Math.max(...asked));
        expect(room).toBeLessThan(Math.max(...asked) * (1 + 1e-12));
      }
    }
  });
});

test('nothing is compiled nor paired until it is asked for', () => {
  const [, cell] = both(crowdedCell({ seed: 12, count: 300, odd: false }));
  const crowd = cell.crowd!;
  expect(crowd.made).toEqual({ pairs: 0, bodies: 0 });
  expect(cell.tested.every(({ b }) => b < crowd.first)).toBe(true);
  requireTests(cell);
  assumptionsOf(cell);
  expect(crowd.made).toEqual({ pairs: 0, bodies: 0 });
  const pair = crowd.pair(crowd.movers[0], 17);
  expect(crowd.pair(crowd.movers[0], 17)).toBe(pair);
  expect(crowd.made).toEqual({ pairs: 1, bodies: 1 });
});

describe('what is wrong is said at once, and as it was', () => {
  const good = crowdedCell({ seed: 14, count: 80, odd: false });
  const shape = (geometry: PlainShape) => ({ parts: [{ pose: identityPose(), geometry }] });
  const cube = (size: number) => shape({ kind: 'box', half: [size, size, size] });
  test.each<[string, Partial<CellDescription['obstacles'][number]>, RegExp]>([
    ['no number', cube(Number.NaN), /body "scan\/50": half of the box is NaN/],
    ['no size', shape({ kind: 'sphere', radius: 0 }), /body "scan\/50": radius of the sphere is 0/],
    ['less than none', shape({ kind: 'cone', radius: 1, length: -1 }), /length of the cone is -1/],
    ['too large', cube(1e20), /"scan\/50"/],
    ['no pose', { pose: new Float64Array(12) }, /body "scan\/50": R is not a rotation/],
    ['a pose without end', { pose: identityPose().fill(Infinity, 9) }, /number 9 of a placement/],
    ['a name twice', { name: 'scan/49' }, /two bodies are called "scan\/49"/],
    ['points', shape({ kind: 'hull', hull: { positions: new Float64Array(2) } }), /a hull needs/],
  ])('%s', (_, change, message) => {
    const obstacles = good.obstacles.map((each, i) => (i === 50 ? { ...each, ...change } : each));
    const faults = [0, Number.POSITIVE_INFINITY].map((crowdFrom) => {
      try {
        buildCell({ ...good, obstacles }, { crowdFrom });
      } catch (error) {
        return error instanceof InputError ? error.fault : error;
      }
      return null;
    });
    expect(faults[0]).toEqual(faults[1]);
    expect(faults[0]).toMatchObject({ message: expect.stringMatching(message) });
  });
});

test('a cell of few obstacles has no crowd', () => {
  const few = crowdedCell({ seed: 13, count: 5 });
  expect(buildCell(few).crowd).toBe(null);
  expect(buildCell(few, { crowdFrom: 5 }).crowd).not.toBe(null);
  expect(buildCell(few, { crowdFrom: 6 }).crowd).toBe(null);
});
