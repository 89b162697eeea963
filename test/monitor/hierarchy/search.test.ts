/** Collision vectors by hierarchies: every order, substitution and kind of composition against looking at all. */
import { describe, expect, test } from 'vitest';
import { askAbout, sampleInto } from '../../../src/cell/index.ts';
import { Random } from '../../../src/math/index.ts';
import {
  CellWorld,
  defaultClasses,
  defaultPairs,
  ExactDistance,
  HierarchySearch,
  type HierarchySearchSettings,
  nothingNear,
  PlainSearch,
  type PlanSettings,
  planHierarchies,
} from '../../../src/monitor/index.ts';
import { anyBox, BoxDistance, boxWorld, nearestOfAll } from '../../helpers/monitor/boxWorld.ts';
import { anyCell } from '../../helpers/oracles/anyCells.ts';
import { embedded } from '../../helpers/oracles/embedded.ts';

const ALL: readonly HierarchySearchSettings[] = [
  { order: 'best-first', substitution: 'both', lastFirst: false },
  { order: 'best-first', substitution: 'one' },
  { order: 'depth-first', substitution: 'both', lastFirst: false },
  { order: 'depth-first', substitution: 'one' },
  { order: 'by-levels', substitution: 'both' },
  { order: 'by-levels', substitution: 'one' },
  { order: 'best-first', warm: true },
];
const nameOfSettings = (settings: object) => Object.values(settings).join(', ');
const PAIRS = [
  { a: 0, b: 1 },
  { a: 0, b: 0 },
  { a: 1, b: 1 },
];

describe.each(ALL.map((settings) => [nameOfSettings(settings), settings] as const))(
  'worlds of boxes, %s',
  (_, settings) => {
    test('the nearest of all, with and without a threshold, seeds 1 to 25', () => {
      for (let seed = 1; seed <= 25; seed++) {
        const random = new Random(seed);
        const sizes = [1 + Math.floor(12 * random.unit()), Math.floor(20 * random.unit())];
        const world = boxWorld(sizes, PAIRS);
        const far = seed % 5 === 0 ? 1e6 : 0;
        const put = () => {
          for (let i = 0; i < world.count; i++) world.put(i, anyBox(random, 10, seed % 3, far));
        };
        put();
        for (let n = 0; n < 20; n++) {
          world.untested.add(`${random.below(world.count)} ${random.below(world.count)}`);
        }
        // A half-space, more or less.
        if (seed % 4 === 0 && sizes[1] > 0) {
          const [low, high] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
          world.put(sizes[0], [low, low, low, high, high, far - 12]);
        }
        const plan = planHierarchies(world, { hierarchy: 'static' });
        const search = new HierarchySearch(world, new BoxDistance(world), plan, settings);
        for (let step = 0; step < 4; step++) {
          PAIRS.forEach((_pair, p) => {
            const all = nearestOfAll(world, p);
            for (const threshold of [Number.POSITIVE_INFINITY, 3]) {
              const found = nothingNear();
              search.find(p, threshold, found);
              const isNear = all.distance <= threshold && all.tested > 0;
              expect(found.upper).toBe(isNear ? all.distance : Number.POSITIVE_INFINITY);
              expect(found.i >= 0).toBe(isNear);
              expect(found.lower).toBeLessThanOrEqual(all.distance);
              const least = Math.min(all.distance, threshold) * (1 - 1e-14);
              expect(found.lower).toBeGreaterThanOrEqual(least);
              expect(search.within(p, threshold, found)).toBe(isNear);
              expect(found.upper).toBeLessThanOrEqual(
                isNear ? threshold : Number.POSITIVE_INFINITY,
              );
            }
          });
          put();
        }
      }
    });
  },
);

test('thousands of members: exact, and few boxes', () => {
  const random = new Random(31);
  const world = boxWorld([6, 0], PAIRS);
  for (let i = 0; i < 6; i++) world.put(i, anyBox(random, 100));
  world.membersOf[1] = Int32Array.from({ length: 5000 }, (_, n) => {
    world.put(6 + n, anyBox(random, 100));
    world.classOf[6 + n] = 1;
    return 6 + n;
  });
  const plan = planHierarchies(world, { hierarchy: 'static' });
  const search = new HierarchySearch(world, new BoxDistance(world), plan);
  const found = nothingNear();
  for (let step = 0; step < 20; step++) {
    for (let i = 0; i < 6; i++) world.put(i, anyBox(random, 100));
    search.find(0, Number.POSITIVE_INFINITY, found);
    expect(found.upper).toBe(nearestOfAll(world, 0).distance);
  }
  expect(search.counts.boxes / 20).toBeLessThan(2000);
});

const PLANS: readonly (readonly [string, PlanSettings])[] = [
  ['static', { hierarchy: 'static' }],
  ['dynamic', { hierarchy: 'dynamic', sampling: { degrees: 60 } }],
  [
    'dynamic over segments',
    { hierarchy: 'dynamic', places: 'segments', sampling: { degrees: 60 } },
  ],
  [
    'dynamic, one structure kept',
    { hierarchy: 'dynamic', sampling: { degrees: 60 }, cutOff: { most: 1 } },
  ],
];

describe('cells', () => {
  test('random cells of all kinds, seeds 1 to 10: as the plain approach', () => {
    let apart = 0;
    let colliding = 0;
    for (let seed = 1; seed <= 10; seed++) {
      const random = new Random(seed);
      const made = anyCell(seed).cell;
      const qs = Array.from({ length: 3 }, () => {
        const q = new Float64Array(made.tree.dofs.length);
        sampleInto(made, random, q);
        return q;
      });
      const { cell } = askAbout(made, qs);
      const classes = defaultClasses(cell);
      const world = new CellWorld(cell, classes, defaultPairs(cell, classes));
      const distance = new ExactDistance(world);
      const plain = new PlainSearch(world, distance);
      const rest = qs[0];
      const sampling = { degrees: 90, joints: 2, rest };
      const searches = PLANS.flatMap(([, settings]) => {
        const plan = planHierarchies(world, { ...settings, sampling });
        return [
          new HierarchySearch(world, distance, plan, ALL[seed % ALL.length]),
          new HierarchySearch(world, distance, plan, {
            ...ALL[(seed + 3) % ALL.length],
            compositions: 'polytopes',
          }),
        ];
      });
      for (const q of qs) {
        world.place(q, 0);
        world.pairs.forEach((_, p) => {
          const expected = nothingNear();
          plain.find(p, Number.POSITIVE_INFINITY, expected);
          if (expected.upper > 0) apart++;
          else colliding++;
          for (const search of searches) {
            const found = nothingNear();
            search.find(p, Number.POSITIVE_INFINITY, found);
            expect(found.upper).toBeCloseTo(expected.upper, 10);
            expect(found.lower).toBeLessThanOrEqual(expected.upper);
            expect(found.lower).toBeGreaterThanOrEqual(expected.lower - 1e-9);
            search.find(p, 0.2, found);
            if (expected.upper < 0.2) expect(found.upper).toBeCloseTo(expected.upper, 10);
            else expect(found.i).toBe(-1);
          }
        });
      }
    }
    expect(apart).toBeGreaterThan(20);
    expect(colliding).toBeGreaterThan(0);
  });

  test.each(['two-arms', 'machine-tool'])('cells/%s: exact, and looks at less', (name) => {
    const cell = embedded(name);
    const classes = defaultClasses(cell);
    const world = new CellWorld(cell, classes, defaultPairs(cell, classes));
    const distance = new ExactDistance(world);
    const plain = new PlainSearch(world, distance);
    const random = new Random(5);
    const q = new Float64Array(cell.tree.dofs.length);
    const searches = PLANS.map(([, settings]) => {
      return new HierarchySearch(world, distance, planHierarchies(world, settings));
    });
    for (let n = 0; n < 6; n++) {
      sampleInto(cell, random, q);
      world.place(q, 0);
      world.pairs.forEach((_, p) => {
        const expected = nothingNear();
        plain.find(p, Number.POSITIVE_INFINITY, expected);
        for (const search of searches) {
          const found = nothingNear();
          search.find(p, Number.POSITIVE_INFINITY, found);
          expect(found.upper).toBeCloseTo(expected.upper, 10);
          expect(found.lower).toBeLessThanOrEqual(expected.upper);
        }
      });
    }
    for (const { counts } of searches)
      expect(counts.distances).toBeLessThan(0.5 * plain.counts.distances);
  });
});
