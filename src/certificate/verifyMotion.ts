/**
 * How the robots of a cell move at one moment of a straight segment, and how fast at most: the
 * verifier's own account, which shares nothing with the bounds that searches use. The argument is in
 * docs/certificate.md, "How a point moves".
 *
 * Everything that moves is a list of terms, proximal before distal. A term is a turn about an axis, or
 * a slide along a direction, that its parent carries along; it runs at a constant rate. A turning or
 * sliding joint is one term; a planar or floating joint two, a slide and then a turn.
 */
import {
  FIXED,
  FLOATING,
  Kinematics,
  type KinematicTree,
  MOTION_SIZE,
  PLANAR,
  SLIDE,
  SLIDES,
} from '../kinematics/index.ts';
import { POSE_SIZE, U } from '../math/index.ts';
import type { Segment } from '../motion/index.ts';

export class Motion {
  readonly tree: KinematicTree;
  /** Per term: the frame that it moves. The axis of a turn passes through that frame's origin. */
  readonly frame: Int32Array;
  readonly turns: Uint8Array;
  /** Per term: the frame in whose coordinates `local` is given. */
  private readonly within: Int32Array;

  /** Per term, for the segment: upper bound of its rate, in radians or metres per unit of t. */
  readonly rate: Float64Array;
  /** Per term, for the segment: by how much the computed rate of a floating joint's turn may be off. */
  readonly doubt: Float64Array;
  /** Per term, 3 numbers: axis times rate of a turn, velocity of a slide; constant on a segment. */
  private readonly local: Float64Array;

  /** Poses of frames in the world, 12 numbers each, at the moment set by `place`. */
  readonly poses: Float64Array;
  /** Per term, 3 numbers: `local` in the world. */
  readonly vector: Float64Array;
  /**
   * Per frame, 6 numbers: its angular velocity w, and the velocity v of the point that is carried
   * through the world's origin. A point at p then has the velocity w x p + v.
   */
  readonly twist: Float64Array;

  private readonly kinematics: Kinematics;
  private readonly q: Float64Array;
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
    this.rate = new Float64Array(frame.length);
    this.doubt = new Float64Array(frame.length);
    this.local = new Float64Array(3 * frame.length);
    this.vector = new Float64Array(3 * frame.length);
    this.twist = new Float64Array(6 * tree.frameCount);
    this.kinematics = new Kinematics(tree);
    this.poses = this.kinematics.poses;
    this.q = new Float64Array(tree.dofs.length);
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

  /** Takes up a segment: rates and local axes. */
  begin(segment: Segment): void {
    this.segment = segment;
    const { tree, local, rate, doubt } = this;
    const count = tree.dofs.length;
    const signed = new Float64Array(count);
    const upper = new Float64Array(count);
    const error = new Float64Array(count);
    segment.rateInto(0, signed, 0);
    segment.rateUpperInto(0, 1, upper, 0);
    segment.errorUpperInto(error, 0);
    for (let k = 0; k < this.frame.length; k++) {
      const f = this.frame[k];
      const kind = tree.kind[f];
      const d = tree.dof[f];
      const m = tree.multiplier[f];
      const axis = tree.axis.subarray(3 * f, 3 * f + 3);
      let v: ArrayLike<number>;
      doubt[k] = 0;
      if (kind === FLOATING && this.turns[k] === 1) {
        v = signed.subarray(d + 3, d + 6);
        // Quaternions that differ at all may differ by less than can be computed.
        const still = [3, 4, 5, 6].every((i) => segment.from[d + i] === segment.to[d + i]);
        doubt[k] = still ? 0 : error[d + 3];
        rate[k] = length(v) * (1 + 8 * U) + doubt[k];
      } else if (this.turns[k] === 1 || kind === SLIDE) {
        const own = kind === PLANAR ? d + 2 : d;
        v = axis.map((x) => m * signed[own] * x);
        rate[k] = Math.abs(m) * upper[own] * (1 + 4 * U);
      } else {
        // Directions that are orthonormal to 32 u, in the parent's coordinates.
        const planar = kind === PLANAR;
        const from = planar ? tree.motion : tree.placement;
        const o = planar ? MOTION_SIZE * f + SLIDES : POSE_SIZE * f;
        // Those of a plane stand one after the other; of a placement they are the columns.
        const [across, down] = planar ? [3, 1] : [1, 3];
        const z = planar ? 0 : signed[d + 2];
        v = [0, 1, 2].map((i) => {
          const at = o + down * i;
          const third = planar ? 0 : from[at + 2 * across] * z;
          return from[at] * signed[d] + from[at + across] * signed[d + 1] + third;
        });
        rate[k] = length([signed[d], signed[d + 1], z]) * (1 + 64 * U);
      }
      for (let i = 0; i < 3; i++) local[3 * k + i] = v[i];
    }
  }

  /** Places all frames at a moment t of the segment, and computes how each of them moves. */
  place(t: number): void {
    const { tree, poses, twist, local, vector } = this;
    this.segment!.configurationInto(t, this.q, 0);
    this.kinematics.setConfiguration(this.q);
    for (let f = 0; f < tree.frameCount; f++) this.kinematics.poseOf(f);
    let k = 0;
    for (let f = 1; f < tree.frameCount; f++) {
      const o = 6 * f;
      const up = 6 * tree.parent[f];
      for (let i = 0; i < 6; i++) twist[o + i] = twist[up + i];
      for (; k < this.frame.length && this.frame[k] === f; k++) {
        const p = POSE_SIZE * this.within[k];
        const x = local[3 * k];
        const y = local[3 * k + 1];
        const z = local[3 * k + 2];
        const wx = poses[p] * x + poses[p + 1] * y + poses[p + 2] * z;
        const wy = poses[p + 3] * x + poses[p + 4] * y + poses[p + 5] * z;
        const wz = poses[p + 6] * x + poses[p + 7] * y + poses[p + 8] * z;
        vector[3 * k] = wx;
        vector[3 * k + 1] = wy;
        vector[3 * k + 2] = wz;
        if (this.turns[k] === 0) {
          twist[o + 3] += wx;
          twist[o + 4] += wy;
          twist[o + 5] += wz;
          continue;
        }
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

function length(v: ArrayLike<number>): number {
  return Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}
