/**
 * A plan by a portfolio: members race (plan/portfolio/race.ts), and the path of the winner is smoothed with the random numbers
 * that it has left. So the answer is what the winner's planner with the winner's seed would have answered alone.
 *
 * Here all members take turns in one thread. Whoever has several threads gives each a part of the members (`racePart`),
 * and puts the answer together from what they found (`OpenRace`): the same answer.
 */
import { InputError, Random } from '../math/index.ts';
import {
  emptyPlanStats,
  type FinishLine,
  finishOf,
  isDecided,
  type LaneResult,
  type Member,
  membersOf,
  type PlanningSpace,
  type PlanResult,
  type PlanStats,
  type RaceRequest,
  race,
  solveFrom,
  winnerOf,
} from '../plan/index.ts';
import { type JobContext, signalWith } from './context.ts';
import { spaceFor } from './held.ts';
import type { OpenCell } from './openCell.ts';
import {
  DEFAULT_SEED,
  lookFirst,
  type PlanAnswer,
  type PlanRequest,
  type PortfolioAnswer,
  type PreparedPlan,
  planAnswer,
  preparePlan,
  shortcutsOf,
  timeOf,
} from './planning.ts';

/** A part of a race, for one thread: plain data. */
export interface RacePart {
  readonly request: PlanRequest;
  /** Numbers of the members that race there. */
  readonly lanes: readonly number[];
  /** How far they go at most, in the race's count. Default: until they end. */
  readonly limit?: number | undefined;
  /** One number that all threads share: the best finish so far. Without it a part does not hear of the others. */
  readonly line?: Int32Array | undefined;
  /** Milliseconds that are left. */
  readonly timeLimit_ms: number;
}

/** How far a member came, as plain data. */
export interface RaceLane extends Omit<LaneResult, 'random'> {
  /** The state of its random numbers. */
  readonly random: readonly number[] | null;
}

/** What became of a part of a race. */
export interface RacePartAnswer {
  readonly lanes: readonly RaceLane[];
  /** The time was over, or somebody stopped it. */
  readonly stopped: boolean;
}

/** A plan by a portfolio, in this thread. Throws an InputError for an end that is not free. */
export function planRace(
  open: OpenCell,
  request: PlanRequest,
  context: JobContext = {},
): PlanAnswer {
  const begun = beginRace(open, request, context);
  return begun.answer([begun.run({})]);
}

/** Runs a part of a race. */
export function racePart(open: OpenCell, part: RacePart, context: JobContext = {}): RacePartAnswer {
  const { request, lanes, limit, line, timeLimit_ms } = part;
  const prepared = preparePlan(open, request);
  return runLanes(prepared, request, {
    members: membersFor(request),
    lanes,
    timeLimit_ms,
    ...(limit === undefined ? {} : { limit }),
    ...(line === undefined ? {} : { line: new SharedLine(line) }),
    ...signalWith(context, undefined),
    ...tellingTo(context),
  });
}

/** A race that has begun: its question is prepared, its ends were looked at. */
export interface OpenRace {
  readonly members: readonly Member[];
  /** Milliseconds that are left for the search. */
  timeLeft(): number;
  /** Races in this thread: all members, until it is decided or so many milliseconds are over. */
  run(limits: { readonly pause_ms?: number }): RacePartAnswer;
  /** Whether nobody else can win any more. */
  isDecided(parts: readonly RacePartAnswer[]): boolean;
  /** The best finish so far; Infinity as long as there is none. */
  bestOf(parts: readonly RacePartAnswer[]): number;
  /** What is answered, from what all parts found: of a member that ran twice, what it found or else where it came last. */
  answer(parts: readonly RacePartAnswer[]): PlanAnswer;
}

/** Prepares a race. Throws an InputError for an end that is not free, or a portfolio that makes no sense. */
export function beginRace(
  open: OpenCell,
  request: PlanRequest,
  context: JobContext = {},
): OpenRace {
  const begin = performance.now();
  const members = membersFor(request);
  const prepared = preparePlan(open, request);
  const space = spaceFor(prepared.held, request.weights);
  const ends = lookFirst(prepared, space, context);
  const deadline = performance.now() + timeOf(request, context);
  const timeLeft = () => Math.max(0, deadline - performance.now());
  return {
    members,
    timeLeft,
    run: ({ pause_ms }) =>
      runLanes(prepared, request, {
        members,
        timeLimit_ms: timeLeft(),
        ...(pause_ms === undefined ? {} : { pause_ms }),
        ...signalWith(context, undefined),
        ...tellingTo(context),
      }),
    isDecided: (parts) => isDecided(members, joinedLanes(parts)),
    bestOf: (parts) => {
      const winner = winnerOf(members, joinedLanes(parts));
      return winner ? finishOf(members, winner) : Infinity;
    },
    answer: (parts) => {
      const planning = performance.now() - begin;
      return answerOf({ prepared, request, context, members, ends, space, planning }, parts);
    },
  };
}

/** The members of a request's portfolio. */
function membersFor(request: PlanRequest): readonly Member[] {
  const { portfolio, seed = DEFAULT_SEED, settings, roadmap, resolution } = request;
  if (!portfolio) throw new Error('a race needs a portfolio');
  if (roadmap) {
    throw new InputError({
      code: 'plan/portfolio',
      message: 'a roadmap is for one planner, not for a portfolio',
      hint: 'name the planner alone: prm or lazy-prm',
    });
  }
  const sampling = portfolio.planners.some(({ planner }) => planner === 'sbl');
  const options = sampling && resolution !== undefined ? { resolution, ...settings } : settings;
  return membersOf(portfolio, seed, options);
}

function runLanes(
  { held, ends }: PreparedPlan,
  { weights, iterations }: PlanRequest,
  request: Omit<RaceRequest, 'from' | 'goals' | 'spaceFor'>,
): RacePartAnswer {
  const { lanes, stopped } = race({
    ...ends,
    ...request,
    spaceFor: () => spaceFor(held, weights),
    ...(iterations === undefined ? {} : { maxIterations: iterations }),
  });
  return {
    lanes: lanes.map((lane) => ({ ...lane, random: lane.random?.state ?? null })),
    stopped,
  };
}

function tellingTo({ onProgress }: JobContext): Pick<RaceRequest, 'onProgress'> {
  if (!onProgress) return {};
  return { onProgress: (told) => onProgress({ phase: 'planning', done: 0, of: 0, ...told }) };
}

interface Raced {
  readonly prepared: PreparedPlan;
  readonly request: PlanRequest;
  readonly context: JobContext;
  readonly members: readonly Member[];
  readonly ends: Pick<PlanAnswer, 'near' | 'notes'>;
  readonly space: PlanningSpace;
  /** Milliseconds. */
  readonly planning: number;
}

function answerOf(raced: Raced, parts: readonly RacePartAnswer[]): PlanAnswer {
  const { prepared, request, context, members, ends, space, planning } = raced;
  const lanes = joinedLanes(parts);
  const winner = winnerOf(members, lanes);
  const { planner, seed } = members[winner?.number ?? 0];
  const random = winner?.random ?? new Random(seed);
  const planned = winner?.result ?? noneOf(lanes, ends.near);
  const solution = solveFrom(
    space,
    planned,
    { random, smooth: shortcutsOf(request), ...signalWith(context, undefined) },
    planning,
  );
  const all = parts.flatMap((part) => part.lanes);
  const spent = all.reduce((sum, { work }) => sum + work, 0);
  const portfolio = portfolioAnswer(members, lanes, winner, spent);
  return planAnswer(prepared, solution, { planner, seed, portfolio, roadmap: null, ...ends });
}

/** Nobody found a path: what all of them did, together. */
function noneOf(lanes: readonly LaneResult[], near: PlanAnswer['near']): PlanResult {
  const stats = emptyPlanStats();
  for (const lane of lanes) {
    for (const key of Object.keys(stats) as (keyof PlanStats)[])
      stats[key] += lane.stats?.[key] ?? 0;
  }
  return { verdict: 'no path found', waypoints: null, goal: -1, length: 0, near, stats };
}

function portfolioAnswer(
  members: readonly Member[],
  lanes: readonly LaneResult[],
  winner: LaneResult | null,
  spent: number,
): PortfolioAnswer {
  const finish = winner ? finishOf(members, winner) : Infinity;
  const begun = members.filter(({ begins }) => begins <= finish);
  return {
    members: members.length,
    begun: begun.length,
    winner: winner?.number ?? -1,
    work: winner && begun.reduce((sum, { begins }) => sum + finish - begins, 0),
    spent,
    decided: isDecided(members, lanes),
  };
}

/** Each member once, in order. A path that was found stays found. */
function joinedLanes(parts: readonly RacePartAnswer[]): LaneResult[] {
  const byNumber = new Map<number, RaceLane>();
  for (const lane of parts.flatMap(({ lanes }) => lanes)) {
    if (byNumber.get(lane.number)?.state !== 'found') byNumber.set(lane.number, lane);
  }
  return [...byNumber.values()].sort((a, b) => a.number - b.number).map(laneOf);
}

function laneOf(lane: RaceLane): LaneResult {
  return { ...lane, random: lane.random && Random.from(lane.random) };
}

/** Nobody has finished yet. */
const NOBODY = 2 ** 31 - 1;

/** A line that several threads share, with the best finish so far. Null where memory cannot be shared. */
export function sharedLine(best = Infinity): Int32Array | null {
  if (typeof SharedArrayBuffer !== 'function') return null;
  const line = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  return line.fill(Math.min(best, NOBODY));
}

class SharedLine implements FinishLine {
  private readonly cell: Int32Array;

  constructor(cell: Int32Array) {
    this.cell = cell;
  }

  get best(): number {
    const best = Atomics.load(this.cell, 0);
    return best === NOBODY ? Infinity : best;
  }

  lower(finish: number): void {
    for (;;) {
      const best = Atomics.load(this.cell, 0);
      if (best <= finish || Atomics.compareExchange(this.cell, 0, best, finish) === best) return;
    }
  }
}
