/** Placements as documents write them, to the twelve numbers of math/pose.ts. */
import { MAX_COORDINATE } from '../geometry/index.ts';
import { type Fault, poseFromQuaternion, poseFromRpy } from '../math/index.ts';
import type { Value } from './value.ts';

/** How far the length of a quaternion from outside may be from 1. */
export const MAX_QUATERNION_DEFECT = 1e-3;

/**
 * `{xyz: [x, y, z], rpy: [roll, pitch, yaw]}` or `{xyz, quaternion: [x, y, z, w]}`; metres and
 * radians, what is left out is zero. An angle beyond a full turn looks like degrees: a note.
 */
export function readPose(value: Value, notes: Fault[]): Float64Array {
  const pose = value.mapping('a pose', ['xyz', 'rpy', 'quaternion']);
  const xyz = pose.optional('xyz', [0, 0, 0], readPoint);
  const quaternion = pose.get('quaternion');
  const rpy = pose.get('rpy');
  if (quaternion) {
    if (!rpy) return readQuaternionPose(quaternion, quaternion.numbers('quaternion', 4), xyz);
    throw pose.keyError(
      'quaternion',
      'document/two-rotations',
      'a pose has rpy or quaternion, not both',
      'remove one of them',
    );
  }
  if (!rpy) return poseFromRpy(0, 0, 0, xyz[0], xyz[1], xyz[2]);
  const [roll, pitch, yaw] = rpy.numbers('rpy', 3);
  if (Math.max(Math.abs(roll), Math.abs(pitch), Math.abs(yaw)) > 2 * Math.PI) {
    const message = `rpy [${roll}, ${pitch}, ${yaw}] goes beyond a full turn`;
    notes.push(
      rpy.error('document/degrees', message, 'angles are in radians: 90 degrees is 1.5707963')
        .fault,
    );
  }
  return poseFromRpy(roll, pitch, yaw, xyz[0], xyz[1], xyz[2]);
}

/** Three coordinates that are not too large to be computed with. */
export function readPoint(value: Value): number[] {
  const point = value.numbers('x, y, z', 3);
  assertCoordinates(value, point);
  return point;
}

export function assertCoordinates(value: Value, coordinates: ArrayLike<number>): void {
  for (let i = 0; i < coordinates.length; i++) {
    if (Math.abs(coordinates[i]) <= MAX_COORDINATE) continue;
    throw value.error(
      'document/too-large',
      `the coordinate ${coordinates[i]} is beyond ${MAX_COORDINATE} m and cannot be computed with`,
    );
  }
}

/**
 * The pose of a quaternion [x, y, z, w] and a translation. The quaternion is normalised; one that
 * is not nearly of length 1 is an error at `value`.
 */
export function readQuaternionPose(
  value: Value,
  quaternion: readonly number[],
  translation: readonly number[],
): Float64Array {
  const length = quaternionLength(quaternion);
  if (!(Math.abs(length - 1) <= MAX_QUATERNION_DEFECT)) {
    throw value.error(
      'document/quaternion',
      `the quaternion [${quaternion.join(', ')}] has length ${length}, expected 1`,
      'the order is x, y, z, w; no rotation is [0, 0, 0, 1]',
    );
  }
  const [x, y, z, w] = quaternion.map((c) => c / length);
  const [tx, ty, tz] = translation;
  return poseFromQuaternion(x, y, z, w, tx, ty, tz);
}

export function quaternionLength([x, y, z, w]: readonly number[]): number {
  return Math.sqrt(x * x + y * y + z * z + w * w);
}
