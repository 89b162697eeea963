/** Answers of the studio's engine count for what they were asked about, and for nothing else. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Job, OpenedCell, PathData } from '../../studio/engine/protocol.ts';
import { Store } from '../../studio/model/state.ts';
import { Controller } from '../../studio/timeline/controller.ts';

interface Asked {
  readonly kind: Job;
  readonly request: unknown;
  readonly signal: AbortSignal;
  answer(value: unknown): Promise<void>;
  fail(error: Error): Promise<void>;
}

/** A cell without robots: whatever is asked about it, somebody else answers. */
function cellNumber(id: number): OpenedCell {
  return {
    id,
    digest: `digest ${id}`,
    description: { robots: [] },
    dofs: [],
  } as unknown as OpenedCell;
}

const pathNamed = (name: string): PathData => ({
  name,
  waypoints: [new Float64Array(0), new Float64Array(0)],
});

function page() {
  const store = new Store();
  const engine = { cellId: 1 };
  const asked: Asked[] = [];
  const faults: unknown[] = [];
  const settle = async () => {
    await vi.advanceTimersByTimeAsync(0);
  };
  store.update({ cell: cellNumber(1), path: pathNamed('first') });
  const control = new Controller({
    store,
    engine,
    dialogs: { fault: (error) => faults.push(error) },
    run: (kind, request, { signal }) =>
      new Promise<never>((resolve, reject) => {
        asked.push({
          kind,
          request,
          signal: signal!,
          answer: (value) => {
            resolve(value as never);
            return settle();
          },
          fail: (error) => {
            reject(error);
            return settle();
          },
        });
      }),
  });
  const check = async () => {
    void control.check();
    await settle();
    return asked.at(-1)!;
  };
  const verdict = () => store.state.results.check?.verdict ?? null;
  return { store, engine, asked, faults, control, check, verdict, settle };
}

const free = (id = 1) => ({ verdict: 'free', digest: `digest ${id}`, witnesses: [], open: [] });

describe('the verdict on the page', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is what the engine said of the cell and path that are shown', async () => {
    const { check, verdict, asked } = page();
    await (await check()).answer(free());
    expect(verdict()).toBe('free');
    expect(asked.map(({ kind }) => kind)).toEqual(['check', 'cover']);
  });

  it('of a path that is not free leaves the proof of the pairs that are', async () => {
    const { check, asked, store } = page();
    const witness = { a: 1, b: 2, configuration: new Float64Array(1) };
    const broken = { ...free(), verdict: 'colliding', witness, witnesses: [witness] };
    await (await check()).answer(broken);
    expect(asked[1].kind).toBe('contact');
    await asked[1].answer({
      unsafe: [
        { a: 0, b: 3 },
        { a: 1, b: 2 },
      ],
      safe: [],
    });
    const except = [
      [0, 3],
      [1, 2],
    ];
    expect(asked[2]).toMatchObject({ kind: 'cover', request: { except } });
    await asked[2].answer({ pairs: [] });
    expect(store.state.results.cover).not.toBeNull();
    expect(store.state.results.check?.verdict).toBe('colliding');

    const other = page();
    const open = [{ a: 4, b: 5, segment: 0, from: 0, to: 1 }];
    await (await other.check()).answer({ ...free(), verdict: 'undecided', witness: null, open });
    expect(other.asked[1]).toMatchObject({ kind: 'cover', request: { except: [[4, 5]] } });
  });

  it('is dropped with the cell, the path or the settings', async () => {
    for (const change of [
      ({ store, engine }: ReturnType<typeof page>) => {
        engine.cellId = 2;
        store.update({ cell: cellNumber(2) });
      },
      ({ store }: ReturnType<typeof page>) => store.update({ path: pathNamed('second') }),
      ({ control }: ReturnType<typeof page>) => control.setCheck({ clearance: 0.01 }),
      ({ store }: ReturnType<typeof page>) => {
        const { settings } = store.state;
        store.update({ settings: { ...settings, check: { delta: 0.001 } } });
      },
    ]) {
      const made = page();
      await (await made.check()).answer(free());
      expect(made.verdict()).toBe('free');
      change(made);
      expect(made.verdict()).toBeNull();
      // The cover was still being asked for: it ends, and does not come back.
      expect(made.asked.at(-1)!.signal.aborted).toBe(true);
      await made.asked.at(-1)!.answer({ pairs: [] });
      expect(made.store.state.results.cover).toBeNull();
    }
  });

  it('does not arrive after what it is about has gone', async () => {
    const { store, check, verdict } = page();
    const asked = await check();
    store.update({ path: pathNamed('second') });
    expect(asked.signal.aborted).toBe(true);
    await asked.answer(free());
    expect(verdict()).toBeNull();
  });

  it('is not taken over by undo', async () => {
    const { store, check, verdict } = page();
    store.update({ path: pathNamed('second') }, { undoable: 'change' });
    await (await check()).answer(free());
    expect(verdict()).toBe('free');
    store.undo();
    expect(store.state.path?.name).toBe('first');
    expect(verdict()).toBeNull();
  });

  it('waits until the engine has the cell that is shown', async () => {
    const { store, engine, asked, check, settle, verdict } = page();
    store.update({ cell: cellNumber(2) });
    await check();
    expect(asked).toHaveLength(0);
    engine.cellId = 2;
    await vi.advanceTimersByTimeAsync(50);
    expect(asked).toHaveLength(1);
    await asked[0].answer(free(2));
    await settle();
    expect(verdict()).toBe('free');
  });

  it('has details that give way to whatever is asked next', async () => {
    const { check, asked, control, store, settle } = page();
    await (await check()).answer(free());
    const cover = asked.at(-1)!;
    expect(cover.kind).toBe('cover');
    void control.sample(0.1);
    await settle();
    expect(cover.signal.aborted).toBe(true);
    expect(asked.at(-1)!.kind).toBe('sampled');
    expect(asked.at(-1)!.signal.aborted).toBe(false);
    await asked.at(-1)!.answer({ verdict: 'no collision found', at: new Float64Array(0) });
    expect(store.state.results.sampled?.verdict).toBe('no collision found');
    expect(store.state.results.check?.verdict).toBe('free');
    // And come back once it is quiet.
    await vi.advanceTimersByTimeAsync(1000);
    expect(asked.map(({ kind }) => kind)).toEqual(['check', 'cover', 'sampled', 'cover']);
    await asked[3].answer({ pairs: [] });
    await asked[4].answer({ pairs: [] });
    await vi.advanceTimersByTimeAsync(1000);
    expect(asked.slice(4).map(({ kind }) => kind)).toEqual(['profile']);
    expect(store.state.results.profile).not.toBeNull();
  });

  it('has details that stay away once they are cancelled', async () => {
    const { check, asked, control } = page();
    await (await check()).answer(free());
    const cancelled = new Error('cancelled');
    cancelled.name = 'AbortError';
    await asked[1].fail(cancelled);
    await asked[2].fail(cancelled);
    void control.sample(0.1);
    await vi.advanceTimersByTimeAsync(0);
    await asked[3].answer({ verdict: 'no collision found', at: new Float64Array(0) });
    await vi.advanceTimersByTimeAsync(1000);
    expect(asked.map(({ kind }) => kind)).toEqual(['check', 'cover', 'profile', 'sampled']);
  });

  it('is refused if it is of another model', async () => {
    const { check, verdict, faults } = page();
    await (await check()).answer(free(7));
    expect(verdict()).toBeNull();
    expect(faults).toHaveLength(1);
  });

  it('stays away when the check is cancelled, and says what went wrong when it fails', async () => {
    const { check, verdict, faults, control } = page();
    const cancelled = new Error('cancelled');
    cancelled.name = 'AbortError';
    await (await check()).fail(cancelled);
    expect(faults).toEqual([]);
    await (await check()).fail(new Error('broken'));
    expect(faults).toHaveLength(1);
    expect(verdict()).toBeNull();
    expect(control.isChecking).toBe(false);
  });

  it('comes by itself with "keep checking", once things are quiet', async () => {
    const { store, asked, control, verdict } = page();
    control.set({ keepChecking: true });
    store.update({ path: pathNamed('second') });
    store.update({ path: pathNamed('third') });
    await vi.advanceTimersByTimeAsync(200);
    expect(asked).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(200);
    expect(asked.map(({ kind }) => kind)).toEqual(['check']);
    await asked[0].answer(free());
    expect(verdict()).toBe('free');
  });
});
