/**
 * The rotation of a body with three different moments of inertia: steps with a constant angular velocity each, as
 * rotation.ts defines it. Steps are made as far as somebody asks, and kept: 96 bytes each, a microsecond to make.
 */
import { grown } from '../arrays/index.ts';
import type { Triple } from '../geometry/index.ts';
import { orthonormalise } from '../kinematics/index.ts';
import { InputError, rotateVectorInto, U, unrotateVectorInto } from '../math/index.ts';
import { lengthOf, START_TURN_ERROR } from './motion.ts';
import {
  ANGLE_ERROR,
  EXP_ERROR,
  exponentialInto,
  PRODUCT_ERROR,
  productInto,
  type Rotation,
} from './rotation.ts';

const u = U;

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

/** Jump of the orientation between two steps, in radians: the roundings of a step's end, and its part of a repair. */
const SLIP = 128 * u;
/** How far an orientation may be from the nearest rotation: what REPAIR products and exponentials take away. */
const REPAIR_ERROR = 16 * (EXP_ERROR + PRODUCT_ERROR) + START_TURN_ERROR;

/** Three different moments: steps, made as far as somebody asks, and kept. */
export class SteppedRotation implements Rotation {
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
