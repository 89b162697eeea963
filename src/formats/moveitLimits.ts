/**
 * MoveIt's joint_limits.yaml: how fast joints may move, and ranges that are narrower than those of the URDF. A range never gets wider:
 * what the URDF says a joint can do is what it can do.
 */
import type { CellDescription, RateLimits } from '../cell/index.ts';
import type { JointDescription } from '../kinematics/index.ts';
import { type Fault, InputError, nameHint } from '../math/index.ts';
import { readDocument } from './document.ts';
import { quote, type Value } from './value.ts';

/** The cell with the limits of a file, for all of its robots. Throws an InputError with the place of what is wrong. */
export function withJointLimits(
  cell: CellDescription,
  { file, bytes }: { readonly file: string; readonly bytes: Uint8Array },
): CellDescription {
  const notes: Fault[] = [];
  const all = entriesOf(entriesOf(readLimits(bytes, file)).get('joint_limits'));
  const known = new Set(cell.robots.flatMap(({ robot }) => robot.joints.map(({ name }) => name)));
  for (const [name, value] of all) {
    if (known.has(name)) continue;
    const message = `there are limits for the joint ${quote(name)}, which the robot does not have`;
    notes.push(value.error('moveit/unknown-joint', message, nameHint(name, known)).fault);
  }
  const robots = cell.robots.map((instance) => {
    const limits = new Map<string, RateLimits>(instance.limits ?? []);
    const joints = instance.robot.joints.map((joint) => {
      const given = all.get(joint.name);
      if (!given) return joint;
      const rate = rates(given, joint);
      if (Object.keys(rate).length > 0)
        limits.set(joint.name, { ...limits.get(joint.name), ...rate });
      return narrowed(given, joint, notes);
    });
    const robot = { ...instance.robot, joints };
    return { ...instance, robot, ...(limits.size > 0 && { limits }) };
  });
  return {
    ...cell,
    robots,
    files: new Map([...cell.files, [file, bytes]]),
    notes: [...cell.notes, ...notes],
  };
}

/** None for a file in which everything is a comment: there are no limits in it. */
function readLimits(bytes: Uint8Array, file: string): Value | undefined {
  try {
    return readDocument(bytes, file);
  } catch (error) {
    if (error instanceof InputError && error.fault.code === 'document/empty') return undefined;
    throw error;
  }
}

/** Values by key; none for what is no mapping. */
function entriesOf(value: Value | undefined): ReadonlyMap<string, Value> {
  if (!value || value.data === null) return new Map();
  const entries = value.entries('joint_limits');
  return new Map([...entries].map(([key, entry]) => [key, entry.value]));
}

/** A number, if the file says that it counts. */
function limit(given: Value, has: string, name: string): number | undefined {
  const entries = entriesOf(given);
  const flag = entries.get(has);
  if (!flag || !isTrue(flag, has)) return undefined;
  const value = entries.get(name);
  if (value) return value.number(name);
  throw given.error('moveit/limits', `${has} is true, but there is no ${name}`);
}

/** Words of YAML 1.1, which ROS reads, as well. */
function isTrue(flag: Value, name: string): boolean {
  const { data } = flag;
  if (typeof data === 'boolean') return data;
  const word = typeof data === 'string' ? data.toLowerCase() : '';
  if (word === 'yes' || word === 'on') return true;
  if (word === 'no' || word === 'off') return false;
  throw flag.error('moveit/limits', `${name} must be true or false`);
}

function rates(given: Value, { kind }: JointDescription): RateLimits {
  if (kind === 'fixed' || kind === 'floating') return {};
  const velocity = limit(given, 'has_velocity_limits', 'max_velocity');
  const acceleration = limit(given, 'has_acceleration_limits', 'max_acceleration');
  for (const [name, value] of Object.entries({ velocity, acceleration })) {
    if (value !== undefined && !(value > 0)) {
      throw given.error('moveit/limits', `max_${name} is ${value}, expected more than 0`);
    }
  }
  return {
    ...(velocity !== undefined && { velocity }),
    ...(acceleration !== undefined && { acceleration }),
  };
}

function narrowed(given: Value, joint: JointDescription, notes: Fault[]): JointDescription {
  const low = limit(given, 'has_position_limits', 'min_position');
  const high = limit(given, 'has_position_limits', 'max_position');
  if (low === undefined || high === undefined) return joint;
  const { limits, name } = joint;
  if (!limits) {
    const message = `the joint ${quote(name)} has no range in the URDF; that of this file is not used`;
    notes.push(given.error('moveit/limits', message).fault);
    return joint;
  }
  const [lower, upper] = [Math.max(limits.lower, low), Math.min(limits.upper, high)];
  if (lower > upper) {
    const range = `[${limits.lower}, ${limits.upper}]`;
    const message = `the range [${low}, ${high}] of joint ${quote(name)} has nothing in common with that of the URDF, ${range}`;
    throw given.error('moveit/limits', message);
  }
  if (low < limits.lower || high > limits.upper) {
    const message = `the range [${low}, ${high}] of joint ${quote(name)} is wider than that of the URDF: [${lower}, ${upper}] counts`;
    notes.push(given.error('moveit/limits', message).fault);
  }
  return { ...joint, limits: { ...limits, lower, upper } };
}
