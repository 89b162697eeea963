export {
  createPlanner,
  DEFAULT_PLANNER,
  PLANNER_NAMES,
  type PlannerName,
  type PlannerSettings,
} from './createPlanner.ts';
export { Nearest } from './nearest.ts';
export {
  emptyPlanStats,
  type Planner,
  type PlanningRequest,
  type PlanProgress,
  type PlanResult,
  type PlanStats,
  type PlanVerdict,
} from './request.ts';
export { RrtConnect, type RrtConnectSettings, type RrtMode } from './rrtConnect.ts';
export { Sbl, type SblSettings } from './sbl.ts';
export { type SmoothOptions, type SmoothResult, type SmoothVariant, smoothPath } from './smooth.ts';
export { type Solution, type SolveRequest, solve } from './solve.ts';
export { PlanningSpace, type SpaceOptions } from './space.ts';
export { type PlanEdge, PlanWork, type WorkOptions } from './work.ts';
