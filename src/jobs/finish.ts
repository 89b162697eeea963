/**
 * What is done with a motion in the end: it is written, what was written is checked as any file would be, and
 * that is certified. The text is read again before anything is said of it, so that the answer is about the
 * file and not about numbers in memory.
 */

import { resolveReference } from '../formats/index.ts';
import { encodeUtf8 } from '../math/index.ts';
import type { LimitFindings } from '../motion/index.ts';
import { limitsLeft } from '../motion/index.ts';
import { type CertifyAnswer, certify, notFree } from './certify.ts';
import { type CheckAnswer, check } from './check.ts';
import { type JobContext, Stopwatch } from './context.ts';
import type { Motion } from './motion.ts';
import { type MotionFormat, motionText, type TextFile } from './motionText.ts';
import type { OpenCell } from './openCell.ts';
import { openMotion } from './openMotion.ts';

export interface FinishRequest {
  /** With times and rates if it has them; one timing for all. */
  readonly motion: Motion;
  readonly format: MotionFormat;
  /** Degrees of freedom that a controller moves, also where they happen to stand. Default: those that change. */
  readonly moving?: readonly number[] | undefined;
  /** For people and faults. */
  readonly file?: string | undefined;
  /** Whether it is said to be free: then it is checked. */
  readonly claimed: boolean;
  /** Name and version, if the proof is wanted as well. */
  readonly program?: string | undefined;
}

export interface FinishAnswer {
  /** What is to be written; null if the check came to another end than was claimed. */
  readonly text: string | null;
  /** What it refers to and is to be written with it: the trajectories of several robots. */
  readonly parts: readonly TextFile[];
  /** That text, as it is read again. */
  readonly motion: Motion;
  /** Of that; null where nothing is claimed, so that nothing was checked. */
  readonly check: CheckAnswer | null;
  readonly limits: LimitFindings;
  readonly certificate: CertifyAnswer | null;
  /** Milliseconds. */
  readonly phases: { readonly checking: number; readonly certifying?: number };
}

/** Writes, checks and certifies a motion. */
export function finish(
  open: OpenCell,
  request: FinishRequest,
  context: JobContext = {},
): FinishAnswer {
  const { file = 'the path', program } = request;
  const { text, parts } = motionText(open, { ...request, file });
  const { motion } = openMotion(open, {
    ...{ file, bytes: encodeUtf8(text) },
    files: new Map(parts.map((part) => [asRead(part.file), encodeUtf8(part.text)])),
  });
  const watch = new Stopwatch();
  const checked = request.claimed ? check(open, { motion }, context) : null;
  const checking = watch.lap();
  // What is said to be free and is not must not be taken for it.
  const fine = !checked || checked.verdict === 'free';
  let certificate: CertifyAnswer | null = null;
  if (program !== undefined && checked) {
    certificate = fine
      ? certify(open, { motion, program }, context)
      : notFree('path', checked.verdict);
  }
  const certifying = certificate ? { certifying: watch.lap() } : {};
  const { cell, path } = open.question({ motion });
  const limits = checked?.limits ?? limitsLeft(cell, path);
  const phases = { checking, ...certifying };
  return {
    ...{ text: fine ? text : null, parts: fine ? parts : [], motion, check: checked },
    ...{ limits, certificate, phases },
  };
}

/** A path as a file's reference to it is resolved. */
function asRead(file: string): string {
  return resolveReference({ files: () => undefined }, file, '').path;
}
