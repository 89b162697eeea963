/** Where a scene's robot stands, and the frames that its objects are given in. */
import type {
  JointDescription,
  RobotDescription,
  SemanticDescription,
} from '../kinematics/index.ts';
import {
  composePoses,
  type Fault,
  type InputError,
  identityPose,
  nameHint,
  quaternionOf,
} from '../math/index.ts';
import {
  isIdentity,
  type Placed,
  type RobotStateMessage,
  readFrame,
  readTransform,
  twice,
} from './moveitMessages.ts';
import { quote, type Value } from './value.ts';

export interface SceneState {
  /** Places the root link in the world. */
  readonly base: Float64Array;
  /** By joint; joints that follow others are left out, their leaders say it all. */
  readonly state: ReadonlyMap<string, readonly number[]>;
}

/** How far a stated value of a following joint may be from what its leader says. */
const MIMIC_TOLERANCE = 1e-6;

/**
 * The base stands where the virtual joint of the root link puts it: MoveIt's joint trajectories
 * cannot move it, so it is part of the scene even if the SRDF calls the joint planar or floating.
 */
export function stateOf(
  message: RobotStateMessage,
  robot: RobotDescription,
  semantics: SemanticDescription | undefined,
  notes: Fault[],
): SceneState {
  const joints = new Map(robot.joints.map((joint) => [joint.name, joint]));
  const state = new Map<string, readonly number[]>();
  for (const { value, data } of message.repeated) {
    const text = `joint ${quote(data)} is stated twice; the last value counts`;
    notes.push(value.error('scene/duplicate-name', text).fault);
  }
  for (const [name, { value, data }] of message.positions) {
    const joint = joints.get(name);
    if (!joint) {
      // Scenes are recorded with all that a robot carries; what it does not have moves nothing here.
      const { fault } = unknownJoint(value, name, joints.keys());
      notes.push({ ...fault, message: `${fault.message}; its value is ignored` });
      continue;
    }
    if (joint.kind === 'fixed') {
      const text = `joint ${quote(name)} is fixed; its value is ignored`;
      notes.push(value.error('scene/fixed-joint', text).fault);
    } else if (joint.kind === 'planar' || joint.kind === 'floating') {
      const text = `joint ${quote(name)} is ${joint.kind} and has more than one value`;
      throw value.error('scene/joint-value', text, 'state it in multi_dof_joint_state');
    } else if (joint.mimic) {
      noteMimic(joint, value, data, message, notes);
    } else {
      state.set(name, [data]);
    }
  }
  let base = identityPose();
  const virtual = semantics?.virtualJoints.find((v) => v.childLink === robot.links[0].name);
  for (const [name, placed] of message.transforms) {
    const joint = joints.get(name);
    if (joint) state.set(name, jointValues(joint, placed));
    else if (name === virtual?.name) {
      if (message.frame !== '' && message.frame !== virtual.parentFrame) {
        const text = `the base is placed in the frame ${quote(message.frame)}; the world is ${quote(virtual.parentFrame)}`;
        throw placed.value.error('scene/frame', text, 'give its pose in the world');
      }
      base = placed.data;
    } else if (!semantics && isIdentity(placed.data)) {
      const text = `the transform of ${quote(name)} is the identity and is taken for the base's`;
      notes.push(placed.value.error('scene/virtual-joint', text).fault);
    } else {
      throw unknownJoint(
        placed.value,
        name,
        joints.keys(),
        semantics ? undefined : 'give the SRDF',
      );
    }
  }
  return { base, state };
}

function unknownJoint(
  value: Value,
  name: string,
  known: Iterable<string>,
  hint?: string,
): InputError {
  const message = `the robot has no joint ${quote(name)}`;
  return value.error('scene/unknown-joint', message, hint ?? nameHint(name, known));
}

function noteMimic(
  { name, mimic }: JointDescription,
  value: Value,
  stated: number,
  { positions }: RobotStateMessage,
  notes: Fault[],
): void {
  const leader = positions.get(mimic!.joint)?.data;
  const follows =
    leader !== undefined &&
    Math.abs(mimic!.multiplier * leader + mimic!.offset - stated) <= MIMIC_TOLERANCE;
  if (follows) return;
  const message = `joint ${quote(name)} follows ${quote(mimic!.joint)}; its own value is ignored`;
  notes.push(value.error('scene/mimic', message).fault);
}

/** x, y, angle of a planar joint; x, y, z and the quaternion of a floating one. */
function jointValues(joint: JointDescription, { value, data }: Placed<Float64Array>): number[] {
  const [x, y, z] = data.subarray(9);
  if (joint.kind === 'floating') return [x, y, z, ...quaternionOf(data)];
  const isFlat = z === 0 && data[8] === 1;
  const isUpright = joint.axis[0] === 0 && joint.axis[1] === 0 && joint.axis[2] > 0;
  if (joint.kind === 'planar' && isFlat && isUpright) return [x, y, Math.atan2(data[3], data[0])];
  throw value.error(
    'scene/joint-value',
    joint.kind === 'planar'
      ? `the transform of the planar joint ${quote(joint.name)} leaves the plane of x and y`
      : `joint ${quote(joint.name)} is ${joint.kind}; it has one value and no transform`,
  );
}

export interface Frames {
  /** Places a frame in the world; an error at `value` if that is not known. */
  inWorld(frame: string, value: Value): Float64Array;
}

/**
 * The world is the parent frame of the root's virtual joint; without one it is `world`, unless a
 * fixed transform places that. The root link stands at the base.
 */
export function readFrames(
  transforms: readonly Value[],
  base: Float64Array,
  robot: RobotDescription,
  semantics: SemanticDescription | undefined,
): Frames {
  const root = robot.links[0].name;
  const virtual = semantics?.virtualJoints.find((v) => v.childLink === root);
  const stamped = transforms.map((item) =>
    item.mapping('a transform', ['header', 'child_frame_id', 'transform']),
  );
  const children = stamped.map((each) =>
    each.need('child_frame_id').text('child_frame_id').replace(/^\//, ''),
  );
  const frames = new Map([
    [root, base],
    ['', identityPose()],
  ]);
  if (virtual) frames.set(virtual.parentFrame, identityPose());
  else if (!children.includes('world')) frames.set('world', identityPose());
  const given = new Set<string>();
  for (const [i, item] of transforms.entries()) {
    const child = children[i];
    const parent = readFrame(stamped[i].get('header'));
    const pose = composePoses(
      find(frames, parent, item, robot),
      readTransform(stamped[i].need('transform')),
    );
    if (child !== root && robot.links.some(({ name }) => name === child)) {
      const message = `the frame ${quote(child)} is a link of the robot and cannot be fixed`;
      throw item.error('scene/frame', message);
    }
    if (given.has(child)) throw twice(item, child);
    given.add(child);
    const known = frames.get(child);
    if (known?.some((entry, i) => entry !== pose[i])) {
      const message = `the frame ${quote(child)} is placed already, and elsewhere`;
      throw item.error('scene/frame', message);
    }
    frames.set(child, pose);
  }
  return { inWorld: (frame, value) => find(frames, frame, value, robot) };
}

function find(
  frames: ReadonlyMap<string, Float64Array>,
  frame: string,
  value: Value,
  robot: RobotDescription,
): Float64Array {
  const pose = frames.get(frame);
  if (pose) return pose;
  const isLink = robot.links.some(({ name }) => name === frame);
  throw value.error(
    'scene/frame',
    isLink
      ? `the frame ${quote(frame)} is a link of the robot, which may move`
      : `the frame ${quote(frame)} is not known`,
    isLink
      ? 'attach the object to the link, or give its pose in the world'
      : nameHint(frame, [...frames.keys()].filter(Boolean)),
  );
}
