/**
 * Voronoi clipping: which part of an edge lies in the Voronoi region of a feature, and beyond which planes it is
 * cut off. Mirtich, "V-Clip: fast and robust polyhedral collision detection", ACM TOG 1998, section 3.
 *
 * The edge is given by its ends at TAIL and HEAD of a workspace, in the body's frame. Planes are moved outward by
 * SLOP. What is beyond a cut is a neighbour of the feature.
 */
import { EDGE, FACE, type Polyhedron, VERTEX } from './polyhedron.ts';
import { type FeatureWorkspace, SLOTS } from './tracked.ts';

const { TAIL, HEAD, ENTER, LEAVE, AT_TAIL, AT_HEAD, SLOP } = SLOTS;

/** Some of the edge is in the region: from ENTER to LEAVE. */
export const INSIDE = 0;
/** All of it is beyond one plane: `cut[0]`. */
export const SIMPLY_OUT = 1;
/** Each point of it is beyond one of two planes. */
export const OUT = 2;

function begin(ws: FeatureWorkspace): void {
  ws.numbers[ENTER] = 0;
  ws.numbers[LEAVE] = 1;
  ws.cut[0] = -1;
  ws.cut[1] = -1;
}

/** One plane, by how far the ends are inside of it. */
function cutAt(ws: FeatureWorkspace, neighbour: number): number {
  const w = ws.numbers;
  const t = w[AT_TAIL] + w[SLOP];
  const h = w[AT_HEAD] + w[SLOP];
  if (t >= 0 && h >= 0) return INSIDE;
  if (t < 0 && h < 0) {
    ws.cut[0] = neighbour;
    ws.cut[1] = neighbour;
    return SIMPLY_OUT;
  }
  const at = t / (t - h);
  if (t < 0) {
    if (at > w[ENTER]) {
      w[ENTER] = at;
      ws.cut[0] = neighbour;
    }
  } else if (at < w[LEAVE]) {
    w[LEAVE] = at;
    ws.cut[1] = neighbour;
  }
  return w[ENTER] > w[LEAVE] ? OUT : INSIDE;
}

/** How far the ends are beyond the plane through vertex v at right angles to d[i], times `sign`. */
function measure(
  w: Float64Array,
  p: Polyhedron,
  v: number,
  d: Float64Array,
  i: number,
  sign: number,
): void {
  const x = p.positions[3 * v];
  const y = p.positions[3 * v + 1];
  const z = p.positions[3 * v + 2];
  const dx = sign * d[i];
  const dy = sign * d[i + 1];
  const dz = sign * d[i + 2];
  w[AT_TAIL] = dx * (w[TAIL] - x) + dy * (w[TAIL + 1] - y) + dz * (w[TAIL + 2] - z);
  w[AT_HEAD] = dx * (w[HEAD] - x) + dy * (w[HEAD + 1] - y) + dz * (w[HEAD + 2] - z);
}

/** By the region of a vertex: behind the planes across all of its edges. */
export function clipByVertex(ws: FeatureWorkspace, p: Polyhedron, v: number): number {
  begin(ws);
  let found = INSIDE;
  for (let i = p.fanStarts[v]; i < p.fanStarts[v + 1]; i++) {
    const end = p.fanEdges[i];
    measure(ws.numbers, p, v, p.directions, 3 * (end >> 1), (end & 1) === 0 ? -1 : 1);
    const here = cutAt(ws, 4 * (end >> 1) + EDGE);
    if (here === SIMPLY_OUT) return here;
    if (here === OUT) found = OUT;
  }
  return found;
}

/** By the planes across the ends of an edge: the first half of its region. */
export function clipByEnds(ws: FeatureWorkspace, p: Polyhedron, e: number): number {
  begin(ws);
  let found = INSIDE;
  for (let k = 0; k < 2; k++) {
    const v = p.ends[2 * e + k];
    measure(ws.numbers, p, v, p.directions, 3 * e, k === 0 ? 1 : -1);
    const here = cutAt(ws, 4 * v + VERTEX);
    if (here === SIMPLY_OUT) return here;
    if (here === OUT) found = OUT;
  }
  return found;
}

/** By the planes of the faces at an edge: the second half, of what the first has left. */
export function clipBySides(ws: FeatureWorkspace, p: Polyhedron, e: number): number {
  let found = INSIDE;
  for (let i = 2 * e; i < 2 * e + 2; i++) {
    if (p.sides[i] < 0) continue;
    measure(ws.numbers, p, p.ends[2 * e], p.inward, 3 * i, -1);
    const here = cutAt(ws, 4 * p.sides[i] + FACE);
    if (here === SIMPLY_OUT) return here;
    if (here === OUT) found = OUT;
  }
  return found;
}

/** By the region of a face, of which the plane itself is no border: over or under its ring. */
export function clipByFace(ws: FeatureWorkspace, p: Polyhedron, f: number): number {
  begin(ws);
  let found = INSIDE;
  for (let i = p.ringStarts[f]; i < p.ringStarts[f + 1]; i++) {
    const side = p.ringEdges[i];
    measure(ws.numbers, p, p.ends[side & ~1], p.inward, 3 * side, 1);
    const here = cutAt(ws, 4 * (side >> 1) + EDGE);
    if (here === SIMPLY_OUT) return here;
    if (here === OUT) found = OUT;
  }
  return found;
}
