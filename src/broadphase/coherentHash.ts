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
import { LabelLists, NEAR, RESIDENT, VISITOR } from './labelLists.ts';
import type { PairChanges } from './pairList.ts';
import { PairTable } from './pairTable.ts';
import { type HashSettings, Resolutions, sizeOf } from './resolutions.ts';
import { roomInto, tileDiffers, tilesInto } from './tiles.ts';

const NONE = -1;
/** Numbers a body's room takes: the least and the largest values of the six of its box. */
const ROOM = 12;

export class CoherentHash implements BroadPhase {
  readonly stats = newStats();
  /** How many pairs are close, as of the last update. */
  closeCount = 0;
  /** Sides of cells; they are added to as sizes come up that they do not serve. */
  readonly resolutions: Resolutions;
  private readonly bodies = new BodyBoxes();
  /** Candidates: counts are of shared cells, marks say which are close. */
  private readonly pairs = new PairTable();
  private readonly labels = new LabelLists();
  /** As stored, per body: its level or -1, whether it was fixed, its box, and the room that it has in its cells. */
  private levels = new Int32Array(64).fill(NONE);
  private fixed = new Uint8Array(64);
  private boxes = new Float64Array(6 * 64);
  private rooms = new Float64Array(ROOM * 64);
  /** Pairs whose counters came to zero in this update. */
  private zeroed = new Int32Array(64);
  private zeroedCount = 0;
  /** Per body its size, and the sizes that no resolution serves. */
  private sizes = new Float64Array(64);
  private unserved = new Float64Array(64);
  /** Cells of a body at a level: the first and last before, the first and last now. */
  private readonly tiles = new Float64Array(12);

  constructor(settings: HashSettings = {}) {
    this.resolutions = new Resolutions(settings);
    this.labels.clear(Math.max(1, this.resolutions.count));
  }

  set(id: number, box: Float64Array, o = 0, fixed = false): void {
    this.bodies.set(id, box, o, fixed);
  }

  remove(id: number): void {
    this.bodies.remove(id);
  }

  update(changes: PairChanges): void {
    const { bodies } = this;
    const { changed, changedCount } = bodies;
    changes.clear();
    this.admit();
    if (this.serveSizes()) this.storeAll();
    else for (let i = 0; i < changedCount; i++) this.follow(changed[i]);
    for (let i = 0; i < changedCount; i++) this.compare(changed[i], changes);
    this.dropZeroed(changes);
    changes.sort();
    bodies.settle();
  }

  isClose(a: number, b: number): boolean {
    if (a === b) return false;
    const record = this.pairs.find(a, b);
    return record !== NONE && this.pairs.marks[record] === 1;
  }

  forEachClose(visit: (a: number, b: number) => void): void {
    const { pairs } = this;
    for (let r = 0; r < pairs.end; r++) {
      if (!pairs.isFree(r) && pairs.marks[r] === 1) visit(pairs.ids[2 * r], pairs.ids[2 * r + 1]);
    }
  }

  /** Visits the pairs that share a cell at the coarser of their levels, as of the last update: "close" in the paper. */
  forEachCandidate(visit: (a: number, b: number) => void): void {
    const { pairs } = this;
    for (let r = 0; r < pairs.end; r++) {
      if (!pairs.isFree(r)) visit(pairs.ids[2 * r], pairs.ids[2 * r + 1]);
    }
  }

  /** The level of a body, counted from 0 for the coarsest, as of the last update. */
  levelOf(id: number): number {
    return this.levels[id];
  }

  private admit(): void {
    const { used } = this.bodies;
    const before = this.levels.length;
    this.levels = grown(this.levels, used);
    this.levels.fill(NONE, before);
    this.fixed = grown(this.fixed, used);
    this.boxes = grown(this.boxes, 6 * used);
    this.rooms = grown(this.rooms, ROOM * used);
    this.sizes = grown(this.sizes, used);
    this.labels.admit(used);
  }

  /** Measures the bodies that changed, and adds resolutions where none serves their sizes; whether it did. */
  private serveSizes(): boolean {
    const { bodies, levels, resolutions } = this;
    let count = 0;
    for (let i = 0; i < bodies.changedCount; i++) {
      const id = bodies.changed[i];
      if (!bodies.has(id)) continue;
      const size = sizeOf(bodies.boxes, 6 * id);
      this.sizes[id] = size;
      if (levels[id] !== NONE && resolutions.isLevel(levels[id], size)) continue;
      if (resolutions.levelOf(size) !== NONE) continue;
      if (count === this.unserved.length) this.unserved = grown(this.unserved);
      this.unserved[count++] = size;
    }
    return count > 0 && resolutions.serve(this.unserved, count);
  }

  /** After the chain of resolutions grew, all labels and counters are made anew. */
  private storeAll(): void {
    const { bodies, pairs } = this;
    for (let r = 0; r < pairs.end; r++) {
      if (pairs.isFree(r)) continue;
      pairs.counts[r] = 0;
      this.noteZero(r);
    }
    this.labels.clear(this.resolutions.count);
    this.labels.admit(bodies.used);
    this.levels.fill(NONE);
    for (let id = 0; id < bodies.used; id++) if (bodies.has(id)) this.follow(id);
  }

  /** Brings the labels of a body to where its box is. */
  private follow(id: number): void {
    const { bodies, levels } = this;
    const present = bodies.has(id);
    const fixed = bodies.isFixed(id) ? 1 : 0;
    const own = levels[id];
    const stays =
      own !== NONE &&
      present &&
      fixed === this.fixed[id] &&
      this.resolutions.isLevel(own, this.sizes[id]);
    if (stays && this.hasRoom(id)) return;
    if (stays && this.isNear(id, own)) {
      this.move(id, own);
      return;
    }
    if (own !== NONE) this.unstore(id, own);
    levels[id] = NONE;
    if (!present) return;
    this.fixed[id] = fixed;
    levels[id] = this.resolutions.levelOf(this.sizes[id]);
    this.store(id, levels[id]);
  }

  /** Whether the box of a body still meets the cells that it met when its room was computed, at all levels. */
  private hasRoom(id: number): boolean {
    for (let k = 0; k < 6; k++) if (!this.isInRoom(id, k)) return false;
    return true;
  }

  private isInRoom(id: number, k: number): boolean {
    const { rooms } = this;
    const place = this.bodies.boxes[6 * id + k];
    return place >= rooms[ROOM * id + k] && place <= rooms[ROOM * id + 6 + k];
  }

  /** Whether a body moved by so few cells that labels can be told apart; at coarser levels it moved by fewer. */
  private isNear(id: number, own: number): boolean {
    const inverse = this.resolutions.inverses[own];
    for (let k = 6 * id; k < 6 * id + 6; k++) {
      // A cell for roundings, and up to ten from one end of a box to the other.
      if (!(Math.abs(this.bodies.boxes[k] - this.boxes[k]) * inverse < NEAR - 16)) return false;
    }
    return true;
  }

  /** A box that is nowhere: from the first cell on, all are new. */
  private store(id: number, own: number): void {
    const { tiles } = this;
    for (let level = own; level >= 0; level--) {
      tilesInto(this.bodies.boxes, 6 * id, this.resolutions, level, tiles, 6);
      tiles.fill(Number.POSITIVE_INFINITY, 0, 3);
      tiles.fill(Number.NEGATIVE_INFINITY, 3, 6);
      this.enter(id, level, level === own ? RESIDENT : VISITOR);
    }
    for (let k = 0; k < 6; k++) this.keep(id, k, own);
  }

  /** Only numbers of the box that left their room can change cells, mostly one of six, mostly at the finest level. */
  private move(id: number, own: number): void {
    const { tiles, boxes, bodies, resolutions } = this;
    for (let level = own; level >= 0; level--) {
      if (!this.changesCells(id, level)) continue;
      tilesInto(boxes, 6 * id, resolutions, level, tiles, 0);
      tilesInto(bodies.boxes, 6 * id, resolutions, level, tiles, 6);
      const list = level === own ? RESIDENT : VISITOR;
      // First in, then out: a counter that is passed on from one cell to the next does not come to zero.
      this.enter(id, level, list);
      this.leave(id, level, list);
    }
    for (let k = 0; k < 6; k++) if (!this.isInRoom(id, k)) this.keep(id, k, own);
  }

  private changesCells(id: number, level: number): boolean {
    for (let k = 0; k < 6; k++) {
      if (this.isInRoom(id, k)) continue;
      if (tileDiffers(this.boxes, this.bodies.boxes, 6 * id + k, this.resolutions, level))
        return true;
    }
    return false;
  }

  private unstore(id: number, own: number): void {
    const { tiles } = this;
    tiles.fill(Number.POSITIVE_INFINITY, 6, 9);
    tiles.fill(Number.NEGATIVE_INFINITY, 9, 12);
    for (let level = own; level >= 0; level--) {
      this.leave(id, level, level === own ? RESIDENT : VISITOR);
    }
  }

  /** Remembers a number of the box as stored, and how far it can go without a change of cells. */
  private keep(id: number, k: number, own: number): void {
    const { boxes } = this.bodies;
    this.boxes[6 * id + k] = boxes[6 * id + k];
    roomInto(boxes, 6 * id + k, this.resolutions, own, this.rooms, ROOM * id + k);
  }

  /** Labels the cells of now that were not among those before. */
  private enter(id: number, level: number, list: number): void {
    const { tiles, labels, stats } = this;
    const { tile } = labels.cells;
    for (let x = tiles[6]; x <= tiles[9]; x++) {
      for (let y = tiles[7]; y <= tiles[10]; y++) {
        for (let z = tiles[8]; z <= tiles[11]; z++) {
          if (isBetween(x, y, z, tiles, 0)) continue;
          tile[0] = x;
          tile[1] = y;
          tile[2] = z;
          stats.cells++;
          const cell = labels.cellAt(level);
          this.count(id, cell, RESIDENT, 1);
          if (list === RESIDENT) this.count(id, cell, VISITOR, 1);
          labels.add(id, cell, list);
        }
      }
    }
  }

  /** Removes the labels of a body from cells that are not among those of now. */
  private leave(id: number, level: number, list: number): void {
    const { tiles, labels, stats } = this;
    let before = NONE;
    for (let label = labels.firstOf(id, level); label !== NONE; ) {
      const next = labels.nextOfBody(label);
      if (labels.isBetween(label, tiles, 6)) before = label;
      else {
        const cell = labels.cellOf(label);
        stats.cells++;
        labels.remove(label, before, list);
        // An emptied cell has nobody left to count, and its lists still say so.
        this.count(id, cell, RESIDENT, -1);
        if (list === RESIDENT) this.count(id, cell, VISITOR, -1);
      }
      label = next;
    }
  }

  /** Adds `step` to the counters of a body and those of a list of a cell. */
  private count(id: number, cell: number, list: number, step: number): void {
    const { labels, pairs, fixed, stats } = this;
    for (let label = labels.first(cell, list); label !== NONE; label = labels.next(label)) {
      const other = labels.bodyOf(label);
      stats.labels++;
      if (fixed[id] === 1 && fixed[other] === 1) continue;
      const record = pairs.findOrAdd(id, other);
      pairs.counts[record] += step;
      if (pairs.counts[record] === 0) this.noteZero(record);
    }
  }

  private noteZero(record: number): void {
    if (this.zeroedCount === this.zeroed.length) this.zeroed = grown(this.zeroed);
    this.zeroed[this.zeroedCount++] = record;
  }

  /** Compares a body that changed with its candidates; a pair of two that changed once. */
  private compare(id: number, changes: PairChanges): void {
    const { bodies, pairs, stats } = this;
    if (!bodies.has(id)) return;
    for (let r = pairs.first(id); r !== NONE; r = pairs.next(r, id)) {
      const other = pairs.other(r, id);
      if (pairs.counts[r] === 0 || (other < id && bodies.hasChanged(other))) continue;
      stats.tests++;
      const close = boxesOverlap(bodies.boxes, 6 * id, bodies.boxes, 6 * other) ? 1 : 0;
      if (close === pairs.marks[r]) continue;
      pairs.marks[r] = close;
      this.closeCount += close === 1 ? 1 : -1;
      if (close === 1) changes.began.push(id, other);
      else changes.ended.push(id, other);
    }
  }

  /** Boxes that share no cell do not overlap: what shares none is a candidate no longer, and close no longer. */
  private dropZeroed(changes: PairChanges): void {
    const { pairs, zeroed } = this;
    for (let i = 0; i < this.zeroedCount; i++) {
      const r = zeroed[i];
      if (pairs.isFree(r) || pairs.counts[r] > 0) continue;
      if (pairs.marks[r] === 1) {
        this.closeCount--;
        changes.ended.push(pairs.ids[2 * r], pairs.ids[2 * r + 1]);
      }
      pairs.remove(r);
    }
    this.zeroedCount = 0;
  }
}

/** Whether a cell is between the two at tiles[o]. */
function isBetween(x: number, y: number, z: number, tiles: Float64Array, o: number): boolean {
  return (
    x >= tiles[o] &&
    x <= tiles[o + 3] &&
    y >= tiles[o + 1] &&
    y <= tiles[o + 4] &&
    z >= tiles[o + 2] &&
    z <= tiles[o + 5]
  );
}
