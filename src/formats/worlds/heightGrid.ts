/** Grids of heights: pictures, ESRI ASCII grids, and lists of rows. Rows run from the largest y to the smallest one. */
import { headOf, InputError } from '../../math/index.ts';
import { readDocument } from '../document.ts';
import { Scanner } from '../scan.ts';
import type { Value } from '../value.ts';
import { isPicture, readPicture } from './picture.ts';

export interface HeightGrid {
  readonly width: number;
  readonly height: number;
  /** Metres, row by row; not a number where there is none. */
  readonly heights: Float64Array;
  /** Metres of a square; undefined where the file says nothing. */
  readonly cell: number | undefined;
  /** Where the lower left corner of all squares is. */
  readonly corner: readonly [number, number];
}

export interface GridScale {
  /** What black and white mean, in metres: for pictures, and for them alone. */
  readonly z?: readonly [number, number] | undefined;
}

const MOST_CELLS = 1 << 26;

/** Whether a text is an ESRI ASCII grid, by its first word. */
export function isAsciiGrid(bytes: Uint8Array): boolean {
  return /^\s*ncols\s/i.test(headOf(bytes, 64));
}

/** Reads a grid of heights. Throws an InputError with its place. */
export function readHeightGrid(bytes: Uint8Array, file: string, { z }: GridScale): HeightGrid {
  const isGrey = isPicture(bytes);
  if (isGrey && !z) {
    throw new InputError({
      code: 'heights/range',
      message: 'a picture has no heights of its own: z is missing',
      file,
      line: 1,
      hint: 'say what black and white mean, in metres: z: [0, 1.5]',
    });
  }
  if (!isGrey && z) {
    const message = 'z says what black and white of a picture mean; this file has heights itself';
    throw new InputError({ code: 'heights/range', message, file, line: 1 });
  }
  if (isGrey) return pictureGrid(bytes, file, z!);
  return isAsciiGrid(bytes) ? readAsciiGrid(bytes, file) : rowsGrid(readDocument(bytes, file));
}

function pictureGrid(bytes: Uint8Array, file: string, [low, high]: readonly [number, number]) {
  const { width, height, values, white } = readPicture(bytes, file);
  const heights = values.map((value) => low + (value / white) * (high - low));
  return { width, height, heights, cell: undefined, corner: [0, 0] as const };
}

/** A list of rows of numbers; null where there is no height. */
export function rowsGrid(value: Value): HeightGrid {
  const rows = value.list('heights');
  const width = rows[0]?.list('a row of heights').length ?? 0;
  if (width === 0) throw value.error('heights/size', 'there are no heights');
  const heights = new Float64Array(width * rows.length);
  rows.forEach((row, y) => {
    const items = row.list('a row of heights');
    if (items.length !== width) {
      const message = `a row of ${items.length} heights, the first one has ${width}`;
      throw row.error('heights/size', message);
    }
    items.forEach((item, x) => {
      heights[y * width + x] = item.data === null ? Number.NaN : item.number('a height');
    });
  });
  return { width, height: rows.length, heights, cell: undefined, corner: [0, 0] };
}

const KEYS = ['ncols', 'nrows', 'xllcorner', 'yllcorner', 'xllcenter', 'yllcenter'];
const MORE = ['cellsize', 'nodata_value'];

function readAsciiGrid(bytes: Uint8Array, file: string): HeightGrid {
  const scan = new Scanner(bytes, 'grid', file);
  const values = new Map<string, number>();
  let start = scan.pos;
  let line = scan.line;
  while (scan.word()) {
    const key = scan.text().toLowerCase();
    if (!/^[a-z]/.test(key)) break;
    if (![...KEYS, ...MORE].includes(key)) {
      const hint = `expected ${[...KEYS, ...MORE].join(', ')}`;
      throw scan.error('header', `${scan.quoted()} is no line of the header`, hint);
    }
    if (values.has(key)) throw scan.error('header', `${key} stands there twice`);
    if (!scan.wordOnLine()) throw scan.error('header', `expected a number after ${key}`);
    values.set(key, scan.number(key));
    start = scan.pos;
    line = scan.line;
  }
  const need = (key: string) => {
    const value = values.get(key);
    if (value !== undefined) return value;
    throw new InputError({ code: 'grid/header', message: `the header has no ${key}`, file, line });
  };
  const [width, height, cell] = [need('ncols'), need('nrows'), need('cellsize')];
  const isWhole = Number.isInteger(width) && Number.isInteger(height);
  if (!isWhole || width < 1 || height < 1 || width * height > MOST_CELLS) {
    const message = `a grid of ${width} times ${height}; expected 1 to ${MOST_CELLS} heights`;
    throw new InputError({ code: 'grid/size', message, file, line });
  }
  if (2 * width * height - 1 > bytes.length - start) {
    throw scan.error('truncated', `${width * height} heights do not fit into the file`);
  }
  const corner = (axis: 'x' | 'y') =>
    values.get(`${axis}llcorner`) ?? (values.get(`${axis}llcenter`) ?? 0.5 * cell) - 0.5 * cell;
  const none = values.get('nodata_value');
  scan.pos = start;
  const heights = new Float64Array(width * height);
  for (let i = 0; i < heights.length; i++) {
    if (!scan.word()) {
      throw scan.error('truncated', `the file ends after ${i} of ${heights.length} heights`);
    }
    const value = scan.number('a height');
    heights[i] = value === none ? Number.NaN : value;
  }
  if (scan.word()) throw scan.error('trailing', `the heights end here, found ${scan.quoted()}`);
  return { width, height, heights, cell, corner: [corner('x'), corner('y')] };
}
