/**
 * Motions from files as the page holds them. Joints that a file does not mention stand where the cell has
 * them, as `surepath check` has it; a joint without any value is a fault.
 */
import type { Cell } from '../../src/cell/index.ts';
import {
  interpolationOf,
  located,
  type PathFile,
  type Resolver,
  readMotion,
  type TracksFile,
} from '../../src/formats/index.ts';
import { configurationFrom, firstDof } from '../../src/kinematics/index.ts';
import { type Fault, InputError } from '../../src/math/index.ts';
import { coveringCell, type Path } from '../../src/motion/index.ts';
import { motionOf } from './motion.ts';
import type { PathData, ReadPathAnswer, TrackData } from './protocol.ts';

export interface MotionSource {
  readonly file: string;
  readonly bytes: Uint8Array;
  readonly resolver: Resolver;
  /** Values of joints that the file gives none; before those that the cell has. */
  readonly joints?: Readonly<Record<string, number>>;
}

/** Throws an InputError with file, line and column. */
export function readMotionFile(cell: Cell, source: MotionSource): ReadPathAnswer {
  const { file, bytes, resolver } = source;
  const motion = readMotion(bytes, { file, resolver });
  const { data, notes } =
    'tracks' in motion ? ofTracks(cell, motion, source) : ofPath(cell, motion, source);
  const path = about(file, () => motionOf(cell.tree, data));
  // The knots of all tracks, for whoever draws them.
  const knots = data.tracks && {
    waypoints: path.waypoints,
    ...(path.times && { times: path.times }),
  };
  return {
    path: { ...data, ...knots, ...(path.labels && { labels: path.labels }), file },
    notes: [...notes, ...path.notes, ...limitNotes(cell, path)],
  };
}

interface Read {
  readonly data: PathData;
  readonly notes: readonly Fault[];
}

function ofPath(cell: Cell, motion: PathFile, source: MotionSource): Read {
  const rows = rowsOf(cell, motion.joints, motion.waypoints[0], source, 'the path');
  return { data: dataOf(source.file, motion, rows), notes: [...motion.notes, ...rows.notes] };
}

/** A row of all tracks is one after the other; the others stand where they begin. */
function ofTracks(cell: Cell, { tracks: files }: TracksFile, source: MotionSource): Read {
  for (const { path, file, bytes } of files) {
    ownValues(cell, path.joints, path.waypoints[0], { file, bytes });
  }
  const joints = files.flatMap(({ path }) => path.joints);
  const first = Float64Array.from(files.flatMap(({ path }) => [...path.waypoints[0]]));
  const rows = rowsOf(cell, joints, first, source, 'the file of tracks');
  const still = new Float64Array(first.length);
  let before = 0;
  const tracks = files.map(({ path, offset, file }, i): TrackData => {
    const begin = before;
    before += path.joints.length;
    const whole = (row: Float64Array, others: Float64Array) => {
      const all = others.slice();
      all.set(row, begin);
      return all;
    };
    const own: Rows = {
      configuration: (row) => rows.configuration(whole(row, first)),
      rates: (row) => rows.rates(whole(row, still)),
      notes: [],
    };
    const twins = files.filter((other) => other.file === file).length;
    const name = twins > 1 ? `track ${i}` : file;
    return {
      name,
      offset,
      dofs: path.joints.map((joint) => firstDof(cell.tree, joint)).filter((d) => d >= 0),
      motion: dataOf(name, path, own),
    };
  });
  const standing = rows.configuration(first);
  return {
    data: { name: source.file, waypoints: [standing], tracks, standing },
    notes: [...files.flatMap(({ path }) => path.notes), ...rows.notes],
  };
}

function dataOf(name: string, motion: PathFile, rows: Rows): PathData {
  const rates = (list: PathFile['velocities']) => list?.map((row) => row && rows.rates(row));
  const { times, blend } = motion;
  const velocities = rates(motion.velocities);
  const accelerations = rates(motion.accelerations);
  return {
    name,
    waypoints: motion.waypoints.map((row) => rows.configuration(row)),
    ...(times && { times }),
    ...(velocities && { velocities }),
    ...(accelerations && { accelerations }),
    ...(blend === undefined ? {} : { blend }),
    interpolation: interpolationOf(motion),
  };
}

interface Rows {
  configuration(row: Float64Array): Float64Array;
  /** 0 for joints that the file does not mention. */
  rates(row: Float64Array): Float64Array;
  readonly notes: readonly Fault[];
}

function rowsOf(
  cell: Cell,
  joints: readonly string[],
  first: Float64Array,
  source: Pick<MotionSource, 'file' | 'bytes' | 'joints'>,
  what: string,
): Rows {
  const { tree, description } = cell;
  const notes = ownValues(cell, joints, first, source);
  const given = (row: Float64Array) => new Map(joints.map((name, k) => [name, row[k]]));
  const elsewhere = [source.joints ?? {}, description.state];
  const { q, missing } = configurationFrom(tree, given(first), ...elsewhere);
  if (missing.length > 0) {
    throw new InputError({
      code: 'configuration/missing',
      message: `${what} has no value for ${missing.join(', ')}`,
      file: source.file,
      hint: 'name them in "joints", or hold them or give their "state" in the cell file',
    });
  }
  const places = joints.map((name) => firstDof(tree, name));
  const others = tree.dofs.map((_, d) => d).filter((d) => !places.includes(d));
  const hasRotations = tree.dofs.some(({ unit }) => unit === 'quaternion');
  const put = (row: Float64Array, into: Float64Array) => {
    places.forEach((d, k) => {
      if (d >= 0) into[d] = row[k];
    });
    return into;
  };
  return {
    configuration(row) {
      if (!hasRotations) return put(row, q.slice());
      // Not every four numbers are a rotation.
      return about(source.file, () => configurationFrom(tree, given(row), ...elsewhere)).q;
    },
    rates: (row) => put(row, new Float64Array(q.length)),
    notes: [...notes, ...standing(cell, others, q, what)],
  };
}

/** Throws, with its place, for a joint that the file names and the cell does not have. */
function ownValues(
  { tree }: Cell,
  joints: readonly string[],
  first: Float64Array,
  { file, bytes }: Pick<MotionSource, 'file' | 'bytes'>,
): readonly Fault[] {
  const own = new Map(joints.map((name, k) => [name, first[k]]));
  return located(bytes, joints, () => about(file, () => configurationFrom(tree, own)).notes);
}

function standing(
  { tree }: Cell,
  others: readonly number[],
  q: Float64Array,
  what: string,
): Fault[] {
  if (others.length === 0) return [];
  const list = others.map((d) => `${tree.dofs[d].name}=${q[d]}`).join(', ');
  const one = others.length === 1;
  return [
    {
      code: 'configuration/standing',
      message: `${one ? 'one joint is' : `${others.length} joints are`} not mentioned by ${what} and ${one ? 'stays' : 'stay'} put: ${list}`,
    },
  ];
}

/** What a proven range may be wider than the motion, as a part of the limit. */
const RANGE_SLACK = 1e-9;

/** Joints beyond their limits, at waypoints or between them. */
export function limitNotes(cell: Cell, path: Path): Fault[] {
  const { box } = coveringCell(cell, path);
  if (box === cell.box) return [];
  const count = cell.tree.dofs.length;
  const [low, high] = [new Float64Array(count), new Float64Array(count)];
  const notes: Fault[] = [];
  cell.tree.dofs.forEach(({ name, unit, lower, upper }, d) => {
    if (unit === 'quaternion') return;
    const room = RANGE_SLACK * Math.max(1, Math.abs(lower), Math.abs(upper));
    const i = path.segments.findIndex((segment) => {
      segment.rangeInto(low, high);
      return low[d] < lower - room || high[d] > upper + room;
    });
    if (i < 0) return;
    const value = Number((low[d] < lower - room ? low : high)[d].toFixed(6));
    const message = `${name} reaches ${value} on segment ${i}, beyond its limits ${lower} to ${upper}`;
    notes.push({ code: 'path/limits', message });
  });
  return notes;
}

/** Runs `work`; what is wrong with its input is said of this file, unless it names one itself. */
function about<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof InputError) || error.fault.file !== undefined) throw error;
    throw new InputError({ ...error.fault, file });
  }
}
