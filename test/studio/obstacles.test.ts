/** Obstacles of other sizes and in somebody's hand: what the engine makes of them. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { writeObj } from '../../src/formats/index.ts';
import { poseFromRpy, Random } from '../../src/math/index.ts';
import { GeometryStore } from '../../studio/engine/geometry.ts';
import { Host } from '../../studio/engine/host.ts';
import type {
  Change,
  FromWorker,
  OpenedCell,
  PartSize,
  PoseAnswer,
} from '../../studio/engine/protocol.ts';
import { Session } from '../../studio/engine/session.ts';
import { sizeOf } from '../../studio/engine/sizes.ts';
import { ARM } from '../helpers/studio/arm.ts';

const CELLS = fileURLToPath(new URL('../../cells', import.meta.url));
const utf8 = (text: string) => new TextEncoder().encode(text);

function opened(session: Session, files: Map<string, Uint8Array>, entry?: string): OpenedCell {
  const answer = session.open({ files, ...(entry === undefined ? {} : { entry }) });
  if (!answer.opened) throw new Error(JSON.stringify(answer.unopened));
  return answer.cell;
}

function embedded(name: string): Map<string, Uint8Array> {
  const files = readdirSync(join(CELLS, name), { recursive: true, encoding: 'utf8' });
  return new Map(
    files
      .map((file) => `${name}/${file}`)
      .filter((file) => statSync(join(CELLS, file)).isFile())
      .map((file) => [file, new Uint8Array(readFileSync(join(CELLS, file)))]),
  );
}

const WEDGE = {
  positions: Float64Array.of(0, 0, 0, 0.3, 0, 0, 0, 0.2, 0, 0.1, 0.1, 0.35),
  indices: Uint32Array.of(0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3),
};
/** One obstacle of every kind that a cell file can state, and one in parts. */
const CELL = `# All kinds.
surepath: 1
robots: [{urdf: arm.urdf}]
obstacles:
  - {name: box, shape: {box: [0.1, 0.2, 0.3]}, pose: {xyz: [1.4, 0.3, 0.1], rpy: [0.1, 0.2, 0.3]}}
  - {name: sphere, shape: {sphere: {radius: 0.1}}, pose: {xyz: [1.2, 0.7, 0]}}
  - {name: cylinder, shape: {cylinder: {radius: 0.1, length: 0.4}}, pose: {xyz: [-1.2, 0.7, 0]}}
  - {name: capsule, shape: {capsule: {radius: 0.1, length: 0.4}}, pose: {xyz: [-1.2, -0.7, 0]}}
  - {name: cone, shape: {cone: {radius: 0.1, length: 0.4}}, pose: {xyz: [0.3, -1.2, 0.1]}}
  - {name: ellipsoid, shape: {ellipsoid: {radii: [0.1, 0.2, 0.3]}}, pose: {xyz: [0.9, -1.2, 0]}}
  - {name: hull, shape: {hull: [[0, 0, 0], [0.3, 0, 0], [0, 0.2, 0.1], [0.1, 0.1, 0.35]]}, pose: {xyz: [0.2, 1.1, 0]}}
  - {name: wedge, shape: {mesh: wedge.obj}, pose: {xyz: [0.7, 1.1, 0]}}
  - {name: tilted, shape: {mesh: wedge.obj, scale: [0.7, 0.3, 1.1], solid: false}, pose: {xyz: [-0.7, 1.1, 0]}}
  - name: frame
    parts:
      - {shape: {box: [0.1, 0.1, 0.7]}, pose: {rpy: [0.1, 0.2, 0.3]}}
      - {shape: {mesh: wedge.obj, scale: 0.3}, pose: {xyz: [0.1, 0, 0.4], rpy: [0.3, 0.1, 0.7]}}
    pose: {xyz: [1.3, -0.9, 0], rpy: [0, 0, 0.4]}
  - {name: floor, shape: {half_space: {normal: [0, 0.1, 1], offset: -0.4}}}
`;
const FILES = new Map([
  ['cell.yaml', utf8(CELL)],
  ['arm.urdf', utf8(ARM)],
  ['wedge.obj', utf8(writeObj(WEDGE))],
]);
const change = (obstacle: number, size: PartSize, part = 0): Change => ({
  kind: 'shape',
  obstacle,
  part,
  size,
});
const sizesOf = ({ description, scales }: OpenedCell) =>
  description.obstacles.map(({ parts }, i) =>
    parts.map(({ geometry }, k) => sizeOf(geometry, scales[i][k])?.sizes ?? null),
  );

describe('sizes of obstacles', () => {
  const wanted: PartSize[] = [
    { kind: 'box', sizes: [0.11, 0.21, 1 / 3] },
    { kind: 'sphere', sizes: [0.07] },
    { kind: 'cylinder', sizes: [0.03, 0.9] },
    { kind: 'capsule', sizes: [0.04, 0.8] },
    { kind: 'cone', sizes: [0.05, 0.7] },
    { kind: 'ellipsoid', sizes: [0.3, 0.1, 0.2] },
    { kind: 'hull', sizes: [1.7] },
    { kind: 'mesh', sizes: [1.3] },
    { kind: 'mesh', sizes: [0.9] },
  ];
  const all = wanted.map((size, i) => change(i, size));

  it('are changed, saved and read as the same model, whatever the shape', async () => {
    const session = new Session();
    const before = opened(session, FILES);
    const added: Change = {
      kind: 'add',
      name: 'added',
      shape: { kind: 'mesh', file: 'w.obj', bytes: FILES.get('wedge.obj')!, scale: 0.7 },
      pose: poseFromRpy(0.1, 0.2, 0.3, 2, 2, 0),
    };
    const edited = session.edit([
      ...all,
      change(9, { kind: 'mesh', sizes: [2.1] }, 1),
      added,
      change(11, { kind: 'mesh', sizes: [0.3] }),
      { kind: 'solid', obstacle: 7, solid: false },
      { kind: 'move', obstacle: 0, pose: poseFromRpy(0.7, 0.1, 0, 1.4, 0, 0) },
    ]);
    expect(sizesOf(edited)).toEqual([
      ...wanted.map(({ sizes }) => [[...sizes]]),
      [[0.1, 0.1, 0.7], [2.1]],
      [null],
      [[0.3]],
    ]);
    const saved = await session.run('saveCell', {});
    expect(saved).toMatchObject({ exact: true, digest: edited.digest });
    const text = new TextDecoder().decode(saved.files.get(saved.entry));
    // What was not changed stands as it stood; a mesh keeps its file where a factor says it all.
    expect(text).toMatch(/^# All kinds\./);
    expect(text).toContain('shape: {mesh: wedge.obj, scale: 1.3, solid: false}');
    expect(text).toContain('rpy: [0.3, 0.1, 0.7]');
    const again = opened(new Session(), new Map(saved.files), saved.entry);
    expect(again.digest).toBe(edited.digest);
    // It is a new beginning for factors.
    expect(again.scales.flat().every((factor) => factor === 1)).toBe(true);

    expect(session.edit([{ kind: 'restore', id: before.id }]).digest).toBe(before.digest);
  });

  it('are of what was opened or added, not of what they were last', () => {
    const session = new Session();
    const before = opened(session, FILES);
    const mesh = (factor: number) => change(7, { kind: 'mesh', sizes: [factor] });
    const once = session.edit([mesh(1.3)]).digest;
    session.edit([mesh(0.1)]);
    expect(session.edit([mesh(1.3)]).digest).toBe(once);
    expect(session.edit([mesh(1)]).digest).toBe(before.digest);
    // Two of one file have nothing to do with each other.
    const add = (name: string, scale: number): Change => ({
      kind: 'add',
      name,
      shape: { kind: 'mesh', file: 'w.obj', bytes: FILES.get('wedge.obj')!, scale },
      pose: poseFromRpy(0, 0, 0, 2, 2, 0),
    });
    const cell = session.edit([
      add('half', 0.5),
      add('whole', 1),
      change(12, { kind: 'mesh', sizes: [0.5] }),
    ]);
    expect(cell.scales.slice(-2)).toEqual([[1], [0.5]]);
  });

  it('are refused where they make no sense', () => {
    const session = new Session();
    const { digest } = opened(session, FILES);
    const bad: [Change, RegExp][] = [
      [change(0, { kind: 'box', sizes: [1, 0, 1] }), /width y must be a number above 0; found 0/],
      [change(1, { kind: 'sphere', sizes: [-1] }), /radius must be a number above 0/],
      [change(1, { kind: 'sphere', sizes: [Number.NaN] }), /radius must be a number above 0/],
      [change(7, { kind: 'mesh', sizes: [Infinity] }), /scale must be a number above 0/],
      [change(2, { kind: 'cylinder', sizes: [1] }), /has 2 sizes/],
      [change(2, { kind: 'box', sizes: [1, 1, 1] }), /a cylinder cannot have the size of a box/],
      [change(10, { kind: 'box', sizes: [1, 1, 1] }), /half-space has no size/],
      [change(9, { kind: 'box', sizes: [1, 1, 1] }, 2), /no part number 2/],
      [change(99, { kind: 'box', sizes: [1, 1, 1] }), /number 99/],
    ];
    for (const [each, message] of bad) expect(() => session.edit([each])).toThrow(message);
    expect(session.opened!.digest).toBe(digest);
  });

  it('decide what collides', async () => {
    const session = new Session();
    opened(session, FILES);
    const path = { name: 'p', waypoints: [[0.3], [1]].map((q) => Float64Array.from(q)) };
    expect((await session.run('check', { path })).verdict).toBe('free');
    session.edit([change(1, { kind: 'sphere', sizes: [0.7] })]);
    expect((await session.run('check', { path })).verdict).toBe('colliding');
    session.edit([change(1, { kind: 'sphere', sizes: [0.1] })]);
    expect((await session.run('check', { path })).verdict).toBe('free');
  });

  it('send a mesh of a new size to the page under a key of its contents', async () => {
    /** A worker that was asked for these sizes of the wedge, and what the page has in the end. */
    const shown = async (store: GeometryStore, ...factors: number[]) => {
      let last: unknown;
      const host = new Host((message: FromWorker) => {
        if ('answer' in message) last = message.answer;
      });
      const open = { request: { files: FILES }, id: 1, visuals: true };
      await host.receive({ call: 1, kind: 'open', request: open });
      store.unpack((last as { cell: Parameters<GeometryStore['unpack']>[0] }).cell);
      for (const [i, factor] of factors.entries()) {
        const changes = [change(7, { kind: 'mesh', sizes: [factor] })];
        await host.receive({ call: 2, kind: 'edit', request: { changes, id: 2 + i } });
      }
      const cell = store.unpack(last as Parameters<GeometryStore['unpack']>[0]);
      const { geometry } = cell.description.obstacles[7].parts[0];
      return geometry.kind === 'mesh' ? Math.max(...geometry.triangles.positions) : 0;
    };
    const store = new GeometryStore();
    expect(await shown(store, 2)).toBeCloseTo(0.7, 12);
    // Another worker, as after a cancelled job: the page keeps what it has.
    expect(await shown(store, 3)).toBeCloseTo(1.05, 12);
    expect(await shown(store, 3, 2)).toBeCloseTo(0.7, 12);
  });
});

/** Bodies by number, distances without their last bits. */
const told = ({ closest, colliding, tooClose }: PoseAnswer) => ({
  closest: colliding.length > 0 ? null : closest && [closest.a, closest.b],
  colliding: colliding.map(({ a, b }) => `${a} ${b}`).sort(),
  contained: colliding.filter(({ contained }) => contained).length,
  tooClose: tooClose.map(({ a, b }) => `${a} ${b}`).sort(),
});

describe('an obstacle in hand', () => {
  const random = new Random(7);
  const between = (low: number, high: number) => random.between(low, high);
  const somewhere = (reach: number) =>
    poseFromRpy(
      between(-3, 3),
      between(-1.5, 1.5),
      between(-3, 3),
      between(-reach, reach),
      between(-reach, reach),
      between(-0.3, 0.3),
    );

  const compare = async (
    session: Session,
    cell: OpenedCell,
    reach: number,
    rounds: number,
  ): Promise<number> => {
    let hits = 0;
    const count = cell.description.obstacles.length;
    for (let round = 0; round < rounds; round++) {
      const moved = [round % count, ...(round % 3 === 0 ? [(round + 1) % count] : [])].map(
        (obstacle) => ({ obstacle, pose: somewhere(reach) }),
      );
      const configuration = cell.dofs.map(({ lower, upper, value }) =>
        Number.isFinite(lower + upper) ? between(lower, upper) : value,
      );
      const live = await session.run('pose', { configuration, moved });
      expect(session.opened).toBe(cell);
      session.edit(moved.map((each) => ({ kind: 'move', ...each })));
      const after = await session.run('pose', { configuration });
      cell = session.edit([{ kind: 'restore', id: cell.id }]);
      expect(told(live), `round ${round}`).toEqual(told(after));
      if (live.closest && after.closest) {
        expect(Math.abs(live.closest.distance - after.closest.distance)).toBeLessThan(1e-9);
      }
      if (live.colliding.length > 0) hits++;
    }
    return hits;
  };
  const begin = (files: Map<string, Uint8Array>, changes: Change[]) => {
    const session = new Session();
    opened(session, files);
    return { session, cell: session.edit(changes) };
  };

  it('has the closest pair and the collisions of the cell after the edit: seed 7', async () => {
    const changes: Change[] = [{ kind: 'clearance', distance: 0.05 }];
    const { session, cell } = begin(FILES, changes);
    const hits = await compare(session, cell, 0.5, 66);
    expect(hits).toBeGreaterThan(3);
    expect(hits).toBeLessThan(66);
    // Nothing of it is left: the cell is as it was.
    const at = { configuration: cell.home };
    expect(await session.run('pose', at)).toEqual(
      await begin(FILES, changes).session.run('pose', at),
    );
  });

  it('has them among meshes of two arms, of other sizes too: seed 7', async () => {
    const { session, cell } = begin(embedded('two-arms'), [
      { kind: 'shape', obstacle: 0, part: 0, size: { kind: 'box', sizes: [1.2, 0.4, 0.8] } },
    ]);
    await compare(session, cell, 1.5, 12);
  });

  it('must be one of the cell, and at a place', async () => {
    const { session, cell } = begin(FILES, []);
    const ask = (obstacle: number, pose: ArrayLike<number>) =>
      session.run('pose', { configuration: cell.home, moved: [{ obstacle, pose }] });
    await expect(ask(99, somewhere(1))).rejects.toThrow(/number 99/);
    await expect(ask(0, new Float64Array(12))).rejects.toThrow();
  });
});
