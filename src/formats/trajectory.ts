/** trajectory_msgs/JointTrajectory. Seconds. */
import { noWaypoints, readJoints, readRow, requireOrder } from './pathRows.ts';
import type { PathFile } from './paths.ts';
import type { Value } from './value.ts';

const POINT_KEYS = [
  'positions',
  'velocities',
  'accelerations',
  'effort',
  'time_from_start',
] as const;

/** Velocities, accelerations and times must be given for all points or for none. */
export function readTrajectory(value: Value): PathFile {
  const keys = value.mapping('a joint trajectory', ['header', 'joint_names', 'points']);
  const joints = readJoints(keys.need('joint_names'));
  const list = keys.need('points');
  const points = list.list('points').map((item) => item.mapping('a point', POINT_KEYS));
  if (points.length === 0) throw noWaypoints(list);
  const rows = (key: 'positions' | 'velocities' | 'accelerations') =>
    points.map((point) => readRow(point.need(key), joints.length, key));
  const has = (key: (typeof POINT_KEYS)[number]) => {
    // ROS writes a field that is not set as an empty list.
    const given = points.map((point) => point.get(key)?.isEmpty() === false);
    const odd = given.indexOf(!given[0]);
    if (odd < 0) return given[0];
    const message = `${key}: this point ${given[0] ? 'has none, the first has' : 'has some, the first none'}`;
    throw points[odd].value.error('path/mixed', message, 'give them for all points or for none');
  };
  const waypoints = rows('positions');
  const velocities = has('velocities') && rows('velocities');
  const accelerations = has('accelerations') && rows('accelerations');
  const times =
    has('time_from_start') && points.map((point) => readDuration(point.need('time_from_start')));
  if (times)
    requireOrder(
      points.map((point) => point.need('time_from_start')),
      times,
    );
  return {
    joints,
    waypoints,
    ...(times && { times }),
    ...(velocities && { velocities }),
    ...(accelerations && { accelerations }),
    notes: [],
  };
}

/** A number of seconds; or seconds and nanoseconds, as ROS 1 or ROS 2 call them. */
function readDuration(value: Value): number {
  if (!(value.data instanceof Map)) return value.number('time_from_start');
  const keys = value.mapping('a duration', ['sec', 'nanosec', 'secs', 'nsecs']);
  const part = (a: 'sec' | 'nanosec', b: 'secs' | 'nsecs') => {
    if (keys.get(a) && keys.get(b))
      throw keys.keyError(b, 'path/time', `${a} and ${b} are the same`);
    const given = keys.get(a) ?? keys.get(b);
    const count = given?.number(a) ?? 0;
    if (given && !Number.isInteger(count)) {
      throw given.error('path/time', `${a}: expected a whole number, found ${count}`);
    }
    return count;
  };
  return part('sec', 'secs') + part('nanosec', 'nsecs') / 1e9;
}
