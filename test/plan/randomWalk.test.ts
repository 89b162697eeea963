/** Random walks: every step is proven again, by a checker that looks at all pairs. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { buildCell, type Cell, StaticChecker } from '../../src/cell/index.ts';
import { makeCertificate, verify } from '../../src/certificate/index.ts';
import { checkPath, createChecker } from '../../src/check/index.ts';
import { readCell } from '../../src/formats/index.ts';
import { Kinematics } from '../../src/kinematics/index.ts';
import { Random } from '../../src/math/index.ts';
import { buildPath } from '../../src/motion/index.ts';
import { PlanningSpace, smoothPath } from '../../src/plan/index.ts';
import { BelowHeight } from '../../src/plan/walks/belowHeight.ts';
import { randomWalk, type WalkRequest, type WalkResult } from '../../src/plan/walks/randomWalk.ts';
import { type RetractRequest, retract } from '../../src/plan/walks/retract.ts';
import { armUrdf, cellFrom } from '../helpers/oracles/cellText.ts';

const CELLS = fileURLToPath(new URL('../../cells', import.meta.url));

const cells = new Map<string, Cell>();

function embedded(name: string): Cell {
  const known = cells.get(name);
  if (known) return known;
  const file = join(CELLS, name, 'cell.yaml');
  const files = (path: string) => readFileSync(path);
  const cell = buildCell(
    readCell(readFileSync(file), { file, resolver: { files }, visuals: false }),
  );
  cells.set(name, cell);
  return cell;
}

/** One joint a step, within limits, and free: by a fresh ladder and at many samples. */
function expectSound(space: PlanningSpace, { waypoints }: WalkResult): void {
  const { cell } = space;
  for (let i = 0; i + 1 < waypoints.length; i++) {
    const changed = waypoints[i].filter((x, d) => x !== waypoints[i + 1][d]).length;
    expect(changed).toBeLessThanOrEqual(1);
    expect(space.isInside(waypoints[i + 1])).toBe(true);
  }
  expectFree(cell, waypoints);
}

function expectFree(cell: Cell, waypoints: readonly Float64Array[]): void {
  const path = buildPath(cell.tree, waypoints);
  expect(checkPath(createChecker(cell), path).verdict).toBe('free');
  const statics = new StaticChecker(cell);
  const q = new Float64Array(cell.tree.dofs.length);
  for (const segment of path.segments) {
    for (let k = 0; k <= 4; k++) {
      segment.configurationInto(k / 4, q, 0);
      expect(statics.firstCollision(q)).toBe(-1);
    }
  }
}

const never = () => false;

/** An arm of three links with a wall beside it that it cannot reach around without bending. */
const arm = cellFrom(
  `surepath: 1
robots: [{urdf: arm.urdf}]
obstacles: [{name: wall, shape: {box: [0.02, 0.6, 1]}, pose: {xyz: [1, 0, 0]}}]
allow: [[link0, link1], [link1, link2]]
`,
  { 'arm.urdf': armUrdf('arm', [0.4, 0.4, 0.4]) },
);

describe('steps', () => {
  it.each([
    ['tori', 1],
    ['lattice', 2],
    ['two-arms', 3],
    ['cage', 4],
  ])('in %s, seed %i: one joint each, all of them free', (name, seed) => {
    const cell = embedded(name);
    const space = new PlanningSpace(cell);
    const from = new Float64Array(space.size);
    const random = new Random(seed);
    while (!space.isFree(from)) space.sampleInto(random, from);
    const timeLimit_ms = Number.POSITIVE_INFINITY;
    const walk = randomWalk(space, { from, done: never, random, maxSegments: 40, timeLimit_ms });
    expect(walk.reached).toBe(false);
    expect(walk.tested).toBe(40);
    expect(walk.taken).toBe(walk.waypoints.length - 1);
    expect(walk.taken).toBeGreaterThan(10);
    expect(walk.taken).toBeLessThan(40);
    expectSound(space, walk);
  });

  it('are taken where a checker of all pairs finds them free, and nowhere else', () => {
    const cell = embedded('tori');
    const space = new PlanningSpace(cell);
    const all = createChecker(cell);
    const from = new Float64Array(space.size);
    const [step, maxSegments] = [0.3, 80];
    const walk = randomWalk(space, {
      from,
      done: never,
      random: new Random(6),
      step,
      travel: Number.POSITIVE_INFINITY,
      maxSegments,
    });
    // The same steps once more, as they are drawn.
    const random = new Random(6);
    const waypoints = [from.slice()];
    for (let k = 0; k < maxSegments; k++) {
      const q = waypoints.at(-1)!.slice();
      const d = random.below(space.size);
      q[d] = random.between(q[d] - step, q[d] + step);
      const { verdict } = checkPath(all, buildPath(cell.tree, [waypoints.at(-1)!, q]));
      if (verdict === 'free') waypoints.push(q);
    }
    expect(walk.taken).toBeLessThan(maxSegments - 5);
    expect(walk.waypoints).toEqual(waypoints);
  });

  it('beside a wall that a step of the first joint would cross: all of them free', () => {
    const space = new PlanningSpace(arm);
    const from = Float64Array.from([-1, 0.2]);
    for (let seed = 1; seed <= 5; seed++) {
      const random = new Random(seed);
      const walk = randomWalk(space, { from, done: never, random, maxSegments: 300, step: 0.4 });
      expectSound(space, walk);
    }
  });

  it('run on over the wrap of a joint without limits', () => {
    const wheel = cellFrom(
      `surepath: 1
robots: [{urdf: arm.urdf}]
obstacles: [{name: post, shape: {box: [0.02, 0.02, 0.1]}, pose: {xyz: [0.5, 0, 0.2]}}]
allow: [[link0, link1]]
`,
      {
        'arm.urdf': armUrdf('arm', [0.3, 0.3]).replaceAll('type="revolute"', 'type="continuous"'),
      },
    );
    expect(wheel.tree.dofs.some(({ continuous }) => continuous)).toBe(true);
    expect(wheel.tested.length).toBe(1);
    const space = new PlanningSpace(wheel);
    const from = Float64Array.from(wheel.tree.dofs, () => 1);
    const done = (q: Float64Array) => Math.abs(q[0]) > 8;
    // The arm turns below the post.
    const walk = randomWalk(space, { from, done, random: new Random(2), maxSegments: 5000 });
    expect(walk.reached).toBe(true);
    expect(Math.abs(walk.waypoints.at(-1)![0])).toBeGreaterThan(8);
    expectFree(wheel, walk.waypoints);
  });

  it('move only what may move', () => {
    const space = new PlanningSpace(embedded('tori'));
    const from = new Float64Array(space.size);
    const movable = () => [3, 25];
    const walk = randomWalk(space, {
      from,
      done: never,
      random: new Random(1),
      movable,
      maxSegments: 40,
    });
    expect(walk.taken).toBeGreaterThan(0);
    for (const q of walk.waypoints) {
      q.forEach((x, d) => {
        if (d !== 3 && d !== 25) expect(x).toBe(0);
      });
    }
    const none = randomWalk(space, { from, done: never, random: new Random(1), movable: () => [] });
    expect(none).toMatchObject({ reached: false, tested: 0, taken: 0 });
  });
});

describe('a walk', () => {
  const space = new PlanningSpace(arm);
  const from = Float64Array.from([-1, 0.2]);
  const walk = (more: Partial<WalkRequest> = {}) =>
    randomWalk(space, { from, done: never, random: new Random(7), maxSegments: 200, ...more });

  it('is the same for the same seed', () => {
    expect(walk().waypoints).toEqual(walk().waypoints);
    expect(walk({ random: new Random(8) }).waypoints).not.toEqual(walk().waypoints);
  });

  it('ends where it is done, at once if that is the start', () => {
    const done = (q: Float64Array) => q[0] < -1.3;
    const there = walk({ done, maxSegments: 5000 });
    expect(there.reached).toBe(true);
    expect(there.waypoints.at(-1)![0]).toBeLessThan(-1.3);
    expect(there.waypoints.slice(0, -1).every((q) => !done(q))).toBe(true);
    expect(walk({ done: () => true })).toMatchObject({ reached: true, tested: 0, length: 0 });
  });

  it('keeps its steps small', () => {
    const { waypoints } = walk({ step: 0.05 });
    for (let i = 0; i + 1 < waypoints.length; i++) {
      waypoints[i].forEach((x, d) => {
        expect(Math.abs(waypoints[i + 1][d] - x)).toBeLessThanOrEqual(0.05 + 1e-12);
      });
    }
    const tip = arm.tree.frameOf.get('link2')!;
    const kinematics = new Kinematics(arm.tree);
    const place = (q: Float64Array) => {
      kinematics.setConfiguration(q);
      const o = kinematics.poseOf(tip);
      return [9, 10, 11].map((k) => kinematics.poses[o + k]);
    };
    const short = walk({ travel: 0.03 }).waypoints.map(place);
    for (let i = 0; i + 1 < short.length; i++) {
      const moved = Math.sqrt(short[i].reduce((sum, x, k) => sum + (short[i + 1][k] - x) ** 2, 0));
      expect(moved).toBeLessThanOrEqual(0.03 + 1e-9);
    }
  });

  it('goes where it would rather be', () => {
    const lean = (temperature: number) => {
      const { waypoints } = walk({ prefer: (q) => q[0], temperature, step: 0.1 });
      return waypoints.map((q) => q[0]);
    };
    const cold = lean(1e-9);
    expect(cold).toEqual([...cold].sort((a, b) => b - a));
    expect(cold.at(-1)).toBeLessThan(lean(1e9).at(-1)!);
    // Not all that is warm goes down, but most of it.
    const warm = lean(0.05);
    expect(warm).not.toEqual([...warm].sort((a, b) => b - a));
    expect(warm.at(-1)).toBeLessThan(lean(1e9).at(-1)!);
  });

  it('with steps that adapt: none is too long, and more of them are free', () => {
    const { waypoints } = walk({ adapt: true, step: 1.5, maxSegments: 1000 });
    for (let i = 0; i + 1 < waypoints.length; i++) {
      waypoints[i].forEach((x, d) => {
        expect(Math.abs(waypoints[i + 1][d] - x)).toBeLessThanOrEqual(1.5 + 1e-12);
      });
    }
    expectSound(space, walk({ adapt: true }));
    // In the lattice hardly any long step is free.
    const lattice = new PlanningSpace(embedded('lattice'));
    const share = (adapt: boolean) => {
      const random = new Random(1);
      const zeros = new Float64Array(lattice.size);
      const { taken } = randomWalk(lattice, {
        from: zeros,
        done: never,
        random,
        adapt,
        maxSegments: 400,
      });
      return taken;
    };
    expect(share(true)).toBeGreaterThan(share(false));
  });

  it('refuses a start that is blocked, stops when told to, and tells how far it is', () => {
    expect(() => walk({ from: Float64Array.from([0, 0]) })).toThrow(
      /at the start "link\d" and "wall" collide/,
    );
    expect(() => walk({ from: Float64Array.from([0]) })).toThrow(/2 finite numbers/);
    expect(walk({ signal: { aborted: true } })).toMatchObject({ reached: false, tested: 0 });
    const told: number[] = [];
    const { tested } = walk({ onProgress: (p) => told.push(p.tested) });
    expect(tested).toBe(200);
    expect(told.length).toBeGreaterThan(2);
    expect(told).toEqual([...told].sort((a, b) => a - b));
  });
});

describe('a linkage', () => {
  /** Two arms of four links of 0.3 m, each between two bars at 0.9 m. */
  const urdf = armUrdf(
    'linkage',
    Array.from({ length: 4 }, () => 0.3),
  );
  const cell = cellFrom(
    `surepath: 1
robots:
  - {name: a, urdf: linkage.urdf, base: {xyz: [0, 0.4, 0], rpy: [0, -1.570796, 0]}}
  - {name: b, urdf: linkage.urdf, base: {xyz: [0, -0.4, 0], rpy: [0, -1.570796, 0]}}
obstacles:
  - {name: bar_1, shape: {box: [2, 0.02, 0.02]}, pose: {xyz: [0, 0.65, 0.9]}}
  - {name: bar_2, shape: {box: [2, 0.02, 0.02]}, pose: {xyz: [0, 0.15, 0.9]}}
  - {name: bar_3, shape: {box: [2, 0.02, 0.02]}, pose: {xyz: [0, -0.15, 0.9]}}
  - {name: bar_4, shape: {box: [2, 0.02, 0.02]}, pose: {xyz: [0, -0.65, 0.9]}}
allow: [[a/link0, a/link1], [a/link1, a/link2], [a/link2, a/link3], [b/link0, b/link1], [b/link1, b/link2], [b/link2, b/link3]]
`,
    { 'linkage.urdf': urdf },
  );
  const space = new PlanningSpace(cell);
  const from = new Float64Array(space.size);
  const below = new BelowHeight(cell, 0.85);

  it('walks out from between bars, is smoothed, and what is left has a certificate', () => {
    expect(below.robotCount).toBe(2);
    expect(below.all(from)).toBe(false);
    expect(below.count(from)).toBe(0);
    expect(below.dofsAbove(from).length).toBe(space.size);
    expect(below.firstAbove(from)).toEqual([0, 1, 2]);
    const walk = randomWalk(space, {
      from,
      done: (q) => below.all(q),
      movable: (q) => below.dofsAbove(q),
      random: new Random(5),
      maxSegments: 20_000,
      timeLimit_ms: Number.POSITIVE_INFINITY,
    });
    console.log(`two linkages: ${walk.tested} segments tested, ${walk.taken} taken`);
    expect(walk.reached).toBe(true);
    expect(walk.taken).toBeLessThan(walk.tested);
    const last = walk.waypoints.at(-1)!;
    expect(below.count(last)).toBe(2);
    expect([...below.dofsAbove(last), ...below.firstAbove(last)]).toEqual([]);
    expectSound(space, walk);
    const smoothed = smoothPath(space, walk.waypoints, {
      random: new Random(1),
      variant: 'midpoints',
      iterations: 60,
    });
    expect(smoothed.length).toBeLessThan(smoothed.before);
    expectFree(cell, smoothed.waypoints);
    const path = buildPath(cell.tree, smoothed.waypoints);
    const certificate = makeCertificate(cell.description, cell, path);
    expect(verify(certificate, cell.description).verified).toBe(true);
  });

  const drawn = (more: Partial<RetractRequest> = {}) =>
    retract(space, below, {
      from,
      random: new Random(3),
      maxSegments: 20_000,
      timeLimit_ms: Number.POSITIVE_INFINITY,
      ...more,
    });

  it('is drawn out, one after the other', () => {
    const told: number[] = [];
    const walk = drawn({ onProgress: ({ tested }) => told.push(tested) });
    console.log(`two linkages, drawn: ${walk.tested} segments tested, ${walk.taken} taken`);
    expect(walk).toMatchObject({ reached: true, restarts: 0 });
    expect(walk.taken).toBe(walk.waypoints.length - 1);
    expect(told).toEqual([...told].sort((a, b) => a - b));
    expect(below.count(walk.waypoints.at(-1)!)).toBe(2);
    expectSound(space, walk);
    // The second stands still until the first is out, and the other way around.
    const first = walk.waypoints.findIndex((q) => below.isOut(0, q));
    const moved = (q: Float64Array, robot: number) =>
      below.dofsOf(robot).some((d) => q[d] !== from[d]);
    expect(walk.waypoints.slice(0, first + 1).some((q) => moved(q, 1))).toBe(false);
    const parked = below.dofsOf(0).map((d) => walk.waypoints[first][d]);
    for (const q of walk.waypoints.slice(first)) {
      expect(below.dofsOf(0).map((d) => q[d])).toEqual(parked);
    }
    expect(drawn().waypoints).toEqual(walk.waypoints);
    expect(drawn({ random: new Random(4) }).waypoints).not.toEqual(walk.waypoints);
  });

  it('begins anew where it got nowhere, and gives up after so many segments', () => {
    const walk = drawn({ patience: 3, maxSegments: 20 });
    expect(walk).toMatchObject({ reached: false, tested: 20, restarts: 6 });
    expect(walk.taken).toBe(walk.waypoints.length - 1);
    expect(walk.taken).toBeLessThanOrEqual(2);
    expectSound(space, walk);
    const often = drawn({ patience: 150 });
    expect(often.reached).toBe(true);
    expectSound(space, often);
    expect(often.taken).toBe(often.waypoints.length - 1);
    const length = often.waypoints.reduce(
      (sum, q, i) =>
        sum + q.reduce((s, x, d) => s + Math.abs(x - (often.waypoints[i - 1] ?? q)[d]), 0),
      0,
    );
    expect(often.length).toBeCloseTo(length, 6);
    expect(drawn({ signal: { aborted: true } })).toMatchObject({ reached: false, tested: 0 });
    expect(drawn({ timeLimit_ms: -1 })).toMatchObject({ reached: false, tested: 0, restarts: 0 });
    const there = walk.waypoints[0].map(() => 0);
    there.set(drawn().waypoints.at(-1)!);
    expect(drawn({ from: there })).toMatchObject({ reached: true, tested: 0, length: 0 });
  });

  it('prefers to be low, over its base where it is high, and away from the others', () => {
    const energy = (...row: number[]) => below.energy(0, Float64Array.from([...row, 0, 0, 0]));
    const straight = energy(0, 0, 0);
    // What is above the height and not over the base costs more than it gains by being lower.
    expect(energy(0.6, 0, 0)).toBeGreaterThan(straight);
    expect(energy(2, 0, 0)).toBeLessThan(straight);
    expect(energy(-2, 0, 0)).toBeLessThan(straight);
    expect(energy(2, 0, 0)).not.toBeCloseTo(energy(-2, 0, 0), 2);
    // The other one is its mirror image.
    const other = (x: number) => below.energy(1, Float64Array.from([0, 0, 0, x, 0, 0]));
    expect(other(2)).toBeCloseTo(energy(-2, 0, 0), 6);
    expect(other(-2)).toBeCloseTo(energy(2, 0, 0), 6);
    const leaning = [2, -2].sort((a, b) => energy(a, 0, 0) - energy(b, 0, 0))[0];
    const kinematics = new Kinematics(cell.tree);
    kinematics.setConfiguration(Float64Array.from([leaning, 0, 0, 0, 0, 0]));
    const tip = cell.tree.frameOf.get('a/link3')!;
    expect(kinematics.poses[kinematics.poseOf(tip) + 10]).toBeGreaterThan(0.4);
  });

  it('goes before those that are nearer to the middle', () => {
    const three = cellFrom(
      `surepath: 1
robots:
  - {name: a, urdf: linkage.urdf, base: {xyz: [0, 0, 0]}}
  - {name: b, urdf: linkage.urdf, base: {xyz: [0, 3, 0]}}
  - {name: c, urdf: linkage.urdf, base: {xyz: [0, -3, 0]}}
`,
      { 'linkage.urdf': urdf },
    );
    expect(new BelowHeight(three, 1).outermostFirst).toEqual([1, 2, 0]);
    expect(below.outermostFirst).toEqual([0, 1]);
  });

  it('below a height: all points of all bodies', () => {
    const random = new Random(9);
    const q = new Float64Array(space.size);
    const kinematics = new Kinematics(cell.tree);
    let [yes, no] = [0, 0];
    for (let k = 0; k < 300; k++) {
      space.sampleInto(random, q);
      kinematics.setConfiguration(q);
      let highest = Number.NEGATIVE_INFINITY;
      for (const { frame, points, kind } of cell.bodies) {
        if (kind !== 'link') continue;
        const o = kinematics.poseOf(frame);
        for (let i = 0; i < points!.length; i += 3) {
          const z = [0, 1, 2].reduce(
            (sum, c) => sum + kinematics.poses[o + 6 + c] * points![i + c],
            0,
          );
          highest = Math.max(highest, z + kinematics.poses[o + 11]);
        }
      }
      if (Math.abs(highest - 0.85) < 1e-9) continue;
      expect(below.all(q)).toBe(highest < 0.85);
      if (highest < 0.85) yes++;
      else no++;
    }
    expect(Math.min(yes, no)).toBeGreaterThan(10);
  });
});
