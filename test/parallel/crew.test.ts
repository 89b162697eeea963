/** A crew: tasks done by several workers at once, each answered once, in the order asked for, whatever happens to workers. */
import { afterEach, describe, expect, it } from 'vitest';
import { openCompiled } from '../../src/jobs/index.ts';
import { InputError } from '../../src/math/index.ts';
import { Crew, CrewError, type CrewOptions, packCell } from '../../src/parallel/index.ts';
import { crewThreads } from '../../src/serve/threads.ts';
import { ballCell, ballEdges } from '../helpers/parallel/ballEdges.ts';
import { copyingWorkers } from '../helpers/parallel/copyingWorkers.ts';

const open = openCompiled(ballCell());
const crews: Crew[] = [];
function crewOf(options: CrewOptions): { crew: Crew; cell: string } {
  const crew = new Crew(options);
  crews.push(crew);
  return { crew, cell: crew.bring(packCell(open)) };
}
afterEach(async () => {
  await Promise.all(crews.splice(0).map((crew) => crew.close()));
});

function tasksFor(cell: string, count: number, edges = 6) {
  return Array.from({ length: count }, (_, i) => ({
    kind: 'checkEdges' as const,
    cell,
    input: { edges: ballEdges(5 + i, edges) },
  }));
}

/** All that is answered, counts included, but no times. */
async function textOf({ crew, cell }: { crew: Crew; cell: string }, count = 9): Promise<string> {
  const answers: unknown[] = [];
  for await (const { results } of crew.inOrder(tasksFor(cell, count))) {
    answers.push(results.map(({ verdict, witness, stats }) => [verdict, witness?.t, stats]));
  }
  return JSON.stringify(answers);
}

describe('a crew', () => {
  it('answers in the order of tasks, the same whatever the number of workers (seeds 1 to 4)', async () => {
    const expected = await textOf(crewOf({ size: 1 }), 20);
    for (const [i, size] of [2, 3, 5, 8].entries()) {
      const { spawn } = copyingWorkers({ seed: 1 + i });
      expect(await textOf(crewOf({ size, spawn }), 20)).toBe(expected);
    }
    expect(expected).toMatch(/colliding/);
    expect(expected).toMatch(/free/);
  });

  it('does so with threads', async () => {
    const expected = await textOf(crewOf({ size: 1 }));
    expect(await textOf(crewOf({ size: 2, spawn: crewThreads() }))).toBe(expected);
  });

  it('starts no more workers than there are tasks, and sends each a cell once', async () => {
    const workers = copyingWorkers();
    const { crew, cell } = crewOf({ size: 8, spawn: workers.spawn });
    await Promise.all(tasksFor(cell, 2).map((task) => crew.run(task)));
    expect(workers.started).toBe(2);
    let sent = 0;
    const counting = copyingWorkers();
    const other = crewOf({
      size: 2,
      spawn: () => {
        const port = counting.spawn();
        const post = (message: unknown) => {
          if ((message as { say: string }).say === 'cell') sent++;
          port.post(message);
        };
        return { ...port, post };
      },
    });
    await textOf(other, 12);
    expect(sent).toBe(2);
  });

  it('holds no more tasks than it may, however many there are', async () => {
    const { spawn } = copyingWorkers({ seed: 9 });
    const { crew, cell } = crewOf({ size: 3, spawn });
    let taken = 0;
    let asked = 0;
    let most = 0;
    function* endless() {
      for (const task of tasksFor(cell, 60, 1)) {
        most = Math.max(most, ++asked - taken);
        yield task;
      }
    }
    for await (const _ of crew.inOrder(endless(), { ahead: 7 })) taken++;
    expect(taken).toBe(60);
    expect(most).toBeLessThanOrEqual(8);
    expect(most).toBeGreaterThanOrEqual(6);
  });

  it('gives up the rest when nobody takes it any more', async () => {
    const { crew, cell } = crewOf({ size: 2, spawn: copyingWorkers({ seed: 2 }).spawn });
    let closed = false;
    function* tasks() {
      try {
        yield* tasksFor(cell, 50, 1);
      } finally {
        closed = true;
      }
    }
    for await (const _ of crew.inOrder(tasks())) break;
    expect(closed).toBe(true);
    expect(JSON.parse(await textOf({ crew, cell }, 3))).toHaveLength(3);
  });

  it('tells bad input as what it is', async () => {
    const { crew, cell } = crewOf({ size: 2, spawn: copyingWorkers().spawn });
    const edges = [
      { from: new Float64Array(2), to: new Float64Array(2), via: [new Float64Array(2)] },
    ];
    const error = await crew.run({ kind: 'checkEdges', cell, input: { edges } }).catch((e) => e);
    expect(error).toBeInstanceOf(InputError);
    expect(error.fault.message).toMatch(/^edge 0: /);
    const unknown = crew.run({ kind: 'nothing' as 'checkEdges', cell, input: { edges } });
    await expect(unknown).rejects.toThrow(/there is no task "nothing"/);
  });
});

describe('workers that end', () => {
  it('lose nothing: their tasks are given to others (seed 3)', async () => {
    const expected = await textOf(crewOf({ size: 1 }), 20);
    // Over every third task the first two that try it.
    const tries = new Map<number, number>();
    const endsOver = (input: unknown) => {
      const [{ from }] = (input as { edges: { from: Float64Array }[] }).edges;
      const before = tries.get(from[0]) ?? 0;
      tries.set(from[0], before + 1);
      return [...tries.keys()].indexOf(from[0]) % 3 === 0 && before < 2;
    };
    const workers = copyingWorkers({ seed: 3, endsOver });
    const crew = crewOf({ size: 3, spawn: workers.spawn, depth: 1 });
    expect(await textOf(crew, 20)).toBe(expected);
    expect(crew.crew.losses).toBe(14);
    expect(workers.started).toBeGreaterThan(14);
  });

  it('three times over one task: it fails, and the others are answered', async () => {
    const isBad = (input: unknown) => (input as { edges: unknown[] }).edges.length === 1;
    const workers = copyingWorkers({ endsOver: isBad });
    const { crew, cell } = crewOf({ size: 2, spawn: workers.spawn, depth: 1 });
    const [bad] = tasksFor(cell, 1, 1);
    const others = tasksFor(cell, 6).map((task) => crew.run(task));
    const error = await crew.run(bad).catch((e) => e);
    expect(error).toBeInstanceOf(CrewError);
    expect(error.message).toBe(
      '3 workers ended while doing a task "checkEdges", the last because it was out of memory',
    );
    expect(await Promise.all(others)).toHaveLength(6);
    expect(crew.losses).toBe(3);
  });

  it('before they begin: that is said, and not tried for ever', async () => {
    const workers = copyingWorkers({ neverReady: true });
    const { crew, cell } = crewOf({ size: 2, spawn: workers.spawn });
    const [task] = tasksFor(cell, 1);
    await expect(crew.run(task)).rejects.toThrow(
      'workers cannot be started: it could not be loaded',
    );
    expect(workers.started).toBeLessThanOrEqual(4);
  });

  it('by somebody else: a thread is replaced', async () => {
    const expected = await textOf(crewOf({ size: 1 }));
    const crew = crewOf({ size: 2, spawn: crewThreads() });
    await crew.crew.run(tasksFor(crew.cell, 1)[0]);
    const answer = textOf(crew);
    await Promise.resolve();
    await crew.crew.kill(0);
    expect(await answer).toBe(expected);
    expect(crew.crew.losses).toBe(1);
  });
});

describe('a task that is given up', () => {
  it('is rejected at once, waiting or not, and the crew goes on', async () => {
    const { crew, cell } = crewOf({ size: 2, spawn: copyingWorkers().spawn });
    const stop = new AbortController();
    const asked = tasksFor(cell, 8).map((task) => crew.run(task, { signal: stop.signal }));
    stop.abort(new Error('enough'));
    const outcomes = await Promise.allSettled(asked);
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
    await expect(asked[0]).rejects.toThrow('enough');
    expect(JSON.parse(await textOf({ crew, cell }, 3))).toHaveLength(3);
    await expect(crew.run(tasksFor(cell, 1)[0], { signal: stop.signal })).rejects.toThrow('enough');
  });

  it('stops in its thread, which goes on with others', async () => {
    const { crew, cell } = crewOf({ size: 2, spawn: crewThreads(), grace_ms: 60_000 });
    await Promise.all(tasksFor(cell, 2).map((task) => crew.run(task)));
    const stop = new AbortController();
    const [task] = tasksFor(cell, 1, 5000);
    const long = crew.run(task, { signal: stop.signal });
    stop.abort(new Error('enough'));
    await expect(long).rejects.toThrow('enough');
    expect(await Promise.all(tasksFor(cell, 4).map((each) => crew.run(each)))).toHaveLength(4);
    expect(crew.losses).toBe(0);
  });

  it('in order: the signal ends all of it', async () => {
    const { crew, cell } = crewOf({ size: 2, spawn: copyingWorkers().spawn });
    const stop = new AbortController();
    let taken = 0;
    const work = (async () => {
      for await (const _ of crew.inOrder(tasksFor(cell, 40), { signal: stop.signal })) {
        if (++taken === 3) stop.abort(new Error('enough'));
      }
    })();
    await expect(work).rejects.toThrow('enough');
    expect(taken).toBe(3);
  });
});
