/**
 * The units of a cell and all that is known of their motion at one configuration of a segment: where
 * balls are, how frames move, and what bounds the motion around it.
 */
import type { Cell } from '../../cell/index.ts';
import type { Kinematics } from '../../kinematics/index.ts';
import { sweptMovers } from '../sweep/listedPairs.ts';
import { BallCentres } from './ballCentres.ts';
import { CrowdSweeps } from './crowdSweeps.ts';
import { FrameMotions } from './frameMotions.ts';
import { MotionBounds } from './motionBounds.ts';
import { type NearRequest, NearUnits } from './nearUnits.ts';
import { SweepKernel } from './sweepKernel.ts';
import { SweptPieces } from './sweptPieces.ts';
import { Units, type UnitsRequest } from './units.ts';

export interface MovingUnits {
  readonly units: Units;
  readonly kinematics: Kinematics;
  readonly centres: BallCentres;
  readonly motions: FrameMotions;
  readonly bounds: MotionBounds;
  readonly swept: SweptPieces;
  /** Computes much of it at once; null where TypeScript has to. */
  readonly kernel: SweepKernel | null;
  /** Units of members of a crowd; null if there is none. */
  readonly near: NearUnits | null;
}

export function movingUnits(
  cell: Cell,
  kinematics: Kinematics,
  request: Omit<UnitsRequest, 'movers'>,
  asked: NearRequest | null,
): MovingUnits {
  const motions = new FrameMotions(kinematics);
  const movers = asked ? sweptMovers(cell) : [];
  const units = new Units(cell, kinematics, motions, { ...request, movers });
  const centres = new BallCentres(units, kinematics);
  const bounds = new MotionBounds(units, kinematics, centres, request.errors);
  const swept = new SweptPieces(units, motions, bounds);
  const looked = { units, kinematics, centres, motions, bounds, swept };
  const moving = { ...looked, kernel: SweepKernel.of(looked) };
  if (asked === null) return { ...moving, near: null };
  const { errors, margin } = request;
  const sweeps = new CrowdSweeps(cell, moving, { ...asked, errors, margin });
  return { ...moving, near: new NearUnits(cell, moving, sweeps, asked) };
}
