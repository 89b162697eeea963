/**
 * Bidirectional local search: every path that it returns is proven again, by others; room around a
 * configuration is free; steps come in order.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Cell, StaticChecker } from '../../src/cell/index.ts';
import { Verifier } from '../../src/certificate/index.ts';
import { checkPath, createChecker } from '../../src/check/index.ts';
import { readRequest } from '../../src/formats/index.ts';
import { Random } from '../../src/math/index.ts';
import { buildPath } from '../../src/motion/index.ts';
import { PlanningSpace } from '../../src/plan/index.ts';
import { Bls } from '../../src/plan/trees/bls.ts';
import { type LocalNode, StepQueue } from '../../src/plan/trees/blsTree.ts';
import { Room } from '../../src/plan/trees/room.ts';
import { randomCell } from '../helpers/check/ladderCells.ts';
import { sceneCell } from '../helpers/oracles/benchmarkScenes.ts';
import { armUrdf, cellFrom } from '../helpers/oracles/cellText.ts';
import { DATA_FOLDER, haveData, readData } from '../helpers/oracles/data.ts';
import { embedded } from '../helpers/oracles/embedded.ts';
import { expectFree } from '../helpers/plan/planners.ts';

function stateOf({ description }: Cell, name: string): Float64Array {
  return Float64Array.from(
    description.robots.flatMap(({ semantics }) =>
      [...semantics!.states.find((state) => state.name === name)!.values.values()].flat(),
    ),
  );
}

/** An arm of two joints in front of a wall; without a way around if the wall is long and near. */
function armAndWall(wall: string, urdf = armUrdf('arm', [0.4, 0.4, 0.4]), more = ''): Cell {
  return cellFrom(
    `surepath: 1
robots: [{urdf: arm.urdf}]
obstacles: [${wall}]
allow: [[link0, link1], [link1, link2]]
${more}`,
    { 'arm.urdf': urdf },
  );
}

const WALL = '{name: wall, shape: {box: [0.02, 0.6, 1]}, pose: {xyz: [1, 0, 0]}}';

describe('room around a configuration', () => {
  const cells: Record<string, () => Cell> = {
    'an arm and a wall': () => armAndWall(WALL),
    'with clearance and tracking': () =>
      cellFrom(
        `surepath: 1
robots: [{urdf: arm.urdf, tracking: {default: 0.01}, padding: {link2: 0.01}}]
obstacles: [${WALL}]
allow: [[link0, link1], [link1, link2]]
clearance: {default: 0.03}
`,
        { 'arm.urdf': armUrdf('arm', [0.4, 0.4, 0.4]) },
      ),
    'cage-body': () => embedded('cage-body'),
    cage: () => embedded('cage'),
  };

  /** Looks at random configurations, and at others in the room around them. */
  function explore(cell: Cell, random: Random, samples: number) {
    const space = new PlanningSpace(cell);
    const statics = new StaticChecker(cell);
    const wanted = Float64Array.from(space.weights, (w) => 1 / w);
    const least = wanted.map((x) => x / 50);
    const rooms = [new Room(space, least), new Room(space, least, false)];
    const counts = { looked: 0, blocked: 0, roomy: 0 };
    const q = new Float64Array(space.size);
    const p = new Float64Array(space.size);
    const room = new Float64Array(space.size);
    for (let k = 0; k < samples; k++) {
      space.sampleInto(random, q);
      const found = statics.check(q);
      for (const each of rooms) {
        counts.looked++;
        const free = each.lookInto(q, wanted, room);
        expect(free).toBe(!found.colliding && found.tooClose === null);
        if (!free) counts.blocked++;
        if (!free) continue;
        expect(room.every((x, d) => x > 0 && x <= wanted[d])).toBe(true);
        if (room.some((x, d) => x > least[d])) counts.roomy++;
        for (let j = 0; j < 12; j++) {
          const parts = room.map(() => -Math.log(1 - random.unit()));
          const sum = parts.reduce((a, b) => a + b, 0);
          for (let d = 0; d < p.length; d++) {
            const sign = random.below(2) === 0 ? 1 : -1;
            p[d] = q[d] + sign * (parts[d] / sum) * room[d];
          }
          if (!space.isInside(p)) continue;
          const { colliding, tooClose } = statics.check(p);
          expect([colliding, tooClose]).toEqual([false, null]);
        }
      }
    }
    return counts;
  }

  it.each(Object.keys(cells))('%s: whatever lies in it is free (seed 1)', (name) => {
    const samples = name === 'cage' ? 9 : 120;
    const { looked, blocked, roomy } = explore(cells[name](), new Random(1), samples);
    console.log(`${name}: ${looked} looks, ${blocked} not free, ${roomy} with room`);
    expect(blocked).toBeLessThan(looked);
    expect(roomy).toBeGreaterThan(0);
  });

  it('random robots among random bodies: the same (seeds 1 to 30)', () => {
    const sums = { looked: 0, blocked: 0, roomy: 0 };
    for (let seed = 1; seed <= 30; seed++) {
      const random = new Random(seed);
      const cell = randomCell(random, {
        links: 3,
        size: 0.08,
        kinds: ['revolute', 'prismatic', 'continuous'],
        padding: seed % 3 === 0 ? 0.01 : 0,
        clearance: seed % 4 === 0 ? 0.02 : 0,
      });
      if (cell.tree.dofs.length === 0) continue;
      const counts = explore(cell, random, 8);
      sums.looked += counts.looked;
      sums.blocked += counts.blocked;
      sums.roomy += counts.roomy;
    }
    console.log(`${sums.looked} looks, ${sums.blocked} not free, ${sums.roomy} with room`);
    expect(sums.roomy).toBeGreaterThan(100);
  });
});

describe('steps', () => {
  it('come in order of their keys, and of equal keys as they were put in', () => {
    const node = null as unknown as LocalNode;
    const action = fc.oneof(fc.integer({ min: 0, max: 9 }), fc.constant(-1));
    fc.assert(
      fc.property(fc.array(action, { maxLength: 700 }), (actions) => {
        const queue = new StepQueue();
        const plain: [number, number][] = [];
        actions.forEach((key, i) => {
          if (key >= 0) {
            queue.push(key, node, i, 0.5 * i, 0);
            plain.push([key, i]);
            return;
          }
          plain.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
          const first = plain.shift();
          const slot = queue.pop();
          expect(slot < 0 ? undefined : queue.way[slot]).toBe(first?.[1]);
          if (slot >= 0) expect(queue.size[slot]).toBe(0.5 * first![1]);
        });
      }),
    );
  });
});

describe('bidirectional local search', () => {
  const cell = armAndWall(WALL);
  const space = new PlanningSpace(cell);
  const from = Float64Array.from([-1, 0.2]);
  const to = Float64Array.from([1, -0.2]);

  it('finds ways around a wall, proven anew by others (seeds 1 to 20)', () => {
    const verifier = new Verifier(cell.description);
    const planner = new Bls(space);
    for (let seed = 1; seed <= 20; seed++) {
      const request = { from, goals: [to], random: new Random(seed), maxIterations: 2000 };
      const result = planner.plan(request);
      expect(result).toMatchObject({ verdict: 'free', goal: 0 });
      expect(result.waypoints![0]).toEqual(from);
      expect(result.waypoints!.at(-1)).toEqual(to);
      expectFree(cell, result.waypoints!, verifier);
    }
  });

  it('takes the same way with the same seed, also after other questions', () => {
    const planner = new Bls(space);
    const plan = (goal: Float64Array, seed: number) =>
      planner.plan({ from, goals: [goal], random: new Random(seed), maxIterations: 2000 });
    const first = plan(to, 3);
    plan(Float64Array.from([1.5, 1]), 4);
    expect(plan(to, 3).waypoints).toEqual(first.waypoints);
    const other = new Bls(space).plan({ from, goals: [to], random: new Random(3) });
    expect(other.waypoints).toEqual(first.waypoints);
    expect({
      ...other.stats,
      milliseconds: 0,
      samplingMilliseconds: 0,
      checkingMilliseconds: 0,
    }).toEqual({
      ...first.stats,
      milliseconds: 0,
      samplingMilliseconds: 0,
      checkingMilliseconds: 0,
    });
  });

  it('reaches one of several goals', () => {
    const near = from.map((x) => x + 0.01);
    for (const goals of [
      [to, near],
      [near, to],
    ]) {
      const { goal, waypoints } = new Bls(space).plan({ from, goals, random: new Random(1) });
      expect(waypoints!.at(-1)).toEqual(goals[goal]);
      expect(goals[goal]).toBe(near);
    }
    // The start itself.
    const here = new Bls(space).plan({ from, goals: [from], random: new Random(1) });
    expect(here).toMatchObject({ verdict: 'free', goal: 0 });
  });

  it('refuses what is blocked, with the pair', () => {
    const plan = (start: Float64Array, goal: Float64Array) => () =>
      new Bls(space).plan({ from: start, goals: [goal], random: new Random(1) });
    const blocked = Float64Array.from([0, 0]);
    expect(plan(from, blocked)).toThrow(/at the goal "link\d" and "wall" collide/);
    expect(plan(blocked, to)).toThrow(/at the start "link\d" and "wall" collide/);
  });

  it('refuses steps that lead nowhere', () => {
    for (const settings of [
      { step: 0 },
      { smallest: 0 },
      { step: 1, smallest: 2 },
      { step: NaN },
    ]) {
      expect(() => new Bls(space, settings)).toThrow(/steps must be positive/);
    }
  });

  it('says so where there is no path, and when told to stop', () => {
    const long = '{name: wall, shape: {box: [0.02, 2, 1]}, pose: {xyz: [0.65, 0, 0]}}';
    const closed = new PlanningSpace(armAndWall(long));
    const request = { from: Float64Array.from([1.8, 0.2]), goals: [Float64Array.from([-1.8, 0])] };
    const planner = new Bls(closed);
    const none = planner.plan({ ...request, random: new Random(1), maxIterations: 80 });
    expect(none).toMatchObject({ verdict: 'no path found', waypoints: null, goal: -1 });
    expect(none.stats.iterations).toBe(80);
    const signal = { aborted: false };
    const stopped = planner.plan({
      ...request,
      random: new Random(1),
      timeLimit_ms: 1e9,
      signal,
      onProgress: ({ iterations }) => {
        signal.aborted = iterations >= 32;
      },
    });
    expect(stopped.verdict).toBe('no path found');
    expect(stopped.stats.iterations).toBeLessThan(64);
    const none0 = planner.plan({ ...request, random: new Random(1), maxIterations: 0 });
    expect(none0.verdict).toBe('no path found');
  });

  it('goes the short way round joints without limits, with values that run on', () => {
    const urdf = armUrdf('arm', [0.4, 0.4, 0.4]).replace('type="revolute"', 'type="continuous"');
    const behind = '{name: wall, shape: {box: [0.02, 0.3, 1]}, pose: {xyz: [-0.25, 0, 0]}}';
    const round = armAndWall(behind, urdf, '');
    expect(round.tree.dofs[0].continuous).toBe(true);
    const verifier = new Verifier(round.description);
    const planner = new Bls(new PlanningSpace(round));
    const start = Float64Array.from([2.5, 0]);
    const goal = Float64Array.from([-2.5, 0]);
    for (let seed = 1; seed <= 8; seed++) {
      const request = { from: start, goals: [goal], random: new Random(seed) };
      const { verdict, waypoints } = planner.plan({ ...request, maxIterations: 2000 });
      expect(verdict).toBe('free');
      expectFree(round, waypoints!, verifier);
      const turns = (waypoints!.at(-1)![0] - goal[0]) / (2 * Math.PI);
      expect(Math.abs(turns - Math.round(turns))).toBeLessThan(1e-12);
      for (let i = 1; i < waypoints!.length; i++) {
        expect(Math.abs(waypoints![i][0] - waypoints![i - 1][0])).toBeLessThanOrEqual(Math.PI);
      }
    }
  });

  it('that only samples proves nothing, and says so', () => {
    const planner = new Bls(space, { resolution: 0.05, bounded: false });
    const result = planner.plan({ from, goals: [to], random: new Random(2), maxIterations: 2000 });
    expect(result.verdict).toBe('no collision found');
  });

  it.each([
    ['ends of steps at full distances', { bounded: false, merged: false }],
    ['the adaptive method', { checker: { method: 'adaptive', distance: 'threshold' } }],
    ['steps that are never proven by room', { smallest: 2, step: 2 }],
  ] as const)('with other settings: %s', (_, settings) => {
    const planner = new Bls(space, settings);
    for (let seed = 1; seed <= 5; seed++) {
      const request = { from, goals: [to], random: new Random(seed), maxIterations: 4000 };
      const { verdict, waypoints } = planner.plan(request);
      expect(verdict).toBe('free');
      expectFree(cell, waypoints!);
    }
  });
});

describe('the maze', () => {
  const cell = embedded('maze');
  const space = new PlanningSpace(cell);
  const request = { from: stateOf(cell, 'start'), goals: [stateOf(cell, 'goal')] };
  const limits = { maxIterations: 20_000, timeLimit_ms: 1e9 };

  it('is left by the way that there is (seeds 1 and 2)', () => {
    const verifier = new Verifier(cell.description);
    const planner = new Bls(space);
    for (const seed of [1, 2]) {
      const result = planner.plan({ ...request, ...limits, random: new Random(seed) });
      expect(result).toMatchObject({ verdict: 'free', goal: 0 });
      expect(result.waypoints![0]).toEqual(request.from);
      expect(result.waypoints!.at(-1)).toEqual(request.goals[0]);
      expect(result.stats.milestones).toBeGreaterThan(100);
      expectFree(cell, result.waypoints!, verifier);
    }
  });

  it('has walls that large unproven steps jump over: they are found and cut', () => {
    const settings = { step: 1.2, smallest: 1.2 };
    const sampled = new Bls(space, { ...settings, resolution: 10 });
    const careless = sampled.plan({ ...request, ...limits, random: new Random(1) });
    expect(careless.verdict).toBe('no collision found');
    const path = buildPath(cell.tree, careless.waypoints!);
    expect(checkPath(createChecker(cell), path).verdict).toBe('colliding');
    const result = new Bls(space, settings).plan({ ...request, ...limits, random: new Random(1) });
    expect(result).toMatchObject({ verdict: 'free', goal: 0 });
    expect(result.waypoints![0]).toEqual(request.from);
    expect(result.waypoints!.at(-1)).toEqual(request.goals[0]);
    expectFree(cell, result.waypoints!);
  });
});

describe('MotionBenchMaker', () => {
  const problem = (family: string) => `mbm/panda/problems/${family}/request0001.yaml`;
  const families = ['bookshelf_small', 'table_pick'];
  const there = families.every((family) => haveData(problem(family)));
  if (!there) console.log('skipped: MotionBenchMaker problems are not in the data folder');

  it.skipIf(!there).each(families)('Panda, %s 1: solved and proven', (family) => {
    const file = `${DATA_FOLDER}/${problem(family)}`;
    const { start, goals } = readRequest(readData(problem(family)), { file });
    const joints = Array.from({ length: 7 }, (_, i) => `panda_joint${i + 1}`);
    const cell = sceneCell('panda', family, 1, joints);
    expect(cell.tree.dofs.map(({ name }) => name)).toEqual(joints);
    const from = Float64Array.from(joints, (joint) => start.get(joint)!);
    const to = Float64Array.from(joints, (joint) => goals[0].joints.get(joint)!.position);
    const planner = new Bls(new PlanningSpace(cell));
    const limits = { maxIterations: 3000, timeLimit_ms: 1e9 };
    const result = planner.plan({ from, goals: [to], random: new Random(1), ...limits });
    expect(result.verdict).toBe('free');
    expectFree(cell, result.waypoints!);
  });
});
