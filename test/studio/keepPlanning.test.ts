/** Planning again while things move: once for each broken path, provisional until proven, given up when something changes. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Job, OpenedCell, PathData } from '../../studio/engine/protocol.ts';
import { Store } from '../../studio/model/state.ts';
import { Controller } from '../../studio/timeline/controller.ts';
import { KeepPlanning } from '../../studio/timeline/keepPlanning.ts';

interface Asked {
  readonly kind: Job;
  readonly request: Record<string, unknown>;
  readonly signal: AbortSignal;
  answer(value: unknown): Promise<void>;
}

/** A cell without robots: whatever is asked about it, somebody else answers. */
function cellNumber(id: number): OpenedCell {
  return {
    id,
    digest: `digest ${id}`,
    entry: 'cell.yaml',
    description: { robots: [], obstacles: [] },
    dofs: [],
  } as unknown as OpenedCell;
}

const pathTo = (name: string): PathData => ({
  name,
  waypoints: [new Float64Array(0), new Float64Array(0)],
});

function page() {
  const store = new Store();
  const engine = { cellId: 1 };
  const asked: Asked[] = [];
  const said: string[] = [];
  const settle = async (ms = 0) => {
    await vi.advanceTimersByTimeAsync(ms);
  };
  store.update({
    cell: cellNumber(1),
    path: pathTo('first'),
    configuration: Float64Array.from([0.25]),
    goal: Float64Array.from([1]),
  });
  const host: ConstructorParameters<typeof Controller>[0] = {
    store,
    engine,
    dialogs: { fault: (error) => said.push(String(error)) },
    run: (kind, request, { signal }) =>
      new Promise<never>((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new DOMException('given up', 'AbortError')));
        asked.push({
          kind,
          request: request as Record<string, unknown>,
          signal: signal!,
          answer: (value) => {
            resolve(value as never);
            return settle();
          },
        });
      }),
  };
  const control = new Controller(host);
  const keep = new KeepPlanning(host, control);
  keep.onStatus = (text) => said.push(text);
  const of = (kind: Job) => asked.filter((each) => each.kind === kind);
  const edit = async (id: number) => {
    engine.cellId = id;
    store.update({ cell: cellNumber(id) });
    await settle(400);
  };
  return { store, asked, said, of, edit, settle, keep };
}

const answer = (id: number, verdict: string) => ({
  ...{ verdict, digest: `digest ${id}`, witnesses: [], witness: null, open: [] },
});
const planned = (path: PathData | null, verdict = 'free') => ({ path, verdict, notes: [] });

describe('planning again', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('checks after every change, plans where the path broke, and is provisional until proven', async () => {
    const { store, of, edit, said } = page();
    store.update({ keepPlanning: true });
    await edit(2);
    expect(of('check')).toHaveLength(1);
    await of('check')[0].answer(answer(2, 'colliding'));
    const [plan] = of('plan');
    expect([...(plan.request.from as Float64Array)]).toEqual([0.25]);
    expect((plan.request.goals as Float64Array[]).map((q) => [...q])).toEqual([[1]]);
    const other = pathTo('other');
    await plan.answer(planned(other));
    expect(store.state.path).toBe(other);
    expect(store.state.provisional).toBe(other);
    expect(store.state.results.check).toBeNull();
    const check = of('check').at(-1)!;
    expect(check.request.path).toBe(other);
    await check.answer(answer(2, 'free'));
    expect(store.state.provisional).toBeNull();
    expect(said.at(-1)).toBe('The path is proven free.');
    // What undo brings back is not the planner's.
    expect(of('plan')).toHaveLength(1);
  });

  it('gives up what is under way when the cell changes, or somebody takes an obstacle', async () => {
    const { store, of, edit, keep, settle } = page();
    store.update({ keepPlanning: true });
    await edit(2);
    await of('check')[0].answer(answer(2, 'colliding'));
    expect(keep.isPlanning).toBe(true);
    store.update({ hand: { obstacle: 0, pose: new Float64Array(12) } });
    expect(of('plan')[0].signal.aborted).toBe(true);
    expect(keep.isPlanning).toBe(false);
    const before = store.state.path;
    await settle();
    expect(store.state.path).toBe(before);
    store.update({ hand: null });
    await edit(3);
    await of('check').at(-1)!.answer(answer(3, 'too-close'));
    await edit(4);
    expect(of('plan')).toHaveLength(2);
    expect(of('plan')[1].signal.aborted).toBe(true);
  });

  it('plans once for one answer, never in a circle, and does nothing when it is off', async () => {
    const { store, of, edit, said } = page();
    await edit(2);
    expect(of('check')).toHaveLength(0);
    store.update({ keepPlanning: true });
    await edit(3);
    await of('check').at(-1)!.answer(answer(3, 'colliding'));
    await of('plan')[0].answer(planned(pathTo('bad')));
    await of('check').at(-1)!.answer(answer(3, 'undecided'));
    expect(of('plan')).toHaveLength(1);
    expect(store.state.provisional).not.toBeNull();
    expect(said.at(-1)).toContain('stays provisional');
    await edit(4);
    await of('check').at(-1)!.answer(answer(4, 'free'));
    expect(store.state.provisional).toBeNull();
  });

  it('says so where there is no way', async () => {
    const { store, of, edit, said } = page();
    store.update({ keepPlanning: true });
    await edit(2);
    await of('check')[0].answer(answer(2, 'colliding'));
    await of('plan')[0].answer(planned(null, 'no path found'));
    expect(said.at(-1)).toContain('No other way was found');
    expect(store.state.path?.name).toBe('first');
    expect(store.state.provisional).toBeNull();
  });
});
