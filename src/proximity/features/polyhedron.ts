/**
 * A convex polyhedron with its features: vertices, edges and faces, and who lies next to whom. It is made once,
 * of a hull; queries only read it. Frame and units are those of the hull.
 *
 * Triangles that are exactly coplanar become one face with a ring of edges, and vertices that then lie inside
 * of a face or an edge are dropped: all that is decided by exact signs, so the faces are exactly planar and
 * convex. Lower dimensions are polyhedra too: a planar polygon has two faces back to back, a segment is one
 * edge without faces, a point one vertex without edges.
 *
 * The planes between Voronoi regions [C 3.1] belong to two features each: that of a vertex and an edge goes
 * through the vertex, at right angles to the edge; that of an edge and a face through the edge, at right angles
 * to the face. Both features read the same numbers, so a point is never on the wrong side for both.
 */
import { Unions } from '../../arrays/index.ts';
import {
  buildSupportTable,
  convexHull,
  type Hull,
  orient3d,
  type SupportTable,
} from '../../geometry/index.ts';
import { type Links, linksOf } from './rings.ts';

/** Kind of a feature that is a vertex. A feature is one number: four times its index, plus its kind. */
export const VERTEX = 0;
/** Kind of a feature that is an edge. */
export const EDGE = 1;
/** Kind of a feature that is a face. */
export const FACE = 2;

export interface Polyhedron extends Links {
  readonly dimension: 0 | 1 | 2 | 3;
  /** The vertices, three coordinates each; every one is a corner. */
  readonly positions: Float64Array;
  /** Unit vectors from tail to head. */
  readonly directions: Float64Array;
  /** For each edge, unit vectors in its left and its right face, at right angles to it, pointing inward. */
  readonly inward: Float64Array;
  /** Unit normals of the faces, outward. */
  readonly normals: Float64Array;
  /** Three vertices of each face, counter-clockwise from outside, that span much of it. */
  readonly corners: Int32Array;
  /** Which vertex is extreme in a direction, by its offset in `positions`: what bounds are proven with. */
  readonly table: SupportTable;
}

/** The polyhedron of points with three coordinates each. */
export function polyhedronOf(points: Float64Array): Polyhedron {
  return compilePolyhedron(convexHull(points));
}

/** The features of a hull that `convexHull` made. Costs O(n log n), and a table of support. */
export function compilePolyhedron(hull: Hull): Polyhedron {
  const { rings, corners: kept } = ringsOf(hull);
  const number = new Int32Array(hull.positions.length / 3).fill(-1);
  const positions = new Float64Array(3 * kept.length);
  const sources = new Uint32Array(kept.length);
  kept.forEach((v, i) => {
    number[v] = i;
    sources[i] = hull.sources[v];
    positions.set(hull.positions.subarray(3 * v, 3 * v + 3), 3 * i);
  });
  const links = linksOf(
    kept.length,
    rings.map((ring) => ring.map((v) => number[v])),
    hull.dimension === 1,
  );
  const normals = normalsOf(positions, links);
  const directions = directionsOf(positions, links);
  return {
    ...links,
    dimension: hull.dimension,
    positions,
    directions,
    inward: inwardOf(links, directions, normals),
    normals,
    corners: cornersOf(positions, links, normals),
    table: buildSupportTable({ ...hull, positions, sources, indices: new Uint32Array(0) }),
  };
}

/** The faces as rings of vertices of the hull, counter-clockwise, and the vertices that are corners. */
function ringsOf({ positions, indices, dimension }: Hull): {
  rings: number[][];
  corners: number[];
} {
  const count = positions.length / 3;
  const all = Array.from({ length: count }, (_, v) => v);
  if (dimension < 2) return { rings: [], corners: all };
  // A planar hull has its vertices in order, and none on an edge: a face, and its back.
  if (dimension === 2) return { rings: [all, all.toReversed()], corners: all };
  const triangles = indices.length / 3;
  /** The triangle at the left of a directed edge. */
  const left = new Map<number, number>();
  for (let i = 0; i < indices.length; i++) {
    left.set(indices[i] * count + indices[after(i)], Math.floor(i / 3));
  }
  const across = (i: number) => left.get(indices[after(i)] * count + indices[i])!;
  const faces = new Unions(triangles);
  for (let i = 0; i < indices.length; i++) {
    const [t, s] = [Math.floor(i / 3), across(i)];
    if (s < t && coplanar(positions, indices, t, s)) faces.join(t, s);
  }
  // Borders of faces: where each runs on to, and how many end at a vertex.
  const next = new Map<number, Map<number, number>>();
  const degree = new Int32Array(count);
  for (let i = 0; i < indices.length; i++) {
    const face = faces.find(Math.floor(i / 3));
    if (face === faces.find(across(i))) continue;
    if (!next.has(face)) next.set(face, new Map());
    next.get(face)!.set(indices[i], indices[after(i)]);
    degree[indices[i]]++;
  }
  // A vertex with two borders lies exactly on the line between its neighbours.
  const isCorner = (v: number) => degree[v] > 2;
  const rings = [...next.values()].map((border) => {
    const ring: number[] = [];
    const [start] = border.keys();
    let v = start;
    do {
      if (isCorner(v)) ring.push(v);
      v = border.get(v)!;
    } while (v !== start);
    return ring;
  });
  return { rings, corners: all.filter(isCorner) };
}

function after(i: number): number {
  return i % 3 === 2 ? i - 2 : i + 1;
}

function coplanar(p: Float64Array, indices: Uint32Array, t: number, s: number): boolean {
  const [a, b, c] = indices.subarray(3 * t, 3 * t + 3);
  return indices
    .subarray(3 * s, 3 * s + 3)
    .every((d) => orient3d(p, 3 * a, p, 3 * b, p, 3 * c, p, 3 * d) === 0);
}

/** Newell's sum over the ring, from its first vertex: stable for rings of many vertices. */
function normalsOf(p: Float64Array, { ringStarts, ringEdges, ends }: Links): Float64Array {
  const normals = new Float64Array(3 * (ringStarts.length - 1));
  for (let f = 0; f < ringStarts.length - 1; f++) {
    const at = (i: number) => 3 * ends[ringEdges[i]];
    const o = at(ringStarts[f]);
    let [x, y, z] = [0, 0, 0];
    for (let i = ringStarts[f] + 1; i + 1 < ringStarts[f + 1]; i++) {
      const [u, v] = [at(i), at(i + 1)];
      const [ux, uy, uz] = [p[u] - p[o], p[u + 1] - p[o + 1], p[u + 2] - p[o + 2]];
      const [vx, vy, vz] = [p[v] - p[o], p[v + 1] - p[o + 1], p[v + 2] - p[o + 2]];
      x += uy * vz - uz * vy;
      y += uz * vx - ux * vz;
      z += ux * vy - uy * vx;
    }
    setUnit(normals, 3 * f, x, y, z);
  }
  return normals;
}

function directionsOf(p: Float64Array, { ends }: Links): Float64Array {
  const directions = new Float64Array((3 * ends.length) / 2);
  for (let e = 0; e < ends.length / 2; e++) {
    const [t, h] = [3 * ends[2 * e], 3 * ends[2 * e + 1]];
    setUnit(directions, 3 * e, p[h] - p[t], p[h + 1] - p[t + 1], p[h + 2] - p[t + 2]);
  }
  return directions;
}

/** Of the left face n x u, of the right one u x n. */
function inwardOf({ sides }: Links, u: Float64Array, n: Float64Array): Float64Array {
  const inward = new Float64Array(3 * sides.length);
  for (let i = 0; i < sides.length; i++) {
    if (sides[i] < 0) continue;
    const f = 3 * sides[i];
    const e = 3 * (i >> 1);
    const sign = i % 2 === 0 ? 1 : -1;
    setUnit(
      inward,
      3 * i,
      sign * (n[f + 1] * u[e + 2] - n[f + 2] * u[e + 1]),
      sign * (n[f + 2] * u[e] - n[f] * u[e + 2]),
      sign * (n[f] * u[e + 1] - n[f + 1] * u[e]),
    );
  }
  return inward;
}

/** For each face its first vertex, the one farthest from it, and the one that makes the largest triangle. */
function cornersOf(p: Float64Array, links: Links, normals: Float64Array): Int32Array {
  const { ringStarts, ringEdges, ends } = links;
  const corners = new Int32Array(normals.length);
  for (let f = 0; f < normals.length / 3; f++) {
    const ring = Array.from(ringEdges.subarray(ringStarts[f], ringStarts[f + 1]), (i) => ends[i]);
    const from = (a: number, b: number) => [0, 1, 2].map((k) => p[3 * b + k] - p[3 * a + k]);
    const length = (i: number) => Math.hypot(...from(ring[0], ring[i]));
    let far = 1;
    for (let i = 2; i < ring.length; i++) if (length(i) > length(far)) far = i;
    const u = from(ring[0], ring[far]);
    // Signed, along the normal: vertices after `far` turn the one way, those before it the other.
    const area = (i: number) => {
      const v = from(ring[0], ring[i]);
      return (
        normals[3 * f] * (u[1] * v[2] - u[2] * v[1]) +
        normals[3 * f + 1] * (u[2] * v[0] - u[0] * v[2]) +
        normals[3 * f + 2] * (u[0] * v[1] - u[1] * v[0])
      );
    };
    let third = far === 1 ? 2 : 1;
    for (let i = 1; i < ring.length; i++) {
      if (i !== far && Math.abs(area(i)) > Math.abs(area(third))) third = i;
    }
    // By their order in the ring, which is counter-clockwise.
    corners.set([ring[0], ring[Math.min(far, third)], ring[Math.max(far, third)]], 3 * f);
  }
  return corners;
}

function setUnit(out: Float64Array, o: number, x: number, y: number, z: number): void {
  // Scaled first: squares of what is tiny would underflow.
  const most = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
  if (!(most > 0)) return;
  const length = Math.hypot(x / most, y / most, z / most);
  out[o] = x / most / length;
  out[o + 1] = y / most / length;
  out[o + 2] = z / most / length;
}
