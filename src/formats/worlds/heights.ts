/**
 * Height maps: a solid below a surface, as columns that stand side by side. A value is the height of its whole square
 * (`cells`), or the one at a corner of four squares (`corners`): then a column is as high as the highest of its four corners,
 * and every surface between them is inside. Columns of one height side by side are one. A square without a height is free, which
 * verdicts say, or as high as the highest.
 */

import { Growing } from '../../arrays/index.ts';
import { type ObstacleSet, roundingOf } from '../../cell/index.ts';
import { MAX_COORDINATE } from '../../geometry/index.ts';
import { type Fault, InputError } from '../../math/index.ts';
import { type GridScale, type HeightGrid, readHeightGrid } from './heightGrid.ts';
import type { WorldFile } from './octomap.ts';

export interface HeightOptions extends GridScale {
  /** The name or path of the file, for messages. */
  readonly file: string;
  /** Names of the columns begin with it. */
  readonly name: string;
  /** Places the lower left corner of the map in the world; z is up. */
  readonly pose: Float64Array;
  /** Metres of a square, for files that do not say so. */
  readonly cellSize?: number | undefined;
  /** Default: a value is the height of its whole square. */
  readonly surface?: 'cells' | 'corners' | undefined;
  /** Where columns begin. Default: a metre below the lowest height. */
  readonly bottom?: number | undefined;
  /** What squares without a height are taken for. Default free. */
  readonly unknown?: 'free' | 'occupied' | undefined;
}

/** Of heights that are in no file of their own. */
export type ColumnOptions = Omit<HeightOptions, 'file' | 'z'> & { readonly file?: string };

/** Reads a height map. Throws an InputError with its place. */
export function readHeights(bytes: Uint8Array, options: HeightOptions): WorldFile {
  return heightColumns(readHeightGrid(bytes, options.file, options), options);
}

/** The columns of a grid of heights. Throws an InputError for sizes that are none. */
export function heightColumns(grid: HeightGrid, options: ColumnOptions): WorldFile {
  const { file, name, pose, unknown = 'free' } = options;
  const fail = (code: string, message: string, hint?: string) =>
    new InputError({ code: `heights/${code}`, message, file, hint, ...(file && { line: 1 }) });
  if (grid.cell !== undefined && options.cellSize !== undefined) {
    throw fail('cell-size', `the file says that squares have ${grid.cell} m: leave the size out`);
  }
  const cell = grid.cell ?? options.cellSize;
  if (cell === undefined) {
    throw fail('cell-size', 'the size of the squares is missing', 'cell_size: 0.05, in metres');
  }
  if (!(cell >= 1e-9 && cell <= 1e9)) {
    throw fail('cell-size', `squares of ${cell} m cannot be computed with`);
  }
  const { low, high } = rangeOf(grid, fail);
  const bottom = options.bottom ?? low - 1;
  if (!(bottom < low && Math.abs(bottom) <= MAX_COORDINATE)) {
    throw fail('bottom', `columns begin at ${bottom} m, which is not below the lowest, ${low} m`);
  }
  const { tops, width, height, gaps } = topsOf(grid, options.surface ?? 'cells', unknown, high);
  if (gaps === width * height) {
    const message = 'no square of the map has heights at all four corners';
    throw fail('empty', message, 'surface: cells takes every height for that of a square');
  }
  const columns = columnsOf(tops, width, height);
  // Values of an ASCII grid are those of the middles of its squares.
  const shift = options.surface === 'corners' && grid.cell !== undefined ? 0.5 * cell : 0;
  const corner = [grid.corner[0] + shift, grid.corner[1] + shift] as const;
  const set = setOf(columns, { grid: { ...grid, corner }, cell, bottom, high }, { name, pose });
  const notes: Fault[] = [];
  const takesFree = gaps > 0 && unknown === 'free';
  return { set: { ...set, ...(takesFree && { unknown: 'heights' as const }) }, notes };
}

function rangeOf({ heights }: HeightGrid, fail: (code: string, message: string) => InputError) {
  let [low, high] = [Infinity, -Infinity];
  for (const z of heights) {
    if (z < low) low = z;
    if (z > high) high = z;
  }
  if (low > high) throw fail('empty', 'the map has no heights');
  if (!(low >= -MAX_COORDINATE && high <= MAX_COORDINATE)) {
    throw fail('too-large', `heights from ${low} m to ${high} m cannot be computed with`);
  }
  return { low, high };
}

/** Heights of the columns, from the lowest row on; not a number where there is none. */
function topsOf(
  { width, height, heights }: HeightGrid,
  surface: 'cells' | 'corners',
  unknown: 'free' | 'occupied',
  high: number,
) {
  const by = surface === 'cells' ? 1 : 2;
  const [columns, rows] = [width - by + 1, height - by + 1];
  const tops = new Float64Array(Math.max(0, columns) * Math.max(0, rows));
  let gaps = 0;
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      let top = -Infinity;
      for (let j = y; j < y + by; j++) {
        const row = (height - 1 - j) * width;
        // What is no number stays none.
        for (let i = x; i < x + by; i++) top = Math.max(top, heights[row + i]);
      }
      if (Number.isNaN(top)) gaps++;
      tops[y * columns + x] = Number.isNaN(top) && unknown === 'occupied' ? high : top;
    }
  }
  return { tops, width: columns, height: rows, gaps };
}

/** Five numbers each: from x, y to x, y in squares, and the height. Runs of one height, and those that go on in the next row. */
function columnsOf(tops: Float64Array, width: number, height: number): Float64Array {
  const out = new Growing<Float64Array<ArrayBuffer>>(Float64Array);
  /** By the square that a run begins with: where it ends, its height, and the row that it began in. */
  const ends = new Int32Array(width);
  const heights = new Float64Array(width);
  const begins = new Int32Array(width);
  const push = (x: number, y: number) => {
    out.push(x);
    out.push(begins[x]);
    out.push(ends[x]);
    out.push(y);
    out.push(heights[x]);
  };
  for (let y = 0; y <= height; y++) {
    for (let x = 0; x < width; ) {
      const top = y < height ? tops[y * width + x] : Number.NaN;
      let end = x + 1;
      while (y < height && end < width && tops[y * width + end] === top) end++;
      const goesOn = ends[x] === end && heights[x] === top;
      for (let i = x; i < end; i++) {
        if (ends[i] > 0 && !(i === x && goesOn)) push(i, y);
        if (i === x && goesOn) continue;
        ends[i] = 0;
      }
      if (!goesOn && !Number.isNaN(top)) {
        ends[x] = end;
        heights[x] = top;
        begins[x] = y;
      }
      x = end;
    }
  }
  return out.finish();
}

interface Measures {
  readonly grid: HeightGrid;
  readonly cell: number;
  readonly bottom: number;
  readonly high: number;
}

/** Boxes that contain their columns: as in `latticeSet`, with the corner and the heights for further lengths. */
function setOf(
  columns: Float64Array,
  { grid: { corner, width, height }, cell, bottom, high }: Measures,
  frame: Pick<ObstacleSet, 'name' | 'pose'>,
): ObstacleSet {
  const far = (from: number, n: number) => Math.max(Math.abs(from), Math.abs(from + n * cell));
  const reach = Math.max(
    far(corner[0], width),
    far(corner[1], height),
    Math.abs(bottom),
    Math.abs(high),
  );
  const more = roundingOf(reach, frame.pose);
  const count = columns.length / 5;
  const centres = new Float64Array(3 * count);
  const sizes = new Float64Array(3 * count);
  const sizeOf = new Uint32Array(count);
  for (let i = 0; i < count; i++) {
    const [x, y, ex, ey, top] = columns.subarray(5 * i, 5 * i + 5);
    centres[3 * i] = corner[0] + 0.5 * (x + ex) * cell;
    centres[3 * i + 1] = corner[1] + 0.5 * (y + ey) * cell;
    centres[3 * i + 2] = 0.5 * (bottom + top);
    sizes[3 * i] = 0.5 * (ex - x) * cell + more;
    sizes[3 * i + 1] = 0.5 * (ey - y) * cell + more;
    sizes[3 * i + 2] = 0.5 * (top - bottom) + more;
    sizeOf[i] = i;
  }
  return { ...frame, shape: 'box', centres, sizes, sizeOf };
}
