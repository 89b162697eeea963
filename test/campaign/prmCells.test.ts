/** PRM and Lazy PRM in the embedded cells: several robots, many joints, many queries on one roadmap. */
import { describe, expect, it } from 'vitest';
import { Random } from '../../src/math/index.ts';
import { PlanningSpace } from '../../src/plan/index.ts';
import { Prm } from '../../src/plan/roadmap/prm.ts';
import { embedded } from '../helpers/oracles/embedded.ts';
import { expectProven, freeSample } from '../helpers/plan/roadmapOracle.ts';

const KINDS = [false, true].map((lazy) => [lazy ? 'lazy-prm' : 'prm', lazy] as const);

describe.each(['two-arms', 'cage'])('%s', (cellName) => {
  it.each(KINDS)(
    '%s: many queries on one roadmap, seeds 1 to 3',
    (_, lazy) => {
      const space = new PlanningSpace(embedded(cellName));
      const planner = new Prm(space, { lazy });
      let certified = 0;
      for (let seed = 1; seed <= 3; seed++) {
        const random = new Random(seed);
        const [from, to] = [freeSample(space, random), freeSample(space, random)];
        const request = { from, goals: [to], random, maxIterations: 600, timeLimit_ms: 1e9 };
        const before = planner.roadmap.count;
        const result = planner.plan(request);
        if (expectProven(space, result, from, [to])) certified++;
        expect(result.stats.milestones).toBe(planner.roadmap.count);
        expect(planner.roadmap.count).toBeGreaterThanOrEqual(before + 2);
        // Asked again, the answer is there: nothing is sampled, and nothing is checked.
        const again = planner.plan(request);
        expect(again.waypoints).toEqual(result.waypoints);
        expect(again.stats).toMatchObject({ iterations: 1, samples: 0, edges: 0 });
        // And backward.
        const back = planner.plan({ ...request, from: to, goals: [from] });
        expectProven(space, back, to, [from]);
        expect(back.stats).toMatchObject({ iterations: 1, samples: 0, edges: 0 });
      }
      expect(certified).toBe(3);
    },
    60_000,
  );
});

describe.each([
  ['tori', 0.02],
  ['lattice', 0.04],
])('%s: 20 joints and more', (cellName, reach) => {
  it.each(KINDS)(
    '%s: from where the arms stand to somewhere near, seeds 1 and 2',
    (_, lazy) => {
      const space = new PlanningSpace(embedded(cellName));
      const planner = new Prm(space, { lazy });
      const from = new Float64Array(space.size);
      expect(space.obstacleAt(from)).toBeNull();
      for (let seed = 1; seed <= 2; seed++) {
        const random = new Random(seed);
        const goals = [0, 1, 2].map(() => {
          const q = new Float64Array(space.size);
          do space.sampleNearInto(random, from, reach, q);
          while (space.obstacleAt(q) !== null);
          return q;
        });
        const limits = { maxIterations: 60, timeLimit_ms: 1e9 };
        const result = planner.plan({ from, goals, random, ...limits });
        expectProven(space, result, from, goals);
        const [a, b] = goals;
        expectProven(space, planner.plan({ from: a, goals: [b], random, ...limits }), a, [b]);
      }
    },
    60_000,
  );
});
