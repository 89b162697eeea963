/**
 * Which vertex of a hull lies farthest in a direction, answered from a table: directions are
 * sorted into cells, and a cell lists every vertex that is extreme for some direction in it.
 * A query finds the cell and compares a few dot products; it never walks over the hull.
 *
 * Cells: d is divided by |x| + |y| + |z|, which puts it on an octahedron. Each half of it
 * (z >= 0, z < 0), seen along z, is cut into n x n squares of (u, v) = (x, y) / (|x|+|y|+|z|).
 * Unlike on a cube, no branch depends on the largest component. Within a square, which lies in
 * one octant, d = (u, v, s (1 - |u| - |v|)) is affine in (u, v); so is d.(w - v) for two
 * vertices, and its minimum lies in a corner. Vertex v is left out of a square when some w
 * beats it in all four corners by more than the rounding error of that comparison. Hence the
 * true maximum is never left out (docs/proofs/convex.md).
 */
import { U } from '../math/index.ts';
import { boxCorners } from './boxCorners.ts';
import type { Hull } from './hull.ts';
import { listSupports } from './supportLists.ts';

export interface SupportTable {
  /** Squares along one side of a half; a power of two. */
  readonly resolution: number;
  /** Candidates of square c = (half, j, i) lie at starts[c] .. starts[c + 1] in `candidates`. */
  readonly starts: Int32Array;
  /** Offsets into `positions`; small, so that the tables of many bodies stay in the cache. */
  readonly candidates: Uint32Array;
  /** The hull's vertices, three coordinates each. */
  readonly positions: Float64Array;
  /** Centre of the hull's bounding box. */
  readonly centre: Float64Array;
  /**
   * Half extents of the hull's core, about the centre: a box that, swept by a ball, has roughly the
   * hull's extents along the axes and the diagonals. Searches start from the direction between two
   * cores.
   */
  readonly core: Float64Array;
  /** Upper bound of the vertices' distance from the frame's origin. */
  readonly radius: number;
  /** Where kernels have a copy. No copy of this object, to another thread or made by hand, takes it along. */
  readonly lodging?: TableLodging;
}

/** An address in the kernels' memory; 0 if the table has none there, -1 as long as nobody asked. */
export class TableLodging {
  address = -1;
}

/** Pulls (u, v) off the outer border, so that it needs no clamping there. */
export const SHRINK = 1 - 2 ** -30;

/** Levels below a square on which vertices are compared for a table that is asked often. */
const LEVELS = 2;

/**
 * Builds the table of a hull; without a resolution, the one measured fastest for its size. With fewer
 * levels it is made sooner, and its lists are longer.
 */
export function buildSupportTable(hull: Hull, resolution?: number, levels = LEVELS): SupportTable {
  const corners = resolution === undefined && levels === LEVELS ? boxCorners(hull.positions) : null;
  const known = corners === null ? undefined : boxTables.get(corners);
  if (known) {
    const { starts, candidates } = known;
    const { positions } = hull;
    return withLodging({
      ...{ resolution: known.resolution, starts, candidates, positions },
      ...extent(positions),
    });
  }
  const table = listCandidates(hull, resolution, levels);
  if (corners !== null && boxTables.size < MOST_ORDERS) boxTables.set(corners, table);
  return table;
}

/**
 * Tables of boxes, by the order of their corners. Which corner of a box is extreme depends on the signs of the direction
 * alone, so that the lists of one hold for all: where many boxes stand in a cell, they are made once.
 */
const boxTables = new Map<string, SupportTable>();
/** Orders of corners that are remembered: boxes of ours have one. */
const MOST_ORDERS = 64;
function listCandidates(hull: Hull, resolution: number | undefined, levels: number): SupportTable {
  const count = hull.positions.length / 3;
  const n = resolution ?? defaultResolution(count);
  const { starts, numbers } = listSupports(hull.positions, n, levels);
  const candidates = numbers.map((i) => 3 * i);
  const { positions } = hull;
  return withLodging({ resolution: n, starts, candidates, positions, ...extent(positions) });
}

/** Hidden from whoever copies the table, by spreading, cloning or sending it: the copy has no place yet. */
function withLodging(table: Omit<SupportTable, 'lodging'>): SupportTable {
  return Object.defineProperty(table, 'lodging', { value: new TableLodging(), enumerable: false });
}

function defaultResolution(vertexCount: number): number {
  return vertexCount <= 16 ? 16 : 32;
}

/**
 * Where in `positions` the vertex with the largest d.x stands, for d at `d[o]`. It has the
 * largest rounded dot product of a list that has the true maximum, so it is extreme up to
 * 6 u |d| radius. The components of d must be finite, their largest magnitude between
 * 1e-300 and 1e300.
 */
export function supportOffset(table: SupportTable, d: Float64Array, o: number): number {
  const x = d[o];
  const y = d[o + 1];
  const z = d[o + 2];
  const n = table.resolution;
  const half = 0.5 * n;
  const scale = (half * SHRINK) / (Math.abs(x) + Math.abs(y) + Math.abs(z));
  const cell = ((z < 0 ? n : 0) + Math.trunc(y * scale + half)) * n + Math.trunc(x * scale + half);
  const { starts, candidates, positions: p } = table;
  const end = starts[cell + 1];
  let at = starts[cell];
  let best = candidates[at];
  let top = x * p[best] + y * p[best + 1] + z * p[best + 2];
  while (++at < end) {
    const k = candidates[at];
    const value = x * p[k] + y * p[k + 1] + z * p[k + 2];
    if (value > top) {
      top = value;
      best = k;
    }
  }
  return best;
}

function extent(p: Float64Array): Pick<SupportTable, 'centre' | 'core' | 'radius'> {
  const low = p.slice(0, 3);
  const high = p.slice(0, 3);
  let squared = 0;
  for (let i = 0; i < p.length; i += 3) {
    for (let k = 0; k < 3; k++) {
      low[k] = Math.min(low[k], p[i + k]);
      high[k] = Math.max(high[k], p[i + k]);
    }
    squared = Math.max(squared, p[i] * p[i] + p[i + 1] * p[i + 1] + p[i + 2] * p[i + 2]);
  }
  const centre = low.map((x, k) => 0.5 * x + 0.5 * high[k]);
  const half = low.map((x, k) => 0.5 * high[k] - 0.5 * x);
  return { centre, core: coreOf(p, half), radius: Math.sqrt(squared) * (1 + 4 * U) };
}

/**
 * A box of half extents h - r, swept by a ball of radius r, reaches h along the axes and
 * (|h|_1 - 3 r) / sqrt(3) + r along a diagonal; r is chosen so that the mean over the diagonals fits.
 */
function coreOf(p: Float64Array, half: Float64Array): Float64Array {
  let sum = 0;
  for (let octant = 0; octant < 4; octant++) {
    const sx = octant & 1 ? -1 : 1;
    const sy = octant & 2 ? -1 : 1;
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < p.length; i += 3) {
      const along = sx * p[i] + sy * p[i + 1] + p[i + 2];
      low = Math.min(low, along);
      high = Math.max(high, along);
    }
    sum += high - low;
  }
  const root = Math.sqrt(3);
  const total = half[0] + half[1] + half[2];
  const r = (total / root - sum / (8 * root)) / (root - 1);
  return half.map((h) => Math.max(0, h - Math.max(0, r)));
}
