/**
 * GJK for any two convex shapes, through their support points: the general and careful way.
 * Slower than gjk.ts by a factor of two or three, but it searches every face of the simplex, and it
 * settles overlaps that a single tetrahedron cannot prove. Spheres and capsules are searched by
 * their cores. Frames, bounds and results as in gjk.ts.
 */
import {
  type Convex,
  convexCentreInto,
  convexRadius,
  coreSupportInto,
  roundness,
} from '../../geometry/index.ts';
import { orthogonalityDefect } from '../../math/index.ts';
import { surelyOverlap } from './overlap.ts';
import { closestOfSimplex, compact, surelyEncloses, witnessInto } from './simplex.ts';
import {
  APART,
  CLOSEST,
  COLLIDING,
  type ConvexWorkspace,
  DEFECT_COST,
  DEFECT_ERROR,
  DIRECTION,
  DISTANCE_UPPER,
  GAP_LOWER,
  ITERATIONS,
  LOOKING,
  MAX_ITERATIONS,
  NEEDED,
  POINT_A,
  POINT_B,
  POINTS_A,
  POINTS_B,
  PROVE,
  ROUNDING,
  SLACK,
  SLACK_A,
  SQUARED,
  SUPPORT,
  TOLERANCE,
  TURNED,
  UNRESOLVED,
  WARM,
} from './workspace.ts';

/** Distance of two convex shapes, B placed by the pose at `pose[o]`; returns the status. */
export function searchInto(
  a: Convex,
  b: Convex,
  pose: Float64Array,
  o: number,
  workspace: ConvexWorkspace,
): number {
  const w = workspace.numbers;
  const integers = workspace.integers;
  const radiusB = convexRadius(b);
  const shift = Math.abs(pose[o + 9]) + Math.abs(pose[o + 10]) + Math.abs(pose[o + 11]);
  const reach = convexRadius(a) + shift;
  const defect = orthogonalityDefect(pose, o) + DEFECT_ERROR;
  const slack = SLACK_A * reach + (SLACK + DEFECT_COST * defect) * radiusB;
  w[ROUNDING] = slack;
  const resolution = 0.5 * SLACK_A * (reach + radiusB);
  const rounded = roundness(a) + roundness(b);
  const needed = w[NEEDED] + rounded + slack;

  if (integers[WARM] === 0) {
    convexCentreInto(b, w, SUPPORT);
    toFrameOfA(pose, o, w, SUPPORT, LOOKING);
    convexCentreInto(a, w, SUPPORT);
    for (let k = 0; k < 3; k++) w[LOOKING + k] -= w[SUPPORT + k];
  } else {
    for (let k = 0; k < 3; k++) w[LOOKING + k] = w[DIRECTION + k];
  }
  let upper = Number.POSITIVE_INFINITY;
  let gap = Number.NEGATIVE_INFINITY;
  let count = 0;
  let iteration = 0;
  let status = UNRESOLVED;
  for (; iteration < integers[MAX_ITERATIONS]; ) {
    iteration++;
    if (!normalise(w, LOOKING)) {
      if (count > 0) break; // the origin lies on the simplex
      w[LOOKING] = 1;
      w[LOOKING + 1] = 0;
      w[LOOKING + 2] = 0;
    }
    const k = 3 * count;
    supportPairInto(a, b, pose, o, w, k);
    const along = w[LOOKING] * w[k] + w[LOOKING + 1] * w[k + 1] + w[LOOKING + 2] * w[k + 2];
    if (along > gap) {
      gap = along;
      for (let i = 0; i < 3; i++) w[DIRECTION + i] = w[LOOKING + i];
    }
    if (gap >= needed && gap > rounded + slack) status = APART;
    if (count > 0) {
      const open = upper - gap;
      if (status === APART || open <= w[TOLERANCE] * (upper - rounded) || open <= resolution) break;
      if (isCorner(w, count)) break;
    }
    count++;
    const inside = closestOfSimplex(w, count);
    if (status === APART) break;
    if (inside) {
      if (surelyEncloses(w)) status = COLLIDING;
      break;
    }
    // No progress: the simplex before this corner is as good as it gets.
    if (!(w[SQUARED] < upper * upper)) {
      count--;
      closestOfSimplex(w, count);
      break;
    }
    count = compact(w, count);
    upper = Math.sqrt(w[SQUARED]);
    for (let i = 0; i < 3; i++) w[LOOKING + i] = w[CLOSEST + i];
  }
  integers[ITERATIONS] = iteration;
  witnessInto(w, count);
  w[GAP_LOWER] = gap - rounded - slack;
  if (w[GAP_LOWER] > 0) status = APART;
  if (rounded > 0) status = roundOff(w, roundness(a), roundness(b), slack, status);
  else if (status === UNRESOLVED && integers[PROVE] === 1 && surelyOverlap(a, b, pose, o, slack)) {
    status = COLLIDING;
  }
  if (status === COLLIDING) w[DISTANCE_UPPER] = 0;
  return status;
}

/** From the cores' witness points and distance to those of the rounded shapes. */
function roundOff(w: Float64Array, ra: number, rb: number, slack: number, status: number): number {
  if (status === COLLIDING) return status;
  const core = w[DISTANCE_UPPER];
  // Cores nearer than the radii: the shapes overlap, the point between shows it.
  const overlapping = core <= ra + rb - slack;
  const share = overlapping ? (ra / (ra + rb)) * (core - slack) : ra;
  const back = overlapping ? core - slack - share : rb;
  for (let k = 0; k < 3; k++) {
    const step =
      core > 2 * slack ? (w[POINT_B + k] - w[POINT_A + k]) / (core - slack) : w[DIRECTION + k];
    w[LOOKING + k] = step;
  }
  for (let k = 0; k < 3; k++) {
    w[POINT_A + k] += share * w[LOOKING + k];
    w[POINT_B + k] -= back * w[LOOKING + k];
  }
  w[DISTANCE_UPPER] = Math.max(core - ra - rb, 0);
  return overlapping ? COLLIDING : status;
}

/** The extreme points along LOOKING (A) and against it (B), as the corner at w[k]. */
function supportPairInto(
  a: Convex,
  b: Convex,
  pose: Float64Array,
  o: number,
  w: Float64Array,
  k: number,
): void {
  for (let i = 0; i < 3; i++) {
    w[TURNED + i] = -(
      pose[o + i] * w[LOOKING] +
      pose[o + 3 + i] * w[LOOKING + 1] +
      pose[o + 6 + i] * w[LOOKING + 2]
    );
  }
  coreSupportInto(a, w, LOOKING, w, POINTS_A + k);
  coreSupportInto(b, w, TURNED, w, SUPPORT);
  toFrameOfA(pose, o, w, SUPPORT, POINTS_B + k);
  for (let i = 0; i < 3; i++) w[k + i] = w[POINTS_B + k + i] - w[POINTS_A + k + i];
}

function toFrameOfA(pose: Float64Array, o: number, w: Float64Array, i: number, j: number): void {
  for (let k = 0; k < 3; k++) {
    const r = o + 3 * k;
    w[j + k] = pose[r] * w[i] + pose[r + 1] * w[i + 1] + pose[r + 2] * w[i + 2] + pose[o + 9 + k];
  }
}

function normalise(w: Float64Array, i: number): boolean {
  const length = Math.sqrt(w[i] * w[i] + w[i + 1] * w[i + 1] + w[i + 2] * w[i + 2]);
  if (!(length > 1e-140)) return false;
  w[i] /= length;
  w[i + 1] /= length;
  w[i + 2] /= length;
  return true;
}

/** Whether the newest corner is already one of the others. */
function isCorner(w: Float64Array, count: number): boolean {
  const k = 3 * count;
  for (let i = 0; i < k; i += 3) {
    if (w[i] === w[k] && w[i + 1] === w[k + 1] && w[i + 2] === w[k + 2]) return true;
  }
  return false;
}
