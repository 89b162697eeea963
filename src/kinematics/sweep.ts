/**
 * Spheres swept by joints: a sphere that contains a body wherever the joints of a box Q carry it
 * [A IV-A, COMPUTE-SPHERE]. A ball is four numbers, centre and radius, in the frame at hand.
 *
 * Two variants, both valid. `plain` is the paper's: a turn moves the centre to the axis. `tight` uses
 * that a range below half a turn moves the centre on an arc only: the sphere over the arc's chord is
 * smaller, its centre off the axis. Neither gives the smaller reach everywhere, so reach.ts takes the
 * better one. Rounding: docs/proofs/kinematics.md, "Swept spheres".
 */
import { POSE_SIZE, sincosInto, U } from '../math/index.ts';
import { type JointBox, jointRangeInto, valueRangeInto } from './box.ts';
import { commonAncestor } from './forward.ts';
import { FIXED, FLOATING, PLANAR, planeAxes, SLIDE } from './joint.ts';
import { placementDefectUpper } from './poseError.ts';
import type { KinematicTree } from './tree.ts';

/** More than all roundings of one step, per unit of each length that occurs in it. */
const STEP = 128 * U;

const range = new Float64Array(2);
const trig = new Float64Array(2);

/** Middle and half width of the range of a degree of freedom. */
function middleOf(box: JointBox, d: number): { mid: number; half: number } {
  valueRangeInto(box, d, 1, 0, range);
  return middleOfRange();
}

/** The same of the value of a frame's joint, its turn if it is planar. */
function ownMiddle(tree: KinematicTree, f: number, box: JointBox): { mid: number; half: number } {
  jointRangeInto(tree, f, box, range);
  return middleOfRange();
}

/** Every value of the range at hand is within `half` of `mid`. */
function middleOfRange(): { mid: number; half: number } {
  if (!(range[1] - range[0] < Infinity)) return { mid: 0, half: Infinity };
  const mid = range[0] + (range[1] - range[0]) / 2;
  return { mid, half: Math.max(range[1] - mid, mid - range[0]) * (1 + 4 * U) };
}

/**
 * Upper bound of the distance of the ball's points from the axis of frame f (from its origin if the
 * joint is floating). The ball is given in frame f; the axis passes through the frame's origin.
 */
export function axisReachUpper(tree: KinematicTree, f: number, ball: ArrayLike<number>): number {
  const [x, y, z] = [ball[0], ball[1], ball[2]];
  const size = Math.abs(x) + Math.abs(y) + Math.abs(z);
  if (tree.kind[f] === FLOATING) return length3(x, y, z) + ball[3] + STEP * (size + ball[3]);
  const [a, b, c] = [tree.axis[3 * f], tree.axis[3 * f + 1], tree.axis[3 * f + 2]];
  const across = length3(y * c - z * b, z * a - x * c, x * b - y * a);
  return across + ball[3] + STEP * (size + ball[3]);
}

/** Carries a ball from frame f to its parent's frame, over the box, in place. */
export function sweepUp(
  tree: KinematicTree,
  f: number,
  box: JointBox,
  ball: Float64Array,
  tight: boolean,
): void {
  const kind = tree.kind[f];
  const d = tree.dof[f];
  let size = Math.abs(ball[0]) + Math.abs(ball[1]) + Math.abs(ball[2]) + ball[3];
  if (kind === FLOATING) {
    ball[3] += length3(ball[0], ball[1], ball[2]);
    ball.fill(0, 0, 3);
  } else if (kind !== FIXED && kind !== SLIDE) sweepTurn(tree, f, box, ball, tight);

  if (kind === SLIDE || kind === PLANAR || kind === FLOATING) {
    const axis = tree.axis.subarray(3 * f, 3 * f + 3);
    const directions =
      kind === SLIDE ? axis : kind === PLANAR ? planeAxes(axis) : [1, 0, 0, 0, 1, 0, 0, 0, 1];
    const own = kind === SLIDE;
    let squares = 0;
    for (let k = 0; 3 * k < directions.length; k++) {
      const { mid, half } = own ? ownMiddle(tree, f, box) : middleOf(box, d + k);
      for (let i = 0; i < 3; i++) ball[i] += mid * directions[3 * k + i];
      squares += half * half;
      size += Math.abs(mid) + half;
    }
    // The directions are orthonormal but for a few u.
    ball[3] += Math.sqrt(squares);
  }

  const o = POSE_SIZE * f;
  const p = tree.placement;
  const [x, y, z] = [ball[0], ball[1], ball[2]];
  for (let i = 0; i < 3; i++) {
    ball[i] = p[o + 3 * i] * x + p[o + 3 * i + 1] * y + p[o + 3 * i + 2] * z + p[o + 9 + i];
    size += Math.abs(p[o + 9 + i]);
  }
  ball[3] +=
    STEP * size + placementDefectUpper(tree, f) * (Math.abs(x) + Math.abs(y) + Math.abs(z));
}

function sweepTurn(
  tree: KinematicTree,
  f: number,
  box: JointBox,
  ball: Float64Array,
  tight: boolean,
): void {
  const n = tree.axis.subarray(3 * f, 3 * f + 3);
  const along = ball[0] * n[0] + ball[1] * n[1] + ball[2] * n[2];
  const w = [0, 1, 2].map((i) => ball[i] - along * n[i]);
  const distance = length3(w[0], w[1], w[2]);
  const { mid, half } = ownMiddle(tree, f, box);
  for (let i = 0; i < 3; i++) ball[i] = along * n[i];
  if (!tight || !(half < 1.57)) {
    ball[3] += distance;
    return;
  }
  // The arc of half-angle `half` about `mid`: its points are within distance * sin(half) of the
  // chord's middle, which is distance * cos(half) from the axis.
  sincosInto(half, trig, 0);
  ball[3] += distance * trig[0];
  const chord = trig[1];
  sincosInto(mid, trig, 0);
  const cross = [n[1] * w[2] - n[2] * w[1], n[2] * w[0] - n[0] * w[2], n[0] * w[1] - n[1] * w[0]];
  for (let i = 0; i < 3; i++) ball[i] += chord * (trig[1] * w[i] + trig[0] * cross[i]);
}

/**
 * out = a ball in the ancestor's frame that contains the ball of `frame` for every configuration of
 * the box: the smaller of both variants.
 */
export function sweptBallInto(
  tree: KinematicTree,
  frame: number,
  ball: ArrayLike<number>,
  ancestor: number,
  box: JointBox,
  out: Float64Array,
): void {
  const other = Float64Array.from(ball);
  out.set(other);
  for (let f = frame; f !== ancestor; f = tree.parent[f]) {
    sweepUp(tree, f, box, out, true);
    sweepUp(tree, f, box, other, false);
  }
  if (other[3] < out[3]) out.set(other);
}

/** Lower bound of the distance of two balls in one frame; 0 where they are not shown to be apart. */
export function ballGapLower(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const between = length3(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
  const gap = between * (1 - 16 * U) - (a[3] + b[3]) * (1 + 4 * U);
  if (!(gap > 0)) return 0;
  return gap;
}

/**
 * Lower bound of the distance of two bodies over the whole box, from their swept balls [A IV-C]; 0
 * where they are not shown to be apart. Bodies with the same rigid root never move against each
 * other anyway.
 */
export function sweptGapLower(
  tree: KinematicTree,
  frameI: number,
  ballI: ArrayLike<number>,
  frameJ: number,
  ballJ: ArrayLike<number>,
  box: JointBox,
): number {
  const ancestor = commonAncestor(tree, frameI, frameJ);
  const a = new Float64Array(4);
  const b = new Float64Array(4);
  sweptBallInto(tree, frameI, ballI, ancestor, box, a);
  sweptBallInto(tree, frameJ, ballJ, ancestor, box, b);
  return ballGapLower(a, b);
}

/** Math.hypot differs between engines; the root does not. */
function length3(x: number, y: number, z: number): number {
  return Math.sqrt(x * x + y * y + z * z);
}
