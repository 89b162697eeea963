/**
 * Distance of two meshes that is asked again and again while they move a little. The pairs that earlier searches opened
 * are kept as a tree (keptTree.ts). A pair is looked at again only when the bodies have travelled so far that it may be
 * nearer than the nearest triangles, which are known at once from those that were nearest last time; what is above it
 * in the tree says so for all that is below. A look goes along the direction of the nearest points first: all that
 * shares a vertex, an edge or a plane with them is as far apart along it.
 *
 * (Trees of pairs kept between queries: Li and Chen, "Incremental 3D collision detection with hierarchical data
 * structures", VRST 1998; Ehmann and Lin, "Accurate and fast proximity queries between polyhedra using convex surface
 * decomposition", Eurographics 2001. That bounds wait for what was travelled is ours: docs/proofs/monitor.md.)
 */
import { BOX, type Tree } from '../../bvh/index.ts';
import { U } from '../../math/index.ts';
import type { KeptTree } from './keptTree.ts';
import { placeTriangle, projectLeaves, testStart, testTriangles } from './leaves.ts';
import { begin, childBounds } from './search.ts';
import {
  A_IN_B,
  B_IN_A,
  BEST,
  LINE2,
  LOWEST,
  type ProximityWorkspace,
  SLACK,
} from './workspace.ts';

const [NEAREST, LEAST, ROUNDING, LINE] = [BEST, LOWEST, SLACK, LINE2];
const [PLACES_B, PLACES_A] = [B_IN_A, A_IN_B];
const { half: HALF, size: STRIDE } = BOX;
/** Pairs that are nearer than the nearest by less than so many times the rounding of bounds are as near as it. */
const TIES = 4;

/**
 * The distance, as `search` finds it with an infinite threshold: cutoff and start triangles are those of the
 * workspace's request, the answer is in its result. `bInA` places B in A's frame.
 */
export function searchKept(
  a: Tree,
  b: Tree,
  bInA: Float64Array,
  kept: KeptTree,
  ws: ProximityWorkspace,
): void {
  const { request, state, result } = ws;
  request.threshold = Number.POSITIVE_INFINITY;
  request.relativeError = 0;
  request.wantBound = true;
  request.anyBound = true;
  request.meetFirst = false;
  request.maxContacts = 1;
  begin(a, b, bInA, 0, request, ws);
  result.verdict = 'colliding';
  result.upper = 0;
  result.lower = 0;
  if (request.startA >= 0 && testStart(a, b, request, ws)) return;
  const isNew = kept.begin();
  if (isNew) setReach(b, kept, 0);
  setBest(kept, ws);
  const travelled = kept.shift + kept.turn * kept.reaches[0];
  if (!(kept.bounds[0] - travelled > kept.best) && !visit(a, b, kept, 0, ws)) return;
  result.nodePairs = kept.looks;
  result.upper = result.triangleA < 0 ? Number.POSITIVE_INFINITY : Math.sqrt(state[NEAREST]);
  result.lower = Math.max(0, kept.bounds[0] - travelled);
  result.verdict = result.lower > 0 ? 'apart' : 'unresolved';
}

/** Looks at a pair that may be near, and keeps what is proven of it then. False if triangles meet. */
function visit(a: Tree, b: Tree, kept: KeptTree, e: number, ws: ProximityWorkspace): boolean {
  kept.looks++;
  if (kept.slotsA[e] < 0) return lookAtTriangles(a, b, kept, e, ws);
  gapOfBoxes(a, b, kept, e, ws);
  if (kept.gap > kept.best) {
    kept.keep(e);
    return true;
  }
  if (a.counts[kept.slotsA[e]] > 0 && b.counts[kept.slotsB[e]] > 0) {
    const { run } = kept;
    run[0] = a.links[kept.slotsA[e]];
    run[1] = a.counts[kept.slotsA[e]];
    run[2] = b.links[kept.slotsB[e]];
    run[3] = b.counts[kept.slotsB[e]];
    gapOfTriangles(a, b, kept, ws);
    if (kept.gap > kept.best) {
      kept.keep(e);
      return true;
    }
  }
  if (kept.parts[e] === 0) {
    gapOfSlots(a, b, kept, e, ws);
    if (kept.gap > kept.best) {
      kept.keep(e);
      return true;
    }
    open(a, b, kept, e, ws);
  }
  const first = kept.parts[e];
  const end = first + kept.sizes[e];
  const { shift, turn } = kept;
  // Arrays are replaced where the tree grows: below here, by looks.
  let { bounds, reaches, best } = kept;
  let least = Number.POSITIVE_INFINITY;
  for (let p = first; p < end; p++) {
    const travelled = shift + turn * reaches[p];
    let left = bounds[p] - travelled;
    if (!(left > best)) {
      if (!visit(a, b, kept, p, ws)) {
        // What was not looked at is kept as it was; this pair, and those above it, will be looked at again.
        kept.bounds[e] = Number.NEGATIVE_INFINITY;
        return false;
      }
      bounds = kept.bounds;
      reaches = kept.reaches;
      best = kept.best;
      left = bounds[p] - travelled;
    }
    if (!(left >= least)) least = left;
  }
  kept.gap = least + kept.error;
  kept.keep(e);
  return true;
}

/**
 * From which distance on pairs are of no interest; and the direction of the nearest points, in the frames of A and B.
 */
function setBest(kept: KeptTree, { state, result, frames }: ProximityWorkspace): void {
  const { toward } = kept;
  kept.best = Math.sqrt(state[NEAREST]) - TIES * state[ROUNDING];
  if (result.triangleA < 0) {
    toward.fill(0);
    return;
  }
  const { points } = result;
  const x = points[3] - points[0];
  const y = points[4] - points[1];
  const z = points[5] - points[2];
  const unit = 1 / Math.sqrt(x * x + y * y + z * z);
  toward[0] = x * unit;
  toward[1] = y * unit;
  toward[2] = z * unit;
  for (let k = 0; k < 3; k++) {
    toward[3 + k] = frames[k] * toward[0] + frames[3 + k] * toward[1] + frames[6 + k] * toward[2];
  }
}

/** The gap of two slots along that direction, by their boxes. */
function gapOfBoxes(a: Tree, b: Tree, kept: KeptTree, e: number, ws: ProximityWorkspace): void {
  const { toward } = kept;
  const { frames } = ws;
  const p = STRIDE * kept.slotsA[e];
  const q = STRIDE * kept.slotsB[e];
  const u = a.volumes;
  const v = b.volumes;
  kept.gap =
    toward[0] * (frames[9] - u[p]) +
    toward[1] * (frames[10] - u[p + 1]) +
    toward[2] * (frames[11] - u[p + 2]) +
    toward[3] * v[q] +
    toward[4] * v[q + 1] +
    toward[5] * v[q + 2] -
    Math.abs(toward[0]) * u[p + HALF] -
    Math.abs(toward[1]) * u[p + HALF + 1] -
    Math.abs(toward[2]) * u[p + HALF + 2] -
    Math.abs(toward[3]) * v[q + HALF] -
    Math.abs(toward[4]) * v[q + HALF + 1] -
    Math.abs(toward[5]) * v[q + HALF + 2] -
    ws.state[ROUNDING];
}

/** The bound of two slots, as every search has it. */
function gapOfSlots(a: Tree, b: Tree, kept: KeptTree, e: number, ws: ProximityWorkspace): void {
  const { bounds, state } = ws;
  bounds[1] = Number.POSITIVE_INFINITY;
  childBounds(b, kept.slotsB[e], a, kept.slotsA[e], 1, PLACES_B, ws);
  kept.gap = bounds[0] > 0 ? Math.sqrt(bounds[0]) - state[ROUNDING] : 0;
}

/** The gap along the direction of the nearest points of runs of triangles: the first of A and how many, those of B. */
function gapOfTriangles(a: Tree, b: Tree, kept: KeptTree, ws: ProximityWorkspace): void {
  const { toward, run } = kept;
  const { frames } = ws;
  const x = toward[0];
  const y = toward[1];
  const z = toward[2];
  const u = a.vertices;
  const endA = 9 * (run[0] + run[1]);
  let high = Number.NEGATIVE_INFINITY;
  for (let o = 9 * run[0]; o < endA; o += 3) {
    const at = x * u[o] + y * u[o + 1] + z * u[o + 2];
    if (at > high) high = at;
  }
  const f = toward[3];
  const g = toward[4];
  const h = toward[5];
  const v = b.vertices;
  const endB = 9 * (run[2] + run[3]);
  let low = Number.POSITIVE_INFINITY;
  for (let o = 9 * run[2]; o < endB; o += 3) {
    const at = f * v[o] + g * v[o + 1] + h * v[o + 2];
    if (at < low) low = at;
  }
  const shift = x * frames[9] + y * frames[10] + z * frames[11];
  kept.gap = low + shift - high - ws.state[ROUNDING];
}

/** Opens the larger of two slots, or both where they are leaves. The parts have bounds of now. */
function open(a: Tree, b: Tree, kept: KeptTree, e: number, ws: ProximityWorkspace): void {
  const { bounds, state } = ws;
  const slack = state[ROUNDING];
  const slotA = kept.slotsA[e];
  const slotB = kept.slotsB[e];
  const childrenA = -a.counts[slotA];
  const childrenB = -b.counts[slotB];
  if (childrenA < 0 && childrenB < 0) {
    openLeaves(a, b, kept, e, ws);
    return;
  }
  const openA = childrenB < 0 || (childrenA > 0 && a.sizes[slotA] >= b.sizes[slotB]);
  const n = openA ? childrenA : childrenB;
  const first = openA ? a.links[slotA] : b.links[slotB];
  bounds[n] = Number.POSITIVE_INFINITY;
  if (openA) childBounds(b, slotB, a, first, n, PLACES_B, ws);
  else childBounds(a, slotA, b, first, n, PLACES_A, ws);
  const at = kept.add(n);
  kept.parts[e] = at;
  kept.sizes[e] = n;
  for (let i = 0; i < n; i++) {
    // The nearest first: then it is known soon how near is near.
    let next = 0;
    for (let k = 1; k < n; k++) if (bounds[k] < bounds[next]) next = k;
    kept.slotsA[at + i] = openA ? first + next : slotA;
    kept.slotsB[at + i] = openA ? slotB : first + next;
    if (openA) kept.reaches[at + i] = kept.reaches[e];
    else setReach(b, kept, at + i);
    kept.gap = bounds[next] > 0 ? Math.sqrt(bounds[next]) - slack : 0;
    kept.keep(at + i);
    bounds[next] = Number.POSITIVE_INFINITY;
  }
}

/** All pairs of triangles of two leaves, with their gaps along the line between the leaves. */
function openLeaves(a: Tree, b: Tree, kept: KeptTree, e: number, ws: ProximityWorkspace): void {
  const { state, highA, lowB } = ws;
  const slotA = kept.slotsA[e];
  const slotB = kept.slotsB[e];
  const countA = a.counts[slotA];
  const countB = b.counts[slotB];
  projectLeaves(a, slotA, b, slotB, ws);
  const length = Math.sqrt(state[LINE]);
  const at = kept.add(countA * countB);
  kept.parts[e] = at;
  kept.sizes[e] = countA * countB;
  for (let i = 0; i < countA; i++) {
    for (let j = 0; j < countB; j++) {
      const p = at + i * countB + j;
      kept.slotsA[p] = ~(a.links[slotA] + i);
      kept.slotsB[p] = ~(b.links[slotB] + j);
      setReach(b, kept, p);
      for (let k = 0; k < 3; k++) kept.directions[3 * p + k] = kept.toward[k];
      const gap = (lowB[j] - highA[i]) / length - state[ROUNDING];
      // Where the leaves have the same centre there is no line.
      kept.gap = Math.max(0, gap);
      kept.keep(p);
    }
  }
}

/** Two triangles: along the direction of the nearest, along that which showed them apart last, then in full. */
function lookAtTriangles(
  a: Tree,
  b: Tree,
  kept: KeptTree,
  e: number,
  ws: ProximityWorkspace,
): boolean {
  const { state, leafB, triangle } = ws;
  const { run, directions } = kept;
  const s = ~kept.slotsA[e];
  const t = ~kept.slotsB[e];
  const slack = state[ROUNDING];
  run[0] = s;
  run[1] = 1;
  run[2] = t;
  run[3] = 1;
  gapOfTriangles(a, b, kept, ws);
  if (kept.gap > kept.best) {
    kept.keep(e);
    return true;
  }
  placeTriangle(b, t, 0, ws);
  const x = directions[3 * e];
  const y = directions[3 * e + 1];
  const z = directions[3 * e + 2];
  const v = a.vertices;
  const o = 9 * s;
  const high = Math.max(
    x * v[o] + y * v[o + 1] + z * v[o + 2],
    x * v[o + 3] + y * v[o + 4] + z * v[o + 5],
    x * v[o + 6] + y * v[o + 7] + z * v[o + 8],
  );
  const low = Math.min(
    x * leafB[0] + y * leafB[1] + z * leafB[2],
    x * leafB[3] + y * leafB[4] + z * leafB[5],
    x * leafB[6] + y * leafB[7] + z * leafB[8],
  );
  kept.gap = (low - high) / Math.sqrt(x * x + y * y + z * z) - slack;
  if (kept.gap > kept.best) {
    kept.keep(e);
    return true;
  }
  state[LEAST] = Number.POSITIVE_INFINITY;
  const before = state[NEAREST];
  if (testTriangles(a, s, t, 0, ws.request, ws)) {
    kept.bounds[e] = Number.NEGATIVE_INFINITY;
    return false;
  }
  if (state[NEAREST] < before) setBest(kept, ws);
  for (let k = 0; k < 3; k++) directions[3 * e + k] = triangle[4 + k] - triangle[1 + k];
  kept.gap = Math.max(0, Math.sqrt(state[LEAST]) - slack);
  kept.keep(e);
  return true;
}

/** How far the slot or triangle of B of a pair reaches from where B's shift is counted. */
function setReach(b: Tree, kept: KeptTree, e: number): void {
  const { from } = kept;
  const slot = kept.slotsB[e];
  let most = 0;
  if (slot < 0) {
    const v = b.vertices;
    for (let o = 9 * ~slot; o < 9 * ~slot + 9; o += 3) {
      const x = v[o] - from[0];
      const y = v[o + 1] - from[1];
      const z = v[o + 2] - from[2];
      most = Math.max(most, x * x + y * y + z * z);
    }
  } else {
    const q = STRIDE * slot;
    for (let k = 0; k < 3; k++) {
      const x = Math.abs(b.volumes[q + k] - from[k]) + b.volumes[q + HALF + k];
      most += x * x;
    }
  }
  kept.reaches[e] = Math.sqrt(most) * (1 + 8 * U);
}
