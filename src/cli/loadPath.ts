/** The PATH argument: a motion from a file, of one robot or of several, in a cell that covers it. */
import { readFileSync } from 'node:fs';
import { resolve as resolvePath } from 'node:path';
import type { Cell } from '../cell/index.ts';
import {
  interpolationOf,
  type PathFile,
  type Resolver,
  readMotion,
  type TrackFile,
  type TracksFile,
} from '../formats/index.ts';
import { firstDof } from '../kinematics/index.ts';
import { type Fault, InputError } from '../math/index.ts';
import {
  blendedPath,
  buildPath,
  combineTracks,
  coveringCell,
  type Path,
  type Track,
  timedPath,
  type WrapRule,
} from '../motion/index.ts';
import { about, oneOf, readBytes } from './command.ts';
import { inOptions } from './commands/checkSettings.ts';
import { checkJoints, type Rows, rowsOf } from './configurations.ts';
import type { LoadedCell } from './loadCell.ts';

/** What --interpolation takes: the motion that is meant, whatever the file says. */
const OVERRIDES = ['straight', 'controller'] as const;
export type Override = (typeof OVERRIDES)[number];

export function interpolationFrom(command: string, word: string | undefined): Override | undefined {
  return word === undefined ? undefined : oneOf(command, 'interpolation', word, OVERRIDES);
}

export interface LoadPathOptions {
  readonly wrap: WrapRule;
  readonly interpolation?: Override | undefined;
}

/** A path from a file, in a cell that covers it. */
export interface LoadedPath {
  readonly cell: Cell;
  readonly path: Path;
  readonly times: readonly number[] | undefined;
  /** Robots with their own timing, and by how many seconds each begins later. */
  readonly tracks?: readonly Track[];
  readonly offsets?: readonly number[];
  /** Degrees of freedom in the order of the file's joints. */
  readonly order: readonly number[];
  readonly notes: readonly Fault[];
}

const resolver: Resolver = {
  files: (path) => {
    try {
      return readFileSync(resolvePath(path));
    } catch {
      return undefined;
    }
  },
};

export function loadPath(loaded: LoadedCell, file: string, options: LoadPathOptions): LoadedPath {
  return pathFrom(loaded, file, readBytes(file), options);
}

/** The same for contents that are at hand. */
export function pathFrom(
  loaded: LoadedCell,
  file: string,
  bytes: Uint8Array,
  options: LoadPathOptions,
): LoadedPath {
  const motion = readMotion(bytes, { file, resolver });
  return 'tracks' in motion
    ? loadTracks(loaded, file, bytes, motion, options)
    : loadOne(loaded, file, bytes, motion, options);
}

function loadOne(
  { cell, joints: given }: LoadedCell,
  file: string,
  bytes: Uint8Array,
  motion: PathFile,
  options: LoadPathOptions,
): LoadedPath {
  const { joints, waypoints } = motion;
  const rows = rowsOf(cell, {
    ...{ joints, first: waypoints[0], given, file, bytes },
    what: 'the path',
  });
  const path = pathOf(cell, file, motion, rows, options);
  const notes = [...motion.notes, ...rows.notes, ...inOptions(path.notes)];
  return finish(cell, path, rows.order, notes);
}

/** A row of all tracks is one after the other; the others stand where they begin. */
function loadTracks(
  { cell, joints: given }: LoadedCell,
  file: string,
  bytes: Uint8Array,
  { tracks: files }: TracksFile,
  options: LoadPathOptions,
): LoadedPath {
  for (const { path, ...place } of files) {
    checkJoints(cell, { joints: path.joints, first: path.waypoints[0], ...place });
  }
  const joints = files.flatMap(({ path }) => path.joints);
  const first = Float64Array.from(files.flatMap(({ path }) => [...path.waypoints[0]]));
  const rows = rowsOf(cell, { joints, first, given, file, bytes, what: 'the file of tracks' });
  const offsets = files.map(({ offset }) => offset);
  const names = namesOf(files);
  let before = 0;
  const tracks = files.map((each, i) => {
    const begin = before;
    before += each.path.joints.length;
    const whole = (row: Float64Array, others: Float64Array) => {
      const all = others.slice();
      all.set(row, begin);
      return all;
    };
    const still = new Float64Array(first.length);
    const own = {
      configuration: (row: Float64Array) => rows.configuration(whole(row, first)),
      rates: (row: Float64Array) => rows.rates(whole(row, still)),
    };
    return { ...trackOf(cell, each, own, options), name: names[i] };
  });
  const standing = rows.configuration(first);
  const path = about(file, () => combineTracks(cell.tree, tracks, { standing, offsets }));
  const notes = [
    ...files.flatMap((each) => each.path.notes),
    ...rows.notes,
    ...inOptions(path.notes),
  ];
  return { ...finish(cell, path, rows.order, notes), tracks, offsets };
}

/** The motion of one robot. `rows` makes whole configurations of the rows of its file. */
export function trackOf(
  cell: Cell,
  { path, file }: TrackFile,
  rows: Pick<Rows, 'configuration' | 'rates'>,
  options: LoadPathOptions,
): Track {
  return {
    dofs: path.joints.map((name) => firstDof(cell.tree, name)).filter((d) => d >= 0),
    path: pathOf(cell, file, path, rows, options),
    name: file,
  };
}

/** By its file, or by its number. */
function namesOf(files: TracksFile['tracks']): string[] {
  return files.map(({ file }, i) =>
    files.filter((other) => other.file === file).length > 1 ? `track ${i}` : file,
  );
}

function pathOf(
  { tree }: Cell,
  file: string,
  motion: PathFile,
  rows: Pick<Rows, 'configuration' | 'rates'>,
  { wrap, interpolation }: LoadPathOptions,
): Path {
  const waypoints = motion.waypoints.map((row) => rows.configuration(row));
  const rates = (list: PathFile['velocities']) => list?.map((row) => row && rows.rates(row));
  const { times, blend } = motion;
  const kind = interpolation ?? interpolationOf(motion);
  return about(file, () => {
    if (kind === 'straight') {
      const path = buildPath(tree, waypoints, { wrap, ...(times && { times }) });
      return motion.velocities ? { ...path, notes: [...path.notes, IGNORED] } : path;
    }
    if (!times) {
      throw new InputError({
        code: 'path/no-times',
        message: 'what a controller makes of a path depends on its times, and it has none',
        hint: 'give "times", or --interpolation straight',
      });
    }
    if (kind === 'blend' && blend !== undefined) {
      return blendedPath(tree, { waypoints, times, blend }, { wrap });
    }
    const velocities = rates(motion.velocities);
    const accelerations = rates(motion.accelerations);
    return timedPath(tree, { waypoints, times, velocities, accelerations }, { wrap });
  });
}

const IGNORED: Fault = {
  code: 'path/velocities',
  message: 'the path has velocities, but is checked as straight segments between its waypoints',
  hint: 'a controller that blends otherwise strays from them: give its tracking tolerance in the cell file',
};

function finish(cell: Cell, path: Path, order: readonly number[], notes: Fault[]): LoadedPath {
  return { cell: coveringCell(cell, path), path, times: path.times, order, notes };
}

/** What a proven range may be wider than the motion, as a part of the limit. */
const RANGE_SLACK = 1e-9;

/** Joints beyond their limits: at waypoints, and where curves go farther between them. */
export function limitNotes({ cell, path }: LoadedPath): Fault[] {
  const notes: Fault[] = [];
  const count = cell.tree.dofs.length;
  const curved = path.segments.flatMap((segment, i) => {
    if (segment.kind === 'straight') return [];
    const [low, high] = [new Float64Array(count), new Float64Array(count)];
    segment.rangeInto(low, high);
    return [{ low, high, i }];
  });
  cell.tree.dofs.forEach(({ name, lower, upper, unit }, d) => {
    if (unit === 'quaternion') return;
    const limits = `beyond its limits ${lower} to ${upper}`;
    const beyond = path.waypoints
      .map((q, i) => ({ value: q[d], i }))
      .filter(({ value }) => value < lower || value > upper);
    if (beyond.length > 0) {
      const [{ value, i }] = beyond;
      const more = beyond.length > 1 ? ` and at ${beyond.length - 1} more` : '';
      const where = path.labels ? `${path.times?.[i]} s` : `waypoint ${i}`;
      const message = `${name} is ${value} at ${where}${more}, ${limits}`;
      notes.push({ code: 'path/limits', message });
      return;
    }
    const room = RANGE_SLACK * Math.max(1, Math.abs(lower), Math.abs(upper));
    const first = curved.find(({ low, high }) => low[d] < lower - room || high[d] > upper + room);
    if (!first) return;
    const { low, high, i } = first;
    const value = Number((low[d] < lower - room ? low : high)[d].toFixed(6));
    const where = path.labels ? ` (${path.labels[i]})` : ', between waypoints';
    const message = `${name} reaches ${value} on segment ${i}${where}, ${limits}`;
    notes.push({ code: 'path/limits', message });
  });
  return notes;
}
