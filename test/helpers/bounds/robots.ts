/** Robots of one or two joints, for which lengths and distances are known exactly. */
import {
  buildKinematics,
  type JointDescription,
  type KinematicTree,
} from '../../../src/kinematics/index.ts';
import { identityPose } from '../../../src/math/index.ts';
import { placed } from '../oracles/robots.ts';

/** Joints in a row, the first at the world's origin. */
export function chainOf(
  ...joints: readonly (Partial<JointDescription> & Pick<JointDescription, 'kind'>)[]
): KinematicTree {
  const links = Array.from({ length: joints.length + 1 }, (_, i) => ({
    name: `link${i}`,
    collisions: [],
    visuals: [],
  }));
  return buildKinematics([
    placed({
      name: 'chain',
      links,
      joints: joints.map((joint, i) => ({
        name: `joint${i}`,
        parent: `link${i}`,
        child: `link${i + 1}`,
        origin: identityPose(),
        axis: [0, 0, 1] as [number, number, number],
        ...joint,
      })),
    }),
  ]);
}
