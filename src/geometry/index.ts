export type { Component } from './components.ts';
export {
  buildMesh,
  MAX_COORDINATE,
  type Mesh,
  type MeshOptions,
  trianglesFault,
} from './mesh.ts';
export { orient2d, orient3d } from './orient.ts';
export { type PointLocation, pointInSolid } from './pointInSolid.ts';
export { bumpyBall, knot, torus } from './samples.ts';
export { triangleDistanceBelowInto, triangleDistanceInto } from './triangleDistance.ts';
export { triangleDistanceLowerInto } from './triangleDistanceLower.ts';
export { trianglesIntersect } from './triangleIntersect.ts';
export type { Triangles } from './triangles.ts';
