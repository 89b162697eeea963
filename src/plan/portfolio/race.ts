/**
 * A race of the members of a portfolio. The work of a member is counted, never timed: the configurations that it looks at,
 * and sixteen iterations like one of them. One that begins at b and finds a path after work w finishes at b + w. The first to
 * finish in that count wins, of several the one with the lowest number; so who wins, and the path, follow from portfolio, seed
 * and request alone, whoever does the work and in which order.
 *
 * Here members take turns: always the one that is least far does an iteration, until all that run are behind the best finish.
 * A part of the members may race here and others elsewhere, with a finish line in common (FinishLine). Each member has a space
 * of its own, so that what it does is what it would do alone.
 */
import { Random } from '../../math/index.ts';
import { plannerWith } from '../plannerOptions.ts';
import type {
  PlanningRequest,
  PlanProgress,
  PlanResult,
  PlanSearch,
  PlanStats,
} from '../request.ts';
import type { PlanningSpace } from '../space.ts';
import type { Member } from './portfolio.ts';

/** The best finish so far, of all who race together. */
export interface FinishLine {
  /** Infinity as long as nobody has finished. */
  readonly best: number;
  /** Somebody finished there. */
  lower(finish: number): void;
}

export interface RaceRequest extends Omit<PlanningRequest, 'random'> {
  readonly members: readonly Member[];
  /** Numbers of those that race here. Default: all. */
  readonly lanes?: readonly number[];
  /** A space for one member, nobody else's. */
  spaceFor(member: Member): PlanningSpace;
  /** Default: a line of their own. */
  readonly line?: FinishLine;
  /** How far members go at most, in the race's count. Default: until they end. */
  readonly limit?: number;
  /** Milliseconds after which it is left for others to go on with. Who wins does not depend on it. Default: it is not. */
  readonly pause_ms?: number;
}

/** How far a member came. */
export interface LaneResult {
  readonly number: number;
  /** As the race counts it; 0 if it never began. */
  readonly work: number;
  /** `ended`: it gave up, as its iterations were over. `running`: it would have gone on. */
  readonly state: 'found' | 'ended' | 'running';
  /** What it cost so far; null if it never began. */
  readonly stats: PlanStats | null;
  /** Of a member that ended or found a path. */
  readonly result: PlanResult | null;
  /** Its random numbers as they stand, for who goes on with the path. */
  readonly random: Random | null;
}

/** A race as far as it went. */
export interface RaceResult {
  readonly lanes: readonly LaneResult[];
  /** The time was over, or somebody stopped it. */
  readonly stopped: boolean;
}

/** Iterations that count like one configuration: nearest neighbours and random numbers cost about that. */
const ITERATIONS = 16;
/** Iterations after which who watches is told. */
const TELL_EVERY = 16;
const DEFAULT_TIME_MS = 10_000;

/** Where a lane finished; Infinity if it did not. */
export function finishOf(members: readonly Member[], { number, state, work }: LaneResult): number {
  return state === 'found' ? members[number].begins + work : Infinity;
}

/** Who won: the first to finish, of several the one with the lowest number. Null if nobody found a path. */
export function winnerOf(
  members: readonly Member[],
  lanes: readonly LaneResult[],
): LaneResult | null {
  let best: LaneResult | null = null;
  for (const lane of lanes) {
    if (lane.state !== 'found') continue;
    const ahead = best ? finishOf(members, lane) - finishOf(members, best) : -1;
    if (ahead < 0 || (ahead === 0 && lane.number < best!.number)) best = lane;
  }
  return best;
}

/** Whether nobody else can win any more: all others have ended, or are behind the best finish. */
export function isDecided(members: readonly Member[], lanes: readonly LaneResult[]): boolean {
  const best = lanes.reduce((least, lane) => Math.min(least, finishOf(members, lane)), Infinity);
  return members.every(({ begins }, number) => {
    const lane = lanes.find((each) => each.number === number);
    if (lane && lane.state !== 'running') return true;
    return begins + (lane?.work ?? 0) > best;
  });
}

/** Races until nobody here can win any more, or a limit comes first. */
export function race(request: RaceRequest): RaceResult {
  const { members, lanes = [...members.keys()], signal, onProgress } = request;
  const { line = new OwnLine(), limit = Infinity, pause_ms = Infinity } = request;
  const begin = performance.now();
  const deadline = begin + (request.timeLimit_ms ?? DEFAULT_TIME_MS);
  const isOver = () => signal?.aborted === true || performance.now() > deadline;
  const runners = lanes.map((number) => new Runner(members[number], number));
  let stopped = false;
  for (let turn = 0; performance.now() - begin <= pause_ms; turn++) {
    const next = leastFar(runners, Math.min(limit, line.best));
    if (!next) break;
    stopped = isOver();
    if (stopped) break;
    if (turn % TELL_EVERY === 0) onProgress?.(progressOf(runners));
    next.goOn(request, deadline);
    if (next.state === 'found') line.lower(next.at);
    // Its time was over in the midst of an iteration: that is no end of its own.
    else if (next.state === 'ended' && isOver()) {
      stopped = true;
      next.state = 'running';
      break;
    }
  }
  return { lanes: runners.map((runner) => runner.lane()), stopped };
}

/** What a search has done, in the race's count. An iteration that looks at nothing is work as well, if little. */
export function workOf({ iterations, configurations }: PlanStats): number {
  return configurations + Math.floor(iterations / ITERATIONS);
}

/** The one that is least far, of those that may still come to a limit or before; of several the first. */
function leastFar(runners: readonly Runner[], limit: number): Runner | null {
  let best: Runner | null = null;
  for (const runner of runners) {
    if (runner.state !== 'running' || runner.at > limit) continue;
    if (!best || runner.at < best.at || (runner.at === best.at && runner.number < best.number)) {
      best = runner;
    }
  }
  return best;
}

function progressOf(runners: readonly Runner[]): PlanProgress {
  let iterations = 0;
  let milestones = 0;
  for (const { stats } of runners) {
    iterations += stats?.iterations ?? 0;
    milestones += stats?.milestones ?? 0;
  }
  return { iterations, milestones };
}

/** A line that nobody else sees. */
class OwnLine implements FinishLine {
  best = Infinity;

  lower(finish: number): void {
    this.best = Math.min(this.best, finish);
  }
}

/** A member on its way. */
class Runner {
  readonly number: number;
  state: LaneResult['state'] = 'running';
  work = 0;
  stats: PlanStats | null = null;
  private readonly member: Member;
  private random: Random | null = null;
  private search: PlanSearch | null = null;
  private result: PlanResult | null = null;

  constructor(member: Member, number: number) {
    this.member = member;
    this.number = number;
  }

  /** How far it is, in the race's count. */
  get at(): number {
    return this.member.begins + this.work;
  }

  /** Up to the next iteration, or to its end. */
  goOn(request: RaceRequest, deadline: number): void {
    this.search ??= this.begin(request, deadline);
    const { done, value } = this.search.next();
    this.stats = done ? value.stats : value;
    this.work = workOf(this.stats);
    if (!done) return;
    this.result = value;
    this.state = value.waypoints ? 'found' : 'ended';
  }

  private begin(request: RaceRequest, deadline: number): PlanSearch {
    const { planner, settings, seed } = this.member;
    const { from, goals, maxIterations, signal, onEdge, onCandidate } = request;
    this.random = new Random(seed);
    return plannerWith(request.spaceFor(this.member), planner, settings).search({
      ...{ from, goals, random: this.random },
      timeLimit_ms: deadline - performance.now(),
      ...(maxIterations === undefined ? {} : { maxIterations }),
      ...(signal ? { signal } : {}),
      ...(onEdge ? { onEdge } : {}),
      ...(onCandidate ? { onCandidate } : {}),
    });
  }

  lane(): LaneResult {
    const { number, work, state, stats, random } = this;
    const result = state === 'running' ? null : this.result;
    return { number, work, state, stats, result, random };
  }
}
