/** A MoveIt motion plan request (moveit_msgs/MotionPlanRequest) in YAML or JSON. */
import type { Fault } from '../math/index.ts';
import { readDocument } from './document.ts';
import {
  type OrientationConstraint,
  type PositionConstraint,
  readOrientationConstraint,
  readPositionConstraint,
} from './moveitConstraints.ts';
import { readRobotState, twice } from './moveitMessages.ts';
import { quote, type Value } from './value.ts';

/** One joint of a goal: any value from `position - below` to `position + above` will do. */
export interface JointGoal {
  readonly position: number;
  readonly above: number;
  readonly below: number;
}

/** A goal: all of these must hold. */
export interface RequestGoal {
  /** Values by joint. */
  readonly joints: ReadonlyMap<string, JointGoal>;
  /** Where points of links shall be. */
  readonly positions: readonly PositionConstraint[];
  /** How links shall be turned. */
  readonly orientations: readonly OrientationConstraint[];
}

export interface PlanRequest {
  readonly group: string;
  /** Values by joint. */
  readonly start: ReadonlyMap<string, number>;
  /** Poses of virtual, planar and floating joints at the start, by joint. */
  readonly startTransforms: ReadonlyMap<string, Float64Array>;
  /** Alternatives. */
  readonly goals: readonly RequestGoal[];
  /** Part of the joints' limits that the motion is to use; undefined where the request leaves it open. */
  readonly scales: RequestScales;
  readonly notes: readonly Fault[];
}

/** Parts of limits, above 0 and up to 1. */
export interface RequestScales {
  readonly velocity?: number;
  readonly acceleration?: number;
}

const REQUEST_KEYS = [
  'workspace_parameters',
  'start_state',
  'goal_constraints',
  'path_constraints',
  'trajectory_constraints',
  'reference_trajectories',
  'pipeline_id',
  'planner_id',
  'group_name',
  'num_planning_attempts',
  'allowed_planning_time',
  'max_velocity_scaling_factor',
  'max_acceleration_scaling_factor',
  'cartesian_speed_end_effector_link',
  'cartesian_speed_limited_link',
  'max_cartesian_speed',
] as const;

const CONSTRAINT_KEYS = [
  'name',
  'joint_constraints',
  'position_constraints',
  'orientation_constraints',
  'visibility_constraints',
] as const;

/** Reads a request. Throws InputError with file, line and column. */
export function readRequest(bytes: Uint8Array, { file }: { readonly file: string }): PlanRequest {
  const notes: Fault[] = [];
  const request = readDocument(bytes, file).mapping('a motion plan request', REQUEST_KEYS);
  const workspace = request.get('workspace_parameters');
  if (workspace) {
    const message = 'the workspace is ignored: joint limits bound the search';
    notes.push(workspace.error('request/workspace', message).fault);
  }
  const scale = (key: 'max_velocity_scaling_factor' | 'max_acceleration_scaling_factor') =>
    request.optional(key, undefined, (value) => {
      const factor = value.number(key);
      if (factor < 0 || factor > 1) {
        const message = `${key}: expected a number from 0 to 1, found ${factor}`;
        throw value.error('request/scale', message, '0 leaves it open');
      }
      return factor === 0 ? undefined : factor;
    });
  const velocity = scale('max_velocity_scaling_factor');
  const acceleration = scale('max_acceleration_scaling_factor');
  const cartesian = request.get('max_cartesian_speed');
  if (cartesian && cartesian.number('max_cartesian_speed') > 0) {
    const message = 'max_cartesian_speed is not kept: times follow the limits of joints';
    notes.push(cartesian.error('request/cartesian-speed', message).fault);
  }
  const path = request.get('path_constraints');
  if (path) {
    const given = path.mapping('path constraints', CONSTRAINT_KEYS);
    for (const key of CONSTRAINT_KEYS.slice(1)) refuse(given.get(key), 'path constraints');
  }
  refuseTrajectory(request.get('trajectory_constraints'));
  const state = readRobotState(request.get('start_state'));
  if (state.attached.length > 0) {
    throw state.attached[0].error(
      'request/attached',
      'the start state attaches an object',
      'attach it in the scene',
    );
  }
  return {
    group: request.optional('group_name', '', (v) => v.text('group_name', 'may be empty')),
    start: new Map([...state.positions].map(([name, { data }]) => [name, data])),
    startTransforms: new Map([...state.transforms].map(([name, { data }]) => [name, data])),
    goals: request.items('goal_constraints').map(readGoal),
    scales: {
      ...(velocity !== undefined && { velocity }),
      ...(acceleration !== undefined && { acceleration }),
    },
    notes,
  };
}

function refuse(value: Value | undefined, what: string): void {
  if (!value || value.isEmpty()) return;
  throw value.error(
    'request/unsupported',
    `${what} are not supported: the path would not be held to them`,
    'leave them out: start and goals are joint, position and orientation constraints of goals',
  );
}

/** moveit_msgs/TrajectoryConstraints. */
function refuseTrajectory(value: Value | undefined): void {
  if (!value) return;
  const list = value.mapping('trajectory constraints', ['constraints']).get('constraints');
  refuse(list, 'trajectory constraints');
}

function readGoal(value: Value): RequestGoal {
  const constraints = value.mapping('a goal', CONSTRAINT_KEYS);
  const visibility = constraints.get('visibility_constraints');
  if (visibility && !visibility.isEmpty()) {
    const message = 'visibility_constraints of a goal are not supported';
    throw visibility.error('request/unsupported', message, 'say where the link shall be');
  }
  const positions = constraints.items('position_constraints').map(readPositionConstraint);
  const orientations = constraints.items('orientation_constraints').map(readOrientationConstraint);
  const goal = new Map<string, JointGoal>();
  for (const item of constraints.items('joint_constraints')) {
    const keys = [
      'joint_name',
      'position',
      'tolerance_above',
      'tolerance_below',
      'weight',
    ] as const;
    const joint = item.mapping('a joint constraint', keys);
    const name = joint.need('joint_name').text('joint_name');
    if (goal.has(name)) throw twice(item, name);
    const tolerance = (key: 'tolerance_above' | 'tolerance_below') =>
      joint.optional(key, 0, (v) => {
        if (v.number(key) >= 0) return v.number(key);
        throw v.error('request/tolerance', `${key} of joint ${quote(name)} is negative`);
      });
    goal.set(name, {
      position: joint.need('position').number('position'),
      above: tolerance('tolerance_above'),
      below: tolerance('tolerance_below'),
    });
  }
  if (goal.size + positions.length + orientations.length > 0) {
    return { joints: goal, positions, orientations };
  }
  throw value.error('request/no-goal', 'a goal has no constraints: everything would be one');
}
