/** What joints do, for the links that they carry (link.ts): they follow a path with times, or stay within limits. */
import { InputError, U } from '../math/index.ts';
import { joinedErrorUpperInto, type Path } from '../motion/index.ts';
import type { JointMotion } from './link.ts';

const u = U;

/** The joints follow a path that has times: a trajectory, or the tracks of several robots. */
export function jointsOnPath(path: Path): JointMotion {
  const { segments, times } = path;
  if (!times || times.length < 2 || times.length !== segments.length + 1) {
    throw new InputError({
      code: 'path/no-times',
      message: 'a path that a link follows needs times, one a waypoint, two at least',
    });
  }
  return new PathJoints(path, times);
}

class PathJoints implements JointMotion {
  readonly begin = Number.NEGATIVE_INFINITY;
  readonly end = Number.POSITIVE_INFINITY;
  private readonly path: Path;
  private readonly times: readonly number[];
  private readonly work: Float64Array;

  constructor(path: Path, times: readonly number[]) {
    this.path = path;
    this.times = times;
    this.work = new Float64Array(path.waypoints[0].length);
  }

  configurationInto(time: number, out: Float64Array): void {
    const { segments } = this.path;
    const i = Math.max(0, Math.min(segments.length - 1, this.indexAt(time)));
    segments[i].configurationInto(this.inside(i, time), out, 0);
  }

  rateInto(time: number, out: Float64Array): void {
    this.rateUpperInto(time, time, out);
  }

  rateUpperInto(from: number, to: number, out: Float64Array): void {
    out.fill(0);
    this.visit(from, to, (i, ta, tb, seconds) => {
      this.path.segments[i].rateUpperInto(ta, tb, this.work, 0);
      for (let d = 0; d < out.length; d++) {
        out[d] = Math.max(out[d], (this.work[d] / seconds) * (1 + 8 * u));
      }
    });
  }

  accelerationUpperInto(from: number, to: number, out: Float64Array): void {
    out.fill(0);
    // From one segment to the next rates may jump: no bound then.
    const { times } = this;
    const first = this.indexAt(from);
    if (first !== this.indexAt(to) || (first < 0 && to >= times[0])) {
      out.fill(Number.POSITIVE_INFINITY);
      return;
    }
    this.visit(from, to, (i, ta, tb, seconds) => {
      this.path.segments[i].accelerationUpperInto(ta, tb, this.work, 0);
      for (let d = 0; d < out.length; d++) {
        out[d] = Math.max(out[d], (this.work[d] / (seconds * seconds)) * (1 + 16 * u));
      }
    });
  }

  /** Evaluation, and t itself, which is computed from times with three roundings. */
  errorUpperInto(out: Float64Array): void {
    const { segments } = this.path;
    const size = Math.max(Math.abs(this.times[0]), Math.abs(this.times[this.times.length - 1]));
    out.fill(0);
    segments.forEach((segment, i) => {
      const seconds = this.times[i + 1] - this.times[i];
      if (!(seconds > 0)) return;
      joinedErrorUpperInto(segment, this.work, 0);
      for (let d = 0; d < out.length; d++) out[d] = Math.max(out[d], this.work[d]);
      segment.rateUpperInto(0, 1, this.work, 0);
      const off = 4 * u * (1 + size / seconds);
      for (let d = 0; d < out.length; d++) out[d] += this.work[d] * off;
    });
  }

  /** Where segments meet they are within their errors of each other. */
  slipUpperInto(from: number, to: number, out: Float64Array): void {
    const joins = this.indexAt(to) - this.indexAt(from) + 1;
    this.errorUpperInto(out);
    for (let d = 0; d < out.length; d++) out[d] *= joins;
  }

  /** Which segment runs; -1 before the first, their count after the last. */
  private indexAt(time: number): number {
    const { times } = this;
    let low = 0;
    let high = times.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (times[middle] <= time) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  private inside(i: number, time: number): number {
    const seconds = this.times[i + 1] - this.times[i];
    if (!(seconds > 0)) return time < this.times[i] ? 0 : 1;
    return Math.max(0, Math.min(1, (time - this.times[i]) / seconds));
  }

  /** Visits the segments that run between two times, each with the part of it, widened by rounding. */
  private visit(
    from: number,
    to: number,
    use: (segment: number, ta: number, tb: number, seconds: number) => void,
  ): void {
    const { segments } = this.path;
    const last = Math.min(segments.length - 1, this.indexAt(to));
    // A time on a knot, or rounded past one, belongs to both sides.
    for (let i = Math.max(0, this.indexAt(from) - 1); i <= last; i++) {
      const seconds = this.times[i + 1] - this.times[i];
      if (!(seconds > 0) || this.times[i + 1] < from) continue;
      const wide = 8 * u * (1 + (Math.abs(from) + Math.abs(to)) / seconds);
      use(
        i,
        Math.max(0, this.inside(i, from) - wide),
        Math.min(1, this.inside(i, to) + wide),
        seconds,
      );
    }
  }
}

/** Joints about whose future only limits are known. */
export interface JointLimits {
  /** Where the joints are at a time. */
  readonly configurationInto: (time: number, out: Float64Array) => void;
  /** Their rates, a second; only lengths count. Without them rates are taken to be at their limits. */
  readonly rateInto?: (time: number, out: Float64Array) => void;
  /** The largest rates and accelerations, one number a degree of freedom. */
  readonly rate: Float64Array;
  readonly acceleration: Float64Array;
  /** How far computed configurations may be from the true ones. */
  readonly error: Float64Array;
  /** Seconds until which somebody can tell where the joints are. */
  readonly end?: number;
}

/** The joints do what they like, within limits of their rates and accelerations. */
export function jointsWithin(limits: JointLimits): JointMotion {
  for (const [what, values] of [
    ['rate', limits.rate],
    ['acceleration', limits.acceleration],
    ['error', limits.error],
  ] as const) {
    values.forEach((value, d) => {
      if (value >= 0) return;
      throw new InputError({
        code: 'schedule/bounds',
        message: `the limit of the ${what} of degree of freedom ${d} is ${value}: expected a number that is not negative`,
      });
    });
  }
  return {
    begin: Number.NEGATIVE_INFINITY,
    end: limits.end ?? Number.POSITIVE_INFINITY,
    configurationInto: limits.configurationInto,
    rateInto(time, out) {
      out.set(limits.rate);
      if (!limits.rateInto) return;
      limits.rateInto(time, out);
      for (let d = 0; d < out.length; d++) out[d] = Math.abs(out[d]);
    },
    rateUpperInto: (_from, _to, out) => out.set(limits.rate),
    accelerationUpperInto: (_from, _to, out) => out.set(limits.acceleration),
    errorUpperInto: (out) => out.set(limits.error),
    slipUpperInto: (_from, _to, out) => {
      out.fill(0);
    },
  };
}
