/**
 * The names that people start with: read a cell and a path, build them, check, plan, smooth, time, certify, verify; and
 * distances between meshes.
 */

// Distances between meshes.
export { buildTree, type Tree } from './bvh/index.ts';

// A cell, and one configuration of it.
export {
  askAbout,
  buildCell,
  type Cell,
  type CellDescription,
  StaticChecker,
  type StaticResult,
} from './cell/index.ts';
// Evidence for others.
export {
  type Certificate,
  makeCertificate,
  parseCertificate,
  type Verification,
  verify,
  writeCertificate,
} from './certificate/index.ts';

// What is asked about them.
export {
  type Checker,
  certifiedClearance,
  checkDelays,
  checkEdges,
  checkPath,
  checkPenetration,
  clearanceProfile,
  createChecker,
  firstContact,
  type PathRequest,
  type PathResult,
  type PathWitness,
  type Verdict,
} from './check/index.ts';
// Files.
export {
  cellFromScene,
  cellFromUrdf,
  type Resolver,
  readCell,
  readMesh,
  readPath,
  readScene,
  writePathJson,
  writeTrajectoryYaml,
} from './formats/index.ts';
export { buildMesh, type Mesh } from './geometry/index.ts';
// What they all use.
export { type Fault, InputError, identityPose, Random } from './math/index.ts';
// Motions.
export {
  blendedPath,
  buildPath,
  limitsLeft,
  type Path,
  type Segment,
  timedPath,
} from './motion/index.ts';
// Finding motions.
export {
  createPlanner,
  PlanningSpace,
  type Solution,
  smoothPath,
  solve,
  timePath,
} from './plan/index.ts';
export { collide, distance, ProximityWorkspace, tolerance } from './proximity/index.ts';
