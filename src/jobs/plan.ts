/** A path from a start to a goal, proven free, and smoothed if that is asked for. */
import { Random } from '../math/index.ts';
import {
  DEFAULT_PLANNER,
  type Growing,
  type Planner,
  type PlannerName,
  type PlanningSpace,
  Prm,
  plannerWith,
  Roadmap,
  readRoadmap,
  type SolveRequest,
  settingsWith,
  solve,
  writeRoadmap,
} from '../plan/index.ts';
import { type JobContext, signalWith } from './context.ts';
import { Growth } from './growth.ts';
import { spaceFor } from './held.ts';
import type { OpenCell } from './openCell.ts';
import {
  DEFAULT_SEED,
  lookFirst,
  type PlanAnswer,
  type PlanRequest,
  type PreparedPlan,
  planAnswer,
  preparePlan,
  shortcutsOf,
  timeOf,
} from './planning.ts';
import { planRace } from './race.ts';
import { roadmapEdges } from './roadmapEdges.ts';

/** A plan that has begun: its question is prepared, its ends were looked at. */
export interface OpenPlan {
  /** A roadmap that is to grow before the search; null if none is. Its edges are for anybody to prove. */
  readonly growing: Growing | null;
  /** Milliseconds that are left for growing. */
  timeLeft(): number;
  /** Searches, and answers. */
  finish(): PlanAnswer;
}

/** Finds a path from a start to a goal. Throws an InputError for an end that is not free. */
export function plan(open: OpenCell, request: PlanRequest, context: JobContext = {}): PlanAnswer {
  if (request.portfolio) return planRace(open, request, context);
  const begun = beginPlan(open, request, context);
  const { growing } = begun;
  let step = growing?.next();
  while (growing && step && !step.done) {
    const part = { request, batch: step.value, timeLimit_ms: begun.timeLeft() };
    step = growing.next(roadmapEdges(open, part, context));
  }
  return begun.finish();
}

/** Prepares a plan of one planner. Throws an InputError for an end that is not free. */
export function beginPlan(open: OpenCell, request: PlanRequest, context: JobContext): OpenPlan {
  const prepared = preparePlan(open, request);
  const space = spaceFor(prepared.held, request.weights);
  const ends = lookFirst(prepared, space, context);
  const used = plannerFor(space, request);
  const deadline = performance.now() + growingTime(request, context);
  const timeLeft = () => Math.max(0, deadline - performance.now());
  return {
    growing: growingOf(used, request, context, timeLeft()),
    timeLeft,
    finish: () => search(prepared, space, used, ends, request, context),
  };
}

/** Milliseconds for growing a roadmap: as long as a search may take if that is said, else as long as it takes. */
function growingTime({ timeLimit_ms = Infinity }: PlanRequest, { deadline }: JobContext): number {
  return Math.min(timeLimit_ms, (deadline ?? Infinity) - performance.now());
}

function growingOf(
  { planner }: PreparedPlanner,
  { roadmap, seed = DEFAULT_SEED }: PlanRequest,
  context: JobContext,
  timeLimit_ms: number,
): Growing | null {
  if (roadmap?.grow === undefined || !(planner instanceof Prm)) return null;
  const { onProgress } = context;
  return planner.growing({
    random: new Random(seed),
    milestones: roadmap.grow,
    timeLimit_ms,
    ...signalWith(context, undefined),
    ...(onProgress && {
      onProgress: (told) => onProgress({ phase: 'planning', done: 0, of: 0, ...told }),
    }),
  });
}

function search(
  prepared: PreparedPlan,
  space: PlanningSpace,
  { name, planner, roadmap, before }: PreparedPlanner,
  ends: Pick<PlanAnswer, 'near' | 'notes'>,
  request: PlanRequest,
  context: JobContext,
): PlanAnswer {
  const { held, from, goals } = prepared;
  const { seed = DEFAULT_SEED, iterations } = request;
  const growth = request.trees && new Growth(held, request.trees.link, from, goals);
  const listening = listenersOf(growth, context);
  const solution = solve(space, {
    ...{ planner, ...prepared.ends },
    random: new Random(seed),
    timeLimit_ms: timeOf(request, context),
    ...(iterations === undefined ? {} : { maxIterations: iterations }),
    ...signalWith(context, undefined),
    ...listening.listeners,
    smooth: shortcutsOf(request),
  });
  listening.end();
  return planAnswer(prepared, solution, {
    ...{ planner: name, seed, portfolio: null, ...ends },
    roadmap: roadmap && { before, milestones: roadmap.count, text: writeRoadmap(roadmap) },
  });
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
