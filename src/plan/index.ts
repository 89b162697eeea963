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
export { RrtConnect, type RrtConnectSettings } from './rrtConnect.ts';
export { Sbl, type SblSettings } from './sbl.ts';
export { type SmoothOptions, type SmoothResult, type SmoothVariant, smoothPath } from './smooth.ts';
export { PlanningSpace, type SpaceOptions } from './space.ts';
export { type PlanEdge, PlanWork, type WorkOptions } from './work.ts';
