/**
 * A piece of a body with the joints that carry it, from the piece up to the world, its patches, and how far
 * computed poses place its points beside where they are.
 */
import { type Body, type Cell, type Patches, type Piece, patchesOf } from '../../cell/index.ts';
import { boundingRadius } from '../../geometry/index.ts';
import { buildChain, type Chain, poseErrorUpper } from '../../kinematics/index.ts';
import { U } from '../../math/index.ts';

export class CarriedPiece {
  readonly body: Body;
  readonly piece: Piece;
  readonly pieceIndex: number;
  readonly patches: Patches;
  readonly chain: Chain;
  /**
   * Its first entry in what is kept per joint of all pieces, and in bounds of motion (motionBounds.ts), of
   * which there is one more than there are joints: entry + k has the k lowest joints.
   */
  readonly entry: number;
  /** No joint moves it. */
  readonly still: boolean;
  /** More than every length that enters a computation about it; 0 if infinite. */
  readonly size: number;
  /** Error of its computed pose in the world, for points of its ball. */
  readonly error: number;
  readonly turnError: number;
  readonly shiftError: number;

  constructor(cell: Cell, body: Body, pieceIndex: number, entry: number) {
    const { tree, box } = cell;
    this.body = body;
    this.pieceIndex = pieceIndex;
    this.piece = body.pieces[pieceIndex];
    this.patches = patchesOf(this.piece);
    const { ball } = this.piece;
    const extent = { frame: body.frame, ball, margin: body.margin };
    const { points } = body;
    const tight = points && body.pieces.length === 1 ? { ...extent, points } : extent;
    this.chain = buildChain(tree, tight, 0, box);
    this.entry = entry;
    this.still = this.chain.joint.length === 0;
    const reach = Math.abs(ball[0]) + Math.abs(ball[1]) + Math.abs(ball[2]) + finite(ball[3]);
    const { shift, turn, length } = poseErrorUpper(tree, body.frame, box);
    this.size = length + reach + ownSize(this.piece);
    this.turnError = turn;
    this.shiftError = shift;
    this.error = shift + turn * reach + 32 * U * this.size;
  }
}

/** How many of a piece's joints lie between it and the ancestor. */
export function jointsBelow(
  { chain, body }: CarriedPiece,
  ancestor: number,
  { tree }: Cell,
): number {
  const between = new Set<number>();
  for (let f = body.frame; f !== ancestor; f = tree.parent[f]) between.add(f);
  let count = 0;
  while (count < chain.joint.length && between.has(chain.joint[count])) count++;
  return count;
}

/** Lengths that enter where a primitive is placed in its body: what rounds there. */
function ownSize(piece: Piece): number {
  if (piece.kind === 'mesh') return 0;
  const { pose, convex } = piece;
  return (
    Math.abs(pose[9]) + Math.abs(pose[10]) + Math.abs(pose[11]) + finite(boundingRadius(convex))
  );
}

function finite(x: number): number {
  return Number.isFinite(x) ? x : 0;
}
