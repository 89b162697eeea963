/** Bodies with other trees than the product's: binary ones as the papers' checkers descend, or any kind by any split rule. */
import {
  type BuildOptions,
  buildTree,
  type SplitName,
  type Tree,
  type VolumeKind,
} from 'surepath/bvh';
import { type Body, type Cell, type Piece, surfaceOf } from 'surepath/cell';
import type { Mesh } from 'surepath/geometry';

/** How trees are split. */
export interface TreeRule {
  readonly name: string;
  options(mesh: Mesh): Omit<BuildOptions, 'volume'>;
}

/** By a rule of the product. */
export function splitBy(split: SplitName): TreeRule {
  return { name: split, options: () => ({ split }) };
}

/** [A, E: PDC] At the mean along the principal direction, as the papers' trees are. */
export const BY_PRINCIPAL_DIRECTIONS: TreeRule = {
  ...splitBy('mean'),
  name: 'principal directions',
};

/** Trees by the triangles they are made of, the rule and the kind: links of one kind of robot share theirs. */
const trees = new WeakMap<object, Map<TreeRule, Map<VolumeKind, Tree>>>();

/**
 * The piece's triangles in a tree of these volumes; null for a round primitive. Trees of OBB and RSS are binary, one triangle
 * in a leaf; those of boxes are as the product has them.
 */
export function treeOf(
  piece: Piece,
  volume: VolumeKind,
  rule: TreeRule = BY_PRINCIPAL_DIRECTIONS,
): Tree | null {
  const surface = surfaceOf(piece);
  if (surface === null) return null;
  const { mesh } = surface;
  const rules = trees.get(mesh) ?? new Map<TreeRule, Map<VolumeKind, Tree>>();
  trees.set(mesh, rules);
  const kinds = rules.get(rule) ?? new Map<VolumeKind, Tree>();
  rules.set(rule, kinds);
  const tree = kinds.get(volume) ?? buildTree(mesh, { ...rule.options(mesh), volume });
  kinds.set(volume, tree);
  return tree;
}

/**
 * The same cell with trees of RSS, as the papers' checker has them; as it is if a body is round, as
 * primitives are tested against boxes only.
 */
export function withRss(cell: Cell): Cell {
  if (cell.bodies.some(({ pieces }) => pieces.some((p) => surfaceOf(p) === null))) return cell;
  return withTrees(cell, 'rss', BY_PRINCIPAL_DIRECTIONS);
}

/** The same cell with trees of this kind, split by this rule. Where a body is round that works for boxes only. */
export function withTrees(cell: Cell, volume: VolumeKind, rule: TreeRule): Cell {
  return { ...cell, bodies: cell.bodies.map((body) => retreed(body, volume, rule)) };
}

function retreed(body: Body, volume: VolumeKind, rule: TreeRule): Body {
  const pieces = body.pieces.map((piece): Piece => {
    const tree = treeOf(piece, volume, rule);
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
