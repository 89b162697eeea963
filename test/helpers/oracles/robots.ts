/** Random robots for tests: trees and chains with joints of every kind, seeded. */
import type {
  JointDescription,
  JointKind,
  KinematicTree,
  PlacedRobot,
  RobotDescription,
} from '../../../src/kinematics/index.ts';
import { identityPose, poseFromRpy, type Random } from '../../../src/math/index.ts';
import { randomPose } from './poses.ts';

export interface RobotOptions {
  readonly links?: number;
  readonly kinds?: readonly JointKind[];
  /** Every link hangs on the one before it. */
  readonly chain?: boolean;
  readonly mimics?: boolean;
}

export function randomDirection(random: Random): [number, number, number] {
  for (;;) {
    const v = [0, 1, 2].map(() => random.between(-1, 1));
    const length = Math.hypot(...v);
    if (length > 0.1 && length < 1) return [v[0] / length, v[1] / length, v[2] / length];
  }
}

export function randomRobot(random: Random, options: RobotOptions = {}): RobotDescription {
  const { links = 8, chain = false, mimics = true } = options;
  const kinds = options.kinds ?? ['revolute', 'revolute', 'continuous', 'prismatic', 'fixed'];
  const joints: JointDescription[] = [];
  for (let i = 1; i < links; i++) {
    const kind = kinds[random.below(kinds.length)];
    const low = random.between(-3, 0.5);
    const source = joints[random.below(joints.length + 1)];
    const follow =
      mimics &&
      random.unit() < 0.2 &&
      source &&
      ['revolute', 'continuous', 'prismatic'].includes(kind) &&
      ['revolute', 'continuous', 'prismatic'].includes(source.kind);
    joints.push({
      name: `joint${i}`,
      kind,
      parent: `link${chain ? i - 1 : random.below(i)}`,
      child: `link${i}`,
      origin: randomPose(random, 0.4),
      axis: randomDirection(random),
      ...(kind === 'revolute' || kind === 'prismatic'
        ? { limits: { lower: low, upper: low + random.between(0, 3.5) } }
        : {}),
      ...(follow
        ? {
            mimic: {
              joint: source.name,
              multiplier: random.between(-2, 2),
              offset: random.between(-1, 1),
            },
          }
        : {}),
    });
  }
  const link = (name: string) => ({ name, collisions: [], visuals: [] });
  return {
    name: 'random',
    links: Array.from({ length: links }, (_, i) => link(`link${i}`)),
    joints,
  };
}

export function placed(robot: RobotDescription, changes: Partial<PlacedRobot> = {}): PlacedRobot {
  return {
    name: '',
    robot,
    base: identityPose(),
    baseJoint: 'fixed',
    held: new Map(),
    couplings: new Map(),
    ...changes,
  };
}

/** A configuration within the limits; a few turns for angles and two metres for lengths without. */
export function randomConfiguration(tree: KinematicTree, random: Random): Float64Array {
  const q = new Float64Array(tree.dofs.length);
  tree.dofs.forEach((dof, d) => {
    const free = dof.unit === 'angle' ? 9 : dof.unit === 'length' ? 2 : 1;
    q[d] = random.between(Math.max(dof.lower, -free), Math.min(dof.upper, free));
  });
  return q;
}

/** An arm like the Panda: seven turning joints, by its Denavit-Hartenberg table. */
export function sevenJointArm(): RobotDescription {
  const h = Math.PI / 2;
  const table: [number, number, number, number][] = [
    [0, 0, 0, 0.333],
    [-h, 0, 0, 0],
    [h, 0, -0.316, 0],
    [h, 0.0825, 0, 0],
    [-h, -0.0825, 0.384, 0],
    [h, 0, 0, 0],
    [h, 0.088, 0, 0],
  ];
  const limits = [2.8973, 1.7628, 2.8973, 0, 2.8973, 0, 2.8973];
  const joints = table.map(([roll, x, y, z], i): JointDescription => {
    const range = { lower: -limits[i], upper: limits[i] };
    if (i === 3) Object.assign(range, { lower: -3.0718, upper: -0.0698 });
    if (i === 5) Object.assign(range, { lower: -0.0175, upper: 3.7525 });
    return {
      name: `joint${i + 1}`,
      kind: 'revolute',
      parent: `link${i}`,
      child: `link${i + 1}`,
      origin: poseFromRpy(roll, 0, 0, x, y, z),
      axis: [0, 0, 1],
      limits: range,
    };
  });
  const links = Array.from({ length: 8 }, (_, i) => ({
    name: `link${i}`,
    collisions: [],
    visuals: [],
  }));
  return { name: 'arm', links, joints };
}
