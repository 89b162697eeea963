/** trajectory_msgs/JointTrajectory. Seconds. */
import type { Fault } from '../math/index.ts';
import type { PathFile } from './pathFile.ts';
import {
  MOST_ROWS,
  noWaypoints,
  readJoints,
  readRow,
  readValues,
  requireFewRows,
  requireOrder,
  type TrackKey,
} from './pathRows.ts';
import type { Value } from './value.ts';

const POINT_KEYS = [
  'positions',
  'velocities',
  'accelerations',
  'effort',
  'time_from_start',
] as const;

/**
 * Times must be given for all points or for none. Velocities and accelerations may be missing at some:
 * what a controller makes of that is in motion/timed.ts.
 */
export function readTrajectory(value: Value, more: readonly TrackKey[] = []): PathFile {
  const keys = value.mapping('a joint trajectory', ['header', 'joint_names', 'points', ...more]);
  const joints = readJoints(keys.need('joint_names'));
  const list = keys.need('points');
  requireFewRows(list.list('points').length, list.list('points')[MOST_ROWS]);
  const points = list.list('points').map((item) => item.mapping('a point', POINT_KEYS));
  if (points.length === 0) throw noWaypoints(list);
  // ROS writes a field that is not set as an empty list.
  const given = (key: (typeof POINT_KEYS)[number]) =>
    points.map((point) => point.get(key)?.isEmpty() === false);
  const rates = (key: 'velocities' | 'accelerations') => {
    const has = given(key);
    if (!has.includes(true)) return undefined;
    return points.map((point, i) => (has[i] ? readRow(point.need(key), joints.length, key) : null));
  };
  const waypoints = points.map((point) => readValues(point.need('positions'), joints, 'positions'));
  const velocities = rates('velocities');
  const accelerations = rates('accelerations');
  const timed = given('time_from_start');
  const odd = timed.indexOf(!timed[0]);
  if (odd >= 0) {
    const message = `time_from_start: this point ${timed[0] ? 'has none, the first has' : 'has one, the first none'}`;
    throw points[odd].value.error('path/mixed', message, 'give times for all points or for none');
  }
  const places = timed[0] ? points.map((point) => point.need('time_from_start')) : [];
  const times = places.map(readDuration);
  // Planners write 0 everywhere before times are computed.
  const untimed = times.length > 1 && times.every((time) => time === 0);
  if (!untimed) requireOrder(places, times, waypoints);
  return {
    joints,
    waypoints,
    ...(timed[0] && !untimed && { times, interpolation: 'controller' as const }),
    ...(velocities && { velocities }),
    ...(accelerations && { accelerations }),
    notes: untimed ? [UNTIMED] : [],
  };
}

const UNTIMED: Fault = {
  code: 'path/untimed',
  message: 'time_from_start is 0 at all points: the path is taken as one without times',
};

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
