/** Where the lines of a stream go: a file, which an interrupted run can be gone on with, or standard output. */
import { closeSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import type { Verdict } from '../check/index.ts';
import { InputError } from '../math/index.ts';

/** Takes lines in order. */
export interface LineSink {
  write(bytes: Uint8Array): Promise<void>;
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
    close: () => {},
  };
}

/** A new file. */
export function newResults(file: string): LineSink {
  return sinkAt(file, open(file, 'w'), 0);
}

/**
 * A file that is gone on with: whole pieces of `rows` lines are kept, and the rest is cut off, so that it becomes what an
 * uninterrupted run writes. One that does not exist is new.
 */
export function resumedResults(
  file: string,
  rows: number,
): { readonly sink: LineSink; readonly known: KnownResults } {
  let handle: number;
  try {
    handle = openSync(file, 'r+');
  } catch {
    return { sink: newResults(file), known: NOTHING };
  }
  const { at, known } = scan(handle, rows, file);
  ftruncateSync(handle, at);
  return { sink: sinkAt(file, handle, at), known };
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

/** Where the last whole piece ends, and what the lines up to there say. */
function scan(handle: number, rows: number, file: string): { at: number; known: KnownResults } {
  const block = Buffer.alloc(BLOCK);
  let rest = Buffer.alloc(0);
  let [read, seen, at, lines] = [0, 0, 0, 0];
  let verdicts: Partial<Record<Verdict, number>> = {};
  let leaving = 0;
  let whole = NOTHING;
  for (;;) {
    const n = readSync(handle, block, 0, BLOCK, read);
    if (n === 0) return { at, known: whole };
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
      at = seen;
      whole = { rows: lines, verdicts, leaving };
      verdicts = { ...verdicts };
    }
    rest = Buffer.from(text);
  }
}

/** Of a line of edges, or of configurations. */
function verdictOf(line: string): Verdict | null {
  const edge = /^\{"verdict":"([a-z -]+)"/.exec(line);
  if (edge) return edge[1] as Verdict;
  const configuration = /^\{"colliding":(true|false)(,"tooClose")?/.exec(line);
  if (!configuration) return null;
  return configuration[1] === 'true' ? 'colliding' : configuration[2] ? 'too-close' : 'free';
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
