/** Cells: robots and obstacles as files describe them and compiled, their pairs, checks of one configuration. */

export {
  type AttachedDescription,
  bodyNamesOf,
  type CellDescription,
  type ClearanceEntry,
  clearanceWith,
  isNever,
  isNothingTested,
  keptClearance,
  matches,
  matchesPair,
  memberCalled,
  memberName,
  memberPoseInto,
  memberShape,
  modelAssumptions,
  movedSet,
  type ObstacleDescription,
  type ObstacleSet,
  obstacleOfSets,
  ownersOf,
  type PairPattern,
  type RateLimits,
  type RobotInstance,
  requireTests,
  roundingOf,
  selfClearanceOf,
  setMember,
  setMembers,
  setSize,
  type UnknownSpace,
  visualOnlyLinks,
  withClearances,
  withClearancesAtLeast,
  withSelfKnown,
  withTracking,
  withTrackingAtLeast,
} from '../model/index.ts';
export type {
  ChangedValue,
  FollowedFacts,
  GeometryFacts,
  ModelChange,
  PairChange,
  PairFacts,
  Thing,
  ValueWord,
} from '../words/index.ts';
export { type Adjustments, adjustCell } from './adjust.ts';
export { assumptionsOf } from './assumptions.ts';
export {
  type Body,
  buildBody,
  type ConvexPiece,
  type MeshPiece,
  meshesOf,
  type Piece,
  surfaceOf,
} from './body.ts';
export { BodyDepth, isSolidBody } from './bodyDepth.ts';
export {
  buildCell,
  type Cell,
  coversConfiguration,
  hasStrays,
  mostClearance,
  mostKept,
  strayingCell,
  testedCount,
} from './cell.ts';
export type { CompiledStore } from './compiledMesh.ts';
export { CROWD_FROM, type Crowd, type MemberList } from './crowd.ts';
export { refuseIdle } from './declared.ts';
export { type DifferenceSettings, modelDifference } from './difference/difference.ts';
export { type PairDifference, pairDifference } from './difference/pairs.ts';
export { HeldCell } from './heldCell.ts';
export { type JointBound, jointBounds } from './jointBounds.ts';
export { jointMapOf, type PlacedMap } from './jointMap/jointMaps.ts';
export { MovableObstacles, type MovedBody } from './movable.ts';
export { Nearness } from './nearness.ts';
export { type PairFinding, PairProbe } from './pairProbe.ts';
export { PairQuery } from './pairQuery.ts';
export { buildPairs, type Pair, type PairReason } from './pairs.ts';
export {
  countPairs,
  declaredPairs,
  listedPairs,
  type PairTable,
  pairOf,
  sortsOfPairs,
} from './pairTable.ts';
export { dividesFirst, NO_PATCH, type Patch, Patches, patchesOf } from './patches.ts';
export {
  type AskedMotion,
  askAbout,
  type Question,
  type Ranged,
  requireCovered,
  requireCoveredAt,
} from './question.ts';
export {
  type LimitViolation,
  StaticChecker,
  type StaticResult,
} from './staticCheck.ts';
export {
  type AuditFinding,
  auditPairs,
  restOf,
  type SuggestedReason,
  type Suggestion,
  type SuggestOptions,
  sampleInto,
  suggestPairs,
  touchingAtRest,
  withSuggestedPairs,
} from './suggest.ts';
