/**
 * How one piece moves against another that one or two joints carry it around: which joints, and how far apart the two
 * must be. Of two bodies one must not move against their common ancestor. docs/proofs/joint-maps.md.
 */
import {
  buildChain,
  commonAncestor,
  type KinematicTree,
  poseErrorUpper,
  relativeErrorUpper,
  SLIDE,
  TURN,
} from '../../kinematics/index.ts';
import { U } from '../../math/index.ts';
import type { Piece } from '../body.ts';
import type { Cell } from '../cell.ts';
import type { Pair } from '../pairs.ts';

/** Joints that a map is made over, at most. */
const MOST_JOINTS = 2;

/** The joints that move one piece against another, lowest first. */
export interface MotionTerms {
  readonly frame: Int32Array;
  readonly turns: Uint8Array;
  /** |multiplier| of the joint's value; of one that follows by a law the largest rate over the box. */
  readonly factor: Float64Array;
  /** Which of `dofs` it is. */
  readonly joint: Int32Array;
}

export interface PieceMotion {
  readonly tree: KinematicTree;
  readonly still: Piece;
  readonly mover: Piece;
  readonly stillFrame: number;
  readonly moverFrame: number;
  readonly terms: MotionTerms;
  /** The degrees of freedom that the pieces' distance depends on, and their ranges. */
  readonly dofs: readonly number[];
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  /** A configuration: where the other joints stand does not matter. */
  readonly somewhere: Float64Array;
  /** Needed gap between computed patches, without motion: clearance, tracking, padding, errors. */
  readonly base: number;
  /** More than every length; how far distances from axes may be off; velocities, per unit of speed. */
  readonly size: number;
  readonly slack: number;
  readonly relative: number;
}

/** Null where there is nothing to be had: more joints, both bodies move, or one of the pieces has no end. */
export function pieceMotion(
  cell: Cell,
  pair: Pair,
  pieceA: number,
  pieceB: number,
): PieceMotion | null {
  const { tree, box, bodies } = cell;
  const [a, b] = [bodies[pair.a], bodies[pair.b]];
  const ancestor = commonAncestor(tree, a.frame, b.frame);
  const [chainA, chainB] = [a, b].map((body) => buildChain(tree, body, ancestor, box));
  if (chainA.joint.length > 0 === chainB.joint.length > 0) return null;
  const movesA = chainA.joint.length > 0;
  const { joint, turns, dof, factor } = movesA ? chainA : chainB;
  const dofs = [...new Set(dof)];
  const plain = joint.every((f) => tree.kind[f] === TURN || tree.kind[f] === SLIDE);
  if (dofs.length > MOST_JOINTS || !plain) return null;
  const pieces = [a.pieces[pieceA], b.pieces[pieceB]];
  if (pieces.some(({ ball }) => !Number.isFinite(ball[3]))) return null;
  const [still, mover] = movesA ? pieces.reverse() : pieces;
  const [stillFrame, moverFrame] = movesA ? [b.frame, a.frame] : [a.frame, b.frame];
  const one = poseErrorUpper(tree, stillFrame, box);
  const other = poseErrorUpper(tree, moverFrame, box);
  const reach = extent(mover);
  const size = one.length + other.length + extent(still) + reach;
  const turn = one.turn + other.turn;
  const shift = one.shift + other.shift;
  const own = relativeErrorUpper(tree, stillFrame, moverFrame, box);
  const error = Math.max(own.shift + own.turn * reach, pair.poseError);
  const asked = pair.clearance + pair.tracking + a.padding + b.padding;
  return {
    tree,
    still,
    mover,
    stillFrame,
    moverFrame,
    terms: { frame: joint, turns, factor, joint: dof.map((d) => dofs.indexOf(d)) },
    dofs,
    lower: Float64Array.from(dofs, (d) => box.lower[d]),
    upper: Float64Array.from(dofs, (d) => box.upper[d]),
    somewhere: box.lower.map((low, d) => Math.min(Math.max(0, low), box.upper[d])),
    // The error of the pose once for the proof, and once more for who is seen outside of a solid as computed.
    base: (asked + 2 * error + 128 * U * size) * (1 + 32 * U),
    size,
    slack: 2 * shift + (2 * turn + 64 * U) * size,
    relative: 8 * turn + (4 * shift) / size + 256 * U * (tree.frameCount + 4),
  };
}

/** All that a proof depends on, but for the pieces themselves: what is the same here is the same in another cell. */
export function keyOf(motion: PieceMotion): string {
  const { tree, stillFrame, moverFrame, terms, base, size, slack, relative } = motion;
  const top = commonAncestor(tree, stillFrame, moverFrame);
  const numbers: number[] = [base, size, slack, relative, ...motion.lower, ...motion.upper];
  numbers.push(...terms.joint, ...terms.factor);
  for (const from of [stillFrame, moverFrame]) {
    for (let f = from; f !== top; f = tree.parent[f]) {
      numbers.push(tree.kind[f], tree.multiplier[f], tree.offset[f]);
      const law = tree.laws?.[f];
      if (law) numbers.push(Number.NaN, +law.periodic, ...law.knots, Number.NaN, ...law.points);
      numbers.push(...tree.axis.subarray(3 * f, 3 * f + 3));
      numbers.push(...tree.placement.subarray(12 * f, 12 * f + 12));
    }
    numbers.push(Number.NaN);
  }
  return numbers.join();
}

/** How far from its body's frame points of a piece are, and what enters where it is placed. */
function extent(piece: Piece): number {
  const { ball } = piece;
  const own = Math.abs(ball[0]) + Math.abs(ball[1]) + Math.abs(ball[2]) + ball[3];
  if (piece.kind === 'mesh') return own;
  const { pose } = piece;
  return 2 * (own + Math.abs(pose[9]) + Math.abs(pose[10]) + Math.abs(pose[11]));
}
