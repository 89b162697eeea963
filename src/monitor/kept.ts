/**
 * Our own approach: [D 2] distances of the step before less what bodies have moved, of every two members. Of each pair
 * the sum of a proven lower bound of its distance and of what both had travelled by then is kept; as long as that sum
 * is farther from what they have travelled now than the nearest pair is apart, nobody looks at it. The pair that was
 * nearest comes first, for it says at once how far is near. Looks begin with balls and boxes, and go a little farther
 * than they must: what is proven beyond the nearest is looked at again the later the more it is beyond.
 *
 * Pairs stand in rows, a member with all others that it is tested against, and in blocks of a row, of which one
 * comparison says that nobody in it is near. So crowds cost little more than what comes near.
 */
import { U } from '../math/index.ts';
import { KeptRow, spreadOrder } from './keptRow.ts';
import type { ExactDistance } from './memberDistance.ts';
import { gapInto } from './memberGap.ts';
import { beginNearest, type Nearest, newCounts, type VectorSearch } from './search.ts';
import type { World } from './world.ts';

/** How many steps like the last one a look is to be good for, and by which part of the nearest it goes farther. */
const STEPS_AHEAD = 24;
const FARTHER = 0.1;

/** The pairs of two classes. */
interface Kept {
  readonly rows: KeptRow[];
  /** Whether rows are members of the second class. */
  readonly isTurned: boolean;
  /** The class whose members rows have as others. */
  readonly others: number;
  /** The nearest of the last step; -1 if none is known. */
  lastRow: number;
  last: number;
}

export class KeptSearch implements VectorSearch {
  readonly counts = newCounts();
  private readonly world: World;
  private readonly distance: ExactDistance;
  private readonly kept: Kept[];
  private found: Nearest | null = null;
  /** The distance from which on nobody is of interest; the bound of all that was not measured. */
  private cutoff = 0.5;
  private lowest = 0.5;
  private gap = 0.5;
  private readonly apart = new Float64Array(1);

  constructor(world: World, distance: ExactDistance) {
    this.world = world;
    this.distance = distance;
    this.kept = world.pairs.map((_, pair) => this.make(pair));
  }

  find(pair: number, threshold: number, nearest: Nearest): void {
    const kept = this.kept[pair];
    this.found = nearest;
    this.cutoff = threshold;
    this.lowest = Number.POSITIVE_INFINITY;
    beginNearest(nearest);
    const before = this.counts.distances;
    let { lastRow, last } = kept;
    if (lastRow >= 0 && this.isFar(kept.rows[lastRow], last)) {
      // Beyond the threshold: it is one among all others.
      lastRow = -1;
      last = -1;
    } else if (lastRow >= 0) {
      this.distance.cutoff = threshold;
      this.measure(kept, lastRow, last);
    }
    const { rows } = kept;
    for (let r = 0; r < rows.length && this.cutoff > 0; r++) this.scan(kept, r, lastRow, last);
    // What was measured counts too: of a half-space that was moved nothing can be kept.
    if (this.lowest < nearest.lower) nearest.lower = this.lowest;
    if (nearest.upper === 0) nearest.lower = 0;
    if (this.counts.distances === before) this.counts.updates++;
  }

  /** Whether a pair is proven beyond the cutoff by what is kept. */
  private isFar({ i, others, bounds }: KeptRow, e: number): boolean {
    const { travelled } = this.world;
    return bounds[e] - (travelled[i] + travelled[others[e]]) >= this.cutoff;
  }

  /** Whether it is proven apart. */
  private isApart({ i, others, bounds }: KeptRow, e: number): boolean {
    const { travelled } = this.world;
    return bounds[e] - (travelled[i] + travelled[others[e]]) > 0;
  }

  forget(member?: number): void {
    for (let pair = 0; pair < this.kept.length; pair++) {
      if (member === undefined) this.kept[pair] = this.make(pair);
      else this.renew(pair, member);
    }
  }

  /** The pairs of a class pair, of which nothing is known yet. */
  private make(pair: number): Kept {
    const { world } = this;
    const { a, b } = world.pairs[pair];
    const isTurned = world.membersOf[b].length < world.membersOf[a].length;
    const [own, others] = isTurned ? [b, a] : [a, b];
    const order = spreadOrder(world, world.membersOf[others]);
    const rows: KeptRow[] = [];
    for (const i of world.membersOf[own]) {
      const row = new KeptRow(i);
      for (const k of order) {
        if ((a !== b || i < k) && world.isTested(i, k)) row.add(k);
      }
      if (row.count > 0) rows.push(row);
    }
    return { rows, isTurned, others, lastRow: -1, last: -1 };
  }

  /** What one member is tested against now, in the rows of a class pair. */
  private renew(pair: number, member: number): void {
    const { world } = this;
    const kept = this.kept[pair];
    const { a, b } = world.pairs[pair];
    const own = kept.isTurned ? b : a;
    const i = kept.lastRow < 0 ? -1 : kept.rows[kept.lastRow].i;
    const k = kept.lastRow < 0 ? -1 : kept.rows[kept.lastRow].others[kept.last];
    kept.lastRow = -1;
    kept.last = -1;
    for (let r = kept.rows.length - 1; r >= 0; r--) {
      const row = kept.rows[r];
      if (row.i === member) row.clear();
      else row.remove(member);
    }
    const c = world.classOf[member];
    if (c === own || c === kept.others) {
      if (c === own) this.addRow(kept, member, a === b);
      if (c === kept.others) this.addOther(kept, member, a === b, own);
    }
    if (i >= 0 && i !== member && k !== member) this.setLast(kept, i, k);
  }

  /** Says again who was nearest, wherever the pair stands now. */
  private setLast(kept: Kept, i: number, k: number): void {
    const lastRow = kept.rows.findIndex((row) => row.i === i);
    const { others, count } = kept.rows[lastRow];
    kept.lastRow = lastRow;
    kept.last = others.subarray(0, count).indexOf(k);
  }

  private addRow(kept: Kept, member: number, isSame: boolean): void {
    const { world } = this;
    const row = this.rowOf(kept, member);
    for (const k of world.membersOf[kept.others]) {
      if ((!isSame || member < k) && world.isTested(member, k)) row.add(k);
    }
  }

  private addOther(kept: Kept, member: number, isSame: boolean, own: number): void {
    const { world } = this;
    for (const i of world.membersOf[own]) {
      if ((!isSame || i < member) && world.isTested(i, member)) this.rowOf(kept, i).add(member);
    }
  }

  private rowOf({ rows }: Kept, i: number): KeptRow {
    for (const row of rows) if (row.i === i) return row;
    const row = new KeptRow(i);
    rows.push(row);
    return row;
  }

  /** Looks at what may be near in a row. */
  private scan(kept: Kept, r: number, lastRow: number, last: number): void {
    const { world } = this;
    const { travelled } = world;
    const row = kept.rows[r];
    const { others, bounds, blocks } = row;
    const own = travelled[row.i];
    const whole = own + world.classTravelled[kept.others];
    for (let block = 0; KeptRow.SIZE * block < row.count; block++) {
      const left = blocks[block] - whole;
      if (left >= this.cutoff) {
        if (left < this.lowest) this.lowest = left;
        continue;
      }
      let least = Number.POSITIVE_INFINITY;
      const end = Math.min(row.count, KeptRow.SIZE * (block + 1));
      for (let e = KeptRow.SIZE * block; e < end; e++) {
        let bound = bounds[e] - (own + travelled[others[e]]);
        // Not a number where a half-space was moved: that is looked at.
        if (!(bound >= this.cutoff) && (e !== last || r !== lastRow)) {
          this.look(kept, r, e);
          bound = bounds[e] - (own + travelled[others[e]]);
          if (this.cutoff === 0) return;
        }
        // What is not a number was measured just now.
        if (bound < least) least = bound;
      }
      if (least < this.lowest) this.lowest = least;
      const sum = least + whole;
      blocks[block] = sum - 4 * U * (Math.abs(sum) + whole);
    }
  }

  /** A pair that may be near: by balls and boxes, then itself. */
  private look(kept: Kept, r: number, e: number): void {
    const { world } = this;
    const row = kept.rows[r];
    const k = row.others[e];
    this.counts.boxes++;
    gapInto(world, row.i, k, this.apart);
    this.gap = this.apart[0];
    if (this.gap >= this.cutoff) {
      this.keep(row, e);
      return;
    }
    const ahead = STEPS_AHEAD * (world.moved[row.i] + world.moved[k]);
    this.distance.cutoff = this.cutoff + Math.max(FARTHER * this.cutoff, ahead);
    this.measure(kept, r, e);
  }

  /** The distance itself, up to `distance.cutoff`. */
  private measure(kept: Kept, r: number, e: number): void {
    const { distance, found } = this;
    const row = kept.rows[r];
    const k = row.others[e];
    const i = kept.isTurned ? k : row.i;
    const j = kept.isTurned ? row.i : k;
    this.counts.distances++;
    distance.areApart = this.isApart(row, e);
    distance.ask(i, j, true);
    this.gap = distance.lower;
    this.keep(row, e);
    if (distance.lower < found!.lower) found!.lower = distance.lower;
    if (!(distance.upper < this.cutoff)) return;
    this.cutoff = distance.upper;
    kept.lastRow = r;
    kept.last = e;
    found!.i = i;
    found!.k = j;
    found!.upper = distance.upper;
    for (let x = 0; x < 6; x++) found!.points[x] = distance.points[x];
  }

  /** What `gap` proves from now on. */
  private keep(row: KeptRow, e: number): void {
    const { travelled } = this.world;
    const sums = travelled[row.i] + travelled[row.others[e]];
    row.bounds[e] = this.gap + sums - 4 * U * (this.gap + sums);
  }
}
