/**
 * The rare half of the triangle intersection test: coplanar triangles, and triangles that are
 * segments or points. Exact like triangleIntersect.ts, and slower.
 */
import { orient2d, orient3d } from './orient.ts';

/** Sides as triangleIntersect.ts packs them; 21 says that all three lie on the plane. */
const ALL_ON = 21;

/**
 * Intersection when the vertices of P all lie "on the plane" of Q, or those of Q on that of P:
 * the triangles are coplanar, or at least one is degenerate and so spans no plane.
 */
export function flatTrianglesIntersect(
  p: Float64Array,
  a: number,
  pSides: number,
  q: Float64Array,
  b: number,
  qSides: number,
): boolean {
  // P is proper and Q, a segment, crosses its plane; or the other way round.
  if (qSides !== ALL_ON) return segmentMeetsTriangle(q, b, qSides, p, a);
  if (pSides !== ALL_ON) return segmentMeetsTriangle(p, a, pSides, q, b);
  // Both lie in one plane, if there is one: look at them along an axis that keeps it a plane.
  let axis = properAxis(q, b, q, b + 3, q, b + 6);
  if (axis < 0) axis = properAxis(p, a, p, a + 3, p, a + 6);
  if (axis >= 0) return overlapInPlane(p, a, q, b, axis);
  // Two segments or points in space.
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      if (segmentsMeet(p, a + 3 * i, a + next(i), q, b + 3 * j, b + next(j))) return true;
    }
  }
  return false;
}

/** The offset of the vertex after vertex i. */
function next(i: number): number {
  return i === 2 ? 0 : 3 * i + 3;
}

/** An axis along which the three points are seen not collinear, or -1 if they are collinear. */
function properAxis(
  p: Float64Array,
  i: number,
  q: Float64Array,
  j: number,
  r: Float64Array,
  k: number,
): number {
  for (let axis = 0; axis < 3; axis++) {
    if (orient2d(p, i, q, j, r, k, axis) !== 0) return axis;
  }
  return -1;
}

/**
 * The degenerate triangle s[o..] against the proper triangle t[c..], whose plane it touches or
 * crosses in one point: some edge of it has that point, and the point is in the triangle iff
 * the edge's line does not pass the three sides in different senses.
 */
function segmentMeetsTriangle(
  s: Float64Array,
  o: number,
  sides: number,
  t: Float64Array,
  c: number,
): boolean {
  for (let i = 0; i < 3; i++) {
    const from = (sides >> (2 * i)) & 3;
    const to = (sides >> (i === 2 ? 0 : 2 * i + 2)) & 3;
    if (from === to) continue;
    const e = o + 3 * i;
    const f = o + next(i);
    const s0 = orient3d(s, e, s, f, t, c, t, c + 3);
    const s1 = orient3d(s, e, s, f, t, c + 3, t, c + 6);
    const s2 = orient3d(s, e, s, f, t, c + 6, t, c);
    // Several edges may cross the plane, but all in the same point, as they are collinear.
    return (s0 >= 0 && s1 >= 0 && s2 >= 0) || (s0 <= 0 && s1 <= 0 && s2 <= 0);
  }
  return false;
}

/** Two coplanar triangles, at least one of them proper, seen along `axis`. */
function overlapInPlane(
  p: Float64Array,
  a: number,
  q: Float64Array,
  b: number,
  axis: number,
): boolean {
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      if (segmentsMeetInPlane(p, a + 3 * i, a + next(i), q, b + 3 * j, b + next(j), axis)) {
        return true;
      }
    }
  }
  // No edges meet: one is within the other, or they are apart.
  return inTriangle(p, a, q, b, axis) || inTriangle(q, b, p, a, axis);
}

/** Is the point v[o..] in the triangle t[c..], seen along `axis`? No, if that is degenerate. */
function inTriangle(v: Float64Array, o: number, t: Float64Array, c: number, axis: number): boolean {
  const turn = orient2d(t, c, t, c + 3, t, c + 6, axis);
  return (
    turn !== 0 &&
    turn * orient2d(t, c, t, c + 3, v, o, axis) >= 0 &&
    turn * orient2d(t, c + 3, t, c + 6, v, o, axis) >= 0 &&
    turn * orient2d(t, c + 6, t, c, v, o, axis) >= 0
  );
}

/** Closed segments p[i] p[j] and q[k] q[l], seen along `axis`; either may be a point. */
function segmentsMeetInPlane(
  p: Float64Array,
  i: number,
  j: number,
  q: Float64Array,
  k: number,
  l: number,
  axis: number,
): boolean {
  const si = orient2d(q, k, q, l, p, i, axis);
  const sj = orient2d(q, k, q, l, p, j, axis);
  if (si * sj > 0) return false;
  const sk = orient2d(p, i, p, j, q, k, axis);
  const sl = orient2d(p, i, p, j, q, l, axis);
  if (sk * sl > 0) return false;
  if (si !== 0 || sj !== 0 || sk !== 0 || sl !== 0) return true;
  // All collinear: they meet iff their extents along the line do, that is along both axes.
  const x = axis === 2 ? 0 : axis + 1;
  const y = axis === 0 ? 2 : axis === 1 ? 0 : 1;
  return (
    rangesMeet(p, i + x, j + x, q, k + x, l + x) && rangesMeet(p, i + y, j + y, q, k + y, l + y)
  );
}

/** Closed segments p[i] p[j] and q[k] q[l] in space; either may be a point. */
function segmentsMeet(
  p: Float64Array,
  i: number,
  j: number,
  q: Float64Array,
  k: number,
  l: number,
): boolean {
  if (orient3d(p, i, p, j, q, k, q, l) !== 0) return false;
  let axis = properAxis(p, i, p, j, q, k);
  if (axis < 0) axis = properAxis(p, i, p, j, q, l);
  if (axis < 0) axis = properAxis(p, i, q, k, q, l);
  if (axis < 0) axis = properAxis(p, j, q, k, q, l);
  if (axis >= 0) return segmentsMeetInPlane(p, i, j, q, k, l, axis);
  return (
    rangesMeet(p, i, j, q, k, l) &&
    rangesMeet(p, i + 1, j + 1, q, k + 1, l + 1) &&
    rangesMeet(p, i + 2, j + 2, q, k + 2, l + 2)
  );
}

function rangesMeet(
  p: Float64Array,
  i: number,
  j: number,
  q: Float64Array,
  k: number,
  l: number,
): boolean {
  return (
    Math.max(p[i], p[j]) >= Math.min(q[k], q[l]) && Math.max(q[k], q[l]) >= Math.min(p[i], p[j])
  );
}
