/**
 * How far a piece of a body can be from each axis above it while all joints stay in the box Q: a ball
 * around the piece is carried up the chain, growing at every joint so that it contains the piece for
 * all values of that joint. docs/certificate-motion.md, "Reach over the box". The verifier's own account; what
 * is computed by it only ever makes bounds smaller than those measured at one moment.
 */
import { type JointBox, jointRangeInto } from '../kinematics/box.ts';
import { FIXED, FLOATING, MOTION_SIZE, PLANAR, SLIDE, SLIDES } from '../kinematics/joint.ts';
import type { KinematicTree } from '../kinematics/tree.ts';
import { orthogonalityDefect, POSE_SIZE, transformPointInto } from '../math/pose.ts';
import { U } from '../math/rounding.ts';
import { sincosInto } from '../math/sincos.ts';
import type { ProofPiece } from './bodies.ts';
import type { Motion } from './motion.ts';

/** More than all roundings of one joint, per unit of each length that occurs in it. */
const STEP = 256 * U;

/**
 * For each term of the chain from the world to a frame, an upper bound of the distance of the piece's
 * points from its axis, for all configurations in the box; 1 for slides.
 */
export function reachOver(
  motion: Motion,
  chain: Int32Array,
  frame: number,
  piece: ProofPiece,
  box: JointBox,
): Float64Array {
  const { tree } = motion;
  const reach = new Float64Array(chain.length).fill(1);
  // Two ways to carry a ball; neither is always the smaller.
  const wide = Float64Array.from(piece.ball);
  const narrow = Float64Array.from(piece.ball);
  // Vertices are carried along as long as nothing moves, and by how much they may be off.
  let points = piece.corners?.at ?? null;
  let off = piece.slack;
  let k = chain.length - 1;
  for (let f = frame; f !== 0; f = tree.parent[f]) {
    if (tree.kind[f] === FIXED) {
      if (points) [points, off] = placed(tree, f, points, off);
    } else {
      if (motion.turns[chain[k]] === 1) {
        reach[k] = Math.min(fromAxis(tree, f, wide), fromAxis(tree, f, narrow));
        if (points) reach[k] = Math.min(reach[k], farthest(tree, f, points) + off);
        k--;
      }
      // The slide of a planar or floating joint, or the one of a sliding joint.
      if (k >= 0 && motion.frame[chain[k]] === f) k--;
      points = null;
    }
    carry(tree, f, box, wide, false);
    carry(tree, f, box, narrow, true);
  }
  return reach;
}

/** Distance of a ball's points from the axis of frame f, or from its origin if it floats. */
function fromAxis(tree: KinematicTree, f: number, ball: Float64Array): number {
  const size = Math.abs(ball[0]) + Math.abs(ball[1]) + Math.abs(ball[2]) + ball[3];
  return across(tree, f, ball, 0) + ball[3] + STEP * size;
}

function across(tree: KinematicTree, f: number, p: Float64Array, o: number): number {
  const [x, y, z] = [p[o], p[o + 1], p[o + 2]];
  if (tree.kind[f] === FLOATING) return norm(x, y, z);
  const [a, b, c] = tree.axis.subarray(3 * f, 3 * f + 3);
  return norm(y * c - z * b, z * a - x * c, x * b - y * a);
}

function farthest(tree: KinematicTree, f: number, points: Float64Array): number {
  let most = 0;
  for (let o = 0; o < points.length; o += 3) {
    const size = Math.abs(points[o]) + Math.abs(points[o + 1]) + Math.abs(points[o + 2]);
    most = Math.max(most, across(tree, f, points, o) + STEP * size);
  }
  return most + 1e-150;
}

/** Points in the parent's frame, and by how much they may be off. */
function placed(
  tree: KinematicTree,
  f: number,
  points: Float64Array,
  off: number,
): [Float64Array, number] {
  const out = new Float64Array(points.length);
  const o = POSE_SIZE * f;
  const shift = norm(tree.placement[o + 9], tree.placement[o + 10], tree.placement[o + 11]);
  let size = 0;
  for (let i = 0; i < points.length; i += 3) {
    size = Math.max(size, norm(points[i], points[i + 1], points[i + 2]));
    transformPointInto(tree.placement, o, points, i, out, i);
  }
  return [out, off + defectOf(tree, f) * size + STEP * (size + shift)];
}

/** How far the rotation of a placement is from the nearest orthogonal one. */
function defectOf(tree: KinematicTree, f: number): number {
  return 1.6 * (orthogonalityDefect(tree.placement, POSE_SIZE * f) + 8 * U);
}

/** The ball, given in frame f, in the parent's frame, grown over the range of the joint of f. */
function carry(
  tree: KinematicTree,
  f: number,
  box: JointBox,
  ball: Float64Array,
  narrow: boolean,
): void {
  const kind = tree.kind[f];
  const d = tree.dof[f];
  const o = POSE_SIZE * f;
  let size = Math.abs(ball[0]) + Math.abs(ball[1]) + Math.abs(ball[2]) + ball[3];
  if (kind === FLOATING) {
    ball[3] += norm(ball[0], ball[1], ball[2]);
    ball.fill(0, 0, 3);
  } else if (kind !== FIXED && kind !== SLIDE) turn(tree, f, box, ball, narrow);

  for (let i = 0; i < 3; i++) size += Math.abs(tree.placement[o + 9 + i]);
  const turned = Math.abs(ball[0]) + Math.abs(ball[1]) + Math.abs(ball[2]);
  transformPointInto(tree.placement, o, ball, 0, ball, 0);

  // Slides, in the parent's frame: along directions that are orthonormal but for a few u.
  const slides = kind === SLIDE ? 1 : kind === PLANAR ? 2 : kind === FLOATING ? 3 : 0;
  let squares = 0;
  for (let k = 0; k < slides; k++) {
    const [mid, half] = kind === SLIDE ? rangeOf(tree, f, box, d) : range(box, d + k, 1, 0);
    for (let i = 0; i < 3; i++) {
      const direction =
        kind === FLOATING
          ? tree.placement[o + 3 * i + k]
          : tree.motion[MOTION_SIZE * f + SLIDES + 3 * k + i];
      ball[i] += mid * direction;
    }
    squares += half * half;
    size += Math.abs(mid) + half;
  }
  ball[3] += Math.sqrt(squares) + STEP * size + defectOf(tree, f) * (turned + size);
}

/**
 * The centre runs on a circle about the axis, at distance D. Wide: the ball about the foot of the axis
 * that holds all of the circle. Narrow, for an arc of less than half a turn, g to either side: the ball
 * over the chord of the arc. A point of the arc at the angle b from its middle has the squared distance
 * D^2 (1 + cos^2 g - 2 cos g cos b) <= D^2 sin^2 g from the chord's middle.
 */
function turn(
  tree: KinematicTree,
  f: number,
  box: JointBox,
  ball: Float64Array,
  narrow: boolean,
): void {
  const [a, b, c] = tree.axis.subarray(3 * f, 3 * f + 3);
  const [x, y, z] = ball;
  const along = x * a + y * b + z * c;
  const [u, v, w] = [x - along * a, y - along * b, z - along * c];
  const away = norm(u, v, w);
  const d = tree.kind[f] === PLANAR ? tree.dof[f] + 2 : tree.dof[f];
  const [mid, half] = rangeOf(tree, f, box, d);
  ball.set([along * a, along * b, along * c]);
  if (!narrow || !(half < 1.57)) {
    ball[3] += away;
    return;
  }
  const trig = new Float64Array(4);
  sincosInto(half, trig, 0);
  sincosInto(mid, trig, 2);
  ball[3] += away * trig[0];
  const [s, t] = [trig[1] * trig[2], trig[1] * trig[3]];
  ball[0] += t * u + s * (b * w - c * v);
  ball[1] += t * v + s * (c * u - a * w);
  ball[2] += t * w + s * (a * v - b * u);
}

const own = new Float64Array(2);

/** Middle and half width of the range of a joint's value: multiplier * q + offset, or by a law. */
function rangeOf(tree: KinematicTree, f: number, box: JointBox, d: number): [number, number] {
  if (tree.laws !== null && tree.laws[f] !== null) {
    jointRangeInto(tree, f, box, own);
    return range({ lower: own.subarray(0, 1), upper: own.subarray(1) }, 0, 1, 0);
  }
  return range(box, d, tree.multiplier[f], tree.offset[f]);
}

function range(box: JointBox, d: number, m: number, b: number): [number, number] {
  const [low, high] = [m * box.lower[d] + b, m * box.upper[d] + b];
  const mid = 0.5 * (low + high);
  // An end that is infinite: any middle will do.
  if (!Number.isFinite(mid)) return [0, Infinity];
  const size = Math.abs(low) + Math.abs(high) + 2 * Math.abs(b);
  return [mid, Math.max(Math.abs(high - mid), Math.abs(mid - low)) + 8 * U * size];
}

function norm(x: number, y: number, z: number): number {
  return Math.sqrt(x * x + y * y + z * z);
}
