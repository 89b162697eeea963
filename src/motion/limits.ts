/**
 * Where a motion leaves the limits of its joints. A limit is left where that is shown: at a time at which the
 * computed value, less what it may be off by, is beyond the limit by more than TOLERANCE. Everywhere else it
 * is kept: a curve's extrema are found with proven errors (curve.ts), so nothing goes farther than that between
 * the places that are looked at. Values that touch a limit keep it.
 *
 * The tolerance is that of the numbers it is computed from: TOLERANCE times the size of limits, positions and
 * times, each as a part of the result. A path that is timed to run at a limit keeps it, however it was rounded.
 */
import { type Cell, type JointBound, jointBounds } from '../cell/index.ts';
import { lawInto } from '../kinematics/index.ts';
import { U } from '../math/index.ts';
import { CurvedSegment } from './curved.ts';
import { FollowerCurve } from './followerCurve.ts';
import type { JointCurve } from './jointCurve.ts';
import type { Path } from './path.ts';
import type { Segment } from './segment.ts';

/** Four units in the last place. */
const TOLERANCE = 8 * U;

const KINDS = ['position', 'velocity', 'acceleration'] as const;
/** What of a joint is limited: `position`, `velocity` or `acceleration`. */
export type LimitKind = (typeof KINDS)[number];

export interface LeftLimit {
  /** Scoped. */
  readonly joint: string;
  readonly kind: LimitKind;
  readonly unit: 'rad' | 'm';
  /** With its sign; infinite where a velocity changes at once, which `jump` tells by how much. */
  readonly value: number;
  readonly limit: number;
  readonly jump?: number;
  /** Where it is farthest beyond; a joint that is held is beyond everywhere. */
  readonly segment: number;
  readonly t: number;
  /** Seconds, where the path has times. */
  readonly time?: number;
  readonly held?: true;
  /** On how many segments it is left. */
  readonly segments: number;
}

export interface LimitFindings {
  /** Per joint and kind, and of positions per direction, the farthest; in the order of joints. */
  readonly left: readonly LeftLimit[];
  /** The same for each segment by itself, in the order of segments. */
  readonly bySegment: readonly LeftLimit[];
  /** How many joint values have limits of each kind that this motion could leave. */
  readonly looked: Readonly<Record<LimitKind, number>>;
}

/** Where a path leaves the limits of joints. Velocities and accelerations are known of paths with times. */
export function limitsLeft(
  cell: Cell,
  path: Path,
  bounds: readonly JointBound[] = jointBounds(cell),
): LimitFindings {
  const search = new LimitSearch(path, bounds);
  path.segments.forEach((segment, i) => {
    search.look(segment, i);
  });
  const timed = path.times !== undefined;
  const looked = { position: 0, velocity: 0, acceleration: 0 };
  for (const { dof, lower, upper, velocity, acceleration } of bounds) {
    if (lower > -Infinity || upper < Infinity) looked.position++;
    if (timed && dof >= 0 && velocity < Infinity) looked.velocity++;
    if (timed && dof >= 0 && acceleration < Infinity) looked.acceleration++;
  }
  return { left: search.worst(), bySegment: search.found, looked };
}

/** Positions that single configurations leave. */
export function limitsLeftAt(
  cell: Cell,
  list: readonly Float64Array[],
  bounds: readonly JointBound[] = jointBounds(cell),
): LeftLimit[][] {
  return list.map((q) =>
    bounds.flatMap((bound) => {
      const { dof, law } = bound;
      const value = dof < 0 ? 0 : law ? lawAt(bound, q[dof])[0] : q[dof];
      return positionsLeft(bound, [{ value, t: 0, error: law?.error ?? 0 }], 0);
    }),
  );
}

/** Value, rate and bend of a follower where its leader is at x; with a law. */
function lawAt({ law }: JointBound, x: number): Float64Array {
  const out = new Float64Array(3);
  lawInto(law!, Float64Array.of(x), 0, out, 0);
  return out;
}

interface Extreme {
  readonly value: number;
  readonly t: number;
  /** How far the computed value may be from the true one. */
  readonly error: number;
}

/** Whether a value that the joint takes, or that of the joint that it follows, is between its limits as computed: then nothing shows it left. */
function keepsPosition({ multiplier, offset, lower, upper }: JointBound, q: number): boolean {
  const value = multiplier * q + offset;
  return value >= lower && value <= upper;
}

/** Whether a joint keeps its limits on a segment, where two looks tell: most do, and many edges are looked at. */
function keepsPositions(segment: Segment, bound: JointBound): boolean {
  const { dof, law } = bound;
  if (dof < 0) return keepsPosition(bound, 0);
  if (law || segment instanceof CurvedSegment) return false;
  return keepsPosition(bound, segment.from[dof]) && keepsPosition(bound, segment.to[dof]);
}

function positionsLeft(
  bound: JointBound,
  extremes: readonly Extreme[],
  segment: number,
): LeftLimit[] {
  const { name: joint, unit, multiplier, offset, lower, upper, dof } = bound;
  const held = dof < 0 ? ({ held: true } as const) : {};
  const found: LeftLimit[] = [];
  const range = Math.max(
    lower > -Infinity ? Math.abs(lower) : 0,
    upper < Infinity ? Math.abs(upper) : 0,
  );
  for (const [limit, sign] of [
    [lower, -1],
    [upper, 1],
  ] as const) {
    let worst: LeftLimit | null = null;
    for (const { value: q, t, error } of extremes) {
      // A factor, a product and a sum: the joint's own value is exact where it follows nobody.
      const value = multiplier * q + offset;
      const rounding = multiplier === 1 && offset === 0 ? 0 : TOLERANCE * Math.abs(multiplier * q);
      const size = Math.max(range, Math.abs(value));
      const room = TOLERANCE * size + rounding + Math.abs(multiplier) * error;
      if (!(sign * (value - limit) > room)) continue;
      if (worst && sign * (value - worst.value) <= 0) continue;
      const kind = 'position';
      worst = { joint, kind, unit, value, limit, segment, t, ...held, segments: 1 };
    }
    if (worst) found.push(worst);
  }
  return found;
}

class LimitSearch {
  readonly found: LeftLimit[] = [];
  private readonly path: Path;
  private readonly bounds: readonly JointBound[];
  private readonly hasRates: boolean;
  /** Velocities at the end of the last segment that took time, with what they may be off by. */
  private before: { readonly velocity: Float64Array; readonly error: Float64Array } | null = null;

  constructor(path: Path, bounds: readonly JointBound[]) {
    this.path = path;
    this.bounds = bounds;
    this.hasRates = bounds.some((b) => b.velocity < Infinity || b.acceleration < Infinity);
  }

  look(segment: Segment, i: number): void {
    const { bounds } = this;
    for (const bound of bounds) {
      if (keepsPositions(segment, bound)) continue;
      if (bound.dof >= 0) this.take(positionsLeft(bound, extremesOf(segment, bound, 0), i));
      // What is held is told once.
      else if (i === 0) this.take(positionsLeft(bound, [{ value: 0, t: 0, error: 0 }], 0));
    }
    const times = this.path.times;
    if (!times || this.path.waypoints.length === 1 || !this.hasRates) return;
    if (times[i + 1] > times[i]) this.rates(segment, i, times[i], times[i + 1]);
  }

  private rates(segment: Segment, i: number, begin: number, end: number): void {
    const duration = end - begin;
    // What the rounding of two times makes of a velocity, as a part of it.
    const timing = TOLERANCE * (1 + (Math.abs(begin) + Math.abs(end)) / duration);
    const { length } = segment.from;
    const [first, last] = [new Float64Array(length), new Float64Array(length)];
    const error = new Float64Array(length);
    segment.rateInto(0, first, 0);
    segment.rateInto(1, last, 0);
    for (let d = 0; d < length; d++) {
      first[d] /= duration;
      last[d] /= duration;
      const size = Math.abs(segment.from[d]) + Math.abs(segment.to[d]);
      const slack = curveOf(segment, d)?.slack[1] ?? 0;
      error[d] = (8 * TOLERANCE * size + slack) / duration;
      error[d] += timing * Math.max(Math.abs(first[d]), Math.abs(last[d]));
    }
    for (const bound of this.bounds) {
      const { dof: d, velocity, acceleration, law } = bound;
      if (d < 0) continue;
      const factor = Math.abs(bound.multiplier);
      const size = (Math.abs(segment.from[d]) + Math.abs(segment.to[d])) * (law ? bound.factor : 1);
      for (const [k, kind, limit] of [
        [1, 'velocity', velocity],
        [2, 'acceleration', acceleration],
      ] as const) {
        if (limit === Infinity) continue;
        const scale = duration ** k;
        // Coefficients of a curve are a few roundings of its ends and of its rates.
        const room = k * timing * limit + (8 * k * TOLERANCE * factor * size) / scale;
        let worst: LeftLimit | null = null;
        for (const { value: x, t, error: off } of extremesOf(segment, bound, k)) {
          const value = (bound.multiplier * x) / scale;
          if (!(Math.abs(value) - (factor * off) / scale > limit + room)) continue;
          if (worst && Math.abs(value) <= Math.abs(worst.value)) continue;
          const signed = Math.sign(value) * limit;
          const { name: joint, unit } = bound;
          worst = { joint, kind, unit, value, limit: signed, segment: i, t, segments: 1 };
        }
        if (worst) this.take([worst]);
      }
      if (acceleration < Infinity && this.before) {
        const by = law ? lawAt(bound, segment.from[d])[1] : bound.multiplier;
        const jump = by * (first[d] - this.before.velocity[d]);
        const off = Math.abs(by) * (error[d] + this.before.error[d]);
        if (Math.abs(jump) > off) {
          const { name: joint, unit } = bound;
          const value = Math.sign(jump) * Infinity;
          const limit = Math.sign(jump) * acceleration;
          const kind = 'acceleration';
          this.take([{ joint, kind, unit, value, limit, jump, segment: i, t: 0, segments: 1 }]);
        }
      }
    }
    this.before = { velocity: last, error };
  }

  private take(list: readonly LeftLimit[]): void {
    for (const left of list) this.found.push(withTime(left, this.path));
  }

  worst(): LeftLimit[] {
    if (this.found.length === 0) return [];
    const best = new Map<string, { left: LeftLimit; on: Set<number> }>();
    for (const left of this.found) {
      const { joint, kind, value, limit } = left;
      const direction = kind === 'position' ? value < limit : '';
      const key = `${joint}\n${kind} ${direction}`;
      const known = best.get(key);
      if (!known) best.set(key, { left, on: new Set([left.segment]) });
      else {
        known.on.add(left.segment);
        if (beyond(left) > beyond(known.left)) known.left = left;
      }
    }
    const order = new Map(this.bounds.map(({ name }, i) => [name, i]));
    return [...best.values()]
      .map(({ left, on }) => ({
        ...left,
        segments: left.held ? this.path.segments.length : on.size,
      }))
      .sort(
        (a, b) =>
          order.get(a.joint)! - order.get(b.joint)! ||
          KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind),
      );
  }
}

/** By how much; of two changes of velocity at once the larger counts. */
function beyond({ value, limit, jump }: LeftLimit): number {
  return jump === undefined ? Math.abs(value - limit) : 1e300 + 1e290 * Math.abs(jump);
}

function withTime(left: LeftLimit, { times, waypoints }: Path): LeftLimit {
  const { segment, t } = left;
  if (!times) return left;
  const [begin, end] = [times[segment], times[waypoints.length === 1 ? 0 : segment + 1]];
  return { ...left, time: t === 1 ? end : begin + t * (end - begin) };
}

function curveOf(segment: Segment, d: number): JointCurve | undefined {
  return segment instanceof CurvedSegment ? segment.curveOf(d) : undefined;
}

/**
 * Where a joint value, or a derivative of it by t, is smallest and largest on a segment: of what a joint follows, or,
 * by a law, its own.
 */
function extremesOf(
  segment: Segment,
  { dof: d, law }: JointBound,
  k: 0 | 1 | 2,
): readonly Extreme[] {
  if (law) return new FollowerCurve(segment, d, law).extremes(k);
  const curve = curveOf(segment, d);
  if (curve) {
    // Of two that are as far the first is told.
    return [curve.extremeAt(k, false), curve.extremeAt(k, true)]
      .sort((a, b) => a - b)
      .map((t) => ({ value: curve.at(k, t), t, error: curve.slack[k] }));
  }
  if (k === 2) return [];
  const [from, to] = [segment.from[d], segment.to[d]];
  if (k === 1) return [{ value: to - from, t: 0, error: 0 }];
  return [
    { value: from, t: 0, error: 0 },
    { value: to, t: 1, error: 0 },
  ];
}
