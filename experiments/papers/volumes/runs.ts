/** Runs of a planner from the state `start` to the state `goal` of a cell, with one seed after the other. */
import type { Cell } from 'surepath/cell';
import { type Checker, checkPath } from 'surepath/check';
import { Random } from 'surepath/math';
import { buildPath } from 'surepath/motion';
import type { Planner } from 'surepath/plan';
import { cpuMilliseconds } from '../../lab/clock.ts';

/** A run ends at the latest after this; in milliseconds. */
const PATIENCE_MS = 120_000;
/** Iterations before those that are measured, so that the engine compiles. */
const WARM_UP = 30;
const SEED = 20080623;

/** Means over the runs of one planner. */
export interface Outcome {
  readonly seconds: number;
  readonly checks: number;
  readonly nodes: number;
  readonly path: number | null;
  /** Parts of all runs. */
  readonly found: number;
  readonly colliding: number | null;
}

/** So many runs; of paths that were only sampled `judge` tells which collide. */
export function planOften(cell: Cell, planner: Planner, runs: number, judge: Checker): Outcome {
  warmUp(cell, planner);
  const sums = { ms: 0, checks: 0, nodes: 0, path: 0, found: 0, sampled: 0, colliding: 0 };
  for (let run = 0; run < runs; run++) {
    const { ms, result } = planOnce(cell, planner, run);
    sums.ms += ms;
    sums.checks += result.stats.configurations;
    sums.nodes += result.stats.milestones;
    if (!result.waypoints) continue;
    sums.found++;
    sums.path += result.waypoints.length;
    if (result.verdict !== 'no collision found') continue;
    sums.sampled++;
    const { verdict } = checkPath(judge, buildPath(cell.tree, result.waypoints));
    if (verdict === 'colliding') sums.colliding++;
  }
  return {
    seconds: sums.ms / 1000 / runs,
    checks: sums.checks / runs,
    nodes: sums.nodes / runs,
    path: sums.found > 0 ? sums.path / sums.found : null,
    found: sums.found / runs,
    colliding: sums.sampled > 0 ? sums.colliding / sums.sampled : null,
  };
}

/** Some iterations that nobody counts. */
export function warmUp(cell: Cell, planner: Planner): void {
  const random = new Random(SEED - 1);
  planner.plan({ ...queryOf(cell), timeLimit_ms: PATIENCE_MS, random, maxIterations: WARM_UP });
}

/** The run of that number, and its CPU time. */
export function planOnce(cell: Cell, planner: Planner, run: number) {
  const query = { ...queryOf(cell), timeLimit_ms: PATIENCE_MS, random: new Random(SEED + run) };
  const begin = cpuMilliseconds();
  const result = planner.plan(query);
  return { ms: cpuMilliseconds() - begin, result };
}

function queryOf(cell: Cell) {
  return { from: stateOf(cell, 'start'), goals: [stateOf(cell, 'goal')] };
}

/** A named state of all robots, in the order of the degrees of freedom. */
export function stateOf({ description, tree }: Cell, name: string): Float64Array {
  const values = description.robots.flatMap(({ semantics }) => {
    const state = semantics?.states.find((candidate) => candidate.name === name);
    return [...(state?.values.values() ?? [])].flat();
  });
  if (values.length !== tree.dofs.length) throw new Error(`the cell has no state "${name}"`);
  return Float64Array.from(values);
}
