/**
 * The hull of a piece as a polyhedron with features, and which of them belong to the piece itself. The hull of a mesh
 * contains it; where the nearest points of two hulls lie on features that are the meshes' own, they are the nearest
 * points of the meshes as well, and no triangle needs to be looked at. Decided by vertices, never by distances: an edge
 * of the hull is the mesh's own if the mesh has an edge with the same ends, a face if triangles of the mesh make up the
 * same polygon.
 */
import type { Piece } from '../cell/index.ts';
import type { Hull, Mesh } from '../geometry/index.ts';
import { compilePolyhedron, EDGE, type Polyhedron, VERTEX } from '../proximity/index.ts';

export interface Faceted {
  readonly polyhedron: Polyhedron;
  /** By edge and by face: 1 where all of its points are points of the piece. */
  readonly ownEdges: Uint8Array;
  readonly ownFaces: Uint8Array;
  /** Whether the piece is this polyhedron, solid: a convex piece, or a mesh that is the surface of its hull. */
  readonly isWhole: boolean;
}

const ofHulls = new WeakMap<Hull, Polyhedron>();
const ofMeshes = new WeakMap<Mesh, Faceted>();
const ofConvex = new WeakMap<Polyhedron, Faceted>();

/** The features of a piece's hull; null for a round one or a half-space. Made once, and shared. */
export function facetedOf(piece: Piece): Faceted | null {
  if (piece.convex.kind !== 'hull') return null;
  const { hull } = piece.convex;
  let polyhedron = ofHulls.get(hull);
  if (polyhedron === undefined) {
    polyhedron = compilePolyhedron(hull);
    ofHulls.set(hull, polyhedron);
  }
  const known = piece.kind === 'mesh' ? ofMeshes.get(piece.mesh) : ofConvex.get(polyhedron);
  if (known !== undefined) return known;
  if (piece.kind === 'mesh') {
    const made = compareWith(polyhedron, piece.mesh);
    ofMeshes.set(piece.mesh, made);
    return made;
  }
  const made: Faceted = {
    polyhedron,
    ownEdges: new Uint8Array(polyhedron.ends.length / 2).fill(1),
    ownFaces: new Uint8Array(polyhedron.normals.length / 3).fill(1),
    isWhole: true,
  };
  ofConvex.set(polyhedron, made);
  return made;
}

/** Whether all points of a feature are points of the piece. Vertices of a hull always are. */
export function isOwn({ ownEdges, ownFaces }: Faceted, feature: number): boolean {
  const kind = feature & 3;
  if (kind === VERTEX) return true;
  return (kind === EDGE ? ownEdges : ownFaces)[feature >> 2] === 1;
}

function compareWith(polyhedron: Polyhedron, mesh: Mesh): Faceted {
  const { ends, ringStarts, ringEdges, positions } = polyhedron;
  const { indices } = mesh;
  const vertexOf = verticesOf(positions, mesh);
  const trianglesAt = trianglesAtVertices(mesh);
  const has = (t: number, v: number) =>
    indices[3 * t] === v || indices[3 * t + 1] === v || indices[3 * t + 2] === v;
  const ownEdges = new Uint8Array(ends.length / 2);
  for (let e = 0; e < ownEdges.length; e++) {
    const [v, w] = [vertexOf[ends[2 * e]], vertexOf[ends[2 * e + 1]]];
    if (trianglesAt(v).some((t) => has(t, w))) ownEdges[e] = 1;
  }
  const ownFaces = new Uint8Array(ringStarts.length - 1);
  let covering = 0;
  for (let f = 0; f < ownFaces.length; f++) {
    const ring: number[] = [];
    for (let i = ringStarts[f]; i < ringStarts[f + 1]; i++) ring.push(vertexOf[ends[ringEdges[i]]]);
    const inRing = new Set(ring);
    const within = new Set<number>();
    for (const v of ring) {
      for (const t of trianglesAt(v)) {
        if (
          inRing.has(indices[3 * t]) &&
          inRing.has(indices[3 * t + 1]) &&
          inRing.has(indices[3 * t + 2])
        ) {
          within.add(t);
        }
      }
    }
    if (!coversRing(ring, within, indices)) continue;
    ownFaces[f] = 1;
    covering += within.size;
  }
  const [only] = mesh.components;
  const isWhole =
    polyhedron.dimension === 3 &&
    mesh.components.length === 1 &&
    only.solid &&
    ownFaces.every((is) => is === 1) &&
    covering === indices.length / 3;
  return { polyhedron, ownEdges, ownFaces, isWhole };
}

/**
 * Whether triangles in the plane of a ring make up its polygon: every side of the ring is a side of one of them, every
 * other side one of two. Then each point inside lies in an odd number of them.
 */
function coversRing(
  ring: readonly number[],
  within: ReadonlySet<number>,
  indices: Uint32Array,
): boolean {
  const sides = new Map<string, number>();
  const count = (v: number, w: number) => {
    const key = v < w ? `${v} ${w}` : `${w} ${v}`;
    sides.set(key, (sides.get(key) ?? 0) + 1);
  };
  for (const t of within) {
    for (let k = 0; k < 3; k++) count(indices[3 * t + k], indices[3 * t + ((k + 1) % 3)]);
  }
  for (let k = 0; k < ring.length; k++) count(ring[k], ring[(k + 1) % ring.length]);
  return within.size > 0 && [...sides.values()].every((n) => n % 2 === 0);
}

/** The mesh's numbers of the polyhedron's vertices, which are some of its own, to the last bit. */
function verticesOf(positions: Float64Array, mesh: Mesh): Int32Array {
  const numbers = new Map<string, number>();
  const key = (p: Float64Array, v: number) => `${p[3 * v]} ${p[3 * v + 1]} ${p[3 * v + 2]}`;
  for (const v of mesh.indices) numbers.set(key(mesh.positions, v), v);
  const found = new Int32Array(positions.length / 3).fill(-1);
  for (let v = 0; v < found.length; v++) found[v] = numbers.get(key(positions, v)) ?? -1;
  return found;
}

function trianglesAtVertices({ indices }: Mesh): (v: number) => readonly number[] {
  const at = new Map<number, number[]>();
  indices.forEach((v, i) => {
    const list = at.get(v);
    if (list) list.push(Math.floor(i / 3));
    else at.set(v, [Math.floor(i / 3)]);
  });
  return (v) => at.get(v) ?? [];
}
