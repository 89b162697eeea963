/**
 * Distance between an exact primitive and a mesh: the mesh's box tree is descended against the
 * primitive, which is never tessellated. The bound of a box is the gap along one direction
 * (shapeBounds.ts), that of a triangle comes from a convex query (shapeDistance.ts); both are
 * proven with their own slack, so the smallest of what is left aside or tested is proven too.
 *
 * Primitives are solids: a triangle inside one is in collision with it. The converse, a
 * primitive inside a solid of the mesh, is for pointInSolid to find.
 */
import { BOX, insertChild, type Tree } from '../../bvh/index.ts';
import {
  closestPointInto,
  containsPoint,
  hasClosestPoint,
  type Shape,
  type TriangleShape,
} from '../../geometry/index.ts';
import { InputError, transformPointInto } from '../../math/index.ts';
import { shapeBoxLower } from '../convex/shapeBounds.ts';
import { shapeTriangleDistanceInto } from '../convex/shapeDistance.ts';
import {
  APART,
  COLLIDING,
  type ConvexWorkspace,
  convexWorkspace,
  DISTANCE_UPPER,
  GAP_LOWER,
  POINT_A,
} from '../convex/workspace.ts';
import type { ProximityRequest } from './request.ts';
import { INFINITE, ProximityWorkspace } from './workspace.ts';

const { size: STRIDE } = BOX;

/** Scratch of these queries; the answer is in `result`, its A being the primitive. */
export class ShapeMeshWorkspace extends ProximityWorkspace {
  readonly convex: ConvexWorkspace = convexWorkspace();
  readonly vertex = new Float64Array(3);
  readonly closest = new Float64Array(4);
  readonly leaf: TriangleShape = { kind: 'triangle', points: new Float64Array(9), offset: 0 };
}

/**
 * Asks `request` about a primitive and a mesh whose frame `meshInShape[o..o+11]` places in the
 * primitive's. Points are in the primitive's frame; `lower` is meaningful for every request.
 * The tree must be a box tree. `priority`, `wantBound` and the start triangles do not apply.
 */
export function searchShape(
  shape: Shape,
  tree: Tree,
  meshInShape: Float64Array,
  o: number,
  request: ProximityRequest,
  ws: ShapeMeshWorkspace,
): void {
  if (tree.kind !== 'box') {
    throw new InputError({
      code: 'query/volumes',
      message: `a primitive is tested against a box tree, not one of ${tree.kind} volumes`,
    });
  }
  const { result, order, bounds } = ws;
  const numbers = ws.convex.numbers;
  const { counts, links, volumes } = tree;
  ws.reserve(3 * tree.depth + 8);
  const { openSlots, openBounds } = ws;
  result.triangleA = -1;
  result.triangleB = -1;
  result.contactCount = 0;
  result.trianglePairs = 0;
  let upper = request.cutoff;
  let lowest = Number.POSITIVE_INFINITY;
  let nodePairs = 1;
  let stopped = false;
  shapeBoxLower(shape, volumes, 0, meshInShape, o, ws.convex);
  openSlots[0] = 0;
  openBounds[0] = numbers[GAP_LOWER];
  if (Number.isNaN(openBounds[0])) {
    throw new InputError({
      code: 'query/pose',
      message: 'the placement of the mesh is not finite',
    });
  }
  let open = 1;
  while (open > 0 && !stopped) {
    open--;
    const limit = Math.min(request.threshold, (1 - request.relativeError) * upper);
    const bound = openBounds[open];
    if (bound > limit) {
      if (bound < lowest) lowest = bound;
      continue;
    }
    const slot = openSlots[open];
    const first = links[slot];
    if (counts[slot] > 0) {
      for (let t = first; t < first + counts[slot] && !stopped; t++) {
        result.trianglePairs++;
        if (vertexInside(shape, tree, t, meshInShape, o, ws)) {
          upper = 0;
          result.triangleB = t;
          result.contactCount = 1;
          stopped = true;
          break;
        }
        ws.leaf.points = tree.vertices;
        ws.leaf.offset = 9 * t;
        const status = shapeTriangleDistanceInto(shape, ws.leaf, meshInShape, o, ws.convex);
        const lower = status === APART ? Math.max(0, numbers[GAP_LOWER]) : 0;
        if (lower < lowest) lowest = lower;
        if (numbers[DISTANCE_UPPER] < upper || status === COLLIDING) {
          upper = status === COLLIDING ? 0 : numbers[DISTANCE_UPPER];
          result.triangleB = t;
          for (let k = 0; k < 6; k++) result.points[k] = numbers[POINT_A + k];
        }
        if (status === COLLIDING) {
          result.contactCount = 1;
          stopped = true;
        } else stopped = request.threshold < INFINITE && upper <= request.threshold;
      }
      continue;
    }
    const n = -counts[slot];
    nodePairs += n;
    let kept = 0;
    for (let i = 0; i < n; i++) {
      shapeBoxLower(shape, volumes, STRIDE * (first + i), meshInShape, o, ws.convex);
      const child = numbers[GAP_LOWER];
      bounds[i] = child;
      if (child > limit) {
        if (child < lowest) lowest = child;
        continue;
      }
      kept = insertChild(order, kept, bounds, i);
    }
    for (let i = 0; i < kept; i++) {
      openSlots[open] = first + order[i];
      openBounds[open++] = bounds[order[i]];
    }
  }
  result.nodePairs = nodePairs;
  result.upper = result.triangleB < 0 ? Number.POSITIVE_INFINITY : upper;
  result.lower = stopped ? 0 : Math.max(0, lowest);
  if (result.contactCount > 0) result.verdict = 'colliding';
  else result.verdict = result.lower > 0 ? 'apart' : 'unresolved';
}

/**
 * Whether a vertex of a triangle lies in the primitive: the quickest proof of a collision, and the
 * most frequent one. The point is left in the result.
 */
export function vertexInside(
  shape: Shape,
  tree: Tree,
  triangle: number,
  pose: Float64Array,
  o: number,
  ws: ShapeMeshWorkspace,
): boolean {
  const { points } = ws.result;
  for (let v = 9 * triangle; v < 9 * triangle + 9; v += 3) {
    transformPointInto(pose, o, tree.vertices, v, ws.vertex, 0);
    if (!isInside(shape, ws)) continue;
    for (let k = 0; k < 6; k++) points[k] = ws.vertex[k % 3];
    return true;
  }
  return false;
}

function isInside(shape: Shape, ws: ShapeMeshWorkspace): boolean {
  if (!hasClosestPoint(shape)) return containsPoint(shape, ws.vertex, 0);
  closestPointInto(shape, ws.vertex, 0, ws.closest, 0);
  return ws.closest[3] <= 0;
}
