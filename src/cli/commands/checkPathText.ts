/** Answers about paths for a person: the verdict first, what to do next last. */

import { hasStrays, keptClearance } from '../../cell/index.ts';
import { type ClearanceResult, clearancesOf } from '../../check/index.ts';
import {
  type ContactFindings,
  type MeasuredPair,
  nearestPairs,
  type Place,
  pairNames,
  timeAt as timeOn,
} from '../../jobs/index.ts';
import {
  assumingText,
  certificateText,
  contactText,
  count,
  farText,
  freeText,
  isShort,
  isSuggested,
  kilobytes,
  milliseconds,
  mmUpper,
  type NamedSegments,
  nearestText,
  noCertificateText,
  notProvenText,
  openSpan,
  openText,
  type PairTally,
  placeText,
  provenPlaceText,
  provenSpan,
  provenText,
  SAMPLES_FREE,
  secondsText,
  seenText,
  segmentText,
  tallyText,
  undecidedText,
  untestedText,
} from '../../words/index.ts';
import { typed } from '../loadCell.ts';
import { type LoadedPath, readAgain } from '../loadPath.ts';
import { brakingLines } from './checkBraking.ts';
import { limitLines } from './checkLimits.ts';
import type { PathAnswer, PathQuestion } from './checkPathTypes.ts';
import { foundOf, witnessDetails, witnessLine, wrapped } from './checkWitness.ts';
import { profileLines } from './profileText.ts';

/** Lines of a list for people; --json has them all. */
const LISTED = 20;
const LISTED_OPEN = 6;

/** All that is said, a line each. */
export function pathLines(
  loaded: LoadedPath,
  answer: PathAnswer,
  question: PathQuestion,
): readonly string[] {
  const { cell, path } = loaded;
  const { settings } = question;
  const place: Place = { cell, order: loaded.order, delta: settings.delta };
  const { assumptions } = answer;
  const isFree = answer.verdict === 'free';
  const time = (segment: number, t: number) => timeAt(loaded, segment, t);
  const along = { waypoints: path.waypoints.length, segments: path.segments.length, time };
  return [
    headline(loaded, answer, question, place),
    ...(assumptions.length > 0 ? [`  ${assumingText(assumptions)}`] : []),
    ...limitLines(answer.limits, settings.limits),
    ...motionLines(loaded),
    ...contactLines(answer),
    ...(answer.witness ? witnessDetails(answer.witness, place) : []),
    ...openLines(loaded, answer, place),
    ...(settings.all ? violationLines(loaded, answer, place) : []),
    ...(answer.contact ? pieceLines(answer.contact, place) : []),
    ...(answer.clearances ? clearanceLines(answer.clearances, place, isFree) : []),
    ...(answer.profile && !answer.clearances
      ? nearestLines(cell, clearancesOf(cell, answer.profile), isFree)
      : []),
    ...(answer.profile ? profileLines(answer.profile, place, along, isFree) : []),
    ...(answer.braking ? brakingLines(answer.braking, isFree) : []),
    `${count(path.segments.length, 'segment')}, ${tallyText(answer.tally)}, ${milliseconds(answer.milliseconds)} (${settings.method}: ${count(answer.stats.configurations, 'configuration')}, ${count(answer.stats.tests, 'test')})`,
    ...untestedLines(answer.tally),
    ...certificateLines(answer, question),
    ...reportLines(answer),
    ...nextLines(loaded, answer, question),
  ];
}

/** The verdict, with where and what in the same line. */
function headline(
  loaded: LoadedPath,
  { verdict, witness, contact, open }: PathAnswer,
  { settings }: PathQuestion,
  place: Place,
): string {
  const { path, cell } = loaded;
  if (witness) {
    const text = witnessLine(witness, place);
    // Near each other here, and in contact farther on.
    const said = witness.verdict === verdict ? text : `${verdict}: the path; first ${text}`;
    return `${said}, on ${placeOf(loaded, witness.segment, witness.t)}`;
  }
  if (contact?.contact) {
    const { segment, from, pair } = contact.contact;
    const names = pairNames(cell, pair).join(' and ');
    return `${verdict}: ${names}, on ${placeOf(loaded, segment, from, provenPlaceText)}`;
  }
  switch (verdict) {
    case 'free': {
      const kept = keptClearance(cell.description);
      return `${verdict}: ${freeText({ ...kept, tracking: hasStrays(cell) })}`;
    }
    case 'no collision found':
      return `${verdict}: ${SAMPLES_FREE}`;
    case 'undecided': {
      const isTimed = settings.request.timeLimit_ms !== undefined;
      const left = new Set(open.map((o) => o.segment)).size;
      return `${verdict}: ${undecidedText(isTimed, left, path.segments.length)}`;
    }
    default:
      return verdict;
  }
}

/** Of a place that was looked at; `said` is for how far something is proven. */
export function placeOf(loaded: LoadedPath, segment: number, t: number, said = placeText): string {
  return said(namesOf(loaded), { segment, t, time: timeAt(loaded, segment, t) });
}

/** What joints do between waypoints, where times or more than straight lines are given. */
function motionLines({ path, times }: LoadedPath): string[] {
  if (!times) return [];
  const taken = secondsText(times[times.length - 1] - times[0]);
  return [`  motion: ${path.summary ?? 'straight segments'}; ${taken}`];
}

export function segmentOf(loaded: LoadedPath, segment: number): string {
  return segmentText(namesOf(loaded), segment);
}

function namesOf({ path }: LoadedPath): NamedSegments {
  return { waypoints: path.waypoints.length, labels: path.labels };
}

/** Seconds, where the path has times. */
export function timeAt({ path }: LoadedPath, segment: number, t: number): number | undefined {
  return timeOn(path, segment, t);
}

/** Where contact begins, or how far the path is proven free. */
export function contactLines({ contact, verdict }: PathAnswer): string[] {
  if (!contact?.contact || verdict === 'undecided') return [];
  return [`  ${contactText(contact.contact)}`];
}

function openLines(loaded: LoadedPath, { open }: PathAnswer, { cell }: Place): string[] {
  if (open.length === 0) return [];
  const pairs = new Set(open.map(({ pair }) => pair)).size;
  const line = ({ segment, from, to, pair }: PathAnswer['open'][number]) => {
    const names = pairNames(cell, pair).join(' and ');
    return `    ${segmentOf(loaded, segment)}, ${openText(from, to)}: ${names}`;
  };
  return [`  ${notProvenText(pairs, open.length)}`, ...listed(open, line, LISTED_OPEN)];
}

function violationLines(loaded: LoadedPath, { witnesses }: PathAnswer, place: Place): string[] {
  if (witnesses.length === 0) return [];
  return [
    `  everything that is not free (${witnesses.length}):`,
    ...listed(witnesses, (w) => `    ${placeOf(loaded, w.segment, w.t)}: ${witnessLine(w, place)}`),
  ];
}

function pieceLines({ safe, unsafe }: ContactFindings, { cell }: Place): string[] {
  if (unsafe.length === 0) return [];
  return [
    '  pieces in order:',
    ...listed(
      [
        ...safe.map((p) => ({ ...p, ends: provenSpan(p.from, p.to), text: 'free' })),
        ...unsafe.map((p) => ({
          ...p,
          ends: openSpan(p.from, p.to),
          text: `not free: ${p.pairs.map((pair) => pairNames(cell, pair).join(' and ')).join(', ')}`,
        })),
      ].sort((x, y) => x.segment - y.segment || x.from - y.from),
      ({ segment, ends: [begin, end], text }) =>
        `    segment ${segment} from ${begin} to ${end}: ${text}`,
    ),
  ];
}

function clearanceLines(
  { accuracy, pairs, others }: ClearanceResult,
  { cell }: Place,
  apart: boolean,
): string[] {
  const near = pairs.filter(({ upper }) => Number.isFinite(upper));
  const far = pairs.filter(({ upper }) => !Number.isFinite(upper));
  const lines = [
    ...nearestLines(cell, { accuracy, pairs, others }, apart),
    '  how close pairs come, closest first:',
  ];
  lines.push(
    ...listed(near, ({ pair, lower, upper, segment, t }) => {
      const names = pairNames(cell, pair).join(' and ');
      const proven = provenText({ lower, upper, apart, accuracy });
      return `    ${names}: ${proven}, ${mmUpper(upper)} on ${seenText(segment, t)}`;
    }),
  );
  if (far.length > 0) {
    const least = Math.min(...far.map(({ lower }) => lower));
    lines.push(`    ${farText(count(far.length, 'more pair'), { lower: least, apart })}`);
  }
  if (Number.isFinite(others)) {
    lines.push(`    ${farText('all other pairs', { lower: others, apart })}`);
  }
  return lines;
}

/** Two numbers: to the surroundings, and to itself. */
export function nearestLines(
  cell: Place['cell'],
  {
    accuracy,
    pairs,
    others,
  }: {
    readonly accuracy: number;
    readonly pairs: readonly MeasuredPair[];
    readonly others: number;
  },
  apart: boolean,
): string[] {
  const { surroundings, self } = nearestPairs(cell, pairs, others);
  const line = (what: Parameters<typeof nearestText>[0], found: MeasuredPair | null) =>
    found
      ? [
          `  ${nearestText(what, { lower: found.lower, upper: found.upper, apart, accuracy }, found.bodies)}`,
        ]
      : [];
  return [...line('to the surroundings', surroundings), ...line('to itself', self)];
}

/** What becomes of the pairs that are not tested. */
function untestedLines(tally: PairTally): string[] {
  const text = untestedText(tally);
  return text === '' ? [] : [`  ${text}`];
}

function certificateLines({ certificate }: PathAnswer, question: PathQuestion): string[] {
  if (!certificate) return [];
  if (!certificate.written) return [noCertificateText(certificate.reason)];
  const { file, bytes } = certificate;
  return [
    `${certificateText(file, bytes, certificate)}; verify it with`,
    `  ${verifyCommand(file, question)}`,
  ];
}

/** What verifies a certificate of a path, to be typed. */
export function verifyCommand(
  certificate: string,
  { cellArguments, file, interpolation, settings: { wrap } }: PathQuestion,
): string {
  const rules = readAgain({ wrap, interpolation });
  return `surepath verify ${typed([certificate])} ${cellArguments} --path ${typed([file])}${rules}`;
}

function reportLines({ report, reportJson }: PathAnswer): string[] {
  return [
    ...(report ? [`report ${report.file}: ${kilobytes(report.bytes)}, opens in any browser`] : []),
    ...(reportJson
      ? [`report data ${reportJson.file}: ${kilobytes(reportJson.bytes)}, for <surepath-view>`]
      : []),
  ];
}

/** What to do now. */
function nextLines(loaded: LoadedPath, answer: PathAnswer, question: PathQuestion): string[] {
  const { verdict, witness, contact } = answer;
  const { settings } = question;
  const next: string[] = [];
  switch (verdict) {
    case 'free':
      if (!question.clearances && !question.profile) {
        next.push('--clearances tells how close it gets');
      }
      if (question.certificate === undefined) {
        next.push('--certificate FILE writes a proof that others can verify');
      }
      break;
    case 'colliding':
      if (!contact) next.push('--first-contact tells where contact begins');
      if (!settings.all) next.push('--all lists every pair on every segment');
      break;
    case 'too-close':
      if (witness?.violated) {
        if (!question.clearances) next.push('--clearances tells what clearance the path keeps');
      } else if (witness && isShort(foundOf(witness, loaded.cell))) {
        next.push('smaller "tracking" tolerances in the cell file need less');
      } else next.push(`a smaller --delta than ${settings.delta} may settle it`);
      if (!settings.all) next.push('--all lists every pair on every segment');
      break;
    case 'undecided':
      next.push(
        settings.request.timeLimit_ms === undefined
          ? 'a larger --budget may settle it'
          : 'a larger --budget or --time-limit may settle it',
      );
      if (settings.delta < 1e-4) next.push('so may a larger --delta');
      break;
    case 'no collision found':
      next.push('leave out --method fixed for a proof');
  }
  const lines = next.length > 0 ? wrapped('next: ', [next.join('; ')]) : [];
  const { robots, allow } = loaded.cell.description;
  const isBare = robots.some((r) => !r.semantics) && !allow.some((a) => isSuggested(a.reason));
  if (verdict === 'colliding' && isBare) {
    lines.push(
      '      without an SRDF links that share a joint are tested too, and often touch;',
      '      --pairs suggested takes these for harmless, "surepath info CELL --suggest" writes an SRDF',
    );
  }
  return lines;
}

/** The first lines of a list, and how many more there are. */
export function listed<T>(items: readonly T[], text: (item: T) => string, most = LISTED): string[] {
  const lines = items.slice(0, most).map(text);
  if (items.length > most) lines.push(`    and ${items.length - most} more; --json has all`);
  return lines;
}
