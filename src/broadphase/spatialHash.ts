/**
 * The hierarchical spatial hash [C 2.1]: every update begins anew. Bodies are stored in the order of their levels, the
 * coarsest first, each in the cells that its box meets at its own level; before that, the cells that it meets at its
 * own and at all coarser levels are looked through for bodies that are stored there. So two boxes meet as candidates if
 * they share a cell at the coarser of their two levels [Definition 1]; candidates are compared.
 *
 * An update takes O(n + c) for n bodies and c candidates, at most (beta + 1)^3 cells a body and level.
 */
import { grown } from '../arrays/index.ts';
import { BodyBoxes, boxesOverlap } from './bodyBoxes.ts';
import { type BroadPhase, newStats } from './broadPhase.ts';
import { CellTable } from './cellTable.ts';
import { type PairChanges, PairList } from './pairList.ts';
import { PairTable } from './pairTable.ts';
import { type HashSettings, Resolutions, sizeInto } from './resolutions.ts';
import { tilesInto } from './tiles.ts';

const NONE = -1;

export class SpatialHash implements BroadPhase {
  readonly stats = newStats();
  /** Sides of cells; they are added to as sizes come up that they do not serve. */
  readonly resolutions: Resolutions;
  private readonly bodies = new BodyBoxes();
  private readonly pairs = new PairTable();
  private readonly candidates = new PairList();
  /** Per body its size and level, and the last body that it was a candidate of. */
  private sizes = new Float64Array(64);
  private levels = new Int32Array(64);
  private seen = new Int32Array(64);
  /** Bodies, the coarsest level first; where each level begins. */
  private order = new Int32Array(64);
  private starts = new Int32Array(16);
  private readonly cells = new CellTable();
  /** Per cell its first label; per label the body and the next label. */
  private heads = new Int32Array(64);
  private labels = new Int32Array(2 * 64);
  private labelCount = 0;
  private readonly tiles = new Float64Array(6);
  /** Tells the pairs that were found in this update from those that were not. */
  private turn = 0;

  constructor(settings: HashSettings = {}) {
    this.resolutions = new Resolutions(settings);
  }

  get closeCount(): number {
    return this.pairs.count;
  }

  set(id: number, box: Float64Array, o = 0, fixed = false): void {
    this.bodies.set(id, box, o, fixed);
  }

  remove(id: number): void {
    this.bodies.remove(id);
  }

  update(changes: PairChanges): void {
    changes.clear();
    this.candidates.clear();
    this.turn = (this.turn + 1) | 0;
    this.chooseLevels();
    this.sortByLevel();
    this.cells.clear();
    this.labelCount = 0;
    this.seen.fill(NONE);
    for (let i = 0; i < this.bodies.count; i++) this.store(this.order[i], changes);
    this.dropOthers(changes);
    changes.sort();
    this.bodies.settle();
  }

  isClose(a: number, b: number): boolean {
    return a !== b && this.pairs.find(a, b) !== NONE;
  }

  forEachClose(visit: (a: number, b: number) => void): void {
    const { pairs } = this;
    for (let r = 0; r < pairs.end; r++) {
      if (!pairs.isFree(r)) visit(pairs.ids[2 * r], pairs.ids[2 * r + 1]);
    }
  }

  /** Visits the pairs that share a cell at the coarser of their levels, as of the last update: "close" in the paper. */
  forEachCandidate(visit: (a: number, b: number) => void): void {
    const { candidates } = this;
    for (let i = 0; i < candidates.count; i++) visit(candidates.a(i), candidates.b(i));
  }

  /** How many cells have labels: what the hash takes of memory. */
  get cellCount(): number {
    return this.cells.count;
  }

  /** The level of a body, counted from 0 for the coarsest, as of the last update. */
  levelOf(id: number): number {
    return this.levels[id];
  }

  private chooseLevels(): void {
    const { bodies, resolutions } = this;
    this.sizes = grown(this.sizes, bodies.used);
    this.levels = grown(this.levels, bodies.used);
    this.seen = grown(this.seen, bodies.used);
    this.order = grown(this.order, bodies.used);
    const { sizes } = this;
    let count = 0;
    for (let id = 0; id < bodies.used; id++) {
      if (bodies.has(id)) sizeInto(bodies.boxes, 6 * id, sizes, count++);
    }
    resolutions.serve(sizes, count);
    for (let id = 0, i = 0; id < bodies.used; id++) {
      if (bodies.has(id)) this.levels[id] = resolutions.levelOf(sizes, i++);
    }
  }

  /** By counting. */
  private sortByLevel(): void {
    const { bodies, levels, order } = this;
    this.starts = grown(this.starts, this.resolutions.count + 2);
    const { starts } = this;
    starts.fill(0);
    for (let id = 0; id < bodies.used; id++) if (bodies.has(id)) starts[levels[id] + 2]++;
    for (let k = 2; k < starts.length; k++) starts[k] += starts[k - 1];
    for (let id = 0; id < bodies.used; id++) {
      if (bodies.has(id)) order[starts[levels[id] + 1]++] = id;
    }
  }

  /** Looks for candidates at all levels up to the body's own, and stores it there. */
  private store(id: number, changes: PairChanges): void {
    const { bodies, tiles, cells, stats } = this;
    const own = this.levels[id];
    for (let level = 0; level <= own; level++) {
      // starts[level + 1] is where a level ends, since bodies were sorted: nobody is on this one, nothing to be found.
      if (level < own && this.starts[level + 1] === this.starts[level]) continue;
      tilesInto(bodies.boxes, 6 * id, this.resolutions, level, tiles, 0);
      for (let x = tiles[0]; x <= tiles[3]; x++) {
        for (let y = tiles[1]; y <= tiles[4]; y++) {
          for (let z = tiles[2]; z <= tiles[5]; z++) {
            cells.tile[0] = x;
            cells.tile[1] = y;
            cells.tile[2] = z;
            stats.cells++;
            if (level < own) {
              const cell = cells.find(level);
              if (cell !== NONE) this.compare(id, this.heads[cell], changes);
            } else this.label(id, level, changes);
          }
        }
      }
    }
  }

  /** Compares a body with those in the cell `tile` of its own level, and joins them. */
  private label(id: number, level: number, changes: PairChanges): void {
    const { cells } = this;
    const before = cells.count;
    const cell = cells.findOrAdd(level);
    if (cell >= this.heads.length) this.heads = grown(this.heads, cell + 1);
    if (cells.count > before) this.heads[cell] = NONE;
    else this.compare(id, this.heads[cell], changes);
    const label = this.labelCount++;
    if (2 * label === this.labels.length) this.labels = grown(this.labels);
    this.labels[2 * label] = id;
    this.labels[2 * label + 1] = this.heads[cell];
    this.heads[cell] = label;
  }

  /** Compares a body with those of a list of labels that it was not yet compared with. */
  private compare(id: number, first: number, changes: PairChanges): void {
    const { bodies, labels, seen, pairs, stats } = this;
    const fixed = bodies.isFixed(id);
    for (let label = first; label !== NONE; label = labels[2 * label + 1]) {
      const other = labels[2 * label];
      stats.labels++;
      if (seen[other] === id) continue;
      seen[other] = id;
      if (fixed && bodies.isFixed(other)) continue;
      stats.tests++;
      this.candidates.push(id, other);
      if (!boxesOverlap(bodies.boxes, 6 * id, bodies.boxes, 6 * other)) continue;
      const before = pairs.count;
      const record = pairs.findOrAdd(id, other);
      if (pairs.count > before) changes.began.push(id, other);
      pairs.counts[record] = this.turn;
    }
  }

  /** Drops the pairs that were not found. */
  private dropOthers(changes: PairChanges): void {
    const { pairs, turn } = this;
    for (let r = 0; r < pairs.end; r++) {
      if (pairs.isFree(r) || pairs.counts[r] === turn) continue;
      changes.ended.push(pairs.ids[2 * r], pairs.ids[2 * r + 1]);
      pairs.remove(r);
    }
  }
}
