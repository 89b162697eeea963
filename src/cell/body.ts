/**
 * Bodies: rigid things with geometry, compiled for queries. A body rides on one kinematic frame and
 * has pieces. A piece is convex (a primitive, exact) or a mesh with its tree and its convex hull.
 * Everything is stored in the body's frame: mesh vertices are placed there once, which rounds them
 * to doubles, and from then on they are the mesh.
 */
import { buildTree, type Tree } from '../bvh/index.ts';
import {
  assertShape,
  boundingRadius,
  buildMesh,
  enclosingSphereInto,
  type Hull,
  type HullShape,
  hullShape,
  type Mesh,
  type Shape,
  type Triangles,
} from '../geometry/index.ts';
import { type MeshGeometry, orthonormalise, type Part, type Planes } from '../kinematics/index.ts';
import {
  assertPose,
  composePoses,
  InputError,
  identityPose,
  invertPoseInto,
  orthogonalityDefect,
  rotateVectorInto,
  transformPointInto,
  U,
} from '../math/index.ts';
import { requireAmount } from './amounts.ts';

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

export interface Body {
  /** Scoped: `left/panda_hand`, `table`. */
  readonly name: string;
  readonly kind: 'link' | 'attached' | 'obstacle';
  /** The frame of the kinematic tree that it rides on; 0 is the world. */
  readonly frame: number;
  readonly pieces: readonly Piece[];
  /** Metres by which it is grown. */
  readonly padding: number;
  /** A ball around all pieces, padding included; infinite radius for a half-space. */
  readonly ball: Float64Array;
  /** Where all pieces are polytopes: the body lies in the hull of these, grown by `margin`. */
  readonly points?: Float64Array;
  readonly margin: number;
  /** Where pieces are half-spaces. */
  readonly planes?: Planes;
}

export interface BodyOptions {
  readonly name: string;
  readonly kind: Body['kind'];
  readonly frame: number;
  readonly parts: readonly Part[];
  /** Places the parts' frame in the body's frame. */
  readonly pose?: Float64Array;
  readonly padding?: number;
  readonly scale?: number;
  /** `false` makes closed meshes surfaces. */
  readonly solid?: boolean;
  /** Meshes that are nearly closed are closed by triangles, and open ones are a fault. */
  readonly mustBeSolid?: boolean;
}

/** Compiles one body. Throws an InputError if a part is not sound. */
export function buildBody(options: BodyOptions): Body {
  const { name, kind, frame, parts, padding = 0, scale = 1 } = options;
  requireAmount(`the padding of "${name}"`, padding);
  requireAmount(`the scale of "${name}"`, scale, true);
  const pieces = parts.map((part, i) => {
    const label = part.name ?? (parts.length > 1 ? `${name}#${i}` : name);
    return buildPiece(label, part, options.pose ?? identityPose(), scale, options);
  });
  const points = cornersOf(pieces);
  const ball = ballOf(pieces, padding);
  // Corners of placed boxes are rounded: less than 64 roundings of the largest coordinate.
  const size = Math.abs(ball[0]) + Math.abs(ball[1]) + Math.abs(ball[2]) + ball[3];
  const margin = padding + 64 * U * size;
  const planes = planesOf(pieces, padding);
  const known = { name, kind, frame, pieces, padding, ball, margin };
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

function buildPiece(
  name: string,
  part: Part,
  outer: Float64Array,
  scale: number,
  solidity: Solidity,
): Piece {
  assertPose(outer);
  assertPose(part.pose);
  const pose = composePoses(outer, part.pose);
  orthonormalise(pose);
  if (part.geometry.kind === 'mesh') {
    return { ...meshPiece(part.geometry, pose, scale, solidity), name };
  }
  const shape = scaled(part.geometry, scale, name);
  assertShape(shape);
  const convex = asPolytope(shape);
  const ball = new Float64Array(4);
  if (convex.kind === 'hull') {
    enclosingSphereInto(movedPoints(convex.hull.positions, pose), ball);
  } else {
    ball.set(pose.subarray(9));
    ball[3] = boundingRadius(convex);
  }
  const inverse = new Float64Array(12);
  invertPoseInto(pose, 0, inverse, 0);
  const faces = facesOf(convex, pose);
  return { kind: 'convex', name, shape, convex, pose, inverse, faces, ball };
}

type Compiled = Omit<MeshPiece, 'name'>;
type Solidity = Pick<BodyOptions, 'solid' | 'mustBeSolid'>;

/** Compiled meshes by their triangles: robots of one kind, and scenes with one robot, share them. */
const compiled = new WeakMap<Triangles, { key: string; piece: Compiled }[]>();

function meshPiece(
  { triangles, reference }: MeshGeometry,
  pose: Float64Array,
  scale: number,
  { solid = true, mustBeSolid = false }: Solidity,
): Compiled {
  const key = `${pose.join()} ${scale} ${solid} ${mustBeSolid}`;
  const known = compiled.get(triangles) ?? [];
  const found = known.find((entry) => entry.key === key);
  if (found) return found.piece;
  const mesh = buildMesh(placed(triangles, pose, scale), { solid, mustBeSolid, file: reference });
  const convex = hullShape(mesh.positions);
  const ball = new Float64Array(4);
  enclosingSphereInto(convex.hull.positions, ball);
  const piece: Compiled = { kind: 'mesh', mesh, tree: buildTree(mesh), convex, ball };
  compiled.set(triangles, [...known, { key, piece }]);
  return piece;
}

function facesOf(shape: Shape, pose: Float64Array): Surface | null {
  if (shape.kind !== 'hull' || shape.hull.dimension < 3) return null;
  const { positions, indices } = shape.hull;
  const mesh = buildMesh({ positions: movedPoints(positions, pose), indices });
  return { mesh, tree: buildTree(mesh) };
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

function placed(triangles: Triangles, pose: Float64Array, scale: number): Triangles {
  const scaledUp = triangles.positions.map((x) => scale * x);
  return { positions: movedPoints(scaledUp, pose), indices: triangles.indices };
}

function movedPoints(points: Float64Array, pose: Float64Array): Float64Array {
  const out = new Float64Array(points.length);
  for (let i = 0; i < points.length; i += 3) transformPointInto(pose, 0, points, i, out, i);
  return out;
}

function scaled(shape: Shape, s: number, name: string): Shape {
  if (s === 1) return shape;
  const times = (v: readonly [number, number, number]): [number, number, number] => [
    s * v[0],
    s * v[1],
    s * v[2],
  ];
  switch (shape.kind) {
    case 'box':
      return { ...shape, half: times(shape.half) };
    case 'sphere':
      return { ...shape, radius: s * shape.radius };
    case 'cylinder':
    case 'capsule':
    case 'cone':
      return { ...shape, radius: s * shape.radius, length: s * shape.length };
    case 'ellipsoid':
      return { ...shape, radii: times(shape.radii) };
    case 'hull':
      return hullShape((shape.hull as Hull).positions.map((x) => s * x));
    case 'half-space':
      throw new InputError({
        code: 'cell/scale',
        message: `"${name}" is a half-space, which cannot be scaled`,
      });
  }
}

/** Corners of all pieces in the body's frame, or null if one of them is round. */
function cornersOf(pieces: readonly Piece[]): Float64Array | null {
  const corners: number[] = [];
  for (const piece of pieces) {
    if (piece.convex.kind !== 'hull') return null;
    const { positions } = piece.convex.hull;
    const own = piece.kind === 'mesh' ? positions : movedPoints(positions, piece.pose);
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
