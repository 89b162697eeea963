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

/** What binning writes to, anew for every slot: per axis BINS boxes, their counts, and which of them have any. */
const binned = {
  low: new Float64Array(3),
  scale: new Float64Array(3),
  boxes: new Float64Array(6 * 3 * BINS),
  counts: new Uint32Array(3 * BINS),
  filled: new Uint32Array(3),
  costLeft: new Float64Array(BINS),
  run: new Float64Array(6),
};

/** Binned surface-area heuristic over the three axes of the body's frame (Wald 2007). */
export const splitSah: SplitRule = (input, start, end) => {
  const { centroids, order } = input;
  fillBins(input, start, end);
  let bestCost = Number.POSITIVE_INFINITY;
  let bestAxis = -1;
  let bestBin = 0;
  const { counts, filled, costLeft, run, boxes } = binned;
  for (let axis = 0; axis < 3; axis++) {
    const some = filled[axis];
    // All in one bin: no split along this axis.
    if ((some & (some - 1)) === 0) continue;
    // Only between bins that have triangles: an empty one divides as the next one does.
    emptyBox(run, 0);
    let n = 0;
    for (let rest = some; rest !== 0; rest &= rest - 1) {
      const bin = 31 - Math.clz32(rest & -rest);
      costLeft[bin] = n === 0 ? 0 : n * halfArea(run);
      n += counts[axis * BINS + bin];
      mergeBox(run, 0, boxes, 6 * (axis * BINS + bin));
    }
    emptyBox(run, 0);
    n = 0;
    for (let rest = some; (rest & (rest - 1)) !== 0; ) {
      const bin = 31 - Math.clz32(rest);
      rest ^= 1 << bin;
      n += counts[axis * BINS + bin];
      mergeBox(run, 0, boxes, 6 * (axis * BINS + bin));
      const cost = costLeft[bin] + n * halfArea(run);
      if (cost < bestCost) {
        bestCost = cost;
        bestAxis = axis;
        bestBin = bin;
      }
    }
  }
  if (bestAxis < 0) return start;
  // Stable: the first part is closed up in place, the second waits.
  const low = binned.low[bestAxis];
  const scale = binned.scale[bestAxis];
  const later = waitingRoom(end - start);
  let at = start;
  let waiting = 0;
  for (let i = start; i < end; i++) {
    const t = order[i];
    if (binOf(centroids[3 * t + bestAxis], low, scale) < bestBin) order[at++] = t;
    else later[waiting++] = t;
  }
  for (let i = 0; i < waiting; i++) order[at + i] = later[i];
  return at;
};

let room = new Uint32Array(1024);

function waitingRoom(size: number): Uint32Array {
  if (room.length < size) room = new Uint32Array(2 * size);
  return room;
}

/** All axes in one pass over the triangles. */
function fillBins({ centroids, boxes, order }: SplitInput, start: number, end: number): void {
  const { low, scale, boxes: bins, counts, filled } = binned;
  const first = 3 * order[start];
  let [x0, y0, z0] = [centroids[first], centroids[first + 1], centroids[first + 2]];
  let [x1, y1, z1] = [x0, y0, z0];
  for (let i = start + 1; i < end; i++) {
    const c = 3 * order[i];
    const x = centroids[c];
    const y = centroids[c + 1];
    const z = centroids[c + 2];
    if (x < x0) x0 = x;
    if (x > x1) x1 = x;
    if (y < y0) y0 = y;
    if (y > y1) y1 = y;
    if (z < z0) z0 = z;
    if (z > z1) z1 = z;
  }
  low[0] = x0;
  low[1] = y0;
  low[2] = z0;
  scale[0] = scaleOf(x1 - x0);
  scale[1] = scaleOf(y1 - y0);
  scale[2] = scaleOf(z1 - z0);
  for (let axis = 0; axis < 3; axis++) {
    const from = low[axis];
    const factor = scale[axis];
    const base = axis * BINS;
    let some = 0;
    for (let i = factor === 0 ? end : start; i < end; i++) {
      const t = order[i];
      const bin = binOf(centroids[3 * t + axis], from, factor);
      const b = 6 * (base + bin);
      const j = 6 * t;
      if (some & (1 << bin)) {
        counts[base + bin]++;
        mergeBox(bins, b, boxes, j);
        continue;
      }
      some |= 1 << bin;
      counts[base + bin] = 1;
      for (let k = 0; k < 6; k++) bins[b + k] = boxes[j + k];
    }
    filled[axis] = some;
  }
}

/** Bins per unit of length. No width, no split along an axis: 0. */
function scaleOf(width: number): number {
  return width > 0 && BINS / width < 1e300 ? BINS / width : 0;
}

/** Rules that look at nothing but the triangles of a slot. */
export type RuleName = 'median' | 'mean' | 'sah';

/** The rules by their names. */
export const SPLIT_RULES: Readonly<Record<RuleName, SplitRule>> = {
  median: splitMedian,
  mean: splitMean,
  sah: splitSah,
};

function binOf(x: number, low: number, scale: number): number {
  // From 0 to 16, up to rounding: cutting off is rounding down.
  const bin = ((x - low) * scale) | 0;
  return bin < BINS ? bin : BINS - 1;
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
