/**
 * How far points of a patch can move within a time, in all directions at once: its ball's centre goes along,
 * the rest turns about it. docs/proofs/motion.md, section 4, "All directions at once".
 */

import type { Patch } from '../../cell/index.ts';
import type { MovingUnits } from './movingUnits.ts';
import { BALL_MOTION, ballMotionInto, ROUNDED_UP } from './oneBall.ts';
import type { UnitAtHand } from './unitAtHand.ts';

const { length: LENGTH, rim: RIM, acceleration: ACCELERATION, size: SIDE } = BALL_MOTION;
/** A constant of this file, which V8 folds, as it does not fold what is imported. */
const UP = ROUNDED_UP;

/** Both sides of the unit at hand. */
export class BallMotions {
  /** The sides, A's and B's. */
  readonly sides = new Float64Array(2 * SIDE);
  /** What points can move on top of their balls' centres, both sides together. */
  extra = 0;
  private readonly moving: MovingUnits;
  private readonly hand: UnitAtHand;
  // What `bound` was last asked about.
  private patchA: Patch | null = null;
  private patchB: Patch | null = null;
  private span = 0;
  private version = -1;
  // What A's side was last computed for.
  private sidePatch: Patch | null = null;
  private sideMotion = -1;
  private sideUp = 0;

  constructor(moving: MovingUnits, hand: UnitAtHand) {
    this.moving = moving;
    this.hand = hand;
  }

  /** Declares a new configuration. */
  begin(): void {
    this.sidePatch = null;
  }

  /** How far points of two patches of the unit can move within `span`. */
  bound(patchA: Patch, patchB: Patch, span: number): void {
    const { hand, sides } = this;
    const same = this.patchA === patchA && this.patchB === patchB && this.span === span;
    if (same && this.version === hand.version) return;
    this.patchA = patchA;
    this.patchB = patchB;
    this.span = span;
    this.version = hand.version;
    const { numbers } = this.moving.motions;
    const up = span * UP;
    // Units that follow each other have the first piece in common.
    if (this.sidePatch !== patchA || this.sideMotion !== hand.motionA || this.sideUp !== up) {
      this.sidePatch = patchA;
      this.sideMotion = hand.motionA;
      this.sideUp = up;
      ballMotionInto(numbers, hand.motionA, patchA.ball, up, sides, 0);
    }
    ballMotionInto(numbers, hand.motionB, patchB.ball, up, sides, SIDE);
    const { slack } = this.moving.bounds;
    const acceleration = sides[ACCELERATION] + sides[SIDE + ACCELERATION];
    const third = acceleration + slack.acceleration + (span / 3) * hand.jerk;
    const curve = 0.5 * span * Math.min(hand.acceleration, third);
    this.extra = (sides[RIM] + sides[SIDE + RIM] + slack.velocity + curve) * up;
  }

  /** The lengths of the centres' moves together. */
  get length(): number {
    return this.sides[LENGTH] + this.sides[SIDE + LENGTH];
  }

  /**
   * Whether the balls around the whole pieces of the unit at hand, moving as they do, stay apart for
   * `span` before and after now. A box that stands still counts as what it is.
   */
  apart(span: number): boolean {
    const { units, centres } = this.moving;
    const { unit } = this.hand;
    const a = units.pieceA[unit];
    const b = units.pieceB[unit];
    // Beyond the first level nobody has asked for them yet.
    centres.place(a);
    centres.place(b);
    const c = centres.at;
    const x = c[3 * a] - c[3 * b];
    const y = c[3 * a + 1] - c[3 * b + 1];
    const z = c[3 * a + 2] - c[3 * b + 2];
    const squared = x * x + y * y + z * z;
    this.bound(units.pieces[a].patches.whole, units.pieces[b].patches.whole, span);
    const near = units.radii[unit] + this.extra + this.length;
    if (squared > near * near * UP) return true;
    const { stillBoxes } = units;
    const box = stillBoxes.of[b];
    if (box < 0) return false;
    const reach = near - stillBoxes.radius(box);
    const from = stillBoxes.squaredDistance(box, c[3 * a], c[3 * a + 1], c[3 * a + 2]);
    return from > reach * reach * UP;
  }
}
