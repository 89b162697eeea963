/**
 * Bodies as the verifier sees them: points and primitives that can be projected on a direction. Of the
 * compiled cell it takes vertices, triangles, hulls and placements, never a tree. Balls serve as a first
 * guess of where a patch is; their centres come from the cell, their radii are measured here.
 */
import type { Body, Piece } from '../cell/index.ts';
import { boundingRadius, type HalfSpace, type Shape } from '../geometry/index.ts';
import { orthogonalityDefect, transformPointInto, U } from '../math/index.ts';
import { ballInto, farthestAlong, groupPoints, neighbouring, type Points } from './points.ts';

/** One piece of a body. All is in the body's frame unless it says otherwise. */
export interface PieceModel {
  readonly piece: Piece;
  /** What to project: vertices, or a primitive by its formula. */
  readonly shape: Exclude<Shape, { kind: 'hull' }> | { readonly kind: 'vertices' };
  /** Vertices of the convex hull; of a primitive that is one, in its own frame. Else empty. */
  readonly points: Points;
  /** Vertices or corners, in the body's frame up to `slack`; null for what is round. */
  readonly corners: Float64Array | null;
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

export interface BodyModel {
  readonly name: string;
  readonly frame: number;
  readonly padding: number;
  readonly pieces: readonly PieceModel[];
  readonly size: number;
  readonly slack: number;
  readonly tilt: number;
  /** Elements of all pieces. */
  readonly count: number;
  /** All of the body; all of each piece. */
  readonly whole: Patch;
  readonly wholePieces: readonly Patch[];
}

/** A part of a body: all of it, one piece, or triangles of one piece. */
export interface Patch {
  /** Number of the piece, or -1 for all of the body. */
  readonly piece: number;
  readonly pieces: readonly PieceModel[];
  /** Triangles of the one piece: their corners at[from] ... at[to - 1]; null: all of the pieces. */
  readonly triangles: Points | null;
  readonly from: number;
  readonly to: number;
  readonly ball: Float64Array;
  /** Elements first ... end - 1 of the body, in the order that the certificate gives. */
  readonly first: number;
  readonly end: number;
  /** Projecting it costs no more than projecting its ball. */
  readonly simple: boolean;
  /** Those of its pieces that have no end but along their normals. */
  readonly halfSpaces: readonly PieceModel[];
}

export function modelBody(body: Body): BodyModel {
  let count = 0;
  const pieces = body.pieces.map((piece) => {
    const model = modelPiece(piece, count);
    count += model.count;
    return model;
  });
  const most = (of: (piece: PieceModel) => number) =>
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
    whole: wholePatch(-1, pieces, body.ball, 0, count),
    wholePieces: pieces.map((p, i) => wholePatch(i, [p], p.ball, p.first, p.first + p.count)),
  };
}

function modelPiece(piece: Piece, first: number): PieceModel {
  if (piece.kind === 'mesh') {
    const { positions, indices } = piece.mesh;
    const ball = measuredBall(positions, piece.ball);
    const points = groupPoints(neighbouring(piece.convex.hull.positions));
    const count = indices.length / 3;
    const shape = { kind: 'vertices' } as const;
    const common = { piece, points, corners: points.at, ball, pose: null, size: ballSize(ball) };
    return { ...common, shape, tilt: 0, slack: 0, first, count };
  }
  const { pose, shape, convex } = piece;
  // |R - nearest rotation| <= |R'R - I| / 1.99 <= 3 defect / 1.99; 8 u: its rounding.
  const tilt = 1.6 * (orthogonalityDefect(pose, 0) + 8 * U);
  const flat = shape.kind === 'half-space';
  const radius = flat ? Math.abs(shape.offset) : boundingRadius(shape);
  const ball = Float64Array.from([pose[9], pose[10], pose[11], Infinity]);
  if (!flat) ball[3] = radius * (1 + tilt);
  // A box is the hull of its corners.
  const own = convex.kind === 'hull' ? convex.hull.positions : null;
  const reach = Math.sqrt(pose[9] ** 2 + pose[10] ** 2 + pose[11] ** 2) + radius * (1 + tilt);
  return {
    piece,
    shape: shape.kind === 'hull' ? { kind: 'vertices' } : shape,
    points: groupPoints(shape.kind === 'hull' ? shape.hull.positions : new Float64Array(0)),
    corners: own && placedPoints(own, pose),
    pose,
    ball: own ? measuredBall(placedPoints(own, pose), piece.ball) : ball,
    size: reach * (1 + 8 * U),
    tilt,
    slack: tilt * radius + 16 * U * reach,
    first,
    count: 1,
  };
}

function placedPoints(points: Float64Array, pose: Float64Array): Float64Array {
  const out = new Float64Array(points.length);
  for (let i = 0; i < points.length; i += 3) transformPointInto(pose, 0, points, i, out, i);
  return out;
}

/** A ball around points: the centre as proposed, the radius measured. */
function measuredBall(points: Float64Array, proposed: Float64Array): Float64Array {
  const ball = Float64Array.from(proposed.subarray(0, 4));
  let most = 0;
  for (let i = 0; i < points.length; i += 3) {
    const x = points[i] - ball[0];
    const y = points[i + 1] - ball[1];
    const z = points[i + 2] - ball[2];
    most = Math.max(most, x * x + y * y + z * z);
  }
  // Differences, squares, sums, the root: 4 u. The last term outweighs underflow.
  ball[3] = Math.sqrt(most) * (1 + 8 * U) + 1e-150;
  return ball;
}

function ballSize(ball: ArrayLike<number>): number {
  const [x, y, z, r] = [ball[0], ball[1], ball[2], ball[3]];
  return (Math.sqrt(x * x + y * y + z * z) + r) * (1 + 8 * U);
}

function distance(p: ArrayLike<number>, q: ArrayLike<number>): number {
  const [x, y, z] = [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
  return Math.sqrt(x * x + y * y + z * z);
}

/** All of a body, or all of one piece. */
function wholePatch(
  number: number,
  pieces: readonly PieceModel[],
  centre: ArrayLike<number>,
  first: number,
  end: number,
): Patch {
  const ball = new Float64Array([centre[0], centre[1], centre[2], 0]);
  if (pieces.length === 1) ball.set(pieces[0].ball);
  else {
    for (const piece of pieces) {
      ball[3] = Math.max(ball[3], (distance(piece.ball, ball) + piece.ball[3]) * (1 + 16 * U));
    }
  }
  const halfSpaces = pieces.filter((piece) => piece.shape.kind === 'half-space');
  const simple = pieces.length === 1 && pieces[0].shape.kind !== 'vertices';
  const common = { piece: number, pieces, triangles: null, from: 0, to: 0, ball, first, end };
  return { ...common, simple, halfSpaces };
}

/** Triangles number ... end - 1 of a mesh piece, of all that are given: three points for each. */
export function rangePatch(
  piece: number,
  model: PieceModel,
  triangles: Points,
  number: number,
  end: number,
): Patch {
  const [from, to] = [9 * number, 9 * end];
  const ball = new Float64Array(4);
  ballInto(triangles.at, from, to, ball, 0);
  return {
    piece,
    pieces: [model],
    triangles,
    from,
    to,
    ball,
    first: model.first + number,
    end: model.first + end,
    simple: false,
    halfSpaces: [],
  };
}

/** Along directions that are longer sums could overflow, and cancel to something that is no number. */
const LONGEST = 1e100;

/**
 * out[j] = the largest d.p over the points p of a patch, for d at d[i], in the body's frame; infinite
 * where it has no end, and for a d that is no direction. Rounding, fewer than 32 u |d| size, and the tilt
 * of placements are part of what the slab checker allows for.
 */
export function supportInto(
  patch: Patch,
  d: Float64Array,
  i: number,
  out: Float64Array,
  j: number,
): void {
  const x = d[i];
  const y = d[i + 1];
  const z = d[i + 2];
  if (!(Math.abs(x) + Math.abs(y) + Math.abs(z) <= LONGEST)) {
    out[j] = Infinity;
    return;
  }
  if (patch.triangles !== null) {
    out[j] = farthestAlong(patch.triangles, patch.from, patch.to, x, y, z);
    return;
  }
  let most = -Infinity;
  for (let k = 0; k < patch.pieces.length; k++) {
    const { shape, points, pose } = patch.pieces[k];
    let a = x;
    let b = y;
    let c = z;
    let base = 0;
    if (pose !== null) {
      a = pose[0] * x + pose[3] * y + pose[6] * z;
      b = pose[1] * x + pose[4] * y + pose[7] * z;
      c = pose[2] * x + pose[5] * y + pose[8] * z;
      base = pose[9] * x + pose[10] * y + pose[11] * z;
    }
    const value =
      shape.kind === 'vertices'
        ? farthestAlong(points, 0, points.at.length, a, b, c)
        : supportOf(shape, a, b, c);
    if (base + value > most) most = base + value;
  }
  out[j] = most;
}

/** The largest d.p over a primitive in its own frame. A half-space has one along its normal alone. */
function supportOf(
  shape: Exclude<PieceModel['shape'], { kind: 'vertices' }>,
  x: number,
  y: number,
  z: number,
): number {
  switch (shape.kind) {
    case 'box':
      return (
        shape.half[0] * Math.abs(x) + shape.half[1] * Math.abs(y) + shape.half[2] * Math.abs(z)
      );
    case 'sphere':
      return shape.radius * Math.sqrt(x * x + y * y + z * z);
    case 'capsule':
      return shape.radius * Math.sqrt(x * x + y * y + z * z) + 0.5 * shape.length * Math.abs(z);
    case 'cylinder':
      return shape.radius * Math.sqrt(x * x + y * y) + 0.5 * shape.length * Math.abs(z);
    case 'cone': {
      const half = 0.5 * shape.length;
      return Math.max(half * z, shape.radius * Math.sqrt(x * x + y * y) - half * z);
    }
    case 'ellipsoid': {
      const a = shape.radii[0] * x;
      const b = shape.radii[1] * y;
      const c = shape.radii[2] * z;
      return Math.sqrt(a * a + b * b + c * c);
    }
    case 'half-space':
      return alongNormal(shape, x, y, z);
  }
}

/** Farther off than rounding, and no more than a slab's direction may be off from the normal. */
const SLANT = 1e-8;

/** Where d is the normal times its length, up to rounding, it ends at offset times that; else nowhere. */
function alongNormal({ normal, offset }: HalfSpace, x: number, y: number, z: number): number {
  const length = Math.sqrt(x * x + y * y + z * z);
  const [a, b, c] = normal;
  const across = Math.abs(y * c - z * b) + Math.abs(z * a - x * c) + Math.abs(x * b - y * a);
  const along = x * a + y * b + z * c;
  return along >= 0 && across <= SLANT * length ? offset * length : Infinity;
}

/**
 * out[j] = the largest |(p - o) x w| over the points p of a patch, for o and w at s[i] and s[i + 3], in
 * the body's frame: how far the patch is from an axis, times |w|. Of what is round by its ball.
 */
export function axisDistanceInto(
  patch: Patch,
  s: Float64Array,
  i: number,
  out: Float64Array,
  j: number,
): void {
  let most = 0;
  for (let k = 0; k < patch.pieces.length; k++) {
    const { corners, ball } = patch.pieces[k];
    const vertices = patch.triangles === null ? corners : patch.triangles.at;
    if (vertices !== null) {
      const to = patch.triangles === null ? vertices.length : patch.to;
      let squared = 0;
      for (let v = patch.from; v < to; v += 3) {
        squared = Math.max(squared, acrossSquared(vertices, v, s, i));
      }
      most = Math.max(most, Math.sqrt(squared));
    } else {
      const rate = Math.sqrt(s[i + 3] * s[i + 3] + s[i + 4] * s[i + 4] + s[i + 5] * s[i + 5]);
      most = Math.max(most, Math.sqrt(acrossSquared(ball, 0, s, i)) + ball[3] * rate);
    }
  }
  out[j] = most;
}

function acrossSquared(p: Float64Array, v: number, s: Float64Array, i: number): number {
  const x = p[v] - s[i];
  const y = p[v + 1] - s[i + 1];
  const z = p[v + 2] - s[i + 2];
  const a = y * s[i + 5] - z * s[i + 4];
  const b = z * s[i + 3] - x * s[i + 5];
  const c = x * s[i + 4] - y * s[i + 3];
  return a * a + b * b + c * c;
}
