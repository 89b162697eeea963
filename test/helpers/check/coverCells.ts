/** What covers and bounds of motion are tested on: random cells that move, and their pieces exactly. */
import { askAbout, type Cell } from '../../../src/cell/index.ts';
import type { CarriedPiece } from '../../../src/check/cover/carriedPiece.ts';
import { MovingCell } from '../../../src/check/cover/movingCell.ts';
import { chainJet, constantJet, type Jet, product } from './jets.ts';
import { ALL_KINDS, type CellOptions } from './ladderCells.ts';
import type { AnyMotion } from './motions.ts';

/** All tested pairs of a cell whose box covers the segment. */
export function movingCell(cell: Cell, segment: AnyMotion, margin = 0): MovingCell {
  const { cell: asked } = askAbout(cell, [segment]);
  return new MovingCell(asked, asked.tested, { margin });
}

/** The frame of a piece's shapes in an ancestor's frame. */
export function pieceJet(
  { tree }: Cell,
  { body, piece }: CarriedPiece,
  ancestor: number,
  segment: AnyMotion,
  t: number,
): Jet {
  const frame = chainJet(tree, body.frame, ancestor, segment, t);
  return piece.kind === 'convex' ? product(frame, constantJet(piece.pose)) : frame;
}

export const OPTIONS: readonly CellOptions[] = [
  { baseJoint: 'fixed', kinds: ['revolute'] },
  { baseJoint: 'fixed', kinds: ALL_KINDS },
  { baseJoint: 'planar', kinds: ['revolute', 'prismatic', 'continuous'], links: 4 },
  { baseJoint: 'floating', kinds: ALL_KINDS, links: 4 },
  { baseJoint: 'fixed', kinds: ALL_KINDS, chain: false, links: 9 },
  { baseJoint: 'fixed', kinds: ['revolute', 'fixed', 'prismatic'], pieces: 3, links: 4 },
];
