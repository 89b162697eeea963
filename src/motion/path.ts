/**
 * Paths: chains of segments. Here those that run straight from waypoint to waypoint, or along an arc; timed.ts,
 * blend.ts and tracks.ts make others.
 *
 * Angles without limits are the same after a whole turn, so between two values there are many ways.
 * The rule is explicit: `literal` runs from number to number; `short` goes the short way round, by
 * adding whole turns to the values that follow (so waypoints differ from what was given, and the path
 * says so). From there on numbers mean what they say.
 */
import { MOST_VALUE, requireMagnitude } from '../kinematics/magnitude.ts';
import type { KinematicTree } from '../kinematics/tree.ts';
import { type Fault, InputError } from '../math/fault.ts';
import { column } from '../words/plain.ts';
import { circularSegment } from './circle.ts';
import { halfTurnNotes } from './halfTurn.ts';
import type { Segment } from './segment.ts';
import { StraightSegment } from './straight.ts';

export type WrapRule = 'literal' | 'short';

/** What joints do between the waypoints that were given. */
export type Interpolation = 'straight' | 'arcs' | 'controller' | 'blend' | 'tracks';

export interface Path {
  /** At least one. After the wrap rule; what the segments run through, also where knots were added. */
  readonly waypoints: readonly Float64Array[];
  /** One fewer than waypoints; a path of one waypoint has one segment that stands still. */
  readonly segments: readonly Segment[];
  readonly wrap: WrapRule;
  /** Seconds, one per waypoint; they never decrease. Segment i takes times[i + 1] - times[i]. */
  readonly times?: readonly number[];
  /** Default: straight. */
  readonly interpolation?: Interpolation;
  /** For people: what the segments are, such as "cubic segments, as a ROS controller executes them". */
  readonly summary?: string;
  /** For people: what each segment is, where "waypoint 2 to 3" would not tell. */
  readonly labels?: readonly string[];
  /** What a reader should know, such as joints that turn by more than half a turn in one segment. */
  readonly notes: readonly Fault[];
}

/** How paths are made of waypoints. */
export interface PathOptions {
  /** Default: literal. */
  readonly wrap?: WrapRule;
}

export interface StraightOptions extends PathOptions {
  /** Seconds, one per waypoint. */
  readonly times?: readonly number[];
  /** By which configurations a waypoint is reached along an arc; see Vias. */
  readonly vias?: Vias | undefined;
}

/**
 * One per waypoint, the first of which has none: the configuration on the way of the arc that leads to the waypoint, two for a
 * whole circle, or null where the way is straight.
 */
export type Vias = readonly (readonly Float64Array[] | null)[];

const NO_VIA: readonly Float64Array[] = [];
const TURN = 2 * Math.PI;

/** A path through waypoints. Throws an InputError for one that is not a configuration. */
export function buildPath(
  tree: KinematicTree,
  waypoints: readonly Float64Array[],
  { wrap = 'literal', times, vias = [] }: StraightOptions = {},
): Path {
  if (vias.length > 0) requireVias(vias, waypoints.length);
  // A wrap rule is about all configurations, those on the way of an arc too.
  const all = vias.length === 0 ? waypoints : waypoints.flatMap((q, i) => [...(vias[i] ?? []), q]);
  const { points: wrapped, notes } = wrapPoints(tree, all, wrap, (k) => segmentOf(vias, k));
  const points: Float64Array[] = [];
  const segments: Segment[] = [];
  let arcs = false;
  for (let i = 0, k = 0; i < waypoints.length; i++) {
    const via = vias[i] ? wrapped.slice(k, k + vias[i]!.length) : NO_VIA;
    k += via.length + 1;
    const to = wrapped[k - 1];
    points.push(to);
    if (i === 0) continue;
    const from = points[i - 1];
    if (via.length > 0) arcs = true;
    segments.push(
      via.length > 0
        ? ofSegment(i - 1, () => circularSegment(tree, from, via, to))
        : new StraightSegment(tree, from, to),
    );
  }
  if (times) requireTimes(times, points.length);
  if (points.length === 1) segments.push(new StraightSegment(tree, points[0], points[0]));
  const allNotes = notes.concat(halfTurnNotes(tree, segments));
  const path = { waypoints: points, segments, wrap, ...(times && { times }), notes: allNotes };
  return arcs ? { ...path, interpolation: 'arcs', summary: arcsSummary(segments) } : path;
}

function arcsSummary(segments: readonly Segment[]): string {
  const straight = segments.some(({ kind }) => kind === 'straight');
  return `${straight ? 'straight and circular' : 'circular'} segments`;
}

function requireVias(vias: Vias, count: number): void {
  if (vias.length === count && (vias[0] ?? []).length === 0) return;
  const message =
    vias.length === count
      ? 'the path begins at its first waypoint: no arc leads there'
      : `a path has configurations on the way to ${vias.length} of ${count} waypoints`;
  throw new InputError({ code: 'path/arc-count', message });
}

/** The segment that ends at the k-th configuration, those on the way of arcs counted. */
function segmentOf(vias: Vias, k: number): number {
  let i = 0;
  for (let last = 0; last < k; i++) last += 1 + (vias[i + 1]?.length ?? 0);
  return i - 1;
}

/** What is wrong with a segment is said of its number. */
export function ofSegment<T>(i: number, make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError({ ...error.fault, message: `segment ${i}: ${error.fault.message}` });
  }
}

/** Waypoints after the wrap rule, and what to say about them. */
export function wrapPoints(
  tree: KinematicTree,
  waypoints: readonly Float64Array[],
  wrap: WrapRule,
  /** The number of the segment that ends at a point. */
  segmentOf = (k: number) => k - 1,
): { points: Float64Array[]; notes: Fault[] } {
  if (waypoints.length === 0) {
    throw new InputError({ code: 'path/empty', message: 'a path needs at least one waypoint' });
  }
  waypoints.forEach((q, i) => {
    for (let d = 0; d < tree.dofs.length; d++) {
      if (Math.abs(q[d]) > MOST_VALUE && q[d] - q[d] === 0) {
        requireMagnitude(tree.dofs[d].name, q[d], `waypoint ${segmentOf(i) + 1}: `);
      }
    }
  });
  if (wrap === 'short') return { points: unwrap(tree, waypoints), notes: [] };
  return { points: [...waypoints], notes: longTurns(tree, waypoints, segmentOf) };
}

/** One finite time per waypoint, in order. */
export function requireTimes(times: readonly number[], count: number): void {
  if (times.length !== count) {
    throw new InputError({
      code: 'path/count',
      message: `a path has ${times.length} times for ${count} waypoints`,
    });
  }
  for (let i = 0; i < count; i++) {
    const last = times[Math.max(0, i - 1)];
    if (Number.isFinite(times[i]) && times[i] >= last) continue;
    const message = Number.isFinite(times[i])
      ? `time goes back from ${last} s to ${times[i]} s`
      : `the time of waypoint ${i} is ${times[i]}`;
    throw new InputError({ code: 'path/time', message });
  }
}

/**
 * Whether segment i takes any time. One that takes none must stand still: no motion leads from one
 * place to another at once.
 */
export function takesTime(
  points: readonly Float64Array[],
  times: readonly number[],
  i: number,
): boolean {
  if (times[i + 1] > times[i]) return true;
  if (points[i].every((x, d) => x === points[i + 1][d])) return false;
  throw new InputError({
    code: 'path/time',
    message: `waypoints ${i} and ${i + 1} differ, but both are at ${times[i]} s`,
    hint: 'times must increase',
  });
}

/** The same rotations, each within half a turn of the one before. */
function unwrap(tree: KinematicTree, waypoints: readonly Float64Array[]): Float64Array[] {
  const points: Float64Array[] = [];
  for (const given of waypoints) {
    const point = given.slice();
    const before = points.at(-1);
    if (before) {
      tree.dofs.forEach(({ continuous }, d) => {
        if (continuous) point[d] -= TURN * Math.round((point[d] - before[d]) / TURN);
      });
    }
    points.push(point);
  }
  return points;
}

function isContinuous({ continuous }: { readonly continuous: boolean }): boolean {
  return continuous;
}

function longTurns(
  tree: KinematicTree,
  points: readonly Float64Array[],
  segmentOf: (k: number) => number,
): Fault[] {
  if (!tree.dofs.some(isContinuous)) return [];
  const most = new Map<number, { turn: number; segment: number }>();
  for (let i = 0; i + 1 < points.length; i++) {
    tree.dofs.forEach(({ continuous }, d) => {
      const turn = Math.abs(points[i + 1][d] - points[i][d]);
      if (continuous && turn > Math.PI && turn > (most.get(d)?.turn ?? 0)) {
        most.set(d, { turn, segment: segmentOf(i + 1) });
      }
    });
  }
  return [...most].map(([d, { turn, segment }]) => ({
    code: 'path/long-turn',
    message: `"${tree.dofs[d].name}" has no limits and turns by ${column(turn, 3)} rad in segment ${segment}, as the numbers say`,
    hint: 'ask for the wrap rule "short" if the short way is meant',
  }));
}
