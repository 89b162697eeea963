/** `surepath check CELL TRACKS --delay S`: robots with their own timing, for any start within a delay. */
import type { Cell } from '../../cell/index.ts';
import { assumptionsOf } from '../../cell/index.ts';
import { checkDelays, type DelayResult } from '../../check/index.ts';
import type { Fault } from '../../math/index.ts';
import { type LimitFindings, limitsLeft, type Track } from '../../motion/index.ts';
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
import { numberIn, printJson, usageFault } from '../command.ts';
import { firstOfKind, type LoadedCell, printNotes } from '../loadCell.ts';
import { type LoadedPath, loadPath } from '../loadPath.ts';
import { Progress } from '../progress.ts';
import { exitWithLimits, limitLines, limitsJson } from './checkLimits.ts';
import type { PathQuestion } from './checkPath.ts';
import { exitCode, requestNow, requireWritable, statsJson } from './checkSettings.ts';
import { type Place, witnessDetails, witnessJson, witnessLine, wrapped } from './checkWitness.ts';
import { type SavedCertificate, saveDelayCertificate } from './saveCertificate.ts';

/** Longest delay that is taken for meant. */
const MOST_DELAY = 1e6;

export const DELAY_HELP = `  --delay [NAME=]S      for PATH with tracks: prove it for every start of each robot (or of NAME) up to S
                        seconds late, each on its own
`;

/** Tracks and delays, as a check or a certificate is about them. */
export interface AskedDelays {
  readonly tracks: readonly Track[];
  readonly names: readonly string[];
  readonly delays: readonly number[];
}

/** Returns the exit code. */
export function checkDelayedTracks(
  loaded: LoadedCell,
  question: PathQuestion,
  words: readonly string[],
): number {
  const { settings, file, json, interpolation } = question;
  if (settings.method !== 'ladder') {
    throw usageFault('check', '--delay has its own search: leave out --method');
  }
  if (question.certificate !== undefined) requireWritable(question.certificate);
  const path = loadPath(loaded, file, { wrap: settings.wrap, interpolation });
  const asked = askedFrom(path, words, file);
  const { notes } = path;
  // A delay shifts a robot's motion as a whole: its limits are those of the tracks as they are.
  const limits = limitsLeft(path.cell, path.path);
  if (!json) printNotes([...path.cell.notes, ...notes]);
  const progress = new Progress('parts');
  const { delta, budget, timeLimit_ms } = requestNow(settings);
  const start = performance.now();
  const result = checkDelays(path.cell, asked.tracks, {
    delays: asked.delays,
    standing: path.path.waypoints[0],
    ...(delta === undefined ? {} : { delta }),
    ...(budget === undefined ? {} : { budget }),
    ...(timeLimit_ms === undefined ? {} : { timeLimit_ms }),
    ...(progress.listener ? { onProgress: progress.listener } : {}),
  });
  const milliseconds = performance.now() - start;
  progress.end();
  const place: Place = { cell: path.cell, order: path.order, delta: settings.delta };
  const certificate = certify(path, asked, question, result);
  if (json) printDelaysJson(asked, result, place, { notes, certificate, limits, milliseconds });
  else {
    const lines = limitLines(limits, settings.limits);
    const isTimed = timeLimit_ms !== undefined;
    printDelaysText(asked, result, place, { limits: lines, isTimed, milliseconds });
    const saved = certificate ? certificateLines(certificate, question, words) : [];
    for (const line of saved) process.stdout.write(`${line}\n`);
  }
  return exitWithLimits(exitCode([result.verdict]), limits.left.length > 0, settings.limits);
}

/** Tracks with their own offsets in their times, and a delay for each. */
export function askedFrom(
  { tracks, offsets, cell }: LoadedPath,
  words: readonly string[],
  file: string,
): AskedDelays {
  if (!tracks) {
    throw usageFault(
      'check',
      `--delay is for robots with their own timing; ${file} has one timing for all: give "tracks"`,
    );
  }
  const names = namesOf(cell, tracks);
  const delays = tracks.map(() => 0);
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
  const shifted = tracks.map((track, k) => {
    const times = track.path.times?.map((t) => t + (offsets?.[k] ?? 0));
    return { ...track, name: names[k], path: { ...track.path, ...(times ? { times } : {}) } };
  });
  return { tracks: shifted, names, delays };
}

/** A track is called by the robot that it moves, if it is the only one that does. */
function namesOf({ tree }: Cell, tracks: readonly Track[]): string[] {
  const robots = tracks.map(({ dofs }) => {
    const own = new Set(dofs.map((d) => tree.dofs[d].joint.split('/').slice(0, -1).join('/')));
    return own.size === 1 ? [...own][0] : '';
  });
  return robots.map((robot, k) => {
    const only = robot !== '' && robots.filter((other) => other === robot).length === 1;
    return only ? robot : (tracks[k].name ?? `track ${k}`);
  });
}

function certify(
  { cell, path }: LoadedPath,
  { tracks, delays }: AskedDelays,
  { certificate: file, settings }: PathQuestion,
  { verdict, proven }: DelayResult,
): SavedCertificate | null {
  if (file === undefined) return null;
  if (verdict !== 'free') return { written: false, reason: `the tracks are ${verdict}` };
  const evidence = { tracks, standing: path.waypoints[0], delays, proven };
  return saveDelayCertificate(cell, evidence, settings, file);
}

function certificateLines(
  saved: SavedCertificate,
  { cellArguments, file }: PathQuestion,
  words: readonly string[],
): string[] {
  if (!saved.written) return [noCertificateText(saved.reason)];
  const delays = words.map((word) => ` --delay ${word}`).join('');
  return [
    `${certificateText(saved.file, saved.bytes, saved.slabs)}; verify it with`,
    `  surepath verify ${saved.file} ${cellArguments} --path ${file}${delays}`,
  ];
}

interface DelayTextFacts {
  /** Lines about limits of joints. */
  readonly limits: readonly string[];
  /** Whether a time limit was given. */
  readonly isTimed: boolean;
  readonly milliseconds: number;
}

function printDelaysText(
  asked: AskedDelays,
  { verdict, witness, proven, open, stats }: DelayResult,
  place: Place,
  { limits, isTimed, milliseconds }: DelayTextFacts,
): void {
  const { cell } = place;
  const within = lateText(asked.names, asked.delays);
  const assumptions = assumptionsOf(cell);
  const kept = cell.description.clearance.default;
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
    `${count(asked.tracks.length, 'track')}, ${count(proven.length + open.length, 'part')} of the delays, ${inMilliseconds(milliseconds)} (${count(stats.configurations, 'configuration')}, ${count(stats.tests, 'test')})`,
  );
  process.stdout.write(`${lines.join('\n')}\n`);
}

interface DelayFacts {
  readonly notes: readonly Fault[];
  readonly certificate: SavedCertificate | null;
  readonly limits: LimitFindings;
  readonly milliseconds: number;
}

function printDelaysJson(
  asked: AskedDelays,
  { verdict, witness, proven, open, stats }: DelayResult,
  place: Place,
  { notes, certificate, limits, milliseconds }: DelayFacts,
): void {
  const named = (values: readonly number[]) =>
    Object.fromEntries(asked.names.map((name, k) => [name, values[k]]));
  const part = ({ tracks, from, to }: DelayResult['open'][number]) => ({
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
    assumptions: assumptionsOf(place.cell),
    limits: limitsJson(limits.left),
    ...(notes.length > 0 ? { notes: firstOfKind(notes) } : {}),
    clearance: place.cell.description.clearance.default,
    delta: place.delta,
    stats: statsJson(place.cell, stats, milliseconds),
  });
}
