/**
 * What the lines of a file of results are answers to: FILE.journal beside it. Its first line names the question (cell, options,
 * version); then it has a line for each piece of the stream with the digest of its rows and that of its results. A run that goes
 * on holds all three against what it is asked, and finds what it read there, so that no line of another question stands for one
 * of its own. Lines are equally long: one is read where it stands, and a stream may have any length.
 */
import { createHash } from 'node:crypto';
import { closeSync, fstatSync, ftruncateSync, openSync, readSync } from 'node:fs';
import { encodeUtf8, InputError } from '../math/index.ts';
import { openFile, unwritable, writeAt } from './files.ts';

/** Digests of a piece: of its rows, with the names of their joints, and of its results. */
export interface PieceDigests {
  readonly rows: string;
  readonly results: string;
}

const MARK = 'surepath journal 1 ';
const DIGEST = 64;
const HEAD = MARK.length + DIGEST + 1;
const LINE = 2 * (DIGEST + 1);

export function journalOf(file: string): string {
  return `${file}.journal`;
}

export class Journal {
  /** Pieces of which it has lines. */
  readonly pieces: number;
  readonly file: string;
  readonly handle: number;

  private constructor(handle: number, file: string, pieces: number) {
    this.handle = handle;
    this.file = file;
    this.pieces = pieces;
  }

  /** A new one, of the results in a file. */
  static begin(results: string, question: string): Journal {
    const file = journalOf(results);
    const journal = new Journal(openFile(file, 'w'), file, 0);
    journal.put(headOf(question), 0);
    return journal;
  }

  /** That of a file which a run goes on with. Throws an InputError where there is none, or it is of another question. */
  static goOn(results: string, question: string): Journal {
    const file = journalOf(results);
    let handle: number;
    try {
      handle = openSync(file, 'r+');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw unwritable(file, error);
      throw notGoneOn(results, {
        code: 'no-journal',
        message: `nothing says what it answers: there is no ${file} beside it`,
      });
    }
    const begins = headOf(question);
    const head = textAt(handle, 0, HEAD);
    if (head !== begins) {
      closeSync(handle);
      throw notGoneOn(results, {
        code: 'other-question',
        message: head.startsWith(MARK)
          ? 'what is in it was asked otherwise: of another cell, with other options, by another version, or with another --chunk'
          : `${file} is damaged, which says what it answers`,
      });
    }
    // The last line may have been cut.
    const pieces = Math.floor((fstatSync(handle).size - HEAD) / LINE);
    return new Journal(handle, file, pieces);
  }

  /** Of piece number n, from 0. */
  digests(n: number): PieceDigests {
    const [rows, results] = textAt(this.handle, HEAD + LINE * n, LINE)
      .trimEnd()
      .split(' ');
    return { rows, results };
  }

  /** Before the results of the piece are written: what stands in the file is in here. */
  note(n: number, { rows, results }: PieceDigests): void {
    this.put(`${rows} ${results}\n`, HEAD + LINE * n);
  }

  /** Forgets pieces from number n on. */
  cut(n: number): void {
    ftruncateSync(this.handle, HEAD + LINE * n);
  }

  close(): void {
    closeSync(this.handle);
  }

  private put(text: string, at: number): void {
    writeAt(this, Buffer.from(text), at);
  }
}

function headOf(question: string): string {
  return `${MARK}${question}\n`;
}

/** Of the rows of a piece. What the joints are called is said before the first piece, and counts for all. */
export function rowsDigest(joints: readonly string[] | null, bytes: Uint8Array): string {
  const called = `${JSON.stringify(joints)}\n`;
  return createHash('sha256').update(encodeUtf8(called)).update(bytes).digest('hex');
}

/** Why a file is not gone on with. It stays as it is. */
export function notGoneOn(
  file: string,
  why: { readonly code: string; readonly message: string; readonly line?: number },
): InputError {
  return new InputError({
    ...{ ...why, code: `stream/${why.code}`, file },
    hint: 'go on with the command that it was begun with, or leave out --resume to write it anew',
  });
}

/** As many characters as are there. */
function textAt(handle: number, at: number, length: number): string {
  const bytes = Buffer.alloc(length);
  let read = 0;
  for (;;) {
    const n = readSync(handle, bytes, read, length - read, at + read);
    read += n;
    if (n === 0 || read === length) return bytes.toString('latin1', 0, read);
  }
}
