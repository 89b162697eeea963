/** Planners, roadmaps, inverse kinematics, smoothing, and times within limits. */

export {
  type AttemptOptions,
  bestAttempt,
  type SmoothAttempt,
  smoothAttempt,
} from './attempts.ts';
export {
  createPlanner,
  DEFAULT_PLANNER,
  PLANNER_NAMES,
  type PlannerName,
  type PlannerSettings,
} from './createPlanner.ts';
export { type CheckerChoice, EdgeChecker } from './edgeChecker.ts';
export { lookAtEnds, lookAtPath, type NearEnd, nearNotes, requireStanding } from './ends.ts';
export { Nearest } from './nearest.ts';
export {
  type OptionRule,
  PLANNER_OPTION_NAMES,
  PLANNER_OPTIONS,
  type PlannerOptions,
  type ProvingMethod,
  plannerWith,
  provesPaths,
  requireOptions,
  settingsWith,
} from './plannerOptions.ts';
export {
  HEAD_START,
  type Member,
  membersOf,
  type Portfolio,
  type PortfolioEntry,
  portfolioProves,
  USUAL_PORTFOLIO,
} from './portfolio/portfolio.ts';
export {
  type FinishLine,
  finishOf,
  isDecided,
  type LaneResult,
  type RaceRequest,
  type RaceResult,
  race,
  winnerOf,
  workOf,
} from './portfolio/race.ts';
export {
  type PoseFailure,
  type PoseRequest,
  type PoseResult,
  poseFailureText,
  solvePose,
} from './poses/inverse.ts';
export {
  emptyPlanStats,
  type PausingPlanner,
  type Planner,
  type PlanningRequest,
  type PlanProgress,
  type PlanResult,
  type PlanSearch,
  type PlanStats,
  type PlanVerdict,
  runSearch,
} from './request.ts';
export {
  type EdgeBatch,
  type EdgeVerdicts,
  type Growing,
  type GrowOptions,
  type GrowResult,
  joinVerdicts,
  partsOf,
  proveEdges,
  roadmapChecker,
} from './roadmap/growing.ts';
export { Prm, type PrmSettings } from './roadmap/prm.ts';
export { type EdgeState, Roadmap } from './roadmap/roadmap.ts';
export {
  type ReadRoadmapOptions,
  ROADMAP_VERSION,
  readRoadmap,
  writeRoadmap,
} from './roadmap/roadmapFile.ts';
export {
  SMOOTH_VARIANTS,
  type SmoothOptions,
  type SmoothResult,
  type SmoothVariant,
  smoothPath,
} from './smoothing/smooth.ts';
export { type Solution, type SolveRequest, solve, solveFrom } from './solve.ts';
export { PlanningSpace, type SpaceOptions } from './space.ts';
export {
  type JointLimits,
  jointLimits,
  type LimitOptions,
  usedShare,
  usualLimits,
} from './times/jointLimits.ts';
export {
  type TimedMotion,
  type TimingMode,
  type TimingOptions,
  type TimingResult,
  timePath,
  timeWaypoints,
} from './times/timing.ts';
export { Bls, type BlsSettings } from './trees/bls.ts';
export { RrtConnect, type RrtConnectSettings, type RrtMode } from './trees/rrtConnect.ts';
export { Sbl, type SblSettings } from './trees/sbl.ts';
export type { SegmentOrder } from './trees/sblSegments.ts';
export { BelowHeight } from './walks/belowHeight.ts';
export type { WalkPairs } from './walks/movedPairs.ts';
export {
  randomWalk,
  type WalkProgress,
  type WalkRequest,
  type WalkResult,
} from './walks/randomWalk.ts';
export {
  RETRACT_ORDERS,
  RETRACT_STEPS,
  type RetractOrder,
  type RetractRequest,
  type RetractResult,
  type RetractSteps,
  retract,
} from './walks/retract.ts';
export { usualHeight } from './walks/usualHeight.ts';
export { type PlanEdge, PlanWork, type WorkOptions } from './work.ts';
