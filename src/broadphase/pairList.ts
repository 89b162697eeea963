/** Pairs of bodies as flat lists that are filled again and again; and what an update of a broad phase reports. */
import { grown } from '../arrays/index.ts';

/** Numbers of bodies are below this: two of them make one double exactly. */
export const MAX_BODIES = 2 ** 24;

/** So many pairs are sorted by insertion, in place. */
const FEW = 48;

export class PairList {
  count = 0;
  private ids = new Int32Array(64);
  private keys = new Float64Array(32);

  /** The smaller number of the i-th pair. */
  a(i: number): number {
    return this.ids[2 * i];
  }

  /** The larger number of the i-th pair. */
  b(i: number): number {
    return this.ids[2 * i + 1];
  }

  clear(): void {
    this.count = 0;
  }

  /** Appends a pair, given in any order. */
  push(a: number, b: number): void {
    const o = 2 * this.count++;
    if (o + 2 > this.ids.length) this.ids = grown(this.ids);
    this.ids[o] = Math.min(a, b);
    this.ids[o + 1] = Math.max(a, b);
  }

  /** Brings the pairs into the order of their first, then of their second numbers. */
  sort(): void {
    const { ids, count } = this;
    if (count > FEW) {
      this.sortMany();
      return;
    }
    for (let i = 1; i < count; i++) {
      const a = ids[2 * i];
      const b = ids[2 * i + 1];
      let j = i - 1;
      for (; j >= 0 && (ids[2 * j] > a || (ids[2 * j] === a && ids[2 * j + 1] > b)); j--) {
        ids[2 * j + 2] = ids[2 * j];
        ids[2 * j + 3] = ids[2 * j + 1];
      }
      ids[2 * j + 2] = a;
      ids[2 * j + 3] = b;
    }
  }

  private sortMany(): void {
    const { ids, count } = this;
    this.keys = grown(this.keys, count);
    const keys = this.keys.subarray(0, count);
    for (let i = 0; i < count; i++) keys[i] = ids[2 * i] * MAX_BODIES + ids[2 * i + 1];
    keys.sort();
    for (let i = 0; i < count; i++) {
      const a = Math.floor(keys[i] / MAX_BODIES);
      ids[2 * i] = a;
      ids[2 * i + 1] = keys[i] - a * MAX_BODIES;
    }
  }
}

/** What changed from one update to the next. */
export class PairChanges {
  /** Pairs that became close. */
  readonly began = new PairList();
  /** Pairs that are close no longer. */
  readonly ended = new PairList();

  clear(): void {
    this.began.clear();
    this.ended.clear();
  }

  sort(): void {
    this.began.sort();
    this.ended.sort();
  }
}
