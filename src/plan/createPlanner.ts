/** Planners by name: one place that knows all of them. */

import type { PausingPlanner } from './request.ts';
import { Prm, type PrmSettings } from './roadmap/prm.ts';
import type { PlanningSpace } from './space.ts';
import { Bls, type BlsSettings } from './trees/bls.ts';
import { RrtConnect, type RrtConnectSettings } from './trees/rrtConnect.ts';
import { Sbl, type SblSettings } from './trees/sbl.ts';

/** Settings of all planners, by name. */
export interface PlannerSettings {
  'rrt-connect': RrtConnectSettings;
  'a-sbl': SblSettings;
  'ladder-sbl': SblSettings;
  sbl: SblSettings;
  bls: BlsSettings;
  prm: PrmSettings;
  'lazy-prm': PrmSettings;
}

/** The name of a planner. */
export type PlannerName = keyof PlannerSettings;

/** Measured to be the fastest over the benchmark problems: docs/performance.md. */
export const DEFAULT_PLANNER: PlannerName = 'rrt-connect';

/** Largest step between samples of `sbl`, as planners of this kind commonly take it. */
const SBL_RESOLUTION = 0.05;

const MAKERS: {
  readonly [Name in PlannerName]: (
    space: PlanningSpace,
    settings: PlannerSettings[Name],
  ) => PausingPlanner;
} = {
  'rrt-connect': (space, settings) => new RrtConnect(space, settings),
  'a-sbl': (space, settings) => new Sbl(space, settings),
  'ladder-sbl': (space, settings) => new Sbl(space, { checker: space.prover, ...settings }),
  sbl: (space, settings) => new Sbl(space, { resolution: SBL_RESOLUTION, ...settings }),
  bls: (space, settings) => new Bls(space, settings),
  prm: (space, settings) => new Prm(space, settings),
  'lazy-prm': (space, settings) => new Prm(space, { ...settings, lazy: true }),
};

/** The names of all planners. */
export const PLANNER_NAMES = Object.keys(MAKERS) as readonly PlannerName[];

/** Prepares a planner for a space. */
export function createPlanner<Name extends PlannerName>(
  space: PlanningSpace,
  name: Name,
  settings: PlannerSettings[Name] = {},
): PausingPlanner {
  return MAKERS[name](space, settings);
}
