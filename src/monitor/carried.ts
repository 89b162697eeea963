/**
 * Where a body is put by a change: the pose of its geometry in the frame that carries it, and how far that misplaces its
 * points. Geometry was placed in the body's frame once, when the body was made, by its home pose; what takes it elsewhere is
 * the motion from home to the new pose. Proof: docs/proofs/monitor-changes.md, "Bodies that change".
 */
import { orthonormalise, type PoseError } from '../kinematics/index.ts';
import {
  composePosesInto,
  identityPose,
  invertPoseInto,
  orthogonalityDefect,
  transformPointInto,
  U,
} from '../math/index.ts';

/** Roundings of a product of poses and of what it places, and more: per unit of all lengths. */
const PRODUCT = 64 * U;

/** A point p of the body is misplaced by shift + turn |p| at most. */
export interface Carried extends PoseError {
  /** Places the geometry in the frame. */
  readonly local: Float64Array;
}

/** A rotation that is nearly one becomes one, up to rounding. */
function settled(pose: Float64Array): Float64Array {
  const own = pose.slice();
  orthonormalise(own);
  return own;
}

/** How far its rotation is from the nearest true one. */
function tiltOf(pose: Float64Array): number {
  return 1.6 * (orthogonalityDefect(pose, 0) + 8 * U);
}

function lengthOf(pose: Float64Array): number {
  return Math.abs(pose[9]) + Math.abs(pose[10]) + Math.abs(pose[11]);
}

/** Geometry that was placed by `home` is to be where `pose` would place it. */
export function carriedTo(pose: Float64Array, home: Float64Array): Carried {
  const [to, from] = [settled(pose), settled(home)];
  const inverse = identityPose();
  const local = identityPose();
  invertPoseInto(from, 0, inverse, 0);
  composePosesInto(to, 0, inverse, 0, local, 0);
  const turn = tiltOf(to) + tiltOf(from) + tiltOf(local) + PRODUCT;
  const shift = turn * lengthOf(home) + PRODUCT * (lengthOf(pose) + lengthOf(home));
  return { local: settled(local), shift: 1.001 * shift, turn: 1.001 * turn };
}

/**
 * A body stays where it is, and another frame carries it: `between` places the old frame in the new one and is wrong by
 * `off`; the body was at `before` in the old one.
 */
export function carriedOn(between: Float64Array, off: PoseError, before: Carried): Carried {
  const local = identityPose();
  composePosesInto(between, 0, before.local, 0, local, 0);
  const turn = off.turn + tiltOf(local) + tiltOf(before.local) + PRODUCT;
  const shift = off.shift + turn * lengthOf(before.local) + PRODUCT * lengthOf(between);
  return {
    local: settled(local),
    shift: 1.001 * (shift + before.shift),
    turn: 1.001 * (turn + before.turn),
  };
}

/** A body that is where it was described. */
export function atHome(): Carried {
  return { local: identityPose(), shift: 0, turn: 0 };
}

/** A ball around a body, in the frame that carries it. */
export function carriedBall(ball: Float64Array, { local, shift, turn }: Carried): Float64Array {
  const placed = ball.slice();
  transformPointInto(local, 0, ball, 0, placed, 0);
  const reach = Math.abs(ball[0]) + Math.abs(ball[1]) + Math.abs(ball[2]) + ball[3];
  const error = shift + (turn + tiltOf(local) + PRODUCT) * reach + PRODUCT * lengthOf(local);
  placed[3] = (placed[3] + error) * (1 + 8 * U);
  return placed;
}
