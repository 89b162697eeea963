/**
 * Cheap proven lower bounds between a primitive and a ball or a box of another frame: the node
 * tests of a traversal. Both are the gap along one direction n, which is a bound whatever n
 * is: n points from the shape's nearest point to the centre where that has a closed form, from
 * the shape's centre otherwise. Nothing is allocated.
 */
import type { Shape } from '../../geometry/index.ts';
import {
  closestPointInto,
  convexCentreInto,
  convexRadius,
  hasClosestPoint,
  supportInto,
} from '../../geometry/index.ts';
import { orthogonalityDefect } from '../../math/index.ts';
import {
  type ConvexWorkspace,
  DEFECT_COST,
  DEFECT_ERROR,
  DIRECTION,
  GAP_LOWER,
  LOOKING,
  SLACK,
  SUPPORT,
} from './workspace.ts';

/**
 * GAP_LOWER of a shape and a box: `box[i..]` holds its centre and half extents in its own
 * frame, which the pose places in the shape's frame. DIRECTION is the direction of the gap.
 */
export function shapeBoxLower(
  shape: Shape,
  box: Float64Array,
  i: number,
  pose: Float64Array,
  o: number,
  workspace: ConvexWorkspace,
): void {
  const w = workspace.numbers;
  const x = box[i + 3];
  const y = box[i + 4];
  const z = box[i + 5];
  gapToCentre(shape, box, i, x + y + z, pose, o, w);
  const nx = w[DIRECTION];
  const ny = w[DIRECTION + 1];
  const nz = w[DIRECTION + 2];
  w[GAP_LOWER] -=
    x * Math.abs(pose[o] * nx + pose[o + 3] * ny + pose[o + 6] * nz) +
    y * Math.abs(pose[o + 1] * nx + pose[o + 4] * ny + pose[o + 7] * nz) +
    z * Math.abs(pose[o + 2] * nx + pose[o + 5] * ny + pose[o + 8] * nz);
}

/** GAP_LOWER of a shape and a ball: `ball[i..]` holds centre and radius, frames as above. */
export function shapeBallLower(
  shape: Shape,
  ball: Float64Array,
  i: number,
  pose: Float64Array,
  o: number,
  workspace: ConvexWorkspace,
): void {
  gapToCentre(shape, ball, i, ball[i + 3], pose, o, workspace.numbers);
  workspace.numbers[GAP_LOWER] -= ball[i + 3];
}

/** DIRECTION, and the gap from the shape to the centre along it, all slack taken off. */
function gapToCentre(
  shape: Shape,
  volume: Float64Array,
  i: number,
  extent: number,
  pose: Float64Array,
  o: number,
  w: Float64Array,
): void {
  const x = volume[i];
  const y = volume[i + 1];
  const z = volume[i + 2];
  for (let k = 0; k < 3; k++) {
    const r = o + 3 * k;
    w[LOOKING + k] = pose[r] * x + pose[r + 1] * y + pose[r + 2] * z + pose[o + 9 + k];
  }
  const placed = Math.abs(x) + Math.abs(y) + Math.abs(z) + extent;
  const shift = Math.abs(pose[o + 9]) + Math.abs(pose[o + 10]) + Math.abs(pose[o + 11]);
  const turned = DEFECT_COST * (orthogonalityDefect(pose, o) + DEFECT_ERROR) * placed;
  if (shape.kind === 'half-space') {
    const n = shape.normal;
    let gap = -shape.offset;
    for (let k = 0; k < 3; k++) {
      w[DIRECTION + k] = n[k];
      gap += n[k] * w[LOOKING + k];
    }
    w[GAP_LOWER] = gap - 2 * SLACK * (Math.abs(shape.offset) + placed + shift) - turned;
    return;
  }
  let inside = false;
  if (hasClosestPoint(shape)) {
    closestPointInto(shape, w, LOOKING, w, SUPPORT);
    inside = w[SUPPORT + 3] <= 0;
  } else convexCentreInto(shape, w, SUPPORT);
  let squared = 0;
  for (let k = 0; k < 3; k++) {
    const d = w[LOOKING + k] - w[SUPPORT + k];
    w[DIRECTION + k] = inside ? -d : d;
    squared += d * d;
  }
  const length = Math.sqrt(squared);
  if (length > 1e-140) for (let k = 0; k < 3; k++) w[DIRECTION + k] /= length;
  else {
    w[DIRECTION] = 1;
    w[DIRECTION + 1] = 0;
    w[DIRECTION + 2] = 0;
  }
  supportInto(shape, w, DIRECTION, w, SUPPORT);
  let gap = 0;
  for (let k = 0; k < 3; k++) gap += w[DIRECTION + k] * (w[LOOKING + k] - w[SUPPORT + k]);
  w[GAP_LOWER] = gap - SLACK * (convexRadius(shape) + placed + shift) - turned;
}
