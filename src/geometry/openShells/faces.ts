/**
 * The faces of a triangle soup and which of them are neighbours. A face is a triangle with three different corners;
 * those that have the same corners, either way round, are one face: the first of them. Two faces are neighbours across an edge
 * that they alone have, whichever way they run. An edge that one face has is a boundary edge, one that more than two
 * have a branch edge. Vertices are known by their numbers: equal coordinates are welded by whoever made the mesh.
 *
 * Half-edge 3 i + k of face i runs from its corner k to the next. Linear in the number of triangles.
 */
import { EdgeTable } from '../edgeTable.ts';

/** What is across a half-edge if not a neighbour: nothing ("-" in the paper). */
export const NO_FACE = -1;
/** Or several faces ("#" in the paper). */
export const BRANCH = -2;

export interface Faces {
  /** Numbers of the triangles that are faces, ascending. */
  readonly triangles: Uint32Array;
  /** Three vertices per face. */
  readonly corners: Uint32Array;
  /**
   * Per triangle of the mesh its face; for one without three different corners a face that has its edge or, else, one of
   * its corners; -1 if there is none.
   */
  readonly faceOf: Int32Array;
  /** Per half-edge the one across; NO_FACE or BRANCH. */
  readonly across: Int32Array;
  readonly edges: EdgeTable;
}

/** The faces of triangles, three vertices each. */
export function findFaces(indices: Uint32Array, vertexCount: number): Faces {
  const faceOf = firstAlike(indices);
  let count = 0;
  for (let t = 0; t < faceOf.length; t++) if (faceOf[t] === t) count++;
  const triangles = new Uint32Array(count);
  const corners = new Uint32Array(3 * count);
  let next = 0;
  for (let t = 0; t < faceOf.length; t++) {
    const first = faceOf[t];
    if (first < 0) continue;
    if (first !== t) {
      faceOf[t] = faceOf[first];
      continue;
    }
    faceOf[t] = next;
    triangles[next] = t;
    for (let k = 0; k < 3; k++) corners[3 * next + k] = indices[3 * t + k];
    next++;
  }
  const edges = new EdgeTable(indices, triangles);
  if (triangles.length < faceOf.length)
    placeFlat(indices, { triangles, corners, faceOf, edges }, vertexCount);
  const across = new Int32Array(3 * count);
  for (let half = 0; half < across.length; half++) {
    const edge = edges.edgeOf[half];
    if (edges.uses[edge] === 1) across[half] = NO_FACE;
    else if (edges.uses[edge] > 2) across[half] = BRANCH;
    else across[half] = edges.head[edge] === half ? edges.next[half] : edges.head[edge];
  }
  return { triangles, corners, faceOf, across, edges };
}

/** The half-edge before one of the same face. */
export function before(half: number): number {
  return half % 3 === 0 ? half + 2 : half - 1;
}

/** The half-edge after one of the same face. */
export function after(half: number): number {
  return half % 3 === 2 ? half - 2 : half + 1;
}

/** The other half-edge of a face at a vertex. */
export function otherSpoke(corners: Uint32Array, half: number, v: number): number {
  return corners[half] === v ? before(half) : after(half);
}

/** The corners at every vertex, ascending: of vertex v list[offsets[v]] to list[offsets[v + 1] - 1]. */
export function cornersByVertex(
  corners: Uint32Array,
  vertexCount: number,
): { offsets: Uint32Array; list: Uint32Array } {
  const offsets = new Uint32Array(vertexCount + 1);
  for (let c = 0; c < corners.length; c++) offsets[corners[c] + 1]++;
  for (let v = 0; v < vertexCount; v++) offsets[v + 1] += offsets[v];
  const next = offsets.slice();
  const list = new Uint32Array(corners.length);
  for (let c = 0; c < corners.length; c++) list[next[corners[c]]++] = c;
  return { offsets, list };
}

/** Finds faces for triangles that are segments or points. */
function placeFlat(
  indices: Uint32Array,
  { corners, faceOf, edges }: Omit<Faces, 'across'>,
  vertexCount: number,
): void {
  const byEdge = new Map<number, number>();
  for (let t = 0; t < faceOf.length; t++) {
    if (faceOf[t] < 0) byEdge.set(edgeKey(indices, t, vertexCount), -1);
  }
  if (byEdge.size === 0) return;
  for (let e = 0; e < edges.count; e++) {
    const key = edges.ends[2 * e] * vertexCount + edges.ends[2 * e + 1];
    if (byEdge.has(key)) byEdge.set(key, Math.floor(edges.head[e] / 3));
  }
  const atVertex = new Int32Array(vertexCount).fill(-1);
  for (let c = corners.length - 1; c >= 0; c--) atVertex[corners[c]] = Math.floor(c / 3);
  for (let t = 0; t < faceOf.length; t++) {
    if (faceOf[t] >= 0) continue;
    const [a, b, c] = indices.subarray(3 * t, 3 * t + 3);
    const beside = byEdge.get(edgeKey(indices, t, vertexCount))!;
    const end = atVertex[a] >= 0 ? atVertex[a] : atVertex[a === b ? c : b];
    faceOf[t] = beside >= 0 ? beside : end;
  }
}

/** The edge that a triangle without three different corners is; a point is an edge to itself. */
function edgeKey(indices: Uint32Array, t: number, vertexCount: number): number {
  const low = Math.min(indices[3 * t], indices[3 * t + 1], indices[3 * t + 2]);
  const high = Math.max(indices[3 * t], indices[3 * t + 1], indices[3 * t + 2]);
  return low * vertexCount + high;
}

/** Per triangle the first with the same corners; -1 if it has not three different ones. */
function firstAlike(indices: Uint32Array): Int32Array {
  const count = indices.length / 3;
  const first = new Int32Array(count);
  const sorted = new Uint32Array(indices.length);
  let capacity = 16;
  while (capacity < 2 * count) capacity *= 2;
  const table = new Int32Array(capacity).fill(-1);
  for (let t = 0; t < count; t++) {
    const a = indices[3 * t];
    const b = indices[3 * t + 1];
    const c = indices[3 * t + 2];
    if (a === b || b === c || c === a) {
      first[t] = -1;
      continue;
    }
    const low = Math.min(a, b, c);
    const high = Math.max(a, b, c);
    const middle = a !== low && a !== high ? a : b !== low && b !== high ? b : c;
    sorted[3 * t] = low;
    sorted[3 * t + 1] = middle;
    sorted[3 * t + 2] = high;
    let hash = Math.imul(low, 0x9e3779b1) ^ (low >>> 16);
    hash = Math.imul(hash ^ middle, 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 15) ^ high, 0xc2b2ae35);
    let slot = (hash ^ (hash >>> 16)) & (capacity - 1);
    let other = table[slot];
    while (other >= 0) {
      const o = 3 * other;
      if (sorted[o] === low && sorted[o + 1] === middle && sorted[o + 2] === high) break;
      slot = (slot + 1) & (capacity - 1);
      other = table[slot];
    }
    if (other < 0) {
      other = t;
      table[slot] = t;
    }
    first[t] = other;
  }
  return first;
}
