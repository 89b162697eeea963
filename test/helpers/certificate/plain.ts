/**
 * Where bodies are at a moment of a segment, by the plainest means: Math.sin, 3x3 matrices and nested
 * loops, straight from the compiled joints. Shares no arithmetic with the code under test.
 */
import type { Body, Piece } from '../../../src/cell/index.ts';
import { triangulate } from '../../../src/geometry/index.ts';
import {
  FIXED,
  FLOATING,
  type KinematicTree,
  PLANAR,
  SLIDE,
} from '../../../src/kinematics/index.ts';
import { planeAxes } from '../../../src/kinematics/joint.ts';
import { PolynomialSegment, type Segment } from '../../../src/motion/index.ts';

type Matrix = number[][];
export interface PlainPose {
  readonly r: Matrix;
  readonly t: number[];
}

const times = (a: Matrix, v: ArrayLike<number>) =>
  a.map((row) => row.reduce((sum, x, k) => sum + x * v[k], 0));
const product = (a: Matrix, b: Matrix) =>
  a.map((row) => [0, 1, 2].map((j) => row.reduce((sum, x, k) => sum + x * b[k][j], 0)));

export function applied({ r, t }: PlainPose, v: ArrayLike<number>): number[] {
  return times(r, v).map((x, k) => x + t[k]);
}

function after(a: PlainPose, b: PlainPose): PlainPose {
  return { r: product(a.r, b.r), t: applied(a, b.t) };
}

/** The pose b seen from a. */
export function seenFrom(a: PlainPose, b: PlainPose): PlainPose {
  const back = [0, 1, 2].map((i) => [0, 1, 2].map((j) => a.r[j][i]));
  return {
    r: product(back, b.r),
    t: times(
      back,
      b.t.map((x, k) => x - a.t[k]),
    ),
  };
}

/** Rodrigues' formula. */
function turn(axis: ArrayLike<number>, angle: number): Matrix {
  const [s, c] = [Math.sin(angle), Math.cos(angle)];
  const length = Math.hypot(axis[0], axis[1], axis[2]);
  const [x, y, z] = [axis[0] / length, axis[1] / length, axis[2] / length];
  const skew = [
    [0, -z, y],
    [z, 0, -x],
    [-y, x, 0],
  ];
  const squared = product(skew, skew);
  return skew.map((row, i) =>
    row.map((v, j) => (i === j ? 1 : 0) + s * v + (1 - c) * squared[i][j]),
  );
}

function ofQuaternion(q: ArrayLike<number>): Matrix {
  const length = Math.hypot(q[0], q[1], q[2], q[3]);
  const [x, y, z, w] = Array.from(q, (c) => c / length);
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
    [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
    [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
  ];
}

/** Slerp the short way, by the formula with sines. */
function slerp(a: readonly number[], b: readonly number[], t: number): number[] {
  const unit = (q: readonly number[]) => q.map((c) => c / Math.hypot(...q));
  const p = unit(a);
  let q = unit(b);
  let dot = p.reduce((sum, c, k) => sum + c * q[k], 0);
  if (dot < 0) {
    q = q.map((c) => -c);
    dot = -dot;
  }
  const angle = Math.atan2(Math.hypot(...p.map((c, k) => q[k] - dot * c)), dot);
  if (angle < 1e-9) return p.map((c, k) => c + t * (q[k] - c));
  const [u, v] = [Math.sin((1 - t) * angle), Math.sin(t * angle)];
  return p.map((c, k) => (u * c + v * q[k]) / Math.sin(angle));
}

/** Joint values at a moment of a segment: term by term. Quaternions are not what these say. */
export function plainValues(segment: Segment, t: number): number[] {
  const { from, to } = segment;
  return Array.from(from, (x, d) => {
    if (!(segment instanceof PolynomialSegment)) return x + t * (to[d] - x);
    const own = segment.coefficients.subarray(6 * d, 6 * d + 6);
    return own.reduce((sum, c, k) => sum + c * t ** k, 0);
  });
}

/** Poses of all frames in the world, at a moment of a segment. */
export function posesAt(tree: KinematicTree, segment: Segment, t: number): PlainPose[] {
  return plainPoses(tree, segment.from, segment.to, t, plainValues(segment, t));
}

/** Poses of all frames in the world, at t between two configurations; or at q, turned as far. */
export function plainPoses(
  tree: KinematicTree,
  from: ArrayLike<number>,
  to: ArrayLike<number>,
  t: number,
  q: readonly number[] = Array.from(from, (x, d) => x + t * (to[d] - x)),
): PlainPose[] {
  const poses: PlainPose[] = [];
  for (let f = 0; f < tree.frameCount; f++) {
    const p = Array.from(tree.placement.subarray(12 * f, 12 * f + 12));
    const placement = { r: [p.slice(0, 3), p.slice(3, 6), p.slice(6, 9)], t: p.slice(9) };
    const axis = tree.axis.subarray(3 * f, 3 * f + 3);
    const d = tree.dof[f];
    const value = (k: number) => tree.multiplier[f] * q[d + k] + tree.offset[f];
    const none = turn([0, 0, 1], 0);
    let own: PlainPose = { r: none, t: [0, 0, 0] };
    const kind = tree.kind[f];
    if (kind === SLIDE) own = { r: none, t: Array.from(axis, (x) => x * value(0)) };
    else if (kind === PLANAR) {
      const e = planeAxes(axis);
      own = { r: turn(axis, value(2)), t: [0, 1, 2].map((k) => q[d] * e[k] + q[d + 1] * e[3 + k]) };
    } else if (kind === FLOATING) {
      const [a, b] = [from, to].map((ends) => [3, 4, 5, 6].map((k) => ends[d + k]));
      own = { r: ofQuaternion(slerp(a, b, t)), t: [q[d], q[d + 1], q[d + 2]] };
    } else if (kind !== FIXED) own = { r: turn(axis, value(0)), t: [0, 0, 0] };
    const local = after(placement, own);
    poses.push(f === 0 ? local : after(poses[tree.parent[f]], local));
  }
  return poses;
}

/**
 * Points of a part of a body, in its frame, whose convex hull is the part, or lies on it: vertices of
 * triangles, or of a fine triangulation of a primitive. A half-space has points of its plane.
 */
export function pointsOf(
  body: Body,
  piece: number,
  from: number,
  to: number,
  order?: ArrayLike<number>,
): number[][] {
  if (piece < 0) return body.pieces.flatMap((_, k) => pointsOf(body, k, -1, -1));
  const one = body.pieces[piece];
  if (one.kind === 'convex') return primitivePoints(one);
  const { positions, indices } = one.mesh;
  const points: number[][] = [];
  const whole = from < 0;
  const end = whole ? indices.length / 3 : to;
  for (let k = Math.max(0, from); k < end; k++) {
    const t = whole ? k : order![k];
    for (let c = 0; c < 3; c++) {
      const v = 3 * indices[3 * t + c];
      points.push([positions[v], positions[v + 1], positions[v + 2]]);
    }
  }
  return points;
}

function primitivePoints(piece: Extract<Piece, { kind: 'convex' }>): number[][] {
  const r = [0, 3, 6].map((k) => Array.from(piece.pose.subarray(k, k + 3)));
  const pose = { r, t: Array.from(piece.pose.subarray(9)) };
  const { shape } = piece;
  if (shape.kind === 'half-space') {
    const n = shape.normal;
    const foot = n.map((x) => shape.offset * x);
    return [
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ].map((v) => {
      // A point of the plane below v.
      const along = v.reduce((sum, x, k) => sum + x * n[k], 0);
      return applied(
        pose,
        v.map((x, k) => foot[k] + x - along * n[k]),
      );
    });
  }
  const { positions } = triangulate(shape, 4);
  const points: number[][] = [];
  for (let i = 0; i < positions.length; i += 3) {
    points.push(applied(pose, positions.subarray(i, i + 3)));
  }
  return points;
}
