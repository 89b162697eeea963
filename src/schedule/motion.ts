/**
 * How a body moves: an explicit function of time, in seconds, with proven bounds. The schedule knows motions only
 * through this. A body's frame has its origin in the centre of mass; poses and directions are in the world's frame.
 *
 * The bounds hold for the motion as it is defined, in real numbers; what is computed lies within `errorInto` of it.
 */
import { layout } from '../arrays/index.ts';
import type { Triple } from '../geometry/index.ts';
import { orthonormalise } from '../kinematics/index.ts';
import { InputError, POSE_SIZE, poseFault, U } from '../math/index.ts';

/**
 * How far points advance along a direction, as coefficients: within s seconds after the time asked about, by
 * FIXED + LINEAR s + SQUARE s^2 at most. Two such bounds, each of which holds: BY_SPEED from the largest speeds on the
 * whole interval, BY_ACCELERATION from the velocity at its beginning and the largest accelerations.
 */
export const { FIXED, LINEAR, SQUARE, size: ADVANCE_SIZE } = layout('FIXED', 'LINEAR', 'SQUARE');

/** Where points of a body are and which way they are followed. */
export interface AdvanceQuestion {
  /** Seconds: the interval begins at `time` and is `span` long. */
  time: number;
  span: number;
  /** The points lie within this of the body's origin, in metres; 0 asks about the origin alone. */
  radius: number;
  /** A unit direction in the world, and 1 or -1: which way along it. */
  readonly direction: Float64Array;
  sign: number;
  /** What is known of the points besides; null if nothing. */
  points: Points | null;
}

/** Points of a body as they stand at the time of a question. */
export interface Points {
  /**
   * Upper bound of how much farther along d + s m than along d the farthest of the points is, from the body's origin: d
   * is the direction of the question with its sign, m is at m[0]. With m = d x w and s seconds that is how far the
   * points would get along d if each kept its velocity; those that are behind have to catch up first.
   */
  riseUpper(m: Float64Array, s: number): number;
}

export interface Motion {
  readonly kind: 'rest' | 'flight' | 'known' | 'link';
  /** Seconds between which it is defined; either may be infinite. */
  readonly begin: number;
  readonly end: number;
  /** The bounds hold for points within this of the origin. */
  readonly radius: number;
  /** The body's frame in the world: twelve numbers to out[o]. */
  poseInto(time: number, out: Float64Array, o: number): void;
  /**
   * How far the computed pose may be from the true one: that of the origin in metres to out[o], that of the rotation,
   * as a spectral norm, to out[o + 1].
   */
  errorInto(time: number, out: Float64Array, o: number): void;
  /** Velocity of the origin and angular velocity, approximately: six numbers to out[o]. */
  velocityInto(time: number, out: Float64Array, o: number): void;
  /** The two bounds of the advance, BY_SPEED to out[0], BY_ACCELERATION to out[ADVANCE_SIZE]. */
  advanceUpperInto(question: AdvanceQuestion, out: Float64Array): void;
  /** A box that the origin does not leave from time `from` to `to`: lowest x, y, z, highest x, y, z to out[o]. */
  originBoxInto(from: number, to: number, out: Float64Array, o: number): void;
  /** Upper bound of the angle that the body turns by between two times. */
  turnUpper(from: number, to: number): number;
}

/** A body that stays where it is. */
export class Rest implements Motion {
  readonly kind = 'rest';
  readonly begin = Number.NEGATIVE_INFINITY;
  readonly end = Number.POSITIVE_INFINITY;
  readonly radius = Number.POSITIVE_INFINITY;
  readonly pose: Float64Array;

  /** The pose is taken as it is, its rotation as the nearest one: see `settledPose`. */
  constructor(pose: Float64Array) {
    this.pose = settledPose(pose, 'a body at rest');
  }

  poseInto(_time: number, out: Float64Array, o: number): void {
    for (let k = 0; k < POSE_SIZE; k++) out[o + k] = this.pose[k];
  }

  errorInto(_time: number, out: Float64Array, o: number): void {
    out[o] = 0;
    out[o + 1] = START_TURN_ERROR;
  }

  velocityInto(_time: number, out: Float64Array, o: number): void {
    out.fill(0, o, o + 6);
  }

  advanceUpperInto(_question: AdvanceQuestion, out: Float64Array): void {
    out.fill(0, 0, 2 * ADVANCE_SIZE);
  }

  originBoxInto(_from: number, _to: number, out: Float64Array, o: number): void {
    for (let k = 0; k < 3; k++) {
      out[o + k] = this.pose[9 + k];
      out[o + 3 + k] = this.pose[9 + k];
    }
  }

  turnUpper(): number {
    return 0;
  }
}

/** How far a rotation that `settledPose` gives back may be from the nearest true one, as a spectral norm. */
export const START_TURN_ERROR = 24 * U;

/**
 * A copy of a pose whose rotation is orthogonal up to rounding. The motion is defined by the rotation nearest to it.
 * Throws an InputError for twelve numbers that are no placement.
 */
export function settledPose(pose: ArrayLike<number>, what: string): Float64Array {
  const out = Float64Array.from(pose);
  const fault = poseFault(out);
  if (fault) throw new InputError({ ...fault, message: `${what}: ${fault.message}` });
  orthonormalise(out);
  return out;
}

/** Throws unless all three numbers are finite. */
export function assertFinite(values: ArrayLike<number>, what: string): void {
  for (let i = 0; i < values.length; i++) {
    if (Number.isFinite(values[i])) continue;
    throw new InputError({
      code: 'schedule/non-finite',
      message: `${what}: number ${i} is ${values[i]}`,
    });
  }
}

/** Lengths of three numbers. */
export function lengthOf(v: ArrayLike<number>, o = 0): number {
  return Math.sqrt(v[o] * v[o] + v[o + 1] * v[o + 1] + v[o + 2] * v[o + 2]);
}

/** No motion: three zeros. */
export const NOTHING: Triple = [0, 0, 0];
