/**
 * GJK behind the interface of the algorithms on features, with a warm start [C 3.3]: it begins from the simplex
 * of vertices that the pair was left with, placed anew. Where bodies move little that simplex is still the
 * answer, and one look for a vertex that is farther shows it. Without a simplex, and where this one leads
 * nowhere, gjk.ts answers, from the direction that is kept. Features are named afterwards: those in whose
 * Voronoi regions the closest points lie.
 */
import { closestOfSimplex, witnessInto } from '../convex/simplex.ts';
import {
  APART,
  CLOSEST,
  DISTANCE_UPPER,
  POINT_A,
  POINTS_A,
  POINTS_B,
  ROUNDING,
  SQUARED,
  UNRESOLVED,
  WEIGHTS,
} from '../convex/workspace.ts';
import { askGjk, gapAlong, keep } from './conclude.ts';
import { VERTEX } from './polyhedron.ts';
import { nearestFeature } from './regions.ts';
import { type FeatureWorkspace, SLOTS, type TrackedPair, vertexInto } from './tracked.ts';

const { LOOKING, NEAR_A, NEAR_B, GAP, GAP_SLACK, SPREAD } = SLOTS;

/** Converged when the bounds differ by at most this part of the distance. */
const TOLERANCE = 1e-12;
/** A simplex that was good needs few corners more; one that needs more leads nowhere. */
const MOST = 12;

/** Closest features, points and proven bounds of a pair, B placed by the pose at `pose[o]`; returns the status. */
export function warmGjkInto(
  pair: TrackedPair,
  pose: Float64Array,
  o: number,
  ws: FeatureWorkspace,
): number {
  ws.begin(pair, pose, o);
  if (pair.corners > 0 && converges(pair, ws)) return conclude(pair, ws);
  ws.result.steps = 0;
  const status = askGjk(pair, ws);
  // To begin with next time: the vertices at the ends of the gap.
  gapAlong(ws);
  pair.corners = 1;
  pair.simplex[0] = ws.extreme[0];
  pair.simplex[1] = ws.extreme[1];
  return status;
}

/**
 * Grows and shrinks the pair's simplex until its closest point is that of the bodies; false if it comes to
 * nothing.
 */
function converges(pair: TrackedPair, ws: FeatureWorkspace): boolean {
  const w = ws.convex.numbers;
  const own = ws.numbers;
  const { simplex } = pair;
  let squared = Number.POSITIVE_INFINITY;
  for (let k = 0; k < pair.corners; k++) placeCorner(pair, ws, k);
  for (let step = 0; step < MOST; step++) {
    ws.result.steps++;
    // The origin inside, or no nearer: overlap, or rounding.
    if (closestOfSimplex(w, pair.corners) || !(w[SQUARED] < squared)) return false;
    squared = w[SQUARED];
    const distance = Math.sqrt(squared);
    if (!(distance > own[SPREAD])) return false;
    dropCorners(pair, w);
    for (let k = 0; k < 3; k++) own[LOOKING + k] = w[CLOSEST + k] / distance;
    gapAlong(ws);
    if (distance - own[GAP] <= TOLERANCE * distance + own[SPREAD]) return true;
    if (pair.corners === 4) return false;
    const k = pair.corners++;
    simplex[2 * k] = ws.extreme[0];
    simplex[2 * k + 1] = ws.extreme[1];
    placeCorner(pair, ws, k);
  }
  return false;
}

/** Corner k of the simplex as the bodies are placed now. */
function placeCorner({ a, simplex }: TrackedPair, ws: FeatureWorkspace, k: number): void {
  const w = ws.convex.numbers;
  const i = simplex[2 * k];
  vertexInto(ws, 0, simplex[2 * k + 1] / 3, NEAR_B);
  for (let axis = 0; axis < 3; axis++) {
    const p = a.positions[i + axis];
    const q = ws.numbers[NEAR_B + axis];
    w[POINTS_A + 3 * k + axis] = p;
    w[POINTS_B + 3 * k + axis] = q;
    w[3 * k + axis] = q - p;
  }
}

/** Drops the corners that take no part in the closest point. */
function dropCorners(pair: TrackedPair, w: Float64Array): void {
  const { simplex } = pair;
  let kept = 0;
  for (let i = 0; i < pair.corners; i++) {
    if (!(w[WEIGHTS + i] > 0)) continue;
    if (kept < i) {
      simplex[2 * kept] = simplex[2 * i];
      simplex[2 * kept + 1] = simplex[2 * i + 1];
      w[WEIGHTS + kept] = w[WEIGHTS + i];
      for (let k = 0; k < 3; k++) {
        w[3 * kept + k] = w[3 * i + k];
        w[POINTS_A + 3 * kept + k] = w[POINTS_A + 3 * i + k];
        w[POINTS_B + 3 * kept + k] = w[POINTS_B + 3 * i + k];
      }
    }
    kept++;
  }
  pair.corners = kept;
}

function conclude(pair: TrackedPair, ws: FeatureWorkspace): number {
  const w = ws.convex.numbers;
  const own = ws.numbers;
  const { result } = ws;
  gapAlong(ws);
  result.lower = own[GAP] - own[GAP_SLACK];
  w[ROUNDING] = own[SPREAD];
  witnessInto(w, pair.corners);
  result.upper = w[DISTANCE_UPPER];
  for (let k = 0; k < 3; k++) {
    own[NEAR_A + k] = w[POINT_A + k];
    own[NEAR_B + k] = w[POINT_A + 3 + k];
  }
  ws.features[0] = nearestFeature(ws, 0, 4 * (ws.extreme[0] / 3) + VERTEX);
  ws.features[1] = nearestFeature(ws, 1, 4 * (ws.extreme[1] / 3) + VERTEX);
  keep(pair, ws);
  return result.lower > 0 ? APART : UNRESOLVED;
}
