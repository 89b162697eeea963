/** Where the lines of a stream go: a file, which an interrupted run can be gone on with, or standard output. */
import { closeSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import type { Verdict } from '../check/index.ts';
import { InputError } from '../math/index.ts';

/** Takes lines in order. */
export interface LineSink {
  write(bytes: Uint8Array): Promise<void>;
  /** All was written. Throws an InputError where something else had to come. */
  finish(): void;
  close(): void;
}

/** What a file of results holds already. */
export interface KnownResults {
  readonly rows: number;
  readonly verdicts: Readonly<Partial<Record<Verdict, number>>>;
  /** Rows that leave limits of joints. */
  readonly leaving: number;
}

const NOTHING: KnownResults = { rows: 0, verdicts: {}, leaving: 0 };
const BLOCK = 1 << 18;

/** Standard output: who reads slowly is waited for. */
export function standardOutput(): LineSink {
  return {
    write: (bytes) =>
      new Promise((resolve) => {
        if (process.stdout.write(bytes)) resolve();
        else process.stdout.once('drain', resolve);
      }),
    finish: () => {},
    close: () => {},
  };
}

/** A new file. */
export function newResults(file: string): LineSink {
  return sinkAt(file, open(file, 'w'), 0);
}

/** Where a run goes on. */
export interface ResumedResults {
  readonly sink: LineSink;
  /** Of the rows that are not answered again. */
  readonly known: KnownResults;
  /** Rows that stand in whole pieces. */
  readonly kept: number;
}

/**
 * A file that is gone on with: whole pieces of `rows` lines are kept, and the rest is cut off, so that it becomes what an
 * uninterrupted run writes. One that does not exist is new. The file does not say what was asked when it was begun; so its last
 * whole piece is answered again (it is not among the known results), and where the answers are others nothing is written and the
 * file stays as it was.
 */
export function resumedResults(file: string, rows: number): ResumedResults {
  let handle: number;
  try {
    handle = openSync(file, 'r+');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw unwritable(file, error);
    return { sink: newResults(file), known: NOTHING, kept: 0 };
  }
  try {
    const { at, end, known, kept } = scan(handle, rows, file);
    const again = new Uint8Array(end - at);
    readWhole(handle, again, at);
    return { sink: comparing(file, handle, { at, again, first: known.rows }), known, kept };
  } catch (error) {
    closeSync(handle);
    throw error;
  }
}

interface Again {
  /** Where the last whole piece begins in the file. */
  readonly at: number;
  /** The piece, as it stands there. */
  readonly again: Uint8Array;
  /** Number of its first row, from 0. */
  readonly first: number;
}

/** Holds what comes first against what is there; then writes on behind it. */
function comparing(file: string, handle: number, { at, again, first }: Again): LineSink {
  const sink = sinkAt(file, handle, at + again.length);
  let isSame = again.length === 0;
  if (isSame) ftruncateSync(handle, at);
  return {
    ...sink,
    write: async (bytes) => {
      if (isSame) return sink.write(bytes);
      if (Buffer.compare(bytes, again) !== 0) {
        throw otherResults(file, first + 1 + sameLines(bytes, again));
      }
      isSame = true;
      ftruncateSync(handle, at + again.length);
    },
    finish: () => {
      if (!isSame) throw otherResults(file, first + 1);
    },
  };
}

/** How many lines two have in common at the beginning. */
function sameLines(a: Uint8Array, b: Uint8Array): number {
  let lines = 0;
  for (let i = 0; i < a.length && a[i] === b[i]; i++) if (a[i] === 10) lines++;
  return lines;
}

function readWhole(handle: number, bytes: Uint8Array, at: number): void {
  for (let read = 0; read < bytes.length; ) {
    const n = readSync(handle, bytes, read, bytes.length - read, at + read);
    if (n === 0) throw new Error('the file became shorter while it was read');
    read += n;
  }
}

function sinkAt(file: string, handle: number, start: number): LineSink {
  let at = start;
  return {
    write: async (bytes) => {
      let from = 0;
      try {
        while (from < bytes.length)
          from += writeSync(handle, bytes, from, bytes.length - from, at + from);
      } catch (error) {
        throw unwritable(file, error);
      }
      at += bytes.length;
    },
    finish: () => {},
    close: () => closeSync(handle),
  };
}

function open(file: string, how: string): number {
  try {
    return openSync(file, how);
  } catch (error) {
    throw unwritable(file, error);
  }
}

function unwritable(file: string, error: unknown): InputError {
  return new InputError({ code: 'file/unwritable', message: (error as Error).message, file });
}

/** Where the last whole piece begins and ends, and what the lines before it say. */
function scan(
  handle: number,
  rows: number,
  file: string,
): { at: number; end: number; known: KnownResults; kept: number } {
  const block = Buffer.alloc(BLOCK);
  let rest = Buffer.alloc(0);
  let [read, seen, lines] = [0, 0, 0];
  let verdicts: Partial<Record<Verdict, number>> = {};
  let leaving = 0;
  let last = { end: 0, known: NOTHING };
  let before = last;
  for (;;) {
    const n = readSync(handle, block, 0, BLOCK, read);
    if (n === 0) {
      return { at: before.end, end: last.end, known: before.known, kept: last.known.rows };
    }
    read += n;
    let text = Buffer.concat([rest, block.subarray(0, n)]);
    for (let end = text.indexOf(10); end >= 0; end = text.indexOf(10)) {
      const line = text.toString('utf8', 0, end);
      text = text.subarray(end + 1);
      seen += end + 1;
      const verdict = verdictOf(line);
      if (verdict === null) throw noResults(file, lines + 1);
      verdicts[verdict] = (verdicts[verdict] ?? 0) + 1;
      if (!line.endsWith('"limits":[]}')) leaving++;
      if (++lines % rows !== 0) continue;
      before = last;
      last = { end: seen, known: { rows: lines, verdicts, leaving } };
      verdicts = { ...verdicts };
    }
    rest = Buffer.from(text);
  }
}

const VERDICTS: readonly Verdict[] = [
  'free',
  'colliding',
  'too-close',
  'undecided',
  'no collision found',
];

/** Of a line of edges, or of configurations; null for what is none, or was damaged so that it is none. */
function verdictOf(line: string): Verdict | null {
  let found: { verdict?: unknown; colliding?: unknown; tooClose?: unknown } | null;
  try {
    found = JSON.parse(line);
  } catch {
    return null;
  }
  if (typeof found?.verdict === 'string') {
    const { verdict } = found;
    return VERDICTS.find((known) => known === verdict) ?? null;
  }
  if (typeof found?.colliding !== 'boolean') return null;
  return found.colliding ? 'colliding' : found.tooClose ? 'too-close' : 'free';
}

function otherResults(file: string, line: number): InputError {
  return new InputError({
    code: 'stream/other-results',
    message: 'the row has another answer now: what is in the file was asked otherwise',
    file,
    line,
    hint: 'go on with the cell, the rows, the options and the --chunk that it was begun with, or leave out --resume to write it anew',
  });
}

function noResults(file: string, line: number): InputError {
  return new InputError({
    code: 'stream/no-results',
    message: 'the line is no result: this is no file that can be gone on with',
    file,
    line,
    hint: 'leave out --resume to write it anew',
  });
}
