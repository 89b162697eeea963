/**
 * The pairs that are watched: those that the broad phase did not rule out, in a heap by the time of their next look.
 * What is known of a pair lies in flat arrays, by its slot; slots are used again.
 */
import { grown, Heap, Slots } from '../arrays/index.ts';

/** Numbers of bodies are below this: two of them make one double exactly. */
const MOST = 2 ** 24;

/** What is known of a pair, to be brought back. */
export interface KnownPair {
  readonly a: number;
  readonly b: number;
  readonly proven: number;
  readonly within: number;
  readonly seen: number;
}

export class WatchedPairs {
  /** Slots by the time of the next look; of equal times the smaller slot. */
  readonly heap = new Heap('smaller', { places: true });
  /** The bodies of a slot, the smaller number first. */
  a = new Int32Array(64);
  b = new Int32Array(64);
  /** Seconds until which the bodies are proven apart. */
  proven = new Float64Array(64);
  /** Metres: nearer than this is an impact. */
  within = new Float64Array(64);
  /** The last time at which they were seen farther apart than that; not a number if never. */
  seen = new Float64Array(64);
  private readonly slots = new Slots();
  private readonly byKey = new Map<number, number>();
  private readonly byBody: Set<number>[];

  constructor(bodies: number) {
    this.byBody = Array.from({ length: bodies }, () => new Set<number>());
  }

  get count(): number {
    return this.byKey.size;
  }

  static key(a: number, b: number): number {
    return a < b ? a * MOST + b : b * MOST + a;
  }

  /** The slot of two bodies, -1 if they are not watched. */
  slotOf(a: number, b: number): number {
    return this.byKey.get(WatchedPairs.key(a, b)) ?? -1;
  }

  /** Slots of all pairs that a body belongs to. */
  ofBody(body: number): ReadonlySet<number> {
    return this.byBody[body];
  }

  /** Watches two bodies that are proven apart until a time, when they are looked at. */
  add(a: number, b: number, time: number, within: number): number {
    const slot = this.slots.take();
    if (slot >= this.a.length) this.grow();
    this.a[slot] = Math.min(a, b);
    this.b[slot] = Math.max(a, b);
    this.proven[slot] = time;
    this.within[slot] = within;
    this.seen[slot] = Number.NaN;
    this.byKey.set(WatchedPairs.key(a, b), slot);
    this.byBody[a].add(slot);
    this.byBody[b].add(slot);
    this.heap.push(time, slot);
    return slot;
  }

  drop(slot: number): void {
    const a = this.a[slot];
    const b = this.b[slot];
    this.heap.remove(slot);
    this.byKey.delete(WatchedPairs.key(a, b));
    this.byBody[a].delete(slot);
    this.byBody[b].delete(slot);
    this.slots.release(slot);
  }

  /** What is known of a pair. */
  known(slot: number): KnownPair {
    return {
      a: this.a[slot],
      b: this.b[slot],
      proven: this.proven[slot],
      within: this.within[slot],
      seen: this.seen[slot],
    };
  }

  /** Visits all pairs. */
  forEach(visit: (slot: number) => void): void {
    for (const slot of this.byKey.values()) visit(slot);
  }

  private grow(): void {
    this.a = grown(this.a);
    this.b = grown(this.b);
    this.proven = grown(this.proven);
    this.within = grown(this.within);
    this.seen = grown(this.seen);
  }
}
