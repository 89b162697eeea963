/**
 * [D 3.2] The nearest neighbour algorithm: of all boxes in a list the two that are smallest together, by a criterion,
 * are replaced by their composition, until one is left. The result is a structure: a binary tree, as the list of
 * what was joined.
 *
 * Elements are numbered: the boxes from 0 to n - 1, the compositions from n on in the order in which they are made. Of
 * pairs that are equally small the one with the smaller first number is taken, then that with the smaller second.
 *
 * A criterion never gets smaller when boxes get larger; so the compositions come in the order of their sizes, and what
 * is joined first is smallest over all pairs of boxes. That is what selection rests on (selection.ts).
 *
 * Each element keeps its nearest among those with greater numbers; those whose nearest was joined look again. About
 * n^2 comparisons, n^3 at worst; nothing is allocated but when made.
 */
import { joinBoxes, sizeTogether } from './boxes.ts';

const NONE = -1;

/** Builds structures over up to `most` boxes. */
export class NearestNeighbours {
  /** Six numbers for each element; who builds fills in the first n. */
  readonly boxes: Float64Array;
  /** What was joined: two numbers of elements for each composition, the smaller first. */
  readonly merges: Int32Array;
  /** Sizes that were computed, ever. */
  evaluated = 0;
  private readonly criterion: number;
  /** By element: the nearest with a greater number, and their size together. */
  private readonly nearest: Int32Array;
  private readonly sizes: Float64Array;
  /** Numbers of the elements in the list, ascending. */
  private readonly list: Int32Array;

  constructor(most: number, criterion: number) {
    const elements = Math.max(1, 2 * most - 1);
    this.criterion = criterion;
    this.boxes = new Float64Array(6 * elements);
    this.merges = new Int32Array(2 * Math.max(0, most - 1));
    this.nearest = new Int32Array(elements);
    this.sizes = new Float64Array(elements);
    this.list = new Int32Array(Math.max(1, most));
  }

  /** Joins the first n boxes; the n - 1 compositions are in `merges`, their boxes behind the others. */
  build(n: number): void {
    const { list, merges, boxes } = this;
    for (let i = 0; i < n; i++) list[i] = i;
    for (let at = 0; at < n; at++) this.look(at, n);
    for (let count = n; count > 1; count--) {
      const a = this.smallest(count);
      const b = this.nearest[a];
      const made = 2 * n - count;
      merges[2 * (made - n)] = a;
      merges[2 * (made - n) + 1] = b;
      joinBoxes(boxes, a, b, made);
      this.replace(a, b, made, count);
    }
  }

  /** The element that is smallest together with its nearest. */
  private smallest(count: number): number {
    const { list, sizes } = this;
    let best = list[0];
    for (let at = 1; at < count - 1; at++) {
      if (sizes[list[at]] < sizes[best]) best = list[at];
    }
    return best;
  }

  /** Finds the nearest of the element at a place in the list. */
  private look(at: number, count: number): void {
    const { list, boxes, criterion, sizes, nearest } = this;
    const element = list[at];
    this.evaluated += count - at - 1;
    let found = NONE;
    let least = Number.POSITIVE_INFINITY;
    for (let k = at + 1; k < count; k++) {
      const size = sizeTogether(boxes, element, list[k], criterion);
      if (found === NONE || size < least) {
        least = size;
        found = list[k];
      }
    }
    nearest[element] = found;
    sizes[element] = least;
  }

  /** Two elements leave the list, their composition comes at its end. */
  private replace(a: number, b: number, made: number, count: number): void {
    const { list, nearest, sizes, boxes, criterion } = this;
    let left = 0;
    for (let at = 0; at < count; at++) {
      if (list[at] !== a && list[at] !== b) list[left++] = list[at];
    }
    list[left] = made;
    nearest[made] = NONE;
    sizes[made] = Number.POSITIVE_INFINITY;
    for (let at = 0; at < left; at++) {
      const element = list[at];
      if (nearest[element] === a || nearest[element] === b || nearest[element] === NONE) {
        this.look(at, left + 1);
        continue;
      }
      const size = sizeTogether(boxes, element, made, criterion);
      this.evaluated++;
      if (size < sizes[element]) {
        sizes[element] = size;
        nearest[element] = made;
      }
    }
  }
}
