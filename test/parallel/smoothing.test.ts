/** Attempts at smoothing: the shortest of all, with any number of workers. */
import { afterEach, describe, expect, it } from 'vitest';
import { openCompiled, plan, type SmoothAnswer, smooth } from '../../src/jobs/index.ts';
import { Crew, packCell, smoothOnCrew } from '../../src/parallel/index.ts';
import { bestAttempt, PlanningSpace, smoothAttempt } from '../../src/plan/index.ts';
import { crewThreads } from '../../src/serve/threads.ts';
import { FROM, slideMaze, TO } from '../helpers/plan/slideMaze.ts';

const cell = slideMaze([-0.4, 0, 0.4], 0.8);
const open = openCompiled(cell);
const motion = plan(open, { from: FROM, goals: [TO], iterations: 20_000, seed: 4 }).motion!;
const ATTEMPTS = 5;

const crews: Crew[] = [];
function crewOf(size: number) {
  const crew = new Crew({ size, spawn: crewThreads() });
  crews.push(crew);
  return { crew, cell: crew.bring(packCell(open)) };
}
afterEach(async () => {
  await Promise.all(crews.splice(0).map((crew) => crew.close()));
});

const essence = ({ phases, ...rest }: SmoothAnswer) => rest;

describe('attempts at smoothing', () => {
  const here = smooth(open, { motion, attempts: ATTEMPTS, seed: 2 });

  it('the best is what all of them, made one by one, say; and better than the first alone', () => {
    const all = Array.from({ length: ATTEMPTS }, (_, number) =>
      smoothAttempt(new PlanningSpace(cell), motion.waypoints, number, { seed: 2 }),
    );
    const lengths = all.map(({ result }) => result.length);
    expect(here.length).toBe(Math.min(...lengths));
    expect(here.attempt).toBe(lengths.indexOf(here.length));
    expect(here.length).toBeLessThan(here.before);
    expect(new Set(lengths).size).toBeGreaterThan(2);
    const alone = smooth(open, { motion, seed: 2 });
    expect([alone.attempt, alone.length]).toEqual([0, lengths[0]]);
    expect(here.length).toBeLessThan(alone.length);
    // Of two that are equal the first.
    const [first] = all;
    expect(bestAttempt([{ ...first, number: 3 }, first, { ...first, number: 1 }])).toBe(first);
    expect(bestAttempt([])).toBeNull();
  });

  it('is the same with one, two and three workers, though one ends', async () => {
    const request = { motion, attempts: ATTEMPTS, seed: 2, checked: true };
    const checked = smooth(open, request);
    expect(checked.motion).toEqual(here.motion);
    for (const size of [1, 2, 3]) {
      const at = crewOf(size);
      const answer = smoothOnCrew(at, open, { motion, attempts: ATTEMPTS, seed: 2 });
      if (size === 3) await at.crew.kill(0);
      expect(essence(await answer)).toEqual(essence(here));
    }
  });

  it('ends with its time, and when it is stopped', async () => {
    const late = smooth(open, { motion, attempts: 1000, timeLimit_ms: 0 });
    expect([late.attempt, late.tried]).toEqual([0, 0]);
    const at = crewOf(2);
    const few = await smoothOnCrew(at, open, { motion, attempts: 1000, timeLimit_ms: 0 });
    expect(few.length).toBe(late.length);
    const signal = AbortSignal.abort();
    const cut = await smoothOnCrew(at, open, { motion, attempts: 9 }, { signal });
    expect([cut.attempt, cut.tried]).toEqual([0, 0]);
    expect(() => smooth(open, { motion, attempts: 0 })).toThrow(/from 1 to 1024; found 0/);
  });
});
