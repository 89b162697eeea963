/**
 * Intervals that wait to be divided, in an order:
 *   LargestFirst  by keys, as in ADAPTIVE-BISECTION [A II-B]: what is farthest from its goal comes first
 *   LevelByLevel  all of one generation before any of the next, along the path: pairs that are open at the same
 *                 place follow each other, and whatever ends the work finds the path known about equally well
 */
import { grown, Heap } from '../../arrays/index.ts';
import { Interval, IntervalStore } from './interval.ts';

export interface OpenIntervals {
  /** How many wait. */
  readonly count: number;
  /** Takes the next one out; there must be one. */
  takeInto(out: Interval): void;
  /** Calls back for every one, with an interval that is good for that call. */
  forEach(visit: (interval: Interval, key: number) => void): void;
}

/** Of equal keys the one that came first. */
export class LargestFirst implements OpenIntervals {
  private readonly store = new IntervalStore();
  private readonly heap = new Heap('first');
  private readonly visited = new Interval();

  get count(): number {
    return this.heap.count;
  }

  /** Items that it holds: memory. */
  get size(): number {
    return this.heap.count;
  }

  push(key: number, interval: Interval): void {
    this.heap.push(-key, this.store.add(interval));
  }

  takeInto(out: Interval): void {
    this.store.takeInto(this.heap.pop(), out);
  }

  /** The key of the next one; there must be one. */
  get firstKey(): number {
    return -this.heap.least;
  }

  /** Reads the next one, which stays. */
  readFirstInto(out: Interval): void {
    this.store.readInto(this.heap.at(0), out);
  }

  forEach(visit: (interval: Interval, key: number) => void): void {
    for (let i = 0; i < this.heap.count; i++) {
      this.store.readInto(this.heap.at(i), this.visited);
      visit(this.visited, -this.heap.keyAt(i));
    }
  }
}

export class LevelByLevel implements OpenIntervals {
  private readonly store = new IntervalStore();
  private readonly visited = new Interval();
  /** Slots of the generation at hand, from `at` on, and of the next one. */
  private level = new Int32Array(0);
  private at = 0;
  private next = new Int32Array(64);
  private nextCount = 0;

  get count(): number {
    return this.level.length - this.at + this.nextCount;
  }

  push(interval: Interval): void {
    if (this.nextCount === this.next.length) this.next = grown(this.next);
    this.next[this.nextCount++] = this.store.add(interval);
  }

  takeInto(out: Interval): void {
    if (this.at === this.level.length) {
      // Of those that begin together the one that came first.
      const order = Array.from(this.next.subarray(0, this.nextCount));
      this.level = Int32Array.from(order.sort((i, j) => this.store.compare(i, j)));
      this.at = 0;
      this.nextCount = 0;
    }
    this.store.takeInto(this.level[this.at++], out);
  }

  /** The generation at hand first. */
  forEach(visit: (interval: Interval, key: number) => void): void {
    const call = (slot: number) => {
      this.store.readInto(slot, this.visited);
      visit(this.visited, 0);
    };
    this.level.subarray(this.at).forEach(call);
    this.next.subarray(0, this.nextCount).forEach(call);
  }
}
