/**
 * The open work of a check: intervals of time, each with a list of items. Flat arrays that grow; nothing is
 * freed until the segment is done, or until it is too much (`compacted`).
 *
 * Interval i of level l is [i / 2^l, (i + 1) / 2^l] in units of the first intervals (timeline.ts); its
 * configuration is that of its middle.
 */
import { grown } from '../../arrays/index.ts';
import { emptyItem, type Item, ItemList } from './itemList.ts';

/** Which half of an interval: the left or the right one; the same for pairs found too close. */
export const LEFT = 0;
export const RIGHT = 1;
export const CLOSE = 2;

export class OpenWork {
  // Intervals.
  level = new Int32Array(64);
  index = new Float64Array(64);
  private intervalCount = 0;
  /** First item, or -1. */
  private head = new Int32Array(64);
  /** Whether a pair was found too close within it. */
  private close = new Uint8Array(64);
  /** Intervals made of its halves: LEFT, RIGHT, CLOSE + LEFT, CLOSE + RIGHT; -1 if there is none. */
  private halves = new Int32Array(4 * 64);
  /** Items of intervals, each linked to the next of its interval. */
  readonly items = new ItemList();
  /** Intervals to look at; those of pairs too close, after all others. */
  queue: number[] = [];
  closeQueue: number[] = [];
  /** Intervals too short to be looked at: their items stay open for good. */
  readonly short: number[] = [];
  /** Items that wait for expensive tests, each linked to its interval. */
  readonly waiting = new ItemList();
  private readonly scratch = emptyItem();

  clear(): void {
    this.intervalCount = 0;
    this.items.clear();
    this.queue.length = 0;
    this.closeQueue.length = 0;
    this.short.length = 0;
    this.waiting.clear();
  }

  addInterval(level: number, index: number, close: boolean): number {
    const i = this.intervalCount++;
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
    this.close[i] = close ? 1 : 0;
    return i;
  }

  /** A half of an interval, made and put in its queue when first asked for. */
  half(interval: number, side: number): number {
    const known = this.halves[4 * interval + side];
    if (known >= 0) return known;
    const close = side >= CLOSE || this.close[interval] === 1;
    const i = this.addInterval(
      this.level[interval] + 1,
      2 * this.index[interval] + (side & RIGHT),
      close,
    );
    this.halves[4 * interval + side] = i;
    this.enqueue(i);
    return i;
  }

  enqueue(interval: number): void {
    (this.close[interval] ? this.closeQueue : this.queue).push(interval);
  }

  addItem(interval: number, item: Item): void {
    this.head[interval] = this.items.add(item, this.head[interval]);
  }

  /** The number of an interval's first item, or -1; the next one is items.link of it. */
  firstItem(interval: number): number {
    return this.head[interval];
  }

  /** Items that wait, from this one on, become items of their own intervals again. */
  postponeWaiting(from: number): void {
    const { waiting, scratch } = this;
    const again = new Map<number, number>();
    for (let k = from; k < waiting.count; k++) {
      const own = waiting.link[k];
      let to = again.get(own);
      if (to === undefined) {
        to = this.addInterval(this.level[own], this.index[own], this.close[own] === 1);
        again.set(own, to);
        this.enqueue(to);
      }
      waiting.read(k, scratch);
      this.addItem(to, scratch);
    }
    waiting.clear();
  }

  /** All intervals that are not done. */
  left(): number[] {
    return [...this.queue, ...this.closeQueue, ...this.short];
  }

  /** A copy of what is not done: all intervals in the queues, too short or not, with their items. */
  copy(): OpenWork {
    const copy = new OpenWork();
    for (const i of this.left()) copy.enqueue(this.copyInterval(i, copy));
    return copy;
  }

  /** The same without what is done; null if that is not what fills it. */
  compacted(most: number): OpenWork | null {
    const copy = new OpenWork();
    for (const i of this.queue) copy.queue.push(this.copyInterval(i, copy));
    for (const i of this.closeQueue) copy.closeQueue.push(this.copyInterval(i, copy));
    for (const i of this.short) copy.short.push(this.copyInterval(i, copy));
    return copy.items.count > most ? null : copy;
  }

  private copyInterval(i: number, copy: OpenWork): number {
    const { items, scratch } = this;
    const to = copy.addInterval(this.level[i], this.index[i], this.close[i] === 1);
    for (let k = this.head[i]; k >= 0; k = items.link[k]) {
      items.read(k, scratch);
      copy.addItem(to, scratch);
    }
    return to;
  }
}
