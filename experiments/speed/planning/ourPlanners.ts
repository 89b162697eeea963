/** Our planners as the benchmark uses them: a plan, smoothed, every segment of it proven free. */
import type { Cell } from 'surepath/cell';
import { Random } from 'surepath/math';
import {
  createPlanner,
  PLANNER_NAMES,
  type Planner,
  PlanningSpace,
  RrtConnect,
  solve,
} from 'surepath/plan';
import type { Ends } from '../../lab/ends.ts';

export interface PlanQuery extends Ends {
  readonly seed: number;
  readonly timeLimit_ms: number;
}

/** Those that are measured unless others are asked for. */
const USUAL = ['rrt-connect', 'a-sbl'];

/** Settings to compare with, by the name they go by here. */
const VARIANTS: Readonly<Record<string, (space: PlanningSpace) => Planner>> = {
  'rrt-clearance': (space) => new RrtConnect(space, { mode: 'clearance' }),
  'rrt-fixed': (space) => new RrtConnect(space, { mode: 'fixed' }),
  'rrt-uniform': (space) => new RrtConnect(space, { dynamicDomain: false }),
};

/** Any by its name, the usual ones also by a part of it. */
export function ownPlanners(only: readonly string[]): readonly string[] {
  if (only.length === 0) return USUAL;
  const all = [...PLANNER_NAMES, ...Object.keys(VARIANTS)];
  const chosen = new Set(
    only.flatMap((part) =>
      all.some((name) => name === part) ? part : USUAL.filter((name) => name.includes(part)),
    ),
  );
  return all.filter((name) => chosen.has(name));
}

/** A cell for planners, with those that are prepared for it before there is a request. */
export interface PreparedSpace {
  readonly space: PlanningSpace;
  readonly planners: ReadonlyMap<string, Planner>;
}

export function prepareOurs(cell: Cell, names: readonly string[]): PreparedSpace {
  const space = new PlanningSpace(cell);
  return { space, planners: new Map(names.map((name) => [name, makePlanner(space, name)])) };
}

function makePlanner(space: PlanningSpace, name: string): Planner {
  const known = PLANNER_NAMES.find((other) => other === name);
  return known ? createPlanner(space, known) : VARIANTS[name](space);
}

/** The whole job: a path that is proven free, or null; of its time the part that the planner took. */
export function planOurs(
  { space, planners }: PreparedSpace,
  name: string,
  { from, to, seed, timeLimit_ms }: PlanQuery,
) {
  const planner = planners.get(name);
  if (!planner) throw new Error(`${name} was not prepared`);
  const smooth = { timeLimit_ms };
  const random = new Random(seed);
  const solution = solve(space, { planner, from, goals: [to], random, timeLimit_ms, smooth });
  const { verdict, path, waypoints, planned, phases } = solution;
  // By the wall clock: asking for CPU time takes several microseconds each time.
  const share = phases.planning / Math.max(phases.planning + phases.smoothing, 1e-9);
  return { verdict, path, waypoints, share, stats: planned.stats };
}
