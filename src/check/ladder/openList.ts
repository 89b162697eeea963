/**
 * The open work of a check: intervals of time, each with a list of items. An item is a pair of
 * patches of a unit that is not yet proven apart on a part [lo, hi] of the interval. Flat arrays that
 * grow; nothing is freed until the segment is done.
 *
 * Interval i of level l is [i / 2^l, (i + 1) / 2^l] in units of the first intervals; its configuration is
 * that of its middle.
 */
export class OpenList {
  // Intervals.
  level = new Int32Array(64);
  index = new Float64Array(64);
  /** First item, or -1. */
  head = new Int32Array(64);
  /** Whether a pair was found too close within it. */
  close = new Uint8Array(64);
  /** Intervals made of its halves: left, right, and those of pairs too close; -1 if there is none. */
  halves = new Int32Array(4 * 64);
  intervals = 0;
  // Items.
  unit = new Int32Array(256);
  patchA = new Int32Array(256);
  patchB = new Int32Array(256);
  next = new Int32Array(256);
  /** lo, hi, and a direction to begin with. */
  numbers = new Float64Array(5 * 256);
  items = 0;

  clear(): void {
    this.intervals = 0;
    this.items = 0;
  }

  addInterval(level: number, index: number, close: number): number {
    const i = this.intervals++;
    if (i >= this.level.length) {
      this.level = grown(this.level);
      this.head = grown(this.head);
      this.index = grown(this.index);
      this.close = grown(this.close);
      this.halves = grown(this.halves);
    }
    this.halves.fill(-1, 4 * i, 4 * i + 4);
    this.level[i] = level;
    this.index[i] = index;
    this.head[i] = -1;
    this.close[i] = close;
    return i;
  }

  /** Adds an item to an interval; its direction is copied from `from[at ...]`. */
  addItem(
    interval: number,
    unit: number,
    patchA: number,
    patchB: number,
    lo: number,
    hi: number,
    from: Float64Array,
    at: number,
  ): void {
    const i = this.items++;
    if (i >= this.unit.length) {
      this.unit = grown(this.unit);
      this.patchA = grown(this.patchA);
      this.patchB = grown(this.patchB);
      this.next = grown(this.next);
      this.numbers = grown(this.numbers);
    }
    this.unit[i] = unit;
    this.patchA[i] = patchA;
    this.patchB[i] = patchB;
    this.next[i] = this.head[interval];
    this.head[interval] = i;
    const o = 5 * i;
    this.numbers[o] = lo;
    this.numbers[o + 1] = hi;
    this.numbers[o + 2] = from[at];
    this.numbers[o + 3] = from[at + 1];
    this.numbers[o + 4] = from[at + 2];
  }

  /** A copy that has only the given intervals and their items. */
  kept(intervals: readonly number[]): OpenList {
    const copy = new OpenList();
    for (const i of intervals) {
      const to = copy.addInterval(this.level[i], this.index[i], this.close[i]);
      for (let k = this.head[i]; k >= 0; k = this.next[k]) {
        const o = 5 * k;
        const { unit, patchA, patchB, numbers: n } = this;
        copy.addItem(to, unit[k], patchA[k], patchB[k], n[o], n[o + 1], n, o + 2);
      }
    }
    return copy;
  }
}

function grown<T extends Int32Array | Float64Array | Uint8Array>(old: T): T {
  const more = new (old.constructor as new (n: number) => T)(2 * old.length);
  more.set(old);
  return more;
}
