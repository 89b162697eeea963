/**
 * Ballistic flight: the centre of mass on a parabola, x + v s + g s^2 / 2, the body turning without torque
 * (rotation.ts). s is the time since the flight began. The formulas, in real numbers with the doubles given, are the
 * motion; docs/proofs/schedule.md counts what their evaluation is off by.
 */
import { ballisticBoxInto, FLIGHT } from '../broadphase/index.ts';
import type { Triple } from '../geometry/index.ts';
import { InputError, POSE_SIZE, U } from '../math/index.ts';
import { freeRotation } from './freeRotation.ts';
import {
  ADVANCE_SIZE,
  type AdvanceQuestion,
  assertFinite,
  FIXED,
  LINEAR,
  type Motion,
  NOTHING,
  SQUARE,
  settledPose,
} from './motion.ts';
import type { Rotation } from './rotation.ts';
import { addTurning } from './turning.ts';

const u = U;
const change = new Float64Array(2);

/** Where a body is and how it moves, at one time. */
export interface State {
  /** The body's frame in the world, its origin the centre of mass: twelve numbers. */
  readonly pose: Float64Array;
  /** Of the centre of mass, m/s. */
  readonly velocity: Triple;
  /** In the world's frame, rad/s. */
  readonly angularVelocity: Triple;
}

/** What a flight needs to know. */
export interface FlightStart {
  readonly state: State;
  /** Seconds: when the body is in that state. */
  readonly time: number;
  /** m/s^2; default none. */
  readonly gravity?: Triple;
  /** Principal moments of inertia along the axes of the body's frame, only their ratios count; default all equal. */
  readonly inertia?: Triple;
}

/** A body that nothing touches. */
export class Flight implements Motion {
  readonly kind = 'flight';
  readonly begin: number;
  readonly end = Number.POSITIVE_INFINITY;
  readonly radius = Number.POSITIVE_INFINITY;
  private readonly place: Float64Array;
  private readonly velocity: Float64Array;
  private readonly gravity: Float64Array;
  private readonly rotation: Rotation;
  /** The same for the broad phase. */
  private readonly parabola = new Float64Array(FLIGHT.size);
  /** Sums of the coordinates' magnitudes: of the place, the velocity, gravity. */
  private readonly sizes: readonly [number, number, number];
  private readonly work = new Float64Array(3);

  constructor({ state, time, gravity = NOTHING, inertia = [1, 1, 1] }: FlightStart) {
    const pose = settledPose(state.pose, 'a body in flight');
    assertFinite([time], 'the time that a flight begins at');
    assertFinite(state.velocity, 'the velocity of a flight');
    assertFinite(state.angularVelocity, 'the angular velocity of a flight');
    assertFinite(gravity, 'gravity');
    assertInertia(inertia);
    this.begin = time;
    this.place = pose.slice(9, 12);
    this.velocity = Float64Array.from(state.velocity);
    this.gravity = Float64Array.from(gravity);
    this.rotation = freeRotation(pose, state.angularVelocity, inertia);
    this.parabola[FLIGHT.time] = time;
    this.parabola.set(this.place, FLIGHT.position);
    this.parabola.set(this.velocity, FLIGHT.velocity);
    this.parabola.set(this.gravity, FLIGHT.acceleration);
    this.sizes = [sizeOf(this.place), sizeOf(this.velocity), sizeOf(this.gravity)];
  }

  poseInto(time: number, out: Float64Array, o: number): void {
    const s = time - this.begin;
    this.rotation.rotationInto(s, out, o);
    for (let k = 0; k < 3; k++) {
      out[o + 9 + k] = this.place[k] + (this.velocity[k] + 0.5 * this.gravity[k] * s) * s;
    }
  }

  errorInto(time: number, out: Float64Array, o: number): void {
    const s = Math.abs(time - this.begin);
    const [place, velocity, gravity] = this.sizes;
    // Place 1 rounding, velocity 4 with that of the difference of times, gravity 7: of 12.
    out[o] = 12 * u * (place + (velocity + gravity * s) * s);
    out[o + 1] = this.rotation.errorUpper(s);
  }

  velocityInto(time: number, out: Float64Array, o: number): void {
    const s = time - this.begin;
    for (let k = 0; k < 3; k++) out[o + k] = this.velocity[k] + this.gravity[k] * s;
    this.rotation.angularVelocityInto(s, out, o + 3);
  }

  advanceUpperInto(question: AdvanceQuestion, out: Float64Array): void {
    const { time, span, radius, direction: n, sign } = question;
    const { velocity: v, gravity: g, rotation, work } = this;
    const s = time - this.begin;
    const fall = sign * (n[0] * g[0] + n[1] * g[1] + n[2] * g[2]);
    const along = sign * (n[0] * v[0] + n[1] * v[1] + n[2] * v[2]) + fall * s;
    // Products with n, whose own roundings are 16 u at most, and the sum.
    const size = this.sizes[1] + this.sizes[2] * Math.abs(s);
    const off = 32 * u * size;
    const slip = radius > 0 ? radius * rotation.slipUpper(s, s + span) : 0;
    const turned = radius * rotation.rateUpper;
    const later = along + (fall > 0 ? fall * span : 0);
    out[FIXED] = slip;
    out[LINEAR] = later + turned + off + 32 * u * (this.sizes[2] * span + turned);
    out[SQUARE] = 0;
    out[ADVANCE_SIZE + FIXED] = slip;
    out[ADVANCE_SIZE + LINEAR] = along + off;
    out[ADVANCE_SIZE + SQUARE] = 0.5 * fall + 32 * u * this.sizes[2];
    if (radius > 0 && rotation.rateUpper > 0) {
      rotation.angularVelocityInto(s, work, 0);
      rotation.changeUpperInto(s, s + span, change);
      // The computed angular velocity of a body with an axis is off by roundings of the angle that it turned by.
      change[1] += (64 + 16 * rotation.rateUpper * Math.abs(s)) * u * rotation.rateUpper;
      addTurning(question, work, rotation.rateUpper, change, out);
    }
  }

  /** The two ends of the parabola and, along each axis, its apex if it lies between them [C 2, figure 1]. */
  originBoxInto(from: number, to: number, out: Float64Array, o: number): void {
    ballisticBoxInto(this.parabola, 0, from, to, out, o);
  }

  turnUpper(from: number, to: number): number {
    const { rotation } = this;
    return rotation.rateUpper * (to - from) * (1 + 4 * u) + rotation.slipUpper(from, to);
  }

  /** The state at a time, as computed. */
  stateAt(time: number): State {
    const pose = new Float64Array(POSE_SIZE);
    const twist = new Float64Array(6);
    this.poseInto(time, pose, 0);
    this.velocityInto(time, twist, 0);
    const [vx, vy, vz, wx, wy, wz] = twist;
    return { pose, velocity: [vx, vy, vz], angularVelocity: [wx, wy, wz] };
  }
}

function sizeOf(v: Float64Array): number {
  return Math.abs(v[0]) + Math.abs(v[1]) + Math.abs(v[2]);
}

/** Moments of inertia are positive, and none is larger than the other two together. */
function assertInertia(inertia: Triple): void {
  const [a, b, c] = [...inertia].sort((x, y) => x - y);
  if (a > 0 && c < Number.POSITIVE_INFINITY && c <= (a + b) * (1 + 1e-9)) return;
  throw new InputError({
    code: 'schedule/inertia',
    message: `moments of inertia ${inertia.join(', ')}: expected three positive numbers, none larger than the other two together`,
    hint: 'principal moments about the centre of mass, in kg m^2',
  });
}
