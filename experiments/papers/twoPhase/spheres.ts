/** Polyhedra for the experiments on closest features: spheres of any fineness, and a cube. */
import { type Polyhedron, polyhedronOf } from 'surepath/proximity';

/**
 * An octahedron whose faces are cut into four so many times, its corners put on the unit sphere: 8 x 4^times
 * faces.
 */
export function sphere(times: number, radius = 1): Polyhedron {
  const n = 2 ** times;
  const points: number[] = [];
  for (let i = -n; i <= n; i++) {
    for (let j = -n + Math.abs(i); j <= n - Math.abs(i); j++) {
      const k = n - Math.abs(i) - Math.abs(j);
      for (const z of k === 0 ? [0] : [k, -k]) {
        const length = Math.hypot(i, j, z) / radius;
        points.push(i / length, j / length, z / length);
      }
    }
  }
  return polyhedronOf(Float64Array.from(points));
}

/** A cube about the origin. */
export function cube(half: number): Polyhedron {
  const points = new Float64Array(24);
  for (let i = 0; i < 24; i++) points[i] = (Math.floor(i / 3) >> (i % 3)) & 1 ? half : -half;
  return polyhedronOf(points);
}

export function faceCount({ normals }: Polyhedron): number {
  return normals.length / 3;
}
