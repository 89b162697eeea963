/** Roadmaps on a crew: the same bytes with any number of workers. */
import { afterEach, describe, expect, it } from 'vitest';
import { openCompiled, type PlanRequest, plan } from '../../src/jobs/index.ts';
import { Crew, packCell, planOnCrew } from '../../src/parallel/index.ts';
import { crewThreads } from '../../src/serve/threads.ts';
import { FROM, slideMaze, TO } from '../helpers/plan/slideMaze.ts';

const open = openCompiled(slideMaze([0], 0.4));
const roadmap = { file: 'roadmap.json', bytes: null, grow: 90 };
const REQUEST: PlanRequest = { from: FROM, goals: [TO], planner: 'prm', iterations: 500, roadmap };

const crews: Crew[] = [];
function crewOf(size: number) {
  const crew = new Crew({ size, spawn: crewThreads() });
  crews.push(crew);
  return { crew, cell: crew.bring(packCell(open)) };
}
afterEach(async () => {
  await Promise.all(crews.splice(0).map((crew) => crew.close()));
});

describe('a roadmap grown by a crew', () => {
  it('is the same to the byte with one, two and three workers, and so is the path', async () => {
    const here = plan(open, REQUEST);
    expect(here.roadmap!.milestones).toBeGreaterThanOrEqual(92);
    expect(here.verdict).toBe('free');
    for (const size of [1, 2, 3]) {
      const there = await planOnCrew(crewOf(size), open, REQUEST);
      expect(there.roadmap!.text === here.roadmap!.text).toBe(true);
      expect(there.motion).toEqual(here.motion);
      expect(there.roadmap).toMatchObject({ before: 0, milestones: here.roadmap!.milestones });
    }
  });

  it('grows though a worker ends, and stays open where it is stopped', async () => {
    const here = plan(open, REQUEST);
    const at = crewOf(2);
    const answer = planOnCrew(at, open, REQUEST);
    await at.crew.kill(0);
    expect((await answer).roadmap!.text === here.roadmap!.text).toBe(true);
    const stopped = await planOnCrew(at, open, REQUEST, { signal: AbortSignal.abort() });
    expect(stopped.verdict).toBe('no path found');
  });
});
