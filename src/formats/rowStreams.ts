/**
 * Edges and configurations as streams, which are read in pieces of whole rows, however many there are:
 *
 *   JSON lines   one edge {"from": [...], "to": [...], "via"?: [...]} or one configuration [...] a line; the first line may be
 *                {"joints": [names]}, and says which joints the values are of
 *   doubles      rows of 64-bit floating point numbers, little end first, nothing between them: from and to of an edge, or a
 *                configuration, in the order of the cell's degrees of freedom
 *
 * Radians or metres. A piece says where its first row stands, so that faults name the line, or the byte.
 */
import { MOST_VALUE, requireMagnitude } from '../kinematics/index.ts';
import { InputError } from '../math/index.ts';
import { decode } from './document.ts';
import { parseJson } from './jsonDocument.ts';
import { readJoints, readValues } from './pathRows.ts';
import type { Value } from './value.ts';
import { readVia } from './waypoints.ts';

/** Which rows a stream has. */
export type StreamedRows = 'edges' | 'configurations';

/** Part of a stream: whole rows. */
export interface StreamPiece {
  readonly bytes: Uint8Array;
  readonly file: string;
  /** 1-based line of the first row, or its 0-based byte. */
  readonly at: number;
}

/** Rows of values of the joints of a stream. */
export interface PieceRows {
  /** One row after the other: of edges first where they begin, then where they end. */
  readonly values: Float64Array;
  /** Edges that are arcs. */
  readonly vias: readonly { readonly edge: number; readonly via: readonly Float64Array[] }[];
}

/** The names of joints that the first line of a stream of lines gives; null if it is a row. */
export function readStreamHead(line: Uint8Array, file: string): string[] | null {
  const text = decode(line, file);
  if (!/^\s*\{\s*"joints"/.test(text)) return null;
  const root = jsonOf(text, { bytes: line, file, at: 1 });
  return readJoints(root.mapping('the head of a stream', ['joints']).need('joints'));
}

/** Plain edges as machines write them; whatever else there is is looked at with care. */
const PLAIN_EDGE =
  /^\s*\{\s*"from"\s*:\s*\[[-+.,\deE\s]*\]\s*,\s*"to"\s*:\s*\[[-+.,\deE\s]*\]\s*\}\s*$/;
const PLAIN_ROW = /^\s*\[[-+.,\deE\s]*\]\s*$/;

/** Reads lines. Throws an InputError with file, line and column. */
export function readLines(
  piece: StreamPiece,
  what: StreamedRows,
  joints: readonly string[],
): PieceRows {
  const lines = textOf(piece).split('\n');
  if (lines[lines.length - 1].trim() === '') lines.pop();
  const perRow = what === 'edges' ? 2 * joints.length : joints.length;
  const values = new Float64Array(lines.length * perRow);
  const vias: { edge: number; via: readonly Float64Array[] }[] = [];
  lines.forEach((line, i) => {
    const o = i * perRow;
    if (what === 'edges') {
      if (takePlainEdge(line, joints.length, values, o)) return;
      const { from, to, via } = carefulEdge(line, i, piece, joints);
      values.set(from, o);
      values.set(to, o + joints.length);
      if (via) vias.push({ edge: i, via });
    } else {
      if (PLAIN_ROW.test(line) && takeRow(parsed(line), joints.length, values, o)) return;
      values.set(
        atLine(piece, i, () => readValues(rowValue(line, piece), joints, 'a configuration')),
        o,
      );
    }
  });
  return { values, vias };
}

/** Throws an InputError with the line of the file, and not of the piece, where the bytes are no text. */
function textOf({ bytes, file, at }: StreamPiece): string {
  try {
    return decode(bytes, file);
  } catch (error) {
    if (!(error instanceof InputError) || error.fault.line === undefined) throw error;
    throw new InputError({ ...error.fault, line: at + error.fault.line - 1 });
  }
}

function takePlainEdge(line: string, count: number, out: Float64Array, o: number): boolean {
  if (!PLAIN_EDGE.test(line)) return false;
  const edge = parsed(line) as { from: unknown; to: unknown } | undefined;
  if (edge === undefined) return false;
  return takeRow(edge.from, count, out, o) && takeRow(edge.to, count, out, o + count);
}

/** Whether a list is a row of so many values that are fine; they are taken. */
function takeRow(list: unknown, count: number, out: Float64Array, o: number): boolean {
  if (!Array.isArray(list) || list.length !== count) return false;
  for (let k = 0; k < count; k++) {
    const x = list[k];
    if (!(x >= -MOST_VALUE && x <= MOST_VALUE)) return false;
    out[o + k] = x;
  }
  return true;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** With all that can be wrong with an edge. */
function carefulEdge(
  line: string,
  i: number,
  piece: StreamPiece,
  joints: readonly string[],
): { from: Float64Array; to: Float64Array; via?: readonly Float64Array[] } {
  return atLine(piece, i, () => {
    const edge = rowValue(line, piece).mapping('an edge', ['from', 'via', 'to']);
    const via = edge.get('via');
    return {
      from: readValues(edge.need('from'), joints, 'from'),
      to: readValues(edge.need('to'), joints, 'to'),
      ...(via && { via: readVia(via, joints) }),
    };
  });
}

function rowValue(line: string, piece: StreamPiece): Value {
  if (line.trim() !== '') return jsonOf(line, piece);
  throw new InputError({
    code: 'stream/empty-line',
    message: 'the line is empty; every line is a row',
    file: piece.file,
    line: 1,
  });
}

function jsonOf(text: string, { file }: StreamPiece): Value {
  const value = parseJson({ file, text });
  if (value) return value;
  throw new InputError({
    code: 'stream/no-json',
    message: 'the line is no JSON',
    file,
    line: 1,
    hint: 'a stream has one JSON value a line; a whole document is named .json or .yaml',
  });
}

/** What is wrong with a line is said of its number in the file. */
function atLine<T>({ at }: StreamPiece, i: number, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError({ ...error.fault, line: at + i });
  }
}

/** Bytes of a number. */
const DOUBLE = Float64Array.BYTES_PER_ELEMENT;

/** Bytes of a row of doubles. */
export function bytesPerRow(what: StreamedRows, dofs: number): number {
  return (what === 'edges' ? 2 : 1) * dofs * DOUBLE;
}

/** Throws an InputError unless so many bytes are whole rows. */
export function requireWholeRows(
  bytes: number,
  what: StreamedRows,
  { file, dofs }: { readonly file: string; readonly dofs: number },
): void {
  const each = bytesPerRow(what, dofs);
  const over = bytes % each;
  if (over === 0) return;
  const row = what === 'edges' ? `an edge has 2 x ${dofs}` : `a configuration has ${dofs}`;
  throw new InputError({
    code: 'stream/length',
    message: `${bytes} bytes are ${Math.floor(bytes / each)} rows and ${over} bytes of another: ${row} numbers of ${DOUBLE} bytes, ${each} bytes`,
    file,
    byte: bytes - over,
    hint: 'the file is cut off, or is about a cell with other joints',
  });
}

/** Reads doubles. Throws an InputError with the byte of what is no value of a joint. */
export function readDoubles(
  { bytes, file, at }: StreamPiece,
  what: StreamedRows,
  joints: readonly string[],
): PieceRows {
  requireWholeRows(bytes.length, what, { file, dofs: joints.length });
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const values = new Float64Array(bytes.length / DOUBLE);
  for (let k = 0; k < values.length; k++) {
    const x = view.getFloat64(k * DOUBLE, true);
    values[k] = x;
    if (x >= -MOST_VALUE && x <= MOST_VALUE) continue;
    const place = { file, byte: at + k * DOUBLE };
    const name = joints[k % joints.length];
    if (Number.isFinite(x)) requireMagnitude(name, x);
    const code = 'stream/no-value';
    throw new InputError({ code, message: `the value of "${name}" is ${x}`, ...place });
  }
  return { values, vias: [] };
}
