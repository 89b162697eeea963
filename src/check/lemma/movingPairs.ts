/**
 * Pairs of bodies as bisection sees them: how far each may move [A IV-A, Lemma 2], and how near is too near. Those of
 * listed pairs are made once for the cell of a question; those of members of a crowd where they come near
 * (memberPairs.ts).
 */
import { type Body, type Cell, type Pair, requireCovered } from '../../cell/index.ts';
import { type PairMotion, pairMotion } from '../../kinematics/index.ts';
import { U } from '../../math/index.ts';
import type { Segment } from '../../motion/index.ts';

/** Two bodies that move against each other. */
export interface MovingPair {
  readonly pair: Pair;
  readonly a: Body;
  readonly b: Body;
  readonly motion: PairMotion;
  /** Distance of the bodies, as computed, below which they may touch: padding and errors of poses. */
  readonly contact: number;
  /** Distances within this of each other cannot be told apart. */
  readonly rounding: number;
}

/** How a pair of the cell moves, by bounds that hold in its box. */
export function movingPair(cell: Cell, pair: Pair, motion: PairMotion): MovingPair {
  const a = cell.bodies[pair.a];
  const b = cell.bodies[pair.b];
  const size = extent(a.ball) + extent(b.ball);
  return {
    pair,
    a,
    b,
    motion,
    contact: (a.padding + b.padding + pair.poseError) * (1 + 4 * U),
    // Of bodies that are near each other: queries lose 128 roundings of twice their sizes and the
    // shift between their frames, and eight times the defect of the pose, another few hundred.
    rounding: 4 * pair.poseError + 8192 * U * size,
  };
}

export class MovingPairs {
  readonly cell: Cell;
  readonly pairs: readonly MovingPair[];

  constructor(cell: Cell, pairs: readonly MovingPair[]) {
    this.cell = cell;
    this.pairs = pairs;
  }

  static of(cell: Cell, pairs: readonly Pair[]): MovingPairs {
    const { tree, bodies, box } = cell;
    const moving = pairs.map((pair) =>
      movingPair(cell, pair, pairMotion(tree, bodies[pair.a], bodies[pair.b], box)),
    );
    return new MovingPairs(cell, moving);
  }

  /** Refuses a segment that leaves the cell's box. */
  requireInside(segment: Segment): void {
    const count = this.cell.tree.dofs.length;
    const lower = new Float64Array(count);
    const upper = new Float64Array(count);
    segment.rangeInto(lower, upper);
    requireCovered(this.cell, lower, upper);
  }
}

/** Half-spaces reach as far as it takes. */
function extent(ball: Float64Array): number {
  const reach = Number.isFinite(ball[3]) ? ball[3] : 10;
  return Math.abs(ball[0]) + Math.abs(ball[1]) + Math.abs(ball[2]) + reach;
}
