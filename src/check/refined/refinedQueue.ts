/**
 * The priority queue of REFINED-ADAPTIVE-BISECTION [A VI]: pairs of bounding volumes that are not covered
 * on an interval of t. Those of two bodies on the same interval are one group, so that poses and bounds
 * of motion are computed once for all of them; groups are a binary heap, largest key first, of equal keys
 * the one that came first. Everything lives in flat arrays; what is released is used again.
 */
import { layout } from '../../arrays/index.ts';

/** Numbers of a pair of volumes: proven distances at both ends, and the length of curves between. */
export const { ETA_FROM, ETA_TO, LAMBDA, size: NUMBERS } = layout('ETA_FROM', 'ETA_TO', 'LAMBDA');

/** The distance at an end is that of the two volumes themselves, not the smallest of their parts. */
export const OWN_FROM = 1;
export const OWN_TO = 2;

export class PairQueue {
  /** Groups in the heap. */
  count = 0;
  private heap = new Int32Array(64);
  // Groups.
  pair = new Int32Array(64);
  from = new Float64Array(64);
  to = new Float64Array(64);
  /** First entry, or -1. */
  head = new Int32Array(64);
  private keys = new Float64Array(64);
  private arrivals = new Float64Array(64);
  private groups = 0;
  private freeGroups: number[] = [];
  private arrived = 0;
  // Entries.
  unit = new Int32Array(256);
  slotA = new Int32Array(256);
  slotB = new Int32Array(256);
  flags = new Uint8Array(256);
  next = new Int32Array(256);
  numbers = new Float64Array(NUMBERS * 256);
  private entries = 0;
  /** First of those to be used again, or -1. */
  private freeEntry = -1;

  /** Entries that there is room for. */
  get size(): number {
    return this.entries;
  }

  /** A group that is not in the heap yet. */
  open(pair: number, from: number, to: number): number {
    const g = this.freeGroups.pop() ?? this.groups++;
    if (g === this.pair.length) {
      this.pair = grown(this.pair);
      this.from = grown(this.from);
      this.to = grown(this.to);
      this.head = grown(this.head);
      this.keys = grown(this.keys);
      this.arrivals = grown(this.arrivals);
    }
    this.pair[g] = pair;
    this.from[g] = from;
    this.to[g] = to;
    this.head[g] = -1;
    this.keys[g] = Number.NEGATIVE_INFINITY;
    return g;
  }

  /** Adds a pair of volumes to a group. */
  add(
    g: number,
    unit: number,
    slotA: number,
    slotB: number,
    flags: number,
    etaFrom: number,
    etaTo: number,
    lambda: number,
    need: number,
  ): void {
    let e = this.freeEntry;
    if (e >= 0) this.freeEntry = this.next[e];
    else {
      e = this.entries++;
      if (e === this.unit.length) {
        this.unit = grown(this.unit);
        this.slotA = grown(this.slotA);
        this.slotB = grown(this.slotB);
        this.flags = grown(this.flags);
        this.next = grown(this.next);
        this.numbers = grown(this.numbers);
      }
    }
    this.unit[e] = unit;
    this.slotA[e] = slotA;
    this.slotB[e] = slotB;
    this.flags[e] = flags;
    this.numbers[NUMBERS * e + ETA_FROM] = etaFrom;
    this.numbers[NUMBERS * e + ETA_TO] = etaTo;
    this.numbers[NUMBERS * e + LAMBDA] = lambda;
    this.next[e] = this.head[g];
    this.head[g] = e;
    // The largest length that is not covered comes first, as in [A II-B].
    const key = lambda - etaFrom - etaTo + 2 * need;
    if (key > this.keys[g]) this.keys[g] = key;
  }

  /** Puts a group in the heap, or releases it if it has no entries. */
  push(g: number): void {
    if (this.head[g] < 0) {
      this.freeGroups.push(g);
      return;
    }
    if (this.count === this.heap.length) this.heap = grown(this.heap);
    const { heap } = this;
    this.arrivals[g] = this.arrived++;
    let i = this.count++;
    while (i > 0) {
      const parent = (i - 1) >> 1;
      if (!this.before(g, heap[parent])) break;
      heap[i] = heap[parent];
      i = parent;
    }
    heap[i] = g;
  }

  /** Takes the first group out of the heap, which must not be empty; to be released. */
  take(): number {
    const { heap } = this;
    const first = heap[0];
    const last = heap[--this.count];
    let i = 0;
    for (;;) {
      let child = 2 * i + 1;
      if (child >= this.count) break;
      if (child + 1 < this.count && this.before(heap[child + 1], heap[child])) child++;
      if (!this.before(heap[child], last)) break;
      heap[i] = heap[child];
      i = child;
    }
    heap[i] = last;
    return first;
  }

  /** Gives a group that is not in the heap, and its entries, back. */
  release(g: number): void {
    let e = this.head[g];
    while (e >= 0) {
      const after = this.next[e];
      this.next[e] = this.freeEntry;
      this.freeEntry = e;
      e = after;
    }
    this.freeGroups.push(g);
  }

  forEach(visit: (pair: number, from: number, to: number) => void): void {
    for (let i = 0; i < this.count; i++) {
      const g = this.heap[i];
      visit(this.pair[g], this.from[g], this.to[g]);
    }
  }

  private before(g: number, h: number): boolean {
    const a = this.keys[g];
    const b = this.keys[h];
    return a > b || (a === b && this.arrivals[g] < this.arrivals[h]);
  }
}

function grown<T extends Int32Array | Float64Array | Uint8Array>(old: T): T {
  const more = new (old.constructor as new (n: number) => T)(2 * old.length);
  more.set(old);
  return more;
}
