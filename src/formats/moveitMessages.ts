/**
 * Parts that MoveIt's messages share, as YAML or JSON: headers, poses, transforms, robot states.
 * Vectors and quaternions come as lists or as mappings of x, y, z, w. Metres and radians.
 */
import { identityPose } from '../math/index.ts';
import { assertCoordinates, readQuaternionPose } from './poseValue.ts';
import { quote, type Value } from './value.ts';

/** `[x, y, z]` or `{x: , y: , z: }`. */
export function readVector(value: Value, what: string): number[] {
  const vector = components(value, what, ['x', 'y', 'z']);
  assertCoordinates(value, vector);
  return vector;
}

function components(value: Value, what: string, names: readonly string[]): number[] {
  if (Array.isArray(value.data)) return value.numbers(what, names.length);
  const keys = value.mapping(what, names);
  return names.map((name) => keys.need(name).number(`${name} of ${what}`));
}

/** geometry_msgs/Pose. What is left out is zero. */
export function readPoseMessage(value: Value): Float64Array {
  const pose = value.mapping('a pose', ['position', 'orientation']);
  return rigid(value, pose.get('position'), pose.get('orientation'));
}

/** geometry_msgs/Transform. */
export function readTransform(value: Value): Float64Array {
  const transform = value.mapping('a transform', ['translation', 'rotation']);
  return rigid(value, transform.get('translation'), transform.get('rotation'));
}

function rigid(value: Value, position?: Value, orientation?: Value): Float64Array {
  const xyz = position ? readVector(position, 'a position') : [0, 0, 0];
  const q = orientation
    ? components(orientation, 'an orientation', ['x', 'y', 'z', 'w'])
    : [0, 0, 0, 1];
  return readQuaternionPose(orientation ?? value, q, xyz);
}

/** The frame that a std_msgs/Header names; empty without one. */
export function readFrame(header: Value | undefined): string {
  const keys = header?.mapping('a header', ['seq', 'stamp', 'frame_id']);
  const frame = keys?.get('frame_id')?.text('frame_id', 'may be empty') ?? '';
  return frame.replace(/^\//, ''); // the old spelling
}

/** A value with its place, for errors found later. */
export interface Placed<T> {
  readonly value: Value;
  readonly data: T;
}

/** moveit_msgs/RobotState. */
export interface RobotStateMessage {
  /** Where a name comes twice the last counts. */
  readonly positions: ReadonlyMap<string, Placed<number>>;
  /** Names that came before, and where. */
  readonly repeated: readonly Placed<string>[];
  /** Of joints with several degrees of freedom, and the frame that they are given in; may be empty. */
  readonly transforms: ReadonlyMap<string, Placed<Float64Array>>;
  readonly frame: string;
  /** Attached collision objects, unread. */
  readonly attached: readonly Value[];
  /** Where it says that it is a difference to another state, if it is. */
  readonly diff: Value | undefined;
}

export function readRobotState(value: Value | undefined): RobotStateMessage {
  const state = value?.mapping('a robot state', [
    'joint_state',
    'multi_dof_joint_state',
    'attached_collision_objects',
    'is_diff',
  ]);
  const diff = state?.get('is_diff');
  return {
    ...readJointState(state?.get('joint_state')),
    ...readMultiDof(state?.get('multi_dof_joint_state')),
    attached: state?.items('attached_collision_objects') ?? [],
    diff: diff?.boolean('is_diff') ? diff : undefined,
  };
}

/** sensor_msgs/JointState. */
function readJointState(
  value: Value | undefined,
): Pick<RobotStateMessage, 'positions' | 'repeated'> {
  const positions = new Map<string, Placed<number>>();
  const repeated: Placed<string>[] = [];
  if (!value) return { positions, repeated };
  const state = value.mapping('a joint state', [
    'header',
    'name',
    'position',
    'velocity',
    'effort',
  ]);
  const names = state.items('name');
  const numbers = state.items('position');
  requireCounts(state.get('position') ?? value, 'positions', numbers.length, names.length);
  for (const [i, item] of names.entries()) {
    const name = item.text('the name of a joint');
    if (positions.has(name)) repeated.push({ value: item, data: name });
    const data = numbers[i].number(`the position of joint ${quote(name)}`);
    positions.set(name, { value: numbers[i], data });
  }
  return { positions, repeated };
}

/** sensor_msgs/MultiDOFJointState. */
function readMultiDof(value: Value | undefined): Pick<RobotStateMessage, 'transforms' | 'frame'> {
  const poses = new Map<string, Placed<Float64Array>>();
  if (!value) return { transforms: poses, frame: '' };
  const keys = ['header', 'joint_names', 'transforms', 'twist', 'wrench'] as const;
  const state = value.mapping('a multi-DOF joint state', keys);
  const names = state.items('joint_names');
  const transforms = state.items('transforms');
  requireCounts(state.get('transforms') ?? value, 'transforms', transforms.length, names.length);
  for (const [i, item] of names.entries()) {
    const name = item.text('the name of a joint');
    if (poses.has(name)) throw twice(item, name);
    poses.set(name, { value: transforms[i], data: readTransform(transforms[i]) });
  }
  return { transforms: poses, frame: readFrame(state.get('header')) };
}

export function twice(value: Value, name: string): Error {
  return value.error('scene/duplicate-name', `the name ${quote(name)} occurs twice`);
}

/** As many of these as there are names. */
export function requireCounts(value: Value, what: string, count: number, names: number): void {
  if (count === names) return;
  throw value.error('document/length', `expected ${names} ${what}, one per name; found ${count}`);
}

export function isIdentity(pose: Float64Array): boolean {
  return identityPose().every((entry, i) => entry === pose[i]);
}
