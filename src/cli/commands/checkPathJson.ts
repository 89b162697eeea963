/** Answers about paths for programs: one JSON object. */

import { factsJson, foundJson, type MotionJsonSettings } from '../../jobs/index.ts';
import type { Fault } from '../../math/index.ts';
import { printJson } from '../command.ts';
import type { LoadedPath } from '../loadPath.ts';
import type { PathAnswer, PathQuestion } from './checkPathTypes.ts';

export function printPathJson(
  loaded: LoadedPath,
  answer: PathAnswer,
  { settings: { all, wrap } }: PathQuestion,
  notes: readonly Fault[],
): void {
  const settings: MotionJsonSettings = { question: loaded, order: loaded.order, all, wrap, notes };
  printJson({
    ...foundJson(answer, settings),
    ...(answer.certificate ? { certificate: answer.certificate } : {}),
    ...(answer.report ? { report: answer.report } : {}),
    ...factsJson(answer, settings),
  });
}
