/**
 * moveit_msgs/RobotState as a configuration of a cell. Joints that the message does not name stand where the scene has
 * them, then where the cell has them; a joint without any value is an error, never a zero.
 */
import type { Cell } from '../cell/index.ts';
import {
  jointsOf,
  listAt,
  type Message,
  messageAt,
  numberAt,
  textAt,
  wrong,
} from '../formats/index.ts';
import { configurationFrom } from '../kinematics/index.ts';
import { InputError, poseFromQuaternion } from '../math/index.ts';

/** A configuration, and which of its joints the message did not name. */
export interface Placed {
  readonly q: Float64Array;
  /** Joints that stand where the scene or the cell has them. */
  readonly standing: readonly string[];
}

/** Where joints stand that nobody names: the scene's, then what the cell was opened with, then the cell's own. */
export interface Standing {
  readonly scene: ReadonlyMap<string, number>;
  readonly given: ReadonlyMap<string, number>;
  /** Where the base may be said to stand: where it is in the scene, or without one in the cell or the origin. */
  readonly bases: readonly Float64Array[];
}

/** How far, in metres and entries of a rotation, a stated base may be from where the cell has it. */
const BASE_TOLERANCE = 1e-9;

/** The states of a request: that of `robot_state`, with each of the joint states on top of the one before. */
export function statesOf(
  cell: Cell,
  robotState: unknown,
  jointStates: readonly unknown[] | null,
  standing: Standing,
): Placed[] {
  const state = messageAt(robotState, 'robot_state');
  const multiDof = messageAt(state.multi_dof_joint_state, 'robot_state.multi_dof_joint_state');
  requireBase(cell, multiDof, standing.bases);
  const joints = jointsOf(state.joint_state, 'robot_state.joint_state');
  if (jointStates === null) return [placed(cell, joints, standing, 'robot_state')];
  return jointStates.map((each, i) => {
    const place = `joint_states[${i}]`;
    for (const [name, value] of jointsOf(each, place)) joints.set(name, value);
    return placed(cell, joints, standing, place);
  });
}

function placed(
  { tree, description }: Cell,
  joints: ReadonlyMap<string, number>,
  { scene, given }: Standing,
  place: string,
): Placed {
  const { q, missing, sources } = about(place, () =>
    configurationFrom(tree, joints, scene, given, description.state),
  );
  if (missing.length > 0) {
    throw wrong(
      place,
      `there is no value for ${missing.map((name) => `"${name}"`).join(', ')}`,
      'name them in joint_state, follow a scene that does, or give --joints NAME=VALUE',
    );
  }
  const standing = tree.dofs.flatMap(({ name }, d) => (sources[d] > 0 ? name : []));
  return { q, standing };
}

/** Joints of several degrees of freedom: only the base, where it is already. */
function requireBase({ tree }: Cell, state: Message, bases: readonly Float64Array[]): void {
  const names = listAt(state.joint_names, 'robot_state.multi_dof_joint_state.joint_names');
  const transforms = listAt(state.transforms, 'robot_state.multi_dof_joint_state.transforms');
  for (const [i, item] of names.entries()) {
    const name = textAt(item, 'the name of a joint');
    const place = `robot_state: the transform of "${name}"`;
    if (tree.joints.has(name)) throw wrong(place, 'joints with transforms cannot be moved here');
    const pose = poseOf(messageAt(transforms[i], place), place);
    const isThere = (base: Float64Array) =>
      pose.every((entry, k) => Math.abs(entry - base[k]) <= BASE_TOLERANCE);
    if (!bases.some(isThere)) {
      throw wrong(place, 'it places the robot elsewhere than the cell or the scene does');
    }
  }
}

function poseOf(transform: Message, place: string): Float64Array {
  const translation = messageAt(transform.translation, place);
  const rotation = messageAt(transform.rotation, place);
  const number = (message: Message, key: string, other: number) =>
    message[key] === undefined ? other : numberAt(message[key], `${place}.${key}`);
  const xyz = ['x', 'y', 'z'].map((key) => number(translation, key, 0));
  const q = ['x', 'y', 'z', 'w'].map((key) => number(rotation, key, key === 'w' ? 1 : 0));
  // The message's default is no rotation at all; any other length is a mistake.
  const length = Math.hypot(...q);
  if (length === 0) q[3] = 1;
  else if (Math.abs(length - 1) > 1e-3) throw wrong(place, `its quaternion has length ${length}`);
  return poseFromQuaternion(q[0], q[1], q[2], q[3], xyz[0], xyz[1], xyz[2]);
}

/** The same fault, with its place in the message. */
function about<T>(place: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError({ ...error.fault, message: `${place}: ${error.fault.message}` });
  }
}
