/**
 * Where the lines of a stream go: standard output, or a file, with a journal of what they answer beside it, by which an interrupted
 * run can be gone on with.
 */
import { createHash } from 'node:crypto';
import { closeSync, fstatSync, ftruncateSync, openSync, readSync } from 'node:fs';
import type { Verdict } from '../check/index.ts';
import { InputError } from '../math/index.ts';
import { openFile, unwritable, writeAt } from './files.ts';
import { Journal, notGoneOn } from './journal.ts';

/** Takes the lines of one piece after the other. */
export interface LineSink {
  /** With the digest of the rows that they answer. */
  write(bytes: Uint8Array, rows: string): Promise<void>;
  /** Nothing comes after what is there. */
  finish(): void;
  close(): void;
}

/** What a file of results holds already. */
export interface KnownResults {
  readonly pieces: number;
  readonly rows: number;
  readonly verdicts: Readonly<Partial<Record<Verdict, number>>>;
  /** Rows that leave limits of joints. */
  readonly leaving: number;
}

/** Where a run goes on. */
export interface ResumedResults {
  readonly sink: LineSink;
  readonly known: KnownResults;
  /** Throws an InputError where the rows of known piece number n are not those that were answered. */
  requireRows(n: number, rows: string): void;
}

const NOTHING: KnownResults = { pieces: 0, rows: 0, verdicts: {}, leaving: 0 };
const BLOCK = 1 << 18;

/** Nothing is known, and all lines are written. */
export function newResults(file: string | undefined, question: string): ResumedResults {
  const sink = file === undefined ? standardOutput() : newFile(file, question);
  return { sink, known: NOTHING, requireRows: () => {} };
}

/** Standard output: who reads slowly is waited for. */
function standardOutput(): LineSink {
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

function newFile(file: string, question: string): LineSink {
  const handle = openFile(file, 'w');
  // A device cannot be gone on with.
  const journal = fstatSync(handle).isFile() ? Journal.begin(file, question) : null;
  return sinkAt({ file, handle, journal }, 0, 0);
}

/**
 * A file that is gone on with: pieces of `rows` lines that are what the journal says are kept, and the rest is cut off, so that it
 * becomes what an uninterrupted run writes. One that is empty or does not exist is new. Until the first piece is written, or all
 * is known, nothing is changed.
 */
export function resumedResults(file: string, rows: number, question: string): ResumedResults {
  let handle: number;
  try {
    handle = openSync(file, 'r+');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw unwritable(file, error);
    return newResults(file, question);
  }
  let journal: Journal | null = null;
  try {
    const stat = fstatSync(handle);
    if (!stat.isFile() || stat.size === 0) {
      closeSync(handle);
      return newResults(file, question);
    }
    journal = Journal.goOn(file, question);
    const { known, end } = scan(handle, { file, rows, journal });
    return {
      sink: sinkAt({ file, handle, journal }, end, known.pieces),
      known,
      requireRows: (n, digest) => {
        if (n < known.pieces && digest !== journal!.digests(n).rows) throw otherRows(file, n, rows);
      },
    };
  } catch (error) {
    journal?.close();
    closeSync(handle);
    throw error;
  }
}

interface Target {
  readonly file: string;
  readonly handle: number;
  readonly journal: Journal | null;
}

/** Writes on from a place in a file, with piece number n. */
function sinkAt({ file, handle, journal }: Target, start: number, first: number): LineSink {
  let [at, n, isCut] = [start, first, false];
  const cut = () => {
    if (isCut || !journal) return;
    isCut = true;
    ftruncateSync(handle, start);
    journal.cut(first);
  };
  return {
    write: async (bytes, rows) => {
      cut();
      journal?.note(n++, { rows, results: digestOf(bytes) });
      writeAt({ file, handle }, bytes, at);
      at += bytes.length;
    },
    finish: cut,
    close: () => {
      journal?.close();
      closeSync(handle);
    },
  };
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

interface Scanned {
  readonly file: string;
  readonly rows: number;
  readonly journal: Journal;
}

/** What whole pieces of which the journal has lines say, and where the last of them ends. */
function scan(
  handle: number,
  { file, rows, journal }: Scanned,
): { readonly known: KnownResults; readonly end: number } {
  const block = Buffer.alloc(BLOCK);
  let rest = Buffer.alloc(0);
  let [read, lines, start] = [0, 0, 0];
  let verdicts: Partial<Record<Verdict, number>> = {};
  let leaving = 0;
  let known = { end: 0, known: NOTHING };
  let hash = createHash('sha256');
  for (;;) {
    const n = readSync(handle, block, 0, BLOCK, read);
    if (n === 0) return known;
    read += n;
    const text = Buffer.concat([rest, block.subarray(0, n)]);
    let [from, hashed] = [0, 0];
    for (let end = text.indexOf(10); end >= 0; end = text.indexOf(10, from)) {
      const line = text.toString('utf8', from, end);
      from = end + 1;
      const verdict = verdictOf(line);
      if (verdict === null) throw noResults(file, lines + 1);
      verdicts[verdict] = (verdicts[verdict] ?? 0) + 1;
      if (!line.endsWith('"limits":[]}')) leaving++;
      if (++lines % rows !== 0) continue;
      const pieces = lines / rows;
      if (pieces > journal.pieces) return known;
      hash.update(text.subarray(hashed, from));
      hashed = from;
      if (hash.digest('hex') !== journal.digests(pieces - 1).results) {
        throw notGoneOn(file, {
          code: 'other-results',
          message: `lines ${lines - rows + 1} to ${lines} are not what was written there`,
          line: lines - rows + 1,
        });
      }
      hash = createHash('sha256');
      known = { end: start + from, known: { pieces, rows: lines, verdicts, leaving } };
      verdicts = { ...verdicts };
    }
    hash.update(text.subarray(hashed, from));
    start += from;
    rest = Buffer.from(text.subarray(from));
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

/** What a known piece answers is not what is asked. */
function otherRows(file: string, n: number, rows: number): InputError {
  return notGoneOn(file, {
    code: 'other-rows',
    message: `lines ${n * rows + 1} to ${(n + 1) * rows} answer other rows than there are now`,
    line: n * rows + 1,
  });
}

/** There are fewer rows than answers. */
export function fewerRows(file: string, rows: number): InputError {
  return notGoneOn(file, {
    code: 'other-rows',
    message: `it answers more rows than there are now: ${rows}`,
    line: rows + 1,
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
