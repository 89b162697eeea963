/**
 * Times for a path: when a robot is where on it, within limits of velocity and acceleration.
 *
 * `stops`: along each straight segment from rest to rest. The path is the same, but for the rounding of
 * its numbers. `blends`: waypoints are passed by on parabolas, each as wide as it is of use and proven
 * free, and narrower by halves where it is not; a waypoint at which none is free is a stop.
 *
 * Either way the answer is a trajectory with positions and velocities, and what is proven in the end is
 * the motion that a controller makes of it: the same that is proven again when its file is read.
 *
 *   const { motion, verdict } = timePath(space, waypoints, { acceleration: 2 })
 *   writeTrajectoryYaml({ joints: space.cell.tree.dofs.map((dof) => dof.name), ...motion })
 */
import { type Checker, checkPath, type PathResult } from '../../check/index.ts';
import type { KinematicTree } from '../../kinematics/index.ts';
import { InputError } from '../../math/index.ts';
import { COEFFICIENTS, type Path, PolynomialSegment, timedPath } from '../../motion/index.ts';
import { EdgeChecker } from '../edgeChecker.ts';
import type { PlanningSpace } from '../space.ts';
import { type JointLimits, jointLimits, type LimitOptions } from './jointLimits.ts';
import { Knots } from './knots.ts';
import { addBlended, addStraight, type Corner, widestCorner } from './profile.ts';

export type TimingMode = 'stops' | 'blends';

export interface TimingOptions extends LimitOptions {
  /** Default: blends. */
  readonly mode?: TimingMode;
  /** How much of a segment each of its two blends may take: above 0 and up to 0.45. Default 0.45. */
  readonly share?: number;
  /** How often a blend that is not free is halved before it becomes a stop. Default 6. */
  readonly halvings?: number;
  /** Default: the ladder. With one that only samples the motion is not proven. */
  readonly checker?: Checker;
  readonly signal?: { readonly aborted: boolean };
}

/** Points of a trajectory, as `timedPath` takes and `writeTrajectoryYaml` writes them. */
export interface TimedMotion {
  readonly waypoints: readonly Float64Array[];
  /** Seconds from 0 on, whole nanoseconds. */
  readonly times: readonly number[];
  readonly velocities: readonly Float64Array[];
}

export interface TimingResult {
  readonly motion: TimedMotion;
  /** Seconds. */
  readonly duration: number;
  /** What a controller makes of it, and what that was found to be. */
  readonly path: Path;
  readonly verdict: PathResult['verdict'];
  readonly checked: PathResult;
  /** Waypoints in between that are passed by on a blend, and those at which the motion rests. */
  readonly blends: number;
  readonly stops: number;
  /** What it keeps to. */
  readonly limits: JointLimits;
}

const WIDEST = 0.45;
const DEFAULT_HALVINGS = 6;
const BLEND_BUDGET = 100_000;

/** Times for the waypoints of a path, and the proof of the motion that comes of it. */
export function timePath(
  { cell }: Pick<PlanningSpace, 'cell'>,
  waypoints: readonly Float64Array[],
  options: TimingOptions = {},
): TimingResult {
  const { tree } = cell;
  const { mode = 'blends', checker = new EdgeChecker(cell), signal } = options;
  const limits = jointLimits(cell, options);
  const points = withoutRepeats(tree, waypoints);
  const corners: (Corner | null)[] = points.map(() => null);
  if (mode === 'blends') {
    for (let i = 1; i + 1 < points.length; i++) {
      corners[i] = freeCorner(tree, points, i, limits, checker, options);
    }
  }
  for (;;) {
    const { motion, places } = timeWaypoints(tree, points, limits, corners);
    const path = timedPath(tree, motion);
    const checked = checkPath(checker, path, signal ? { signal } : {});
    const bad = new Set([...checked.witnesses, ...checked.open].map(({ segment }) => segment));
    // Rounded numbers may be less free than the parabolas were: such corners become stops.
    let changed = false;
    for (const segment of signal?.aborted ? [] : bad) {
      for (const i of [Math.floor(places[segment]), Math.ceil(places[segment])]) {
        if (!corners[i]) continue;
        corners[i] = null;
        changed = true;
      }
    }
    if (changed) continue;
    const { verdict } = checked;
    const blends = corners.filter((corner) => corner !== null).length;
    const stops = Math.max(0, points.length - 2 - blends);
    const duration = motion.times[motion.times.length - 1];
    return { motion, duration, path, verdict, checked, blends, stops, limits };
  }
}

/**
 * Times for waypoints, without a look at what is in the way. No two neighbours may be equal; `corners`
 * has the blend at each waypoint, or null for a stop.
 */
export function timeWaypoints(
  tree: KinematicTree,
  points: readonly Float64Array[],
  limits: JointLimits,
  corners: readonly (Corner | null)[] = [],
): { motion: TimedMotion; places: readonly number[] } {
  const knots = new Knots();
  knots.add(0, points[0], new Float64Array(points[0].length), 0);
  for (let i = 0; i + 1 < points.length; ) {
    // On to the next stop.
    let end = i + 1;
    while (end + 1 < points.length && corners[end]) end++;
    if (end === i + 1) addStraight(tree, knots, points[end], limits, i + 0.5);
    else {
      const between = corners.slice(i, end).map((corner) => corner ?? { before: 0, after: 0 });
      addBlended(tree, knots, points.slice(i, end + 1), between, limits, i);
    }
    i = end;
  }
  return { motion: knots.pointsFrom(0), places: knots.places };
}

/** The widest blend at a waypoint that is proven free; null if there is none. */
function freeCorner(
  tree: KinematicTree,
  points: readonly Float64Array[],
  i: number,
  limits: JointLimits,
  checker: Checker,
  { share = WIDEST, halvings = DEFAULT_HALVINGS, signal }: TimingOptions,
): Corner | null {
  if (!(share > 0 && share <= WIDEST)) {
    throw new InputError({
      code: 'plan/blend-share',
      message: `a blend may take the part ${share} of a segment; expected a number above 0 and up to ${WIDEST}`,
    });
  }
  let corner = widestCorner(points, i, limits, share);
  for (let k = 0; k <= halvings && !signal?.aborted; k++) {
    const segment = parabola(tree, points, i, corner);
    const { verdict } = checker.check({
      ...{ segment, budget: BLEND_BUDGET },
      ...(signal ? { signal } : {}),
    });
    if (verdict === 'free' || verdict === 'no collision found') return corner;
    corner = { before: 0.5 * corner.before, after: 0.5 * corner.after };
  }
  return null;
}

/** The way that a blend takes. */
function parabola(
  tree: KinematicTree,
  points: readonly Float64Array[],
  i: number,
  { before, after }: Corner,
): PolynomialSegment {
  const [p, q, r] = [points[i - 1], points[i], points[i + 1]];
  const c = new Float64Array(COEFFICIENTS * q.length);
  for (let d = 0; d < q.length; d++) {
    const [a, b] = [before * (q[d] - p[d]), after * (r[d] - q[d])];
    c.set([q[d] - a, 2 * a, b - a], COEFFICIENTS * d);
  }
  return new PolynomialSegment(tree, c);
}

function withoutRepeats(tree: KinematicTree, waypoints: readonly Float64Array[]): Float64Array[] {
  const points: Float64Array[] = [];
  for (const q of waypoints) {
    if (q.length !== tree.dofs.length || !q.every(Number.isFinite)) {
      throw new InputError({
        code: 'plan/configuration',
        message: `a waypoint must be ${tree.dofs.length} finite numbers`,
      });
    }
    const last = points.at(-1);
    if (!last?.every((x, d) => x === q[d])) points.push(q.slice());
  }
  if (points.length > 0) return points;
  throw new InputError({ code: 'path/empty', message: 'a path needs at least one waypoint' });
}
