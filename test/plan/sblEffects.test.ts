/** What SBL and A-SBL are for [A11]: how much less they do than they would without one of their ideas. */
import { describe, expect, it } from 'vitest';
import { Random } from '../../src/math/index.ts';
import type { StraightSegment } from '../../src/motion/index.ts';
import { PlanningSpace, PlanWork, Sbl, type SblSettings } from '../../src/plan/index.ts';
import { MilestoneGrid } from '../../src/plan/trees/sblGrid.ts';
import type { Milestone } from '../../src/plan/trees/sblMilestone.ts';
import { firstBlocked, type SegmentOrder } from '../../src/plan/trees/sblSegments.ts';
import { armUrdf, cellFrom } from '../helpers/oracles/cellText.ts';
import { counting, effort, FROM, slideMaze, TO } from '../helpers/plan/slideMaze.ts';

const CHECKERS = {
  'a-sbl': { method: 'adaptive', distance: 'greedy' },
  sbl: { method: 'fixed', resolution: 0.02 },
  'ladder-sbl': { method: 'ladder' },
} as const;
type Kind = keyof typeof CHECKERS;

const space = new PlanningSpace(slideMaze());
const WORK = { seeds: 2, iterations: 150 };

/** What planning costs with some settings; seeds 1 and 2. */
function cost(kind: Kind, settings: SblSettings = {}) {
  const { make, sum, asked } = counting(CHECKERS[kind]);
  return { ...effort(new Sbl(space, { checker: make, ...settings }), WORK), sum, ...asked };
}

it('A-SBL has the adaptive checker with greedy distances, unless it is told otherwise', () => {
  const { stats } = effort(new Sbl(space), WORK);
  const greedy = cost('a-sbl').stats;
  expect(stats.configurations).toBe(greedy.configurations);
  const threshold = effort(new Sbl(space, { checker: { method: 'adaptive' } }), WORK).stats;
  expect(threshold.configurations).not.toBe(greedy.configurations);
  expect(cost('ladder-sbl').stats.configurations).not.toBe(greedy.configurations);
  expect(new Sbl(space).name).toBe('a-sbl');
  expect(new Sbl(space, { resolution: 0.1 }).name).toBe('sbl');
  expect(new Sbl(space, { checker: space.prover }).name).toBe('ladder-sbl');
});

describe('what is known of segments', () => {
  it.each(['a-sbl', 'sbl'] as const)('%s: is kept from path to path', (kind) => {
    const [kept, dropped] = [cost(kind), cost(kind, { keep: false })];
    // The same search, to the bit.
    expect(kept.results.map((r) => r.waypoints)).toEqual(dropped.results.map((r) => r.waypoints));
    expect(kept.stats.milestones).toBe(dropped.stats.milestones);
    expect(kept.sum.tests).toBeLessThan(0.5 * dropped.sum.tests);
    expect(kept.checks).toBeLessThan(0.5 * dropped.checks);
  });

  it.each(['a-sbl', 'sbl', 'ladder-sbl'] as const)(
    '%s: is gone on with, not begun anew',
    (kind) => {
      const { make, sum } = counting(CHECKERS[kind]);
      const work = new PlanWork(space, request(), { checker: make(space.cell) });
      // Along a wall, very near to it.
      const edge = work.edge(Float64Array.from([-0.561, -0.9]), Float64Array.from([-0.561, 0.5]));
      let steps = 0;
      for (; steps < 1000 && edge.free === null; steps++) work.ask(edge, 4);
      expect(edge.free).toBe(true);
      const inSteps = sum.tests;
      expect(edge.tests).toBe(inSteps);
      expect(edge.level).toBe(steps);
      const whole = work.edge(edge.segment.from, edge.segment.to);
      expect(work.settle(whole)).toBe(true);
      expect(inSteps).toBeLessThanOrEqual(1.1 * (sum.tests - inSteps) + 4);
    },
  );
});

function request() {
  return { from: FROM, goals: [TO], random: new Random(1) };
}

/** Nearly touching all the way, and free; and a short way through a wall. */
function nearAndBlocked(work: PlanWork) {
  const near = [-0.939, -0.561, -0.439, -0.061, 0.061, 0.439, 0.561, 0.939].map((x, i) => {
    const high = [1, 2, 5, 6].includes(i);
    const [low, top] = high && i > 3 ? [-0.7, 0.9] : [-0.9, 0.7];
    return work.edge(Float64Array.from([x, low]), Float64Array.from([x, top]));
  });
  const blocked = work.edge(Float64Array.from([-0.62, 0]), Float64Array.from([-0.4, 0]));
  return { edges: [...near, blocked], blocked };
}

describe('the order of segments', () => {
  function testsUntilFound(kind: Kind, order: SegmentOrder): number {
    const { make, sum } = counting(CHECKERS[kind]);
    const work = new PlanWork(space, request(), { checker: make(space.cell) });
    const { edges, blocked } = nearAndBlocked(work);
    expect(firstBlocked(work, edges, order)).toBe(blocked);
    expect(blocked.free).toBe(false);
    return sum.tests;
  }

  it.each([
    ['a-sbl', 0.1],
    ['sbl', 0.2],
  ] as const)('%s: what is most likely to collide is asked first', (kind, part) => {
    const [uncovered, length] = [
      testsUntilFound(kind, 'uncovered'),
      testsUntilFound(kind, 'length'),
    ];
    console.log(`${kind}: ${uncovered} tests by what is uncovered, ${length} by length`);
    expect(uncovered).toBeLessThan(part * length);
  });

  it.each(['a-sbl', 'sbl'] as const)('%s: each has its turn when it is the first', (kind) => {
    const asked: { uncovered: number; until: number }[] = [];
    const { make } = counting(CHECKERS[kind]);
    const inner = make(space.cell);
    const work = new PlanWork(space, request(), {
      checker: {
        method: inner.method,
        check(question) {
          const result = inner.check(question);
          const uncovered = result.kept?.uncovered ?? 0;
          asked.push({ uncovered, until: question.until! });
          return result;
        },
      },
    });
    const { edges } = nearAndBlocked(work);
    expect(firstBlocked(work, edges, 'uncovered')).toBe(edges.at(-1));
    // All are begun, the last is gone on with at once; then each until it is no more the first, and no step longer.
    const begun = asked.slice(0, edges.length);
    expect(begun.slice(0, -1).every(({ until }) => until === Number.POSITIVE_INFINITY)).toBe(true);
    const known = begun.map(({ uncovered }) => uncovered);
    expect(Math.max(...known.slice(0, -1))).toBe(begun.at(-1)!.until);
    for (const { until, uncovered } of asked.slice(edges.length, -1)) {
      const first = known.indexOf(Math.max(...known));
      const others = known.filter((_, i) => i !== first);
      expect(until).toBe(Math.max(...others));
      expect(uncovered).toBeLessThan(until);
      known[first] = uncovered;
    }
    expect(asked.length).toBeGreaterThan(edges.length + 5);
  });
});

describe('lazy checking', () => {
  it.each([
    ['a-sbl', 0.7],
    ['sbl', 0.4],
  ] as const)('%s: proves fewer segments for each milestone than there are', (kind, part) => {
    const perMilestone = (settings: SblSettings) => {
      const { stats } = cost(kind, settings);
      return stats.freeEdges / stats.milestones;
    };
    const [lazy, eager] = [perMilestone({}), perMilestone({ lazy: false })];
    console.log(`${kind}: ${lazy.toFixed(2)} segments for a milestone, eager ${eager.toFixed(2)}`);
    expect(eager).toBeGreaterThan(0.9);
    expect(lazy).toBeLessThan(part * eager);
  });
});

describe('a segment that is cut', () => {
  it('takes no milestone along: what hung on it moves to the other tree', () => {
    const [moved, lost] = [cost('a-sbl'), cost('a-sbl', { transfer: false })];
    // Every iteration makes a milestone but the first, which tries the straight way.
    expect(moved.stats.milestones).toBe(moved.stats.iterations + WORK.seeds);
    expect(lost.stats.milestones).toBeLessThan(0.8 * lost.stats.iterations);
    expect(moved.found).toBeGreaterThan(lost.found);
  });
});

describe('neighbourhoods', () => {
  it.each([0.45, 1, 2])(
    'no segment is longer than rho = %d, and some are nearly as long',
    (reach) => {
      const { make } = counting(CHECKERS['a-sbl']);
      const inner = make(space.cell);
      let [asked, longest] = [0, 0];
      const checker = {
        method: inner.method,
        check: (question: Parameters<typeof inner.check>[0]) => {
          const { segment } = question;
          const [a, b] = [new Float64Array(2), new Float64Array(2)];
          segment.configurationInto(0, a, 0);
          segment.configurationInto(1, b, 0);
          // But for the straight way from start to goal.
          if (asked++ > 0) longest = Math.max(longest, space.maxDistance(a, b));
          return inner.check(question);
        },
      };
      const planner = new Sbl(space, { checker, reach });
      // Both sides of a wall, far from its gap.
      const [from, to] = [Float64Array.from([-0.6, -0.2]), Float64Array.from([-0.4, -0.2])];
      const limits = { maxIterations: 120, timeLimit_ms: Infinity };
      planner.plan({ from, goals: [to], random: new Random(1), ...limits });
      expect(asked).toBeGreaterThan(20);
      expect(longest).toBeLessThanOrEqual(reach * (1 + 1e-12));
      expect(longest).toBeGreaterThan(0.8 * reach);
    },
  );

  it('get smaller until something in them is free', () => {
    // Between walls that leave a millimetre on both sides.
    const narrow = new PlanningSpace(slideMaze([-0.039, -0.161], 0.2));
    const from = Float64Array.from([-0.1, 0]);
    const planner = new Sbl(narrow, { reach: 1 });
    const goals = [Float64Array.from([0.9, -0.9])];
    const { stats } = planner.plan({
      ...{ from, goals, random: new Random(1), maxIterations: 60, timeLimit_ms: Infinity },
    });
    expect(stats.milestones).toBe(stats.iterations + 1);
    expect(stats.samples).toBeLessThan(60 * stats.milestones);
  });
});

describe('two trees', () => {
  const key = (a: Float64Array, b: Float64Array) => [a.join(), b.join()].sort().join(' ');

  it('grow alike, until they meet', () => {
    const trees = [new Set([FROM.join()]), new Set([TO.join()])];
    new Sbl(space, { reach: 0.2 }).plan({
      ...request(),
      ...{ maxIterations: 200, timeLimit_ms: Infinity },
      onCandidate: (a, b) => trees.find((tree) => tree.has(a.join()))!.add(b.join()),
    });
    const [start, goal] = trees.map(({ size }) => size);
    expect(start + goal).toBe(201);
    expect(Math.min(start, goal)).toBeGreaterThan(70);
  });

  it('are joined where they are near each other, and now and then elsewhere', () => {
    const told = new Set<string>();
    const lengths: number[] = [];
    const inner = counting(CHECKERS['a-sbl']).make(space.cell);
    let before: object | null = null;
    const checker = {
      method: inner.method,
      check: (question: Parameters<typeof inner.check>[0]) => {
        const { from, to } = question.segment as StraightSegment;
        // What no tree has is a bridge; the first of all is the straight way.
        if (before && question.kept === null && !told.has(key(from, to))) {
          lengths.push(space.maxDistance(from, to));
        }
        before ??= question;
        return inner.check(question);
      },
    };
    const reach = 3;
    new Sbl(space, { reach, checker }).plan({
      ...{ from: FROM, goals: [TO], random: new Random(2) },
      ...{ maxIterations: 100, timeLimit_ms: Infinity },
      onCandidate: (a, b) => told.add(key(a, b)),
    });
    const long = lengths.filter((length) => length > 0.5 * reach).length;
    console.log(`${long} of ${lengths.length} bridges are long`);
    expect(lengths.length).toBeGreaterThan(40);
    expect(long).toBeGreaterThan(0);
    expect(long).toBeLessThan(0.3 * lengths.length);
  });
});

describe('the choice of milestones', () => {
  const milestone = (q: readonly number[]): Milestone => ({
    ...{ q: Float64Array.from(q), tree: 0, index: 0, parent: null, edge: null },
    children: new Set(),
  });

  it('prefers those with few others around them', () => {
    const random = new Random(5);
    const grid = new MilestoneGrid(space, random);
    for (let i = 0; i < 190; i++) grid.add(milestone([0.85 + 0.1 * random.unit(), 0.9]));
    const alone = [
      [-0.95, -0.95],
      [-0.95, 0.95],
      [0.05, 0.05],
      [0.05, -0.95],
    ].map((q) => milestone(q));
    for (const each of alone) grid.add(each);
    let lonely = 0;
    for (let i = 0; i < 1000; i++) if (alone.includes(grid.pick())) lonely++;
    // 4 of 194 by chance, 4 of 5 cells.
    expect(lonely).toBeGreaterThan(700);
    expect(lonely).toBeLessThan(900);
    for (const each of alone.slice(1)) grid.remove(each);
    let left = 0;
    for (let i = 0; i < 1000; i++) if (grid.pick() === alone[0]) left++;
    expect(left).toBeGreaterThan(400);
    expect(left).toBeLessThan(600);
  });

  it('looks at other coordinates now and then', () => {
    const arm = new PlanningSpace(
      cellFrom(
        'surepath: 1\nrobots: [{urdf: arm.urdf}]\nobstacles: [{name: wall, shape: {box: [1, 1, 1]}, pose: {xyz: [9, 0, 0]}}]\n',
        { 'arm.urdf': armUrdf('arm', Array(7).fill(0.3)) },
      ),
    );
    const grid = new MilestoneGrid(arm, new Random(3));
    // One milestone is alone, along the last joint only.
    const alone = milestone([0, 0, 0, 0, 0, 2]);
    grid.add(alone);
    const shares: number[] = [];
    for (let round = 0; round < 20; round++) {
      for (let i = 0; i < 201; i++) grid.add(milestone([0, 0, 0, 0, 0, 0]));
      let picked = 0;
      for (let i = 0; i < 100; i++) if (grid.pick() === alone) picked++;
      shares.push(picked);
    }
    // It is seen when its coordinate is among the two of six: half of the picks; else hardly.
    const seen = shares.filter((share) => share > 30).length;
    expect(shares.every((share) => share > 30 || share < 5)).toBe(true);
    expect(seen).toBeGreaterThanOrEqual(2);
    expect(seen).toBeLessThanOrEqual(15);
  });

  it('spreads trees farther than picking any of them does (seeds 1 to 6)', () => {
    const cells = (density: boolean) => {
      const visited = new Set<string>();
      for (let seed = 1; seed <= 6; seed++) {
        new Sbl(space, { density, reach: 0.3 }).plan({
          ...{ from: FROM, goals: [TO], random: new Random(seed), maxIterations: 100 },
          timeLimit_ms: Infinity,
          onCandidate: (_, q) => visited.add(`${seed} ${[...q].map((x) => Math.floor(5 * x))}`),
        });
      }
      return visited.size;
    };
    const [dense, plain] = [cells(true), cells(false)];
    console.log(`${dense} cells visited by density, ${plain} by chance`);
    expect(dense).toBeGreaterThan(1.15 * plain);
  });
});
