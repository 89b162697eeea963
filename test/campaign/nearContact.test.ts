/** For two dozen robots nearly in contact: if a check proves the straight motion, every planner finds it. */
import { describe, expect, it } from 'vitest';
import { checkPath, createChecker } from '../../src/check/index.ts';
import { Random } from '../../src/math/index.ts';
import { buildPath } from '../../src/motion/index.ts';
import { createPlanner, PLANNER_NAMES, PlanningSpace, solve } from '../../src/plan/index.ts';
import { HALF } from '../helpers/campaign/size.ts';
import { nearCell } from '../helpers/oracles/nearContacts.ts';

const SEEDS = 24 * HALF;

describe(`robots nearly in contact, seeds 1 to ${SEEDS}`, () => {
  it('what a check proves every planner finds', () => {
    let proven = 0;
    for (let seed = 1; seed <= SEEDS; seed++) {
      const { cell, seats } = nearCell(seed);
      const space = new PlanningSpace(cell);
      const random = new Random(seed);
      for (const part of [0.01, 0.1, 0.5, 1]) {
        const [from, wish] = [new Float64Array(space.size), new Float64Array(space.size)];
        space.sampleInto(random, from);
        space.sampleInto(random, wish);
        const to = from.map((x, d) => x + part * (wish[d] - x));
        const path = buildPath(cell.tree, [from, to]);
        if (checkPath(createChecker(cell), path).verdict !== 'free') continue;
        proven++;
        for (const name of PLANNER_NAMES) {
          const { verdict, waypoints } = solve(space, {
            planner: createPlanner(space, name),
            ...{ from, goals: [to], random: new Random(1) },
            ...{ maxIterations: 1, timeLimit_ms: Infinity },
          });
          const what = `${name}, cell ${seed}, ${seats.join(' and ')}, part ${part}`;
          expect(verdict, what).toBe(name === 'sbl' ? 'no collision found' : 'free');
          const found = buildPath(cell.tree, waypoints!);
          expect(checkPath(createChecker(cell), found).verdict, what).toBe('free');
        }
      }
    }
    console.log(`${proven} motions were proven`);
    expect(proven).toBeGreaterThan(SEEDS);
  }, 1_200_000);
});
