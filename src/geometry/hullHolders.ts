/**
 * Why a hull contains points, in a form that is checked faster than a hull is made. From one vertex of the hull, the apex, a
 * solid hull is cut into tetrahedra, one with each facet that does not lie in a plane with it. A point's holder is a facet
 * whose tetrahedron has the point: four exact signs show it, and a tetrahedron of the hull's vertices is in the hull.
 * docs/proofs/convex.md, "Hulls that were made before".
 */
import { EdgeTable } from './edgeTable.ts';
import type { Hull } from './hull.ts';
import { orient3d } from './orient.ts';

/** A holder for every point that the hull was made of; null for what is flat. */
export function holdersOf(points: Float64Array, hull: Hull): Uint32Array | null {
  if (hull.dimension !== 3) return null;
  const check = new HolderCheck(points, hull);
  const count = points.length / 3;
  const holders = new Uint32Array(count);
  const across = neighbours(hull.indices);
  let facet = check.first;
  for (let v = 0; v < count; v++) {
    facet = check.walk(facet, v, across);
    if (facet < 0) return null;
    holders[v] = facet;
  }
  return holders;
}

/**
 * The hull of points, from the numbers of its vertices among them, its facets and a holder for each point. Null unless it is
 * a solid, its facets a closed surface that bends inwards at every edge, and every point proven to be in it.
 */
export function hullFromHolders(
  points: Float64Array,
  { sources, indices }: Pick<Hull, 'sources' | 'indices'>,
  holders: Uint32Array,
): Hull | null {
  const count = points.length / 3;
  if (holders.length !== count || !isAscending(sources, count)) return null;
  const positions = new Float64Array(3 * sources.length);
  for (let i = 0; i < sources.length; i++) {
    for (let k = 0; k < 3; k++) positions[3 * i + k] = points[3 * sources[i] + k];
  }
  const hull: Hull = { positions, indices, sources, dimension: 3 };
  if (!isConvexSurface(hull)) return null;
  const check = new HolderCheck(points, hull);
  let next = 0;
  for (let v = 0; v < count; v++) {
    // Vertices of the hull are in it.
    if (next < sources.length && sources[next] === v) next++;
    else if (!check.has(holders[v], v)) return null;
  }
  return hull;
}

function isAscending(numbers: Uint32Array, count: number): boolean {
  if (numbers.length < 4) return false;
  for (let i = 1; i < numbers.length; i++) if (!(numbers[i - 1] < numbers[i])) return false;
  return numbers[numbers.length - 1] < count;
}

/** Triangles with every edge run through once each way, two fewer than twice the vertices, none above its neighbours. */
function isConvexSurface({ positions: p, indices }: Hull): boolean {
  const vertexCount = p.length / 3;
  if (indices.length !== 3 * (2 * vertexCount - 4)) return false;
  for (let i = 0; i < indices.length; i++) if (!(indices[i] < vertexCount)) return false;
  const table = new EdgeTable(indices, allOf(indices));
  if (2 * table.count !== indices.length) return false;
  for (let e = 0; e < table.count; e++) {
    if (table.uses[e] !== 2 || table.balance[e] !== 0) return false;
    const half = table.head[e];
    const f = half - (half % 3);
    const other = table.next[half];
    const beyond = indices[other - (other % 3) + ((other + 2) % 3)];
    if (side(p, indices[f], indices[f + 1], indices[f + 2], beyond) > 0) return false;
  }
  return true;
}

function allOf(indices: Uint32Array): Uint32Array {
  return Uint32Array.from({ length: indices.length / 3 }, (_, t) => t);
}

/** Per edge of each facet, the facet across. */
function neighbours(indices: Uint32Array): Int32Array {
  const table = new EdgeTable(indices, allOf(indices));
  const across = new Int32Array(indices.length);
  for (let e = 0; e < table.count; e++) {
    const half = table.head[e];
    const other = table.next[half];
    across[half] = (other - (other % 3)) / 3;
    across[other] = (half - (half % 3)) / 3;
  }
  return across;
}

/** Side of the plane of the facet (a, b, c) on which d lies: 1 outside, 0 on it, -1 inside. */
function side(p: Float64Array, a: number, b: number, c: number, d: number): number {
  return -orient3d(p, 3 * a, p, 3 * b, p, 3 * c, p, 3 * d);
}

class HolderCheck {
  /** A facet that has a tetrahedron. */
  readonly first: number;
  private readonly points: Float64Array;
  private readonly hull: Hull;
  /** 1 for the facets that do not lie in a plane with the apex, which is vertex 0, and face away from it. */
  private readonly solid: Uint8Array;

  constructor(points: Float64Array, hull: Hull) {
    this.points = points;
    this.hull = hull;
    const { positions: p, indices } = hull;
    this.solid = new Uint8Array(indices.length / 3);
    for (let f = 0; f < this.solid.length; f++) {
      const [a, b, c] = [indices[3 * f], indices[3 * f + 1], indices[3 * f + 2]];
      if (side(p, a, b, c, 0) < 0) this.solid[f] = 1;
    }
    this.first = this.solid.indexOf(1);
  }

  /** Whether the tetrahedron of a facet has point v. */
  has(facet: number, v: number): boolean {
    return (
      facet < this.solid.length &&
      this.solid[facet] === 1 &&
      this.sideOf(facet, v) <= 0 &&
      this.edgeBeyond(facet, v) < 0
    );
  }

  /** A facet whose tetrahedron has point v, sought from another one on; -1 if there is none. */
  walk(from: number, v: number, across: Int32Array): number {
    if (from < 0) return -1;
    let facet = from;
    // From the apex the facets are seen side by side: who goes where the point is arrives.
    for (let step = 0; step < this.solid.length; step++) {
      const k = this.edgeBeyond(facet, v);
      if (k < 0) return this.sideOf(facet, v) <= 0 ? facet : -1;
      facet = across[3 * facet + k];
      if (this.solid[facet] === 0) break;
    }
    for (let f = 0; f < this.solid.length; f++) if (this.has(f, v)) return f;
    return -1;
  }

  private sideOf(f: number, v: number): number {
    const { positions: p, indices } = this.hull;
    const a = 3 * indices[3 * f];
    const b = 3 * indices[3 * f + 1];
    const c = 3 * indices[3 * f + 2];
    return -orient3d(p, a, p, b, p, c, this.points, 3 * v);
  }

  /** The first edge of a facet beyond whose plane with the apex point v lies; -1 if there is none. */
  private edgeBeyond(f: number, v: number): number {
    const { positions: p, indices } = this.hull;
    for (let k = 0; k < 3; k++) {
      const from = 3 * indices[3 * f + k];
      const to = 3 * indices[3 * f + ((k + 1) % 3)];
      if (orient3d(p, to, p, from, p, 0, this.points, 3 * v) < 0) return k;
    }
    return -1;
  }
}
