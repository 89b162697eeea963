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
  /** Points at the origin itself. */
  private origins = 0;

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
    if (size === 0) this.origins++;
    this.out[this.end] = x;
    this.out[this.end + 1] = y;
    this.out[this.end + 2] = z;
    this.end += 3;
  }

  finish(notes: readonly Fault[] = []): CloudPoints {
    const { left, origins, file, format, end, out } = this;
    const points = end === out.length ? out : out.slice(0, end);
    const all = [...notes];
    if (left > 0) {
      const message = `${count(left, 'point')} without numbers ${left === 1 ? 'is' : 'are'} left out: nothing was seen there`;
      all.push({ code: `${format}/no-numbers`, message, file });
    }
    if (origins > 1) {
      // One may be a point like any other; many are what scanners write where they saw nothing. Nobody can tell: they stay.
      const message = `${count(origins, 'point')} are exactly at the origin, as some scanners write what they did not see; they are taken for occupied`;
      const hint = 'if nothing is there, leave them out of the file';
      all.push({ code: `${format}/origin`, message, file, hint });
    }
    return { points, notes: all };
  }
}
