/**
 * Do two triangles share a point? Exact on the given doubles: touching, coplanar and degenerate
 * triangles included. About 40 ns for a pair that a face plane separates. The argument is in
 * docs/proofs/triangles.md; the scheme is that of P. Guigue and O. Devillers, "Fast and Robust
 * Triangle-Triangle Overlap Test Using Orientation Predicates", 2003: only signs of
 * determinants of the input are used, never a constructed point.
 *
 * A triangle is nine consecutive doubles at an offset; both are in the same frame.
 */
import { layout } from '../arrays/layout.ts';
import { ORIENT_ERROR, orient3d } from './orient.ts';
import { flatTrianglesIntersect } from './triangleIntersectFlat.ts';

/**
 * The sides of a plane that three vertices lie on, two bits each, as sign + 1: 0 below, 1 on,
 * 2 above.
 */
const ALL_BELOW = 0;
const ALL_ON = 21;
const ALL_ABOVE = 42;

/** Scratch, used only within one call: of a plane its normal, and three vertices' heights times its length. */
const { NORMAL, HEIGHTS, size: SCRATCH } = layout(['NORMAL', 3], ['HEIGHTS', 3]);
const w = new Float64Array(SCRATCH);

/** Normals shorter than this say nothing about gaps: products with them could underflow. */
const SHORTEST2 = 1e-200;
/** Nor do gaps, times the normal's length, whose squares could. */
const SMALLEST = 1e-140;

/** True iff the closed triangles p[a..a+9) and q[b..b+9) share a point. */
export function trianglesIntersect(
  p: Float64Array,
  a: number,
  q: Float64Array,
  b: number,
): boolean {
  const pSides = sidesOf(p, a, q, b);
  if (pSides === ALL_ABOVE || pSides === ALL_BELOW) return false;
  const qSides = sidesOf(q, b, p, a);
  if (qSides === ALL_ABOVE || qSides === ALL_BELOW) return false;
  // A degenerate triangle spans no plane: it sees every point on "its plane".
  if (pSides === ALL_ON || qSides === ALL_ON) {
    return flatTrianglesIntersect(p, a, pSides, q, b, qSides);
  }
  return intervalsOverlap(p, a, pSides, q, b, qSides);
}

/**
 * The same, and where it is false and the plane of one of them shows it, which is most often so: out[o] = the gap
 * between them along that plane's normal n, times |n|, and out[o + 1] = |n|^2; else out[o] = 0. The gap is that of the
 * projections of all six vertices on n as computed, up to their rounding: less than 16 u times |n| and the largest
 * difference of coordinates.
 */
export function trianglesIntersectOrGapInto(
  p: Float64Array,
  a: number,
  q: Float64Array,
  b: number,
  out: Float64Array,
  o: number,
): boolean {
  out[o] = 0;
  const pSides = sidesOf(p, a, q, b);
  if (pSides === ALL_ABOVE || pSides === ALL_BELOW) {
    gapInto(q, b, pSides === ALL_ABOVE, out, o);
    return false;
  }
  const qSides = sidesOf(q, b, p, a);
  if (qSides === ALL_ABOVE || qSides === ALL_BELOW) {
    gapInto(p, a, qSides === ALL_ABOVE, out, o);
    return false;
  }
  if (pSides === ALL_ON || qSides === ALL_ON) {
    return flatTrianglesIntersect(p, a, pSides, q, b, qSides);
  }
  return intervalsOverlap(p, a, pSides, q, b, qSides);
}

/** The gap between the triangle q[b..], whose plane is in the scratch, and the vertices above or below it. */
function gapInto(q: Float64Array, b: number, above: boolean, out: Float64Array, o: number): void {
  const nx = w[NORMAL];
  const ny = w[NORMAL + 1];
  const nz = w[NORMAL + 2];
  const x = q[b];
  const y = q[b + 1];
  const z = q[b + 2];
  // The triangle's own vertices: 0 but for the rounding of n.
  const s = nx * (q[b + 3] - x) + ny * (q[b + 4] - y) + nz * (q[b + 5] - z);
  const t = nx * (q[b + 6] - x) + ny * (q[b + 7] - y) + nz * (q[b + 8] - z);
  const d0 = w[HEIGHTS];
  const d1 = w[HEIGHTS + 1];
  const d2 = w[HEIGHTS + 2];
  const gap = above
    ? Math.min(d0, d1, d2) - Math.max(0, s, t)
    : Math.min(0, s, t) - Math.max(d0, d1, d2);
  const squared = nx * nx + ny * ny + nz * nz;
  if (!(gap > SMALLEST && squared > SHORTEST2)) return;
  out[o] = gap;
  out[o + 1] = squared;
}

/** The sides of the plane of q[b..] that the vertices of p[a..] lie on. */
function sidesOf(p: Float64Array, a: number, q: Float64Array, b: number): number {
  const ox = q[b];
  const oy = q[b + 1];
  const oz = q[b + 2];
  const ux = q[b + 3] - ox;
  const uy = q[b + 4] - oy;
  const uz = q[b + 5] - oz;
  const vx = q[b + 6] - ox;
  const vy = q[b + 7] - oy;
  const vz = q[b + 8] - oz;
  const uyvz = uy * vz;
  const uzvy = uz * vy;
  const uzvx = uz * vx;
  const uxvz = ux * vz;
  const uxvy = ux * vy;
  const uyvx = uy * vx;
  const nx = uyvz - uzvy;
  const ny = uzvx - uxvz;
  const nz = uxvy - uyvx;
  const mx = Math.abs(uyvz) + Math.abs(uzvy);
  const my = Math.abs(uzvx) + Math.abs(uxvz);
  const mz = Math.abs(uxvy) + Math.abs(uyvx);
  // The filter of orient3d, with the part that the three vertices share computed once.
  const x0 = p[a] - ox;
  const y0 = p[a + 1] - oy;
  const z0 = p[a + 2] - oz;
  const x1 = p[a + 3] - ox;
  const y1 = p[a + 4] - oy;
  const z1 = p[a + 5] - oz;
  const x2 = p[a + 6] - ox;
  const y2 = p[a + 7] - oy;
  const z2 = p[a + 8] - oz;
  const d0 = nx * x0 + ny * y0 + nz * z0;
  const d1 = nx * x1 + ny * y1 + nz * z1;
  const d2 = nx * x2 + ny * y2 + nz * z2;
  w[NORMAL] = nx;
  w[NORMAL + 1] = ny;
  w[NORMAL + 2] = nz;
  w[HEIGHTS] = d0;
  w[HEIGHTS + 1] = d1;
  w[HEIGHTS + 2] = d2;
  const e0 = ORIENT_ERROR * (mx * Math.abs(x0) + my * Math.abs(y0) + mz * Math.abs(z0));
  const e1 = ORIENT_ERROR * (mx * Math.abs(x1) + my * Math.abs(y1) + mz * Math.abs(z1));
  const e2 = ORIENT_ERROR * (mx * Math.abs(x2) + my * Math.abs(y2) + mz * Math.abs(z2));
  const s0 = d0 > e0 ? 2 : d0 < -e0 ? 0 : exactSide(p, a, q, b);
  const s1 = d1 > e1 ? 2 : d1 < -e1 ? 0 : exactSide(p, a + 3, q, b);
  const s2 = d2 > e2 ? 2 : d2 < -e2 ? 0 : exactSide(p, a + 6, q, b);
  return s0 | (s1 << 2) | (s2 << 4);
}

function exactSide(p: Float64Array, i: number, q: Float64Array, b: number): number {
  return 1 + orient3d(q, b + 3, q, b + 6, p, i, q, b);
}

/**
 * The vertex that is alone on its side: 0, 1 or 2, plus 4 if that side is the upper one. The
 * other two lie on the other side or on the plane, and neither edge at the chosen vertex lies
 * in the plane. For sides that are neither all equal nor all on.
 */
function loneVertex(sides: number): number {
  const s0 = sides & 3;
  const s1 = (sides >> 2) & 3;
  const s2 = sides >> 4;
  // A vertex strictly on one side with no other there, if there is one ...
  if (s0 !== 1 && s1 !== s0 && s2 !== s0) return s0 === 2 ? 4 : 0;
  if (s1 !== 1 && s0 !== s1 && s2 !== s1) return s1 === 2 ? 5 : 1;
  if (s2 !== 1 && s0 !== s2 && s1 !== s2) return s2 === 2 ? 6 : 2;
  // ... else two are strictly on one side and the third touches the plane from there.
  const k = s0 === 1 ? 0 : s1 === 1 ? 1 : 2;
  const others = k === 0 ? s1 : s0;
  return others === 2 ? k : k + 4;
}

/**
 * Both triangles meet the line that their planes share, each in an interval; do these overlap?
 * With p0 alone on its side, P's interval runs from edge p0 p1 to edge p0 p2. Along
 * n_q x n_p it runs upward if p0 is above Q's plane; Q's runs downward if q0 is above P's. An
 * end of one interval is compared with an end of the other by the orientation of the two edges.
 */
function intervalsOverlap(
  p: Float64Array,
  a: number,
  pSides: number,
  q: Float64Array,
  b: number,
  qSides: number,
): boolean {
  const pLone = loneVertex(pSides);
  const qLone = loneVertex(qSides);
  const i = pLone & 3;
  const j = qLone & 3;
  const pNext = a + (i === 2 ? 0 : 3 * i + 3);
  const pLast = a + (i === 0 ? 6 : 3 * i - 3);
  const qNext = b + (j === 2 ? 0 : 3 * j + 3);
  const qLast = b + (j === 0 ? 6 : 3 * j - 3);
  const p0 = a + 3 * i;
  const q0 = b + 3 * j;
  const pAbove = pLone >= 4;
  const qAbove = qLone >= 4;
  const pLow = pAbove ? pNext : pLast;
  const pHigh = pAbove ? pLast : pNext;
  const qLow = qAbove ? qLast : qNext;
  const qHigh = qAbove ? qNext : qLast;
  // Turning an edge round turns the sign round.
  const sign = pAbove === qAbove ? 1 : -1;
  return (
    sign * orient3d(p, p0, p, pLow, q, q0, q, qHigh) >= 0 &&
    sign * orient3d(p, p0, p, pHigh, q, q0, q, qLow) <= 0
  );
}
