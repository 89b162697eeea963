/**
 * Paths and lists of configurations from files: our own JSON, CSV with a header of joint names,
 * messages of ROS that hold a trajectory, and recorded joint states, in YAML or JSON (rosMotion.ts). The
 * contents tell the format. Radians or metres, seconds. Several robots with their own timing: tracks.ts.
 */
import { MOST_VALUE, requireMagnitude } from '../kinematics/index.ts';
import { nameHint } from '../math/index.ts';
import { csvRows } from './csv.ts';
import { decode, readDocument, readDocuments } from './document.ts';
import { type FileInterpolation, INTERPOLATIONS, type PathFile } from './pathFile.ts';
import {
  noWaypoints,
  readJoints,
  readRates,
  readRows,
  requireFewRows,
  requireOrder,
  type TrackRules,
} from './pathRows.ts';
import { isJointState, readJointStates, readMotionMessage } from './rosMotion.ts';
import { errorAt, quote, Value } from './value.ts';
import { readWaypoints } from './waypoints.ts';

export interface ConfigurationFile {
  readonly joints: readonly string[];
  readonly configurations: readonly Float64Array[];
}

export interface ReadPathOptions {
  readonly file: string;
}

const PATH_KEYS = [
  'joints',
  'waypoints',
  'times',
  'velocities',
  'accelerations',
  'blend',
  'interpolation',
] as const;

/** Reads a path or a trajectory from JSON, YAML or CSV. Throws InputError with file, line and column. */
export function readPath(
  bytes: Uint8Array,
  { file }: ReadPathOptions,
  track?: TrackRules,
): PathFile {
  const text = decode(bytes, file);
  if (looksLikeCsv(text)) return readCsvPath(text, file, track);
  const documents = readDocuments(bytes, file);
  if (isJointState(documents[0])) return readJointStates(documents, file);
  if (documents.length === 1) return readPathValue(documents[0], track);
  throw several(documents[1], `${documents.length} messages`);
}

function several(value: Value, what: string): Error {
  const hint = 'each is a motion of its own: give a file for each, or a bag (docs/bags.md)';
  return value.error('path/several', `the file holds ${what}, expected one`, hint);
}

/** A path in a document. */
export function readPathValue(root: Value, track?: TrackRules): PathFile {
  const found = readMotionMessage(root, track?.extraKeys);
  if (!found) return readOwn(root, track);
  if (found.length === 1) return found[0];
  throw several(root, `${found.length} trajectories`);
}

/** What a file means by its motion where it does not say so. */
export function interpolationOf(path: PathFile): FileInterpolation {
  if (path.interpolation) return path.interpolation;
  if (path.vias) return 'arcs';
  if (!path.times) return 'straight';
  if (path.blend !== undefined) return 'blend';
  return path.velocities ? 'controller' : 'straight';
}

/** Reads `{"joints": [...], "configurations": [[...], ...]}`. */
export function readConfigurations(
  bytes: Uint8Array,
  { file }: ReadPathOptions,
): ConfigurationFile {
  const root = readDocument(bytes, file);
  const keys = root.mapping('a list of configurations', ['joints', 'configurations']);
  const joints = readJoints(keys.need('joints'));
  return { joints, configurations: readRows(keys.need('configurations'), joints) };
}

function readOwn(root: Value, track: TrackRules | undefined): PathFile {
  const keys = root.mapping('a path', [...PATH_KEYS, ...(track?.extraKeys ?? [])]);
  const joints = readJoints(keys.need('joints'));
  const list = keys.need('waypoints');
  const points = readWaypoints(list, joints);
  const { waypoints, vias } = points;
  if (waypoints.length === 0) throw noWaypoints(list);
  const path: { -readonly [K in keyof PathFile]: PathFile[K] } = { joints, ...points, notes: [] };
  const times = keys.get('times');
  if (times) path.times = times.numbers('times', waypoints.length);
  for (const key of ['velocities', 'accelerations'] as const) {
    const value = keys.get(key);
    if (value && vias)
      throw keys.keyError(key, 'path/arcs', `a path with arcs has no ${key}`, EVEN);
    if (value) path[key] = readRates(value, key, joints.length, waypoints.length);
  }
  const blend = keys.get('blend');
  if (blend) path.blend = readBlend(blend);
  const interpolation = keys.get('interpolation');
  if (interpolation) path.interpolation = readInterpolation(interpolation, path);
  const kind = interpolationOf(path);
  if (vias && kind !== 'arcs') {
    const message = `a path with arcs is not ${quote(kind)}`;
    throw keys.keyError('interpolation', 'path/arcs', message, 'leave it out, or "via"');
  }
  if (blend && kind !== 'blend') {
    const hint = times ? 'say "interpolation": "blend", or leave one of them out' : 'give "times"';
    const message = times ? `a path that is ${kind} has no blends` : 'blends need times';
    throw keys.keyError('blend', 'path/blend', message, hint);
  }
  if (times && path.times) {
    // Alone on straight lines it does not matter how fast they are run through.
    const free = kind === 'straight' && !track;
    const places = times.list('times');
    requireOrder(places, path.times, free ? undefined : waypoints);
    vias?.forEach((via, i) => {
      if (via === null || path.times![i] > path.times![i - 1]) return;
      const message = `the arc to waypoint ${i} takes no time`;
      throw places[i].error('path/time', message, 'times must increase');
    });
  }
  return path;
}

const EVEN = 'arcs are run through evenly: give "times" alone, or leave "via" out';

function readBlend(value: Value): number {
  const seconds = value.number('blend');
  if (seconds > 0) return seconds;
  throw value.error('path/blend', `a blend takes ${seconds} s; expected a time above 0`);
}

function readInterpolation(value: Value, { times, blend }: Partial<PathFile>): FileInterpolation {
  const word = value.text('interpolation');
  const known = INTERPOLATIONS.find((each) => each === word);
  if (!known) {
    const message = `there is no interpolation ${quote(word)}`;
    throw value.error('path/interpolation', message, nameHint(word, INTERPOLATIONS));
  }
  if ((known === 'controller' || known === 'blend') && !times) {
    throw value.error(
      'path/no-times',
      `${quote(known)} needs times`,
      'give "times", in seconds, one per waypoint',
    );
  }
  if (known === 'blend' && blend === undefined) {
    throw value.error('path/blend', '"blend" needs the key "blend"', 'the seconds of one blend');
  }
  return known;
}

/** A first line that is neither a bracket, a YAML key, a list item nor a marker. */
function looksLikeCsv(text: string): boolean {
  // The first line that says something: the others are not looked at.
  const first = /^(?![^\S\r\n]*(?:#|$)).+/m.exec(text)?.[0] ?? '{';
  return !/^\s*[[{%]|^---|^\s*- |^\s*("[^"]*"|'[^']*'|[^\s,"']+)\s*:(\s|$)/.test(first);
}

const NUMERAL = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;

/** A column per joint, in any order, and perhaps one called `time`. */
function readCsvPath(text: string, file: string, track: TrackRules | undefined): PathFile {
  const source = { file, text };
  // Millions of lines: none is kept.
  const lines = csvRows(source);
  const header: Value[] | undefined = lines.next().value;
  if (!header) throw errorAt(source, 0, 'document/empty', 'the file is empty');
  const timeColumn = header.findIndex((field) => field.data === 'time');
  const joints = readJoints(
    new Value(
      source,
      header[0].at,
      header.filter((_, i) => i !== timeColumn),
    ),
  );
  const waypoints: Float64Array[] = [];
  const times: number[] = [];
  const places: Value[] = [];
  for (const line of lines) {
    if (line.length !== header.length) {
      const message = `expected ${header.length} fields, as in the header; found ${line.length}`;
      throw line[0].error('path/count', message);
    }
    const numbers = line.map(readField);
    if (timeColumn >= 0) {
      times.push(...numbers.splice(timeColumn, 1));
      places.push(line[timeColumn]);
    }
    numbers.forEach((x, k) => {
      if (Math.abs(x) > MOST_VALUE) {
        const field = line[timeColumn >= 0 && k >= timeColumn ? k + 1 : k];
        field.locate(() => requireMagnitude(joints[k], x));
      }
    });
    waypoints.push(Float64Array.from(numbers));
    requireFewRows(waypoints.length, line[0]);
  }
  if (waypoints.length === 0) throw noWaypoints(header[0]);
  requireOrder(places, times, track ? waypoints : undefined);
  return { joints, waypoints, ...(timeColumn >= 0 && { times }), notes: [] };
}

function readField(field: Value): number {
  const text = field.text('a value', 'may be empty');
  const number = Number(text);
  if (NUMERAL.test(text) && Number.isFinite(number)) return number;
  throw field.error('csv/number', `expected a finite number, found ${quote(text)}`);
}
