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
import { grown } from '../arrays/index.ts';
import type { Triple } from '../geometry/index.ts';
import { orthonormalise } from '../kinematics/index.ts';
import { InputError, rotateVectorInto, sincosInto, U, unrotateVectorInto } from '../math/index.ts';
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
const EXP_ERROR = 32 * u;
/** Of a product of two rotations. */
const PRODUCT_ERROR = 10 * u;
/** Relative error of an angle that is computed as length times time. */
const ANGLE_ERROR = 8 * u;

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

/** Moments that differ by less than this, relatively, are taken as equal: the definition above says what then moves. */
const EQUAL = 1e-12;

/**
 * The torque-free rotation of a body that has the orientation of `pose` and an angular velocity, both in the world.
 * `inertia`: the principal moments, along the axes of the body's frame.
 */
export function freeRotation(
  pose: Float64Array,
  angularVelocity: Triple,
  inertia: Triple,
): Rotation {
  const most = Math.max(...inertia);
  const alike = (i: number, j: number) => Math.abs(inertia[i] - inertia[j]) <= EQUAL * most;
  if (lengthOf(angularVelocity) === 0 || (alike(0, 1) && alike(1, 2))) {
    return new EvenRotation(pose, angularVelocity);
  }
  for (let axis = 0; axis < 3; axis++) {
    if (alike((axis + 1) % 3, (axis + 2) % 3)) {
      return new TopRotation(pose, angularVelocity, inertia, axis);
    }
  }
  return new SteppedRotation(pose, angularVelocity, inertia);
}

/** About one axis, evenly. */
class EvenRotation implements Rotation {
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
class TopRotation implements Rotation {
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

/** Most steps of one flight. */
export const MOST_STEPS = 1_000_000;
/** Radians that a step turns by, at most. */
const STEP = 1 / 32;
/** Steps after which an orientation is made orthogonal again. */
const REPAIR = 16;
/** Parts of a step so near its ends that rounding may take them for the next one, up to a million steps. */
const AT_A_JOIN = 1e-9;
/** Numbers of a step: its first orientation, its angular velocity. */
const STEP_SIZE = 12;

/** Three different moments: steps, made as far as somebody asks, and kept. */
class SteppedRotation implements Rotation {
  readonly rateUpper: number;
  private readonly drift: number;
  private readonly jump: number;
  private readonly inertia: Triple;
  private readonly momentum: Float64Array;
  /** Seconds a step. */
  private readonly step: number;
  private steps = new Float64Array(8 * STEP_SIZE);
  private count = 0;
  private readonly work = new Float64Array(24);

  constructor(pose: Float64Array, angularVelocity: Triple, inertia: Triple) {
    this.inertia = inertia;
    const local = Float64Array.from(angularVelocity);
    unrotateVectorInto(pose, 0, local, 0);
    let energy = 0;
    for (let k = 0; k < 3; k++) {
      energy += inertia[k] * local[k] * local[k];
      local[k] *= inertia[k];
    }
    const least = Math.min(...inertia);
    rotateVectorInto(pose, 0, local, 0);
    this.momentum = local;
    this.rateUpper = Math.sqrt(energy / least) * (1 + 16 * u);
    this.step = STEP / this.rateUpper;
    // I^-1 L depends on the orientation by L (1 / I_min - 1 / I_max) a radian at most. Two steps that times s apart fall
    // into have their middles within rate s + 2 STEP of each other.
    const spread = (1 / least - 1 / Math.max(...inertia)) * lengthOf(local) * (1 + 16 * u);
    this.drift = spread * this.rateUpper * (1 + 4 * u);
    this.jump = 2.2 * spread * STEP + 64 * u * this.rateUpper;
    for (let k = 0; k < 9; k++) this.steps[k] = pose[k];
    this.finishStep(0);
    this.count = 1;
  }

  rotationInto(s: number, out: Float64Array, o: number): void {
    const at = STEP_SIZE * this.stepAt(s);
    exponentialInto(this.steps, at + 9, s - (at / STEP_SIZE) * this.step, this.work, 0);
    productInto(this.work, 0, this.steps, at, out, o);
  }

  angularVelocityInto(s: number, out: Float64Array, o: number): void {
    const at = STEP_SIZE * this.stepAt(s) + 9;
    for (let k = 0; k < 3; k++) out[o + k] = this.steps[at + k];
  }

  /** Within a step nothing changes. */
  changeUpperInto(from: number, to: number, out: Float64Array): void {
    const begin = Math.floor(from / this.step);
    const inside = from / this.step >= begin + AT_A_JOIN && to / this.step <= begin + 1 - AT_A_JOIN;
    out[0] = inside ? 0 : this.drift;
    out[1] = inside ? 0 : this.jump;
  }

  errorUpper(s: number): number {
    // Which step s falls into, and how far into it, is off by roundings of s.
    const inside = ANGLE_ERROR * (1 + this.rateUpper * Math.abs(s));
    return REPAIR_ERROR + EXP_ERROR + PRODUCT_ERROR + inside + SLIP;
  }

  slipUpper(from: number, to: number): number {
    return SLIP * ((to - from) / this.step + 2) + 2 * REPAIR_ERROR;
  }

  /** Which step s falls into; makes it if need be. */
  private stepAt(s: number): number {
    const k = Math.max(0, Math.floor(s / this.step));
    if (!(k < MOST_STEPS)) {
      throw new InputError({
        code: 'schedule/steps',
        message: `a body that turns by ${this.rateUpper} rad/s was asked for its orientation after ${s} s: that is more than ${MOST_STEPS} steps`,
        hint: 'run in parts: what is at rest or held should not fly',
      });
    }
    while (this.count <= k) this.addStep();
    return k;
  }

  private addStep(): void {
    const { work } = this;
    const from = STEP_SIZE * (this.count - 1);
    const to = from + STEP_SIZE;
    if (to + STEP_SIZE > this.steps.length) this.steps = grown(this.steps, to + STEP_SIZE);
    exponentialInto(this.steps, from + 9, this.step, work, 0);
    productInto(work, 0, this.steps, from, this.steps, to);
    this.finishStep(to);
    this.count++;
  }

  /** The orientation at `to` is made orthogonal if it is time, and the angular velocity of the step found. */
  private finishStep(to: number): void {
    const { steps, work } = this;
    if (this.count % REPAIR === 0) {
      for (let k = 0; k < 9; k++) work[k] = steps[to + k];
      orthonormalise(work);
      for (let k = 0; k < 9; k++) steps[to + k] = work[k];
    }
    this.rateInto(steps, to, steps, to + 9);
    exponentialInto(steps, to + 9, 0.5 * this.step, work, 0);
    productInto(work, 0, steps, to, work, 12);
    this.rateInto(work, 12, steps, to + 9);
  }

  /** I^-1 L at the orientation r[i], in the world, as long as `rateUpper` at most. */
  private rateInto(r: Float64Array, i: number, out: Float64Array, o: number): void {
    for (let k = 0; k < 3; k++) out[o + k] = this.momentum[k];
    unrotateVectorInto(r, i, out, o);
    for (let k = 0; k < 3; k++) out[o + k] /= this.inertia[k];
    rotateVectorInto(r, i, out, o);
    const length = lengthOf(out, o);
    const most = this.rateUpper * (1 - 8 * u);
    if (length > most) for (let k = 0; k < 3; k++) out[o + k] *= most / length;
  }
}

/** Jump of the orientation between two steps, in radians: the roundings of a step's end, and its part of a repair. */
const SLIP = 128 * u;
/** How far an orientation may be from the nearest rotation: what REPAIR products and exponentials take away. */
const REPAIR_ERROR = 16 * (EXP_ERROR + PRODUCT_ERROR) + START_TURN_ERROR;
