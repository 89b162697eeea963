export { adjacency, adjacentPairs } from './adjacency.ts';
export { modelAssumptions } from './assumptions.ts';
export {
  type BodyModel,
  type BodyOptions,
  isModelled,
  type MeshModel,
  modelBody,
  type PieceModel,
  type PieceVisitor,
  placedPoints,
  type ShapeModel,
  visitPieces,
} from './bodies.ts';
export { bodyBoxInto } from './boxes.ts';
export {
  type Clearances,
  clearanceWith,
  withClearances,
  withClearancesAtLeast,
  withSelfKnown,
} from './clearances.ts';
export type {
  AllowedPair,
  AttachedDescription,
  CellDescription,
  ClearanceEntry,
  ObstacleDescription,
  ObstacleSet,
  PairPattern,
  RateLimits,
  RobotInstance,
  UnknownSpace,
} from './description.ts';
export { aboutBody, buildModel, type CellModel, type Pause } from './model.ts';
export { isNever, withoutNever } from './never.ts';
export { isNothingTested, requireTests } from './nothing.ts';
export { bodyNamesOf, ownersOf } from './owners.ts';
export {
  keptClearance,
  type ModelReason,
  modelPairs,
  type PairCounts,
  type PairModel,
  PairRules,
  selfClearanceOf,
} from './pairs.ts';
export { matches, matchesPair } from './patterns.ts';
export {
  memberCalled,
  memberName,
  memberPoseInto,
  memberShape,
  movedSet,
  obstacleOfSets,
  roundingOf,
  setMember,
  setMembers,
  setSize,
} from './sets.ts';
export { toleranceOf, withTracking, withTrackingAtLeast } from './tracking.ts';
export { visualAssumptions, visualOnlyLinks } from './visualOnly.ts';
