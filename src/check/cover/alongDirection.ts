/**
 * How long two patches stay apart along one direction: how fast they close in along it now, by their frame
 * motions, and how their motion goes on, by bounds. docs/proofs/motion.md, sections 3 and 4.
 */

import type { Patch } from '../../cell/index.ts';
import { type HullShape, supportOffset } from '../../geometry/index.ts';
import { rotateVectorInto } from '../../math/index.ts';
import { type ClosingBounds, lasting } from './closing.ts';
import type { CoverAnswer, CoverQuestion } from './coverQuestion.ts';
import { FRAME_MOTION } from './frameMotions.ts';
import type { MovingUnits } from './movingUnits.ts';
import type { UnitAtHand } from './unitAtHand.ts';

const { v: V, w: W, a: A, s: S } = FRAME_MOTION;

/** Of one patch along a unit direction m, now: the range of m.p' over its points, the largest m.p''. */
interface PatchMotion {
  slowest: number;
  fastest: number;
  acceleration: number;
}

export class AlongDirection {
  private readonly moving: MovingUnits;
  private readonly hand: UnitAtHand;
  /** The direction at hand, from A toward B: in A's frame; outward from a patch, in its frame; in the world. */
  private readonly n = new Float64Array(3);
  private readonly outward = new Float64Array(3);
  private readonly inWorld = new Float64Array(3);
  private readonly gradient = new Float64Array(3);
  private readonly patch: PatchMotion = { slowest: 0, fastest: 0, acceleration: 0 };
  /** Bounds along the direction. */
  private readonly sharp = { speed: 0, acceleration: 0, jerk: 0 };
  private readonly sharpened = new Float64Array(2);
  // How fast the patches close in now: forward and backward in time, and the closing acceleration.
  private forward = 0;
  private backward = 0;
  private acceleration = 0;

  constructor(moving: MovingUnits, hand: UnitAtHand) {
    this.moving = moving;
    this.hand = hand;
  }

  /**
   * Improves `before` and `after` of the answer by the unit direction at d[at ...] in A's frame, along which
   * there is `room`. The unit at hand is the question's, and its pose is placed.
   */
  lengthen(
    question: CoverQuestion,
    answer: CoverAnswer,
    d: Float64Array,
    at: number,
    room: number,
  ): void {
    const { hand, n } = this;
    n[0] = d[at];
    n[1] = d[at + 1];
    n[2] = d[at + 2];
    hand.localise();
    this.closeIn(question);
    this.extend(question, answer, room, hand);
    if (answer.after >= question.after && answer.before >= question.before) return;
    this.sharpen();
    this.extend(question, answer, room, this.sharp);
  }

  /** How fast the patches close in now. */
  private closeIn({ patchA, patchB }: CoverQuestion): void {
    const { n, outward, patch } = this;
    const { motionA, motionB, pose } = this.hand;
    const { slack } = this.moving.bounds;
    let forward = 0;
    let backward = 0;
    let acceleration = 0;
    if (motionA >= 0) {
      outward[0] = n[0];
      outward[1] = n[1];
      outward[2] = n[2];
      this.measure(patchA, motionA);
      forward += patch.fastest;
      backward -= patch.slowest;
      acceleration += patch.acceleration;
    }
    if (motionB >= 0) {
      const x = n[0];
      const y = n[1];
      const z = n[2];
      outward[0] = -(pose[0] * x + pose[3] * y + pose[6] * z);
      outward[1] = -(pose[1] * x + pose[4] * y + pose[7] * z);
      outward[2] = -(pose[2] * x + pose[5] * y + pose[8] * z);
      this.measure(patchB, motionB);
      forward += patch.fastest;
      backward -= patch.slowest;
      acceleration += patch.acceleration;
    }
    this.forward = forward + slack.velocity;
    this.backward = backward + slack.velocity;
    this.acceleration = acceleration + slack.acceleration;
  }

  /** Bounds along the direction, which may be far smaller than in any. */
  private sharpen(): void {
    const { n, inWorld, hand, sharp, sharpened } = this;
    const { units, kinematics, bounds } = this.moving;
    const { unit } = hand;
    const a = units.pieceA[unit];
    const { piece, body } = units.pieces[a];
    inWorld[0] = n[0];
    inWorld[1] = n[1];
    inWorld[2] = n[2];
    if (piece.kind === 'convex') rotateVectorInto(piece.pose, 0, inWorld, 0);
    rotateVectorInto(kinematics.poses, kinematics.poseOf(body.frame), inWorld, 0);
    sharpened[0] = 0;
    sharpened[1] = 0;
    bounds.addAlong(a, units.entryA[unit], inWorld, sharpened);
    bounds.addAlong(units.pieceB[unit], units.entryB[unit], inWorld, sharpened);
    sharp.speed = hand.speed;
    sharp.acceleration = Math.min(hand.acceleration, sharpened[0]);
    sharp.jerk = Math.min(hand.jerk, sharpened[1]);
  }

  /** Improves `before` and `after` by what room, speeds and bounds allow. */
  private extend(
    { before, after }: CoverQuestion,
    answer: CoverAnswer,
    room: number,
    bounds: ClosingBounds,
  ): void {
    const { n, acceleration } = this;
    const d = answer.directions;
    if (answer.after < after) {
      const h = lasting(room, this.forward, acceleration, bounds, after);
      if (h > answer.after) {
        answer.after = h;
        d[3] = n[0];
        d[4] = n[1];
        d[5] = n[2];
      }
    }
    if (answer.before < before) {
      const h = lasting(room, this.backward, acceleration, bounds, before);
      if (h > answer.before) {
        answer.before = h;
        d[0] = n[0];
        d[1] = n[1];
        d[2] = n[2];
      }
    }
  }

  /** this.patch = how a patch moves along `outward`, by the frame motion at o. Of primitives by their balls. */
  private measure({ shape, ball }: Patch, o: number): void {
    const { outward, gradient: d, patch } = this;
    const m = this.moving.motions.numbers;
    const x = outward[0];
    const y = outward[1];
    const z = outward[2];
    const wx = m[o + W];
    const wy = m[o + W + 1];
    const wz = m[o + W + 2];
    const sx = m[o + S];
    const sy = m[o + S + 1];
    const sz = m[o + S + 2];
    const velocity = x * m[o + V] + y * m[o + V + 1] + z * m[o + V + 2];
    const acceleration = x * m[o + A] + y * m[o + A + 1] + z * m[o + A + 2];
    // m.(w x p) = p.(m x w)
    const gx = y * wz - z * wy;
    const gy = z * wx - x * wz;
    const gz = x * wy - y * wx;
    const along = x * wx + y * wy + z * wz;
    const ww = wx * wx + wy * wy + wz * wz;
    const hx = y * sz - z * sy + along * wx - ww * x;
    const hy = z * sx - x * sz + along * wy - ww * y;
    const hz = x * sy - y * sx + along * wz - ww * z;
    if (shape.kind === 'hull') {
      d[0] = gx;
      d[1] = gy;
      d[2] = gz;
      patch.fastest = velocity + extentAlong(shape, d);
      d[0] = -gx;
      d[1] = -gy;
      d[2] = -gz;
      patch.slowest = velocity - extentAlong(shape, d);
      d[0] = hx;
      d[1] = hy;
      d[2] = hz;
      patch.acceleration = acceleration + extentAlong(shape, d);
      return;
    }
    const radius = ball[3];
    const middle = velocity + gx * ball[0] + gy * ball[1] + gz * ball[2];
    const turn = Math.sqrt(gx * gx + gy * gy + gz * gz);
    const spread = turn === 0 ? 0 : radius * turn;
    patch.slowest = middle - spread;
    patch.fastest = middle + spread;
    const length = Math.sqrt(hx * hx + hy * hy + hz * hz);
    const more = length === 0 ? 0 : radius * length;
    patch.acceleration = acceleration + hx * ball[0] + hy * ball[1] + hz * ball[2] + more;
  }
}

/** The largest d.p over a hull; d may be 0. */
function extentAlong({ table }: HullShape, d: Float64Array): number {
  const x = d[0];
  const y = d[1];
  const z = d[2];
  if (Math.abs(x) + Math.abs(y) + Math.abs(z) < 1e-200) return 0;
  const i = supportOffset(table, d, 0);
  const p = table.positions;
  return x * p[i] + y * p[i + 1] + z * p[i + 2];
}
