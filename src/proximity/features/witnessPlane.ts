/**
 * Baraff's witness plane [C 3.3]: two convex polyhedra are disjoint if and only if a plane along a face of one,
 * or along an edge of each, is between them. It is kept with the pair, by the features that span it, so it
 * moves with the bodies; the points that are closest to it come from the support tables, so asking it is
 * constant time. As long as it shows the gap that is needed nothing else is looked at. Baraff, "Curved surfaces
 * and coherence for non-penetrating rigid body simulation", SIGGRAPH 1990.
 *
 * He does not say how a plane is found anew. Here V-Clip goes on from the last closest features, and of the
 * planes along features at them the one with the largest gap is kept; if it shows too little, as between two
 * corners, the direction of the closest points, fixed in A, is kept in its place.
 */
import { APART } from '../convex/workspace.ts';
import { gapAlong } from './conclude.ts';
import { EDGE, FACE, type Polyhedron, VERTEX } from './polyhedron.ts';
import { type FeatureWorkspace, SLOTS, type TrackedPair } from './tracked.ts';
import { vClipInto } from './vClip.ts';

const { POSES, TURNED, LOOKING, GAP, BEST, GAP_SLACK, SPREAD } = SLOTS;

/** Kept in place of a feature: the plane is across the pair's direction. */
const FREE = -2;
/** A plane is good enough if it shows this part of the distance; else pairs of edges are tried as well. */
const ENOUGH = 0.5;

/**
 * As the other algorithms, but once the kept plane proves the gap `ws.needed`, or any gap if that is 0, that is
 * the answer: its lower bound is that gap, its points are two vertices, `steps` is 0. With Infinity it is
 * V-Clip.
 */
export function witnessPlaneInto(
  pair: TrackedPair,
  pose: Float64Array,
  o: number,
  ws: FeatureWorkspace,
): number {
  if (ws.needed === Number.POSITIVE_INFINITY) return vClipInto(pair, pose, o, ws);
  if (pair.plane[0] !== -1 || pair.plane[1] !== -1) {
    ws.begin(pair, pose, o);
    if (lookFromPlane(pair, ws)) {
      gapAlong(ws);
      const lower = ws.numbers[GAP] - ws.numbers[GAP_SLACK];
      if (lower > 0 && lower >= ws.needed) {
        ws.result.lower = lower;
        answer(pair, ws);
        return APART;
      }
    }
  }
  const status = vClipInto(pair, pose, o, ws);
  if (status === APART) choosePlane(pair, ws);
  else pair.plane.fill(-1);
  return status;
}

/** LOOKING along the normal of the kept plane, from A to B; false if its two edges are parallel. */
function lookFromPlane(pair: TrackedPair, ws: FeatureWorkspace): boolean {
  const w = ws.numbers;
  const i = pair.plane[0];
  const j = pair.plane[1];
  if (i === FREE) {
    for (let k = 0; k < 3; k++) w[LOOKING + k] = pair.direction[k];
    return true;
  }
  if (j === -1) lookFromFace(ws, 0, i >> 2);
  else if (i === -1) lookFromFace(ws, 1, j >> 2);
  else return lookAcross(ws, i >> 2, j >> 2, pair.direction);
  return true;
}

function lookFromFace(ws: FeatureWorkspace, s: number, f: number): void {
  const w = ws.numbers;
  const n = ws.body(s).normals;
  if (s === 1) turnedToA(w, n, 3 * f, LOOKING);
  for (let k = 0; k < 3; k++) w[LOOKING + k] = s === 0 ? n[3 * f + k] : -w[LOOKING + k];
}

/** LOOKING at right angles to an edge of each, on the side of `toward`. */
function lookAcross(ws: FeatureWorkspace, e: number, g: number, toward: Float64Array): boolean {
  const w = ws.numbers;
  const u = ws.body(0).directions;
  turnedToA(w, ws.body(1).directions, 3 * g, TURNED);
  const x = u[3 * e + 1] * w[TURNED + 2] - u[3 * e + 2] * w[TURNED + 1];
  const y = u[3 * e + 2] * w[TURNED] - u[3 * e] * w[TURNED + 2];
  const z = u[3 * e] * w[TURNED + 1] - u[3 * e + 1] * w[TURNED];
  const length = Math.sqrt(x * x + y * y + z * z);
  if (!(length > 1e-6)) return false;
  const sign = x * toward[0] + y * toward[1] + z * toward[2] < 0 ? -1 : 1;
  w[LOOKING] = (sign * x) / length;
  w[LOOKING + 1] = (sign * y) / length;
  w[LOOKING + 2] = (sign * z) / length;
  return true;
}

/** w[j..] = a vector of B in A's frame. */
function turnedToA(w: Float64Array, v: Float64Array, i: number, j: number): void {
  for (let k = 0; k < 3; k++) {
    const m = POSES + 3 * k;
    w[j + k] = w[m] * v[i] + w[m + 1] * v[i + 1] + w[m + 2] * v[i + 2];
  }
}

/** The plane's gap as the answer; features are the last closest ones, and points a vertex of each. */
function answer(pair: TrackedPair, ws: FeatureWorkspace): void {
  const w = ws.numbers;
  const { result } = ws;
  result.featureA = pair.features[0];
  result.featureB = pair.features[1];
  let squared = 0;
  const a = vertexOf(ws.body(0), pair.features[0]);
  const b = vertexOf(ws.body(1), pair.features[1]);
  const p = ws.body(0).positions;
  const q = ws.body(1).positions;
  for (let k = 0; k < 3; k++) {
    const m = POSES + 3 * k;
    result.points[k] = p[3 * a + k];
    result.points[3 + k] =
      w[m] * q[3 * b] + w[m + 1] * q[3 * b + 1] + w[m + 2] * q[3 * b + 2] + w[POSES + 9 + k];
    result.direction[k] = w[LOOKING + k];
    // A free direction stays what it is: it is the plane.
    if (pair.plane[0] !== FREE) pair.direction[k] = w[LOOKING + k];
    const apart = result.points[3 + k] - result.points[k];
    squared += apart * apart;
  }
  result.upper = Math.sqrt(squared) + w[SPREAD];
}

function vertexOf(p: Polyhedron, feature: number): number {
  const i = feature >> 2;
  if ((feature & 3) === VERTEX) return i;
  return (feature & 3) === EDGE ? p.ends[2 * i] : p.corners[3 * i];
}

/** After V-Clip: of the planes at the closest features, the one with the largest gap. */
function choosePlane(pair: TrackedPair, ws: FeatureWorkspace): void {
  const w = ws.numbers;
  const { plane } = pair;
  const { result } = ws;
  plane.fill(-1);
  w[BEST] = Number.NEGATIVE_INFINITY;
  tryFaces(ws, plane, 0);
  tryFaces(ws, plane, 1);
  if (w[BEST] < ENOUGH * result.lower) tryEdges(ws, pair);
  if (!(w[BEST] > w[GAP_SLACK] && w[BEST] >= ENOUGH * result.lower)) plane.fill(FREE);
}

/** The faces at the closest feature of side s. */
function tryFaces(ws: FeatureWorkspace, plane: Int32Array, s: number): void {
  const w = ws.numbers;
  const p = ws.body(s);
  const feature = ws.features[s];
  const count = edgeCount(p, feature);
  for (let i = 0; i < count; i++) {
    const e = edgeAt(p, feature, i);
    for (let side = 2 * e; side < 2 * e + 2; side++) {
      const f = (feature & 3) === FACE ? feature >> 2 : p.sides[side];
      if (f < 0) continue;
      lookFromFace(ws, s, f);
      gapAlong(ws);
      if (!(w[GAP] > w[BEST])) continue;
      w[BEST] = w[GAP];
      plane[s] = 4 * f + FACE;
      plane[1 - s] = -1;
    }
  }
}

/** Each edge at the one closest feature with each at the other. */
function tryEdges(ws: FeatureWorkspace, pair: TrackedPair): void {
  const w = ws.numbers;
  const { a, b, plane } = pair;
  const countA = edgeCount(a, ws.features[0]);
  const countB = edgeCount(b, ws.features[1]);
  for (let i = 0; i < countA; i++) {
    const e = edgeAt(a, ws.features[0], i);
    for (let j = 0; j < countB; j++) {
      const g = edgeAt(b, ws.features[1], j);
      if (!lookAcross(ws, e, g, ws.result.direction)) continue;
      gapAlong(ws);
      if (!(w[GAP] > w[BEST])) continue;
      w[BEST] = w[GAP];
      plane[0] = 4 * e + EDGE;
      plane[1] = 4 * g + EDGE;
    }
  }
}

/** How many edges are at a feature; of a face one, which stands for it. */
function edgeCount(p: Polyhedron, feature: number): number {
  const i = feature >> 2;
  return (feature & 3) === VERTEX ? p.fanStarts[i + 1] - p.fanStarts[i] : 1;
}

function edgeAt(p: Polyhedron, feature: number, k: number): number {
  const i = feature >> 2;
  if ((feature & 3) === VERTEX) return p.fanEdges[p.fanStarts[i] + k] >> 1;
  return (feature & 3) === EDGE ? i : p.ringEdges[p.ringStarts[i]] >> 1;
}
