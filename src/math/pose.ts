/**
 * Rigid placements. A pose is twelve numbers in a Float64Array, at an offset: the rotation R
 * row by row, then the translation T. `bInA` places B in A's frame: a point b of B lies at
 * R b + T there.
 */
import { type Fault, InputError } from './fault.ts';
import { sincosInto } from './sincos.ts';

export const POSE_SIZE = 12;

/** How far a rotation given from outside may be from orthogonal before it is refused. */
export const MAX_ORTHOGONALITY_DEFECT = 1e-6;

export function identityPose(): Float64Array {
  return new Float64Array([1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]);
}

/**
 * Largest absolute entry of R'R - I: how far the rotation at `pose[o]` is from orthogonal.
 * Every query adds its effect to the rounding slack, so a sloppy rotation costs tightness and
 * never soundness.
 */
export function orthogonalityDefect(pose: Float64Array, o: number): number {
  const r0 = pose[o];
  const r1 = pose[o + 1];
  const r2 = pose[o + 2];
  const r3 = pose[o + 3];
  const r4 = pose[o + 4];
  const r5 = pose[o + 5];
  const r6 = pose[o + 6];
  const r7 = pose[o + 7];
  const r8 = pose[o + 8];
  const xx = Math.abs(r0 * r0 + r3 * r3 + r6 * r6 - 1);
  const yy = Math.abs(r1 * r1 + r4 * r4 + r7 * r7 - 1);
  const zz = Math.abs(r2 * r2 + r5 * r5 + r8 * r8 - 1);
  const xy = Math.abs(r0 * r1 + r3 * r4 + r6 * r7);
  const xz = Math.abs(r0 * r2 + r3 * r5 + r6 * r8);
  const yz = Math.abs(r1 * r2 + r4 * r5 + r7 * r8);
  return Math.max(xx, yy, zz, xy, xz, yz);
}

/** out = R p + T for the point at p[i]. */
export function transformPointInto(
  pose: Float64Array,
  o: number,
  p: Float64Array,
  i: number,
  out: Float64Array,
  j: number,
): void {
  const x = p[i];
  const y = p[i + 1];
  const z = p[i + 2];
  out[j] = pose[o] * x + pose[o + 1] * y + pose[o + 2] * z + pose[o + 9];
  out[j + 1] = pose[o + 3] * x + pose[o + 4] * y + pose[o + 5] * z + pose[o + 10];
  out[j + 2] = pose[o + 6] * x + pose[o + 7] * y + pose[o + 8] * z + pose[o + 11];
}

/** out = inverse of the pose at p[i], taking the transpose for the inverse of R. Not in place. */
export function invertPoseInto(p: Float64Array, i: number, out: Float64Array, j: number): void {
  const tx = p[i + 9];
  const ty = p[i + 10];
  const tz = p[i + 11];
  for (let row = 0; row < 3; row++) {
    const x = p[i + row];
    const y = p[i + 3 + row];
    const z = p[i + 6 + row];
    out[j + 3 * row] = x;
    out[j + 3 * row + 1] = y;
    out[j + 3 * row + 2] = z;
    out[j + 9 + row] = -(x * tx + y * ty + z * tz);
  }
}

/** out = a after b: the pose that places b's frame where a places it. `out` must not be b. */
export function composePosesInto(
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
  out: Float64Array,
  k: number,
): void {
  for (let row = 0; row < 3; row++) {
    const x = a[i + 3 * row];
    const y = a[i + 3 * row + 1];
    const z = a[i + 3 * row + 2];
    const t = a[i + 9 + row];
    out[k + 3 * row] = x * b[j] + y * b[j + 3] + z * b[j + 6];
    out[k + 3 * row + 1] = x * b[j + 1] + y * b[j + 4] + z * b[j + 7];
    out[k + 3 * row + 2] = x * b[j + 2] + y * b[j + 5] + z * b[j + 8];
    out[k + 9 + row] = x * b[j + 9] + y * b[j + 10] + z * b[j + 11] + t;
  }
}

/** A pose from roll, pitch, yaw (fixed axes x, y, z, as URDF has them) and a translation. */
export function poseFromRpy(
  roll: number,
  pitch: number,
  yaw: number,
  x: number,
  y: number,
  z: number,
): Float64Array {
  const [sr, cr] = sincos(roll);
  const [sp, cp] = sincos(pitch);
  const [sy, cy] = sincos(yaw);
  return new Float64Array([
    cy * cp,
    cy * sp * sr - sy * cr,
    cy * sp * cr + sy * sr,
    sy * cp,
    sy * sp * sr + cy * cr,
    sy * sp * cr - cy * sr,
    -sp,
    cp * sr,
    cp * cr,
    x,
    y,
    z,
  ]);
}

/** Our own sine and cosine, so that a placement is the same to the bit in every engine. */
function sincos(angle: number): Float64Array {
  const out = new Float64Array(2);
  sincosInto(angle, out, 0);
  return out;
}

/** A pose from a unit quaternion and a translation. */
export function poseFromQuaternion(
  x: number,
  y: number,
  z: number,
  w: number,
  tx = 0,
  ty = 0,
  tz = 0,
): Float64Array {
  return new Float64Array([
    1 - 2 * (y * y + z * z),
    2 * (x * y - z * w),
    2 * (x * z + y * w),
    2 * (x * y + z * w),
    1 - 2 * (x * x + z * z),
    2 * (y * z - x * w),
    2 * (x * z - y * w),
    2 * (y * z + x * w),
    1 - 2 * (x * x + y * y),
    tx,
    ty,
    tz,
  ]);
}

/** What is wrong with twelve numbers as a rigid placement, or null. */
export function poseFault(pose: ArrayLike<number>): Fault | null {
  if (pose.length !== POSE_SIZE) {
    return {
      code: 'pose/length',
      message: `a placement has ${POSE_SIZE} numbers, 9 for R row by row and 3 for T; found ${pose.length}`,
    };
  }
  const p = Float64Array.from(pose);
  for (let i = 0; i < POSE_SIZE; i++) {
    if (!Number.isFinite(p[i])) {
      return { code: 'pose/non-finite', message: `number ${i} of a placement is ${p[i]}` };
    }
  }
  const defect = orthogonalityDefect(p, 0);
  if (defect > MAX_ORTHOGONALITY_DEFECT) {
    return {
      code: 'pose/not-rigid',
      message: `R is not a rotation: R'R differs from the identity by ${defect.toExponential(2)}`,
      hint: 'R must be orthonormal, row by row; scale belongs into the mesh',
    };
  }
  const [a, b, c, d, e, f, g, h, i] = p;
  if (a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g) < 0) {
    return {
      code: 'pose/mirrored',
      message: 'R mirrors: its determinant is -1',
      hint: 'swap two rows, or negate one, to get a rotation',
    };
  }
  return null;
}

/** Throws an InputError unless the twelve numbers are a rigid placement. */
export function assertPose(pose: ArrayLike<number>, file?: string): void {
  const fault = poseFault(pose);
  if (fault) throw new InputError(file === undefined ? fault : { ...fault, file });
}
