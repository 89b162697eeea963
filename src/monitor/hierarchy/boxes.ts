/**
 * Boxes along the axes of the world, six numbers each: the least corner, then the greatest. What hierarchies do with
 * them: join two, say how large they are, how far apart. Joining takes least and greatest of doubles, which is exact:
 * the box of a composition contains its members as surely as theirs do, and does not depend on who was joined first.
 *
 * An empty box has the least corner at infinity and the greatest at minus infinity: joined with another it changes
 * nothing, and it is infinitely far from everything. A box may be infinite along some axes, as that of a half-space.
 * Constant time, nothing is allocated.
 */
import { U as ROUNDOFF } from '../../math/index.ts';
import type { Criterion } from '../approach.ts';

const U = ROUNDOFF;

/** Numbers of a box. */
const ROOM = 6;

/** [D 3.2] The criteria by number, for hot code. */
export const DIAMETER = 0;
export const VOLUME = 1;
export const SURFACE = 2;

const NUMBERS: Readonly<Record<Criterion, number>> = {
  diameter: DIAMETER,
  volume: VOLUME,
  surface: SURFACE,
};

/** The number of a criterion. */
export function criterionNumber(criterion: Criterion): number {
  return NUMBERS[criterion];
}

/** Makes box number i the empty one. */
export function emptyBoxInto(boxes: Float64Array, i: number): void {
  boxes.fill(Number.POSITIVE_INFINITY, ROOM * i, ROOM * i + 3);
  boxes.fill(Number.NEGATIVE_INFINITY, ROOM * i + 3, ROOM * i + 6);
}

/** Box number a of `from` becomes box number b of `to`. */
export function copyBox(from: Float64Array, a: number, to: Float64Array, b: number): void {
  const o = ROOM * a;
  const p = ROOM * b;
  to[p] = from[o];
  to[p + 1] = from[o + 1];
  to[p + 2] = from[o + 2];
  to[p + 3] = from[o + 3];
  to[p + 4] = from[o + 4];
  to[p + 5] = from[o + 5];
}

/** Box number c becomes the smallest that contains boxes number a and b. */
export function joinBoxes(boxes: Float64Array, a: number, b: number, c: number): void {
  const o = ROOM * a;
  const p = ROOM * b;
  const r = ROOM * c;
  boxes[r] = Math.min(boxes[o], boxes[p]);
  boxes[r + 1] = Math.min(boxes[o + 1], boxes[p + 1]);
  boxes[r + 2] = Math.min(boxes[o + 2], boxes[p + 2]);
  boxes[r + 3] = Math.max(boxes[o + 3], boxes[p + 3]);
  boxes[r + 4] = Math.max(boxes[o + 4], boxes[p + 4]);
  boxes[r + 5] = Math.max(boxes[o + 5], boxes[p + 5]);
}

/**
 * How large box number a and box number b are together, by a criterion: the smaller, the better they go together. Only
 * the order counts: of the diameter it is the square, of the surface half of it. Written to out[at]: returned, V8 would box it.
 */
export function sizeInto(
  boxes: Float64Array,
  a: number,
  b: number,
  criterion: number,
  out: Float64Array,
  at: number,
): void {
  const o = ROOM * a;
  const p = ROOM * b;
  const x = Math.max(boxes[o + 3], boxes[p + 3]) - Math.min(boxes[o], boxes[p]);
  const y = Math.max(boxes[o + 4], boxes[p + 4]) - Math.min(boxes[o + 1], boxes[p + 1]);
  const z = Math.max(boxes[o + 5], boxes[p + 5]) - Math.min(boxes[o + 2], boxes[p + 2]);
  out[at] = 0;
  // Two empty boxes are of no size.
  if (!(x >= 0)) return;
  if (criterion === DIAMETER) {
    out[at] = x * x + y * y + z * z;
    return;
  }
  const size = criterion === VOLUME ? x * y * z : x * y + y * z + z * x;
  // Infinite along one axis, of no extent along another.
  out[at] = size >= 0 ? size : Number.POSITIVE_INFINITY;
}

const size = new Float64Array(1);

/** The same as a number, where a box more or less does not matter. */
export function sizeTogether(boxes: Float64Array, a: number, b: number, criterion: number): number {
  sizeInto(boxes, a, b, criterion, size, 0);
  return size[0];
}

/** How large box number a is, likewise. */
export function sizeOfBox(boxes: Float64Array, a: number, criterion: number): number {
  return sizeTogether(boxes, a, a, criterion);
}

/**
 * out[at] = the square of the distance of box number i of a and box number k of b, as computed; 0 where they meet. Compared
 * with each other such squares tell which boxes are nearer up to rounding; what is proven of one is `toDistanceLower`. Beyond
 * 1e150 metres they overflow.
 */
export function boxGap2Into(
  a: Float64Array,
  i: number,
  b: Float64Array,
  k: number,
  out: Float64Array,
  at: number,
): void {
  const o = ROOM * i;
  const p = ROOM * k;
  const x = Math.max(0, a[o] - b[p + 3], b[p] - a[o + 3]);
  const y = Math.max(0, a[o + 1] - b[p + 4], b[p + 1] - a[o + 4]);
  const z = Math.max(0, a[o + 2] - b[p + 5], b[p + 2] - a[o + 5]);
  out[at] = x * x + y * y + z * z;
}

/**
 * Makes of the square of a distance at gaps[at], as `boxGap2Into` computes it, a lower bound of the distance. Along each axis
 * the gap has one rounding, the sum of three squares three more along the longest way, the root one, this product two: below
 * 8 u in all. Where squares underflow they are off by less than 2^-1072, the root of which is below 1e-161 (docs/proofs/monitor-hierarchies.md).
 */
export function toDistanceLower(gaps: Float64Array, at: number): void {
  if (gaps[at] === Number.POSITIVE_INFINITY) return;
  gaps[at] = Math.max(0, Math.sqrt(gaps[at]) * (1 - 8 * U) - 1e-160);
}
