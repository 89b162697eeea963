/**
 * The boxes of the bodies of a broad phase, by the bodies' numbers, and which of them changed since the last update:
 * what all methods share. Six doubles and a few bytes a body; nothing is allocated but room for more.
 */
import { grown } from '../arrays/index.ts';
import { InputError } from '../math/index.ts';
import { MAX_BODIES } from './pairList.ts';

const FARTHEST = 1e300;
/** Coordinates are at most this large: differences and sums of a few of them stay finite. */
export const MAX_PLACE = FARTHEST;

const PRESENT = 1;
const FIXED = 2;
const CHANGED = 4;

export class BodyBoxes {
  /** Six numbers a body: lowest x, y, z, highest x, y, z. */
  boxes = new Float64Array(6 * 64);
  /** One more than the largest number that was ever used. */
  used = 0;
  /** How many bodies there are. */
  count = 0;
  /** The numbers of the bodies that were set or removed since `settle`, each once; `changedCount` of them. */
  changed = new Int32Array(64);
  changedCount = 0;
  private flags = new Uint8Array(64);

  /** Whether there is a body of this number. */
  has(id: number): boolean {
    return id < this.used && (this.flags[id] & PRESENT) !== 0;
  }

  /** Whether a body is fixed. */
  isFixed(id: number): boolean {
    return (this.flags[id] & FIXED) !== 0;
  }

  /** Whether a body was set or removed since `settle`. */
  hasChanged(id: number): boolean {
    return (this.flags[id] & CHANGED) !== 0;
  }

  set(id: number, box: Float64Array, o: number, fixed: boolean): void {
    if (!(Number.isInteger(id) && id >= 0 && id < MAX_BODIES)) throw noNumber(id);
    assertBox(box, o, id);
    if (id >= this.used) this.grow(id);
    const { boxes } = this;
    for (let k = 0; k < 6; k++) boxes[6 * id + k] = box[o + k];
    if ((this.flags[id] & PRESENT) === 0) this.count++;
    const rest = this.flags[id] & CHANGED;
    this.flags[id] = rest | PRESENT | (fixed ? FIXED : 0);
    this.note(id);
  }

  remove(id: number): void {
    if (!this.has(id)) {
      throw new InputError({
        code: 'broadphase/unknown',
        message: `there is no body ${id} to be removed`,
      });
    }
    this.flags[id] &= CHANGED;
    this.count--;
    this.note(id);
  }

  /** Forgets which bodies changed. */
  settle(): void {
    for (let i = 0; i < this.changedCount; i++) this.flags[this.changed[i]] &= ~CHANGED;
    this.changedCount = 0;
  }

  private note(id: number): void {
    if ((this.flags[id] & CHANGED) !== 0) return;
    this.flags[id] |= CHANGED;
    if (this.changedCount === this.changed.length) this.changed = grown(this.changed);
    this.changed[this.changedCount++] = id;
  }

  private grow(id: number): void {
    this.boxes = grown(this.boxes, 6 * (id + 1));
    this.flags = grown(this.flags, id + 1);
    this.used = id + 1;
  }
}

/** Whether the boxes at a[i] and b[j] overlap; touching counts. */
export function boxesOverlap(a: Float64Array, i: number, b: Float64Array, j: number): boolean {
  return (
    a[i] <= b[j + 3] &&
    a[i + 3] >= b[j] &&
    a[i + 1] <= b[j + 4] &&
    a[i + 4] >= b[j + 1] &&
    a[i + 2] <= b[j + 5] &&
    a[i + 5] >= b[j + 2]
  );
}

/** Throws unless the box at box[o] is one; `id` is the body that it is said to be of. */
export function assertBox(box: Float64Array, o: number, id: number): void {
  for (let k = 0; k < 3; k++) {
    const low = box[o + k];
    const high = box[o + 3 + k];
    // Not a number fails every comparison.
    if (low >= -FARTHEST && low <= high && high <= FARTHEST) continue;
    throw new InputError({
      code: 'broadphase/box',
      message: `the box of body ${id} goes from ${low} to ${high} along ${'xyz'[k]}: expected two finite numbers, the lower first`,
      hint: `what has no end gets a large box; coordinates are at most ${FARTHEST}`,
    });
  }
}

function noNumber(id: number): InputError {
  return new InputError({
    code: 'broadphase/number',
    message: `a body has the number ${id}: expected an integer from 0 to ${MAX_BODIES - 1}`,
    hint: 'number bodies from 0 on: room is made for all numbers up to the largest',
  });
}
