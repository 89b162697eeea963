/** `surepath check CELL --edges FILE`: many straight motions, one answer for each. */

import {
  checkEdges,
  type EdgeAnswer,
  type EdgesAnswer,
  firstOfKind,
  jointNames,
  limitsJson,
  type OpenCell,
  openEdges,
  openJson,
  type Place,
  statsJson,
  witnessJson,
} from '../../jobs/index.ts';
import {
  assumingText,
  count,
  edgeLimitText,
  milliseconds as inMilliseconds,
  microseconds,
  tText,
} from '../../words/index.ts';
import { printJson, readBytes } from '../command.ts';
import { printNotes } from '../loadCell.ts';
import { inOptions } from '../loadPath.ts';
import { Progress } from '../progress.ts';
import { edgesJunit } from './checkJunit.ts';
import { exitWithLimits } from './checkLimits.ts';
import { listed } from './checkPathText.ts';
import { exitCode, type Settings, writeText } from './checkSettings.ts';
import { witnessLine } from './checkWitness.ts';

export interface EdgesQuestion {
  readonly cellFile: string;
  readonly file: string;
  readonly settings: Settings;
  readonly json: boolean;
}

/** Returns the exit code. */
export function checkEdgeFile(open: OpenCell, question: EdgesQuestion): number {
  const { cellFile, file, settings, json } = question;
  const { edges, order, notes: read } = openEdges(open, { file, bytes: readBytes(file) });
  const progress = new Progress();
  const answer = checkEdges(
    open,
    { edges, file, ...settings.request, all: settings.all },
    {
      ...settings.context,
      onProgress: (told) => {
        if (told.notes && !json) {
          printNotes([...open.cell.notes, ...read, ...inOptions(told.notes)]);
        }
        progress.listener?.(told);
      },
    },
  );
  progress.end();
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
      results: results.map((result) => ({
        ...resultJson(result, place, settings.all),
        limits: limitsJson(result.limits),
      })),
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
    process.stdout.write(toText(answer, place, leaving, summary));
  }
  const code = exitCode(results.map(({ verdict }) => verdict));
  return exitWithLimits(code, leaving.length > 0, settings.limits);
}

function resultJson({ verdict, witness, witnesses, open }: EdgeAnswer, place: Place, all: boolean) {
  return {
    verdict,
    ...(witness ? witnessJson(witness, place) : {}),
    ...(all && witnesses.length > 0
      ? { violations: witnesses.map((w) => ({ verdict: w.verdict, ...witnessJson(w, place) })) }
      : {}),
    ...(verdict === 'undecided' ? { open: open.map((o) => openJson(o, place)) } : {}),
  };
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
