/**
 * Points that are projected on many directions: in groups of a few, groups of groups and so on, each with
 * a box around it, so that most need not be looked into. What is found is the same as without, to the bit: a
 * box's farthest corner is projected by the same operations as the points in it, and rounding keeps the
 * order. Searches allocate nothing.
 */
import { U } from '../math/rounding.ts';

/** Points per group: four triangles. Groups per group of the next level. */
export const GROUP = 12;
const BRANCH = 4;
const STEP = 3 * GROUP;
/** The lowest x, y, z, then the highest. */
export const BOX = 6;
/** More than what is left open by going down all levels of any points that fit into memory. */
const DEEPEST = 64;
/** Per level: coordinates that one of its groups has at the most. */
const SPAN = Float64Array.from({ length: DEEPEST }, (_, level) => STEP * BRANCH ** level);

export interface Points {
  /** Three coordinates each. */
  readonly at: Float64Array;
  /** A box around each group: those of GROUP points first, then level by level, the one of all last. */
  readonly boxes: Float64Array;
  /** Number of the first group of each level, and of all. */
  readonly levels: Int32Array;
  /** Where the point stands that was found last: often it is the one, or near it, along the next direction. */
  readonly last: Int32Array;
}

/** Groups points in the order in which they come. */
export function groupPoints(at: Float64Array): Points {
  const levels = [0, Math.ceil(at.length / STEP)];
  for (let count = levels[1]; count > 1; ) {
    count = Math.ceil(count / BRANCH);
    levels.push(levels[levels.length - 1] + count);
  }
  const boxes = new Float64Array(BOX * levels[levels.length - 1]);
  for (let g = 0; g < levels[1]; g++) {
    boxInto(at, STEP * g, Math.min(STEP * (g + 1), at.length), boxes, BOX * g);
  }
  for (let level = 1; level + 1 < levels.length; level++) {
    const below = levels[level - 1];
    for (let g = levels[level]; g < levels[level + 1]; g++) {
      const first = below + BRANCH * (g - levels[level]);
      uniteInto(boxes, first, Math.min(first + BRANCH, levels[level]), BOX * g);
    }
  }
  return { at, boxes, levels: Int32Array.from(levels), last: new Int32Array(1) };
}

/** out[o ...] = the box around the points at[from] ... at[to - 1]; to > from. */
export function boxInto(
  at: Float64Array,
  from: number,
  to: number,
  out: Float64Array,
  o: number,
): void {
  for (let k = 0; k < 3; k++) out[o + k] = out[o + 3 + k] = at[from + k];
  for (let i = from + 3; i < to; i += 3) {
    for (let k = 0; k < 3; k++) {
      const x = at[i + k];
      if (x < out[o + k]) out[o + k] = x;
      else if (x > out[o + 3 + k]) out[o + 3 + k] = x;
    }
  }
}

/** boxes[o ...] = the box around those number first ... end - 1. */
function uniteInto(boxes: Float64Array, first: number, end: number, o: number): void {
  for (let k = 0; k < 3; k++) {
    let low = boxes[BOX * first + k];
    let high = boxes[BOX * first + 3 + k];
    for (let b = BOX * (first + 1); b < BOX * end; b += BOX) {
      if (boxes[b + k] < low) low = boxes[b + k];
      if (boxes[b + 3 + k] > high) high = boxes[b + 3 + k];
    }
    boxes[o + k] = low;
    boxes[o + 3 + k] = high;
  }
}

const box = new Float64Array(BOX);

/** out[0 ... 3] = centre and radius of a ball around the points at[from] ... at[to - 1]; to > from. */
export function ballInto(at: Float64Array, from: number, to: number, out: Float64Array): void {
  boxInto(at, from, to, box, 0);
  for (let k = 0; k < 3; k++) out[k] = 0.5 * (box[k] + box[3 + k]);
  measureInto(at, from, to, out);
}

/** out[3] = the radius of a ball around these points with its centre at out[0]. */
export function measureInto(at: Float64Array, from: number, to: number, out: Float64Array): void {
  let most = 0;
  for (let i = from; i < to; i += 3) {
    const x = at[i] - out[0];
    const y = at[i + 1] - out[1];
    const z = at[i + 2] - out[2];
    const squared = x * x + y * y + z * z;
    if (squared > most) most = squared;
  }
  // Differences, squares, sums, the root: 4 u. The last term outweighs underflow.
  out[3] = Math.sqrt(most) * (1 + 8 * U) + 1e-150;
}

/** Points in an order in which those that come together lie together: halved again and again. */
export function neighbouring(at: Float64Array): Float64Array {
  const order = Uint32Array.from({ length: at.length / 3 }, (_, i) => i);
  const halve = (from: number, to: number) => {
    const count = to - from;
    if (count <= GROUP) return;
    // Whole groups of a level on the left, so that each is halved for itself.
    let whole = GROUP;
    while (BRANCH * whole < count) whole *= BRANCH;
    const middle = from + whole * Math.ceil(count / (2 * whole));
    divide(order, from, to - 1, middle, at, widestAxis(at, order, from, to));
    halve(from, middle);
    halve(middle, to);
  };
  halve(0, order.length);
  const out = new Float64Array(at.length);
  order.forEach((v, i) => {
    for (let k = 0; k < 3; k++) out[3 * i + k] = at[3 * v + k];
  });
  return out;
}

function widestAxis(at: Float64Array, order: Uint32Array, from: number, to: number): number {
  let widest = -1;
  let axis = 0;
  for (let k = 0; k < 3; k++) {
    let low = Infinity;
    let high = -Infinity;
    for (let i = from; i < to; i++) {
      const x = at[3 * order[i] + k];
      if (x < low) low = x;
      if (x > high) high = x;
    }
    if (high - low <= widest) continue;
    widest = high - low;
    axis = k;
  }
  return axis;
}

/** Moves what comes first along an axis before `middle`, within from ... last [Hoare 1961]. */
function divide(
  order: Uint32Array,
  from: number,
  last: number,
  middle: number,
  at: Float64Array,
  axis: number,
): void {
  let [low, high] = [from, last];
  while (low < high) {
    const pivot = at[3 * order[(low + high) >> 1] + axis];
    let i = low;
    let j = high;
    while (i <= j) {
      while (at[3 * order[i] + axis] < pivot) i++;
      while (at[3 * order[j] + axis] > pivot) j--;
      if (i > j) break;
      const swap = order[i];
      order[i++] = order[j];
      order[j--] = swap;
    }
    if (middle <= j) high = j;
    else if (middle >= i) low = i;
    else return;
  }
}

/** What is still to be looked into: number of a group within its level, its level, no point is beyond. */
const groups = new Int32Array(BRANCH * DEEPEST);
const depths = new Int32Array(BRANCH * DEEPEST);
const bounds = new Float64Array(BRANCH * DEEPEST);

/** The smallest group that has all points at[from] ... at[to - 1], as the only one to look into. */
function begin(from: number, to: number): void {
  let first = Math.floor(from / STEP);
  let last = Math.floor((to - 1) / STEP);
  let level = 0;
  for (; first !== last; level++) {
    first = Math.floor(first / BRANCH);
    last = Math.floor(last / BRANCH);
  }
  groups[0] = first;
  depths[0] = level;
  bounds[0] = Infinity;
}

/** The largest d.p over a box, for d at d[i]: that of the corner that is farthest along it. */
export function boxAlong(box: Float64Array, d: Float64Array, i: number): number {
  const x = d[i];
  const y = d[i + 1];
  const z = d[i + 2];
  return x * box[x < 0 ? 0 : 3] + y * box[y < 0 ? 1 : 4] + z * box[z < 0 ? 2 : 5];
}

/** The smallest d.p likewise. */
export function boxAgainst(box: Float64Array, d: Float64Array, i: number): number {
  const x = d[i];
  const y = d[i + 1];
  const z = d[i + 2];
  return x * box[x < 0 ? 3 : 0] + y * box[y < 0 ? 4 : 1] + z * box[z < 0 ? 5 : 2];
}

/** The largest d.p over the points at[from] ... at[to - 1]. */
export function farthestAlong(
  { at, boxes, levels, last }: Points,
  from: number,
  to: number,
  x: number,
  y: number,
  z: number,
): number {
  let most = -Infinity;
  if (!(to > from)) return most;
  // The corner of a box that is farthest along d.
  const i = x < 0 ? 0 : 3;
  const j = y < 0 ? 1 : 4;
  const k = z < 0 ? 2 : 5;
  begin(from, to);
  // A point of these to begin with: what is not beyond it needs no look.
  let found = last[0];
  if (found >= from && found < to) {
    const along = x * at[found] + y * at[found + 1] + z * at[found + 2];
    if (along > most) most = along;
  }
  for (let open = 1; open > 0; ) {
    open--;
    if (bounds[open] <= most) continue;
    const g = groups[open];
    const level = depths[open];
    if (level === 0) {
      const end = Math.min(to, STEP * (g + 1));
      for (let v = Math.max(from, STEP * g); v < end; v += 3) {
        const along = x * at[v] + y * at[v + 1] + z * at[v + 2];
        if (!(along > most)) continue;
        most = along;
        found = v;
      }
      continue;
    }
    const below = levels[level - 1];
    const end = Math.min(BRANCH * (g + 1), levels[level] - below);
    const span = SPAN[level - 1];
    let best = open;
    for (let c = BRANCH * g; c < end; c++) {
      if (span * c >= to || span * (c + 1) <= from) continue;
      const o = BOX * (below + c);
      const along = x * boxes[o + i] + y * boxes[o + j] + z * boxes[o + k];
      if (along <= most) continue;
      groups[open] = c;
      depths[open] = level - 1;
      bounds[open] = along;
      if (along > bounds[best]) best = open;
      open++;
    }
    bringToTop(best, open - 1);
  }
  last[0] = found;
  return most;
}

/**
 * Where those of the points at[from] ... at[to - 1] stand that are in no box, their own or that of a group, that is left out;
 * if they are more than `most`, only the first so many and one.
 */
export function leftOver(
  { at, boxes, levels }: Points,
  from: number,
  to: number,
  most: number,
  isOut: (boxes: Float64Array, o: number) => boolean,
): number[] {
  const found: number[] = [];
  const own = new Float64Array(BOX);
  const look = (level: number, g: number) => {
    const span = SPAN[level];
    if (span * g >= to || span * (g + 1) <= from || found.length > most) return;
    if (isOut(boxes, BOX * (levels[level] + g))) return;
    if (level > 0) {
      const end = Math.min(BRANCH * (g + 1), levels[level] - levels[level - 1]);
      for (let c = BRANCH * g; c < end; c++) look(level - 1, c);
      return;
    }
    const end = Math.min(to, STEP * (g + 1));
    for (let v = Math.max(from, STEP * g); v < end && found.length <= most; v += 3) {
      boxInto(at, v, v + 3, own, 0);
      if (!isOut(own, 0)) found.push(v);
    }
  };
  look(levels.length - 2, 0);
  return found;
}

/**
 * The largest |(p - o) x w|^2 over the points at[from] ... at[to - 1], for o and w at s[i] and s[i + 3]: the
 * square of their distance from an axis, times |w|^2. Up to 16 u of it.
 */
export function farthestAcross(
  { at, boxes, levels }: Points,
  from: number,
  to: number,
  s: Float64Array,
  i: number,
): number {
  const rate = Math.sqrt(s[i + 3] * s[i + 3] + s[i + 4] * s[i + 4] + s[i + 5] * s[i + 5]);
  let most = 0;
  if (!(to > from)) return most;
  begin(from, to);
  for (let open = 1; open > 0; ) {
    open--;
    if (bounds[open] <= most) continue;
    const g = groups[open];
    const level = depths[open];
    if (level === 0) {
      const end = Math.min(to, STEP * (g + 1));
      for (let v = Math.max(from, STEP * g); v < end; v += 3) {
        const squared = acrossSquared(at, v, s, i);
        if (squared > most) most = squared;
      }
      continue;
    }
    const below = levels[level - 1];
    const end = Math.min(BRANCH * (g + 1), levels[level] - below);
    const span = SPAN[level - 1];
    let best = open;
    for (let c = BRANCH * g; c < end; c++) {
      if (span * c >= to || span * (c + 1) <= from) continue;
      const o = BOX * (below + c);
      for (let k = 0; k < 3; k++) {
        box[k] = 0.5 * (boxes[o + k] + boxes[o + 3 + k]);
        box[3 + k] = boxes[o + 3 + k] - box[k];
      }
      const half = Math.sqrt(box[3] * box[3] + box[4] * box[4] + box[5] * box[5]);
      const root = Math.sqrt(acrossSquared(box, 0, s, i)) + rate * half;
      if (root * root <= most) continue;
      groups[open] = c;
      depths[open] = level - 1;
      bounds[open] = root * root;
      if (bounds[open] > bounds[best]) best = open;
      open++;
    }
    bringToTop(best, open - 1);
  }
  return most;
}

/** |(p - o) x w|^2 for the point at p[v]. */
export function acrossSquared(p: Float64Array, v: number, s: Float64Array, i: number): number {
  const x = p[v] - s[i];
  const y = p[v + 1] - s[i + 1];
  const z = p[v + 2] - s[i + 2];
  const a = y * s[i + 5] - z * s[i + 4];
  const b = z * s[i + 3] - x * s[i + 5];
  const c = x * s[i + 4] - y * s[i + 3];
  return a * a + b * b + c * c;
}

/** The most promising is looked into first. */
function bringToTop(best: number, top: number): void {
  if (best >= top) return;
  const group = groups[best];
  groups[best] = groups[top];
  groups[top] = group;
  const bound = bounds[best];
  bounds[best] = bounds[top];
  bounds[top] = bound;
}
