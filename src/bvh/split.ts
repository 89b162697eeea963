/**
 * Split rules: how the triangles of a slot are divided in two. A rule is a function, so that
 * further rules (by convex decomposition, say) need no change to the builder. A rule reorders
 * `order[start, end)` and returns where the second part begins; a result that leaves one part
 * empty is replaced by halving.
 */
import { principalAxesInto } from '../math/index.ts';

/** What a rule may look at. Nine coordinates per triangle, three per centroid. */
export interface SplitInput {
  readonly vertices: Float64Array;
  readonly centroids: Float64Array;
  /** Triangle numbers; a rule permutes the part it is given. */
  readonly order: Uint32Array;
}

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
  const { vertices, centroids, order } = input;
  const low = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const high = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = start; i < end; i++) {
    for (let axis = 0; axis < 3; axis++) {
      const c = centroids[3 * order[i] + axis];
      if (c < low[axis]) low[axis] = c;
      if (c > high[axis]) high[axis] = c;
    }
  }
  let bestCost = Number.POSITIVE_INFINITY;
  let bestAxis = -1;
  let bestBin = 0;
  const counts = new Uint32Array(BINS);
  const boxes = new Float64Array(6 * BINS);
  const costLeft = new Float64Array(BINS);
  const run = new Float64Array(6);
  for (let axis = 0; axis < 3; axis++) {
    const scale = BINS / (high[axis] - low[axis]);
    if (!Number.isFinite(scale)) continue;
    counts.fill(0);
    for (let b = 0; b < BINS; b++) emptyBox(boxes, 6 * b);
    for (let i = start; i < end; i++) {
      const t = order[i];
      const bin = binOf(centroids[3 * t + axis], low[axis], scale);
      counts[bin]++;
      for (let v = 9 * t; v < 9 * t + 9; v += 3) growBox(boxes, 6 * bin, vertices, v);
    }
    emptyBox(run, 0);
    let n = 0;
    for (let b = 0; b < BINS - 1; b++) {
      n += counts[b];
      mergeBox(run, 0, boxes, 6 * b);
      costLeft[b] = n === 0 ? 0 : n * halfArea(run);
    }
    emptyBox(run, 0);
    n = 0;
    for (let b = BINS - 1; b > 0; b--) {
      n += counts[b];
      mergeBox(run, 0, boxes, 6 * b);
      if (n === 0 || n === end - start) continue;
      const cost = costLeft[b - 1] + n * halfArea(run);
      if (cost < bestCost) {
        bestCost = cost;
        bestAxis = axis;
        bestBin = b;
      }
    }
  }
  if (bestAxis < 0) return start;
  const scale = BINS / (high[bestAxis] - low[bestAxis]);
  const keys = order.slice(start, end);
  return partition(
    order,
    start,
    end,
    (i) => binOf(centroids[3 * keys[i] + bestAxis], low[bestAxis], scale) < bestBin,
  );
};

export type SplitName = 'median' | 'mean' | 'sah';

export const SPLIT_RULES: Readonly<Record<SplitName, SplitRule>> = {
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

function growBox(box: Float64Array, o: number, p: Float64Array, v: number): void {
  for (let k = 0; k < 3; k++) {
    const x = p[v + k];
    if (x < box[o + k]) box[o + k] = x;
    if (x > box[o + 3 + k]) box[o + 3 + k] = x;
  }
}

function mergeBox(box: Float64Array, o: number, other: Float64Array, j: number): void {
  for (let k = 0; k < 3; k++) {
    if (other[j + k] < box[o + k]) box[o + k] = other[j + k];
    if (other[j + 3 + k] > box[o + 3 + k]) box[o + 3 + k] = other[j + 3 + k];
  }
}

function halfArea(box: Float64Array): number {
  const x = box[3] - box[0];
  const y = box[4] - box[1];
  const z = box[5] - box[2];
  return x * y + y * z + z * x;
}
