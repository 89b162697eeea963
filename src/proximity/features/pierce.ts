/**
 * Proofs that two polyhedra share a point, from the features where V-Clip ended: a vertex of one under all
 * faces of the other, or an edge of one through a face of the other. Signs of volumes, larger than what moving
 * the points by their rounding can change; so they hold for the true bodies (docs/proofs/convex.md).
 */
import { U } from '../../math/index.ts';
import { EDGE, FACE, type Polyhedron } from './polyhedron.ts';
import { edgeInto, type FeatureWorkspace, heightInto, SLOTS, vertexInto } from './tracked.ts';

const { POSES, TAIL, HEAD, POINT, SPREAD, NEAR_A, NEAR_B, LOOKING, LEVEL } = SLOTS;

/** Volumes must exceed so many times the rounding of points times the square of the longest edge. */
const MARGIN = 16;

/**
 * Whether the workspace's features, one of them a face, show an overlap. Then the depth of a common point is in the
 * answer, that point in NEAR_A and NEAR_B, and the face's normal, from A to B, in LOOKING.
 */
export function proveOverlap(ws: FeatureWorkspace): boolean {
  const w = ws.numbers;
  const { features } = ws;
  const r = (features[0] & 3) === FACE ? 0 : 1;
  const s = 1 - r;
  const p = ws.body(r);
  const f = features[r] >> 2;
  if ((features[s] & 3) === EDGE) {
    edgeInto(ws, r, features[s] >> 2);
    if (!pierces(w, p, f)) return false;
    pointWithin(w, p);
    // Through a corner the edge may be too short inside to say how deep.
    if (!isInside(ws, p)) pointWhere(w, p, f);
  } else {
    vertexInto(ws, r, features[s] >> 2, POINT);
    if (!isInside(ws, p)) return false;
  }
  lookAlong(ws, r, f);
  for (let k = 0; k < 3; k++) {
    const m = POSES + 3 * k;
    w[NEAR_A + k] =
      r === 0
        ? w[POINT + k]
        : w[m] * w[POINT] + w[m + 1] * w[POINT + 1] + w[m + 2] * w[POINT + 2] + w[POSES + 9 + k];
    w[NEAR_B + k] = w[NEAR_A + k];
  }
  return true;
}

/** LOOKING = the normal of side r's face, from A to B. */
function lookAlong(ws: FeatureWorkspace, r: number, f: number): void {
  const w = ws.numbers;
  const n = ws.body(r).normals;
  for (let k = 0; k < 3; k++) {
    const m = POSES + 3 * k;
    w[LOOKING + k] =
      r === 0
        ? n[3 * f + k]
        : -(w[m] * n[3 * f] + w[m + 1] * n[3 * f + 1] + w[m + 2] * n[3 * f + 2]);
  }
}

/** POINT = where the edge from TAIL to HEAD crosses the plane of face f; the nearer end if it does not. */
function pointWhere(w: Float64Array, p: Polyhedron, f: number): void {
  heightInto(w, p, f, TAIL);
  const tail = w[LEVEL];
  heightInto(w, p, f, HEAD);
  const head = w[LEVEL];
  let t = Math.abs(tail) <= Math.abs(head) ? 0 : 1;
  if (tail * head <= 0 && tail !== head) t = tail / (tail - head);
  for (let k = 0; k < 3; k++) w[POINT + k] = w[TAIL + k] + t * (w[HEAD + k] - w[TAIL + k]);
}

/** POINT = the middle of what the edge has inside of the body. */
function pointWithin(w: Float64Array, p: Polyhedron): void {
  let enter = 0;
  let leave = 1;
  for (let f = 0; f < p.normals.length / 3; f++) {
    heightInto(w, p, f, TAIL);
    const tail = w[LEVEL];
    heightInto(w, p, f, HEAD);
    const head = w[LEVEL];
    if (tail > 0 && head < 0) enter = Math.max(enter, tail / (tail - head));
    else if (tail < 0 && head > 0) leave = Math.min(leave, tail / (tail - head));
  }
  const t = 0.5 * (enter + leave);
  for (let k = 0; k < 3; k++) w[POINT + k] = w[TAIL + k] + t * (w[HEAD + k] - w[TAIL + k]);
}

/** Whether the edge from TAIL to HEAD goes through the inside of face f, even if its ends are moved by SPREAD. */
function pierces(w: Float64Array, p: Polyhedron, f: number): boolean {
  const corner = 3 * p.corners[3 * f];
  const sinks = isOff(w, TAIL, p, f, 1) && isOff(w, HEAD, p, f, -1);
  const rises = isOff(w, TAIL, p, f, -1) && isOff(w, HEAD, p, f, 1);
  if (!sinks && !rises) return false;
  // Around the ring, volumes of the edge with each side: all of one sign.
  const x = w[HEAD] - w[TAIL];
  const y = w[HEAD + 1] - w[TAIL + 1];
  const z = w[HEAD + 2] - w[TAIL + 2];
  const q = p.positions;
  let longest = x * x + y * y + z * z;
  for (let i = p.ringStarts[f]; i < p.ringStarts[f + 1]; i++) {
    const v = 3 * p.ends[p.ringEdges[i]];
    longest = Math.max(longest, squared(w, TAIL, q, v), squared(q, corner, q, v));
  }
  const margin = MARGIN * w[SPREAD] * longest;
  let sign = 0;
  for (let i = p.ringStarts[f]; i < p.ringStarts[f + 1]; i++) {
    const side = p.ringEdges[i];
    const a = 3 * p.ends[side];
    const b = 3 * p.ends[side ^ 1];
    const ax = q[a] - w[TAIL];
    const ay = q[a + 1] - w[TAIL + 1];
    const az = q[a + 2] - w[TAIL + 2];
    const bx = q[b] - w[TAIL];
    const by = q[b + 1] - w[TAIL + 1];
    const bz = q[b + 2] - w[TAIL + 2];
    const volume = x * (ay * bz - az * by) + y * (az * bx - ax * bz) + z * (ax * by - ay * bx);
    if (!(Math.abs(volume) > margin)) return false;
    const here = volume > 0 ? 1 : -1;
    if (sign !== 0 && here !== sign) return false;
    sign = here;
  }
  return sign !== 0;
}

function squared(a: Float64Array, i: number, b: Float64Array, j: number): number {
  const x = a[i] - b[j];
  const y = a[i + 1] - b[j + 1];
  const z = a[i + 2] - b[j + 2];
  return x * x + y * y + z * z;
}

/**
 * Whether the point is surely on that side of the plane of face f; LEVEL is how far off it is, less what moving
 * it by SPREAD and roundings change.
 */
function isOff(w: Float64Array, i: number, p: Polyhedron, f: number, sign: number): boolean {
  const q = p.positions;
  const a = 3 * p.corners[3 * f];
  const b = 3 * p.corners[3 * f + 1];
  const c = 3 * p.corners[3 * f + 2];
  const ux = q[b] - q[a];
  const uy = q[b + 1] - q[a + 1];
  const uz = q[b + 2] - q[a + 2];
  const vx = q[c] - q[a];
  const vy = q[c + 1] - q[a + 1];
  const vz = q[c + 2] - q[a + 2];
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const x = w[i] - q[a];
  const y = w[i + 1] - q[a + 1];
  const z = w[i + 2] - q[a + 2];
  const longest = Math.max(
    ux * ux + uy * uy + uz * uz,
    vx * vx + vy * vy + vz * vz,
    x * x + y * y + z * z,
  );
  const volume = sign * (nx * x + ny * y + nz * z);
  const area = Math.sqrt(nx * nx + ny * ny + nz * nz) + 16 * U * longest;
  w[LEVEL] = (volume - MARGIN * w[SPREAD] * longest) / area;
  return w[LEVEL] > 0;
}

/** Whether POINT is surely inside of the body; then the depth of the answer is how deep, at least. */
function isInside(ws: FeatureWorkspace, p: Polyhedron): boolean {
  const w = ws.numbers;
  if (p.dimension < 3) return false;
  let depth = Number.POSITIVE_INFINITY;
  for (let f = 0; f < p.normals.length / 3; f++) {
    if (!isOff(w, POINT, p, f, -1)) return false;
    depth = Math.min(depth, w[LEVEL]);
  }
  ws.result.depthLower = depth;
  return true;
}
