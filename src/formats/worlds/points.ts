/** Points as they are read: those that are numbers, and how many were not. */

import { MAX_COORDINATE } from '../../geometry/index.ts';
import { type Fault, InputError } from '../../math/index.ts';
import { count } from '../../words/index.ts';

/** What all readers of point clouds give. */
export interface CloudPoints {
  /** Three finite numbers for each. */
  readonly points: Float64Array;
  readonly notes: readonly Fault[];
}

/** Collects points, of which there are at most `most`. */
export class PointList {
  private readonly out: Float64Array;
  private readonly file: string;
  private readonly format: string;
  private end = 0;
  private left = 0;

  constructor(most: number, format: string, file: string) {
    this.out = new Float64Array(3 * most);
    this.format = format;
    this.file = file;
  }

  /** One that is no number, a place where the scanner saw nothing, is left out. Throws an InputError for one that is too far. */
  add(x: number, y: number, z: number): void {
    const size = Math.abs(x) + Math.abs(y) + Math.abs(z);
    if (!Number.isFinite(size)) {
      this.left++;
      return;
    }
    if (size > MAX_COORDINATE) {
      const number = this.end / 3 + this.left;
      const message = `point ${number} (${x}, ${y}, ${z}) is beyond ${MAX_COORDINATE} m and cannot be computed with`;
      throw new InputError({ code: `${this.format}/too-large`, message, file: this.file, line: 1 });
    }
    this.out[this.end] = x;
    this.out[this.end + 1] = y;
    this.out[this.end + 2] = z;
    this.end += 3;
  }

  finish(notes: readonly Fault[] = []): CloudPoints {
    const { left, file, format, end, out } = this;
    const points = end === out.length ? out : out.slice(0, end);
    if (left === 0) return { points, notes };
    const message = `${count(left, 'point')} without numbers ${left === 1 ? 'is' : 'are'} left out: nothing was seen there`;
    return { points, notes: [...notes, { code: `${format}/no-numbers`, message, file }] };
  }
}
