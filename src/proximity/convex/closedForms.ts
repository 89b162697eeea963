/**
 * Distances with a closed formula, into a workspace, in A's frame with the pose placing B:
 * a sphere against what has a closest point, two capsules, and half-spaces. Each fills the same
 * result as the searches, with its rounding slack taken off the lower bound and added to the
 * upper one (docs/proofs/convex.md).
 */
import {
  boundingRadius,
  type Capsule,
  type Convex,
  closestPointInto,
  convexRadius,
  type HalfSpace,
  type Shape,
  type Sphere,
  supportInto,
  UNIT_ERROR,
} from '../../geometry/index.ts';
import { orthogonalityDefect } from '../../math/index.ts';
import {
  APART,
  COLLIDING,
  DEFECT_COST,
  DEFECT_ERROR,
  DIRECTION,
  DISTANCE_UPPER,
  GAP_LOWER,
  LOOKING,
  POINT_A,
  POINT_B,
  SLACK,
  SUPPORT,
  TURNED,
  UNRESOLVED,
} from './workspace.ts';

function shiftOf(pose: Float64Array, o: number): number {
  return Math.abs(pose[o + 9]) + Math.abs(pose[o + 10]) + Math.abs(pose[o + 11]);
}

/** Bounds and status from a signed distance known up to a slack. */
function settle(w: Float64Array, distance: number, slack: number): number {
  w[GAP_LOWER] = distance - slack;
  w[DISTANCE_UPPER] = Math.max(distance + slack, 0);
  if (distance > slack) return APART;
  return distance < -slack ? COLLIDING : UNRESOLVED;
}

/** A shape A with a closed closest point (not a half-space) against a sphere B. */
export function shapeSphereInto(
  a: Shape,
  b: Sphere,
  pose: Float64Array,
  o: number,
  w: Float64Array,
): number {
  const size = boundingRadius(a) + b.radius + shiftOf(pose, o);
  closestPointInto(a, pose, o + 9, w, SUPPORT);
  const distance = w[SUPPORT + 3];
  const sign = distance < 0 ? -1 : 1;
  let squared = 0;
  for (let k = 0; k < 3; k++) {
    const toCentre = sign * (pose[o + 9 + k] - w[SUPPORT + k]);
    w[DIRECTION + k] = toCentre;
    squared += toCentre * toCentre;
  }
  const length = Math.sqrt(squared);
  for (let k = 0; k < 3; k++) {
    w[DIRECTION + k] = length === 0 ? 0 : w[DIRECTION + k] / length;
    w[POINT_A + k] = w[SUPPORT + k];
    w[POINT_B + k] = pose[o + 9 + k] - b.radius * w[DIRECTION + k];
  }
  const status = settle(w, distance - b.radius, SLACK * size);
  if (status === APART) {
    // The gap is proven along n, whatever led to n: close by, n may be off the best direction.
    supportInto(a as Convex, w, DIRECTION, w, SUPPORT);
    let gap = -b.radius - SLACK * size;
    for (let k = 0; k < 3; k++) gap += w[DIRECTION + k] * (pose[o + 9 + k] - w[SUPPORT + k]);
    w[GAP_LOWER] = Math.min(w[GAP_LOWER], gap);
    return gap > 0 ? APART : UNRESOLVED;
  }
  if (status === COLLIDING) {
    // The sphere's centre if A has it, else A's nearest point, which the sphere has.
    for (let k = 0; k < 3; k++) {
      w[POINT_A + k] = distance < 0 ? pose[o + 9 + k] : w[SUPPORT + k];
      w[POINT_B + k] = w[POINT_A + k];
    }
  }
  return status;
}

/** Two capsules: the nearest points of their two segments (Ericson 2005, section 5.1.9). */
export function capsuleCapsuleInto(
  a: Capsule,
  b: Capsule,
  pose: Float64Array,
  o: number,
  w: Float64Array,
): number {
  const size = boundingRadius(a) + boundingRadius(b) + shiftOf(pose, o);
  const defect = orthogonalityDefect(pose, o) + DEFECT_ERROR;
  const slack = SLACK * size + DEFECT_COST * defect * boundingRadius(b);
  const halfA = 0.5 * a.length;
  const halfB = 0.5 * b.length;
  // Points (0, 0, s) and T + t e, s and t within the halves; e is B's axis.
  const ex = pose[o + 2];
  const ey = pose[o + 5];
  const ez = pose[o + 8];
  const tx = pose[o + 9];
  const ty = pose[o + 10];
  const tz = pose[o + 11];
  const ee = ex * ex + ey * ey + ez * ez;
  const te = tx * ex + ty * ey + tz * ez;
  // At right angles to both axes: s = tz + t ez and t ee = s ez - te.
  const sine = ex * ex + ey * ey;
  let t = sine > 0 ? -(tx * ex + ty * ey) / sine : 0;
  t = Math.min(Math.max(t, -halfB), halfB);
  let s = Math.min(Math.max(tz + t * ez, -halfA), halfA);
  t = Math.min(Math.max((s * ez - te) / ee, -halfB), halfB);
  s = Math.min(Math.max(tz + t * ez, -halfA), halfA);
  const x = tx + t * ex;
  const y = ty + t * ey;
  const z = tz + t * ez - s;
  const core = Math.sqrt(x * x + y * y + z * z);
  const unit = core > 0 ? 1 / core : 0;
  const nx = core > 0 ? x * unit : 1;
  const ny = y * unit;
  const nz = z * unit;
  // The gap along n, whatever led to n: nearest end of B less farthest end of A.
  const gap =
    nx * tx +
    ny * ty +
    nz * tz -
    halfB * Math.abs(nx * ex + ny * ey + nz * ez) -
    halfA * Math.abs(nz);
  const rounded = a.radius + b.radius;
  w[DIRECTION] = nx;
  w[DIRECTION + 1] = ny;
  w[DIRECTION + 2] = nz;
  const inside = core < rounded;
  const stepA = inside ? (a.radius / rounded) * core : a.radius;
  const stepB = inside ? core - stepA : b.radius;
  w[POINT_A] = stepA * nx;
  w[POINT_A + 1] = stepA * ny;
  w[POINT_A + 2] = s + stepA * nz;
  w[POINT_B] = x - stepB * nx;
  w[POINT_B + 1] = y - stepB * ny;
  w[POINT_B + 2] = s + z - stepB * nz;
  w[GAP_LOWER] = gap - rounded - slack;
  w[DISTANCE_UPPER] = Math.max(core - rounded + slack, 0);
  if (w[GAP_LOWER] > 0) return APART;
  return core < rounded - slack ? COLLIDING : UNRESOLVED;
}

/**
 * A half-space A against a bounded B: the nearest point of B is its support point against the
 * normal, and the distance is exact up to rounding, with its sign.
 */
export function halfSpaceInto(
  a: HalfSpace,
  b: Convex,
  pose: Float64Array,
  o: number,
  w: Float64Array,
): number {
  const radius = convexRadius(b);
  const size = Math.abs(a.offset) + radius + shiftOf(pose, o);
  const defect = orthogonalityDefect(pose, o) + DEFECT_ERROR;
  const slack = (SLACK + UNIT_ERROR) * size + DEFECT_COST * defect * radius;
  const n = a.normal;
  for (let k = 0; k < 3; k++) {
    w[DIRECTION + k] = n[k];
    w[TURNED + k] = -(pose[o + k] * n[0] + pose[o + 3 + k] * n[1] + pose[o + 6 + k] * n[2]);
  }
  supportInto(b, w, TURNED, w, SUPPORT);
  for (let k = 0; k < 3; k++) {
    const r = o + 3 * k;
    w[POINT_B + k] =
      pose[r] * w[SUPPORT] +
      pose[r + 1] * w[SUPPORT + 1] +
      pose[r + 2] * w[SUPPORT + 2] +
      pose[o + 9 + k];
  }
  const distance = n[0] * w[POINT_B] + n[1] * w[POINT_B + 1] + n[2] * w[POINT_B + 2] - a.offset;
  for (let k = 0; k < 3; k++) {
    w[POINT_A + k] = w[POINT_B + k] - (distance > 0 ? distance * n[k] : 0);
  }
  return settle(w, distance, slack);
}

/**
 * Two half-spaces share a point unless their normals are opposite. Opposite ones cannot be told
 * from nearly opposite ones, which meet far away: unresolved.
 */
export function halfSpacesInto(
  a: HalfSpace,
  b: HalfSpace,
  pose: Float64Array,
  o: number,
  w: Float64Array,
): number {
  const defect = orthogonalityDefect(pose, o) + DEFECT_ERROR;
  let offset = b.offset;
  let squared = 0;
  for (let k = 0; k < 3; k++) {
    const r = o + 3 * k;
    const m = pose[r] * b.normal[0] + pose[r + 1] * b.normal[1] + pose[r + 2] * b.normal[2];
    offset += m * pose[o + 9 + k];
    w[LOOKING + k] = a.normal[k] + m;
    w[DIRECTION + k] = a.normal[k];
    squared += w[LOOKING + k] * w[LOOKING + k];
  }
  const meeting = Math.sqrt(squared) > 16 * (DEFECT_COST * defect + UNIT_ERROR);
  // Along the sum of the normals both shrink by half of its squared length.
  const t = meeting ? (2 * Math.min(a.offset, offset, 0)) / squared : 0;
  for (let k = 0; k < 3; k++) {
    w[POINT_A + k] = t * w[LOOKING + k];
    w[POINT_B + k] = w[POINT_A + k];
  }
  w[GAP_LOWER] = Number.NEGATIVE_INFINITY;
  w[DISTANCE_UPPER] = meeting ? 0 : Number.POSITIVE_INFINITY;
  return meeting ? COLLIDING : UNRESOLVED;
}
