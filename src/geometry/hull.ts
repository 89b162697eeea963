/**
 * Convex hulls that provably contain their input. The vertices are input points, unchanged;
 * every decision is the exact sign of a determinant, so every input point is exactly inside
 * or on the hull, also for coplanar, collinear, coincident and nearly degenerate points and
 * far from the origin. Frame and units are those of the points.
 */
import { InputError } from '../math/index.ts';
import { orient2d, orient3d } from './orient.ts';
import { quickhull } from './quickhull.ts';
import { pointsFault } from './shapes.ts';

/** A convex hull. In three dimensions `indices` is a closed surface. */
export interface Hull {
  /** Hull vertices only, three coordinates each: doubles of the input, unchanged. */
  readonly positions: Float64Array;
  /**
   * Triangulated facets, counter-clockwise seen from outside. A planar hull has its polygon
   * twice, once for each side; a segment and a point have no triangles.
   */
  readonly indices: Uint32Array;
  /** For each hull vertex its number in the input. */
  readonly sources: Uint32Array;
  /** Of the affine hull: 0 a point, 1 a segment, 2 a planar polygon, 3 a solid. */
  readonly dimension: 0 | 1 | 2 | 3;
}

/**
 * The convex hull of points with three coordinates each. A point exactly in the interior of
 * a facet or an edge may or may not be among the vertices.
 */
export function convexHull(points: Float64Array): Hull {
  const fault = pointsFault(points);
  if (fault) throw new InputError(fault);
  const count = points.length / 3;
  const a = 0;
  let b = 0;
  for (let i = 1; i < count; i++) {
    if (squaredDistance(points, a, i) > squaredDistance(points, a, b)) b = i;
  }
  // Distances that underflow compare as equal; coordinates decide whether points coincide.
  for (let i = 1; i < count && samePoint(points, a, b); i++) b = i;
  if (samePoint(points, a, b)) return subset(points, [0], [], 0);

  const c = offLine(points, a, b);
  if (c < 0) return segment(points);
  const d = offPlane(points, a, b, c);
  if (d < 0) return polygon(points, a, b, c);
  const indices = quickhull(points, [a, b, c, d]);
  return subset(points, [...new Set(indices)].sort(ascending), indices, 3);
}

const ascending = (i: number, j: number) => i - j;

/** The hull made of the input points `vertices`, facets renumbered to them. */
function subset(
  points: Float64Array,
  vertices: readonly number[],
  facets: ArrayLike<number>,
  dimension: 0 | 1 | 2 | 3,
): Hull {
  const positions = new Float64Array(3 * vertices.length);
  const number = new Map<number, number>();
  for (let i = 0; i < vertices.length; i++) {
    number.set(vertices[i], i);
    for (let k = 0; k < 3; k++) positions[3 * i + k] = points[3 * vertices[i] + k];
  }
  const indices = new Uint32Array(facets.length);
  for (let i = 0; i < facets.length; i++) indices[i] = number.get(facets[i])!;
  return { positions, indices, sources: Uint32Array.from(vertices), dimension };
}

/** The two ends of collinear points: along a line, coordinates are monotone. */
function segment(points: Float64Array): Hull {
  let low = 0;
  let high = 0;
  for (let i = 1; i < points.length / 3; i++) {
    if (comparePoints(points, i, low, 0) < 0) low = i;
    if (comparePoints(points, i, high, 0) > 0) high = i;
  }
  return subset(points, [low, high], [], 1);
}

/**
 * The hull of exactly coplanar points: monotone chain (Andrew 1979) in a projection along an
 * axis in which the triangle a, b, c keeps an area, hence in which no two points of the plane
 * coincide.
 */
function polygon(points: Float64Array, a: number, b: number, c: number): Hull {
  let axis = 0;
  while (projected(points, a, b, c, axis) === 0) axis++;
  const order = Array.from({ length: points.length / 3 }, (_, i) => i);
  order.sort((i, j) => comparePoints(points, i, j, (axis + 1) % 3));
  const ring: number[] = [];
  for (let pass = 0; pass < 2; pass++) {
    const base = ring.length;
    for (const i of order) {
      while (
        ring.length > base + 1 &&
        projected(points, ring[ring.length - 2], ring[ring.length - 1], i, axis) <= 0
      ) {
        ring.pop();
      }
      ring.push(i);
    }
    ring.pop();
    order.reverse();
  }
  const facets: number[] = [];
  for (let i = 1; i + 1 < ring.length; i++) {
    facets.push(ring[0], ring[i], ring[i + 1], ring[0], ring[i + 1], ring[i]);
  }
  return subset(points, ring, facets, 2);
}

function squaredDistance(p: Float64Array, i: number, j: number): number {
  const x = p[3 * i] - p[3 * j];
  const y = p[3 * i + 1] - p[3 * j + 1];
  const z = p[3 * i + 2] - p[3 * j + 2];
  return x * x + y * y + z * z;
}

function samePoint(p: Float64Array, i: number, j: number): boolean {
  return comparePoints(p, i, j, 0) === 0;
}

/** Order by coordinates, `axis` first, then the axes after it in turn. */
function comparePoints(p: Float64Array, i: number, j: number, axis: number): number {
  for (let k = 0; k < 3; k++) {
    const t = (axis + k) % 3;
    if (p[3 * i + t] !== p[3 * j + t]) return p[3 * i + t] < p[3 * j + t] ? -1 : 1;
  }
  return 0;
}

function projected(p: Float64Array, a: number, b: number, c: number, axis: number): number {
  return orient2d(p, 3 * a, p, 3 * b, p, 3 * c, axis);
}

function collinear(p: Float64Array, a: number, b: number, c: number): boolean {
  for (let axis = 0; axis < 3; axis++) {
    if (projected(p, a, b, c, axis) !== 0) return false;
  }
  return true;
}

/** A point exactly off the line a, b, the farthest by rounded measure; -1 if there is none. */
function offLine(p: Float64Array, a: number, b: number): number {
  let best = -1;
  let bestArea = -1;
  const x = p[3 * b] - p[3 * a];
  const y = p[3 * b + 1] - p[3 * a + 1];
  const z = p[3 * b + 2] - p[3 * a + 2];
  for (let i = 0; i < p.length / 3; i++) {
    const u = p[3 * i] - p[3 * a];
    const v = p[3 * i + 1] - p[3 * a + 1];
    const w = p[3 * i + 2] - p[3 * a + 2];
    const area = Math.hypot(y * w - z * v, z * u - x * w, x * v - y * u);
    if (area > bestArea && !collinear(p, a, b, i)) {
      best = i;
      bestArea = area;
    }
  }
  return best;
}

/** A point exactly off the plane a, b, c, the farthest by rounded measure; -1 if none. */
function offPlane(p: Float64Array, a: number, b: number, c: number): number {
  let best = -1;
  let bestHeight = -1;
  const x = p[3 * b] - p[3 * a];
  const y = p[3 * b + 1] - p[3 * a + 1];
  const z = p[3 * b + 2] - p[3 * a + 2];
  const u = p[3 * c] - p[3 * a];
  const v = p[3 * c + 1] - p[3 * a + 1];
  const w = p[3 * c + 2] - p[3 * a + 2];
  const nx = y * w - z * v;
  const ny = z * u - x * w;
  const nz = x * v - y * u;
  for (let i = 0; i < p.length / 3; i++) {
    const height = Math.abs(
      nx * (p[3 * i] - p[3 * a]) +
        ny * (p[3 * i + 1] - p[3 * a + 1]) +
        nz * (p[3 * i + 2] - p[3 * a + 2]),
    );
    if (height > bestHeight && orient3d(p, 3 * a, p, 3 * b, p, 3 * c, p, 3 * i) !== 0) {
      best = i;
      bestHeight = height;
    }
  }
  return best;
}
