/** Members that come, go and move: one leaf is put in or taken out, the answers stay exact, the rest stays as it was. */
import { describe, expect, test } from 'vitest';
import { Random } from '../../../src/math/index.ts';
import {
  ClassHierarchy,
  type CountedStructure,
  criterionNumber,
  type HierarchyPlan,
  HierarchySearch,
  nothingNear,
  planHierarchies,
} from '../../../src/monitor/index.ts';
import {
  anyBox,
  BoxDistance,
  type BoxWorld,
  boxDistance,
  boxWorld,
  nearestOfAll,
} from '../../helpers/monitor/boxWorld.ts';

const PAIRS = [
  { a: 0, b: 1 },
  { a: 0, b: 0 },
];

/** Structures over five places, none of which fits particularly well. */
const FIVE: readonly CountedStructure[] = [
  [0, 1, 2, 3, 5, 6, 4, 7],
  [3, 4, 0, 2, 1, 5, 6, 7],
].map((merges, n) => {
  const order = Int32Array.from(merges);
  return { places: 5, merges: order, name: String(n), count: 1, share: 0.5, orders: [order] };
});

/** A class of five places under structures, and one of a single place. */
function changing(seed: number): { world: BoxWorld; plan: HierarchyPlan; random: Random } {
  const random = new Random(seed);
  const world = boxWorld([5, 6], PAIRS);
  for (let i = 0; i < world.count; i++) world.put(i, anyBox(random));
  const plan: HierarchyPlan = {
    criterion: 'diameter',
    classes: [
      { places: [[0], [1], [2], [3], [4]], structures: FIVE, report: null },
      { places: [[5, 6, 7, 8, 9, 10]], structures: null, report: null },
    ],
  };
  return { world, plan, random };
}

/** Every node below the roots, once; that boxes contain what is below, and are no larger. */
function membersBelow(hierarchy: ClassHierarchy, world: BoxWorld): number[] {
  const { nodes, roots, rootCount } = hierarchy;
  const found: number[] = [];
  const visit = (node: number): number[] => {
    const own = Array.from(nodes.boxes.subarray(6 * node, 6 * node + 6));
    if (nodes.first[node] < 0) {
      const member = nodes.member[node];
      if (member < 0) return own;
      found.push(member);
      expect(own).toEqual(Array.from(world.boxes.subarray(6 * member, 6 * member + 6)));
      return own;
    }
    const a = visit(nodes.first[node]);
    const b = visit(nodes.second[node]);
    const joined = a.map((x, k) => (k < 3 ? Math.min(x, b[k]) : Math.max(x, b[k])));
    expect(own).toEqual(joined);
    return own;
  };
  for (let r = 0; r < rootCount; r++) visit(roots[r]);
  return found.sort((a, b) => a - b);
}

describe('random changes', () => {
  test.each([
    ['best-first', 'both'],
    ['depth-first', 'one'],
  ] as const)('%s, %s: exact after each, seeds 1 to 8', (order, substitution) => {
    for (let seed = 1; seed <= 8; seed++) {
      const { world, plan, random } = changing(seed);
      const settings = { order, substitution, lastFirst: seed % 2 === 0 };
      const search = new HierarchySearch(world, new BoxDistance(world), plan, settings);
      const found = nothingNear();
      for (let step = 0; step < 40; step++) {
        const there = [...world.membersOf[0], ...world.membersOf[1]];
        const what = random.below(4);
        const any = there[random.below(there.length)];
        if (what === 0 || there.length === 0) {
          world.add(random.below(2), anyBox(random));
        } else if (what === 1) {
          world.remove(any);
          search.forget(any);
        } else {
          world.put(any, anyBox(random));
        }
        PAIRS.forEach((_, p) => {
          const { distance } = nearestOfAll(world, p);
          search.find(p, Number.POSITIVE_INFINITY, found);
          expect(found.upper).toBe(distance);
          expect(found.lower).toBeLessThanOrEqual(distance);
          if (found.i >= 0) expect(boxDistance(world.boxes, found.i, found.k)).toBe(distance);
        });
        for (const c of [0, 1]) {
          const hierarchy = search.hierarchyOf(c);
          expect(hierarchy.size).toBe(world.membersOf[c].length);
          expect(membersBelow(hierarchy, world)).toEqual(Array.from(world.membersOf[c]));
        }
      }
    }
  });
});

test('classes that become empty, and come to life again', () => {
  const { world, plan, random } = changing(3);
  const search = new HierarchySearch(world, new BoxDistance(world), plan);
  const found = nothingNear();
  search.find(0, Number.POSITIVE_INFINITY, found);
  for (const c of [0, 1]) {
    for (const i of world.membersOf[c].slice()) world.remove(i);
    search.find(0, Number.POSITIVE_INFINITY, found);
    expect(found.upper).toBe(Number.POSITIVE_INFINITY);
    search.find(1, Number.POSITIVE_INFINITY, found);
    expect(found.upper).toBe(Number.POSITIVE_INFINITY);
  }
  expect(found).toMatchObject({ i: -1, k: -1, lower: Number.POSITIVE_INFINITY });
  const a = world.add(0, anyBox(random));
  const b = world.add(1, anyBox(random));
  search.find(0, Number.POSITIVE_INFINITY, found);
  expect([found.i, found.k]).toEqual([a, b]);
  expect(found.upper).toBe(boxDistance(world.boxes, a, b));
});

test('pairs that are tested no longer, and again', () => {
  const { world, plan } = changing(5);
  const search = new HierarchySearch(world, new BoxDistance(world), plan, { lastFirst: true });
  const found = nothingNear();
  search.find(0, Number.POSITIVE_INFINITY, found);
  const { i, k, upper } = found;
  world.untested.add(`${i} ${k}`);
  search.forget(i);
  search.find(0, Number.POSITIVE_INFINITY, found);
  expect(found.upper).toBe(nearestOfAll(world, 0).distance);
  expect(found.upper).toBeGreaterThan(upper);
  world.untested.clear();
  search.forget();
  search.find(0, Number.POSITIVE_INFINITY, found);
  expect([found.i, found.k, found.upper]).toEqual([i, k, upper]);
});

test('a member that comes changes the nodes on its way up, and no others', () => {
  const random = new Random(9);
  const world = boxWorld([60, 1], PAIRS);
  for (let i = 0; i < world.count; i++) world.put(i, anyBox(random, 50));
  const plan = planHierarchies(world, { hierarchy: 'static' });
  const hierarchy = new ClassHierarchy(world, 0, {
    places: plan.classes[0].places,
    structures: null,
    criterion: criterionNumber('diameter'),
    errors: false,
  });
  hierarchy.update();
  const { nodes } = hierarchy;
  const before = { first: nodes.first.slice(), second: nodes.second.slice() };
  const used = nodes.used;
  const added = world.add(0, anyBox(random, 50));
  hierarchy.update();
  expect(nodes.used).toBe(used + 2);
  let changed = 0;
  for (let n = 0; n < used; n++) {
    if (nodes.first[n] !== before.first[n] || nodes.second[n] !== before.second[n]) changed++;
  }
  expect(changed).toBe(1);
  // Beside a near neighbour: the composition is among the smaller ones.
  let leaf = 0;
  for (let n = 0; n < nodes.used; n++) if (nodes.member[n] === added) leaf = n;
  let depth = 0;
  for (let up = nodes.parent[leaf]; up >= 0; up = nodes.parent[up]) depth++;
  expect(depth).toBeGreaterThan(2);
  // Gone again, all is as it was.
  world.remove(added);
  hierarchy.update();
  for (let n = 0; n < used; n++) {
    expect([nodes.first[n], nodes.second[n]]).toEqual([before.first[n], before.second[n]]);
  }
});

test('what stands still is not fitted again', () => {
  const { world, plan } = changing(7);
  const search = new HierarchySearch(world, new BoxDistance(world), plan);
  const hierarchy = search.hierarchyOf(1);
  const { fitted } = hierarchy;
  search.hierarchyOf(1);
  expect(hierarchy.fitted).toBe(fitted);
  for (let k = 0; k < 6; k++) {
    world.boxes[6 * 7 + k] += 1e-12;
    search.hierarchyOf(1);
    expect(hierarchy.fitted).toBe(fitted + 1 + k);
  }
});

/** The member that stands beside another in the tree, or below the node that does. */
function besides(hierarchy: ClassHierarchy, member: number): number[] {
  const { nodes } = hierarchy;
  let leaf = 0;
  for (let n = 0; n < nodes.used; n++) if (nodes.member[n] === member) leaf = n;
  const above = nodes.parent[leaf];
  const below = (node: number): number[] => {
    if (nodes.first[node] < 0) return [nodes.member[node]];
    return [...below(nodes.first[node]), ...below(nodes.second[node])];
  };
  return below(nodes.first[above] === leaf ? nodes.second[above] : nodes.first[above]);
}

test('under structures: beside what it is rigidly connected to, else beside the nearest', () => {
  const { world, plan } = changing(11);
  [0, 1, 2, 3, 4].forEach((i) => {
    world.put(i, [10 * i, 0, 0, 10 * i + 1, 1, 1]);
  });
  const search = new HierarchySearch(world, new BoxDistance(world), plan);
  search.hierarchyOf(0);
  // Held by member 3, and nearer to member 1 at the moment.
  const held = world.add(0, [12, 0, 0, 13, 1, 1]);
  world.frameOf[held] = world.frameOf[3];
  expect(besides(search.hierarchyOf(0), held)).toEqual([3]);
  const loose = world.add(0, [22, 0, 0, 23, 1, 1]);
  expect(besides(search.hierarchyOf(0), loose)).toEqual([2]);
});

test('a tree of members that came one by one is not much larger than one made of all', () => {
  const random = new Random(19);
  const world = boxWorld([80, 1], PAIRS);
  for (let i = 0; i < world.count; i++) world.put(i, anyBox(random, 50));
  const members = Array.from(world.membersOf[0]);
  const settings = { structures: null, criterion: criterionNumber('diameter'), errors: false };
  const sizes = [members, members.slice(0, 1)].map((first) => {
    const hierarchy = new ClassHierarchy(world, 0, { ...settings, places: [first] });
    hierarchy.update();
    const { nodes } = hierarchy;
    let sum = 0;
    for (let n = 0; n < nodes.used; n++) {
      if (nodes.first[n] < 0) continue;
      const [x, y, z] = [0, 1, 2].map((k) => nodes.boxes[6 * n + 3 + k] - nodes.boxes[6 * n + k]);
      sum += Math.hypot(x, y, z);
    }
    return sum;
  });
  expect(sizes[1]).toBeLessThan(1.6 * sizes[0]);
});
