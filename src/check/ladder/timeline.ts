/**
 * The time of a check: a part of the segment, cut into equal first intervals, and these into halves as often
 * as it takes. First intervals are begun in an order in which neighbours lie far apart.
 */
import { U } from '../../math/index.ts';

/** There are at most so many intervals in a row: their numbers are exact, and so are their ends. */
const MOST_INTERVALS = 2 ** 48;

/** A stretch of time, from and to. */
export type Stretch = [from: number, to: number];

export class Timeline {
  readonly from: number;
  readonly to: number;
  /** Number of first intervals. */
  readonly firstCount: number;
  /** How many places the order of first intervals has; some are empty. */
  readonly places: number;

  constructor([from, to]: readonly [number, number], firstCount: number) {
    this.from = from;
    this.to = to;
    this.firstCount = firstCount;
    this.places = 2 ** (32 - Math.clz32(firstCount)) - 1;
  }

  /**
   * The first interval at a place of the order; not one of them if the place is empty. The middle one comes first, then
   * the middles of what is left and right of it, and so on: the ends, of which who asks often knows, come late. It is
   * much the same order from both ends of time.
   */
  firstAt(place: number): number {
    const { firstCount } = this;
    let from = 0;
    let to = firstCount;
    // The place's number, less its first digit, says where to go: 0 to the left, 1 to the right.
    const number = place + 1;
    for (let digit = 2 ** (31 - Math.clz32(number)); digit >= 1; digit /= 2) {
      if (from >= to) return firstCount;
      // Of two middles the one that is nearer to the middle of all.
      const middle = (from + to - (from + to > firstCount ? 1 : 0)) >> 1;
      if (digit === 1) return middle;
      if (number & (digit / 2)) from = middle + 1;
      else to = middle;
    }
    return firstCount;
  }

  /** Where an interval begins; neighbours have their ends in common to the bit. */
  timeOf(level: number, index: number): number {
    const share = (index * 2 ** -level) / this.firstCount;
    return share === 1 ? this.to : this.from + (this.to - this.from) * share;
  }

  /** The middle of an interval: where its halves meet. */
  middleOf(level: number, index: number): number {
    return this.timeOf(level + 1, 2 * index + 1);
  }

  /** Half the length of an interval: no item of it reaches farther, whatever the rounding of its ends. */
  halfOf(level: number): number {
    const width = 2 ** -level / this.firstCount;
    const span = this.to - this.from;
    return 0.5 * span * width * (1 + 4 * U) + 4 * U;
  }

  /** Whether intervals of a level are too short to be looked at. */
  isShort(level: number): boolean {
    return this.firstCount * 2 ** level >= MOST_INTERVALS;
  }

  /** The first intervals from a place of the order on, neighbours together. */
  stretchesFrom(place: number): Stretch[] {
    const found: Stretch[] = [];
    for (let k = place; k < this.places; k++) {
      const index = this.firstAt(k);
      if (index < this.firstCount) found.push([this.timeOf(0, index), this.timeOf(0, index + 1)]);
    }
    return merged(found);
  }
}

/** Stretches in order, those that touch together. */
export function merged(list: Stretch[]): Stretch[] {
  const out: Stretch[] = [];
  for (const [from, to] of list.sort((x, y) => x[0] - y[0])) {
    const last = out.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else out.push([from, to]);
  }
  return out;
}

/** One stretch over all of them, which are in order. */
export function spanOf(list: readonly Stretch[]): Stretch[] {
  return list.length === 0 ? [] : [[list[0][0], list[list.length - 1][1]]];
}
