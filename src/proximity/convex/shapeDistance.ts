/**
 * Distance between any two primitives: which formula or search answers which pair. The pose
 * places B in A's frame; results are in A's frame. The algorithms are in closedForms.ts, gjk.ts
 * and search.ts.
 */
import type { HalfSpace, Shape } from '../../geometry/index.ts';
import {
  type Convex,
  convexRadius,
  hasClosestPoint,
  type TriangleShape,
} from '../../geometry/index.ts';
import { invertPoseInto, orthogonalityDefect } from '../../math/index.ts';
import {
  capsuleCapsuleInto,
  halfSpaceInto,
  halfSpacesInto,
  shapeSphereInto,
} from './closedForms.ts';
import { gjkInto } from './gjk.ts';
import { searchInto } from './search.ts';
import {
  APART,
  COLLIDING,
  type ConvexWorkspace,
  DEFECT_COST,
  DEFECT_ERROR,
  DIRECTION,
  DISTANCE_UPPER,
  GAP_LOWER,
  INVERSE,
  POINT_A,
  POINT_B,
  passingWorkspace,
  SLACK,
  UNRESOLVED,
} from './workspace.ts';

export interface ShapeDistance {
  /** Proven lower bound; 0 where none is shown. */
  readonly lower: number;
  /** Proven upper bound; 0 where the shapes share a point. */
  readonly upper: number;
  /** The points the upper bound belongs to, in A's frame; a common point when colliding. */
  readonly pointA: Float64Array;
  readonly pointB: Float64Array;
  readonly status: 'apart' | 'colliding' | 'unresolved';
}

const STATUS = ['apart', 'colliding', 'unresolved'] as const;

/** Distance of two shapes, B placed by a pose of twelve numbers. */
export function shapeDistance(a: Shape, b: Shape, bInA: Float64Array): ShapeDistance {
  const workspace = passingWorkspace();
  const status = shapeDistanceInto(a, b, bInA, 0, workspace);
  const w = workspace.numbers;
  return {
    lower: status === APART ? w[GAP_LOWER] : 0,
    upper: status === COLLIDING ? 0 : w[DISTANCE_UPPER],
    pointA: w.slice(POINT_A, POINT_A + 3),
    pointB: w.slice(POINT_B, POINT_B + 3),
    status: STATUS[status],
  };
}

/** The same into a workspace, without allocation; returns the status. */
export function shapeDistanceInto(
  a: Shape,
  b: Shape,
  pose: Float64Array,
  o: number,
  workspace: ConvexWorkspace,
): number {
  const w = workspace.numbers;
  if (a.kind === 'half-space') {
    if (b.kind === 'half-space') return halfSpacesInto(a, b, pose, o, w);
    return halfSpaceInto(a, b, pose, o, w);
  }
  if (b.kind === 'half-space') return convexHalfSpaceInto(a, b, pose, o, w);
  if (b.kind === 'sphere' && hasClosestPoint(a)) return shapeSphereInto(a, b, pose, o, w);
  if (a.kind === 'sphere' && hasClosestPoint(b)) {
    invertPoseInto(pose, o, w, INVERSE);
    const status = shapeSphereInto(b, a, w, INVERSE, w);
    return mirror(w, pose, o, convexRadius(a) + convexRadius(b), status);
  }
  if (a.kind === 'capsule' && b.kind === 'capsule') return capsuleCapsuleInto(a, b, pose, o, w);
  if (a.kind === 'hull' && b.kind === 'hull') return gjkInto(a.table, b.table, pose, o, workspace);
  return searchInto(a, b, pose, o, workspace);
}

/**
 * Distance of a shape from a triangle that the pose places in the shape's frame, into a
 * workspace, without allocation; returns the status. The caller reuses one TriangleShape.
 */
export function shapeTriangleDistanceInto(
  shape: Shape,
  triangle: TriangleShape,
  pose: Float64Array,
  o: number,
  workspace: ConvexWorkspace,
): number {
  if (shape.kind === 'half-space') {
    return halfSpaceInto(shape, triangle, pose, o, workspace.numbers);
  }
  return searchInto(shape, triangle, pose, o, workspace);
}

function convexHalfSpaceInto(
  a: Convex,
  b: HalfSpace,
  pose: Float64Array,
  o: number,
  w: Float64Array,
): number {
  invertPoseInto(pose, o, w, INVERSE);
  const status = halfSpaceInto(b, a, w, INVERSE, w);
  return mirror(w, pose, o, convexRadius(a) + Math.abs(b.offset), status);
}

/**
 * Turns a result in B's frame with the roles exchanged into one in A's frame. The transpose
 * stands for the inverse of R, which costs its defect times the distances involved.
 */
function mirror(
  w: Float64Array,
  pose: Float64Array,
  o: number,
  radii: number,
  was: number,
): number {
  const defect = orthogonalityDefect(pose, o) + DEFECT_ERROR;
  const size = radii + Math.abs(pose[o + 9]) + Math.abs(pose[o + 10]) + Math.abs(pose[o + 11]);
  const slack = SLACK * size + 2 * DEFECT_COST * defect * size;
  w[GAP_LOWER] -= slack;
  if (was !== COLLIDING) w[DISTANCE_UPPER] += slack;
  turn(w, DIRECTION, pose, o, -1, 0);
  turn(w, POINT_A, pose, o, 1, 1);
  turn(w, POINT_B, pose, o, 1, 1);
  for (let k = 0; k < 3; k++) {
    const x = w[POINT_A + k];
    w[POINT_A + k] = w[POINT_B + k];
    w[POINT_B + k] = x;
  }
  return was === APART && !(w[GAP_LOWER] > 0) ? UNRESOLVED : was;
}

/** w[i..] = sign R w[i..] + shift T. */
function turn(
  w: Float64Array,
  i: number,
  pose: Float64Array,
  o: number,
  sign: number,
  shift: number,
): void {
  const x = sign * w[i];
  const y = sign * w[i + 1];
  const z = sign * w[i + 2];
  for (let k = 0; k < 3; k++) {
    const r = o + 3 * k;
    w[i + k] = pose[r] * x + pose[r + 1] * y + pose[r + 2] * z + shift * pose[o + 9 + k];
  }
}
