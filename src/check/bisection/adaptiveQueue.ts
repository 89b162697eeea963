/**
 * The priority queue of ADAPTIVE-BISECTION [A II-B]: a pair of bodies on an interval of t that is not
 * covered yet, with what is known about its ends. A binary heap, largest key first, in flat arrays;
 * of equal keys the one that came first.
 */
import { layout } from '../../arrays/index.ts';

/** Numbers of an entry. */
const ENTRY = layout(
  'KEY',
  /** The interval. */
  'FROM',
  'TO',
  /** Proven lower bounds of the distance at its ends. */
  'ETA_FROM',
  'ETA_TO',
  /** Upper bound of the length of the curves traced between them. */
  'LAMBDA',
);
export const { FROM, TO, ETA_FROM, ETA_TO, LAMBDA } = ENTRY;
const { KEY, size: SIZE } = ENTRY;

export class OpenQueue {
  count = 0;
  private numbers = new Float64Array(SIZE * 64);
  private pairs = new Int32Array(64);
  /** Order of arrival. */
  private arrivals = new Float64Array(64);
  private arrived = 0;
  get size(): number {
    return this.count;
  }

  /** The entry that was taken last: its pair, and its numbers by the names above. */
  pair = -1;
  readonly taken = new Float64Array(SIZE);

  push(
    pair: number,
    key: number,
    from: number,
    to: number,
    etaFrom: number,
    etaTo: number,
    lambda: number,
  ): void {
    if (this.count === this.pairs.length) this.grow();
    const { numbers, pairs, arrivals } = this;
    const arrival = this.arrived++;
    let i = this.count++;
    while (i > 0) {
      const parent = (i - 1) >> 1;
      // The newcomer came last, so a parent of the same key stays above it.
      if (numbers[SIZE * parent + KEY] >= key) break;
      this.move(parent, i);
      i = parent;
    }
    const o = SIZE * i;
    numbers[o + KEY] = key;
    numbers[o + FROM] = from;
    numbers[o + TO] = to;
    numbers[o + ETA_FROM] = etaFrom;
    numbers[o + ETA_TO] = etaTo;
    numbers[o + LAMBDA] = lambda;
    pairs[i] = pair;
    arrivals[i] = arrival;
  }

  /** Removes the first entry, to `pair` and `taken`. The queue must not be empty. */
  take(): void {
    const { numbers, pairs, taken } = this;
    for (let k = 0; k < SIZE; k++) taken[k] = numbers[k];
    this.pair = pairs[0];
    const last = --this.count;
    if (last === 0) return;
    let i = 0;
    for (;;) {
      let child = 2 * i + 1;
      if (child >= last) break;
      if (child + 1 < last && this.before(child + 1, child)) child++;
      if (!this.before(child, last)) break;
      this.move(child, i);
      i = child;
    }
    this.move(last, i);
  }

  /** Calls back for every entry, in no particular order. */
  forEach(visit: (pair: number, from: number, to: number, key: number) => void): void {
    const { numbers } = this;
    for (let o = 0; o < SIZE * this.count; o += SIZE) {
      visit(this.pairs[o / SIZE], numbers[o + FROM], numbers[o + TO], numbers[o + KEY]);
    }
  }

  private before(i: number, j: number): boolean {
    const a = this.numbers[SIZE * i + KEY];
    const b = this.numbers[SIZE * j + KEY];
    return a > b || (a === b && this.arrivals[i] < this.arrivals[j]);
  }

  private move(from: number, to: number): void {
    this.numbers.copyWithin(SIZE * to, SIZE * from, SIZE * from + SIZE);
    this.pairs[to] = this.pairs[from];
    this.arrivals[to] = this.arrivals[from];
  }

  private grow(): void {
    const numbers = new Float64Array(2 * this.numbers.length);
    numbers.set(this.numbers);
    this.numbers = numbers;
    const pairs = new Int32Array(2 * this.pairs.length);
    pairs.set(this.pairs);
    this.pairs = pairs;
    const arrivals = new Float64Array(2 * this.arrivals.length);
    arrivals.set(this.arrivals);
    this.arrivals = arrivals;
  }
}
