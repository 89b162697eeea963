/**
 * Trajectories as ROS controllers execute them: what a motion between two points is depends on what
 * both of them say. Positions, velocities and accelerations make a quintic, positions and velocities a
 * cubic, positions alone a straight line.
 *
 * So do ROS 2 (ros2_controllers, joint_trajectory_controller, Trajectory::interpolate_between_points;
 * its interpolation method `splines`, the default) and ROS 1 (ros_controllers, trajectory_interface,
 * QuinticSplineSegment: "the lowest common specification will be used").
 */
import type { KinematicTree } from '../kinematics/tree.ts';
import { type Fault, InputError } from '../math/fault.ts';
import { COEFFICIENTS } from './curve.ts';
import { halfTurnNotes } from './halfTurn.ts';
import {
  ofSegment,
  type Path,
  type PathOptions,
  requireTimes,
  takesTime,
  wrapPoints,
} from './path.ts';
import { PolynomialSegment } from './polynomial.ts';
import type { Segment } from './segment.ts';
import { cubicInto, quinticInto } from './spline.ts';
import { StraightSegment } from './straight.ts';
import { floatingDofs } from './turn.ts';

/** One number per degree of freedom, or nothing where a point does not say. */
export type Rates = readonly (Float64Array | null | undefined)[];

export interface TimedPoints {
  readonly waypoints: readonly Float64Array[];
  /** Seconds; they increase, except between points that are equal. */
  readonly times: readonly number[];
  /** Per second. */
  readonly velocities?: Rates | undefined;
  /** Per second squared. */
  readonly accelerations?: Rates | undefined;
}

type Shape = 'quintic' | 'cubic' | 'straight';

/** The motion that a controller makes of these points, from the first to the last. */
export function timedPath(
  tree: KinematicTree,
  given: TimedPoints,
  { wrap = 'literal' }: PathOptions = {},
): Path {
  const { times, velocities = [], accelerations = [] } = given;
  const { points, notes } = wrapPoints(tree, given.waypoints, wrap);
  requireTimes(times, points.length);
  requireRates(tree, velocities, points.length, 'velocities');
  requireRates(tree, accelerations, points.length, 'accelerations');
  const segments: Segment[] = [];
  const shapes = new Set<Shape>();
  let unused = false;
  for (let i = 0; i + 1 < points.length; i++) {
    const shape = takesTime(points, times, i) ? shapeOf(velocities, accelerations, i) : null;
    if (shape) shapes.add(shape);
    if (shape === 'straight' && accelerations[i] && accelerations[i + 1]) unused = true;
    segments.push(
      shape === 'quintic' || shape === 'cubic'
        ? splineBetween(tree, { ...given, waypoints: points }, i, shape)
        : new StraightSegment(tree, points[i], points[i + 1]),
    );
  }
  if (points.length === 1) segments.push(new StraightSegment(tree, points[0], points[0]));
  const order = (['quintic', 'cubic', 'straight'] as const).filter((shape) => shapes.has(shape));
  const words = order.join(order.length > 2 ? ', ' : ' and ') || 'straight';
  return {
    waypoints: points,
    segments,
    wrap,
    times,
    interpolation: 'controller',
    summary: `${words} segments, as a ROS controller executes them`,
    notes: [
      ...notes,
      ...startNotes(times),
      ...endNotes(tree, velocities[points.length - 1]),
      ...(unused ? [UNUSED] : []),
      ...turnNotes(tree, segments),
      ...halfTurnNotes(tree, segments),
    ],
  };
}

function shapeOf(velocities: Rates, accelerations: Rates, i: number): Shape {
  if (!velocities[i] || !velocities[i + 1]) return 'straight';
  return accelerations[i] && accelerations[i + 1] ? 'quintic' : 'cubic';
}

function splineBetween(
  tree: KinematicTree,
  { waypoints, times, velocities = [], accelerations = [] }: TimedPoints,
  i: number,
  shape: 'quintic' | 'cubic',
): Segment {
  const [p, q] = [waypoints[i], waypoints[i + 1]];
  const duration = times[i + 1] - times[i];
  const rate = (k: number, d: number) => (velocities[k]?.[d] ?? 0) * duration;
  const bend = (k: number, d: number) => (accelerations[k]?.[d] ?? 0) * duration * duration;
  const c = new Float64Array(COEFFICIENTS * p.length);
  for (let d = 0; d < p.length; d++) {
    const o = COEFFICIENTS * d;
    if (shape === 'cubic') cubicInto(c, o, p[d], q[d], rate(i, d), rate(i + 1, d));
    else {
      const [from, to] = [bend(i, d), bend(i + 1, d)];
      quinticInto(
        c,
        o,
        { value: p[d], rate: rate(i, d), bend: from },
        { value: q[d], rate: rate(i + 1, d), bend: to },
      );
    }
  }
  for (const d of floatingDofs(tree)) quaternionInto(c, d, p, q);
  return ofSegment(i, () => new PolynomialSegment(tree, c));
}

/** Both ends of the rotation of a floating joint, as polynomial segments want them. */
export function quaternionInto(
  c: Float64Array,
  d: number,
  from: Float64Array,
  to: Float64Array,
): void {
  for (let k = d + 3; k < d + 7; k++) {
    c.fill(0, COEFFICIENTS * k, COEFFICIENTS * (k + 1));
    c[COEFFICIENTS * k] = from[k];
    c[COEFFICIENTS * k + 1] = to[k];
  }
}

function requireRates(tree: KinematicTree, rates: Rates, count: number, what: string): void {
  if (rates.length > 0 && rates.length !== count) {
    throw new InputError({
      code: 'path/count',
      message: `a path has ${rates.length} ${what} for ${count} waypoints`,
    });
  }
  rates.forEach((row, i) => {
    if (!row || row.length === tree.dofs.length) return;
    throw new InputError({
      code: 'path/length',
      message: `the ${what} of waypoint ${i} are ${row.length} numbers, the cell has ${tree.dofs.length} degrees of freedom`,
    });
  });
}

function startNotes(times: readonly number[]): Fault[] {
  if (!(times[0] > 0)) return [];
  return [
    {
      code: 'path/start-time',
      message: `the first point is at ${times[0]} s: how the robot gets there is not part of the path`,
      hint: 'a controller moves there from wherever the robot is: put that state first, at 0 s',
    },
  ];
}

function endNotes(tree: KinematicTree, last: Float64Array | null | undefined): Fault[] {
  const d = last ? last.findIndex((v) => v !== 0) : -1;
  if (!last || d < 0) return [];
  return [
    {
      code: 'path/end-velocity',
      message: `the path ends in motion: "${tree.dofs[d].name}" has the velocity ${last[d]} at the last point`,
      hint: 'what follows is not part of the path',
    },
  ];
}

const UNUSED: Fault = {
  code: 'path/accelerations',
  message: 'accelerations without velocities are not used: such segments are straight',
};

function turnNotes(tree: KinematicTree, segments: readonly Segment[]): Fault[] {
  const turning = floatingDofs(tree).filter((d) =>
    segments.some(
      ({ kind, from, to }) =>
        kind !== 'straight' && [3, 4, 5, 6].some((k) => from[d + k] !== to[d + k]),
    ),
  );
  return turning.map((d) => ({
    code: 'path/even-turn',
    message: `"${tree.dofs[d].joint}" turns evenly between two points, whatever the velocities are`,
  }));
}
