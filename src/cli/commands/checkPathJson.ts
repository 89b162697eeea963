/** Answers about paths for programs: one JSON object. */

import {
  addBraking,
  addFacts,
  addFound,
  type JsonObject,
  type MotionJsonSettings,
} from '../../jobs/index.ts';
import type { Fault } from '../../math/index.ts';
import type { LoadedPath } from '../loadPath.ts';
import { printJson } from '../out.ts';
import type { PathAnswer, PathQuestion } from './checkPathTypes.ts';

export function printPathJson(
  loaded: LoadedPath,
  answer: PathAnswer,
  { settings: { all, wrap } }: PathQuestion,
  notes: readonly Fault[],
): void {
  const settings: MotionJsonSettings = { question: loaded, order: loaded.order, all, wrap, notes };
  const json: JsonObject = {};
  addFound(json, answer, settings);
  if (answer.braking) addBraking(json, answer.verdict, answer.braking);
  if (answer.certificate) json.certificate = answer.certificate;
  if (answer.report) json.report = answer.report;
  if (answer.reportJson) json.reportJson = answer.reportJson;
  addFacts(json, answer, settings);
  printJson(json);
}
