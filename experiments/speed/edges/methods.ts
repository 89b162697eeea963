/** The methods that the benchmarks of motions compare, and what they say about edges. */
import { StaticChecker } from 'surepath/cell';
import {
  addStats,
  type CheckerOptions,
  type CheckRequest,
  type CheckResult,
  type CheckStats,
  createChecker,
  emptyStats,
} from 'surepath/check';
import { StraightSegment } from 'surepath/motion';
import { between } from '../../lab/configurations.ts';
import type { EdgeData } from './data.ts';

export const CLASSES = ['free', 'colliding'] as const;
export type EdgeClass = (typeof CLASSES)[number];

/** By name. The first that is there sorts edges into classes. */
export const METHODS: Readonly<Record<string, CheckerOptions>> = {
  ladder: { method: 'ladder' },
  'adaptive threshold': { method: 'adaptive', distance: 'threshold' },
  'adaptive greedy': { method: 'adaptive', distance: 'greedy' },
  'adaptive relative': { method: 'adaptive', distance: 'relative' },
  'adaptive exact': { method: 'adaptive', distance: 'exact' },
  // Paper A as it is written: GREEDY-DIST, and reach over all joint values.
  'adaptive, paper A': { method: 'adaptive', distance: 'greedy', bounds: 1 },
  'fixed 0.05': { method: 'fixed', resolution: 0.05 },
};

/** A method, prepared for all cells of some edges: checks the edge of this number. */
export type Check = (edge: number) => CheckResult;

/** Undefined, with a line on the console, where the method cannot be had. */
export function prepare(
  { name, cells, edges }: EdgeData,
  options: CheckerOptions,
  request: Omit<CheckRequest, 'segment'> = {},
): Check | undefined {
  try {
    const checkers = cells.map((cell) => createChecker(cell, options));
    const segmentOf = (edge: number) => {
      const { scene, from, to } = edges[edge];
      return new StraightSegment(cells[scene].tree, from, to);
    };
    // A method that is not there says so now.
    if (edges.length > 0) checkers[edges[0].scene].check({ segment: segmentOf(0), budget: 1 });
    return (edge) => checkers[edges[edge].scene].check({ segment: segmentOf(edge), ...request });
  } catch (error) {
    const why = error instanceof Error ? error.message : error;
    console.log(`${name}: left out: ${JSON.stringify(options)}: ${why}`);
    return undefined;
  }
}

/** How many edges are in no class, and why. */
export interface LeftOut {
  tooClose: number;
  disputed: number;
  missedByDense: number;
  wrong: number;
}

/**
 * Sorts edges. An edge is free if the checker proves it, or, without a checker, if dense sampling finds
 * nothing; colliding if a configuration in which it collides is known. Others are left out. `truth` has t of
 * a collision found by dense sampling, or -1.
 */
export function sortEdges(
  { cells, edges }: EdgeData,
  check: Check | undefined,
  truth: readonly number[] | undefined,
): { sorted: (EdgeClass | undefined)[]; counts: LeftOut } {
  const checkers = cells.map((cell) => new StaticChecker(cell));
  const counts = { tooClose: 0, disputed: 0, missedByDense: 0, wrong: 0 };
  const sorted = edges.map(({ scene, from, to, suspected }, i): EdgeClass | undefined => {
    const t = truth?.[i];
    const hit = t !== undefined && t >= 0;
    const confirmed = hit && checkers[scene].check(between(from, to, t)).colliding;
    const verdict =
      check?.(i).verdict ?? (confirmed || (!truth && suspected) ? 'colliding' : 'free');
    if (truth && !hit && verdict === 'colliding') counts.missedByDense++;
    if (confirmed && verdict === 'free') counts.wrong++;
    else if (hit && !confirmed) counts.disputed++;
    else if (verdict === 'free' || verdict === 'colliding') return verdict;
    else counts.tooClose++;
    return undefined;
  });
  return { sorted, counts };
}

/** What a method says about edges of one class, and what that takes on average. */
export interface Study {
  readonly stats: Readonly<Partial<CheckStats>>;
  /** Verdicts that do not fit, and how many. */
  readonly odd: Readonly<Record<string, number>>;
}

export function study(check: Check, chosen: readonly number[], sort: EdgeClass): Study {
  const sum = emptyStats();
  const odd: Record<string, number> = {};
  for (const edge of chosen) {
    const { verdict, stats } = check(edge);
    addStats(sum, stats);
    const fits = verdict === sort || (sort === 'free' && verdict === 'no collision found');
    if (!fits) odd[verdict] = (odd[verdict] ?? 0) + 1;
  }
  const means = Object.entries(sum).map(([key, value]) => [key, value / chosen.length]);
  return { stats: Object.fromEntries(means), odd };
}
