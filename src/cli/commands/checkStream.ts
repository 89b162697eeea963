/**
 * `surepath check CELL --edges FILE.jsonl` and the like: rows stream in, lines stream out, in order, whatever their number.
 * Workers read, check and write; this thread passes bytes on.
 */

import type { Verdict } from '../../check/index.ts';
import { readStreamHead, requireWholeRows, type StreamedRows } from '../../formats/index.ts';
import { cellFacts, contentsDigest, type OpenCell } from '../../jobs/index.ts';
import type { Fault } from '../../math/index.ts';
import {
  type ChunkSettings,
  type CrewTask,
  DEFAULT_CHUNK,
  MOST_CHUNK,
  readStreamed,
} from '../../parallel/index.ts';
import { assumingText, count, rateText, workTime } from '../../words/index.ts';
import { usageFault } from '../command.ts';
import { rowsDigest } from '../journal.ts';
import { printNotes } from '../loadCell.ts';
import { printJson, printText, tellText } from '../out.ts';
import { blocksOf, cutDoubles, cutLines, type Piece, sizeOf } from '../pieces.ts';
import { fewerRows, newResults, type ResumedResults, resumedResults } from '../resultsFile.ts';
import { StreamProgress } from '../streamProgress.ts';
import { crewFor } from '../workers.ts';
import { exitWithLimits } from './checkLimits.ts';
import { exitCode, requireWritable, type Settings } from './checkSettings.ts';
import type { WorkerCount } from './inChunks.ts';

/** For parseArgs. */
export const STREAM_OPTIONS = {
  out: { type: 'string' },
  resume: { type: 'boolean' },
  chunk: { type: 'string' },
} as const;

/** Help of --edges and --configurations for streams. */
export const STREAM_HELP = `                        FILE.jsonl has one edge {"from": [values], "to": [values]}, or one
                        configuration [values], a line, after a line {"joints": [names]} or of all joints;
                        FILE.f64 has them as 64-bit numbers, little end first, and nothing else; - is
                        what is piped in, as lines. However many there are, they stream through, and the
                        results come as lines of JSON, in order (docs/parallel.md)
  --out FILE            of a stream: where the lines go (default: stdout); what sums them up is on stdout
                        FILE.journal beside it says what its lines answer
  --resume              of a stream: go on with a FILE of --out that is not complete
  --chunk N             of a stream: rows that are checked together (default ${DEFAULT_CHUNK})
`;

/** What the options of streams say. */
export function streamFrom(args: {
  readonly out?: string | undefined;
  readonly resume?: boolean | undefined;
  readonly chunk?: string | undefined;
}): Pick<StreamQuestion, 'out' | 'resume' | 'rows'> {
  const { out, resume = false, chunk } = args;
  const rows = chunk === undefined ? DEFAULT_CHUNK : Number(chunk);
  if (!(Number.isInteger(rows) && rows >= 1 && rows <= MOST_CHUNK)) {
    throw usageFault(
      'check',
      `--chunk takes a whole number from 1 to ${MOST_CHUNK}; found "${chunk}"`,
    );
  }
  return { out, resume, rows };
}

/** What is asked about a stream. */
export interface StreamQuestion extends WorkerCount {
  readonly what: StreamedRows;
  readonly file: string;
  readonly format: 'lines' | 'doubles';
  /** Of edges. */
  readonly settings: Settings | null;
  readonly limits: boolean;
  readonly json: boolean;
  readonly out: string | undefined;
  readonly resume: boolean;
  /** Rows in a piece. */
  readonly rows: number;
}

/** What was counted. */
interface Sum {
  rows: number;
  verdicts: Partial<Record<Verdict, number>>;
  leaving: number;
  tests: number;
}

/** The exit code of who was told to stop. */
const INTERRUPTED = 130;

/** Promises the exit code. */
export async function checkStreamFile(open: OpenCell, question: StreamQuestion): Promise<number> {
  const { what, file, json, out, resume, rows } = question;
  refuseUnanswerable(question);
  const size = sizeOf(file);
  if (size !== undefined && question.format === 'doubles') {
    requireWholeRows(size, what, { file, dofs: open.cell.tree.dofs.length });
  }
  const name = out === undefined ? '' : await nameOf(open, question);
  const results = resume ? resumedResults(out!, rows, name) : newResults(out, name);
  const { sink, known } = results;
  if (!json) printNotes(open.cell.notes);
  const stop = stopping(question.settings);
  const progress = new StreamProgress(what);
  const sum: Sum = {
    rows: known.rows,
    verdicts: { ...known.verdicts },
    leaving: known.leaving,
    tests: 0,
  };
  try {
    await pass(open, question, { results, size, sum, progress, signal: stop.signal });
    sink.finish();
  } catch (error) {
    progress.end();
    if (!stop.signal.aborted) {
      if (sum.rows > known.rows) tellText(`surepath: ${reached(sum, question)}\n`);
      throw error;
    }
    tellText(`surepath: ${stop.reason()}: ${reached(sum, question)}\n`);
    return stop.isTime() ? 3 : INTERRUPTED;
  } finally {
    progress.end();
    stop.forget();
    sink.close();
  }
  tell(open, question, sum, { milliseconds: progress.milliseconds, before: known.rows });
  const verdicts = Object.keys(sum.verdicts) as Verdict[];
  return exitWithLimits(exitCode(verdicts), sum.leaving > 0, question.limits);
}

/**
 * Names what is asked of every row: the cell as it is checked, where joints stand of which rows have no values, limits of joints
 * (those of velocities are no part of the model), the settings, how rows are read, the size of pieces, and who answers.
 */
async function nameOf(open: OpenCell, question: StreamQuestion): Promise<string> {
  // Only runs into files need them.
  const { canonicalJson, modelName, questionName } = await import('../../batch/index.ts');
  const { ownVersion } = await import('./batchSite.ts');
  const { what, format, rows, settings } = question;
  const { state, allowNothing = false } = open.description;
  const told = contentsDigest([cellFacts(open.cell).bounds, allowNothing]);
  return questionName({
    version: ownVersion(),
    model: modelName(open, false),
    settings: canonicalJson({
      ...{ what, format, rows, told, state: [...state], joints: [...open.joints].sort() },
      ...chunkSettings(settings),
    }),
  });
}

function refuseUnanswerable({ settings, json, out, resume }: StreamQuestion): void {
  if (settings?.junit !== undefined) {
    throw usageFault('check', '--junit is for documents, not for streams of rows');
  }
  if (json && out === undefined) {
    throw usageFault('check', '--json sums up a stream whose lines go to a file: give --out FILE');
  }
  if (resume && out === undefined) throw usageFault('check', '--resume goes on with --out FILE');
  if (out !== undefined) requireWritable(out);
}

interface Passing {
  readonly results: ResumedResults;
  readonly size: number | undefined;
  readonly sum: Sum;
  readonly progress: StreamProgress;
  readonly signal: AbortSignal;
}

/** All pieces through the crew, and what comes of them to the sink. */
async function pass(open: OpenCell, question: StreamQuestion, passing: Passing): Promise<void> {
  const { size, sum, progress, signal } = passing;
  const { sink, known } = passing.results;
  const head: { joints: string[] | null } = { joints: null };
  const pieces = openPieces(open, question, passing.results, head);
  // A stream of one piece is not worth a thread.
  const begin = [await pieces.next(), await pieces.next()].flatMap((each) =>
    each.done ? [] : [each.value],
  );
  if (begin.length === 0) return;
  const { what, file, format } = question;
  const read = readStreamed(open, { ...begin[0], what, file, format, joints: head.joints });
  if (read && !question.json) printNotes(read.rows.notes);
  const isWorth = question.isGiven || isLong(begin, size);
  const { crew, cell } = crewFor(open, begin.length > 1 && isWorth ? question.workers : 1);
  const asked: Pick<DigestedPiece, 'end' | 'digest'>[] = [];
  const settings = chunkSettings(question.settings);
  async function* tasks(): AsyncGenerator<CrewTask<'streamed'>> {
    const taskOf = ({ bytes, first, at, end, digest }: DigestedPiece): CrewTask<'streamed'> => {
      asked.push({ end, digest });
      return {
        kind: 'streamed',
        cell,
        input: { bytes, first, at, what, file, format, joints: head.joints, settings },
      };
    };
    for (const piece of begin) yield taskOf(piece);
    for await (const piece of pieces) yield taskOf(piece);
  }
  const notes: Fault[] = [];
  const shareOf = (end: number) => (size ? end / size : undefined);
  let shareBefore: number | undefined;
  try {
    for await (const answer of crew.inOrder(tasks(), { signal })) {
      const { end, digest } = asked.shift()!;
      await sink.write(answer.bytes, digest);
      add(sum, answer);
      if (notes.length < MOST_NOTES) notes.push(...answer.notes.slice(0, MOST_NOTES));
      const share = shareOf(end);
      shareBefore ??= size ? begin[0].at * (question.format === 'doubles' ? 1 / size : 0) : 0;
      progress.tell({ rows: sum.rows, before: known.rows, share, shareBefore });
    }
  } finally {
    await crew.close();
  }
  progress.end();
  if (!question.json) printNotes(notes);
}

/** Pieces from which on threads pay: each begins by opening the cell. */
const WORTH_PIECES = 12;

/** Whether a stream has many pieces, or may have. */
function isLong([first]: readonly Piece[], size: number | undefined): boolean {
  return size === undefined || size > WORTH_PIECES * first.bytes.length;
}

/** Notes that are kept of a stream without end. */
const MOST_NOTES = 100;

/** A piece with the digest of its rows. */
interface DigestedPiece extends Piece {
  readonly digest: string;
}

/** The pieces that are not answered yet; the rows of those that are have to be what was answered. */
async function* openPieces(
  open: OpenCell,
  question: StreamQuestion,
  { known, requireRows }: ResumedResults,
  head: { joints: string[] | null },
): AsyncGenerator<DigestedPiece> {
  let n = 0;
  for await (const piece of piecesOf(open, question, head)) {
    const digest = rowsDigest(head.joints, piece.bytes);
    if (n < known.pieces) requireRows(n, digest);
    else yield { ...piece, digest };
    n++;
  }
  if (n < known.pieces) throw fewerRows(question.out!, n * question.rows);
}

async function* piecesOf(
  open: OpenCell,
  { what, file, format, rows }: StreamQuestion,
  head: { joints: string[] | null },
): AsyncGenerator<Piece> {
  if (format === 'doubles') {
    yield* cutDoubles({ file, rows }, what, open.cell.tree.dofs.length);
    return;
  }
  yield* cutLines(blocksOf(file), { file, rows }, (line) => {
    head.joints = readStreamHead(line, file);
    return head.joints !== null;
  });
}

/** A budget is for each edge of a stream, and a time limit for the whole run. */
function chunkSettings(settings: Settings | null): ChunkSettings {
  if (!settings) return {};
  const { budget, timeLimit_ms: _, ...request } = settings.request;
  return { ...request, all: settings.all, edgeBudget: budget };
}

function add(
  sum: Sum,
  answer: { edges: number; verdicts: Sum['verdicts']; leaving: number; tests: number },
): void {
  sum.rows += answer.edges;
  sum.leaving += answer.leaving;
  sum.tests += answer.tests;
  for (const [verdict, n] of Object.entries(answer.verdicts) as [Verdict, number][]) {
    sum.verdicts[verdict] = (sum.verdicts[verdict] ?? 0) + n;
  }
}

// ----------------------------------------------------------------------------------------- stopping

interface Stopping {
  readonly signal: AbortSignal;
  reason(): string;
  isTime(): boolean;
  forget(): void;
}

/** Stops at the first Ctrl-C, and when the time is over; a second Ctrl-C ends the process. */
function stopping(settings: Settings | null): Stopping {
  const control = new AbortController();
  let time = false;
  const interrupt = (): void => control.abort(new Error('interrupted'));
  process.once('SIGINT', interrupt);
  const deadline = settings?.context.deadline;
  const left = deadline === undefined ? undefined : Math.max(0, deadline - performance.now());
  const timer =
    left === undefined
      ? undefined
      : setTimeout(() => {
          time = true;
          control.abort(new Error('the time is over'));
        }, left);
  return {
    signal: control.signal,
    reason: () => (time ? `the time limit of ${settings!.seconds} s ended` : 'interrupted'),
    isTime: () => time,
    forget: () => {
      process.off('SIGINT', interrupt);
      clearTimeout(timer);
    },
  };
}

function reached({ rows }: Sum, { what, out }: StreamQuestion): string {
  const done = `the results of ${count(rows, what.slice(0, -1))} are written`;
  return out === undefined
    ? done
    : `${done} to ${out}; with --resume the same command goes on there`;
}

// ------------------------------------------------------------------------------------------- telling

/** The sum: for people, or as one object. */
function tell(
  open: OpenCell,
  { what, out, json, settings }: StreamQuestion,
  sum: Sum,
  { milliseconds, before }: { readonly milliseconds: number; readonly before: number },
): void {
  const { assumptions, testedPairs } = cellFacts(open.cell);
  const perSecond = (1000 * (sum.rows - before)) / Math.max(1, milliseconds);
  if (json) {
    printJson({
      [what]: sum.rows,
      verdicts: sum.verdicts,
      leavingLimits: sum.leaving,
      assumptions,
      ...(settings ? { delta: settings.delta, method: settings.method, wrap: settings.wrap } : {}),
      stats: { pairs: testedPairs, tests: sum.tests, milliseconds, perSecond },
    });
    return;
  }
  const verdicts = Object.entries(sum.verdicts).map(([verdict, n]) => `${n} ${verdict}`);
  const lines = [
    verdicts.join(', ') || `there are no ${what}`,
    ...(assumptions.length > 0 ? [`  ${assumingText(assumptions)}`] : []),
    ...(sum.leaving > 0
      ? [`  ${count(sum.leaving, what.slice(0, -1))} leave limits of joints`]
      : []),
    `${count(sum.rows, what.slice(0, -1))}, ${count(testedPairs, 'pair')} tested, ${workTime(milliseconds)}, ${rateText(perSecond)} a second${settings ? ` (${settings.method})` : ''}`,
  ];
  // Where lines are on standard output nothing else is.
  const text = `${lines.join('\n')}\n`;
  if (out === undefined) tellText(text);
  else printText(text);
}
