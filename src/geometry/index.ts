/** Triangle meshes and what is solid of them, primitives, convex hulls with support tables, exact predicates. */

export { BoxIndex } from './boxIndex.ts';
export type { Component } from './components.ts';
export {
  type Division,
  divisionFault,
  divisionSets,
  divisionTriangles,
  isUndivided,
  undivided,
} from './division.ts';
export { dotSign } from './dotSign.ts';
export { enclosingSphereInto } from './enclosingSphere.ts';
export { convexHull, type Hull } from './hull.ts';
export { holdersOf, hullFromHolders } from './hullHolders.ts';
export {
  buildMesh,
  MAX_COORDINATE,
  type Mesh,
  type MeshOptions,
  trianglesFault,
} from './mesh.ts';
export type { Cut } from './notches/cut.ts';
export { deepestNotch, type Notch } from './notches/deepest.ts';
export { divideNotches, type NotchOptions, notchDivider } from './notches/divide.ts';
export { deepestFacing, type FacedTriangles } from './notches/facing.ts';
export { outwardNormals } from './notches/outward.ts';
export type { CutName } from './notches/planes.ts';
export { type Opening, type OpenPart, surfaceSentence } from './openings.ts';
export {
  BRANCH,
  type ConcavePart,
  type DividedShells,
  divideShells,
  type Faces,
  findConcaveParts,
  findOpenShells,
  NO_FACE,
  type OpenShell,
  type Rim,
  type ShellBoundary,
  type ShellModel,
  type ShellOptions,
  type ShellPieces,
  type VertexCycles,
} from './openShells/index.ts';
export { orient2d, orient3d } from './orient.ts';
export { encloses, ON, type PointLocation, pointInSolid, rayCrossing } from './pointInSolid.ts';
export {
  type BoundedShape,
  boundingBoxInto,
  boundingRadius,
  compiledShape,
  type HullShape,
  hullShape,
  type Shape,
} from './primitives.ts';
export { bumpyBall, knot, torus } from './samples.ts';
export { closestPointInto, containsPoint, hasClosestPoint, POINT_SLACK } from './shapePoint.ts';
export {
  type Convex,
  convexCentreInto,
  convexRadius,
  coreSupportInto,
  roundness,
  supportInto,
  type TriangleShape,
} from './shapeSupport.ts';
export {
  assertShape,
  type Box,
  type Capsule,
  type Cone,
  type Cylinder,
  type Ellipsoid,
  type HalfSpace,
  type PlainShape,
  type PointHull,
  type Primitive,
  pointsRadius,
  primitiveRadius,
  type Sphere,
  shapeFault,
  type Triple,
  UNIT_ERROR,
} from './shapes.ts';
export { triangulate } from './shapeTriangulation.ts';
export type { Shell } from './shell.ts';
export { buildSupportTable, SHRINK, type SupportTable, supportOffset } from './supportTable.ts';
export { triangleDistanceBelowInto, triangleDistanceInto } from './triangleDistance.ts';
export { triangleDistanceLowerInto } from './triangleDistanceLower.ts';
export { trianglesIntersect, trianglesIntersectOrGapInto } from './triangleIntersect.ts';
export type { Triangles } from './triangles.ts';
