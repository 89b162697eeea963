/** Items in flat arrays that grow, each with a number beside it that links it to something. */
import { grown } from '../../arrays/index.ts';

/**
 * A pair of patches of a unit that is not yet proven apart on [lo, hi], and a direction to begin with, in A's
 * frame. A record that is read into and written from, again and again.
 */
export interface Item {
  unit: number;
  patchA: number;
  patchB: number;
  lo: number;
  hi: number;
  readonly direction: Float64Array;
}

export function emptyItem(): Item {
  return { unit: 0, patchA: 0, patchB: 0, lo: 0, hi: 0, direction: new Float64Array(3) };
}

export class ItemList {
  count = 0;
  unit = new Int32Array(256);
  lo = new Float64Array(256);
  hi = new Float64Array(256);
  link = new Int32Array(256);
  private patchA = new Int32Array(256);
  private patchB = new Int32Array(256);
  private direction = new Float64Array(3 * 256);

  clear(): void {
    this.count = 0;
  }

  /** Adds a copy of an item; its number. */
  add(item: Item, link: number): number {
    const k = this.count++;
    if (k >= this.unit.length) {
      this.unit = grown(this.unit);
      this.patchA = grown(this.patchA);
      this.patchB = grown(this.patchB);
      this.lo = grown(this.lo);
      this.hi = grown(this.hi);
      this.link = grown(this.link);
      this.direction = grown(this.direction, 3 * this.unit.length);
    }
    this.unit[k] = item.unit;
    this.patchA[k] = item.patchA;
    this.patchB[k] = item.patchB;
    this.lo[k] = item.lo;
    this.hi[k] = item.hi;
    this.link[k] = link;
    const from = item.direction;
    const { direction } = this;
    direction[3 * k] = from[0];
    direction[3 * k + 1] = from[1];
    direction[3 * k + 2] = from[2];
    return k;
  }

  /** Whether an item is of whole pieces. */
  isWhole(k: number): boolean {
    return this.patchA[k] === 0 && this.patchB[k] === 0;
  }

  read(k: number, item: Item): void {
    item.unit = this.unit[k];
    item.patchA = this.patchA[k];
    item.patchB = this.patchB[k];
    item.lo = this.lo[k];
    item.hi = this.hi[k];
    const { direction } = this;
    const to = item.direction;
    to[0] = direction[3 * k];
    to[1] = direction[3 * k + 1];
    to[2] = direction[3 * k + 2];
  }
}
