/** `surepath check CELL PATH`: is a whole path free? */

import { isNothingTested } from '../../cell/index.ts';
import {
  addStats,
  type CheckStats,
  type ClearanceResult,
  certifiedClearance,
  checkPath,
  clearanceProfile,
  createChecker,
  emptyStats,
  type FirstContactResult,
  firstContact,
  type OpenInterval,
  type PathResult,
  type PathWitness,
  type ProfileRequest,
  type ProfileResult,
  type Verdict,
} from '../../check/index.ts';
import type { Fault } from '../../math/index.ts';
import { type LimitFindings, limitsLeft } from '../../motion/index.ts';
import type { DrawnRobots } from '../../report/index.ts';
import { usageFault } from '../command.ts';
import { type LoadedCell, printNotes } from '../loadCell.ts';
import { type LoadedPath, loadPath, type Override } from '../loadPath.ts';
import { Progress } from '../progress.ts';
import { pathJunit } from './checkJunit.ts';
import { exitWithLimits } from './checkLimits.ts';
import { printPathJson } from './checkPathJson.ts';
import { printPathText } from './checkPathText.ts';
import { type SavedReport, saveReport } from './checkReport.ts';
import {
  exitCode,
  requestNow,
  requireWritable,
  type Settings,
  writeText,
} from './checkSettings.ts';
import { type SavedCertificate, saveCertificate } from './saveCertificate.ts';

export interface PathQuestion {
  readonly cellFile: string;
  /** The cell and its options as on the command line, for whoever verifies. */
  readonly cellArguments: string;
  readonly file: string;
  /** The motion that is meant, whatever the file says. */
  readonly interpolation: Override | undefined;
  readonly settings: Settings;
  readonly firstContact: boolean;
  readonly clearances: boolean;
  readonly profile: ProfileRequest | undefined;
  readonly certificate: string | undefined;
  readonly report: string | undefined;
  /** Reads the robots once more, with what is for drawing only. */
  readonly drawnRobots: () => DrawnRobots;
  readonly json: boolean;
}

export interface PathAnswer {
  readonly verdict: Verdict;
  /** Where the motion leaves the limits of joints; no part of the verdict. */
  readonly limits: LimitFindings;
  /** The most serious one, or the first contact's. */
  readonly witness: PathWitness | null;
  readonly open: readonly (OpenInterval & { readonly segment: number })[];
  /** With --all and --junit: every pair on every segment. */
  readonly every: PathResult | null;
  readonly contact: FirstContactResult | null;
  readonly clearances: ClearanceResult | null;
  readonly profile: ProfileResult | null;
  readonly certificate: SavedCertificate | null;
  readonly report: SavedReport | null;
  readonly stats: CheckStats;
  /** Milliseconds to prepare the cell for the method, and to answer. */
  readonly preparation: number;
  readonly milliseconds: number;
}

/** Returns the exit code. */
export function checkPathFile(loaded: LoadedCell, question: PathQuestion): number {
  const { settings, file, json } = question;
  if (question.firstContact && settings.method !== 'ladder') {
    throw usageFault('check', '--first-contact has its own search: leave out --method');
  }
  if (question.certificate !== undefined) {
    if (settings.method === 'fixed') {
      throw usageFault('check', '--method fixed proves nothing: there is nothing to certify');
    }
    requireWritable(question.certificate);
  }
  if (question.report !== undefined) requireWritable(question.report);
  const { interpolation } = question;
  const path = loadPath(loaded, file, { wrap: settings.wrap, interpolation });
  const notes = [...path.notes, ...pairNotes(path)];
  if (!json) printNotes([...path.cell.notes, ...notes]);
  const asked = ask(path, question);
  const report =
    question.report === undefined
      ? null
      : saveReport(path, asked, question, notes, question.report);
  const answer = { ...asked, report };
  if (settings.junit !== undefined && answer.every) {
    writeText(settings.junit, pathJunit(path, answer, answer.every, question));
  }
  if (json) printPathJson(path, answer, question, notes);
  else printPathText(path, answer, question);
  const isLeft = answer.limits.left.length > 0;
  return exitWithLimits(exitCode([answer.verdict]), isLeft, settings.limits);
}

/** Free without a test along the path is worth a word. */
function pairNotes({ cell }: LoadedPath): Fault[] {
  if (cell.tested.length > 0 || isNothingTested(cell.pairs)) return [];
  return [
    {
      code: 'cell/no-pairs',
      message: 'no pair of bodies can meet: balls around them stay apart for all joint values',
      hint: 'surepath info CELL --pairs lists them',
    },
  ];
}

function ask(loaded: LoadedPath, question: PathQuestion): Omit<PathAnswer, 'report'> {
  const { cell, path } = loaded;
  const { settings } = question;
  const progress = new Progress('segments');
  const request = () => ({
    ...requestNow(settings),
    ...(progress.listener ? { onProgress: progress.listener } : {}),
  });
  const everything = settings.all || settings.junit !== undefined;
  const stats = emptyStats();
  const begin = performance.now();
  const checker =
    everything || !question.firstContact ? createChecker(cell, settings.checker) : null;
  const start = performance.now();
  let result: PathResult | null = null;
  let contact: FirstContactResult | null = null;
  if (checker) {
    result = checkPath(checker, path, { ...request(), all: everything });
    addStats(stats, result.stats);
  }
  if (question.firstContact) {
    contact = firstContact(cell, path, request());
    addStats(stats, contact.stats);
  }
  const verdict = strongest(contact?.verdict, result?.verdict);
  let clearances: ClearanceResult | null = null;
  if (question.clearances) {
    clearances = certifiedClearance(cell, path, withoutDelta(settings));
    addStats(stats, clearances.stats);
  }
  let profile: ProfileResult | null = null;
  if (question.profile) {
    profile = clearanceProfile(cell, path, {
      ...withoutDelta(settings),
      ...(progress.listener ? { onProgress: progress.listener } : {}),
      ...question.profile,
    });
    addStats(stats, profile.stats);
  }
  const milliseconds = performance.now() - start;
  progress.end();
  const certificate = certify(loaded, question, verdict);
  return {
    verdict,
    limits: limitsLeft(cell, path),
    witness: contact?.witness ?? result?.witness ?? null,
    open: result?.open ?? (verdict === 'undecided' && contact ? openOf(contact) : []),
    every: everything ? result : null,
    contact,
    clearances,
    profile,
    certificate,
    stats,
    preparation: start - begin,
    milliseconds,
  };
}

/** From what a proof or a witness outranks to what nothing outranks. */
const ORDER: readonly Verdict[] = [
  'undecided',
  'no collision found',
  'free',
  'too-close',
  'colliding',
];

/** Two searches may differ where bodies are nearer than delta, or where a budget ends one. */
function strongest(...verdicts: readonly (Verdict | undefined)[]): Verdict {
  return ORDER[Math.max(...verdicts.map((verdict) => (verdict ? ORDER.indexOf(verdict) : 0)))];
}

function certify(
  { cell, path }: LoadedPath,
  { certificate, settings }: PathQuestion,
  verdict: Verdict,
): SavedCertificate | null {
  if (certificate === undefined) return null;
  if (verdict === 'free') return saveCertificate(cell, path, settings, certificate);
  return { written: false, reason: `the path is ${verdict}` };
}

function openOf({ unsafe }: FirstContactResult): PathAnswer['open'] {
  return unsafe.flatMap(({ segment, from, to, pairs }) =>
    pairs.map((pair) => ({ segment, from, to, pair })),
  );
}

/** Clearances have a budget of their own, and no delta. */
function withoutDelta(settings: Settings) {
  const { budget, timeLimit_ms } = requestNow(settings);
  return {
    ...(budget === undefined ? {} : { budget }),
    ...(timeLimit_ms === undefined ? {} : { timeLimit_ms }),
  };
}
