// @ts-check
// Our planners as the benchmark uses them: a plan, smoothed, every segment of it proven free.

import { Random } from '../dist/math/index.js';
import {
  createPlanner,
  PLANNER_NAMES,
  PlanningSpace,
  RrtConnect,
  solve,
} from '../dist/plan/index.js';
import { cpuMicroseconds } from './harness.mjs';

/** @typedef {import('../dist/cell/index.js').Cell} Cell */
/** @typedef {import('../dist/plan/index.js').Planner} Planner */
/**
 * @typedef {object} Request
 * @property {Float64Array} from
 * @property {Float64Array} to
 * @property {number} seed
 * @property {number} timeLimit_ms
 */

/** Those that are measured unless others are asked for. */
const usual = ['rrt-connect', 'a-sbl'];

/** Settings to compare with, by the name they go by here. @type {Record<string, (space: PlanningSpace) => Planner>} */
const variants = {
  'rrt-clearance': (space) => new RrtConnect(space, { mode: 'clearance' }),
  'rrt-fixed': (space) => new RrtConnect(space, { mode: 'fixed' }),
  'rrt-uniform': (space) => new RrtConnect(space, { dynamicDomain: false }),
};

/** Any by its name, the usual ones also by a part of it. */
export function ownPlanners(/** @type {string[]} */ only) {
  if (only.length === 0) return usual;
  const all = [...PLANNER_NAMES, ...Object.keys(variants)];
  const chosen = new Set(
    only.flatMap((part) =>
      all.some((name) => name === part) ? part : usual.filter((name) => name.includes(part)),
    ),
  );
  return all.filter((name) => chosen.has(name));
}

/**
 * What is made once per cell, before there is a request.
 * @type {WeakMap<PlanningSpace, Map<string, Planner>>}
 */
const made = new WeakMap();

/** A cell for planners; prepares these. */
export function prepareOurs(/** @type {Cell} */ cell, /** @type {string[]} */ names) {
  const space = new PlanningSpace(cell);
  const planners = new Map(names.map((name) => [name, makePlanner(space, name)]));
  made.set(space, planners);
  return space;
}

function makePlanner(/** @type {PlanningSpace} */ space, /** @type {string} */ name) {
  const known = PLANNER_NAMES.find((other) => other === name);
  return known ? createPlanner(space, known) : variants[name](space);
}

/**
 * The whole job: a path that is proven free, or null; of its CPU milliseconds those of the planner.
 * @param {PlanningSpace} space of prepareOurs
 * @param {string} name of a planner that was prepared
 * @param {Request} request
 */
export function planOurs(space, name, { from, to, seed, timeLimit_ms }) {
  const inner = made.get(space)?.get(name);
  if (!inner) throw new Error(`${name} was not prepared`);
  let planning = 0;
  /** @type {Planner} */
  const planner = {
    name,
    plan: (request) => {
      const begin = cpuMicroseconds();
      const result = inner.plan(request);
      planning = (cpuMicroseconds() - begin) / 1000;
      return result;
    },
  };
  const smooth = { timeLimit_ms };
  const random = new Random(seed);
  const solution = solve(space, { planner, from, goals: [to], random, timeLimit_ms, smooth });
  const { verdict, path, waypoints, planned } = solution;
  return { verdict, path, waypoints, planning, before: planned.length, stats: planned.stats };
}
