/** `surepath check CELL --configurations FILE`: static checks of single configurations. */

import type { Cell, PairFinding } from '../../cell/index.ts';
import {
  type ConfigurationsAnswer,
  type ConfigurationsRequest,
  checkConfigurations,
  configurationLine,
  firstOfKind,
  type OpenCell,
  openConfigurations,
  pairNames,
} from '../../jobs/index.ts';
import type { Fault } from '../../math/index.ts';
import { DEFAULT_CHUNK } from '../../parallel/index.ts';
import {
  assumingText,
  closestText,
  microseconds as inMicroseconds,
  limitText,
  nearerText,
} from '../../words/index.ts';
import { readBytes } from '../command.ts';
import { printNotes } from '../loadCell.ts';
import { printJson, printText } from '../out.ts';
import { exitWithLimits } from './checkLimits.ts';
import { cut, inChunks, type WorkerCount } from './inChunks.ts';

/** Configurations listed for people; --json has them all. */
const LISTED = 20;

/** What is asked. */
export interface ConfigurationsQuestion extends WorkerCount {
  readonly file: string;
  readonly json: boolean;
  readonly limits: boolean;
}

/** Returns the exit code, or promises it. */
export function checkConfigurationFile(
  open: OpenCell,
  question: ConfigurationsQuestion,
): number | Promise<number> {
  const { file, json } = question;
  const { configurations, notes } = openConfigurations(open, { file, bytes: readBytes(file) });
  if (!json) printNotes([...open.cell.notes, ...notes]);
  const tasks = cut(configurations, DEFAULT_CHUNK).map((part) => ({
    kind: 'checkConfigurations' as const,
    input: { configurations: part },
  }));
  const here = ({ input }: { readonly input: ConfigurationsRequest }) =>
    checkConfigurations(open, input);
  const answers = inChunks<'checkConfigurations'>({ open, tasks, here }, question);
  const finish = (all: readonly ConfigurationsAnswer[]): number => {
    const results = all.flatMap((part) => part.results);
    const milliseconds = all.reduce((sum, part) => sum + part.milliseconds, 0);
    return tell(open, question, notes, { ...all[0], results, milliseconds });
  };
  return Array.isArray(answers) ? finish(answers) : answers.then(finish);
}

function tell(
  { cell }: OpenCell,
  { json, limits: asked }: ConfigurationsQuestion,
  notes: readonly Fault[],
  answer: ConfigurationsAnswer,
): number {
  const { results, assumptions, testedPairs: pairs, milliseconds } = answer;
  const microseconds = (1000 * milliseconds) / Math.max(1, results.length);
  if (json) {
    printJson({
      results: results.map((r) => configurationLine(r, cell)),
      assumptions,
      ...(notes.length > 0 ? { notes: firstOfKind(notes) } : {}),
      stats: { pairs, microsecondsPerConfiguration: microseconds },
    });
  } else {
    printText(toText(answer, cell, microseconds));
  }
  const code = results.some((r) => r.colliding || r.tooClose !== null) ? 1 : 0;
  const isLeft = results.some((r) => r.limits.length > 0);
  return exitWithLimits(code, isLeft, asked);
}

function names({ pair }: PairFinding, cell: Cell): [string, string] {
  return pairNames(cell, pair);
}

function toText(
  { results, assumptions, testedPairs }: ConfigurationsAnswer,
  cell: Cell,
  microseconds: number,
): string {
  const colliding = results.filter((r) => r.colliding).length;
  const lines: string[] = [];
  results.slice(0, LISTED).forEach((r, i) => {
    const texts = r.limits.map((left) => limitText(left, ''));
    const beyond = texts.length > 0 ? `; leaves limits: ${texts.join(', ')}` : '';
    if (!r.closest) lines.push(`${i}  free: no pair is tested${beyond}`);
    else {
      const shown = r.tooClose ?? r.closest;
      const [a, b] = names(shown, cell);
      const inside = shown.contained ? ' (one inside the other)' : '';
      const pair = `${a} and ${b}`;
      const what = r.colliding
        ? `colliding: ${pair}${inside}`
        : r.tooClose
          ? nearerText(pair, shown.distance, shown.pair.clearance)
          : closestText(pair, shown.distance);
      lines.push(`${i}  ${what}${beyond}`);
    }
  });
  if (results.length > LISTED)
    lines.push(`... and ${results.length - LISTED} more; --json has all`);
  lines.push(
    `${results.length} configurations: ${colliding} colliding, ${results.length - colliding} not`,
    `${testedPairs} pairs tested, ${inMicroseconds(microseconds)} per configuration`,
  );
  if (assumptions.length > 0) lines.push(assumingText(assumptions));
  if (colliding > 0 && cell.description.robots.some((robot) => !robot.semantics)) {
    lines.push('without an SRDF links that share a joint are tested too, and often touch;');
    lines.push('"surepath info CELL --suggest" proposes one');
  }
  return `${lines.join('\n')}\n`;
}
