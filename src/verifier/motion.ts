/**
 * How the robots of a cell move at one moment of a segment, and how fast at most: the verifier's own
 * account, which shares nothing with the bounds that searches use. The argument is in
 * docs/certificate-motion.md, "How a point moves".
 *
 * Everything that moves is a list of terms, proximal before distal. A term is a turn about an axis, or
 * a slide, that its parent carries along. A turning or sliding joint is one term; a planar or floating
 * joint two, a slide and then a turn. On a straight segment every term runs at a constant rate; on a
 * polynomial one rates have derivatives, but for the turns of floating joints, which are even. A joint that
 * follows by a law (kinematics/law.ts) has them on every segment.
 */
import { type JointBox, jointFactorUpper } from '../kinematics/box.ts';
import {
  FIXED,
  FLOATING,
  localPoseInto,
  MOTION_SIZE,
  PLANAR,
  SLIDE,
  SLIDES,
  TURN,
} from '../kinematics/joint.ts';
import { LAW_BOUNDS, lawBoundsInto, lawInto } from '../kinematics/law.ts';
import type { KinematicTree } from '../kinematics/tree.ts';
import { composePosesInto, POSE_SIZE } from '../math/pose.ts';
import { U } from '../math/rounding.ts';
import type { Segment } from '../motion/segment.ts';
import { ABOVE, sumAbove } from './above.ts';
import { lengthAt, turnInto } from './vectors.ts';

/** A box that terms without laws do not look at. */
const NOWHERE: JointBox = { lower: new Float64Array(0), upper: new Float64Array(0) };

/** Roundings of the derivatives of a term that follows by a law: a dozen products and sums at the most. */
const FOLLOW_UP = 1 + 32 * U;

export class Motion {
  readonly tree: KinematicTree;
  /** Per term: the frame that it moves. The axis of a turn passes through that frame's origin. */
  readonly frame: Int32Array;
  readonly turns: Uint8Array;
  /** Per term: the frame in whose coordinates what is local is given. */
  private readonly within: Int32Array;

  /** Whether the rates of all terms are constant on the segment. */
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
  /** Per term, for the segment: by how much its computed rate may be off; its acceleration. */
  readonly doubt: Float64Array;
  readonly doubtMore: Float64Array;
  /** Per frame, for the segment: ABOVE numbers. */
  readonly above: Float64Array;
  /** Per term: by how much a computed axis may be off, for floating joints; of the rate's length. */
  readonly vague: Float64Array;
  /** Per term, 3 numbers: axis of a turn; axis times rate, or velocity of a slide; its derivative. */
  private readonly localAxis: Float64Array;
  private readonly local: Float64Array;
  private readonly localBent: Float64Array;

  /** Poses of frames in the world, 12 numbers each, at the moment at hand: of those that were brought there. */
  readonly poses: Float64Array;
  /** The same in their parents' frames. */
  private readonly locals: Float64Array;
  /** The three of every term, in the world. The last one is of no use if the motion is uniform. */
  readonly axis: Float64Array;
  readonly vector: Float64Array;
  readonly bent: Float64Array;
  /**
   * Per frame that terms move, 6 numbers: its angular velocity w, and the velocity v of the point that is carried
   * through the world's origin. A point at p then has the velocity w x p + v.
   */
  readonly twist: Float64Array;
  /** How these six change: their derivatives by t. */
  readonly bending: Float64Array;
  /** Per frame: where the six of what carries it are, itself or the nearest above it that terms move; of the world they are 0. */
  readonly carrier: Int32Array;

  /** A configuration, and something for each degree of freedom. */
  private readonly q: Float64Array;
  private readonly each: Float64Array;
  /** For laws: the same as `each`, by order; errors of the segment; what a law says. */
  private readonly upper: readonly [Float64Array, Float64Array, Float64Array];
  private readonly rates: Float64Array;
  private readonly error: Float64Array;
  private readonly lowest: Float64Array;
  private readonly highest: Float64Array;
  private readonly followed = new Float64Array(3);
  private readonly bounds = new Float64Array(LAW_BOUNDS);
  private segment: Segment | null = null;
  /** Per frame: its first term; the moment to which it was brought last, by number, beyond all of them if nothing moves it. */
  private readonly termsOf: Int32Array;
  private readonly brought: Float64Array;
  private readonly path: Int32Array;
  private stamp = 0;
  /** Per term: the signed rate of a joint that turns evenly. */
  private readonly even: Float64Array;
  private readonly scratch = new Float64Array(3);

  constructor(tree: KinematicTree) {
    this.tree = tree;
    const frame: number[] = [];
    const turns: number[] = [];
    const within: number[] = [];
    this.termsOf = new Int32Array(tree.frameCount + 1);
    this.brought = new Float64Array(tree.frameCount);
    this.path = new Int32Array(tree.frameCount);
    for (let f = 1; f < tree.frameCount; f++) {
      const kind = tree.kind[f];
      this.termsOf[f] = frame.length;
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
    this.termsOf[tree.frameCount] = frame.length;
    this.frame = Int32Array.from(frame);
    this.turns = Uint8Array.from(turns);
    this.within = Int32Array.from(within);
    const numbers = () => new Float64Array(frame.length);
    [this.rate, this.acceleration, this.jerk] = [numbers(), numbers(), numbers()];
    [this.doubt, this.vague, this.most] = [numbers(), numbers(), numbers()];
    this.doubtMore = numbers();
    this.above = new Float64Array(ABOVE * tree.frameCount);
    const vectors = () => new Float64Array(3 * frame.length);
    [this.localAxis, this.local, this.localBent] = [vectors(), vectors(), vectors()];
    [this.axis, this.vector, this.bent] = [vectors(), vectors(), vectors()];
    this.twist = new Float64Array(6 * tree.frameCount);
    this.bending = new Float64Array(6 * tree.frameCount);
    this.carrier = new Int32Array(tree.frameCount);
    this.even = numbers();
    this.poses = tree.placement.slice();
    this.locals = tree.placement.slice();
    this.placeStill();
    this.q = new Float64Array(tree.dofs.length);
    this.each = new Float64Array(tree.dofs.length);
    this.upper = [0, 1, 2].map(() => new Float64Array(tree.dofs.length)) as [
      Float64Array,
      Float64Array,
      Float64Array,
    ];
    this.rates = new Float64Array(tree.dofs.length);
    this.error = new Float64Array(tree.dofs.length);
    this.lowest = new Float64Array(tree.dofs.length);
    this.highest = new Float64Array(tree.dofs.length);
  }

  /** Places what no joint moves, and finds what carries the others. */
  private placeStill(): void {
    const { termsOf, carrier, brought } = this;
    const { parent, frameCount } = this.tree;
    brought[0] = Infinity;
    for (let f = 1; f < frameCount; f++) {
      const moves = termsOf[f + 1] > termsOf[f];
      carrier[f] = moves ? 6 * f : carrier[parent[f]];
      if (moves || brought[parent[f]] < Infinity) continue;
      this.placeFrame(f);
      brought[f] = Infinity;
    }
  }

  /** The terms between an ancestor's frame and a frame below it, proximal first. */
  chain(ancestor: number, frame: number): Int32Array {
    const terms: number[] = [];
    for (let f = frame; f !== ancestor; f = this.tree.parent[f]) {
      for (let k = this.frame.length - 1; k >= 0; k--) if (this.frame[k] === f) terms.push(k);
    }
    return Int32Array.from(terms.reverse());
  }

  /** By how much a term may be off, in the box, when each degree of freedom is off by its error. */
  errorOf(term: number, errors: Float64Array, box: JointBox): number {
    const { kind, dof } = this.tree;
    const f = this.frame[term];
    const d = dof[f];
    const m = jointFactorUpper(this.tree, f, box);
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
    this.uniform = segment.uniform && this.tree.laws === null;
    const { tree, each, local, localAxis, rate, doubt, doubtMore, vague, error } = this;
    segment.errorUpperInto(error, 0);
    segment.configurationInto(0, this.q, 0);
    segment.rateInto(0, each, 0);
    this.velocitiesInto(each, null, local);
    for (let k = 0; k < this.frame.length; k++) {
      const f = this.frame[k];
      if (tree.kind[f] === TURN) this.even[k] = tree.multiplier[f] * each[tree.dof[f]];
    }
    doubt.fill(0);
    doubtMore.fill(0);
    if (tree.laws !== null) segment.rangeInto(this.lowest, this.highest);
    this.takeBounds(0, 1);
    for (let k = 0; k < this.frame.length; k++) {
      const f = this.frame[k];
      const d = tree.dof[f];
      if (!this.uniform && !tree.laws?.[f]) {
        doubt[k] = this.errorOf(k, error, NOWHERE);
        doubtMore[k] = doubt[k];
      }
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
      doubtMore[k] = doubt[k];
      rate[k] = turn * (1 + 8 * U) + doubt[k];
      if (doubt[k] > 0) vague[k] = doubt[k] / rate[k];
      for (let i = 0; i < 3; i++) localAxis[3 * k + i] = turn > 0 ? local[3 * k + i] / turn : 0;
    }
    this.most.set(rate);
    sumAbove(this, this.termsOf);
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
    if (this.tree.laws !== null) this.upper[0].set(each);
    segment.accelerationUpperInto(ta, tb, each, 0);
    this.boundsInto(each, this.acceleration);
    if (this.tree.laws !== null) this.upper[1].set(each);
    segment.jerkUpperInto(ta, tb, each, 0);
    this.boundsInto(each, this.jerk);
    if (this.tree.laws === null) return;
    this.upper[2].set(each);
    this.followLaws(ta, tb);
  }

  /**
   * Terms that follow by laws, from ta to tb: derivatives of g(q(t)) up to the third, and, for the whole segment, by how
   * much the first two are off as computed: the law's own errors, and those of q and of its rates.
   */
  private followLaws(ta: number, tb: number): void {
    const { tree, each, error, bounds: g } = this;
    const [rates, accelerations, jerks] = this.upper;
    const half = 0.5 * (tb - ta);
    this.segment!.configurationInto(ta + half, each, 0);
    for (let k = 0; k < this.frame.length; k++) {
      const f = this.frame[k];
      const law = tree.laws![f];
      if (law === null) continue;
      const d = tree.dof[f];
      const [r, a, j] = [rates[d], accelerations[d], jerks[d]];
      this.rate[k] = 0;
      this.acceleration[k] = 0;
      this.jerk[k] = 0;
      // What stands still does, even where the law says nothing.
      if (r === 0) continue;
      const way = half * r * (1 + 8 * U) + 2 * error[d] + 8 * U * (Math.abs(each[d]) + r);
      const low = Math.max(each[d] - way, this.lowest[d] - 2 * error[d]);
      const high = Math.min(each[d] + way, this.highest[d] + 2 * error[d]);
      lawBoundsInto(law, low, high, g, 0);
      this.rate[k] = g[0] * r * FOLLOW_UP;
      this.acceleration[k] = (g[1] * r * r + g[0] * a) * FOLLOW_UP;
      this.jerk[k] = (g[2] * r * r * r + 3 * g[1] * r * a + g[0] * j) * FOLLOW_UP;
      if (ta > 0 || tb < 1) continue;
      const e = error[d];
      this.doubt[k] = (g[3] * r + e * (g[1] * r + g[0])) * FOLLOW_UP;
      this.doubtMore[k] = (g[4] * r * r + g[3] * a) * FOLLOW_UP;
      this.doubtMore[k] += e * (g[2] * r * r + g[1] * (2 * r + a + e) + g[0]) * FOLLOW_UP;
    }
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

  /**
   * Axis times rate, or velocity, of every term, from the rates of degrees of freedom; or, with `before`, which are
   * these, from their accelerations. Laws are taken at the configuration at hand.
   */
  private velocitiesInto(
    rates: Float64Array,
    before: Float64Array | null,
    out: Float64Array,
  ): void {
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
        const law = tree.laws === null ? null : tree.laws[f];
        let r = tree.multiplier[f] * rates[kind === PLANAR ? d + 2 : d];
        if (law !== null) {
          const { followed } = this;
          lawInto(law, this.q, d, followed, 0);
          r = followed[1] * rates[d];
          if (before !== null) r += followed[2] * before[d] * before[d];
        }
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
    this.goTo(t);
    for (let f = 1; f < this.tree.frameCount; f++) this.bring(f);
  }

  /** Goes to a moment t of the segment. Nothing is placed yet: whoever looks at a frame has it brought there first. */
  goTo(t: number): void {
    const { each } = this;
    const segment = this.segment!;
    segment.configurationInto(t, this.q, 0);
    this.stamp++;
    if (this.uniform) return;
    segment.rateInto(t, this.rates, 0);
    this.velocitiesInto(this.rates, null, this.local);
    segment.accelerationInto(t, each, 0);
    this.velocitiesInto(each, this.rates, this.localBent);
  }

  /** Brings a frame, and those above it, to the moment at hand: where it is, and how it moves. */
  bring(frame: number): void {
    const { brought, stamp, path, termsOf } = this;
    const { parent } = this.tree;
    let count = 0;
    for (let f = frame; brought[f] < stamp; f = parent[f]) path[count++] = f;
    while (count > 0) {
      const f = path[--count];
      this.placeFrame(f);
      if (termsOf[f + 1] > termsOf[f]) this.moveFrame(f);
      brought[f] = stamp;
    }
  }

  /** Where a frame is, whose parent's place is known; as `Kinematics` has it. */
  private placeFrame(f: number): void {
    const { poses, locals, tree } = this;
    const o = POSE_SIZE * f;
    const up = tree.parent[f];
    // Without a product no rounding: robots at their base are exact.
    if (up === 0) localPoseInto(tree, f, this.q, poses, this.scratch);
    else {
      localPoseInto(tree, f, this.q, locals, this.scratch);
      composePosesInto(poses, POSE_SIZE * up, locals, o, poses, o);
    }
  }

  /** How a frame moves, whose pose and whose parent's motion are known. */
  private moveFrame(f: number): void {
    const { poses, twist, bending, axis, vector, bent, uniform } = this;
    const o = 6 * f;
    const up = this.carrier[this.tree.parent[f]];
    let tx = twist[up];
    let ty = twist[up + 1];
    let tz = twist[up + 2];
    let vx = twist[up + 3];
    let vy = twist[up + 4];
    let vz = twist[up + 5];
    let bx = bending[up];
    let by = bending[up + 1];
    let bz = bending[up + 2];
    let cx = bending[up + 3];
    let cy = bending[up + 4];
    let cz = bending[up + 5];
    const end = this.termsOf[f + 1];
    for (let k = this.termsOf[f]; k < end; k++) {
      const p = POSE_SIZE * this.within[k];
      const i = 3 * k;
      if (this.turns[k] === 1) turnInto(poses, p, this.localAxis, i, axis);
      if (uniform && this.even[k] !== 0) {
        const r = this.even[k];
        vector[i] = r * axis[i];
        vector[i + 1] = r * axis[i + 1];
        vector[i + 2] = r * axis[i + 2];
      } else {
        turnInto(poses, p, this.local, i, vector);
        if (!uniform) turnInto(poses, p, this.localBent, i, bent);
      }
      const wx = vector[i];
      const wy = vector[i + 1];
      const wz = vector[i + 2];
      // What is above carries the term along: it turns its vectors, and moves its axis.
      const nx = ty * wz - tz * wy + (uniform ? 0 : bent[i]);
      const ny = tz * wx - tx * wz + (uniform ? 0 : bent[i + 1]);
      const nz = tx * wy - ty * wx + (uniform ? 0 : bent[i + 2]);
      if (this.turns[k] === 0) {
        cx += nx;
        cy += ny;
        cz += nz;
        vx += wx;
        vy += wy;
        vz += wz;
        continue;
      }
      const a = POSE_SIZE * f + 9;
      const ox = poses[a];
      const oy = poses[a + 1];
      const oz = poses[a + 2];
      // The velocity of the axis at the frame's origin; w x (0 - origin).
      const ax = vx + ty * oz - tz * oy;
      const ay = vy + tz * ox - tx * oz;
      const az = vz + tx * oy - ty * ox;
      bx += nx;
      by += ny;
      bz += nz;
      cx += oy * nz - oz * ny + (ay * wz - az * wy);
      cy += oz * nx - ox * nz + (az * wx - ax * wz);
      cz += ox * ny - oy * nx + (ax * wy - ay * wx);
      tx += wx;
      ty += wy;
      tz += wz;
      vx += oy * wz - oz * wy;
      vy += oz * wx - ox * wz;
      vz += ox * wy - oy * wx;
    }
    twist[o] = tx;
    twist[o + 1] = ty;
    twist[o + 2] = tz;
    twist[o + 3] = vx;
    twist[o + 4] = vy;
    twist[o + 5] = vz;
    bending[o] = bx;
    bending[o + 1] = by;
    bending[o + 2] = bz;
    bending[o + 3] = cx;
    bending[o + 4] = cy;
    bending[o + 5] = cz;
  }
}
