/** `surepath check CELL --edges FILE`: many straight motions, one answer for each. */

import { askAbout, assumptionsOf, jointBounds } from '../../cell/index.ts';
import {
  addStats,
  type CheckResult,
  checkEdges,
  createChecker,
  emptyStats,
} from '../../check/index.ts';
import { aboutFile, type Rows, readEdges, rowsOf } from '../../formats/index.ts';
import type { Fault } from '../../math/index.ts';
import { buildPath, limitsLeft } from '../../motion/index.ts';
import {
  assumingText,
  count,
  edgeLimitText,
  milliseconds as inMilliseconds,
  microseconds,
  tText,
} from '../../words/index.ts';
import { printJson, readBytes } from '../command.ts';
import { firstOfKind, type LoadedCell, printNotes } from '../loadCell.ts';
import { Progress } from '../progress.ts';
import { edgesJunit } from './checkJunit.ts';
import { exitWithLimits, limitsJson } from './checkLimits.ts';
import { listed } from './checkPathText.ts';
import {
  exitCode,
  inOptions,
  requestNow,
  type Settings,
  statsJson,
  writeText,
} from './checkSettings.ts';
import { jointNames, openJson, type Place, witnessJson, witnessLine } from './checkWitness.ts';

/** Returns the exit code. */
export function checkEdgeFile(
  loaded: LoadedCell,
  cellFile: string,
  file: string,
  settings: Settings,
  json: boolean,
): number {
  const bytes = readBytes(file);
  const { joints, edges } = readEdges(bytes, { file });
  const rows: Rows | null =
    edges.length === 0
      ? null
      : rowsOf(loaded.cell, {
          ...{ joints, first: edges[0].from, given: loaded.joints, file, bytes },
          what: 'the edges',
        });
  const paths = edges.map(({ from, to }) =>
    aboutFile(file, () => {
      const ends = [rows!.configuration(from), rows!.configuration(to)];
      return buildPath(loaded.cell.tree, ends, { wrap: settings.wrap });
    }),
  );
  const { cell, motion: segments } = askAbout(
    loaded.cell,
    paths.map((path) => path.segments[0]),
  );
  const turns = paths.flatMap((path, i) => path.notes.map((note) => ofEdge(note, i)));
  const notes = [...(rows?.notes ?? []), ...inOptions(turns)];
  if (!json) printNotes([...cell.notes, ...notes]);

  const checker = createChecker(cell, settings.checker);
  const progress = new Progress('edges');
  const start = performance.now();
  const results = checkEdges(checker, segments, {
    ...requestNow(settings),
    all: settings.all,
    ...(progress.listener ? { onProgress: progress.listener } : {}),
  });
  const milliseconds = performance.now() - start;
  progress.end();

  const place: Place = { cell, order: rows?.order ?? [], delta: settings.delta };
  const stats = emptyStats();
  for (const result of results) addStats(stats, result.stats);
  const microsecondsPerEdge = (1000 * milliseconds) / Math.max(1, results.length);
  const bounds = jointBounds(cell);
  const limits = paths.map((path) => limitsLeft(cell, path, bounds).left);
  const leaving = limits.flatMap((list, i) => list.map((left) => edgeLimitText(left, i)));
  if (settings.junit !== undefined) {
    const about = { cellFile, file, milliseconds, limits: leaving };
    writeText(settings.junit, edgesJunit(results, place, settings, about));
  }
  if (json) {
    printJson({
      results: results.map((result, i) => ({
        ...resultJson(result, place, settings.all),
        limits: limitsJson(limits[i]),
      })),
      joints: jointNames(place),
      assumptions: assumptionsOf(cell),
      ...(notes.length > 0 ? { notes: firstOfKind(notes) } : {}),
      clearance: cell.description.clearance.default,
      delta: settings.delta,
      method: settings.method,
      wrap: settings.wrap,
      stats: {
        edges: results.length,
        ...statsJson(cell, stats, milliseconds),
        microsecondsPerEdge,
      },
    });
  } else {
    const summary = `${count(results.length, 'edge')}, ${count(cell.tested.length, 'pair')} tested, ${inMilliseconds(milliseconds)}, ${microseconds(microsecondsPerEdge)} per edge (${settings.method})`;
    process.stdout.write(toText(results, place, leaving, summary));
  }
  const code = exitCode(results.map(({ verdict }) => verdict));
  return exitWithLimits(code, leaving.length > 0, settings.limits);
}

function ofEdge(note: Fault, i: number): Fault {
  return { ...note, message: `edge ${i}: ${note.message.replace(' in segment 0', '')}` };
}

function resultJson(
  { verdict, witness, witnesses, open }: CheckResult,
  place: Place,
  all: boolean,
) {
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
  results: readonly CheckResult[],
  place: Place,
  leaving: readonly string[],
  summary: string,
): string {
  const counts = new Map<string, number>();
  for (const { verdict } of results) counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  const verdicts = [...counts].map(([verdict, n]) => `${n} ${verdict}`);
  const assumptions = assumptionsOf(place.cell);
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

function edgeText({ verdict, witness, open }: CheckResult, place: Place): string {
  if (witness) return `${witnessLine(witness, place)}, at t = ${tText(witness.t)}`;
  return `${verdict}, ${count(open.length, 'interval')} not proven`;
}
