/**
 * Sweep and prune [C 2.3]: the ends of all boxes are kept in order along each of the three axes. From one update to the
 * next the lists are sorted by insertion; where two boxes begin or cease to overlap along an axis, a lower and an upper
 * end of theirs are exchanged, and only then the pair is compared. Boxes that move little exchange few ends.
 *
 * An update looks at all 6 n ends, and costs one exchange for each two that changed places: O(n) if little did, O(n^2)
 * where ends are clustered along an axis [C figure 6]. Who exchanges more than `patience` ends for each in the list
 * sorts anew, and finds all pairs by sweeping along the axis on which the fewest overlap. Bodies that appear are found
 * by such a sweep too, in which pairs of two others are not compared.
 */
import { grown } from '../arrays/index.ts';
import { InputError } from '../math/index.ts';
import { AxisList, isAfter } from './axisList.ts';
import { BodyBoxes, boxesOverlap } from './bodyBoxes.ts';
import { type BroadPhase, newStats } from './broadPhase.ts';
import type { PairChanges } from './pairList.ts';
import { PairTable } from './pairTable.ts';

export interface SweepSettings {
  /**
   * Exchanges for each end in a list, on average, before the list is sorted anew; infinite: never. Default: 8. Bodies
   * that fly make one to three; where they jump, or tremble on a table, 64 took two to four times as long as 8.
   */
  readonly patience?: number;
}

const NONE = -1;
/** What a body is to the lists. */
const UNLISTED = 0;
const LISTED = 1;
/** Just listed: the sweep finds its pairs, exchanges say nothing. */
const APPEARED = 2;
/** Was fixed and is not, or the other way round: the sweep finds what it may now be close to. */
const ALTERED = 3;

export class SweepAndPrune implements BroadPhase {
  readonly stats = newStats();
  private readonly patience: number;
  private readonly bodies = new BodyBoxes();
  /** The pairs that are close. */
  private readonly pairs = new PairTable();
  private readonly axes = [new AxisList(), new AxisList(), new AxisList()];
  private listed = new Uint8Array(64);
  private fixed = new Uint8Array(64);
  /** Bodies that are open in a sweep: those that are compared with all, then the others; where each stands. */
  private readonly open = [new Int32Array(64), new Int32Array(64)];
  private places = new Int32Array(64);

  constructor({ patience = 8 }: SweepSettings = {}) {
    if (!(patience >= 0)) {
      throw new InputError({
        code: 'broadphase/settings',
        message: `patience of sweep and prune is ${patience}: expected a number from 0 on`,
      });
    }
    this.patience = patience;
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
    const { bodies } = this;
    changes.clear();
    if (bodies.changedCount === 0) return;
    const sweep = this.admit(changes);
    const sorted = this.sortAll(changes);
    if (!sorted) this.compareAll(changes);
    if (!sorted || sweep) this.sweep(!sorted, changes);
    for (let i = 0; i < bodies.changedCount; i++) {
      const id = bodies.changed[i];
      if (this.listed[id] !== UNLISTED) this.listed[id] = LISTED;
    }
    changes.sort();
    bodies.settle();
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

  /** Lists bodies that appeared and drops those that vanished; whether some must be found by a sweep. */
  private admit(changes: PairChanges): boolean {
    const { bodies, axes } = this;
    this.listed = grown(this.listed, bodies.used);
    this.fixed = grown(this.fixed, bodies.used);
    const { listed, fixed } = this;
    let vanished = false;
    let sweep = false;
    for (let i = 0; i < bodies.changedCount; i++) {
      const id = bodies.changed[i];
      const now = bodies.isFixed(id) ? 1 : 0;
      if (!bodies.has(id)) {
        if (listed[id] === UNLISTED) continue;
        vanished = true;
        listed[id] = UNLISTED;
        this.dropPairs(id, false, changes);
      } else if (listed[id] !== UNLISTED && fixed[id] !== now) {
        listed[id] = ALTERED;
        sweep = true;
        if (now === 1) this.dropPairs(id, true, changes);
      }
      fixed[id] = now;
    }
    if (vanished) for (const axis of axes) axis.drop(listed);
    for (let i = 0; i < bodies.changedCount; i++) {
      const id = bodies.changed[i];
      if (!bodies.has(id) || listed[id] !== UNLISTED) continue;
      listed[id] = APPEARED;
      sweep = true;
      for (const axis of axes) axis.append(id);
    }
    return sweep;
  }

  /** Drops all pairs of a body, or those with a fixed one. */
  private dropPairs(id: number, fixedOnly: boolean, changes: PairChanges): void {
    const { pairs, bodies } = this;
    for (let r = pairs.first(id); r !== NONE; ) {
      const next = pairs.next(r, id);
      const other = pairs.other(r, id);
      if (!fixedOnly || bodies.isFixed(other)) {
        changes.ended.push(id, other);
        pairs.remove(r);
      }
      r = next;
    }
  }

  /** Brings the three lists into order; false if patience ended somewhere, and exchanges do not say what changed. */
  private sortAll(changes: PairChanges): boolean {
    let sorted = true;
    for (let k = 0; k < 3; k++) {
      const axis = this.axes[k];
      axis.refresh(this.bodies.boxes, k);
      if (this.sortByInsertion(axis, changes)) continue;
      axis.sort();
      sorted = false;
    }
    return sorted;
  }

  private sortByInsertion(axis: AxisList, changes: PairChanges): boolean {
    const { values, ends, count } = axis;
    const { listed } = this;
    const most = this.patience * count;
    let swaps = 0;
    for (let i = 1; i < count; i++) {
      const value = values[i];
      const end = ends[i];
      const moves = listed[end >> 1] !== APPEARED;
      let j = i - 1;
      while (j >= 0 && isAfter(values[j], ends[j], value, end)) {
        const other = ends[j];
        swaps++;
        if (((end ^ other) & 1) === 1 && moves && listed[other >> 1] !== APPEARED) {
          this.compare(end >> 1, other >> 1, changes);
        }
        values[j + 1] = values[j];
        ends[j + 1] = other;
        j--;
      }
      values[j + 1] = value;
      ends[j + 1] = end;
      if (swaps > most) break;
    }
    this.stats.swaps += swaps;
    return swaps <= most;
  }

  /** Compares two bodies and sees to it that they are among the close pairs if they are. */
  private compare(a: number, b: number, changes: PairChanges): void {
    const { bodies, pairs } = this;
    if (this.fixed[a] === 1 && this.fixed[b] === 1) return;
    this.stats.tests++;
    const close = boxesOverlap(bodies.boxes, 6 * a, bodies.boxes, 6 * b);
    const record = pairs.find(a, b);
    if (close === (record !== NONE)) return;
    if (close) {
      pairs.findOrAdd(a, b);
      changes.began.push(a, b);
    } else {
      pairs.remove(record);
      changes.ended.push(a, b);
    }
  }

  /** Compares the pairs that were close. */
  private compareAll(changes: PairChanges): void {
    const { pairs } = this;
    for (let r = 0; r < pairs.end; r++) {
      if (!pairs.isFree(r)) this.compare(pairs.ids[2 * r], pairs.ids[2 * r + 1], changes);
    }
  }

  /** Compares all pairs that overlap along one axis; or, if not all, those with a body that appeared or was altered. */
  private sweep(all: boolean, changes: PairChanges): void {
    const { listed } = this;
    const axis = this.bestAxis();
    for (let k = 0; k < 2; k++) this.open[k] = grown(this.open[k], this.bodies.used);
    this.places = grown(this.places, this.bodies.used);
    const { open, places } = this;
    const [fresh, others] = open;
    let freshCount = 0;
    let otherCount = 0;
    for (let i = 0; i < axis.count; i++) {
      const id = axis.ends[i] >> 1;
      const isFresh = all || listed[id] !== LISTED;
      if ((axis.ends[i] & 1) === 0) {
        for (let j = 0; j < freshCount; j++) this.compare(id, fresh[j], changes);
        if (isFresh) for (let j = 0; j < otherCount; j++) this.compare(id, others[j], changes);
        places[id] = isFresh ? freshCount : otherCount;
        if (isFresh) fresh[freshCount++] = id;
        else others[otherCount++] = id;
      } else {
        const list = isFresh ? fresh : others;
        const last = list[isFresh ? --freshCount : --otherCount];
        list[places[id]] = last;
        places[last] = places[id];
      }
    }
  }

  /** The axis along which the fewest pairs overlap. */
  private bestAxis(): AxisList {
    let best = this.axes[0];
    let least = best.overlaps();
    for (let k = 1; k < 3; k++) {
      const overlaps = this.axes[k].overlaps();
      if (overlaps < least) {
        best = this.axes[k];
        least = overlaps;
      }
    }
    return best;
  }
}
