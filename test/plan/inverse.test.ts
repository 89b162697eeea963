/** Inverse kinematics: what is returned is measured again by independent forward kinematics. */
import { describe, expect, it } from 'vitest';
import { buildCell, type Cell, StaticChecker } from '../../src/cell/index.ts';
import type { JointKind } from '../../src/kinematics/index.ts';
import { composePoses, poseFromRpy, Random } from '../../src/math/index.ts';
import { type PoseRequest, poseFailureText, solvePose } from '../../src/plan/poses/inverse.ts';
import { movingDofs } from '../../src/plan/poses/poseDescent.ts';
import { swingInto, turnInto } from '../../src/plan/poses/rotationVector.ts';
import { PlanningSpace } from '../../src/plan/space.ts';
import { describeCell } from '../helpers/check/ladderCells.ts';
import { sceneCell } from '../helpers/oracles/benchmarkScenes.ts';
import { armUrdf, cellFrom } from '../helpers/oracles/cellText.ts';
import { haveData } from '../helpers/oracles/data.ts';
import { embedded } from '../helpers/oracles/embedded.ts';
import { NOWHERE, type PlainCell } from '../helpers/oracles/plainCell.ts';
import { PlainKinematics } from '../helpers/oracles/plainKinematics.ts';
import { randomPose } from '../helpers/oracles/poses.ts';
import { randomDirection, randomRobot, sevenJointArm } from '../helpers/oracles/robots.ts';

/** The same robots for the plain forward kinematics; placements are taken over as they were read. */
function plainOf({ description }: Cell): PlainKinematics {
  const robots = description.robots.map(({ name, robot, held }) => ({
    name,
    base: NOWHERE,
    baseJoint: 'fixed' as const,
    links: robot.links.map((link) => ({ name: link.name, parts: [], padding: 0, solid: true })),
    joints: robot.joints.map(({ limits, mimic, ...joint }) => ({
      ...joint,
      at: NOWHERE,
      lower: limits?.lower ?? 0,
      upper: limits?.upper ?? 0,
      ...(mimic && { mimic }),
      ...(held.has(joint.name) && { held: held.get(joint.name)![0] }),
    })),
    tracking: 0,
    attached: [],
    disabled: [],
  }));
  const cell: PlainCell = { robots, obstacles: [], clearance: 0, clearances: [], allow: [] };
  const plain = new PlainKinematics(cell);
  let f = 1;
  for (const { robot, base } of description.robots) {
    for (const at of [base, ...robot.joints.map(({ origin }) => origin)]) {
      plain.frames[f] = { ...plain.frames[f], at };
      f++;
    }
  }
  return plain;
}

/** Where the plain kinematics puts a link, or a tool on it. */
function poseAt(plain: PlainKinematics, link: string, q: Float64Array, tool?: Float64Array) {
  plain.set(q);
  const pose = Float64Array.from(plain.pose(plain.frameNames.get(link)!));
  return tool ? composePoses(pose, tool) : pose;
}

/** Metres between two poses, and radians, the plain way. */
function errorsOf(a: Float64Array, b: Float64Array): [number, number] {
  const shift = Math.hypot(a[9] - b[9], a[10] - b[10], a[11] - b[11]);
  // |A - B| of two rotations is 2 sqrt(2) sin(angle / 2).
  const apart = Math.hypot(...[0, 1, 2, 3, 4, 5, 6, 7, 8].map((k) => a[k] - b[k]));
  return [shift, 2 * Math.asin(Math.min(1, apart / Math.sqrt(8)))];
}

function expectSolution(
  space: PlanningSpace,
  plain: PlainKinematics,
  { link, pose, tool, rotationTolerance_rad = 1e-3, positionTolerance_m = 1e-4 }: PoseRequest,
  q: Float64Array,
): void {
  const [shift, turn] = errorsOf(poseAt(plain, link, q, tool), pose);
  expect(shift).toBeLessThanOrEqual(positionTolerance_m + 1e-12);
  if (rotationTolerance_rad !== 'free')
    expect(turn).toBeLessThanOrEqual(rotationTolerance_rad + 1e-7);
  expect(space.isInside(q)).toBe(true);
}

function sample(space: PlanningSpace, random: Random, free = false): Float64Array {
  const q = new Float64Array(space.size);
  do space.sampleInto(random, q);
  while (free && !space.isFree(q));
  return q;
}

interface Arm {
  readonly name: string;
  readonly link: string;
  readonly cell: () => Cell | null;
}

const PANDA = [1, 2, 3, 4, 5, 6, 7].map((i) => `panda_joint${i}`);
const UR5 = [
  ...['shoulder_pan_joint', 'shoulder_lift_joint', 'elbow_joint'],
  ...['wrist_1_joint', 'wrist_2_joint', 'wrist_3_joint'],
];

const ARMS: readonly Arm[] = [
  { name: 'two-arms', link: 'left/spot_gun', cell: () => embedded('two-arms') },
  { name: 'cage-f200', link: 'link_6', cell: () => embedded('cage-f200') },
  { name: 'cage-irb2400', link: 'link_6', cell: () => embedded('cage-irb2400') },
  {
    name: 'seven joints',
    link: 'link7',
    cell: () => buildCell({ ...describeCell([{ robot: sevenJointArm() }]), allowNothing: true }),
  },
  {
    name: 'panda',
    link: 'panda_hand',
    cell: () =>
      haveData('mbm/panda/panda.urdf') ? sceneCell('panda', 'bookshelf_small', 1, PANDA) : null,
  },
  {
    name: 'ur5',
    link: 'ee_link',
    cell: () => (haveData('mbm/ur5/ur5.urdf') ? sceneCell('ur5', 'bookshelf_small', 1, UR5) : null),
  },
];

describe.each(ARMS)('$name', ({ name, link, cell: load }) => {
  const cell = load();
  const space = cell && new PlanningSpace(cell);
  const plain = cell && plainOf(cell);

  it.skipIf(!cell)('poses that can be reached are reached', () => {
    const random = new Random(11);
    const count = 200;
    let solved = 0;
    let tries = 0;
    for (let i = 0; i < count; i++) {
      const pose = poseAt(plain!, link, sample(space!, random));
      const request = { link, pose, from: sample(space!, random), random, free: false };
      const result = solvePose(space!, request);
      tries += result.tries;
      expect(result.failure === null).toBe(result.solutions.length > 0);
      if (result.solutions.length === 0) continue;
      solved++;
      expectSolution(space!, plain!, request, result.solutions[0]);
    }
    console.log(`${name}: ${solved} of ${count} poses, ${(tries / count).toFixed(1)} tries each`);
    expect(solved / count).toBeGreaterThanOrEqual(0.95);
  });

  it.skipIf(!cell)('free of collision where that is possible', () => {
    const random = new Random(12);
    const statics = new StaticChecker(cell!);
    const count = 40;
    let solved = 0;
    for (let i = 0; i < count; i++) {
      // A free configuration there is; joints that do not move the link stand as in it.
      const there = sample(space!, random, true);
      const pose = poseAt(plain!, link, there);
      const [from, other] = [there.slice(), sample(space!, random)];
      for (const d of movingDofs(cell!.tree, cell!.tree.frameOf.get(link)!)) from[d] = other[d];
      const request = { link, pose, from, random };
      const { solutions, failure } = solvePose(space!, request);
      if (failure?.kind === 'in collision') expect(failure.finding).not.toBeNull();
      for (const q of solutions) {
        solved++;
        expectSolution(space!, plain!, request, q);
        expect(statics.check(q).colliding).toBe(false);
      }
    }
    console.log(`${name}: ${solved} of ${count} poses free of collision`);
    expect(solved / count).toBeGreaterThanOrEqual(0.95);
  });

  it.skipIf(!cell)('too far away: none, and by how much', () => {
    const random = new Random(13);
    const from = sample(space!, random);
    const pose = poseAt(plain!, link, from);
    pose[11] += 9;
    const { solutions, failure, tries } = solvePose(space!, {
      ...{ link, pose, from, random, restarts: 10 },
    });
    expect(solutions).toEqual([]);
    expect(tries).toBe(11);
    expect(failure?.kind).toBe('out of reach');
    if (failure?.kind !== 'out of reach') return;
    const [shift, turn] = errorsOf(poseAt(plain!, link, failure.nearest), pose);
    expect(failure.positionError).toBeCloseTo(shift, 9);
    expect(failure.rotationError).toBeCloseTo(turn, 6);
    expect(shift).toBeGreaterThan(3);
    expect(poseFailureText(space!, { link }, failure)).toMatch(/off by [\d.]+ m and [\d.e-]+ rad/);
  });
});

describe('six axes', () => {
  const cell = embedded('two-arms');
  const space = new PlanningSpace(cell);
  const plain = plainOf(cell);
  const link = 'left/spot_gun';
  const right = cell.tree.dofs.flatMap(({ name }, d) => (name.startsWith('right/') ? [d] : []));

  it('have several solutions, all different; the other arm stays where it is', () => {
    const random = new Random(21);
    let most = 0;
    for (let i = 0; i < 10; i++) {
      const [from, seed] = [sample(space, random), sample(space, random)];
      const pose = poseAt(plain, link, sample(space, random));
      const request = { link, pose, from, seeds: [seed], random, free: false, wanted: 4 };
      const { solutions } = solvePose(space, request);
      most = Math.max(most, solutions.length);
      solutions.forEach((q, k) => {
        expectSolution(space, plain, request, q);
        // Only a seed may say otherwise.
        const kept = right.every((d) => q[d] === from[d]) || right.every((d) => q[d] === seed[d]);
        expect(kept).toBe(true);
        for (const other of solutions.slice(0, k)) {
          expect(space.distance(q, other)).toBeGreaterThanOrEqual(0.01);
        }
      });
    }
    expect(most).toBe(4);
  });

  it('same seed, same solutions; a start that is a solution is one', () => {
    const from = sample(space, new Random(31));
    const pose = poseAt(plain, link, sample(space, new Random(32)));
    const solve = () =>
      solvePose(space, { link, pose, from, random: new Random(5), free: false, wanted: 3 });
    expect(solve()).toEqual(solve());
    const here = poseAt(plain, link, from);
    const { solutions, tries } = solvePose(space, {
      ...{ link, pose: here, from, random: new Random(1), free: false },
    });
    expect(tries).toBe(1);
    expect(space.distance(solutions[0], from)).toBeLessThan(1e-9);
  });

  it('tools, free rotations, joints that must not move, and what else is asked', () => {
    const random = new Random(41);
    const tool = poseFromRpy(0.3, -0.4, 1, 0.1, 0.2, 0.3);
    for (let i = 0; i < 10; i++) {
      const [from, there] = [sample(space, random), sample(space, random)];
      const pose = poseAt(plain, link, there, tool);
      const request = { link, pose, tool, from, random, free: false };
      const [q] = solvePose(space, request).solutions;
      expectSolution(space, plain, request, q);

      const loose = { ...request, rotationTolerance_rad: 'free' as const };
      expectSolution(space, plain, loose, solvePose(space, loose).solutions[0]);

      const joint = 'left/joint_1';
      const d = cell.tree.dofOf.get(joint)!;
      from[d] = there[d];
      const held = { ...request, from, fixed: [joint] };
      const [fixed] = solvePose(space, held).solutions;
      expectSolution(space, plain, held, fixed);
      expect(fixed[d]).toBe(there[d]);

      const accept = (p: Float64Array) => p[d] > 0;
      const [picky] = solvePose(space, { ...request, accept }).solutions;
      if (picky) expect(picky[d]).toBeGreaterThan(0);
      const none = solvePose(space, { ...request, accept: () => false, restarts: 20 });
      expect(none.failure?.kind).toBe('not accepted');
    }
  });

  it('a tool that may be turned about an axis', () => {
    const random = new Random(71);
    let elsewhere = 0;
    for (let i = 0; i < 40; i++) {
      const from = sample(space, random);
      const [x, y, z] = [0, 1, 2].map(() => random.between(-1, 1));
      const pose = poseAt(plain, link, sample(space, random));
      const request = { link, pose, from, random, free: false, freeAxis: [x, y, z] as const };
      const [q] = solvePose(space, request).solutions;
      const there = poseAt(plain, link, q);
      const [shift, turn] = errorsOf(there, pose);
      expect(shift).toBeLessThanOrEqual(1e-4);
      // The axis points where it shall, whatever the rest does.
      const along = (p: Float64Array, k: number) =>
        p[3 * k] * x + p[3 * k + 1] * y + p[3 * k + 2] * z;
      const off = Math.hypot(...[0, 1, 2].map((k) => along(there, k) - along(pose, k)));
      expect(off).toBeLessThanOrEqual(1e-3 * Math.hypot(x, y, z) + 1e-9);
      if (turn > 0.1) elsewhere++;
    }
    expect(elsewhere).toBeGreaterThan(20);
  });

  it('refuses what makes no sense, and stops when told', () => {
    const from = sample(space, new Random(51));
    const pose = poseAt(plain, link, from);
    const request = { link, pose, from, random: new Random(1) };
    const solve = (change: Partial<PoseRequest>) => () =>
      solvePose(space, { ...request, ...change });
    expect(solve({ link: 'left/spot_gum' })).toThrow(/no link "left\/spot_gum"/);
    expect(solve({ fixed: ['left/joint_9'] })).toThrow(/no joint "left\/joint_9"/);
    expect(solve({ pose: pose.map((x) => 2 * x) })).toThrow(/not a rotation/);
    expect(solve({ from: from.slice(1) })).toThrow(/finite numbers within the limits/);
    expect(solve({ freeAxis: [0, 0, 0] })).toThrow(/no direction/);
    expect(solve({ positionTolerance_m: 0 })).toThrow(/tolerance of 0 m/);
    const stopped = solve({ signal: { aborted: true } })();
    expect(stopped).toEqual({ solutions: [], failure: null, tries: 0 });
  });
});

it('rotation vectors lead from one orientation to another, also by half a turn', () => {
  const random = new Random(91);
  const v = new Float64Array(3);
  for (let i = 0; i < 600; i++) {
    const from = randomPose(random, 1);
    const axis = randomDirection(random);
    const angle = i % 3 === 0 ? Math.PI - 10 ** random.between(-12, 0) : random.between(0, Math.PI);
    const to = composePoses(rotation(axis, i % 30 === 0 ? Math.PI : angle), from);
    turnInto(from, to, v, 0);
    const length = Math.hypot(...v);
    expect(length).toBeLessThanOrEqual(Math.PI + 1e-12);
    const [x, y, z] = v;
    const unit =
      length === 0 ? ([0, 0, 1] as const) : ([x / length, y / length, z / length] as const);
    const again = composePoses(rotation(unit, length), from);
    for (let k = 0; k < 9; k++) expect(again[k]).toBeCloseTo(to[k], 12);

    // And directions likewise.
    const a = Float64Array.from(axis);
    const b = i % 50 === 0 ? a.map((c) => -c) : Float64Array.from(randomDirection(random));
    swingInto(a, b, v, 0);
    const swing = Math.hypot(...v);
    const turned = rotation([v[0] / swing, v[1] / swing, v[2] / swing], swing);
    const there = [0, 1, 2].map(
      (k) => turned[3 * k] * a[0] + turned[3 * k + 1] * a[1] + turned[3 * k + 2] * a[2],
    );
    there.forEach((c, k) => {
      expect(c).toBeCloseTo(b[k], 12);
    });
    swingInto(a, a, v, 0);
    expect(Math.hypot(...v)).toBeLessThan(1e-15);
  }
});

/** Rodrigues. */
function rotation([x, y, z]: readonly [number, number, number], angle: number): Float64Array {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const d = 1 - c;
  return Float64Array.of(
    ...[c + x * x * d, x * y * d - z * s, x * z * d + y * s],
    ...[y * x * d + z * s, c + y * y * d, y * z * d - x * s],
    ...[z * x * d - y * s, z * y * d + x * s, c + z * z * d],
    ...[0, 0, 0],
  );
}

it('only in collision: the pair is named', () => {
  const cell = cellFrom(
    `surepath: 1
robots: [{urdf: arm.urdf}]
obstacles: [{name: wall, shape: {box: [0.5, 0.5, 1]}, pose: {xyz: [0.9, 0.3, 0]}}]
allow: [[link0, link1], [link1, link2]]
`,
    { 'arm.urdf': armUrdf('arm', [0.4, 0.4, 0.4]) },
  );
  const space = new PlanningSpace(cell);
  const random = new Random(3);
  const request = {
    ...{ link: 'link2', from: Float64Array.from([-1, 0]), random },
    pose: poseFromRpy(0, 0, 0, 0.4 + 0.4 * Math.cos(0.4), 0.4 * Math.sin(0.4), 0),
    rotationTolerance_rad: 'free' as const,
  };
  const { solutions, failure } = solvePose(space, request);
  expect(solutions).toEqual([]);
  expect(failure?.kind).toBe('in collision');
  expect(poseFailureText(space, request, failure!)).toMatch(/"link\d" and "wall" collide/);
  expect(solvePose(space, { ...request, free: false }).solutions.length).toBe(1);
});

it('a link that does not move is where it is', () => {
  const cell = embedded('two-arms');
  const space = new PlanningSpace(cell);
  const random = new Random(3);
  const from = sample(space, random, true);
  const request = { link: 'left/base_link', from, random };
  const pose = poseFromRpy(0, 0, 0, -1.8, 0, 0);
  expect(solvePose(space, { ...request, pose }).solutions).toEqual([from]);
  pose[9] = 0;
  const { failure, tries } = solvePose(space, { ...request, pose });
  expect(tries).toBe(1);
  expect(failure).toMatchObject({ kind: 'out of reach', positionError: 1.8 });
});

it('chains of any joints, some following others, some without limits', () => {
  const random = new Random(61);
  const kinds: readonly JointKind[] = [
    'revolute',
    'continuous',
    'continuous',
    'prismatic',
    'fixed',
  ];
  let solved = 0;
  let turned = 0;
  const count = 120;
  for (let i = 0; i < count; i++) {
    const robot = randomRobot(random, { links: 9, chain: true, kinds });
    const cell = buildCell({
      ...describeCell([{ robot, base: randomPose(random, 1) }]),
      allowNothing: true,
    });
    const space = new PlanningSpace(cell);
    const plain = plainOf(cell);
    const from = sample(space, random);
    // A robot may have turned a few times already.
    cell.tree.dofs.forEach(({ continuous }, d) => {
      if (continuous) from[d] += random.between(-20, 20);
    });
    const pose = poseAt(plain, 'link8', sample(space, random));
    const request = { link: 'link8', pose, from, random, free: false };
    const [q] = solvePose(space, request).solutions;
    if (!q) continue;
    solved++;
    expectSolution(space, plain, request, q);
    cell.tree.dofs.forEach(({ continuous }, d) => {
      // What follows by a part of a turn is not the same after a whole one.
      if (!continuous || cell.tree.dof.filter((other) => other === d).length > 1) return;
      expect(Math.abs(q[d] - from[d])).toBeLessThanOrEqual(Math.PI + 1e-9);
      if (Math.abs(q[d]) > Math.PI) turned++;
    });
  }
  console.log(`any joints: ${solved} of ${count} poses`);
  expect(solved / count).toBeGreaterThanOrEqual(0.95);
  expect(turned).toBeGreaterThan(10);
});
