import { describe, expect, it } from 'vitest';
import {
  buildKinematics,
  completeConfiguration,
  configurationFrom,
  FIXED,
  type JointDescription,
  Kinematics,
  limitsBox,
  type PlacedRobot,
  type RobotDescription,
} from '../../src/kinematics/index.ts';
import { planeAxes } from '../../src/kinematics/joint.ts';
import { InputError, identityPose, poseFromRpy, Random } from '../../src/math/index.ts';
import { placed, randomConfiguration, randomRobot } from '../helpers/oracles/robots.ts';

function joint(name: string, changes: Partial<JointDescription> = {}): JointDescription {
  return {
    name,
    kind: 'revolute',
    parent: 'base_link',
    child: `${name}_link`,
    origin: poseFromRpy(0.1, 0.2, 0.3, 1, 0, 0),
    axis: [0, 0, 1],
    limits: { lower: -1, upper: 2 },
    ...changes,
  };
}

function robotOf(...joints: JointDescription[]): RobotDescription {
  const names = ['base_link', ...joints.map((j) => j.child)];
  return {
    name: 'test',
    links: names.map((name) => ({ name, collisions: [], visuals: [] })),
    joints,
  };
}

function codeOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof InputError) return `${error.fault.code}: ${error.message}`;
    throw error;
  }
  return 'no error';
}

const HAND = robotOf(
  joint('arm'),
  joint('wrist', { kind: 'continuous', parent: 'arm_link' }),
  joint('palm', { kind: 'fixed', parent: 'wrist_link' }),
  joint('finger1', { kind: 'prismatic', parent: 'palm_link', limits: { lower: 0, upper: 0.04 } }),
  joint('finger2', {
    kind: 'prismatic',
    parent: 'palm_link',
    mimic: { joint: 'finger1', multiplier: -1, offset: 0.01 },
  }),
);

describe('the compiled tree', () => {
  it('scopes names and lists degrees of freedom, two robots', () => {
    const tree = buildKinematics([
      placed(HAND, { name: 'left' }),
      placed(HAND, { name: 'right', baseJoint: 'planar' }),
    ]);
    expect(tree.frameNames[0]).toBe('world');
    expect(tree.frameOf.get('right/palm_link')).toBe(10);
    expect(tree.dofs.map((dof) => dof.name)).toEqual([
      'left/arm',
      'left/wrist',
      'left/finger1',
      'right/base/x',
      'right/base/y',
      'right/base/angle',
      'right/arm',
      'right/wrist',
      'right/finger1',
    ]);
    const [arm, wrist, finger, x, , angle] = tree.dofs;
    expect([arm.lower, arm.upper, arm.unit, arm.continuous]).toEqual([-1, 2, 'angle', false]);
    expect([wrist.lower, wrist.continuous]).toEqual([-Infinity, true]);
    expect([finger.upper, finger.unit]).toEqual([0.04, 'length']);
    expect([x.unit, angle.unit, angle.continuous]).toEqual(['length', 'angle', true]);
    const box = limitsBox(tree);
    expect(box.lower[3]).toBeGreaterThan(box.upper[3]);
    expect(tree.joints.get('left/finger2')).toEqual({ frame: 6, state: 'coupled' });
    expect(tree.joints.get('left/palm')?.state).toBe('fixed');
  });

  it('knows what is rigidly connected, held joints included', () => {
    const held = new Map([['wrist', [0.5]]]);
    const tree = buildKinematics([placed(HAND, { held })]);
    const root = (name: string) => tree.frameNames[tree.rigidRoot[tree.frameOf.get(name)!]];
    expect(root('base_link')).toBe('world');
    expect(root('arm_link')).toBe('arm_link');
    expect(root('palm_link')).toBe('arm_link');
    expect(root('finger1_link')).toBe('finger1_link');

    const free = buildKinematics([placed(HAND)]);
    const [a, b] = [new Kinematics(tree), new Kinematics(free)];
    a.setConfiguration(new Float64Array([0.3, 0.02]));
    b.setConfiguration(new Float64Array([0.3, 0.5, 0.02]));
    for (let f = 0; f < tree.frameCount; f++) {
      const o = a.poseOf(f);
      b.poseOf(f);
      for (let k = 0; k < 12; k++) expect(a.poses[o + k]).toBeCloseTo(b.poses[o + k], 14);
    }
    // The rigid placement is the pose in the rigid root's frame.
    const palm = tree.frameOf.get('palm_link')!;
    const out = new Float64Array(12);
    a.relativePoseInto(tree.rigidRoot[palm], palm, out, 0);
    const kept = tree.rigidPlacement.subarray(12 * palm, 12 * palm + 12);
    out.forEach((x, k) => {
      expect(x).toBeCloseTo(kept[k], 14);
    });
  });

  it('follows mimics of mimics, couplings and held joints', () => {
    const robot = robotOf(
      joint('a'),
      joint('b', { mimic: { joint: 'a', multiplier: 2, offset: 1 } }),
      joint('c', { mimic: { joint: 'b', multiplier: -3, offset: 0.5 } }),
      joint('d'),
    );
    const couplings = new Map([['d', { joint: 'c', multiplier: 1, offset: 0 }]]);
    const tree = buildKinematics([placed(robot, { couplings })]);
    expect(tree.dofs.map((dof) => dof.name)).toEqual(['a']);
    for (const name of ['c', 'd']) {
      const f = tree.frameOf.get(`${name}_link`)!;
      expect([tree.dof[f], tree.multiplier[f], tree.offset[f]]).toEqual([0, -6, -2.5]);
    }
    const still = buildKinematics([placed(robot, { couplings, held: new Map([['a', [0.2]]]) })]);
    expect(still.dofs).toEqual([]);
    expect(still.kind.every((kind) => kind === FIXED)).toBe(true);
    const zero = new Map([['d', { joint: 'c', multiplier: 0, offset: 1 }]]);
    expect(buildKinematics([placed(robot, { couplings: zero })]).kind[5]).toBe(FIXED);
  });

  it('names the base joint after the virtual joint', () => {
    const semantics = {
      virtualJoints: [
        { name: 'odom', kind: 'floating', parentFrame: 'world', childLink: 'base_link' },
      ],
    } as unknown as NonNullable<PlacedRobot['semantics']>;
    const tree = buildKinematics([placed(HAND, { name: 'r', baseJoint: 'floating', semantics })]);
    expect(tree.dofs.slice(0, 7).map((dof) => dof.name)).toEqual(
      ['x', 'y', 'z', 'qx', 'qy', 'qz', 'qw'].map((part) => `r/odom/${part}`),
    );
  });

  it('a planar joint slides in the plane of its normal', () => {
    const robot = robotOf(joint('p', { kind: 'planar', axis: [0, 1, 0], origin: identityPose() }));
    const tree = buildKinematics([placed(robot)]);
    const kin = new Kinematics(tree);
    kin.setConfiguration(new Float64Array([3, 4, 0.7]));
    const o = kin.poseOf(2);
    expect(kin.poses[o + 10]).toBeCloseTo(0, 15);
    expect(Math.hypot(kin.poses[o + 9], kin.poses[o + 11])).toBeCloseTo(5, 14);
  });

  it('the plane of a planar joint is orthonormal for every normal, seed 1', () => {
    const random = new Random(1);
    const normals = [
      [0, 0, 1],
      [0, 0, -1],
      [1, 0, 0],
    ];
    for (let k = 0; k < 1000; k++) {
      const v = [1, 1, 1].map(() => random.between(-1, 1));
      // Also normals that are almost -z.
      if (k % 2 === 0) v.splice(0, 3, v[0] * 10 ** -(k % 20), v[1] * 10 ** -(k % 20), -1);
      normals.push(v.map((x) => x / Math.hypot(...v)));
    }
    for (const n of normals) {
      const e = planeAxes(n);
      const dot = (a: number[], b: number[]) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
      const [p, q] = [Array.from(e.subarray(0, 3)), Array.from(e.subarray(3))];
      for (const zero of [dot(p, q), dot(p, n), dot(q, n), dot(p, p) - 1, dot(q, q) - 1]) {
        expect(Math.abs(zero)).toBeLessThan(2e-15);
      }
    }
  });

  it('a link may be called world', () => {
    const robot = robotOf(joint('a'));
    const links = [{ name: 'world', collisions: [], visuals: [] }, robot.links[1]];
    const joints = [{ ...robot.joints[0], parent: 'world' }];
    const tree = buildKinematics([placed({ ...robot, links, joints })]);
    expect(tree.frameOf.get('world')).toBe(1);
    expect(tree.rigidRoot[1]).toBe(0);
    expect(buildKinematics([]).frameOf.get('world')).toBe(0);
  });

  it('refuses what it cannot understand, with a hint', () => {
    const held = new Map([['wrst', [0]]]);
    expect(codeOf(() => buildKinematics([placed(HAND, { name: 'left', held })]))).toMatch(
      /unknown-joint.*left\/wrst.*did you mean "left\/wrist"/,
    );
    const couplings = new Map([['arm', { joint: 'leg', multiplier: 1, offset: 0 }]]);
    expect(codeOf(() => buildKinematics([placed(HAND, { couplings })]))).toMatch(/unknown-joint/);
    const loop = new Map([
      ['arm', { joint: 'wrist', multiplier: 1, offset: 0 }],
      ['wrist', { joint: 'arm', multiplier: 1, offset: 0 }],
    ]);
    expect(codeOf(() => buildKinematics([placed(HAND, { couplings: loop })]))).toMatch(/itself/);
    const two = new Map([['arm', [1, 2]]]);
    expect(codeOf(() => buildKinematics([placed(HAND, { held: two })]))).toMatch(/held-value/);
    expect(codeOf(() => buildKinematics([placed(HAND), placed(HAND)]))).toMatch(/duplicate/);
    const flat = robotOf(joint('a', { axis: [0, 0, 0] }));
    expect(codeOf(() => buildKinematics([placed(flat)]))).toMatch(/axis/);
    const lost = robotOf(joint('a', { parent: 'nowhere' }));
    expect(codeOf(() => buildKinematics([placed(lost)]))).toMatch(/order/);
    const fixed = buildKinematics([placed(HAND, { held: new Map([['palm', [1]]]) })]);
    expect(fixed.notes.map((note) => note.code)).toEqual(['kinematics/fixed-joint']);
  });
});

describe('configurations by name', () => {
  const tree = buildKinematics([placed(HAND, { baseJoint: 'floating' })]);

  it('lists what is missing and never takes zero for it', () => {
    const { q, missing } = configurationFrom(tree, { arm: 0.5, 'base/x': 1 });
    expect(missing).toEqual([
      ...['y', 'z', 'qx', 'qy', 'qz', 'qw'].map((part) => `base/${part}`),
      'wrist',
      'finger1',
    ]);
    expect(q[0]).toBe(1);
    expect(q[1]).toBeNaN();
    expect(codeOf(() => completeConfiguration(tree, { arm: 0.5 }))).toMatch(/missing.*"wrist"/);
  });

  it('takes the first source that knows a joint, arrays and maps', () => {
    const scene = new Map([
      ['base', [1, 2, 3, 0, 0, 0, 1]],
      ['arm', [9]],
      ['wrist', [8]],
    ]);
    const { q, sources } = completeConfiguration(tree, { arm: 0.5, finger1: [0.01] }, scene);
    expect(Array.from(q)).toEqual([1, 2, 3, 0, 0, 0, 1, 0.5, 8, 0.01]);
    expect(Array.from(sources)).toEqual([1, 1, 1, 1, 1, 1, 1, 0, 1, 0]);
  });

  it('notes values for joints that have none of their own', () => {
    const { notes } = configurationFrom(tree, { palm: 0, finger2: 0.1 });
    expect(notes.map((note) => note.message)).toEqual([
      'joint "palm" is fixed; the value given for it is ignored',
      'joint "finger2" follows another joint; the value given for it is ignored',
    ]);
  });

  it('takes plain names where one robot has the joint, and asks where several do', () => {
    const one = buildKinematics([placed(HAND, { name: 'left' })]);
    expect(Array.from(completeConfiguration(one, { arm: 1, wrist: 2, finger1: 0.01 }).q)).toEqual([
      1, 2, 0.01,
    ]);
    expect(codeOf(() => configurationFrom(one, { arm: 1, 'left/arm': 1 }))).toMatch(/twice/);
    const two = buildKinematics([placed(HAND, { name: 'left' }), placed(HAND, { name: 'right' })]);
    expect(codeOf(() => configurationFrom(two, { arm: 1 }))).toMatch(
      /ambiguous.*"left\/arm", "right\/arm"/,
    );
  });

  it('refuses unknown joints and bad values', () => {
    expect(codeOf(() => configurationFrom(tree, { wrist_: 1 }))).toMatch(/unknown.*"wrist"/);
    expect(codeOf(() => configurationFrom(tree, { arm: Number.NaN }))).toMatch(/non-finite/);
    expect(codeOf(() => configurationFrom(tree, { arm: [1, 2] }))).toMatch(/count/);
    const zero = { base: [0, 0, 0, 0, 0, 0, 0] };
    expect(codeOf(() => configurationFrom(tree, zero))).toMatch(/quaternion/);
  });

  it('every name of a random tree leads back to its number, seed 1', () => {
    const random = new Random(1);
    const other = buildKinematics([placed(randomRobot(random, { links: 15 }), { name: 'x' })]);
    const q = randomConfiguration(other, random);
    const values = new Map(other.dofs.map((dof, d) => [dof.name, q[d]]));
    expect(completeConfiguration(other, values).q).toEqual(q);
  });
});
