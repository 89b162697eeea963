/**
 * Motions in messages of ROS, whatever they are wrapped in: joint trajectories, MoveIt's robot and display trajectories,
 * goals of FollowJointTrajectory and ExecuteTrajectory, plans as they are answered; and joint states, one document each,
 * as `ros2 topic echo` writes them. Keys tell what a message is.
 */
import type { Fault } from '../math/index.ts';
import type { PathFile } from './pathFile.ts';
import type { TrackKey } from './pathRows.ts';
import { Recording } from './recording.ts';
import { begun, readStartState, type StartState } from './startState.ts';
import { readTrajectory } from './trajectory.ts';
import { quote, type Value } from './value.ts';

const ROBOT_TRAJECTORY_KEYS = ['joint_trajectory', 'multi_dof_joint_trajectory'] as const;
const DISPLAY_KEYS = ['model_id', 'trajectory', 'trajectory_start'] as const;
const WRAPPER_KEYS = ['header', 'goal_id', 'goal'] as const;
/** Of FollowJointTrajectory and ExecuteTrajectory goals, and of moveit_msgs/MotionPlanResponse. */
const GOAL_KEYS = [
  'trajectory',
  'multi_dof_trajectory',
  'path_tolerance',
  'component_path_tolerance',
  'goal_tolerance',
  'component_goal_tolerance',
  'goal_time_tolerance',
  'controller_names',
  'trajectory_start',
  'group_name',
  'planning_time',
  'error_code',
] as const;

/** The motions of a message, in their order; null if it is none of these. At least one. */
export function readMotionMessage(root: Value, more: readonly TrackKey[] = []): PathFile[] | null {
  const keys = root.entries('a path');
  if (keys.has('joint_trajectory') || keys.has('multi_dof_joint_trajectory')) {
    return [readRobotTrajectory(root, more)];
  }
  if (keys.has('joint_names')) return [readTrajectory(root, more)];
  if (keys.has('goal')) {
    const goal = root.mapping('a goal', [...WRAPPER_KEYS, ...more]).need('goal');
    return readMotionMessage(goal) ?? refuse(goal);
  }
  const trajectory = keys.get('trajectory')?.value;
  if (!trajectory) return null;
  if (Array.isArray(trajectory.data)) return readDisplay(root);
  const goal = root.mapping('a goal', [...GOAL_KEYS, ...more]);
  refuseMultiDof(goal.get('multi_dof_trajectory'));
  const [found] = readMotionMessage(trajectory) ?? refuse(trajectory);
  const start = goal.get('trajectory_start');
  const placed = start ? inStart(found, readStartState(start)) : found;
  return [{ ...placed, notes: [...placed.notes, ...tolerances(goal.items('path_tolerance'))] }];
}

function refuse(value: Value): never {
  throw value.error('path/message', 'there is no trajectory in this message');
}

/** moveit_msgs/RobotTrajectory. */
function readRobotTrajectory(value: Value, more: readonly TrackKey[] = []): PathFile {
  const robot = value.mapping('a robot trajectory', [...ROBOT_TRAJECTORY_KEYS, ...more]);
  refuseMultiDof(robot.get('multi_dof_joint_trajectory'));
  return readTrajectory(robot.need('joint_trajectory'));
}

/** trajectory_msgs/MultiDOFJointTrajectory: fine while it holds nothing. */
function refuseMultiDof(value: Value | undefined): void {
  const keys = value?.mapping('a multi-DOF trajectory', ['header', 'joint_names', 'points']);
  for (const key of ['joint_names', 'points'] as const) {
    const list = keys?.get(key);
    if (!list || list.isEmpty()) continue;
    throw list.error(
      'path/multi-dof',
      'trajectories of joints with several degrees of freedom are not supported',
      'leaving it out would move the robot otherwise than the trajectory does',
    );
  }
}

/** moveit_msgs/DisplayTrajectory: one after the other, each from where those before it end. */
function readDisplay(root: Value): PathFile[] {
  const display = root.mapping('a display trajectory', DISPLAY_KEYS);
  const list = display.need('trajectory');
  const start = display.get('trajectory_start');
  const state = start ? readStartState(start) : null;
  const at = new Map(state?.positions);
  const found = list.list('trajectory').map((item) => {
    const own = readRobotTrajectory(item);
    const path = state ? inStart(own, { ...state, positions: at }) : standing(own, at);
    const last = path.waypoints[path.waypoints.length - 1];
    path.joints.forEach((name, k) => {
      at.set(name, last[k]);
    });
    return path;
  });
  if (found.length > 0) return found;
  throw list.error('path/no-waypoints', 'the message has no trajectory');
}

/** A motion from where a state has the robot, which may not be a difference: then joints stand elsewhere, too. */
function inStart(path: PathFile, state: StartState): PathFile {
  return begun(standing(path, state.positions), state);
}

/** Joints of the start state that the trajectory does not move stand there. */
export function standing(path: PathFile, at: ReadonlyMap<string, number>): PathFile {
  const others = [...at].filter(([name]) => !path.joints.includes(name));
  if (others.length === 0) return path;
  const values = others.map(([, value]) => value);
  const row = (own: Float64Array) => Float64Array.of(...own, ...values);
  const still = new Float64Array(values.length);
  const rates = (rows: PathFile['velocities']) =>
    rows?.map((own) => own && Float64Array.of(...own, ...still));
  const velocities = rates(path.velocities);
  const accelerations = rates(path.accelerations);
  const names = others.map(([name]) => name);
  return {
    ...path,
    joints: [...path.joints, ...names],
    mayBeLeftOut: path.mayBeLeftOut ?? { joints: new Set(names), of: 'the start state' },
    waypoints: path.waypoints.map(row),
    ...(velocities && { velocities }),
    ...(accelerations && { accelerations }),
  };
}

/** control_msgs/JointTolerance: what a controller accepts before it stops. */
function tolerances(items: readonly Value[]): Fault[] {
  const keys = ['name', 'position', 'velocity', 'acceleration'] as const;
  const given = items.flatMap((item) => {
    const joint = item.mapping('a tolerance', keys);
    const name = joint.need('name').text('name');
    const position = joint.optional('position', 0, (value) => value.number('position'));
    return position > 0 ? [{ name, position }] : [];
  });
  if (given.length === 0) return [];
  const list = given.map(({ name, position }) => `${name}: ${position}`).join(', ');
  return [
    {
      ...items[0].place(),
      code: 'path/tolerance',
      message: `the goal lets joints stray from the path (${list}), which is proven for the path itself`,
      hint: 'give these as "tracking" in the cell file',
    },
  ];
}

// --------------------------------------------------------------------------------------- joint states

/** Whether a document is a sensor_msgs/JointState. */
export function isJointState(root: Value): boolean {
  const { data } = root;
  return data instanceof Map && data.has('name') && data.has('position');
}

/** Joint states, one document each, as they were recorded. */
export function readJointStates(documents: readonly Value[], file: string): PathFile {
  const recording = new Recording(file);
  const keys = ['header', 'name', 'position', 'velocity', 'effort'] as const;
  for (const item of documents) {
    const state = item.mapping('a joint state', keys);
    const names = state.need('name').texts('name');
    const twin = names.find((name, i) => names.indexOf(name) !== i);
    if (twin !== undefined) {
      throw state.need('name').error('path/joint-twice', `the joint ${quote(twin)} occurs twice`);
    }
    const positions = state.need('position').numbers('position');
    item.locate(() => recording.add(stampOf(state.need('header')), names, positions, item.place()));
  }
  return recording.finish();
}

/** The stamp of a std_msgs/Header, of ROS 2 or ROS 1. */
function stampOf(header: Value) {
  const keys = header.mapping('a header', ['seq', 'stamp', 'frame_id']);
  const stamp = keys.need('stamp').mapping('a stamp', ['sec', 'nanosec', 'secs', 'nsecs']);
  const part = (a: 'sec' | 'nanosec', b: 'secs' | 'nsecs') => {
    const value = stamp.get(a) ?? stamp.need(b);
    const number = value.number(a);
    if (Number.isInteger(number)) return number;
    throw value.error('path/time', `${a}: expected a whole number, found ${number}`);
  };
  return { sec: part('sec', 'secs'), nanosec: part('nanosec', 'nsecs') };
}
