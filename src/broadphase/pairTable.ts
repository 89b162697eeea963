/**
 * Pairs of bodies in a hash table, each with a count and a mark of its owner's, and per body the list of its pairs.
 * Finding, adding and removing a pair take constant time; nothing is allocated but room for more. Records stay where
 * they are while others come and go.
 */
import { grown, Slots } from '../arrays/index.ts';

/** No record, no end of a list. */
const NONE = -1;

export class PairTable {
  /** How many pairs there are. */
  count = 0;
  /** Per record the two bodies, the smaller number first. */
  ids = new Int32Array(2 * 64);
  /** Per record numbers of the owner's; 0 when a pair is added. Counts of free records are 0. */
  counts = new Int32Array(64);
  marks = new Uint8Array(64);
  /** Per record: next and previous in the list of its first body, next and previous in that of its second. */
  private links = new Int32Array(4 * 64);
  /** Per body the first record of its list. */
  private heads = new Int32Array(64).fill(NONE);
  private readonly slots = new Slots();
  /** Records + 1 by their pairs, linear probing; 0 is empty. A power of two, at least twice as many as there are. */
  private places = new Int32Array(256);

  /** The record of a pair of different bodies, in any order; -1 if there is none. */
  find(a: number, b: number): number {
    return a < b ? this.lookup(a, b) : this.lookup(b, a);
  }

  /** The record of a pair, which is added if there is none. */
  findOrAdd(a: number, b: number): number {
    const first = Math.min(a, b);
    const second = Math.max(a, b);
    const known = this.lookup(first, second);
    return known === NONE ? this.add(first, second) : known;
  }

  remove(record: number): void {
    this.vacate(record);
    this.unlink(record, 0);
    this.unlink(record, 1);
    this.ids[2 * record] = NONE;
    this.counts[record] = 0;
    this.slots.release(record);
    this.count--;
  }

  /** The first record of a body's list; -1 if it has none. */
  first(id: number): number {
    return id < this.heads.length ? this.heads[id] : NONE;
  }

  /** The record after this one in the list of the body. */
  next(record: number, id: number): number {
    return this.links[4 * record + (this.ids[2 * record] === id ? 0 : 2)];
  }

  /** The other body of a pair. */
  other(record: number, id: number): number {
    return this.ids[2 * record] + this.ids[2 * record + 1] - id;
  }

  /** Records have numbers below this; those that are not in use are said to be free. */
  get end(): number {
    return this.slots.used;
  }

  isFree(record: number): boolean {
    return this.ids[2 * record] === NONE;
  }

  private lookup(a: number, b: number): number {
    const { places, ids } = this;
    const mask = places.length - 1;
    let place = hashOf(a, b) & mask;
    for (;;) {
      const record = places[place] - 1;
      if (record < 0) return NONE;
      if (ids[2 * record] === a && ids[2 * record + 1] === b) return record;
      place = (place + 1) & mask;
    }
  }

  private add(a: number, b: number): number {
    if (2 * this.count >= this.places.length) this.growPlaces();
    const record = this.slots.take();
    if (record >= this.counts.length) this.growRecords();
    this.ids[2 * record] = a;
    this.ids[2 * record + 1] = b;
    this.counts[record] = 0;
    this.marks[record] = 0;
    this.count++;
    this.occupy(record);
    if (b >= this.heads.length) this.growHeads(b);
    this.link(record, 0, a);
    this.link(record, 1, b);
    return record;
  }

  private occupy(record: number): void {
    const { places, ids } = this;
    const mask = places.length - 1;
    let place = hashOf(ids[2 * record], ids[2 * record + 1]) & mask;
    while (places[place] !== 0) place = (place + 1) & mask;
    places[place] = record + 1;
  }

  /** Empties the place of a record; those behind it that it kept from their own places move up. */
  private vacate(record: number): void {
    const { places, ids } = this;
    const mask = places.length - 1;
    let hole = hashOf(ids[2 * record], ids[2 * record + 1]) & mask;
    while (places[hole] !== record + 1) hole = (hole + 1) & mask;
    for (let place = (hole + 1) & mask; places[place] !== 0; place = (place + 1) & mask) {
      const other = places[place] - 1;
      const own = hashOf(ids[2 * other], ids[2 * other + 1]) & mask;
      // It may move to the hole if that is not before its own place, going round.
      if (((place - own) & mask) < ((place - hole) & mask)) continue;
      places[hole] = places[place];
      hole = place;
    }
    places[hole] = 0;
  }

  private link(record: number, side: number, id: number): void {
    const { links, ids } = this;
    const o = 4 * record + 2 * side;
    const head = this.heads[id];
    links[o] = head;
    links[o + 1] = NONE;
    if (head !== NONE) links[4 * head + (ids[2 * head] === id ? 1 : 3)] = record;
    this.heads[id] = record;
  }

  private unlink(record: number, side: number): void {
    const { links, ids } = this;
    const id = ids[2 * record + side];
    const next = links[4 * record + 2 * side];
    const previous = links[4 * record + 2 * side + 1];
    if (next !== NONE) links[4 * next + (ids[2 * next] === id ? 1 : 3)] = previous;
    if (previous === NONE) this.heads[id] = next;
    else links[4 * previous + (ids[2 * previous] === id ? 0 : 2)] = next;
  }

  private growRecords(): void {
    this.ids = grown(this.ids);
    this.counts = grown(this.counts);
    this.marks = grown(this.marks);
    this.links = grown(this.links);
  }

  private growHeads(id: number): void {
    const before = this.heads.length;
    this.heads = grown(this.heads, id + 1);
    this.heads.fill(NONE, before);
  }

  private growPlaces(): void {
    this.places = new Int32Array(2 * this.places.length);
    for (let record = 0; record < this.end; record++) {
      if (!this.isFree(record)) this.occupy(record);
    }
  }
}

function hashOf(a: number, b: number): number {
  const mixed = Math.imul(a, 0x9e3779b1) ^ Math.imul(b + 0x7f4a7c15, 0x85ebca77);
  return Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d) >>> 4;
}
