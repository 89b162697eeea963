/**
 * Close counters [C 2.2]: per pair of bodies, how many cells they share at the coarser of their levels. A pair with none
 * is no candidate. The paper has an array of all pairs; this has a table of those that share some.
 */
import { grown } from '../arrays/index.ts';
import type { BroadPhaseStats } from './broadPhase.ts';
import type { LabelLists } from './labelLists.ts';
import type { PairChanges } from './pairList.ts';
import { PairTable } from './pairTable.ts';

const NONE = -1;

export class CloseCounters {
  /** Candidates: counts are of shared cells, marks say which are close. */
  readonly pairs = new PairTable();
  /** How many are marked. */
  closeCount = 0;
  /** Per body 1 if it is fixed, as it was when it was counted. */
  fixed = new Uint8Array(64);
  private readonly stats: BroadPhaseStats;
  /** Pairs whose counters came to zero, some of them more than once, some no longer. */
  private zeroed = new Int32Array(64);
  private zeroedCount = 0;

  constructor(stats: BroadPhaseStats) {
    this.stats = stats;
  }

  /** Makes room for bodies with numbers below `end`. */
  admit(end: number): void {
    this.fixed = grown(this.fixed, end);
  }

  /** Sets all counters to zero. */
  clear(): void {
    const { pairs } = this;
    for (let r = 0; r < pairs.end; r++) {
      if (pairs.isFree(r)) continue;
      pairs.counts[r] = 0;
      this.noteZero(r);
    }
  }

  /** Adds `step` to the counters of a body and those of a list of a cell. */
  count(labels: LabelLists, id: number, cell: number, list: number, step: number): void {
    const { pairs, fixed, stats } = this;
    for (let label = labels.first(cell, list); label !== NONE; label = labels.next(label)) {
      const other = labels.bodyOf(label);
      stats.labels++;
      if (fixed[id] === 1 && fixed[other] === 1) continue;
      const record = pairs.findOrAdd(id, other);
      pairs.counts[record] += step;
      if (pairs.counts[record] === 0) this.noteZero(record);
    }
  }

  /** Marks a pair as close or not, and reports it if that is new. */
  mark(record: number, close: boolean, changes: PairChanges): void {
    const { pairs } = this;
    if (close === (pairs.marks[record] === 1)) return;
    pairs.marks[record] = close ? 1 : 0;
    this.closeCount += close ? 1 : -1;
    const list = close ? changes.began : changes.ended;
    list.push(pairs.ids[2 * record], pairs.ids[2 * record + 1]);
  }

  /** Boxes that share no cell do not overlap: a pair that shares none is dropped, and close no longer. */
  dropZeroed(changes: PairChanges): void {
    const { pairs, zeroed } = this;
    for (let i = 0; i < this.zeroedCount; i++) {
      const r = zeroed[i];
      if (pairs.isFree(r) || pairs.counts[r] > 0) continue;
      this.mark(r, false, changes);
      pairs.remove(r);
    }
    this.zeroedCount = 0;
  }

  private noteZero(record: number): void {
    if (this.zeroedCount === this.zeroed.length) this.zeroed = grown(this.zeroed);
    this.zeroed[this.zeroedCount++] = record;
  }
}
