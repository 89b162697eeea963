/**
 * The proof of one slab, in the order of docs/certificate.md, "One slab". Bounds are recomputed, never
 * read. Everything is in the world's coordinates at the moment t; `n` is turned there from the frame of
 * the common ancestor, in which it is fixed.
 *
 *   const prover = new SlabProver(tree, bodies, box, errors)
 *   const pair = prover.pair(a, b, clearance + tracking)
 *   prover.begin(segment); prover.place(t)
 *   prover.holds(pair, patchA, patchB, n, 0, before, after)
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

/** What the checks of one side leave here. */
const TOP = 0;
const FORWARD = 1;
const BACKWARD = 2;
const BEND = 3;
/** Scratch: directions, and results of projections. */
const D = 4;
const AXIS = 7;
const RESULT = 13;

/** Numbers per direction of time in `limits`. */
const LIMITS = 3;

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
}

/** One side of a slab: a patch of a body, seen along a direction from it to the other. */
interface Side {
  readonly numbers: Float64Array;
  mover: Mover;
  patch: Patch;
  /** Terms from this entry of the body's chain on lie below the common ancestor. */
  from: number;
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
  /** For the time before t, and after it: bounds of the first, second and third derivative. */
  private readonly limits = new Float64Array(2 * LIMITS);

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
      numbers: new Float64Array(16),
      mover: this.movers[0],
      patch: this.movers[0]?.body.whole,
      from: 0,
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
    return { body, chain, reach, turn: 2 * off + rounding, size, place, first: 0, second: 0 };
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
    }
  }

  place(t: number): void {
    this.motion.place(t);
  }

  /**
   * Whether patch A and patch B, placed at t, are proven to stay apart along n, at n[o], from t - before
   * to t + after. False says only that this proof fails.
   */
  holds(
    pair: PairProof,
    patchA: Patch,
    patchB: Patch,
    n: Float64Array,
    o: number,
    before: number,
    after: number,
  ): boolean {
    const { poses } = this.motion;
    const p = POSE_SIZE * pair.ancestor;
    let x = poses[p] * n[o] + poses[p + 1] * n[o + 1] + poses[p + 2] * n[o + 2];
    let y = poses[p + 3] * n[o] + poses[p + 4] * n[o + 1] + poses[p + 5] * n[o + 2];
    let z = poses[p + 6] * n[o] + poses[p + 7] * n[o + 1] + poses[p + 8] * n[o + 2];
    let length = Math.sqrt(x * x + y * y + z * z);
    if (!(length >= 0.5 && length <= 2)) return false;
    this.turnTo(this.a, pair.a, pair.fromA, patchA);
    this.turnTo(this.b, pair.b, pair.fromB, patchB);
    if (patchA.halfSpace !== null || patchB.halfSpace !== null) {
      const normal = this.halfSpaceNormal(patchA, patchB);
      if (normal === null) return false;
      // Only the half-space's own normal bounds it; n must be that, up to rounding.
      const [u, v, w] = normal;
      if (!(u * x + v * y + w * z >= (1 - 1e-9) * length)) return false;
      x = u;
      y = v;
      z = w;
      length = Math.sqrt(x * x + y * y + z * z);
    }
    length *= UP;
    const need = pair.need * length;
    const { a, b } = this;
    // Balls first, whose projections are cheap; then what is needed of the truth, step by step.
    let byBall = true;
    this.findTop(a, x, y, z, true);
    this.findTop(b, -x, -y, -z, true);
    let room = -(a.numbers[TOP] + b.numbers[TOP]) - need;
    if (!(room > 0)) {
      byBall = false;
      room = this.exactRoom(x, y, z, need);
      if (!(room > 0)) return false;
    }
    this.findSpeed(a, pair.ancestor, x, y, z, true);
    this.findSpeed(b, pair.ancestor, -x, -y, -z, true);
    this.findTerms(a, x, y, z);
    this.findTerms(b, x, y, z);
    this.findBounds(length, before, after);
    if (this.lasts(length, room, before, after, false)) return true;
    if (byBall) {
      room = this.exactRoom(x, y, z, need);
      if (!(room > 0)) return false;
      if (this.lasts(length, room, before, after, false)) return true;
    }
    this.findSpeed(a, pair.ancestor, x, y, z, false);
    this.findSpeed(b, pair.ancestor, -x, -y, -z, false);
    if (this.lasts(length, room, before, after, false)) return true;
    this.findBend(a, x, y, z);
    this.findBend(b, -x, -y, -z);
    if (this.lasts(length, room, before, after, true)) return true;
    this.findArms(a);
    this.findArms(b);
    this.findBounds(length, before, after);
    return this.lasts(length, room, before, after, true);
  }

  private exactRoom(x: number, y: number, z: number, need: number): number {
    this.findTop(this.a, x, y, z, false);
    this.findTop(this.b, -x, -y, -z, false);
    return -(this.a.numbers[TOP] + this.b.numbers[TOP]) - need;
  }

  private turnTo(side: Side, mover: Mover, from: number, patch: Patch): void {
    const { rate } = this.motion;
    side.mover = mover;
    side.patch = patch;
    side.from = from;
    side.moving = false;
    for (let i = from; i < mover.chain.length; i++) {
      if (rate[mover.chain[i]] !== 0) side.moving = true;
    }
  }

  /** The normal of the half-space of one of the patches, from A to B in the world; else null. */
  private halfSpaceNormal(patchA: Patch, patchB: Patch): number[] | null {
    if (patchA.halfSpace !== null && patchB.halfSpace !== null) return null;
    const side = patchA.halfSpace !== null ? this.a : this.b;
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

  /** TOP = the largest e.p over the patch, or over its ball. */
  private findTop(side: Side, x: number, y: number, z: number, byBall: boolean): void {
    const { numbers: s, patch, mover } = side;
    const { poses } = this.motion;
    const { ball, simple } = patch;
    const p = POSE_SIZE * mover.body.frame;
    this.intoBody(s, p, x, y, z);
    const along = x * poses[p + 9] + y * poses[p + 10] + z * poses[p + 11];
    if (byBall && !simple) {
      const reach = ball[3] * Math.sqrt(x * x + y * y + z * z);
      s[TOP] = along + s[D] * ball[0] + s[D + 1] * ball[1] + s[D + 2] * ball[2] + reach;
      return;
    }
    supportInto(patch, s, D, s, RESULT);
    s[TOP] = along + s[RESULT];
  }

  /** FORWARD and BACKWARD = the largest e.p' and -e.p' over the patch, or over its ball. */
  private findSpeed(
    side: Side,
    ancestor: number,
    x: number,
    y: number,
    z: number,
    byBall: boolean,
  ): void {
    const { numbers: s, patch, mover } = side;
    s[FORWARD] = 0;
    s[BACKWARD] = 0;
    if (!side.moving) return;
    const { poses, twist } = this.motion;
    const p = POSE_SIZE * mover.body.frame;
    // Relative to the common ancestor p' = w x p + v, so that e.p' = e.v + (e x w).p.
    const t = 6 * mover.body.frame;
    const u = 6 * ancestor;
    const wx = twist[t] - twist[u];
    const wy = twist[t + 1] - twist[u + 1];
    const wz = twist[t + 2] - twist[u + 2];
    const gx = y * wz - z * wy;
    const gy = z * wx - x * wz;
    const gz = x * wy - y * wx;
    const still =
      x * (twist[t + 3] - twist[u + 3]) +
      y * (twist[t + 4] - twist[u + 4]) +
      z * (twist[t + 5] - twist[u + 5]) +
      gx * poses[p + 9] +
      gy * poses[p + 10] +
      gz * poses[p + 11];
    if (patch.halfSpace !== null) {
      // It only slides: all points have one velocity.
      s[FORWARD] = still;
      s[BACKWARD] = -still;
      return;
    }
    this.intoBody(s, p, gx, gy, gz);
    if (byBall) {
      const { ball } = patch;
      const middle = still + s[D] * ball[0] + s[D + 1] * ball[1] + s[D + 2] * ball[2];
      const spread = ball[3] * Math.sqrt(gx * gx + gy * gy + gz * gz);
      s[FORWARD] = spread + middle;
      s[BACKWARD] = spread - middle;
      return;
    }
    supportInto(patch, s, D, s, RESULT);
    s[FORWARD] = still + s[RESULT];
    this.intoBody(s, p, -gx, -gy, -gz);
    supportInto(patch, s, D, s, RESULT);
    s[BACKWARD] = -still + s[RESULT];
  }

  /** For every turn its rate times the distance of the patch's ball from its axis, and its tilt. */
  private findTerms(side: Side, x: number, y: number, z: number): void {
    if (!side.moving) return;
    const { patch, mover, arm, tilt } = side;
    const { poses, vector, rate, turns, frame } = this.motion;
    const { chain } = mover;
    const { ball } = patch;
    const p = POSE_SIZE * mover.body.frame;
    const cx = poses[p] * ball[0] + poses[p + 1] * ball[1] + poses[p + 2] * ball[2] + poses[p + 9];
    const cy =
      poses[p + 3] * ball[0] + poses[p + 4] * ball[1] + poses[p + 5] * ball[2] + poses[p + 10];
    const cz =
      poses[p + 6] * ball[0] + poses[p + 7] * ball[1] + poses[p + 8] * ball[2] + poses[p + 11];
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
      const dx = poses[o] - poses[p + 9];
      const dy = poses[o + 1] - poses[p + 10];
      const dz = poses[o + 2] - poses[p + 11];
      this.intoBody(s, p, dx, dy, dz);
      for (let c = 0; c < 3; c++) s[AXIS + c] = s[D + c];
      this.intoBody(s, p, vector[3 * k], vector[3 * k + 1], vector[3 * k + 2]);
      for (let c = 0; c < 3; c++) s[AXIS + 3 + c] = s[D + c];
      axisDistanceInto(patch, s, AXIS, s, RESULT);
      arm[i] = Math.min(arm[i], s[RESULT]);
    }
  }

  /** BEND = the largest e.p'' over the patch. */
  private findBend(side: Side, x: number, y: number, z: number): void {
    const { numbers: s, patch, mover } = side;
    s[BEND] = 0;
    // A half-space that only slides does so evenly.
    if (!side.moving || patch.halfSpace !== null) return;
    const { poses, vector, rate, turns, frame } = this.motion;
    const { chain } = mover;
    const p = POSE_SIZE * mover.body.frame;
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
      const turns1 = turns[k] === 1 ? 1 : 0;
      // e x (w + 2 o), or e x 2 o for a slide
      const bx = turns1 * wx + 2 * ox;
      const by = turns1 * wy + 2 * oy;
      const bz = turns1 * wz + 2 * oz;
      const qx = y * bz - z * by;
      const qy = z * bx - x * bz;
      const qz = x * by - y * bx;
      if (turns1 === 0) {
        // e.(2 o x w) = (e x 2 o).w
        bend += qx * wx + qy * wy + qz * wz;
        continue;
      }
      // e.((w + 2 o) x (w x (p - a))) = ((e x (w + 2 o)) x w).(p - a)
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
    this.intoBody(s, p, hx, hy, hz);
    supportInto(patch, s, D, s, RESULT);
    s[BEND] = bend + hx * poses[p + 9] + hy * poses[p + 10] + hz * poses[p + 11] + s[RESULT];
  }

  /** s[D ...] = a vector of the world in the coordinates of the frame at poses[p]. */
  private intoBody(s: Float64Array, p: number, x: number, y: number, z: number): void {
    const { poses } = this.motion;
    s[D] = poses[p] * x + poses[p + 3] * y + poses[p + 6] * z;
    s[D + 1] = poses[p + 1] * x + poses[p + 4] * y + poses[p + 7] * z;
    s[D + 2] = poses[p + 2] * x + poses[p + 5] * y + poses[p + 8] * z;
  }

  /** Whether the room outlasts both times. */
  private lasts(
    length: number,
    room: number,
    before: number,
    after: number,
    cubic: boolean,
  ): boolean {
    const { a, b, limits: l } = this;
    const bend = a.numbers[BEND] + b.numbers[BEND];
    const first = 2 * length * (a.mover.first + b.mover.first);
    const second = 2 * length * (a.mover.second + b.mover.second);
    for (let side = 0; side < 2; side++) {
      const h = side === 0 ? before : after;
      const at = side === 0 ? BACKWARD : FORWARD;
      const v = a.numbers[at] + b.numbers[at];
      const o = LIMITS * side;
      // A bound that is convex in time and begins with 0 is at most the larger of its ends.
      let most = Math.min(h * l[o], Math.max(0, h * (v + 0.5 * h * l[o + 1])));
      if (cubic) most = Math.min(most, cubicUpper(h, v, bend, l[o + 2]));
      if (!(most * UP + h * (first + h * second) < room)) return false;
    }
    return true;
  }

  /** For both times: bounds of |e.p'|, |e.p''| and |e.p'''| of the two patches together. */
  private findBounds(length: number, before: number, after: number): void {
    const { limits } = this;
    limits.fill(0);
    this.addBounds(this.a, length, before, 0);
    this.addBounds(this.b, length, before, 0);
    if (before === after) {
      limits.copyWithin(LIMITS, 0, LIMITS);
      return;
    }
    this.addBounds(this.a, length, after, LIMITS);
    this.addBounds(this.b, length, after, LIMITS);
  }

  /** Adds the bounds of one patch, for all moments within h of t. */
  private addBounds(side: Side, length: number, h: number, o: number): void {
    if (!side.moving || h === 0) return;
    const { mover, patch, arm, tilt, from } = side;
    const { chain, size, turn } = mover;
    const { rate, turns, doubt } = this.motion;
    const { reached, limits } = this;
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
    limits[o] += length * moved;
    limits[o + 1] += bend;
    limits[o + 2] += twist;
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

/** The rotation of a pose times a vector. */
function turned(pose: Float64Array, o: number, v: ArrayLike<number>): number[] {
  return [0, 3, 6].map((r) => pose[o + r] * v[0] + pose[o + r + 1] * v[1] + pose[o + r + 2] * v[2]);
}
