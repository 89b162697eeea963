/**
 * Streams of rows in pieces, from a file or from what is piped in: so many whole rows each, as bytes that nobody has looked
 * at but for the ends of lines. One block of the file and one piece are held at a time.
 */
import { createReadStream, statSync } from 'node:fs';
import { bytesPerRow, requireWholeRows, type StreamedRows } from '../formats/index.ts';
import { InputError } from '../math/index.ts';

/** How the rows of a stream are written, by the name of its file; null if it is a document. "-" is what is piped in. */
export function streamFormatOf(file: string): 'lines' | 'doubles' | null {
  if (file === '-' || /\.(jsonl|ndjson)$/i.test(file)) return 'lines';
  return /\.f64$/i.test(file) ? 'doubles' : null;
}

/** Some whole rows. */
export interface Piece {
  readonly bytes: Uint8Array;
  /** Number of its first row in the stream, from 0. */
  readonly first: number;
  /** 1-based line of the first row, or its 0-based byte. */
  readonly at: number;
  /** Bytes of the stream up to its end. */
  readonly end: number;
}

/** Bytes of a block of a file. */
const BLOCK = 1 << 18;
/** A piece of more bytes than this is none: somewhere an end of line is missing. */
const MOST_PIECE = 1 << 27;

/** The bytes of a file, block by block. Throws an InputError for what cannot be read. */
export async function* blocksOf(file: string): AsyncGenerator<Uint8Array> {
  const stream = file === '-' ? process.stdin : createReadStream(file, { highWaterMark: BLOCK });
  try {
    yield* stream as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw new InputError({ code: 'file/unreadable', message: (error as Error).message, file });
  }
}

/** Bytes of a file; undefined for what is piped in. Throws an InputError for what is no file. */
export function sizeOf(file: string): number | undefined {
  if (file === '-') return undefined;
  const stat = statSync(file, { throwIfNoEntry: false });
  const message = !stat
    ? 'there is no such file'
    : stat.isDirectory()
      ? 'this is a folder, a file was expected'
      : null;
  if (message) throw new InputError({ code: 'file/unreadable', message, file });
  return stat!.isFile() ? stat!.size : undefined;
}

/** What is the same for all pieces of a stream. */
export interface CutOptions {
  readonly file: string;
  /** Rows in a piece. */
  readonly rows: number;
}

/** Lines in pieces. `head` says of the first line whether it is no row. */
export async function* cutLines(
  blocks: AsyncIterable<Uint8Array>,
  { file, rows }: CutOptions,
  head: (line: Uint8Array) => boolean,
): AsyncGenerator<Piece> {
  let parts: Uint8Array[] = [];
  let size = 0;
  let lines = 0;
  let first = 0;
  let line = 1;
  let end = 0;
  let isHead = true;
  const take = (part: Uint8Array): void => {
    parts.push(part);
    size += part.length;
    end += part.length;
  };
  const cut = (): Piece | null => {
    const bytes = joined(parts, size);
    [parts, size] = [[], 0];
    const piece = { bytes, first, at: line, end };
    const count = lines;
    lines = 0;
    line += count;
    if (isHead) {
      isHead = false;
      if (head(bytes)) return null;
      if (count < rows) {
        // It is a row, and the first of its piece.
        [parts, size, lines, line] = [[bytes], bytes.length, count, line - count];
        return null;
      }
    }
    first += count;
    return piece;
  };
  for await (const block of blocks) {
    let from = 0;
    for (let at = block.indexOf(10); at >= 0; at = block.indexOf(10, from)) {
      take(block.subarray(from, at + 1));
      from = at + 1;
      lines++;
      if (!isHead && lines < rows) continue;
      const piece = cut();
      if (piece) yield piece;
    }
    take(block.slice(from));
    if (size > MOST_PIECE) throw tooLong(file, line + lines);
  }
  if (size === 0) return;
  // A last line without an end, unless it is empty.
  if (parts[parts.length - 1]?.length > 0) lines++;
  let piece = cut();
  if (!piece && size > 0) piece = cut();
  if (piece) yield piece;
}

function tooLong(file: string, line: number): InputError {
  return new InputError({
    code: 'stream/long-line',
    message: 'there is no end of line for too long: a stream has one row a line',
    file,
    line,
    hint: 'a whole document is named .json or .yaml',
  });
}

/** Rows of doubles in pieces. */
export async function* cutDoubles(
  { file, rows }: CutOptions,
  what: StreamedRows,
  dofs: number,
): AsyncGenerator<Piece> {
  const each = bytesPerRow(what, dofs);
  const whole = rows * each;
  let parts: Uint8Array[] = [];
  let size = 0;
  let at = 0;
  const cut = (): Piece => {
    const piece = { bytes: joined(parts, size), first: at / each, at, end: at + size };
    at += size;
    [parts, size] = [[], 0];
    return piece;
  };
  for await (const block of blocksOf(file)) {
    let from = 0;
    while (size + block.length - from >= whole) {
      const next = from + whole - size;
      parts.push(block.subarray(from, next));
      size = whole;
      from = next;
      yield cut();
    }
    parts.push(block.slice(from));
    size += block.length - from;
  }
  if (size === 0) return;
  // Of a file this was said at once; it may have grown since.
  requireWholeRows(at + size, what, { file, dofs });
  yield cut();
}

function joined(parts: readonly Uint8Array[], size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
