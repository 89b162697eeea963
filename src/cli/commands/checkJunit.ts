/** Checks as JUnit suites: one case per segment of a path, or per edge. */

import { type CheckResult, isWorse, type Witness } from '../../check/index.ts';
import type { EdgesAnswer } from '../../jobs/index.ts';
import { type Place, pairNames } from '../../jobs/index.ts';
import { clockText, endedText, limitText, openText, SAMPLING, tText } from '../../words/index.ts';
import { type JunitCase, writeJunit } from '../junit.ts';
import type { LoadedPath } from '../loadPath.ts';
import { limitCases } from './checkLimits.ts';
import { contactLines, segmentOf, timeAt } from './checkPathText.ts';
import type { PathAnswer, PathQuestion } from './checkPathTypes.ts';
import type { Settings } from './checkSettings.ts';
import { witnessDetails, witnessLine } from './checkWitness.ts';

export function pathJunit(
  loaded: LoadedPath,
  answer: PathAnswer,
  { cellFile, file, settings }: PathQuestion,
): string {
  const place: Place = { cell: loaded.cell, order: loaded.order, delta: settings.delta };
  const given = { isTimed: settings.request.timeLimit_ms !== undefined };
  const cases = loaded.path.segments.map((_, segment) => {
    let worst: Witness | null = null;
    for (const w of answer.witnesses) {
      if (w.segment === segment && isWorse(w, worst)) worst = w;
    }
    // The place that the verdict names is the one to name here, and where contact begins belongs to it.
    const witness = answer.witness?.segment === segment ? answer.witness : worst;
    const more = answer.contact?.contact?.segment === segment ? contactLines(answer) : [];
    const open = answer.open.filter((o) => o.segment === segment);
    const verdict =
      worst?.verdict ??
      witness?.verdict ??
      (open.length > 0 ? 'undecided' : settings.method === 'fixed' ? 'no collision found' : 'free');
    const at = witness ? clockText(timeAt(loaded, segment, witness.t)) : '';
    return caseOf(segmentOf(loaded, segment), { verdict, witness, open }, place, {
      ...given,
      at,
      more,
    });
  });
  const limits = answer.limits.left.map((left) => limitText(left));
  return suite(answer, settings, { cellFile, file, cases, limits });
}

export function edgesJunit(
  answer: EdgesAnswer,
  place: Place,
  settings: Settings,
  about: Omit<SuiteFacts, 'cases'>,
): string {
  const isTimed = settings.request.timeLimit_ms !== undefined;
  const cases = answer.results.map((result, i) => caseOf(`edge ${i}`, result, place, { isTimed }));
  return suite(answer, settings, { ...about, cases });
}

interface CaseFacts {
  /** Whether a time limit was given. */
  readonly isTimed: boolean;
  /** When the witness is met, in words. */
  readonly at?: string;
  /** Lines before those of the witness. */
  readonly more?: readonly string[];
}

function caseOf(
  name: string,
  { verdict, witness, open }: Pick<CheckResult, 'verdict' | 'witness' | 'open'>,
  place: Place,
  { isTimed, at = '', more = [] }: CaseFacts,
): JunitCase {
  if (witness) {
    // Near each other there, and in contact farther on.
    const first = witness.verdict === verdict ? '' : `${verdict}; first `;
    const message = `${first}${witnessLine(witness, place)}, at t = ${tText(witness.t)}${at}`;
    const text = [...more, ...witnessDetails(witness, place)].join('\n');
    return { name, outcome: { element: 'failure', type: verdict, message, text } };
  }
  if (verdict === 'free') return { name };
  if (verdict !== 'undecided') {
    const message = `${verdict}: ${SAMPLING}`;
    return { name, outcome: { element: 'failure', type: verdict, message, text: '' } };
  }
  const lines = open.map(({ pair, from, to }) => {
    const names = pairNames(place.cell, pair).join(' and ');
    return `${openText(from, to)}: ${names}`;
  });
  const message = `undecided: ${endedText(isTimed)}, ${open.length} intervals are not proven`;
  return { name, outcome: { element: 'error', type: verdict, message, text: lines.join('\n') } };
}

interface SuiteFacts {
  readonly cellFile: string;
  readonly file: string;
  readonly cases: readonly JunitCase[];
  /** Limits that are left, in words. */
  readonly limits: readonly string[];
}

function suite(
  {
    assumptions,
    clearance,
    delta,
    testedPairs,
    milliseconds,
  }: Pick<EdgesAnswer, 'assumptions' | 'clearance' | 'delta' | 'testedPairs' | 'milliseconds'>,
  { method, wrap, limits: asked }: Settings,
  { cellFile, file, cases, limits }: SuiteFacts,
): string {
  return writeJunit({
    name: `surepath check ${cellFile} ${file}`,
    classname: file,
    seconds: milliseconds / 1000,
    properties: [
      ...assumptions.map((text) => ['assumption', text] as const),
      ...limits.map((text) => ['leaves limits', text] as const),
      ['clearance', String(clearance)],
      ['delta', String(delta)],
      ['method', method],
      ['wrap', wrap],
      ['pairs', String(testedPairs)],
    ],
    cases: asked ? [...cases, ...limitCases(limits)] : cases,
  });
}
