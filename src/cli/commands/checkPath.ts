/** `surepath check CELL PATH`: is a whole path free? */

import {
  braking,
  type CertifyAnswer,
  type CheckAnswer,
  certify,
  check,
  type JobContext,
  notFree,
  type OpenCell,
  pairNotes,
} from '../../jobs/index.ts';
import { program, usageFault } from '../command.ts';
import { printNotes } from '../loadCell.ts';
import { type LoadedPath, loadPath } from '../loadPath.ts';
import { Progress } from '../progress.ts';
import { pathJunit } from './checkJunit.ts';
import { exitWithLimits } from './checkLimits.ts';
import { printPathJson } from './checkPathJson.ts';
import { printPathText } from './checkPathText.ts';
import type { PathAnswer, PathQuestion } from './checkPathTypes.ts';
import { saveReport } from './checkReport.ts';
import { exitCode, requireWritable, writeText } from './checkSettings.ts';
import { saveCertificate } from './saveCertificate.ts';

/** Returns the exit code. */
export function checkPathFile(open: OpenCell, question: PathQuestion): number {
  const { settings, file, json } = question;
  refuseUnprovable(question);
  for (const each of [question.certificate, question.report]) {
    if (each !== undefined) requireWritable(each);
  }
  const { interpolation, firstContact, clearances, profile } = question;
  const path = loadPath(open, file, { wrap: settings.wrap, interpolation });
  const notes = [...path.notes, ...pairNotes(path)];
  if (!json) printNotes([...path.cell.notes, ...notes]);
  const progress = new Progress();
  const context: JobContext = { ...settings.context, onProgress: progress.listener };
  const checked = check(
    open,
    {
      ...{ motion: path.motion, ...settings.request, firstContact, clearances, profile },
      all: settings.all || settings.junit !== undefined,
    },
    context,
  );
  progress.end();
  const braked =
    question.braking === undefined
      ? null
      : braking(open, { motion: path.motion, ...limitsOf(question), ...question.braking }, context);
  progress.end();
  const proof = certified(open, path, checked, question, context);
  progress.end();
  const certificate = proof && saveCertificate(proof, question.certificate!);
  const report =
    question.report === undefined
      ? null
      : saveReport(open, path, { question, checked, notes, proof, file: question.report });
  const answer: PathAnswer = { ...checked, braking: braked, certificate, report };
  if (settings.junit !== undefined) writeText(settings.junit, pathJunit(path, answer, question));
  if (json) printPathJson(path, answer, question, notes);
  else printPathText(path, answer, question);
  const isLeft = answer.limits.left.length > 0;
  return exitWithLimits(exitCode([answer.verdict]), isLeft, settings.limits);
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
