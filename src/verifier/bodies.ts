/**
 * Bodies as the verifier sees them: points and primitives that can be projected on a direction, made of the
 * model's triangles and shapes. Balls serve as a first guess of where a section of a body is; their centres
 * are anybody's choice, their radii are measured here.
 */
import { enclosingSphereInto } from '../geometry/enclosingSphere.ts';
import type { Mesh } from '../geometry/mesh.ts';
import { type Primitive, pointsRadius, primitiveRadius } from '../geometry/shapes.ts';
import { orthogonalityDefect } from '../math/pose.ts';
import { U } from '../math/rounding.ts';
import { type BodyModel, type PieceModel, placedPoints, type ShapeModel } from '../model/bodies.ts';
import { Extremes } from './extremes.ts';
import {
  BOX,
  ballInto,
  boxInto,
  groupPoints,
  measureInto,
  neighbouring,
  type Points,
} from './points.ts';

/**
 * One piece of a body. All is in the body's frame unless it says otherwise. Pieces, like sections, are all made with the same
 * keys in the same order: V8 reads what is not of one kind several times slower.
 */
export interface ProofPiece {
  readonly piece: PieceModel;
  /** What to project: vertices, or a primitive by its formula. */
  readonly shape: Primitive | { readonly kind: 'vertices' };
  /** Vertices; of a hull in its own frame. Else empty. */
  readonly points: Points;
  /** Which of them are farthest along directions. */
  readonly extremes: Extremes;
  /** Vertices or corners, in the body's frame up to `slack`; null for what is round. */
  readonly corners: Points | null;
  /** Places a primitive; null where points are in the body's frame already. */
  readonly pose: Float64Array | null;
  /** Centre and radius. Infinite for a half-space. */
  readonly ball: Float64Array;
  /** No point is farther from the frame's origin. Of a half-space: its plane's foot. */
  readonly size: number;
  /** How far the rotation of `pose` is from the nearest orthogonal one, and what that displaces. */
  readonly tilt: number;
  readonly slack: number;
  /** Elements first ... first + count - 1 of the body: triangles, or the one primitive. */
  readonly first: number;
  readonly count: number;
}

export interface ProofBody {
  readonly name: string;
  readonly frame: number;
  readonly padding: number;
  readonly pieces: readonly ProofPiece[];
  readonly size: number;
  readonly slack: number;
  readonly tilt: number;
  /** Elements of all pieces. */
  readonly count: number;
  /** All of the body; all of each piece. */
  readonly whole: Section;
  readonly wholePieces: readonly Section[];
}

/** A section of a body, which a slab names: all of it, one piece, or a range of the triangles of one piece. */
export interface Section {
  /** Number of the piece, or -1 for all of the body. */
  readonly piece: number;
  readonly pieces: readonly ProofPiece[];
  /** Triangles of the one piece: their corners at[from] ... at[to - 1]; null: all of the pieces. */
  readonly triangles: Points | null;
  readonly from: number;
  readonly to: number;
  /** Which of these corners are farthest along directions; null: those of the pieces know. */
  readonly extremes: Extremes | null;
  readonly ball: Float64Array;
  /** A box around it along the axes of the body's frame: lower corner, upper corner. Null if it has no end. */
  readonly box: Float64Array | null;
  /** Elements first ... end - 1 of the body, in the order that the certificate gives. */
  readonly first: number;
  readonly end: number;
  /** Projecting it costs no more than projecting its ball. */
  readonly simple: boolean;
  /** Those of its pieces that have no end but along their normals. */
  readonly halfSpaces: readonly ProofPiece[];
}

/** Bodies by number: an array, or what makes them when they are asked for. */
export interface BodyList {
  readonly length: number;
  at(body: number): ProofBody | undefined;
}

/** Bodies of models, each made when first asked for. */
export class ProofBodies implements BodyList {
  readonly length: number;
  private readonly modelOf: (body: number) => BodyModel;
  private readonly made = new Map<number, ProofBody>();

  constructor(length: number, modelOf: (body: number) => BodyModel) {
    this.length = length;
    this.modelOf = modelOf;
  }

  at(body: number): ProofBody | undefined {
    let found = this.made.get(body);
    if (found === undefined && body >= 0 && body < this.length) {
      found = proofBody(this.modelOf(body));
      this.made.set(body, found);
    }
    return found;
  }
}

export function proofBody(body: BodyModel): ProofBody {
  let count = 0;
  const pieces = body.pieces.map((piece) => {
    const made = piece.kind === 'mesh' ? meshPiece(piece, count) : shapePiece(piece, count);
    count += made.count;
    return made;
  });
  const most = (of: (piece: ProofPiece) => number) =>
    pieces.reduce((so, piece) => Math.max(so, of(piece)), 0);
  return {
    name: body.name,
    frame: body.frame,
    padding: body.padding,
    pieces,
    size: most((p) => p.size),
    slack: most((p) => p.slack),
    tilt: most((p) => (p.shape.kind === 'half-space' ? p.tilt : 0)),
    count,
    whole: wholeSection(-1, pieces, 0, count),
    wholePieces: pieces.map((p, i) => wholeSection(i, [p], p.first, p.first + p.count)),
  };
}

type Vertices = Pick<ProofPiece, 'points' | 'extremes' | 'corners' | 'ball' | 'size'>;

/** What bodies of one mesh have in common. */
const known = new WeakMap<Mesh, Vertices>();

function verticesOf(mesh: Mesh): Vertices {
  let found = known.get(mesh);
  if (!found) {
    const points = groupPoints(neighbouring(mesh.positions));
    const ball = ballAround(mesh.positions);
    const extremes = new Extremes(points, 0, points.at.length);
    found = { points, extremes, corners: points, ball, size: ballSize(ball) };
    known.set(mesh, found);
  }
  return found;
}

function meshPiece(piece: Extract<PieceModel, { kind: 'mesh' }>, first: number): ProofPiece {
  const { points, extremes, corners, ball, size } = verticesOf(piece.mesh);
  return {
    piece,
    shape: { kind: 'vertices' },
    points,
    extremes,
    corners,
    pose: null,
    ball,
    size,
    tilt: 0,
    slack: 0,
    first,
    count: piece.mesh.indices.length / 3,
  };
}

/** How far a placed shape reaches, and how far its rotation is from the nearest orthogonal one. */
export function shapeExtent({ pose, shape }: Pick<ShapeModel, 'pose' | 'shape'>): {
  readonly radius: number;
  readonly tilt: number;
  /** No point is farther from the frame's origin. Of a half-space: its plane's foot. */
  readonly size: number;
  /** What placing it by `pose` displaces. */
  readonly slack: number;
} {
  // |R - nearest rotation| <= |R'R - I| / 1.99 <= 3 defect / 1.99; 8 u: its rounding.
  const tilt = 1.6 * (orthogonalityDefect(pose, 0) + 8 * U);
  const radius =
    shape.kind === 'half-space'
      ? Math.abs(shape.offset)
      : shape.kind === 'hull'
        ? pointsRadius(shape.hull.positions)
        : primitiveRadius(shape);
  const reach = Math.sqrt(pose[9] ** 2 + pose[10] ** 2 + pose[11] ** 2) + radius * (1 + tilt);
  return { radius, tilt, size: reach * (1 + 8 * U), slack: tilt * radius + 16 * U * reach };
}

function shapePiece(piece: ShapeModel, first: number): ProofPiece {
  const { pose, shape } = piece;
  const { radius, tilt, size, slack } = shapeExtent(piece);
  const vertices = shape.kind === 'hull' ? shape.hull.positions : new Float64Array(0);
  const round = Float64Array.from([pose[9], pose[10], pose[11], Infinity]);
  if (shape.kind !== 'half-space') round[3] = radius * (1 + tilt);
  // A box is the hull of its corners.
  const own = shape.kind === 'box' ? cornersOf(shape.half) : vertices;
  const corners = own.length > 0 ? placedPoints(own, pose) : null;
  const points = groupPoints(vertices);
  return {
    piece,
    shape: shape.kind === 'hull' ? { kind: 'vertices' } : shape,
    points,
    extremes: new Extremes(points, 0, vertices.length),
    corners: corners && groupPoints(corners),
    pose,
    ball: corners ? ballAround(corners) : round,
    size,
    tilt,
    slack,
    first,
    count: 1,
  };
}

function cornersOf([x, y, z]: readonly [number, number, number]): Float64Array {
  const signs = [0, 1, 2, 3, 4, 5, 6, 7];
  return Float64Array.from(signs.flatMap((i) => [i & 1 ? x : -x, i & 2 ? y : -y, i & 4 ? z : -z]));
}

/** A ball around points: the centre as proposed, the radius measured. */
function ballAround(points: Float64Array): Float64Array {
  const ball = new Float64Array(4);
  enclosingSphereInto(points, ball);
  measureInto(points, 0, points.length, ball);
  return ball;
}

function ballSize([x, y, z, r]: Float64Array): number {
  return (Math.sqrt(x * x + y * y + z * z) + r) * (1 + 8 * U);
}

function distance(p: ArrayLike<number>, q: ArrayLike<number>): number {
  const [x, y, z] = [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
  return Math.sqrt(x * x + y * y + z * z);
}

/** All of a body, or all of one piece. */
function wholeSection(
  number: number,
  pieces: readonly ProofPiece[],
  first: number,
  end: number,
): Section {
  const ball = new Float64Array(4);
  if (pieces.length === 1) ball.set(pieces[0].ball);
  else {
    for (let k = 0; k < 3; k++) ball[k] = middleOf(pieces, k);
    for (const piece of pieces) {
      ball[3] = Math.max(ball[3], (distance(piece.ball, ball) + piece.ball[3]) * (1 + 16 * U));
    }
  }
  const halfSpaces = pieces.filter((piece) => piece.shape.kind === 'half-space');
  const simple = pieces.length === 1 && pieces[0].shape.kind !== 'vertices';
  return {
    piece: number,
    pieces,
    triangles: null,
    from: 0,
    to: 0,
    extremes: null,
    ball,
    box: boxAround(pieces),
    first,
    end,
    simple,
    halfSpaces,
  };
}

/** A box around pieces: their corners, of what is round its ball. Null without an end. */
function boxAround(pieces: readonly ProofPiece[]): Float64Array | null {
  const box = new Float64Array(BOX);
  const own = new Float64Array(BOX);
  box.fill(Infinity, 0, 3);
  box.fill(-Infinity, 3);
  for (const { corners, ball } of pieces) {
    if (corners === null) {
      for (let k = 0; k < 3; k++) own[k] = ball[k] - ball[3];
      for (let k = 0; k < 3; k++) own[3 + k] = ball[k] + ball[3];
    } else if (corners.at.length > 0) boxInto(corners.at, 0, corners.at.length, own, 0);
    else return null;
    for (let k = 0; k < 3; k++) box[k] = Math.min(box[k], own[k]);
    for (let k = 3; k < BOX; k++) box[k] = Math.max(box[k], own[k]);
  }
  return box.every(Number.isFinite) ? box : null;
}

/** The middle of the box around the balls of pieces, along one axis; 0 if it has no end. */
function middleOf(pieces: readonly ProofPiece[], k: number): number {
  let low = Infinity;
  let high = -Infinity;
  for (const { ball } of pieces) {
    low = Math.min(low, ball[k] - ball[3]);
    high = Math.max(high, ball[k] + ball[3]);
  }
  return Number.isFinite(low) ? 0.5 * (low + high) : 0;
}

/** Triangles number ... end - 1 of a mesh piece, of all that are given: three points for each. */
export function rangeSection(
  piece: number,
  of: ProofPiece,
  triangles: Points,
  number: number,
  end: number,
): Section {
  const [from, to] = [9 * number, 9 * end];
  const ball = new Float64Array(4);
  ballInto(triangles.at, from, to, ball);
  const box = new Float64Array(BOX);
  boxInto(triangles.at, from, to, box, 0);
  return {
    piece,
    pieces: [of],
    triangles,
    from,
    to,
    extremes: new Extremes(triangles, from, to),
    ball,
    box,
    first: of.first + number,
    end: of.first + end,
    simple: false,
    halfSpaces: [],
  };
}
