/**
 * Distance between two triangles, with the two closest points. The hottest triangle code:
 * typed arrays and integer offsets only, since V8 boxes doubles that cross calls; nothing is
 * allocated. About 120 ns for triangles that are apart.
 *
 * The distance is the least over 9 pairs of edges and 6 pairs of vertex and face. Two tests end
 * the search early: the direction between the closest points of two edges, or a face's normal,
 * is seen to separate the triangles. docs/proofs/triangles.md shows that the computed distance
 * is within DISTANCE_ERROR * L of the true one for all triangles, needles included, where L is
 * the largest difference between two of the six vertices in any one coordinate.
 *
 * A triangle is nine consecutive doubles at an offset; both are in the same frame. Units are the
 * caller's. Never NaN for coordinates up to 1e70; the error bound holds for extents from 1e-60.
 */
import { layout } from '../arrays/index.ts';
import { U } from '../math/index.ts';
import { productTail } from './exact.ts';
import { trianglesIntersect } from './triangleIntersect.ts';

/**
 * |computed - true distance| <= DISTANCE_ERROR * L, and so
 * true^2 >= computed^2 - SQUARED_DISTANCE_ERROR * L^2.
 */
export const DISTANCE_ERROR = 256 * U;
export const SQUARED_DISTANCE_ERROR = 1024 * U;

/** The squared sine below which a cross product is computed with compensation ... */
const OBLIQUE = 1e-2;
/** ... and that below which two directions count as parallel. */
const PARALLEL = 1e-29;
/** By how much, relative to the extent squared, the other vertices must be behind. */
const MARGIN = 1e-13;
/** Squared distances up to this part of the extent squared are checked for intersection. */
const NEAR = 1e-24;

/** What a face plane says about the vertices of the other triangle. */
const OPEN = 0;
const SETTLED = 1;
const CROSSES = 2;

/** Scratch, used only within one call. */
const {
  NORMAL,
  POINT,
  EXTENT2,
  GAP,
  AXIS2,
  BEST,
  ON_P,
  ON_Q,
  ALONG,
  size: SCRATCH,
} = layout(
  /** Six vertices relative to the first vertex of P. */
  ['vertices', 18],
  ['NORMAL', 3],
  ['POINT', 3],
  'EXTENT2',
  /** The gap along the line of the centroids, and that line's squared length. */
  'GAP',
  'AXIS2',
  /** The best so far, and its points. */
  'BEST',
  ['ON_P', 3],
  ['ON_Q', 3],
  ['ALONG', 5],
);
const w = new Float64Array(SCRATCH);

/**
 * out[o] = squared distance, out[o+1..o+3] the closest point on P = p[a..a+9), out[o+4..o+6]
 * that on Q = q[b..b+9). The squared distance is 0 iff trianglesIntersect; then both points are
 * the same common point, up to rounding. Otherwise it is the squared distance between the two
 * points, up to rounding.
 */
export function triangleDistanceInto(
  p: Float64Array,
  a: number,
  q: Float64Array,
  b: number,
  out: Float64Array,
  o: number,
): void {
  prepare(p, a, q, b);
  search(p, a, q, b);
  writeInto(p, a, out, o);
}

/**
 * Like triangleDistanceInto, but only for a pair nearer than the squared distance that stands in
 * out[o] on entry. Returns 1 when it wrote a nearer result, else 0 and leaves `out` alone. Most
 * pairs are dismissed at once, because their projections on the line of the centroids are proven
 * to be at least that far apart; after a full search DISTANCE_ERROR applies as always.
 */
export function triangleDistanceBelowInto(
  p: Float64Array,
  a: number,
  q: Float64Array,
  b: number,
  out: Float64Array,
  o: number,
): number {
  prepare(p, a, q, b);
  // gap / |axis| >= sqrt(out[o]); 1e-14 is for the roundings of these products, 8 in all.
  const gap = w[GAP];
  if (gap > 0 && gap * gap * (1 - 1e-14) >= out[o] * w[AXIS2]) return 0;
  search(p, a, q, b);
  if (!(w[BEST] < out[o])) return 0;
  writeInto(p, a, out, o);
  return 1;
}

function writeInto(p: Float64Array, a: number, out: Float64Array, o: number): void {
  out[o] = w[BEST];
  for (let k = 0; k < 3; k++) {
    out[o + 1 + k] = p[a + k] + w[ON_P + k];
    out[o + 4 + k] = p[a + k] + w[ON_Q + k];
  }
}

/** Fills the scratch: vertices, extent, and projections on the line of the centroids. */
function prepare(p: Float64Array, a: number, q: Float64Array, b: number): void {
  const ox = p[a];
  const oy = p[a + 1];
  const oz = p[a + 2];
  const p1x = p[a + 3] - ox;
  const p1y = p[a + 4] - oy;
  const p1z = p[a + 5] - oz;
  const p2x = p[a + 6] - ox;
  const p2y = p[a + 7] - oy;
  const p2z = p[a + 8] - oz;
  const q0x = q[b] - ox;
  const q0y = q[b + 1] - oy;
  const q0z = q[b + 2] - oz;
  const q1x = q[b + 3] - ox;
  const q1y = q[b + 4] - oy;
  const q1z = q[b + 5] - oz;
  const q2x = q[b + 6] - ox;
  const q2y = q[b + 7] - oy;
  const q2z = q[b + 8] - oz;
  w[3] = p1x;
  w[4] = p1y;
  w[5] = p1z;
  w[6] = p2x;
  w[7] = p2y;
  w[8] = p2z;
  w[9] = q0x;
  w[10] = q0y;
  w[11] = q0z;
  w[12] = q1x;
  w[13] = q1y;
  w[14] = q1z;
  w[15] = q2x;
  w[16] = q2y;
  w[17] = q2z;
  w[BEST] = Number.POSITIVE_INFINITY;
  const cx = q0x + q1x + q2x - p1x - p2x;
  const cy = q0y + q1y + q2y - p1y - p2y;
  const cz = q0z + q1z + q2z - p1z - p2z;
  const p1 = cx * p1x + cy * p1y + cz * p1z;
  const p2 = cx * p2x + cy * p2y + cz * p2z;
  const q0 = cx * q0x + cy * q0y + cz * q0z;
  const q1 = cx * q1x + cy * q1y + cz * q1z;
  const q2 = cx * q2x + cy * q2y + cz * q2z;
  const extent2 =
    p1x * p1x +
    p1y * p1y +
    p1z * p1z +
    (p2x * p2x + p2y * p2y + p2z * p2z) +
    (q0x * q0x + q0y * q0y + q0z * q0z) +
    (q1x * q1x + q1y * q1y + q1z * q1z) +
    (q2x * q2x + q2y * q2y + q2z * q2z);
  const axis2 = cx * cx + cy * cy + cz * cz;
  w[EXTENT2] = extent2;
  w[AXIS2] = axis2;
  // Each projection errs by at most 4 u |c| |vertex|, and 2 |c| |vertex| <= axis2 + extent2.
  w[GAP] = Math.min(q0, q1, q2) - Math.max(0, p1, p2) - 8 * U * (axis2 + extent2);
  w[ALONG] = p1;
  w[ALONG + 1] = p2;
  w[ALONG + 2] = q0;
  w[ALONG + 3] = q1;
  w[ALONG + 4] = q2;
}

/**
 * 3 i + j for the edges i of P and j of Q that face each other along the line of the centroids:
 * those opposite to the vertices that are farthest off.
 */
function facingEdges(): number {
  const p1 = w[ALONG];
  const p2 = w[ALONG + 1];
  const q0 = w[ALONG + 2];
  const q1 = w[ALONG + 3];
  const q2 = w[ALONG + 4];
  const i = p1 < 0 ? (p1 < p2 ? 2 : 0) : p2 < 0 ? 0 : 1;
  const j = q0 > q1 ? (q0 > q2 ? 1 : 0) : q1 > q2 ? 2 : 0;
  return 3 * i + j;
}

/** Projects the vertices on the line of the closest points so far. */
function projectOnLine(): void {
  const dx = w[ON_Q] - w[ON_P];
  const dy = w[ON_Q + 1] - w[ON_P + 1];
  const dz = w[ON_Q + 2] - w[ON_P + 2];
  w[ALONG] = dx * w[3] + dy * w[4] + dz * w[5];
  w[ALONG + 1] = dx * w[6] + dy * w[7] + dz * w[8];
  w[ALONG + 2] = dx * w[9] + dy * w[10] + dz * w[11];
  w[ALONG + 3] = dx * w[12] + dy * w[13] + dz * w[14];
  w[ALONG + 4] = dx * w[15] + dy * w[16] + dz * w[17];
}

/** Leaves the least squared distance and its points in the scratch. */
function search(p: Float64Array, a: number, q: Float64Array, b: number): void {
  const start = facingEdges();
  let settled = edgesSettle(start);
  let second = start;
  if (!settled) {
    // Look again along the line of the points just found.
    projectOnLine();
    second = facingEdges();
    settled = second !== start && edgesSettle(second);
  }
  if (!settled) {
    const side = faceSettles(0, 9);
    settled = side === SETTLED;
    if (!settled) {
      const other = faceSettles(9, 0);
      settled = other === SETTLED;
      // Each crosses the plane of the other: most likely they intersect.
      if (side === CROSSES && other === CROSSES && trianglesIntersect(p, a, q, b)) {
        meetAtPoint();
        return;
      }
    }
  }
  for (let k = 0; !settled && k < 9; k++) {
    settled = k !== start && k !== second && edgesSettle(k);
  }
  if (settled && w[BEST] > NEAR * w[EXTENT2]) return;
  if (trianglesIntersect(p, a, q, b)) {
    meetAtPoint();
    return;
  }
  everyVertexOverFace();
  if (w[BEST] === 0) w[BEST] = Number.MIN_VALUE; // apart, however little
}

function everyVertexOverFace(): void {
  for (let face = 0; face < 18; face += 9) {
    if (!normalOf(face)) continue;
    for (let k = 0; k < 9; k += 3) vertexOverFace(9 - face + k, face);
  }
}

/**
 * A common point of triangles that intersect. They do so where an edge of one passes through
 * the other, or else (touching or coplanar) where two edges cross or a vertex lies in the face.
 */
function meetAtPoint(): void {
  for (let face = 0; face < 18; face += 9) {
    if (normalOf(face)) pierceFace(9 - face, face);
  }
  if (w[BEST] > NEAR * w[EXTENT2]) {
    for (let k = 0; k < 9; k++) edgesSettle(k);
    everyVertexOverFace();
  }
  w[BEST] = 0;
  for (let k = 0; k < 3; k++) {
    w[ON_P + k] = 0.5 * (w[ON_P + k] + w[ON_Q + k]);
    w[ON_Q + k] = w[ON_P + k];
  }
}

/** Candidates where an edge of the triangle at w[v..] passes through the face at w[face..]. */
function pierceFace(v: number, face: number): void {
  for (let k = 0; k < 3; k++) {
    const from = v + 3 * k;
    const to = v + (k === 2 ? 0 : 3 * k + 3);
    let h0 = 0;
    let h1 = 0;
    for (let c = 0; c < 3; c++) {
      h0 += w[NORMAL + c] * (w[from + c] - w[face + c]);
      h1 += w[NORMAL + c] * (w[to + c] - w[face + c]);
    }
    if (!((h0 > 0 && h1 < 0) || (h0 < 0 && h1 > 0))) continue;
    const f = h0 / (h0 - h1);
    for (let c = 0; c < 3; c++) w[POINT + c] = w[from + c] + f * (w[to + c] - w[from + c]);
    vertexOverFace(POINT, face);
  }
}

/**
 * The closest points of edge i of P and edge j of Q, for pair = 3 i + j. True if the direction
 * between them separates the triangles.
 */
function edgesSettle(pair: number): boolean {
  const i = pair < 3 ? 0 : pair < 6 ? 1 : 2;
  const j = pair - 3 * i;
  const e = 3 * i;
  const f = 9 + 3 * j;
  const eNext = i === 2 ? 0 : e + 3;
  const fNext = j === 2 ? 9 : f + 3;
  const px = w[e];
  const py = w[e + 1];
  const pz = w[e + 2];
  const qx = w[f];
  const qy = w[f + 1];
  const qz = w[f + 2];
  const rx = qx - px;
  const ry = qy - py;
  const rz = qz - pz;
  const ux = w[eNext] - px;
  const uy = w[eNext + 1] - py;
  const uz = w[eNext + 2] - pz;
  const vx = w[fNext] - qx;
  const vy = w[fNext + 1] - qy;
  const vz = w[fNext + 2] - qz;
  const uu = ux * ux + uy * uy + uz * uz;
  const vv = vx * vx + vy * vy + vz * vz;
  const uv = ux * vx + uy * vy + uz * vz;
  let nx = uy * vz - uz * vy;
  let ny = uz * vx - ux * vz;
  let nz = ux * vy - uy * vx;
  let nn = nx * nx + ny * ny + nz * nz;
  let s = 0;
  const skew = nn > PARALLEL * uu * vv;
  if (skew) {
    if (nn < OBLIQUE * uu * vv) {
      crossInto(e, eNext, f, fNext);
      nx = w[NORMAL];
      ny = w[NORMAL + 1];
      nz = w[NORMAL + 2];
      nn = nx * nx + ny * ny + nz * nz;
    }
    // The line of P at s, that of Q at t, are joined by a multiple of n = u x v.
    s = ((ry * vz - rz * vy) * nx + (rz * vx - rx * vz) * ny + (rx * vy - ry * vx) * nz) / nn;
    s = s > 0 ? Math.min(s, 1) : 0;
  }
  let t = vv > 0 ? (s * uv - (rx * vx + ry * vy + rz * vz)) / vv : 0;
  if (!(skew && t >= 0 && t <= 1)) {
    t = t > 0 ? Math.min(t, 1) : 0;
    s = uu > 0 ? (t * uv + (rx * ux + ry * uy + rz * uz)) / uu : 0;
    s = s > 0 ? Math.min(s, 1) : 0;
  }
  const xx = px + s * ux;
  const xy = py + s * uy;
  const xz = pz + s * uz;
  const yx = qx + t * vx;
  const yy = qy + t * vy;
  const yz = qz + t * vz;
  const dx = yx - xx;
  const dy = yy - xy;
  const dz = yz - xz;
  const dd = dx * dx + dy * dy + dz * dz;
  if (dd < w[BEST]) {
    w[BEST] = dd;
    w[ON_P] = xx;
    w[ON_P + 1] = xy;
    w[ON_P + 2] = xz;
    w[ON_Q] = yx;
    w[ON_Q + 1] = yy;
    w[ON_Q + 2] = yz;
  }
  if (!skew) return false;
  const m = i === 0 ? 6 : e - 3;
  const n = j === 0 ? 15 : f - 3;
  const margin = MARGIN * w[EXTENT2];
  return (
    dx * (w[m] - xx) + dy * (w[m + 1] - xy) + dz * (w[m + 2] - xz) < -margin &&
    dx * (w[n] - yx) + dy * (w[n + 1] - yy) + dz * (w[n + 2] - yz) > margin
  );
}

/**
 * SETTLED if all vertices of one triangle (at w[v..]) lie on one side of the plane of the other
 * (at w[face..]) and the nearest is over the face: then it is the closest. CROSSES if they lie
 * on both sides.
 */
function faceSettles(v: number, face: number): number {
  if (!normalOf(face)) return OPEN;
  const nx = w[NORMAL];
  const ny = w[NORMAL + 1];
  const nz = w[NORMAL + 2];
  const h = nx * w[face] + ny * w[face + 1] + nz * w[face + 2];
  const h0 = nx * w[v] + ny * w[v + 1] + nz * w[v + 2] - h;
  const h1 = nx * w[v + 3] + ny * w[v + 4] + nz * w[v + 5] - h;
  const h2 = nx * w[v + 6] + ny * w[v + 7] + nz * w[v + 8] - h;
  let nearest = 0;
  if (h0 > 0 && h1 > 0 && h2 > 0) nearest = h0 < h1 ? (h0 < h2 ? 0 : 6) : h1 < h2 ? 3 : 6;
  else if (h0 < 0 && h1 < 0 && h2 < 0) nearest = h0 > h1 ? (h0 > h2 ? 0 : 6) : h1 > h2 ? 3 : 6;
  else return CROSSES;
  return vertexOverFace(v + nearest, face) ? SETTLED : OPEN;
}

/** Is the point at w[v..] over the face at w[face..]? If so, that is a candidate. */
function vertexOverFace(v: number, face: number): boolean {
  const ux = w[face + 3] - w[face];
  const uy = w[face + 4] - w[face + 1];
  const uz = w[face + 5] - w[face + 2];
  const vx = w[face + 6] - w[face];
  const vy = w[face + 7] - w[face + 1];
  const vz = w[face + 8] - w[face + 2];
  const rx = w[v] - w[face];
  const ry = w[v + 1] - w[face + 1];
  const rz = w[v + 2] - w[face + 2];
  const nx = w[NORMAL];
  const ny = w[NORMAL + 1];
  const nz = w[NORMAL + 2];
  const nn = nx * nx + ny * ny + nz * nz;
  const s = ((ry * vz - rz * vy) * nx + (rz * vx - rx * vz) * ny + (rx * vy - ry * vx) * nz) / nn;
  if (!(s >= 0)) return false;
  // Not from n as well: given s, projecting on v keeps the error across v small for needles.
  const t =
    ((rx - s * ux) * vx + (ry - s * uy) * vy + (rz - s * uz) * vz) / (vx * vx + vy * vy + vz * vz);
  if (!(t >= 0 && s + t <= 1)) return false;
  const yx = w[face] + s * ux + t * vx;
  const yy = w[face + 1] + s * uy + t * vy;
  const yz = w[face + 2] + s * uz + t * vz;
  const dx = yx - w[v];
  const dy = yy - w[v + 1];
  const dz = yz - w[v + 2];
  const dd = dx * dx + dy * dy + dz * dz;
  if (dd < w[BEST]) {
    const at = face === 0 ? ON_P : ON_Q;
    const other = face === 0 ? ON_Q : ON_P;
    w[BEST] = dd;
    w[at] = yx;
    w[at + 1] = yy;
    w[at + 2] = yz;
    w[other] = w[v];
    w[other + 1] = w[v + 1];
    w[other + 2] = w[v + 2];
  }
  return true;
}

/** The normal of the face at w[face..], into w[NORMAL..]. False if it has no area to speak of. */
function normalOf(face: number): boolean {
  const ux = w[face + 3] - w[face];
  const uy = w[face + 4] - w[face + 1];
  const uz = w[face + 5] - w[face + 2];
  const vx = w[face + 6] - w[face];
  const vy = w[face + 7] - w[face + 1];
  const vz = w[face + 8] - w[face + 2];
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  w[NORMAL] = nx;
  w[NORMAL + 1] = ny;
  w[NORMAL + 2] = nz;
  const nn = nx * nx + ny * ny + nz * nz;
  const scale = (ux * ux + uy * uy + uz * uz) * (vx * vx + vy * vy + vz * vz);
  if (!(nn > PARALLEL * scale)) return false;
  if (nn < OBLIQUE * scale) crossInto(face, face + 3, face, face + 6);
  return true;
}

/**
 * w[NORMAL..] = (w[b..] - w[a..]) x (w[d..] - w[c..]), with a few roundings of the result and
 * not of the two products that it is the difference of.
 */
function crossInto(a: number, b: number, c: number, d: number): void {
  for (let k = 0; k < 3; k++) {
    const i = k === 2 ? 0 : k + 1;
    const j = k === 0 ? 2 : k - 1;
    const ui = w[b + i] - w[a + i];
    const uj = w[b + j] - w[a + j];
    const vi = w[d + i] - w[c + i];
    const vj = w[d + j] - w[c + j];
    const left = ui * vj;
    const right = uj * vi;
    const tail = productTail(ui, vj, left) - productTail(uj, vi, right);
    w[NORMAL + k] = left - right + tail;
  }
}
