/** After an edit: what is still proven is told at once, the rest is proven, and no answer of another cell is ever shown. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { writeObj } from '../../src/formats/index.ts';
import { keptShareText } from '../../src/words/index.ts';
import { throttled } from '../../studio/engine/host.ts';
import type {
  Change,
  CheckAnswer,
  Job,
  LeftTimes,
  OpenedCell,
  PathData,
  Progress,
  RecheckAnswer,
} from '../../studio/engine/protocol.ts';
import { Session } from '../../studio/engine/session.ts';
import type { JobOptions } from '../../studio/model/host.ts';
import { Store } from '../../studio/model/state.ts';
import { TimeAxis } from '../../studio/timeline/axis.ts';
import { Controller } from '../../studio/timeline/controller.ts';
import { keptBand, keptShare } from '../../studio/timeline/intervals.ts';
import { cube } from '../helpers/oracles/meshes.ts';
import { ARM } from '../helpers/studio/arm.ts';
import { armSession, at, BLOCK, motion, opened, utf8 } from '../helpers/studio/sessions.ts';

describe('a recheck of the engine', () => {
  /** Eight segments of half a radian. */
  const path = motion(-2, -1.5, -1, -0.5, 0, 0.5, 1, 1.5, 2);

  /** The answer, and what was told to be left open. */
  async function rechecked(session: Session, text: string, own: PathData = path) {
    const told: LeftTimes[] = [];
    const answer = await session.run('recheck', { path: own, text }, ({ left }) => {
      if (left) told.push(left);
    });
    expect(told).toHaveLength(1);
    return { answer, left: told[0] };
  }

  const plain = ({ milliseconds: _, ...answer }: CheckAnswer) => answer;
  /** How much of the segments, of which each is 1, is kept. */
  const kept = (left: LeftTimes) =>
    left.reduce((sum, times) => sum + times.reduce((n, t, i) => n + (i % 2 ? -t : t), 1), 0);

  it('tells what holds in the edited cell, and answers as a check does', async () => {
    const session = armSession();
    session.edit([
      { ...BLOCK, pose: at(0, 1, 0) },
      { ...BLOCK, name: 'far', pose: at(3, 0, 0) },
    ]);
    const { text } = (await session.run('cover', { path }))!;
    expect(text).toBeDefined();
    const edits: readonly [Change, number, number][] = [
      [{ kind: 'rename', obstacle: 1, name: 'other' }, 8, 8],
      [{ kind: 'move', obstacle: 0, pose: at(0, 0.9, 0) }, 5, 7.9],
      [{ kind: 'move', obstacle: 0, pose: at(0, 0.7, 0) }, 3, 7],
      [{ kind: 'remove', obstacle: 1 }, 3, 7],
      [{ kind: 'move', obstacle: 0, pose: at(0, 1, 0) }, 8, 8],
    ];
    const verdicts: string[] = [];
    for (const [edit, least, most] of edits) {
      session.edit([edit]);
      const { answer, left } = await rechecked(session, text!);
      verdicts.push(answer.check.verdict);
      expect(plain(answer.check)).toEqual(plain(await session.run('check', { path })));
      expect(answer.text === null).toBe(answer.check.verdict !== 'free');
      expect(kept(left)).toBeGreaterThanOrEqual(least);
      expect(kept(left)).toBeLessThanOrEqual(most);
      // What is said to be proven is free, wherever one looks.
      for (let k = 0; k < 400; k++) {
        const segment = Math.floor(k / 50);
        const t = (k % 50) / 49;
        const ends = left[segment];
        const isLeft = ends.some((end, i) => i % 2 === 0 && end <= t && t <= ends[i + 1]);
        if (isLeft) continue;
        const configuration = Float64Array.of(-2 + (segment + t) / 2);
        expect((await session.run('pose', { configuration })).colliding).toEqual([]);
      }
    }
    expect(verdicts).toEqual(['free', 'free', 'colliding', 'colliding', 'free']);
  });

  it('begins the next one with what the last one proved', async () => {
    const session = armSession();
    session.edit([{ ...BLOCK, pose: at(0, 1, 0) }]);
    const { text } = (await session.run('cover', { path }))!;
    session.edit([{ kind: 'move', obstacle: 0, pose: at(0, 0.88, 0) }]);
    const first = await rechecked(session, text!);
    expect(kept(first.left)).toBeLessThan(8);
    const again = await rechecked(session, first.answer.text!);
    expect(kept(again.left)).toBe(8);
  });

  it('does not say that those are apart of whom one is inside the other', async () => {
    const session = new Session();
    const room = '{name: room, shape: {mesh: room.obj, solid: false}}';
    opened(
      session,
      new Map([
        ['arm.urdf', utf8(ARM)],
        ['room.obj', utf8(writeObj(cube(3)))],
        [
          'cell.yaml',
          utf8(
            `surepath: 1\nrobots: [{urdf: arm.urdf}]\nobstacles: [${room}]\nallow: [[base, upper]]\n`,
          ),
        ],
      ]),
    );
    const { text } = (await session.run('cover', { path }))!;
    session.edit([{ kind: 'solid', obstacle: 0, solid: true }]);
    const { answer, left } = await rechecked(session, text!);
    expect(answer.check.verdict).toBe('colliding');
    // No surface comes near another one: the old steps hold, every one of them.
    expect(left).toEqual(Array(8).fill([0, 1]));
  });

  it('has what is left told at once, however soon it comes', () => {
    const posted: Progress[] = [];
    const report = throttled(
      (progress) => posted.push(progress),
      () => 0,
    );
    report({ what: 'first', done: 0, of: 1 });
    report({ what: 'second', done: 0, of: 1 });
    report({ what: 'kept', done: 0, of: 1, left: [[]] });
    report({ what: 'fourth', done: 1, of: 1 });
    expect(posted.map(({ what }) => what)).toEqual(['first', 'kept']);
  });
});

describe('marks of what is still proven', () => {
  const axis = new TimeAxis({
    waypoints: [0, 1, 3].map((x) => Float64Array.of(x)),
    times: [0, 1, 3],
  });

  it('are what is not left', () => {
    const left = [[], [0.25, 0.5, 0.75, 1]];
    expect(keptBand(axis, left)).toEqual([
      { kind: 'free', from: 0, to: 1 },
      { kind: 'free', from: 1, to: 1.5 },
      { kind: 'open', from: 1.5, to: 2 },
      { kind: 'free', from: 2, to: 2.5 },
      { kind: 'open', from: 2.5, to: 3 },
    ]);
    expect(keptShare(axis, left)).toBeCloseTo(2 / 3, 12);
    expect(
      keptBand(axis, [
        [0, 1],
        [0, 1],
      ]).map(({ kind }) => kind),
    ).toEqual(['open']);
    expect(keptShare(axis, [[], []])).toBe(1);
    expect(keptShare(axis, [[0.5, 0.5 + 1e-17], []])).toBeLessThan(1);
  });

  it('are never said to be more than they are', () => {
    expect(keptShareText(0.93999)).toBe(
      'still proven after the edit: 93 % of the path; the rest is being proven',
    );
    expect(keptShareText(1 - Number.EPSILON)).toContain('99 % of the path');
    expect(keptShareText(1)).toContain('all of the path');
    expect(keptShareText(0)).toContain('hardly anything');
    expect(keptShareText(null)).not.toContain('%');
  });
});

describe('the page after an edit', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const cellNumber = (id: number) =>
    ({
      ...{ id, digest: `digest ${id}`, description: { robots: [] }, dofs: [] },
    }) as unknown as OpenedCell;
  const pathNamed = (name: string): PathData => ({
    name,
    waypoints: [new Float64Array(0), new Float64Array(0)],
  });
  const free = (id: number) => ({
    ...{ verdict: 'free', digest: `digest ${id}`, witnesses: [], open: [] },
  });

  interface Asked {
    readonly kind: Job;
    readonly request: { readonly text?: string };
    readonly options: JobOptions;
    answer(value: unknown): Promise<void>;
    fail(error: Error): Promise<void>;
  }

  /** A page whose path is proven in cell 1. */
  async function proven() {
    const store = new Store();
    const engine = { cellId: 1 };
    const asked: Asked[] = [];
    const faults: unknown[] = [];
    const settle = async () => {
      await vi.advanceTimersByTimeAsync(0);
    };
    store.update({ cell: cellNumber(1), path: pathNamed('first') });
    const control = new Controller({
      ...{ store, engine },
      dialogs: { fault: (error) => faults.push(error) },
      run: (kind, request, options) =>
        new Promise<never>((resolve, reject) => {
          asked.push({
            ...{ kind, request: request as Asked['request'], options },
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
    void control.check();
    await settle();
    await asked[0].answer(free(1));
    await asked[1].answer({ pairs: [], text: 'proof 1' });
    await asked[2].answer({ pairs: [] });
    const edit = (id: number) => {
      engine.cellId = id;
      store.update({ cell: cellNumber(id) }, { undoable: 'move' });
    };
    const quiet = () => vi.advanceTimersByTimeAsync(300);
    const rechecks = () => asked.filter(({ kind }) => kind === 'recheck');
    const answered = (id: number, text: string | null): RecheckAnswer =>
      ({ check: free(id), text }) as unknown as RecheckAnswer;
    const says = (left: LeftTimes) =>
      rechecks().at(-1)!.options.onProgress!({ what: '', done: 0, of: 1, left });
    return { store, engine, asked, faults, control, edit, quiet, rechecks, answered, says, settle };
  }

  it('has nothing of the old answer, rechecks by itself and shows marks, then the verdict', async () => {
    const { store, asked, control, edit, quiet, rechecks, answered, says } = await proven();
    expect(store.state.results.cover).not.toHaveProperty('text');
    expect(store.state.evidence?.text).toBe('proof 1');
    edit(2);
    const none = { check: null, cover: null, profile: null, sampled: null };
    expect(store.state.results).toEqual({ ...none, kept: null });
    expect(control.stillProven).toBeNull();
    await quiet();
    expect(rechecks()).toHaveLength(1);
    expect(rechecks()[0].request).toMatchObject({ text: 'proof 1', path: { name: 'first' } });
    expect(store.state.results).toEqual({ ...none, kept: { left: null } });
    expect(control.stillProven).toContain('being looked at');
    says([[0.25, 0.5]]);
    expect(store.state.results).toEqual({ ...none, kept: { left: [[0.25, 0.5]] } });
    expect(control.stillProven).toContain('75 % of the path');
    await rechecks()[0].answer(answered(2, 'proof 2'));
    expect(store.state.results.check).toMatchObject({ verdict: 'free', digest: 'digest 2' });
    expect(control.stillProven).toBeNull();
    expect(store.state.evidence?.text).toBe('proof 2');
    // Details come as after any check.
    expect(asked.at(-1)!.kind).toBe('cover');
  });

  it('begins again with the last proof after a further edit, also by undo', async () => {
    const { store, edit, engine, quiet, rechecks, answered, says } = await proven();
    edit(2);
    await quiet();
    says([[0, 1]]);
    edit(3);
    const [first] = rechecks();
    expect(first.options.signal!.aborted).toBe(true);
    expect(store.state.results.kept).toBeNull();
    // What comes too late is of another cell.
    first.options.onProgress!({ what: '', done: 0, of: 1, left: [[]] });
    await first.answer(answered(2, 'proof 2'));
    expect(store.state.results).toMatchObject({ check: null, kept: null });
    expect(store.state.evidence?.text).toBe('proof 1');
    await quiet();
    expect(rechecks()).toHaveLength(2);
    expect(rechecks()[1].request.text).toBe('proof 1');
    await rechecks()[1].answer(answered(3, 'proof 3'));
    store.undo();
    expect(store.state.results.check).toBeNull();
    engine.cellId = 2;
    await quiet();
    expect(rechecks()[2].request.text).toBe('proof 3');
    // Not free: there is no new proof, and the next edit begins with the old one.
    const broken = answered(2, null);
    await rechecks()[2].answer({ ...broken, check: { ...broken.check, verdict: 'colliding' } });
    expect(store.state.results.check?.verdict).toBe('colliding');
    edit(4);
    await quiet();
    expect(rechecks()[3].request.text).toBe('proof 3');
  });

  it('waits for the end of edits in a row, and gives way to a check that somebody asks for', async () => {
    const { edit, quiet, rechecks, control, settle, asked } = await proven();
    for (const id of [2, 3, 4]) {
      edit(id);
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(rechecks()).toHaveLength(0);
    await quiet();
    expect(rechecks()).toHaveLength(1);
    void control.check();
    await settle();
    expect(rechecks()[0].options.signal!.aborted).toBe(true);
    expect(asked.at(-1)!.kind).toBe('check');
  });

  it('shows no answer of another cell', async () => {
    const { store, edit, quiet, rechecks, answered, faults, control } = await proven();
    edit(2);
    await quiet();
    await rechecks()[0].answer(answered(7, 'proof 7'));
    expect(store.state.results).toMatchObject({ check: null, kept: null });
    expect(faults).toHaveLength(1);
    expect(control.isChecking).toBe(false);
  });

  it('says nothing where a recheck cannot be done or is cancelled, and claims nothing then', async () => {
    const { store, edit, quiet, rechecks, faults, control, says } = await proven();
    for (const [id, name] of [
      [2, 'Error'],
      [3, 'AbortError'],
    ] as const) {
      edit(id);
      await quiet();
      says([[]]);
      const error = new Error('no');
      error.name = name;
      await rechecks().at(-1)!.fail(error);
      expect(store.state.results).toMatchObject({ check: null, kept: null });
      expect(control.stillProven).toBeNull();
    }
    expect(faults).toEqual([]);
  });

  it('rechecks no other path, and nothing that was never proven', async () => {
    const { store, edit, quiet, rechecks } = await proven();
    store.update({ path: pathNamed('second') });
    await quiet();
    edit(2);
    await quiet();
    expect(rechecks()).toHaveLength(0);
  });
});
