/**
 * Smooth motions of a cell's robots, one configuration per millisecond: `planned`, through the scene without a
 * collision, with blends, as fast as the joints may; `wandering`, through random waypoints, whatever is in the way.
 * Everything follows from seeds.
 */
import { type Cell, sampleInto } from 'surepath/cell';
import { Random } from 'surepath/math';
import { type Path, timedPath } from 'surepath/motion';
import {
  createPlanner,
  jointLimits,
  PlanningSpace,
  solve,
  timePath,
  usedShare,
} from 'surepath/plan';
import type { Ends } from '../../lab/ends.ts';

export const KINDS = ['planned', 'wandering'] as const;
export type MotionKind = (typeof KINDS)[number];

/** Steps in a second. */
export const RATE = 1000;
const WAYPOINTS = 8;

/** A motion that is proven free, from one configuration to another, as a controller executes it. */
export function plannedMotion(cell: Cell, { from, to }: Ends, seed: number): Path {
  const space = new PlanningSpace(cell);
  const random = new Random(seed);
  const planner = createPlanner(space, 'rrt-connect');
  const { waypoints } = solve(space, { planner, from, goals: [to], random });
  if (!waypoints) throw new Error('no motion was found to measure along');
  return timePath(space, waypoints).path;
}

/**
 * Cubics through random waypoints that overshoot none of them, so that joints keep their limits; at some time one
 * joint is as fast as it may be.
 */
export function wanderingMotion(cell: Cell, seed: number): Path {
  const { tree } = cell;
  const random = new Random(seed);
  const limits = jointLimits(cell);
  const waypoints = Array.from({ length: WAYPOINTS }, () => {
    const q = new Float64Array(tree.dofs.length);
    sampleInto(cell, random, q);
    return q;
  });
  const times = [0];
  for (let i = 0; i + 1 < waypoints.length; i++) {
    const takes = limits.velocity.map(
      (v, d) => Math.abs(waypoints[i + 1][d] - waypoints[i][d]) / v,
    );
    times.push(times[i] + Math.max(...takes));
  }
  const velocities = slopesOf(waypoints, times);
  const share = usedShare(timedPath(tree, { waypoints, times, velocities }), limits).velocity;
  return timedPath(tree, {
    waypoints,
    times: times.map((t) => t * share),
    velocities: velocities.map((v) => v.map((x) => x / share)),
  });
}

/** 0 where a joint turns back and at the ends, else the harmonic mean of the slopes beside it. */
function slopesOf(points: readonly Float64Array[], times: readonly number[]): Float64Array[] {
  const slope = (i: number, d: number) =>
    (points[i + 1][d] - points[i][d]) / (times[i + 1] - times[i]);
  return points.map((point, i) =>
    point.map((_, d) => {
      if (i === 0 || i === points.length - 1) return 0;
      const [before, after] = [slope(i - 1, d), slope(i, d)];
      return before * after > 0 ? 2 / (1 / before + 1 / after) : 0;
    }),
  );
}

/** The configurations of a motion, one per step, from its begin on; at most so many. */
export function stepsOf({ segments, times = [] }: Path, most: number): Float64Array[] {
  const steps: Float64Array[] = [];
  let i = 0;
  for (let k = 0; k < most && k / RATE <= times[times.length - 1]; k++) {
    while (i + 1 < segments.length && times[i + 1] < k / RATE) i++;
    const duration = times[i + 1] - times[i];
    const q = new Float64Array(segments[i].from.length);
    const part = duration > 0 ? (k / RATE - times[i]) / duration : 0;
    segments[i].configurationInto(Math.min(1, part), q, 0);
    steps.push(q);
  }
  return steps;
}
