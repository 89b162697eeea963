/**
 * How a body turns while no torque acts on it: the orientation s seconds after a beginning. What is proven about a
 * flight is proven about the motion as it is defined here, in real numbers:
 *
 * - All moments of inertia equal: the angular velocity w is constant, R(s) = exp(w s) R(0). That is the true motion.
 * - Two of them equal: the axis a of the third goes evenly round the angular momentum L, the body turns evenly about
 *   it: R(s) = exp((L / I) s) R(0) exp(sigma a s). That is the true motion as well, but for two constants' rounding.
 * - Three different ones: the motion is a chain of steps, in each of which the angular velocity is constant. The
 *   step's is I^-1 L at the orientation in its middle, made shorter if it is longer than sqrt(2 E / I_min), which no
 *   torque-free motion exceeds. A step turns by 1/32 rad at most, which follows Euler's equations to about 4e-5 a
 *   radian; but the steps are the definition, and nothing that is proven rests on their being accurate. Orientations
 *   between steps are doubles: where one ends and the next begins the motion jumps by `slip`, a few roundings.
 */
import type { Triple } from '../geometry/index.ts';
import { rotateVectorInto, sincosInto, U, unrotateVectorInto } from '../math/index.ts';
import { lengthOf, START_TURN_ERROR } from './motion.ts';

const u = U;

export interface Rotation {
  /** Upper bound of the angular velocity's length, rad/s. */
  readonly rateUpper: number;
  /**
   * How much the angular velocity changes between two times: while s seconds pass, by out[0] s + out[1] at most, in
   * rad/s.
   */
  changeUpperInto(from: number, to: number, out: Float64Array): void;
  /** Nine numbers to out[o]: the rotation s seconds after the beginning. */
  rotationInto(s: number, out: Float64Array, o: number): void;
  /** The angular velocity there, in the world, of which what is computed is off by a few roundings. */
  angularVelocityInto(s: number, out: Float64Array, o: number): void;
  /** How far a computed rotation may be from the one that is defined, as a spectral norm. */
  errorUpper(s: number): number;
  /** Upper bound of the sum of all jumps of the orientation between two times, in radians. */
  slipUpper(from: number, to: number): number;
}

/** Roundings of exp(v) for a vector v: axis, angle, sine and cosine, nine products. Times u; the angle apart. */
export const EXP_ERROR = 32 * u;
/** Of a product of two rotations. */
export const PRODUCT_ERROR = 10 * u;
/** Relative error of an angle that is computed as length times time. */
export const ANGLE_ERROR = 8 * u;

const scratch = new Float64Array(24);

/** out[o] = exp(v[i] s): nine numbers, the rotation by |v| s about v. */
export function exponentialInto(
  v: Float64Array,
  i: number,
  s: number,
  out: Float64Array,
  o: number,
): void {
  const length = lengthOf(v, i);
  if (!(length > 0)) {
    for (let k = 0; k < 9; k++) out[o + k] = k % 4 === 0 ? 1 : 0;
    return;
  }
  const x = v[i] / length;
  const y = v[i + 1] / length;
  const z = v[i + 2] / length;
  sincosInto(length * s, scratch, 0);
  const sin = scratch[0];
  const cos = scratch[1];
  const rest = 1 - cos;
  out[o] = cos + rest * x * x;
  out[o + 1] = rest * x * y - sin * z;
  out[o + 2] = rest * x * z + sin * y;
  out[o + 3] = rest * x * y + sin * z;
  out[o + 4] = cos + rest * y * y;
  out[o + 5] = rest * y * z - sin * x;
  out[o + 6] = rest * x * z - sin * y;
  out[o + 7] = rest * y * z + sin * x;
  out[o + 8] = cos + rest * z * z;
}

/** out[o] = a[i] b[j], nine numbers each; not in place. */
export function productInto(
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
  out: Float64Array,
  o: number,
): void {
  for (let row = 0; row < 9; row += 3) {
    const x = a[i + row];
    const y = a[i + row + 1];
    const z = a[i + row + 2];
    for (let k = 0; k < 3; k++)
      out[o + row + k] = x * b[j + k] + y * b[j + 3 + k] + z * b[j + 6 + k];
  }
}

/** About one axis, evenly. */
export class EvenRotation implements Rotation {
  readonly rateUpper: number;
  private readonly start: Float64Array;
  private readonly rate: Float64Array;
  private readonly work = new Float64Array(9);

  constructor(pose: Float64Array, angularVelocity: Triple) {
    this.start = pose.slice(0, 9);
    this.rate = Float64Array.from(angularVelocity);
    this.rateUpper = lengthOf(this.rate) * (1 + 4 * u);
  }

  rotationInto(s: number, out: Float64Array, o: number): void {
    if (this.rateUpper === 0) {
      for (let k = 0; k < 9; k++) out[o + k] = this.start[k];
      return;
    }
    exponentialInto(this.rate, 0, s, this.work, 0);
    productInto(this.work, 0, this.start, 0, out, o);
  }

  angularVelocityInto(_s: number, out: Float64Array, o: number): void {
    for (let k = 0; k < 3; k++) out[o + k] = this.rate[k];
  }

  changeUpperInto(_from: number, _to: number, out: Float64Array): void {
    out[0] = 0;
    out[1] = 0;
  }

  errorUpper(s: number): number {
    if (this.rateUpper === 0) return START_TURN_ERROR;
    return (
      START_TURN_ERROR + EXP_ERROR + PRODUCT_ERROR + ANGLE_ERROR * this.rateUpper * Math.abs(s)
    );
  }

  slipUpper(): number {
    return 0;
  }
}

/** A body with an axis of symmetry: its axis goes round the angular momentum, and it turns about its axis. */
export class TopRotation implements Rotation {
  readonly rateUpper: number;
  private readonly drift: number;
  private readonly start: Float64Array;
  /** Of the axis about the angular momentum, in the world. */
  private readonly precession: Float64Array;
  /** Of the body about its axis, in the body's frame. */
  private readonly own: Float64Array;
  private readonly axis: number;
  private readonly work = new Float64Array(18);

  constructor(pose: Float64Array, angularVelocity: Triple, inertia: Triple, axis: number) {
    this.start = pose.slice(0, 9);
    this.axis = axis;
    const across = inertia[(axis + 1) % 3];
    const local = Float64Array.from(angularVelocity);
    unrotateVectorInto(pose, 0, local, 0);
    const sigma = local[axis] * (1 - inertia[axis] / across);
    this.own = new Float64Array(3);
    this.own[axis] = sigma;
    for (let k = 0; k < 3; k++) local[k] *= inertia[k] / across;
    this.precession = local;
    rotateVectorInto(pose, 0, this.precession, 0);
    // w = P + sigma a with |P|, |sigma| and the angle between P and a constant.
    const p = lengthOf(this.precession);
    const a = [pose[axis], pose[3 + axis], pose[6 + axis]];
    const along = this.precession[0] * a[0] + this.precession[1] * a[1] + this.precession[2] * a[2];
    const most = p + Math.abs(sigma);
    const squared = p * p + sigma * sigma + 2 * sigma * along + 32 * u * most * most;
    this.rateUpper = Math.min(Math.sqrt(Math.max(0, squared)), most) * (1 + 8 * u);
    this.drift = p * Math.abs(sigma) * (1 + 8 * u);
  }

  rotationInto(s: number, out: Float64Array, o: number): void {
    const { work } = this;
    exponentialInto(this.precession, 0, s, work, 0);
    productInto(work, 0, this.start, 0, work, 9);
    exponentialInto(this.own, 0, s, work, 0);
    productInto(work, 9, work, 0, out, o);
  }

  angularVelocityInto(s: number, out: Float64Array, o: number): void {
    const { work, axis } = this;
    exponentialInto(this.precession, 0, s, work, 0);
    for (let k = 0; k < 3; k++) {
      const a =
        work[3 * k] * this.start[axis] +
        work[3 * k + 1] * this.start[3 + axis] +
        work[3 * k + 2] * this.start[6 + axis];
      out[o + k] = this.precession[k] + this.own[axis] * a;
    }
  }

  changeUpperInto(_from: number, _to: number, out: Float64Array): void {
    out[0] = this.drift;
    out[1] = 0;
  }

  errorUpper(s: number): number {
    const turned = (lengthOf(this.precession) + Math.abs(this.own[this.axis])) * Math.abs(s);
    return START_TURN_ERROR + 2 * (EXP_ERROR + PRODUCT_ERROR) + ANGLE_ERROR * turned;
  }

  slipUpper(): number {
    return 0;
  }
}
