/**
 * Pairs of leaves: B's triangles are brought into A's frame, both leaves are projected on the
 * line between their centres, and only pairs of triangles that this does not keep far enough
 * apart are tested in full. That is most of what makes leaves of four triangles pay.
 */
import { grown } from '../../arrays/index.ts';
import { type Tree, VOLUME_SIZE } from '../../bvh/index.ts';
import {
  triangleDistanceInto,
  triangleDistanceLowerInto,
  trianglesIntersect,
  trianglesIntersectOrGapInto,
} from '../../geometry/index.ts';
import { transformPointInto } from '../../math/index.ts';
import type { ProximityRequest } from './request.ts';
import {
  BEST,
  GAP,
  GAP_LINE2,
  IGNORE,
  INFINITE,
  KEEP,
  LINE2,
  LOWER,
  LOWEST,
  type ProximityWorkspace,
  PUT_OFF,
} from './workspace.ts';

/**
 * The line between the nearest points of two triangles is taken as their bound if it loses no
 * more than this part of the distance; near contact, where rounding turns it, it would.
 */
const LOSS = 1e-9;

/** Tests all pairs of triangles of two leaves. True if the search can stop. */
export function testLeaves(
  a: Tree,
  b: Tree,
  slotA: number,
  slotB: number,
  request: ProximityRequest,
  ws: ProximityWorkspace,
): boolean {
  const { state, highA, lowB } = ws;
  const countA = a.counts[slotA];
  const countB = b.counts[slotB];
  const firstA = a.links[slotA];
  const firstB = b.links[slotB];
  if (ws.leafSlotB !== slotB) {
    ws.leafSlotB = slotB;
    ws.leafPlaced = 0;
  }
  projectLeaves(a, slotA, b, slotB, ws);
  let highest = highA[0];
  let lowest = lowB[0];
  for (let i = 1; i < countA; i++) if (highA[i] > highest) highest = highA[i];
  for (let j = 1; j < countB; j++) if (lowB[j] < lowest) lowest = lowB[j];
  // All squared, and times the squared length of the line: no division for pairs left aside.
  const line2 = state[LINE2];
  let proven = state[LOWEST] * line2;
  // Squared gaps beyond this are left aside. Not a function: what it returns would be boxed.
  let far = state[KEEP] * state[BEST];
  if (request.anyBound && state[IGNORE] < far) far = state[IGNORE];
  far *= line2;
  const least = lowest - highest;
  if (least > 0) {
    // Rounding keeps the order: what holds for the smallest gap holds for all.
    const least2 = least * least;
    if (request.wantBound && least2 >= proven) return false;
    if (least2 > far) {
      if (least2 < proven) state[LOWEST] = least2 / line2;
      return false;
    }
  }
  let lowered = false;
  for (let i = 0; i < countA; i++) {
    for (let j = 0; j < countB; j++) {
      const gap = lowB[j] - highA[i];
      if (gap > 0) {
        const gap2 = gap * gap;
        if (request.wantBound && gap2 >= proven) continue;
        if (gap2 > far) {
          if (gap2 < proven) {
            proven = gap2;
            lowered = true;
          }
          continue;
        }
      }
      if ((ws.leafPlaced & (1 << j)) === 0) {
        placeTriangle(b, firstB + j, 9 * j, ws);
        ws.leafPlaced |= 1 << j;
      }
      if (lowered) state[LOWEST] = proven / line2;
      lowered = false;
      if (testTriangles(a, firstA + i, firstB + j, 9 * j, request, ws)) return true;
      proven = state[LOWEST] * line2;
      far = state[KEEP] * state[BEST];
      if (request.anyBound && state[IGNORE] < far) far = state[IGNORE];
      far *= line2;
    }
  }
  if (lowered) state[LOWEST] = proven / line2;
  return false;
}

/** The pair the caller expects to be near. True if it already settles the question. */
export function testStart(
  a: Tree,
  b: Tree,
  request: ProximityRequest,
  ws: ProximityWorkspace,
): boolean {
  placeTriangle(b, request.startB, 0, ws);
  return request.wantBound
    ? measureTriangles(a, request.startA, request.startB, 0, request, ws)
    : testTriangles(a, request.startA, request.startB, 0, request, ws);
}

/** Brings a triangle of B into A's frame, to ws.leafB[w]. */
export function placeTriangle(b: Tree, triangle: number, w: number, ws: ProximityWorkspace): void {
  const v = 9 * triangle;
  transformPointInto(ws.frames, 0, b.vertices, v, ws.leafB, w);
  transformPointInto(ws.frames, 0, b.vertices, v + 3, ws.leafB, w + 3);
  transformPointInto(ws.frames, 0, b.vertices, v + 6, ws.leafB, w + 6);
}

/**
 * Highest projection of each triangle of A's leaf and lowest of each of B's, on the line from
 * A's centre to B's, and the squared length of that line.
 */
export function projectLeaves(
  a: Tree,
  slotA: number,
  b: Tree,
  slotB: number,
  ws: ProximityWorkspace,
): void {
  const { frames, highA, lowB } = ws;
  const ca = VOLUME_SIZE[a.kind] * slotA;
  const cb = VOLUME_SIZE[b.kind] * slotB;
  const bx = b.volumes[cb];
  const by = b.volumes[cb + 1];
  const bz = b.volumes[cb + 2];
  const ax = a.volumes[ca];
  const ay = a.volumes[ca + 1];
  const az = a.volumes[ca + 2];
  const nx = frames[0] * bx + frames[1] * by + frames[2] * bz + frames[9] - ax;
  const ny = frames[3] * bx + frames[4] * by + frames[5] * bz + frames[10] - ay;
  const nz = frames[6] * bx + frames[7] * by + frames[8] * bz + frames[11] - az;
  const n2 = nx * nx + ny * ny + nz * nz;
  const va = a.vertices;
  let v = 9 * a.links[slotA];
  const countA = a.counts[slotA];
  for (let i = 0; i < countA; i++, v += 9) {
    const p = nx * (va[v] - ax) + ny * (va[v + 1] - ay) + nz * (va[v + 2] - az);
    const q = nx * (va[v + 3] - ax) + ny * (va[v + 4] - ay) + nz * (va[v + 5] - az);
    const r = nx * (va[v + 6] - ax) + ny * (va[v + 7] - ay) + nz * (va[v + 8] - az);
    highA[i] = Math.max(p, q, r);
  }
  // The same line in B's frame: B's centre lies n2 along it, seen from A's.
  const ux = frames[0] * nx + frames[3] * ny + frames[6] * nz;
  const uy = frames[1] * nx + frames[4] * ny + frames[7] * nz;
  const uz = frames[2] * nx + frames[5] * ny + frames[8] * nz;
  const vb = b.vertices;
  let w = 9 * b.links[slotB];
  const countB = b.counts[slotB];
  for (let j = 0; j < countB; j++, w += 9) {
    const p = ux * (vb[w] - bx) + uy * (vb[w + 1] - by) + uz * (vb[w + 2] - bz);
    const q = ux * (vb[w + 3] - bx) + uy * (vb[w + 4] - by) + uz * (vb[w + 5] - bz);
    const r = ux * (vb[w + 6] - bx) + uy * (vb[w + 7] - by) + uz * (vb[w + 8] - bz);
    lowB[j] = n2 + Math.min(p, q, r);
  }
  ws.state[LINE2] = n2;
}

/** One pair of triangles in full: A's in its tree, B's at ws.leafB[w]. True to stop. */
export function testTriangles(
  a: Tree,
  triangleA: number,
  triangleB: number,
  w: number,
  request: ProximityRequest,
  ws: ProximityWorkspace,
): boolean {
  const { state, result, triangle, leafB } = ws;
  result.trianglePairs++;
  if (!request.wantBound) {
    if (!trianglesIntersect(a.vertices, 9 * triangleA, leafB, w)) {
      state[LOWEST] = 0;
      return false;
    }
    if (result.contactCount === 0) {
      triangleDistanceInto(a.vertices, 9 * triangleA, leafB, w, triangle, 0);
      keepNearest(triangleA, triangleB, ws);
    }
    return addContact(triangleA, triangleB, request, ws);
  }
  if (request.meetFirst) {
    // Where any bound will do, the plane of one of them mostly gives it.
    const meet = trianglesIntersectOrGapInto(a.vertices, 9 * triangleA, leafB, w, triangle, GAP);
    if (!meet) {
      if (keepsGap(state, triangle)) return false;
      if (ws.putOffCount < PUT_OFF) {
        const n = ws.putOffCount++;
        ws.putOff[2 * n] = triangleA;
        ws.putOff[2 * n + 1] = triangleB;
        return false;
      }
    }
  }
  return measureTriangles(a, triangleA, triangleB, w, request, ws);
}

/**
 * The pairs that were put off, once nothing else is open: if two triangles intersect, that was found without measuring
 * any of these. True to stop.
 */
export function testPutOff(
  a: Tree,
  b: Tree,
  request: ProximityRequest,
  ws: ProximityWorkspace,
): boolean {
  for (let n = 0; n < ws.putOffCount; n++) {
    const triangleB = ws.putOff[2 * n + 1];
    placeTriangle(b, triangleB, 0, ws);
    if (measureTriangles(a, ws.putOff[2 * n], triangleB, 0, request, ws)) return true;
  }
  return false;
}

/** The distance of two triangles, and what is proven of it. True to stop. */
function measureTriangles(
  a: Tree,
  triangleA: number,
  triangleB: number,
  w: number,
  request: ProximityRequest,
  ws: ProximityWorkspace,
): boolean {
  const { state, triangle, leafB } = ws;
  triangleDistanceInto(a.vertices, 9 * triangleA, leafB, w, triangle, 0);
  const d2 = triangle[0];
  if (d2 < state[BEST]) {
    state[BEST] = d2;
    keepNearest(triangleA, triangleB, ws);
  }
  if (d2 === 0) return addContact(triangleA, triangleB, request, ws);
  projectTriangles(a, 9 * triangleA, leafB, w, triangle);
  const gap = triangle[GAP];
  let lower2 = gap > 0 ? (gap * gap) / triangle[GAP_LINE2] : 0;
  if (lower2 < (1 - LOSS) * d2) {
    triangleDistanceLowerInto(a.vertices, 9 * triangleA, leafB, w, triangle, LOWER);
    const lower = triangle[LOWER];
    if (lower * lower > lower2) lower2 = lower * lower;
  }
  if (lower2 < state[LOWEST]) state[LOWEST] = lower2;
  return d2 <= request.threshold * request.threshold && request.threshold < INFINITE;
}

/** Whether the gap at hand is beyond the threshold; it is then part of what the search proves. */
function keepsGap(state: Float64Array, triangle: Float64Array): boolean {
  const gap = triangle[GAP];
  const gap2 = gap * gap;
  const line2 = triangle[GAP_LINE2];
  if (!(gap > 0 && gap2 > state[IGNORE] * line2)) return false;
  if (gap2 < state[LOWEST] * line2) state[LOWEST] = gap2 / line2;
  return true;
}

/**
 * The gap between two triangles along the line through the points in triangle[1..6]. What the
 * search proves rests on such projections alone, not on the points being the nearest ones.
 */
function projectTriangles(
  a: Tree,
  v: number,
  leafB: Float64Array,
  w: number,
  triangle: Float64Array,
): void {
  const x = triangle[1];
  const y = triangle[2];
  const z = triangle[3];
  const nx = triangle[4] - x;
  const ny = triangle[5] - y;
  const nz = triangle[6] - z;
  const va = a.vertices;
  const high = Math.max(
    nx * (va[v] - x) + ny * (va[v + 1] - y) + nz * (va[v + 2] - z),
    nx * (va[v + 3] - x) + ny * (va[v + 4] - y) + nz * (va[v + 5] - z),
    nx * (va[v + 6] - x) + ny * (va[v + 7] - y) + nz * (va[v + 8] - z),
  );
  const low = Math.min(
    nx * (leafB[w] - x) + ny * (leafB[w + 1] - y) + nz * (leafB[w + 2] - z),
    nx * (leafB[w + 3] - x) + ny * (leafB[w + 4] - y) + nz * (leafB[w + 5] - z),
    nx * (leafB[w + 6] - x) + ny * (leafB[w + 7] - y) + nz * (leafB[w + 8] - z),
  );
  triangle[GAP] = low - high;
  triangle[GAP_LINE2] = nx * nx + ny * ny + nz * nz;
}

function keepNearest(triangleA: number, triangleB: number, ws: ProximityWorkspace): void {
  const { result, triangle } = ws;
  for (let k = 0; k < 6; k++) result.points[k] = triangle[1 + k];
  result.triangleA = triangleA;
  result.triangleB = triangleB;
}

function addContact(
  triangleA: number,
  triangleB: number,
  request: ProximityRequest,
  ws: ProximityWorkspace,
): boolean {
  const { result } = ws;
  if (result.contacts.length < 2 * request.maxContacts) {
    result.contacts = grown(result.contacts, 2 * request.maxContacts);
  }
  result.contacts[2 * result.contactCount] = triangleA;
  result.contacts[2 * result.contactCount + 1] = triangleB;
  result.contactCount++;
  return result.contactCount >= request.maxContacts;
}
