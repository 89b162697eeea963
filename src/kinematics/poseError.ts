/**
 * How far computed poses may be from the true ones, over a box of configurations: docs/proofs/
 * kinematics.md has the count. A point p of the frame is computed at most
 * `shift + turn * |p|` from its true place. The true robot is the compiled one (tree.ts), evaluated
 * in real numbers, each placement's rotation replaced by the nearest orthogonal one.
 */
import { orthogonalityDefect, POSE_SIZE } from '../math/pose.ts';
import { U } from '../math/rounding.ts';
import { type JointBox, jointRangeInto, lawValueError, valueRangeInto } from './box.ts';
import { FIXED, FLOATING, PLANAR, SLIDE, TURN } from './joint.ts';
import type { KinematicTree } from './tree.ts';

export interface PoseError {
  /** Error of the origin, in metres. */
  readonly shift: number;
  /** Error of the rotation, as a spectral norm. */
  readonly turn: number;
}

/** Everything that underflow can take away. */
const TINY = 1e-150;

/** Roundings of a product of two rotations (9 u), and of a turn or a quaternion (45 u), and more. */
export const PRODUCT = 10 * U;
const ROTATION = 64 * U;

/** Upper bounds for one frame in its parent's, over the box. */
export interface LocalBound {
  /** Length of the translation. */
  readonly length: number;
  /** Error of the translation and of the rotation, as computed by localPoseInto. */
  readonly shift: number;
  readonly turn: number;
}

const range = new Float64Array(2);

function largest(box: JointBox, d: number): number {
  valueRangeInto(box, d, 1, 0, range);
  return Math.max(Math.abs(range[0]), Math.abs(range[1]));
}

/** How far the placement's rotation is from the nearest orthogonal one: the norm of R - U. */
export function placementDefectUpper(tree: KinematicTree, frame: number): number {
  // |R - U| <= |R'R - I| / (1 + smallest singular value) <= 3 defect / 1.99; 8 u: its rounding.
  return 1.6 * (orthogonalityDefect(tree.placement, POSE_SIZE * frame) + 8 * U);
}

/** Bounds for the joint of a frame. */
export function localBound(tree: KinematicTree, frame: number, box: JointBox): LocalBound {
  const o = POSE_SIZE * frame + 9;
  const p = tree.placement;
  const fixed = Math.sqrt(p[o] * p[o] + p[o + 1] * p[o + 1] + p[o + 2] * p[o + 2]) * (1 + 8 * U);
  const defect = placementDefectUpper(tree, frame);
  const kind = tree.kind[frame];
  if (kind === FIXED) return { length: fixed, shift: 0, turn: defect };
  const d = tree.dof[frame];
  const m = tree.multiplier[frame];
  const b = tree.offset[frame];
  // The value is computed with two roundings, unless it is taken as it stands.
  let value = 0;
  if (kind !== FLOATING) {
    jointRangeInto(tree, frame, box, range);
    value = Math.max(Math.abs(range[0]), Math.abs(range[1]));
  }
  const linear = Math.abs(m) === 1 && b === 0 ? 0 : 2 * U * (value + Math.abs(b)) * (1 + 8 * U);
  const rounded = linear + lawValueError(tree, frame, box);
  if (kind === TURN) return { length: fixed, shift: 0, turn: defect + ROTATION + rounded };
  let slide = 0;
  if (kind === SLIDE) slide = value;
  else for (let k = 0; k < (kind === PLANAR ? 2 : 3); k++) slide += largest(box, d + k);
  return {
    length: (fixed + slide) * (1 + 16 * U),
    shift: (defect + 12 * U) * slide + 3 * U * fixed + (kind === SLIDE ? rounded : 0),
    turn: kind === SLIDE ? defect : defect + ROTATION + rounded,
  };
}

/** Bound for the pose of `frame` in the frame of an ancestor (world: 0), over the box. */
export function poseErrorUpper(
  tree: KinematicTree,
  frame: number,
  box: JointBox,
  ancestor = 0,
): PoseError & { readonly length: number } {
  let turn = 0;
  let shift = 0;
  let length = 0;
  let count = 0;
  for (let f = frame; f !== ancestor; f = tree.parent[f]) {
    const local = localBound(tree, f, box);
    turn += local.turn + PRODUCT;
    // A rotation carries what is below it, not its own place: a base may stand far away.
    shift += local.shift + (local.turn + PRODUCT) * length;
    length += local.length;
    count++;
  }
  // Products of errors with each other, and the rounding of these sums, are below a thousandth.
  if (!(turn < 1e-4)) return { shift: Infinity, turn: Infinity, length };
  return {
    shift: 1.001 * (shift + (7 + count) * U * length) + TINY,
    turn: 1.001 * turn,
    length: length * (1 + 4 * count * U),
  };
}
