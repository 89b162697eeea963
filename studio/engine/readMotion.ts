/**
 * Motions from files as the page holds them, read as `surepath check` reads them. Joints that a file does
 * not mention stand where the cell has them; a joint without any value is a fault.
 */
import type { Cell } from '../../src/cell/index.ts';
import {
  aboutFile,
  interpolationOf,
  type PathFile,
  type Resolver,
  type Rows,
  readMotion,
  rowsOf,
  type TracksFile,
  trackRowsOf,
  wholeMotion,
} from '../../src/formats/index.ts';
import type { Fault } from '../../src/math/index.ts';
import { limitNotes } from '../../src/motion/index.ts';
import { motionOf } from './motion.ts';
import type { PathData, ReadPathAnswer } from './protocol.ts';

export interface MotionSource {
  readonly file: string;
  readonly bytes: Uint8Array;
  readonly resolver: Resolver;
  /** Values of joints that the file gives none; before those that the cell has. */
  readonly joints?: Readonly<Record<string, number>>;
}

const HINT = 'name them in "joints", or hold them or give their "state" in the cell file';

/** Throws an InputError with file, line and column. */
export function readMotionFile(cell: Cell, source: MotionSource): ReadPathAnswer {
  const { file, bytes, resolver, joints = {} } = source;
  const motion = readMotion(bytes, { file, resolver });
  const options = { file, bytes, given: new Map(Object.entries(joints)), hint: HINT };
  const { data, notes } =
    'tracks' in motion ? ofTracks(cell, motion, options) : ofPath(cell, motion, options);
  const path = aboutFile(file, () => motionOf(cell.tree, data));
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

type Options = Parameters<typeof trackRowsOf>[2];

function ofPath(cell: Cell, motion: PathFile, options: Options): Read {
  const { joints, waypoints } = motion;
  const rows = rowsOf(cell, { ...options, joints, first: waypoints[0], what: 'the path' });
  return { data: dataOf(options.file, motion, rows), notes: [...motion.notes, ...rows.notes] };
}

function ofTracks(cell: Cell, { tracks: files }: TracksFile, options: Options): Read {
  const { tracks: rows, standing, notes } = trackRowsOf(cell, files, options);
  const tracks = rows.map(({ name, dofs, ...own }, i) => {
    const { path, offset } = files[i];
    return { name, offset, dofs, motion: dataOf(name, path, own) };
  });
  return {
    data: { name: options.file, waypoints: [standing], tracks, standing },
    notes: [...files.flatMap(({ path }) => path.notes), ...notes],
  };
}

function dataOf(
  name: string,
  motion: PathFile,
  rows: Pick<Rows, 'configuration' | 'rates'>,
): PathData {
  return { name, ...wholeMotion(motion, rows), interpolation: interpolationOf(motion) };
}
