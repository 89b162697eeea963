/**
 * Straight lines with parabolic blends: velocities change evenly, over the same time at every waypoint,
 * and joints run evenly in between (Craig, Introduction to Robotics, "Linear function with parabolic
 * blends for a path with via points").
 *
 * A blend at an inner waypoint is centred on its time; the joints pass it by. Blends at the first and the
 * last waypoint lie inside of the path and begin or end at rest there: the line next to them is the
 * faster for it, and passes its other waypoint's place at that waypoint's time.
 */
import type { KinematicTree } from '../kinematics/index.ts';
import { InputError } from '../math/index.ts';
import { COEFFICIENTS } from './curve.ts';
import { ofSegment, type Path, type PathOptions, requireTimes, wrapPoints } from './path.ts';
import { PolynomialSegment } from './polynomial.ts';
import type { Segment } from './segment.ts';
import { parabolaInto } from './spline.ts';
import { StraightSegment } from './straight.ts';
import { quaternionInto } from './timed.ts';
import { floatingDofs } from './turn.ts';

export interface BlendedPoints {
  readonly waypoints: readonly Float64Array[];
  /** Seconds; they increase. */
  readonly times: readonly number[];
  /** Seconds that every blend takes. */
  readonly blend: number;
}

/** What times that were written in decimals may lack, relative to a blend. */
const SLACK = 1e-9;

/** A path that passes its waypoints on parabolas. Pieces run from knot to knot: `waypoints` of the path are the knots, not the points given. */
export function blendedPath(
  tree: KinematicTree,
  { waypoints, times, blend }: BlendedPoints,
  { wrap = 'literal' }: PathOptions = {},
): Path {
  const { points, notes } = wrapPoints(tree, waypoints, wrap);
  requireTimes(times, points.length);
  requireRoom(times, blend);
  requireNoTurns(tree, points);
  const last = points.length - 1;
  if (last === 0) {
    const segments = [new StraightSegment(tree, points[0], points[0])];
    return { waypoints: points, segments, wrap, times, interpolation: 'blend', notes };
  }
  const velocities = points.slice(1).map((q, i) => {
    // A blend at rest covers half of what the line would.
    const lost = (i === 0 ? 0.5 * blend : 0) + (i + 1 === last ? 0.5 * blend : 0);
    const time = times[i + 1] - times[i] - lost;
    return q.map((x, d) => (x - points[i][d]) / time);
  });
  const rest = new Float64Array(points[0].length);
  const knots: Float64Array[] = [points[0]];
  const at: number[] = [times[0]];
  const segments: Segment[] = [];
  const labels: string[] = [];
  const add = (segment: Segment, q: Float64Array, time: number, label: string) => {
    segments.push(segment);
    knots.push(q);
    at.push(time);
    labels.push(label);
  };
  for (let i = 0; i <= last; i++) {
    const before = i > 0 ? velocities[i - 1] : rest;
    const after = i < last ? velocities[i] : rest;
    const begin = i === 0 ? times[0] : i === last ? times[last] - blend : times[i] - 0.5 * blend;
    const end = i === 0 ? times[0] + blend : i === last ? times[last] : times[i] + 0.5 * blend;
    if (i > 0 && begin - at[at.length - 1] > SLACK * blend) {
      const to = points[i].map((x, d) => x - 0.5 * blend * before[d]);
      for (const d of floatingDofs(tree)) to.set(points[i].subarray(d + 3, d + 7), d + 3);
      const from = knots[knots.length - 1];
      const line = ofSegment(segments.length, () => new StraightSegment(tree, from, to));
      add(line, to, begin, `waypoint ${i - 1} to ${i}`);
    }
    const from = knots[knots.length - 1];
    const to = points[i].map((x, d) => x + 0.5 * blend * after[d]);
    for (const d of floatingDofs(tree)) to.set(points[i].subarray(d + 3, d + 7), d + 3);
    const duration = end - at[at.length - 1];
    const segment = ofSegment(segments.length, () =>
      blendBetween(tree, from, to, before, duration),
    );
    add(segment, to, end, `blend at waypoint ${i}`);
  }
  return {
    waypoints: knots,
    segments,
    wrap,
    times: at,
    interpolation: 'blend',
    summary: `straight segments with parabolic blends of ${blend} s`,
    labels,
    notes,
  };
}

function blendBetween(
  tree: KinematicTree,
  from: Float64Array,
  to: Float64Array,
  velocity: Float64Array,
  duration: number,
): Segment {
  const c = new Float64Array(COEFFICIENTS * from.length);
  for (let d = 0; d < from.length; d++) {
    parabolaInto(c, COEFFICIENTS * d, from[d], to[d], velocity[d] * duration);
  }
  for (const d of floatingDofs(tree)) quaternionInto(c, d, from, to);
  return new PolynomialSegment(tree, c);
}

/** Blends must not overlap. */
function requireRoom(times: readonly number[], blend: number): void {
  if (!(blend > 0 && Number.isFinite(blend))) {
    throw new InputError({
      code: 'path/blend',
      message: `a blend takes ${blend} s; expected a time above 0`,
    });
  }
  const last = times.length - 1;
  // Blends, or halves of them, that lie between two waypoints.
  const parts = (i: number) => (i === 0 ? 1 : 0.5) + (i + 1 === last ? 1 : 0.5);
  const room = times.slice(1).map((time, i) => (time - times[i]) / parts(i));
  const tight = room.findIndex((x) => !(blend <= x * (1 + SLACK)));
  if (tight < 0) return;
  const between = times[tight + 1] - times[tight];
  throw new InputError({
    code: 'path/blend',
    message: `the blends at waypoints ${tight} and ${tight + 1} overlap: they need ${parts(tight) * blend} s between them, there are ${between} s`,
    hint: `a blend of at most ${room.reduce((a, b) => Math.min(a, b))} s fits everywhere`,
  });
}

function requireNoTurns(tree: KinematicTree, points: readonly Float64Array[]): void {
  for (const d of floatingDofs(tree)) {
    const same = points.every((q) => [3, 4, 5, 6].every((k) => q[d + k] === points[0][d + k]));
    if (same) continue;
    throw new InputError({
      code: 'path/blend-rotation',
      message: `"${tree.dofs[d].joint}" is a floating joint and turns: blends of rotations are not supported`,
      hint: 'ask for "straight" or "controller"',
    });
  }
}
