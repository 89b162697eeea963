/**
 * V-Clip: closest features of two convex polyhedra by Voronoi clipping. Mirtich, "V-Clip: fast and robust
 * polyhedral collision detection", ACM TOG 1998; [C 3.3]. From the features of the last call the walk goes to a
 * neighbour that is nearer, until none is: each clips the other to its Voronoi region, and where the distance
 * still falls at a cut, the feature beyond the cut is next. It ends at V-V, V-E, V-F or E-E, or at E-F or V-F
 * where the bodies overlap.
 *
 * The walk is only a guess at a direction: what is answered is proven afterwards (conclude.ts). So noise within
 * SLOP may be overlooked, and a walk that comes back to where it was ends there.
 */
import {
  clipByEnds,
  clipByFace,
  clipBySides,
  clipByVertex,
  INSIDE,
  OUT,
  SIMPLY_OUT,
} from './clip.ts';
import { conclude, LOST, OVERLAP, SETTLED } from './conclude.ts';
import { EDGE, FACE, type Polyhedron, VERTEX } from './polyhedron.ts';
import { nearestRingEdge } from './segments.ts';
import {
  beyondInto,
  edgeInto,
  type FeatureWorkspace,
  heightInto,
  highestFace,
  SLOTS,
  type TrackedPair,
  turnedInto,
  vertexInto,
} from './tracked.ts';

const { TAIL, HEAD, POINT, TURNED, ENTER, LEAVE, LEVEL, SLOP } = SLOTS;

/** What a look at a pair of features can lead to, beside SETTLED, OVERLAP and LOST of conclude.ts. */
const MOVED = -1;

/** Edges that turn away from a face by less than this, in radians, are parallel to it. */
const PARALLEL = 1e-14;

/** Closest features, points and proven bounds of a pair, B placed by the pose at `pose[o]`; returns the status. */
export function vClipInto(
  pair: TrackedPair,
  pose: Float64Array,
  o: number,
  ws: FeatureWorkspace,
): number {
  ws.begin(pair, pose, o);
  return conclude(pair, ws, walk(ws));
}

function walk(ws: FeatureWorkspace): number {
  const { features, result, returns } = ws;
  for (;;) {
    result.steps++;
    const outcome = look(ws);
    if (outcome !== MOVED) return outcome;
    // Back where it was: the walk depends on the features alone, so it would go round for ever.
    if (returns.isBack(features[0], features[1])) return LOST;
  }
}

function look(ws: FeatureWorkspace): number {
  const kindA = ws.features[0] & 3;
  const kindB = ws.features[1] & 3;
  const s = kindA <= kindB ? 0 : 1;
  const low = s === 0 ? kindA : kindB;
  const high = s === 0 ? kindB : kindA;
  if (low === VERTEX) {
    if (high === VERTEX) return vertexVertex(ws);
    return high === EDGE ? vertexEdge(ws, s) : vertexFace(ws, s);
  }
  if (high === EDGE) return edgeEdge(ws);
  if (low === EDGE) return edgeFace(ws, s);
  // Two faces, as another algorithm may leave them: V-Clip goes on from a vertex of one.
  ws.features[0] = 4 * ws.body(0).corners[3 * (ws.features[0] >> 2)] + VERTEX;
  return MOVED;
}

function vertexVertex(ws: FeatureWorkspace): number {
  for (let s = 0; s < 2; s++) {
    vertexInto(ws, s, ws.features[1 - s] >> 2, POINT);
    const edge = edgeToward(ws, ws.body(s), ws.features[s] >> 2);
    if (edge >= 0) {
      ws.features[s] = edge;
      return MOVED;
    }
  }
  return SETTLED;
}

/** The edge at v across whose plane POINT is farthest; -1 if it is in the region of v. */
function edgeToward(ws: FeatureWorkspace, p: Polyhedron, v: number): number {
  const w = ws.numbers;
  const u = p.directions;
  const x = w[POINT] - p.positions[3 * v];
  const y = w[POINT + 1] - p.positions[3 * v + 1];
  const z = w[POINT + 2] - p.positions[3 * v + 2];
  let most = w[SLOP];
  let found = -1;
  for (let i = p.fanStarts[v]; i < p.fanStarts[v + 1]; i++) {
    const end = p.fanEdges[i];
    const e = 3 * (end >> 1);
    const along = u[e] * x + u[e + 1] * y + u[e + 2] * z;
    const out = (end & 1) === 0 ? along : -along;
    if (out > most) {
      most = out;
      found = 4 * (end >> 1) + EDGE;
    }
  }
  return found;
}

/** The vertex is of side s. */
function vertexEdge(ws: FeatureWorkspace, s: number): number {
  const r = 1 - s;
  const v = ws.features[s] >> 2;
  const e = ws.features[r] >> 2;
  vertexInto(ws, r, v, POINT);
  const beyond = neighbourToward(ws, ws.body(r), e);
  if (beyond >= 0) {
    ws.features[r] = beyond;
    return MOVED;
  }
  edgeInto(ws, s, e);
  const next = followCut(ws, ws.body(s), ws.features[s], clipByVertex(ws, ws.body(s), v));
  if (next < 0) return SETTLED;
  ws.features[s] = next;
  return MOVED;
}

/** The neighbour of edge e in whose region POINT is; -1 if it is in that of the edge. */
function neighbourToward(ws: FeatureWorkspace, p: Polyhedron, e: number): number {
  const w = ws.numbers;
  const slop = w[SLOP];
  for (let k = 0; k < 2; k++) {
    const v = p.ends[2 * e + k];
    beyondInto(w, p, v, p.directions, 3 * e);
    if ((k === 0 ? -w[LEVEL] : w[LEVEL]) > slop) return 4 * v + VERTEX;
  }
  let most = slop;
  let found = -1;
  for (let i = 2 * e; i < 2 * e + 2; i++) {
    if (p.sides[i] < 0) continue;
    beyondInto(w, p, p.ends[2 * e], p.inward, 3 * i);
    if (w[LEVEL] > most) {
      most = w[LEVEL];
      found = 4 * p.sides[i] + FACE;
    }
  }
  return found;
}

function edgeEdge(ws: FeatureWorkspace): number {
  for (let s = 0; s < 2; s++) {
    const p = ws.body(s);
    const e = ws.features[s] >> 2;
    edgeInto(ws, s, ws.features[1 - s] >> 2);
    let next = followCut(ws, p, ws.features[s], clipByEnds(ws, p, e));
    // Only once the nearest point is known to be beside the edge do the planes of its faces mean something.
    if (next < 0) next = followSides(ws, p, e);
    if (next >= 0) {
      ws.features[s] = next;
      return MOVED;
    }
  }
  return SETTLED;
}

/** As followCut, for the faces of edge e: the other edge's nearest point is between the planes of the ends. */
function followSides(ws: FeatureWorkspace, p: Polyhedron, e: number): number {
  const { cut } = ws;
  const clipped = clipBySides(ws, p, e);
  if (clipped === SIMPLY_OUT) return cut[0];
  const enters = cut[0] >= 0 && (cut[0] & 3) === FACE;
  const leaves = cut[1] >= 0 && (cut[1] & 3) === FACE;
  // Over a face wherever it is between the ends.
  if (clipped === OUT && enters !== leaves) return enters ? cut[0] : cut[1];
  if (enters && approach(ws, p, 4 * e + EDGE, cut[0], ENTER) > 0) return cut[0];
  if (!leaves) return -1;
  return clipped === OUT || approach(ws, p, 4 * e + EDGE, cut[1], LEAVE) < 0 ? cut[1] : -1;
}

/**
 * The neighbour of a vertex or an edge of P at which the clipped edge goes on to come nearer; -1 if it does not.
 */
function followCut(ws: FeatureWorkspace, p: Polyhedron, feature: number, clipped: number): number {
  const { cut } = ws;
  if (clipped === SIMPLY_OUT) return cut[0];
  if (cut[0] >= 0 && approach(ws, p, feature, cut[0], ENTER) > 0) return cut[0];
  if (cut[1] < 0) return -1;
  return clipped === OUT || approach(ws, p, feature, cut[1], LEAVE) < 0 ? cut[1] : -1;
}

/**
 * The sign of the derivative of the distance along the clipped edge, at the cut toward `neighbour`. There the
 * distances from the feature and from its neighbour agree to first order, so the simpler of both is taken: a
 * vertex or a face.
 */
function approach(
  ws: FeatureWorkspace,
  p: Polyhedron,
  feature: number,
  neighbour: number,
  at: number,
): number {
  const w = ws.numbers;
  const t = w[at];
  const ux = w[HEAD] - w[TAIL];
  const uy = w[HEAD + 1] - w[TAIL + 1];
  const uz = w[HEAD + 2] - w[TAIL + 2];
  const length = Math.sqrt(ux * ux + uy * uy + uz * uz);
  w[POINT] = w[TAIL] + t * ux;
  w[POINT + 1] = w[TAIL + 1] + t * uy;
  w[POINT + 2] = w[TAIL + 2] + t * uz;
  if ((neighbour & 3) === FACE) {
    const f = neighbour >> 2;
    const n = p.normals;
    const slope = n[3 * f] * ux + n[3 * f + 1] * uy + n[3 * f + 2] * uz;
    if (Math.abs(slope) <= PARALLEL * length) return 0;
    heightInto(w, p, f, POINT);
    if (w[LEVEL] === 0) return 0;
    return slope > 0 === w[LEVEL] > 0 ? 1 : -1;
  }
  const v = (feature & 3) === VERTEX ? feature >> 2 : neighbour >> 2;
  const slope =
    ux * (w[POINT] - p.positions[3 * v]) +
    uy * (w[POINT + 1] - p.positions[3 * v + 1]) +
    uz * (w[POINT + 2] - p.positions[3 * v + 2]);
  if (Math.abs(slope) <= w[SLOP] * length) return 0;
  return slope > 0 ? 1 : -1;
}

/** The edge is of side s. */
function edgeFace(ws: FeatureWorkspace, s: number): number {
  const r = 1 - s;
  const w = ws.numbers;
  const p = ws.body(r);
  const f = ws.features[r] >> 2;
  const e = ws.features[s] >> 2;
  edgeInto(ws, r, e);
  if (clipByFace(ws, p, f) !== INSIDE) {
    ws.features[r] = nearestRingEdge(ws, r, f);
    return MOVED;
  }
  heightInto(w, p, f, TAIL);
  const tail = w[LEVEL];
  heightInto(w, p, f, HEAD);
  const rise = w[LEVEL] - tail;
  const enter = tail + w[ENTER] * rise;
  const leave = tail + w[LEAVE] * rise;
  if (!(enter * leave > 0)) return OVERLAP;
  const k = Math.abs(enter) <= Math.abs(leave) ? 0 : 1;
  if (ws.cut[k] >= 0) ws.features[r] = ws.cut[k];
  else ws.features[s] = 4 * ws.body(s).ends[2 * e + k] + VERTEX;
  return MOVED;
}

/** The vertex is of side s. */
function vertexFace(ws: FeatureWorkspace, s: number): number {
  const r = 1 - s;
  const w = ws.numbers;
  const p = ws.body(r);
  const f = ws.features[r] >> 2;
  const v = ws.features[s] >> 2;
  vertexInto(ws, r, v, POINT);
  for (let i = p.ringStarts[f]; i < p.ringStarts[f + 1]; i++) {
    const side = p.ringEdges[i];
    beyondInto(w, p, p.ends[side & ~1], p.inward, 3 * side);
    if (w[LEVEL] < -w[SLOP]) {
      vertexInto(ws, r, v, TAIL);
      vertexInto(ws, r, v, HEAD);
      ws.features[r] = nearestRingEdge(ws, r, f);
      return MOVED;
    }
  }
  heightInto(w, p, f, POINT);
  const isBelow = w[LEVEL] < -w[SLOP];
  const edge = edgeAcross(ws, s, f, isBelow);
  if (edge >= 0) {
    ws.features[s] = edge;
    return MOVED;
  }
  if (!isBelow) return SETTLED;
  // Under the face: a local minimum of the walk, unless the vertex is under all of them.
  ws.features[r] = highestFace(w, p);
  return w[LEVEL] > 0 ? MOVED : OVERLAP;
}

/** The edge at side s's vertex that leads most steeply to the plane of face f; -1 if none does. */
function edgeAcross(ws: FeatureWorkspace, s: number, f: number, isBelow: boolean): number {
  const w = ws.numbers;
  const p = ws.body(s);
  const v = ws.features[s] >> 2;
  turnedInto(w, 1 - s, ws.body(1 - s).normals, 3 * f, TURNED);
  const sign = isBelow ? -1 : 1;
  const u = p.directions;
  let least = -PARALLEL;
  let found = -1;
  for (let i = p.fanStarts[v]; i < p.fanStarts[v + 1]; i++) {
    const end = p.fanEdges[i];
    const e = 3 * (end >> 1);
    const along = w[TURNED] * u[e] + w[TURNED + 1] * u[e + 1] + w[TURNED + 2] * u[e + 2];
    const slope = sign * ((end & 1) === 0 ? along : -along);
    if (slope < least) {
      least = slope;
      found = 4 * (end >> 1) + EDGE;
    }
  }
  return found;
}
