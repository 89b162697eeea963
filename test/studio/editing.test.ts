/** Editing, undoing and opening against an engine that does what it is told when it is told. */
import { describe, expect, it } from 'vitest';
import { InputError, poseFromRpy } from '../../src/math/index.ts';
import type {
  OpenAnswer,
  OpenedCell,
  OpenRequest,
  Unopened,
} from '../../studio/engine/protocol.ts';
import { Editor } from '../../studio/model/editing.ts';
import { joined } from '../../studio/model/fileSets.ts';
import type { Host } from '../../studio/model/host.ts';
import { connectView, type LiveApp, type LiveView } from '../../studio/model/live.ts';
import { Nudges, type Step, stepped } from '../../studio/model/nudge.ts';
import { type Asking, Opener } from '../../studio/model/opening.ts';
import { writeStateFile } from '../../studio/model/snapshot.ts';
import { NO_RESULTS, Store } from '../../studio/model/state.ts';

interface Call {
  readonly kind: string;
  readonly request: unknown;
  answer(value: unknown): Promise<void>;
  fail(error: Error): Promise<void>;
}

/** Lets everything that waits for an answer go on. */
const settle = async () => {
  for (let i = 0; i < 10; i++) await Promise.resolve();
};

function makeCell(id: number, dofs = 2): OpenedCell {
  return {
    id,
    name: `cell ${id}`,
    dofs: Array(dofs).fill({ name: 'j' }),
    home: Array(dofs).fill(0),
    tools: ['tool'],
    paths: [],
    description: { obstacles: [{ name: 'table' }] },
  } as unknown as OpenedCell;
}

function makeApp() {
  const calls: Call[] = [];
  const faults: unknown[] = [];
  const said: string[] = [];
  const view: string[] = [];
  const app = {
    store: new Store(),
    prepare: () => undefined,
    view: {
      setCell: (cell: OpenedCell) => view.push(`cell ${cell.id}`),
      fit: () => view.push('fit'),
      setCamera: () => view.push('camera'),
    },
    dialogs: {
      fault: (error: unknown) => faults.push(error),
      say: (text: string) => said.push(text),
    },
    run: (kind: string, request: unknown) =>
      new Promise((resolve, reject) => {
        calls.push({
          kind,
          request,
          answer: (value) => {
            resolve(value);
            return settle();
          },
          fail: (error) => {
            reject(error);
            return settle();
          },
        });
      }),
  } as unknown as Host;
  return { app, calls, faults, said, view };
}

const MOVE = { kind: 'move', obstacle: 0, pose: [1] } as const;
const RENAME = { kind: 'rename', obstacle: 0, name: 'desk' } as const;

describe('editing', () => {
  const begin = () => {
    const made = makeApp();
    const editor = new Editor(made.app);
    const first = makeCell(1);
    editor.opened(first);
    made.app.store.update({ cell: first });
    return { ...made, editor, first, store: made.app.store };
  };

  it('shows what the engine makes, and undo asks it for the cell before', async () => {
    const { editor, calls, store, first } = begin();
    void editor.edit([MOVE], { label: 'move' });
    await settle();
    expect(calls[0]).toMatchObject({ kind: 'edit', request: { changes: [MOVE] } });
    expect(store.state.cell).toBe(first);
    const second = makeCell(2);
    await calls[0].answer(second);
    expect(store.state).toMatchObject({ cell: second, edits: [MOVE] });
    expect(calls).toHaveLength(1);
    store.undo();
    await settle();
    expect(store.state).toMatchObject({ cell: first, edits: [] });
    expect(calls[1].request).toEqual({ changes: [{ kind: 'restore', id: 1 }] });
    await calls[1].answer(makeCell(1));
    store.redo();
    await settle();
    expect(store.state.cell).toBe(second);
    expect(calls[2].request).toEqual({ changes: [{ kind: 'restore', id: 2 }] });
  });

  it('makes one edit after the other', async () => {
    const { editor, calls, store } = begin();
    void editor.edit([MOVE], { label: 'move' });
    void editor.edit([RENAME], { label: 'rename' });
    await settle();
    expect(calls).toHaveLength(1);
    await calls[0].answer(makeCell(2));
    expect(calls).toHaveLength(2);
    await calls[1].answer(makeCell(3));
    expect(store.state.cell?.id).toBe(3);
    expect(store.state.edits).toEqual([MOVE, RENAME]);
    store.undo();
    store.undo();
    expect(store.state.cell?.id).toBe(1);
  });

  it('does not show an edit that was overtaken by undo', async () => {
    const { editor, calls, store } = begin();
    void editor.edit([MOVE], { label: 'move' });
    await settle();
    await calls[0].answer(makeCell(2));
    void editor.edit([RENAME], { label: 'rename' });
    await settle();
    store.undo();
    await calls[1].answer(makeCell(3));
    expect(store.state.cell?.id).toBe(1);
    // Whatever the engine did, in the end it has the cell that is shown.
    for (let i = 2; i < calls.length; i++) await calls[i].answer(makeCell(1));
    expect(calls.at(-1)?.request).toEqual({ changes: [{ kind: 'restore', id: 1 }] });
  });

  it('says what is wrong, and leaves the cell as it was', async () => {
    const { editor, calls, store, faults, view, first } = begin();
    const done = editor.edit([RENAME], { label: 'rename' });
    await settle();
    const error = new InputError({ code: 'x', message: 'two bodies of one name' });
    await calls[0].fail(error);
    expect(await done).toBeNull();
    expect(faults).toEqual([error]);
    expect(store.state.cell).toBe(first);
    expect(store.undoLabel).toBeNull();
    // A hand may have left an obstacle elsewhere in the view.
    expect(view).toEqual(['cell 1']);
    void editor.edit([MOVE], { label: 'move' });
    await settle();
    await calls[1].answer(makeCell(2));
    expect(store.state.cell?.id).toBe(2);
  });

  it('drops the verdict with every change', async () => {
    const { editor, calls, store } = begin();
    store.update({ results: { ...NO_RESULTS, check: { verdict: 'free' } as never } });
    void editor.edit([MOVE], { label: 'move' });
    await settle();
    await calls[0].answer(makeCell(2));
    expect(store.state.results).toBe(NO_RESULTS);
  });
});

describe('steps by keys', () => {
  const begin = () => {
    const made = makeApp();
    const editor = new Editor(made.app);
    const cell = (id: number, pose = poseFromRpy(0, 0, 0, 1, 2, 3)): OpenedCell => ({
      ...makeCell(id),
      description: { obstacles: [{ name: 'table', pose }] } as never,
    });
    const first = cell(1);
    editor.opened(first);
    made.app.store.update({ cell: first, selection: 0 });
    return { ...made, cell, store: made.app.store, nudges: new Nudges(made.app.store, editor) };
  };
  const along: Step = { kind: 'move', axis: 0, sign: 1, size: 'small' };
  const about: Step = { kind: 'turn', axis: 2, sign: -1, size: 'large' };
  const poseOf = (call: Call) =>
    (call.request as { changes: { pose: Float64Array }[] }).changes[0].pose;

  it('move along and turn about the axes of the world, by small and large steps', () => {
    const pose = poseFromRpy(0.1, 0.2, 0.3, 1, 2, 3);
    const steps: [Partial<Step>, number, number][] = [
      [{}, 9, 1.01],
      [{ axis: 1, sign: -1 }, 10, 1.99],
      [{ axis: 2, size: 'large' }, 11, 3.1],
    ];
    for (const [step, i, value] of steps) {
      const expected = pose.slice();
      expected[i] = value;
      expect(stepped(pose, { ...along, ...step })).toEqual(expected);
    }
    const [upright, angle] = [poseFromRpy(0, 0, 0.3, 1, 2, 3), 0.3 - Math.PI / 12];
    const expected = poseFromRpy(0, 0, angle, 1, 2, 3);
    stepped(upright, about).forEach((x, i) => {
      expect(x).toBeCloseTo(expected[i], 12);
    });
  });

  it('are undone together, and those pressed meanwhile are one edit', async () => {
    const { nudges, calls, store, cell } = begin();
    for (let i = 0; i < 4; i++) void nudges.step(along);
    void nudges.step(about);
    await settle();
    expect(calls).toHaveLength(1);
    expect(poseOf(calls[0])[9]).toBe(1.01);
    await calls[0].answer(cell(2, poseOf(calls[0])));
    expect(calls).toHaveLength(2);
    expect(poseOf(calls[1])[9]).toBe(1.04);
    await calls[1].answer(cell(3, poseOf(calls[1])));
    await calls[2].answer(cell(4, poseOf(calls[2])));
    expect(calls).toHaveLength(3);
    expect(store.undoLabel).toBe('turn table');
    store.undo();
    expect(store.undoLabel).toBe('move table');
    store.undo();
    expect(store.state.cell?.id).toBe(1);
    expect(store.undoLabel).toBeNull();
  });

  it('are forgotten when one is taken back before it is there', async () => {
    const { nudges, calls, store, cell } = begin();
    void nudges.step(along);
    await settle();
    await calls[0].answer(cell(2, poseOf(calls[0])));
    void nudges.step(along);
    void nudges.step(along);
    await settle();
    store.undo();
    await calls[1].answer(cell(3, poseOf(calls[1])));
    for (let i = 2; i < calls.length; i++) await calls[i].answer(cell(1));
    expect(store.state.cell?.id).toBe(1);
    expect(calls.filter(({ request }) => JSON.stringify(request).includes('"move"'))).toHaveLength(
      2,
    );
    store.update({ selection: null });
    await nudges.step(along);
    expect(store.state.cell?.id).toBe(1);
  });
});

describe('an obstacle in hand', () => {
  it('is asked about where the hand is, and changes the cell when it lets go', async () => {
    const { app, calls } = makeApp();
    const asked: { moved: readonly unknown[]; answer: (pose: unknown) => Promise<void> }[] = [];
    const view = new Proxy({} as LiveView, {
      get: (target, name) => Reflect.get(target, name) ?? (() => undefined),
    });
    const engine = {
      call: (_: string, { moved }: { moved: readonly unknown[] }) =>
        new Promise((resolve) => {
          asked.push({
            moved,
            answer: (pose) => {
              resolve(pose);
              return settle();
            },
          });
        }),
    };
    const editor = new Editor(app);
    connectView({ ...app, view, engine } as unknown as LiveApp, editor);
    const { store } = app;
    const first = makeCell(1);
    editor.opened(first);
    store.update({ cell: first, configuration: new Float64Array(2) });
    await settle();
    expect(asked[0].moved).toEqual([]);
    await asked[0].answer({ colliding: [] });
    const results = { ...NO_RESULTS, check: { verdict: 'free' } as never };
    store.update({ results });
    const poses = [1, 2, 3].map((x) => poseFromRpy(0, 0, 0, x, 0, 0));
    view.onMoveObstacle(0, poses[0], 'drag');
    view.onMoveObstacle(0, poses[1], 'drag');
    await settle();
    // One question at a time; in between only the latest place counts.
    expect(asked).toHaveLength(2);
    await asked[1].answer({ colliding: [] });
    expect(asked[2].moved).toEqual([{ obstacle: 0, pose: poses[1] }]);
    expect(store.state.results).toBe(results);
    expect(calls).toEqual([]);
    const shown = { colliding: [] };
    await asked[2].answer(shown);
    expect(store.state.pose).toBe(shown);
    view.onMoveObstacle(0, poses[2], 'end');
    await settle();
    expect(calls[0].request).toEqual({ changes: [{ kind: 'move', obstacle: 0, pose: poses[2] }] });
    await calls[0].answer(makeCell(2));
    expect(store.state).toMatchObject({ hand: null, pose: null, results: NO_RESULTS });
    // What was asked of the cell before is no answer any more.
    await asked[3].answer({ colliding: [] });
    expect(store.state.pose).toBeNull();
    expect(asked[4].moved).toEqual([]);
    await asked[4].answer(shown);
    expect(store.state.pose).toBe(shown);

    view.onMoveObstacle(0, poses[0], 'end');
    await settle();
    await calls[1].fail(new InputError({ code: 'x', message: 'no' }));
    expect(store.state.hand).toBeNull();
    expect(store.state.cell?.id).toBe(2);

    store.update({ selection: 0 });
    view.onMoveObstacle(0, poses[0], 'drag');
    expect(store.state.hand).not.toBeNull();
    store.update({ selection: null });
    expect(store.state.hand).toBeNull();
    await settle();
    expect(calls).toHaveLength(2);
  });
});

describe('opening', () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const begin = (asked: (unopened: Unopened, request: OpenRequest) => OpenRequest | null) => {
    const made = makeApp();
    const offered: unknown[] = [];
    const asking: Asking & { waits: boolean } = {
      waits: false,
      ask: async (unopened, request) => asked(unopened, request),
      offer(files) {
        if (asking.waits) offered.push(files);
        return asking.waits;
      },
    };
    const editor = new Editor(made.app);
    const opener = new Opener(made.app, editor, asking);
    const hold = (cell: OpenedCell) => {
      editor.opened(cell);
      made.app.store.update({ cell });
    };
    return { ...made, opener, asking, offered, hold, store: made.app.store };
  };
  const opened = (cell: OpenedCell): OpenAnswer => ({ opened: true, cell });
  const missing: Unopened = {
    kind: 'missing',
    missing: [{ reference: 'a.stl', needed: true }],
    candidates: [],
  };

  it('goes on with what is added until there is a cell', async () => {
    const stl = new Map([['a.stl', bytes('solid')]]);
    const { opener, calls, store } = begin((unopened, request) => {
      expect(unopened).toBe(missing);
      return { ...request, files: joined(request.files, stl) };
    });
    const urdf = bytes('<robot/>');
    const done = opener.give(new Map([['arm.urdf', urdf]]));
    await settle();
    await calls[0].answer({ opened: false, unopened: missing });
    expect(calls[1].request).toEqual({ files: new Map([['arm.urdf', urdf], ...stl]) });
    await calls[1].answer(opened(makeCell(1)));
    await done;
    expect(store.state).toMatchObject({ source: { kind: 'files' }, tool: 'tool', edits: [] });
    expect(store.state.configuration).toEqual(new Float64Array(2));
  });

  it('keeps the open cell when nobody goes on', async () => {
    const { opener, calls, store, hold } = begin(() => null);
    const cell = makeCell(1);
    hold(cell);
    const done = opener.give(new Map([['arm.urdf', bytes('')]]));
    await settle();
    await calls[0].answer({ opened: false, unopened: missing });
    await done;
    expect(store.state.cell).toBe(cell);
  });

  it('gives files to the dialog that waits for them', async () => {
    const { opener, calls, asking, offered } = begin(() => null);
    asking.waits = true;
    const files = new Map([['a.stl', bytes('x')]]);
    await opener.give(files);
    expect(offered).toEqual([files]);
    expect(calls).toEqual([]);
  });

  it('takes a path, a mesh or a cell for what it is when a cell is open', async () => {
    const { opener, calls, store, hold } = begin(() => null);
    hold(makeCell(1));
    const meshes: string[] = [];
    opener.onMesh = (file) => meshes.push(file);
    await opener.give(new Map([['part.STL', bytes('solid')]]));
    expect(meshes).toEqual(['part.STL']);

    const text = bytes('{"joints": ["a"], "waypoints": [[1]]}');
    const done = opener.give(new Map([['p.json', text]]));
    await settle();
    expect(calls[0]).toMatchObject({ kind: 'readPath', request: { file: 'p.json', bytes: text } });
    const path = { name: 'p.json', waypoints: [new Float64Array([3, 4])] };
    await calls[0].answer({ path, notes: [] });
    await done;
    expect(store.state).toMatchObject({ path, time: 0, configuration: path.waypoints[0] });
    expect(store.undoLabel).toBe('open p.json');

    void opener.give(new Map([['c.yaml', bytes('# a cell\nsurepath: 1\nrobots: []\n')]]));
    await settle();
    expect(calls[1].kind).toBe('open');
  });

  it('reads what robots look like once the cell is shown, and again with what was missing', async () => {
    const { opener, calls, store } = begin(() => null);
    const urdf = new Map([['arm.urdf', bytes('<robot/>')]]);
    void opener.give(urdf);
    await settle();
    await calls[0].answer(opened(makeCell(1)));
    expect(store.state).toMatchObject({ cell: { id: 1 }, visuals: null });
    expect(calls[1]).toMatchObject({ kind: 'visuals', request: {} });
    const missing = [{ reference: 'package://arm/visual/skin.dae', needed: false }];
    await calls[1].answer({ robots: [], missing, notes: [] });
    expect(store.state.visuals?.missing).toEqual(missing);

    const kept = { configuration: new Float64Array([1, 2]), edits: [MOVE] };
    store.update(kept, { undoable: 'a change' });
    const skin = new Map([['skin.dae', bytes('<COLLADA/>')]]);
    const done = opener.give(skin);
    await settle();
    expect(calls[2]).toMatchObject({ kind: 'visuals', request: { files: skin } });
    await calls[2].answer({ robots: [], missing: [], notes: [] });
    await done;
    expect(store.state).toMatchObject({ ...kept, visuals: { missing: [] } });
    expect(store.state.files).toEqual(new Map([...urdf, ...skin]));
    expect(store.undoLabel).toBe('a change');
    expect(calls).toHaveLength(3);
  });

  it('draws nothing of a cell that was left meanwhile', async () => {
    const { opener, calls, store } = begin(() => null);
    for (const name of ['a.urdf', 'b.urdf']) {
      void opener.give(new Map([[name, bytes('<robot/>')]]));
      await settle();
    }
    await calls[0].answer(opened(makeCell(1)));
    await calls[1].answer(opened(makeCell(2)));
    expect(calls.map(({ kind }) => kind)).toEqual(['open', 'open', 'visuals', 'visuals']);
    await calls[2].answer({ robots: [], missing: [], notes: [] });
    expect(store.state.visuals).toBeNull();
    await calls[3].answer({ robots: [], missing: [], notes: [] });
    expect(store.state.visuals).not.toBeNull();
  });

  it('opens a saved state, and refuses one of another cell', async () => {
    const { opener, calls, store, faults, view } = begin(() => null);
    const snapshot = {
      cell: null,
      entry: 'cell.yaml',
      edits: [],
      configuration: [0.5, -0.5],
      path: { name: 'p', waypoints: [new Float64Array([0.5, -0.5])] },
      start: [1, 1],
      goal: null,
      time: 7,
      layers: { collision: true },
      camera: { position: [1, 2, 3], target: [0, 0, 0] },
      check: { clearance: 0.02 },
    } as const;
    const files = new Map([['cell.yaml', bytes('surepath: 1\n')]]);
    const file = new Map([['x.surepath.json', bytes(writeStateFile(snapshot, files))]]);
    const done = opener.give(file);
    await settle();
    expect(calls[0].request).toEqual({ files, entry: 'cell.yaml' });
    await calls[0].answer(opened(makeCell(1)));
    await done;
    expect(store.state).toMatchObject({
      configuration: new Float64Array([0.5, -0.5]),
      path: snapshot.path,
      start: new Float64Array([1, 1]),
      goal: null,
      time: 0,
      layers: { collision: true, visual: true },
      settings: { check: { clearance: 0.02 } },
    });
    expect(view).toContain('camera');
    expect(store.undoLabel).toBeNull();

    const other = opener.give(file);
    await settle();
    expect(calls.map(({ kind }) => kind)).toEqual(['open', 'visuals', 'open']);
    await calls[2].answer(opened(makeCell(2, 3)));
    await other;
    expect(String(faults[0])).toContain('2 joint values, the cell 3');
  });
});
