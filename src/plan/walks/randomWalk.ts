/**
 * Random walks [A V-E, B 4.3]: "changing a single DOF at each step", each step proven free before it is taken,
 * until something is reached. With many joints and nothing but thin things around, that is a way to get out of
 * almost anything, if only steps cost little. Of the step the papers say no more. Here it is
 * drawn evenly from all that change a joint by 0.3 rad or less.
 *
 * Steps do cost little: where one joint turns, only pairs that it moves against each other can meet, and only
 * these are looked at (movedPairs.ts). All others are as they were at the step's beginning, to the bit, which
 * was proven before: the start by the static checker, every other configuration as the end of a step.
 */
import type { Cell } from '../../cell/index.ts';
import { buildChain } from '../../kinematics/index.ts';
import type { Random } from '../../math/index.ts';
import type { PlanningSpace } from '../space.ts';
import { PlanWork } from '../work.ts';
import { MovedPairs, type WalkPairs } from './movedPairs.ts';

const TIME_MS = 60_000;
/** Default of the largest change of a joint in a step, weighted. */
const STEP = 0.3;
/** A joint without limits gets everywhere by so much, there or back. */
const HALF_TURN = Math.PI;
const TEMPERATURE = 0.1;
/** Steps drawn in a row that are not worth a test, after which one is tested anyway. */
const DRAWS = 1000;
/** By what a joint's steps get longer after one that is free; and shorter, at most to this part. */
const LONGER = 1.1;
const SHORTER = 1.07;
const SHORTEST = 1e-3;
export interface WalkRequest {
  readonly from: Float64Array;
  /** Whether the walk may end here. */
  readonly done: (q: Float64Array) => boolean;
  readonly random: Random;
  /** Largest change of a joint in a step, times its weight; Infinity for its whole range. Default 0.3. */
  readonly step?: number;
  /** Metres that a step may take any point: joints that carry much turn little. Default: no limit. */
  readonly travel?: number;
  /** Degrees of freedom of which the next step takes one, given where the walk is. Default: all. */
  readonly movable?: (q: Float64Array) => readonly number[];
  /**
   * Something that had better not grow: a step that raises it by x is tested with probability
   * exp(-x / temperature) only, and else another one is drawn. Default: none, which is the paper's walk.
   */
  readonly prefer?: (q: Float64Array) => number;
  /** Default 0.1. */
  readonly temperature?: number;
  /**
   * Whether a joint's steps get longer where they are free, up to `step`, and shorter where they are not.
   * Most of them are then shorter than they may be. Default false.
   */
  readonly adapt?: boolean;
  /** Pairs that are looked at. Default `moved`; with `all` the walk is the same, and costs more. */
  readonly pairs?: WalkPairs;
  /** Segments to test before giving up. Default: no limit. */
  readonly maxSegments?: number;
  /** Milliseconds after which to give up. Results then depend on the machine. Default 60,000. */
  readonly timeLimit_ms?: number;
  readonly signal?: { readonly aborted: boolean };
  /** Called now and then. */
  readonly onProgress?: (progress: WalkProgress) => void;
}

/** How far a random walk has come. */
export interface WalkProgress {
  /** Segments tested, and taken. */
  readonly tested: number;
  readonly taken: number;
}

export interface WalkResult extends WalkProgress {
  /** Whether the last waypoint is one that `done` accepts. */
  readonly reached: boolean;
  /** From the start to where the walk ended; all segments are proven free, reached or not. */
  readonly waypoints: readonly Float64Array[];
  /** Length in joint space, weighted. */
  readonly length: number;
  /** Questions about a pair of bodies at a configuration, in all checks. */
  readonly pairTests: number;
  /** All of it, and the part of the checks. */
  readonly milliseconds: number;
  readonly checkingMilliseconds: number;
}

/** Walks until `done`, or until a limit. Throws an InputError if the start is not free. */
export function randomWalk(space: PlanningSpace, request: WalkRequest): WalkResult {
  const begin = performance.now();
  const { from, done, random, movable, prefer, adapt = false, onProgress } = request;
  const { step = STEP, temperature = TEMPERATURE } = request;
  const { travel = Number.POSITIVE_INFINITY } = request;
  const { dofs } = space.cell.tree;
  const levers = leversOf(space.cell);
  const checker = new MovedPairs(space.cell, request.pairs);
  /** Per joint: the longest step. */
  const limits = dofs.map(({ continuous }, d) => {
    const range = continuous ? HALF_TURN : space.upper[d] - space.lower[d];
    return Math.min(step / space.weights[d], range);
  });
  const longest = limits.map((limit, d) =>
    levers[d] > 0 ? Math.min(limit, travel / levers[d]) : limit,
  );
  const waypoints = [from.slice()];
  const work: PlanWork = new PlanWork(
    space,
    {
      from,
      goals: [from],
      random,
      maxIterations: request.maxSegments ?? Number.POSITIVE_INFINITY,
      timeLimit_ms: request.timeLimit_ms ?? TIME_MS,
      ...(request.signal ? { signal: request.signal } : {}),
      onProgress: () => onProgress?.({ tested: work.stats.edges, taken: work.stats.freeEdges }),
    },
    { checker },
  );
  const all = dofs.map((_, d) => d);
  const q = from.slice();
  /** Another value for one joint of q; which one. */
  const draw = (list: readonly number[]) => {
    const d = list[random.below(list.length)];
    const most = adapt ? longest[d] * random.unit() : longest[d];
    let [low, high] = [q[d] - most, q[d] + most];
    if (!dofs[d].continuous) {
      low = Math.max(low, space.lower[d]);
      high = Math.min(high, space.upper[d]);
    }
    q[d] = Math.min(random.between(low, high), high);
    return d;
  };
  let at = waypoints[0];
  let length = 0;
  let height = prefer?.(q) ?? 0;
  let reached = done(q);
  let list = movable?.(q) ?? all;
  while (!reached && list.length > 0 && work.next()) {
    let d = draw(list);
    let next = prefer?.(q) ?? 0;
    for (let k = 0; prefer && k < DRAWS; k++) {
      if (next <= height || random.unit() < boltzmann((next - height) / temperature)) break;
      q[d] = at[d];
      d = draw(list);
      next = prefer(q);
    }
    const free = work.settle(work.edge(at, q));
    if (adapt) {
      longest[d] = free
        ? Math.min(limits[d], longest[d] * LONGER)
        : Math.max(SHORTEST * limits[d], longest[d] / SHORTER);
    }
    if (!free) {
      q[d] = at[d];
      continue;
    }
    length += Math.abs(q[d] - at[d]) * space.weights[d];
    height = next;
    at = q.slice();
    waypoints.push(at);
    reached = done(q);
    if (movable) list = movable(q);
  }
  const { edges: tested, freeEdges: taken, checkingMilliseconds } = work.stats;
  const milliseconds = performance.now() - begin;
  const pairTests = checker.tests;
  const times = { milliseconds, checkingMilliseconds };
  return { reached, waypoints, length, tested, taken, pairTests, ...times };
}

/** Metres from a joint to a point that it moves, at most; of the joint with the longest arm. */
export function longestLever(cell: Cell): number {
  return Math.max(0, ...leversOf(cell));
}

/** About exp(-x) for x > 0, the same on every machine. */
function boltzmann(x: number): number {
  let y = Math.max(0, 1 - x / 16);
  for (let k = 0; k < 4; k++) y *= y;
  return y;
}

/** Per degree of freedom: how far a point moves at most for each unit of it. */
function leversOf({ tree, bodies, box, crowd }: Cell): Float64Array {
  const levers = new Float64Array(tree.dofs.length);
  // Members of a crowd stand still.
  for (const body of bodies.slice(0, crowd?.first)) {
    const { dof, reach, factor } = buildChain(tree, body, 0, box);
    dof.forEach((d, k) => {
      const lever = reach[k] * Math.abs(factor[k]);
      if (Number.isFinite(lever)) levers[d] = Math.max(levers[d], lever);
    });
  }
  return levers;
}
