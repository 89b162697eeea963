/** Collision vectors at every step: how near the classes of a cell are to each other, a thousand times a second. */

export type { CollisionVector, MonitorAnswer, VectorStatus } from './answer.ts';
export type { Approach, Criterion, PrimitiveStrategy, Substitution } from './approach.ts';
export { CellWorld } from './cellWorld.ts';
export {
  type AttachOptions,
  type PreparedObstacle,
  prepareObstacle,
  type StandOptions,
  WorldChanges,
} from './changes.ts';
export {
  type ClassChoice,
  type ClassPair,
  type CollisionClass,
  chosenClasses,
  chosenPairs,
  defaultClasses,
  defaultPairs,
} from './classes.ts';
export {
  ClassHierarchy,
  type ClassPlan,
  type CountedStructure,
  type CutOff,
  criterionNumber,
  cutOff,
  type DescentOrder,
  depthOf,
  type HierarchyPlan,
  HierarchySearch,
  type HierarchySearchSettings,
  type HierarchySettings,
  type JointSamples,
  jointSamples,
  NearestNeighbours,
  nameOf,
  type Places,
  type PlanSettings,
  placesOf,
  planHierarchies,
  type SamplingSettings,
  Selection,
  type Structure,
  type StructureReport,
  sampleStructures,
} from './hierarchy/index.ts';
export { KeptSearch } from './kept.ts';
export { ExactDistance } from './memberDistance.ts';
export { createMonitor, Monitor, type MonitorSettings, OWN_APPROACH } from './monitor.ts';
export { PairSchedule } from './pairSchedule.ts';
export { PlainSearch } from './plain.ts';
export {
  fitPrimitives,
  type Measures,
  type MemberPoints,
  type MemberPrimitives,
  memberPoints,
  PlacedPrimitives,
  PRIMITIVE_KINDS,
  PrimitiveBounds,
  type PrimitiveKind,
  PrimitiveLadder,
  type PrimitiveWorld,
  primitivesOf,
} from './primitives/index.ts';
export { type MotionPromise, Promised, promisedRates } from './promise.ts';
export {
  beginNearest,
  type MemberDistance,
  type Nearest,
  newCounts,
  nothingNear,
  type SearchCounts,
  takeNearer,
  type VectorSearch,
} from './search.ts';
export { searchFor } from './searchFor.ts';
export { type TimedAnswer, TimedMonitor } from './timed.ts';
export { BALL_ROOM, BOX_ROOM, POSE_ROOM, type World } from './world.ts';
