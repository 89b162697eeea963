/**
 * Hierarchies of convex hulls for bodies that are not convex [C 3.4]: at the leaves the pieces of a body, above
 * them the hulls of unions, at the root the hull of all. Pieces are convex polyhedra, given by their points, or
 * polygon soups, given by their trees of boxes: a soup has a hull like any other node, but inside of it only
 * its triangles count. After Ponamgi, Manocha and Lin, "Incremental algorithms for collision detection between
 * solid models", 1995.
 *
 * Built top down, pieces halved along the axis in which their centres spread most; in the pieces' common frame.
 */
import type { Tree } from '../../bvh/index.ts';
import { type HullShape, hullShape } from '../../geometry/index.ts';
import { InputError } from '../../math/index.ts';
import { type Polyhedron, polyhedronOf } from './polyhedron.ts';

/** A part of a body: the hull of points, three coordinates each, or triangles in a box tree. */
export type HullPiece = { readonly points: Float64Array } | { readonly soup: Tree };

/** A node of the hierarchy. */
export interface HullNode {
  /** Its place in `nodes` of its tree. */
  readonly index: number;
  readonly polyhedron: Polyhedron;
  /** Two nodes, or none for a leaf. */
  readonly children: readonly HullNode[];
  /** Of a leaf: its number among the pieces; -1 else. */
  readonly piece: number;
  /** Of a leaf: its triangles, if it is a soup. */
  readonly soup: Tree | null;
  /** Of a leaf: its points as a shape, if it is convex. */
  readonly shape: HullShape | null;
}

/** A body as a hierarchy of hulls; the root is the first node. */
export interface HullTree {
  readonly nodes: readonly HullNode[];
  readonly pieceCount: number;
}

interface Part {
  readonly piece: number;
  readonly points: Float64Array;
  readonly centre: readonly number[];
}

/** The hierarchy of some pieces of one body. */
export function buildHullTree(pieces: readonly HullPiece[]): HullTree {
  if (pieces.length === 0) {
    throw new InputError({
      code: 'hulls/pieces',
      message: 'a hierarchy of hulls needs at least one piece',
    });
  }
  const parts = pieces.map((piece, i): Part => {
    if ('soup' in piece && piece.soup.kind !== 'box') {
      throw new InputError({
        code: 'hulls/soup',
        message: `piece ${i} needs a tree of boxes, not one of ${piece.soup.kind} volumes`,
      });
    }
    const points = 'soup' in piece ? piece.soup.vertices : piece.points;
    return { piece: i, points, centre: centreOf(points) };
  });
  const nodes: HullNode[] = [];
  addNode(nodes, pieces, parts);
  return { nodes, pieceCount: pieces.length };
}

function addNode(
  nodes: HullNode[],
  pieces: readonly HullPiece[],
  parts: readonly Part[],
): HullNode {
  const index = nodes.length;
  if (parts.length === 1) {
    const { piece, points } = parts[0];
    const given = pieces[piece];
    const soup = 'soup' in given ? given.soup : null;
    const node: HullNode = {
      index,
      polyhedron: polyhedronOf(points),
      children: [],
      piece,
      soup,
      shape: soup ? null : hullShape(points),
    };
    nodes.push(node);
    return node;
  }
  const [low, high] = halves(parts);
  // Its place first, so that the root is the first node; its hull from the children's corners.
  const children: HullNode[] = [];
  const place = nodes.push(undefined as unknown as HullNode) - 1;
  children.push(addNode(nodes, pieces, low), addNode(nodes, pieces, high));
  const [p, q] = children.map(({ polyhedron }) => polyhedron.positions);
  const points = new Float64Array(p.length + q.length);
  points.set(p);
  points.set(q, p.length);
  nodes[place] = {
    index,
    polyhedron: polyhedronOf(points),
    children,
    piece: -1,
    soup: null,
    shape: null,
  };
  return nodes[place];
}

function halves(parts: readonly Part[]): [Part[], Part[]] {
  const spread = [0, 1, 2].map((k) => {
    const values = parts.map(({ centre }) => centre[k]);
    return Math.max(...values) - Math.min(...values);
  });
  const axis = spread.indexOf(Math.max(...spread));
  const sorted = parts.toSorted((a, b) => a.centre[axis] - b.centre[axis] || a.piece - b.piece);
  const middle = parts.length >> 1;
  return [sorted.slice(0, middle), sorted.slice(middle)];
}

function centreOf(points: Float64Array): number[] {
  const low = [1 / 0, 1 / 0, 1 / 0];
  const high = [-1 / 0, -1 / 0, -1 / 0];
  for (let i = 0; i < points.length; i++) {
    low[i % 3] = Math.min(low[i % 3], points[i]);
    high[i % 3] = Math.max(high[i % 3], points[i]);
  }
  return low.map((x, k) => 0.5 * (x + high[k]));
}
