/** `surepath check CELL --edges FILE`: many straight motions, one answer for each. */

import { addStats, emptyStats } from '../../check/index.ts';
import {
  checkEdges,
  type EdgeAnswer,
  type EdgesAnswer,
  edgeJson,
  firstOfKind,
  jointNames,
  type OpenCell,
  type OpenEdgesAnswer,
  openEdges,
  type Place,
  statsJson,
} from '../../jobs/index.ts';
import type { Fault } from '../../math/index.ts';
import { DEFAULT_CHUNK } from '../../parallel/index.ts';
import {
  assumingText,
  count,
  edgeLimitText,
  milliseconds as inMilliseconds,
  microseconds,
  tText,
} from '../../words/index.ts';
import { readBytes } from '../command.ts';
import { printNotes } from '../loadCell.ts';
import { inOptions } from '../loadPath.ts';
import { printJson, printText } from '../out.ts';
import { Progress } from '../progress.ts';
import { edgesJunit } from './checkJunit.ts';
import { exitWithLimits } from './checkLimits.ts';
import { listed } from './checkPathText.ts';
import { exitCode, type Settings, writeText } from './checkSettings.ts';
import { witnessLine } from './checkWitness.ts';
import { cut, inChunks, type WorkerCount } from './inChunks.ts';

export interface EdgesQuestion extends WorkerCount {
  readonly cellFile: string;
  readonly file: string;
  readonly settings: Settings;
  readonly json: boolean;
}

/** Returns the exit code, or promises it. */
export function checkEdgeFile(open: OpenCell, question: EdgesQuestion): number | Promise<number> {
  const { file, settings, json } = question;
  const opened = openEdges(open, { file, bytes: readBytes(file) });
  const progress = new Progress();
  const { budget, timeLimit_ms } = settings.request;
  // What all edges share is one account: they are one chunk.
  const isShared = budget !== undefined || timeLimit_ms !== undefined;
  const size = isShared ? Number.POSITIVE_INFINITY : DEFAULT_CHUNK;
  const parts = cut(opened.edges, size);
  const of = opened.edges.length;
  let early: readonly Fault[] | null = null;
  const tasks = parts.map((edges, i) => ({
    kind: 'checkEdges' as const,
    input: {
      ...{ edges, file, ...settings.request, all: settings.all },
      ...(i === 0 ? {} : { first: i * size }),
    },
  }));
  const tellNotes = (notes: readonly Fault[]): void => {
    if (!json) printNotes([...open.cell.notes, ...opened.notes, ...inOptions(notes)]);
  };
  const answers = inChunks<'checkEdges'>(
    {
      open,
      tasks,
      here: ({ input }, i) =>
        checkEdges(open, input, {
          ...settings.context,
          onProgress: (told) => {
            // Before a work that may take long, where all of it is at hand.
            if (told.notes && parts.length === 1) {
              early = told.notes;
              tellNotes(early);
            }
            progress.listener?.({ ...told, done: (i === 0 ? 0 : i * size) + told.done, of });
          },
        }),
      onProgress: (done) =>
        progress.listener?.({ phase: 'edges', done: Math.min(of, done * size), of }),
    },
    question,
  );
  const finish = (all: readonly EdgesAnswer[]): number => {
    progress.end();
    const answer = joined(all);
    if (early === null) tellNotes(answer.notes);
    return tell(open, question, opened, answer);
  };
  return Array.isArray(answers) ? finish(answers) : answers.then(finish);
}

/** Answers about chunks as one. */
function joined(parts: readonly EdgesAnswer[]): EdgesAnswer {
  if (parts.length === 1) return parts[0];
  const stats = emptyStats();
  for (const part of parts) addStats(stats, part.stats);
  return {
    ...parts[0],
    results: parts.flatMap(({ results }) => results),
    notes: parts.flatMap(({ notes }) => notes),
    stats,
    milliseconds: parts.reduce((sum, part) => sum + part.milliseconds, 0),
  };
}

function tell(
  open: OpenCell,
  { cellFile, file, settings, json }: EdgesQuestion,
  { order, notes: read }: OpenEdgesAnswer,
  answer: EdgesAnswer,
): number {
  const { results } = answer;
  const notes = [...read, ...inOptions(answer.notes)];
  const place: Place = { cell: open.cell, order, delta: settings.delta };
  const leaving = results.flatMap(({ limits }, i) => limits.map((left) => edgeLimitText(left, i)));
  if (settings.junit !== undefined) {
    const about = { cellFile, file, limits: leaving };
    writeText(settings.junit, edgesJunit(answer, place, settings, about));
  }
  const microsecondsPerEdge = (1000 * answer.milliseconds) / Math.max(1, results.length);
  if (json) {
    printJson({
      results: results.map((result) => edgeJson(result, place, settings.all)),
      joints: jointNames(place),
      assumptions: answer.assumptions,
      ...(notes.length > 0 ? { notes: firstOfKind(notes) } : {}),
      clearance: answer.clearance,
      delta: settings.delta,
      method: settings.method,
      wrap: settings.wrap,
      stats: {
        edges: results.length,
        ...statsJson(answer.testedPairs, answer.stats, answer.milliseconds),
        microsecondsPerEdge,
      },
    });
  } else {
    const summary = `${count(results.length, 'edge')}, ${count(answer.testedPairs, 'pair')} tested, ${inMilliseconds(answer.milliseconds)}, ${microseconds(microsecondsPerEdge)} per edge (${settings.method})`;
    printText(toText(answer, place, leaving, summary));
  }
  const code = exitCode(results.map(({ verdict }) => verdict));
  return exitWithLimits(code, leaving.length > 0, settings.limits);
}

function toText(
  { results, assumptions }: EdgesAnswer,
  place: Place,
  leaving: readonly string[],
  summary: string,
): string {
  const counts = new Map<string, number>();
  for (const { verdict } of results) counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  const verdicts = [...counts].map(([verdict, n]) => `${n} ${verdict}`);
  const others = results
    .map((result, i) => ({ result, i }))
    .filter(({ result }) => result.verdict !== 'free' && result.verdict !== 'no collision found');
  const lines = [
    verdicts.join(', ') || 'there are no edges',
    ...(assumptions.length > 0 ? [`  ${assumingText(assumptions)}`] : []),
    ...listed(leaving, (text) => `  leaves limits: ${text}`),
    ...listed(others, ({ result, i }) => `  edge ${i}: ${edgeText(result, place)}`),
    summary,
  ];
  return `${lines.join('\n')}\n`;
}

function edgeText({ verdict, witness, open }: EdgeAnswer, place: Place): string {
  if (witness) return `${witnessLine(witness, place)}, at t = ${tText(witness.t)}`;
  return `${verdict}, ${count(open.length, 'interval')} not proven`;
}
