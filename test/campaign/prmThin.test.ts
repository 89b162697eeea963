/** PRM and Lazy PRM among thin things: every path that they return is proven again, by others. */
import { expect, it } from 'vitest';
import { type InputError, Random } from '../../src/math/index.ts';
import { PlanningSpace } from '../../src/plan/index.ts';
import { Prm } from '../../src/plan/roadmap/prm.ts';
import { thinCell } from '../helpers/oracles/thinCells.ts';
import { expectProven, freeSample } from '../helpers/plan/roadmapOracle.ts';

const LAZY = [false, true];
const name = (lazy: boolean) => (lazy ? 'lazy-prm' : 'prm');
const KINDS = LAZY.map((lazy) => [name(lazy), lazy] as const);

it.each(KINDS)(
  '%s: thin things, seeds 1 to 40',
  (_, lazy) => {
    let found = 0;
    let certified = 0;
    const families = new Set<string>();
    for (let seed = 1; seed <= 40; seed++) {
      const thin = thinCell(seed);
      let space: PlanningSpace;
      try {
        space = new PlanningSpace(thin.cell);
      } catch (error) {
        // Without limits to plan in.
        expect((error as InputError).fault.code).toBe('plan/unbounded');
        continue;
      }
      const random = new Random(seed);
      const planner = new Prm(space, { lazy });
      for (let k = 0; k < 2; k++) {
        const [from, ...goals] = [0, 1, 2].map(() => freeSample(space, random));
        const limits = { maxIterations: 40, timeLimit_ms: 1e9 };
        const result = planner.plan({ from, goals, random, ...limits });
        if (!result.waypoints) {
          expect(result).toMatchObject({ verdict: 'no path found', goal: -1 });
          continue;
        }
        found++;
        families.add(thin.family);
        if (expectProven(space, result, from, goals)) certified++;
        // What others than the product say, at samples.
        for (let i = 1; i < result.waypoints.length; i++) {
          const [a, b] = [result.waypoints[i - 1], result.waypoints[i]];
          for (let s = 0; s <= 12; s++) {
            const q = a.map((x, d) => x + (s / 12) * (b[d] - x));
            expect(thin.independent.violations(q)).toEqual([]);
          }
        }
      }
    }
    console.log(
      `${name(lazy)}: ${found} paths, ${certified} certificates, ${families.size} families`,
    );
    expect(found).toBeGreaterThan(40);
    expect(certified).toBeGreaterThan(0.9 * found);
    expect(families.size).toBeGreaterThan(5);
  },
  240_000,
);
