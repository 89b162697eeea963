/**
 * The closest points of two features, vertices, edges or faces, as bounded sets, with the direction between
 * them: NEAR_A, NEAR_B and LOOKING of a workspace, all in A's frame. Points are means of vertices with weights
 * that are not negative, so they are points of the bodies whatever the roundings of normals. Where they follow
 * from a face or from two edges that are not parallel, the direction is their normal, which stays accurate
 * however small the distance is.
 */
import { EDGE, FACE } from './polyhedron.ts';
import { segmentsInto } from './segments.ts';
import { type FeatureWorkspace, SLOTS, vertexInto } from './tracked.ts';

const {
  POSES,
  FIRST,
  SECOND,
  WHERE,
  NEAR_A,
  NEAR_B,
  LOOKING,
  FOUND,
  SQUARED,
  NORMALS,
  WEIGHTS,
  SLOP,
} = SLOTS;

/** A segment that turns away from a face by less than this, in radians, is parallel to it. */
const PARALLEL = 1e-14;

/** Of the workspace's two features. LOOKING is of unit length, or 0, 0, 0 if the points coincide. */
export function closestPoints(ws: FeatureWorkspace): void {
  const w = ws.numbers;
  const { features } = ws;
  w[FOUND] = Number.POSITIVE_INFINITY;
  const faceA = (features[0] & 3) === FACE;
  const faceB = (features[1] & 3) === FACE;
  if (!faceA && !faceB) {
    loadSegment(ws, 0, FIRST);
    loadSegment(ws, 1, SECOND);
    offerSegments(w, NEAR_A, NEAR_B);
    return;
  }
  if (faceA) loadFace(ws, 0);
  if (faceB) loadFace(ws, 1);
  if (faceA && faceB) {
    ringAgainstFace(ws, 1);
    ringAgainstFace(ws, 0);
  } else {
    loadSegment(ws, faceA ? 1 : 0, FIRST);
    segmentAgainstFace(ws, faceA ? 0 : 1);
  }
}

/** w[j..] = vertex v of side s in A's frame. */
function loadVertex(ws: FeatureWorkspace, s: number, v: number, j: number): void {
  if (s === 1) {
    vertexInto(ws, 0, v, j);
    return;
  }
  const p = ws.body(0).positions;
  for (let k = 0; k < 3; k++) ws.numbers[j + k] = p[3 * v + k];
}

/** The ends of side s's edge, or twice its vertex. */
function loadSegment(ws: FeatureWorkspace, s: number, j: number): void {
  const i = ws.features[s] >> 2;
  const isEdge = (ws.features[s] & 3) === EDGE;
  const { ends } = ws.body(s);
  loadVertex(ws, s, isEdge ? ends[2 * i] : i, j);
  loadVertex(ws, s, isEdge ? ends[2 * i + 1] : i, j + 3);
}

function loadFace(ws: FeatureWorkspace, s: number): void {
  const w = ws.numbers;
  const p = ws.body(s);
  const f = ws.features[s] >> 2;
  const ring = ws.reserve(s, f);
  const start = p.ringStarts[f];
  for (let i = start; i < p.ringStarts[f + 1]; i++) {
    loadVertex(ws, s, p.ends[p.ringEdges[i]], FIRST);
    for (let k = 0; k < 3; k++) ring[3 * (i - start) + k] = w[FIRST + k];
  }
  const n = p.normals;
  for (let k = 0; k < 3; k++) {
    const m = POSES + 3 * k;
    w[NORMALS + 3 * s + k] =
      s === 0 ? n[3 * f + k] : w[m] * n[3 * f] + w[m + 1] * n[3 * f + 1] + w[m + 2] * n[3 * f + 2];
  }
}

function cornerCount(ws: FeatureWorkspace, s: number): number {
  const { ringStarts } = ws.body(s);
  const f = ws.features[s] >> 2;
  return ringStarts[f + 1] - ringStarts[f];
}

/** All edges of the other face against that of side s. */
function ringAgainstFace(ws: FeatureWorkspace, s: number): void {
  const w = ws.numbers;
  const ring = ws.rings[1 - s];
  const count = cornerCount(ws, 1 - s);
  for (let i = 0; i < count; i++) {
    const j = i + 1 < count ? i + 1 : 0;
    for (let k = 0; k < 3; k++) {
      w[FIRST + k] = ring[3 * i + k];
      w[FIRST + 3 + k] = ring[3 * j + k];
    }
    segmentAgainstFace(ws, s);
  }
}

/** The segment FIRST, of the other side, against the face of side s: over its inside first, then its edges. */
function segmentAgainstFace(ws: FeatureWorkspace, s: number): void {
  const w = ws.numbers;
  const ring = ws.rings[s];
  const count = cornerCount(ws, s);
  if (overInside(w, ring, count, s)) return;
  for (let i = 0; i < count; i++) {
    const j = i + 1 < count ? i + 1 : 0;
    for (let k = 0; k < 3; k++) {
      w[SECOND + k] = ring[3 * i + k];
      w[SECOND + 3 + k] = ring[3 * j + k];
    }
    offerSegments(w, s === 0 ? NEAR_B : NEAR_A, s === 0 ? NEAR_A : NEAR_B);
  }
}

/** Offers the closest point over the inside of the face, if there is one; true if no edge can be nearer. */
function overInside(w: Float64Array, ring: Float64Array, count: number, s: number): boolean {
  const n = NORMALS + 3 * s;
  const nx = w[n];
  const ny = w[n + 1];
  const nz = w[n + 2];
  let enter = 0;
  let leave = 1;
  for (let i = 0; i < count; i++) {
    const j = i + 1 < count ? i + 1 : 0;
    const ex = ring[3 * j] - ring[3 * i];
    const ey = ring[3 * j + 1] - ring[3 * i + 1];
    const ez = ring[3 * j + 2] - ring[3 * i + 2];
    const unit = 1 / Math.sqrt(ex * ex + ey * ey + ez * ez);
    const mx = (ny * ez - nz * ey) * unit;
    const my = (nz * ex - nx * ez) * unit;
    const mz = (nx * ey - ny * ex) * unit;
    const at = mx * ring[3 * i] + my * ring[3 * i + 1] + mz * ring[3 * i + 2] - w[SLOP];
    const t = mx * w[FIRST] + my * w[FIRST + 1] + mz * w[FIRST + 2] - at;
    const h = mx * w[FIRST + 3] + my * w[FIRST + 4] + mz * w[FIRST + 5] - at;
    if (t < 0 && h < 0) return false;
    if (t < 0) enter = Math.max(enter, t / (t - h));
    else if (h < 0) leave = Math.min(leave, t / (t - h));
    if (enter > leave) return false;
  }
  const ux = w[FIRST + 3] - w[FIRST];
  const uy = w[FIRST + 4] - w[FIRST + 1];
  const uz = w[FIRST + 5] - w[FIRST + 2];
  const rise = nx * ux + ny * uy + nz * uz;
  const low =
    nx * (w[FIRST] - ring[0]) + ny * (w[FIRST + 1] - ring[1]) + nz * (w[FIRST + 2] - ring[2]);
  const first = low + enter * rise;
  const last = low + leave * rise;
  let where = Math.abs(first) <= Math.abs(last) ? enter : leave;
  let isLeast = where === 0 || where === 1;
  if (!(first * last > 0)) {
    where = first === last ? enter : enter + ((leave - enter) * first) / (first - last);
    isLeast = true;
  } else if (Math.abs(rise) <= PARALLEL * Math.sqrt(ux * ux + uy * uy + uz * uz)) {
    where = 0.5 * (enter + leave);
    isLeast = true;
  }
  const height = low + where * rise;
  if (!(height * height < w[FOUND])) return isLeast;
  w[FOUND] = height * height;
  const own = s === 0 ? NEAR_A : NEAR_B;
  const other = s === 0 ? NEAR_B : NEAR_A;
  // Outward, for the other body is not under the face but by rounding, or overlaps.
  const sign = s === 0 ? 1 : -1;
  for (let k = 0; k < 3; k++) {
    w[other + k] = w[FIRST + k] + where * (w[FIRST + 3 + k] - w[FIRST + k]);
    w[own + k] = w[other + k] - height * w[n + k];
    w[LOOKING + k] = sign * w[n + k];
  }
  ontoRing(w, ring, count, n, own);
  return isLeast;
}

/**
 * Makes the point at w[i] one of the face: the mean of the corners of a triangle of it, by weights that are not
 * negative.
 */
function ontoRing(w: Float64Array, ring: Float64Array, count: number, n: number, i: number): void {
  let best = 3;
  let least = Number.NEGATIVE_INFINITY;
  for (let at = 3; at < 3 * count - 3; at += 3) {
    weightsInto(w, ring, at, n, i);
    const smallest = Math.min(w[WEIGHTS], w[WEIGHTS + 1], w[WEIGHTS + 2]);
    if (smallest > least) {
      least = smallest;
      best = at;
    }
    if (smallest >= 0) break;
  }
  weightsInto(w, ring, best, n, i);
  const p = Math.max(w[WEIGHTS], 0);
  const q = Math.max(w[WEIGHTS + 1], 0);
  const r = Math.max(w[WEIGHTS + 2], 0);
  const unit = 1 / (p + q + r);
  if (!(unit < Number.POSITIVE_INFINITY)) {
    for (let k = 0; k < 3; k++) w[i + k] = ring[k];
    return;
  }
  for (let k = 0; k < 3; k++) {
    w[i + k] = p * unit * ring[k] + q * unit * ring[best + k] + r * unit * ring[best + 3 + k];
  }
}

/**
 * Weights of the first corner and of those at `at` and after it, for the point at w[i]: areas along the normal
 * at w[n].
 */
function weightsInto(w: Float64Array, ring: Float64Array, at: number, n: number, i: number): void {
  const ax = ring[0] - w[i];
  const ay = ring[1] - w[i + 1];
  const az = ring[2] - w[i + 2];
  const bx = ring[at] - w[i];
  const by = ring[at + 1] - w[i + 1];
  const bz = ring[at + 2] - w[i + 2];
  const cx = ring[at + 3] - w[i];
  const cy = ring[at + 4] - w[i + 1];
  const cz = ring[at + 5] - w[i + 2];
  const x = w[n];
  const y = w[n + 1];
  const z = w[n + 2];
  w[WEIGHTS] = x * (by * cz - bz * cy) + y * (bz * cx - bx * cz) + z * (bx * cy - by * cx);
  w[WEIGHTS + 1] = x * (cy * az - cz * ay) + y * (cz * ax - cx * az) + z * (cx * ay - cy * ax);
  w[WEIGHTS + 2] = x * (ay * bz - az * by) + y * (az * bx - ax * bz) + z * (ax * by - ay * bx);
}

/** Offers the closest points of the segments FIRST and SECOND, to go to w[i] and w[j]. */
function offerSegments(w: Float64Array, i: number, j: number): void {
  segmentsInto(w);
  if (!(w[SQUARED] < w[FOUND])) return;
  w[FOUND] = w[SQUARED];
  const s = w[WHERE];
  const t = w[WHERE + 1];
  for (let k = 0; k < 3; k++) {
    w[i + k] = w[FIRST + k] + s * (w[FIRST + 3 + k] - w[FIRST + k]);
    w[j + k] = w[SECOND + k] + t * (w[SECOND + 3 + k] - w[SECOND + k]);
  }
  setDirection(w, s > 0 && s < 1, t > 0 && t < 1);
}

/** LOOKING from NEAR_A to NEAR_B, at right angles to the segments on the insides of which these points are. */
function setDirection(w: Float64Array, onFirst: boolean, onSecond: boolean): void {
  let x = w[NEAR_B] - w[NEAR_A];
  let y = w[NEAR_B + 1] - w[NEAR_A + 1];
  let z = w[NEAR_B + 2] - w[NEAR_A + 2];
  const dx = w[FIRST + 3] - w[FIRST];
  const dy = w[FIRST + 4] - w[FIRST + 1];
  const dz = w[FIRST + 5] - w[FIRST + 2];
  const ex = w[SECOND + 3] - w[SECOND];
  const ey = w[SECOND + 4] - w[SECOND + 1];
  const ez = w[SECOND + 5] - w[SECOND + 2];
  const dd = dx * dx + dy * dy + dz * dz;
  const ee = ex * ex + ey * ey + ez * ez;
  const nx = dy * ez - dz * ey;
  const ny = dz * ex - dx * ez;
  const nz = dx * ey - dy * ex;
  if (onFirst && onSecond && nx * nx + ny * ny + nz * nz > 1e-20 * dd * ee) {
    const sign = nx * x + ny * y + nz * z < 0 ? -1 : 1;
    x = sign * nx;
    y = sign * ny;
    z = sign * nz;
  } else if (onFirst || onSecond) {
    const ux = onFirst ? dx : ex;
    const uy = onFirst ? dy : ey;
    const uz = onFirst ? dz : ez;
    const off = (x * ux + y * uy + z * uz) / (onFirst ? dd : ee);
    x -= off * ux;
    y -= off * uy;
    z -= off * uz;
  }
  const most = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
  const scale = most > 0 ? 1 / most : 0;
  x *= scale;
  y *= scale;
  z *= scale;
  const length = Math.sqrt(x * x + y * y + z * z);
  w[LOOKING] = length > 0 ? x / length : 0;
  w[LOOKING + 1] = length > 0 ? y / length : 0;
  w[LOOKING + 2] = length > 0 ? z / length : 0;
}
