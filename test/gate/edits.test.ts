/**
 * Edits of cells. Oracles: a cell file that says the same, by the digest of its model; dense sampling is not needed, because
 * what is asked about an edited cell is asked of the same jobs.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { modelDigest } from '../../src/certificate/index.ts';
import { readCell, writeStl } from '../../src/formats/index.ts';
import {
  CellBook,
  type CellRecord,
  type Edit,
  GateDesk,
  isHeavy,
  perform,
  RPC,
} from '../../src/gate/index.ts';
import { triangulate } from '../../src/geometry/index.ts';
import { toBase64 } from '../../src/text/index.ts';
import { LocalGate } from '../helpers/gate/local.ts';
import { armUrdf } from '../helpers/oracles/cellText.ts';

const URDF = armUrdf('arm', [1, 1, 1]);
const ROBOTS = `robots:
  - {name: left, urdf: arm.urdf}
  - {name: right, urdf: arm.urdf, base: {xyz: [0, 4, 0]}}`;
const ALLOW = `allow:
  - {between: [left/link0, left/link1], reason: they share a joint}
  - {between: [left/link1, left/link2], reason: they share a joint}
  - {between: [right/link0, right/link1], reason: they share a joint}
  - {between: [right/link1, right/link2], reason: they share a joint}`;
const WALL = '- {name: wall, shape: {box: [0.1, 4, 1]}, pose: {xyz: [4, 2, 0]}}';
const CELL = `surepath: 1\n${ROBOTS}\nobstacles:\n  ${WALL}\n${ALLOW}\n`;
const FILES = { 'cell.yaml': CELL, 'arm.urdf': URDF };
const HOME = [0.3, 0.4, 0, 0];

function start(files: Readonly<Record<string, string>> = FILES) {
  const gate = new LocalGate();
  const { cell } = gate.call('open', { file: 'cell.yaml', files });
  const edit = (...edits: Edit[]) => gate.call('edit', { cell, edits });
  const digest = (version?: number) => gate.call('info', { cell, version }).model;
  return { gate, cell, edit, digest };
}

/** The digest of a cell that files describe. */
function digestOf(cell: string): string {
  const files = { 'arm.urdf': new TextEncoder().encode(URDF) };
  return modelDigest(
    readCell(new TextEncoder().encode(cell), { file: 'cell.yaml', resolver: { files } }),
  );
}

const BOX: Edit = {
  kind: 'add-obstacle',
  name: 'box',
  shape: { kind: 'box', size: [0.2, 0.2, 0.2] },
  pose: { xyz: [2.2, 1.2, 0], rpy: [0, 0, 0.5] },
};
const BOX_TEXT =
  '- {name: box, shape: {box: [0.2, 0.2, 0.2]}, pose: {xyz: [2.2, 1.2, 0], rpy: [0, 0, 0.5]}}';
const GRASP: Edit = { kind: 'attach', obstacle: 'box', link: 'left/link2', q: HOME };

describe('edits', () => {
  it('make the cell that a file would describe, to the bit', () => {
    const { edit, digest } = start();
    expect(digest()).toBe(digestOf(CELL));
    edit(BOX);
    expect(digest()).toBe(digestOf(CELL.replace(WALL, `${WALL}\n  ${BOX_TEXT}`)));
    edit(
      {
        kind: 'attach',
        obstacle: 'box',
        link: 'left/link2',
        pose: { xyz: [1, 0, 0] },
        touching: ['left/link1'],
      },
      { kind: 'clearance', distance: 0.01 },
      { kind: 'pair-clearance', a: 'left/box', b: 'wall', distance: 0.02 },
      { kind: 'allow', a: 'left/box', b: 'right/link0', reason: 'a rest' },
      { kind: 'tracking', tolerance: 0.001 },
    );
    const carried =
      '{name: box, link: link2, shape: {box: [0.2, 0.2, 0.2]}, pose: {xyz: [1, 0, 0]}, touches: [link1]}';
    const text = CELL.replace(
      '{name: left, urdf: arm.urdf}',
      `{name: left, urdf: arm.urdf, tracking: {default: 0.001}, attached: [${carried}]}`,
    )
      .replace('urdf: arm.urdf, base', 'urdf: arm.urdf, tracking: {default: 0.001}, base')
      .concat('  - {between: [left/box, right/link0], reason: a rest}\n')
      .concat('clearance: {default: 0.01, pairs: [{between: [left/box, wall], distance: 0.02}]}\n');
    expect(digest()).toBe(digestOf(text));
    edit({
      kind: 'detach',
      object: 'left/box',
      pose: BOX.kind === 'add-obstacle' ? BOX.pose! : {},
    });
    const down = CELL.replace(WALL, `${WALL}\n  ${BOX_TEXT}`)
      .replaceAll('urdf: arm.urdf', 'urdf: arm.urdf, tracking: {default: 0.001}')
      .concat('  - {between: [box, right/link0], reason: a rest}\n')
      .concat('clearance: {default: 0.01, pairs: [{between: [box, wall], distance: 0.02}]}\n');
    expect(digest()).toBe(digestOf(down));
  });

  it('know meshes by their bytes, as files do', () => {
    const bytes = writeStl(triangulate({ kind: 'box', half: [0.1, 0.2, 0.3] }, 1));
    const base64 = toBase64(bytes);
    const { edit, digest, gate, cell } = start();
    edit({
      kind: 'add-obstacle',
      name: 'part',
      shape: { kind: 'mesh', file: 'part.stl', base64, scale: 2 },
    });
    const text = CELL.replace(WALL, `${WALL}\n  - {name: part, shape: {mesh: part.stl, scale: 2}}`);
    const files = { 'arm.urdf': new TextEncoder().encode(URDF), 'part.stl': bytes };
    const expected = readCell(new TextEncoder().encode(text), {
      file: 'cell.yaml',
      resolver: { files },
    });
    expect(digest()).toBe(modelDigest(expected));
    const broken: Edit = {
      kind: 'add-obstacle',
      name: 'bad',
      shape: { kind: 'mesh', file: 'bad.stl', base64: 'AAAA' },
    };
    expect(() => gate.call('edit', { cell, edits: [broken] })).toThrow(/edit 0 \(add-obstacle\)/);
    const nothing: Edit = {
      kind: 'add-obstacle',
      name: 'bad',
      shape: { kind: 'mesh', file: 'bad.stl', base64: '#' },
    };
    expect(() => gate.call('edit', { cell, edits: [nothing] })).toThrow(/not base64/);
  });

  it('a grasped object stays where it is, moves with its link, and is put down where it is', () => {
    const { gate, cell, edit } = start();
    edit(BOX);
    const wall = (q: number[]) => {
      const classes = [
        { name: 'box', bodies: ['*box'] },
        { name: 'wall', bodies: ['wall'] },
      ];
      return gate.call('vector', { cell, q, classes, pairs: [['box', 'wall']] }).vectors[0]
        .distance!;
    };
    edit(GRASP);
    const before = wall(HOME);
    // The box is turned by 0.5: how far its corner reaches.
    const reach = 0.1 * (Math.cos(0.5) + Math.sin(0.5));
    expect(before).toBeCloseTo(4 - 0.05 - 2.2 - reach, 9);
    const moved = wall([0, 0, 0, 0]);
    expect(Math.abs(moved - before)).toBeGreaterThan(0.05);
    edit({ kind: 'detach', object: 'left/box', q: [0, 0, 0, 0] });
    const { bodies } = gate.call('info', { cell });
    expect(bodies.map(({ name }) => name)).toContain('box');
    edit({ kind: 'attach', obstacle: 'box', link: 'right/link0', q: HOME, touching: [] });
    // The base of the other arm stands still: the box is where it was put down.
    const [found] = gate.call('info', { cell }).attached;
    expect(found).toEqual({ name: 'right/box', link: 'right/link0', touching: [] });
  });

  it('vectors of bodies that overlap have a depth, and a direction that parts them', () => {
    const { gate, cell, edit } = start();
    // 0.3 high, its middle at the arm's: the arm is half in it.
    const crate: Edit = {
      kind: 'add-obstacle',
      name: 'crate',
      shape: { kind: 'box', size: [0.3, 0.3, 0.3] },
      pose: { xyz: [1.5, 0, 0.15] },
    };
    edit(crate);
    const q = [0, 0, 0, 0];
    const classes = [
      { name: 'arm', bodies: ['left/link1'] },
      { name: 'crate', bodies: ['crate'] },
    ];
    const [found] = gate.call('vector', { cell, q, classes }).vectors;
    expect(found).toMatchObject({
      status: 'colliding',
      distance: 0,
      pair: ['left/link1', 'crate'],
    });
    expect(found.depth).toBeGreaterThan(0.04999);
    expect(found.depth).toBeLessThan(0.3);
    // Moved by as much against it, and a little, the crate is apart from the arm.
    const xyz = [1.5, 0, 0.15].map((x, d) => x - 1.001 * found.depth! * found.direction![d]);
    edit({ kind: 'move-obstacle', obstacle: 'crate', pose: { xyz } });
    const [apart] = gate.call('vector', { cell, q, classes }).vectors;
    expect(apart.status).toBe('apart');
    expect(apart.depth).toBeUndefined();
  });

  it('what is grasped may touch its link and those that are named, and no other', () => {
    const { gate, cell, edit } = start();
    // Around the second link, and over the first.
    const sleeve: Edit = {
      ...BOX,
      name: 'sleeve',
      shape: { kind: 'box', size: [1.2, 0.3, 0.3] },
      pose: { xyz: [2, 0, 0] },
    } as Edit;
    const straight = [0, 0, 0, 0];
    edit(sleeve);
    expect(gate.call('state', { cell, q: straight }).verdict).toBe('colliding');
    edit({ kind: 'attach', obstacle: 'sleeve', link: 'left/link2', q: straight });
    expect(gate.call('state', { cell, q: straight })).toMatchObject({
      verdict: 'colliding',
      pair: ['left/link1', 'left/sleeve'],
    });
    edit(
      { kind: 'detach', object: 'sleeve', q: straight },
      { kind: 'attach', obstacle: 'sleeve', link: 'left/link2', q: straight, touching: ['link1'] },
    );
    expect(gate.call('state', { cell, q: straight }).verdict).toBe('free');
  });

  it('are all made, or none', () => {
    const { gate, cell, edit, digest } = start();
    edit(BOX);
    const before = digest();
    const wrong: Edit[][] = [
      [
        { kind: 'move-obstacle', obstacle: 'box', pose: { xyz: [9, 9, 9] } },
        { kind: 'remove-obstacle', obstacle: 'nothing' },
      ],
      [GRASP, { kind: 'attach', obstacle: 'box', link: 'left/link2', q: HOME }],
      [GRASP, { kind: 'detach', object: 'box', pose: { quaternion: [0, 0, 0, 2] } }],
      [
        { kind: 'remove-obstacle', obstacle: 'box' },
        { kind: 'allow', a: 'box', b: 'wall' },
      ],
      [BOX],
      [{ ...BOX, name: 'a/b' } as Edit],
      [{ ...BOX, name: '  ' } as Edit],
      [{ kind: 'attach', obstacle: 'box', link: 'link2', q: HOME }],
      [{ kind: 'attach', obstacle: 'box', link: 'left/link2', q: [0] }],
      [{ kind: 'attach', obstacle: 'box', link: 'left/link2', q: { 'left/joint1': 0 } }],
      [{ kind: 'attach', obstacle: 'box', link: 'left/link2', q: HOME, touching: ['right/link0'] }],
      [
        {
          kind: 'move-obstacle',
          obstacle: 'box',
          pose: { rpy: [0, 0, 0], quaternion: [0, 0, 0, 1] },
        },
      ],
    ];
    for (const edits of wrong) {
      expect(() => gate.call('edit', { cell, edits }), JSON.stringify(edits)).toThrow(
        /edit [01] \(/,
      );
      expect(gate.call('cells', {}).cells).toMatchObject([{ version: 2 }]);
      expect(digest()).toBe(before);
    }
  });

  it('have versions: pinned, expected, and no longer held', () => {
    const { gate, cell, edit } = start();
    const at = (version?: number) => gate.call('state', { cell, version, q: HOME });
    expect(at().version).toBe(1);
    // Something in the way from version 2 on.
    const block: Edit = { ...BOX, name: 'block', pose: { xyz: [1.5, 0.3, 0] } } as Edit;
    expect(edit(block).version).toBe(2);
    expect(at()).toMatchObject({ version: 2, verdict: 'colliding' });
    expect(at(1)).toMatchObject({ version: 1, verdict: 'free' });
    const stale = () => gate.call('edit', { cell, version: 1, edits: [BOX] });
    expect(stale).toThrow(
      expect.objectContaining({
        code: RPC.versionConflict,
        data: expect.objectContaining({ current: 2 }),
      }),
    );
    for (let i = 0; i < 12; i++)
      edit({ kind: 'move-obstacle', obstacle: 'block', pose: { xyz: [1.5, 0.3 - i, 0] } });
    expect(() => at(1)).toThrow(expect.objectContaining({ code: RPC.versionConflict }));
    expect(() => at(99)).toThrow(expect.objectContaining({ code: RPC.versionConflict }));
    expect(() => gate.call('state', { cell: 'cell-9', q: HOME })).toThrow(
      expect.objectContaining({ code: RPC.unknownCell }),
    );
    gate.call('close', { cell });
    expect(() => at()).toThrow(expect.objectContaining({ code: RPC.unknownCell }));
  });
});

/** Edits that mostly make sense, of three things among two arms. */
const things = fc.constantFrom('a', 'b', 'c');
const poses = fc.record({
  xyz: fc.tuple(...[0, 1, 2].map(() => fc.integer({ min: -40, max: 40 }).map((x) => x / 10))),
  rpy: fc.tuple(...[0, 1, 2].map(() => fc.integer({ min: -3, max: 3 }))),
});
const links = fc.constantFrom('left/link1', 'left/link2', 'right/link2');
const someEdit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({
    kind: fc.constant('add-obstacle' as const),
    name: things,
    shape: fc.constant({ kind: 'sphere' as const, radius: 0.1 }),
    pose: poses,
  }),
  fc.record({ kind: fc.constant('move-obstacle' as const), obstacle: things, pose: poses }),
  fc.record({ kind: fc.constant('move-obstacle' as const), obstacle: things, pose: poses }),
  fc.record({ kind: fc.constant('remove-obstacle' as const), obstacle: things }),
  fc.record({
    kind: fc.constant('attach' as const),
    obstacle: things,
    link: links,
    q: fc.constant(HOME),
  }),
  fc.record({ kind: fc.constant('detach' as const), object: things, q: fc.constant(HOME) }),
  fc.record({ kind: fc.constant('allow' as const), a: things, b: fc.constant('wall') }),
  fc.record({ kind: fc.constant('forbid' as const), a: things, b: fc.constant('wall') }),
  fc.record({ kind: fc.constant('clearance' as const), distance: fc.constantFrom(0, 0.01, 0.02) }),
  fc.record({ kind: fc.constant('tracking' as const), tolerance: fc.constantFrom(0, 0.001) }),
);

it('are light but for meshes and many', () => {
  const mesh: Edit = {
    kind: 'add-obstacle',
    name: 'm',
    shape: { kind: 'mesh', file: 'm.stl', base64: '' },
  };
  const heavy = (...edits: Edit[]) => isHeavy('edit', { edits });
  expect([heavy(BOX, GRASP), heavy(BOX, mesh)]).toEqual([false, true]);
  expect(heavy(...Array.from({ length: 51 }, () => GRASP))).toBe(true);
  expect(isHeavy('motion', { waypoints: [HOME, HOME] })).toBe(false);
  expect(isHeavy('motion', { waypoints: [HOME], clearances: true })).toBe(true);
  expect(isHeavy('plan', {})).toBe(true);
});

describe('records of cells', () => {
  const context = { program: 'test' };
  const info = (desk: GateDesk, about: CellRecord) => {
    const { result } = perform(desk, { method: 'info', params: {}, about }, context);
    const { model, pairs } = result;
    return { model, pairs };
  };

  it('are the cell, wherever it is made of them: step by step, at once, or without what was overtaken (seed 31)', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(someEdit, { minLength: 1, maxLength: 3 }), { maxLength: 9 }),
        (requests) => {
          const { gate, cell } = start();
          const made: Edit[][] = [];
          for (const edits of requests) {
            try {
              gate.call('edit', { cell, edits });
              made.push(edits);
            } catch (error) {
              expect((error as Error).message).toMatch(/edit \d \(/);
            }
          }
          const record = gate.book.recordFor({ cell });
          expect(record.version).toBe(made.length + 1);
          const own = info(gate.desk, record);
          // Another desk, from the files and what the record kept, after a structured clone.
          expect(info(new GateDesk(), structuredClone(record))).toEqual(own);
          const all = made.flatMap((edits, i) => edits.map((edit) => ({ version: i + 2, edit })));
          expect(info(new GateDesk(), { ...record, edits: all })).toEqual(own);
        },
      ),
      { seed: 31, numRuns: 20 },
    );
  });

  it('forget what was overtaken: a thousand moves are one', () => {
    const { gate, cell, edit, digest } = start();
    edit(BOX);
    for (let i = 0; i < 30; i++)
      edit({ kind: 'move-obstacle', obstacle: 'box', pose: { xyz: [i, 0, 0] } });
    const book = new CellBook('run');
    const { source } = gate.book.recordFor({ cell });
    const facts = { joints: [], clearance: 0, assumptions: [] };
    const made = (version: number) => ({ cell, version, digest: `${version}`, facts });
    book.apply({ kind: 'opened', ...made(1), source });
    const move = (i: number): Edit => ({
      kind: 'move-obstacle',
      obstacle: 'box',
      pose: { xyz: [i, 0, 0] },
    });
    book.apply({ kind: 'edited', ...made(2), edits: [BOX] });
    for (let i = 0; i < 1000; i++) book.apply({ kind: 'edited', ...made(i + 3), edits: [move(i)] });
    expect(book.recordFor({ cell }).edits).toHaveLength(2);
    expect(gate.book.recordFor({ cell }).edits).toHaveLength(2);
    expect(info(new GateDesk(), gate.book.recordFor({ cell })).model).toBe(digest());
  });

  it('bring a desk back to an earlier version that it does not have', () => {
    const { gate, cell, edit } = start();
    const first = gate.book.recordFor({ cell });
    const before = info(gate.desk, first);
    edit(BOX);
    const second = gate.book.recordFor({ cell });
    const desk = new GateDesk();
    const later = info(desk, second);
    expect(info(desk, first)).toEqual(before);
    expect(info(desk, second)).toEqual(later);
    expect(later).not.toEqual(before);
  });
});

describe('certificates of edited cells', () => {
  it('are proofs in that version, and in no other', () => {
    const { gate, cell, edit } = start();
    const waypoints = [HOME, [0.5, 0.2, 0.1, 0.1]];
    const plain = gate.call('certificate', { cell, waypoints });
    edit({ ...BOX, pose: { xyz: [9, 9, 0] } } as Edit);
    const edited = gate.call('certificate', { cell, waypoints });
    expect([plain.written, edited.written]).toEqual([true, true]);
    const verify = (certificate: string, version: number) =>
      gate.call('verify', { cell, certificate, version, waypoints });
    expect(verify(plain.text!, 1).verified).toBe(true);
    expect(verify(edited.text!, 2).verified).toBe(true);
    expect(verify(plain.text!, 2)).toMatchObject({ verified: false, reason: { code: 'model' } });
    expect(verify(edited.text!, 1)).toMatchObject({ verified: false, reason: { code: 'model' } });
    // Moved away and back, it is the same cell again.
    edit({ kind: 'move-obstacle', obstacle: 'box', pose: { xyz: [8, 8, 0] } });
    expect(verify(edited.text!, 3).verified).toBe(false);
    edit({ kind: 'move-obstacle', obstacle: 'box', pose: { xyz: [9, 9, 0] } });
    expect(verify(edited.text!, 4).verified).toBe(true);
    // It names the edits among what the cell was made from.
    expect(edited.text).toContain('edits of version 2');
    expect(plain.text).not.toContain('edits of version');
  });

  it('of a plan with a grasped object: the object is part of the proof', () => {
    const { gate, cell, edit } = start();
    edit({ ...BOX, pose: { xyz: [2.6, 0, 0.3] } } as Edit);
    edit({ kind: 'attach', obstacle: 'box', link: 'left/link2', q: [0, 0, 0, 0] });
    const answer = gate.call('plan', {
      cell,
      from: [0, 0, 0, 0],
      to: [{ 'left/joint1': -0.5 }],
      certificate: true,
    });
    expect(answer.verdict).toBe('free');
    const verified = gate.call('verify', {
      cell,
      certificate: answer.certificate!,
      waypoints: answer.waypoints!,
    });
    expect(verified.verified).toBe(true);
    edit({ kind: 'detach', object: 'left/box', q: [0, 0, 0, 0] });
    const without = gate.call('verify', {
      cell,
      certificate: answer.certificate!,
      waypoints: answer.waypoints!,
    });
    expect(without.verified).toBe(false);
  });
});
