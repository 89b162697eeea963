/** [D 3.2] Structures over samples of joints: what is counted, cut off, and selected on-line. */
import { describe, expect, test } from 'vitest';
import { sampleInto } from '../../../src/cell/index.ts';
import { Random } from '../../../src/math/index.ts';
import {
  CellWorld,
  type CountedStructure,
  type Criterion,
  criterionNumber,
  cutOff,
  defaultClasses,
  defaultPairs,
  jointSamples,
  NearestNeighbours,
  nameOf,
  placesOf,
  planHierarchies,
  Selection,
  sampleStructures,
} from '../../../src/monitor/index.ts';
import { embedded } from '../../helpers/oracles/embedded.ts';

const CRITERIA: readonly Criterion[] = ['diameter', 'volume', 'surface'];
const DEGREE = Math.PI / 180;

const cell = embedded('two-arms');
const classes = defaultClasses(cell);

function newWorld(): CellWorld {
  return new CellWorld(cell, classes, defaultPairs(cell, classes));
}

/** Members of an arm of cells/two-arms, one by one. */
function arm(degrees: number, criterion: Criterion = 'diameter') {
  const world = newWorld();
  const places = placesOf(world, 0, 'members');
  const samples = jointSamples(world, 0, { degrees });
  const report = sampleStructures(world, places, samples, criterionNumber(criterion));
  return { world, places, samples, report };
}

/** The boxes of places where a world stands, one number after the other. */
const boxesOf = (world: CellWorld, places: readonly (readonly number[])[]) =>
  places.flatMap(([i]) => Array.from(world.boxes.subarray(6 * i, 6 * i + 6)));

describe('samples', () => {
  test('the first three joints from limit to limit; others at rest', () => {
    const world = newWorld();
    const samples = jointSamples(world, 0);
    const { dofs } = world.cell.tree;
    expect(samples.dofs).toHaveLength(3);
    samples.dofs.forEach((d, n) => {
      const values = samples.values[n];
      // Limits that are a little more than once round count as once round.
      expect(values[0]).toBe(Math.max(-Math.PI, dofs[d].lower));
      expect(values.at(-1)).toBeLessThanOrEqual(dofs[d].upper);
      expect(values.at(-1)).toBeGreaterThan(Math.min(Math.PI, dofs[d].upper) - 15.1 * DEGREE);
      expect(values[1] - values[0]).toBeCloseTo(15 * DEGREE, 12);
    });
    expect(samples.count).toBe(samples.values.reduce((n, { length }) => n * length, 1));
    // Of the second arm, its own.
    const other = jointSamples(world, 1);
    expect(other.dofs.some((d) => samples.dofs.includes(d))).toBe(false);
  });

  test('limits beyond a turn are sampled once round; slides by metres; fewer joints', () => {
    const world = newWorld();
    const { dofs } = world.cell.tree;
    const wide = { ...world, cell: { ...world.cell } } as unknown as CellWorld;
    const box = {
      lower: world.cell.box.lower.map(() => -9),
      upper: world.cell.box.upper.map(() => 9),
    };
    const tree = {
      ...world.cell.tree,
      dofs: dofs.map((dof, d) => ({
        ...dof,
        lower: d === 1 ? -0.2 : -9,
        upper: d === 1 ? 0.35 : 9,
        unit: d === 1 ? 'length' : 'angle',
      })),
    };
    Object.assign(wide.cell, { tree, box });
    const { values } = jointSamples(wide, 0, { degrees: 15 });
    expect(values[0]).toHaveLength(24);
    expect(values[0][0]).toBe(-Math.PI);
    expect(Array.from(values[1], (x) => x.toFixed(3))).toEqual([
      '-0.200',
      '-0.100',
      '0.000',
      '0.100',
      '0.200',
      '0.300',
    ]);
    expect(jointSamples(wide, 0, { joints: 1 }).count).toBe(24);
  });

  test('what cannot be meant is refused', () => {
    const world = newWorld();
    expect(() => jointSamples(world, 0, { degrees: 0 })).toThrow(/degrees/);
    expect(() => jointSamples(world, 0, { metres: Number.NaN })).toThrow(/metres/);
    expect(() => jointSamples(world, 0, { degrees: 0.1 })).toThrow(/more than 1000000/);
    const none = { hierarchy: 'dynamic', cutOff: { most: 0 } } as const;
    expect(() => planHierarchies(world, none)).toThrow(/at least 1/);
  });
});

describe('counting', () => {
  test('every combination of values is looked at once', () => {
    const world = newWorld();
    const samples = jointSamples(world, 0, { degrees: 60 });
    const seen = new Set<string>();
    const place = world.place.bind(world);
    world.place = (q, o) => {
      seen.add(samples.dofs.map((d) => q[o + d]).join(' '));
      q.forEach((x, d) => {
        if (!samples.dofs.includes(d)) expect(x).toBe(samples.rest[d]);
      });
      place(q, o);
    };
    const report = sampleStructures(world, placesOf(world, 0, 'members'), samples, 0);
    expect(seen.size).toBe(samples.count);
    expect(report.samples).toBe(samples.count);
  });

  test('every sample counts once; shares by frequency; one structure is optimal for most', () => {
    const { report } = arm(30);
    const { structures, samples } = report;
    expect(structures.reduce((sum, { count }) => sum + count, 0)).toBe(samples);
    expect(structures.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 12);
    structures.forEach(({ count }, i) => {
      if (i > 0) expect(count).toBeLessThanOrEqual(structures[i - 1].count);
    });
    expect(new Set(structures.map(({ name }) => name)).size).toBe(structures.length);
    expect(structures.length).toBeGreaterThan(3);
    expect(structures[0].share).toBeGreaterThan(0.5);
    for (const { orders, name, places } of structures) {
      for (const merges of orders) expect(nameOf({ places, merges })).toBe(name);
    }
    // The same tree in another order is the same structure.
    expect(structures.some(({ orders }) => orders.length > 1)).toBe(true);
  });

  test('rare ones are cut off: by number, by share; one stays', () => {
    const { report } = arm(30);
    const { structures } = report;
    expect(cutOff(report, { most: 3 })).toEqual(structures.slice(0, 3));
    const often = structures.filter(({ share }) => share >= 0.05);
    expect(cutOff(report, { share: 0.05 })).toEqual(often);
    expect(often.length).toBeLessThan(structures.length);
    expect(cutOff(report, { share: 1 })).toEqual(structures.slice(0, 1));
  });
});

describe.each(CRITERIA)('selection by %s', (criterion) => {
  test('at every sample the nearest neighbour tree', () => {
    const { world, places, samples, report } = arm(45, criterion);
    const number = criterionNumber(criterion);
    const selection = new Selection(report.structures, places.length, number);
    const neighbours = new NearestNeighbours(places.length, number);
    const q = samples.rest.slice();
    let steps = 0;
    for (const a of samples.values[0]) {
      for (const b of samples.values[1]) {
        for (const c of samples.values[2]) {
          [a, b, c].forEach((x, k) => {
            q[samples.dofs[k]] = x;
          });
          world.place(q, 0);
          const boxes = boxesOf(world, places);
          neighbours.boxes.set(boxes);
          neighbours.build(places.length);
          selection.boxes.set(boxes);
          const chosen = report.structures[selection.choose()];
          expect(chosen.name).toBe(nameOf({ places: places.length, merges: neighbours.merges }));
          steps++;
        }
      }
    }
    const evaluated = selection.evaluated / steps;
    // Less than the lowest compositions of all structures one by one, and than all pairs of members.
    expect(evaluated).toBeLessThan(report.structures.length * (places.length - 1) * 0.5);
    expect(evaluated).toBeLessThan(28);
  });

  test('between samples: the smallest that begins, by walking through all orders', () => {
    const { world, places, report } = arm(45, criterion);
    const number = criterionNumber(criterion);
    const kept = cutOff(report, { most: 5 });
    const selection = new Selection(kept, places.length, number);
    const random = new Random(4);
    const q = new Float64Array(world.cell.tree.dofs.length);
    for (let n = 0; n < 300; n++) {
      sampleInto(world.cell, random, q);
      world.place(q, 0);
      const boxes = boxesOf(world, places);
      selection.boxes.set(boxes);
      expect(selection.choose()).toBe(smallestInOrder(kept, boxes, criterion));
    }
  });
});

/** The structure with an order whose sizes are smallest, compared one after the other; of equal ones the first. */
function smallestInOrder(
  structures: readonly CountedStructure[],
  boxes: readonly number[],
  criterion: Criterion,
): number {
  let best: { s: number; sizes: number[] } | null = null;
  structures.forEach(({ orders, places }, s) => {
    for (const merges of orders) {
      const all = Array.from({ length: places }, (_, i) => boxes.slice(6 * i, 6 * i + 6));
      const sizes: number[] = [];
      for (let m = 0; m < places - 1; m++) {
        const [a, b] = [all[merges[2 * m]], all[merges[2 * m + 1]]];
        const made = a.map((x, k) => (k < 3 ? Math.min(x, b[k]) : Math.max(x, b[k])));
        const [x, y, z] = [0, 1, 2].map((k) => made[3 + k] - made[k]);
        if (criterion === 'diameter') sizes.push(x * x + y * y + z * z);
        else sizes.push(criterion === 'volume' ? x * y * z : x * y + y * z + z * x);
        all.push(made);
      }
      const differs = best?.sizes.findIndex((size, m) => size !== sizes[m]) ?? 0;
      if (best === null || (differs >= 0 && sizes[differs] < best.sizes[differs]))
        best = { s, sizes };
    }
  });
  return best!.s;
}

describe('ties', () => {
  const structure = (name: string, ...orders: number[][]): CountedStructure => {
    const all = orders.map((merges) => Int32Array.from(merges));
    return { places: 4, merges: all[0], name, count: 1, share: 0.5, orders: all };
  };
  const two = [
    structure('((0 1) (2 3))', [0, 1, 2, 3, 4, 5]),
    structure('(0 (1 (2 3)))', [2, 3, 1, 4, 0, 5]),
  ];
  const line = (...at: number[]) => at.flatMap((x) => [x, 0, 0, x, 0, 0]);

  test('the next level decides where first compositions are equally large', () => {
    const chains = [
      structure('(((0 1) 2) 3)', [0, 1, 2, 4, 3, 5]),
      structure('(0 (1 (2 3)))', [2, 3, 1, 4, 0, 5]),
    ];
    const selection = new Selection(chains, 4, criterionNumber('diameter'));
    const plane = (...at: [number, number][]) => at.flatMap(([x, y]) => [x, y, 0, x, y, 0]);
    // 0 is as near 1 as 2 is to 3; of the others 1 is nearer to 2 and 3 than 2 to 0 and 1.
    selection.boxes.set(plane([0, 0], [1, 0], [4, 1], [4, 0]));
    expect(selection.choose()).toBe(1);
    // The other way round.
    selection.boxes.set(plane([4, 0], [4, 1], [1, 0], [0, 0]));
    expect(selection.choose()).toBe(0);
    // No tie.
    selection.boxes.set(plane([0, 0], [3, 0], [3.5, 0], [3.6, 0]));
    expect(selection.choose()).toBe(1);
  });

  test('a tie to the end: the more frequent structure, all at one place', () => {
    const selection = new Selection(two, 4, criterionNumber('volume'));
    selection.boxes.set(line(1, 1, 1, 1));
    expect(selection.choose()).toBe(0);
    const reversed = new Selection([two[1], two[0]], 4, criterionNumber('volume'));
    reversed.boxes.set(line(1, 1, 1, 1));
    expect(reversed.choose()).toBe(0);
    expect([two[1], two[0]][reversed.choose()].name).toBe('(0 (1 (2 3)))');
  });
});

test('a plan leaves the world where it is, and says what was found', () => {
  const world = newWorld();
  const q = new Float64Array(world.cell.tree.dofs.length);
  sampleInto(world.cell, new Random(2), q);
  world.place(q, 0);
  const before = world.boxes.slice();
  const plan = planHierarchies(world, {
    hierarchy: 'dynamic',
    sampling: { degrees: 45 },
    cutOff: { most: 2 },
  });
  expect(world.boxes).toEqual(before);
  const [left, right, obstacles] = plan.classes;
  expect(left.structures).toHaveLength(2);
  expect(left.report!.structures.length).toBeGreaterThan(2);
  // The same arm, and the same box of joints: the same structures.
  expect(right.report!.structures.map(({ name }) => name)).toEqual(
    left.report!.structures.map(({ name }) => name),
  );
  expect(obstacles).toEqual({
    places: [Array.from(world.membersOf[2])],
    structures: null,
    report: null,
  });
});
