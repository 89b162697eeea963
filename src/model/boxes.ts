/**
 * Boxes around bodies: the smallest along the axes of the body's frame, up to what rounding takes, padding included
 * and rounded outwards. Whoever looks at a body, by the formulas of its shapes, by corners that were placed and
 * rounded or by the nearest rotation to the one that its pose has, looks at points of its box: docs/proofs/rounding.md,
 * "Boxes around obstacles".
 */
import { type PlainShape, pointsRadius, primitiveRadius } from '../geometry/index.ts';
import { orthogonalityDefect, U } from '../math/index.ts';
import { type BodyModel, type PieceVisitor, visitPieces } from './bodies.ts';

/** More than all roundings of a placed point and of the box around it, per unit of each length that occurs. */
const ROUNDING = 128 * U;

const extent = new Float64Array(6);
const box = new Float64Array(6);
let padding = 0;

/**
 * out[o ...] = lower corner, then upper corner of the body's box; without end where it has a half-space, inside out
 * where it has no pieces. Pieces that were not made yet stay unmade.
 */
export function bodyBoxInto(body: BodyModel, out: Float64Array, o: number): void {
  box.fill(Number.POSITIVE_INFINITY, 0, 3);
  box.fill(Number.NEGATIVE_INFINITY, 3, 6);
  padding = body.padding;
  visitPieces(body, EXTENTS);
  out.set(box, o);
}

const EXTENTS: PieceVisitor = {
  mesh({ positions }) {
    pointsExtent(positions, null);
    include(0);
  },
  shape(shape, pose) {
    include(shapeExtent(shape, pose));
  },
};

/** box = one that contains the extent, too, which may be missed by `slack`. */
function include(slack: number): void {
  const more = slack + padding + ROUNDING * padding;
  for (let k = 0; k < 3; k++) {
    const low = extent[k];
    const high = extent[3 + k];
    // One more rounding of each sum: of its largest term.
    const all = more > 0 ? more + ROUNDING * Math.max(Math.abs(low), Math.abs(high)) : 0;
    box[k] = Math.min(box[k], low - all);
    box[3 + k] = Math.max(box[3 + k], high + all);
  }
}

/** extent = the box around points, placed if a pose is given; what that rounds is for the caller to add. */
function pointsExtent(points: Float64Array, pose: Float64Array | null): void {
  extent.fill(Number.POSITIVE_INFINITY, 0, 3);
  extent.fill(Number.NEGATIVE_INFINITY, 3, 6);
  for (let i = 0; i < points.length; i += 3) {
    for (let k = 0; k < 3; k++) {
      const r = 3 * k;
      const x =
        pose === null
          ? points[i + k]
          : pose[r] * points[i] +
            pose[r + 1] * points[i + 1] +
            pose[r + 2] * points[i + 2] +
            pose[9 + k];
      if (x < extent[k]) extent[k] = x;
      if (x > extent[3 + k]) extent[3 + k] = x;
    }
  }
}

/** extent = the box around a placed shape; by how much rounding and a rotation that is none can miss it. */
function shapeExtent(shape: PlainShape, pose: Float64Array): number {
  if (shape.kind === 'half-space') {
    extent.fill(Number.NEGATIVE_INFINITY, 0, 3);
    extent.fill(Number.POSITIVE_INFINITY, 3, 6);
    return 0;
  }
  if (shape.kind === 'hull') pointsExtent(shape.hull.positions, pose);
  else {
    for (let k = 0; k < 3; k++) {
      const half = halfWidth(shape, pose[3 * k], pose[3 * k + 1], pose[3 * k + 2]);
      extent[k] = pose[9 + k] - half;
      extent[3 + k] = pose[9 + k] + half;
    }
  }
  const radius =
    shape.kind === 'hull' ? pointsRadius(shape.hull.positions) : primitiveRadius(shape);
  // |R - nearest rotation| <= |R'R - I| / 1.99 <= 3 defect / 1.99; 8 u: its rounding.
  const tilt = 1.6 * (orthogonalityDefect(pose, 0) + 8 * U);
  const size = radius + Math.abs(pose[9]) + Math.abs(pose[10]) + Math.abs(pose[11]);
  return tilt * radius + ROUNDING * size;
}

type Round = Exclude<PlainShape, { readonly kind: 'hull' | 'half-space' }>;

/** How far a shape reaches along an axis that is (x, y, z) in its own frame; a cone as the cylinder around it. */
function halfWidth(shape: Round, x: number, y: number, z: number): number {
  switch (shape.kind) {
    case 'box': {
      const { half } = shape;
      return Math.abs(x) * half[0] + Math.abs(y) * half[1] + Math.abs(z) * half[2];
    }
    case 'sphere':
      return shape.radius;
    case 'cylinder':
    case 'cone':
      return Math.sqrt(x * x + y * y) * shape.radius + 0.5 * Math.abs(z) * shape.length;
    case 'capsule':
      return shape.radius + 0.5 * Math.abs(z) * shape.length;
    case 'ellipsoid': {
      const [a, b, c] = [x * shape.radii[0], y * shape.radii[1], z * shape.radii[2]];
      return Math.sqrt(a * a + b * b + c * c);
    }
  }
}
