/**
 * The units of a cell and all that is known of their motion at one configuration of a segment: where
 * balls are, how frames move, and what bounds the motion around it.
 */
import type { Cell } from '../../cell/index.ts';
import type { Kinematics } from '../../kinematics/index.ts';
import { BallCentres } from './ballCentres.ts';
import { FrameMotions } from './frameMotions.ts';
import { MotionBounds } from './motionBounds.ts';
import { Units, type UnitsRequest } from './units.ts';

export interface MovingUnits {
  readonly units: Units;
  readonly kinematics: Kinematics;
  readonly centres: BallCentres;
  readonly motions: FrameMotions;
  readonly bounds: MotionBounds;
}

export function movingUnits(
  cell: Cell,
  kinematics: Kinematics,
  request: UnitsRequest,
): MovingUnits {
  const motions = new FrameMotions(kinematics);
  const units = new Units(cell, kinematics, motions, request);
  const centres = new BallCentres(units, kinematics);
  const bounds = new MotionBounds(units, kinematics, centres, request.errors);
  return { units, kinematics, centres, motions, bounds };
}
