/** Bodies with other trees than the product's: binary ones as the papers' checkers descend, or any kind by any split rule. */
import { buildTree, type SplitName, type Tree, type VolumeKind } from 'surepath/bvh';
import { type Body, type Cell, type Piece, surfaceOf } from 'surepath/cell';

/** Trees by the triangles they are made of: links of one kind of robot share theirs. */
const trees = new WeakMap<object, Map<string, Tree>>();

/**
 * The piece's triangles in a tree of these volumes, split at the mean along principal directions unless told otherwise; null
 * for a round primitive. Trees of OBB and RSS are binary, one triangle in a leaf; those of boxes are as the product has them.
 */
export function treeOf(piece: Piece, volume: VolumeKind, split: SplitName = 'mean'): Tree | null {
  const surface = surfaceOf(piece);
  if (surface === null) return null;
  let made = trees.get(surface.mesh);
  if (!made) {
    made = new Map();
    trees.set(surface.mesh, made);
  }
  const key = `${volume} ${split}`;
  let tree = made.get(key);
  if (!tree) {
    tree = buildTree(surface.mesh, { volume, split });
    made.set(key, tree);
  }
  return tree;
}

/**
 * The same cell with trees of RSS, as the papers' checker has them; as it is if a body is round, as
 * primitives are tested against boxes only.
 */
export function withRss(cell: Cell): Cell {
  if (cell.bodies.some(({ pieces }) => pieces.some((p) => surfaceOf(p) === null))) return cell;
  return withTrees(cell, 'rss', 'mean');
}

/** The same cell with trees of this kind, split by this rule. Where a body is round that works for boxes only. */
export function withTrees(cell: Cell, volume: VolumeKind, split: SplitName): Cell {
  return { ...cell, bodies: cell.bodies.map((body) => retreed(body, volume, split)) };
}

function retreed(body: Body, volume: VolumeKind, split: SplitName): Body {
  const pieces = body.pieces.map((piece): Piece => {
    const tree = treeOf(piece, volume, split);
    if (tree === null) return piece;
    if (piece.kind === 'mesh') return { ...piece, tree };
    return { ...piece, faces: { mesh: piece.faces!.mesh, tree } };
  });
  return { ...body, pieces };
}

/** A pair of pieces of bodies that are tested, in trees of these volumes. */
export interface TreePair {
  readonly frameA: number;
  readonly frameB: number;
  readonly a: Tree;
  readonly b: Tree;
}

/** All of two bodies; none where one is round. */
export function treePairs(
  bodyA: Body,
  bodyB: Body,
  volume: VolumeKind,
  split: SplitName = 'mean',
): TreePair[] {
  return bodyA.pieces.flatMap((p) =>
    bodyB.pieces.flatMap((q) => {
      const [a, b] = [treeOf(p, volume, split), treeOf(q, volume, split)];
      return a && b ? { frameA: bodyA.frame, frameB: bodyB.frame, a, b } : [];
    }),
  );
}
