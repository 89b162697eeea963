/** Distances, collisions and depths: between meshes, hulls and primitives, at one placement. */

export { gjkInto } from './convex/gjk.ts';
export { tableAddress } from './convex/lodgedTable.ts';
export { shapeBallLower, shapeBoxLower } from './convex/shapeBounds.ts';
export {
  type ShapeDistance,
  shapeDistance,
  shapeDistanceInto,
  shapeTriangleDistanceInto,
} from './convex/shapeDistance.ts';
export {
  APART,
  APPROACH,
  COLLIDING,
  type ConvexWorkspace,
  convexWorkspace,
  DIRECTION,
  DISTANCE_UPPER,
  GAP_LOWER,
  ITERATIONS,
  MAX_ITERATIONS,
  NEEDED,
  POINT_A,
  POINT_B,
  POSE,
  PROVE,
  TOLERANCE,
  UNRESOLVED,
  WARM,
  WITNESS,
} from './convex/workspace.ts';
export { convexSolid } from './depth/convexSolid.ts';
export { type DepthRequest, DepthSearch } from './depth/depthSearch.ts';
export { meshSolids } from './depth/meshSolid.ts';
export type { Solid } from './depth/solid.ts';
export {
  FEATURE_ALGORITHMS,
  type FeatureAlgorithm,
  type FeatureAlgorithmName,
} from './features/algorithms.ts';
export {
  buildHullTree,
  type HullNode,
  type HullPiece,
  type HullTree,
} from './features/hullTree.ts';
export {
  HullTreePair,
  HullTreeResult,
  HullTreeWorkspace,
  hullTreesInto,
} from './features/hullTreeQuery.ts';
export { keptGapInto } from './features/keptGap.ts';
export { linCannyInto } from './features/linCanny.ts';
export {
  compilePolyhedron,
  EDGE,
  FACE,
  type Polyhedron,
  polyhedronOf,
  VERTEX,
} from './features/polyhedron.ts';
export type { Links } from './features/rings.ts';
export { FeatureResult, FeatureWorkspace, TrackedPair } from './features/tracked.ts';
export { vClipInto } from './features/vClip.ts';
export { warmGjkInto } from './features/warmGjk.ts';
export { witnessPlaneInto } from './features/witnessPlane.ts';
export { containedPointInto, findContained } from './mesh/contained.ts';
export { searchKept } from './mesh/keptMeshes.ts';
export { searchShapeKept } from './mesh/keptShape.ts';
export { KeptTree } from './mesh/keptTree.ts';
export {
  apartBy,
  approximateDistance,
  type CollideOptions,
  collide,
  distance,
  greedyDistance,
  type QueryOptions,
  tolerance,
} from './mesh/queries.ts';
export { type ProximityRequest, ProximityResult, type ProximityVerdict } from './mesh/request.ts';
export { search } from './mesh/search.ts';
export { ShapeMeshWorkspace, searchShape } from './mesh/shapeMesh.ts';
export { beginSlotPairs, leafLower, slotBoundsInto } from './mesh/slotPairs.ts';
export { ProximityWorkspace } from './mesh/workspace.ts';
