/**
 * Motions that somebody knows: the pose of a body as a function of time, with bounds of its speeds and accelerations
 * that the caller vouches for. What is proven rests on them. (A body that moves evenly in a straight line is a flight
 * without gravity.)
 */
import { InputError, orthogonalityDefect, POSE_SIZE, poseFault, U } from '../math/index.ts';
import {
  ADVANCE_SIZE,
  type AdvanceQuestion,
  FIXED,
  LINEAR,
  lengthOf,
  type Motion,
  SQUARE,
  START_TURN_ERROR,
} from './motion.ts';
import { addTurning } from './turning.ts';

const u = U;
const turning = new Float64Array(3);
const change = new Float64Array(2);

/** Bounds of a known motion over an interval of time. */
export interface KnownBounds {
  /** Largest speed of the origin, m/s, and largest angular velocity, rad/s. */
  readonly speed: number;
  readonly turning: number;
  /** Largest acceleration of the origin and angular acceleration; without them speeds alone count. */
  readonly acceleration?: number;
  readonly turningAcceleration?: number;
}

/** A motion as its author describes it. */
export interface KnownMotionDescription {
  /** Seconds between which it is defined; default always. */
  readonly begin?: number;
  readonly end?: number;
  /** Writes the pose at a time: nine numbers of the rotation row by row, three of the origin. */
  readonly poseInto: (time: number, out: Float64Array) => void;
  /** Writes the velocity of the origin and the angular velocity at a time, in the world: six numbers. */
  readonly velocityInto: (time: number, out: Float64Array) => void;
  /** Bounds that hold from one time to another. */
  readonly boundsBetween: (from: number, to: number) => KnownBounds;
  /** How far computed poses may be from the motion that is meant, over all times: the origin, in metres, and the rotation. */
  readonly error: { readonly shift: number; readonly turn: number };
}

/** A motion with bounds that its author vouches for. */
export class KnownMotion implements Motion {
  readonly kind = 'known';
  readonly begin: number;
  readonly end: number;
  readonly radius = Number.POSITIVE_INFINITY;
  private readonly description: KnownMotionDescription;
  private readonly work = new Float64Array(POSE_SIZE);
  private readonly twist = new Float64Array(6);

  constructor(description: KnownMotionDescription) {
    this.description = description;
    this.begin = description.begin ?? Number.NEGATIVE_INFINITY;
    this.end = description.end ?? Number.POSITIVE_INFINITY;
    if (!(this.begin <= this.end)) {
      throw new InputError({
        code: 'schedule/times',
        message: `a motion is defined from ${this.begin} s to ${this.end} s`,
      });
    }
  }

  poseInto(time: number, out: Float64Array, o: number): void {
    this.description.poseInto(time, this.work);
    const fault = poseFault(this.work);
    if (fault) throw new InputError({ ...fault, message: `a known motion: ${fault.message}` });
    for (let k = 0; k < POSE_SIZE; k++) out[o + k] = this.work[k];
  }

  errorInto(time: number, out: Float64Array, o: number): void {
    const { shift, turn } = this.description.error;
    // The rotation that is given counts as the nearest true one, of which it may be off by its defect.
    this.description.poseInto(time, this.work);
    out[o] = shift;
    out[o + 1] = turn + 1.6 * orthogonalityDefect(this.work, 0) + START_TURN_ERROR;
  }

  velocityInto(time: number, out: Float64Array, o: number): void {
    this.description.velocityInto(time, this.twist);
    for (let k = 0; k < 6; k++) out[o + k] = this.twist[k];
  }

  advanceUpperInto(question: AdvanceQuestion, out: Float64Array): void {
    const { time, span, radius, direction: n, sign } = question;
    const bounds = this.boundsOf(time, time + span);
    const speed = bounds.speed + radius * bounds.turning;
    out[FIXED] = 0;
    out[LINEAR] = speed * (1 + 8 * u);
    out[SQUARE] = 0;
    const { acceleration, turningAcceleration } = bounds;
    for (let k = 0; k < ADVANCE_SIZE; k++) out[ADVANCE_SIZE + k] = out[k];
    if (acceleration === undefined || (radius > 0 && turningAcceleration === undefined)) return;
    const v = this.twist;
    this.description.velocityInto(time, v);
    const along = sign * (n[0] * v[0] + n[1] * v[1] + n[2] * v[2]);
    out[ADVANCE_SIZE + LINEAR] = along + 64 * u * lengthOf(v);
    out[ADVANCE_SIZE + SQUARE] = 0.5 * acceleration * (1 + 8 * u);
    if (!(radius > 0)) return;
    for (let k = 0; k < 3; k++) turning[k] = v[3 + k];
    change[0] = turningAcceleration ?? 0;
    change[1] = 64 * u * bounds.turning;
    addTurning(question, turning, bounds.turning, change, out);
  }

  originBoxInto(from: number, to: number, out: Float64Array, o: number): void {
    // From the middle, the origin gets half as far.
    const middle = 0.5 * (from + to);
    this.description.poseInto(middle, this.work);
    const { shift } = this.description.error;
    const way = Math.max(middle - from, to - middle);
    const far = this.boundsOf(from, to).speed * way * (1 + 8 * u) + shift;
    for (let k = 0; k < 3; k++) {
      const x = this.work[9 + k];
      const slack = 4 * u * (Math.abs(x) + far);
      out[o + k] = x - far - slack;
      out[o + 3 + k] = x + far + slack;
    }
  }

  turnUpper(from: number, to: number): number {
    return this.boundsOf(from, to).turning * (to - from) * (1 + 8 * u);
  }

  private boundsOf(from: number, to: number): KnownBounds {
    const bounds = this.description.boundsBetween(from, to);
    const { speed, turning, acceleration = 0, turningAcceleration = 0 } = bounds;
    if (speed >= 0 && turning >= 0 && acceleration >= 0 && turningAcceleration >= 0) return bounds;
    throw new InputError({
      code: 'schedule/bounds',
      message: `a known motion has speeds up to ${speed} m/s and ${turning} rad/s, accelerations up to ${acceleration} and ${turningAcceleration}: expected numbers that are not negative`,
    });
  }
}
