/**
 * Rows of joint values from files as configurations of a cell. What a row means is settled once:
 * thousands of rows then cost little more than copying numbers.
 */
import type { Cell } from '../cell/index.ts';
import { configurationFrom, firstDof } from '../kinematics/index.ts';
import { type Fault, InputError } from '../math/index.ts';
import { aboutFile, located } from './located.ts';
import type { TracksFile } from './tracks.ts';

export interface RowOptions {
  /** Names of the joints that a row gives values for. */
  readonly joints: readonly string[];
  /** Any row: its numbers are copied by the others. */
  readonly first: Float64Array;
  /** Values given with --joints. */
  readonly given: ReadonlyMap<string, number>;
  /** The file, its contents, and what rows are called in a message: "the path". */
  readonly file: string;
  readonly bytes: Uint8Array;
  readonly what: string;
  /** What to do about a joint without a value. */
  readonly hint?: string;
}

export interface Rows {
  configuration(row: Float64Array): Float64Array;
  /** Velocities or accelerations: 0 for joints that the file does not mention. */
  rates(row: Float64Array): Float64Array;
  /** Degrees of freedom in the order of the file's joints, then the others. */
  readonly order: readonly number[];
  /** Those of the file's joints alone. */
  readonly named: readonly number[];
  /** Joints that the file does not mention. */
  readonly standing: readonly StandingJoint[];
  /** The same in words, and values that are ignored. */
  readonly notes: readonly Fault[];
}

/** A joint that a motion does not name, and so stands still. */
export interface StandingJoint {
  readonly joint: string;
  /** Radians or metres. */
  readonly value: number;
  /** Where the value comes from, in words. */
  readonly source: string;
}

const MISSING_HINT =
  'name them in "joints", hold them in the cell file, or give --joints NAME=VALUE';

/** Throws an InputError for a joint that does not exist, or has no value anywhere. */
export function rowsOf(cell: Cell, options: RowOptions): Rows {
  const { joints, first, given, file, what, hint = MISSING_HINT } = options;
  const { tree, description } = cell;
  const fromOptions = checkOptions(cell, given);
  const own = new Map(joints.map((name, k) => [name, first[k]]));
  const notes = checkJoints(cell, options);
  const { q, missing, sources } = configurationFrom(tree, own, given, description.state);
  if (missing.length > 0) {
    throw new InputError({
      code: 'configuration/missing',
      message: `${what} has no value for ${missing.join(', ')}`,
      file,
      hint,
    });
  }
  const places = joints.map((name) => firstDof(tree, name));
  const named = places.filter((d) => d >= 0);
  const others = tree.dofs.map((_, d) => d).filter((d) => !named.includes(d));
  const standing = others.map((d) => ({
    ...{ joint: tree.dofs[d].name, value: q[d], source: SOURCES[sources[d]] },
  }));
  const hasRotations = tree.dofs.some(({ unit }) => unit === 'quaternion');
  return {
    configuration(row) {
      if (hasRotations) {
        // Not every four numbers are a rotation.
        const values = new Map(joints.map((name, k) => [name, row[k]]));
        return aboutFile(file, () => configurationFrom(tree, values, given, description.state)).q;
      }
      const copy = q.slice();
      for (let k = 0; k < places.length; k++) if (places[k] >= 0) copy[places[k]] = row[k];
      return copy;
    },
    rates(row) {
      const rates = new Float64Array(q.length);
      for (let k = 0; k < places.length; k++) if (places[k] >= 0) rates[places[k]] = row[k];
      return rates;
    },
    ...{ order: [...named, ...others], named, standing },
    notes: [...fromOptions, ...notes, ...standingNotes(standing, options)],
  };
}

/** Rows of a file of tracks: where all begin, and each track's rows as configurations of the cell. */
export interface TrackRows extends Pick<Rows, 'order' | 'named' | 'notes'> {
  readonly standing: Float64Array;
  /** Joints that no track mentions. */
  readonly unnamed: readonly StandingJoint[];
  readonly tracks: readonly (Pick<Rows, 'configuration' | 'rates'> & {
    /** By its file, or by its number. */
    readonly name: string;
    /** Degrees of freedom that it moves. */
    readonly dofs: readonly number[];
  })[];
}

/** A row of all tracks is one after the other; the others stand where they begin. */
export function trackRowsOf(
  cell: Cell,
  files: TracksFile['tracks'],
  options: Omit<RowOptions, 'joints' | 'first' | 'what'>,
): TrackRows {
  for (const { path, file, bytes } of files) {
    checkJoints(cell, { joints: path.joints, first: path.waypoints[0], file, bytes });
  }
  const joints = files.flatMap(({ path }) => path.joints);
  const first = Float64Array.from(files.flatMap(({ path }) => [...path.waypoints[0]]));
  const rows = rowsOf(cell, { ...options, joints, first, what: 'the file of tracks' });
  const still = new Float64Array(first.length);
  let before = 0;
  const tracks = files.map(({ path, file }, i) => {
    const begin = before;
    before += path.joints.length;
    const whole = (row: Float64Array, others: Float64Array) => {
      const all = others.slice();
      all.set(row, begin);
      return all;
    };
    const twins = files.filter((other) => other.file === file).length;
    return {
      name: twins > 1 ? `track ${i}` : file,
      dofs: path.joints.map((name) => firstDof(cell.tree, name)).filter((d) => d >= 0),
      configuration: (row: Float64Array) => rows.configuration(whole(row, first)),
      rates: (row: Float64Array) => rows.rates(whole(row, still)),
    };
  });
  const { order, named, notes, standing: unnamed } = rows;
  return { standing: rows.configuration(first), unnamed, tracks, order, named, notes };
}

/** Throws, with its place, for a joint that the file names and the cell does not have. */
export function checkJoints(
  { tree }: Cell,
  options: Pick<RowOptions, 'joints' | 'first' | 'file' | 'bytes'>,
): readonly Fault[] {
  const { joints, first, file } = options;
  const own = new Map(joints.map((name, k) => [name, first[k]]));
  return located(options.bytes, options.joints, () =>
    aboutFile(file, () => configurationFrom(tree, own)),
  ).notes;
}

/** What is wrong with --joints is no fault of the file. */
function checkOptions(cell: Cell, given: ReadonlyMap<string, number>): readonly Fault[] {
  try {
    return configurationFrom(cell.tree, given).notes;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError({ ...error.fault, message: `--joints: ${error.fault.message}` });
  }
}

const SOURCES = ['the file', '--joints', 'the cell or scene'];

function standingNotes(standing: readonly StandingJoint[], { what }: RowOptions): Fault[] {
  if (standing.length === 0) return [];
  const list = standing.map(({ joint, value, source }) => `${joint}=${value} (${source})`);
  const [which, stays] =
    list.length === 1 ? ['one joint is', 'stays'] : [`${list.length} joints are`, 'stay'];
  return [
    {
      code: 'configuration/standing',
      message: `${which} not mentioned by ${what} and ${stays} put: ${list.join(', ')}`,
    },
  ];
}
