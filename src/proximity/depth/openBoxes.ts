/** Open boxes of a search for a depth, the one with the largest bound first, in flat arrays. */
import { grown, Heap, layout, Slots } from '../../arrays/index.ts';

/** Numbers of a box. */
const NUMBERS = layout('BOUND', ['BOX_CENTRE', 3], ['BOX_HALF', 3]);
export const { BOUND, BOX_CENTRE, BOX_HALF } = NUMBERS;

/** Integers of a box. */
const INTEGERS = layout(
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
export const { AXIS, HINT_A, HINT_B, INSIDE, LEVEL } = INTEGERS;

const { size: SIZE } = NUMBERS;
const { size: COUNTS } = INTEGERS;

export class OpenBoxes {
  /** By minus their bounds: the largest comes first. */
  private readonly heap = new Heap('any');
  private readonly slots = new Slots();
  private numbers = new Float64Array(SIZE * 256);
  private integers = new Int32Array(COUNTS * 256);
  /** The box that was taken, or is to be pushed. */
  readonly box = new Float64Array(SIZE);
  readonly memory = new Int32Array(COUNTS);

  clear(): void {
    this.heap.clear();
    this.slots.clear();
  }

  /** The largest bound; minus infinity if no box is open. */
  largest(): number {
    return -this.heap.least;
  }

  /** Adds `box` with its `memory`. */
  push(): void {
    const slot = this.slots.take();
    if (SIZE * (slot + 1) > this.numbers.length) {
      this.numbers = grown(this.numbers);
      this.integers = grown(this.integers);
    }
    this.numbers.set(this.box, SIZE * slot);
    this.integers.set(this.memory, COUNTS * slot);
    this.heap.push(-this.box[BOUND], slot);
  }

  /** Removes the first box, to `box` and `memory`. There must be one. */
  take(): void {
    const { numbers, integers, box, memory } = this;
    const slot = this.heap.pop();
    for (let k = 0; k < SIZE; k++) box[k] = numbers[SIZE * slot + k];
    for (let k = 0; k < COUNTS; k++) memory[k] = integers[COUNTS * slot + k];
    this.slots.release(slot);
  }
}
