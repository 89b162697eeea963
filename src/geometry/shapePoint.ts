/**
 * Distance of a point from a primitive, and whether the primitive contains it, in the
 * primitive's frame and in closed form. Rounding puts a distance off by at most
 * POINT_SLACK times (the shape's bounding radius + |p|), docs/proofs/convex.md.
 */
import { U } from '../math/index.ts';
import { orient3d } from './orient.ts';
import type { Shape } from './primitives.ts';

/** Relative error of the closest points in closed form. */
export const POINT_SLACK = 16 * U;

/** Whether `closestPointInto` has a closed form for the shape. */
export function hasClosestPoint(shape: Shape): boolean {
  return shape.kind !== 'ellipsoid' && shape.kind !== 'hull';
}

/**
 * The point of the shape's surface nearest to p[i..], to out[j..], and the signed distance,
 * negative inside, to out[j + 3]. Not for ellipsoids and hulls, which have no closed form.
 */
export function closestPointInto(
  shape: Shape,
  p: Float64Array,
  i: number,
  out: Float64Array,
  j: number,
): void {
  const x = p[i];
  const y = p[i + 1];
  const z = p[i + 2];
  out[j] = x;
  out[j + 1] = y;
  out[j + 2] = z;
  switch (shape.kind) {
    case 'box':
      closestOfBox(shape.half, x, y, z, out, j);
      return;
    case 'sphere':
      closestOfBall(0, shape.radius, out, j);
      return;
    case 'capsule': {
      const half = 0.5 * shape.length;
      closestOfBall(Math.min(Math.max(z, -half), half), shape.radius, out, j);
      return;
    }
    case 'cylinder':
      closestOfTurned(shape.radius, shape.radius, 0.5 * shape.length, out, j);
      return;
    case 'cone':
      closestOfTurned(shape.radius, 0, 0.5 * shape.length, out, j);
      return;
    case 'half-space': {
      const [a, b, c] = shape.normal;
      const distance = a * x + b * y + c * z - shape.offset;
      out[j] = x - distance * a;
      out[j + 1] = y - distance * b;
      out[j + 2] = z - distance * c;
      out[j + 3] = distance;
      return;
    }
    default:
      throw new Error(`no closed form for the distance of a point from a ${shape.kind}`);
  }
}

function closestOfBox(
  half: readonly number[],
  x: number,
  y: number,
  z: number,
  out: Float64Array,
  j: number,
): void {
  const cx = Math.min(Math.max(x, -half[0]), half[0]);
  const cy = Math.min(Math.max(y, -half[1]), half[1]);
  const cz = Math.min(Math.max(z, -half[2]), half[2]);
  out[j] = cx;
  out[j + 1] = cy;
  out[j + 2] = cz;
  const dx = x - cx;
  const dy = y - cy;
  const dz = z - cz;
  out[j + 3] = Math.sqrt(dx * dx + dy * dy + dz * dz);
  if (dx !== 0 || dy !== 0 || dz !== 0) return;
  const inX = half[0] - Math.abs(x);
  const inY = half[1] - Math.abs(y);
  const inZ = half[2] - Math.abs(z);
  const least = Math.min(inX, inY, inZ);
  out[j + 3] = -least;
  if (inX === least) out[j] = x < 0 ? -half[0] : half[0];
  else if (inY === least) out[j + 1] = y < 0 ? -half[1] : half[1];
  else out[j + 2] = z < 0 ? -half[2] : half[2];
}

/** The ball of a radius around (0, 0, centre). The point lies in out[j..]. */
function closestOfBall(centre: number, radius: number, out: Float64Array, j: number): void {
  const x = out[j];
  const y = out[j + 1];
  const z = out[j + 2];
  const up = z - centre;
  const length = Math.sqrt(x * x + y * y + up * up);
  const scale = length > 0 ? radius / length : 0;
  out[j] = length > 0 ? scale * x : radius;
  out[j + 1] = scale * y;
  out[j + 2] = centre + scale * up;
  out[j + 3] = length - radius;
}

/**
 * The solid turned about z from the trapezoid of radius `bottom` at -half and `top` at half:
 * in the half-plane of the point the nearest point lies on one of three segments.
 */
function closestOfTurned(
  bottom: number,
  top: number,
  half: number,
  out: Float64Array,
  j: number,
): void {
  const x = out[j];
  const y = out[j + 1];
  const z = out[j + 2];
  const across = Math.sqrt(x * x + y * y);
  const lean = top - bottom;
  const height = 2 * half;
  // Base, top, side: the side's nearest point by projection on the slant.
  const along = ((across - bottom) * lean + (z + half) * height) / (lean * lean + height * height);
  const t = Math.min(Math.max(along, 0), 1);
  let r = bottom + t * lean;
  let h = -half + t * height;
  let least = Math.sqrt((across - r) * (across - r) + (z - h) * (z - h));
  for (let end = 0; end < 2; end++) {
    const radius = Math.min(across, end === 0 ? bottom : top);
    const level = end === 0 ? -half : half;
    const distance = Math.sqrt((across - radius) * (across - radius) + (z - level) * (z - level));
    if (distance < least) {
      least = distance;
      r = radius;
      h = level;
    }
  }
  const outward = (across - bottom) * height - (z + half) * lean;
  const inside = z > -half && z < half && outward < 0;
  out[j] = across > 0 ? (r / across) * x : r;
  out[j + 1] = across > 0 ? (r / across) * y : 0;
  out[j + 2] = h;
  out[j + 3] = inside ? -least : least;
}

/**
 * Whether the shape contains the point at p[i..]; exact for solid hulls, never for flat
 * ones, rounded for the rest.
 */
export function containsPoint(shape: Shape, p: Float64Array, i: number): boolean {
  if (shape.kind === 'ellipsoid') {
    const x = p[i] / shape.radii[0];
    const y = p[i + 1] / shape.radii[1];
    const z = p[i + 2] / shape.radii[2];
    return x * x + y * y + z * z <= 1;
  }
  if (shape.kind === 'hull') {
    const { positions, indices, dimension } = shape.hull;
    return dimension === 3 && hullContains(positions, indices, p, i);
  }
  const out = new Float64Array(4);
  closestPointInto(shape, p, i, out, 0);
  return out[3] <= 0;
}

function hullContains(q: Float64Array, indices: Uint32Array, p: Float64Array, i: number): boolean {
  for (let f = 0; f < indices.length; f += 3) {
    const a = 3 * indices[f];
    const b = 3 * indices[f + 1];
    const c = 3 * indices[f + 2];
    if (orient3d(q, a, q, b, q, c, p, i) < 0) return false;
  }
  return true;
}
