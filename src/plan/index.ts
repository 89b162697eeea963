export { BelowHeight } from './belowHeight.ts';
export { Bls, type BlsSettings } from './bls.ts';
export {
  createPlanner,
  DEFAULT_PLANNER,
  PLANNER_NAMES,
  type PlannerName,
  type PlannerSettings,
} from './createPlanner.ts';
export { lookAtEnds, lookAtPath, type NearEnd, nearNotes } from './ends.ts';
export {
  type PoseFailure,
  type PoseRequest,
  type PoseResult,
  poseFailureText,
  solvePose,
} from './inverse.ts';
export {
  type JointLimits,
  jointLimits,
  type LimitOptions,
  usedShare,
  usualLimits,
} from './jointLimits.ts';
export { Nearest } from './nearest.ts';
export { type GrowOptions, type GrowResult, Prm, type PrmSettings } from './prm.ts';
export {
  randomWalk,
  type WalkProgress,
  type WalkRequest,
  type WalkResult,
} from './randomWalk.ts';
export {
  emptyPlanStats,
  type Planner,
  type PlanningRequest,
  type PlanProgress,
  type PlanResult,
  type PlanStats,
  type PlanVerdict,
} from './request.ts';
export { type RetractRequest, type RetractResult, retract } from './retract.ts';
export { type EdgeState, Roadmap } from './roadmap.ts';
export {
  type ReadRoadmapOptions,
  ROADMAP_VERSION,
  readRoadmap,
  writeRoadmap,
} from './roadmapFile.ts';
export { RrtConnect, type RrtConnectSettings, type RrtMode } from './rrtConnect.ts';
export { Sbl, type SblSettings } from './sbl.ts';
export { type SmoothOptions, type SmoothResult, type SmoothVariant, smoothPath } from './smooth.ts';
export { type Solution, type SolveRequest, solve } from './solve.ts';
export { PlanningSpace, type SpaceOptions } from './space.ts';
export {
  type TimedMotion,
  type TimingMode,
  type TimingOptions,
  type TimingResult,
  timePath,
  timeWaypoints,
} from './timing.ts';
export { type PlanEdge, PlanWork, type WorkOptions } from './work.ts';
