/** The work of the studio, without a page: it must say what the command line says of the same files. */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { buildKinematics, Kinematics } from '../../src/kinematics/index.ts';
import { Engine, type WorkerLike } from '../../studio/engine/client.ts';
import { joinEdges } from '../../studio/engine/growth.ts';
import { Host, throttled } from '../../studio/engine/host.ts';
import type { OpenedCell, PathData, Progress, TreeEdges } from '../../studio/engine/protocol.ts';
import { Session } from '../../studio/engine/session.ts';
import { PROGRAM } from '../../studio/engine/version.ts';
import { runInside } from '../cli/runInside.ts';
import { ARM } from './arm.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CELLS = join(ROOT, 'cells');
const folder = mkdtempSync(join(tmpdir(), 'surepath-studio-'));
afterAll(() => rmSync(folder, { recursive: true }));

const ALL = new Map<string, Uint8Array>(
  readdirSync(CELLS, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(CELLS, name)).isFile())
    .map((name) => [name, new Uint8Array(readFileSync(join(CELLS, name)))]),
);
const named = (...starts: string[]) =>
  new Map([...ALL].filter(([name]) => starts.some((start) => name.startsWith(start))));
const WITH_PATHS = [...ALL.keys()]
  .filter((name) => name.endsWith('/paths/free.json'))
  .map((name) => name.split('/')[0])
  // Its certificate takes half as long as all others together.
  .filter((name) => name !== 'lattice-nine')
  .sort();

const utf8 = (text: string) => new TextEncoder().encode(text);
const at = (x: number, y: number, z: number) => [1, 0, 0, 0, 1, 0, 0, 0, 1, x, y, z];

function opened(session: Session, files: Map<string, Uint8Array>, entry?: string): OpenedCell {
  const answer = session.open({ files, ...(entry === undefined ? {} : { entry }) });
  if (!answer.opened) throw new Error(JSON.stringify(answer.unopened));
  return answer.cell;
}

function write(name: string, files: ReadonlyMap<string, Uint8Array>): string {
  const own = join(folder, name);
  for (const [path, bytes] of files) {
    mkdirSync(dirname(join(own, path)), { recursive: true });
    writeFileSync(join(own, path), bytes);
  }
  return own;
}

const SRDF = `<robot name="arm"><disable_collisions link1="base" link2="upper" reason="Adjacent"/></robot>`;
const motion = (...values: number[]): PathData => ({
  name: 'test',
  waypoints: values.map((x) => Float64Array.of(x)),
});

function armSession() {
  const session = new Session();
  opened(
    session,
    new Map([
      ['arm.urdf', utf8(ARM)],
      ['arm.srdf', utf8(SRDF)],
    ]),
  );
  return session;
}
const BLOCK = {
  kind: 'add',
  name: 'block',
  shape: { kind: 'box', size: [0.1, 0.1, 0.1] },
  pose: at(0, 0.7, 0),
} as const;

describe('opening', () => {
  it('names the program as package.json does', () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    expect(PROGRAM).toBe(`surepath ${version}`);
  });

  it('lists every missing file by its name, and opens once they are there', () => {
    const files = named('two-arms/');
    const gone = [
      'two-arms/meshes/link_2.stl',
      'two-arms/meshes/spot_gun.stl',
      'two-arms/meshes/panel.obj',
    ];
    const partial = new Map([...files].filter(([name]) => !gone.includes(name)));
    const session = new Session();
    const answer = session.open({ files: partial });
    expect(answer.opened).toBe(false);
    if (answer.opened) return;
    expect(answer.unopened.kind).toBe('missing');
    const names = answer.unopened.missing.map(({ reference }) => reference.split('/').pop()).sort();
    expect(names).toEqual(['link_2.stl', 'panel.obj', 'spot_gun.stl']);
    expect(session.opened).toBeNull();
    expect(opened(session, files).name).toBe('two-arms');
  });

  it('finds files that were dropped without their folders, but never guesses between two', () => {
    const whole = named('two-arms/');
    const flat = new Map([...whole].map(([name, bytes]) => [name.split('/').pop()!, bytes]));
    const reference = opened(new Session(), whole).digest;
    expect(opened(new Session(), flat).digest).toBe(reference);
    const link = flat.get('link_2.stl')!;
    flat.delete('link_2.stl');
    flat.set('a/link_2.stl', link).set('b/link_2.stl', flat.get('link_3.stl')!);
    const answer = new Session().open({ files: flat });
    expect(
      answer.opened ? [] : answer.unopened.missing.map((m) => m.reference.split('/').pop()),
    ).toEqual(['link_2.stl']);
  });

  it('says where a broken file is broken, and asks which of several is meant', () => {
    const broken = new Session().open({
      files: new Map([['cell.yaml', utf8('surepath: 1\nrobot: []\n')]]),
    });
    expect(broken).toMatchObject({
      opened: false,
      unopened: { kind: 'broken', error: { file: 'cell.yaml', line: 2 } },
    });
    const several = new Session().open({ files: named('cage/', 'two-arms/') });
    expect(several).toMatchObject({
      opened: false,
      unopened: { kind: 'ambiguous', candidates: ['cage/cell.yaml', 'two-arms/cell.yaml'] },
    });
  });

  it('gives the page data that can be sent', () => {
    const cell = opened(new Session(), named('two-arms/'));
    expect(structuredClone(cell)).toEqual(cell);
    expect(cell.states.map(({ name }) => name)).toContain('left: home');
    expect(cell.bodies.filter(({ obstacle }) => obstacle !== null)).toHaveLength(
      cell.description.obstacles.length,
    );
  });
});

describe('editing', () => {
  it('turns free into colliding when an obstacle is put into the way, and back', async () => {
    const session = armSession();
    const before = session.opened!;
    const path = motion(0, 2.5);
    expect((await session.run('check', { path })).verdict).toBe('free');
    const edited = session.edit([BLOCK]);
    expect(edited.digest).not.toBe(before.digest);
    const answer = await session.run('check', { path });
    expect(answer.verdict).toBe('colliding');
    const { a, b, configuration } = answer.witness!;
    expect([edited.bodies[a].name, edited.bodies[b].name]).toEqual(['upper', 'block']);
    const pose = await session.run('pose', { configuration });
    expect(pose.colliding).toHaveLength(1);
    expect(pose.colliding[0].trianglesA.length).toBeGreaterThan(0);
    expect(session.edit([{ kind: 'restore', id: before.id }]).digest).toBe(before.digest);
    expect((await session.run('check', { path })).verdict).toBe('free');
  });

  it('leaves the cell as it was when a change makes no sense', () => {
    const session = armSession();
    const { digest } = session.edit([BLOCK]);
    expect(() => session.edit([{ kind: 'clearance', distance: 0.1 }, BLOCK])).toThrow(/already/);
    expect(() => session.edit([{ kind: 'move', obstacle: 7, pose: at(0, 0, 0) }])).toThrow(
      /number 7/,
    );
    expect(session.opened!.digest).toBe(digest);
  });

  it('allows and forbids pairs', () => {
    const session = armSession();
    const status = ({ pairs, bodies }: OpenedCell, x: string, y: string) =>
      pairs.find(({ a, b }) => [x, y].includes(bodies[a].name) && [x, y].includes(bodies[b].name))!
        .status;
    expect(status(session.opened!, 'base', 'upper')).toBe('assumed');
    expect(status(session.edit([{ kind: 'forbid', a: 'base', b: 'upper' }]), 'base', 'upper')).toBe(
      'tested',
    );
    const allowed = session.edit([
      BLOCK,
      { kind: 'allow', a: 'upper', b: 'block', reason: 'it may' },
    ]);
    expect(status(allowed, 'upper', 'block')).toBe('assumed');
    expect(
      status(session.edit([{ kind: 'forbid', a: 'upper', b: 'block' }]), 'upper', 'block'),
    ).toBe('tested');
  });
});

describe('saving', () => {
  const turned = [0, -1, 0, 1, 0, 0, 0, 0, 1, 0.3, -0.2, 0.9];

  it('writes files of which the command line reads the same model', async () => {
    const session = new Session();
    opened(session, named('two-arms/'));
    const edited = session.edit([
      { kind: 'move', obstacle: 1, pose: turned },
      { kind: 'solid', obstacle: 2, solid: false },
      { kind: 'remove', obstacle: 3 },
      {
        kind: 'add',
        name: 'link',
        shape: {
          kind: 'mesh',
          file: 'x/link_3.stl',
          bytes: ALL.get('cage/meshes/link_3.stl')!,
          scale: 0.5,
        },
        pose: at(3, 3, 3),
      },
      { kind: 'forbid', a: 'left/link_1', b: 'left/link_2' },
      { kind: 'allow', a: 'link', b: 'left/link_3', reason: 'yes: "really"' },
      { kind: 'clearance', distance: 0.002 },
      { kind: 'tracking', tolerance: 0.001 },
    ]);
    const saved = await session.run('saveCell', {});
    expect(saved).toMatchObject({ exact: true, digest: edited.digest });
    expect(opened(new Session(), new Map(saved.files), saved.entry).digest).toBe(edited.digest);
  });

  it('keeps a cell file that nobody changed, byte for byte', async () => {
    const session = new Session();
    opened(session, named('cage/'));
    const { files, entry, exact } = await session.run('saveCell', {});
    expect(exact).toBe(true);
    expect(files.get(entry)).toEqual(ALL.get('cage/cell.yaml'));
  });

  it('makes a cell of a URDF, and certificates that hold for it on the command line', async () => {
    const session = armSession();
    session.edit([
      BLOCK,
      { kind: 'move', obstacle: 0, pose: turned },
      { kind: 'clearance', distance: 0.01 },
    ]);
    const path = motion(0, 2.5);
    const saved = await session.run('saveCell', {});
    expect(saved.exact).toBe(true);
    const own = write('urdf', saved.files);
    writeFileSync(join(own, 'path.json'), await session.run('savePath', { path, format: 'json' }));
    const ran = runInside(own, 'check', saved.entry, 'path.json', '--certificate', 'c.json');
    expect(ran.status, ran.stderr).toBe(0);
    const made = await session.run('certificate', { path });
    expect(made.written && made.text).toBe(readFileSync(join(own, 'c.json'), 'utf8'));
  });

  it('makes a cell of a planning scene', async () => {
    const scene = JSON.stringify({
      name: 's',
      robot_model_name: 'arm',
      world: {
        collision_objects: [
          {
            id: 'box',
            header: { frame_id: 'world' },
            primitives: [{ type: 1, dimensions: [0.1, 0.2, 0.3] }],
            primitive_poses: [
              { position: { x: 0, y: 0, z: 0 }, orientation: { x: 0, y: 0, z: 0, w: 1 } },
            ],
            pose: { position: { x: 1, y: 2, z: 3 }, orientation: { x: 0, y: 0, z: 0.6, w: 0.8 } },
            operation: 0,
          },
        ],
      },
    });
    const session = new Session();
    const cell = opened(
      session,
      new Map([
        ['scene.json', utf8(scene)],
        ['arm.urdf', utf8(ARM)],
        ['arm.srdf', utf8(SRDF)],
      ]),
    );
    expect(cell.description.obstacles.map(({ name }) => name)).toEqual(['box']);
    const saved = await session.run('saveCell', {});
    const again = opened(new Session(), new Map(saved.files), saved.entry);
    expect(again.digest).toBe(saved.digest);
    expect(saved.exact).toBe(saved.digest === cell.digest);
    const [before, after] = [cell, again].map((each) => each.description.obstacles[0].pose);
    before.forEach((x, i) => {
      expect(after[i]).toBeCloseTo(x, 14);
    });
  });
});

describe('what is asked about a motion', () => {
  it('covers every segment, and measures what it proves', async () => {
    const session = armSession();
    session.edit([BLOCK, { kind: 'move', obstacle: 0, pose: at(0, 1, 0) }]);
    const path = motion(0, 1, 2.5);
    const cover = (await session.run('cover', { path }))!;
    expect(cover.segments).toBe(2);
    for (const { slabs, starts } of cover.pairs) {
      for (let s = 0; s < 2; s++) {
        let reached = 0;
        for (let k = starts[s]; k < starts[s + 1]; k++) {
          const [t, from, to, depth] = slabs.subarray(4 * k, 4 * k + 4);
          expect(from).toBeLessThanOrEqual(t);
          expect(to).toBeGreaterThanOrEqual(t);
          expect(depth).toBeCloseTo(-Math.log2(to - from), 12);
          if (from <= reached) reached = Math.max(reached, to);
        }
        expect(reached).toBe(1);
      }
    }
    const profile = await session.run('profile', { path });
    expect(profile.pairs.length).toBeGreaterThan(0);
    for (const { lower, samples } of profile.pairs) {
      for (let i = 2; i < samples.length; i += 3) expect(samples[i]).toBeGreaterThanOrEqual(lower);
    }
  });

  it('shows what samples miss', async () => {
    const session = armSession();
    session.edit([
      { ...BLOCK, shape: { kind: 'box', size: [0.001, 0.001, 0.001] }, pose: at(0, 0.79, 0) },
    ]);
    const path = motion(0, 3);
    expect((await session.run('check', { path })).verdict).toBe('colliding');
    const coarse = await session.run('sampled', { path, resolution: 1 });
    expect(coarse.verdict).toBe('no collision found');
    expect(coarse.at).toHaveLength(2 * coarse.samples);
    const fine = await session.run('sampled', { path, resolution: 0.01 });
    expect(fine.verdict).toBe('colliding');
    expect(fine.witness!.colliding).toBe(true);
  });

  it('verifies its own certificates, and no others', async () => {
    const session = armSession();
    session.edit([{ ...BLOCK, pose: at(0, 1, 0) }]);
    const path = motion(0, 2.5);
    const made = await session.run('certificate', { path });
    if (!made.written) throw new Error(made.reason);
    expect(await session.run('verify', { text: made.text, path })).toMatchObject({
      verified: true,
    });
    expect(await session.run('verify', { text: made.text, path: motion(0, 2.4) })).toMatchObject({
      verified: false,
    });
    session.edit([{ kind: 'move', obstacle: 0, pose: at(0, 1.1, 0) }]);
    expect(await session.run('verify', { text: made.text })).toMatchObject({ verified: false });
    session.edit([{ kind: 'move', obstacle: 0, pose: at(0, 0.7, 0) }]);
    expect(await session.run('certificate', { path })).toEqual({
      written: false,
      reason: 'the path is colliding',
    });
  });

  it('plans, tells how the trees grow, and proves what it found', async () => {
    const session = new Session();
    const cell = opened(session, named('two-arms/'));
    const state = (name: string) => cell.states.find((each) => each.name === name)!.values;
    const told: Progress[] = [];
    const request = { from: state('left: home'), goals: [state('left: weld_1')], seed: 1 };
    const answer = await session.run('plan', request, (progress) => told.push(progress));
    expect(answer.verdict).toBe('free');
    expect([...answer.path!.waypoints.at(-1)!]).toEqual([...state('left: weld_1')]);
    expect((await session.run('check', { path: answer.path! })).verdict).toBe('free');
    expect(told.length).toBeGreaterThan(0);
    for (const { tree } of told)
      if (tree) expect(tree.positions).toHaveLength(6 * tree.sides.length);
  });

  it.each(['rrt-connect', 'a-sbl', 'lazy-prm'] as const)(
    'tells all edges of %s: which wait for a check, and what became of them',
    async (planner) => {
      const session = new Session();
      const cell = opened(session, named('maze/', 'robots/'), 'maze/cell.yaml');
      const state = (name: string) => cell.states.find((each) => each.name === name)!.values;
      const parts: TreeEdges[] = [];
      const answer = await session.run(
        'plan',
        { from: state('start'), goals: [state('goal')], planner, iterations: 200, smooth: false },
        ({ tree }) => tree && parts.push(tree),
      );
      const all = joinEdges(parts);
      const openCount = all.open.reduce((n, x) => n + x, 0);
      expect(all.open.length - openCount).toBe(answer.stats.freeEdges);
      expect(openCount > 0).toBe(planner !== 'rrt-connect');
      expect(new Set(all.closed).size).toBe(all.closed.length);
      expect(all.closed.every((number) => number < openCount)).toBe(true);
      expect([...all.sides].every((side) => side <= 2)).toBe(true);
      expect(all.positions.every(Number.isFinite)).toBe(true);
    },
  );

  it('brings a tool to where it is dragged', async () => {
    const session = new Session();
    const cell = opened(session, named('two-arms/'));
    const [link] = cell.tools;
    const tree = buildKinematics(cell.description.robots);
    const kinematics = new Kinematics(tree);
    const placeAt = (q: ArrayLike<number>) => {
      kinematics.setConfiguration(Float64Array.from(q));
      const o = kinematics.poseOf(tree.frameOf.get(link)!);
      return kinematics.poses.slice(o, o + 12);
    };
    const wanted = placeAt(cell.home);
    wanted[11] -= 0.02;
    const near = await session.run('inverse', { link, pose: wanted, from: cell.home });
    expect(near.reached).toBe(true);
    placeAt(near.configuration).forEach((x, i) => {
      expect(Math.abs(x - wanted[i])).toBeLessThan(3e-3);
    });
    const pose = Float64Array.from(at(0, 0, 50));
    const far = await session.run('inverse', { link, pose, from: cell.home });
    expect(far.reached).toBe(false);
    expect(far.positionError).toBeGreaterThan(40);
    expect(far.configuration).toHaveLength(cell.dofs.length);
  });
});

describe('motions from files', () => {
  const cell = `surepath: 1
robots:
  - {name: left, urdf: arm.urdf, srdf: arm.srdf}
  - {name: right, urdf: arm.urdf, srdf: arm.srdf, base: {xyz: [2, 0, 0], rpy: [0, 0, 3]}}
state: {right/turn: 0.25}
`;
  const files = new Map([
    ['cell.yaml', utf8(cell)],
    ['arm.urdf', utf8(ARM)],
    ['arm.srdf', utf8(SRDF)],
  ]);
  const left = { joints: ['left/turn'], waypoints: [[0], [1], [0.5]], times: [0, 1, 2.5] };
  const right = { joints: ['right/turn'], waypoints: [[0], [-1]], times: [0, 2] };
  const motions: Record<string, object> = {
    standing: { joints: ['left/turn'], waypoints: [[0], [1]] },
    controller: { ...left, velocities: [[0], [0.5], [0]] },
    blend: { ...left, blend: 0.2 },
    tracks: { tracks: [left, { ...right, offset: 0.3 }] },
  };

  it.each(Object.keys(motions))(
    '%s: certified as on the command line, also once saved',
    async (name) => {
      const session = new Session();
      opened(session, files);
      const text = JSON.stringify(motions[name]);
      const { path, notes } = await session.run('readPath', {
        file: `${name}.json`,
        bytes: utf8(text),
      });
      expect(notes.map(({ code }) => code).includes('configuration/standing')).toBe(
        name !== 'tracks',
      );
      const made = await session.run('certificate', { path });
      if (!made.written) throw new Error(made.reason);
      const own = write(`motions-${name}`, files);
      const saved = await session.run('savePath', { path, format: 'json' });
      for (const [file, contents] of Object.entries({ given: text, saved })) {
        writeFileSync(join(own, `${file}.json`), contents);
        const ran = runInside(own, 'check', 'cell.yaml', `${file}.json`, '--certificate', 'c.json');
        expect(ran.status, ran.stderr).toBe(0);
        expect(readFileSync(join(own, 'c.json'), 'utf8')).toBe(made.text);
      }
    },
  );

  it('says where a file names a joint that is not there', async () => {
    const session = new Session();
    opened(session, files);
    const bytes = utf8('{"joints": ["left/turm"],\n "waypoints": [[0]]}');
    await expect(session.run('readPath', { file: 'p.json', bytes })).rejects.toMatchObject({
      fault: { file: 'p.json', line: 1, column: 13 },
    });
  });

  it('makes a report of a verdict, with names as text', async () => {
    const session = armSession();
    session.edit([{ ...BLOCK, name: '<b>block' }]);
    const html = await session.run('report', { path: motion(0, 2.5), viewer: '', date: 'today' });
    expect(html).toContain('colliding');
    expect(html).not.toContain('<b>block');
  });
});

/** A worker in this process: messages are copied, and come later. */
class NearWorker implements WorkerLike {
  static readonly all: NearWorker[] = [];
  onmessage: WorkerLike['onmessage'] = null;
  onerror: WorkerLike['onerror'] = null;
  ended = false;
  readonly kinds: string[] = [];
  private last: Promise<void> = Promise.resolve();
  private readonly host = new Host((message) => {
    if (!this.ended) this.onmessage?.({ data: structuredClone(message) } as never);
  });

  constructor() {
    NearWorker.all.push(this);
  }

  postMessage(message: unknown): void {
    const data = structuredClone(message) as Parameters<Host['receive']>[0];
    this.kinds.push(data.kind);
    this.last = this.last.then(async () => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      if (!this.ended) await this.host.receive(data);
    });
  }

  terminate(): void {
    this.ended = true;
  }
}

describe('the engine of the page', () => {
  const arm = new Map([
    ['arm.urdf', utf8(ARM)],
    ['arm.srdf', utf8(SRDF)],
  ]);
  const started = async () => {
    NearWorker.all.length = 0;
    const engine = new Engine(() => new NearWorker());
    const answer = await engine.call('open', { files: arm });
    if (!answer.opened) throw new Error('not opened');
    return { engine, cell: answer.cell };
  };

  it('cancels a job by ending its worker, and goes on with the same cell', async () => {
    const { engine } = await started();
    const edited = await engine.call('edit', { changes: [BLOCK] });
    const controller = new AbortController();
    const job = engine.call('check', { path: motion(0, 2.5) }, { signal: controller.signal });
    await new Promise((resolve) => setTimeout(resolve, 0));
    controller.abort();
    await expect(job).rejects.toMatchObject({ name: 'AbortError' });
    expect(NearWorker.all.filter(({ ended }) => ended)).toHaveLength(1);
    const answer = await engine.call('check', { path: motion(0, 2.5) });
    expect(answer).toMatchObject({ verdict: 'colliding', digest: edited.digest });
    engine.close();
  });

  it('answers the latest of many poses, and those that are to be kept', async () => {
    const { engine } = await started();
    const ask = (x: number, keep = false) =>
      engine.call('pose', { configuration: [x] }, { keep }).then(
        ({ limits }) => limits.length,
        (error) => error.fault.code,
      );
    const answers = await Promise.all([ask(0), ask(1), ask(9, true), ask(2), ask(9)]);
    expect(answers).toEqual([0, 'engine/superseded', 1, 'engine/superseded', 1]);
    engine.close();
  });

  it('sends meshes once, and brings back earlier cells', async () => {
    NearWorker.all.length = 0;
    const engine = new Engine(() => new NearWorker());
    const answer = await engine.call('open', { files: named('two-arms/') });
    if (!answer.opened) throw new Error('not opened');
    const { cell } = answer;
    const moved = await engine.call('edit', {
      changes: [{ kind: 'move', obstacle: 1, pose: at(0, 0, 1) }],
    });
    const meshOf = ({ description }: OpenedCell) => description.obstacles[1].parts[0].geometry;
    expect(meshOf(moved)).toMatchObject({ kind: 'mesh' });
    expect((meshOf(moved) as { triangles: unknown }).triangles).toBe(
      (meshOf(cell) as { triangles: unknown }).triangles,
    );
    expect(moved.description.robots).toBe(cell.description.robots);
    const back = await engine.call('edit', { changes: [{ kind: 'restore', id: cell.id }] });
    expect(back).toMatchObject({ id: cell.id, digest: cell.digest });
    engine.close();
  });

  it('gives faults as they are, and keeps the cell that was open', async () => {
    const { engine, cell } = await started();
    const wrong = engine.call('edit', { changes: [{ kind: 'remove', obstacle: 3 }] });
    await expect(wrong).rejects.toMatchObject({ name: 'EngineError', bug: false });
    const nothing = await engine.call('open', { files: new Map() });
    expect(nothing).toMatchObject({ opened: false, unopened: { kind: 'broken' } });
    const { digest } = await engine.call('check', { path: motion(0, 1) });
    expect(digest).toBe(cell.digest);
    engine.close();
    await expect(engine.call('pose', { configuration: [0] })).rejects.toThrow(/closed/);
  });

  it('reports ten times a second, and loses no edge of a tree', () => {
    let now = 0;
    const posted: Progress[] = [];
    const report = throttled(
      (progress) => posted.push(progress),
      () => now,
    );
    for (let i = 0; i < 105; i++, now += 10) {
      const tree = {
        positions: new Float32Array(6).fill(i),
        sides: Uint8Array.of(i % 2),
        open: Uint8Array.of(i % 3),
        closed: Uint32Array.of(i, i + 1),
      };
      report({ what: 'planning', done: 0, of: 0, tree });
    }
    expect(posted).toHaveLength(11);
    report.flush();
    report.flush();
    expect(posted).toHaveLength(12);
    const all = posted.map(({ tree }) => tree!);
    const numbers = Array.from({ length: 105 }, (_, i) => i);
    expect(all.flatMap(({ sides }) => [...sides])).toEqual(numbers.map((i) => i % 2));
    expect(all.flatMap(({ open }) => [...open])).toEqual(numbers.map((i) => i % 3));
    expect(all.flatMap(({ positions }) => [...positions])[6 * 104]).toBe(104);
    expect(all.flatMap(({ closed }) => [...closed])).toEqual(numbers.flatMap((i) => [i, i + 1]));
  });
});

describe('the embedded cells, as the command line has them', () => {
  it.each(WITH_PATHS)(
    '%s: the same verdicts, and the same certificate byte for byte',
    async (name) => {
      const session = new Session();
      const entry = `${name}/cell.yaml`;
      opened(session, new Map(ALL), entry);
      for (const kind of ['free', 'colliding']) {
        const file = `${name}/paths/${kind}.json`;
        if (!ALL.has(file)) continue;
        const { path } = await session.run('readPath', { file });
        const target = join(folder, `${name}-${kind}.json`);
        const ran = runInside(CELLS, 'check', entry, file, '--json', '--certificate', target);
        const said = JSON.parse(ran.stdout);
        const answer = await session.run('check', { path });
        expect(answer.verdict, file).toBe(said.verdict);
        expect(answer.assumptions).toEqual(said.assumptions);
        expect(answer.witness?.segment).toBe(said.segment);
        expect(answer.witness?.t).toBe(said.t);
        const made = await session.run('certificate', { path });
        expect(made.written).toBe(said.certificate.written);
        if (made.written) expect(made.text === readFileSync(target, 'utf8'), file).toBe(true);
      }
    },
    240_000,
  );
});
