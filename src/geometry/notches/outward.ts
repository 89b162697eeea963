/**
 * Outward normals of the triangles of a mesh, where it is known which side is out: those of solids that are run through
 * consistently. Surfaces have two sides, and triangles that nobody looked at may have either.
 */
import type { Component } from '../components.ts';
import type { Triangles } from '../triangles.ts';

/** A unit normal per triangle, zero where the outside is not known or there is no area. */
export function outwardNormals(mesh: Triangles): Float64Array {
  const { positions: p, indices } = mesh;
  const normals = new Float64Array(indices.length);
  const { components = [] } = mesh as { readonly components?: readonly Component[] };
  for (const { triangles, solid, consistent, approxVolume } of components) {
    if (!solid || !consistent || !(approxVolume !== 0)) continue;
    const sign = approxVolume > 0 ? 1 : -1;
    for (let i = 0; i < triangles.length; i++) {
      const t = 3 * triangles[i];
      const [a, b, c] = [3 * indices[t], 3 * indices[t + 1], 3 * indices[t + 2]];
      const [ux, uy, uz] = [p[b] - p[a], p[b + 1] - p[a + 1], p[b + 2] - p[a + 2]];
      const [vx, vy, vz] = [p[c] - p[a], p[c + 1] - p[a + 1], p[c + 2] - p[a + 2]];
      const [x, y, z] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
      const length = sign * Math.sqrt(x * x + y * y + z * z);
      if (length === 0) continue;
      normals[t] = x / length;
      normals[t + 1] = y / length;
      normals[t + 2] = z / length;
    }
  }
  return normals;
}
