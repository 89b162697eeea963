/**
 * [D 2] All approaches give the vectors of brute force, along smooth motions and in jumps; and each does what it is for, by
 * counts: computations that it spares beside the one without it.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { askAbout, type Cell, sampleInto } from '../../src/cell/index.ts';
import { readPath } from '../../src/formats/index.ts';
import { Random } from '../../src/math/index.ts';
import {
  type Approach,
  createMonitor,
  ExactDistance,
  type HierarchyPlan,
  nothingNear,
  searchFor,
} from '../../src/monitor/index.ts';
import { Alone, PLAIN, Remembering } from '../helpers/monitor/alone.ts';
import { BruteForce } from '../helpers/monitor/bruteForce.ts';
import { compareStep, nothingSeen } from '../helpers/monitor/compare.ts';
import { smoothMotion } from '../helpers/monitor/smoothMotion.ts';
import { anyCell } from '../helpers/oracles/anyCells.ts';
import { embedded } from '../helpers/oracles/embedded.ts';

const EXACT: Record<string, Partial<Approach>> = {
  plain: {},
  initialization: { initialization: true },
  'update local': { update: 'local' },
  'primitives by complexity': { primitives: 'complexity' },
  'primitives by error': { primitives: 'error' },
  'primitives in fixed order': { primitives: 'fixed-order' },
  'boxes only': { primitives: 'boxes-only' },
  'boxes only + initialization + local': {
    primitives: 'boxes-only',
    initialization: true,
    update: 'local',
  },
  static: { hierarchy: 'static' },
  dynamic: { hierarchy: 'dynamic' },
  'dynamic, one': { hierarchy: 'dynamic', substitution: 'one' },
  'dynamic, volume': { hierarchy: 'dynamic', criterion: 'volume' },
  'dynamic + initialization': { hierarchy: 'dynamic', initialization: true },
  'dynamic + local': { hierarchy: 'dynamic', update: 'local' },
  'virtual manipulator': { hierarchy: 'virtual-manipulator' },
  'virtual manipulator, one': { hierarchy: 'virtual-manipulator', substitution: 'one' },
  'virtual manipulator + local': { hierarchy: 'virtual-manipulator', update: 'local' },
};

const monitorOf = (cell: Cell, approach: Partial<Approach>) =>
  createMonitor(cell, { approach: { ...PLAIN, ...approach } });

/** Steps of all approaches, one after the other at each configuration; a monitor with the first is looked at closely. */
function compareAll(cell: Cell, steps: readonly { q: Float64Array; threshold?: number }[]) {
  const oracle = new Remembering(cell);
  const monitor = monitorOf(cell, {});
  const plans = new Map<string, HierarchyPlan>();
  const all = Object.entries(EXACT).map(([name, approach]) => {
    return { name, alone: new Alone(cell, approach, plans) };
  });
  const seen = nothingSeen();
  for (const { q, threshold } of steps) {
    compareStep(monitor, oracle, q, seen, threshold);
    for (const { name, alone } of all) {
      try {
        alone.compare(oracle, q, threshold);
      } catch (error) {
        throw new Error(`${name}: ${(error as Error).message}`, { cause: error });
      }
    }
  }
  return seen;
}

/** The last part of the cell's colliding path. */
function intoCollision(cell: Cell, name: string): Float64Array[] {
  const file = new URL(`../../cells/${name}/paths/colliding.json`, import.meta.url);
  const { waypoints } = readPath(readFileSync(file), { file: file.pathname });
  const [from, to] = waypoints.map((row) => Float64Array.from(row));
  expect(from.length).toBe(cell.tree.dofs.length);
  return [0.8, 0.9, 1].map((t) => from.map((x, d) => x + t * (to[d] - x)));
}

describe('all approaches against brute force', () => {
  test.each(['puma-260', 'hanging-arms'])(
    'cells/%s: smooth motions and jumps, seeds 3 to 5',
    (name) => {
      const cell = embedded(name);
      const seen = compareAll(cell, [
        ...smoothMotion(cell, 3, 14, 0.01).map((q) => ({ q })),
        ...smoothMotion(cell, 4, 8, 0.4).map((q) => ({ q })),
        ...smoothMotion(cell, 5, 8, 0.02).map((q) => ({ q, threshold: 0.05 })),
        ...intoCollision(cell, name).map((q) => ({ q })),
      ]);
      expect(seen.apart).toBeGreaterThan(20);
      expect(seen.beyond).toBeGreaterThan(5);
      expect(seen.colliding).toBeGreaterThan(0);
    },
  );

  test('random cells of all kinds, seeds 1 to 14', () => {
    let apart = 0;
    for (let seed = 1; seed <= 14; seed++) {
      const made = anyCell(seed).cell;
      const random = new Random(seed);
      const qs = Array.from({ length: 4 }, () => {
        const q = new Float64Array(made.tree.dofs.length);
        sampleInto(made, random, q);
        return q;
      });
      const { cell } = askAbout(made, qs);
      const steps = qs.map((q) => ({ q }));
      apart += compareAll(cell, [...steps, { q: qs[0], threshold: 0.1 }]).apart;
    }
    expect(apart).toBeGreaterThan(20);
  });
});

describe('the global update', () => {
  const GLOBAL: Record<string, Partial<Approach>> = {
    plain: { update: 'global' },
    dynamic: { update: 'global', hierarchy: 'dynamic' },
    'virtual manipulator': { update: 'global', hierarchy: 'virtual-manipulator' },
  };

  test.each(Object.entries(GLOBAL))(
    'of %s: bounds hold, and only the direction is lost',
    (_, approach) => {
      const cell = embedded('puma-260');
      const monitor = monitorOf(cell, approach);
      const oracle = new BruteForce(cell);
      let [lost, kept] = [0, 0];
      for (const q of smoothMotion(cell, 6, 40, 0.002)) {
        for (const { pair, lower, distance, r, bodyA } of monitor.step(q).vectors) {
          const brute = oracle.vector(q, pair, monitor.classes);
          expect(lower).toBeLessThanOrEqual(brute.distance);
          expect(distance).toBeGreaterThanOrEqual(brute.distance - 1e-9);
          if (Number.isNaN(r[0])) {
            lost++;
            expect(lower).toBeGreaterThan(0);
            expect(bodyA).toBeGreaterThanOrEqual(0);
          } else {
            kept++;
            expect(Math.abs(distance - brute.distance)).toBeLessThan(1e-9);
          }
        }
      }
      expect(lost).toBeGreaterThan(40);
      expect(kept).toBeGreaterThan(2);
      expect(monitor.counts.updates).toBe(lost);
    },
  );

  test('with a threshold: exact below it, and nothing is computed far from it', () => {
    const cell = embedded('puma-260');
    const monitor = monitorOf(cell, { update: 'global' });
    const oracle = new BruteForce(cell);
    const seen = nothingSeen();
    for (const q of smoothMotion(cell, 6, 40, 0.002)) compareStep(monitor, oracle, q, seen, 0.04);
    expect(seen.apart).toBeGreaterThan(10);
    expect(monitor.counts.updates).toBeGreaterThan(10);
    expect(monitor.counts.updates).toBeLessThanOrEqual(seen.beyond);
  });

  test('is computed anew when it was forgotten', () => {
    const cell = embedded('puma-260');
    const { world, pairs } = monitorOf(cell, {});
    const search = searchFor({ ...PLAIN, update: 'global' }, world, new ExactDistance(world));
    const [q] = smoothMotion(cell, 6, 1, 0.002);
    world.place(q, 0);
    const nearest = nothingNear();
    for (let p = 0; p < pairs.length; p++) search.find(p, Number.POSITIVE_INFINITY, nearest);
    search.find(0, Number.POSITIVE_INFINITY, nearest);
    expect(nearest.points[0]).toBeNaN();
    search.forget();
    search.find(0, Number.POSITIVE_INFINITY, nearest);
    expect(nearest.points[0]).not.toBeNaN();
  });
});

describe('what each is for', () => {
  const cell = embedded('puma-260');
  const qs = smoothMotion(cell, 7, 60, 0.003);
  const countsOf = (approach: Partial<Approach>, threshold?: number) => {
    const monitor = monitorOf(cell, approach);
    for (const q of qs) monitor.step(q, threshold);
    return monitor.counts;
  };
  const plain = countsOf({});

  test('plain computes all distances of members at every step', () => {
    const { tested } = cell;
    const pieces = ({ a, b }: { a: number; b: number }) =>
      cell.bodies[a].pieces.length * cell.bodies[b].pieces.length;
    const all = tested.reduce((sum, pair) => sum + pieces(pair), 0);
    expect(plain.distances).toBe(all * qs.length);
    expect([plain.boxes, plain.primitives, plain.updates]).toEqual([0, 0, 0]);
  });

  test('the local update computes a tenth of them; with a threshold it often computes none', () => {
    expect(countsOf({ update: 'local' }).distances).toBeLessThan(plain.distances / 10);
    const near = countsOf({ update: 'local' }, 0.005);
    expect(near.distances).toBeLessThan(plain.distances / 20);
    expect(near.updates).toBeGreaterThan(10);
  });

  test('the global update computes at a few steps', () => {
    const { distances, updates } = countsOf({ update: 'global' });
    expect(distances).toBeLessThan(plain.distances / 4);
    expect(updates).toBeGreaterThan(qs.length);
  });

  test('initialization: as many, each with less work', () => {
    const workOf = (initialization: boolean) => {
      const { world } = monitorOf(cell, {});
      const distance = new ExactDistance(world);
      const search = searchFor({ ...PLAIN, initialization }, world, distance);
      const nearest = nothingNear();
      const before = distance.work;
      for (const q of qs) {
        world.place(q, 0);
        search.find(0, Number.POSITIVE_INFINITY, nearest);
      }
      return { work: distance.work - before, distances: search.counts.distances };
    };
    const [cold, warm] = [workOf(false), workOf(true)];
    expect(warm.distances).toBe(cold.distances);
    expect(warm.work).toBeLessThan(0.7 * cold.work);
  });

  test('primitives leave few distances, whichever strategy chooses them', () => {
    for (const primitives of ['complexity', 'error', 'fixed-order', 'boxes-only'] as const) {
      const counts = countsOf({ primitives });
      expect(counts.distances, primitives).toBeLessThan(plain.distances / 5);
      const isOther = primitives !== 'boxes-only';
      expect(counts.primitives > 0, primitives).toBe(isOther);
      expect(counts.boxes + counts.primitives, primitives).toBeGreaterThan(plain.distances / 2);
    }
    const [tight, boxes] = [
      countsOf({ primitives: 'error' }),
      countsOf({ primitives: 'boxes-only' }),
    ];
    expect(tight.distances).toBeLessThan(boxes.distances);
  });

  test('hierarchies compute a tenth, static ones more than dynamic ones', () => {
    const [fixed, dynamic] = [
      countsOf({ hierarchy: 'static' }),
      countsOf({ hierarchy: 'dynamic' }),
    ];
    expect(dynamic.distances).toBeLessThan(plain.distances / 10);
    expect(fixed.distances).toBeLessThan(plain.distances / 5);
    expect(dynamic.boxes).toBeLessThan(fixed.boxes);
    // With what is kept of every pair even fewer are computed.
    const local = countsOf({ hierarchy: 'dynamic', update: 'local' });
    expect(local.distances).toBeLessThan(dynamic.distances);
    expect(local.boxes).toBe(dynamic.boxes);
  });

  test('the virtual manipulator computes fewer, for volumes that it looks at', () => {
    const { distances, primitives } = countsOf({ hierarchy: 'virtual-manipulator' });
    expect(distances).toBeLessThan(plain.distances / 2);
    expect(distances + primitives).toBeLessThan(1.2 * plain.distances);
    const near = countsOf({ hierarchy: 'virtual-manipulator' }, 0.01);
    expect(near.distances).toBeLessThan(distances);
  });
});
