/**
 * Shapes as they are described, as plain records in their own frame; lengths in the unit of the caller
 * (metres, by house rule). All are closed solids, and exact: never tessellated. primitives.ts makes of
 * them what queries need.
 */
import { type Fault, InputError } from '../math/fault.ts';
import { U } from '../math/rounding.ts';

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

/** The convex hull of points, three coordinates each. */
export interface PointHull {
  readonly kind: 'hull';
  readonly hull: { readonly positions: Float64Array };
}

/** All but hulls: what has a formula. */
export type Primitive = Box | Sphere | Cylinder | Capsule | Cone | Ellipsoid | HalfSpace;
/** A convex shape as it is described. */
export type PlainShape = Primitive | PointHull;

/** What is wrong with a shape, or null. */
export function shapeFault(shape: PlainShape): Fault | null {
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
      return pointsFault(shape.hull.positions);
  }
}

/** What is wrong with the points of a hull, or null. */
export function pointsFault(points: Float64Array): Fault | null {
  if (points.length === 0 || points.length % 3 !== 0) {
    return {
      code: 'hull/length',
      message: `a hull needs one point or more, three coordinates each; found ${points.length} numbers`,
    };
  }
  for (let i = 0; i < points.length; i++) {
    const size = Math.abs(points[i]);
    // The exact predicates need products of three coordinates to neither over- nor underflow.
    if (size === 0 || (size >= 1e-90 && size <= 1e90)) continue;
    const place = `coordinate ${i % 3} of point ${Math.floor(i / 3)} is ${points[i]}`;
    if (!Number.isFinite(size)) return { code: 'hull/non-finite', message: place };
    return {
      code: 'hull/range',
      message: `${place}; expected 0 or a magnitude between 1e-90 and 1e90`,
      hint: 'check the scale of the points',
    };
  }
  return null;
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
export function assertShape(shape: PlainShape): void {
  const fault = shapeFault(shape);
  if (fault) throw new InputError(fault);
}

/** Upper bound of the distance of a primitive's points from its frame's origin. */
export function primitiveRadius(shape: Primitive): number {
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
  }
}

/** The same of points. */
export function pointsRadius(points: Float64Array): number {
  let squared = 0;
  for (let i = 0; i < points.length; i += 3) {
    squared = Math.max(
      squared,
      points[i] * points[i] + points[i + 1] * points[i + 1] + points[i + 2] * points[i + 2],
    );
  }
  return Math.sqrt(squared) * (1 + 4 * U);
}
