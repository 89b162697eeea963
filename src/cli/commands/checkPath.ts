/** `surepath check CELL PATH`: is a whole path free? */

import { resultsBag } from '../../bags/index.ts';
import {
  braking,
  type CertifyAnswer,
  type CheckAnswer,
  type CheckRequest,
  certify,
  check,
  type GivenCheck,
  type JobContext,
  notFree,
  type OpenCell,
  pairNotes,
} from '../../jobs/index.ts';
import type { Fault } from '../../math/index.ts';
import { pathOnCrew } from '../../parallel/index.ts';
import { kilobytes } from '../../words/index.ts';
import { BAG_LIBRARIES } from '../bag.ts';
import { program, usageFault } from '../command.ts';
import { printNotes } from '../loadCell.ts';
import { type LoadedPath, loadPath } from '../loadPath.ts';
import { printText } from '../out.ts';
import { writeWhole } from '../programs.ts';
import { Progress } from '../progress.ts';
import { crewFor } from '../workers.ts';
import { pathJunit } from './checkJunit.ts';
import { exitWithLimits } from './checkLimits.ts';
import { printPathJson } from './checkPathJson.ts';
import { pathLines } from './checkPathText.ts';
import type { PathAnswer, PathQuestion } from './checkPathTypes.ts';
import { saveReports } from './checkReport.ts';
import { exitCode, requireWritable, writeText } from './checkSettings.ts';
import { saveCertificate } from './saveCertificate.ts';

/** Segments from which on threads pay: each begins by opening the cell. */
const WORTH_SEGMENTS = 5000;

/** Returns the exit code, or promises it where a crew checks the segments. */
export function checkPathFile(open: OpenCell, question: PathQuestion): number | Promise<number> {
  const { settings, file, json } = question;
  refuseUnprovable(question);
  const written = [question.certificate, question.report, question.reportJson, question.mcap];
  for (const each of written) {
    if (each !== undefined) requireWritable(each);
  }
  const { interpolation, firstContact, clearances, profile } = question;
  const path = loadPath(open, file, { wrap: settings.wrap, interpolation });
  const notes = [...path.notes, ...pairNotes(path)];
  if (!json) printNotes([...path.cell.notes, ...notes]);
  const progress = new Progress();
  const context: JobContext = { ...settings.context, onProgress: progress.listener };
  const request: CheckRequest = {
    ...{ motion: path.motion, ...settings.request, firstContact, clearances, profile },
    all: settings.all || settings.junit !== undefined,
  };
  const finish = (given?: GivenCheck): number | Promise<number> => {
    const checked = check(open, request, context, given);
    progress.end();
    return answered(open, question, { path, notes, checked, context, progress });
  };
  const { length } = path.path.segments;
  const isMany = length >= (question.isGiven ? 2 : WORTH_SEGMENTS) && question.workers > 1;
  return isMany && isForCrew(question)
    ? byCrew(open, question, request, progress).then(finish)
    : finish();
}

/** The ladder in its own order, and nothing that depends on a clock. */
function isForCrew({ settings, firstContact }: PathQuestion): boolean {
  const { method, request, all, junit } = settings;
  const isAsked = !firstContact || all || junit !== undefined;
  return isAsked && method === 'ladder' && request.timeLimit_ms === undefined;
}

/** What a crew says of the path; undefined where it is to be checked here. */
async function byCrew(
  open: OpenCell,
  { workers }: PathQuestion,
  request: CheckRequest,
  progress: Progress,
): Promise<GivenCheck | undefined> {
  const begun = performance.now();
  const tell = progress.listener;
  const crew = crewFor(open, workers);
  try {
    const result = await pathOnCrew(crew, open, request, {
      ...(tell && {
        onProgress: ({ settled, segments, tests }) =>
          tell({ phase: 'checking', done: settled, of: segments, tests }),
      }),
    });
    return result ? { result, milliseconds: performance.now() - begun } : undefined;
  } finally {
    await crew.crew.close();
  }
}

interface Checked {
  readonly path: LoadedPath;
  readonly notes: readonly Fault[];
  readonly checked: CheckAnswer;
  readonly context: JobContext;
  readonly progress: Progress;
}

/** What else is asked, and all of it said. */
function answered(
  open: OpenCell,
  question: PathQuestion,
  { path, notes, checked, context, progress }: Checked,
): number | Promise<number> {
  const { settings, json } = question;
  const braked =
    question.braking === undefined
      ? null
      : braking(open, { motion: path.motion, ...limitsOf(question), ...question.braking }, context);
  progress.end();
  const proof = certified(open, path, checked, question, context);
  progress.end();
  const certificate = proof && saveCertificate(proof, question.certificate!);
  const reports = saveReports(open, path, { question, checked, notes, proof });
  const answer: PathAnswer = { ...checked, braking: braked, certificate, ...reports };
  if (settings.junit !== undefined) writeText(settings.junit, pathJunit(path, answer, question));
  if (json) printPathJson(path, answer, question, notes);
  else printText(`${pathLines(path, answer, question).join('\n')}\n`);
  const isLeft = answer.limits.left.length > 0;
  const code = exitWithLimits(exitCode([answer.verdict]), isLeft, settings.limits);
  return question.mcap === undefined
    ? code
    : savedBag(open, path, answer, question).then(() => code);
}

/** The answer as a bag, for Foxglove and for whoever reads it again. */
async function savedBag(
  open: OpenCell,
  path: LoadedPath,
  answer: PathAnswer,
  question: PathQuestion,
): Promise<void> {
  const bytes = await resultsBag(
    open,
    {
      ...{ motion: path.motion, question: path, answer, program: program() },
      lines: pathLines(path, answer, question),
    },
    BAG_LIBRARIES,
  );
  writeWhole(question.mcap!, bytes);
  if (!question.json) {
    printText(`bag ${question.mcap}: ${kilobytes(bytes.length)}, opens in Foxglove\n`);
  }
}

/** What of the settings is for every search. */
function limitsOf({ settings: { wrap, request } }: PathQuestion) {
  const { budget, timeLimit_ms } = request;
  return { wrap, budget, timeLimit_ms };
}

function refuseUnprovable({ settings, firstContact, certificate }: PathQuestion): void {
  if (firstContact && settings.method !== 'ladder') {
    throw usageFault('check', '--first-contact has its own search: leave out --method');
  }
  if (certificate !== undefined && settings.method === 'fixed') {
    throw usageFault('check', '--method fixed proves nothing: there is nothing to certify');
  }
}

/** The proof, if somebody asked for it. */
function certified(
  open: OpenCell,
  { motion }: LoadedPath,
  { verdict }: CheckAnswer,
  { certificate, settings }: PathQuestion,
  context: JobContext,
): CertifyAnswer | null {
  if (certificate === undefined) return null;
  if (verdict !== 'free') return notFree('path', verdict);
  return certify(open, { motion, ...settings.request, program: program() }, context);
}
