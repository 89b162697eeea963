/**
 * Position and orientation constraints of MoveIt's messages (moveit_msgs/PositionConstraint, OrientationConstraint), and
 * whether a link satisfies them. Lengths in metres, angles in radians. A tolerance of 0 can be met by nobody and is an error.
 */
import type { Shape } from '../geometry/index.ts';
import { identityPose, invertPoseInto, POSE_SIZE, transformPointInto } from '../math/index.ts';
import { angleOf } from '../motion/index.ts';
import { readFrame, readPoseMessage, readVector, requireCounts } from './moveitMessages.ts';
import { readPrimitive } from './moveitObjects.ts';
import { readQuaternionPose } from './poseValue.ts';
import { quote, type Value } from './value.ts';

/** A volume in which a point of a link shall be. */
export interface Region {
  readonly shape: Extract<Shape, { readonly kind: 'box' | 'sphere' | 'cylinder' | 'cone' }>;
  /** In the frame of the constraint. */
  readonly pose: Float64Array;
}

/** A point of a link shall be in one of some volumes. */
export interface PositionConstraint {
  readonly value: Value;
  readonly link: string;
  /** Empty: that of the model. */
  readonly frame: string;
  /** The point in the link's frame. */
  readonly offset: readonly number[];
  readonly regions: readonly Region[];
}

/** A link shall be turned as is said, but for so much about each axis. */
export interface OrientationConstraint {
  readonly value: Value;
  readonly link: string;
  readonly frame: string;
  /** A rotation; no shift. */
  readonly pose: Float64Array;
  /** About x, y and z. */
  readonly tolerances: readonly [number, number, number];
  /** What the tolerances bound: turns about x, then y, then z, each about the axis as turned by then; or a rotation vector. */
  readonly by: 'euler angles' | 'rotation vector';
}

/** moveit_msgs/PositionConstraint. */
export function readPositionConstraint(value: Value): PositionConstraint {
  const constraint = value.mapping('a position constraint', [
    'header',
    'link_name',
    'target_point_offset',
    'constraint_region',
    'weight',
  ]);
  const region = constraint.need('constraint_region');
  const keys = ['primitives', 'primitive_poses', 'meshes', 'mesh_poses'] as const;
  const volumes = region.mapping('a region', keys);
  if (volumes.items('meshes').length > 0) {
    const message = 'a region that is a mesh is not supported';
    throw volumes.need('meshes').error('request/unsupported', message, 'give it as primitives');
  }
  const shapes = volumes.items('primitives');
  const poses = volumes.items('primitive_poses');
  requireCounts(volumes.get('primitive_poses') ?? region, 'poses', poses.length, shapes.length);
  if (shapes.length === 0) {
    const message = 'the region has no primitives: nothing is in it';
    throw region.error('request/region', message, 'give a box or a sphere, with its pose');
  }
  return {
    value,
    link: constraint.need('link_name').text('link_name'),
    frame: readFrame(constraint.get('header')),
    offset: constraint.optional('target_point_offset', [0, 0, 0], (v) =>
      readVector(v, 'an offset'),
    ),
    regions: shapes.map((shape, i) => ({
      shape: readPrimitive(shape) as Region['shape'],
      pose: readPoseMessage(poses[i]),
    })),
  };
}

/** moveit_msgs/OrientationConstraint. */
export function readOrientationConstraint(value: Value): OrientationConstraint {
  const constraint = value.mapping('an orientation constraint', [
    'header',
    'orientation',
    'link_name',
    'absolute_x_axis_tolerance',
    'absolute_y_axis_tolerance',
    'absolute_z_axis_tolerance',
    'parameterization',
    'weight',
  ]);
  const link = constraint.need('link_name').text('link_name');
  const tolerance = (axis: 'x' | 'y' | 'z') => {
    const key = `absolute_${axis}_axis_tolerance` as const;
    const given = constraint.need(key);
    const amount = given.number(key);
    if (amount > 0) return amount;
    const message = `${key} of the link ${quote(link)} is ${amount}: no orientation is so exact`;
    throw given.error('request/tolerance', message, 'give more than 0, such as 0.001');
  };
  const orientation = constraint.need('orientation');
  const q = Array.isArray(orientation.data)
    ? orientation.numbers('an orientation', 4)
    : quaternion(orientation);
  const kind = constraint.optional('parameterization', 0, (v) => v.number('parameterization'));
  if (kind !== 0 && kind !== 1) {
    const message = `parameterization: expected 0 (Euler angles) or 1 (rotation vector), found ${kind}`;
    throw constraint.need('parameterization').error('request/unsupported', message);
  }
  return {
    value,
    link,
    frame: readFrame(constraint.get('header')),
    pose: readQuaternionPose(orientation, q, [0, 0, 0]),
    tolerances: [tolerance('x'), tolerance('y'), tolerance('z')],
    by: kind === 0 ? 'euler angles' : 'rotation vector',
  };
}

function quaternion(value: Value): number[] {
  const names = ['x', 'y', 'z', 'w'] as const;
  const keys = value.mapping('an orientation', names);
  return names.map((name) => keys.need(name).number(`${name} of an orientation`));
}

/** Whether a link at a pose satisfies a constraint; both in the world. `frame`: where the constraint's frame is. */
export function satisfiesPosition(
  { offset, regions }: PositionConstraint,
  link: Float64Array,
  frame: Float64Array,
): boolean {
  const inverse = new Float64Array(POSE_SIZE);
  const point = Float64Array.from(offset);
  transformPointInto(link, 0, point, 0, point, 0);
  invertPoseInto(frame, 0, inverse, 0);
  transformPointInto(inverse, 0, point, 0, point, 0);
  return regions.some(({ shape, pose }) => {
    const local = new Float64Array(3);
    invertPoseInto(pose, 0, inverse, 0);
    transformPointInto(inverse, 0, point, 0, local, 0);
    return isInside(shape, local);
  });
}

function isInside(shape: Region['shape'], [x, y, z]: Float64Array): boolean {
  if (shape.kind === 'box') {
    const [a, b, c] = shape.half;
    return Math.abs(x) <= a && Math.abs(y) <= b && Math.abs(z) <= c;
  }
  if (shape.kind === 'sphere') return x * x + y * y + z * z <= shape.radius * shape.radius;
  const half = 0.5 * shape.length;
  if (!(Math.abs(z) <= half)) return false;
  const radius = shape.kind === 'cone' ? (shape.radius * (half - z)) / shape.length : shape.radius;
  return x * x + y * y <= radius * radius;
}

/** The same of an orientation. */
export function satisfiesOrientation(
  { pose, tolerances, by }: OrientationConstraint,
  link: Float64Array,
  frame: Float64Array,
): boolean {
  // What the link is turned by from where it shall be, as the constraint's own axes see it.
  const wanted = product(frame, pose);
  const off = product(transposed(wanted), link);
  const angles = by === 'euler angles' ? eulerAngles(off) : rotationVector(off);
  return angles.every((angle, k) => Math.abs(angle) <= tolerances[k]);
}

/** Angles of R = Rx(a) Ry(b) Rz(c), b within a quarter turn. */
function eulerAngles(r: Float64Array): number[] {
  const flat = Math.sqrt(r[0] * r[0] + r[1] * r[1]);
  if (flat < 1e-12) return [signedAngle(r[7], r[4]), signedAngle(r[2], flat), 0];
  return [signedAngle(-r[5], r[8]), signedAngle(r[2], flat), signedAngle(-r[1], r[0])];
}

/** Axis times angle. */
function rotationVector(r: Float64Array): number[] {
  const [x, y, z] = [r[7] - r[5], r[2] - r[6], r[3] - r[1]];
  const twice = Math.sqrt(x * x + y * y + z * z);
  const angle = signedAngle(twice, r[0] + r[4] + r[8] - 1);
  if (twice > 1e-9) return [x, y, z].map((each) => (each / twice) * angle);
  if (angle < 1) return [0, 0, 0];
  // Half a turn: the axis is that of the largest entry of the diagonal.
  const axis = [0, 1, 2].map((k) => Math.sqrt(Math.max(0, 0.5 * (r[4 * k] + 1))));
  return axis.map((each) => each * angle);
}

/** The angle of (cosine, sine) up to a factor, from -pi to pi. */
function signedAngle(sine: number, cosine: number): number {
  const angle = angleOf(Math.abs(sine), Math.abs(cosine));
  const turned = cosine < 0 ? Math.PI - angle : angle;
  return sine < 0 ? -turned : turned;
}

function product(a: Float64Array, b: Float64Array): Float64Array {
  const out = identityPose();
  for (let i = 0; i < 3; i++) {
    for (let k = 0; k < 3; k++) {
      out[3 * i + k] = a[3 * i] * b[k] + a[3 * i + 1] * b[3 + k] + a[3 * i + 2] * b[6 + k];
    }
  }
  return out;
}

function transposed(r: Float64Array): Float64Array {
  const out = identityPose();
  for (let i = 0; i < 3; i++) for (let k = 0; k < 3; k++) out[3 * i + k] = r[3 * k + i];
  return out;
}
