/**
 * Upper bounds of how pieces move: speed, acceleration and jerk of all their points, relative to any ancestor,
 * by three measures of how far points are from the joints' axes (docs/proofs/motion.md, section 2):
 * - over the box: for all joint values of the cell, known before any pose;
 * - around a configuration: for all times within `half` of it;
 * - along a direction: as around a configuration, of accelerations and jerks along a unit vector.
 * One recursion makes all three (derivativeBounds.ts).
 */
import { grown } from '../../arrays/index.ts';
import { kernelFloats } from '../../kernel/index.ts';
import { FLOATING, type Followers, type Kinematics, LAW_BOUNDS } from '../../kinematics/index.ts';
import { U } from '../../math/index.ts';
import type { BallCentres } from './ballCentres.ts';
import {
  type ChainJoints,
  chainJoints,
  type DerivativeSums,
  derivativeSums,
  sumDerivatives,
} from './derivativeBounds.ts';
import { JointAxes } from './jointAxes.ts';
import { MotionSlack } from './motionSlack.ts';
import { RatesKernel } from './ratesKernel.ts';
import type { Units } from './units.ts';

/** Roundings of the derivatives of a follower: eight products and sums at the most. */
const FOLLOW_UP = 1 + 16 * U;

export class MotionBounds {
  /** Sums per entry, for all joint values of the cell, and how much more, per unit, they may be off by. */
  readonly overBox: DerivativeSums;
  readonly boxUp: number;
  /** Sums per entry, for times within `half` of the configuration: of pieces that were asked for. */
  readonly around: DerivativeSums;
  /** Half the time for which bounds around the configuration hold. */
  half = 0;
  readonly slack: MotionSlack;
  private readonly units: Units;
  private readonly kinematics: Kinematics;
  private readonly centres: BallCentres;
  private readonly axes: JointAxes;
  private readonly joints: ChainJoints;
  /** Bounds over the box where rates do not change; null where TypeScript has to make them. */
  private readonly kernel: RatesKernel | null;
  /** Sums of one piece at a time, along a direction. */
  private readonly alongSums: DerivativeSums;
  /** Per entry: the part of what a joint adds that lies along the direction; and where there is none. */
  private readonly across: Float64Array;
  private readonly all: Float64Array;
  private stamps: Int32Array<ArrayBuffer>;
  private stamp = 0;

  /** `errors`: of computed configurations. */
  constructor(units: Units, kinematics: Kinematics, centres: BallCentres, errors: Float64Array) {
    this.units = units;
    this.kinematics = kinematics;
    this.centres = centres;
    this.axes = new JointAxes(kinematics);
    const { pieces, entryCount } = units;
    this.slack = new MotionSlack(pieces, errors, kinematics.tree.frameCount);
    this.overBox = derivativeSums(entryCount, kernelFloats);
    this.around = derivativeSums(entryCount);
    this.alongSums = derivativeSums(entryCount);
    this.across = new Float64Array(entryCount);
    this.all = new Float64Array(entryCount).fill(1);
    this.joints = chainJoints(pieces, entryCount, kinematics.tree.laws !== null, kernelFloats);
    this.kernel = RatesKernel.of(this.joints, this.overBox);
    this.stamps = new Int32Array(pieces.length);
    const longest = pieces.reduce((most, { chain }) => Math.max(most, chain.joint.length), 0);
    // A dozen roundings for each joint and a few more.
    this.boxUp = 1 + (64 + 16 * longest) * U;
  }

  /** Takes pieces that have been added since: they stand still. */
  takeNew(): void {
    this.stamps = grown(this.stamps, this.units.pieces.length);
  }

  /**
   * Takes upper bounds of rates and of their derivatives, as motions give them, for all times that will
   * be asked about; null if rates do not change. `followers` are bounded for where leaders are then; null
   * if there are none. Makes the bounds over the box, and the slack.
   */
  setRates(
    rateUpper: Float64Array,
    accelerationUpper: Float64Array | null,
    jerkUpper: Float64Array | null,
    followers: Followers | null = null,
  ): void {
    const { joints } = this;
    const { dof, factor } = joints;
    const changing = accelerationUpper !== null && jerkUpper !== null;
    joints.changing = changing;
    if (!changing && followers === null && this.kernel?.set(rateUpper)) {
      this.slack.set(joints);
      return;
    }
    joints.reach.set(joints.boxReach);
    for (let e = 0; e < dof.length; e++) {
      const d = dof[e];
      if (d < 0) continue;
      joints.rate[e] = rateUpper[d] * factor[e];
      if (changing) {
        joints.acceleration[e] = accelerationUpper[d] * factor[e];
        joints.jerk[e] = jerkUpper[d] * factor[e];
      }
    }
    if (followers !== null) this.follow(followers, rateUpper, accelerationUpper!, jerkUpper!);
    sumDerivatives(joints, 0, dof.length - 1, this.all, 1, this.overBox);
    this.slack.set(joints);
  }

  /** Joints that follow by laws: derivatives of g(q(t)), and what computed ones are off by. */
  private follow(
    { bounds: g }: Followers,
    rateUpper: Float64Array,
    accelerationUpper: Float64Array,
    jerkUpper: Float64Array,
  ): void {
    const { dof, frame, rate, acceleration, jerk, off } = this.joints;
    const laws = this.kinematics.tree.laws!;
    for (let e = 0; e < dof.length; e++) {
      const d = dof[e];
      if (d < 0 || laws[frame[e]] === null) continue;
      const o = LAW_BOUNDS * frame[e];
      const r = rateUpper[d];
      const a = accelerationUpper[d];
      rate[e] = 0;
      acceleration[e] = 0;
      jerk[e] = 0;
      off!.rate[e] = 0;
      off!.acceleration[e] = 0;
      // What stands still does not move, even where the law says nothing.
      if (r === 0) continue;
      rate[e] = g[o] * r * FOLLOW_UP;
      acceleration[e] = (g[o + 1] * r * r + g[o] * a) * FOLLOW_UP;
      jerk[e] = (r * (g[o + 2] * r * r + 3 * g[o + 1] * a) + g[o] * jerkUpper[d]) * FOLLOW_UP;
      off!.rate[e] = g[o + 3] * r * FOLLOW_UP;
      off!.acceleration[e] = (g[o + 4] * r * r + g[o + 3] * a) * FOLLOW_UP;
    }
  }

  /** The acceleration of a piece against an ancestor, by its entry, for all joint values of the cell. */
  accelerationOf(entry: number): number {
    return this.overBox.acceleration[entry] * this.boxUp;
  }

  /** Likewise jerk. */
  jerkOf(entry: number): number {
    return this.overBox.jerkAlong[entry] * this.boxUp;
  }

  /** A unit's relative speed, for all joint values of the cell. */
  speedOverBox(unit: number): number {
    const { speed } = this.overBox;
    const { entryA, entryB } = this.units;
    return (speed[entryA[unit]] + speed[entryB[unit]]) * this.boxUp;
  }

  /** Likewise acceleration. */
  accelerationOverBox(unit: number): number {
    const { acceleration } = this.overBox;
    const { entryA, entryB } = this.units;
    return (acceleration[entryA[unit]] + acceleration[entryB[unit]]) * this.boxUp;
  }

  /** Likewise jerk. */
  jerkOverBox(unit: number): number {
    const { jerkAlong: jerk } = this.overBox;
    const { entryA, entryB } = this.units;
    return (jerk[entryA[unit]] + jerk[entryB[unit]]) * this.boxUp;
  }

  /** Declares a new configuration, that of the kinematics, for times within `half` of it. */
  begin(half: number): void {
    this.half = half;
    this.stamp++;
    this.axes.begin();
  }

  /** Computes the bounds of a piece around the configuration, if need be. */
  boundAround(i: number): void {
    if (this.stamps[i] === this.stamp) return;
    this.stamps[i] = this.stamp;
    const { chain, entry, still } = this.units.pieces[i];
    if (still) return;
    this.centres.place(i);
    const { joints, half } = this;
    const { turns, frame, boxReach, reach, rate } = joints;
    const count = chain.joint.length;
    const radius = chain.ball[3] + chain.slack;
    // As in localReachInto: a root, two sums, and two roundings and one more for each joint.
    const up = 1 + (32 + 16 * count) * U;
    let speed = 0;
    for (let e = entry; e < entry + count; e++) {
      const r = rate[e];
      if (r === 0) continue;
      if (turns[e] === 1) {
        // The joints below carry points no farther than half * speed in the time.
        const here = (this.fromAxis(i, frame[e]) + radius + half * speed) * up;
        reach[e] = Math.min(here, boxReach[e]);
      }
      speed += reach[e] * r * up;
    }
    sumDerivatives(joints, entry, entry + count, this.all, up, this.around);
  }

  /** The distance of the centre of a piece's ball from the axis of a frame's joint, or from its origin. */
  private fromAxis(i: number, frame: number): number {
    const { kinematics, axes } = this;
    const { poses } = kinematics;
    const c = this.centres.at;
    const p = kinematics.poseOf(frame);
    const x = c[3 * i] - poses[p + 9];
    const y = c[3 * i + 1] - poses[p + 10];
    const z = c[3 * i + 2] - poses[p + 11];
    // Which axis a floating joint turns about is the segment's to say.
    if (kinematics.tree.kind[frame] === FLOATING) return Math.sqrt(x * x + y * y + z * z);
    const a = axes.of(frame);
    const n = axes.at;
    const cx = y * n[a + 2] - z * n[a + 1];
    const cy = z * n[a] - x * n[a + 2];
    const cz = x * n[a + 1] - y * n[a];
    return Math.sqrt(cx * cx + cy * cy + cz * cz);
  }

  /**
   * Bounds of acceleration and jerk of a piece's points along the unit vector n in the world, which is
   * fixed in the frame of the ancestor that has the entry `end`: added to out[0] and out[1]. A term whose
   * most proximal joint turns about a has the factor |n x a|: what circles about n does not move along it.
   * The axis itself turns with the joints above it. Call `boundAround` first.
   */
  addAlong(i: number, end: number, n: Float64Array, out: Float64Array): void {
    const { joints, across, alongSums, half, axes } = this;
    const { turns, frame, rate } = joints;
    const { entry, turnError } = this.units.pieces[i];
    const { kind } = this.kinematics.tree;
    const count = end - entry;
    let above = 0;
    for (let e = entry; e < end; e++) if (turns[e] === 1) above += rate[e];
    // Of the axis and of n, by their poses; of the rates above, by taking them off again.
    const error = 4 * turnError + (64 + 8 * count) * U * (1 + half * above);
    for (let e = entry; e < end; e++) {
      across[e] = 1;
      if (turns[e] !== 1 || rate[e] === 0) continue;
      above -= rate[e];
      if (kind[frame[e]] === FLOATING) continue;
      const a = axes.of(frame[e]);
      const { at } = axes;
      const x = n[1] * at[a + 2] - n[2] * at[a + 1];
      const y = n[2] * at[a] - n[0] * at[a + 2];
      const z = n[0] * at[a + 1] - n[1] * at[a];
      across[e] = Math.min(1, Math.sqrt(x * x + y * y + z * z) + half * above + error);
    }
    sumDerivatives(joints, entry, end, across, 1, alongSums);
    // As in `boundAround`, for each joint; n is a unit vector but for a few u.
    const up = 1 + (64 + 24 * count) * U;
    out[0] += alongSums.accelerationAlong[end] * up;
    out[1] += alongSums.jerkAlong[end] * up;
  }
}
