/**
 * The smallest oriented box around a member, nearly: from axes of the frame, of the points' spread and of the hull's
 * facets and edges, the best few are turned little by little while the volume falls. (A smallest box has a facet along
 * an edge of the hull on two sides, O'Rourke 1985; mostly one on a whole facet is within some percent.) Whatever axes come
 * out, the box is measured along them from all points and rounded outwards: it contains them
 * (docs/proofs/monitor-primitives.md).
 */
import type { Hull } from '../../geometry/index.ts';
import { principalAxesInto, Random, U } from '../../math/index.ts';
import { axesAlong, extremePoints, turnAbout } from './axes.ts';
import { ORIENTED_BOX } from './kinds.ts';
import type { MemberPoints } from './memberPoints.ts';

const { axes: AXES, half: HALF, size: SIZE } = ORIENTED_BOX;

/** How many points, facets and beginnings are looked at. */
const POINTS = 256;
const FACETS = 24;
const BEGINNINGS = 6;
/** Radians: the first turn and the last. */
const FIRST_TURN = 0.3;
const LAST_TURN = 1e-5;
/** Tried at every size of turn. */
const MOVES = 16;

/** A box as ORIENTED_BOX has it, in the frame of the points. */
export function fitOrientedBox({ points, grow, hull }: MemberPoints): Float64Array {
  const few = extremePoints(points, POINTS);
  const search = new BoxSearch(few, grow);
  const begun = beginnings(hull, few)
    .map((axes) => ({ axes, volume: search.volumeAlong(axes) }))
    .sort((a, b) => a.volume - b.volume)
    .slice(0, BEGINNINGS)
    .map(({ axes }) => search.turned(axes))
    .sort((a, b) => a.volume - b.volume);
  return measuredBox(points, grow, begun[0].axes);
}

/** The box along given axes, of all points. */
export function measuredBox(points: Float64Array, grow: number, axes: Float64Array): Float64Array {
  const out = new Float64Array(SIZE);
  const right = new Float64Array(9);
  axesAlong(axes.subarray(0, 3), axes.subarray(3, 6), right);
  out.set(right, AXES);
  const extents = new Float64Array(6);
  extentsInto(points, right, extents);
  for (let k = 0; k < 3; k++) {
    for (let a = 0; a < 3; a++) {
      out[k] += right[3 * a + k] * (extents[a] + (extents[3 + a] - extents[a]) / 2);
    }
  }
  // From the centre as it is: half extents that need not be the same to both sides.
  const most = new Float64Array(3);
  let reach = 0;
  for (let i = 0; i < points.length; i += 3) {
    const [x, y, z] = [points[i] - out[0], points[i + 1] - out[1], points[i + 2] - out[2]];
    reach = Math.max(reach, Math.abs(x) + Math.abs(y) + Math.abs(z));
    for (let k = 0; k < 3; k++) {
      const along = Math.abs(right[3 * k] * x + right[3 * k + 1] * y + right[3 * k + 2] * z);
      most[k] = Math.max(most[k], along);
    }
  }
  // Axes that are orthonormal to within 8 u; three products of rounded differences.
  const slack = 64 * U * (reach + grow) + 1e-150;
  for (let k = 0; k < 3; k++) out[HALF + k] = most[k] + grow + slack;
  return out;
}

/** Axes to begin from. */
function beginnings(hull: Hull, points: Float64Array): Float64Array[] {
  const found = [new Float64Array([1, 0, 0, 0, 1, 0, 0, 0, 1])];
  const add = (first: ArrayLike<number> & Iterable<number>, second: ArrayLike<number>) => {
    const axes = new Float64Array(9);
    axesAlong(first, second, axes);
    found.push(axes);
  };
  const spread = new Float64Array(9);
  principalAxesInto(spreadOf(points), spread);
  found.push(spread);
  const p = hull.positions;
  if (hull.dimension === 1) add(differenceOf(p, 0, 3), [0, 0, 0]);
  for (const { normal, edges } of largestFacets(hull)) for (const edge of edges) add(normal, edge);
  return found;
}

const differenceOf = (p: Float64Array, i: number, j: number) =>
  [0, 1, 2].map((k) => p[j + k] - p[i + k]);

/** The largest facets that point in different directions, with their edges. */
function largestFacets({ positions: p, indices }: Hull): { normal: number[]; edges: number[][] }[] {
  const facets: { normal: number[]; area: number; edges: number[][] }[] = [];
  for (let f = 0; f < indices.length; f += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => 3 * indices[f + k]);
    const edges = [differenceOf(p, a, b), differenceOf(p, b, c), differenceOf(p, c, a)];
    const [u, v] = edges;
    const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    const area = Math.hypot(n[0], n[1], n[2]);
    if (area > 0) facets.push({ normal: n.map((x) => x / area), area, edges });
  }
  facets.sort((x, y) => y.area - x.area);
  const chosen: typeof facets = [];
  for (const facet of facets) {
    if (chosen.length === FACETS) break;
    const parallel = (other: (typeof facets)[number]) =>
      Math.abs(other.normal.reduce((sum, x, k) => sum + x * facet.normal[k], 0)) > 0.9999;
    const same = chosen.find(parallel);
    if (same) same.edges.push(...facet.edges.slice(0, same.edges.length < 12 ? 3 : 0));
    else chosen.push(facet);
  }
  return chosen;
}

/** Second moments of points about their mean. */
export function spreadOf(points: Float64Array): Float64Array {
  const count = points.length / 3;
  const mean = [0, 0, 0];
  for (let i = 0; i < points.length; i++) mean[i % 3] += points[i] / count;
  const m = new Float64Array(6);
  for (let i = 0; i < points.length; i += 3) {
    const [x, y, z] = [points[i] - mean[0], points[i + 1] - mean[1], points[i + 2] - mean[2]];
    m[0] += x * x;
    m[1] += x * y;
    m[2] += x * z;
    m[3] += y * y;
    m[4] += y * z;
    m[5] += z * z;
  }
  return m;
}

/** out = least, then greatest product of a point with each axis. */
function extentsInto(points: Float64Array, axes: Float64Array, out: Float64Array): void {
  out.fill(Number.POSITIVE_INFINITY, 0, 3);
  out.fill(Number.NEGATIVE_INFINITY, 3, 6);
  for (let i = 0; i < points.length; i += 3) {
    const x = points[i];
    const y = points[i + 1];
    const z = points[i + 2];
    for (let k = 0; k < 3; k++) {
      const along = axes[3 * k] * x + axes[3 * k + 1] * y + axes[3 * k + 2] * z;
      if (along < out[k]) out[k] = along;
      if (along > out[3 + k]) out[3 + k] = along;
    }
  }
}

class BoxSearch {
  private readonly points: Float64Array;
  private readonly extents = new Float64Array(6);
  /** To every side; a little more than `grow`, so that of flat boxes the smaller is better. */
  private readonly more: number;

  constructor(points: Float64Array, grow: number) {
    this.points = points;
    extentsInto(points, new Float64Array([1, 0, 0, 0, 1, 0, 0, 0, 1]), this.extents);
    const [a, b, c, d, e, f] = this.extents;
    this.more = 2 * grow + 1e-6 * (d - a + e - b + f - c);
  }

  volumeAlong(axes: Float64Array): number {
    const { extents, more } = this;
    extentsInto(this.points, axes, extents);
    let volume = 1;
    for (let k = 0; k < 3; k++) volume *= extents[3 + k] - extents[k] + more;
    return volume;
  }

  /** The best that small turns lead to. */
  turned(from: Float64Array): { axes: Float64Array; volume: number } {
    const random = new Random(1);
    const half = new Float64Array(9);
    const other = new Float64Array(9);
    let axes = Float64Array.from(from);
    let next = new Float64Array(9);
    let volume = this.volumeAlong(axes);
    for (let angle = FIRST_TURN; angle > LAST_TURN; angle *= 0.5) {
      for (let move = 0; move < MOVES; move++) {
        // About one axis; then about all at once, where one alone leads nowhere.
        if (move < 6) turnAbout(axes, move % 3, move < 3 ? angle : -angle, next);
        else {
          turnAbout(axes, 0, random.between(-angle, angle), half);
          turnAbout(half, 1, random.between(-angle, angle), other);
          turnAbout(other, 2, random.between(-angle, angle), next);
        }
        const found = this.volumeAlong(next);
        if (!(found < volume)) continue;
        volume = found;
        [axes, next] = [next, axes];
      }
    }
    return { axes, volume };
  }
}
