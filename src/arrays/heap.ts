/**
 * A binary heap in flat arrays: numbers that wait, the one with the smallest key first. What a number stands
 * for is the owner's: an index of records that lie beside the heap, and that are not moved when it changes;
 * `Slots` gives out such indices and takes them back. Who wants the largest first negates keys.
 *
 * Of equal keys the order is
 *   any      whatever the heap makes of them: the same for the same pushes and pops
 *   first    that of their arrival
 *   smaller  that of the numbers themselves
 *
 * Pushing and popping cost log2(count) comparisons and allocate nothing but room for more.
 */
import { grown } from './grown.ts';

export type Ties = 'any' | 'first' | 'smaller';

export class Heap {
  count = 0;
  private readonly ties: Ties;
  /** Whether ranks count. */
  private readonly ranked: boolean;
  private keys = new Float64Array(64);
  /** What decides between equal keys. */
  private ranks = new Float64Array(64);
  private values = new Int32Array(64);
  private arrived = 0;

  constructor(ties: Ties) {
    this.ties = ties;
    this.ranked = ties !== 'any';
  }

  clear(): void {
    this.count = 0;
    this.arrived = 0;
  }

  /** The key of the first; infinite if none waits. */
  get least(): number {
    return this.count > 0 ? this.keys[0] : Number.POSITIVE_INFINITY;
  }

  /** The i-th of those that wait, from 0 to count - 1: the first, then no particular order. */
  at(i: number): number {
    return this.values[i];
  }

  /** Its key. */
  keyAt(i: number): number {
    return this.keys[i];
  }

  push(key: number, value: number): void {
    if (this.count === this.keys.length) this.grow();
    const { keys, ranks, values, ranked } = this;
    const rank = this.ties === 'first' ? this.arrived++ : value;
    let hole = this.count++;
    while (hole > 0) {
      const up = (hole - 1) >> 1;
      if (!(key < keys[up] || (ranked && key === keys[up] && rank < ranks[up]))) break;
      keys[hole] = keys[up];
      if (ranked) ranks[hole] = ranks[up];
      values[hole] = values[up];
      hole = up;
    }
    keys[hole] = key;
    if (ranked) ranks[hole] = rank;
    values[hole] = value;
  }

  /** Takes the first away, of which there must be one. */
  pop(): number {
    const { keys, ranks, values, ranked } = this;
    const first = values[0];
    const last = --this.count;
    const key = keys[last];
    const rank = ranks[last];
    const value = values[last];
    let hole = 0;
    for (;;) {
      let down = 2 * hole + 1;
      if (down >= last) break;
      const other = down + 1;
      if (
        other < last &&
        (keys[other] < keys[down] ||
          (ranked && keys[other] === keys[down] && ranks[other] < ranks[down]))
      ) {
        down = other;
      }
      if (!(keys[down] < key || (ranked && keys[down] === key && ranks[down] < rank))) break;
      keys[hole] = keys[down];
      if (ranked) ranks[hole] = ranks[down];
      values[hole] = values[down];
      hole = down;
    }
    keys[hole] = key;
    if (ranked) ranks[hole] = rank;
    values[hole] = value;
    return first;
  }

  private grow(): void {
    this.keys = grown(this.keys);
    this.ranks = grown(this.ranks);
    this.values = grown(this.values);
  }
}
