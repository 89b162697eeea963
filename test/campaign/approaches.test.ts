/**
 * Records of approaches at random, in random cells of all kinds, with smooth motions, jumps and thresholds by turns: all that
 * are exact find the vectors of brute force, the global update bounds that hold.
 */
import { describe, expect, test } from 'vitest';
import { askAbout, sampleInto } from '../../src/cell/index.ts';
import { Random } from '../../src/math/index.ts';
import type { Approach, HierarchyPlan } from '../../src/monitor/index.ts';
import { Alone, Remembering } from '../helpers/monitor/alone.ts';
import { anyCell } from '../helpers/oracles/anyCells.ts';

const PRIMITIVES = ['none', 'complexity', 'error', 'fixed-order', 'boxes-only'] as const;
const HIERARCHIES = ['none', 'static', 'dynamic', 'virtual-manipulator'] as const;
const UPDATES = ['none', 'local', 'global'] as const;
const CRITERIA = ['diameter', 'volume', 'surface'] as const;
const SUBSTITUTIONS = ['both', 'one'] as const;

function pick<T>(random: Random, list: readonly T[]): T {
  return list[Math.min(list.length - 1, Math.floor(list.length * random.unit()))];
}

function anyApproach(random: Random): Approach {
  return {
    primitives: pick(random, PRIMITIVES),
    initialization: random.unit() < 0.5,
    hierarchy: pick(random, HIERARCHIES),
    update: pick(random, UPDATES),
    criterion: pick(random, CRITERIA),
    substitution: pick(random, SUBSTITUTIONS),
  };
}

describe('approaches at random', () => {
  test.each([1, 2, 3, 4])(
    'cells of thirty seeds from %d00 on',
    (hundred) => {
      const seen = new Set<string>();
      let steps = 0;
      for (let seed = 100 * hundred; seed < 100 * hundred + 30; seed++) {
        const made = anyCell(seed).cell;
        const random = new Random(seed);
        const ends = Array.from({ length: 4 }, () => {
          const q = new Float64Array(made.tree.dofs.length);
          sampleInto(made, random, q);
          return q;
        });
        // From the first a little toward the second, step by step; then jumps.
        const smooth = [0, 0.002, 0.004, 0.006, 0.03].map((t) =>
          made.tree.dofs.some(({ unit }) => unit === 'quaternion')
            ? ends[0]
            : ends[0].map((x, d) => x + t * (ends[1][d] - x)),
        );
        const qs = [...smooth, ...ends.slice(2)];
        const { cell } = askAbout(made, qs);
        const oracle = new Remembering(cell);
        const plans = new Map<string, HierarchyPlan>();
        const all = Array.from({ length: 6 }, () => {
          const approach = anyApproach(random);
          seen.add(`${approach.primitives} ${approach.hierarchy} ${approach.update}`);
          return { approach, alone: new Alone(cell, approach, plans) };
        });
        for (const q of qs) {
          const threshold =
            random.unit() < 0.3 ? random.between(0.01, 0.5) : Number.POSITIVE_INFINITY;
          for (const { approach, alone } of all) {
            steps++;
            try {
              if (approach.update === 'global') alone.compareBounds(oracle, q, threshold);
              else alone.compare(oracle, q, threshold);
            } catch (error) {
              const text = `seed ${seed}, ${JSON.stringify(approach)}: ${(error as Error).message}`;
              throw new Error(text, { cause: error });
            }
          }
        }
      }
      expect(steps).toBe(30 * 6 * 7);
      expect(seen.size).toBeGreaterThan(35);
    },
    120_000,
  );
});
