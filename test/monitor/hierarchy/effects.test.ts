/** What hierarchies are for: how much less is looked at than without them, or with worse ones. */
import { expect, test } from 'vitest';
import { type Cell, sampleInto } from '../../../src/cell/index.ts';
import { Random } from '../../../src/math/index.ts';
import {
  CellWorld,
  type CountedStructure,
  defaultClasses,
  defaultPairs,
  ExactDistance,
  type HierarchyPlan,
  HierarchySearch,
  type HierarchySearchSettings,
  type MemberDistance,
  nothingNear,
  PlainSearch,
  planHierarchies,
  type SearchCounts,
  type VectorSearch,
} from '../../../src/monitor/index.ts';
import {
  anyBox,
  BoxDistance,
  boxDistance,
  boxWorld,
  nearestOfAll,
} from '../../helpers/monitor/boxWorld.ts';
import { embedded } from '../../helpers/oracles/embedded.ts';

const FOREVER = Number.POSITIVE_INFINITY;

/** An arm of 8 members, and what stands around it, along smooth motions. */
function alongMotions(cell: Cell, visit: (q: Float64Array) => void): void {
  const random = new Random(11);
  const n = cell.tree.dofs.length;
  const [from, to, q] = [0, 1, 2].map(() => new Float64Array(n));
  sampleInto(cell, random, from);
  for (let motion = 0; motion < 5; motion++) {
    sampleInto(cell, random, to);
    for (let step = 0; step < 10; step++) {
      for (let d = 0; d < n; d++) q[d] = from[d] + (step / 10) * (to[d] - from[d]);
      visit(q);
    }
    from.set(to);
  }
}

function worldOf(name: string): CellWorld {
  const cell = embedded(name);
  const classes = defaultClasses(cell);
  return new CellWorld(cell, classes, defaultPairs(cell, classes));
}

/** The counts of searches along motions; each finds what the first finds. */
function countsOf(
  world: CellWorld,
  pairs: readonly number[],
  searches: readonly VectorSearch[],
  threshold = FOREVER,
): SearchCounts[] {
  const [expected, found] = [nothingNear(), nothingNear()];
  alongMotions(world.cell, (q) => {
    world.place(q, 0);
    for (const p of pairs) {
      searches[0].find(p, threshold, expected);
      for (const search of searches.slice(1)) {
        search.find(p, threshold, found);
        if (found.upper !== expected.upper) expect(found.upper).toBeCloseTo(expected.upper, 9);
      }
    }
  });
  return searches.map(({ counts }) => counts);
}

const world = worldOf('two-arms');
const distance = new ExactDistance(world);
const dynamic = planHierarchies(world, { hierarchy: 'dynamic', sampling: { degrees: 30 } });
const fixed = planHierarchies(world, { hierarchy: 'static' });
const all = world.pairs.map((_, p) => p);
const withObstacles = all.filter((p) => world.pairs[p].b === 2);
const between = all.filter((p) => world.pairs[p].a !== world.pairs[p].b);
const search = (plan: HierarchyPlan, settings?: HierarchySearchSettings) =>
  new HierarchySearch(world, distance, plan, { lastFirst: false, ...settings });

test('best-first measures fewer members than depth-first, and that than the plain approach', () => {
  const [plain, best, depth, levels] = countsOf(world, all, [
    new PlainSearch(world, distance),
    search(dynamic),
    search(dynamic, { order: 'depth-first' }),
    search(dynamic, { order: 'by-levels' }),
  ]);
  expect(best.distances).toBeLessThan(depth.distances);
  expect(best.boxes).toBeLessThanOrEqual(depth.boxes);
  expect(depth.distances).toBeLessThan(0.5 * plain.distances);
  // Without a threshold the paper's descent looks at all, until members collide.
  expect(levels.distances).toBeGreaterThan(0.8 * plain.distances);
});

test('best-first measures nobody who is farther by his box than the nearest is, ever', () => {
  const random = new Random(21);
  const boxes = boxWorld([12, 30], [{ a: 0, b: 1 }]);
  const asked = new BoxDistance(boxes);
  const plan = planHierarchies(boxes, { hierarchy: 'static' });
  const found = nothingNear();
  const best = new HierarchySearch(boxes, asked, plan, { lastFirst: false });
  for (let step = 0; step < 100; step++) {
    for (let i = 0; i < boxes.count; i++) boxes.put(i, anyBox(random, 6));
    asked.asked.length = 0;
    best.find(0, FOREVER, found);
    expect(found.upper).toBe(nearestOfAll(boxes, 0).distance);
    // Members are their boxes here: the first that is measured is the nearest, unless several meet.
    if (found.upper > 0) expect(asked.asked).toHaveLength(1);
  }
});

test('who was nearest is measured first: few of the others are measured beyond what is found', () => {
  const found = nothingNear();
  const [kept, forgotten] = [true, false].map((lastFirst) => {
    const cutoffs: number[] = [];
    const asked: MemberDistance = {
      lower: 0,
      upper: 0,
      points: distance.points,
      measure(i, k, cutoff, warm) {
        cutoffs.push(cutoff);
        distance.measure(i, k, cutoff, warm);
        this.lower = distance.lower;
        this.upper = distance.upper;
      },
    };
    const searching = new HierarchySearch(world, asked, dynamic, { lastFirst });
    let beyond = 0;
    alongMotions(world.cell, (q) => {
      world.place(q, 0);
      for (const p of all) {
        cutoffs.length = 0;
        searching.find(p, FOREVER, found);
        beyond += cutoffs.filter((cutoff) => cutoff > 1.01 * found.upper).length;
      }
    });
    return beyond;
  });
  expect(kept).toBeLessThan(0.9 * forgotten);
});

test('with a threshold far fewer are looked at; the first within it takes no more', () => {
  const [exact, near] = [search(dynamic), search(dynamic)];
  const quick = search(dynamic);
  const found = nothingNear();
  alongMotions(world.cell, (q) => {
    world.place(q, 0);
    for (const p of between) {
      exact.find(p, FOREVER, found);
      const { upper } = found;
      near.find(p, 0.1, found);
      expect(found.upper).toBe(upper < 0.1 ? upper : FOREVER);
      if (upper >= 0.1) expect(found.lower).toBeGreaterThanOrEqual(0.1 - 1e-9);
      expect(quick.within(p, 0.1, found)).toBe(upper < 0.1);
    }
  });
  expect(near.counts.distances).toBeLessThan(0.5 * exact.counts.distances);
  expect(near.counts.boxes).toBeLessThan(0.8 * exact.counts.boxes);
  expect(quick.counts.distances).toBeLessThanOrEqual(near.counts.distances);
});

test("the paper's descent by levels does not open what is beyond the threshold", () => {
  const [far, near] = [FOREVER, 0.1].map((threshold) => {
    return countsOf(world, between, [search(dynamic, { order: 'by-levels' })], threshold)[0];
  });
  expect(near.boxes).toBeLessThan(0.5 * far.boxes);
  expect(near.distances).toBeLessThan(0.5 * far.distances);
});

test('one tree over an arm needs fewer boxes than trees of its segments; a bad tree needs more', () => {
  // Every member with the one that is farthest along the arm.
  const merges = Int32Array.of(0, 7, 1, 6, 2, 5, 3, 4, 8, 10, 9, 11, 12, 13);
  const bad: CountedStructure = {
    places: 8,
    merges,
    name: '',
    count: 1,
    share: 1,
    orders: [merges],
  };
  const classes = dynamic.classes.map((plan) =>
    plan.structures ? { ...plan, structures: [bad] } : plan,
  );
  const [good, segments, worse] = countsOf(world, withObstacles, [
    search(dynamic),
    search(fixed),
    search({ ...dynamic, classes }),
  ]);
  expect(good.boxes).toBeLessThan(0.8 * segments.boxes);
  expect(good.boxes).toBeLessThan(0.8 * worse.boxes);
});

test('structures that fit need fewer boxes than one alone; rare ones hardly matter', () => {
  const kept = (most: number) => {
    const classes = dynamic.classes.map((plan) => {
      return plan.structures ? { ...plan, structures: plan.structures.slice(0, most) } : plan;
    });
    return search({ ...dynamic, classes });
  };
  const [every, four, rarest] = countsOf(world, withObstacles, [
    search(dynamic),
    kept(4),
    search({
      ...dynamic,
      classes: dynamic.classes.map((plan) => {
        return plan.structures ? { ...plan, structures: plan.structures.slice(-1) } : plan;
      }),
    }),
  ]);
  expect(every.boxes).toBeLessThan(rarest.boxes);
  expect(four.boxes).toBeLessThan(1.05 * every.boxes);
});

test('both substitutions find the same; replacing both takes fewer looks', () => {
  const [both, one] = countsOf(world, all, [
    search(dynamic, { substitution: 'both' }),
    search(dynamic, { substitution: 'one' }),
  ]);
  expect(both.boxes).toBeLessThan(one.boxes);
  expect(Math.abs(both.distances - one.distances)).toBeLessThan(0.02 * one.distances);
});

test('polytopes are nearer to what they contain than boxes: fewer compositions are opened', () => {
  const [boxes, polytopes] = countsOf(world, withObstacles, [
    search(dynamic),
    search(dynamic, { compositions: 'polytopes' }),
  ]);
  expect(polytopes.primitives).toBeGreaterThan(0);
  expect(polytopes.boxes + polytopes.primitives).toBeLessThan(boxes.boxes);
});

test('pairs of nodes without tested members are not looked at', () => {
  const random = new Random(13);
  const boxes = boxWorld([8, 8], [{ a: 0, b: 1 }]);
  for (let i = 0; i < boxes.count; i++) boxes.put(i, anyBox(random, 1, 1));
  const plan = planHierarchies(boxes, { hierarchy: 'static' });
  const found = nothingNear();
  const looked = (untested: number) => {
    for (let i = 0; i < untested; i++) for (let k = 8; k < 16; k++) boxes.untested.add(`${i} ${k}`);
    const own = new HierarchySearch(boxes, new BoxDistance(boxes), plan, { order: 'by-levels' });
    own.find(0, FOREVER, found);
    return own.counts;
  };
  const [every, half, none] = [looked(0), looked(4), looked(8)];
  expect(every.distances).toBeGreaterThanOrEqual(1);
  expect(half.boxes).toBeLessThan(every.boxes);
  expect(none).toMatchObject({ boxes: 0, distances: 0 });
  expect(found).toMatchObject({ i: -1, lower: FOREVER });
});

test('of two compositions the one with the greater approximation error is replaced', () => {
  // One class far apart with the other in between: boxes of its two members are small, that of both is not.
  const boxes = boxWorld([2, 2], [{ a: 0, b: 1 }]);
  const found = nothingNear();
  for (const [wide, narrow] of [
    [0, 2],
    [2, 0],
  ]) {
    boxes.put(wide, [-9, -9, -9, -8, -8, -8]);
    boxes.put(wide + 1, [8, 8, 8, 9, 9, 9]);
    boxes.put(narrow, [0, 0, 0, 1, 1, 1]);
    boxes.put(narrow + 1, [1, 1, 1, 2, 2, 2]);
    const plan = planHierarchies(boxes, { hierarchy: 'static' });
    const counts = (['one', 'both'] as const).map((substitution) => {
      const own = new HierarchySearch(boxes, new BoxDistance(boxes), plan, { substitution });
      own.find(0, 5, found);
      expect(found.i).toBe(-1);
      return own.counts.boxes;
    });
    // Roots, then both far members with the other root; or all members at once.
    expect(counts).toEqual([3, 5]);
  }
});

test('what is left aside is as far as its boxes prove, and not farther', () => {
  // Both pairs are as far, and members know it to the last bit; boxes do not.
  const boxes = boxWorld([1, 2], [{ a: 0, b: 1 }]);
  boxes.put(0, [0, 0, 0, 1, 1, 1]);
  boxes.put(1, [4, 5, 0, 6, 6, 1]);
  boxes.put(2, [4, 5, 0, 6, 6, 1]);
  const asked = new BoxDistance(boxes);
  const exact: MemberDistance = {
    lower: 0,
    upper: 0,
    points: asked.points,
    measure(i, k, cutoff) {
      asked.measure(i, k, cutoff);
      this.upper = asked.upper;
      this.lower = boxDistance(boxes.boxes, i, k);
    },
  };
  const plan = planHierarchies(boxes, { hierarchy: 'static' });
  const found = nothingNear();
  for (const order of ['best-first', 'depth-first'] as const) {
    const own = new HierarchySearch(boxes, exact, plan, { order });
    own.find(0, FOREVER, found);
    expect(own.counts.distances).toBe(1);
    expect(found.lower).toBeLessThan(found.upper);
    expect(found.lower).toBeGreaterThan(found.upper * (1 - 2e-15));
  }
});
