/**
 * How the robots of a cell move at one moment of a segment, and how fast at most: the verifier's own
 * account, which shares nothing with the bounds that searches use. The argument is in
 * docs/certificate.md, "How a point moves".
 *
 * Everything that moves is a list of terms, proximal before distal. A term is a turn about an axis, or
 * a slide, that its parent carries along. A turning or sliding joint is one term; a planar or floating
 * joint two, a slide and then a turn. On a straight segment every term runs at a constant rate; on a
 * polynomial one rates have derivatives, but for the turns of floating joints, which are even.
 */
import { Kinematics } from '../kinematics/forward.ts';
import { FIXED, FLOATING, MOTION_SIZE, PLANAR, SLIDE, SLIDES } from '../kinematics/joint.ts';
import type { KinematicTree } from '../kinematics/tree.ts';
import { POSE_SIZE } from '../math/pose.ts';
import { U } from '../math/rounding.ts';
import type { Segment } from '../motion/segment.ts';

export class Motion {
  readonly tree: KinematicTree;
  /** Per term: the frame that it moves. The axis of a turn passes through that frame's origin. */
  readonly frame: Int32Array;
  readonly turns: Uint8Array;
  /** Per term: the frame in whose coordinates what is local is given. */
  private readonly within: Int32Array;

  /** Whether rates are constant on the segment. */
  uniform = true;
  /**
   * Per term: upper bounds of the rate, in radians or metres per unit of t, and of its first and second
   * derivative. After `begin` for the whole segment, after `during` for a part of it. Where a rate is 0
   * the term stands still, and its derivatives are 0.
   */
  readonly rate: Float64Array;
  readonly acceleration: Float64Array;
  readonly jerk: Float64Array;
  /** Per term: the bound of the rate for the whole segment, whatever `during` was asked since. */
  readonly most: Float64Array;
  /** Per term, for the segment: by how much its computed rate may be off, and its acceleration. */
  readonly doubt: Float64Array;
  /** Per term: by how much a computed axis may be off, for floating joints; of the rate's length. */
  readonly vague: Float64Array;
  /** Per term, 3 numbers: axis of a turn; axis times rate, or velocity of a slide; its derivative. */
  private readonly localAxis: Float64Array;
  private readonly local: Float64Array;
  private readonly localBent: Float64Array;

  /** Poses of frames in the world, 12 numbers each, at the moment set by `place`. */
  readonly poses: Float64Array;
  /** The three of every term, in the world. The last one is of no use if the motion is uniform. */
  readonly axis: Float64Array;
  readonly vector: Float64Array;
  readonly bent: Float64Array;
  /**
   * Per frame, 6 numbers: its angular velocity w, and the velocity v of the point that is carried
   * through the world's origin. A point at p then has the velocity w x p + v.
   */
  readonly twist: Float64Array;

  private readonly kinematics: Kinematics;
  /** A configuration, and something for each degree of freedom. */
  private readonly q: Float64Array;
  private readonly each: Float64Array;
  private segment: Segment | null = null;

  constructor(tree: KinematicTree) {
    this.tree = tree;
    const frame: number[] = [];
    const turns: number[] = [];
    const within: number[] = [];
    for (let f = 1; f < tree.frameCount; f++) {
      const kind = tree.kind[f];
      if (kind === FIXED) continue;
      if (kind === PLANAR || kind === FLOATING || kind === SLIDE) {
        frame.push(f);
        turns.push(0);
        within.push(kind === SLIDE ? f : tree.parent[f]);
      }
      if (kind !== SLIDE) {
        frame.push(f);
        turns.push(1);
        within.push(f);
      }
    }
    this.frame = Int32Array.from(frame);
    this.turns = Uint8Array.from(turns);
    this.within = Int32Array.from(within);
    const numbers = () => new Float64Array(frame.length);
    [this.rate, this.acceleration, this.jerk] = [numbers(), numbers(), numbers()];
    [this.doubt, this.vague, this.most] = [numbers(), numbers(), numbers()];
    const vectors = () => new Float64Array(3 * frame.length);
    [this.localAxis, this.local, this.localBent] = [vectors(), vectors(), vectors()];
    [this.axis, this.vector, this.bent] = [vectors(), vectors(), vectors()];
    this.twist = new Float64Array(6 * tree.frameCount);
    this.kinematics = new Kinematics(tree);
    this.poses = this.kinematics.poses;
    this.q = new Float64Array(tree.dofs.length);
    this.each = new Float64Array(tree.dofs.length);
  }

  /** The terms between an ancestor's frame and a frame below it, proximal first. */
  chain(ancestor: number, frame: number): Int32Array {
    const terms: number[] = [];
    for (let f = frame; f !== ancestor; f = this.tree.parent[f]) {
      for (let k = this.frame.length - 1; k >= 0; k--) if (this.frame[k] === f) terms.push(k);
    }
    return Int32Array.from(terms.reverse());
  }

  /** By how much a term may be off when each degree of freedom is off by its error. */
  errorOf(term: number, errors: Float64Array): number {
    const { kind, dof, multiplier } = this.tree;
    const f = this.frame[term];
    const d = dof[f];
    const m = Math.abs(multiplier[f]);
    if (this.turns[term] === 1) {
      if (kind[f] === FLOATING) return errors[d + 3];
      return m * errors[kind[f] === PLANAR ? d + 2 : d];
    }
    if (kind[f] === SLIDE) return m * errors[d];
    return errors[d] + errors[d + 1] + (kind[f] === FLOATING ? errors[d + 2] : 0);
  }

  /** Takes up a segment: bounds for all of it, and axes. */
  begin(segment: Segment): void {
    this.segment = segment;
    this.uniform = segment.uniform;
    const { tree, each, local, localAxis, rate, doubt, vague } = this;
    segment.rateInto(0, each, 0);
    this.velocitiesInto(each, local);
    this.takeBounds(0, 1);
    const error = new Float64Array(tree.dofs.length);
    segment.errorUpperInto(error, 0);
    for (let k = 0; k < this.frame.length; k++) {
      const f = this.frame[k];
      const d = tree.dof[f];
      doubt[k] = this.uniform ? 0 : this.errorOf(k, error);
      vague[k] = 0;
      if (this.turns[k] === 0) continue;
      if (tree.kind[f] !== FLOATING) {
        for (let i = 0; i < 3; i++) localAxis[3 * k + i] = tree.axis[3 * f + i];
        continue;
      }
      // Quaternions that differ at all may differ by less than can be computed.
      const still = [3, 4, 5, 6].every((i) => segment.from[d + i] === segment.to[d + i]);
      const turn = lengthAt(local, 3 * k);
      doubt[k] = still ? 0 : error[d + 3];
      rate[k] = turn * (1 + 8 * U) + doubt[k];
      if (doubt[k] > 0) vague[k] = doubt[k] / rate[k];
      for (let i = 0; i < 3; i++) localAxis[3 * k + i] = turn > 0 ? local[3 * k + i] / turn : 0;
    }
    this.most.set(rate);
  }

  /** Bounds that hold from ta to tb, if those may be better than those for the segment. */
  during(ta: number, tb: number): void {
    if (!this.uniform) this.takeBounds(ta, tb);
  }

  private takeBounds(ta: number, tb: number): void {
    const { each } = this;
    const segment = this.segment!;
    segment.rateUpperInto(ta, tb, each, 0);
    this.boundsInto(each, this.rate);
    segment.accelerationUpperInto(ta, tb, each, 0);
    this.boundsInto(each, this.acceleration);
    segment.jerkUpperInto(ta, tb, each, 0);
    this.boundsInto(each, this.jerk);
  }

  /** Upper bounds for the terms from those for degrees of freedom; not for turns that float. */
  private boundsInto(upper: Float64Array, out: Float64Array): void {
    const { kind, dof, multiplier } = this.tree;
    for (let k = 0; k < this.frame.length; k++) {
      const f = this.frame[k];
      const d = dof[f];
      if (this.turns[k] === 1 || kind[f] === SLIDE) {
        if (kind[f] === FLOATING) continue;
        const own = kind[f] === PLANAR ? d + 2 : d;
        out[k] = Math.abs(multiplier[f]) * upper[own] * (1 + 4 * U);
      } else {
        // Along directions that are orthonormal to 32 u. For a floating joint: a length, and 0.
        const x = upper[d];
        const y = upper[d + 1];
        out[k] = Math.sqrt(x * x + y * y) * (1 + 64 * U);
      }
    }
  }

  /** Axis times rate, or velocity, of every term, from the rates of degrees of freedom. */
  private velocitiesInto(rates: Float64Array, out: Float64Array): void {
    const { tree } = this;
    const { axis } = tree;
    for (let k = 0; k < this.frame.length; k++) {
      const f = this.frame[k];
      const kind = tree.kind[f];
      const d = tree.dof[f];
      const o = 3 * k;
      if (kind === FLOATING && this.turns[k] === 1) {
        for (let i = 0; i < 3; i++) out[o + i] = rates[d + 3 + i];
      } else if (this.turns[k] === 1 || kind === SLIDE) {
        const r = tree.multiplier[f] * rates[kind === PLANAR ? d + 2 : d];
        for (let i = 0; i < 3; i++) out[o + i] = r * axis[3 * f + i];
      } else {
        // In the parent's coordinates.
        const planar = kind === PLANAR;
        const from = planar ? tree.motion : tree.placement;
        const first = planar ? MOTION_SIZE * f + SLIDES : POSE_SIZE * f;
        // The directions of a plane stand one after the other; of a placement they are the columns.
        const across = planar ? 3 : 1;
        const down = planar ? 1 : 3;
        for (let i = 0; i < 3; i++) {
          const at = first + down * i;
          const third = planar ? 0 : from[at + 2 * across] * rates[d + 2];
          out[o + i] = from[at] * rates[d] + from[at + across] * rates[d + 1] + third;
        }
      }
    }
  }

  /** Places all frames at a moment t of the segment, and computes how each of them moves. */
  place(t: number): void {
    const { tree, poses, twist, vector, each } = this;
    const segment = this.segment!;
    segment.configurationInto(t, this.q, 0);
    this.kinematics.setConfiguration(this.q);
    for (let f = 0; f < tree.frameCount; f++) this.kinematics.poseOf(f);
    if (!this.uniform) {
      segment.rateInto(t, each, 0);
      this.velocitiesInto(each, this.local);
      segment.accelerationInto(t, each, 0);
      this.velocitiesInto(each, this.localBent);
    }
    let k = 0;
    for (let f = 1; f < tree.frameCount; f++) {
      const o = 6 * f;
      const up = 6 * tree.parent[f];
      for (let i = 0; i < 6; i++) twist[o + i] = twist[up + i];
      for (; k < this.frame.length && this.frame[k] === f; k++) {
        const p = POSE_SIZE * this.within[k];
        turnInto(poses, p, this.local, 3 * k, vector);
        if (!this.uniform) turnInto(poses, p, this.localBent, 3 * k, this.bent);
        const wx = vector[3 * k];
        const wy = vector[3 * k + 1];
        const wz = vector[3 * k + 2];
        if (this.turns[k] === 0) {
          twist[o + 3] += wx;
          twist[o + 4] += wy;
          twist[o + 5] += wz;
          continue;
        }
        turnInto(poses, p, this.localAxis, 3 * k, this.axis);
        const a = POSE_SIZE * f + 9;
        twist[o] += wx;
        twist[o + 1] += wy;
        twist[o + 2] += wz;
        // w x (0 - origin)
        twist[o + 3] += poses[a + 1] * wz - poses[a + 2] * wy;
        twist[o + 4] += poses[a + 2] * wx - poses[a] * wz;
        twist[o + 5] += poses[a] * wy - poses[a + 1] * wx;
      }
    }
  }
}

/** out[o ...] = the rotation of the pose at poses[p] times the vector at v[o]. */
function turnInto(
  poses: Float64Array,
  p: number,
  v: Float64Array,
  o: number,
  out: Float64Array,
): void {
  const x = v[o];
  const y = v[o + 1];
  const z = v[o + 2];
  out[o] = poses[p] * x + poses[p + 1] * y + poses[p + 2] * z;
  out[o + 1] = poses[p + 3] * x + poses[p + 4] * y + poses[p + 5] * z;
  out[o + 2] = poses[p + 6] * x + poses[p + 7] * y + poses[p + 8] * z;
}

function lengthAt(v: Float64Array, o: number): number {
  return Math.sqrt(v[o] * v[o] + v[o + 1] * v[o + 1] + v[o + 2] * v[o + 2]);
}
