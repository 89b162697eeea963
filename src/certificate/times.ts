/**
 * Times of a segment as lists of intervals (begin, end, begin, end, ...), and what boxes of coverage leave open of them.
 * Everything is compared as it is, without a tolerance: intervals that touch leave nothing between them.
 */
import { COVERED_SIZE } from '../verifier/inside.ts';

/** The times that two lists, each in order, have in common. */
export function inCommon(p: readonly number[], q: readonly number[]): readonly number[] {
  const found: number[] = [];
  for (let i = 0, j = 0; i < p.length && j < q.length; ) {
    const [lo, hi] = [Math.max(p[i], q[j]), Math.min(p[i + 1], q[j + 1])];
    if (lo < hi) found.push(lo, hi);
    if (p[i + 1] < q[j + 1]) i += 2;
    else j += 2;
  }
  return found;
}

/** The times from 0 to 1 that intervals, in any order, do not have. */
export function leftOpen(intervals: readonly number[]): number[] {
  const open: number[] = [];
  let until = 0;
  let i = 0;
  // As long as they are in order, which they usually are.
  for (; i < intervals.length && (i === 0 || intervals[i] >= intervals[i - 2]); i += 2) {
    if (intervals[i] > until) open.push(until, intervals[i]);
    if (intervals[i + 1] > until) until = intervals[i + 1];
  }
  if (i < intervals.length) return leftOpen(inOrder(intervals));
  if (until < 1) open.push(until, 1);
  return open;
}

/** The same intervals by the times at which they begin. */
function inOrder(intervals: readonly number[]): number[] {
  const begins = Array.from({ length: intervals.length / 2 }, (_, i) => 2 * i);
  begins.sort((i, j) => intervals[i] - intervals[j]);
  return begins.flatMap((i) => [intervals[i], intervals[i + 1]]);
}

/** The times that are in one of two lists at least. */
export function inEither(p: readonly number[], q: readonly number[]): readonly number[] {
  if (p.length === 0) return q;
  if (q.length === 0) return p;
  return leftOpen(leftOpen([...p, ...q]));
}

/** Elements a0 ... a1 - 1 of one body and b0 ... b1 - 1 of another. */
export interface Region {
  readonly a0: number;
  readonly a1: number;
  readonly b0: number;
  readonly b1: number;
}

/** Cuts within each other; what is deeper counts as open. */
const DEEPEST = 60;

/**
 * The times at which some of a region is in no box; a box is COVERED_SIZE numbers (verifier/coverage.ts). Boxes that
 * have all of the region leave some times; where there are others, the region is cut in two at an end of one of them.
 */
export function uncovered(boxes: readonly number[], region: Region, depth = 0): readonly number[] {
  const { a0, a1, b0, b1 } = region;
  if (!(a0 < a1 && b0 < b1)) return [];
  const full: number[] = [];
  const near: number[] = [];
  let face = -1;
  for (let o = 0; o < boxes.length; o += COVERED_SIZE) {
    if (boxes[o] >= a1 || boxes[o + 1] <= a0 || boxes[o + 2] >= b1 || boxes[o + 3] <= b0) continue;
    const isFull = boxes[o] <= a0 && boxes[o + 1] >= a1 && boxes[o + 2] <= b0 && boxes[o + 3] >= b1;
    if (isFull) full.push(boxes[o + 4], boxes[o + 5]);
    else if (face < 0) face = faceWithin(boxes, o, region);
    for (let i = 0; i < COVERED_SIZE; i++) near.push(boxes[o + i]);
  }
  const open = leftOpen(full);
  if (open.length === 0 || face < 0 || depth >= DEEPEST) return open;
  const at = boxes[face];
  const isOfA = face % COVERED_SIZE < 2;
  const left = isOfA ? { ...region, a1: at } : { ...region, b1: at };
  const right = isOfA ? { ...region, a0: at } : { ...region, b0: at };
  return inEither(uncovered(near, left, depth + 1), uncovered(near, right, depth + 1));
}

/** The end of a box, of its elements, that is inside of the region. */
function faceWithin(boxes: readonly number[], o: number, { a0, a1, b0, b1 }: Region): number {
  for (let i = 0; i < 4; i++) {
    const [low, high] = i < 2 ? [a0, a1] : [b0, b1];
    if (boxes[o + i] > low && boxes[o + i] < high) return o + i;
  }
  return -1;
}

/** Times are rounded outward to multiples of this: short to write, and long enough for a step. */
const GRAIN = 2 ** -20;

/** Intervals that have these, with ends of few digits. */
export function coarsened(times: readonly number[]): readonly number[] {
  const found: number[] = [];
  for (let i = 0; i < times.length; i += 2) {
    const lo = Math.floor(times[i] / GRAIN) * GRAIN;
    const hi = Math.min(1, Math.ceil(times[i + 1] / GRAIN) * GRAIN);
    if (found.length > 0 && lo <= found[found.length - 1]) found[found.length - 1] = hi;
    else found.push(lo, hi);
  }
  return found;
}
