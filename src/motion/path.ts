/**
 * Paths: chains of straight segments through waypoints.
 *
 * Angles without limits are the same after a whole turn, so between two values there are many ways.
 * The rule is explicit: `literal` runs from number to number; `short` goes the short way round, by
 * adding whole turns to the values that follow (so waypoints differ from what was given, and the path
 * says so). From there on numbers mean what they say.
 */
import type { KinematicTree } from '../kinematics/index.ts';
import { type Fault, InputError } from '../math/index.ts';
import type { Segment } from './segment.ts';
import { StraightSegment } from './straight.ts';

export type WrapRule = 'literal' | 'short';

export interface Path {
  /** At least one. After the wrap rule; what the segments run through. */
  readonly waypoints: readonly Float64Array[];
  /** One fewer than waypoints; a path of one waypoint has one segment that stands still. */
  readonly segments: readonly Segment[];
  readonly wrap: WrapRule;
  /** What a reader should know: continuous joints that turn more than half a turn in one segment. */
  readonly notes: readonly Fault[];
}

export interface PathOptions {
  /** Default: literal. */
  readonly wrap?: WrapRule;
}

const TURN = 2 * Math.PI;

/** A path through waypoints. Throws an InputError for one that is not a configuration. */
export function buildPath(
  tree: KinematicTree,
  waypoints: readonly Float64Array[],
  { wrap = 'literal' }: PathOptions = {},
): Path {
  if (waypoints.length === 0) {
    throw new InputError({ code: 'path/empty', message: 'a path needs at least one waypoint' });
  }
  const points = wrap === 'short' ? unwrap(tree, waypoints) : [...waypoints];
  const notes = wrap === 'literal' ? longTurns(tree, points) : [];
  const segments: Segment[] = [];
  for (let i = 0; i + 1 < points.length; i++) {
    segments.push(new StraightSegment(tree, points[i], points[i + 1]));
  }
  if (points.length === 1) segments.push(new StraightSegment(tree, points[0], points[0]));
  return { waypoints: points, segments, wrap, notes };
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

function longTurns(tree: KinematicTree, points: readonly Float64Array[]): Fault[] {
  const most = new Map<number, { turn: number; segment: number }>();
  for (let i = 0; i + 1 < points.length; i++) {
    tree.dofs.forEach(({ continuous }, d) => {
      const turn = Math.abs(points[i + 1][d] - points[i][d]);
      if (continuous && turn > Math.PI && turn > (most.get(d)?.turn ?? 0)) {
        most.set(d, { turn, segment: i });
      }
    });
  }
  return [...most].map(([d, { turn, segment }]) => ({
    code: 'path/long-turn',
    message: `"${tree.dofs[d].name}" has no limits and turns by ${turn.toFixed(3)} rad in segment ${segment}, as the numbers say`,
    hint: 'ask for the wrap rule "short" if the short way is meant',
  }));
}
