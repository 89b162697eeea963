/**
 * Bridges and concave vertices of a polygon in a plane, by its convex hull and all pairs: an oracle for
 * src/geometry/openShells/bridges.ts. Cubic.
 */
import type { Random } from '../../../src/math/index.ts';

/** A corner of a polygon, which runs counter-clockwise. */
export type Point = readonly [number, number];

export interface PlainConcavePart {
  readonly from: number;
  readonly to: number;
  readonly concave: readonly number[];
  readonly distances: readonly number[];
}

/** Twice the area of a, b, c; positive if they turn left. */
export function turn(a: Point, b: Point, c: Point): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

/** What is between two vertices that are on the hull and follow each other there, but not in the polygon. */
export function plainConcaveParts(polygon: readonly Point[]): PlainConcavePart[] {
  const n = polygon.length;
  const size = Math.max(...polygon.flat().map(Math.abs));
  const slack = 1e-12 * size * size;
  // On the hull: some line through it and another vertex has everything on one side.
  const onHull = polygon.map((b) =>
    polygon.some(
      (c) =>
        (c[0] !== b[0] || c[1] !== b[1]) && polygon.every((other) => turn(b, c, other) >= -slack),
    ),
  );
  const kept = onHull.flatMap((on, i) => (on ? [i] : []));
  return kept.flatMap((from, k) => {
    const to = kept[(k + 1) % kept.length];
    if (to === (from + 1) % n) return [];
    const concave: number[] = [];
    for (let at = (from + 1) % n; at !== to; at = (at + 1) % n) {
      if (turn(polygon[(at + n - 1) % n], polygon[at], polygon[(at + 1) % n]) < -slack) {
        concave.push(at);
      }
    }
    const distances = concave.map((at) => toSegment(polygon[at], polygon[from], polygon[to]));
    return [{ from, to, concave, distances }];
  });
}

/** A polygon through random points whose sides do not cross: crossings are taken out one by one. */
export function untangled(random: Random, n: number): Point[] {
  let points = Array.from({ length: n }, (): Point => [random.between(0, 1), random.between(0, 1)]);
  const crossing = () => {
    for (let i = 0; i < n; i++) {
      for (let j = i + 2; j < n; j++) {
        const [a, b, c, d] = [i, i + 1, j, j + 1].map((k) => points[k % n]);
        if (turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0) return [i, j];
      }
    }
    return null;
  };
  for (let pair = crossing(); pair; pair = crossing()) {
    const [i, j] = pair;
    const turned = points.slice(i + 1, j + 1).reverse();
    points = [...points.slice(0, i + 1), ...turned, ...points.slice(j + 1)];
  }
  const area = points.reduce((sum, p, i) => sum + turn([0, 0], p, points[(i + 1) % n]), 0);
  return area < 0 ? points.reverse() : points;
}

function toSegment(p: Point, a: Point, b: Point): number {
  const [x, y] = [b[0] - a[0], b[1] - a[1]];
  const s = ((p[0] - a[0]) * x + (p[1] - a[1]) * y) / (x * x + y * y);
  const t = Math.min(1, Math.max(0, s));
  return Math.hypot(p[0] - a[0] - t * x, p[1] - a[1] - t * y);
}
