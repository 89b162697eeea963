/**
 * The deepest notch of points under their convex hull: the point that is farthest from the hull's surface. Inside a convex
 * polyhedron the surface is as far as the nearest of the facets' planes, so the depth of a point is the least of
 * affine functions, one per facet, and the deepest notch the point where that is most.
 *
 * Points times facets would be too many for scans. Depth is found by branch and bound instead: a box of points is no deeper
 * than the least of what the facets allow at its best corner, and a facet that is farther than that everywhere in the box
 * is nowhere the nearest, so both lists become shorter on the way down. A depth is a measure, rounded, not a proof: of facets
 * whose plane rounding leaves open (needles) none counts.
 */
import type { Hull } from '../hull.ts';
import { middleInto, PLANE_SIZE as PLANE, planesOf } from './hullPlanes.ts';

/** A point under a hull. */
export interface Notch {
  /** Number of the point. */
  readonly point: number;
  /** Distance to the surface of the hull. */
  readonly depth: number;
  /** Outward unit normal of the facet that is nearest: the way out. */
  readonly out: Float64Array;
}

/** So many points times facets are compared one by one. */
const FEW = 128;

/**
 * The deepest of the points under their hull; null where none is deeper than `least`, as in convex position, or where the hull
 * has no inside.
 */
export function deepestNotch(points: Float64Array, hull: Hull, least = 0): Notch | null {
  if (hull.dimension < 3) return null;
  const search = new Search(points, hull, least);
  search.run();
  if (search.point < 0) return null;
  const at = PLANE * search.facet;
  const out = search.planes.slice(at, at + 3);
  return { point: search.point, depth: search.depth, out };
}

/** Boxes of points against lists of facets. */
class Search {
  private readonly points: Float64Array;
  private readonly origin = new Float64Array(3);
  readonly planes: Float64Array;
  private readonly order: Uint32Array;
  /** Facets that count, list after list: that of a box ends where those of its halves begin. */
  private facets: Int32Array;
  /** Deepest so far. */
  depth: number;
  point = -1;
  facet = -1;

  constructor(points: Float64Array, hull: Hull, least: number) {
    this.points = points;
    this.depth = least;
    middleInto(hull, this.origin);
    this.planes = planesOf(hull, this.origin).planes;
    const onHull = new Uint8Array(points.length / 3);
    for (let i = 0; i < hull.sources.length; i++) onHull[hull.sources[i]] = 1;
    this.order = unmarked(onHull);
    this.facets = new Int32Array(4 * (this.planes.length / PLANE) + 64);
  }

  run(): void {
    const count = this.planes.length / PLANE;
    if (count === 0 || this.order.length === 0) return;
    for (let f = 0; f < count; f++) this.facets[f] = f;
    this.branch(0, this.order.length, 0, count);
  }

  /** Points order[start, end) against facets[from, to). */
  private branch(start: number, end: number, from: number, to: number): void {
    const { points, origin, planes, order } = this;
    let [x0, y0, z0] = [
      Number.POSITIVE_INFINITY,
      Number.POSITIVE_INFINITY,
      Number.POSITIVE_INFINITY,
    ];
    let [x1, y1, z1] = [-x0, -y0, -z0];
    for (let i = start; i < end; i++) {
      const p = 3 * order[i];
      const x = points[p] - origin[0];
      const y = points[p + 1] - origin[1];
      const z = points[p + 2] - origin[2];
      if (x < x0) x0 = x;
      if (x > x1) x1 = x;
      if (y < y0) y0 = y;
      if (y > y1) y1 = y;
      if (z < z0) z0 = z;
      if (z > z1) z1 = z;
    }
    const [cx, cy, cz] = [(x0 + x1) / 2, (y0 + y1) / 2, (z0 + z1) / 2];
    const [hx, hy, hz] = [(x1 - x0) / 2, (y1 - y0) / 2, (z1 - z0) / 2];
    let most = Number.POSITIVE_INFINITY;
    for (let i = from; i < to; i++) {
      const f = PLANE * this.facets[i];
      const [nx, ny, nz] = [planes[f], planes[f + 1], planes[f + 2]];
      const reach = Math.abs(nx) * hx + Math.abs(ny) * hy + Math.abs(nz) * hz;
      const high = planes[f + 3] - (nx * cx + ny * cy + nz * cz) + reach;
      if (high < most) most = high;
    }
    if (!(most > this.depth)) return;
    if (this.facets.length < 2 * to - from) this.grow(2 * to - from);
    let next = to;
    for (let i = from; i < to; i++) {
      const f = PLANE * this.facets[i];
      const [nx, ny, nz] = [planes[f], planes[f + 1], planes[f + 2]];
      const reach = Math.abs(nx) * hx + Math.abs(ny) * hy + Math.abs(nz) * hz;
      const low = planes[f + 3] - (nx * cx + ny * cy + nz * cz) - reach;
      if (low <= most) this.facets[next++] = this.facets[i];
    }
    const axis = hx >= hy && hx >= hz ? 0 : hy >= hz ? 1 : 2;
    const centre = origin[axis] + (axis === 0 ? cx : axis === 1 ? cy : cz);
    if ((end - start) * (next - to) > FEW && end - start > 1) {
      const middle = this.divide(start, end, axis, centre);
      if (middle > start && middle < end) {
        // The half in which the facets leave more room goes first: what it has spares the other one.
        const quarter = (axis === 0 ? hx : axis === 1 ? hy : hz) / 2;
        const c = [cx, cy, cz];
        c[axis] -= quarter;
        const below = this.roomAt(c, to, next);
        c[axis] += 2 * quarter;
        const above = this.roomAt(c, to, next);
        if (below > above) this.branch(start, middle, to, next);
        this.branch(middle, end, to, next);
        if (!(below > above)) this.branch(start, middle, to, next);
        return;
      }
    }
    for (let i = start; i < end; i++) this.measure(order[i], to, next);
  }

  /** Depth of a place by the facets [from, to). */
  private roomAt(at: readonly number[], from: number, to: number): number {
    const { planes, facets } = this;
    let least = Number.POSITIVE_INFINITY;
    for (let i = from; i < to; i++) {
      const f = PLANE * facets[i];
      const d = planes[f + 3] - (planes[f] * at[0] + planes[f + 1] * at[1] + planes[f + 2] * at[2]);
      if (d < least) least = d;
    }
    return least;
  }

  private measure(point: number, from: number, to: number): void {
    const { points, origin, planes, facets } = this;
    const x = points[3 * point] - origin[0];
    const y = points[3 * point + 1] - origin[1];
    const z = points[3 * point + 2] - origin[2];
    let least = Number.POSITIVE_INFINITY;
    let facet = -1;
    for (let i = from; i < to; i++) {
      const f = PLANE * facets[i];
      const d = planes[f + 3] - (planes[f] * x + planes[f + 1] * y + planes[f + 2] * z);
      if (d >= least) continue;
      if (d <= this.depth) return;
      least = d;
      facet = facets[i];
    }
    this.depth = least;
    this.point = point;
    this.facet = facet;
  }

  /** Puts points below `at` first; returns where the others begin. */
  private divide(start: number, end: number, axis: number, at: number): number {
    const { points, order } = this;
    let middle = start;
    for (let i = start; i < end; i++) {
      const p = order[i];
      if (points[3 * p + axis] > at) continue;
      order[i] = order[middle];
      order[middle++] = p;
    }
    return middle;
  }

  private grow(count: number): void {
    const facets = new Int32Array(2 * count);
    facets.set(this.facets);
    this.facets = facets;
  }
}

/** Numbers of what is not marked. */
function unmarked(marked: Uint8Array): Uint32Array {
  const rest = new Uint32Array(marked.length);
  let count = 0;
  for (let i = 0; i < marked.length; i++) if (!marked[i]) rest[count++] = i;
  return rest.subarray(0, count);
}
