/**
 * Bodies of the model, compiled for queries. A piece is convex (a primitive, exact) or a mesh with its tree
 * and its convex hull. Everything is in the body's frame, as in the model.
 */
import { type BuildOptions, buildTree, type Tree } from '../bvh/index.ts';
import {
  boundingRadius,
  buildMesh,
  compiledShape,
  enclosingSphereInto,
  type HullShape,
  hullShape,
  type Mesh,
  type Shape,
} from '../geometry/index.ts';
import type { Planes } from '../kinematics/index.ts';
import { invertPoseInto, orthogonalityDefect, rotateVectorInto, U } from '../math/index.ts';
import {
  type BodyModel,
  type BodyOptions,
  isModelled,
  type MeshModel,
  modelBody,
  type PieceModel,
  placedPoints,
  type ShapeModel,
} from '../model/index.ts';
import { type CompiledStore, compileMesh, type TreeMaker } from './compiledMesh.ts';

/** Triangles for exact queries, in the body's frame. */
export interface Surface {
  readonly mesh: Mesh;
  readonly tree: Tree;
}

/** A piece of a body that is a mesh. */
export interface MeshPiece extends Surface {
  readonly kind: 'mesh';
  readonly name: string;
  /** Contains the mesh: what queries look at first. */
  readonly convex: HullShape;
  /** Centre and radius of a ball around it, in the body's frame. */
  readonly ball: Float64Array;
}

/** A primitive, placed in the body's frame. */
export interface ConvexPiece {
  readonly kind: 'convex';
  readonly name: string;
  /** As described; a box is queried as the hull of its corners, which is the same. */
  readonly shape: Shape;
  readonly convex: Shape;
  readonly pose: Float64Array;
  /** Places the body's frame in the primitive's. */
  readonly inverse: Float64Array;
  /** The faces of a box or hull, which are exact too, and faster against meshes. */
  readonly faces: Surface | null;
  readonly ball: Float64Array;
}

export type Piece = MeshPiece | ConvexPiece;

export interface Body extends Omit<BodyModel, 'pieces'> {
  /** What it was compiled from. */
  readonly model: BodyModel;
  readonly pieces: readonly Piece[];
  /** A ball around all pieces, padding included; infinite radius for a half-space. */
  readonly ball: Float64Array;
  /** Where all pieces are polytopes: the body lies in the hull of these, grown by `margin`. */
  readonly points?: Float64Array | undefined;
  readonly margin: number;
  /** Where pieces are half-spaces. */
  readonly planes?: Planes | undefined;
}

/** Makes one body and compiles it. Throws an InputError if a part is not sound. */
export function buildBody(options: BodyOptions): Body {
  return compileBody(modelBody(options));
}

/** Compiles a body; what was decided about its meshes is looked for in a store, and kept there. */
export function compileBody(model: BodyModel, store?: CompiledStore): Body {
  const { name, kind, frame, padding } = model;
  const pieces = model.pieces.map((piece) => compilePiece(piece, store));
  const points = cornersOf(pieces);
  const ball = ballOf(pieces, padding);
  // Corners of placed boxes are rounded: less than 64 roundings of the largest coordinate.
  const size = Math.abs(ball[0]) + Math.abs(ball[1]) + Math.abs(ball[2]) + ball[3];
  const margin = padding + 64 * U * size;
  const planes = planesOf(pieces, padding);
  const known = { model, name, kind, frame, pieces, padding, ball, margin };
  return { ...known, ...(points ? { points } : {}), ...(planes ? { planes } : {}) };
}

/** The half-spaces among the pieces; null if there are none. */
function planesOf(pieces: readonly Piece[], padding: number): Planes | null {
  const normals: Float64Array[] = [];
  let tilt = 0;
  for (const piece of pieces) {
    if (piece.kind === 'mesh' || piece.shape.kind !== 'half-space') continue;
    const { pose, shape } = piece;
    const normal = Float64Array.from(shape.normal);
    rotateVectorInto(pose, 0, normal, 0);
    normals.push(normal);
    // As in kinematics.md, "The true robot"; and the length of the normal.
    tilt = Math.max(tilt, 1.6 * (orthogonalityDefect(pose, 0) + 8 * U) + 64 * U);
  }
  if (normals.length === 0) return null;
  const others = pieces.filter(({ ball }) => Number.isFinite(ball[3]));
  return { normals, tilt, rest: others.length > 0 ? ballOf(others, padding) : null };
}

function compilePiece(piece: PieceModel, store?: CompiledStore): Piece {
  return piece.kind === 'mesh' ? meshPiece(piece, store) : convexPiece(piece);
}

function convexPiece({ name, shape: described, pose }: ShapeModel): ConvexPiece {
  const shape = compiledShape(described);
  const convex = asPolytope(shape);
  const ball = new Float64Array(4);
  if (convex.kind === 'hull') {
    enclosingSphereInto(placedPoints(convex.hull.positions, pose), ball);
  } else {
    ball.set(pose.subarray(9));
    ball[3] = boundingRadius(convex);
  }
  const inverse = new Float64Array(12);
  invertPoseInto(pose, 0, inverse, 0);
  const faces = facesOf(convex, pose);
  return { kind: 'convex', name, shape, convex, pose, inverse, faces, ball };
}

function meshPiece({ name, mesh }: MeshModel, store?: CompiledStore): MeshPiece {
  return { kind: 'mesh', name, mesh, ...compileMesh(mesh, TREES, store) };
}

function facesOf(shape: Shape, pose: Float64Array): Surface | null {
  if (shape.kind !== 'hull' || shape.hull.dimension < 3) return null;
  const { positions, indices } = shape.hull;
  const mesh = buildMesh({ positions: placedPoints(positions, pose), indices });
  return { mesh, tree: treeOf(mesh) };
}

/** How bodies are split: here it is decided. */
const SPLIT: BuildOptions = { split: 'sah' };
const TREES: TreeMaker = { rule: JSON.stringify(SPLIT), make: treeOf };

/** The tree that a body's triangles are asked through. */
export function treeOf(mesh: Mesh): Tree {
  return buildTree(mesh, SPLIT);
}

/** The meshes of a body, which is not compiled for it. */
export function meshesOf({ model }: Body): readonly Mesh[] {
  if (!isModelled(model)) return [];
  return model.pieces.flatMap((piece) => (piece.kind === 'mesh' ? [piece.mesh] : []));
}

/** The triangles of a piece, if it is made of triangles. */
export function surfaceOf(piece: Piece): Surface | null {
  return piece.kind === 'mesh' ? piece : piece.faces;
}

/** A box is the hull of its corners, exactly; as a hull it is queried through its table. */
function asPolytope(shape: Shape): Shape {
  if (shape.kind !== 'box') return shape;
  const [x, y, z] = shape.half;
  const corners = new Float64Array(24);
  for (let i = 0; i < 8; i++) {
    corners.set([i & 1 ? x : -x, i & 2 ? y : -y, i & 4 ? z : -z], 3 * i);
  }
  return hullShape(corners);
}

/** Corners of all pieces in the body's frame, or null if one of them is round. */
function cornersOf(pieces: readonly Piece[]): Float64Array | null {
  const corners: number[] = [];
  for (const piece of pieces) {
    if (piece.convex.kind !== 'hull') return null;
    const { positions } = piece.convex.hull;
    const own = piece.kind === 'mesh' ? positions : placedPoints(positions, piece.pose);
    for (const x of own) corners.push(x);
  }
  return Float64Array.from(corners);
}

function ballOf(pieces: readonly Piece[], padding: number): Float64Array {
  const ball = new Float64Array(4);
  if (pieces.length === 0) return ball;
  // Around the balls of the pieces: the middle of their common box, and what that needs.
  const low = [1, 1, 1].map(() => Number.POSITIVE_INFINITY);
  const high = low.map((x) => -x);
  for (const { ball: b } of pieces) {
    for (let k = 0; k < 3; k++) {
      low[k] = Math.min(low[k], b[k] - b[3]);
      high[k] = Math.max(high[k], b[k] + b[3]);
    }
  }
  if (pieces.length === 1) ball.set(pieces[0].ball);
  else {
    for (let k = 0; k < 3; k++) ball[k] = Number.isFinite(low[k]) ? 0.5 * (low[k] + high[k]) : 0;
    for (const { ball: b } of pieces) {
      const [x, y, z] = [b[0] - ball[0], b[1] - ball[1], b[2] - ball[2]];
      const reach = Math.sqrt(x * x + y * y + z * z) + b[3];
      // Five roundings of coordinates and their norm.
      ball[3] = Math.max(ball[3], reach * (1 + 1e-15));
    }
  }
  ball[3] += padding;
  return ball;
}
