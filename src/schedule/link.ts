/**
 * Links of robots: how far joints carry a link, by reach (Lemma 2 of paper A, kinematics/reach.ts). Two kinds:
 *
 * - on a path: the joints follow segments with times, as tracks and trajectories have them. Rates and accelerations
 *   are those of the segments.
 * - within limits: where the joints are is asked when the time has come; beforehand it is known only that no rate and
 *   no acceleration exceeds its limit [C 4]. That is a robot whose next moves nobody knows.
 *
 * Before its first and after its last waypoint a path stands still.
 */

import type { KinematicTree } from '../kinematics/index.ts';
import {
  buildChain,
  type Chain,
  type JointBox,
  Kinematics,
  poseErrorUpper,
} from '../kinematics/index.ts';
import { POSE_SIZE, U } from '../math/index.ts';
import {
  ADVANCE_SIZE,
  type AdvanceQuestion,
  FIXED,
  LINEAR,
  type Motion,
  SQUARE,
} from './motion.ts';

const u = U;

/** What the joints of a robot do. One number a degree of freedom, as in a configuration (motion/segment.ts). */
export interface JointMotion {
  readonly begin: number;
  readonly end: number;
  /** Where the joints are. */
  configurationInto(time: number, out: Float64Array): void;
  /** Upper bounds of the lengths of their rates now, a second. */
  rateInto(time: number, out: Float64Array): void;
  /** Upper bounds of rates, and of accelerations, between two times. */
  rateUpperInto(from: number, to: number, out: Float64Array): void;
  accelerationUpperInto(from: number, to: number, out: Float64Array): void;
  /** How far a computed configuration may be from the true one, each degree of freedom. */
  errorUpperInto(out: Float64Array): void;
  /** Jumps between two times, as from one segment to the next, where each begins with its own doubles. */
  slipUpperInto(from: number, to: number, out: Float64Array): void;
}

/** A link, and the joints that move it. */
export interface LinkDescription {
  readonly tree: KinematicTree;
  /** The frame of the link, whose pose is the body's. */
  readonly frame: number;
  /** The body lies within this of the frame's origin. */
  readonly radius: number;
  /** All configurations that occur lie in it. */
  readonly box: JointBox;
  readonly joints: JointMotion;
}

/** A link that joints carry. */
export class LinkMotion implements Motion {
  readonly kind = 'link';
  readonly begin: number;
  readonly end: number;
  readonly radius: number;
  private readonly frame: number;
  private readonly joints: JointMotion;
  private readonly kin: Kinematics;
  private readonly chain: Chain;
  /** That of the origin alone. */
  private readonly originChain: Chain;
  private readonly error: { readonly shift: number; readonly turn: number };
  private readonly q: Float64Array;
  private readonly values: Float64Array;
  /** The time that `kin` is at. */
  private now = Number.NaN;
  private readonly ahead = new Float64Array(POSE_SIZE);
  private readonly behind = new Float64Array(POSE_SIZE);

  constructor({ tree, frame, radius, box, joints }: LinkDescription) {
    this.begin = joints.begin;
    this.end = joints.end;
    this.radius = radius;
    this.frame = frame;
    this.joints = joints;
    this.kin = new Kinematics(tree);
    this.chain = buildChain(tree, { frame, ball: [0, 0, 0, radius] }, 0, box);
    this.originChain = buildChain(tree, { frame, ball: [0, 0, 0, 0] }, 0, box);
    this.q = new Float64Array(tree.dofs.length);
    this.values = new Float64Array(tree.dofs.length);
    const pose = poseErrorUpper(tree, frame, box);
    joints.errorUpperInto(this.values);
    this.error = {
      shift: pose.shift + reached(this.originChain, this.values),
      turn: pose.turn + turned(this.chain, this.values),
    };
  }

  poseInto(time: number, out: Float64Array, o: number): void {
    if (time !== this.now) {
      this.joints.configurationInto(time, this.q);
      this.kin.setConfiguration(this.q);
      this.now = time;
    }
    const at = this.kin.poseOf(this.frame);
    for (let k = 0; k < POSE_SIZE; k++) out[o + k] = this.kin.poses[at + k];
  }

  errorInto(_time: number, out: Float64Array, o: number): void {
    out[o] = this.error.shift;
    out[o + 1] = this.error.turn;
  }

  /** By differences over a microsecond: for responses, never for proofs. */
  velocityInto(time: number, out: Float64Array, o: number): void {
    const step = 1e-6;
    const from = Math.max(time - step, this.begin);
    const to = Math.min(time + step, this.end);
    const { ahead: b, behind: a } = this;
    this.poseInto(from, a, 0);
    this.poseInto(to, b, 0);
    const s = Math.max(to - from, 1e-12);
    for (let k = 0; k < 3; k++) out[o + k] = (b[9 + k] - a[9 + k]) / s;
    // R(to) R(from)' is 1 + [w] s.
    const entry = (i: number, j: number) =>
      b[3 * i] * a[3 * j] + b[3 * i + 1] * a[3 * j + 1] + b[3 * i + 2] * a[3 * j + 2];
    out[o + 3] = (entry(2, 1) - entry(1, 2)) / (2 * s);
    out[o + 4] = (entry(0, 2) - entry(2, 0)) / (2 * s);
    out[o + 5] = (entry(1, 0) - entry(0, 1)) / (2 * s);
  }

  advanceUpperInto({ time, span, radius }: AdvanceQuestion, out: Float64Array): void {
    const { joints, values } = this;
    const chain = radius > 0 ? this.chain : this.originChain;
    const to = time + span;
    joints.slipUpperInto(time, to, values);
    const slip = reached(chain, values);
    joints.rateUpperInto(time, to, values);
    out[FIXED] = slip;
    out[LINEAR] = reached(chain, values);
    out[SQUARE] = 0;
    joints.rateInto(time, values);
    out[ADVANCE_SIZE + FIXED] = slip;
    out[ADVANCE_SIZE + LINEAR] = reached(chain, values);
    joints.accelerationUpperInto(time, to, values);
    out[ADVANCE_SIZE + SQUARE] = 0.5 * reached(chain, values);
  }

  originBoxInto(from: number, to: number, out: Float64Array, o: number): void {
    const middle = 0.5 * (from + to);
    this.poseInto(middle, this.ahead, 0);
    const way = Math.max(middle - from, to - middle);
    this.joints.rateUpperInto(from, to, this.values);
    let far = reached(this.originChain, this.values) * way + this.error.shift;
    this.joints.slipUpperInto(from, to, this.values);
    far += reached(this.originChain, this.values);
    for (let k = 0; k < 3; k++) {
      const x = this.ahead[9 + k];
      const slack = 8 * u * (Math.abs(x) + far);
      out[o + k] = x - far - slack;
      out[o + 3 + k] = x + far + slack;
    }
  }

  turnUpper(from: number, to: number): number {
    this.joints.rateUpperInto(from, to, this.values);
    const turning = turned(this.chain, this.values) * (to - from) * (1 + 4 * u);
    this.joints.slipUpperInto(from, to, this.values);
    return turning + turned(this.chain, this.values);
  }
}

/** Lemma 2: how far points get while the degrees of freedom vary by at most this. */
function reached(chain: Chain, variation: Float64Array): number {
  let sum = 0;
  for (let t = 0; t < chain.joint.length; t++) {
    const v = variation[chain.dof[t]];
    const far = chain.reach[t] * chain.factor[t];
    // What stands still does not move, even where the box is unbounded; and nothing gets far on the axis itself.
    if (v !== 0 && far !== 0) sum += far * v;
  }
  return sum * (1 + (2 * chain.joint.length + 8) * u);
}

/** The same of angles: what all turning joints turn by together. */
function turned(chain: Chain, variation: Float64Array): number {
  let sum = 0;
  for (let t = 0; t < chain.joint.length; t++) {
    if (chain.turns[t] === 1) sum += chain.factor[t] * variation[chain.dof[t]];
  }
  return sum * (1 + (2 * chain.joint.length + 8) * u);
}
