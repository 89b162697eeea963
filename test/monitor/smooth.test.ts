/** Steps along smooth motions: the vectors of brute force, and how little is looked at for them. */
import { describe, expect, test } from 'vitest';
import { askAbout, buildCell, type Cell, sampleInto } from '../../src/cell/index.ts';
import { InputError, Random } from '../../src/math/index.ts';
import { createMonitor, type Monitor } from '../../src/monitor/index.ts';
import { BruteForce } from '../helpers/monitor/bruteForce.ts';
import { compareStep, nothingSeen } from '../helpers/monitor/compare.ts';
import { followSmoothly } from '../helpers/monitor/followed.ts';
import { anyCell } from '../helpers/oracles/anyCells.ts';
import { sceneCell } from '../helpers/oracles/benchmarkScenes.ts';
import { crowdedCell } from '../helpers/oracles/crowdedCells.ts';
import { haveData } from '../helpers/oracles/data.ts';
import { embedded } from '../helpers/oracles/embedded.ts';

const PANDA = [1, 2, 3, 4, 5, 6, 7].map((k) => `panda_joint${k}`);

/** Every `each`th step is held against brute force; what was looked at per step, against all pairs. */
function follow(cell: Cell, seed: number, steps: number, each: number) {
  const monitor = createMonitor(cell);
  const oracle = new BruteForce(cell);
  const seen = nothingSeen();
  followSmoothly(cell, new Random(seed), steps, 1e-3, (q, n) => {
    if (n % each === 0)
      compareStep(monitor, oracle, q, seen, n % (2 * each) === 0 ? undefined : 0.1);
    else monitor.step(q);
  });
  return { monitor, seen };
}

/** Looks at pairs per step, the first of all steps aside. */
function looksOf(monitor: Monitor, cell: Cell, seed: number, steps: number): number {
  let before = 0;
  followSmoothly(cell, new Random(seed), steps, 1e-3, (q, n) => {
    monitor.step(q);
    if (n === 0) before = monitor.counts.distances + monitor.counts.boxes;
  });
  return (monitor.counts.distances + monitor.counts.boxes - before) / (steps - 1);
}

describe('along smooth motions', () => {
  test.each(['two-arms', 'machine-tool', 'workshop'])('cells/%s', (name) => {
    const { seen } = follow(embedded(name), 5, 400, 80);
    expect(seen.steps).toBe(5);
  });

  test.each(['bookshelf_small', 'cage'])('a Panda, %s', (family) => {
    if (!haveData('mbm/panda')) return;
    const { seen } = follow(sceneCell('panda', family, 1, PANDA), 5, 400, 40);
    expect(seen.steps).toBe(10);
  });

  test('random cells of all kinds, seeds 101 to 116', () => {
    const seen = nothingSeen();
    for (let seed = 101; seed <= 116; seed++) {
      const made = anyCell(seed).cell;
      const qs: Float64Array[] = [];
      followSmoothly(made, new Random(seed), 60, 5e-3, (q) => qs.push(q.slice()));
      const { cell } = askAbout(made, qs);
      const monitor = createMonitor(cell);
      const oracle = new BruteForce(cell);
      qs.forEach((q, n) => {
        if (n % 6 === 0) compareStep(monitor, oracle, q, seen);
        else monitor.step(q);
      });
    }
    expect(seen.apart).toBeGreaterThan(20);
  });

  test('a crowd: what is near is found, and little else is looked at', () => {
    const cell = buildCell(crowdedCell({ seed: 3, count: 400 }));
    expect(cell.crowd).not.toBeNull();
    const { monitor, seen } = follow(cell, 5, 100, 20);
    expect(seen.steps).toBe(5);
    const all = monitor.world.count * 3;
    expect(looksOf(createMonitor(cell), cell, 5, 100)).toBeLessThan(0.1 * all);
  });

  test('looks at a small part of the pairs that the plain approach measures', () => {
    const cell = embedded('two-arms');
    const plain = createMonitor(cell, {
      approach: { update: 'none', initialization: false, hierarchy: 'none', primitives: 'none' },
    });
    const all = looksOf(plain, cell, 5, 20);
    const few = looksOf(createMonitor(cell), cell, 5, 400);
    expect(all).toBe(cell.tested.length);
    expect(few).toBeLessThan(0.12 * all);
  });

  test('with a threshold that nothing comes within, nobody is measured at most steps', () => {
    const cell = embedded('machine-tool');
    const monitor = createMonitor(cell);
    const q = new Float64Array(cell.tree.dofs.length);
    sampleInto(cell, new Random(2), q);
    const { nearest } = monitor.step(q);
    const threshold = 0.5 * (nearest?.distance ?? 1);
    if (!(threshold > 0)) return;
    const before = monitor.counts.distances;
    for (let n = 0; n < 50; n++) {
      const { vectors } = monitor.step(q, threshold);
      for (const { status, lower } of vectors) {
        expect(status).toBe('beyond');
        expect(lower).toBeGreaterThan(threshold * (1 - 1e-9));
      }
    }
    expect(monitor.counts.distances - before).toBeLessThan(5 * vectorsOf(monitor));
  });
});

const vectorsOf = ({ pairs }: Monitor) => pairs.length;

describe('what is refused', () => {
  test('no number, outside of the box, too few pairs: then the next step is none the worse', () => {
    const cell = embedded('two-arms');
    const monitor = createMonitor(cell);
    const oracle = new BruteForce(cell);
    const seen = nothingSeen();
    const q = new Float64Array(cell.tree.dofs.length);
    const random = new Random(9);
    for (let n = 0; n < 3; n++) {
      sampleInto(cell, random, q);
      for (const bad of [Number.NaN, 1e3, Number.POSITIVE_INFINITY]) {
        const wrong = q.slice();
        wrong[n] = bad;
        expect(() => monitor.step(wrong)).toThrow(InputError);
      }
      expect(() => monitor.step(q, 0)).toThrow(InputError);
      expect(() => monitor.step(q, Number.NaN)).toThrow(InputError);
      expect(() => monitor.step(q, 1, [99])).toThrow(InputError);
      expect(() => monitor.step(q, 1, [-1])).toThrow(InputError);
      compareStep(monitor, oracle, q, seen);
    }
  });

  test('pairs that are not asked for have no vector, and come back', () => {
    const cell = embedded('two-arms');
    const monitor = createMonitor(cell);
    const q = new Float64Array(cell.tree.dofs.length);
    sampleInto(cell, new Random(4), q);
    const whole = monitor.step(q).vectors.map(({ distance }) => distance);
    const { vectors } = monitor.step(q, Number.POSITIVE_INFINITY, [1]);
    expect(vectors.map(({ status }) => status === 'not-asked')).toEqual(
      whole.map((_, p) => p !== 1),
    );
    expect(vectors[1].distance).toBe(whole[1]);
    expect(vectors[0].r[0]).toBeNaN();
    const again = monitor.step(q).vectors.map(({ distance }) => distance);
    again.forEach((distance, p) => {
      expect(distance).toBeCloseTo(whole[p], 12);
    });
  });
});
