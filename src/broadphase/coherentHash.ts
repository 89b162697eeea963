/**
 * The hierarchical spatial hash that keeps what it knows from one update to the next [C 2.2]. A body is stored in all
 * cells that it meets at its own level and at all coarser ones. A pair has a counter of the cells that the two share at
 * the coarser of their levels; it is a candidate while that is not zero, so candidates are those of the plain hash. A
 * body that meets the same cells as before touches none; one that moved on touches those that it left or came to.
 *
 * Candidates of bodies that changed are compared. An update costs what changed: nothing for bodies that nobody set.
 * Where the paper looks through all labels of a cell, this looks through those that count (labelLists.ts).
 */
import { grown } from '../arrays/index.ts';
import { BodyBoxes, boxesOverlap } from './bodyBoxes.ts';
import { type BroadPhase, newStats } from './broadPhase.ts';
import { CloseCounters } from './closeCounters.ts';
import { Occupancy } from './occupancy.ts';
import type { PairChanges } from './pairList.ts';
import { type HashSettings, Resolutions, sizeInto } from './resolutions.ts';

const NONE = -1;

export class CoherentHash implements BroadPhase {
  readonly stats = newStats();
  /** Sides of cells; they are added to as sizes come up that they do not serve. */
  readonly resolutions: Resolutions;
  private readonly bodies = new BodyBoxes();
  private readonly counters = new CloseCounters(this.stats);
  private readonly occupancy: Occupancy;
  /** Per body its size, and the sizes that no resolution serves. */
  private sizes = new Float64Array(64);
  private unserved = new Float64Array(64);

  constructor(settings: HashSettings = {}) {
    this.resolutions = new Resolutions(settings);
    this.occupancy = new Occupancy(this.bodies, this.resolutions, this.counters, this.stats);
  }

  get closeCount(): number {
    return this.counters.closeCount;
  }

  set(id: number, box: Float64Array, o = 0, fixed = false): void {
    this.bodies.set(id, box, o, fixed);
  }

  remove(id: number): void {
    this.bodies.remove(id);
  }

  update(changes: PairChanges): void {
    const { bodies, counters } = this;
    const { changed, changedCount, used } = bodies;
    changes.clear();
    this.sizes = grown(this.sizes, used);
    counters.admit(used);
    this.occupancy.admit();
    if (this.serveSizes()) this.storeAll();
    else for (let i = 0; i < changedCount; i++) this.follow(changed[i]);
    // Records in a row are read faster than lists, if most of them are to be read.
    if (2 * changedCount > bodies.count) this.compareAll(changes);
    else for (let i = 0; i < changedCount; i++) this.compareOf(changed[i], changes);
    counters.dropZeroed(changes);
    changes.sort();
    bodies.settle();
  }

  isClose(a: number, b: number): boolean {
    if (a === b) return false;
    const { pairs } = this.counters;
    const record = pairs.find(a, b);
    return record !== NONE && pairs.marks[record] === 1;
  }

  forEachClose(visit: (a: number, b: number) => void): void {
    const { pairs } = this.counters;
    for (let r = 0; r < pairs.end; r++) {
      if (!pairs.isFree(r) && pairs.marks[r] === 1) visit(pairs.ids[2 * r], pairs.ids[2 * r + 1]);
    }
  }

  /** Visits the pairs that share a cell at the coarser of their levels, as of the last update: "close" in the paper. */
  forEachCandidate(visit: (a: number, b: number) => void): void {
    const { pairs } = this.counters;
    for (let r = 0; r < pairs.end; r++) {
      if (!pairs.isFree(r)) visit(pairs.ids[2 * r], pairs.ids[2 * r + 1]);
    }
  }

  /** How many cells have labels: what the hash takes of memory. */
  get cellCount(): number {
    return this.occupancy.cellCount;
  }

  /** The level of a body, counted from 0 for the coarsest, as of the last update. */
  levelOf(id: number): number {
    return this.occupancy.levels[id];
  }

  /** Measures the bodies that changed, and adds resolutions where none serves their sizes; whether it did. */
  private serveSizes(): boolean {
    const { bodies, resolutions } = this;
    const { levels } = this.occupancy;
    let count = 0;
    for (let i = 0; i < bodies.changedCount; i++) {
      const id = bodies.changed[i];
      if (!bodies.has(id)) continue;
      sizeInto(bodies.boxes, 6 * id, this.sizes, id);
      if (levels[id] !== NONE && resolutions.isLevel(levels[id], this.sizes, id)) continue;
      if (resolutions.levelOf(this.sizes, id) !== NONE) continue;
      if (count === this.unserved.length) this.unserved = grown(this.unserved);
      this.unserved[count++] = this.sizes[id];
    }
    return count > 0 && resolutions.serve(this.unserved, count);
  }

  /** After the chain of resolutions grew, all labels and counters are made anew. */
  private storeAll(): void {
    const { bodies } = this;
    this.counters.clear();
    this.occupancy.clear();
    for (let id = 0; id < bodies.used; id++) if (bodies.has(id)) this.follow(id);
  }

  /** Brings the labels of a body to where its box is. */
  private follow(id: number): void {
    const { bodies, occupancy, resolutions } = this;
    const { fixed } = this.counters;
    const present = bodies.has(id);
    const now = bodies.isFixed(id) ? 1 : 0;
    const own = occupancy.levels[id];
    if (own !== NONE) {
      const stays = present && fixed[id] === now && resolutions.isLevel(own, this.sizes, id);
      if (stays && occupancy.hasLeeway(id)) return;
      if (stays && occupancy.isNear(id)) {
        occupancy.move(id);
        return;
      }
      occupancy.unstore(id);
    }
    if (!present) return;
    fixed[id] = now;
    occupancy.store(id, resolutions.levelOf(this.sizes, id));
  }

  /** Compares the candidates of which a body changed. */
  private compareAll(changes: PairChanges): void {
    const { bodies } = this;
    const { pairs } = this.counters;
    const { ids, counts } = pairs;
    for (let r = 0; r < pairs.end; r++) {
      if (counts[r] === 0) continue;
      if (bodies.hasChanged(ids[2 * r]) || bodies.hasChanged(ids[2 * r + 1])) {
        this.compare(r, changes);
      }
    }
  }

  /** Compares a body that changed with its candidates; a pair of two that changed once. */
  private compareOf(id: number, changes: PairChanges): void {
    const { bodies } = this;
    const { pairs } = this.counters;
    for (let r = pairs.first(id); r !== NONE; r = pairs.next(r, id)) {
      const other = pairs.other(r, id);
      if (pairs.counts[r] === 0 || (other < id && bodies.hasChanged(other))) continue;
      this.compare(r, changes);
    }
  }

  private compare(record: number, changes: PairChanges): void {
    const { counters } = this;
    const { boxes } = this.bodies;
    const { ids } = counters.pairs;
    this.stats.tests++;
    const close = boxesOverlap(boxes, 6 * ids[2 * record], boxes, 6 * ids[2 * record + 1]);
    counters.mark(record, close, changes);
  }
}
