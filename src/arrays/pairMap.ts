/**
 * A map from two whole numbers to one, in flat arrays: open addressing, at most half full. Nothing is taken out
 * but all at once.
 */

const FIRST_SIZE = 64;

export class PairMap {
  count = 0;
  private first = new Int32Array(FIRST_SIZE);
  private second = new Int32Array(FIRST_SIZE);
  private values = new Int32Array(FIRST_SIZE);
  /** Per slot: 1 where there is something. */
  private taken = new Uint8Array(FIRST_SIZE);

  /** What was put in for these two; -1 if nothing was. */
  get(a: number, b: number): number {
    const slot = this.slotOf(a, b);
    return this.taken[slot] === 1 ? this.values[slot] : -1;
  }

  set(a: number, b: number, value: number): void {
    if (2 * (this.count + 1) > this.taken.length) this.grow();
    const slot = this.slotOf(a, b);
    if (this.taken[slot] === 0) {
      this.taken[slot] = 1;
      this.first[slot] = a;
      this.second[slot] = b;
      this.count++;
    }
    this.values[slot] = value;
  }

  /** Where they are, or would be. */
  private slotOf(a: number, b: number): number {
    const { first, second, taken } = this;
    const mask = taken.length - 1;
    let hash = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b);
    hash ^= hash >>> 15;
    let slot = hash & mask;
    while (taken[slot] === 1 && (first[slot] !== a || second[slot] !== b)) slot = (slot + 1) & mask;
    return slot;
  }

  private grow(): void {
    const { first, second, values, taken } = this;
    const size = 2 * taken.length;
    this.first = new Int32Array(size);
    this.second = new Int32Array(size);
    this.values = new Int32Array(size);
    this.taken = new Uint8Array(size);
    this.count = 0;
    for (let k = 0; k < taken.length; k++) {
      if (taken[k] === 1) this.set(first[k], second[k], values[k]);
    }
  }
}
