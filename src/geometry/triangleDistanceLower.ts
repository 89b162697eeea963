/**
 * A proven lower bound of the distance between two triangles. Any direction n bounds it: the
 * triangles are at least gap(n) / |n| apart, where the gap is between their projections on n.
 * That is evaluated in floating point with the counted slack subtracted, so it does not matter
 * how n was found. About 0.3 us when the line between the closest points serves, a few
 * microseconds when all features must be tried.
 *
 * Near contact the closest points no longer give the direction: an error of u L in a difference
 * of length d turns it by u L / d. So the directions of the features (face normals, cross
 * products of edges, perpendiculars from vertex to edge, vertex to vertex) are computed from the
 * given coordinates in doubled precision; one of them is optimal. The bound is then the true
 * distance less about 1e-14 of the extent. docs/proofs/triangles.md has the argument.
 */
import { layout } from '../arrays/index.ts';
import { U } from '../math/index.ts';
import { productTail, sumTail } from './exact.ts';
import { triangleDistanceInto } from './triangleDistance.ts';

/**
 * Slack of a gap in units of |n|_1 times the largest coordinate: 4 u for each of two projections
 * (3 for the dot product, 1 for the difference to the local origin), 2 u for their difference;
 * the rest is for the rounding of the slack itself and for underflow.
 */
const GAP_SLACK = 16 * U;
/** For the roundings of |n| (3), of the division (1) and of the subtraction (1). */
const QUOTIENT_SLACK = 1 - 8 * U;
/** A bound whose square is this close to that of the distance ends the search. */
const CLOSE = 1 - 1e-10;

/** Scratch, used only within one call. */
const {
  GIVEN,
  LOCAL,
  PRIMAL,
  FIRST,
  SECOND,
  THIRD,
  FOURTH,
  LARGEST,
  BEST,
  size: SCRATCH,
} = layout(
  /** The vertices as given, then relative to the first. */
  ['GIVEN', 18],
  ['LOCAL', 18],
  /** As triangleDistanceInto leaves it. */
  ['PRIMAL', 7],
  /** Vectors of three heads and three tails. */
  ['FIRST', 6],
  ['SECOND', 6],
  ['THIRD', 6],
  ['FOURTH', 6],
  /** The largest local coordinate. */
  'LARGEST',
  /** The best bound so far. */
  'BEST',
);
const w = new Float64Array(SCRATCH);

/**
 * out[o] = a lower bound (not squared) of the distance between the triangles p[a..a+9) and
 * q[b..b+9), in the same frame: never above the true distance, 0 if nothing better is proven.
 * Sound for coordinates up to 1e70 in magnitude, where trianglesIntersect is exact; close for extents between 1e-40 and 1e40.
 */
export function triangleDistanceLowerInto(
  p: Float64Array,
  a: number,
  q: Float64Array,
  b: number,
  out: Float64Array,
  o: number,
): void {
  triangleDistanceInto(p, a, q, b, w, PRIMAL);
  w[BEST] = 0;
  if (w[PRIMAL] > 0) {
    let largest = 0;
    for (let k = 0; k < 9; k++) {
      w[GIVEN + k] = p[a + k];
      w[GIVEN + 9 + k] = q[b + k];
    }
    for (let k = 0; k < 18; k++) {
      w[LOCAL + k] = w[GIVEN + k] - w[GIVEN + (k % 3)];
      largest = Math.max(largest, Math.abs(w[LOCAL + k]));
    }
    w[LARGEST] = largest;
    for (let k = 0; k < 3; k++) w[FIRST + k] = w[PRIMAL + 4 + k] - w[PRIMAL + 1 + k];
    if (!tryDirection(FIRST)) tryFeatures();
  }
  out[o] = w[BEST];
}

/** The directions of all pairs of features, until one is close. */
function tryFeatures(): void {
  for (let i = 0; i < 9; i += 3) {
    for (let j = 9; j < 18; j += 3) {
      subtractInto(i, j, FIRST);
      if (tryDirection(FIRST)) return;
    }
  }
  for (let v = 0; v < 9; v += 3) {
    if (tryVertexEdges(v, 9) || tryVertexEdges(9 + v, 0)) return;
  }
  for (let i = 0; i < 9; i += 3) {
    subtractInto(after(i), i, FIRST);
    for (let j = 9; j < 18; j += 3) {
      subtractInto(after(j), j, SECOND);
      crossInto(FIRST, SECOND, THIRD);
      if (tryDirection(THIRD)) return;
    }
  }
  for (let face = 0; face < 18; face += 9) {
    subtractInto(face + 3, face, FIRST);
    subtractInto(face + 6, face, SECOND);
    crossInto(FIRST, SECOND, THIRD);
    if (tryDirection(THIRD)) return;
  }
}

/** The perpendiculars from the vertex at v to the edges of the triangle at t. */
function tryVertexEdges(v: number, t: number): boolean {
  for (let j = t; j < t + 9; j += 3) {
    subtractInto(after(j), j, FIRST);
    subtractInto(v, j, SECOND);
    crossInto(FIRST, SECOND, THIRD);
    crossInto(THIRD, FIRST, FOURTH);
    if (tryDirection(FOURTH)) return true;
  }
  return false;
}

/** The vertex after the one at i in its triangle. */
function after(i: number): number {
  return i === 6 || i === 15 ? i - 6 : i + 3;
}

/** Takes the bound of the direction w[n..n+2] if it is better; true if it is close. */
function tryDirection(n: number): boolean {
  const nx = w[n];
  const ny = w[n + 1];
  const nz = w[n + 2];
  const n1 = Math.abs(nx) + Math.abs(ny) + Math.abs(nz);
  const scale = n1 * w[LARGEST];
  // Within this range neither the square of |n| nor the products below lose bits to underflow.
  if (!(n1 > 1e-140 && n1 < 1e140 && scale > 1e-280 && scale < 1e280)) return false;
  let pLeast = Number.POSITIVE_INFINITY;
  let pMost = Number.NEGATIVE_INFINITY;
  let qLeast = Number.POSITIVE_INFINITY;
  let qMost = Number.NEGATIVE_INFINITY;
  for (let k = LOCAL; k < LOCAL + 9; k += 3) {
    const p = nx * w[k] + ny * w[k + 1] + nz * w[k + 2];
    const q = nx * w[k + 9] + ny * w[k + 10] + nz * w[k + 11];
    pLeast = Math.min(pLeast, p);
    pMost = Math.max(pMost, p);
    qLeast = Math.min(qLeast, q);
    qMost = Math.max(qMost, q);
  }
  const gap = Math.max(qLeast - pMost, pLeast - qMost) - GAP_SLACK * scale;
  const bound = (gap / Math.sqrt(nx * nx + ny * ny + nz * nz)) * QUOTIENT_SLACK;
  if (!(bound > w[BEST])) return false;
  w[BEST] = bound;
  return bound * bound >= CLOSE * w[PRIMAL];
}

/** w[o..] = given vertex i - given vertex j, exactly: heads, then tails. */
function subtractInto(i: number, j: number, o: number): void {
  for (let k = 0; k < 3; k++) {
    const left = w[GIVEN + i + k];
    const right = -w[GIVEN + j + k];
    w[o + k] = left + right;
    w[o + 3 + k] = sumTail(left, right, w[o + k]);
  }
}

/** w[o..] = w[u..] x w[v..] in doubled precision: an error of a few u^2 |u| |v|. */
function crossInto(u: number, v: number, o: number): void {
  for (let k = 0; k < 3; k++) {
    const i = k === 2 ? 0 : k + 1;
    const j = k === 0 ? 2 : k - 1;
    const left = w[u + i] * w[v + j];
    const right = -(w[u + j] * w[v + i]);
    const tail =
      productTail(w[u + i], w[v + j], left) +
      (w[u + i] * w[v + j + 3] + w[u + i + 3] * w[v + j]) -
      productTail(w[u + j], w[v + i], -right) -
      (w[u + j] * w[v + i + 3] + w[u + j + 3] * w[v + i]);
    const sum = left + right;
    const low = sumTail(left, right, sum) + tail;
    w[o + k] = sum + low;
    w[o + 3 + k] = low - (w[o + k] - sum);
  }
}
