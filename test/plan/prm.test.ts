/** PRM and Lazy PRM: every path that they return is proven again, by others. */
import { describe, expect, it } from 'vitest';
import type { Cell } from '../../src/cell/index.ts';
import { Random } from '../../src/math/index.ts';
import { PlanningSpace, type PlanResult } from '../../src/plan/index.ts';
import { Prm } from '../../src/plan/roadmap/prm.ts';
import { Roadmap } from '../../src/plan/roadmap/roadmap.ts';
import { armUrdf, cellFrom } from '../helpers/oracles/cellText.ts';
import { expectProven } from '../helpers/plan/roadmapOracle.ts';

const LAZY = [false, true];
const name = (lazy: boolean) => (lazy ? 'lazy-prm' : 'prm');
const KINDS = LAZY.map((lazy) => [name(lazy), lazy] as const);

function armAndWall(kind: 'revolute' | 'continuous', links = [0.4, 0.4, 0.4]): Cell {
  const urdf = armUrdf('arm', links).replaceAll('type="revolute"', `type="${kind}"`);
  return cellFrom(
    `surepath: 1
robots: [{urdf: arm.urdf}]
obstacles: [{name: wall, shape: {box: [0.02, 0.6, 1]}, pose: {xyz: [1, 0, 0]}}]
allow: [[link0, link1], [link1, link2]]
`,
    { 'arm.urdf': urdf },
  );
}

describe.each(KINDS)('an arm and a wall, %s', (_, lazy) => {
  const space = new PlanningSpace(armAndWall('revolute'));
  const from = Float64Array.from([-1, 0.2]);
  const to = Float64Array.from([1, -0.2]);
  const limits = { maxIterations: 2000, timeLimit_ms: 1e9 };

  it('same seed, same path, same roadmap; another seed, another path', () => {
    const plan = (seed: number) => {
      const planner = new Prm(space, { lazy });
      const result = planner.plan({ from, goals: [to], random: new Random(seed), ...limits });
      expectProven(space, result, from, [to]);
      return { waypoints: result.waypoints, milestones: planner.roadmap.configurations };
    };
    expect(plan(3)).toEqual(plan(3));
    expect(plan(3)).not.toEqual(plan(4));
  });

  it('any goal will do, the start too; a goal that cannot be reached is no obstacle', () => {
    const plan = (goals: Float64Array[]): PlanResult =>
      new Prm(space, { lazy }).plan({ from, goals, random: new Random(5), ...limits });
    const near = from.map((x) => x + 0.01);
    const result = plan([to, near]);
    expectProven(space, result, from, [to, near]);
    expect(result.goal).toBe(1);
    const stays = plan([to, from.slice()]);
    expectProven(space, stays, from, [to, from]);
    expect(stays).toMatchObject({ goal: 1, length: 0 });
    expect(stays.waypoints).toEqual([from, from]);
  });

  it('refuses what is blocked, out of limits or no configuration, with reasons', () => {
    const planner = new Prm(space, { lazy });
    const plan = (start: Float64Array, goal: Float64Array) => () =>
      planner.plan({ from: start, goals: [goal], random: new Random(1) });
    const blocked = Float64Array.from([0, 0]);
    expect(plan(from, blocked)).toThrow(/at the goal "link\d" and "wall" collide/);
    expect(plan(blocked, to)).toThrow(/at the start "link\d" and "wall" collide/);
    expect(plan(from, Float64Array.from([9, 0]))).toThrow(/beyond its limits/);
    expect(plan(from, Float64Array.from([0]))).toThrow(/2 finite numbers/);
    expect(() => planner.plan({ from, goals: [], random: new Random(1) })).toThrow(/one goal/);
    expect(planner.roadmap.count).toBe(0);
  });

  it('gives up at its limits, and when told', () => {
    const none = { verdict: 'no path found', waypoints: null, goal: -1 };
    const plan = (more: object, goals = [to]) =>
      new Prm(space, { lazy }).plan({ from, goals, random: new Random(1), ...more });
    expect(plan({ maxIterations: 0 })).toMatchObject(none);
    expect(plan({ maxIterations: 0 }, [from])).toMatchObject(none);
    expect(plan({ signal: { aborted: true } })).toMatchObject(none);
    expect(plan({ timeLimit_ms: -1 })).toMatchObject(none);
    // Told in the middle, by what is reported.
    const signal = { aborted: false };
    let reports = 0;
    const onProgress = () => {
      if (++reports === 3) signal.aborted = true;
    };
    const shut = new PlanningSpace(shutIn());
    const [inside, outside] = [Float64Array.from([0, 0]), Float64Array.from([0.9, 0])];
    const planner = new Prm(shut, { lazy });
    const request = { from: inside, goals: [outside], random: new Random(1), timeLimit_ms: 1e9 };
    expect(planner.plan({ ...request, signal, onProgress })).toMatchObject(none);
    expect(reports).toBe(3);
  });

  it('where there is no path, none is found within the limits', () => {
    const shut = new PlanningSpace(shutIn());
    const planner = new Prm(shut, { lazy });
    const request = { from: Float64Array.from([0, 0]), random: new Random(1), timeLimit_ms: 1e9 };
    const goals = [Float64Array.from([0.9, 0]), Float64Array.from([0, -0.9])];
    const result = planner.plan({ ...request, goals, maxIterations: 400 });
    expect(result).toMatchObject({ verdict: 'no path found', waypoints: null, goal: -1 });
    expect(result.stats.iterations).toBe(400);
    // One goal of three lies on this side.
    const near = Float64Array.from([0.05, -0.1]);
    const found = planner.plan({ ...request, goals: [...goals, near], maxIterations: 400 });
    expectProven(shut, found, request.from, [...goals, near]);
    expect(found.goal).toBe(2);
  });

  it('that only samples proves nothing, and is not believed by one that proves', () => {
    const roadmap = new Roadmap(space);
    const sampling = new Prm(space, { lazy, resolution: 0.05, roadmap });
    const request = { from, goals: [to], random: new Random(2), ...limits };
    expect(sampling.plan(request).verdict).toBe('no collision found');
    expect(roadmap.countOf('free')).toBeGreaterThan(0);
    const proving = new Prm(space, { lazy, roadmap });
    const result = proving.plan(request);
    expectProven(space, result, from, [to]);
    expect(result.stats.freeEdges).toBeGreaterThanOrEqual(result.waypoints!.length - 1);
    // Nor does one that proves go on with what was sampled in between.
    sampling.plan(request);
    expect(proving.plan(request).stats.freeEdges).toBeGreaterThan(0);
  });

  it('believes no edge that somebody calls free', () => {
    const roadmap = new Roadmap(space);
    const [a, b] = [roadmap.addMilestone(from), roadmap.addMilestone(to)];
    roadmap.addEdge(a, b, 'free');
    const planner = new Prm(space, { lazy, roadmap });
    const result = planner.plan({ from, goals: [to], random: new Random(2), ...limits });
    expectProven(space, result, from, [to]);
    expect(result.waypoints!.length).toBeGreaterThan(2);
    expect(roadmap.stateOf(0)).toBe('blocked');
  });

  it('grows ahead of queries, which then are answered from what is there', () => {
    const planner = new Prm(space, { lazy });
    const reports: number[] = [];
    const onProgress = ({ milestones }: { milestones: number }) => reports.push(milestones);
    const grown = planner.grow({ random: new Random(1), milestones: 150, onProgress });
    expect(grown).toMatchObject({ added: 150, stats: { milestones: 150 } });
    expect(planner.roadmap.count).toBe(150);
    expect(reports.length).toBeGreaterThan(5);
    expect(planner.roadmap.countOf('open') > 0).toBe(lazy);
    expect(planner.roadmap.countOf('free') > 0).toBe(!lazy);
    const result = planner.plan({ from, goals: [to], random: new Random(2), ...limits });
    expectProven(space, result, from, [to]);
    expect(result.stats.samples).toBe(0);
    expect(planner.roadmap.count).toBe(152);
    // The same again, by the same numbers.
    const other = new Prm(space, { lazy });
    other.grow({ random: new Random(1), milestones: 150 });
    expect(other.roadmap.configurations).toEqual(planner.roadmap.configurations.slice(0, 150));
  });

  it('growing stops at its limits, and when told', () => {
    const planner = new Prm(space, { lazy });
    const random = new Random(1);
    expect(() => planner.grow({ random })).toThrow(/needs a limit/);
    expect(() => planner.grow({ random, milestones: Number.NaN })).toThrow(/needs a limit/);
    expect(planner.grow({ random, milestones: 0 }).added).toBe(0);
    expect(planner.grow({ random, milestones: 9, maxIterations: 0 }).added).toBe(0);
    expect(planner.grow({ random, milestones: 9, timeLimit_ms: -1 }).added).toBe(0);
    expect(planner.grow({ random, milestones: 9, signal: { aborted: true } }).added).toBe(0);
    const { added, stats } = planner.grow({ random, maxIterations: 40 });
    expect(stats.iterations).toBe(40);
    expect(stats.samples).toBe(40);
    expect(added).toBe(planner.roadmap.count);
    expect(added).toBeGreaterThan(10);
    const signal = { aborted: false };
    const onProgress = ({ iterations }: { iterations: number }) => {
      signal.aborted = iterations > 30;
    };
    const told = planner.grow({ random, milestones: 1000, signal, onProgress });
    expect(told.added).toBeLessThan(60);
  });

  it('refuses settings that make no sense', () => {
    for (const neighbours of [0, -1, 1.5, Number.NaN]) {
      expect(() => new Prm(space, { lazy, neighbours })).toThrow(/neighbours must be/);
    }
    const roadmap = new Roadmap(new PlanningSpace(armAndWall('revolute')));
    expect(() => new Prm(space, { lazy, roadmap })).toThrow(/another space/);
  });

  it('joins to so many neighbours as it is told', () => {
    const planner = new Prm(space, { lazy, neighbours: 3 });
    planner.grow({ random: new Random(8), milestones: 50 });
    expect(planner.roadmap.edgeCount).toBe(3 + 3 * 46 + 3);
  });
});

/** A slider of two axes within a ring of walls, with room outside. */
function shutIn(): Cell {
  const slide = (child: string, axis: string) =>
    `<link name="${child}">${child === 'y' ? '<collision><geometry><sphere radius="0.05"/></geometry></collision>' : ''}</link><joint name="j${child}" type="prismatic"><parent link="${child === 'x' ? 'base' : 'x'}"/><child link="${child}"/><axis xyz="${axis}"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>`;
  const wall = (i: number, x: number, y: number, size: string) =>
    `{name: wall${i}, shape: {box: [${size}]}, pose: {xyz: [${x}, ${y}, 0]}}`;
  return cellFrom(
    `surepath: 1
robots: [{urdf: slider.urdf}]
obstacles: [${wall(0, 0.3, 0, '0.02, 0.62, 1')}, ${wall(1, -0.3, 0, '0.02, 0.62, 1')}, ${wall(2, 0, 0.3, '0.62, 0.02, 1')}, ${wall(3, 0, -0.3, '0.62, 0.02, 1')}]
`,
    {
      'slider.urdf': `<robot name="slider"><link name="base"/>${slide('x', '1 0 0')}${slide('y', '0 1 0')}</robot>`,
    },
  );
}

describe.each(KINDS)('joints without limits, %s', (_, lazy) => {
  const space = new PlanningSpace(armAndWall('continuous'));
  const limits = { maxIterations: 2000, timeLimit_ms: 1e9 };

  it('run on across their wrap, from and to any turn, seeds 1 to 12', () => {
    const planner = new Prm(space, { lazy });
    let wrapped = 0;
    for (let seed = 1; seed <= 12; seed++) {
      const random = new Random(seed);
      // The wall is in the way of the short way round.
      const from = Float64Array.from([random.between(0.7, 2.5), random.between(-0.5, 0.5)]);
      const to = Float64Array.from([random.between(-2.5, -0.7), random.between(-0.5, 0.5)]);
      if (seed > 4) from[0] += 2 * Math.PI * (random.below(5) - 2);
      if (seed > 8) to[1] -= 2 * Math.PI * random.below(1000);
      const result = planner.plan({ from, goals: [to], random, ...limits });
      expectProven(space, result, from, [to]);
      const rise = result.waypoints!.at(-1)![0] - from[0];
      if (rise > 0) wrapped++;
      const again = planner.plan({ from, goals: [to], random, ...limits });
      expect(again.waypoints).toEqual(result.waypoints);
    }
    expect(wrapped).toBeGreaterThan(6);
  });

  it('exactly half a turn apart, the way is the one that was proven', () => {
    for (const [a, b] of [
      [0.9 - Math.PI / 2, 0.9 + Math.PI / 2],
      [-Math.PI / 2, Math.PI / 2],
      [-Math.PI / 2 - 2 * Math.PI, Math.PI / 2],
    ]) {
      for (const ends of [
        [a, b],
        [b, a],
      ]) {
        const [from, to] = ends.map((x) => Float64Array.from([x, 0]));
        for (let seed = 1; seed <= 3; seed++) {
          const planner = new Prm(space, { lazy });
          const random = new Random(seed);
          const there = planner.plan({ from, goals: [to], random, ...limits });
          expectProven(space, there, from, [to]);
          const back = planner.plan({ from: to, goals: [from], random, ...limits });
          expectProven(space, back, to, [from]);
        }
      }
    }
  });

  it('a goal whole turns away from the start is reached by standing still', () => {
    const planner = new Prm(space, { lazy });
    const from = Float64Array.from([1, 0.3]);
    const to = Float64Array.from([1 + 6 * Math.PI, 0.3]);
    const result = planner.plan({ from, goals: [to], random: new Random(1), ...limits });
    expectProven(space, result, from, [to]);
    expect(result.length).toBeLessThan(1e-12);
  });
});
