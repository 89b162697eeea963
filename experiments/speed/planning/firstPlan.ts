/**
 * The first plan in a fresh process, as JSON; what comes before it is not counted. Started by the planning
 * suite:
 *
 *   node firstPlan.js ROBOT FAMILY PLANNER
 */
import { cpuMilliseconds } from '../../lab/clock.ts';
import { readRobot } from '../../lab/robots.ts';
import { planOurs, prepareOurs } from './ourPlanners.ts';
import { loadProblems } from './problems.ts';

/** Milliseconds. */
export interface FirstPlan {
  readonly cpu: number;
  readonly wall: number;
  readonly solved: boolean;
}

const [name, family, planner] = process.argv.slice(2);
const [{ cell, from, to }] = loadProblems(readRobot(name), family, 1);
const prepared = prepareOurs(cell, [planner]);
const wall = performance.now();
const cpu = cpuMilliseconds();
const { waypoints } = planOurs(prepared, planner, { from, to, seed: 1, timeLimit_ms: 10_000 });
const report: FirstPlan = {
  cpu: cpuMilliseconds() - cpu,
  wall: performance.now() - wall,
  solved: waypoints !== null,
};
console.log(JSON.stringify(report));
