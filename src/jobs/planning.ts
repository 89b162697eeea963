/** What is asked of a plan and what is answered, with what comes before the search and after it. */
import type { HeldCell } from '../cell/index.ts';
import { type Fault, InputError } from '../math/index.ts';
import {
  DEFAULT_PLANNER,
  lookAtEnds,
  type NearEnd,
  nearNotes,
  type PlannerName,
  type PlannerOptions,
  type PlanningSpace,
  type PlanStats,
  type PlanVerdict,
  type Portfolio,
  portfolioProves,
  provesPaths,
  requireStanding,
  type SmoothVariant,
  type Solution,
  type SolveRequest,
} from '../plan/index.ts';
import { type JobContext, tellNotes } from './context.ts';
import { configurationOf, type Moving, movingDofs, withoutRepeats } from './held.ts';
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

/** A roadmap to go on with. */
export interface RoadmapSource {
  readonly file: string;
  /** Null for a new one. */
  readonly bytes: Uint8Array | null;
  /** Milestones to add before the search, with random numbers of the same seed. Default: none. */
  readonly grow?: number | undefined;
}

export interface PlanRequest extends CellAdjustments {
  readonly from: ArrayLike<number>;
  /** Any of these will do. */
  readonly goals: readonly ArrayLike<number>[];
  /** Default `robots`. */
  readonly moving?: Moving | undefined;
  readonly planner?: PlannerName | undefined;
  /** Planners and seeds that race, in place of one planner; the first proven path wins. Settings go to those that have them. */
  readonly portfolio?: Portfolio | undefined;
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
  /** For `prm` and `lazy-prm`: a roadmap to go on with. */
  readonly roadmap?: RoadmapSource | undefined;
  /** Tell what trees grow, as ways of a link. Default link: one that moves, farthest out. */
  readonly trees?: { readonly link?: string | undefined } | undefined;
}

/** How a race went. */
export interface PortfolioAnswer {
  /** How many could race, and how many had begun when it was won. */
  readonly members: number;
  readonly begun: number;
  /** The number of the winner, from 0; -1 if nobody found a path. */
  readonly winner: number;
  /**
   * Work of all members up to the finish (plan/portfolio/race.ts counts it): the same for everybody with this seed. Null
   * where nobody finished.
   */
  readonly work: number | null;
  /** Work that was done this time: workers that race ahead of each other may do more than is needed. */
  readonly spent: number;
  /** Nobody else could have won any more. False where the time was over before that was known. */
  readonly decided: boolean;
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
  /** Who found it; of a race that nobody won, the first member. Alone, the same seed gives the same path. */
  readonly planner: PlannerName;
  readonly seed: number;
  /** Of a race. */
  readonly portfolio: PortfolioAnswer | null;
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
  portfolio,
  settings = {},
}: Pick<PlanRequest, 'planner' | 'portfolio' | 'settings'>): boolean {
  return portfolio ? portfolioProves(portfolio, settings) : provesPaths(planner, settings);
}

/** A question as planners take it: the joints that stand still are part of the cell. */
export interface PreparedPlan {
  readonly held: HeldCell;
  readonly moving: readonly number[];
  /** Full configurations. */
  readonly from: Float64Array;
  readonly goals: readonly Float64Array[];
  /** Those of the joints that move. */
  readonly ends: { readonly from: Float64Array; readonly goals: readonly Float64Array[] };
}

/** Throws an InputError for an end that makes no sense. */
export function preparePlan(open: OpenCell, request: PlanRequest): PreparedPlan {
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
  const ends = { from: held.reduced(from), goals: goals.map((goal) => held.reduced(goal)) };
  return { held, moving, from, goals, ends };
}

/** Looks at the ends, and tells before the search what is near there. Throws an InputError for one that is not free. */
export function lookFirst(
  { ends, held, from }: PreparedPlan,
  space: PlanningSpace,
  context: JobContext,
): Pick<PlanAnswer, 'near' | 'notes'> {
  const near = lookAtEnds(space, ends.from, ends.goals);
  if (held.cell !== held.full) requireStanding(held.full, from);
  const notes = nearNotes(space.cell, near);
  tellNotes(context, 'planning', notes);
  return { near, notes };
}

/** The answer; who found the path, and what became of a roadmap or a race, comes with it. */
export function planAnswer(
  { held, moving }: PreparedPlan,
  { verdict, waypoints, planned, smoothed, goal, length, phases }: Solution,
  found: Pick<PlanAnswer, 'planner' | 'seed' | 'portfolio' | 'roadmap' | 'near' | 'notes'>,
): PlanAnswer {
  const { planning, smoothing } = phases;
  return {
    verdict,
    motion: waypoints && motionOf(held, waypoints),
    ...{ goal, planned: planned.length, length },
    smoothed: smoothed && {
      before: smoothed.before,
      tried: smoothed.tried,
      taken: smoothed.taken,
    },
    ...found,
    ...{ moving, still: held.still, stats: planned.stats },
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

/** Milliseconds that the search may take. */
export function timeOf(
  { timeLimit_ms, iterations }: PlanRequest,
  { deadline }: JobContext,
): number {
  const limit = timeLimit_ms ?? (iterations === undefined ? DEFAULT_PLAN_MS : Infinity);
  return deadline === undefined ? limit : Math.min(limit, deadline - performance.now());
}

/** How the path is to be smoothed. */
export function shortcutsOf(request: PlanRequest): NonNullable<SolveRequest['smooth']> {
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
