/** `surepath check CELL PATH --penetration M`: bodies may overlap, but never deeper than M. */

import type { Cell } from '../../cell/index.ts';
import { testedCount } from '../../cell/index.ts';
import type { PenetrationWitness } from '../../check/index.ts';
import {
  checkPenetration,
  firstOfKind,
  jointNames,
  limitsJson,
  type OpenCell,
  type PenetrationAnswer,
  type Place,
  pairNames,
  statsJson,
} from '../../jobs/index.ts';
import type { Fault } from '../../math/index.ts';
import {
  assumingText,
  count,
  depthText,
  milliseconds as inMilliseconds,
  notProvenText,
  openText,
  othersText,
  overlapText,
  pointText,
  thinText,
  undecidedText,
  withinText,
} from '../../words/index.ts';
import { numberIn, usageFault } from '../command.ts';
import { printNotes } from '../loadCell.ts';
import { type LoadedPath, loadPath, type Override } from '../loadPath.ts';
import { printJson, printText } from '../out.ts';
import { exitWithLimits, limitLines } from './checkLimits.ts';
import { listed, placeOf, segmentOf, timeAt } from './checkPathText.ts';
import type { Settings } from './checkSettings.ts';
import { valueLines } from './checkWitness.ts';

export const PENETRATION_HELP = `  --penetration M       bodies may overlap, but never deeper than M metres: within, deeper, too-close
                        or undecided, and how deep each pair gets (docs/penetration.md)
`;

/** Options of a check that mean nothing where bodies may overlap. */
export const NOT_WITH_PENETRATION = [
  'clearance',
  'method',
  'resolution',
  'turns',
  'junit',
  'first-contact',
  'clearances',
  'profile',
  'accuracy',
  'horizon',
  'braking',
  'reaction',
  'factor-limit',
  'velocity',
  'certificate',
  'report',
] as const;

export interface PenetrationQuestion {
  readonly file: string;
  /** As on the command line. */
  readonly bound: string;
  readonly interpolation: Override | undefined;
  readonly settings: Settings;
  readonly json: boolean;
}

/** Complains about an option that does not go with --penetration. */
export function refuseWithPenetration(values: Readonly<Record<string, unknown>>): void {
  const wrong = NOT_WITH_PENETRATION.find((option) => values[option] !== undefined);
  if (!wrong) return;
  const why = wrong.startsWith('clearance')
    ? ': bodies either keep a clearance or may overlap'
    : '';
  throw usageFault('check', `--${wrong} does not go with --penetration${why}`);
}

/** Returns the exit code. */
export function checkPenetrationFile(open: OpenCell, question: PenetrationQuestion): number {
  const { settings, json } = question;
  const depth = numberIn('check', 'penetration', question.bound, 0, 1e9);
  if (!(settings.delta > 0)) {
    throw usageFault('check', '--penetration needs a --delta greater than 0');
  }
  const { wrap } = settings;
  const path = loadPath(open, question.file, { wrap, interpolation: question.interpolation });
  const notes = [...path.notes, ...clearanceNotes(path.cell)];
  if (!json) printNotes([...path.cell.notes, ...notes]);
  const request = { motion: path.motion, ...settings.request, depth, all: settings.all };
  const answer = checkPenetration(open, request, settings.context);
  const place: Place = { cell: path.cell, order: path.order, delta: settings.delta };
  if (json) printDepthJson(path, answer, place, settings, notes);
  else printDepthText(path, answer, place, settings);
  const code = answer.verdict === 'within' ? 0 : answer.verdict === 'undecided' ? 3 : 1;
  return exitWithLimits(code, answer.limits.left.length > 0, settings.limits);
}

/** The cell file may ask for what is not looked at here. */
function clearanceNotes({ tested }: Cell): Fault[] {
  const asked = tested.filter(({ clearance }) => clearance > 0).length;
  if (asked === 0) return [];
  return [
    {
      code: 'check/clearance-ignored',
      message: `the cell asks for a clearance of ${count(asked, 'pair')}; with --penetration clearances are not looked at`,
    },
  ];
}

/** Surfaces have no inside: what is asked of them. */
function surfaceLines({ pairs }: PenetrationAnswer): string[] {
  const surfaces = pairs.filter(({ solid }) => !solid).length;
  if (surfaces === 0) return [];
  return [`  ${count(surfaces, 'pair')} with an open surface must not touch at all`];
}

function printDepthText(
  loaded: LoadedPath,
  result: PenetrationAnswer,
  place: Place,
  { all, limits: asked }: Settings,
): void {
  const { cell, path } = loaded;
  const { witness, stats, open, verdict, depth, limits, milliseconds } = result;
  const assumed = result.assumptions;
  const lines = [
    headline(loaded, result, place),
    ...(assumed.length > 0 ? [`  ${assumingText(assumed)}`] : []),
    ...limitLines(limits, asked),
    ...surfaceLines(result),
    ...(witness ? witnessLines(witness, place) : []),
    ...(all && result.witnesses.length > 1
      ? [
          `  everything that is not within (${result.witnesses.length}):`,
          ...listed(
            result.witnesses,
            (w) => `    ${where(loaded, w)}: ${depthLine(w, place, depth)}`,
          ),
        ]
      : []),
    ...(verdict === 'undecided'
      ? [
          `  ${notProvenText(new Set(open.map(({ pair }) => pair)).size, open.length)}`,
          ...listed(
            open,
            (o) =>
              `    ${segmentOf(loaded, o.segment)}, ${openText(o.from, o.to)}: ${pairNames(cell, o.pair).join(' and ')}`,
            6,
          ),
        ]
      : []),
    ...depthLines(loaded, result, place),
    `${count(path.segments.length, 'segment')}, ${count(testedCount(cell), 'pair')} tested, ${inMilliseconds(milliseconds)} (${count(stats.configurations, 'configuration')}, ${count(stats.tests, 'test')})`,
    ...nextLines(result, place),
  ];
  printText(`${lines.join('\n')}\n`);
}

function headline(
  loaded: LoadedPath,
  { verdict, witness, open, depth }: PenetrationAnswer,
  place: Place,
): string {
  if (witness) return `${depthLine(witness, place, depth)}, on ${where(loaded, witness)}`;
  if (verdict === 'within') return `${verdict}: ${withinText(depth)}`;
  const left = new Set(open.map((o) => o.segment)).size;
  return `undecided: ${undecidedText(true, left, loaded.path.segments.length)}`;
}

function where(loaded: LoadedPath, { segment, t }: { segment: number; t: number }): string {
  return placeOf(loaded, segment, t);
}

function depthLine(witness: PenetrationWitness, { cell }: Place, depth: number): string {
  const { verdict, lower, upper, solid } = witness;
  return depthText({ pair: pairNames(cell, witness.pair), verdict, lower, upper, solid }, depth);
}

function witnessLines({ point, configuration, solid }: PenetrationWitness, place: Place): string[] {
  const at = solid ? 'deepest at the point' : 'at the point';
  return [...(point ? [`  ${at} ${pointText(point)} m`] : []), ...valueLines(configuration, place)];
}

/** Pairs that were seen to overlap, the deepest first, and what is proven of the others. */
function depthLines(
  loaded: LoadedPath,
  { pairs, verdict, depth }: PenetrationAnswer,
  { cell }: Place,
): string[] {
  const overlapping = pairs.filter(({ seen }) => seen !== null);
  // What exceeds the bound was not pursued; it says nothing.
  const others = pairs.filter(({ seen, upper }) => seen === null && upper <= depth);
  const lines: string[] = [];
  if (overlapping.length > 0) {
    lines.push('  pairs that overlap, deepest first:');
    lines.push(
      ...listed(overlapping, ({ pair, lower, upper, seen, thin }) => {
        const names = pairNames(cell, pair).join(' and ');
        const text = overlapText(names, lower, upper <= depth ? upper : null, where(loaded, seen!));
        return `    ${text}${thin ? ' (thin)' : ''}`;
      }),
    );
  } else if (verdict === 'within') lines.push('  no pair was seen to overlap');
  if (others.length > 0 && verdict === 'within') {
    const upper = Math.max(...others.map((found) => found.upper));
    const what = overlapping.length > 0 ? 'more pair' : 'pair';
    lines.push(`    ${othersText(count(others.length, what), upper)}`);
  }
  const thin = pairs.filter((found) => found.thin).length;
  if (thin > 0) {
    lines.push(`  ${thinText(thin, depth)}`);
  }
  return lines;
}

function nextLines({ verdict }: PenetrationAnswer, { delta }: Place): string[] {
  switch (verdict) {
    case 'within':
      return [];
    case 'deeper':
      return ['next: --all looks at every pair'];
    case 'too-close':
      return [`next: a smaller --delta than ${delta} may settle it; --all looks at every pair`];
    case 'undecided':
      return ['next: a larger --budget or --time-limit may settle it, or a larger --delta'];
  }
}

function printDepthJson(
  loaded: LoadedPath,
  result: PenetrationAnswer,
  place: Place,
  settings: Settings,
  notes: readonly Fault[],
): void {
  const { cell, path, order } = loaded;
  const located = (segment: number, t: number) => {
    const time = timeAt(loaded, segment, t);
    return { segment, ...(time === undefined ? {} : { time }), t };
  };
  const witnessJson = (w: PenetrationWitness) => ({
    ...located(w.segment, w.t),
    pair: pairNames(cell, w.pair),
    configuration: order.map((d) => w.configuration[d]),
    solid: w.solid,
    depth: [finite(w.lower), finite(w.upper)],
    ...(w.point ? { point: [...w.point] } : {}),
  });
  printJson({
    verdict: result.verdict,
    ...(result.witness ? witnessJson(result.witness) : {}),
    ...(settings.all
      ? { violations: result.witnesses.map((w) => ({ verdict: w.verdict, ...witnessJson(w) })) }
      : {}),
    ...(result.verdict === 'undecided'
      ? {
          open: result.open.map(({ pair, ...o }) => ({ ...o, pair: pairNames(cell, pair) })),
        }
      : {}),
    pairs: result.pairs.map(({ pair, solid, upper, lower, seen, thin }) => ({
      pair: pairNames(cell, pair),
      solid,
      upper: finite(upper),
      lower: finite(lower),
      ...(seen ? { ...located(seen.segment, seen.t), point: [...seen.point] } : {}),
      ...(thin ? { thin } : {}),
    })),
    joints: jointNames(place),
    assumptions: result.assumptions,
    limits: limitsJson(result.limits.left),
    ...(notes.length > 0 ? { notes: firstOfKind(notes) } : {}),
    penetration: result.depth,
    delta: settings.delta,
    wrap: settings.wrap,
    stats: {
      segments: path.segments.length,
      ...statsJson(result.testedPairs, result.stats, result.milliseconds),
    },
  });
}

/** JSON has no infinite numbers: null, where nothing is known. */
function finite(x: number): number | null {
  return Number.isFinite(x) ? x : null;
}
