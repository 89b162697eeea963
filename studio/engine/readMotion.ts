/**
 * Motions from files as the page holds them, read as `surepath check` reads them, with notes about limits
 * that they leave.
 */
import type { PathFile } from '../../src/formats/index.ts';
import { type OpenCell, openMotion } from '../../src/jobs/index.ts';
import { limitNotes } from '../../src/motion/index.ts';
import type { Files, ReadPathAnswer } from './protocol.ts';

export interface MotionSource {
  readonly file: string;
  readonly bytes: Uint8Array;
  /** Those that tracks may refer to. */
  readonly files: Files;
  /** What it holds, where that is known. */
  readonly found?: PathFile;
}

const HINTS = {
  values: 'name them in "joints", or hold them or give their "state" in the cell file',
};

/** Throws an InputError with file, line and column. */
export function readMotionFile(open: OpenCell, source: MotionSource): ReadPathAnswer {
  const { motion, notes } = openMotion(open, { ...source, hints: HINTS });
  const { path } = open.question({ motion });
  return { path: motion, notes: [...notes, ...limitNotes(open.cell, path)] };
}
