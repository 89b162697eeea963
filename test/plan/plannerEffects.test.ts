/**
 * What the other planners' ideas are for: RRT-Connect in its three modes [E4], steps from the clearance bound and lazy
 * proofs in BLS [E5], lazy edges and kept roadmaps of PRM, and k-d trees of neighbours. Counts, against the plain way.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { PairQuery } from '../../src/cell/index.ts';
import type { CheckerOptions } from '../../src/check/index.ts';
import { readPath } from '../../src/formats/index.ts';
import { Random } from '../../src/math/index.ts';
import {
  Bls,
  type BlsSettings,
  Nearest,
  PlanningSpace,
  Prm,
  RrtConnect,
  type RrtConnectSettings,
} from '../../src/plan/index.ts';
import { GrowingTree } from '../../src/plan/trees/growingTree.ts';
import { Room } from '../../src/plan/trees/room.ts';
import type { PlanEdge, PlanWork } from '../../src/plan/work.ts';
import { CELLS, embedded } from '../helpers/oracles/embedded.ts';
import { counting, effort, FROM, slideMaze, TO } from '../helpers/plan/slideMaze.ts';

const space = new PlanningSpace(slideMaze([0], 0.8));
const WORK = { seeds: 3, iterations: 400 };

afterEach(() => {
  vi.restoreAllMocks();
});

describe('RRT-Connect', () => {
  const cost = (settings: RrtConnectSettings) => effort(new RrtConnect(space, settings), WORK);

  it('proves every edge, as long as may be; or tests nothing but the ends of fixed steps', () => {
    const [certified, fixed] = [cost({ lazy: false }), cost({ mode: 'fixed' })];
    expect(certified.results.map(({ verdict }) => verdict)).toEqual(Array(3).fill('free'));
    expect(fixed.results.map(({ verdict }) => verdict)).toEqual(
      Array(3).fill('no collision found'),
    );
    // But for roots every milestone has a proven edge. Of fixed steps only the straight way is checked.
    const roots = 2 * WORK.seeds;
    expect(certified.stats.freeEdges).toBeGreaterThanOrEqual(certified.stats.milestones - roots);
    expect(fixed.stats.edges).toBe(WORK.seeds);
    expect(certified.stats.milestones).toBeLessThan(0.1 * fixed.stats.milestones);
    expect(certified.stats.configurations).toBeLessThan(0.4 * fixed.stats.configurations);
  });

  it('proves an edge when a path leads over it: many are never needed', () => {
    const [lazy, eager] = [cost({}), cost({ lazy: false })];
    const part = ({ stats }: typeof lazy) => stats.freeEdges / stats.milestones;
    console.log(
      `proven for a milestone: ${part(lazy).toFixed(2)}, eager ${part(eager).toFixed(2)}`,
    );
    expect(lazy.found).toBe(WORK.seeds);
    expect(part(lazy)).toBeLessThan(0.6 * part(eager));
  });

  it('proves what much hangs on, and takes out what hangs on an edge that is not free', () => {
    const free = vi.fn(() => true);
    const settle = vi.fn((edge: { free: boolean | null }) => {
      edge.free = free();
      return edge.free;
    });
    const stats = { edges: 0, freeEdges: 0 };
    const work = { settle, candidate: vi.fn(), stats } as unknown as PlanWork;
    const tree = new GrowingTree(space);
    const q = (k: number) => Float64Array.from([-0.9 + 0.01 * k, -0.9]);
    const owed = (from: number, to: number) =>
      ({ segment: { from: q(from), to: q(to) }, free: null }) as unknown as PlanEdge;
    const grow = (from: number, to: number) => {
      for (let k = from; k <= to; k++) {
        expect(tree.bears(k - 1, work)).toBe(true);
        tree.add(q(k), k - 1, 1, owed(k - 1, k));
      }
    };
    // A chain: edges are proven on which eight hang.
    tree.add(q(0), -1, 1);
    grow(1, 9);
    expect(settle).toHaveBeenCalledTimes(0);
    grow(10, 20);
    expect(settle).toHaveBeenCalledTimes(11);
    // Most were free: many may hang on one. Then most are not: hardly any may.
    Object.assign(stats, { edges: 100, freeEdges: 97 });
    grow(21, 34);
    expect(settle).toHaveBeenCalledTimes(11);
    Object.assign(stats, { edges: 100, freeEdges: 50 });
    grow(35, 40);
    expect(settle).toHaveBeenCalledTimes(37);
    // The path is proven from its end on. The edge to milestone 38 is not free: all behind it goes.
    settle.mockClear();
    free.mockImplementation(() => settle.mock.calls.length <= 2);
    expect(tree.toRoot(40).every((k) => tree.settles(k, work))).toBe(false);
    expect(settle).toHaveBeenCalledTimes(3);
    expect(tree.points.nearest(q(40))).toBe(37);
    expect(work.candidate).toHaveBeenCalledTimes(1);
  });

  it('looks before it proves: few edges that are proven are not free', () => {
    const failed = (looks: number) => {
      const { stats, found } = cost({ looks, lazy: false });
      expect(found).toBe(WORK.seeds);
      return stats.edges - stats.freeEdges;
    };
    const [plain, looked] = [failed(0), failed(6)];
    console.log(`edges that could not be proven: ${plain}, after looks ${looked}`);
    expect(looked).toBeLessThan(0.4 * plain);
  });

  it('takes steps as long as the clearance proves: where there is room as long as certified ones', () => {
    const lengths: number[] = [];
    const planner = new RrtConnect(space, { mode: 'clearance' });
    for (let seed = 1; seed <= 3; seed++) {
      const limits = { maxIterations: 300, timeLimit_ms: Infinity };
      planner.plan({
        ...{ from: FROM, goals: [TO], random: new Random(seed), ...limits },
        onEdge: (a, b) => lengths.push(space.distance(a, b)),
      });
    }
    const step = 0.15 * space.diagonal;
    const [long, short] = [0.9, 0.1].map((part) => lengths.filter((x) => x > part * step).length);
    console.log(`${long} of ${lengths.length} steps are long, ${lengths.length - short} short`);
    expect(Math.max(...lengths)).toBeGreaterThan(0.99 * step);
    expect(Math.min(...lengths)).toBeLessThan(step / 16);
    // They grow again: most are neither as long nor as short as can be.
    expect(long).toBeGreaterThan(0.1 * lengths.length);
    expect(lengths.length - short).toBeLessThan(0.6 * lengths.length);
  });

  it('asks for distances only as far as they matter, which takes a part of the work', () => {
    const cage = new PlanningSpace(embedded('cage-body'));
    const work = (options: CheckerOptions) => {
      const { make, sum, asked } = counting({ method: 'adaptive', ...options });
      const planner = new RrtConnect(cage, { mode: 'clearance', checker: make });
      const random = new Random(1);
      const q = () => {
        const found = new Float64Array(cage.size);
        do cage.sampleInto(random, found);
        while (!cage.isFree(found));
        return found;
      };
      planner.plan({ from: q(), goals: [q()], random, maxIterations: 25, timeLimit_ms: Infinity });
      return { pairs: sum.nodePairs + sum.trianglePairs, checks: asked.checks };
    };
    const [bounded, exact] = [work({ distance: 'threshold' }), work({ distance: 'exact' })];
    console.log(`${bounded.pairs} pairs with bounds, ${exact.pairs} without`);
    expect(bounded.checks).toBeGreaterThan(20);
    expect(bounded.pairs / bounded.checks).toBeLessThan((0.75 * exact.pairs) / exact.checks);
  });

  it('asks for thresholds unless told otherwise', () => {
    const cost = (settings: RrtConnectSettings) =>
      effort(new RrtConnect(space, { mode: 'clearance', ...settings }), WORK).stats;
    const [own, threshold, exact] = [
      cost({}),
      cost({ checker: { method: 'adaptive', distance: 'threshold' } }),
      cost({ checker: { method: 'adaptive', distance: 'exact' } }),
    ];
    expect(own.configurations).toBe(threshold.configurations);
    expect(own.configurations).not.toBe(exact.configurations);
  });

  it('lets the tree in the open wait for the other', () => {
    // The goal is behind a wall without a gap, in a strip where most edges are not free.
    const strip = new PlanningSpace(slideMaze([0.84], 0));
    const goals = [Float64Array.from([0.95, 0.9])];
    const edges = { open: 0, strip: 0 };
    for (let seed = 1; seed <= 3; seed++) {
      const limits = { maxIterations: 200, timeLimit_ms: Infinity };
      const { verdict } = new RrtConnect(strip).plan({
        ...{ from: FROM, goals, random: new Random(seed), ...limits },
        onCandidate: (_, b) => edges[b[0] > 0.84 ? 'strip' : 'open']++,
      });
      expect(verdict).toBe('no path found');
    }
    console.log(`${edges.open} edges in the open, ${edges.strip} in the strip`);
    expect(edges.open).toBeLessThan(2 * edges.strip + 10);
  });

  it('grows by shorter edges where long ones are not free', () => {
    const file = join(CELLS, 'car-entry', 'paths', 'free.json');
    const { waypoints } = readPath(readFileSync(file), { file });
    const [from, goals] = [waypoints[0], [waypoints.at(-1)!]];
    const car = new PlanningSpace(embedded('car-entry'));
    const grown = (settings: RrtConnectSettings) => {
      const planner = new RrtConnect(car, settings);
      let [milestones, samples] = [0, 0];
      for (let seed = 1; seed <= 3; seed++) {
        const limits = { maxIterations: 1000, timeLimit_ms: Infinity };
        const { stats } = planner.plan({ from, goals, random: new Random(seed), ...limits });
        milestones += stats.milestones;
        samples += stats.samples;
      }
      return milestones / samples;
    };
    const [shorter, long] = [grown({}), grown({ halvings: 0 })];
    console.log(`milestones a sample: ${shorter.toFixed(3)}, by long edges ${long.toFixed(3)}`);
    expect(shorter).toBeGreaterThan(2 * long);
  });

  it('does not ask again and again where growing failed', () => {
    const walls = new PlanningSpace(slideMaze([-0.3, 0.3], 0.8));
    const looked = (dynamicDomain: boolean) => {
      const { stats, found } = effort(new RrtConnect(walls, { dynamicDomain }), WORK);
      expect(found).toBe(WORK.seeds);
      return stats.samples / stats.iterations;
    };
    const [dynamic, plain] = [looked(true), looked(false)];
    console.log(`samples an iteration: ${dynamic.toFixed(2)}, else ${plain.toFixed(2)}`);
    expect(dynamic).toBeLessThan(0.9 * plain);
  });

  it('does not pause where nothing is looked at, and yet counts and tells', () => {
    // Behind a wall without a gap: no path.
    const closed = new PlanningSpace(slideMaze([0.84], 0));
    const told: number[] = [];
    const search = new RrtConnect(closed).search({
      ...{ from: FROM, goals: [Float64Array.from([0.95, 0.9])], random: new Random(1) },
      ...{ maxIterations: 200, timeLimit_ms: Infinity },
      onProgress: ({ iterations }) => told.push(iterations),
    });
    let pauses = 0;
    let step = search.next();
    for (; !step.done; step = search.next()) pauses++;
    expect(step.value.stats.iterations).toBe(200);
    expect(told).toEqual(Array.from({ length: 13 }, (_, i) => 16 * i));
    console.log(`${pauses} pauses`);
    expect(pauses).toBeLessThan(0.7 * 200);
    expect(pauses).toBeGreaterThanOrEqual(12);
  });
});

describe('BLS', () => {
  const cost = (settings: BlsSettings = {}) => effort(new Bls(space, settings), WORK);
  const step = 0.1 * space.diagonal;

  it('takes long steps where there is room: fewer than with small ones', () => {
    const nodes = (settings: BlsSettings) => {
      const { results } = cost({ merged: false, ...settings });
      return results.reduce((sum, { waypoints }) => sum + waypoints!.length, 0);
    };
    const [adaptive, fixed] = [nodes({}), nodes({ step: step / 8, smallest: step / 8 })];
    console.log(`${adaptive} waypoints with adaptive steps, ${fixed} with small ones`);
    expect(adaptive).toBeLessThan(0.5 * fixed);
  });

  it('proves steps by the look that chose them: few are left to the checker', () => {
    const [lazy, eager] = [cost(), cost({ lazy: false })];
    expect(lazy.found).toBe(WORK.seeds);
    const part = ({ stats }: typeof lazy) => stats.edges / stats.milestones;
    console.log(`${part(lazy).toFixed(2)} edges for a node, eager ${part(eager).toFixed(2)}`);
    expect(part(lazy)).toBeLessThan(0.75 * part(eager));
    // Even if all that is unproven is proven at once, most steps are proven by room.
    expect(part(eager)).toBeLessThan(1);
    const without = cost({ lazy: false, step: step / 8, smallest: step / 8 });
    expect(part(eager)).toBeLessThan(0.8 * part(without));
  });

  it('has room that is free, and nearly all that there is', () => {
    const random = new Random(9);
    const wanted = Float64Array.from([1, 1]);
    const room = new Room(space, Float64Array.from([0.01, 0.01]));
    const q = new Float64Array(2);
    const found = new Float64Array(2);
    let [looks, blocked] = [0, 0];
    while (looks < 60) {
      space.sampleInto(random, q);
      if (!room.lookInto(q, wanted, found)) continue;
      looks++;
      // Along x alone, as far as there is room: the wall is nowhere nearer.
      for (const sign of [-1, 1]) {
        const step = (part: number) => Float64Array.from([q[0] + sign * part * found[0], q[1]]);
        expect(space.isFree(step(1))).toBe(true);
        if (found[0] < 1 && !space.isFree(step(1.01))) blocked++;
      }
    }
    expect(blocked).toBeGreaterThan(10);
  });

  it('computes hardly a distance in full', () => {
    const full = (bounded: boolean) => {
      const measure = vi.spyOn(PairQuery.prototype, 'measure');
      const { results } = cost({ bounded });
      const calls = measure.mock.calls.filter((args) => args[4] === Number.POSITIVE_INFINITY);
      measure.mockRestore();
      return { count: calls.length, ways: results.map(({ waypoints }) => waypoints) };
    };
    const [bounded, plain] = [full(true), full(false)];
    expect(bounded.ways).toEqual(plain.ways);
    expect(bounded.count).toBeLessThan(0.2 * plain.count);
  });

  it('proves candidate paths in long pieces', () => {
    const [merged, single] = [cost(), cost({ merged: false })];
    const way = ({ results }: typeof merged) =>
      results.reduce((sum, { waypoints }) => sum + waypoints!.length, 0);
    expect(way(merged)).toBeLessThan(0.4 * way(single));
  });
});

describe('roadmaps', () => {
  const query = { from: FROM, goals: [TO], maxIterations: 300, timeLimit_ms: Infinity };

  it('that are lazy prove few edges', () => {
    const cost = (lazy: boolean) =>
      effort({ name: 'prm', plan: (request) => new Prm(space, { lazy }).plan(request) }, WORK)
        .stats;
    const [lazy, eager] = [cost(true), cost(false)];
    console.log(
      `${lazy.edges} edges asked and ${lazy.freeEdges} proven, eager ${eager.edges}, ${eager.freeEdges}`,
    );
    expect(lazy.edges).toBeLessThan(0.7 * eager.edges);
    expect(lazy.freeEdges).toBeLessThan(0.4 * eager.freeEdges);
  });

  it.each([true, false])('answer again without looking again, lazy: %s', (lazy) => {
    const prm = new Prm(space, { lazy });
    const first = prm.plan({ ...query, random: new Random(1) });
    expect(first.stats.edges).toBeGreaterThan(5);
    const second = prm.plan({ ...query, from: TO, goals: [FROM], random: new Random(1) });
    expect(second.stats).toMatchObject({ samples: 0, edges: 0, configurations: 0 });
    expect(second.waypoints!.length).toBe(first.waypoints!.length);
    // A new start joins what is there.
    const near = prm.plan({
      ...query,
      from: Float64Array.from([-0.8, -0.8]),
      random: new Random(1),
    });
    expect(near.verdict).toBe('free');
    expect(near.stats.edges).toBeLessThan(first.stats.edges);
    expect(near.stats.milestones).toBe(second.stats.milestones + 1);
  });

  it('ask the shortest way first, its most doubtful edge first', () => {
    const asked: number[] = [];
    const prm = new Prm(space, { lazy: true });
    const { length } = prm.plan({
      ...{ ...query, random: new Random(2) },
      onCandidate: (a, b, isTaken) => {
        if (!isTaken) asked.push(space.distance(a, b));
      },
    });
    const straight = space.distance(FROM, TO);
    expect(length).toBeLessThan(1.6 * straight);
    expect(asked.length).toBeGreaterThan(5);
  });
});

describe('nearest neighbours', () => {
  it('are found by looking at a tenth of them', () => {
    const many = new Nearest(space);
    const random = new Random(7);
    const q = new Float64Array(2);
    for (let i = 0; i < 4000; i++) {
      space.sampleInto(random, q);
      many.add(q);
    }
    const distance = vi.spyOn(space, 'distance');
    const take = vi.spyOn(many as unknown as { take(i: number): void }, 'take');
    const queries = 50;
    for (let i = 0; i < queries; i++) {
      space.sampleInto(random, q);
      many.nearest(q);
    }
    expect(take.mock.calls.length).toBeLessThan(0.1 * queries * 4000);
    expect(distance.mock.calls.length).toBeLessThan(0.02 * queries * 4000);
  });
});
