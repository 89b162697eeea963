/** Values of joints along a path: positions, velocities, accelerations, at places on its axis. For drawing only. */
import { clamp } from './axis.ts';
import type { PageMotion } from './motion.ts';

export type Quantity = 'position' | 'velocity' | 'acceleration';

export interface JointSeries {
  /** Places on the axis. */
  readonly at: Float64Array;
  /** Per degree of freedom its values there, in radians or metres, per second and per second squared. */
  readonly values: readonly Float64Array[];
}

/** `count` places from `from` to `to`, both included; two more around every waypoint in between, if these are few. */
export function jointSeries(
  motion: PageMotion,
  quantity: Quantity,
  { from, to }: { readonly from: number; readonly to: number },
  count: number,
): JointSeries {
  const at = placesOf(motion, from, to, count);
  const { dofs } = motion.tree;
  const values = dofs.map(() => new Float64Array(at.length));
  const row = new Float64Array(dofs.length);
  for (let i = 0; i < at.length; i++) {
    valuesInto(motion, quantity, at[i], row);
    for (let d = 0; d < dofs.length; d++) values[d][i] = row[d];
  }
  return { at, values };
}

/** All degrees of freedom at one place. */
export function valuesInto(
  { axis, path }: PageMotion,
  quantity: Quantity,
  position: number,
  out: Float64Array,
): void {
  const { segment, t } = axis.place(position);
  const { segments } = path;
  const part = segments[clamp(segment, 0, segments.length - 1)];
  if (quantity === 'position') {
    part.configurationInto(t, out, 0);
    return;
  }
  // Derivatives are by t, which runs from 0 to 1 while these seconds pass.
  const seconds = axis.starts[segment + 1] - axis.starts[segment];
  if (quantity === 'velocity') part.rateInto(t, out, 0);
  else part.accelerationInto(t, out, 0);
  const unit = quantity === 'velocity' ? seconds : seconds * seconds;
  for (let d = 0; d < out.length; d++) out[d] = unit > 0 ? out[d] / unit : 0;
}

/** Waypoints up to which both sides of each are looked at: velocities jump there. */
const FEW = 400;

function placesOf({ axis }: PageMotion, from: number, to: number, count: number): Float64Array {
  const places: number[] = [];
  for (let i = 0; i < count; i++) places.push(from + ((to - from) * i) / Math.max(1, count - 1));
  const inside = knotsBetween(axis.starts, from, to);
  if (inside.length <= FEW) {
    for (const knot of inside) places.push(knot - 1e-9 * (to - from), knot);
  }
  return Float64Array.from(places.map((x) => clamp(x, from, to))).sort();
}

/** Of numbers in order those between two, without a look at all of them. */
function knotsBetween(starts: Float64Array, from: number, to: number): Float64Array {
  return starts.subarray(firstAbove(starts, from), firstAbove(starts, to));
}

function firstAbove(starts: Float64Array, x: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (starts[middle] > x) high = middle;
    else low = middle + 1;
  }
  return low;
}
