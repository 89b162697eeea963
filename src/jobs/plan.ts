/** A path from a start to a goal, proven free, and smoothed if that is asked for. */
import type { HeldCell } from '../cell/index.ts';
import { type Fault, InputError, Random } from '../math/index.ts';
import {
  DEFAULT_PLANNER,
  lookAtEnds,
  type NearEnd,
  nearNotes,
  type Planner,
  type PlannerName,
  type PlannerOptions,
  type PlanningSpace,
  type PlanStats,
  type PlanVerdict,
  Prm,
  plannerWith,
  provesPaths,
  Roadmap,
  readRoadmap,
  type SmoothVariant,
  type SolveRequest,
  settingsWith,
  solve,
  writeRoadmap,
} from '../plan/index.ts';
import { type JobContext, signalWith, tellNotes } from './context.ts';
import { Growth } from './growth.ts';
import { configurationOf, type Moving, movingDofs, spaceFor, withoutRepeats } from './held.ts';
import type { Motion } from './motion.ts';
import type { CellAdjustments, OpenCell } from './openCell.ts';

/** Milliseconds of a search, if nothing else limits it. */
export const DEFAULT_PLAN_MS = 10_000;
/** Of the random numbers, where nobody names one. */
export const DEFAULT_SEED = 1;

/** Patience in smoothing for who has a few milliseconds, and wants little left to be had. */
export const THOROUGH = 50;

/** How a path is made shorter. */
export interface ShortcutSettings {
  /** Default window. */
  readonly variant?: SmoothVariant | undefined;
  /** Shortcuts to try at most. Default 200. */
  readonly iterations?: number | undefined;
  /** Attempts in a row that gain little, after which to stop. Default 10; THOROUGH is more. */
  readonly patience?: number | undefined;
  /** Milliseconds. Default: no limit. */
  readonly timeLimit_ms?: number | undefined;
}

export interface PlanRequest extends CellAdjustments {
  readonly from: ArrayLike<number>;
  /** Any of these will do. */
  readonly goals: readonly ArrayLike<number>[];
  /** Default `robots`. */
  readonly moving?: Moving | undefined;
  readonly planner?: PlannerName | undefined;
  /** Same seed, same path. Default 1. */
  readonly seed?: number | undefined;
  readonly iterations?: number | undefined;
  /** Milliseconds for planning. Default ten seconds, or no limit if there are iterations. */
  readonly timeLimit_ms?: number | undefined;
  /** Shortcuts, each proven; their time may be as long again as that of the search. Default: none. */
  readonly smooth?: (ShortcutSettings & { readonly timeAgain?: boolean | undefined }) | undefined;
  /** How much a joint's way counts, by name. Default 1 for a radian, 2 for a metre. */
  readonly weights?: Readonly<Record<string, number>> | undefined;
  /** Settings of the planner. One that belongs to another planner is refused. */
  readonly settings?: PlannerOptions | undefined;
  /** For `sbl`, the same as in `settings`: the largest step between samples, in radians. Others do not look at it. */
  readonly resolution?: number | undefined;
  /** For `prm` and `lazy-prm`: a roadmap to go on with; no bytes for a new one. */
  readonly roadmap?: { readonly file: string; readonly bytes: Uint8Array | null } | undefined;
  /** Tell what trees grow, as ways of a link. Default link: one that moves, farthest out. */
  readonly trees?: { readonly link?: string | undefined } | undefined;
}

export interface PlanAnswer {
  readonly verdict: PlanVerdict;
  /** Full configurations with straight ways between them, no two in a row the same. Null if none was found. */
  readonly motion: Motion | null;
  /** Which goal was reached; -1 if none. */
  readonly goal: number;
  /** Weighted length in joint space: as planned, and in the end. */
  readonly planned: number;
  readonly length: number;
  readonly smoothed: {
    readonly before: number;
    readonly tried: number;
    readonly taken: number;
  } | null;
  readonly planner: PlannerName;
  readonly seed: number;
  /** Degrees of freedom that could move, and those that stood still. */
  readonly moving: readonly number[];
  readonly still: readonly number[];
  /** Ends at which pairs are free and yet nearly in contact; and that in words. */
  readonly near: readonly NearEnd[];
  readonly notes: readonly Fault[];
  /** Milestones that the roadmap held before, and its text in the end. */
  readonly roadmap: {
    readonly before: number;
    readonly milestones: number;
    readonly text: string;
  } | null;
  readonly stats: PlanStats;
  /** Milliseconds. */
  readonly phases: { readonly planning: number; readonly smoothing: number };
}

/** Whether paths of a request are proven, by its planner and settings. */
export function provesPlan({
  planner = DEFAULT_PLANNER,
  settings = {},
}: Pick<PlanRequest, 'planner' | 'settings'>): boolean {
  return provesPaths(planner, settings);
}

/** Finds a path from a start to a goal. Throws an InputError for an end that is not free. */
export function plan(open: OpenCell, request: PlanRequest, context: JobContext = {}): PlanAnswer {
  const asked = open.with(request);
  const { cell } = asked;
  const { goals: given } = request;
  const from = configurationOf(cell, request.from, 'the start');
  const goals = given.map((goal, i) =>
    configurationOf(cell, goal, given.length === 1 ? 'the goal' : `goal ${i}`),
  );
  const moving = movingDofs(cell, [from, ...goals], request.moving);
  if (moving.length === 0) throw nothingMoves();
  const held = asked.held(from, moving);
  const space = spaceFor(held, request.weights);
  const ends = { from: held.reduced(from), goals: goals.map((goal) => held.reduced(goal)) };
  const notes = nearNotes(space.cell, lookAtEnds(space, ends.from, ends.goals));
  tellNotes(context, 'planning', notes);
  const { name, planner, roadmap, before } = plannerFor(space, request);
  const { seed = DEFAULT_SEED, iterations } = request;
  const growth = request.trees && new Growth(held, request.trees.link, from, goals);
  const listening = listenersOf(growth, context);
  const solution = solve(space, {
    ...{ planner, ...ends },
    random: new Random(seed),
    timeLimit_ms: timeOf(request, context),
    ...(iterations === undefined ? {} : { maxIterations: iterations }),
    ...signalWith(context, undefined),
    ...listening.listeners,
    smooth: shortcutsOf(request),
  });
  listening.end();
  const { verdict, planned, smoothed, goal, length, phases } = solution;
  const { planning, smoothing } = phases;
  return {
    verdict,
    motion: solution.waypoints && motionOf(held, solution.waypoints),
    ...{ goal, planned: planned.length, length },
    smoothed: smoothed && {
      before: smoothed.before,
      tried: smoothed.tried,
      taken: smoothed.taken,
    },
    ...{ planner: name, seed, moving, still: held.still, near: planned.near, notes },
    roadmap: roadmap && { before, milestones: roadmap.count, text: writeRoadmap(roadmap) },
    stats: planned.stats,
    phases: { planning, smoothing },
  };
}

function motionOf(held: HeldCell, waypoints: readonly Float64Array[]): Motion {
  return { name: 'planned', waypoints: withoutRepeats(waypoints).map((q) => held.completed(q)) };
}

function nothingMoves(): InputError {
  return new InputError({
    code: 'plan/nothing-moves',
    message: 'start and goal are the same',
    hint: 'move a joint and take that as the goal',
  });
}

function timeOf({ timeLimit_ms, iterations }: PlanRequest, { deadline }: JobContext): number {
  const limit = timeLimit_ms ?? (iterations === undefined ? DEFAULT_PLAN_MS : Infinity);
  return deadline === undefined ? limit : Math.min(limit, deadline - performance.now());
}

function shortcutsOf(request: PlanRequest): NonNullable<SolveRequest['smooth']> {
  if (!request.smooth) return false;
  const { timeAgain = false, ...settings } = request.smooth;
  const timeLimit_ms = settings.timeLimit_ms ?? (timeAgain ? timeOf(request, {}) : undefined);
  return shortcutOptions({ ...settings, timeLimit_ms });
}

/** Without what is left to its default. */
export function shortcutOptions({
  variant,
  iterations,
  patience,
  timeLimit_ms,
}: ShortcutSettings): Exclude<NonNullable<SolveRequest['smooth']>, boolean> {
  return {
    ...(variant === undefined ? {} : { variant }),
    ...(iterations === undefined ? {} : { iterations }),
    ...(patience === undefined ? {} : { patience }),
    ...(timeLimit_ms === undefined ? {} : { timeLimit_ms }),
  };
}

interface PreparedPlanner {
  readonly name: PlannerName;
  readonly planner: Planner;
  /** And how many milestones it held before. */
  readonly roadmap: Roadmap | null;
  readonly before: number;
}

/** A planner; one with a roadmap goes on with that of the file, if there is one. */
function plannerFor(space: PlanningSpace, request: PlanRequest): PreparedPlanner {
  const { planner: name = DEFAULT_PLANNER, resolution, roadmap: given } = request;
  const sampling = name === 'sbl' && resolution !== undefined ? { resolution } : {};
  const options = { ...sampling, ...request.settings };
  if (!given) {
    return { name, planner: plannerWith(space, name, options), roadmap: null, before: 0 };
  }
  const { file, bytes } = given;
  const roadmap = bytes ? readRoadmap(bytes, space, { file }) : new Roadmap(space);
  const before = roadmap.count;
  const settings = { ...settingsWith(name, options), lazy: name === 'lazy-prm', roadmap };
  return { name, planner: new Prm(space, settings), roadmap, before };
}

/** Milliseconds between two reports of what has grown. */
const TELL_MS = 50;

type Listeners = Pick<SolveRequest, 'onProgress' | 'onEdge' | 'onCandidate'>;

/** What the search tells, as progress of the job; `end` tells what is left. */
function listenersOf(
  growth: Growth | undefined,
  { onProgress }: JobContext,
): { readonly listeners: Listeners; readonly end: () => void } {
  if (!onProgress) return { listeners: {}, end: () => {} };
  if (!growth) {
    const listener: Listeners['onProgress'] = (p) =>
      onProgress({ phase: 'planning', done: 0, of: 0, ...p });
    return { listeners: { onProgress: listener }, end: () => {} };
  }
  const told = { milestones: 0, iterations: 0 };
  let last = 0;
  const tell = () => {
    last = performance.now();
    const tree = growth.take();
    onProgress({ phase: 'planning', done: 0, of: 0, ...told, ...(tree && { tree }) });
  };
  /** Iterations may be long: what grows is told meanwhile. */
  const grown = () => {
    if (performance.now() - last > TELL_MS) tell();
  };
  const listeners: Listeners = {
    onProgress: (progress) => {
      Object.assign(told, progress);
      grown();
    },
    onEdge: (p, q) => {
      growth.add(p, q);
      grown();
    },
    onCandidate: (p, q, isTaken) => {
      if (isTaken) growth.addOpen(p, q);
      else growth.close(p, q);
      grown();
    },
  };
  return { listeners, end: tell };
}
