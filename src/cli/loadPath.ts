/** The PATH argument: a motion from a file, of one robot or of several, in a cell that covers it. */

import { motionInCell } from '../bags/index.ts';
import type { PathFile } from '../formats/index.ts';
import type { OpenCell } from '../jobs/index.ts';
import type { Fault } from '../math/index.ts';
import type { WrapRule } from '../motion/index.ts';
import { type LoadedPath, pathFrom as readPathFrom } from '../node/index.ts';
import { bagMotion, isBag, loadBag } from './bag.ts';
import { oneOf, readBytes } from './command.ts';

/** What --interpolation takes: the motion that is meant, whatever the file says. */
const OVERRIDES = ['straight', 'controller'] as const;
export type Override = (typeof OVERRIDES)[number];

export function interpolationFrom(command: string, word: string | undefined): Override | undefined {
  return word === undefined ? undefined : oneOf(command, 'interpolation', word, OVERRIDES);
}

export type { LoadedPath } from '../node/index.ts';

export interface LoadPathOptions {
  readonly wrap: WrapRule;
  readonly interpolation?: Override | undefined;
}

/** The options that read a path again as it was read: what a command prints that is to be typed. */
export function readAgain({ wrap, interpolation }: LoadPathOptions): string {
  const asked = interpolation === undefined ? '' : ` --interpolation ${interpolation}`;
  return `${wrap === 'literal' ? '' : ` --wrap ${wrap}`}${asked}`;
}

const HINTS = { times: 'give "times", or --interpolation straight' };

export function loadPath(open: OpenCell, file: string, options: LoadPathOptions): LoadedPath {
  if (!isBag(file)) return pathFrom(open, file, readBytes(file), options);
  const motion = bagMotion(file);
  const bag = loadBag(file);
  const found = motionInCell(open, bag, motion);
  const loaded = pathFrom(open, file, new Uint8Array(), options, found);
  return { ...loaded, notes: [...bag.notes, ...motion.notes, ...loaded.notes] };
}

/** The same for contents that are at hand. */
export function pathFrom(
  open: OpenCell,
  file: string,
  bytes: Uint8Array,
  options: LoadPathOptions,
  found?: PathFile,
): LoadedPath {
  const loaded = readPathFrom(open, file, bytes, { ...options, hints: HINTS, found });
  return { ...loaded, notes: inOptions(loaded.notes) };
}

/** Notes about a path in the words of the command line. */
export function inOptions(notes: readonly Fault[]): Fault[] {
  return notes.map((note) =>
    note.code === 'path/long-turn'
      ? { ...note, hint: 'give --wrap short if the short way is meant' }
      : note,
  );
}
