/** Portfolios on a crew: the same answer with any number of workers, and when workers end or somebody stops it. */
import { afterEach, describe, expect, it } from 'vitest';
import { openCompiled, type PlanAnswer, type PlanRequest, plan } from '../../src/jobs/index.ts';
import { Crew, type CrewContext, packCell, planOnCrew } from '../../src/parallel/index.ts';
import { crewThreads } from '../../src/serve/threads.ts';
import { FROM, slideMaze, TO } from '../helpers/plan/slideMaze.ts';

const open = openCompiled(slideMaze([0], 0.2));
const REQUEST: PlanRequest = {
  from: FROM,
  goals: [TO],
  portfolio: {
    planners: [{ planner: 'rrt-connect', seeds: 3 }, { planner: 'bls' }],
    headStart: 50,
  },
  timeLimit_ms: 1e6,
  smooth: {},
};

const crews: Crew[] = [];
function crewOf(size: number) {
  const crew = new Crew({ size, spawn: crewThreads() });
  crews.push(crew);
  return { crew, cell: crew.bring(packCell(open)) };
}
afterEach(async () => {
  await Promise.all(crews.splice(0).map((crew) => crew.close()));
});

/** What must not depend on who did the work: all but times, and work that turned out not to be needed. */
function essence({ phases, stats, portfolio, ...rest }: PlanAnswer) {
  const { spent, ...race } = portfolio!;
  const { iterations, configurations, milestones, edges, freeEdges } = stats;
  return { ...rest, ...race, iterations, configurations, milestones, edges, freeEdges };
}

describe('a portfolio on a crew', () => {
  it('gives the same answer with one, two and three workers, seeds 1 to 3', async () => {
    const two = crewOf(2);
    const three = crewOf(3);
    for (const seed of [1, 2, 3]) {
      const request = { ...REQUEST, seed };
      const here = plan(open, request);
      expect(here.verdict).toBe('free');
      expect(here.portfolio!.decided).toBe(true);
      for (const at of [null, crewOf(1), two, three]) {
        const there = await planOnCrew(at, open, request, { alone_ms: 0 });
        expect(essence(there)).toEqual(essence(here));
      }
      // Alone, the winner's planner with the winner's seed gives the same path, smoothed alike.
      const { planner, seed: own } = here;
      const single = plan(open, { ...request, portfolio: undefined, planner, seed: own });
      expect(single.motion).toEqual(here.motion);
      expect(single.length).toBe(here.length);
    }
  });

  it('gives it though workers end', async () => {
    const at = crewOf(2);
    const request = { ...REQUEST, seed: 2 };
    const here = plan(open, request);
    const answer = planOnCrew(at, open, request, { alone_ms: 0 });
    await at.crew.kill(0);
    await at.crew.kill(1);
    expect(essence(await answer)).toEqual(essence(here));
    expect(at.crew.losses).toBeGreaterThan(0);
  });

  it('does what is soon done without workers', async () => {
    const at = crewOf(2);
    const easy = { ...REQUEST, goals: [FROM.map((x) => x + 0.1)] };
    const answer = await planOnCrew(at, open, easy, { alone_ms: 1e6 });
    expect(answer.verdict).toBe('free');
    expect(answer.portfolio).toMatchObject({ winner: 0, begun: 1, members: 4, decided: true });
    expect(answer.portfolio!.spent).toBe(answer.portfolio!.work);
    // Nobody was there to be ended.
    await at.crew.kill(0);
    expect(at.crew.losses).toBe(0);
  });

  it('without shared memory goes in rounds, and comes to the same answer', async () => {
    const at = crewOf(2);
    const request = { ...REQUEST, seed: 3 };
    const here = plan(open, request);
    const shared = globalThis.SharedArrayBuffer;
    try {
      // As in a page that is not isolated from others.
      (globalThis as { SharedArrayBuffer?: unknown }).SharedArrayBuffer = undefined;
      expect(essence(await planOnCrew(at, open, request, { alone_ms: 0 }))).toEqual(essence(here));
    } finally {
      globalThis.SharedArrayBuffer = shared;
    }
  });

  it('is stopped by a signal, and answers what it knows', async () => {
    const at = crewOf(2);
    const stop = new AbortController();
    const closed = openCompiled(slideMaze([0], 0.05));
    const cell = at.crew.bring(packCell(closed));
    const told: number[] = [];
    const context: CrewContext = {
      alone_ms: 0,
      signal: stop.signal,
      onProgress: ({ iterations = 0 }) => {
        told.push(iterations);
        if (told.length === 12) stop.abort();
      },
    };
    const answer = await planOnCrew({ ...at, cell }, closed, REQUEST, context);
    expect([answer.verdict, answer.motion]).toEqual(['no path found', null]);
    expect(answer.portfolio!.decided).toBe(false);
    expect(Math.max(...told)).toBeGreaterThan(0);
  });

  it('iterations end it for all members alike, time for nobody', async () => {
    const at = crewOf(2);
    const few = { ...REQUEST, iterations: 4 };
    const here = plan(open, few);
    expect([here.verdict, here.portfolio!.decided]).toEqual(['no path found', true]);
    expect(here.portfolio).toMatchObject({ winner: -1, work: null, begun: 4 });
    expect(essence(await planOnCrew(at, open, few, { alone_ms: 0 }))).toEqual(essence(here));
    const late = await planOnCrew(at, open, { ...REQUEST, timeLimit_ms: 0 });
    expect([late.verdict, late.portfolio!.decided]).toEqual(['no path found', false]);
  });

  it('refuses what one planner alone can do, and what is no portfolio', () => {
    const roadmap = { file: 'r.json', bytes: null };
    expect(() => plan(open, { ...REQUEST, roadmap })).toThrow(/roadmap is for one planner/);
    const nobody = { planners: [] };
    expect(() => plan(open, { ...REQUEST, portfolio: nobody })).toThrow(/needs a planner/);
  });
});
