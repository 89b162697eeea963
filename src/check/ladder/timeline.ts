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
  /** How many places the order of first intervals has, a power of two; some are empty. */
  readonly places: number;
  private readonly bits: number;

  constructor([from, to]: readonly [number, number], firstCount: number) {
    this.from = from;
    this.to = to;
    this.firstCount = firstCount;
    let bits = 0;
    while (2 ** bits < firstCount) bits++;
    this.bits = bits;
    this.places = 2 ** bits;
  }

  /** The first interval at a place of the order; not one of them if the place is empty. */
  firstAt(place: number): number {
    // With its bits reversed.
    let out = 0;
    for (let i = 0; i < this.bits; i++) out = 2 * out + ((place >> i) & 1);
    return out;
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
