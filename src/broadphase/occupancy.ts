/**
 * Which cells the bodies of a coherent hash are in, at their own levels and at all coarser ones: stored, moved and taken
 * out, one body at a time. Whoever enters or leaves a cell is counted with those that are there.
 */
import { grown } from '../arrays/index.ts';
import type { BodyBoxes } from './bodyBoxes.ts';
import type { BroadPhaseStats } from './broadPhase.ts';
import type { CloseCounters } from './closeCounters.ts';
import { LabelLists, LISTS, NEAR } from './labelLists.ts';
import type { Resolutions } from './resolutions.ts';
import { leewayInto, tileDiffers, tilesInto } from './tiles.ts';

const NONE = -1;
const { resident: RESIDENT, visitor: VISITOR } = LISTS;
/** Numbers a body's leeway takes: the least and the largest values of the six of its box. */
const LEEWAY = 12;
/** A cell for roundings, and up to ten from one end of a box to the other. */
const NEAR_ENOUGH = NEAR - 16;

export class Occupancy {
  /** Per body its level, counted from 0 for the coarsest; -1 if it is not stored. */
  levels = new Int32Array(64).fill(NONE);
  private readonly bodies: BodyBoxes;
  private readonly resolutions: Resolutions;
  private readonly counters: CloseCounters;
  private readonly stats: BroadPhaseStats;
  private readonly labels = new LabelLists();
  /** Per body its box as stored, and the leeway that it has in its cells. */
  private boxes = new Float64Array(6 * 64);
  private leeways = new Float64Array(LEEWAY * 64);
  /** Cells of a body at a level: the first and last before, the first and last now. */
  private readonly tiles = new Float64Array(12);

  constructor(
    bodies: BodyBoxes,
    resolutions: Resolutions,
    counters: CloseCounters,
    stats: BroadPhaseStats,
  ) {
    this.bodies = bodies;
    this.resolutions = resolutions;
    this.counters = counters;
    this.stats = stats;
    this.labels.clear(Math.max(1, resolutions.count));
  }

  get cellCount(): number {
    return this.labels.cells.count;
  }

  /** Makes room for all bodies. */
  admit(): void {
    const { used } = this.bodies;
    const before = this.levels.length;
    this.levels = grown(this.levels, used);
    this.levels.fill(NONE, before);
    this.boxes = grown(this.boxes, 6 * used);
    this.leeways = grown(this.leeways, LEEWAY * used);
    this.labels.admit(used);
  }

  /** Takes all bodies out, without counting. */
  clear(): void {
    this.labels.clear(this.resolutions.count);
    this.labels.admit(this.bodies.used);
    this.levels.fill(NONE);
  }

  /** Whether the box of a body still meets the cells that it met when its leeway was computed, at all levels. */
  hasLeeway(id: number): boolean {
    for (let k = 0; k < 6; k++) if (!this.isInLeeway(id, k)) return false;
    return true;
  }

  private isInLeeway(id: number, k: number): boolean {
    const { leeways } = this;
    const place = this.bodies.boxes[6 * id + k];
    return place >= leeways[LEEWAY * id + k] && place <= leeways[LEEWAY * id + 6 + k];
  }

  /** Whether a body moved by so few cells that labels can be told apart; at coarser levels it moved by fewer. */
  isNear(id: number): boolean {
    const inverse = this.resolutions.inverses[this.levels[id]];
    for (let k = 6 * id; k < 6 * id + 6; k++) {
      if (!(Math.abs(this.bodies.boxes[k] - this.boxes[k]) * inverse < NEAR_ENOUGH)) return false;
    }
    return true;
  }

  /** Stores a body that is nowhere, at a level: all of its cells are new. */
  store(id: number, own: number): void {
    const { tiles } = this;
    this.levels[id] = own;
    for (let level = own; level >= 0; level--) {
      tilesInto(this.bodies.boxes, 6 * id, this.resolutions, level, tiles, 6);
      tiles.fill(Number.POSITIVE_INFINITY, 0, 3);
      tiles.fill(Number.NEGATIVE_INFINITY, 3, 6);
      this.enter(id, level, level === own ? RESIDENT : VISITOR);
    }
    for (let k = 0; k < 6; k++) this.keep(id, k, own);
  }

  /**
   * Moves a body that is near to where its box is now. Only numbers of the box that left their leeway can change cells,
   * mostly one of six, mostly at the finest level.
   */
  move(id: number): void {
    const { tiles, boxes, bodies, resolutions } = this;
    const own = this.levels[id];
    for (let level = own; level >= 0; level--) {
      if (!this.changesCells(id, level)) continue;
      tilesInto(boxes, 6 * id, resolutions, level, tiles, 0);
      tilesInto(bodies.boxes, 6 * id, resolutions, level, tiles, 6);
      const list = level === own ? RESIDENT : VISITOR;
      // First in, then out: a counter that is passed on from one cell to the next does not come to zero.
      this.enter(id, level, list);
      this.leave(id, level, list);
    }
    for (let k = 0; k < 6; k++) if (!this.isInLeeway(id, k)) this.keep(id, k, own);
  }

  private changesCells(id: number, level: number): boolean {
    for (let k = 0; k < 6; k++) {
      if (this.isInLeeway(id, k)) continue;
      if (tileDiffers(this.boxes, this.bodies.boxes, 6 * id + k, this.resolutions, level))
        return true;
    }
    return false;
  }

  /** Takes a body out of all of its cells. */
  unstore(id: number): void {
    const { tiles } = this;
    const own = this.levels[id];
    this.levels[id] = NONE;
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
    leewayInto(boxes, 6 * id + k, this.resolutions, own, this.leeways, LEEWAY * id + k);
  }

  /** Labels the cells of now that were not among those before. */
  private enter(id: number, level: number, list: number): void {
    const { tiles, labels, counters, stats } = this;
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
          counters.count(labels, id, cell, RESIDENT, 1);
          if (list === RESIDENT) counters.count(labels, id, cell, VISITOR, 1);
          labels.add(id, cell, list);
        }
      }
    }
  }

  /** Removes the labels of a body from cells that are not among those of now. */
  private leave(id: number, level: number, list: number): void {
    const { tiles, labels, counters, stats } = this;
    let before = NONE;
    for (let label = labels.firstOf(id, level); label !== NONE; ) {
      const next = labels.nextOfBody(label);
      if (labels.isBetween(label, tiles, 6)) before = label;
      else {
        const cell = labels.cellOf(label);
        stats.cells++;
        labels.remove(label, before, list);
        // An emptied cell has nobody left to count, and its lists still say so.
        counters.count(labels, id, cell, RESIDENT, -1);
        if (list === RESIDENT) counters.count(labels, id, cell, VISITOR, -1);
      }
      label = next;
    }
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
