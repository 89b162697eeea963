/**
 * [D 3.2] Which of the structures kept is optimal now. The nearest neighbour algorithm would first join the two places
 * that are smallest together, by the criterion, over all pairs; so of all structures the one whose first composition is smallest
 * is the optimal one, if it is among them. Where the first composition is the same, or as large as another, the next one
 * decides, and so on.
 *
 * The orders in which structures were joined are held in a tree of choices: orders that begin alike share their
 * beginning, which is looked at once. A choice is a composition; below it are those that may come next. The walk ends when
 * all orders that are left belong to one structure. Where a tie lasts to the end the more frequent structure is taken.
 *
 * Some ten sizes of boxes are computed for twenty structures of ten places. Nothing is allocated.
 */
import { joinBoxes, sizeInto } from './boxes.ts';
import type { CountedStructure } from './structures.ts';

/** Several structures may follow. */
const OPEN = -1;

interface Choice {
  /** Parts: places, then choices above this one, from `places` on. */
  readonly a: number;
  readonly b: number;
  readonly below: Choice[];
  /** Numbers of the structures whose orders lead through it. */
  readonly structures: Set<number>;
  readonly number: number;
}

export class Selection {
  /** How many structures there are. */
  readonly count: number;
  /** Six numbers for each place, to be filled in before `choose`; those of choices are behind. */
  readonly boxes: Float64Array;
  /** Sizes that were computed, ever. */
  evaluated = 0;
  private readonly places: number;
  private readonly criterion: number;
  /** By choice: its parts, and where its list of choices below begins and ends. */
  private readonly parts: Int32Array;
  private readonly begin: Int32Array;
  private readonly end: Int32Array;
  private readonly below: Int32Array;
  /** By choice: the one structure that all orders below belong to, or OPEN; and the first that any does. */
  private readonly only: Int32Array;
  private readonly first: Int32Array;
  /** Choices that are left, and those of the next level that are. */
  private left: Int32Array;
  private next: Int32Array;
  private readonly size = new Float64Array(1);

  constructor(structures: readonly CountedStructure[], places: number, criterion: number) {
    this.count = structures.length;
    this.places = places;
    this.criterion = criterion;
    const all = choicesOf(structures, places);
    const n = all.length;
    this.boxes = new Float64Array(6 * (places + n));
    this.parts = new Int32Array(2 * n);
    this.begin = new Int32Array(n);
    this.end = new Int32Array(n);
    this.below = new Int32Array(n);
    this.only = new Int32Array(n);
    this.first = new Int32Array(n);
    this.left = new Int32Array(n);
    this.next = new Int32Array(n);
    let used = 0;
    all.forEach((choice, c) => {
      this.parts.set([choice.a, choice.b], 2 * c);
      this.begin[c] = used;
      for (const each of choice.below) this.below[used++] = each.number;
      this.end[c] = used;
      const found = [...choice.structures];
      this.only[c] = found.length === 1 ? found[0] : OPEN;
      this.first[c] = Math.min(...found);
    });
  }

  /** The number of the structure that is optimal for the boxes of the places. */
  choose(): number {
    if (this.count === 1) return 0;
    let count = 1;
    this.left[0] = 0;
    for (;;) {
      const { left, only, first } = this;
      const one = only[left[0]];
      let agreed = one !== OPEN;
      for (let i = 1; i < count && agreed; i++) agreed = only[left[i]] === one;
      if (agreed) return one;
      const more = this.smallestBelow(count);
      if (more === 0) {
        let best = first[left[0]];
        for (let i = 1; i < count; i++) if (first[left[i]] < best) best = first[left[i]];
        return best;
      }
      count = more;
    }
  }

  /** Of all choices below those that are left, the smallest become those that are left; returns how many. */
  private smallestBelow(count: number): number {
    const { left, next, boxes, parts, begin, end, below, places, criterion, size } = this;
    let least = Number.POSITIVE_INFINITY;
    let kept = 0;
    for (let i = 0; i < count; i++) {
      for (let at = begin[left[i]]; at < end[left[i]]; at++) {
        const choice = below[at];
        sizeInto(boxes, parts[2 * choice], parts[2 * choice + 1], criterion, size, 0);
        this.evaluated++;
        if (kept > 0 && size[0] > least) continue;
        if (kept > 0 && size[0] < least) kept = 0;
        least = size[0];
        next[kept++] = choice;
      }
    }
    for (let i = 0; i < kept; i++) {
      const choice = next[i];
      joinBoxes(boxes, parts[2 * choice], parts[2 * choice + 1], places + choice);
    }
    if (kept > 0) {
      this.left = next;
      this.next = left;
    }
    return kept;
  }
}

/** The tree of choices, the root first, which joins nothing. */
function choicesOf(structures: readonly CountedStructure[], places: number): Choice[] {
  const all: Choice[] = [];
  const make = (a: number, b: number): Choice => {
    const choice = { a, b, below: [], structures: new Set<number>(), number: all.length };
    all.push(choice);
    return choice;
  };
  const root = make(0, 0);
  structures.forEach(({ orders }, s) => {
    for (const merges of orders) {
      // By composition of this order: the number of the choice that makes it.
      const made: number[] = [];
      const partOf = (x: number) => (x < places ? x : places + made[x - places]);
      let at = root;
      at.structures.add(s);
      for (let m = 0; m < places - 1; m++) {
        const a = partOf(merges[2 * m]);
        const b = partOf(merges[2 * m + 1]);
        let next = at.below.find((each) => each.a === a && each.b === b);
        if (!next) {
          next = make(a, b);
          at.below.push(next);
        }
        next.structures.add(s);
        made.push(next.number);
        at = next;
      }
    }
  });
  return all;
}
