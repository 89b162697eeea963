/** Indices of records in arrays that grow: what was released is used again, the last first. */
import { grown } from './grown.ts';

export class Slots {
  /** One more than the largest index ever given out: arrays of records need that much room. */
  used = 0;
  private free = new Int32Array(64);
  private freeCount = 0;

  /** Takes all of them back. */
  clear(): void {
    this.used = 0;
    this.freeCount = 0;
  }

  take(): number {
    return this.freeCount > 0 ? this.free[--this.freeCount] : this.used++;
  }

  release(slot: number): void {
    if (this.freeCount === this.free.length) this.free = grown(this.free);
    this.free[this.freeCount++] = slot;
  }
}
