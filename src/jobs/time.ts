/**
 * Times within the limits of joints, for a path of straight segments. What is proven is the motion that a
 * controller makes of them: the timed spline, not the lines between waypoints.
 */
import type { HeldCell } from '../cell/index.ts';
import type { Verdict } from '../check/index.ts';
import { firstDof } from '../kinematics/index.ts';
import { InputError } from '../math/index.ts';
import { type TimingMode, timePath, usualLimits } from '../plan/index.ts';
import { type JobContext, Stopwatch, signalWith } from './context.ts';
import { configurationOf, type Moving, movingDofs, requireSimple } from './held.ts';
import type { Motion } from './motion.ts';
import type { CellAdjustments, OpenCell } from './openCell.ts';

/** Radians or metres per second, or per second squared: for all joints, and for some by name. */
export interface RateLimit {
  readonly all?: number | undefined;
  readonly joints?: Readonly<Record<string, number>> | undefined;
}

export interface TimeRequest extends CellAdjustments {
  readonly motion: Motion;
  /** Default `robots`. */
  readonly moving?: Moving | undefined;
  /** Default blends. */
  readonly mode?: TimingMode | undefined;
  /** Default as in the cell file or URDF. */
  readonly velocity?: RateLimit | undefined;
  /** Default as in the cell file, or what reaches the velocity in half a second. */
  readonly acceleration?: RateLimit | undefined;
  /** Parts of the limits to use, up to 1. Default 1. */
  readonly velocityScale?: number | undefined;
  readonly accelerationScale?: number | undefined;
}

export interface TimeAnswer {
  /** With times and velocities, as a controller executes them. */
  readonly motion: Motion;
  readonly mode: TimingMode;
  /** Seconds. */
  readonly duration: number;
  /** Waypoints in between that are passed by on a blend, and those at which the motion rests. */
  readonly blends: number;
  readonly stops: number;
  /** Of the timed motion. */
  readonly verdict: Verdict;
  readonly milliseconds: number;
}

/** Times for a path. Throws an InputError with code `plan/limits` for a joint without a limit. */
export function time(open: OpenCell, request: TimeRequest, context: JobContext = {}): TimeAnswer {
  const { motion: given, mode = 'blends', velocityScale = 1, accelerationScale = 1 } = request;
  requireSimple(given, 'timed');
  const watch = new Stopwatch();
  const asked = open.with(request);
  const way = given.waypoints.map((q) => configurationOf(asked.cell, q, 'a waypoint'));
  const held = asked.held(way[0], movingDofs(asked.cell, way, request.moving));
  context.onProgress?.({ phase: 'timing', done: 0, of: 0 });
  const velocity = limitsOf(held, request.velocity, 'velocity');
  const acceleration = limitsOf(held, request.acceleration, 'acceleration');
  const { motion, duration, blends, stops, verdict } = timePath(
    held,
    way.map((q) => held.reduced(q)),
    {
      ...{ mode, velocityScale, accelerationScale },
      ...(velocity === undefined ? {} : { velocity }),
      ...(acceleration === undefined ? {} : { acceleration }),
      ...signalWith(context, undefined),
    },
  );
  const timed: Motion = {
    name: given.name,
    waypoints: motion.waypoints.map((q) => held.completed(q)),
    times: motion.times,
    velocities: motion.velocities.map((v) => held.completedRates(v)),
    interpolation: 'controller',
  };
  return { motion: timed, mode, duration, blends, stops, verdict, milliseconds: watch.total() };
}

/** One number per joint that moves; undefined where the usual ones will do. */
function limitsOf(
  { cell, full }: HeldCell,
  { all, joints = {} }: RateLimit = {},
  what: 'velocity' | 'acceleration',
): Float64Array | number | undefined {
  const single = Object.entries(joints);
  if (single.length === 0) return all;
  const limits = usualLimits(cell)[what].map((x) => all ?? (x < Infinity ? x : Number.NaN));
  for (const [name, value] of single) {
    const place = firstDof(full.tree, name);
    const d = place < 0 ? undefined : cell.tree.dofOf.get(full.tree.dofs[place].name);
    if (d !== undefined) limits[d] = value;
  }
  const missing = cell.tree.dofs.find((_, d) => Number.isNaN(limits[d]));
  if (!missing) return limits;
  throw new InputError({
    code: 'plan/limits',
    message: `${what}: there is no limit for "${missing.name}"`,
    hint: 'give one for all as well',
  });
}
