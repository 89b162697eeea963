/**
 * What computed velocities and accelerations of points may be off by: errors of poses and roundings, per
 * unit of the rates. docs/proofs/motion.md, section 5, "Velocities and second derivatives".
 */
import { U } from '../../math/index.ts';
import type { CarriedPiece } from './carriedPiece.ts';
import type { ChainJoints } from './derivativeBounds.ts';

export class MotionSlack {
  /** For the rates at hand, metres per unit of time and of time squared, both sides of a unit together. */
  velocity = 0;
  acceleration = 0;
  /** Pieces with the longest chains: sums over others' joints are no larger. */
  private readonly outermost: readonly CarriedPiece[];
  /** Errors of velocities and accelerations, per unit of rates. */
  private readonly relative: number;
  /** The largest of all pieces that move. */
  private readonly size: number;
  /** Joints of a chain at the most. */
  private readonly longest: number;

  /** `errors`: of computed configurations. */
  constructor(pieces: readonly CarriedPiece[], errors: Float64Array, frameCount: number) {
    const movers = pieces.filter(({ still }) => !still);
    this.outermost = movers.filter(
      (piece, i) => !movers.some((other, k) => goesOn(piece, i, other, k)),
    );
    let turn = 0;
    let shift = 0;
    let size = 0;
    for (const piece of movers) {
      turn = Math.max(turn, piece.turnError);
      shift = Math.max(shift, piece.shiftError);
      size = Math.max(size, piece.size);
    }
    const spread = errors.reduce((sum, e) => sum + e, 0);
    let relative = 8 * turn + 4 * spread + 256 * U * (frameCount + 4);
    if (size > 0) relative += (4 * shift) / size;
    this.relative = relative;
    this.size = size;
    this.longest = movers.reduce((most, { chain }) => Math.max(most, chain.joint.length), 0);
  }

  /** Takes the bounds of joints: the largest sums of any piece's. */
  set({ changing: ever, turns, rate, acceleration, off }: ChainJoints): void {
    const { outermost, size } = this;
    let turning = 0;
    let sliding = 0;
    let changing = 0;
    for (let i = 0; i < outermost.length; i++) {
      const { chain, entry } = outermost[i];
      let turned = 0;
      let slid = 0;
      let changed = 0;
      for (let e = entry; e < entry + chain.joint.length; e++) {
        const r = rate[e];
        if (r === 0) continue;
        const turn = turns[e] === 1;
        if (turn) turned += r;
        else slid += r;
        if (ever) changed += acceleration[e] * (turn ? size : 1);
      }
      if (turned > turning) turning = turned;
      if (slid > sliding) sliding = slid;
      if (changed > changing) changing = changed;
    }
    const speed = turning * size + sliding;
    this.velocity = this.relative * speed;
    this.acceleration = 4 * this.relative * (turning * speed + changing);
    if (off !== null) this.addLaws(off, turns, turning, speed);
  }

  /** What rates of followers by laws, as computed, are off by: the largest of any piece's, both sides of a unit. */
  private addLaws(
    off: NonNullable<ChainJoints['off']>,
    turns: Uint8Array,
    turning: number,
    speed: number,
  ): void {
    const { outermost, size } = this;
    let velocity = 0;
    let acceleration = 0;
    for (let i = 0; i < outermost.length; i++) {
      const { chain, entry } = outermost[i];
      let first = 0;
      let second = 0;
      for (let e = entry; e < entry + chain.joint.length; e++) {
        const turn = turns[e] === 1;
        first += off.rate[e] * (turn ? size : 1);
        // Twice with every other rate, itself included, and by itself.
        second += 2 * off.rate[e] * (turn ? speed : turning);
        second += off.acceleration[e] * (turn ? size : 1);
      }
      if (!(first <= velocity)) velocity = first;
      if (!(second <= acceleration)) acceleration = second;
    }
    const up = 1 + 64 * U * (1 + this.longest);
    this.velocity += 2 * velocity * up;
    this.acceleration += 2 * acceleration * up;
  }
}

/** Whether a piece's joints are the uppermost of another's, or of one before it the same. */
function goesOn({ chain }: CarriedPiece, i: number, other: CarriedPiece, k: number): boolean {
  const more = other.chain.joint.length - chain.joint.length;
  if (more < 0 || (more === 0 && k >= i)) return false;
  return chain.joint.every((f, m) => f === other.chain.joint[more + m]);
}
