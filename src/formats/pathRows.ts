/** Rows of joint values with their names and times: what all formats of paths have in common. */
import { MOST_VALUE, requireMagnitude } from '../kinematics/index.ts';
import { quote, type Value } from './value.ts';

/** Keys that a path may have where it is one of several tracks. */
export type TrackKey = 'robot' | 'offset';

/** How a path is read that is one of several tracks; it must have increasing times. */
export interface TrackRules {
  readonly extraKeys: readonly TrackKey[];
}

/** Names of joints, each once. */
export function readJoints(value: Value): string[] {
  const items = value.list('joints');
  if (items.length === 0) throw value.error('path/no-joints', 'there are no joints');
  const joints: string[] = [];
  const seen = new Set<string>();
  for (const item of items) {
    const name = item.text('the name of a joint');
    if (seen.has(name)) {
      throw item.error('path/duplicate-joint', `the joint ${quote(name)} occurs twice`);
    }
    seen.add(name);
    joints.push(name);
  }
  return joints;
}

/** A list of such rows, of values of these joints. */
export function readRows(value: Value, joints: readonly string[]): Float64Array[] {
  const rows = value.list('configurations');
  requireFewRows(rows.length, rows[MOST_ROWS]);
  return rows.map((row) => readValues(row, joints, 'a configuration'));
}

/** As a motion each takes about two kilobytes. */
export const MOST_ROWS = 500_000;

/** `place` is where the first one too many stands, or undefined if there is none. */
export function requireFewRows(count: number, place: Value | undefined): void {
  if (count <= MOST_ROWS || !place) return;
  throw place.error(
    'path/too-long',
    `there are more than ${MOST_ROWS} configurations`,
    'split the file',
  );
}

/** One number per joint, none of them too large to say where it is. */
export function readValues(value: Value, joints: readonly string[], what: string): Float64Array {
  const row = readRow(value, joints.length, what);
  for (let k = 0; k < row.length; k++) {
    if (Math.abs(row[k]) <= MOST_VALUE) continue;
    value.list(what)[k].locate(() => requireMagnitude(joints[k], row[k]));
  }
  return row;
}

/** One number per joint. */
export function readRow(value: Value, count: number, what: string): Float64Array {
  const row = value.numbers(what);
  if (row.length === count) return Float64Array.from(row);
  throw value.error(
    'path/count',
    `${what}: expected ${count} values, one per joint; found ${row.length}`,
  );
}

/** A row per waypoint; `null` where a waypoint says nothing. */
export function readRates(
  value: Value,
  what: string,
  joints: number,
  waypoints: number,
): (Float64Array | null)[] {
  const rows = value.list(what);
  if (rows.length !== waypoints) {
    throw value.error(
      'path/count',
      `${what}: expected ${waypoints}, one per waypoint; found ${rows.length}`,
    );
  }
  return rows.map((row) => (row.data === null ? null : readRow(row, joints, what)));
}

/** Times must not go back. Where rows are given they must increase, except between equal rows. */
export function requireOrder(
  places: readonly Value[],
  times: readonly number[],
  rows?: readonly Float64Array[],
): void {
  for (let i = 1; i < times.length; i++) {
    if (times[i] < times[i - 1]) {
      throw places[i].error('path/time', `time goes back from ${times[i - 1]} to ${times[i]}`);
    }
    if (!rows || times[i] > times[i - 1] || rows[i].every((x, k) => x === rows[i - 1][k])) continue;
    throw places[i].error(
      'path/time',
      `waypoints ${i - 1} and ${i} differ, but both are at ${times[i]} s`,
      'times must increase',
    );
  }
}

export function noWaypoints(value: Value): Error {
  return value.error('path/no-waypoints', 'the path has no waypoints');
}
