/** Planners in the embedded cells: every path that one returns is proven again, by others. */
import { describe, expect, it } from 'vitest';
import { Verifier } from '../../src/certificate/index.ts';
import { Random } from '../../src/math/index.ts';
import { Bls, PlanningSpace, smoothPath } from '../../src/plan/index.ts';
import { embedded } from '../helpers/oracles/embedded.ts';
import { expectFree, freeSample, PLANNERS } from '../helpers/plan/planners.ts';

describe.each(['two-arms', 'cage'])('%s', (name) => {
  it.each(['rrt-connect', 'rrt-connect, clearance', 'a-sbl', 'ladder-sbl'])(
    '%s: paths between random free configurations are free, also when smoothed',
    (kind) => {
      const cell = embedded(name);
      const space = new PlanningSpace(cell);
      const planner = PLANNERS[kind](space);
      const verifier = new Verifier(cell.description);
      let found = 0;
      for (let seed = 1; seed <= 3; seed++) {
        const random = new Random(seed);
        const [from, to] = [freeSample(space, random), freeSample(space, random)];
        const result = planner.plan({
          from,
          goals: [to],
          random,
          maxIterations: 400,
          timeLimit_ms: 1e9,
        });
        if (!result.waypoints) continue;
        found++;
        expect(result).toMatchObject({ verdict: 'free', goal: 0 });
        expect(result.waypoints[0]).toEqual(from);
        expect(result.waypoints.at(-1)).toEqual(to);
        expectFree(cell, result.waypoints);
        for (const variant of ['window', 'midpoints'] as const) {
          const smoothed = smoothPath(space, result.waypoints, { random, variant, iterations: 40 });
          expect(smoothed.length).toBeLessThanOrEqual(smoothed.before);
          expect(smoothed.waypoints[0]).toEqual(from);
          expect(smoothed.waypoints.at(-1)).toEqual(to);
          expectFree(cell, smoothed.waypoints, variant === 'window' ? verifier : undefined);
        }
      }
      console.log(`${name}, ${kind}: ${found} of 3 found`);
      expect(found).toBe(3);
    },
    120_000,
  );
});

describe.each(['two-arms', 'cage'])('bidirectional local search, %s', (name) => {
  it('has paths between random free configurations (seeds 1 to 3)', () => {
    const cell = embedded(name);
    const space = new PlanningSpace(cell);
    const verifier = new Verifier(cell.description);
    const planner = new Bls(space);
    for (let seed = 1; seed <= 3; seed++) {
      const random = new Random(seed);
      const [from, to] = [freeSample(space, random), freeSample(space, random)];
      const limits = { maxIterations: 400, timeLimit_ms: 1e9 };
      const result = planner.plan({ from, goals: [to], random, ...limits });
      expect(result).toMatchObject({ verdict: 'free', goal: 0 });
      expectFree(cell, result.waypoints!, seed === 1 ? verifier : undefined);
    }
  });
});
