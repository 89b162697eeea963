// @ts-check
// The methods that the benchmarks of motions compare, and what they say about edges.

import { between } from './edgeData.mjs';

/** @typedef {import('./edgeData.mjs').EdgeData} EdgeData */
/** @typedef {import('../dist/check/index.js').CheckerOptions} CheckerOptions */
/** @typedef {import('../dist/check/index.js').CheckStats} CheckStats */
/** @typedef {'free' | 'colliding'} Class */
/** @type {Class[]} */
export const classes = ['free', 'colliding'];

/** By name. The first that is there sorts edges into classes. @type {Record<string, CheckerOptions>} */
export const methods = {
  ladder: { method: 'ladder' },
  'adaptive threshold': { method: 'adaptive', distance: 'threshold' },
  'adaptive greedy': { method: 'adaptive', distance: 'greedy' },
  'adaptive relative': { method: 'adaptive', distance: 'relative' },
  'adaptive exact': { method: 'adaptive', distance: 'exact' },
  // Paper A as it is written: GREEDY-DIST, and reach over all joint values.
  'adaptive, paper A': { method: 'adaptive', distance: 'greedy', bounds: 1 },
  'fixed 0.05': { method: 'fixed', resolution: 0.05 },
};

/**
 * A method, prepared for all cells of some edges: checks the edge of this number.
 * @typedef {(edge: number) => import('../dist/check/index.js').CheckResult} Check
 */

/**
 * Undefined, with a line on the console, where the method cannot be had.
 * @param {import('./robotData.mjs').Kernel} kernel
 * @param {EdgeData} data
 * @param {CheckerOptions} options
 * @param {{ delta?: number, budget?: number, timeLimit_ms?: number }} [request]
 * @returns {Check | undefined}
 */
export function prepare(kernel, { name, cells, edges }, options, request = {}) {
  try {
    const checkers = cells.map((cell) => kernel.createChecker(cell, options));
    /** @type {Check} */
    const check = (edge) => {
      const { scene, from, to } = edges[edge];
      const segment = new kernel.StraightSegment(cells[scene].tree, from, to);
      return checkers[scene].check({ segment, ...request });
    };
    // A method that is not there says so now.
    for (const { scene, from, to } of edges.slice(0, 1)) {
      const segment = new kernel.StraightSegment(cells[scene].tree, from, to);
      checkers[scene].check({ segment, budget: 1 });
    }
    return check;
  } catch (error) {
    const why = error instanceof Error ? error.message : error;
    console.log(`${name}: left out: ${JSON.stringify(options)}: ${why}`);
    return undefined;
  }
}

/**
 * Sorts edges. An edge is free if the checker proves it, or, without a checker, if dense sampling finds
 * nothing; colliding if a configuration in which it collides is known. Others are left out.
 * @param {import('./robotData.mjs').Kernel} kernel
 * @param {EdgeData} data
 * @param {Check | undefined} check
 * @param {number[] | undefined} truth t of a collision found by dense sampling, or -1
 */
export function sortEdges(kernel, { cells, edges }, check, truth) {
  const checkers = cells.map((cell) => new kernel.StaticChecker(cell));
  /** @type {(Class | undefined)[]} */
  const sorted = [];
  const counts = { tooClose: 0, disputed: 0, missedByDense: 0, wrong: 0 };
  edges.forEach(({ scene, from, to, suspected }, i) => {
    const t = truth?.[i];
    const hit = t !== undefined && t >= 0;
    const confirmed = hit && checkers[scene].check(between(from, to, t)).colliding;
    const verdict =
      check?.(i).verdict ?? (confirmed || (!truth && suspected) ? 'colliding' : 'free');
    sorted[i] = undefined;
    if (confirmed && verdict === 'free') counts.wrong++;
    else if (hit && !confirmed) counts.disputed++;
    else if (verdict === 'free' || verdict === 'colliding') sorted[i] = verdict;
    else counts.tooClose++;
    if (truth && !hit && verdict === 'colliding') counts.missedByDense++;
  });
  return { sorted, counts };
}

/**
 * What a method says about edges of one class, and what that takes on average.
 * @param {import('./robotData.mjs').Kernel} kernel
 * @param {Check} check
 * @param {number[]} chosen
 * @param {Class} sort
 */
export function study(kernel, check, chosen, sort) {
  const sum = kernel.emptyStats();
  const odd = new Map();
  for (const edge of chosen) {
    const { verdict, stats } = check(edge);
    kernel.addStats(sum, stats);
    const fits = verdict === sort || (sort === 'free' && verdict === 'no collision found');
    if (!fits) odd.set(verdict, (odd.get(verdict) ?? 0) + 1);
  }
  const keys = /** @type {(keyof CheckStats)[]} */ (Object.keys(sum));
  const stats = Object.fromEntries(keys.map((key) => [key, sum[key] / chosen.length]));
  return { stats, odd: Object.fromEntries(odd) };
}
