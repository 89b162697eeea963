/**
 * The unit that is asked about: how its two pieces lie and move at the configuration at hand. Its bounds are
 * those over the box until somebody needs better ones; then those around the configuration.
 */
import { composePosesInto, relativePosesInto } from '../../math/index.ts';
import type { ClosingBounds } from './closing.ts';
import type { MovingUnits } from './movingUnits.ts';
import { ROUNDED_UP } from './oneBall.ts';

/** As in ballMotion.ts: a constant of this file. */
const UP = ROUNDED_UP;

export class UnitAtHand implements ClosingBounds {
  unit = -1;
  /** Counts openings and changes of the bounds: who has computed something from them must look. */
  version = 0;
  /** Where the frame motions of A and B are; -1 where they are still. */
  motionA = -1;
  motionB = -1;
  // Bounds of the first three derivatives of the pieces' points, both sides together.
  speed = 0;
  acceleration = 0;
  jerk = 0;
  /** Places the second piece in the first; call `place` first. */
  readonly pose = new Float64Array(12);
  private readonly moving: MovingUnits;
  private readonly scratch = new Float64Array(12);
  private posed = false;
  private local = false;

  constructor(moving: MovingUnits) {
    this.moving = moving;
  }

  /** Declares a new configuration. */
  begin(): void {
    this.unit = -1;
  }

  /** Turns to a unit. */
  open(unit: number): void {
    if (this.unit === unit) return;
    this.unit = unit;
    this.version++;
    this.posed = false;
    this.local = false;
    const { units, motions, bounds } = this.moving;
    const a = units.motionA[unit];
    const b = units.motionB[unit];
    this.motionA = a < 0 ? -1 : motions.at(a);
    this.motionB = b < 0 ? -1 : motions.at(b);
    this.speed = bounds.speedOverBox(unit);
    this.acceleration = bounds.accelerationOverBox(unit);
    this.jerk = bounds.jerkOverBox(unit);
  }

  /** Replaces the bounds that hold anywhere by those that hold around this configuration. */
  localise(): void {
    if (this.local) return;
    this.local = true;
    this.version++;
    const { units, bounds } = this.moving;
    const { unit } = this;
    bounds.boundAround(units.pieceA[unit]);
    bounds.boundAround(units.pieceB[unit]);
    const { around } = bounds;
    const a = units.entryA[unit];
    const b = units.entryB[unit];
    this.speed = (around.speed[a] + around.speed[b]) * UP;
    this.acceleration = (around.acceleration[a] + around.acceleration[b]) * UP;
    this.jerk = (around.jerkAlong[a] + around.jerkAlong[b]) * UP;
  }

  /** this.pose = the second piece's own frame in the first's, by their poses in the world. */
  place(): void {
    if (this.posed) return;
    this.posed = true;
    const { units, kinematics } = this.moving;
    const p = units.pieces[units.pieceA[this.unit]];
    const q = units.pieces[units.pieceB[this.unit]];
    const i = kinematics.poseOf(p.body.frame);
    const j = kinematics.poseOf(q.body.frame);
    const { poses } = kinematics;
    const { pose, scratch } = this;
    relativePosesInto(poses, i, poses, j, pose, 0);
    if (q.piece.kind === 'convex') {
      composePosesInto(pose, 0, q.piece.pose, 0, scratch, 0);
      pose.set(scratch);
    }
    if (p.piece.kind === 'convex') {
      relativePosesInto(p.piece.pose, 0, pose, 0, scratch, 0);
      pose.set(scratch);
    }
  }
}
