/**
 * Split rules: how the triangles of a slot are divided in two. A rule is a function, so that
 * further rules (by convex decomposition, say) need no change to the builder. A rule reorders
 * `order[start, end)` and returns where the second part begins; a result that leaves one part
 * empty is replaced by halving.
 */
import { principalAxesInto } from '../math/index.ts';

/** What a rule may look at. */
export interface SplitInput {
  /** Nine coordinates per triangle. */
  readonly vertices: Float64Array;
  /** Three per triangle. */
  readonly centroids: Float64Array;
  /** Per triangle lowest x, y, z, highest x, y, z. */
  readonly boxes: Float64Array;
  /** Triangle numbers; a rule permutes the part it is given. */
  readonly order: Uint32Array;
}

/** Orders the triangles from `start` to `end` and returns where the second part begins. */
export type SplitRule = (input: SplitInput, start: number, end: number) => number;

/** At the median of the centroids along their principal axis. */
export const splitMedian: SplitRule = (input, start, end) => {
  const keys = projectOnPrincipalAxis(input, start, end);
  const sorted = Array.from({ length: end - start }, (_, i) => i).sort((a, b) => keys[a] - keys[b]);
  const before = input.order.slice(start, end);
  for (let i = 0; i < sorted.length; i++) input.order[start + i] = before[sorted[i]];
  return (start + end) >>> 1;
};

/** At the mean of the centroids along their principal axis (Gottschalk, Lin, Manocha 1996). */
export const splitMean: SplitRule = (input, start, end) => {
  const keys = projectOnPrincipalAxis(input, start, end);
  let sum = 0;
  for (let i = 0; i < keys.length; i++) sum += keys[i];
  const mean = sum / keys.length;
  return partition(input.order, start, end, (i) => keys[i] < mean);
};

const BINS = 16;

/** Binned surface-area heuristic over the three axes of the body's frame (Wald 2007). */
export const splitSah: SplitRule = (input, start, end) => {
  const { centroids, boxes, order } = input;
  const range = new Float64Array(6);
  emptyBox(range, 0);
  for (let i = start; i < end; i++) {
    const c = 3 * order[i];
    for (let k = 0; k < 3; k++) {
      const x = centroids[c + k];
      if (x < range[k]) range[k] = x;
      if (x > range[3 + k]) range[3 + k] = x;
    }
  }
  // All axes in one pass over the triangles: BINS boxes and counts for each axis.
  const counts = new Uint32Array(3 * BINS);
  const bins = new Float64Array(6 * 3 * BINS);
  for (let bin = 0; bin < 3 * BINS; bin++) emptyBox(bins, 6 * bin);
  const scale = new Float64Array(3);
  for (let k = 0; k < 3; k++) {
    const width = range[3 + k] - range[k];
    // No width, no split along this axis; everything falls into the first bin.
    scale[k] = width > 0 && BINS / width < 1e300 ? BINS / width : 0;
  }
  for (let i = start; i < end; i++) {
    const t = order[i];
    for (let k = 0; k < 3; k++) {
      const bin = k * BINS + binOf(centroids[3 * t + k], range[k], scale[k]);
      counts[bin]++;
      mergeBox(bins, 6 * bin, boxes, 6 * t);
    }
  }
  let bestCost = Number.POSITIVE_INFINITY;
  let bestAxis = -1;
  let bestBin = 0;
  const costLeft = new Float64Array(BINS);
  const run = new Float64Array(6);
  for (let axis = 0; axis < 3; axis++) {
    if (scale[axis] === 0) continue;
    emptyBox(run, 0);
    let n = 0;
    for (let bin = 0; bin < BINS - 1; bin++) {
      n += counts[axis * BINS + bin];
      mergeBox(run, 0, bins, 6 * (axis * BINS + bin));
      costLeft[bin] = n === 0 ? 0 : n * halfArea(run);
    }
    emptyBox(run, 0);
    n = 0;
    for (let bin = BINS - 1; bin > 0; bin--) {
      n += counts[axis * BINS + bin];
      mergeBox(run, 0, bins, 6 * (axis * BINS + bin));
      if (n === 0 || n === end - start) continue;
      const cost = costLeft[bin - 1] + n * halfArea(run);
      if (cost < bestCost) {
        bestCost = cost;
        bestAxis = axis;
        bestBin = bin;
      }
    }
  }
  if (bestAxis < 0) return start;
  const keys = order.slice(start, end);
  return partition(
    order,
    start,
    end,
    (i) => binOf(centroids[3 * keys[i] + bestAxis], range[bestAxis], scale[bestAxis]) < bestBin,
  );
};

/** Rules that look at nothing but the triangles of a slot. */
export type RuleName = 'median' | 'mean' | 'sah';

/** The rules by their names. */
export const SPLIT_RULES: Readonly<Record<RuleName, SplitRule>> = {
  median: splitMedian,
  mean: splitMean,
  sah: splitSah,
};

function binOf(x: number, low: number, scale: number): number {
  return Math.min(BINS - 1, Math.floor((x - low) * scale));
}

/** Stable two-way partition; `first` is asked with positions counted from `start`. */
function partition(
  order: Uint32Array,
  start: number,
  end: number,
  first: (i: number) => boolean,
): number {
  const before = order.slice(start, end);
  let at = start;
  for (let i = 0; i < before.length; i++) if (first(i)) order[at++] = before[i];
  const middle = at;
  for (let i = 0; i < before.length; i++) if (!first(i)) order[at++] = before[i];
  return middle;
}

function projectOnPrincipalAxis(
  { centroids, order }: SplitInput,
  start: number,
  end: number,
): Float64Array {
  const n = end - start;
  const mean = [0, 0, 0];
  for (let i = start; i < end; i++) {
    for (let k = 0; k < 3; k++) mean[k] += centroids[3 * order[i] + k] / n;
  }
  const m = new Float64Array(6);
  for (let i = start; i < end; i++) {
    const o = 3 * order[i];
    const x = centroids[o] - mean[0];
    const y = centroids[o + 1] - mean[1];
    const z = centroids[o + 2] - mean[2];
    m[0] += x * x;
    m[1] += x * y;
    m[2] += x * z;
    m[3] += y * y;
    m[4] += y * z;
    m[5] += z * z;
  }
  const axes = new Float64Array(9);
  principalAxesInto(m, axes);
  const keys = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    const o = 3 * order[start + i];
    keys[i] =
      axes[0] * (centroids[o] - mean[0]) +
      axes[1] * (centroids[o + 1] - mean[1]) +
      axes[2] * (centroids[o + 2] - mean[2]);
  }
  return keys;
}

function emptyBox(box: Float64Array, o: number): void {
  for (let k = 0; k < 3; k++) {
    box[o + k] = Number.POSITIVE_INFINITY;
    box[o + 3 + k] = Number.NEGATIVE_INFINITY;
  }
}

function mergeBox(box: Float64Array, o: number, other: Float64Array, j: number): void {
  if (other[j] < box[o]) box[o] = other[j];
  if (other[j + 1] < box[o + 1]) box[o + 1] = other[j + 1];
  if (other[j + 2] < box[o + 2]) box[o + 2] = other[j + 2];
  if (other[j + 3] > box[o + 3]) box[o + 3] = other[j + 3];
  if (other[j + 4] > box[o + 4]) box[o + 4] = other[j + 4];
  if (other[j + 5] > box[o + 5]) box[o + 5] = other[j + 5];
}

function halfArea(box: Float64Array): number {
  const x = box[3] - box[0];
  const y = box[4] - box[1];
  const z = box[5] - box[2];
  return x * y + y * z + z * x;
}
