/**
 * The proof of one slab, in the order of docs/certificate.md, "One slab". Bounds are recomputed, never
 * read. Everything is in the world's coordinates at the moment t; `n` is turned there from the frame of
 * the common ancestor, in which it is fixed.
 *
 *   const prover = new SlabProver(tree, bodies, box, errors)
 *   const pair = prover.pair(a, b, clearance + tracking)
 *   prover.begin(segment); prover.place(t)
 *   prover.holds(pair, patchA, patchB, n, 0, times)
 *
 * Allocates nothing once pairs are made.
 */
import {
  commonAncestor,
  type JointBox,
  type KinematicTree,
  poseErrorUpper,
} from '../kinematics/index.ts';
import { POSE_SIZE, U } from '../math/index.ts';
import type { Segment } from '../motion/index.ts';
import { axisDistanceInto, type BodyModel, type Patch, supportInto } from './verifyBodies.ts';
import { Motion } from './verifyMotion.ts';
import { reachOver } from './verifyReach.ts';

/** More than the rounding of 8,000 operations that lose nothing by cancelling. */
const UP = 1 + 8192 * U;

// Numbers cross calls in arrays: as arguments they would be boxed.

/** Per side: the direction e from it to the other, in the world; what is found along it; scratch. */
const E = 0;
const TOP = 3;
const FORWARD = 4;
const BACKWARD = 5;
const BEND = 6;
/** A vector in the world, the same in the body's frame, an axis there; the result of a projection. */
const WORLD = 7;
const BODY = 10;
const AXIS = 13;
const RESULT = 19;
const SIDE_NUMBERS = 20;

/** Length of n, what is needed along it, the gap beyond that; times before and after t. */
const LENGTH = 0;
const NEED = 1;
const ROOM = 2;
const TIMES = 3;
/** Before t and after it: bounds of the first, second and third derivative. */
const BOUNDS = 5;
const SLAB_NUMBERS = 11;

/** A body with what may be wrong about its computed motion. */
interface Mover {
  readonly body: BodyModel;
  /** Terms from the world to the body. */
  readonly chain: Int32Array;
  /** Per piece, and last for all of them, and per term: reach over the box. */
  readonly reach: readonly Float64Array[];
  /** No computed direction of the body's frame, or of an axis above it, is off by more. */
  readonly turn: number;
  /** No length that occurs is larger; no computed point is off by more. */
  readonly size: number;
  readonly place: number;
  /** For the segment: errors of computed velocities and accelerations, per unit of n. */
  first: number;
  second: number;
  /**
   * For the segment: bounds of |p'|, |p''| and |p'''| of all points, with all joints in the box and
   * only the terms from an entry of the chain on; three numbers for each entry.
   */
  readonly sums: Float64Array;
}

/** One side of a slab: a patch of a body, seen along a direction from it to the other. */
interface Side {
  readonly numbers: Float64Array;
  mover: Mover;
  patch: Patch;
  /** Terms from this entry of the body's chain on lie below the common ancestor. */
  from: number;
  ancestor: number;
  /** Whether any of them moves. */
  moving: boolean;
  /** Per term: its rate times the patch's distance from the axis; |n x axis| times its rate. */
  readonly arm: Float64Array;
  readonly tilt: Float64Array;
}

/** A pair of bodies, ready to be proven apart. */
export interface PairProof {
  readonly ancestor: number;
  readonly a: Mover;
  readonly b: Mover;
  readonly fromA: number;
  readonly fromB: number;
  /** Metres that must remain: what is asked for, and twice what positions may be off by. */
  readonly need: number;
}

export class SlabProver {
  readonly motion: Motion;
  private readonly tree: KinematicTree;
  private readonly movers: readonly Mover[];
  private readonly a: Side;
  private readonly b: Side;
  /** Per entry of a chain: distance of the patch from the axis, times rate. Scratch. */
  private readonly reached: Float64Array;
  private readonly numbers = new Float64Array(SLAB_NUMBERS);

  /**
   * `box` holds for all configurations that will be asked about, wherever joints stray to; `errors` are
   * the largest errors of computed configurations.
   */
  constructor(
    tree: KinematicTree,
    bodies: readonly BodyModel[],
    box: JointBox,
    errors: Float64Array,
  ) {
    this.tree = tree;
    this.motion = new Motion(tree);
    const grown = {
      lower: box.lower.map((x, d) => x - errors[d]),
      upper: box.upper.map((x, d) => x + errors[d]),
    };
    this.movers = bodies.map((body) => this.mover(body, grown, errors));
    const terms = this.motion.frame.length;
    const side = (): Side => ({
      numbers: new Float64Array(SIDE_NUMBERS),
      mover: this.movers[0],
      patch: this.movers[0]?.body.whole,
      from: 0,
      ancestor: 0,
      moving: false,
      arm: new Float64Array(terms),
      tilt: new Float64Array(terms),
    });
    this.reached = new Float64Array(terms);
    this.a = side();
    this.b = side();
  }

  /** docs/certificate.md, "What positions may be off by". */
  private mover(body: BodyModel, box: JointBox, errors: Float64Array): Mover {
    const { motion, tree } = this;
    const chain = motion.chain(0, body.frame);
    let turning = 0;
    let sliding = 0;
    for (const k of chain) {
      const error = motion.errorOf(k, errors);
      if (motion.turns[k] === 1) turning += error;
      else sliding += error;
    }
    const { shift, turn, length } = poseErrorUpper(tree, body.frame, box);
    const off = turn + turning + body.tilt;
    const size = length + body.size;
    const place = shift + turning * length + sliding + off * body.size + body.slack + 64 * U * size;
    const reach = body.pieces.map((piece) => reachOver(motion, chain, body.frame, piece, box));
    reach.push(Float64Array.from(chain, (_, i) => Math.max(0, ...reach.map((each) => each[i]))));
    const rounding = (128 + 8 * chain.length) * U;
    const sums = new Float64Array(3 * chain.length + 3);
    const errorsOf = { turn: 2 * off + rounding, size, place };
    return { body, chain, reach, ...errorsOf, first: 0, second: 0, sums };
  }

  /** Prepares the pair of bodies number a and b; `asked`: metres by which they must be apart. */
  pair(a: number, b: number, asked: number): PairProof {
    const { movers, tree } = this;
    const [p, q] = [movers[a], movers[b]];
    const ancestor = commonAncestor(tree, p.body.frame, q.body.frame);
    const from = (mover: Mover) =>
      mover.chain.length - this.motion.chain(ancestor, mover.body.frame).length;
    const off = p.place + q.place + (p.turn + q.turn + 64 * U) * (p.size + q.size);
    const need = Math.max(0, asked + p.body.padding + q.body.padding);
    return {
      ancestor,
      a: p,
      b: q,
      fromA: from(p),
      fromB: from(q),
      need: (need + 2 * off) * UP,
    };
  }

  /** Takes up a segment. docs/certificate.md, "What velocities may be off by". */
  begin(segment: Segment): void {
    const { motion } = this;
    motion.begin(segment);
    for (const mover of this.movers) {
      let turning = 0;
      let sliding = 0;
      let doubt = 0;
      for (const k of mover.chain) {
        if (motion.turns[k] === 1) turning += motion.rate[k];
        else sliding += motion.rate[k];
        doubt += motion.doubt[k];
      }
      const speed = turning * mover.size + sliding;
      mover.first = 8 * mover.turn * speed + 8 * turning * mover.place + 2 * doubt * mover.size;
      mover.second = 4 * turning * mover.first + 4 * doubt * speed;
      this.sumUp(mover);
    }
  }

  /** A term more, proximal to the others: all ordered pairs and triples that it is part of. */
  private sumUp({ chain, reach, sums }: Mover): void {
    const { rate, turns } = this.motion;
    const most = reach[reach.length - 1];
    let s = 0;
    let b = 0;
    let c = 0;
    for (let i = chain.length - 1; i >= 0; i--) {
      const r = rate[chain[i]];
      if (turns[chain[i]] === 1 && r !== 0) {
        const arm = r * most[i];
        c += r * (3 * b + r * (3 * s + arm));
        b += r * (2 * s + arm);
        s += arm;
      } else s += r;
      sums[3 * i] = s;
      sums[3 * i + 1] = b;
      sums[3 * i + 2] = c;
    }
  }

  place(t: number): void {
    this.motion.place(t);
  }

  /**
   * Whether patch A and patch B, placed at t, are proven to stay apart along n, at n[o], from
   * t - times[0] to t + times[1]. False says only that this proof fails.
   */
  holds(
    pair: PairProof,
    patchA: Patch,
    patchB: Patch,
    n: Float64Array,
    o: number,
    times: Float64Array,
  ): boolean {
    const { a, b, numbers: s } = this;
    this.turnTo(a, pair.a, pair.fromA, pair.ancestor, patchA);
    this.turnTo(b, pair.b, pair.fromB, pair.ancestor, patchB);
    if (!this.setDirection(pair.ancestor, n, o)) return false;
    s[NEED] = pair.need * s[LENGTH];
    s[TIMES] = times[0];
    s[TIMES + 1] = times[1];
    // Balls first, whose projections are cheap; then what is needed of the truth, step by step.
    let byBall = true;
    this.findRoom(true);
    if (!(s[ROOM] > 0)) {
      byBall = false;
      this.findRoom(false);
      if (!(s[ROOM] > 0)) return false;
    }
    this.findSpeed(a, true);
    this.findSpeed(b, true);
    for (let k = 0; k < 3; k++) {
      const bound = a.mover.sums[3 * a.from + k] + b.mover.sums[3 * b.from + k];
      s[BOUNDS + k] = bound * s[LENGTH];
      s[BOUNDS + 3 + k] = s[BOUNDS + k];
    }
    if (this.lasts(false)) return true;
    this.findTerms(a);
    this.findTerms(b);
    this.findBounds();
    if (this.lasts(false)) return true;
    if (byBall) {
      this.findRoom(false);
      if (!(s[ROOM] > 0)) return false;
      if (this.lasts(false)) return true;
    }
    this.findSpeed(a, false);
    this.findSpeed(b, false);
    if (this.lasts(false)) return true;
    this.findBend(a);
    this.findBend(b);
    if (this.lasts(true)) return true;
    this.findArms(a);
    this.findArms(b);
    this.findBounds();
    return this.lasts(true);
  }

  private turnTo(side: Side, mover: Mover, from: number, ancestor: number, patch: Patch): void {
    const { rate } = this.motion;
    side.mover = mover;
    side.patch = patch;
    side.from = from;
    side.ancestor = ancestor;
    side.moving = false;
    for (let i = from; i < mover.chain.length; i++) {
      if (rate[mover.chain[i]] !== 0) side.moving = true;
    }
  }

  /** Turns n into the world: e of A is n, that of B is -n. False if n is no direction to use. */
  private setDirection(ancestor: number, n: Float64Array, o: number): boolean {
    const { a, b, numbers: s } = this;
    const { poses } = this.motion;
    const p = POSE_SIZE * ancestor;
    for (let k = 0; k < 3; k++) {
      const r = p + 3 * k;
      a.numbers[E + k] = poses[r] * n[o] + poses[r + 1] * n[o + 1] + poses[r + 2] * n[o + 2];
    }
    const length = lengthAt(a.numbers, E);
    if (!(length >= 0.5 && length <= 2)) return false;
    if (a.patch.halfSpace !== null || b.patch.halfSpace !== null) {
      // Only the half-space's own normal bounds it; n must be that, up to rounding.
      const normal = this.halfSpaceNormal();
      if (normal === null) return false;
      const along = dotAt(a.numbers, E, normal, 0);
      if (!(along >= (1 - 1e-9) * length)) return false;
      a.numbers.set(normal, E);
    }
    for (let k = E; k < E + 3; k++) b.numbers[k] = -a.numbers[k];
    s[LENGTH] = lengthAt(a.numbers, E) * UP;
    return true;
  }

  /** The normal of the half-space of one of the patches, from A to B in the world; else null. */
  private halfSpaceNormal(): Float64Array | null {
    if (this.a.patch.halfSpace !== null && this.b.patch.halfSpace !== null) return null;
    const side = this.a.patch.halfSpace !== null ? this.a : this.b;
    const { shape, pose } = side.patch.halfSpace!;
    if (shape.kind !== 'half-space' || pose === null) return null;
    // A half-space that turns ends nowhere.
    const { chain } = side.mover;
    for (let i = side.from; i < chain.length; i++) {
      if (this.motion.turns[chain[i]] === 1 && this.motion.rate[chain[i]] !== 0) return null;
    }
    const own = turned(pose, 0, shape.normal);
    const world = turned(this.motion.poses, POSE_SIZE * side.mover.body.frame, own);
    return side === this.a ? world : world.map((c) => -c);
  }

  private findRoom(byBall: boolean): void {
    const s = this.numbers;
    this.findTop(this.a, byBall);
    this.findTop(this.b, byBall);
    s[ROOM] = -(this.a.numbers[TOP] + this.b.numbers[TOP]) - s[NEED];
  }

  /** TOP = the largest e.p over the patch, or over its ball. */
  private findTop(side: Side, byBall: boolean): void {
    const { numbers: s, patch, mover } = side;
    const { poses } = this.motion;
    const { ball, simple } = patch;
    const p = POSE_SIZE * mover.body.frame;
    intoBody(poses, p, s, E);
    const along = dotAt(s, E, poses, p + 9);
    if (byBall && !simple) s[TOP] = along + dotAt(s, BODY, ball, 0) + ball[3] * lengthAt(s, E);
    else {
      supportInto(patch, s, BODY, s, RESULT);
      s[TOP] = along + s[RESULT];
    }
  }

  /** FORWARD and BACKWARD = the largest e.p' and -e.p' over the patch, or over its ball. */
  private findSpeed(side: Side, byBall: boolean): void {
    const { numbers: s, patch, mover } = side;
    s[FORWARD] = 0;
    s[BACKWARD] = 0;
    if (!side.moving) return;
    const { poses, twist } = this.motion;
    const p = POSE_SIZE * mover.body.frame;
    // Relative to the common ancestor p' = w x p + v, so that e.p' = e.v + (e x w).p.
    const t = 6 * mover.body.frame;
    const u = 6 * side.ancestor;
    const x = s[E];
    const y = s[E + 1];
    const z = s[E + 2];
    const wx = twist[t] - twist[u];
    const wy = twist[t + 1] - twist[u + 1];
    const wz = twist[t + 2] - twist[u + 2];
    s[WORLD] = y * wz - z * wy;
    s[WORLD + 1] = z * wx - x * wz;
    s[WORLD + 2] = x * wy - y * wx;
    const still =
      x * (twist[t + 3] - twist[u + 3]) +
      y * (twist[t + 4] - twist[u + 4]) +
      z * (twist[t + 5] - twist[u + 5]) +
      dotAt(s, WORLD, poses, p + 9);
    if (patch.halfSpace !== null) {
      // It only slides: all points have one velocity.
      s[FORWARD] = still;
      s[BACKWARD] = -still;
      return;
    }
    intoBody(poses, p, s, WORLD);
    if (byBall) {
      const { ball } = patch;
      const middle = still + dotAt(s, BODY, ball, 0);
      const spread = ball[3] * lengthAt(s, WORLD);
      s[FORWARD] = spread + middle;
      s[BACKWARD] = spread - middle;
      return;
    }
    supportInto(patch, s, BODY, s, RESULT);
    s[FORWARD] = still + s[RESULT];
    for (let k = BODY; k < BODY + 3; k++) s[k] = -s[k];
    supportInto(patch, s, BODY, s, RESULT);
    s[BACKWARD] = -still + s[RESULT];
  }

  /** For every turn its rate times the distance of the patch's ball from its axis, and its tilt. */
  private findTerms(side: Side): void {
    if (!side.moving) return;
    const { numbers: s, patch, mover, arm, tilt } = side;
    const { poses, vector, rate, turns, frame } = this.motion;
    const { chain } = mover;
    const { ball } = patch;
    const p = POSE_SIZE * mover.body.frame;
    const x = s[E];
    const y = s[E + 1];
    const z = s[E + 2];
    const cx = dotAt(poses, p, ball, 0) + poses[p + 9];
    const cy = dotAt(poses, p + 3, ball, 0) + poses[p + 10];
    const cz = dotAt(poses, p + 6, ball, 0) + poses[p + 11];
    for (let i = side.from; i < chain.length; i++) {
      const k = chain[i];
      if (turns[k] === 0 || rate[k] === 0) continue;
      const wx = vector[3 * k];
      const wy = vector[3 * k + 1];
      const wz = vector[3 * k + 2];
      const ex = y * wz - z * wy;
      const ey = z * wx - x * wz;
      const ez = x * wy - y * wx;
      tilt[i] = Math.sqrt(ex * ex + ey * ey + ez * ez);
      const o = POSE_SIZE * frame[k] + 9;
      const dx = cx - poses[o];
      const dy = cy - poses[o + 1];
      const dz = cz - poses[o + 2];
      const mx = dy * wz - dz * wy;
      const my = dz * wx - dx * wz;
      const mz = dx * wy - dy * wx;
      arm[i] = Math.sqrt(mx * mx + my * my + mz * mz) + rate[k] * ball[3];
    }
  }

  /** The same from every vertex. */
  private findArms(side: Side): void {
    if (!side.moving || side.patch.halfSpace !== null) return;
    const { numbers: s, patch, mover, arm } = side;
    const { poses, vector, rate, turns, frame } = this.motion;
    const { chain } = mover;
    const p = POSE_SIZE * mover.body.frame;
    for (let i = side.from; i < chain.length; i++) {
      const k = chain[i];
      if (turns[k] === 0 || rate[k] === 0) continue;
      const o = POSE_SIZE * frame[k] + 9;
      for (let c = 0; c < 3; c++) s[WORLD + c] = poses[o + c] - poses[p + 9 + c];
      intoBody(poses, p, s, WORLD);
      for (let c = 0; c < 3; c++) s[AXIS + c] = s[BODY + c];
      for (let c = 0; c < 3; c++) s[WORLD + c] = vector[3 * k + c];
      intoBody(poses, p, s, WORLD);
      for (let c = 0; c < 3; c++) s[AXIS + 3 + c] = s[BODY + c];
      axisDistanceInto(patch, s, AXIS, s, RESULT);
      arm[i] = Math.min(arm[i], s[RESULT]);
    }
  }

  /** BEND = the largest e.p'' over the patch. */
  private findBend(side: Side): void {
    const { numbers: s, patch, mover } = side;
    s[BEND] = 0;
    // A half-space that only slides does so evenly.
    if (!side.moving || patch.halfSpace !== null) return;
    const { poses, vector, rate, turns, frame } = this.motion;
    const { chain } = mover;
    const p = POSE_SIZE * mover.body.frame;
    const x = s[E];
    const y = s[E + 1];
    const z = s[E + 2];
    // The sum o of the turns before a term; the gradient h of e.p'', and its value at the origin.
    let ox = 0;
    let oy = 0;
    let oz = 0;
    let hx = 0;
    let hy = 0;
    let hz = 0;
    let bend = 0;
    for (let i = side.from; i < chain.length; i++) {
      const k = chain[i];
      if (rate[k] === 0) continue;
      const wx = vector[3 * k];
      const wy = vector[3 * k + 1];
      const wz = vector[3 * k + 2];
      // q = e x (w + 2 o), or e x 2 o for a slide
      const own = turns[k];
      const bx = own * wx + 2 * ox;
      const by = own * wy + 2 * oy;
      const bz = own * wz + 2 * oz;
      const qx = y * bz - z * by;
      const qy = z * bx - x * bz;
      const qz = x * by - y * bx;
      if (own === 0) {
        // e.(2 o x w) = q.w
        bend += qx * wx + qy * wy + qz * wz;
        continue;
      }
      // e.((w + 2 o) x (w x (p - a))) = (q x w).(p - a)
      const kx = qy * wz - qz * wy;
      const ky = qz * wx - qx * wz;
      const kz = qx * wy - qy * wx;
      const a = POSE_SIZE * frame[k] + 9;
      bend -= kx * poses[a] + ky * poses[a + 1] + kz * poses[a + 2];
      hx += kx;
      hy += ky;
      hz += kz;
      ox += wx;
      oy += wy;
      oz += wz;
    }
    s[WORLD] = hx;
    s[WORLD + 1] = hy;
    s[WORLD + 2] = hz;
    intoBody(poses, p, s, WORLD);
    supportInto(patch, s, BODY, s, RESULT);
    s[BEND] = bend + dotAt(s, WORLD, poses, p + 9) + s[RESULT];
  }

  /** Whether the room outlasts both times. */
  private lasts(cubic: boolean): boolean {
    const { a, b, numbers: s } = this;
    const first = 2 * s[LENGTH] * (a.mover.first + b.mover.first);
    const second = 2 * s[LENGTH] * (a.mover.second + b.mover.second);
    for (let k = 0; k < 2; k++) {
      const h = s[TIMES + k];
      const at = k === 0 ? BACKWARD : FORWARD;
      const v = a.numbers[at] + b.numbers[at];
      const o = BOUNDS + 3 * k;
      // A bound that is convex in time and begins with 0 is at most the larger of its ends.
      let most = Math.min(h * s[o], Math.max(0, h * (v + 0.5 * h * s[o + 1])));
      if (cubic) {
        const bend = a.numbers[BEND] + b.numbers[BEND];
        most = Math.min(most, cubicUpper(h, v, bend, s[o + 2]));
      }
      if (!(most * UP + h * (first + h * second) < s[ROOM])) return false;
    }
    return true;
  }

  /** For both times: bounds of |e.p'|, |e.p''| and |e.p'''| of the two patches together. */
  private findBounds(): void {
    const s = this.numbers;
    for (let k = BOUNDS; k < SLAB_NUMBERS; k++) s[k] = 0;
    this.addBounds(this.a, 0);
    this.addBounds(this.b, 0);
    if (s[TIMES] === s[TIMES + 1]) for (let k = 0; k < 3; k++) s[BOUNDS + 3 + k] = s[BOUNDS + k];
    else {
      this.addBounds(this.a, 1);
      this.addBounds(this.b, 1);
    }
  }

  /** Adds the bounds of one patch, for all moments within the time before or after t. */
  private addBounds(side: Side, direction: 0 | 1): void {
    const s = this.numbers;
    const h = s[TIMES + direction];
    const length = s[LENGTH];
    if (!side.moving || h === 0) return;
    const { mover, patch, arm, tilt, from } = side;
    const { chain, size, turn } = mover;
    const { rate, turns, doubt } = this.motion;
    const { reached } = this;
    const reach = mover.reach[patch.piece < 0 ? mover.reach.length - 1 : patch.piece];
    const off = 2 * mover.place + turn * size;
    // Distal to proximal: distance from each axis, times rate. The joints below move the patch.
    let moved = 0;
    for (let i = chain.length - 1; i >= from; i--) {
      const k = chain[i];
      const r = rate[k];
      if (r === 0) continue;
      const here = arm[i] + r * (off + h * moved) + doubt[k] * size;
      reached[i] = turns[k] === 0 ? r : Math.min(here, r * reach[i]);
      moved += reached[i];
    }
    // Proximal to distal: all ordered pairs and triples of terms, by their most distal one.
    let turned = 0;
    let sum = 0;
    let pairs = 0;
    let bend = 0;
    let twist = 0;
    for (let i = from; i < chain.length; i++) {
      const k = chain[i];
      const r = rate[k];
      if (r === 0) continue;
      if (turns[k] === 0) {
        bend += reached[i] * 2 * sum;
        twist += reached[i] * 3 * pairs;
        continue;
      }
      const across = Math.min(length * r, tilt[i] + length * (r * (turn + h * turned) + doubt[k]));
      bend += reached[i] * (2 * sum + across);
      twist += reached[i] * (3 * pairs + r * (3 * sum + across));
      pairs += r * (2 * sum + across);
      sum += across;
      turned += r;
    }
    const o = BOUNDS + 3 * direction;
    s[o] += length * moved;
    s[o + 1] += bend;
    s[o + 2] += twist;
  }
}

/**
 * The largest value, if it is positive, of tau v + tau^2/2 w + tau^3/6 m for tau from 0 to h. Where the
 * curve rises and falls again it is concave, so that its tangent, wherever it is drawn, lies above it.
 */
function cubicUpper(h: number, v: number, w: number, m: number): number {
  const most = Math.max(0, h * (v + h * (0.5 * w + (h / 6) * m)));
  const root = w * w - 2 * v * m;
  if (!(v > 0 && w < 0 && root > 0)) return most;
  const peak = (2 * v) / (Math.sqrt(root) - w);
  if (!(peak < h)) return most;
  const slope = v + peak * (w + 0.5 * peak * m);
  return Math.max(most, peak * (v + peak * (0.5 * w + (peak / 6) * m)) + h * Math.abs(slope));
}

/** s[BODY ...] = the vector at s[o] of the world, in the coordinates of the frame at poses[p]. */
function intoBody(poses: Float64Array, p: number, s: Float64Array, o: number): void {
  const x = s[o];
  const y = s[o + 1];
  const z = s[o + 2];
  s[BODY] = poses[p] * x + poses[p + 3] * y + poses[p + 6] * z;
  s[BODY + 1] = poses[p + 1] * x + poses[p + 4] * y + poses[p + 7] * z;
  s[BODY + 2] = poses[p + 2] * x + poses[p + 5] * y + poses[p + 8] * z;
}

function dotAt(a: Float64Array, i: number, b: Float64Array, j: number): number {
  return a[i] * b[j] + a[i + 1] * b[j + 1] + a[i + 2] * b[j + 2];
}

function lengthAt(a: Float64Array, i: number): number {
  return Math.sqrt(dotAt(a, i, a, i));
}

/** The rotation of a pose times a vector. */
function turned(pose: Float64Array, o: number, v: ArrayLike<number>): Float64Array {
  return Float64Array.from(
    [0, 3, 6],
    (r) => pose[o + r] * v[0] + pose[o + r + 1] * v[1] + pose[o + r + 2] * v[2],
  );
}
