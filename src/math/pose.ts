/**
 * Rigid placements. A pose is twelve numbers in a Float64Array, at an offset: the rotation R
 * row by row, then the translation T. `bInA` places B in A's frame: a point b of B lies at
 * R b + T there.
 */

import { exponential } from '../words/plain.ts';
import { type Fault, InputError } from './fault.ts';

/** Numbers of a pose: 9 of the rotation, 3 of the translation. */
export const POSE_SIZE = 12;

/** How far a rotation given from outside may be from orthogonal before it is refused. */
export const MAX_ORTHOGONALITY_DEFECT = 1e-6;

/** A new pose that changes nothing: 9 numbers of the rotation row by row, then 3 of the translation. */
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

/**
 * out = a after b: the pose that places b's frame where a places it. Unrolled: loops would cost as
 * much as the products.
 */
export function composePosesInto(
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
  out: Float64Array,
  k: number,
): void {
  const b0 = b[j];
  const b1 = b[j + 1];
  const b2 = b[j + 2];
  const b3 = b[j + 3];
  const b4 = b[j + 4];
  const b5 = b[j + 5];
  const b6 = b[j + 6];
  const b7 = b[j + 7];
  const b8 = b[j + 8];
  const b9 = b[j + 9];
  const b10 = b[j + 10];
  const b11 = b[j + 11];
  const x0 = a[i];
  const y0 = a[i + 1];
  const z0 = a[i + 2];
  out[k] = x0 * b0 + y0 * b3 + z0 * b6;
  out[k + 1] = x0 * b1 + y0 * b4 + z0 * b7;
  out[k + 2] = x0 * b2 + y0 * b5 + z0 * b8;
  out[k + 9] = x0 * b9 + y0 * b10 + z0 * b11 + a[i + 9];
  const x1 = a[i + 3];
  const y1 = a[i + 4];
  const z1 = a[i + 5];
  out[k + 3] = x1 * b0 + y1 * b3 + z1 * b6;
  out[k + 4] = x1 * b1 + y1 * b4 + z1 * b7;
  out[k + 5] = x1 * b2 + y1 * b5 + z1 * b8;
  out[k + 10] = x1 * b9 + y1 * b10 + z1 * b11 + a[i + 10];
  const x2 = a[i + 6];
  const y2 = a[i + 7];
  const z2 = a[i + 8];
  out[k + 6] = x2 * b0 + y2 * b3 + z2 * b6;
  out[k + 7] = x2 * b1 + y2 * b4 + z2 * b7;
  out[k + 8] = x2 * b2 + y2 * b5 + z2 * b8;
  out[k + 11] = x2 * b9 + y2 * b10 + z2 * b11 + a[i + 11];
}

/** a after b, as a new pose. */
export function composePoses(a: Float64Array, b: Float64Array): Float64Array {
  const out = new Float64Array(POSE_SIZE);
  composePosesInto(a, 0, b, 0, out, 0);
  return out;
}

/** What is wrong with twelve numbers as a rigid placement, or null. */
export function poseFault(pose: ArrayLike<number>): Fault | null {
  if (pose.length !== POSE_SIZE) {
    return {
      code: 'pose/length',
      message: `a placement has ${POSE_SIZE} numbers, 9 for R row by row and 3 for T; found ${pose.length}`,
    };
  }
  const p = pose instanceof Float64Array ? pose : Float64Array.from(pose);
  for (let i = 0; i < POSE_SIZE; i++) {
    if (!Number.isFinite(p[i])) {
      return { code: 'pose/non-finite', message: `number ${i} of a placement is ${p[i]}` };
    }
  }
  const defect = orthogonalityDefect(p, 0);
  if (defect > MAX_ORTHOGONALITY_DEFECT) {
    return {
      code: 'pose/not-rigid',
      message: `R is not a rotation: R'R differs from the identity by ${exponential(defect)}`,
      hint: 'R must be orthonormal, row by row; scale belongs into the mesh',
    };
  }
  const [x, y, z] = [
    p[4] * p[8] - p[5] * p[7],
    p[3] * p[8] - p[5] * p[6],
    p[3] * p[7] - p[4] * p[6],
  ];
  if (p[0] * x - p[1] * y + p[2] * z < 0) {
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

/** out[o] = the inverse of the pose at a[i], its rotation transposed, times that at b[j]. */
export function relativePosesInto(
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
  out: Float64Array,
  o: number,
): void {
  const x = b[j + 9] - a[i + 9];
  const y = b[j + 10] - a[i + 10];
  const z = b[j + 11] - a[i + 11];
  for (let row = 0; row < 3; row++) {
    const u = a[i + row];
    const v = a[i + 3 + row];
    const w = a[i + 6 + row];
    out[o + 3 * row] = u * b[j] + v * b[j + 3] + w * b[j + 6];
    out[o + 3 * row + 1] = u * b[j + 1] + v * b[j + 4] + w * b[j + 7];
    out[o + 3 * row + 2] = u * b[j + 2] + v * b[j + 5] + w * b[j + 8];
    out[o + 9 + row] = u * x + v * y + w * z;
  }
}
