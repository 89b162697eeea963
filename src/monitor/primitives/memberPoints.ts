/**
 * A member as points and a distance: the convex hull of the points, grown by the distance, contains it. Polytopes are
 * their vertices; spheres and capsules a point or two; of what is round otherwise a polytope around it stands for it.
 * In the body's frame.
 */
import type { ConvexPiece, Piece } from '../../cell/index.ts';
import { boundingRadius, convexHull, type Hull, triangulate } from '../../geometry/index.ts';
import { orthogonalityDefect, U } from '../../math/index.ts';

export interface MemberPoints {
  /** Three coordinates each. */
  readonly points: Float64Array;
  readonly grow: number;
  /** Of the points. */
  readonly hull: Hull;
}

/** A circle has four times as many corners: a polygon around it of 64 is 0.12 % larger. */
const SUBDIVISIONS = 16;

/** Null where there is no end: a half-space. */
export function memberPoints(piece: Piece): MemberPoints | null {
  if (piece.kind === 'mesh') {
    const { hull } = piece.convex;
    return { points: hull.positions, grow: 0, hull };
  }
  const own = shapePoints(piece);
  if (own === null) return null;
  const points = placed(own.points, piece.pose);
  return { points, grow: own.grow + placingUpper(piece), hull: convexHull(points) };
}

function shapePoints({ convex }: ConvexPiece): { points: Float64Array; grow: number } | null {
  switch (convex.kind) {
    case 'half-space':
      return null;
    case 'hull':
      return { points: convex.hull.positions, grow: 0 };
    case 'box':
      return { points: triangulate(convex, 1).positions, grow: 0 };
    case 'sphere':
      return { points: new Float64Array(3), grow: convex.radius };
    case 'capsule': {
      const half = 0.5 * convex.length;
      return { points: new Float64Array([0, 0, -half, 0, 0, half]), grow: convex.radius };
    }
    case 'cylinder':
    case 'cone': {
      // Corners on the circles; moved outward, the sides touch them from outside.
      const { positions } = triangulate(convex, SUBDIVISIONS);
      const out = (1 + 64 * U) / Math.cos(Math.PI / (4 * SUBDIVISIONS));
      return { points: positions.map((x, i) => (i % 3 === 2 ? x : out * x)), grow: 0 };
    }
    case 'ellipsoid':
      return { points: aroundEllipsoid(convex.radii), grow: 0 };
  }
}

/** Corners of a polytope around a ball of radius 1, scaled along the axes. */
function aroundEllipsoid(radii: readonly number[]): Float64Array {
  const { positions } = triangulate({ kind: 'sphere', radius: 1 }, SUBDIVISIONS / 2);
  const hull = convexHull(positions);
  const p = hull.positions;
  let least = 1;
  for (let f = 0; f < hull.indices.length; f += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => 3 * hull.indices[f + k]);
    const u = [0, 1, 2].map((k) => p[b + k] - p[a + k]);
    const v = [0, 1, 2].map((k) => p[c + k] - p[a + k]);
    const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    const height = n[0] * p[a] + n[1] * p[a + 1] + n[2] * p[a + 2];
    least = Math.min(least, height / Math.hypot(n[0], n[1], n[2]));
  }
  // Facets are no slivers: their planes are found to many digits more than are taken off here.
  const out = 1 / (least - 1e-9);
  return p.map((x, i) => out * x * radii[i % 3]);
}

function placed(points: Float64Array, pose: Float64Array): Float64Array {
  const out = new Float64Array(points.length);
  for (let i = 0; i < points.length; i += 3) {
    for (let k = 0; k < 3; k++) {
      const r = 3 * k;
      const turned =
        pose[r] * points[i] + pose[r + 1] * points[i + 1] + pose[r + 2] * points[i + 2];
      out[i + k] = turned + pose[9 + k];
    }
  }
  return out;
}

/** How far a placed point is from where the nearest rotation to the pose's would place it, at most, rounding included. */
function placingUpper({ convex, pose }: ConvexPiece): number {
  const reach = boundingRadius(convex);
  const shift = Math.abs(pose[9]) + Math.abs(pose[10]) + Math.abs(pose[11]);
  const tilt = 1.6 * (orthogonalityDefect(pose, 0) + 8 * U);
  // Placing: four roundings in each coordinate (docs/proofs/rounding.md, "A placed point").
  return tilt * reach + 16 * U * (2 * reach + shift);
}
