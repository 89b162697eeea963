/** Features of hulls: counts by Euler, neighbours that agree, coplanar triangles in one face by exact signs. */
import { describe, expect, it } from 'vitest';
import { convexHull } from '../../../src/geometry/hull.ts';
import { orient3d } from '../../../src/geometry/orient.ts';
import { Random } from '../../../src/math/random.ts';
import {
  compilePolyhedron,
  type Polyhedron,
  polyhedronOf,
} from '../../../src/proximity/features/polyhedron.ts';
import { randomPoints } from '../../helpers/proximity/convex/oracle.ts';
import { boxPoints } from '../../helpers/proximity/features/judge.ts';
import { sphere } from '../../helpers/proximity/features/spheres.ts';

const counts = (p: Polyhedron) => [p.positions.length / 3, p.ends.length / 2, p.normals.length / 3];

function ringOf(p: Polyhedron, f: number): number[] {
  return [...p.ringEdges.subarray(p.ringStarts[f], p.ringStarts[f + 1])].map((i) => p.ends[i]);
}

/** Everything that must hold of a polyhedron of two or three dimensions. */
function inspect(p: Polyhedron): void {
  const [vertices, edges, faces] = counts(p);
  expect(vertices - edges + faces).toBe(2);
  expect(p.fanEdges.length).toBe(2 * edges);
  for (let v = 0; v < vertices; v++) {
    for (let i = p.fanStarts[v]; i < p.fanStarts[v + 1]; i++) expect(p.ends[p.fanEdges[i]]).toBe(v);
    expect(p.fanStarts[v + 1] - p.fanStarts[v]).toBeGreaterThanOrEqual(p.dimension);
  }
  const q = p.positions;
  for (let f = 0; f < faces; f++) {
    const ring = ringOf(p, f);
    expect(ring.length).toBeGreaterThanOrEqual(3);
    for (let i = p.ringStarts[f]; i < p.ringStarts[f + 1]; i++) {
      expect(p.sides[p.ringEdges[i]]).toBe(f);
    }
    const [a, b, c] = p.corners.subarray(3 * f, 3 * f + 3);
    // Exactly planar, exactly below it all others; corners turn the way the ring does.
    for (let v = 0; v < vertices; v++) {
      const side = orient3d(q, 3 * a, q, 3 * b, q, 3 * c, q, 3 * v);
      if (p.dimension === 2 || ring.includes(v)) expect(side).toBe(0);
      else expect(side).toBe(1);
    }
  }
  // Inward: at right angles to the edge, and toward the other corners of its face.
  for (let i = 0; i < 2 * edges; i++) {
    const m = p.inward.subarray(3 * i, 3 * i + 3);
    const along = (from: number, to: number) =>
      m.reduce((sum, x, k) => sum + x * (q[3 * to + k] - q[3 * from + k]), 0);
    const [tail, head] = [p.ends[i & ~1], p.ends[i | 1]];
    const length = Math.hypot(...m);
    expect(Math.abs(length - 1)).toBeLessThan(1e-12);
    expect(Math.abs(along(tail, head))).toBeLessThan(1e-12 * Math.max(...q.map(Math.abs)));
    for (const v of ringOf(p, p.sides[i])) {
      if (v !== tail && v !== head) expect(along(tail, v)).toBeGreaterThan(0);
    }
  }
}

describe('polyhedra', () => {
  it('of random points (seed 51)', () => {
    const random = new Random(51);
    for (let run = 0; run < 20; run++) {
      const hull = convexHull(randomPoints(random, 4 + random.below(40)));
      const p = compilePolyhedron(hull);
      inspect(p);
      expect(p.positions.length).toBe(hull.positions.length);
      expect(3 * counts(p)[2]).toBe(hull.indices.length);
    }
  });

  it('merge what is exactly coplanar and drop what is no corner: a box with points on its faces and edges', () => {
    const points: number[] = [];
    for (const x of [-1, -0.5, 0, 1]) {
      for (const y of [-2, 0.25, 2]) for (const z of [-0.5, 0, 0.5]) points.push(x, y, z);
    }
    const p = polyhedronOf(Float64Array.from(points));
    expect(counts(p)).toEqual([8, 12, 6]);
    inspect(p);
    // Far away, where a tolerance would be larger than the box.
    inspect(
      polyhedronOf(Float64Array.from(boxPoints(2 ** -20, 2 ** -20, 2 ** -20, [1e6, 1e6, 1e6]))),
    );
  });

  it('keep faces that are only nearly coplanar apart', () => {
    const points = boxPoints(1, 1, 1);
    // One corner, a bit farther out: the three faces at it are no longer planar.
    points[21] += 2 ** -50;
    points[22] += 2 ** -50;
    points[23] += 2 ** -50;
    const p = polyhedronOf(Float64Array.from(points));
    expect(counts(p)).toEqual([8, 15, 9]);
  });

  it('a prism of many sides: two large faces', () => {
    const points: number[] = [];
    for (let i = 0; i < 60; i++) {
      const [x, y] = [Math.cos((Math.PI * i) / 30), Math.sin((Math.PI * i) / 30)];
      points.push(x, y, -1, x, y, 1);
    }
    const p = polyhedronOf(Float64Array.from(points));
    inspect(p);
    expect(counts(p)).toEqual([120, 180, 62]);
  });

  it('of fewer dimensions: a polygon back to back, a segment, a point', () => {
    const flat = polyhedronOf(
      Float64Array.of(0, 0, 0, 2, 0, 0, 2, 1, 0, 0, 1, 0, 1, 1, 0, 1, 0.5, 0),
    );
    expect(flat.dimension).toBe(2);
    expect(counts(flat)).toEqual([4, 4, 2]);
    inspect(flat);
    expect([...flat.normals].map(Math.abs)).toEqual([0, 0, 1, 0, 0, 1]);
    expect(flat.normals[2]).toBe(-flat.normals[5]);
    expect(counts(polyhedronOf(Float64Array.of(0, 0, 0, 1, 1, 1, 2, 2, 2)))).toEqual([2, 1, 0]);
    expect(counts(polyhedronOf(Float64Array.of(3, 3, 3, 3, 3, 3)))).toEqual([1, 0, 0]);
    expect(() => polyhedronOf(Float64Array.of(1, 2, Number.NaN))).toThrow();
  });

  it('spheres have the faces that they should', () => {
    for (const times of [0, 1, 2, 3]) expect(counts(sphere(times))[2]).toBe(8 * 4 ** times);
    inspect(sphere(2));
  });
});
