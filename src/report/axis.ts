/**
 * The axis of a report's timeline: where each segment of a path begins and ends. Seconds where the path
 * has times; else segments are as long as what their joints move, and the whole path is 1.
 */
import type { Path } from '../motion/index.ts';

export interface Axis {
  /** One more than segments; they never decrease. */
  readonly knots: readonly number[];
  /** Whether they are seconds. */
  readonly timed: boolean;
}

/** A segment takes at least this part of the mean, so that none vanishes. */
const LEAST = 0.1;

/** The axis of a path: its times, or lengths where it has none. */
export function axisOf({ segments, times }: Path): Axis {
  if (times && times.length === segments.length + 1 && times[times.length - 1] > times[0]) {
    return { knots: [...times], timed: true };
  }
  const lengths = segments.map((segment) => {
    const variation = new Float64Array(segment.from.length);
    segment.variationUpperInto(0, 1, variation, 0);
    return Math.sqrt(variation.reduce((sum, x) => sum + x * x, 0));
  });
  const mean = lengths.reduce((sum, x) => sum + x, 0) / lengths.length;
  const shown = lengths.map((x) => (mean > 0 ? Math.max(x, LEAST * mean) : 1));
  const whole = shown.reduce((sum, x) => sum + x, 0);
  const knots = [0];
  let sum = 0;
  for (const x of shown) {
    sum += x;
    knots.push(sum / whole);
  }
  knots[knots.length - 1] = 1;
  return { knots, timed: false };
}

/** Where t of a segment is on the axis. */
export function placeOn({ knots }: Pick<Axis, 'knots'>, segment: number, t: number): number {
  return knots[segment] + t * (knots[segment + 1] - knots[segment]);
}

/** The segment and its t at a place on the axis. */
export function segmentAt(
  { knots }: Pick<Axis, 'knots'>,
  at: number,
): { readonly segment: number; readonly t: number } {
  let segment = 0;
  while (segment + 2 < knots.length && at >= knots[segment + 1]) segment++;
  const width = knots[segment + 1] - knots[segment];
  const t = width > 0 ? (at - knots[segment]) / width : 0;
  return { segment, t: Math.min(1, Math.max(0, t)) };
}
