/**
 * What makes walks what they are [A V-E, B 4.3]: the plain one is compared step by step with one that is written
 * here, and what is ours with what it is to save.
 */
import { describe, expect, it } from 'vitest';
import { checkPath, createChecker } from '../../src/check/index.ts';
import { Random } from '../../src/math/index.ts';
import { buildPath } from '../../src/motion/index.ts';
import {
  BelowHeight,
  PlanningSpace,
  type RetractRequest,
  type RetractSteps,
  randomWalk,
  retract,
  usualHeight,
} from '../../src/plan/index.ts';
import { armUrdf, cellFrom } from '../helpers/oracles/cellText.ts';

const STEP = 0.3;

/** Arms of four links of 0.3 m that stand in a row, each between two bars at 0.9 m. */
function standing(count: number, bars = true) {
  const names = Array.from({ length: count }, (_, i) => `r${i}`);
  const robots = names.map(
    (name, i) =>
      `  - {name: ${name}, urdf: linkage.urdf, base: {xyz: [0, ${0.8 * i}, 0], rpy: [0, -1.570796, 0]}}`,
  );
  const bar = (name: string, y: number) =>
    `  - {name: ${name}, shape: {box: [2, 0.02, 0.02]}, pose: {xyz: [0, ${y}, 0.9]}}`;
  const obstacles = names.flatMap((name, i) => [
    bar(`${name}_left`, 0.8 * i + 0.25),
    bar(`${name}_right`, 0.8 * i - 0.25),
  ]);
  const allowed = names.flatMap((name) =>
    [0, 1, 2].map((k) => `[${name}/link${k}, ${name}/link${k + 1}]`),
  );
  const text = `surepath: 1
robots:
${robots.join('\n')}
obstacles:${bars ? `\n${obstacles.join('\n')}` : ' []'}
allow: [${allowed.join(', ')}]
`;
  return cellFrom(text, { 'linkage.urdf': armUrdf('linkage', [0.3, 0.3, 0.3, 0.3]) });
}

const cell = standing(2);
const space = new PlanningSpace(cell);
const below = new BelowHeight(cell, 0.85);
const zeros = new Float64Array(space.size);

const walk = (seed: number, more: Partial<RetractRequest> = {}) =>
  retract(space, below, {
    ...{ from: zeros, random: new Random(seed), steps: 'plain', maxSegments: 20_000 },
    timeLimit_ms: Number.POSITIVE_INFINITY,
    ...more,
  });

describe('the plain walk', () => {
  it.each([2, 6])('is the one of the papers, step by step, seed %i', (seed) => {
    const random = new Random(seed);
    const checker = createChecker(cell);
    const waypoints = [zeros];
    let tested = 0;
    let at = zeros;
    while (!below.all(at) && tested < 120) {
      const q = at.slice();
      const d = random.below(space.size);
      const low = Math.max(space.lower[d], q[d] - STEP);
      const high = Math.min(space.upper[d], q[d] + STEP);
      q[d] = Math.min(random.between(low, high), high);
      tested++;
      if (checkPath(checker, buildPath(cell.tree, [at, q])).verdict !== 'free') continue;
      waypoints.push(q);
      at = q;
    }
    const ours = walk(seed, { maxSegments: 120 });
    expect(ours.waypoints).toEqual(waypoints);
    expect(ours).toMatchObject({ tested, taken: waypoints.length - 1, restarts: 0 });
    expect(ours.taken).toBeLessThan(ours.tested - 5);
  });

  it('takes any joint of any robot, evenly, by changes of all sizes', () => {
    const alone = new PlanningSpace(standing(2, false));
    const { waypoints, tested, taken } = randomWalk(alone, {
      ...{ from: zeros, done: () => false, random: new Random(3), maxSegments: 1500 },
    });
    expect(tested).toBe(1500);
    expect(taken).toBeGreaterThan(1400);
    const often = new Array<number>(space.size).fill(0);
    const sizes: number[] = [];
    for (let i = 1; i < waypoints.length; i++) {
      const d = waypoints[i].findIndex((x, k) => x !== waypoints[i - 1][k]);
      often[d]++;
      sizes.push(Math.abs(waypoints[i][d] - waypoints[i - 1][d]));
    }
    for (const n of often) expect(Math.abs(n - taken / 6)).toBeLessThan(0.25 * (taken / 6));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(STEP + 1e-12);
    expect(Math.max(...sizes)).toBeGreaterThan(0.95 * STEP);
    const mean = sizes.reduce((sum, x) => sum + x, 0) / sizes.length;
    expect(Math.abs(mean - STEP / 2)).toBeLessThan(0.1 * STEP);
  });

  it('moves who is out as well, until all are; in turn nobody moves who is', () => {
    const together = walk(2);
    expect(together.reached).toBe(true);
    const both = (q: Float64Array) => [0, 1].map((robot) => below.isOut(robot, q));
    const movedOut = (waypoints: readonly Float64Array[]) =>
      waypoints.some(
        (q, i) =>
          i > 0 &&
          both(waypoints[i - 1]).some(
            (out, robot) => out && below.dofsOf(robot).some((d) => q[d] !== waypoints[i - 1][d]),
          ),
      );
    expect(movedOut(together.waypoints)).toBe(true);
    const inTurn = walk(6, { order: 'in-turn' });
    expect(inTurn.reached).toBe(true);
    expect(movedOut(inTurn.waypoints)).toBe(false);
  });

  it('begins anew only if it is asked to', () => {
    expect(walk(3, { maxSegments: 60, patience: 25 })).toMatchObject({ restarts: 2, tested: 60 });
    expect(walk(3, { maxSegments: 60 })).toMatchObject({ restarts: 0, tested: 60 });
  });

  it('draws values from the whole range where steps have no limit', () => {
    const alone = new PlanningSpace(standing(1, false));
    const { waypoints } = randomWalk(alone, {
      ...{ from: new Float64Array(3), done: () => false, random: new Random(5), maxSegments: 200 },
      step: Number.POSITIVE_INFINITY,
    });
    for (const d of [0, 1, 2]) {
      const values = waypoints.map((q) => q[d]);
      const range = alone.upper[d] - alone.lower[d];
      expect(Math.max(...values) - Math.min(...values)).toBeGreaterThan(0.75 * range);
      expect(values.every((x) => x >= alone.lower[d] && x <= alone.upper[d])).toBe(true);
    }
  });
});

describe('a step', () => {
  it('costs a fraction of what all pairs would, and is the same', () => {
    const six = standing(6);
    const wide = new PlanningSpace(six);
    const low = new BelowHeight(six, 0.85);
    const [moved, all] = (['moved', 'all'] as const).map((pairs) =>
      retract(wide, low, {
        ...{ from: new Float64Array(wide.size), random: new Random(1), steps: 'plain', pairs },
        maxSegments: 60,
      }),
    );
    console.log(`pair tests of 60 steps: ${moved.pairTests}, all pairs ${all.pairTests}`);
    expect(moved.waypoints).toEqual(all.waypoints);
    expect(moved.taken).toBeGreaterThan(20);
    expect(moved.pairTests).toBeLessThan(0.5 * all.pairTests);
  });
});

describe('drawn steps', () => {
  const median = (list: readonly number[]) =>
    list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)];

  it('get out with a third of the segments, seeds 1 to 5', () => {
    const seeds = [1, 2, 3, 4, 5];
    const plain = median(seeds.map((seed) => walk(seed).tested));
    const drawn = median(seeds.map((seed) => walk(seed, { steps: 'drawn' }).tested));
    console.log(`median of segments: plain ${plain}, drawn ${drawn}`);
    expect(drawn).toBeLessThan(plain / 3);
  });

  it('leave aside what raises the energy, before it is tested', () => {
    /** The part of steps that raise it by as much as the temperature, or more. */
    const raising = (steps: RetractSteps) => {
      const { waypoints } = walk(1, { steps, order: 'in-turn' });
      const energies = waypoints.map((q) => below.energy(0, q) + below.energy(1, q));
      const rises = energies.filter((e, i) => i > 0 && e > energies[i - 1] + 0.1).length;
      return rises / (waypoints.length - 1);
    };
    const [plain, drawn] = [raising('plain'), raising('drawn')];
    console.log(`steps that raise the energy: plain ${plain}, drawn ${drawn}`);
    expect(drawn).toBeLessThan(plain / 3);
  });

  it('get longer where they are free', () => {
    const alone = new PlanningSpace(standing(1, false));
    const { waypoints } = randomWalk(alone, {
      ...{ from: new Float64Array(3), done: () => false, random: new Random(5), maxSegments: 200 },
      ...{ adapt: true, travel: 0.01 },
    });
    const sizes = waypoints.slice(1).map((q, i) => alone.distance(waypoints[i], q));
    const longest = (from: number, to: number) => Math.max(...sizes.slice(from, to));
    expect(longest(-40, sizes.length)).toBeGreaterThan(5 * longest(0, 10));
  });

  it('are of one linkage at a time', () => {
    expect(() => walk(1, { steps: 'drawn', order: 'together' })).toThrow(
      /walk one after the other/,
    );
  });
});

describe('the usual height', () => {
  it('is that of the lowest point of all obstacles, below which all robots begin', () => {
    expect(usualHeight(cell)).toBeCloseTo(0.89, 9);
    expect(usualHeight(cell)!).toBeLessThanOrEqual(0.89);
    expect(usualHeight(standing(1, false))).toBeNull();
    const obstacle = (shape: string, z: number) =>
      cellFrom(
        `surepath: 1
robots: [{urdf: linkage.urdf}]
obstacles: [{name: it, shape: ${shape}, pose: {xyz: [0, 0, ${z}]}}]
`,
        { 'linkage.urdf': armUrdf('linkage', [0.3, 0.3]) },
      );
    expect(usualHeight(obstacle('{sphere: {radius: 0.5}}', 2))).toBeCloseTo(1.5, 9);
    expect(usualHeight(obstacle('{box: [1, 1, 0.1]}', -0.2))).toBeNull();
    expect(usualHeight(obstacle('{box: [1, 1, 3]}', 1))).toBeNull();
  });
});
