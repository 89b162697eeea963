/** Planning again while things move: once for each broken path, provisional until proven, given up when something changes. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Job, OpenedCell, PathData } from '../../studio/engine/protocol.ts';
import { Editor } from '../../studio/model/editing.ts';
import { InHand } from '../../studio/model/inHand.ts';
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
  const view = { setCell: (cell: OpenedCell) => said.push(`shows cell ${cell.id}`) };
  const editor = new Editor({ ...host, view } as unknown as ConstructorParameters<
    typeof Editor
  >[0]);
  editor.opened(store.state.cell!);
  const inHand = new InHand(store, editor, () => view.setCell(store.state.cell!));
  /** The engine has made the last change that was asked for. */
  const made = async (id: number) => {
    engine.cellId = id;
    await of('edit').at(-1)!.answer(cellNumber(id));
  };
  return { store, asked, said, of, edit, settle, keep, inHand, made };
}

const at = (x: number) => ({
  obstacle: 0,
  pose: Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, x, 0, 0),
});
const placesOf = (edits: readonly Asked[]) =>
  edits.map(({ request }) => (request.changes as { pose: Float64Array }[])[0].pose[9]);

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
    // In another cell there may be another way.
    await edit(4);
    await of('check').at(-1)!.answer(answer(4, 'colliding'));
    expect(of('plan')).toHaveLength(2);
    await edit(5);
    await of('check').at(-1)!.answer(answer(5, 'free'));
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

  it('follows an obstacle in the hand wherever that rests: the newest place wins, and no older verdict is shown', async () => {
    const { store, of, settle, inHand, made, said } = page();
    store.update({ keepPlanning: true });
    await settle(400);
    await of('check')[0].answer(answer(1, 'free'));
    expect(store.state.results.check?.verdict).toBe('free');
    // From the first movement on there is no verdict; while the hand moves the cell is not changed.
    for (const x of [1, 2, 3, 4]) {
      inHand.move(at(x));
      expect(store.state.results.check).toBeNull();
      await settle(100);
    }
    expect(of('edit')).toHaveLength(0);
    expect(said.at(-1)).toContain('in the hand');
    await settle(30);
    expect(placesOf(of('edit'))).toEqual([4]);
    // It goes on before the cell is there: nothing is asked of that place, and of those after it the last counts.
    inHand.move(at(5));
    await settle(200);
    inHand.move(at(6));
    await made(2);
    expect(store.state).toMatchObject({ cell: { id: 2 }, hand: at(6) });
    await settle(100);
    expect(of('check')).toHaveLength(1);
    await settle(30);
    expect(placesOf(of('edit'))).toEqual([4, 6]);
    // Still in the hand, it is checked at once, and planned anew.
    await made(3);
    await settle(1);
    expect(store.state.hand).toBeNull();
    expect(of('check')).toHaveLength(2);
    await of('check')[1].answer(answer(3, 'colliding'));
    expect(of('plan')).toHaveLength(1);
    // Work on a place that the hand has left is given up, whatever it found.
    inHand.move(at(7));
    expect(of('plan')[0].signal.aborted).toBe(true);
    expect(store.state.results.check).toBeNull();
    await of('plan')[0].answer(planned(pathTo('too late')));
    expect(store.state.path?.name).toBe('first');
    await settle(130);
    await made(4);
    await settle(1);
    inHand.move(at(8));
    expect(of('check')[2].signal.aborted).toBe(true);
    await of('check')[2].answer(answer(4, 'free'));
    expect(store.state.results.check).toBeNull();
    await settle(130);
    await made(5);
    await settle(1);
    await of('check')[3].answer(answer(5, 'colliding'));
    await of('plan')[1].answer(planned(pathTo('around')));
    expect(store.state.provisional?.name).toBe('around');
    await of('check')[4].answer(answer(5, 'free'));
    expect(said.at(-1)).toBe('The path is proven free.');
    expect(store.state.holding).not.toBeNull();
    // Let go where it rests, the verdict stays; all of it is one step back.
    await inHand.drop(at(8));
    expect(store.state).toMatchObject({ hand: null, holding: null });
    expect(store.state.results.check?.verdict).toBe('free');
    expect(said.at(-1)).toBe('shows cell 5');
    expect(of('edit')).toHaveLength(4);
    store.undo();
    expect(store.state).toMatchObject({ cell: { id: 1 }, path: { name: 'first' } });
    expect(store.undoLabel).toBeNull();
  });

  it('shows no verdict of a place that was left before the hand let go elsewhere', async () => {
    const { store, of, settle, inHand, made } = page();
    store.update({ keepPlanning: true });
    await settle(400);
    await of('check')[0].answer(answer(1, 'free'));
    inHand.move(at(1));
    await settle(130);
    void inHand.drop(at(2));
    await made(2);
    // The change to where it lies is under way.
    expect(store.state).toMatchObject({ cell: { id: 2 }, hand: at(2) });
    await settle(1000);
    expect(of('check')).toHaveLength(1);
    await made(3);
    expect(store.state).toMatchObject({ cell: { id: 3 }, hand: null });
    await settle(400);
    expect(of('check')).toHaveLength(2);
    // Let go without a change, what was given up is asked again.
    inHand.move(at(5));
    expect(of('check')[1].signal.aborted).toBe(true);
    inHand.release();
    await settle(400);
    expect(of('edit')).toHaveLength(2);
    await of('check')[2].answer(answer(3, 'free'));
    expect(store.state.results.check?.verdict).toBe('free');
  });

  it('leaves the cell as it is until the hand lets go where plans are not kept up', async () => {
    const { store, of, settle, inHand, made } = page();
    const results = { ...store.state.results, check: answer(1, 'free') as never };
    store.update({ results });
    inHand.move(at(1));
    await settle(1000);
    expect(of('edit')).toHaveLength(0);
    expect(store.state.results).toBe(results);
    void inHand.drop(at(1));
    await settle();
    await made(2);
    expect(store.state.results.check).toBeNull();
  });
});
