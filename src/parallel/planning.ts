/**
 * Plans on a crew. A portfolio's members are divided among the workers, who share the best finish so far; who wins does not
 * depend on how many they are (jobs/race.ts). Where a roadmap grows ahead of a search, the workers prove its edges, a batch at
 * a time: the same roadmap, to the byte. All else is done in the thread that asks: a search of one planner is a chain of
 * decisions.
 */
import {
  beginPlan,
  beginRace,
  type JobContext,
  type JobProgress,
  type OpenCell,
  type OpenPlan,
  type OpenRace,
  type PlanAnswer,
  type PlanRequest,
  plan,
  type RacePartAnswer,
  roadmapEdges,
  sharedLine,
} from '../jobs/index.ts';
import { type EdgeBatch, type Growing, joinVerdicts, partsOf } from '../plan/index.ts';
import type { Crew } from './crew.ts';

/** A crew that knows the cell. */
export interface CrewAt {
  readonly crew: Crew;
  /** As `Crew.bring` named the cell. */
  readonly cell: string;
}

/** Whom to tell, and when to stop. */
export interface CrewContext extends Omit<JobContext, 'signal'> {
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds of a race before workers are asked. Default 2000: to begin, with a cell of their own, takes them that long on a busy machine. */
  readonly alone_ms?: number | undefined;
}

const ALONE_MS = 2000;
/** Edges of a roadmap that a worker is given at once: some milliseconds of work. */
const EDGES = 48;
/** Where nothing is shared between workers: how far members go at first. Then twice as far each time, from their beginning. */
const FIRST_LIMIT = 8000;

/** The same answer as that of `plan`, by a crew. */
export async function planOnCrew(
  at: CrewAt | null,
  open: OpenCell,
  request: PlanRequest,
  context: CrewContext = {},
): Promise<PlanAnswer> {
  return planWith(at && at.crew.size > 1 ? () => at : null, open, request, context);
}

/**
 * The same, promised only where workers are needed: what is soon done is answered at once, and `summon` is not called. No
 * `summon`: all is done in this thread.
 */
export function planWith(
  summon: (() => CrewAt) | null,
  open: OpenCell,
  request: PlanRequest,
  context: CrewContext = {},
): PlanAnswer | Promise<PlanAnswer> {
  const grows = request.roadmap?.grow !== undefined;
  if (!summon || !(grows || request.portfolio)) return plan(open, request, context);
  if (grows) return growWith(summon, open, request, context);
  const race = beginRace(open, request, context);
  const parts = [race.run({ pause_ms: context.alone_ms ?? ALONE_MS })];
  if (parts[0].stopped || race.isDecided(parts)) return race.answer(parts);
  return raceOn(summon(), race, request, parts, context).then(() => race.answer(parts));
}

/** Grows a roadmap: the first batch of edges is proven here, more of them by a crew. */
function growWith(
  summon: () => CrewAt,
  open: OpenCell,
  request: PlanRequest,
  context: CrewContext,
): PlanAnswer | Promise<PlanAnswer> {
  if (request.portfolio) return plan(open, request, context);
  const begun = beginPlan(open, request, context);
  const { growing } = begun;
  const first = growing?.next();
  if (!growing || !first || first.done) return begun.finish();
  const part = { request, batch: first.value, timeLimit_ms: begun.timeLeft() };
  const second = growing.next(roadmapEdges(open, part, context));
  if (second.done) return begun.finish();
  return growOn(summon(), begun, growing, second.value, request, context);
}

/** Goes on growing a roadmap by a crew from a batch on, then searches. */
async function growOn(
  { crew, cell }: CrewAt,
  begun: OpenPlan,
  growing: Growing,
  first: EdgeBatch,
  request: PlanRequest,
  { signal }: CrewContext,
): Promise<PlanAnswer> {
  // Workers need no roadmap to prove edges.
  const asked = { ...request, roadmap: undefined };
  const run = (batch: EdgeBatch) => {
    const input = { request: asked, batch, timeLimit_ms: begun.timeLeft() };
    return crew.run({ kind: 'roadmapEdges', cell, input }, { signal });
  };
  for (let batch: EdgeBatch | null = first; batch; ) {
    const found = await unlessStopped(Promise.all(partsOf(batch, EDGES).map(run)), signal);
    const none = { verdicts: new Uint8Array(batch.count), configurations: 0, milliseconds: 0 };
    const step: ReturnType<Growing['next']> = growing.next(found ? joinVerdicts(found) : none);
    batch = step.done ? null : step.value;
  }
  return begun.finish();
}

/** Goes on with a race on a crew until it is decided, or stopped. */
async function raceOn(
  { crew, cell }: CrewAt,
  race: OpenRace,
  request: PlanRequest,
  parts: RacePartAnswer[],
  { signal, onProgress }: CrewContext,
): Promise<void> {
  const { members } = race;
  const hands = Math.min(crew.size, members.length);
  const groups = Array.from({ length: hands }, (_, h) =>
    [...members.keys()].filter((number) => number % hands === h),
  );
  const told = new Progress(onProgress, groups.length);
  for (let limit = FIRST_LIMIT; !race.isDecided(parts); ) {
    const best = race.bestOf(parts);
    const line = sharedLine(best) ?? undefined;
    // Without shared memory nobody hears of others while they run: so not too far at once.
    const far = line ? undefined : Math.min(limit, best);
    const run = (lanes: readonly number[], group: number) =>
      crew.run(
        {
          ...{ kind: 'race', cell },
          input: { request, lanes, limit: far, line, timeLimit_ms: race.timeLeft() },
        },
        { signal, ...told.of(group) },
      );
    const answers = await unlessStopped(Promise.all(groups.map(run)), signal);
    if (!answers) return;
    parts.push(...answers);
    if (answers.some(({ stopped }) => stopped)) return;
    limit *= 2;
  }
}

/** Null if it was given up because somebody said so. */
async function unlessStopped<T>(work: Promise<T>, signal?: AbortSignal): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (signal?.aborted) return null;
    throw error;
  }
}

/** What several workers tell, as one. */
class Progress {
  private readonly listen: CrewContext['onProgress'];
  private readonly last: JobProgress[];

  constructor(listen: CrewContext['onProgress'], groups: number) {
    this.listen = listen;
    this.last = Array.from({ length: groups }, () => ({ phase: 'planning', done: 0, of: 0 }));
  }

  /** For who asks a group. */
  of(group: number): { readonly onProgress?: (progress: unknown) => void } {
    const { listen, last } = this;
    if (!listen) return {};
    const sum = (key: 'iterations' | 'milestones') =>
      last.reduce((all, each) => all + (each[key] ?? 0), 0);
    return {
      onProgress: (progress) => {
        last[group] = progress as JobProgress;
        const all = { iterations: sum('iterations'), milestones: sum('milestones') };
        listen({ phase: 'planning', done: 0, of: 0, ...all });
      },
    };
  }
}
