/**
 * Pairs of a mover and a member of a crowd as bisection sees them. Members stand still in the world, so that how far
 * such a pair may move is computed once for each mover.
 */
import type { Cell, Pair } from '../../cell/index.ts';
import { buildChain, type PairMotion, pairMotion } from '../../kinematics/index.ts';
import { type MovingPair, movingPair } from './movingPairs.ts';

/** Pairs that are remembered. */
const MOST_KNOWN = 2 ** 14;

export class MemberPairs {
  private readonly cell: Cell;
  private readonly motions = new Map<number, PairMotion>();
  private readonly known = new Map<Pair, MovingPair>();

  constructor(cell: Cell) {
    this.cell = cell;
  }

  of(pair: Pair): MovingPair {
    const known = this.known.get(pair);
    if (known) return known;
    const { tree, bodies, box } = this.cell;
    const member = bodies[pair.b];
    const chainJ = buildChain(tree, member, 0, box);
    const made = movingPair(this.cell, pair, { ...this.motionOf(pair.a), chainJ });
    if (this.known.size >= MOST_KNOWN) this.known.clear();
    this.known.set(pair, made);
    return made;
  }

  /** Of a mover against any point that stands still. */
  private motionOf(mover: number): PairMotion {
    const known = this.motions.get(mover);
    if (known) return known;
    const { tree, bodies, box } = this.cell;
    const point = { frame: 0, ball: new Float64Array(4) };
    const motion = pairMotion(tree, bodies[mover], point, box);
    this.motions.set(mover, motion);
    return motion;
  }
}
