/** `surepath check CELL TRACKS --delay S`: robots with their own timing, for any start within a delay. */

import { keptClearance } from '../../cell/index.ts';
import {
  type CertifyAnswer,
  certify,
  checkDelays,
  clearanceJson,
  type DelaysAnswer,
  firstOfKind,
  type JobContext,
  limitsJson,
  notFree,
  type OpenCell,
  type Place,
  statsJson,
  trackNames,
  witnessJson,
} from '../../jobs/index.ts';
import type { Fault } from '../../math/index.ts';
import {
  assumingText,
  certificateText,
  count,
  delaysFreeText,
  endedText,
  milliseconds as inMilliseconds,
  lateText,
  lateWitnessText,
  noCertificateText,
} from '../../words/index.ts';
import { numberIn, printJson, program, usageFault } from '../command.ts';
import { printNotes } from '../loadCell.ts';
import { type LoadedPath, loadPath, readAgain } from '../loadPath.ts';
import { Progress } from '../progress.ts';
import { exitWithLimits, limitLines } from './checkLimits.ts';
import type { PathQuestion } from './checkPathTypes.ts';
import { exitCode, requireWritable } from './checkSettings.ts';
import { witnessDetails, witnessLine, wrapped } from './checkWitness.ts';
import { type SavedCertificate, saveCertificate } from './saveCertificate.ts';

/** Seconds; nobody waits longer. */
const MOST_DELAY = 1e6;

export const DELAY_HELP = `  --delay [NAME=]S      for PATH with tracks: prove it for every start of each robot (or of NAME) up to S
                        seconds late, each on its own
`;

/** Returns the exit code. */
export function checkDelayedTracks(
  open: OpenCell,
  question: PathQuestion,
  words: readonly string[],
): number {
  const { settings, file, json, interpolation } = question;
  if (settings.method !== 'ladder') {
    throw usageFault('check', '--delay has its own search: leave out --method');
  }
  if (question.certificate !== undefined) requireWritable(question.certificate);
  const path = loadPath(open, file, { wrap: settings.wrap, interpolation });
  const asked: AskedDelays = {
    names: trackNames(path.cell, path.motion),
    delays: delaysFrom(path, words, file),
  };
  const { notes } = path;
  if (!json) printNotes([...path.cell.notes, ...notes]);
  const progress = new Progress({ certifying: 'parts certified' });
  const context: JobContext = { ...settings.context, onProgress: progress.listener };
  const request = { motion: path.motion, ...settings.request, delays: asked.delays };
  const answer = checkDelays(open, request, context);
  progress.end();
  const place: Place = { cell: path.cell, order: path.order, delta: settings.delta };
  const certificate = certified(open, path, answer, asked, question, context);
  progress.end();
  if (json) printDelaysJson(asked, answer, place, { notes, certificate });
  else {
    const lines = limitLines(answer.limits, settings.limits);
    const isTimed = settings.seconds !== undefined;
    printDelaysText(asked, answer, place, { limits: lines, isTimed });
    const saved = certificate ? certificateLines(certificate, question, words) : [];
    for (const line of saved) process.stdout.write(`${line}\n`);
  }
  const isLeft = answer.limits.left.length > 0;
  return exitWithLimits(exitCode([answer.verdict]), isLeft, settings.limits);
}

/** What tracks are called, and how late each may start. */
export interface AskedDelays {
  readonly names: readonly string[];
  readonly delays: readonly number[];
}

/** A delay for each track, as the words of --delay say. */
export function delaysFrom(
  { motion, cell }: LoadedPath,
  words: readonly string[],
  file: string,
): number[] {
  if (!motion.tracks) {
    throw usageFault(
      'check',
      `--delay is for robots with their own timing; ${file} has one timing for all: give "tracks"`,
    );
  }
  const names = trackNames(cell, motion);
  const delays = names.map(() => 0);
  for (const word of words) {
    const at = word.lastIndexOf('=');
    const seconds = numberIn('check', 'delay', word.slice(at + 1), 0, MOST_DELAY);
    if (at < 0) delays.fill(seconds);
    else {
      const k = names.indexOf(word.slice(0, at));
      if (k < 0) {
        throw usageFault(
          'check',
          `--delay names "${word.slice(0, at)}"; there are ${names.join(', ')}`,
        );
      }
      delays[k] = seconds;
    }
  }
  return delays;
}

function certified(
  open: OpenCell,
  { motion }: LoadedPath,
  { verdict, proven }: DelaysAnswer,
  { delays }: AskedDelays,
  { certificate: file, settings }: PathQuestion,
  context: JobContext,
): SavedCertificate | null {
  if (file === undefined) return null;
  let proof: CertifyAnswer = notFree('tracks', verdict);
  if (verdict === 'free') {
    const request = { motion, ...settings.request, program: program() };
    proof = certify(open, { ...request, delays: { delays, proven } }, context);
  }
  return saveCertificate(proof, file);
}

function certificateLines(
  saved: SavedCertificate,
  { cellArguments, file, interpolation, settings: { wrap } }: PathQuestion,
  words: readonly string[],
): string[] {
  if (!saved.written) return [noCertificateText(saved.reason)];
  const delays = words.map((word) => ` --delay ${word}`).join('');
  return [
    `${certificateText(saved.file, saved.bytes, saved)}; verify it with`,
    `  surepath verify ${saved.file} ${cellArguments} --path ${file}${readAgain({ wrap, interpolation })}${delays}`,
  ];
}

interface DelayTextFacts {
  /** Lines about limits of joints. */
  readonly limits: readonly string[];
  /** Whether a time limit was given. */
  readonly isTimed: boolean;
}

function printDelaysText(
  asked: AskedDelays,
  { verdict, witness, proven, open, stats, milliseconds, assumptions }: DelaysAnswer,
  place: Place,
  { limits, isTimed }: DelayTextFacts,
): void {
  const { cell } = place;
  const within = lateText(asked.names, asked.delays);
  const kept = keptClearance(cell.description);
  const lines: string[] = [];
  if (witness) {
    const { time, starts } = witness;
    const when = lateWitnessText(time, asked.names, starts, asked.delays);
    lines.push(`${witnessLine(witness, place)}, ${when}`);
  } else if (verdict === 'free') {
    lines.push(`free: ${delaysFreeText(kept)}`);
  } else {
    lines.push(
      `undecided: ${endedText(isTimed)}; ${count(open.length, 'part')} of the delays open`,
    );
  }
  lines.push(
    ...wrapped(
      '  late: ',
      within.map((text, k) => (k + 1 < within.length ? `${text},` : text)),
    ),
  );
  if (assumptions.length > 0) lines.push(`  ${assumingText(assumptions)}`);
  lines.push(...limits);
  if (witness) lines.push(...witnessDetails(witness, place));
  lines.push(
    `${count(asked.names.length, 'track')}, ${count(proven.length + open.length, 'part')} of the delays, ${inMilliseconds(milliseconds)} (${count(stats.configurations, 'configuration')}, ${count(stats.tests, 'test')})`,
  );
  process.stdout.write(`${lines.join('\n')}\n`);
}

interface DelayFacts {
  readonly notes: readonly Fault[];
  readonly certificate: SavedCertificate | null;
}

function printDelaysJson(
  asked: AskedDelays,
  answer: DelaysAnswer,
  place: Place,
  { notes, certificate }: DelayFacts,
): void {
  const { verdict, witness, proven, open } = answer;
  const named = (values: readonly number[]) =>
    Object.fromEntries(asked.names.map((name, k) => [name, values[k]]));
  const part = ({ tracks, from, to }: DelaysAnswer['open'][number]) => ({
    tracks: tracks.map((k) => asked.names[k]),
    from,
    to,
  });
  printJson({
    verdict,
    ...(witness
      ? { time: witness.time, starts: named(witness.starts), ...witnessJson(witness, place) }
      : {}),
    delays: named(asked.delays),
    parts: proven.length + open.length,
    ...(open.length > 0 ? { open: open.map(part) } : {}),
    ...(certificate ? { certificate } : {}),
    joints: place.order.map((d) => place.cell.tree.dofs[d].name),
    assumptions: answer.assumptions,
    limits: limitsJson(answer.limits.left),
    ...(notes.length > 0 ? { notes: firstOfKind(notes) } : {}),
    ...clearanceJson(place.cell.description),
    delta: place.delta,
    stats: statsJson(answer.testedPairs, answer.stats, answer.milliseconds),
  });
}
