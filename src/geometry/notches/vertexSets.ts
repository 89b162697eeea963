/** The vertices and points of sets of triangles of one mesh, each vertex once. */
import type { Triangles } from '../triangles.ts';

export class VertexSets {
  private readonly mesh: Triangles;
  /** By vertex, the last time it was gathered. */
  private readonly stamps: Uint32Array;
  private stamp = 0;

  constructor(mesh: Triangles) {
    this.mesh = mesh;
    this.stamps = new Uint32Array(mesh.positions.length / 3);
  }

  verticesOf(triangles: Uint32Array): Uint32Array {
    const { stamps, mesh } = this;
    const stamp = ++this.stamp;
    const vertices = new Uint32Array(3 * triangles.length);
    let count = 0;
    for (let i = 0; i < triangles.length; i++) {
      for (let k = 0; k < 3; k++) {
        const v = mesh.indices[3 * triangles[i] + k];
        if (stamps[v] === stamp) continue;
        stamps[v] = stamp;
        vertices[count++] = v;
      }
    }
    return vertices.slice(0, count);
  }

  positionsOf(vertices: Uint32Array): Float64Array {
    const { positions } = this.mesh;
    const points = new Float64Array(3 * vertices.length);
    for (let i = 0; i < vertices.length; i++) {
      for (let k = 0; k < 3; k++) points[3 * i + k] = positions[3 * vertices[i] + k];
    }
    return points;
  }

  pointsOf(triangles: Uint32Array): Float64Array {
    return this.positionsOf(this.verticesOf(triangles));
  }

  /** By their longest edges, the largest first, up to a factor of two. */
  largestFirst(triangles: Uint32Array): Uint32Array {
    const { positions: p, indices } = this.mesh;
    const classes = new Map<number, number[]>();
    for (let i = 0; i < triangles.length; i++) {
      const t = 3 * triangles[i];
      let longest = 0;
      for (let k = 0; k < 3; k++) {
        const a = 3 * indices[t + k];
        const b = 3 * indices[t + ((k + 1) % 3)];
        const [x, y, z] = [p[b] - p[a], p[b + 1] - p[a + 1], p[b + 2] - p[a + 2]];
        longest = Math.max(longest, x * x + y * y + z * z);
      }
      const size = Math.ceil(Math.log2(longest) / 2);
      const list = classes.get(size);
      if (list) list.push(triangles[i]);
      else classes.set(size, [triangles[i]]);
    }
    const sizes = [...classes.keys()].sort((a, b) => b - a);
    return Uint32Array.from(sizes.flatMap((size) => classes.get(size)!));
  }
}
