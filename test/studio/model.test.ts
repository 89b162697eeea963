/** The parts of the page's model that need no page: memory, saved states, archives, small rules. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InputError, identityPose, poseFromRpy } from '../../src/math/index.ts';
import { visible } from '../../src/words/index.ts';
import type {
  Change,
  CheckAnswer,
  DofInfo,
  OpenedCell,
  PathData,
} from '../../studio/engine/protocol.ts';
import { withValue } from '../../studio/model/dofs.ts';
import { shortened } from '../../studio/model/edits.ts';
import { joined } from '../../studio/model/fileSets.ts';
import { millimetres, rpyOf, short } from '../../studio/model/format.ts';
import { History } from '../../studio/model/history.ts';
import { pressed } from '../../studio/model/keys.ts';
import {
  fitsLink,
  linkOf,
  looksLikeStateFile,
  readSnapshot,
  readStateFile,
  type Snapshot,
  snapshotOfHash,
  takeSnapshot,
  writeStateFile,
} from '../../studio/model/snapshot.ts';
import { initialState, NO_RESULTS, Store } from '../../studio/model/state.ts';
import { withWaypoint } from '../../studio/model/waypoint.ts';
import { crc32, zip } from '../../studio/model/zip.ts';

describe('joints that were moved by hand', () => {
  it('go back, one way of the hand at a time, and a motion that plays is no step', () => {
    const store = new Store();
    store.update({ configuration: Float64Array.of(0) });
    const drag = (...values: number[]) => {
      for (const value of values) {
        const configuration = Float64Array.of(value);
        store.update({ configuration }, { undoable: 'move a', merge: 'joint a' });
      }
      store.seal();
    };
    drag(0.1, 0.2);
    drag(0.3, 0.4);
    store.update({ configuration: Float64Array.of(9) });
    expect(store.undoLabel).toBe('move a');
    store.undo();
    expect([...store.state.configuration]).toEqual([0.2]);
    store.undo();
    expect([...store.state.configuration]).toEqual([0]);
    expect(store.undoLabel).toBe(null);
    store.redo();
    expect([...store.state.configuration]).toEqual([0.2]);
  });
});

describe('names from files', () => {
  it('turn no text around, and say that they wanted to', () => {
    expect(visible('arm\u202egnp.exe\u202c')).toBe('arm\\u202egnp.exe\\u202c');
    expect(visible('a\u0000b\u001b[31mc\u2066d\u200fe\u061cf')).toBe(
      'a\\u0000b\\u001b[31mc\\u2066d\\u200fe\\u061cf',
    );
    expect(visible('Größe 関節 مفصل\n\t🦾')).toBe('Größe 関節 مفصل\n\t🦾');
  });
});

describe('the memory of changes', () => {
  const make = () => new History({ a: 0, b: 0, free: 0 }, ['a', 'b']);

  it('takes back and brings again', () => {
    const history = make();
    history.update({ a: 1 }, { undoable: 'first' });
    history.update({ b: 2, free: 3 }, { undoable: 'second' });
    expect(history.undoLabel).toBe('second');
    history.undo();
    // What is not remembered stays as it is.
    expect(history.state).toEqual({ a: 1, b: 0, free: 3 });
    expect([history.undoLabel, history.redoLabel]).toEqual(['first', 'second']);
    history.redo();
    expect(history.state).toEqual({ a: 1, b: 2, free: 3 });
    history.undo();
    history.undo();
    expect(history.undo()).toBe(false);
    expect(history.state).toEqual({ a: 0, b: 0, free: 3 });
  });

  it('forgets what was undone when something else is done', () => {
    const history = make();
    history.update({ a: 1 }, { undoable: 'first' });
    history.undo();
    history.update({ a: 2 }, { undoable: 'other' });
    expect(history.redo()).toBe(false);
    expect(history.state.a).toBe(2);
  });

  it('takes a run of merged changes back as one, until it is sealed', () => {
    const history = make();
    for (const a of [1, 2, 3]) history.update({ a }, { undoable: 'drag', merge: 'drag' });
    history.seal();
    history.update({ a: 4 }, { undoable: 'drag', merge: 'drag' });
    history.undo();
    expect(history.state.a).toBe(3);
    history.undo();
    expect(history.state.a).toBe(0);
    history.redo();
    expect(history.state.a).toBe(3);
  });

  it('tells listeners of the keys that changed, and nobody of what did not', () => {
    const history = make();
    const heard: string[] = [];
    const end = history.subscribe(['a', 'b'], ({ a, b }, changed) => {
      heard.push(`${a} ${b} ${[...changed].join()}`);
    });
    history.update({ free: 1 });
    history.update({ a: 0 });
    history.update({ a: 1, free: 2 });
    end();
    history.update({ a: 2 });
    expect(heard).toEqual(['1 0 a,free']);
  });

  it('lets a listener update again', () => {
    const history = make();
    history.subscribe(['a'], ({ a }) => history.update({ b: 10 * a }));
    history.update({ a: 2 });
    expect(history.state).toEqual({ a: 2, b: 20, free: 0 });
  });

  it('comes back to where it was, whatever was done (100 random runs)', () => {
    const step = fc.record({
      key: fc.constantFrom('a' as const, 'b' as const),
      value: fc.integer({ min: 0, max: 3 }),
      merge: fc.option(fc.constantFrom('x', 'y'), { nil: undefined }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const history = make();
        for (const { key, value, merge } of steps) {
          history.update(
            { [key]: value },
            { undoable: 'step', ...(merge === undefined ? {} : { merge }) },
          );
        }
        const end = history.state;
        let undone = 0;
        while (history.undo()) undone++;
        expect(history.state).toEqual({ a: 0, b: 0, free: 0 });
        for (let i = 0; i < undone; i++) history.redo();
        expect(history.state).toEqual(end);
      }),
      { seed: 7, numRuns: 100 },
    );
  });
});

describe('the state', () => {
  const cell = (id: number) => ({ id }) as OpenedCell;
  const path: PathData = { name: 'p', waypoints: [new Float64Array([0])] };
  const check = { verdict: 'free' } as CheckAnswer;

  it('keeps no verdict of another cell or path', () => {
    const changes = [{ cell: cell(2) }, { path: { ...path } }, { cell: null }, { path: null }];
    for (const change of changes) {
      const store = new Store();
      store.update({ cell: cell(1), path });
      store.update({ results: { ...NO_RESULTS, check } });
      store.update({ time: 1 });
      expect(store.state.results.check).toBe(check);
      store.update(change, { undoable: 'change' });
      expect(store.state.results).toBe(NO_RESULTS);
    }
  });

  it('keeps none when a change is undone either', () => {
    const store = new Store();
    store.update({ cell: cell(1), path });
    store.update({ cell: cell(2) }, { undoable: 'move' });
    store.update({ results: { ...NO_RESULTS, check } });
    store.undo();
    expect(store.state.cell?.id).toBe(1);
    expect(store.state.results).toBe(NO_RESULTS);
    store.update({ results: { ...NO_RESULTS, check } });
    store.redo();
    expect(store.state.results).toBe(NO_RESULTS);
  });
});

const SNAPSHOT: Snapshot = {
  cell: 'two-arms',
  entry: 'two-arms/cell.yaml',
  edits: [
    { kind: 'move', obstacle: 1, pose: [...poseFromRpy(0.1, 0.2, 0.3, 1, 2, 3)] },
    {
      kind: 'add',
      name: 'pole',
      shape: { kind: 'cylinder', radius: 0.1, length: 1 },
      pose: [...identityPose()],
    },
    { kind: 'allow', a: 'left/tool', b: 'pole', reason: 'tests <b>' },
    { kind: 'pair-clearance', a: 'a', b: 'b', distance: null },
    { kind: 'shape', obstacle: 2, part: 1, size: { kind: 'mesh', sizes: [1 / 3] } },
    { kind: 'shape', obstacle: 0, part: 0, size: { kind: 'box', sizes: [1, 2, 0.1] } },
  ],
  configuration: [0.1, 1 / 3],
  path: {
    name: 'planned',
    waypoints: [new Float64Array([0.1, 1 / 3]), new Float64Array([Math.PI, -1e-17])],
    times: [0, 1.5],
    velocities: [null, new Float64Array([0, 0])],
    interpolation: 'controller',
  },
  start: [0, 0],
  goal: null,
  time: 0.25,
  layers: { visual: true, collision: true },
  camera: { position: [1, 2, 3], target: [0, 0, 0.5] },
  check: { clearance: 0.01, method: 'refined' },
};

describe('saved states', () => {
  it('say the same in a link, to the last bit', () => {
    const hash = linkOf(SNAPSHOT)!;
    expect(hash).toMatch(/^#state=[A-Za-z0-9_-]+$/);
    expect(snapshotOfHash(hash)).toEqual(SNAPSHOT);
  });

  it('say the same in a file, with all files of the cell', () => {
    const bytes = Uint8Array.from({ length: 40_000 }, (_, i) => (i * 31) & 255);
    const files = new Map([
      ['cell.yaml', new TextEncoder().encode('surepath: 1\n')],
      ['meshes/ä.stl', bytes],
    ]);
    const text = new TextEncoder().encode(writeStateFile(SNAPSHOT, files));
    expect(looksLikeStateFile('x.surepath.json', text)).toBe(true);
    expect(looksLikeStateFile('x.urdf', text)).toBe(false);
    const read = readStateFile(text);
    expect(read.files).toEqual(files);
    // The files are those of the cell with its edits.
    expect(read.snapshot).toEqual({ ...SNAPSHOT, cell: null, edits: [] });
  });

  it('keep what several robots do, each with its own timing', () => {
    const motion: PathData = {
      name: 'left',
      waypoints: [new Float64Array([0]), new Float64Array([1 / 3])],
      times: [0, 2],
    };
    const path: PathData = {
      name: 'both',
      waypoints: [new Float64Array([0, 1]), new Float64Array([1 / 3, 1])],
      tracks: [{ name: 'left', dofs: [1], offset: 0.5, motion }],
      standing: new Float64Array([0, 1]),
    };
    const snapshot = { ...SNAPSHOT, path };
    expect(snapshotOfHash(linkOf(snapshot)!)).toEqual(snapshot);
    for (const dofs of [[2], [-1], [0.5], [0, 0]]) {
      const wrong = { ...path, tracks: [{ ...path.tracks![0], dofs }] };
      expect(() => snapshotOfHash(linkOf({ ...SNAPSHOT, path: wrong })!)).toThrow('track');
    }
  });

  it('are taken from the state', () => {
    const state = {
      ...initialState(),
      source: { kind: 'gallery', name: 'maze' } as const,
      configuration: new Float64Array([1, 2]),
    };
    const taken = takeSnapshot(state, null);
    expect(taken).toMatchObject({ cell: 'maze', configuration: [1, 2], path: null, camera: null });
    expect(readSnapshot(JSON.parse(JSON.stringify(taken)))).toEqual(taken);
  });

  it('fit a link only without files', () => {
    expect(fitsLink(SNAPSHOT)).toBe(true);
    expect(fitsLink({ ...SNAPSHOT, cell: null })).toBe(false);
    const mesh = { kind: 'mesh', file: 'a.stl', bytes: new Uint8Array(3) } as const;
    const edits: Change[] = [{ kind: 'add', name: 'm', shape: mesh, pose: identityPose() }];
    expect(fitsLink({ ...SNAPSHOT, edits })).toBe(false);
    const long = Array.from({ length: 20_000 }, () => new Float64Array([1 / 3, 1 / 7]));
    expect(linkOf({ ...SNAPSHOT, path: { name: 'long', waypoints: long } })).toBeNull();
  });

  it('are nothing where the address says nothing of a state', () => {
    for (const hash of ['', '#', '#top', '#stat=1']) expect(snapshotOfHash(hash)).toBeNull();
  });

  it('are refused when they are not whole, with a fault', () => {
    const good = JSON.parse(JSON.stringify({ ...SNAPSHOT, path: null }));
    const bad: [string, object][] = [
      ['configuration', { configuration: [0, 'x'] }],
      ['configuration', { configuration: null }],
      ['start', { start: [1] }],
      ['cell', { cell: '../../etc/passwd' }],
      ['edit', { edits: [{ kind: 'restore', id: 1 }] }],
      ['pose', { edits: [{ kind: 'move', obstacle: 0, pose: [1, 2] }] }],
      ['obstacle', { edits: [{ kind: 'remove', obstacle: -1 }] }],
      ['kind', { edits: [{ kind: 'shape', obstacle: 0, part: 0, size: { kind: 'toString' } }] }],
      ['part', { edits: [{ kind: 'shape', obstacle: 0, part: 0.5 }] }],
      [
        'sizes',
        { edits: [{ kind: 'shape', obstacle: 0, part: 0, size: { kind: 'box', sizes: [1] } }] },
      ],
      ['shape', { edits: [{ kind: 'add', name: 'm', shape: { kind: 'mesh' }, pose: [] }] }],
      ['waypoint', { path: { name: 'p', waypoints: [[1]] } }],
      ['waypoints', { path: { name: 'p', waypoints: [] } }],
      ['times', { path: { name: 'p', waypoints: [[1, 2]], times: [0, 1] } }],
      ['interpolation', { path: { name: 'p', waypoints: [[1, 2]], interpolation: 'magic' } }],
      ['position', { camera: { position: [1, 2], target: [0, 0, 0] } }],
      ['clearance', { check: { clearance: '1' } }],
    ];
    for (const [word, change] of bad) {
      expect(() => readSnapshot({ ...good, ...change }), word).toThrow(InputError);
      expect(() => readSnapshot({ ...good, ...change })).toThrow(word);
    }
    expect(() => snapshotOfHash('#state=%3Cscript%3E')).toThrow(InputError);
    expect(() => snapshotOfHash('#state=e30')).toThrow(InputError);
    expect(() => snapshotOfHash('#state=A')).toThrow(InputError);
    const file = { kind: 'surepath-studio', version: 2, ...good, files: {} };
    expect(() => readStateFile(new TextEncoder().encode(JSON.stringify(file)))).toThrow('version');
  });

  it('never crash on anything else (300 random values)', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(() => readSnapshot(value)).toThrow(InputError);
      }),
      { seed: 3, numRuns: 300 },
    );
  });
});

describe('archives', () => {
  it('have the known checksum', () => {
    expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926);
    expect(crc32(new Uint8Array(0))).toBe(0);
  });

  it('are read by another program', () => {
    const files = new Map([
      ['cell.yaml', new TextEncoder().encode('surepath: 1\n')],
      ['meshes/empty.stl', new Uint8Array(0)],
      ['meshes/ü.bin', Uint8Array.from({ length: 1000 }, (_, i) => i & 255)],
    ]);
    const folder = mkdtempSync(join(tmpdir(), 'surepath-zip-'));
    try {
      const file = join(folder, 'cell.zip');
      writeFileSync(file, zip(files));
      const script = [
        'import sys, zipfile',
        'z = zipfile.ZipFile(sys.argv[1])',
        'assert z.testzip() is None',
        'z.extractall(sys.argv[2])',
        'print("\\n".join(z.namelist()))',
      ].join('\n');
      let names: string;
      try {
        names = execFileSync('python3', ['-c', script, file, folder], {
          encoding: 'utf8',
          env: { ...process.env, PYTHONIOENCODING: 'utf8', PYTHONUTF8: '1' },
        });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
        console.warn('skipped: no python3 to read the archive with');
        return;
      }
      expect(names.trim().split('\n')).toEqual([...files.keys()]);
      for (const [name, bytes] of files) {
        expect(new Uint8Array(readFileSync(join(folder, name)))).toEqual(bytes);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('are the same for the same files', () => {
    const files = new Map([['a', new Uint8Array([1, 2])]]);
    expect(zip(files)).toEqual(zip(files));
  });
});

describe('small rules', () => {
  it('keep quaternions of length 1', () => {
    const dof = (unit: DofInfo['unit']) => ({ unit }) as DofInfo;
    const dofs = [dof('length'), ...Array(8).fill(dof('quaternion')), dof('angle')];
    const q = new Float64Array([5, 0, 0, 0, 1, 0, 0.6, 0, 0.8, 7]);
    const norm = (values: Float64Array, from: number) =>
      Math.sqrt(values.subarray(from, from + 4).reduce((sum, value) => sum + value * value, 0));
    for (const [index, value] of [
      [1, 0.5],
      [4, 0],
      [4, 2],
      [6, -0.3],
      [8, 1],
    ] as const) {
      const next = withValue(q, dofs, index, value);
      expect(norm(next, 1)).toBeCloseTo(1, 12);
      expect(norm(next, 5)).toBeCloseTo(1, 12);
      expect(next[index]).toBe(Math.min(1, value));
      const other = index < 5 ? 5 : 1;
      expect(next.subarray(other, other + 4)).toEqual(q.subarray(other, other + 4));
    }
    expect([...withValue(q, dofs, 9, 1)]).toEqual([...q.subarray(0, 9), 1]);
  });

  it('let the last of several moves count', () => {
    const move = (obstacle: number, x: number): Change => ({ kind: 'move', obstacle, pose: [x] });
    const rename: Change = { kind: 'rename', obstacle: 0, name: 'x' };
    expect(shortened([move(0, 1), move(0, 2), move(1, 3), move(0, 4), rename, move(0, 5)])).toEqual(
      [move(0, 2), move(1, 3), move(0, 4), rename, move(0, 5)],
    );
    const size = (part: number, factor: number): Change => ({
      kind: 'shape',
      obstacle: 0,
      part,
      size: { kind: 'mesh', sizes: [factor] },
    });
    expect(shortened([size(0, 2), size(0, 3), size(1, 4), move(0, 1), size(1, 5)])).toEqual([
      size(0, 3),
      size(1, 4),
      move(0, 1),
      size(1, 5),
    ]);
  });

  it('put a corrected file in the place of the broken one', () => {
    const [a, b, c] = [1, 2, 3].map((value) => new Uint8Array([value]));
    const before = new Map([
      ['arm/arm.urdf', a],
      ['one/x.stl', a],
      ['two/x.stl', b],
    ]);
    expect(joined(before, new Map([['arm.urdf', c]]))).toEqual(
      new Map([
        ['arm/arm.urdf', c],
        ['one/x.stl', a],
        ['two/x.stl', b],
      ]),
    );
    // Which of the two is meant nobody knows.
    expect([...joined(before, new Map([['x.stl', c]])).keys()]).toEqual([
      ...before.keys(),
      'x.stl',
    ]);
  });

  it('know keys', () => {
    const press = (
      key: string,
      held: Partial<Record<'ctrlKey' | 'metaKey' | 'shiftKey', true>> = {},
    ) => ({
      key,
      ctrlKey: false,
      metaKey: false,
      shiftKey: false,
      altKey: false,
      ...held,
    });
    expect(pressed('Mod+Z', press('z', { ctrlKey: true }))).toBe(true);
    expect(pressed('Mod+Z', press('z', { metaKey: true }))).toBe(true);
    expect(pressed('Mod+Z', press('Z', { ctrlKey: true, shiftKey: true }))).toBe(false);
    expect(pressed('Mod+Shift+Z', press('Z', { ctrlKey: true, shiftKey: true }))).toBe(true);
    expect(pressed('Z', press('z', { ctrlKey: true }))).toBe(false);
    expect(pressed('?', press('?', { shiftKey: true }))).toBe(true);
    expect(pressed('Delete', press('Delete'))).toBe(true);
  });

  it('record waypoints, and leave times behind', () => {
    const first = withWaypoint(null, new Float64Array([1]));
    expect(first).toEqual({ name: 'recorded', waypoints: [new Float64Array([1])] });
    const timed: PathData = { name: 'a', file: 'a.json', waypoints: first.waypoints, times: [0] };
    expect(withWaypoint(timed, new Float64Array([2]))).toEqual({
      name: 'recorded',
      waypoints: [new Float64Array([1]), new Float64Array([2])],
    });
  });

  it('say numbers as people read them', () => {
    expect(millimetres(0.01234)).toBe('12.34 mm');
    expect(millimetres(0.001234)).toBe('1.234 mm');
    expect(millimetres(2)).toBe('2000 mm');
    expect(short(1.5, 3)).toBe('1.5');
    expect(short(100, 2)).toBe('100');
    expect(short(-0.0001, 2)).toBe('0');
    const angles = [0.3, -0.7, 2.9] as const;
    const found = rpyOf(poseFromRpy(...angles, 0, 0, 0));
    for (const [i, angle] of angles.entries()) expect(found[i]).toBeCloseTo(angle, 12);
    const up = poseFromRpy(0.4, Math.PI / 2, 0.1, 0, 0, 0);
    const again = poseFromRpy(...rpyOf(up), 0, 0, 0);
    for (let i = 0; i < 9; i++) expect(again[i]).toBeCloseTo(up[i], 6);
  });
});
