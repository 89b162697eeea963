/** Opening, editing and saving cells without a page: as the command line reads the same files. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { OpenedCell } from '../../studio/engine/protocol.ts';
import { Session } from '../../studio/engine/session.ts';
import { PROGRAM } from '../../studio/engine/version.ts';
import { runInside } from '../helpers/cli/runInside.ts';
import { ARM } from '../helpers/studio/arm.ts';
import {
  ALL,
  armSession,
  at,
  BLOCK,
  motion,
  named,
  opened,
  ROOT,
  SRDF,
  utf8,
  write,
} from '../helpers/studio/sessions.ts';

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
    const path = motion(0, 2.5);
    // The SRDF disables the only pair: as long as there is nothing to meet, nothing can be shown.
    await expect(session.run('check', { path })).rejects.toThrow(/nothing to prove/);
    const before = session.edit([{ ...BLOCK, name: 'post', pose: at(0, -0.7, 0) }]);
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

  it.each(['linkages', 'cage-irb2400'])('keeps what closed loops of %s became', async (name) => {
    const session = new Session();
    const files = new Map([...named(`${name}/`), ...named('robots/')]);
    opened(session, files, `${name}/cell.yaml`);
    const edited = session.edit([{ kind: 'clearance', distance: 0.0002 }]);
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
