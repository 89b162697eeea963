/** Open boxes of a search for a depth, the one with the largest bound first, in flat arrays. */
import { layout } from '../../arrays/index.ts';

/** Numbers of a box. */
export const {
  BOUND,
  BOX_CENTRE,
  BOX_HALF,
  size: SIZE,
} = layout('BOUND', ['BOX_CENTRE', 3], ['BOX_HALF', 3]);

/** Integers of a box. */
export const {
  AXIS,
  HINT_A,
  HINT_B,
  INSIDE,
  LEVEL,
  size: COUNTS,
} = layout(
  /** Where to divide it. */
  'AXIS',
  /** Triangles near it in both solids. */
  'HINT_A',
  'HINT_B',
  /** 1: all of it is in A; 2: all of it is in B. */
  'INSIDE',
  /** How often it was divided. */
  'LEVEL',
);

export class BoxHeap {
  count = 0;
  private numbers = new Float64Array(SIZE * 256);
  private integers = new Int32Array(COUNTS * 256);
  /** The box that was taken, or is to be pushed. */
  readonly box = new Float64Array(SIZE);
  readonly memory = new Int32Array(COUNTS);

  clear(): void {
    this.count = 0;
  }

  /** The largest bound; minus infinity if no box is open. */
  largest(): number {
    return this.count > 0 ? this.numbers[BOUND] : Number.NEGATIVE_INFINITY;
  }

  /** Adds `box` with its `memory`. */
  push(): void {
    if (SIZE * (this.count + 1) > this.numbers.length) this.grow();
    const bound = this.box[BOUND];
    let i = this.count++;
    while (i > 0) {
      const parent = (i - 1) >> 1;
      if (this.numbers[SIZE * parent + BOUND] >= bound) break;
      this.move(parent, i);
      i = parent;
    }
    this.numbers.set(this.box, SIZE * i);
    this.integers.set(this.memory, COUNTS * i);
  }

  /** Removes the first box, to `box` and `memory`. There must be one. */
  take(): void {
    const { numbers, integers, box, memory } = this;
    for (let k = 0; k < SIZE; k++) box[k] = numbers[k];
    for (let k = 0; k < COUNTS; k++) memory[k] = integers[k];
    const last = --this.count;
    const bound = numbers[SIZE * last + BOUND];
    let i = 0;
    for (;;) {
      let child = 2 * i + 1;
      if (child >= last) break;
      if (child + 1 < last && this.boundOf(child + 1) > this.boundOf(child)) child++;
      if (bound >= this.boundOf(child)) break;
      this.move(child, i);
      i = child;
    }
    if (i !== last) this.move(last, i);
  }

  private boundOf(i: number): number {
    return this.numbers[SIZE * i + BOUND];
  }

  private move(from: number, to: number): void {
    this.numbers.copyWithin(SIZE * to, SIZE * from, SIZE * from + SIZE);
    this.integers.copyWithin(COUNTS * to, COUNTS * from, COUNTS * from + COUNTS);
  }

  private grow(): void {
    const numbers = new Float64Array(2 * this.numbers.length);
    numbers.set(this.numbers);
    this.numbers = numbers;
    const integers = new Int32Array(2 * this.integers.length);
    integers.set(this.integers);
    this.integers = integers;
  }
}
