/**
 * Labels of bodies in cells: who is where. A cell has two lists, that of its residents, whose own level it is of, and
 * that of its visitors, who are of finer levels: a pair counts at the coarser of its two levels, so a visitor has
 * nothing to do with other visitors, and need not look through them. A body has a list of its labels for each level.
 */
import { grown, layout, Slots } from '../arrays/index.ts';
import { CellTable } from './cellTable.ts';

const NONE = -1;
/** The lists of a cell. */
export const LISTS = { resident: 0, visitor: 1 };

const LABEL = layout('body', 'cell', 'next', 'previous', 'nextOfBody', 'place');
const { body: BODY, cell: CELL, next: NEXT, previous: PREVIOUS, size: SIZE } = LABEL;
const { nextOfBody: NEXT_OF_BODY, place: PLACE } = LABEL;

/** Low bits of each of the three numbers of a cell. */
const BITS = 10;
const MASK = 2 ** BITS - 1;
/** Cells that are nearer than this are told apart by low bits. */
export const NEAR = 2 ** (BITS - 1);

export class LabelLists {
  readonly cells = new CellTable();
  /** Per cell the first labels of its two lists. */
  private heads = new Int32Array(2 * 64);
  private labels = new Int32Array(SIZE * 64);
  private readonly slots = new Slots();
  /** Per body and level its first label; `stride` levels a body. */
  private own = new Int32Array(64).fill(NONE);
  private stride = 1;

  /** Forgets all labels, and makes room for so many levels. */
  clear(levels: number): void {
    this.cells.clear();
    this.slots.clear();
    this.stride = levels;
    this.own.fill(NONE);
  }

  /** Makes room for bodies with numbers below `end`. */
  admit(end: number): void {
    const before = this.own.length;
    this.own = grown(this.own, end * this.stride);
    this.own.fill(NONE, before);
  }

  /** The first label of a list of a cell, -1 if it has none. */
  first(cell: number, list: number): number {
    return this.heads[2 * cell + list];
  }

  next(label: number): number {
    return this.labels[SIZE * label + NEXT];
  }

  bodyOf(label: number): number {
    return this.labels[SIZE * label + BODY];
  }

  cellOf(label: number): number {
    return this.labels[SIZE * label + CELL];
  }

  /** The first label of a body at a level, -1 if it has none. */
  firstOf(body: number, level: number): number {
    return this.own[body * this.stride + level];
  }

  nextOfBody(label: number): number {
    return this.labels[SIZE * label + NEXT_OF_BODY];
  }

  /**
   * Whether the cell of a label is between the two at tiles[o], by the low bits of its name, which stand with the label:
   * cells of a body must be less than NEAR apart from those two.
   */
  isBetween(label: number, tiles: Float64Array, o: number): boolean {
    const place = this.labels[SIZE * label + PLACE];
    return (
      ((place - tiles[o]) & MASK) <= tiles[o + 3] - tiles[o] &&
      (((place >> BITS) - tiles[o + 1]) & MASK) <= tiles[o + 4] - tiles[o + 1] &&
      (((place >> (2 * BITS)) - tiles[o + 2]) & MASK) <= tiles[o + 5] - tiles[o + 2]
    );
  }

  /** The number of the cell `cells.tile` of a level, which is made if there is none. */
  cellAt(level: number): number {
    const { cells } = this;
    const before = cells.count;
    const cell = cells.findOrAdd(level);
    if (cells.count === before) return cell;
    if (2 * cell >= this.heads.length) this.heads = grown(this.heads, 2 * cell + 2);
    this.heads[2 * cell] = NONE;
    this.heads[2 * cell + 1] = NONE;
    return cell;
  }

  /** Labels a cell, which is `cells.tile`. */
  add(body: number, cell: number, list: number): void {
    const label = this.slots.take();
    if (SIZE * label >= this.labels.length) this.labels = grown(this.labels, SIZE * (label + 1));
    const { labels, heads } = this;
    const o = SIZE * label;
    const place = body * this.stride + this.cells.level(cell);
    const next = heads[2 * cell + list];
    labels[o + BODY] = body;
    labels[o + CELL] = cell;
    labels[o + PLACE] = lowBits(this.cells.tile);
    labels[o + NEXT] = next;
    labels[o + PREVIOUS] = NONE;
    labels[o + NEXT_OF_BODY] = this.own[place];
    if (next !== NONE) labels[SIZE * next + PREVIOUS] = label;
    heads[2 * cell + list] = label;
    this.own[place] = label;
  }

  /** Removes a label that stands behind `before` in its body's list, or first if that is -1; and its cell with the last. */
  remove(label: number, before: number, list: number): void {
    const { labels, heads, cells } = this;
    const o = SIZE * label;
    const cell = labels[o + CELL];
    const next = labels[o + NEXT];
    const previous = labels[o + PREVIOUS];
    if (before !== NONE) labels[SIZE * before + NEXT_OF_BODY] = labels[o + NEXT_OF_BODY];
    else this.own[labels[o + BODY] * this.stride + cells.level(cell)] = labels[o + NEXT_OF_BODY];
    if (next !== NONE) labels[SIZE * next + PREVIOUS] = previous;
    if (previous !== NONE) labels[SIZE * previous + NEXT] = next;
    else heads[2 * cell + list] = next;
    this.slots.release(label);
    if (heads[2 * cell] === NONE && heads[2 * cell + 1] === NONE) cells.remove(cell);
  }
}

function lowBits(tile: Float64Array): number {
  return (tile[0] & MASK) | ((tile[1] & MASK) << BITS) | ((tile[2] & MASK) << (2 * BITS));
}
