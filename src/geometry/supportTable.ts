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
}

/** Pulls (u, v) off the outer border, so that it needs no clamping there. */
export const SHRINK = 1 - 2 ** -30;

/**
 * How far a computed (u, v) may lie from the exact one: SHRINK moves it by 2^-30 at most, and
 * two additions, a division, two products and the shift by 1 put it off by 8 u.
 */
const CELL_MARGIN = 2 ** -29;

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
    return { resolution: known.resolution, starts, candidates, positions, ...extent(positions) };
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
  const builder = new Builder(hull.positions, n, levels);
  const starts = new Int32Array(2 * n * n + 1);
  const offsets: number[] = [];
  for (let c = 0; c < 2 * n * n; c++) {
    for (const i of builder.lists[c]) offsets.push(3 * i);
    starts[c + 1] = offsets.length;
  }
  return {
    resolution: n,
    starts,
    candidates: Uint32Array.from(offsets),
    positions: hull.positions,
    ...extent(hull.positions),
  };
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

/** Recursive subdivision of the eight octants; a child looks only at its parent's candidates. */
class Builder {
  readonly lists: number[][];
  private readonly n: number;
  private readonly levels: number;
  private readonly slack: number;
  /** For each vertex in the current octant: value = at + u * du + v * dv. */
  private readonly at: Float64Array;
  private readonly du: Float64Array;
  private readonly dv: Float64Array;

  constructor(p: Float64Array, n: number, levels: number) {
    this.n = n;
    this.levels = levels;
    const count = p.length / 3;
    this.lists = Array.from({ length: 2 * n * n }, () => []);
    this.at = new Float64Array(count);
    this.du = new Float64Array(count);
    this.dv = new Float64Array(count);
    let largest = 0;
    for (let i = 0; i < count; i++) {
      const sum = Math.abs(p[3 * i]) + Math.abs(p[3 * i + 1]) + Math.abs(p[3 * i + 2]);
      largest = Math.max(largest, sum);
    }
    // Values at the centre: du and dv one rounding each, then four; two values, one difference:
    // at most 13 u L with L the largest sum of coordinates. The spread: six more. 32 u L covers it.
    this.slack = 32 * U * largest;
    const all = Array.from({ length: count }, (_, i) => i);
    for (let octant = 0; octant < 8; octant++) {
      const su = octant & 1 ? -1 : 1;
      const sv = octant & 2 ? -1 : 1;
      const s = octant & 4 ? -1 : 1;
      for (let i = 0; i < count; i++) {
        this.at[i] = s * p[3 * i + 2];
        this.du[i] = p[3 * i] - su * this.at[i];
        this.dv[i] = p[3 * i + 1] - sv * this.at[i];
      }
      this.divide(s, 0.5 * su, 0.5 * sv, 0.5, all);
    }
  }

  /** Fills the lists of the squares inside the square of centre (u, v) and half width h. */
  private divide(s: number, u: number, v: number, h: number, list: number[]): void {
    if (Math.abs(u) + Math.abs(v) - 2 * h > 1 + 4 * CELL_MARGIN) return;
    const kept = this.undominated(u, v, h, list);
    if (h * this.n > 1) {
      const q = 0.5 * h;
      this.divide(s, u - q, v - q, q, kept);
      this.divide(s, u + q, v - q, q, kept);
      this.divide(s, u - q, v + q, q, kept);
      this.divide(s, u + q, v + q, q, kept);
      return;
    }
    const i = Math.floor(0.5 * (u + 1) * this.n);
    const j = Math.floor(0.5 * (v + 1) * this.n);
    this.lists[((s < 0 ? this.n : 0) + j) * this.n + i] = this.refined(u, v, h, kept, this.levels);
  }

  /** The union of what quarter squares keep, some levels down: tighter than one comparison. */
  private refined(u: number, v: number, h: number, list: number[], levels: number): number[] {
    if (levels === 0 || list.length <= 2) return list;
    const q = 0.5 * h;
    const union = new Set<number>();
    for (let k = 0; k < 4; k++) {
      const cu = k & 1 ? u + q : u - q;
      const cv = k & 2 ? v + q : v - q;
      if (Math.abs(cu) + Math.abs(cv) - 2 * q > 1 + 4 * CELL_MARGIN) continue;
      const kept = this.undominated(cu, cv, q, list);
      for (const i of this.refined(cu, cv, q, kept, levels - 1)) union.add(i);
    }
    return [...union];
  }

  /** The vertices of the list that no corner- or centre-extreme vertex beats on the square. */
  private undominated(u: number, v: number, h: number, list: number[]): number[] {
    const { at, du, dv } = this;
    const reach = h + CELL_MARGIN;
    let kept = list;
    for (let k = 0; k < 5 && kept.length > 1; k++) {
      const pu = k === 4 ? u : u + (k & 1 ? h : -h);
      const pv = k === 4 ? v : v + (k & 2 ? h : -h);
      let w = kept[0];
      let top = Number.NEGATIVE_INFINITY;
      for (let i = 0; i < kept.length; i++) {
        const value = at[kept[i]] + pu * du[kept[i]] + pv * dv[kept[i]];
        if (value > top) {
          top = value;
          w = kept[i];
        }
      }
      const height = at[w] + u * du[w] + v * dv[w] - this.slack;
      const remaining: number[] = [];
      for (let i = 0; i < kept.length; i++) {
        const x = kept[i];
        const lead = height - (at[x] + u * du[x] + v * dv[x]);
        const spread = reach * (Math.abs(du[w] - du[x]) + Math.abs(dv[w] - dv[x]));
        if (x === w || lead <= spread) remaining.push(x);
      }
      kept = remaining;
    }
    return kept;
  }
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
