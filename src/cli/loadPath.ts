/** The PATH argument: a motion from a file, of one robot or of several, in a cell that covers it. */
import type { Cell } from '../cell/index.ts';
import { type Motion, type OpenCell, openMotion } from '../jobs/index.ts';
import type { Fault } from '../math/index.ts';
import type { Path, WrapRule } from '../motion/index.ts';
import { oneOf, readBytes } from './command.ts';
import { DISK } from './loadCell.ts';

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
  /** As data, for jobs. */
  readonly motion: Motion;
  readonly times: readonly number[] | undefined;
  /** Degrees of freedom in the order of the file's joints. */
  readonly order: readonly number[];
  /** Those of the file's joints alone. */
  readonly named: readonly number[];
  readonly notes: readonly Fault[];
  /** The file's contents, if there is one: what is piped in can be read once. */
  readonly bytes?: Uint8Array;
}

const HINTS = { times: 'give "times", or --interpolation straight' };

export function loadPath(open: OpenCell, file: string, options: LoadPathOptions): LoadedPath {
  return pathFrom(open, file, readBytes(file), options);
}

/** The same for contents that are at hand. */
export function pathFrom(
  open: OpenCell,
  file: string,
  bytes: Uint8Array,
  { wrap, interpolation }: LoadPathOptions,
): LoadedPath {
  const asked = { file, bytes, wrap, interpolation, hints: HINTS };
  const { motion, order, named, notes } = openMotion(open, asked, DISK);
  const { cell, path } = open.question({ motion, wrap });
  return { cell, path, motion, times: path.times, order, named, notes: inOptions(notes), bytes };
}

/** Notes about a path in the words of the command line. */
export function inOptions(notes: readonly Fault[]): Fault[] {
  return notes.map((note) =>
    note.code === 'path/long-turn'
      ? { ...note, hint: 'give --wrap short if the short way is meant' }
      : note,
  );
}
