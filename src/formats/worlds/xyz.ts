/**
 * Points as text (.xyz, .asc, .txt, .csv, .pts): a line for each, its first three numbers x, y and z, or the columns that the
 * first line names so. Numbers are separated by blanks, commas or semicolons, by one of them in all of the file; what
 * follows on a line, colours and intensities, is passed over. Lines that begin with # or // are comments, and a
 * first line of one whole number says how many follow.
 */
import { headOf, InputError } from '../../math/index.ts';
import { Scanner } from '../scan.ts';
import { type CloudPoints, PointList } from './points.ts';

const BLANK = 32;
const LF = 10;
const CR = 13;
const SEPARATORS = [';', ','] as const;

/** Reads points from text. Throws an InputError with line and column. */
export function readXyz(bytes: Uint8Array, file: string): CloudPoints {
  const separator = separatorOf(bytes);
  const scan = new Scanner(separator === 0 ? bytes : blanked(bytes, separator), 'xyz', file);
  let axes = [0, 1, 2];
  let claimed = -1;
  let lines = 1;
  for (let i = 0; i < bytes.length; i++) if (bytes[i] === LF || bytes[i] === CR) lines++;
  const list = new PointList(lines, 'xyz', file);
  let points = 0;
  const point = [0, 0, 0];
  let isFirst = true;
  for (let more = true; more; more = scan.nextLine()) {
    const start = scan.pos;
    if (!scan.wordOnLine() || isComment(scan)) continue;
    scan.pos = start;
    if (isFirst) {
      isFirst = false;
      const words = wordsOf(scan);
      const named = columnsOf(words);
      if (named) {
        axes = named;
        continue;
      }
      if (words.length === 1 && /^\d+$/.test(words[0])) {
        claimed = Number(words[0]);
        continue;
      }
      scan.pos = start;
    }
    const last = Math.max(axes[0], axes[1], axes[2]);
    let column = 0;
    for (; scan.wordOnLine(); column++) {
      const axis = axes.indexOf(column);
      if (axis >= 0) point[axis] = coordinate(scan);
    }
    if (column <= last) {
      throw scan.error(
        'columns',
        `expected ${last + 1} numbers or more on the line, found ${column}`,
      );
    }
    if (separator !== 0 && column !== fieldsOf(bytes, start, separator)) {
      const hint = 'commas that stand for decimal points cannot be read: write 1.5, not 1,5';
      throw scan.error('columns', 'two numbers stand between two separators, or none does', hint);
    }
    list.add(point[0], point[1], point[2]);
    points++;
  }
  if (claimed >= 0 && claimed !== points) {
    const message = `the first line says ${claimed} points, ${points} follow`;
    throw new InputError({ code: 'xyz/count', message, file, line: 1 });
  }
  return list.finish();
}

/** The byte between numbers, by the first line that has some; 0 for blanks. */
function separatorOf(bytes: Uint8Array): number {
  const head = headOf(bytes, 1 << 16);
  const line = head.split(/[\r\n]+/).find((each) => /\d/.test(each) && !/^\s*(#|\/\/)/.test(each));
  const found = SEPARATORS.find((each) => line?.includes(each));
  return found === undefined ? 0 : found.charCodeAt(0);
}

function blanked(bytes: Uint8Array, separator: number): Uint8Array {
  // Not slice(): of a Buffer that is no copy.
  const copy = new Uint8Array(bytes);
  for (let i = 0; i < copy.length; i++) if (copy[i] === separator) copy[i] = BLANK;
  return copy;
}

/** How many fields there are on the line that begins at a byte; an empty last one does not count. */
function fieldsOf(bytes: Uint8Array, start: number, separator: number): number {
  let fields = 0;
  let isEmpty = true;
  for (let i = start; i < bytes.length && bytes[i] !== LF && bytes[i] !== CR; i++) {
    if (bytes[i] === separator) {
      fields++;
      isEmpty = true;
    } else if (bytes[i] > BLANK) isEmpty = false;
  }
  return isEmpty ? fields : fields + 1;
}

function wordsOf(scan: Scanner): string[] {
  const words: string[] = [];
  while (scan.wordOnLine()) words.push(scan.text());
  return words;
}

/** Which columns are x, y and z, if these are names of columns. */
function columnsOf(words: readonly string[]): number[] | null {
  const names = words.map((word) => word.toLowerCase().replace(/^["']|["']$/g, ''));
  const axes = ['x', 'y', 'z'].map((axis) => names.indexOf(axis));
  return axes.every((i) => i >= 0) ? axes : null;
}

function isComment(scan: Scanner): boolean {
  const { bytes, start } = scan;
  return bytes[start] === 35 || (bytes[start] === 47 && bytes[start + 1] === 47);
}

function coordinate(scan: Scanner): number {
  if (/^[+-]?(nan|inf)$/i.test(scan.end - scan.start <= 4 ? scan.text() : '')) return Number.NaN;
  return scan.number('a coordinate');
}
