/**
 * Distance between an exact primitive and a mesh that is asked again and again: searchShape (shapeMesh.ts) with the
 * slots and triangles that it has opened kept, as keptMeshes.ts does it for two meshes. Slots of A are the mesh's; those
 * of B are none.
 */
import { BOX, type Tree } from '../../bvh/index.ts';
import type { Shape } from '../../geometry/index.ts';
import { shapeBoxLower } from '../convex/shapeBounds.ts';
import { shapeTriangleDistanceInto } from '../convex/shapeDistance.ts';
import {
  APART,
  COLLIDING,
  DIRECTION,
  DISTANCE_UPPER,
  GAP_LOWER,
  NEEDED,
  POINT_A,
  WARM,
} from '../convex/workspace.ts';
import type { KeptTree } from './keptTree.ts';
import { type ShapeMeshWorkspace, vertexInside } from './shapeMesh.ts';

const { size: STRIDE } = BOX;
const [IS_APART, IS_COLLIDING] = [APART, COLLIDING];
const [UPPER, GAP, AT, TOWARD] = [DISTANCE_UPPER, GAP_LOWER, POINT_A, DIRECTION];
const [GAP_NEEDED, IS_WARM] = [NEEDED, WARM];

/**
 * The distance, as `searchShape` finds it with an infinite threshold: cutoff and start triangle (of the mesh:
 * `startB`) are those of the workspace's request, the answer is in its result.
 */
export function searchShapeKept(
  shape: Shape,
  tree: Tree,
  meshInShape: Float64Array,
  kept: KeptTree,
  ws: ShapeMeshWorkspace,
): void {
  const { result, request } = ws;
  result.triangleA = -1;
  result.triangleB = -1;
  result.contactCount = 0;
  result.trianglePairs = 0;
  result.nodePairs = 0;
  result.verdict = 'colliding';
  result.lower = 0;
  kept.begin();
  kept.reaches[0] = 0;
  kept.best = request.cutoff;
  if (request.startB >= 0) {
    ws.leaf.offset = 9 * request.startB;
    if (meets(shape, tree, -1, meshInShape, kept, ws)) return;
  }
  if (!(kept.bounds[0] - kept.shift > kept.best)) {
    if (!visit(shape, tree, meshInShape, kept, 0, ws)) return;
  }
  result.nodePairs = kept.looks;
  result.upper = result.triangleB < 0 ? Number.POSITIVE_INFINITY : kept.best;
  result.lower = Math.max(0, kept.bounds[0] - kept.shift);
  result.verdict = result.lower > 0 ? 'apart' : 'unresolved';
}

/** Looks at a slot or triangle that may be near, and keeps what is proven of it then. False if something meets. */
function visit(
  shape: Shape,
  tree: Tree,
  pose: Float64Array,
  kept: KeptTree,
  e: number,
  ws: ShapeMeshWorkspace,
): boolean {
  const slot = kept.slotsA[e];
  kept.looks++;
  if (slot < 0) {
    ws.leaf.offset = 9 * ~slot;
    if (!meets(shape, tree, e, pose, kept, ws)) return true;
    kept.bounds[e] = Number.NEGATIVE_INFINITY;
    return false;
  }
  if (kept.parts[e] === 0) {
    shapeBoxLower(shape, tree.volumes, STRIDE * slot, pose, 0, ws.convex);
    kept.gap = Math.max(0, ws.convex.numbers[GAP]);
    if (kept.gap > kept.best) {
      kept.keep(e);
      return true;
    }
    const isLeaf = tree.counts[slot] > 0;
    const n = Math.abs(tree.counts[slot]);
    const at = kept.add(n);
    kept.parts[e] = at;
    kept.sizes[e] = n;
    for (let i = 0; i < n; i++) {
      kept.slotsA[at + i] = isLeaf ? ~(tree.links[slot] + i) : tree.links[slot] + i;
      kept.reaches[at + i] = 0;
      for (let k = 0; k < 3; k++) kept.directions[3 * (at + i) + k] = 0;
    }
  }
  const first = kept.parts[e];
  const end = first + kept.sizes[e];
  let least = Number.POSITIVE_INFINITY;
  for (let p = first; p < end; p++) {
    if (!(kept.bounds[p] - kept.shift > kept.best) && !visit(shape, tree, pose, kept, p, ws)) {
      kept.bounds[e] = Number.NEGATIVE_INFINITY;
      return false;
    }
    const left = kept.bounds[p] - kept.shift;
    if (!(left >= least)) least = left;
  }
  kept.gap = least + kept.error;
  kept.keep(e);
  return true;
}

/**
 * The triangle at `ws.leaf.offset` against the shape, from the direction that was kept of the pair e, if there is one; what is proven of it
 * is kept then. Where it is the nearest so far its points are the answer's. True where they meet.
 */
function meets(
  shape: Shape,
  tree: Tree,
  e: number,
  pose: Float64Array,
  kept: KeptTree,
  ws: ShapeMeshWorkspace,
): boolean {
  const { result, leaf } = ws;
  const { directions } = kept;
  const { numbers: w, integers } = ws.convex;
  const triangle = leaf.offset / 9;
  result.trianglePairs++;
  let isInside = vertexInside(shape, tree, triangle, pose, 0, ws);
  if (!isInside) {
    leaf.points = tree.vertices;
    integers[IS_WARM] = 0;
    if (e >= 0) {
      for (let k = 0; k < 3; k++) {
        w[TOWARD + k] = directions[3 * e + k];
        if (w[TOWARD + k] !== 0) integers[IS_WARM] = 1;
      }
      // What is shown to be farther away than the nearest need not be known better.
      w[GAP_NEEDED] = kept.best * (1 + 1e-9);
    }
    const status = shapeTriangleDistanceInto(shape, leaf, pose, 0, ws.convex);
    w[GAP_NEEDED] = Number.POSITIVE_INFINITY;
    integers[IS_WARM] = 0;
    isInside = status === IS_COLLIDING;
    if (w[UPPER] < kept.best && !isInside) {
      kept.best = w[UPPER];
      result.triangleB = triangle;
      for (let k = 0; k < 6; k++) result.points[k] = w[AT + k];
    }
    if (isInside) for (let k = 0; k < 6; k++) result.points[k] = w[AT + k];
    if (e >= 0 && !isInside) {
      kept.gap = status === IS_APART ? Math.max(0, w[GAP]) : 0;
      for (let k = 0; k < 3; k++) directions[3 * e + k] = w[TOWARD + k];
      kept.keep(e);
    }
  }
  if (!isInside) return false;
  result.triangleB = triangle;
  result.contactCount = 1;
  result.upper = 0;
  result.lower = 0;
  result.verdict = 'colliding';
  return true;
}
