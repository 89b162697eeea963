/** A robot of a cell, as it is where its file is all there is. */
import type { RobotInstance } from '../cell/index.ts';
import { identityPose } from '../math/index.ts';

/** A robot that nothing is said about. */
export function plainRobot(robot: RobotInstance['robot']): RobotInstance {
  return {
    name: '',
    robot,
    base: identityPose(),
    baseJoint: 'fixed',
    held: new Map(),
    couplings: new Map(),
    padding: new Map(),
    scale: new Map(),
    tracking: new Map(),
    attached: [],
    surfaces: [],
  };
}
