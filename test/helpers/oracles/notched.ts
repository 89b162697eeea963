/** Solids with notches, and the deepest of them by brute force. */
import { type Hull, orient3d, type Triangles } from '../../../src/geometry/index.ts';
import type { Random } from '../../../src/math/index.ts';
import { join, mesh } from './meshes.ts';

export type Corner = readonly [x: number, y: number];

/** A polygon (counter-clockwise, without crossings) as a plate of the given thickness, sides in `steps` strips. */
export function plate(corners: readonly Corner[], thickness: number, steps = 1): Triangles {
  const n = corners.length;
  const positions: number[] = [];
  for (let s = 0; s <= steps; s++) {
    for (const [x, y] of corners) positions.push(x, y, (thickness * s) / steps);
  }
  const indices: number[] = [];
  for (let s = 0; s < steps; s++) {
    for (let i = 0; i < n; i++) {
      const [a, b] = [s * n + i, s * n + ((i + 1) % n)];
      indices.push(a, b, b + n, a, b + n, a + n);
    }
  }
  for (const [a, b, c] of ears(corners)) {
    indices.push(a, c, b, steps * n + a, steps * n + b, steps * n + c);
  }
  return mesh(positions, indices);
}

/** A polygon in triangles, by cutting off ears. */
function ears(corners: readonly Corner[]): [number, number, number][] {
  const left = corners.map((_, i) => i);
  const found: [number, number, number][] = [];
  const turn = (a: number, b: number, c: number) => {
    const [[ax, ay], [bx, by], [cx, cy]] = [corners[a], corners[b], corners[c]];
    return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
  };
  while (left.length > 3) {
    const at = left.findIndex((b, i) => {
      const a = left[(i + left.length - 1) % left.length];
      const c = left[(i + 1) % left.length];
      const inside = (p: number) =>
        p !== a &&
        p !== b &&
        p !== c &&
        turn(a, b, p) >= 0 &&
        turn(b, c, p) >= 0 &&
        turn(c, a, p) >= 0;
      return turn(a, b, c) > 0 && !left.some(inside);
    });
    if (at < 0) throw new Error('not a simple polygon');
    const a = left[(at + left.length - 1) % left.length];
    found.push([a, left[at], left[(at + 1) % left.length]]);
    left.splice(at, 1);
  }
  found.push([left[0], left[1], left[2]]);
  return found;
}

/** A wide stroke along a line of points, as a plate: letters. Its two flat sides are strips of triangles across the stroke. */
export function stroke(line: readonly Corner[], width: number, thickness: number): Triangles {
  const n = line.length;
  const positions: number[] = [];
  for (const z of [0, thickness]) {
    for (const sign of [1, -1]) {
      for (let i = 0; i < n; i++) {
        const [px, py] = line[Math.max(0, i - 1)];
        const [qx, qy] = line[Math.min(n - 1, i + 1)];
        const half = (sign * width) / 2 / Math.hypot(qx - px, qy - py);
        positions.push(line[i][0] + half * (qy - py), line[i][1] - half * (qx - px), z);
      }
    }
  }
  const indices: number[] = [];
  const quad = (a: number, b: number, c: number, d: number) => indices.push(a, b, c, a, c, d);
  const [low, high] = [0, 2 * n];
  for (let i = 0; i + 1 < n; i++) {
    quad(low + i, low + n + i, low + n + i + 1, low + i + 1);
    quad(high + i, high + i + 1, high + n + i + 1, high + n + i);
    quad(low + i, low + i + 1, high + i + 1, high + i);
    quad(low + n + i + 1, low + n + i, high + n + i, high + n + i + 1);
  }
  quad(low, high, high + n, low + n);
  quad(low + n - 1, low + 2 * n - 1, high + 2 * n - 1, high + n - 1);
  return mesh(positions, indices);
}

/** Three quarters of a ring and a bit. */
export function letterC(steps = 24): Triangles {
  const line = Array.from({ length: steps + 1 }, (_, i): Corner => {
    const angle = (0.2 + (1.6 * i) / steps) * Math.PI;
    return [2 * Math.cos(angle), 2 * Math.sin(angle)];
  });
  return stroke(line, 0.8, 1);
}

/** Two arcs, one open to the right, one to the left. */
export function letterS(steps = 24): Triangles {
  const line: Corner[] = [];
  for (let i = 0; i <= steps; i++) {
    const angle = (0.1 + (1.4 * i) / steps) * Math.PI;
    line.push([1.5 * Math.cos(angle), 1.5 + 1.5 * Math.sin(angle)]);
  }
  for (let i = 1; i <= steps; i++) {
    const angle = (0.5 - (1.4 * i) / steps) * Math.PI;
    line.push([1.5 * Math.cos(angle), -1.5 + 1.5 * Math.sin(angle)]);
  }
  return stroke(line, 0.7, 1);
}

/** Unit squares of a drawing (`#`) as a plate. */
export function blocks(rows: readonly string[], thickness = 1): Triangles {
  const filled = (x: number, y: number) => rows[y]?.[x] === '#';
  const [width, height] = [Math.max(...rows.map((row) => row.length)) + 1, rows.length + 1];
  const positions: number[] = [];
  for (const z of [0, thickness]) {
    for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) positions.push(x, -y, z);
  }
  const indices: number[] = [];
  const at = (x: number, y: number, z: number) => (z * height + y) * width + x;
  const quad = (a: number, b: number, c: number, d: number) => indices.push(a, b, c, a, c, d);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!filled(x, y)) continue;
      quad(at(x, y, 1), at(x, y + 1, 1), at(x + 1, y + 1, 1), at(x + 1, y, 1));
      quad(at(x, y, 0), at(x + 1, y, 0), at(x + 1, y + 1, 0), at(x, y + 1, 0));
      if (!filled(x - 1, y)) quad(at(x, y, 0), at(x, y + 1, 0), at(x, y + 1, 1), at(x, y, 1));
      if (!filled(x + 1, y))
        quad(at(x + 1, y, 0), at(x + 1, y, 1), at(x + 1, y + 1, 1), at(x + 1, y + 1, 0));
      if (!filled(x, y - 1)) quad(at(x, y, 0), at(x, y, 1), at(x + 1, y, 1), at(x + 1, y, 0));
      if (!filled(x, y + 1))
        quad(at(x, y + 1, 0), at(x + 1, y + 1, 0), at(x + 1, y + 1, 1), at(x, y + 1, 1));
    }
  }
  return { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) };
}

export function letterL(): Triangles {
  return plate(
    [
      [0, 0],
      [4, 0],
      [4, 1],
      [1, 1],
      [1, 5],
      [0, 5],
    ],
    1,
    2,
  );
}

/** A star with random rays. */
export function star(random: Random, rays: number): Triangles {
  const corners = Array.from({ length: 2 * rays }, (_, i): Corner => {
    const angle = (Math.PI * i) / rays;
    const r = i % 2 ? random.between(0.3, 0.8) : random.between(1, 2);
    return [r * Math.cos(angle), r * Math.sin(angle)];
  });
  return plate(corners, random.between(0.2, 1.5));
}

/** The same triangles twice, some of them the other way round. */
export function doubled({ positions, indices }: Triangles, random: Random): Triangles {
  const turned = indices.slice();
  for (let i = 0; i < turned.length; i += 3) {
    if (random.between(0, 1) < 0.5) [turned[i], turned[i + 1]] = [turned[i + 1], turned[i]];
  }
  return join({ positions, indices }, { positions, indices: turned });
}

/**
 * Depths of all points below the convex hull by its definition alone: planes through three points with all others on one
 * side, found by trying all; 0 where there is no such plane that has points off it. For few points.
 */
export function depthsByTriples(points: Float64Array): Float64Array {
  const n = points.length / 3;
  const depths = new Float64Array(n).fill(Number.POSITIVE_INFINITY);
  let solid = false;
  for (let a = 0; a < n; a++) {
    for (let b = a + 1; b < n; b++) {
      for (let c = b + 1; c < n; c++) {
        let [above, below] = [0, 0];
        for (let d = 0; d < n && !(above && below); d++) {
          const sign = orient3d(points, 3 * a, points, 3 * b, points, 3 * c, points, 3 * d);
          if (sign > 0) above++;
          if (sign < 0) below++;
        }
        if (above > 0 === below > 0) continue;
        solid = true;
        const at = (i: number, j: number) =>
          [0, 1, 2].map((k) => points[3 * i + k] - points[3 * j + k]);
        const [u, v] = [at(b, a), at(c, a)];
        const normal = [
          u[1] * v[2] - u[2] * v[1],
          u[2] * v[0] - u[0] * v[2],
          u[0] * v[1] - u[1] * v[0],
        ];
        const length = Math.hypot(...normal);
        // What is left of a needle's plane after rounding is not worth comparing.
        if (
          length <
          1e-9 * Math.max(u[0] ** 2 + u[1] ** 2 + u[2] ** 2, v[0] ** 2 + v[1] ** 2 + v[2] ** 2)
        )
          continue;
        for (let d = 0; d < n; d++) {
          const w = at(d, a);
          const height = Math.abs(normal[0] * w[0] + normal[1] * w[1] + normal[2] * w[2]) / length;
          depths[d] = Math.min(depths[d], height);
        }
      }
    }
  }
  return solid ? depths : depths.fill(0);
}

/** Depths of all points below a hull, by the distance to its facets as triangles. */
export function depthsByFacets(points: Float64Array, { positions, indices }: Hull): Float64Array {
  const corner = (i: number): Point => [
    positions[3 * i],
    positions[3 * i + 1],
    positions[3 * i + 2],
  ];
  return Float64Array.from({ length: points.length / 3 }, (_, i) => {
    const p: Point = [points[3 * i], points[3 * i + 1], points[3 * i + 2]];
    let least = Number.POSITIVE_INFINITY;
    for (let f = 0; f < indices.length; f += 3) {
      const [a, b, c] = [corner(indices[f]), corner(indices[f + 1]), corner(indices[f + 2])];
      least = Math.min(least, toTriangle(p, a, b, c));
    }
    return least;
  });
}

type Point = [number, number, number];

function toTriangle(p: Point, a: Point, b: Point, c: Point): number {
  const sub = (x: Point, y: Point): Point => [x[0] - y[0], x[1] - y[1], x[2] - y[2]];
  const dot = (x: Point, y: Point) => x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
  const cross = (x: Point, y: Point): Point => [
    x[1] * y[2] - x[2] * y[1],
    x[2] * y[0] - x[0] * y[2],
    x[0] * y[1] - x[1] * y[0],
  ];
  const n = cross(sub(b, a), sub(c, a));
  const corners = [a, b, c];
  let inside = dot(n, n) > 0;
  let nearest = Number.POSITIVE_INFINITY;
  for (let k = 0; k < 3; k++) {
    const [from, to] = [corners[k], corners[(k + 1) % 3]];
    const e = sub(to, from);
    const w = sub(p, from);
    if (dot(cross(e, w), n) < 0) inside = false;
    const t = Math.max(0, Math.min(1, dot(e, w) / (dot(e, e) || 1)));
    nearest = Math.min(nearest, Math.hypot(w[0] - t * e[0], w[1] - t * e[1], w[2] - t * e[2]));
  }
  return inside ? Math.abs(dot(n, sub(p, a))) / Math.hypot(...n) : nearest;
}

/** Depth of corners of faces below the facets that look their way, over all of both; of each vertex, and the most. */
export function facingDepth(
  { positions, indices }: Triangles,
  normals: Float64Array,
  hull: Hull,
): { most: number; at(vertex: number): number } {
  const depths = new Float64Array(positions.length / 3);
  const corner = (p: Float64Array, i: number): Point => [p[3 * i], p[3 * i + 1], p[3 * i + 2]];
  const planes: { a: Point; n: Point }[] = [];
  for (let f = 0; f < hull.indices.length; f += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => corner(hull.positions, hull.indices[f + k]));
    const [u, v] = [b.map((x, k) => x - a[k]), c.map((x, k) => x - a[k])];
    const n: Point = [
      u[1] * v[2] - u[2] * v[1],
      u[2] * v[0] - u[0] * v[2],
      u[0] * v[1] - u[1] * v[0],
    ];
    const length = Math.hypot(...n);
    if (length > 1e-9 * Math.max(Math.hypot(...u), Math.hypot(...v)) ** 2) {
      planes.push({ a, n: [n[0] / length, n[1] / length, n[2] / length] });
    }
  }
  for (let i = 0; i < indices.length; i++) {
    const t = 3 * Math.floor(i / 3);
    const p = corner(positions, indices[i]);
    let depth = Number.POSITIVE_INFINITY;
    for (const { a, n } of planes) {
      const facing = n[0] * normals[t] + n[1] * normals[t + 1] + n[2] * normals[t + 2];
      if (facing < 0.02) continue;
      depth = Math.min(depth, n[0] * (a[0] - p[0]) + n[1] * (a[1] - p[1]) + n[2] * (a[2] - p[2]));
    }
    if (depth < Number.POSITIVE_INFINITY) depths[indices[i]] = Math.max(depths[indices[i]], depth);
  }
  return { most: Math.max(...depths), at: (vertex) => depths[vertex] };
}
