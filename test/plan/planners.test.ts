/** Planners: every path that one returns is proven again, by others. */
import { describe, expect, it } from 'vitest';
import { Random } from '../../src/math/index.ts';
import { PlanningSpace } from '../../src/plan/index.ts';
import { armUrdf, cellFrom } from '../helpers/oracles/cellText.ts';
import { expectFree, NAMES, PLANNERS } from '../helpers/plan/planners.ts';

describe.each(NAMES)('an arm and a wall, %s', (kind) => {
  const cell = cellFrom(
    `surepath: 1
robots: [{urdf: arm.urdf}]
obstacles: [{name: wall, shape: {box: [0.02, 0.6, 1]}, pose: {xyz: [1, 0, 0]}}]
allow: [[link0, link1], [link1, link2]]
`,
    { 'arm.urdf': armUrdf('arm', [0.4, 0.4, 0.4]) },
  );
  const space = new PlanningSpace(cell);
  const from = Float64Array.from([-1, 0.2]);
  const to = Float64Array.from([1, -0.2]);

  it('same seed, same path; other goals are as good', () => {
    const plan = (goals: Float64Array[]) =>
      PLANNERS[kind](space).plan({ from, goals, random: new Random(3), maxIterations: 2000 });
    const [a, b] = [plan([to]), plan([to])];
    expect(a.verdict).toBe('free');
    expect(a.waypoints).toEqual(b.waypoints);
    expectFree(cell, a.waypoints!);
    const near = from.map((x) => x + 0.01);
    expect(plan([to, near]).goal).toBeGreaterThanOrEqual(0);
  });

  it('tells of edges before they are checked, and finds the same path', () => {
    const plan = (watch: object) =>
      PLANNERS[kind](space).plan({
        from,
        goals: [to],
        random: new Random(3),
        maxIterations: 2000,
        ...watch,
      });
    const key = (p: Float64Array, q: Float64Array) => [p.join(), q.join()].sort().join(' ');
    const open = new Set<string>();
    let taken = 0;
    let checked = 0;
    const watched = plan({
      onEdge: () => checked++,
      onCandidate: (p: Float64Array, q: Float64Array, isTaken: boolean) => {
        if (isTaken) {
          taken++;
          open.add(key(p, q));
        } else expect(open.delete(key(p, q))).toBe(true);
      },
    });
    expect(watched.waypoints).toEqual(plan({}).waypoints);
    expect(checked).toBe(watched.stats.freeEdges);
    // With steps by clearance every edge is checked as it is made.
    expect(taken > 0).toBe(!kind.includes('clearance'));
  });

  it('stays where it is if that is a goal', () => {
    const result = PLANNERS[kind](space).plan({
      from,
      goals: [to, from.slice()],
      random: new Random(1),
      maxIterations: 10,
    });
    expect(result).toMatchObject({ verdict: 'free', goal: 1, length: 0 });
    expect(result.waypoints).toEqual([from, from]);
  });

  it('refuses what is blocked, out of limits or no configuration, with reasons', () => {
    const plan = (goal: Float64Array) => () =>
      PLANNERS[kind](space).plan({ from, goals: [goal], random: new Random(1) });
    expect(plan(Float64Array.from([0, 0]))).toThrow(/at the goal "link\d" and "wall" collide/);
    expect(plan(Float64Array.from([9, 0]))).toThrow(/beyond its limits/);
    expect(plan(Float64Array.from([0]))).toThrow(/2 finite numbers/);
    expect(() => PLANNERS[kind](space).plan({ from, goals: [], random: new Random(1) })).toThrow(
      /at least one goal/,
    );
  });

  it('gives up at its limits, and when told', () => {
    const request = { from, goals: [to], random: new Random(1) };
    expect(PLANNERS[kind](space).plan({ ...request, maxIterations: 0 }).verdict).toBe(
      'no path found',
    );
    const signal = { aborted: true };
    expect(PLANNERS[kind](space).plan({ ...request, signal }).verdict).toBe('no path found');
  });

  it('that only samples proves nothing', () => {
    const planner = PLANNERS[kind](space, { resolution: 0.05 });
    const result = planner.plan({ from, goals: [to], random: new Random(2), maxIterations: 2000 });
    expect(result).toMatchObject({ verdict: 'no collision found' });
  });
});
