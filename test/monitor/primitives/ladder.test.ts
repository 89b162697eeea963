import { describe, expect, it } from 'vitest';
import { type Cell, sampleInto } from '../../../src/cell/index.ts';
import { Random } from '../../../src/math/index.ts';
import {
  CellWorld,
  defaultClasses,
  defaultPairs,
  ExactDistance,
  type PrimitiveStrategy,
  type SearchCounts,
} from '../../../src/monitor/index.ts';
import {
  AXIS_BOX_KIND,
  BOX_KIND,
  CAPSULE_KIND,
  PrimitiveLadder,
  primitivesOf,
  SIMPLE_KINDS,
  SPHERE_KIND,
  sequenceOf,
} from '../../../src/monitor/primitives/index.ts';
import {
  distanceUpper,
  meshMember,
  shapeMember,
  worldOf,
} from '../../helpers/monitor/primitiveWorlds.ts';
import { embedded } from '../../helpers/oracles/embedded.ts';

function worldIn(cell: Cell) {
  const classes = defaultClasses(cell);
  const world = new CellWorld(cell, classes, defaultPairs(cell, classes));
  return { world, distance: new ExactDistance(world) };
}

const STRATEGIES: PrimitiveStrategy[] = ['complexity', 'error', 'fixed-order', 'boxes-only'];
const none = (): SearchCounts => ({ distances: 0, primitives: 0, boxes: 0, updates: 0 });

/** Long members in a loose heap. */
function heap(seed: number, count = 24) {
  const random = new Random(seed);
  const pieces = Array.from({ length: count }, () => meshMember(random, [0.5, 0.05, 0.05]));
  return worldOf(pieces, random, 1);
}

/** Asks about all pairs as a search would: the members where the ladder does not suffice. */
function work(world: ReturnType<typeof heap>, strategy: PrimitiveStrategy, threshold: number) {
  const counts = none();
  const ladder = new PrimitiveLadder(world, strategy, counts);
  ladder.begin();
  const near: string[] = [];
  for (let i = 0; i < world.count; i++) {
    for (let k = 0; k < i; k++) {
      if (ladder.isBeyond(i, k, threshold)) continue;
      counts.distances++;
      if (distanceUpper(world, i, k) <= threshold) near.push(`${i} ${k}`);
    }
  }
  return { counts, near };
}

describe('in the world of a cell', () => {
  it.each(['two-arms', 'workshop', 'cage'])(
    '%s: never exceeds the exact distance, of true meshes',
    (name) => {
      const cell = embedded(name);
      const { world, distance } = worldIn(cell);
      const q = new Float64Array(cell.tree.dofs.length);
      const random = new Random(8);
      const ladders = STRATEGIES.map((strategy) => new PrimitiveLadder(world, strategy, none()));
      const wrong: string[] = [];
      let [beyond, asked] = [0, 0];
      for (let round = 0; round < 4; round++) {
        sampleInto(cell, random, q);
        world.place(q, 0);
        for (const ladder of ladders) ladder.begin();
        for (let i = 0; i < world.count; i++) {
          for (let k = 0; k < i; k++) {
            if (!world.isTested(i, k)) continue;
            distance.measure(i, k, Number.POSITIVE_INFINITY, false);
            for (const ladder of ladders) {
              asked++;
              if (ladder.isBeyond(i, k, 0.1)) beyond++;
              if (!(ladder.lower[0] <= distance.upper)) wrong.push(`${i} ${k}`);
            }
          }
        }
      }
      expect(wrong).toEqual([]);
      expect(beyond).toBeGreaterThan(0.5 * asked);
    },
  );
});

describe('the ladder of primitives', () => {
  it.each(STRATEGIES)('%s: what is beyond is so, and its lower bound holds', (strategy) => {
    const world = heap(1);
    const ladder = new PrimitiveLadder(world, strategy, none());
    ladder.begin();
    for (let i = 0; i < world.count; i++) {
      for (let k = 0; k < i; k++) {
        const upper = distanceUpper(world, i, k);
        for (const threshold of [0, 0.1, 0.5, Number.POSITIVE_INFINITY]) {
          const beyond = ladder.isBeyond(i, k, threshold);
          expect(ladder.lower[0]).toBeLessThanOrEqual(upper);
          expect(ladder.lower[0] > threshold).toBe(beyond);
          if (beyond) expect(upper).toBeGreaterThan(threshold);
        }
      }
    }
  });

  it('finds the same pairs by every strategy, and asks far fewer members than without', () => {
    const world = heap(2);
    const all = (world.count * (world.count - 1)) / 2;
    const plain: string[] = [];
    for (let i = 0; i < world.count; i++) {
      for (let k = 0; k < i; k++) if (distanceUpper(world, i, k) <= 0.05) plain.push(`${i} ${k}`);
    }
    const asked = new Map<PrimitiveStrategy, SearchCounts>();
    for (const strategy of STRATEGIES) {
      const { counts, near } = work(world, strategy, 0.05);
      expect(near).toEqual(plain);
      asked.set(strategy, counts);
    }
    for (const strategy of STRATEGIES) expect(asked.get(strategy)!.distances).toBeLessThan(all / 2);
    // Boxes that turn with their members fit long ones better than boxes along the axes do.
    const boxesOnly = asked.get('boxes-only')!;
    for (const strategy of ['complexity', 'error', 'fixed-order'] as const) {
      expect(asked.get(strategy)!.distances).toBeLessThan(0.8 * boxesOnly.distances);
    }
    expect(boxesOnly).toMatchObject({ boxes: all, primitives: 0 });
  });

  it('the tightest first computes fewer primitives than the cheapest first where members are near', () => {
    const world = heap(3);
    const of = (strategy: PrimitiveStrategy) => work(world, strategy, 0).counts;
    const [cheap, tight] = [of('complexity'), of('error')];
    const computed = ({ primitives, boxes }: SearchCounts) => primitives + boxes;
    expect(computed(tight)).toBeLessThan(computed(cheap));
    expect(tight.distances).toBe(cheap.distances);
    // And where they are far the cheapest is enough: one for each pair.
    const random = new Random(3);
    const pieces = world.pieces;
    const loose = worldOf(pieces, random, 100);
    const counts = work(loose, 'complexity', 0).counts;
    expect(computed(counts)).toBeLessThan(1.1 * ((pieces.length * (pieces.length - 1)) / 2));
  });

  it('stops at the first pair of primitives that suffices', () => {
    const random = new Random(4);
    const world = worldOf(
      [meshMember(random, [1, 1, 1]), meshMember(random, [1, 1, 1])],
      random,
      0,
    );
    const pose = world.poses.slice(12, 24);
    pose[9] += 50;
    world.place(1, pose);
    const counts = none();
    const ladder = new PrimitiveLadder(world, 'fixed-order', counts);
    ladder.begin();
    expect(ladder.isBeyond(0, 1, 1)).toBe(true);
    expect(counts).toMatchObject({ primitives: 1, boxes: 0 });
    expect(ladder.isBeyond(0, 1, 60)).toBe(false);
    expect(counts).toMatchObject({ primitives: 1 + 3, boxes: 1 });
  });

  it('orders: by cost rising with ever less volume, by error the other way round', () => {
    const random = new Random(5);
    const [a, b] = [0, 1].map(() => primitivesOf(meshMember(random, [1, 0.1, 0.1]))!);
    const rising = sequenceOf('complexity', a, b);
    const falling = sequenceOf('error', a, b);
    expect(falling).toEqual([...rising].reverse());
    const excess = (pair: number) =>
      a.measures[Math.floor(pair / SIMPLE_KINDS)].volume + b.measures[pair % SIMPLE_KINDS].volume;
    const volumes = rising.map(excess);
    expect(volumes).toEqual([...volumes].sort((x, y) => y - x));
    // The last is the tightest of all.
    const both = (kind: number) => SIMPLE_KINDS * kind + kind;
    expect(rising.at(-1)).toBe(both(BOX_KIND));
    expect(sequenceOf('fixed-order', a, b)).toEqual(
      [SPHERE_KIND, AXIS_BOX_KIND, CAPSULE_KIND, BOX_KIND].map(both),
    );
    expect(sequenceOf('boxes-only', a, b)).toEqual([both(AXIS_BOX_KIND)]);
    // A ball is its own sphere: nothing costs less, and nothing fits better.
    const ball = primitivesOf(shapeMember({ kind: 'sphere', radius: 1 }))!;
    expect(sequenceOf('complexity', ball, ball)).toEqual([both(SPHERE_KIND)]);
  });

  it('sees where members moved to after begin, and a member that became another after forget', () => {
    const random = new Random(6);
    const pieces = [meshMember(random, [0.1, 0.1, 0.1]), meshMember(random, [0.1, 0.1, 0.1])];
    const world = worldOf(pieces, random, 0);
    world.place(0, world.poses.slice(12, 24));
    const ladder = new PrimitiveLadder(world, 'fixed-order', none());
    ladder.begin();
    expect(ladder.isBeyond(0, 1, 0)).toBe(false);
    const pose = world.poses.slice(12, 24);
    pose[9] += 1;
    world.place(1, pose);
    ladder.begin();
    expect(ladder.isBeyond(0, 1, 0.4)).toBe(true);
    pieces[1] = meshMember(random, [2, 2, 2]);
    world.place(1, pose);
    ladder.forget(1);
    ladder.begin();
    expect(ladder.isBeyond(0, 1, 0)).toBe(false);
  });

  it('asks the members where one is a half-space', () => {
    const random = new Random(7);
    const floor = shapeMember({ kind: 'half-space', normal: [0, 0, 1], offset: -5 });
    const world = worldOf([meshMember(random, [0.1, 0.1, 0.1]), floor], random, 0);
    for (const strategy of STRATEGIES) {
      const counts = none();
      const ladder = new PrimitiveLadder(world, strategy, counts);
      ladder.begin();
      expect(ladder.isBeyond(0, 1, 0.1)).toBe(false);
      expect(ladder.lower[0]).toBe(0);
      expect(counts).toEqual(none());
    }
  });
});
