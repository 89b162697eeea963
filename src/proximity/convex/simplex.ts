/**
 * The closest point to the origin of a segment, triangle or tetrahedron: the inner step of
 * GJK. By signs of barycentric coordinates, from the outside in (the signed volumes of
 * Montanari, Petrinic, Barbieri, ACM TOG 2017): where a coordinate is not positive the
 * opposite face is searched. Coordinates are formed from edge vectors, whose errors are
 * relative to the simplex and not to its distance; a point in the interior of a triangle is
 * taken along the triangle's normal, and on an edge made perpendicular to the edge, so that
 * the direction is good also when the distance is small.
 *
 * Everything lies in the numbers of a workspace. Nothing is allocated.
 */
import {
  CLOSEST,
  DISTANCE_UPPER,
  POINT_A,
  POINT_B,
  POINTS_A,
  POINTS_B,
  ROUNDING,
  SQUARED,
  WEIGHTS,
} from './workspace.ts';

function clearWeights(w: Float64Array): void {
  w[WEIGHTS] = 0;
  w[WEIGHTS + 1] = 0;
  w[WEIGHTS + 2] = 0;
  w[WEIGHTS + 3] = 0;
}

/** Replaces the closest point by that of corner i if it is closer. */
export function tryCorner(w: Float64Array, i: number): void {
  const x = w[3 * i];
  const y = w[3 * i + 1];
  const z = w[3 * i + 2];
  const squared = x * x + y * y + z * z;
  if (!(squared < w[SQUARED])) return;
  w[SQUARED] = squared;
  w[CLOSEST] = x;
  w[CLOSEST + 1] = y;
  w[CLOSEST + 2] = z;
  clearWeights(w);
  w[WEIGHTS + i] = 1;
}

/** Replaces the closest point by that of the segment of corners i, j if it is closer. */
export function trySegment(w: Float64Array, i: number, j: number): void {
  const ax = w[3 * i];
  const ay = w[3 * i + 1];
  const az = w[3 * i + 2];
  const ex = w[3 * j] - ax;
  const ey = w[3 * j + 1] - ay;
  const ez = w[3 * j + 2] - az;
  const ee = ex * ex + ey * ey + ez * ez;
  const along = -(ax * ex + ay * ey + az * ez);
  if (!(along > 0)) {
    tryCorner(w, i);
    return;
  }
  if (!(along < ee)) {
    tryCorner(w, j);
    return;
  }
  const t = along / ee;
  let x = ax + t * ex;
  let y = ay + t * ey;
  let z = az + t * ez;
  // The rounding error of a + t e may be large against a small distance: take out its part
  // along the edge, so that the direction is perpendicular to the edge.
  const off = (x * ex + y * ey + z * ez) / ee;
  x -= off * ex;
  y -= off * ey;
  z -= off * ez;
  const squared = x * x + y * y + z * z;
  if (!(squared < w[SQUARED])) return;
  w[SQUARED] = squared;
  w[CLOSEST] = x;
  w[CLOSEST + 1] = y;
  w[CLOSEST + 2] = z;
  clearWeights(w);
  w[WEIGHTS + i] = 1 - t;
  w[WEIGHTS + j] = t;
}

/** Replaces the closest point by that of the triangle of corners i, j, k if it is closer. */
export function tryTriangle(w: Float64Array, i: number, j: number, k: number): void {
  const ax = w[3 * i];
  const ay = w[3 * i + 1];
  const az = w[3 * i + 2];
  const bx = w[3 * j] - ax;
  const by = w[3 * j + 1] - ay;
  const bz = w[3 * j + 2] - az;
  const cx = w[3 * k] - ax;
  const cy = w[3 * k + 1] - ay;
  const cz = w[3 * k + 2] - az;
  const nx = by * cz - bz * cy;
  const ny = bz * cx - bx * cz;
  const nz = bx * cy - by * cx;
  const nn = nx * nx + ny * ny + nz * nz;
  // n x a, whose products with the edges are the barycentric coordinates of j and k.
  const mx = ny * az - nz * ay;
  const my = nz * ax - nx * az;
  const mz = nx * ay - ny * ax;
  const wj = -(mx * cx + my * cy + mz * cz);
  const wk = mx * bx + my * by + mz * bz;
  const wi = nn - wj - wk;
  if (wi > 0 && wj > 0 && wk > 0) {
    const h = (nx * ax + ny * ay + nz * az) / nn;
    const squared = h * h * nn;
    if (!(squared < w[SQUARED])) return;
    w[SQUARED] = squared;
    w[CLOSEST] = h * nx;
    w[CLOSEST + 1] = h * ny;
    w[CLOSEST + 2] = h * nz;
    clearWeights(w);
    w[WEIGHTS + i] = wi / nn;
    w[WEIGHTS + j] = wj / nn;
    w[WEIGHTS + k] = wk / nn;
    return;
  }
  if (!(wi > 0)) trySegment(w, j, k);
  if (!(wj > 0)) trySegment(w, i, k);
  if (!(wk > 0)) trySegment(w, i, j);
}

/**
 * The closest point of the tetrahedron of corners 0 to 3. Returns true and sets the weights
 * of the origin if the origin lies inside by the signs of the rounded weights.
 */
export function tryTetrahedron(w: Float64Array): boolean {
  const dx = w[9];
  const dy = w[10];
  const dz = w[11];
  const ax = w[0] - dx;
  const ay = w[1] - dy;
  const az = w[2] - dz;
  const bx = w[3] - dx;
  const by = w[4] - dy;
  const bz = w[5] - dz;
  const cx = w[6] - dx;
  const cy = w[7] - dy;
  const cz = w[8] - dz;
  const px = by * cz - bz * cy;
  const py = bz * cx - bx * cz;
  const pz = bx * cy - by * cx;
  const volume = ax * px + ay * py + az * pz;
  const sign = volume < 0 ? 1 : -1;
  const size = Math.abs(volume);
  const wa = sign * (dx * px + dy * py + dz * pz);
  const wb =
    sign * (dx * (cy * az - cz * ay) + dy * (cz * ax - cx * az) + dz * (cx * ay - cy * ax));
  const wc =
    sign * (dx * (ay * bz - az * by) + dy * (az * bx - ax * bz) + dz * (ax * by - ay * bx));
  const wd = size - wa - wb - wc;
  if (wa > 0 && wb > 0 && wc > 0 && wd > 0) {
    w[WEIGHTS] = wa / size;
    w[WEIGHTS + 1] = wb / size;
    w[WEIGHTS + 2] = wc / size;
    w[WEIGHTS + 3] = wd / size;
    return true;
  }
  if (!(wa > 0)) tryTriangle(w, 3, 1, 2);
  if (!(wb > 0)) tryTriangle(w, 3, 0, 2);
  if (!(wc > 0)) tryTriangle(w, 3, 0, 1);
  if (!(wd > 0)) tryTriangle(w, 2, 0, 1);
  return false;
}

/**
 * The closest point of a simplex of 1 to 4 corners, every face searched where signs are in
 * doubt; true if the origin lies inside by the signs of the rounded weights.
 */
export function closestOfSimplex(w: Float64Array, count: number): boolean {
  w[SQUARED] = Number.POSITIVE_INFINITY;
  if (count === 1) tryCorner(w, 0);
  else if (count === 2) trySegment(w, 1, 0);
  else if (count === 3) tryTriangle(w, 2, 1, 0);
  else return tryTetrahedron(w);
  return false;
}

/**
 * Whether the tetrahedron of corners 0 to 3 encloses the origin even if every corner is moved
 * by the slack in w[ROUNDING]: then the bodies share a point. Moving the corners changes each of the volumes
 * by at most 6 slack M^2 to first order, M being the longest edge or corner; the rounding of a
 * volume stays below slack M^2, since slack is at least 36 u M; 16 covers both and their
 * second order.
 */
export function surelyEncloses(w: Float64Array): boolean {
  let longest = 0;
  for (let i = 0; i < 4; i++) {
    for (let j = 0; j <= i; j++) {
      const o = j === i ? 0 : 1;
      const x = w[3 * i] - o * w[3 * j];
      const y = w[3 * i + 1] - o * w[3 * j + 1];
      const z = w[3 * i + 2] - o * w[3 * j + 2];
      longest = Math.max(longest, x * x + y * y + z * z);
    }
  }
  const margin = 16 * w[ROUNDING] * longest;
  const p = volume(w, 1, 2, 3);
  const q = -volume(w, 0, 2, 3);
  const r = volume(w, 0, 1, 3);
  const s = -volume(w, 0, 1, 2);
  return (
    (p > margin && q > margin && r > margin && s > margin) ||
    (p < -margin && q < -margin && r < -margin && s < -margin)
  );
}

/** Six times the signed volume of the origin and the corners i, j, k. */
function volume(w: Float64Array, i: number, j: number, k: number): number {
  const ax = w[3 * i];
  const ay = w[3 * i + 1];
  const az = w[3 * i + 2];
  const ex = w[3 * j] - ax;
  const ey = w[3 * j + 1] - ay;
  const ez = w[3 * j + 2] - az;
  const fx = w[3 * k] - ax;
  const fy = w[3 * k + 1] - ay;
  const fz = w[3 * k + 2] - az;
  return ax * (ey * fz - ez * fy) + ay * (ez * fx - ex * fz) + az * (ex * fy - ey * fx);
}

/**
 * Drops the corners that take no part in the closest point, from the simplex and from the
 * points of both bodies; returns how many remain.
 */
export function compact(w: Float64Array, count: number): number {
  let kept = 0;
  for (let i = 0; i < count; i++) {
    if (!(w[WEIGHTS + i] > 0)) continue;
    if (kept < i) {
      for (let k = 0; k < 3; k++) {
        w[3 * kept + k] = w[3 * i + k];
        w[POINTS_A + 3 * kept + k] = w[POINTS_A + 3 * i + k];
        w[POINTS_B + 3 * kept + k] = w[POINTS_B + 3 * i + k];
      }
      w[WEIGHTS + kept] = w[WEIGHTS + i];
    }
    kept++;
  }
  return kept;
}

/**
 * The witness points: the corners' points weighted, on both bodies, and DISTANCE_UPPER, the
 * distance between them with the slack added for the roundings of both.
 */
export function witnessInto(w: Float64Array, count: number): void {
  let sum = 0;
  for (let i = 0; i < count; i++) sum += w[WEIGHTS + i];
  for (let i = 0; i < count; i++) w[WEIGHTS + i] /= sum;
  let squared = 0;
  for (let k = 0; k < 3; k++) {
    let a = 0;
    let b = 0;
    for (let i = 0; i < count; i++) {
      const weight = w[WEIGHTS + i];
      a += weight * w[POINTS_A + 3 * i + k];
      b += weight * w[POINTS_B + 3 * i + k];
    }
    w[POINT_A + k] = a;
    w[POINT_B + k] = b;
    squared += (b - a) * (b - a);
  }
  w[DISTANCE_UPPER] = Math.sqrt(squared) + w[ROUNDING];
}
