/**
 * Support points: where a convex shape reaches farthest in a direction, in the shape's frame.
 * A sphere and a capsule are a core (a point, a segment) and a radius around it, so that
 * searches work on the core. A point computed here has d.x within 8 u |d| radius of the true
 * maximum (docs/proofs/convex.md). Nothing is allocated.
 */
import type { BoundedShape, HullShape } from './primitives.ts';
import { boundingRadius } from './primitives.ts';
import { supportOffset } from './supportTable.ts';

/** Three points, nine coordinates from `offset` on: a leaf of a mesh as a convex shape. */
export interface TriangleShape {
  readonly kind: 'triangle';
  points: Float64Array;
  offset: number;
}

/** What the searches of the convex queries accept. */
export type Convex =
  | Exclude<BoundedShape, HullShape>
  | Pick<HullShape, 'kind' | 'table'>
  | TriangleShape;

/** The radius around the core: that of a sphere or capsule, 0 for all other shapes. */
export function roundness(shape: Convex): number {
  return shape.kind === 'sphere' || shape.kind === 'capsule' ? shape.radius : 0;
}

/** Upper bound of the distance of the shape's points from its frame's origin. */
export function convexRadius(shape: Convex): number {
  if (shape.kind === 'hull') return shape.table.radius;
  if (shape.kind !== 'triangle') return boundingRadius(shape);
  const p = shape.points;
  let squared = 0;
  for (let i = shape.offset; i < shape.offset + 9; i += 3) {
    squared = Math.max(squared, p[i] * p[i] + p[i + 1] * p[i + 1] + p[i + 2] * p[i + 2]);
  }
  return Math.sqrt(squared) * (1 + 1e-15);
}

/** A point well inside the shape: where searches start. */
export function convexCentreInto(shape: Convex, out: Float64Array, j: number): void {
  for (let k = 0; k < 3; k++) {
    let x = 0;
    if (shape.kind === 'hull') x = shape.table.centre[k];
    else if (shape.kind === 'triangle') {
      const i = shape.offset + k;
      x = (shape.points[i] + shape.points[i + 3] + shape.points[i + 6]) / 3;
    }
    out[j + k] = x;
  }
}

/** The core's point farthest along d[o..], which must not be zero, to out[j..]. */
export function coreSupportInto(
  shape: Convex,
  d: Float64Array,
  o: number,
  out: Float64Array,
  j: number,
): void {
  const x = d[o];
  const y = d[o + 1];
  const z = d[o + 2];
  switch (shape.kind) {
    case 'box': {
      const half = shape.half;
      out[j] = x < 0 ? -half[0] : half[0];
      out[j + 1] = y < 0 ? -half[1] : half[1];
      out[j + 2] = z < 0 ? -half[2] : half[2];
      return;
    }
    case 'sphere':
      out[j] = 0;
      out[j + 1] = 0;
      out[j + 2] = 0;
      return;
    case 'capsule':
      out[j] = 0;
      out[j + 1] = 0;
      out[j + 2] = z < 0 ? -0.5 * shape.length : 0.5 * shape.length;
      return;
    case 'cylinder': {
      const across = Math.sqrt(x * x + y * y);
      const scale = across > 0 ? shape.radius / across : 0;
      out[j] = scale * x;
      out[j + 1] = scale * y;
      out[j + 2] = z < 0 ? -0.5 * shape.length : 0.5 * shape.length;
      return;
    }
    case 'cone': {
      const across = Math.sqrt(x * x + y * y);
      if (z * shape.length > across * shape.radius) {
        out[j] = 0;
        out[j + 1] = 0;
        out[j + 2] = 0.5 * shape.length;
        return;
      }
      const scale = across > 0 ? shape.radius / across : 0;
      out[j] = scale * x;
      out[j + 1] = scale * y;
      out[j + 2] = -0.5 * shape.length;
      return;
    }
    case 'ellipsoid': {
      const a = shape.radii[0];
      const b = shape.radii[1];
      const c = shape.radii[2];
      const u = a * x;
      const v = b * y;
      const t = c * z;
      const scale = 1 / Math.sqrt(u * u + v * v + t * t);
      out[j] = a * u * scale;
      out[j + 1] = b * v * scale;
      out[j + 2] = c * t * scale;
      return;
    }
    case 'hull': {
      const p = shape.table.positions;
      const i = supportOffset(shape.table, d, o);
      out[j] = p[i];
      out[j + 1] = p[i + 1];
      out[j + 2] = p[i + 2];
      return;
    }
    case 'triangle': {
      const p = shape.points;
      let best = shape.offset;
      let top = x * p[best] + y * p[best + 1] + z * p[best + 2];
      for (let i = shape.offset + 3; i < shape.offset + 9; i += 3) {
        const value = x * p[i] + y * p[i + 1] + z * p[i + 2];
        if (value > top) {
          top = value;
          best = i;
        }
      }
      out[j] = p[best];
      out[j + 1] = p[best + 1];
      out[j + 2] = p[best + 2];
      return;
    }
  }
}

/** The shape's point farthest along d[o..], which must not be zero, to out[j..]. */
export function supportInto(
  shape: Convex,
  d: Float64Array,
  o: number,
  out: Float64Array,
  j: number,
): void {
  const x = d[o];
  const y = d[o + 1];
  const z = d[o + 2];
  coreSupportInto(shape, d, o, out, j);
  const radius = roundness(shape);
  if (radius === 0) return;
  const scale = radius / Math.sqrt(x * x + y * y + z * z);
  out[j] += scale * x;
  out[j + 1] += scale * y;
  out[j + 2] += scale * z;
}
