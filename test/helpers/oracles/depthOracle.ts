/** Depths of solids by plain means: closed forms, and grids of points with nothing clever about them. */
import type { Triangles } from '../../../src/geometry/index.ts';
import { transformPointInto } from '../../../src/math/index.ts';
import { soup } from './bruteForce.ts';
import { mesh } from './meshes.ts';
import { pointSegment2 } from './plainDistance.ts';

/** Minus the signed distance of a point from a solid. */
export type Field = (p: Float64Array) => number;

/** Distance of a point from a triangle of nine numbers at i. */
function pointTriangle(p: Float64Array, v: Float64Array, i: number): number {
  const edges = [
    pointSegment2(p, 0, v, i, i + 3),
    pointSegment2(p, 0, v, i + 3, i + 6),
    pointSegment2(p, 0, v, i + 6, i),
  ];
  const u = [0, 1, 2].map((k) => v[i + 3 + k] - v[i + k]);
  const w = [0, 1, 2].map((k) => v[i + 6 + k] - v[i + k]);
  const n = [u[1] * w[2] - u[2] * w[1], u[2] * w[0] - u[0] * w[2], u[0] * w[1] - u[1] * w[0]];
  const n2 = n[0] * n[0] + n[1] * n[1] + n[2] * n[2];
  const d = [0, 1, 2].map((k) => p[k] - v[i + k]);
  const off = n[0] * d[0] + n[1] * d[1] + n[2] * d[2];
  const foot = d.map((x, k) => x - (off / n2) * n[k]);
  // Within, if the foot is on the inner side of all edges.
  const side = (ax: number[], bx: number[]) =>
    n[0] * (ax[1] * bx[2] - ax[2] * bx[1]) +
    n[1] * (ax[2] * bx[0] - ax[0] * bx[2]) +
    n[2] * (ax[0] * bx[1] - ax[1] * bx[0]);
  const uw = [0, 1, 2].map((k) => w[k] - u[k]);
  const fu = foot.map((x, k) => x - u[k]);
  const minus = w.map((x) => -x);
  const fw = foot.map((x, k) => x - w[k]);
  const within = n2 > 0 && side(u, foot) >= 0 && side(uw, fu) >= 0 && side(minus, fw) >= 0;
  return within ? Math.abs(off) / Math.sqrt(n2) : Math.sqrt(Math.min(...edges));
}

/** The field of a closed mesh: distances to all triangles, winding number by solid angles. */
export function meshField(mesh: Triangles): Field {
  const v = soup(mesh);
  return (p) => {
    let least = Number.POSITIVE_INFINITY;
    let angle = 0;
    for (let i = 0; i < v.length; i += 9) {
      least = Math.min(least, pointTriangle(p, v, i));
      angle += solidAngle(p, v, i);
    }
    return Math.abs(angle) > 2 * Math.PI ? least : -least;
  };
}

/** Solid angle of a triangle seen from p (Van Oosterom and Strackee 1983). */
function solidAngle(p: Float64Array, v: Float64Array, i: number): number {
  const [a, b, c] = [0, 3, 6].map((o) => [0, 1, 2].map((k) => v[i + o + k] - p[k]));
  const dot = (x: number[], y: number[]) => x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
  const [la, lb, lc] = [a, b, c].map((x) => Math.sqrt(dot(x, x)));
  const det =
    a[0] * (b[1] * c[2] - b[2] * c[1]) -
    a[1] * (b[0] * c[2] - b[2] * c[0]) +
    a[2] * (b[0] * c[1] - b[1] * c[0]);
  const below = la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb;
  return 2 * Math.atan2(det, below);
}

/** Points of a grid that are in a solid, or near it: nobody is farther from one than `reach`. */
export interface Grid {
  readonly points: readonly Float64Array[];
  readonly values: readonly number[];
  readonly reach: number;
}

/** n points along each axis of the cube from -size to size, in the solid's frame. */
export function gridOf(field: Field, size: number, n: number): Grid {
  const step = (2 * size) / n;
  const reach = 0.5 * Math.sqrt(3) * step;
  const points: Float64Array[] = [];
  const values: number[] = [];
  for (let i = 0; i < n ** 3; i++) {
    const at = [i % n, Math.floor(i / n) % n, Math.floor(i / n / n)];
    const p = Float64Array.from(at, (x) => -size + (x + 0.5) * step);
    const value = field(p);
    if (value < -reach) continue;
    points.push(p);
    values.push(value);
  }
  return { points, values, reach };
}

/**
 * A bracket of the depth of two solids, A given by a grid: [at least, at most]. At most: a deepest
 * point has a point of the grid within reach.
 */
export function gridDepth(a: Grid, b: Field, aInB: Float64Array): [number, number] {
  let least = Number.NEGATIVE_INFINITY;
  let most = 0;
  const q = new Float64Array(3);
  a.points.forEach((p, i) => {
    transformPointInto(aInB, 0, p, 0, q, 0);
    const fa = a.values[i];
    const fb = b(q);
    if (fb < -a.reach) return;
    most = Math.max(most, fa + a.reach, fb + a.reach);
    if (fa >= 0 && fb >= 0) least = Math.max(least, fa, fb);
  });
  return [least, most];
}

/** Two boxes along the same axes, given by centres and half extents. */
export function boxesDepth(
  centreA: readonly number[],
  halfA: readonly number[],
  centreB: readonly number[],
  halfB: readonly number[],
): number {
  const into = (
    cA: readonly number[],
    hA: readonly number[],
    cB: readonly number[],
    hB: readonly number[],
  ) =>
    // Coordinates are independent: the largest of a least is the least of the largest.
    Math.min(
      ...[0, 1, 2].map((k) => {
        const off = Math.max(0, Math.abs(cA[k] - cB[k]) - hA[k]);
        return hB[k] - off;
      }),
    );
  return Math.max(into(centreA, halfA, centreB, halfB), into(centreB, halfB, centreA, halfA));
}

/** Two balls at a distance: the nearest point of one to the centre of the other is the deepest. */
export function ballsDepth(r: number, s: number, distance: number): number {
  return Math.min(Math.max(r, s), r + s - distance);
}

/** A closed U: a bar along x with two arms along z, walls of 0.2, open above. */
export function uShape(): Triangles {
  const outline = [
    [-0.6, 0],
    [0.6, 0],
    [0.6, 1],
    [0.4, 1],
    [0.4, 0.2],
    [-0.4, 0.2],
    [-0.4, 1],
    [-0.6, 1],
  ];
  const positions: number[] = [];
  for (const y of [-0.3, 0.3]) for (const [x, z] of outline) positions.push(x, y, z);
  const flat = [0, 1, 4, 0, 4, 5, 1, 2, 3, 1, 3, 4, 0, 5, 6, 0, 6, 7];
  const indices = [...flat];
  for (let i = 0; i < flat.length; i += 3)
    indices.push(8 + flat[i], 8 + flat[i + 2], 8 + flat[i + 1]);
  for (let i = 0; i < 8; i++) {
    const j = (i + 1) % 8;
    indices.push(i, 8 + j, j, i, 8 + i, 8 + j);
  }
  return mesh(positions, indices);
}
