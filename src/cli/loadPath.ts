/** The PATH argument: a motion from a file, of one robot or of several, in a cell that covers it. */
import { resolve as resolvePath } from 'node:path';
import { askAbout, type Cell } from '../cell/index.ts';
import {
  aboutFile,
  interpolationOf,
  motionPath,
  type PathFile,
  type Resolver,
  type Rows,
  readMotion,
  rowsOf,
  type TracksFile,
  trackRowsOf,
  wholeMotion,
} from '../formats/index.ts';
import type { Fault } from '../math/index.ts';
import { combineTracks, type Path, type Track, type WrapRule } from '../motion/index.ts';
import { oneOf, readBytes, readReferred } from './command.ts';
import { inOptions } from './commands/checkSettings.ts';
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
  files: (path) => readReferred(resolvePath(path)),
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

function loadTracks(
  { cell, joints: given }: LoadedCell,
  file: string,
  bytes: Uint8Array,
  { tracks: files }: TracksFile,
  options: LoadPathOptions,
): LoadedPath {
  const rows = trackRowsOf(cell, files, { given, file, bytes });
  const { standing } = rows;
  const offsets = files.map(({ offset }) => offset);
  const tracks = rows.tracks.map(({ name, dofs, ...own }, i): Track => {
    const { path, file: from } = files[i];
    return { name, dofs, path: pathOf(cell, from, path, own, options) };
  });
  const path = aboutFile(file, () => combineTracks(cell.tree, tracks, { standing, offsets }));
  const notes = [
    ...files.flatMap((each) => each.path.notes),
    ...rows.notes,
    ...inOptions(path.notes),
  ];
  return { ...finish(cell, path, rows.order, notes), tracks, offsets };
}

function pathOf(
  { tree }: Cell,
  file: string,
  motion: PathFile,
  rows: Pick<Rows, 'configuration' | 'rates'>,
  { wrap, interpolation }: LoadPathOptions,
): Path {
  const data = wholeMotion(motion, rows);
  return aboutFile(file, () =>
    motionPath(tree, data, {
      wrap,
      interpolation: interpolation ?? interpolationOf(motion),
      hint: 'give "times", or --interpolation straight',
    }),
  );
}

function finish(cell: Cell, path: Path, order: readonly number[], notes: Fault[]): LoadedPath {
  return { cell: askAbout(cell, path).cell, path, times: path.times, order, notes };
}
