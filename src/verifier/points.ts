/**
 * Points that are projected on many directions: in groups of a few that lie close together, each with a
 * ball around it, so that most groups need not be looked into. What is found is the same as without.
 */
import { U } from '../math/index.ts';

/** Points per group: four triangles. */
export const GROUP = 12;
const STEP = 3 * GROUP;

export interface Points {
  /** Three coordinates each. */
  readonly at: Float64Array;
  /** Centre and radius of a ball around each GROUP of them. */
  readonly balls: Float64Array;
}

/** Groups points in the order in which they come. */
export function groupPoints(at: Float64Array): Points {
  const count = Math.ceil(at.length / STEP);
  const balls = new Float64Array(4 * count);
  for (let g = 0; g < count; g++) {
    ballInto(at, STEP * g, Math.min(STEP * (g + 1), at.length), balls, 4 * g);
  }
  return { at, balls };
}

/** out[o ...] = centre and radius of a ball around the points at[from] ... at[to - 1]; to > from. */
export function ballInto(
  at: Float64Array,
  from: number,
  to: number,
  out: Float64Array,
  o: number,
): void {
  for (let k = 0; k < 3; k++) {
    let low = at[from + k];
    let high = low;
    for (let i = from + k; i < to; i += 3) {
      if (at[i] < low) low = at[i];
      if (at[i] > high) high = at[i];
    }
    out[o + k] = 0.5 * (low + high);
  }
  let most = 0;
  for (let i = from; i < to; i += 3) {
    const x = at[i] - out[o];
    const y = at[i + 1] - out[o + 1];
    const z = at[i + 2] - out[o + 2];
    const squared = x * x + y * y + z * z;
    if (squared > most) most = squared;
  }
  // Differences, squares, sums, the root: 4 u. The last term outweighs underflow.
  out[o + 3] = Math.sqrt(most) * (1 + 8 * U) + 1e-150;
}

/** Points in an order in which those that come together lie together: halved again and again. */
export function neighbouring(at: Float64Array): Float64Array {
  const order = Array.from({ length: at.length / 3 }, (_, i) => i);
  const halve = (from: number, to: number) => {
    if (to - from <= GROUP) return;
    const part = order.slice(from, to);
    const axis = widestAxis(at, part);
    part.sort((i, j) => at[3 * i + axis] - at[3 * j + axis] || i - j);
    part.forEach((i, k) => {
      order[from + k] = i;
    });
    // A whole number of groups on the left.
    const middle = from + GROUP * Math.ceil((to - from) / (2 * GROUP));
    halve(from, middle);
    halve(middle, to);
  };
  halve(0, order.length);
  return Float64Array.from(order.flatMap((i) => [at[3 * i], at[3 * i + 1], at[3 * i + 2]]));
}

function widestAxis(at: Float64Array, part: readonly number[]): number {
  let widest = -1;
  let axis = 0;
  for (let k = 0; k < 3; k++) {
    let low = Infinity;
    let high = -Infinity;
    for (const i of part) {
      low = Math.min(low, at[3 * i + k]);
      high = Math.max(high, at[3 * i + k]);
    }
    if (high - low <= widest) continue;
    widest = high - low;
    axis = k;
  }
  return axis;
}

/** The largest d.p over the points at[from] ... at[to - 1]. */
export function farthestAlong(
  { at, balls }: Points,
  from: number,
  to: number,
  x: number,
  y: number,
  z: number,
): number {
  const length = Math.sqrt(x * x + y * y + z * z) * (1 + 8 * U);
  const first = Math.floor(from / STEP);
  const end = Math.ceil(to / STEP);
  // The most promising group, then those that could still have a point beyond.
  let best = first;
  let promise = -Infinity;
  for (let g = first; g < end; g++) {
    const o = 4 * g;
    const along = x * balls[o] + y * balls[o + 1] + z * balls[o + 2];
    if (along > promise) {
      promise = along;
      best = g;
    }
  }
  let most = farthestOf(at, Math.max(from, STEP * best), Math.min(to, STEP * (best + 1)), x, y, z);
  for (let g = first; g < end; g++) {
    const o = 4 * g;
    const along = x * balls[o] + y * balls[o + 1] + z * balls[o + 2] + length * balls[o + 3];
    // Rounding: a group that is left out is beyond by less than what projections may be off by.
    if (along <= most || g === best) continue;
    const here = farthestOf(at, Math.max(from, STEP * g), Math.min(to, STEP * (g + 1)), x, y, z);
    if (here > most) most = here;
  }
  return most;
}

function farthestOf(
  at: Float64Array,
  from: number,
  to: number,
  x: number,
  y: number,
  z: number,
): number {
  let most = -Infinity;
  for (let i = from; i < to; i += 3) {
    const along = x * at[i] + y * at[i + 1] + z * at[i + 2];
    if (along > most) most = along;
  }
  return most;
}
