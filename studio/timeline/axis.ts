/**
 * The horizontal axis of the timeline: where segment k at its t lies, and back.
 *
 * A path with times is drawn over its seconds. One without is drawn as if every segment took as long as
 * its slowest joint needs at an even pace, so that long motions are long and short ones can still be hit.
 */

/** A place on a path: `t` runs from 0 to 1 on a segment. */
export interface Place {
  readonly segment: number;
  readonly t: number;
}

export interface AxisPath {
  readonly waypoints: readonly ArrayLike<number>[];
  readonly times?: readonly number[] | null | undefined;
}

/** Radians and metres per second that a path without times is played at. */
const PACE: Readonly<Record<string, number>> = { angle: 1, length: 0.5, quaternion: 0.5 };
/** Of the whole: what every segment gets, however short; of very many together half of it. */
const LEAST_SHARE = 0.004;

export class TimeAxis {
  /** Where each segment begins, and at last where the path ends. Seconds. */
  readonly starts: Float64Array;
  readonly end: number;
  /** Whether the seconds are the path's own. */
  readonly timed: boolean;

  constructor({ waypoints, times }: AxisPath, units: readonly string[] = []) {
    const count = Math.max(1, waypoints.length - 1);
    this.starts = new Float64Array(count + 1);
    this.timed = times != null && times.length === waypoints.length && times.at(-1)! > times[0];
    const lengths = new Float64Array(count);
    for (let k = 0; k < count; k++) {
      lengths[k] = this.timed ? times![k + 1] - times![k] : duration(waypoints, k, units);
    }
    const total = lengths.reduce((sum, x) => sum + x, 0);
    for (let k = 0; k < count; k++) {
      const least = this.timed ? 0 : Math.min(LEAST_SHARE, 0.5 / count) * total;
      this.starts[k + 1] = this.starts[k] + Math.max(lengths[k], least);
    }
    // A path that stands still has an axis nevertheless.
    if (!(this.starts[count] > 0)) {
      for (let k = 0; k <= count; k++) this.starts[k] = k;
    }
    this.end = this.starts[count];
  }

  get segments(): number {
    return this.starts.length - 1;
  }

  /** The position of a place. */
  position({ segment, t }: Place): number {
    const k = clamp(segment, 0, this.segments - 1);
    const from = this.starts[k];
    return from + clamp(t, 0, 1) * (this.starts[k + 1] - from);
  }

  /** The place at a position. Where segments meet, the end of the path belongs to the last one. */
  place(position: number): Place {
    const x = clamp(position, 0, this.end);
    let low = 0;
    let high = this.segments - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.starts[middle] <= x) low = middle;
      else high = middle - 1;
    }
    const width = this.starts[low + 1] - this.starts[low];
    return { segment: low, t: width > 0 ? clamp((x - this.starts[low]) / width, 0, 1) : 1 };
  }
}

function duration(
  waypoints: readonly ArrayLike<number>[],
  k: number,
  units: readonly string[],
): number {
  const from = waypoints[k];
  const to = waypoints[k + 1] ?? from;
  let longest = 0;
  for (let d = 0; d < from.length; d++) {
    const pace = PACE[units[d] ?? 'angle'] ?? 1;
    longest = Math.max(longest, Math.abs(to[d] - from[d]) / pace);
  }
  return longest;
}

export function clamp(x: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, x));
}
