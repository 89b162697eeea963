/** Motions as plain data, and the paths that they mean: the same code draws a motion and proves it. */
import {
  type FileInterpolation,
  interpolationOf,
  motionPath,
  type StandingJoint,
} from '../formats/index.ts';
import type { KinematicTree } from '../kinematics/index.ts';
import { InputError } from '../math/index.ts';
import { combineTracks, type Path, type Track, type WrapRule } from '../motion/index.ts';

/** A motion of all degrees of freedom of a cell. */
export interface Motion {
  /** For people: a file, `planned`, `recorded`. */
  readonly name: string;
  /** Full configurations, in the order of the cell's degrees of freedom. At least one. */
  readonly waypoints: readonly Float64Array[];
  /** One per waypoint, if any way is an arc: the configuration on the way there, two for a whole circle; else null. */
  readonly vias?: readonly (readonly Float64Array[] | null)[];
  /** Seconds, one per waypoint. */
  readonly times?: readonly number[];
  /** One per waypoint, null where a waypoint has none. */
  readonly velocities?: readonly (Float64Array | null)[];
  readonly accelerations?: readonly (Float64Array | null)[];
  /** Seconds of one blend. */
  readonly blend?: number;
  /** Default as the data suggests: arcs, blend, velocities with times, else straight. */
  readonly interpolation?: FileInterpolation;
  /** Robots with their own timing; `waypoints` and `times` are then the knots of all, for drawing. */
  readonly tracks?: readonly TrackMotion[];
  /** Where joints stand that are in no track. */
  readonly standing?: Float64Array;
  /** Joints that the file or request does not name, with the values at which they stand still. */
  readonly unnamed?: readonly StandingJoint[];
  /** Names for waypoints, for people. */
  readonly labels?: readonly string[];
  /** What a verdict about it assumes of the motion, in words. */
  readonly assumptions?: readonly string[];
  /** The file that it came from, as long as nobody changed it. */
  readonly file?: string;
}

/** One robot's part of a motion, with its own timing. */
export interface TrackMotion {
  readonly name: string;
  /** Degrees of freedom that it moves. */
  readonly dofs: readonly number[];
  /** Seconds by which it begins later. */
  readonly offset: number;
  readonly motion: Motion;
}

/** What to do about a motion without the times that it needs, where the caller says nothing better. */
const TIMES_HINT = 'give it times, or take it as straight';

/** The path that a motion means. Throws an InputError for one that makes no sense. */
export function pathOfMotion(
  tree: KinematicTree,
  motion: Motion,
  wrap: WrapRule = 'literal',
  hint = TIMES_HINT,
): Path {
  if (!motion.tracks) return simplePath(tree, motion, wrap, hint);
  const tracks = motion.tracks.map((track) => trackOf(tree, track, wrap, hint));
  return combineMotion(tree, motion, tracks);
}

/** One robot's own way. */
export function trackOf(
  tree: KinematicTree,
  { dofs, motion, name }: TrackMotion,
  wrap: WrapRule,
  hint = TIMES_HINT,
): Track {
  return { dofs, path: simplePath(tree, motion, wrap, hint), name };
}

/** All robots together, each from its offset on. */
export function combineMotion(tree: KinematicTree, motion: Motion, tracks: readonly Track[]): Path {
  const offsets = motion.tracks?.map(({ offset }) => offset) ?? [];
  const standing = motion.standing ?? motion.waypoints[0];
  return combineTracks(tree, tracks, { standing, offsets });
}

function simplePath(tree: KinematicTree, motion: Motion, wrap: WrapRule, hint: string): Path {
  for (const q of motion.waypoints) requireSize(tree, q);
  for (const via of motion.vias ?? []) for (const q of via ?? []) requireSize(tree, q);
  const interpolation = interpolationOf({ ...motion, joints: [], notes: [] });
  return motionPath(tree, motion, { wrap, interpolation, hint });
}

function requireSize({ dofs }: KinematicTree, q: Float64Array): void {
  if (q.length === dofs.length && q.every(Number.isFinite)) return;
  throw new InputError({
    code: 'path/configuration',
    message: `a waypoint must be ${dofs.length} finite numbers, one per joint of the cell`,
    hint: 'the path belongs to another cell',
  });
}

/** Seconds at t of a segment, where a path has times. */
export function timeAt(
  { times, waypoints }: Pick<Path, 'times' | 'waypoints'>,
  segment: number,
  t: number,
): number | undefined {
  if (!times) return undefined;
  if (waypoints.length === 1) return times[0];
  return times[segment] + t * (times[segment + 1] - times[segment]);
}
