/** Trees for motions: all kinds of joints, on a base that stands, or that floats. */
import {
  buildKinematics,
  type JointKind,
  type KinematicTree,
} from '../../../src/kinematics/index.ts';
import { Random } from '../../../src/math/index.ts';
import { placed, randomRobot } from '../oracles/robots.ts';

const KINDS: JointKind[] = ['revolute', 'continuous', 'prismatic'];

export function testTree(base: 'fixed' | 'floating' = 'fixed', kinds = KINDS): KinematicTree {
  const robot = randomRobot(new Random(1), { links: 5, kinds, mimics: false });
  return buildKinematics([placed(robot, { baseJoint: base })]);
}

/** A configuration; quaternions of length 1 or so. */
export function randomPoint(tree: KinematicTree, random: Random, scale = 2): Float64Array {
  return Float64Array.from(tree.dofs, ({ unit }) =>
    unit === 'quaternion' ? random.between(0.2, 0.6) : scale * random.between(-1, 1),
  );
}
