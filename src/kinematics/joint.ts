/**
 * One joint: the pose of a link in its parent's frame as a function of the joint's value. The
 * joint's frame is the link's frame at value 0; its axis passes through the frame's origin and has
 * the same coordinates before and after turning.
 *
 * With P the rotation of the fixed placement and n the axis, a turn by v gives
 * P (nn' + cos v (I - nn') + sin v [n]x): three matrices that are made once, so that a turn costs
 * a sine, a cosine and 18 products.
 */
import { layout } from '../arrays/layout.ts';
import { MAX_ORTHOGONALITY_DEFECT, orthogonalityDefect } from '../math/pose.ts';
import { sincosAtInto } from '../math/sincos.ts';
import { type CompiledLaw, lawInto } from './law.ts';

/** A joint that does not move. */
export const FIXED = 0;
/** A joint that turns about an axis: 1 value, in radians. */
export const TURN = 1;
/** A joint that slides along an axis: 1 value, in metres. */
export const SLIDE = 2;
/** Along two directions of a plane, then a turn about its normal: 3 values x, y, angle. */
export const PLANAR = 3;
/** A translation, then a rotation: 7 values x, y, z, qx, qy, qz, qw, of any length but 0. */
export const FLOATING = 4;

/**
 * Numbers per joint in `motion`: of a turn what stays, and what its cosine and its sine multiply, three
 * matrices; then two directions of slides.
 */
export const {
  STILL,
  COSINE,
  SINE,
  SLIDES,
  size: MOTION_SIZE,
} = layout(['STILL', 9], ['COSINE', 9], ['SINE', 9], ['SLIDES', 6]);

/** Number of values by kind. */
export const VALUE_COUNT = [0, 1, 1, 3, 7];

/**
 * The nearest rotation, by two Newton steps R + R (I - R'R) / 2 (Higham 1986); a rotation that is
 * orthogonal to rounding stays as it is, to the bit.
 */
export function orthonormalise(pose: Float64Array): void {
  for (let step = 0; step < 2; step++) {
    const defect = orthogonalityDefect(pose, 0);
    if (defect < 1e-15 || defect > 2 * MAX_ORTHOGONALITY_DEFECT) return;
    const r = pose.slice(0, 9);
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) {
        let sum = 0;
        for (let k = 0; k < 3; k++) {
          const g = r[k] * r[j] + r[k + 3] * r[j + 3] + r[k + 6] * r[j + 6];
          sum += r[3 * i + k] * ((k === j ? 1 : 0) - g);
        }
        pose[3 * i + j] = r[3 * i + j] + 0.5 * sum;
      }
    }
  }
}

/**
 * Two directions that span the plane with unit normal n: what x and y become when z is turned to n
 * the short way (about x, if n is -z). Orthonormal to a few u.
 */
export function planeAxes(n: ArrayLike<number>): Float64Array {
  const x = n[0];
  const y = n[1];
  const z = n[2];
  const across = x * x + y * y;
  if (z < 0 && across < 1e-32) return new Float64Array([1, 0, 0, 0, -1, 0]);
  // 1 / (1 + z), written so that nothing cancels.
  const f = z < 0 ? (1 - z) / across : 1 / (1 + z);
  return new Float64Array([1 - x * x * f, -x * y * f, -x, -x * y * f, 1 - y * y * f, -y]);
}

/** Writes the constants of a joint. `plane`: six numbers, for planar joints. */
export function jointMotionInto(
  kind: number,
  placement: Float64Array,
  n: ArrayLike<number>,
  plane: ArrayLike<number>,
  out: Float64Array,
  o: number,
): void {
  const across = (k: number, j: number) => placement[3 * k + j];
  if (kind === TURN || kind === PLANAR) {
    const skew = [0, -n[2], n[1], n[2], 0, -n[0], -n[1], n[0], 0];
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) {
        let still = 0;
        let cosine = 0;
        let sine = 0;
        for (let k = 0; k < 3; k++) {
          const nn = n[k] * n[j];
          still += across(i, k) * nn;
          cosine += across(i, k) * ((k === j ? 1 : 0) - nn);
          sine += across(i, k) * skew[3 * k + j];
        }
        out[o + STILL + 3 * i + j] = still;
        out[o + COSINE + 3 * i + j] = cosine;
        out[o + SINE + 3 * i + j] = sine;
      }
    }
  }
  const directions = kind === SLIDE ? [n[0], n[1], n[2]] : kind === PLANAR ? plane : [];
  for (let d = 0; d < directions.length; d += 3) {
    for (let i = 0; i < 3; i++) {
      out[o + SLIDES + d + i] =
        across(i, 0) * directions[d] +
        across(i, 1) * directions[d + 1] +
        across(i, 2) * directions[d + 2];
    }
  }
}

/** The numbers that a joint is evaluated from; frame f has its share at f times the size. */
export interface JointArrays {
  readonly kind: Uint8Array;
  readonly placement: Float64Array;
  readonly motion: Float64Array;
  /** First value of the joint in the configuration. */
  readonly dof: Int32Array;
  readonly multiplier: Float64Array;
  readonly offset: Float64Array;
  /** Per frame the law that its joint's value follows, else null; null where no joint follows one. */
  readonly laws: readonly (CompiledLaw | null)[] | null;
}

/**
 * Writes the pose of frame f in its parent's frame to out[12 f]. What does not depend on the
 * configuration must be there already: out starts as a copy of `placement`. `scratch`: 3 numbers.
 */
export function localPoseInto(
  joints: JointArrays,
  f: number,
  q: Float64Array,
  out: Float64Array,
  scratch: Float64Array,
): void {
  const kind = joints.kind[f];
  if (kind === FIXED) return;
  const d = joints.dof[f];
  const o = 12 * f;
  const m = MOTION_SIZE * f;
  if (kind === TURN) {
    scratch[0] = joints.multiplier[f] * q[d] + joints.offset[f];
    if (joints.laws !== null) followInto(joints.laws[f], q, d, scratch);
    turnInto(joints.motion, m, scratch, out, o);
    return;
  }
  const { motion, placement } = joints;
  const s = m + SLIDES;
  if (kind === SLIDE) {
    scratch[0] = joints.multiplier[f] * q[d] + joints.offset[f];
    if (joints.laws !== null) followInto(joints.laws[f], q, d, scratch);
    const v = scratch[0];
    for (let k = 0; k < 3; k++) out[o + 9 + k] = placement[o + 9 + k] + v * motion[s + k];
  } else if (kind === PLANAR) {
    scratch[0] = joints.multiplier[f] * q[d + 2] + joints.offset[f];
    turnInto(motion, m, scratch, out, o);
    for (let k = 0; k < 3; k++) {
      out[o + 9 + k] = placement[o + 9 + k] + q[d] * motion[s + k] + q[d + 1] * motion[s + 3 + k];
    }
  } else floatingInto(placement, q, d, out, o);
}

/** scratch[0] = the value of a joint that follows by a law; as it is without one. */
function followInto(
  law: CompiledLaw | null,
  q: Float64Array,
  d: number,
  scratch: Float64Array,
): void {
  if (law !== null) lawInto(law, q, d, scratch, 0);
}

/** The rotation of a turn by the angle at scratch[0]. Unrolled: a loop costs as much again. */
function turnInto(
  motion: Float64Array,
  m: number,
  scratch: Float64Array,
  out: Float64Array,
  o: number,
): void {
  sincosAtInto(scratch, 0, scratch, 1);
  const s = scratch[1];
  const c = scratch[2];
  out[o] = motion[m] + c * motion[m + 9] + s * motion[m + 18];
  out[o + 1] = motion[m + 1] + c * motion[m + 10] + s * motion[m + 19];
  out[o + 2] = motion[m + 2] + c * motion[m + 11] + s * motion[m + 20];
  out[o + 3] = motion[m + 3] + c * motion[m + 12] + s * motion[m + 21];
  out[o + 4] = motion[m + 4] + c * motion[m + 13] + s * motion[m + 22];
  out[o + 5] = motion[m + 5] + c * motion[m + 14] + s * motion[m + 23];
  out[o + 6] = motion[m + 6] + c * motion[m + 15] + s * motion[m + 24];
  out[o + 7] = motion[m + 7] + c * motion[m + 16] + s * motion[m + 25];
  out[o + 8] = motion[m + 8] + c * motion[m + 17] + s * motion[m + 26];
}

function floatingInto(
  placement: Float64Array,
  q: Float64Array,
  d: number,
  out: Float64Array,
  o: number,
): void {
  const x = q[d + 3];
  const y = q[d + 4];
  const z = q[d + 5];
  const w = q[d + 6];
  // Dividing by the square of the length makes a root needless.
  const s = 2 / (x * x + y * y + z * z + w * w);
  const r0 = 1 - s * (y * y + z * z);
  const r1 = s * (x * y - w * z);
  const r2 = s * (x * z + w * y);
  const r3 = s * (x * y + w * z);
  const r4 = 1 - s * (x * x + z * z);
  const r5 = s * (y * z - w * x);
  const r6 = s * (x * z - w * y);
  const r7 = s * (y * z + w * x);
  const r8 = 1 - s * (x * x + y * y);
  for (let i = 0; i < 3; i++) {
    const a = placement[o + 3 * i];
    const b = placement[o + 3 * i + 1];
    const c = placement[o + 3 * i + 2];
    out[o + 3 * i] = a * r0 + b * r3 + c * r6;
    out[o + 3 * i + 1] = a * r1 + b * r4 + c * r7;
    out[o + 3 * i + 2] = a * r2 + b * r5 + c * r8;
    out[o + 9 + i] = a * q[d] + b * q[d + 1] + c * q[d + 2] + placement[o + 9 + i];
  }
}
