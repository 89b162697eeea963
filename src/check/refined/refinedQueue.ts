/**
 * The priority queue of REFINED-ADAPTIVE-BISECTION [A VI]: pairs of bounding volumes that are not covered
 * on an interval of t. Those of two bodies on the same interval are one group, so that poses and bounds
 * of motion are computed once for all of them; groups are a binary heap, largest key first, of equal keys
 * the one that came first. Everything lives in flat arrays; what is released is used again.
 */
import { grown, Heap, Slots } from '../../arrays/index.ts';

/** The distance at an end is that of the two volumes themselves, not the smallest of what is below them. */
export const OWN_FROM = 1;
export const OWN_TO = 2;

/** Two bounding volumes on the interval of their group. */
export class VolumePair {
  /** Which pieces, and which slots of their trees. */
  unit = 0;
  slotA = 0;
  slotB = 0;
  /** OWN_FROM, OWN_TO. */
  flags = 0;
  /** Proven distances at both ends, and the length of curves between. */
  etaFrom = 0;
  etaTo = 0;
  lambda = 0;
}

const ROOM = 64;

export class PairQueue {
  private readonly heap = new Heap('first');
  // Groups.
  pair = new Int32Array(ROOM);
  from = new Float64Array(ROOM);
  to = new Float64Array(ROOM);
  /** First entry, or -1. */
  head = new Int32Array(ROOM);
  private keys = new Float64Array(ROOM);
  private readonly groups = new Slots();
  // Entries.
  private unit = new Int32Array(4 * ROOM);
  private slotA = new Int32Array(4 * ROOM);
  private slotB = new Int32Array(4 * ROOM);
  private flags = new Uint8Array(4 * ROOM);
  private etaFrom = new Float64Array(4 * ROOM);
  private etaTo = new Float64Array(4 * ROOM);
  private lambda = new Float64Array(4 * ROOM);
  /** The next entry of the group, or -1. */
  next = new Int32Array(4 * ROOM);
  private entries = 0;
  /** First of those to be used again, or -1. */
  private freeEntry = -1;

  /** Groups in the heap. */
  get count(): number {
    return this.heap.count;
  }

  /** Entries that there is room for. */
  get size(): number {
    return this.entries;
  }

  /** A group that is not in the heap yet. */
  open(pair: number, from: number, to: number): number {
    const g = this.groups.take();
    if (g === this.pair.length) {
      this.pair = grown(this.pair);
      this.from = grown(this.from);
      this.to = grown(this.to);
      this.head = grown(this.head);
      this.keys = grown(this.keys);
    }
    this.pair[g] = pair;
    this.from[g] = from;
    this.to[g] = to;
    this.head[g] = -1;
    this.keys[g] = Number.NEGATIVE_INFINITY;
    return g;
  }

  /** Adds a pair of volumes, which needs to be apart by `need`, to a group. */
  add(g: number, volumes: VolumePair, need: number): void {
    let e = this.freeEntry;
    if (e >= 0) this.freeEntry = this.next[e];
    else {
      e = this.entries++;
      if (e === this.unit.length) this.growEntries();
    }
    const { etaFrom, etaTo, lambda } = volumes;
    this.unit[e] = volumes.unit;
    this.slotA[e] = volumes.slotA;
    this.slotB[e] = volumes.slotB;
    this.flags[e] = volumes.flags;
    this.etaFrom[e] = etaFrom;
    this.etaTo[e] = etaTo;
    this.lambda[e] = lambda;
    this.next[e] = this.head[g];
    this.head[g] = e;
    // The largest length that is not covered comes first, as in [A II-B].
    const key = lambda - etaFrom - etaTo + 2 * need;
    if (key > this.keys[g]) this.keys[g] = key;
  }

  /** Reads entry e. */
  readInto(e: number, out: VolumePair): void {
    out.unit = this.unit[e];
    out.slotA = this.slotA[e];
    out.slotB = this.slotB[e];
    out.flags = this.flags[e];
    out.etaFrom = this.etaFrom[e];
    out.etaTo = this.etaTo[e];
    out.lambda = this.lambda[e];
  }

  /** Puts a group in the heap, or releases it if it has no entries. */
  push(g: number): void {
    if (this.head[g] < 0) this.groups.release(g);
    else this.heap.push(-this.keys[g], g);
  }

  /** The key of the first group of the heap, which must not be empty. */
  get firstKey(): number {
    return -this.heap.least;
  }

  /** Takes the first group out of the heap, which must not be empty; to be released. */
  take(): number {
    return this.heap.pop();
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
    this.groups.release(g);
  }

  forEach(visit: (interval: { pair: number; from: number; to: number }) => void): void {
    for (let i = 0; i < this.heap.count; i++) {
      const g = this.heap.at(i);
      visit({ pair: this.pair[g], from: this.from[g], to: this.to[g] });
    }
  }

  private growEntries(): void {
    this.unit = grown(this.unit);
    this.slotA = grown(this.slotA);
    this.slotB = grown(this.slotB);
    this.flags = grown(this.flags);
    this.etaFrom = grown(this.etaFrom);
    this.etaTo = grown(this.etaTo);
    this.lambda = grown(this.lambda);
    this.next = grown(this.next);
  }
}
