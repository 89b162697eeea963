/**
 * One question to an algorithm on features, and every claim of its answer put to brute force over all features:
 * bounds, verdict, direction, points, features, depth. Shares nothing with the code under test but the hull.
 */
import { expect } from 'vitest';
import { convexHull, type Hull } from '../../../../src/geometry/hull.ts';
import { APART, COLLIDING } from '../../../../src/proximity/convex/workspace.ts';
import {
  FEATURE_ALGORITHMS,
  type FeatureAlgorithmName,
} from '../../../../src/proximity/features/algorithms.ts';
import {
  compilePolyhedron,
  EDGE,
  type Polyhedron,
  VERTEX,
} from '../../../../src/proximity/features/polyhedron.ts';
import { type FeatureWorkspace, TrackedPair } from '../../../../src/proximity/features/tracked.ts';
import {
  axisGap,
  dot,
  featureDistance,
  features,
  place,
  pointSegment,
  pointTriangle,
  type V,
} from '../convex/oracle.ts';

/** A hull and its features. */
export interface Body {
  readonly hull: Hull;
  readonly polyhedron: Polyhedron;
}

export function bodyOf(points: ArrayLike<number>): Body {
  const hull = convexHull(Float64Array.from(points));
  return { hull, polyhedron: compilePolyhedron(hull) };
}

/** What brute force knows of two bodies: the distance, and the gap along the best axis if both are solid. */
export interface Truth {
  readonly size: number;
  readonly distance: number;
  readonly gap: number;
}

export function truthOf(a: Body, b: Body, pose: Float64Array): Truth {
  const size =
    a.polyhedron.table.radius +
    b.polyhedron.table.radius +
    Math.abs(pose[9]) +
    Math.abs(pose[10]) +
    Math.abs(pose[11]);
  const [fa, fb] = [features(a.hull), features(b.hull, pose)];
  const solid = a.hull.dimension === 3 && b.hull.dimension === 3;
  const gap = solid ? axisGap(fa, fb) : Number.NaN;
  return { size, gap, distance: gap <= 0 ? 0 : featureDistance(fa, fb) };
}

/** Asks, judges, and returns the status. */
export function judged(
  name: FeatureAlgorithmName,
  pair: TrackedPair,
  [a, b]: readonly [Body, Body],
  pose: Float64Array,
  ws: FeatureWorkspace,
  truth: Truth = truthOf(a, b, pose),
): number {
  const { size, gap, distance } = truth;
  const status = FEATURE_ALGORITHMS[name](pair, pose, 0, ws);
  const { lower, upper, points, direction, depthLower, depthUpper, steps } = ws.result;
  // The oracle's own rounding is a few units in the last place of the size.
  expect(lower, name).toBeLessThanOrEqual(distance + 4e-15 * size);
  expect(upper, name).toBeGreaterThanOrEqual(distance - 4e-15 * size);
  expect(lower > 0, name).toBe(status === APART);
  const p: V = [points[0], points[1], points[2]];
  const q: V = [points[3], points[4], points[5]];
  if (status === COLLIDING) {
    expect(upper, name).toBe(0);
    // A common point, up to rounding.
    expect(distanceFrom(a, p), name).toBeLessThan(1e-9 * size);
    expect(distanceFrom(b, p, pose), name).toBeLessThan(1e-9 * size);
    if (!Number.isNaN(gap)) {
      expect(gap, name).toBeLessThan(0);
      expect(depthLower, name).toBeLessThanOrEqual(-gap + 4e-15 * size);
      expect(depthUpper, name).toBeGreaterThanOrEqual(-gap - 4e-15 * size);
    }
  } else {
    expect(depthLower, name).toBe(0);
    expect(depthUpper, name).toBe(Number.POSITIVE_INFINITY);
    expect(Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]), name).toBeLessThanOrEqual(upper);
    expect(distanceFrom(a, p), name).toBeLessThan(1e-13 * size);
    // What GJK leaves open in contact may have points that are farther apart; its bounds hold all the same.
    if (status === APART || (name !== 'gjk' && !ws.result.fellBack)) {
      expect(distanceFrom(b, p, pose) - distance, name).toBeLessThan(
        1e-9 * distance + 1e-13 * size + slack(status, steps, upper),
      );
    }
  }
  if (status === APART) {
    const n: V = [direction[0], direction[1], direction[2]];
    expect(Math.abs(Math.hypot(...n) - 1), name).toBeLessThan(1e-15);
    const nearest = Math.min(...features(b.hull, pose).points.map((x) => dot(n, x)));
    const farthest = Math.max(...features(a.hull).points.map((x) => dot(n, x)));
    expect(lower, name).toBeLessThanOrEqual(nearest - farthest + 4e-15 * size);
    if (steps > 0) {
      expect(upper - lower, name).toBeLessThanOrEqual(1e-9 * upper + 1e-13 * size);
      // The points are on the features that are named; GJK converges to 1e-12 of the distance, hence its points
      // to 1e-6.
      const near = name === 'gjk' || ws.result.fellBack ? 2e-6 * size : 1e-12 * size;
      expect(fromFeature(a, ws.result.featureA, p), name).toBeLessThan(near);
      expect(fromFeature(b, ws.result.featureB, q, pose), name).toBeLessThan(near);
    }
  }
  if (gap < -1e-10 * size) expect(status, name).toBe(COLLIDING);
  if (distance > 1e-12 * size) expect(status, name).toBe(APART);
  return status;
}

/** An answer of the witness plane alone has any two points. */
function slack(status: number, steps: number, upper: number): number {
  return status === APART && steps === 0 ? upper : 0;
}

/** Distance of a point from a body, 0 inside. */
function distanceFrom({ hull }: Body, p: V, pose?: Float64Array): number {
  const f = features(hull, pose);
  const isInside =
    hull.dimension === 3 &&
    f.triangles.every(([i, j, k]) => {
      const [a, b, c] = [f.points[i], f.points[j], f.points[k]];
      const u = b.map((x, t) => x - a[t]);
      const v = c.map((x, t) => x - a[t]);
      const n: V = [
        u[1] * v[2] - u[2] * v[1],
        u[2] * v[0] - u[0] * v[2],
        u[0] * v[1] - u[1] * v[0],
      ];
      return dot(n, [p[0] - a[0], p[1] - a[1], p[2] - a[2]]) <= 0;
    });
  if (isInside) return 0;
  return featureDistance({ points: [p], edges: [], triangles: [] }, f);
}

/** Distance of a point from a feature. */
function fromFeature({ polyhedron: b }: Body, feature: number, p: V, pose?: Float64Array): number {
  const i = feature >> 2;
  const at = (v: number): V => {
    const x: V = [b.positions[3 * v], b.positions[3 * v + 1], b.positions[3 * v + 2]];
    return pose ? place(pose, x) : x;
  };
  if ((feature & 3) === VERTEX) return pointSegment(p, at(i), at(i));
  if ((feature & 3) === EDGE) return pointSegment(p, at(b.ends[2 * i]), at(b.ends[2 * i + 1]));
  const ring = [...b.ringEdges.subarray(b.ringStarts[i], b.ringStarts[i + 1])].map((e) =>
    at(b.ends[e]),
  );
  return Math.min(
    ...ring.slice(1, -1).map((_, k) => pointTriangle(p, ring[0], ring[k + 1], ring[k + 2])),
  );
}

/** Corners of a box, as coordinates. */
export function boxPoints(x: number, y: number, z: number, at: V = [0, 0, 0]): number[] {
  const points: number[] = [];
  for (let i = 0; i < 8; i++) {
    points.push(at[0] + (i & 1 ? x : -x), at[1] + (i & 2 ? y : -y), at[2] + (i & 4 ? z : -z));
  }
  return points;
}

export function trackedPair(a: Body, b: Body): TrackedPair {
  return new TrackedPair(a.polyhedron, b.polyhedron);
}
