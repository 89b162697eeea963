/**
 * Exact primitives, never tessellated, as plain records in their own frame; lengths in the
 * unit of the caller (metres, by house rule). All are closed solids.
 */
import { type Fault, InputError, U } from '../math/index.ts';
import { convexHull, type Hull } from './hull.ts';
import { buildSupportTable, type SupportTable } from './supportTable.ts';

/** Three numbers: x, y, z. */
export type Triple = readonly [number, number, number];

/** Centred, axes along x, y, z. `half` holds half the edge lengths. */
export interface Box {
  readonly kind: 'box';
  readonly half: Triple;
}

/** Centred. */
export interface Sphere {
  readonly kind: 'sphere';
  readonly radius: number;
}

/** Axis along z, from -length/2 to length/2. */
export interface Cylinder {
  readonly kind: 'cylinder';
  readonly radius: number;
  readonly length: number;
}

/** All points within `radius` of the segment from -length/2 to length/2 on z. */
export interface Capsule {
  readonly kind: 'capsule';
  readonly radius: number;
  readonly length: number;
}

/** Base of `radius` at z = -length/2, apex at z = length/2. */
export interface Cone {
  readonly kind: 'cone';
  readonly radius: number;
  readonly length: number;
}

/** Centred, axes along x, y, z. */
export interface Ellipsoid {
  readonly kind: 'ellipsoid';
  readonly radii: Triple;
}

/** The points x with normal . x <= offset; the normal has length 1 up to rounding. */
export interface HalfSpace {
  readonly kind: 'half-space';
  readonly normal: Triple;
  readonly offset: number;
}

export interface HullShape {
  readonly kind: 'hull';
  readonly hull: Hull;
  readonly table: SupportTable;
}

/** A convex shape of finite size. */
export type BoundedShape = Box | Sphere | Cylinder | Capsule | Cone | Ellipsoid | HullShape;
/** A convex shape in its own frame. */
export type Shape = BoundedShape | HalfSpace;

/** The convex hull of points, as a shape. */
export function hullShape(points: Float64Array): HullShape {
  const hull = convexHull(points);
  return { kind: 'hull', hull, table: buildSupportTable(hull) };
}

/** What is wrong with a shape, or null. */
export function shapeFault(shape: Shape): Fault | null {
  switch (shape.kind) {
    case 'box':
      return sizesFault('box', 'half', shape.half);
    case 'sphere':
      return sizesFault('sphere', 'radius', [shape.radius]);
    case 'ellipsoid':
      return sizesFault('ellipsoid', 'radii', shape.radii);
    case 'cylinder':
    case 'capsule':
    case 'cone':
      return (
        sizesFault(shape.kind, 'radius', [shape.radius]) ??
        sizesFault(shape.kind, 'length', [shape.length])
      );
    case 'half-space': {
      const [x, y, z] = shape.normal;
      if (!Number.isFinite(x + y + z + shape.offset)) {
        return { code: 'shape/non-finite', message: 'a number of the half-space is not finite' };
      }
      if (Math.abs(Math.hypot(x, y, z) - 1) <= UNIT_ERROR) return null;
      return {
        code: 'shape/normal',
        message: `the half-space's normal has length ${Math.hypot(x, y, z)}, expected 1`,
        hint: 'divide normal and offset by the length of the normal',
      };
    }
    case 'hull':
      return null; // convexHull has checked the points
  }
}

/** How far the length of a half-space's normal may be from 1. */
export const UNIT_ERROR = 8 * U;

function sizesFault(kind: string, field: string, sizes: readonly number[]): Fault | null {
  for (const size of sizes) {
    if (!Number.isFinite(size)) {
      return { code: 'shape/non-finite', message: `${field} of the ${kind} is ${size}` };
    }
    if (!(size >= 1e-30 && size <= 1e30)) {
      return {
        code: 'shape/size',
        message: `${field} of the ${kind} is ${size}, expected a positive number`,
        hint: 'sizes lie between 1e-30 and 1e30, in metres',
      };
    }
  }
  return null;
}

/** Throws an InputError unless the shape is sound. */
export function assertShape(shape: Shape): void {
  const fault = shapeFault(shape);
  if (fault) throw new InputError(fault);
}

/** Upper bound of the distance of the shape's points from its frame's origin. */
export function boundingRadius(shape: Shape): number {
  const up = 1 + 8 * U;
  switch (shape.kind) {
    case 'box': {
      const [x, y, z] = shape.half;
      return Math.sqrt(x * x + y * y + z * z) * up;
    }
    case 'sphere':
      return shape.radius;
    case 'cylinder':
    case 'cone': {
      const { radius, length } = shape;
      return Math.sqrt(radius * radius + 0.25 * length * length) * up;
    }
    case 'capsule':
      return (shape.radius + 0.5 * shape.length) * up;
    case 'ellipsoid':
      return Math.max(shape.radii[0], shape.radii[1], shape.radii[2]);
    case 'half-space':
      return Number.POSITIVE_INFINITY;
    case 'hull':
      return shape.table.radius;
  }
}

/** The tightest box along the axes: low x, y, z at out[j], high x, y, z at out[j + 3]. */
export function boundingBoxInto(shape: Shape, out: Float64Array, j: number): void {
  let x = Number.POSITIVE_INFINITY;
  let y = x;
  let z = x;
  switch (shape.kind) {
    case 'box':
      [x, y, z] = shape.half;
      break;
    case 'sphere':
      x = shape.radius;
      y = x;
      z = x;
      break;
    case 'cylinder':
    case 'cone':
      x = shape.radius;
      y = x;
      z = 0.5 * shape.length;
      break;
    case 'capsule':
      x = shape.radius;
      y = x;
      z = (0.5 * shape.length + x) * (1 + 2 * U);
      break;
    case 'ellipsoid':
      [x, y, z] = shape.radii;
      break;
    case 'half-space':
      break; // unbounded
    case 'hull': {
      const p = shape.hull.positions;
      for (let k = 0; k < 3; k++) {
        let low = p[k];
        let high = p[k];
        for (let i = k; i < p.length; i += 3) {
          if (p[i] < low) low = p[i];
          if (p[i] > high) high = p[i];
        }
        out[j + k] = low;
        out[j + 3 + k] = high;
      }
      return;
    }
  }
  out[j] = -x;
  out[j + 1] = -y;
  out[j + 2] = -z;
  out[j + 3] = x;
  out[j + 4] = y;
  out[j + 5] = z;
}
