/** Questions about motions without a page: it must say what the command line says. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { joinEdges } from '../../src/jobs/index.ts';
import { buildKinematics, Kinematics } from '../../src/kinematics/index.ts';
import type { OpenedCell, Progress, TreeEdges } from '../../studio/engine/protocol.ts';
import { Session } from '../../studio/engine/session.ts';
import { runInside } from '../helpers/cli/runInside.ts';
import { foldingFiles } from '../helpers/oracles/nearContacts.ts';
import { ARM } from '../helpers/studio/arm.ts';
import {
  armSession,
  at,
  BLOCK,
  motion,
  named,
  opened,
  SRDF,
  utf8,
  write,
} from '../helpers/studio/sessions.ts';

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

  it('covers, of a path that collides, the pairs that stay free', async () => {
    const session = armSession();
    const far = { ...BLOCK, name: 'far', pose: at(0, 2, 0) };
    const cell = session.edit([{ ...BLOCK, pose: at(0, 0.5, 0) }, far]);
    const path = motion(0, 3);
    const { verdict, witness } = await session.run('check', { path });
    expect(verdict).toBe('colliding');
    expect(await session.run('cover', { path })).toBeNull();
    const except = [[witness!.a, witness!.b]] as const;
    const cover = (await session.run('cover', { path, except }))!;
    const pairs = cover.pairs.map(({ a, b }) => `${cell.bodies[a].name} ${cell.bodies[b].name}`);
    expect(pairs).toContain('upper far');
    expect(cover.pairs.some(({ a, b }) => a === witness!.a && b === witness!.b)).toBe(false);
    expect(cover.slabs).toBeGreaterThan(0);
    expect((await session.run('certificate', { path })).written).toBe(false);
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
      expect(openCount).toBeGreaterThan(0);
      expect(new Set(all.closed).size).toBe(all.closed.length);
      expect(all.closed.every((number) => number < openCount)).toBe(true);
      expect([...all.sides].every((side) => side <= 2)).toBe(true);
      expect(all.positions.every(Number.isFinite)).toBe(true);
    },
  );

  it('tells before a search which pairs nearly touch at its ends, and refuses what collides', async () => {
    const session = new Session();
    const { yaml, urdf } = foldingFiles();
    const files = new Map([
      ['cell.yaml', utf8(yaml)],
      ['folding.urdf', utf8(urdf)],
    ]);
    opened(session, files, 'cell.yaml');
    const told: Progress[] = [];
    const plan = (...ends: number[][]) => {
      const [from, to] = ends.map((q) => Float64Array.from(q));
      return session.run('plan', { from, goals: [to], seed: 1 }, (p) => told.push(p));
    };
    const answer = await plan([0.1, 0.3], [0.12, 0.5]);
    expect(answer.verdict).toBe('free');
    expect(told[0].notes).toEqual(answer.notes);
    expect(
      answer.notes.map((note) => /^at the (\w+) .* nearly in contact/.exec(note)?.[1]),
    ).toEqual(['start', 'goal']);
    const smoothed = await session.run('smooth', { path: answer.path! });
    expect(smoothed.notes).toEqual(answer.notes);
    const hit = async () => plan([0.1, 0.3], [0, Math.PI / 2]);
    await expect(hit()).rejects.toThrow(
      /at the goal "arm" and "post" collide: the distance is 0 mm/,
    );
  });

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

describe('dragging what moves freely', () => {
  const cellOf = (robots: string) => {
    const session = new Session();
    const files = new Map([
      ['cell.yaml', utf8(`surepath: 1\nrobots:\n${robots}`)],
      ['arm.urdf', utf8(ARM)],
    ]);
    return { session, cell: opened(session, files) };
  };
  const placed = (cell: OpenedCell, link: string, q: ArrayLike<number>) => {
    const tree = buildKinematics(cell.description.robots);
    const kinematics = new Kinematics(tree);
    kinematics.setConfiguration(Float64Array.from(q));
    const o = kinematics.poseOf(tree.frameOf.get(link)!);
    return kinematics.poses.slice(o, o + 12);
  };
  // A quarter turn about z, and one about x.
  const turned = [0, 0, 1, 1, 0, 0, 0, 1, 0];

  it('puts a floating robot there, its joints as they are', async () => {
    const base = 'base: {xyz: [1, 0, 0], rpy: [0.3, 0, 0.4]}, base_joint: floating';
    const { session, cell } = cellOf(`  - {urdf: arm.urdf, ${base}}\n`);
    const from = Float64Array.from(cell.home);
    const turn = cell.dofs.findIndex(({ name }) => name === 'turn');
    from[turn] = 0.7;
    const pose = Float64Array.from([...turned, 0.5, -2, 3]);
    const answer = await session.run('inverse', { link: 'upper', pose, from });
    expect(answer).toMatchObject({ reached: true });
    expect(answer.configuration[turn]).toBe(0.7);
    placed(cell, 'upper', answer.configuration).forEach((x, i) => {
      expect(x).toBeCloseTo(pose[i], 12);
    });
    const shift = { link: 'upper', pose, from, rotation: false };
    const shifted = (await session.run('inverse', shift)).configuration;
    const before = placed(cell, 'upper', from);
    placed(cell, 'upper', shifted).forEach((x, i) => {
      expect(x).toBeCloseTo(i < 9 ? before[i] : pose[i], 12);
    });
  });

  it('keeps a robot on its plane, as near as it gets', async () => {
    const { session, cell } = cellOf('  - {urdf: arm.urdf, base_joint: planar}\n');
    const pose = Float64Array.from([0, -1, 0, 1, 0, 0, 0, 0, 1, 4, 5, 0.25]);
    const answer = await session.run('inverse', { link: 'upper', pose, from: cell.home });
    expect(answer.reached).toBe(false);
    expect(answer.positionError).toBeCloseTo(0.25, 12);
    placed(cell, 'upper', answer.configuration).forEach((x, i) => {
      expect(x).toBeCloseTo(i === 11 ? 0 : pose[i], 12);
    });
  });

  it('moves the joints of another robot while one floats beside it', async () => {
    const robots =
      '  - {name: still, urdf: arm.urdf}\n  - {name: flies, urdf: arm.urdf, base: {xyz: [0, 0, 5]}, base_joint: floating}\n';
    const { session, cell } = cellOf(robots);
    const pose = Float64Array.from([0, -1, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0]);
    const request = { link: 'still/upper', pose, from: cell.home };
    const { configuration, reached } = await session.run('inverse', request);
    expect(reached).toBe(true);
    cell.dofs.forEach(({ name }, d) => {
      if (name === 'still/turn') expect(configuration[d]).toBeCloseTo(Math.PI / 2, 2);
      else expect(configuration[d]).toBe(cell.home[d]);
    });
  });
});

describe('motions from files', () => {
  it('have the values that the cell was opened with for joints that they leave out', async () => {
    const session = new Session();
    const two =
      'surepath: 1\nrobots:\n  - {name: a, urdf: arm.urdf}\n  - {name: b, urdf: arm.urdf, base: {xyz: [0, 0, 2]}}\n';
    const files = new Map([
      ['cell.yaml', utf8(two)],
      ['arm.urdf', utf8(ARM)],
      ['p.json', utf8('{"joints": ["a/turn"], "waypoints": [[0], [1]]}')],
    ]);
    session.open({ files });
    await expect(session.run('readPath', { file: 'p.json' })).rejects.toThrow(
      'no value for b/turn',
    );
    const answer = session.open({ files, joints: { 'b/turn': 0.25 } });
    expect(answer).toMatchObject({ opened: true, cell: { home: [0, 0.25] } });
    const { path } = await session.run('readPath', { file: 'p.json' });
    expect(path.waypoints.map((q) => [...q])).toEqual([
      [0, 0.25],
      [1, 0.25],
    ]);
  });

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

  it('draws the proof of the pairs that an undecided check has settled, or says why there is none', async () => {
    const session = new Session();
    opened(session, named('workshop/', 'robots/'), 'workshop/cell.yaml');
    const { path } = await session.run('readPath', { file: 'workshop/paths/free.json' });
    const reportAfter = async (budget: number) => {
      const settings = { budget };
      expect((await session.run('check', { path, settings })).verdict).toBe('undecided');
      return session.run('report', { path, settings, viewer: '' });
    };
    expect(await reportAfter(1000)).toMatch(/\d+ pairs of bodies that stay free all along/);
    expect(await reportAfter(20)).toContain('before any pair of bodies was settled');
  });

  it('makes a report of a verdict, with names as text', async () => {
    const session = armSession();
    session.edit([{ ...BLOCK, name: '<b>block' }]);
    const html = await session.run('report', { path: motion(0, 2.5), viewer: '', date: 'today' });
    expect(html).toContain('colliding');
    expect(html).not.toContain('<b>block');
  });
});
