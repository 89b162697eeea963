/** Bodies with the trees that the papers' checkers descend: binary, one triangle in a leaf, of OBB or of RSS. */
import { buildTree, type Tree, type VolumeKind } from 'surepath/bvh';
import { type Body, type Cell, type Piece, surfaceOf } from 'surepath/cell';

/** Trees by the triangles they are made of: links of one kind of robot share theirs. */
const trees = new WeakMap<object, Map<VolumeKind, Tree>>();

/** The piece's triangles in a binary tree of these volumes; null for a round primitive. */
export function treeOf(piece: Piece, volume: VolumeKind): Tree | null {
  const surface = surfaceOf(piece);
  if (surface === null) return null;
  let made = trees.get(surface.mesh);
  if (!made) {
    made = new Map();
    trees.set(surface.mesh, made);
  }
  let tree = made.get(volume);
  if (!tree) {
    tree = buildTree(surface.mesh, { volume, split: 'mean', leafSize: 1 });
    made.set(volume, tree);
  }
  return tree;
}

/**
 * The same cell with trees of RSS, as the papers' checker has them; as it is if a body is round, as
 * primitives are tested against boxes only.
 */
export function withRss(cell: Cell): Cell {
  if (cell.bodies.some(({ pieces }) => pieces.some((p) => surfaceOf(p) === null))) return cell;
  return { ...cell, bodies: cell.bodies.map(rssBody) };
}

function rssBody(body: Body): Body {
  const pieces = body.pieces.map((piece): Piece => {
    const tree = treeOf(piece, 'rss');
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
export function treePairs(bodyA: Body, bodyB: Body, volume: VolumeKind): TreePair[] {
  return bodyA.pieces.flatMap((p) =>
    bodyB.pieces.flatMap((q) => {
      const [a, b] = [treeOf(p, volume), treeOf(q, volume)];
      return a && b ? { frameA: bodyA.frame, frameB: bodyB.frame, a, b } : [];
    }),
  );
}
