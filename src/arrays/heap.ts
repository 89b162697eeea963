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
 * A heap that is made with `places` knows where each number stands: keys can be changed and numbers taken out of
 * the middle. Each number waits once at most then, and is an index, from 0 on.
 *
 * Pushing, popping and changing cost log2(count) comparisons and allocate nothing but room for more.
 */
import { grown } from './grown.ts';

export type Ties = 'any' | 'first' | 'smaller';

export class Heap {
  count = 0;
  private readonly ties: Ties;
  /** Whether ranks count. */
  private readonly ranked: boolean;
  /** The key of the first is the first of these; of no use to others beyond `count`. */
  keys = new Float64Array(64);
  /** What decides between equal keys. */
  private ranks = new Float64Array(64);
  private values = new Int32Array(64);
  private arrived = 0;
  /** By number: one more than where it stands, 0 if it does not wait. Null without places. */
  private places: Int32Array<ArrayBuffer> | null = null;

  constructor(ties: Ties, { places = false }: { readonly places?: boolean } = {}) {
    this.ties = ties;
    this.ranked = ties !== 'any';
    if (places) this.places = new Int32Array(64);
  }

  clear(): void {
    this.count = 0;
    this.arrived = 0;
    this.places?.fill(0);
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
    // So small that V8 inlines it; passed on to a longer function, the key would be boxed.
    this.keys[this.count] = key;
    this.arrive(value);
  }

  /** Whether a number waits. Only with places, as what follows. */
  has(value: number): boolean {
    return this.places !== null && value < this.places.length && this.places[value] > 0;
  }

  /** The key of a number that waits. */
  keyOf(value: number): number {
    return this.keys[this.places![value] - 1];
  }

  /** Gives a number that waits another key; among equal ones by arrival it keeps its turn. */
  change(value: number, key: number): void {
    const at = this.places![value] - 1;
    const rises = key < this.keys[at];
    this.keys[at] = key;
    if (rises) this.rise(at);
    else this.sink(at);
  }

  /** Takes a number that waits out, wherever it stands. */
  remove(value: number): void {
    const at = this.places![value] - 1;
    this.places![value] = 0;
    const last = --this.count;
    if (at === last) return;
    this.moveTo(last, at);
    this.sink(at);
    this.rise(at);
  }

  /** Takes the first away, of which there must be one. */
  pop(): number {
    const first = this.values[0];
    if (this.places !== null) this.places[first] = 0;
    const last = --this.count;
    this.moveTo(last, 0);
    this.sink(0);
    return first;
  }

  /** Finds the place of a number whose key lies behind the others. */
  private arrive(value: number): void {
    const at = this.count++;
    this.values[at] = value;
    this.ranks[at] = this.ties === 'first' ? this.arrived++ : value;
    if (this.places !== null) this.makePlace(value);
    this.rise(at);
  }

  /** Room for where a number stands; `rise` and `sink` write it. */
  private makePlace(value: number): void {
    if (value >= this.places!.length) this.places = grown(this.places!, value + 1);
  }

  /** What stands at `from` stands at `to` from now on. */
  private moveTo(from: number, to: number): void {
    this.keys[to] = this.keys[from];
    this.ranks[to] = this.ranks[from];
    this.values[to] = this.values[from];
  }

  /** Brings what stands at `hole` up to where it belongs. */
  private rise(hole: number): void {
    const { keys, ranks, values, ranked, places } = this;
    const key = keys[hole];
    const rank = ranks[hole];
    const value = values[hole];
    while (hole > 0) {
      const up = (hole - 1) >> 1;
      if (!(key < keys[up] || (ranked && key === keys[up] && rank < ranks[up]))) break;
      keys[hole] = keys[up];
      if (ranked) ranks[hole] = ranks[up];
      values[hole] = values[up];
      if (places !== null) places[values[hole]] = hole + 1;
      hole = up;
    }
    keys[hole] = key;
    if (ranked) ranks[hole] = rank;
    values[hole] = value;
    if (places !== null) places[value] = hole + 1;
  }

  /** Brings what stands at `hole` down to where it belongs. */
  private sink(hole: number): void {
    const { keys, ranks, values, ranked, places, count } = this;
    if (hole >= count) return;
    const key = keys[hole];
    const rank = ranks[hole];
    const value = values[hole];
    for (;;) {
      let down = 2 * hole + 1;
      if (down >= count) break;
      const other = down + 1;
      if (
        other < count &&
        (keys[other] < keys[down] ||
          (ranked && keys[other] === keys[down] && ranks[other] < ranks[down]))
      ) {
        down = other;
      }
      if (!(keys[down] < key || (ranked && keys[down] === key && ranks[down] < rank))) break;
      keys[hole] = keys[down];
      if (ranked) ranks[hole] = ranks[down];
      values[hole] = values[down];
      if (places !== null) places[values[hole]] = hole + 1;
      hole = down;
    }
    keys[hole] = key;
    if (ranked) ranks[hole] = rank;
    values[hole] = value;
    if (places !== null) places[value] = hole + 1;
  }

  private grow(): void {
    this.keys = grown(this.keys);
    this.ranks = grown(this.ranks);
    this.values = grown(this.values);
  }
}
