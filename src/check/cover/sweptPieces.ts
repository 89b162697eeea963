/** How far pieces that move in the world can move within `half` of the configuration at hand, computed once for each. */
import { kernelFloats } from '../../kernel/index.ts';
import type { FrameMotions } from './frameMotions.ts';
import type { MotionBounds } from './motionBounds.ts';
import { BALL_MOTION, ballMotionInto, ROUNDED_UP } from './oneBall.ts';
import type { Units } from './units.ts';

/** As in ballMotion.ts: a constant of this file. */
const UP = ROUNDED_UP;
const {
  move: MOVE,
  length: LENGTH,
  rim: RIM,
  acceleration: ACCELERATION,
  size: SIDE,
} = BALL_MOTION;

export class SweptPieces {
  /** Per piece of `units.worldMovers`: how far any of its points moves within the bounds' `half`. */
  readonly moves: Float64Array;
  /**
   * The same in two parts: how far its ball's centre would go at the velocity that it has, three numbers in the
   * piece's frame; and all the rest.
   */
  readonly along: Float64Array;
  readonly rest: Float64Array;
  private readonly units: Units;
  private readonly motions: FrameMotions;
  private readonly bounds: MotionBounds;
  private readonly side = new Float64Array(SIDE);

  constructor(units: Units, motions: FrameMotions, bounds: MotionBounds) {
    this.units = units;
    this.motions = motions;
    this.bounds = bounds;
    this.moves = kernelFloats(units.pieces.length);
    this.along = kernelFloats(3 * units.pieces.length);
    this.rest = kernelFloats(units.pieces.length);
  }

  /** Computes the moves, by balls: docs/proofs/motion.md, section 4, "All directions at once". */
  bound(): void {
    const { moves, along, rest, side, motions, bounds } = this;
    const { worldMovers, worldMotions, worldEntries, pieces } = this.units;
    const { half, slack } = bounds;
    const up = half * UP;
    for (let k = 0; k < worldMovers.length; k++) {
      const piece = worldMovers[k];
      const at = motions.at(worldMotions[k]);
      const entry = worldEntries[k];
      ballMotionInto(motions.numbers, at, pieces[piece].patches.whole.ball, up, side, 0);
      const third = side[ACCELERATION] + slack.acceleration + (half / 3) * bounds.jerkOf(entry);
      const curve = 0.5 * half * Math.min(bounds.accelerationOf(entry), third);
      rest[piece] = (side[RIM] + slack.velocity + curve) * up;
      moves[piece] = side[LENGTH] + rest[piece];
      for (let i = 0; i < 3; i++) along[3 * piece + i] = side[MOVE + i];
    }
  }
}
