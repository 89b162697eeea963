/**
 * What `surepath plan` and `surepath smooth` do with a path in the end: give it times, check what is to be
 * written as `surepath check` would, certify that, and write it.
 */
import {
  type FinishAnswer,
  finish,
  type Motion,
  type MotionFormat,
  type Moving,
  needsTimes,
  noTimes,
  type OpenCell,
  type TimeAnswer,
} from '../../jobs/index.ts';
import { oneOf, program, usageFault } from '../command.ts';
import { Progress } from '../progress.ts';
import { requireWritable, writeText } from './checkSettings.ts';
import { type TimingQuestion, timeMotion } from './motionTiming.ts';
import { type SavedCertificate, saveCertificate } from './saveCertificate.ts';

/** For parseArgs. */
export const OUT_OPTIONS = {
  out: { type: 'string' },
  format: { type: 'string' },
  certificate: { type: 'string' },
} as const;

export const OUT_HELP = `  --out FILE            write the path, for "surepath check" and for robots
  --format WORD         path: {"joints", "waypoints", ...} as JSON; trajectory: a ROS joint trajectory
                        as YAML, with the robot's own names of its joints. Of several robots each gets
                        one: move.left.yaml, move.right.yaml, and move.yaml has them as tracks.
                        Default by the name of FILE: trajectory if it ends in .yaml or .yml
  --certificate FILE    write the proof that the path is free; "surepath verify" checks it
`;

export interface OutArguments {
  readonly out?: string | undefined;
  readonly format?: string | undefined;
  readonly certificate?: string | undefined;
}

const FORMATS: readonly MotionFormat[] = ['path', 'trajectory'];

export interface OutQuestion {
  readonly out: string | undefined;
  readonly format: MotionFormat;
  readonly certificate: string | undefined;
}

export function outQuestion(command: string, args: OutArguments): OutQuestion {
  const { out, certificate } = args;
  if (args.format !== undefined && out === undefined) {
    throw usageFault(command, '--format is for --out FILE');
  }
  for (const file of [out, certificate]) if (file !== undefined) requireWritable(file);
  const usual = /\.ya?ml$/i.test(out ?? '') ? 'trajectory' : 'path';
  return { out, certificate, format: oneOf(command, 'format', args.format ?? usual, FORMATS) };
}

/** Said before anything is planned: trajectories of several robots are held together by their times. */
export function requireTimed(
  open: OpenCell,
  { out, format }: OutQuestion,
  timing: TimingQuestion | undefined,
): void {
  if (out !== undefined && format === 'trajectory' && !timing && needsTimes(open)) throw noTimes();
}

/** What was made of a motion, as it was written. */
export interface FinishedMotion extends Pick<FinishAnswer, 'check' | 'limits' | 'phases'> {
  /** The file that was written: none if the check came to another end than was claimed. */
  readonly out: string | null;
  /** Those that it refers to: the trajectories of several robots. */
  readonly parts: readonly string[];
  readonly certificate: SavedCertificate | null;
}

/** Checks, certifies and writes a motion. `claimed`: whether it is said to be free. */
export function finishMotion(
  open: OpenCell,
  motion: Motion,
  { out: question, claimed, moving }: Omit<TimeAndFinish, 'timing'>,
): FinishedMotion {
  const { out, format, certificate: file } = question;
  const progress = new Progress();
  const { check, limits, phases, text, parts, certificate } = finish(
    open,
    {
      ...{ motion, format, file: out, claimed },
      moving: typeof moving === 'string' ? undefined : moving,
      program: file === undefined ? undefined : program(),
    },
    { onProgress: progress.listener },
  );
  progress.end();
  const written = out !== undefined && text !== null;
  if (written) for (const each of [...parts, { file: out, text }]) writeText(each.file, each.text);
  return {
    ...{ check, limits, phases },
    out: written ? out : null,
    parts: written ? parts.map((part) => part.file) : [],
    certificate: certificate && saveCertificate(certificate, file!),
  };
}

/** Times, if they are asked for, and then the end of it. */
export function timeAndFinish(
  open: OpenCell,
  motion: Motion,
  { moving, timing, out, claimed }: TimeAndFinish,
): { readonly timed: TimeAnswer | null; readonly finished: FinishedMotion } {
  const timed = timing ? timeMotion(open, motion, moving, timing) : null;
  const finished = finishMotion(open, timed?.motion ?? motion, { moving, out, claimed });
  return { timed, finished };
}

export interface TimeAndFinish {
  /** The joints that times are for. */
  readonly moving: Moving;
  readonly timing: TimingQuestion | undefined;
  readonly out: OutQuestion;
  readonly claimed: boolean;
}
