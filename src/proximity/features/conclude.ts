/**
 * From where a walk over features ended to an answer that is proven, whatever led there:
 *
 * - apart: the gap along the direction between the closest points, by the support tables of both bodies,
 *   exactly as GJK proves it. It must meet the distance of the points; where it does not, the walk was led
 *   astray.
 * - colliding: a vertex that is surely inside, or an edge that surely pierces a face (pierce.ts).
 * - neither, as where bodies touch within rounding: unresolved.
 *
 * What a walk does not settle is asked of GJK, and the answer says so. docs/proofs/convex.md.
 */
import { supportOffset } from '../../geometry/index.ts';
import { gjkInto } from '../convex/gjk.ts';
import {
  APART,
  COLLIDING,
  DIRECTION,
  DISTANCE_UPPER,
  GAP_LOWER,
  ITERATIONS,
  NEEDED,
  POINT_A,
  PROVE,
  TOLERANCE,
  UNRESOLVED,
  WARM,
  WITNESS,
} from '../convex/workspace.ts';
import { closestPoints } from './closest.ts';
import { proveOverlap } from './pierce.ts';
import { VERTEX } from './polyhedron.ts';
import { nearestFeature } from './regions.ts';
import { type FeatureWorkspace, SLOTS, type TrackedPair } from './tracked.ts';

const { POSES, TURNED, GAP_SLACK, SPREAD, NEAR_A, NEAR_B, LOOKING, GAP } = SLOTS;

/** How a walk ends: at the closest features; */
export const SETTLED = 0;
/** at features that show an overlap; */
export const OVERLAP = 1;
/** where it was before. */
export const LOST = 2;

/** Bounds have met if they differ by at most this part of the distance, */
const CLOSED = 1e-10;
/** or by so many times the rounding of points. */
const ROUNDINGS = 4;
/** The tolerance that GJK is asked with: it decides how well its points name features. */
const GJK_TOLERANCE = 1e-12;

export function conclude(pair: TrackedPair, ws: FeatureWorkspace, outcome: number): number {
  const w = ws.numbers;
  const { result } = ws;
  if (outcome === OVERLAP && proveOverlap(ws)) {
    gapAlong(ws);
    result.lower = w[GAP] - w[GAP_SLACK];
    result.upper = 0;
    result.depthUpper = -result.lower;
    keep(pair, ws);
    return COLLIDING;
  }
  closestPoints(ws);
  const x = w[NEAR_B] - w[NEAR_A];
  const y = w[NEAR_B + 1] - w[NEAR_A + 1];
  const z = w[NEAR_B + 2] - w[NEAR_A + 2];
  const distance = Math.sqrt(x * x + y * y + z * z);
  gapAlong(ws);
  if (!(distance - w[GAP] <= CLOSED * distance + ROUNDINGS * w[SPREAD])) {
    result.fellBack = true;
    return askGjk(pair, ws);
  }
  result.lower = w[GAP] - w[GAP_SLACK];
  result.upper = distance + w[SPREAD];
  keep(pair, ws);
  return result.lower > 0 ? APART : UNRESOLVED;
}

/**
 * GAP = how far B lies beyond A along LOOKING, up to GAP_SLACK; LOOKING is made a unit vector. Where it is 0, 0, 0
 * nothing is known.
 */
export function gapAlong(ws: FeatureWorkspace): void {
  const w = ws.numbers;
  const x = w[LOOKING];
  const y = w[LOOKING + 1];
  const z = w[LOOKING + 2];
  const length = Math.sqrt(x * x + y * y + z * z);
  if (!(length > 0.5)) {
    w[GAP] = Number.NEGATIVE_INFINITY;
    return;
  }
  w[LOOKING] = x / length;
  w[LOOKING + 1] = y / length;
  w[LOOKING + 2] = z / length;
  for (let k = 0; k < 3; k++) {
    const m = POSES + k;
    w[TURNED + k] = -(w[m] * w[LOOKING] + w[m + 3] * w[LOOKING + 1] + w[m + 6] * w[LOOKING + 2]);
  }
  const a = ws.body(0).table;
  const b = ws.body(1).table;
  const i = supportOffset(a, w, LOOKING);
  const j = supportOffset(b, w, TURNED);
  ws.extreme[0] = i;
  ws.extreme[1] = j;
  let gap = 0;
  for (let k = 0; k < 3; k++) {
    const m = POSES + 3 * k;
    const s =
      w[m] * b.positions[j] +
      w[m + 1] * b.positions[j + 1] +
      w[m + 2] * b.positions[j + 2] +
      w[POSES + 9 + k] -
      a.positions[i + k];
    gap += w[LOOKING + k] * s;
  }
  w[GAP] = gap;
}

/** Points, direction and features into the answer, and into the pair for the next call. */
export function keep(pair: TrackedPair, ws: FeatureWorkspace): void {
  const w = ws.numbers;
  const { result } = ws;
  for (let k = 0; k < 3; k++) {
    result.points[k] = w[NEAR_A + k];
    result.points[3 + k] = w[NEAR_B + k];
    result.direction[k] = w[LOOKING + k];
    pair.direction[k] = w[LOOKING + k];
  }
  result.featureA = ws.features[0];
  result.featureB = ws.features[1];
  pair.features[0] = ws.features[0];
  pair.features[1] = ws.features[1];
}

/** The same question to GJK, from the direction that the pair was left with, if any. */
export function askGjk(pair: TrackedPair, ws: FeatureWorkspace): number {
  const { result, convex } = ws;
  const n = convex.numbers;
  const d = pair.direction;
  convex.integers[WARM] = d[0] !== 0 || d[1] !== 0 || d[2] !== 0 ? 1 : 0;
  convex.integers[WITNESS] = 1;
  convex.integers[PROVE] = 1;
  n[NEEDED] = Number.POSITIVE_INFINITY;
  n[TOLERANCE] = GJK_TOLERANCE;
  for (let k = 0; k < 3; k++) n[DIRECTION + k] = d[k];
  const status = gjkInto(pair.a.table, pair.b.table, ws.numbers, POSES, convex);
  const w = ws.numbers;
  for (let k = 0; k < 3; k++) {
    w[NEAR_A + k] = n[POINT_A + k];
    w[NEAR_B + k] = n[POINT_A + 3 + k];
    w[LOOKING + k] = n[DIRECTION + k];
    w[TURNED + k] = -(
      w[POSES + k] * n[DIRECTION] +
      w[POSES + 3 + k] * n[DIRECTION + 1] +
      w[POSES + 6 + k] * n[DIRECTION + 2]
    );
  }
  // Features from the points: from the vertices that are extreme along the direction, which are near by.
  ws.features[0] = nearestFeature(
    ws,
    0,
    4 * (supportOffset(pair.a.table, w, LOOKING) / 3) + VERTEX,
  );
  ws.features[1] = nearestFeature(ws, 1, 4 * (supportOffset(pair.b.table, w, TURNED) / 3) + VERTEX);
  result.lower = n[GAP_LOWER];
  result.upper = n[DISTANCE_UPPER];
  result.steps += convex.integers[ITERATIONS];
  keep(pair, ws);
  return status;
}
