/** Collision vectors against brute force: random cells of all kinds, embedded cells, robots of others. */
import { describe, expect, test } from 'vitest';
import { askAbout, sampleInto } from '../../src/cell/index.ts';
import { Random } from '../../src/math/index.ts';
import { createMonitor } from '../../src/monitor/index.ts';
import { BruteForce } from '../helpers/monitor/bruteForce.ts';
import { compareStep, nothingSeen } from '../helpers/monitor/compare.ts';
import { anyCell } from '../helpers/oracles/anyCells.ts';
import { embedded } from '../helpers/oracles/embedded.ts';

describe('against brute force', () => {
  test('random cells of all kinds, seeds 1 to 24', () => {
    const seen = nothingSeen();
    for (let seed = 1; seed <= 24; seed++) {
      const random = new Random(seed);
      const made = anyCell(seed).cell;
      const qs = Array.from({ length: 3 }, () => {
        const q = new Float64Array(made.tree.dofs.length);
        sampleInto(made, random, q);
        return q;
      });
      const { cell } = askAbout(made, qs);
      const monitor = createMonitor(cell);
      const oracle = new BruteForce(cell);
      for (const q of qs) compareStep(monitor, oracle, q, seen);
      compareStep(monitor, oracle, qs[0], seen, 0.1);
    }
    expect(seen.apart).toBeGreaterThan(10);
    expect(seen.colliding).toBeGreaterThan(3);
  });

  test.each(['two-arms', 'workshop', 'cage', 'machine-tool'])('cells/%s', (name) => {
    const cell = embedded(name);
    const monitor = createMonitor(cell);
    const oracle = new BruteForce(cell);
    const random = new Random(7);
    const seen = nothingSeen();
    const q = new Float64Array(cell.tree.dofs.length);
    for (let n = 0; n < 6; n++) {
      sampleInto(cell, random, q);
      compareStep(monitor, oracle, q, seen, n % 2 === 0 ? Number.POSITIVE_INFINITY : 0.1);
    }
    expect(seen.steps).toBe(6);
  });
});
