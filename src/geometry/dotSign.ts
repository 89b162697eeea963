/**
 * The exact sign of the dot product of two lists of four doubles, such as quaternions: which of the two
 * ways round is the shorter one. A floating-point evaluation decides almost always.
 */
import { layout } from '../arrays/layout.ts';
import { U } from '../math/rounding.ts';
import { addInto, minorInto } from './exact.ts';

/** Eight roundings of products and sums, and as many of the sum of magnitudes. */
const DOT_ERROR = 16 * U;

/** Scratch, used only within one call: eight numbers, two sums of two products, their sum. */
const {
  FIRST,
  SECOND,
  TOTAL,
  size: SCRATCH,
} = layout(['inputs', 8], ['FIRST', 4], ['SECOND', 4], ['TOTAL', 8]);
const x = new Float64Array(SCRATCH);

/**
 * -1, 0 or 1: the sign of a[i] b[j] + ... + a[i + 3] b[j + 3]. Exact while products that are not 0 are
 * larger than 1e-290 and smaller than 1e290.
 */
export function dotSign(a: ArrayLike<number>, i: number, b: ArrayLike<number>, j: number): number {
  let dot = 0;
  let size = 0;
  for (let k = 0; k < 4; k++) {
    const p = a[i + k] * b[j + k];
    dot += p;
    size += Math.abs(p);
  }
  if (Math.abs(dot) > DOT_ERROR * size) return Math.sign(dot);
  for (let k = 0; k < 4; k++) {
    x[k] = k % 2 === 0 ? a[i + k] : -a[i + k];
    x[4 + k] = b[j + k];
  }
  const m = minorInto(x, 0, 1, 5, 4, FIRST);
  const n = minorInto(x, 2, 3, 7, 6, SECOND);
  const count = addInto(x, FIRST, m, SECOND, n, 1, TOTAL);
  return count === 0 ? 0 : Math.sign(x[TOTAL + count - 1]);
}
