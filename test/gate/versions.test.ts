/**
 * Every worker of a gate answers about the version that was asked for: edits are applied once, files are those of the first
 * opening, and a worker whose cell has another digest refuses. Oracle: the same question to a cell that is opened anew.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { writeStl } from '../../src/formats/index.ts';
import { type CellRecord, type Edit, GateDesk, perform, RPC } from '../../src/gate/index.ts';
import { triangulate } from '../../src/geometry/index.ts';
import { LocalGate } from '../helpers/gate/local.ts';
import { GateWorkers } from '../helpers/gate/workers.ts';
import { armUrdf } from '../helpers/oracles/cellText.ts';

const folder = mkdtempSync(join(tmpdir(), 'surepath-versions-'));
afterAll(() => rmSync(folder, { recursive: true }));

const CELL = `surepath: 1
robots: [{urdf: arm.urdf}]
obstacles:
  - {name: wall, shape: {mesh: part.stl}}
  - {name: post, shape: {box: [0.1, 0.1, 0.1]}, pose: {xyz: [0, 5, 0]}}
allow:
  - {between: [link0, link1]}
  - {between: [link1, link2]}
clearance: {pairs: [{between: [link2, post], distance: 0.05}]}
`;
/** A box of 0.2 m in front of the arm, or far away from it. */
const NEAR = box(2.2);
const FAR = box(20);
const THROUGH = [
  [-0.5, 0],
  [0.5, 0],
];

function box(x: number): string {
  const { positions, indices } = triangulate({ kind: 'box', half: [0.1, 0.1, 0.1] }, 8);
  const moved = positions.map((value, i) => (i % 3 === 0 ? value + x : value));
  return Buffer.from(writeStl({ positions: moved, indices })).toString('base64');
}

function served(files: Record<string, string | Uint8Array>): string {
  const path = mkdtempSync(join(folder, 'served-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text);
  return path;
}

const disk = (part: string) =>
  served({
    'cell.yaml': CELL,
    'arm.urdf': armUrdf('arm', [1, 1, 1]),
    'part.stl': Buffer.from(part, 'base64'),
  });

const verdictsOf = (workers: GateWorkers, cell: string, count: number) =>
  Array.from({ length: count }, (_, i) => {
    const { verdict } = workers.ask(i, 'motion', { cell, waypoints: THROUGH });
    return verdict;
  });

describe('edits', () => {
  const part: Edit = {
    kind: 'add-obstacle',
    name: 'part',
    shape: { kind: 'box', size: [0.06, 0.06, 0.06] },
    pose: { xyz: [2.5, 0, 0] },
  };
  const carry: Edit = { kind: 'attach', obstacle: 'part', link: 'link2', q: [0, 0] };
  const putDown: Edit = { kind: 'detach', object: 'part', q: [1.2, 0] };

  it('are applied once by a worker that was asked about an older version between', () => {
    const workers = new GateWorkers(2, [disk(FAR)]);
    const { cell } = workers.ask(0, 'open', { file: 'cell.yaml' });
    for (const edit of [part, carry, putDown]) workers.ask(0, 'edit', { cell, edits: [edit] });
    const question = {
      cell,
      waypoints: [
        [1.1, 0],
        [1.3, 0],
      ],
      clearances: true,
    };
    const still = {
      cell,
      waypoints: [
        [0, 0],
        [0.01, 0],
      ],
    };
    const { digest } = workers.ask(0, 'motion', still);
    expect(workers.ask(0, 'certificate', still)).toMatchObject({ written: true, digest });
    const ask = (worker: number, version?: number) =>
      workers.ask(worker, 'motion', version === undefined ? question : { ...question, version });
    expect(ask(1).verdict).toBe('colliding');
    ask(1, 2);
    workers.ask(0, 'edit', { cell, edits: [{ kind: 'clearance', distance: 0.001 }] });
    const [first, second] = [ask(0), ask(1)];
    expect(second.verdict).toBe('colliding');
    expect({ ...second, stats: null }).toEqual({ ...first, stats: null });
    expect(workers.ask(1, 'certificate', { cell, waypoints: question.waypoints }).written).toBe(
      false,
    );
  });

  it('put an object down by the frame that it was grasped with, in every worker', () => {
    const shape = { kind: 'box' as const, size: [0.1, 0.1, 0.1] as const };
    const text = CELL.replace(
      'arm.urdf}',
      'arm.urdf, attached: [{link: link2, name: tool, shape: {box: [0.1, 0.1, 0.1]}, pose: {xyz: [1, 0, 0]}}]}',
    );
    const workers = new GateWorkers(2, [disk(FAR)]);
    const { cell, digest } = workers.ask(0, 'open', {
      file: 'cell.yaml',
      files: { 'cell.yaml': text },
    });
    workers.ask(1, 'state', { cell, q: [0, 0] });
    const edits: Edit[] = [
      { kind: 'remove-attached', object: 'tool' },
      { kind: 'add-obstacle', name: 'tool', shape, pose: { xyz: [3, 0, 0] } },
      { kind: 'attach', obstacle: 'tool', link: 'link2', pose: { xyz: [1, 0, 0] } },
    ];
    const same = workers.ask(0, 'edit', { cell, edits });
    const model = (version: number) => workers.ask(0, 'info', { cell, version }).model;
    // The same model, but it is put down by the frame of the obstacle, not by that of the link.
    expect(model(2)).toBe(model(1));
    expect(same.digest).not.toBe(digest);
    workers.ask(1, 'state', { cell, q: [0, 0] });
    workers.ask(1, 'edit', {
      cell,
      edits: [{ kind: 'detach', object: 'tool', pose: { xyz: [0, 1, 0] } }],
    });
    expect(workers.ask(0, 'info', { cell })).toEqual(workers.ask(1, 'info', { cell }));
  });

  it('lead every worker to one digest, whatever it was asked before (seed 5)', () => {
    const { cell: _, ...pins } = { cell: '', version: fc.option(fc.nat(12)) };
    const step = fc.record({
      worker: fc.nat(2),
      edit: fc.option(someEdit),
      ...pins,
      kill: fc.nat(9),
    });
    fc.assert(
      fc.property(fc.array(step, { minLength: 5, maxLength: 25 }), (steps) => {
        const workers = new GateWorkers(3, [disk(NEAR)]);
        const { cell } = workers.ask(0, 'open', { file: 'cell.yaml' });
        for (const { worker, edit, version, kill } of steps) {
          if (kill === 0) workers.kill(worker);
          if (edit) attempt(() => workers.ask(worker, 'edit', { cell, edits: [edit] }));
          const { version: current } = workers.book.recordFor({ cell });
          const least = Math.max(1, current - 8);
          const asked = version === null ? current : least + (version % (current - least + 1));
          const record = workers.book.recordFor({ cell, version: asked });
          const answer = workers.ask(worker, 'info', { cell, version: asked });
          expect(answer).toMatchObject({ version: asked, digest: record.digest });
          expect(answer).toEqual(anew(record));
        }
      }),
      { seed: 5, numRuns: 12 },
    );
  });
});

/** What a desk that was never asked anything says of a version. */
function anew(record: CellRecord) {
  const task = { method: 'info', params: {}, about: structuredClone(record) } as const;
  return JSON.parse(JSON.stringify(perform(new GateDesk(), task, { program: 'test' }).result));
}

function attempt(edit: () => void): void {
  try {
    edit();
  } catch (error) {
    expect((error as Error).message).toMatch(/^edit 0 \(/);
  }
}

const things = fc.constantFrom('a', 'b', 'post');
const someEdit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({
    kind: fc.constant('add-obstacle' as const),
    name: things,
    shape: fc.constant({ kind: 'sphere' as const, radius: 0.1 }),
    pose: fc.record({ xyz: fc.tuple(fc.nat(3), fc.nat(3), fc.nat(3)) }),
  }),
  fc.record({
    kind: fc.constant('move-obstacle' as const),
    obstacle: things,
    pose: fc.record({ xyz: fc.tuple(fc.nat(3), fc.nat(3), fc.nat(3)) }),
  }),
  fc.record({ kind: fc.constant('remove-obstacle' as const), obstacle: things }),
  fc.record({
    kind: fc.constant('attach' as const),
    obstacle: things,
    link: fc.constantFrom('link1', 'link2'),
    q: fc.constant([0.3, 0.4]),
  }),
  fc.record({ kind: fc.constant('detach' as const), object: things, q: fc.constant([1, 0]) }),
  fc.record({ kind: fc.constant('allow' as const), a: things, b: fc.constant('link2') }),
  fc.record({ kind: fc.constant('forbid' as const), a: things, b: fc.constant('link2') }),
  fc.record({ kind: fc.constant('clearance' as const), distance: fc.constantFrom(0, 0.01) }),
);

describe('files', () => {
  it('that a client brought are the ones that every worker answers about', () => {
    const workers = new GateWorkers(4, [disk(FAR)]);
    const files = { 'part.stl': { base64: NEAR } };
    const { cell } = workers.ask(0, 'open', { file: 'cell.yaml', files });
    expect(verdictsOf(workers, cell, 4)).toEqual(Array(4).fill('colliding'));
    workers.kill(0);
    expect(verdictsOf(workers, cell, 1)).toEqual(['colliding']);
  });

  it('that are replaced on the disk stay what they were, also where a cell was dropped for others', () => {
    const path = disk(NEAR);
    const workers = new GateWorkers(2, [path]);
    const { cell, digest } = workers.ask(0, 'open', { file: 'cell.yaml' });
    writeFileSync(join(path, 'part.stl'), Buffer.from(FAR, 'base64'));
    // A desk keeps 16 cells.
    for (let i = 0; i < 17; i++) workers.ask(0, 'open', { file: 'cell.yaml' });
    for (const worker of [0, 1]) {
      const asked = workers.ask(worker, 'motion', { cell, waypoints: THROUGH });
      expect(asked).toMatchObject({ verdict: 'colliding', digest });
    }
    const other = workers.ask(1, 'open', { file: 'cell.yaml' });
    expect(other.digest).not.toBe(digest);
    expect(verdictsOf(workers, other.cell, 2)).toEqual(['free', 'free']);
  });

  const path = disk(FAR);
  const spellings = [
    'part.stl',
    './part.stl',
    'sub/../part.stl',
    './/part.stl',
    `${path}/part.stl`,
  ];
  it.each(spellings.map((name) => [name.replace(path, 'FOLDER'), name]))(
    'are found by any spelling of their name: %s',
    (_, name) => {
      const workers = new GateWorkers(2, [path]);
      const files = { [name]: { base64: NEAR } };
      const { cell } = workers.ask(0, 'open', { file: './cell.yaml', files });
      expect(verdictsOf(workers, cell, 2)).toEqual(['colliding', 'colliding']);
    },
  );

  it.each(['part.STL', '/part.stl', '../part.stl', 'sub/part.stl'])(
    'that nothing asks for are an error: %s',
    (name) => {
      const workers = new GateWorkers(1, [path]);
      const files = { [name]: { base64: NEAR } };
      expect(() => workers.ask(0, 'open', { file: 'cell.yaml', files })).toThrow(
        expect.objectContaining({
          fault: expect.objectContaining({
            code: 'gate/file-unused',
            message: expect.stringContaining(`"${name}"`),
            place: `/files/${name.replaceAll('/', '~1')}`,
          }),
        }),
      );
      expect(workers.book.list().cells).toEqual([]);
    },
  );

  it('that are brought twice under two spellings are an error', () => {
    const workers = new GateWorkers(1, [path]);
    const files = { 'part.stl': { base64: NEAR }, './part.stl': { base64: FAR } };
    expect(() => workers.ask(0, 'open', { file: 'cell.yaml', files })).toThrow(/name one file/);
  });

  it('are read once: a file that changes while it is opened does not have two contents', () => {
    const desk = new GateDesk();
    const bytes = new Map<string, Uint8Array>([
      [
        'cell.yaml',
        Buffer.from(
          CELL.replace('post, shape: {box: [0.1, 0.1, 0.1]}', 'post, shape: {mesh: ./part.stl}'),
        ),
      ],
      ['arm.urdf', Buffer.from(armUrdf('arm', [1, 1, 1]))],
    ]);
    let count = 0;
    const readFile = (name: string) =>
      bytes.get(name) ??
      (name === 'part.stl' ? Buffer.from(count++ === 0 ? NEAR : FAR, 'base64') : undefined);
    const about = { gate: 'run', cell: 'cell-1' };
    perform(
      desk,
      { method: 'open', params: { file: 'cell.yaml' }, about },
      { program: 'test', readFile },
    );
    expect(count).toBe(1);
  });
});

describe('a worker', () => {
  it('refuses to answer where its cell has another digest than the record, and goes on from the files', () => {
    const workers = new GateWorkers(1, [disk(NEAR)]);
    const { cell } = workers.ask(0, 'open', { file: 'cell.yaml' });
    const record = workers.book.recordFor({ cell });
    const desk = new GateDesk();
    const ask = (about: CellRecord) =>
      perform(desk, { method: 'state', params: { q: [0, 0] }, about }, { program: 'test' });
    const far = new Map(record.source.files).set('part.stl', Buffer.from(FAR, 'base64'));
    const changed = { ...record, source: { ...record.source, files: far } };
    expect(() => ask(changed)).toThrow(
      expect.objectContaining({
        code: RPC.internal,
        data: expect.objectContaining({ code: 'gate/other-cell' }),
      }),
    );
    expect(ask(record).result.verdict).toBe('colliding');
  });
});

describe('the run of a gate', () => {
  const workers = new GateWorkers(1, [disk(NEAR)]);
  const { cell, gate } = workers.ask(0, 'open', { file: 'cell.yaml' });

  it('is named by every answer', () => {
    expect(gate).toBe('run');
    expect(workers.book.list()).toMatchObject({ gate, cells: [{ cell, version: 1 }] });
  });

  it('is refused where a request names another one, pinned or not', () => {
    const refusal = expect.objectContaining({
      code: RPC.otherRun,
      data: expect.objectContaining({ code: 'gate/other-run', gate }),
    });
    for (const pin of [{}, { version: 1 }]) {
      const asked = { cell, gate: 'an earlier run', q: [0, 0], ...pin };
      expect(() => workers.ask(0, 'state', asked)).toThrow(refusal);
    }
  });

  it('must be named with a version', () => {
    expect(() => workers.book.requireRun({ version: 1 })).toThrow(/"version" needs "gate"/);
    workers.book.requireRun({});
  });
});

describe('an edit and its inverse', () => {
  const files = {
    'cell.yaml': CELL.replace('{mesh: part.stl}', '{box: [0.2, 0.2, 0.2]}'),
    'arm.urdf': armUrdf('arm', [1, 1, 1]),
  };
  const at = (x: number) => ({ xyz: [x, 0, 0] });
  const thing: Edit = {
    kind: 'add-obstacle',
    name: 'thing',
    shape: { kind: 'sphere', radius: 0.1 },
    pose: at(3),
  };
  const pair = (a: string, b: string, distance: number | null): Edit => ({
    kind: 'pair-clearance',
    ...{ a, b, distance },
  });
  /** Edits that come first, an edit, and its inverse. */
  const laws: [string, Edit[], Edit, Edit][] = [
    ['add and remove', [], thing, { kind: 'remove-obstacle', obstacle: 'thing' }],
    [
      'move and move back',
      [],
      { kind: 'move-obstacle', obstacle: 'post', pose: at(2) },
      { kind: 'move-obstacle', obstacle: 'post', pose: { xyz: [0, 5, 0] } },
    ],
    [
      'attach and detach',
      [thing, { kind: 'allow', a: 'thing', b: 'wall' }, pair('thing', 'link0', 0.02)],
      { kind: 'attach', obstacle: 'thing', link: 'link2', q: [0, 0], touching: ['link1'] },
      { kind: 'detach', object: 'thing', pose: at(3) },
    ],
    [
      'allow and forbid a pair with a clearance of its own',
      [],
      { kind: 'allow', a: 'post', b: 'link2' },
      { kind: 'forbid', a: 'link2', b: 'post' },
    ],
    [
      'allow and forbid another pair',
      [],
      { kind: 'allow', a: 'wall', b: 'link2' },
      { kind: 'forbid', a: 'wall', b: 'link2' },
    ],
    ['a clearance of a pair', [], pair('wall', 'link2', 0.1), pair('wall', 'link2', null)],
    [
      'another clearance of a pair and the one before',
      [pair('wall', 'link1', 0.2)],
      pair('post', 'link2', 0.1),
      pair('link2', 'post', 0.05),
    ],
    ['a clearance', [], { kind: 'clearance', distance: 0.3 }, { kind: 'clearance', distance: 0 }],
    ['tracking', [], { kind: 'tracking', tolerance: 0.1 }, { kind: 'tracking', tolerance: 0 }],
  ];

  it.each(laws)('give the digest that was before: %s', (_, before, edit, inverse) => {
    const gate = new LocalGate();
    const { cell, digest: opened } = gate.call('open', { file: 'cell.yaml', files });
    const made = (edits: Edit[]) =>
      edits.length === 0 ? opened : gate.call('edit', { cell, edits }).digest;
    const digest = made(before);
    expect(made([edit])).not.toBe(digest);
    expect(made([inverse])).toBe(digest);
  });

  it('leave a pair its clearance: allowed and forbidden it is too close, not free', () => {
    const gate = new LocalGate();
    const { cell } = gate.call('open', { file: 'cell.yaml', files });
    // 20 mm from the tip of the arm, which keeps 50.
    const near: Edit = { kind: 'move-obstacle', obstacle: 'post', pose: at(2.97) };
    gate.call('edit', { cell, edits: [near] });
    const verdict = () => gate.call('state', { cell, q: [0, 0] }).verdict;
    expect(verdict()).toBe('too-close');
    gate.call('edit', { cell, edits: [{ kind: 'allow', a: 'post', b: 'link2' }] });
    expect(verdict()).toBe('free');
    gate.call('edit', { cell, edits: [{ kind: 'forbid', a: 'post', b: 'link2' }] });
    expect(verdict()).toBe('too-close');
  });
});

describe('names that mislead', () => {
  const workers = new GateWorkers(1, [disk(FAR)]);
  const { cell } = workers.ask(0, 'open', { file: 'cell.yaml' });
  const added = (name: string): Edit => ({
    kind: 'add-obstacle',
    name,
    shape: { kind: 'sphere', radius: 0.1 },
    pose: { xyz: [4, 0, 0] },
  });

  it('are escaped in every answer, which is the same data', () => {
    const name = 'safe\u202eeerf\u200b';
    workers.ask(0, 'edit', { cell, edits: [added(name), { kind: 'allow', a: name, b: 'link2' }] });
    const { text, result } = workers.told(0, 'info', { cell });
    expect(text).toContain('"safe\\u202eeerf\\u200b"');
    expect(text).not.toMatch(/[\u202e\u200b]/);
    expect(result.bodies.map((body) => body.name)).toContain(name);
  });

  it('are no names of new obstacles if another one is shown so, or with a line end', () => {
    const edit = (name: string) => () => workers.ask(0, 'edit', { cell, edits: [added(name)] });
    workers.ask(0, 'edit', { cell, edits: [added('tool\u200b')] });
    expect(edit('tool\\u200b')).toThrow(/also shown as/);
    expect(edit('tool\nverdict: free')).toThrow(/has a line end/);
  });
});
