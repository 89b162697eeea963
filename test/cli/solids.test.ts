/** What the command line says of spoilt, nearly closed and hollow meshes. */
import { describe, expect, it } from 'vitest';
import { writeObj } from '../../src/formats/index.ts';
import type { Triangles } from '../../src/geometry/index.ts';
import { cliFolder } from '../helpers/cli/runCli.ts';
import { runInside } from '../helpers/cli/runInside.ts';
import { cube, join, mesh } from '../helpers/oracles/meshes.ts';

const { folder, file, read } = cliFolder();
const run = (...args: string[]) => runInside(folder, ...args);

function flipped({ positions, indices }: Triangles, n = 1): Triangles {
  const turned = indices.slice();
  for (let t = 0; t < n; t++) turned.set([indices[3 * t + 1], indices[3 * t]], 3 * t);
  return { positions, indices: turned };
}

const { positions, indices } = cube(0.1);
file('flipped.obj', writeObj(flipped(cube(0.1))));
file('off.obj', writeObj(mesh([...positions, -0.1 + 1e-9, -0.1, -0.1], [8, ...indices.slice(1)])));
file('room.obj', writeObj(join(cube(0.1), flipped(cube(0.05), 12))));
file('tray.obj', writeObj({ positions, indices: indices.slice(6) }));
file('grain.obj', writeObj(cube(0.01)));
file(
  'bot.urdf',
  `<robot name="bot"><link name="base"/><link name="tip"><collision><geometry><sphere radius="0.01"/></geometry></collision></link>
<joint name="x" type="prismatic"><parent link="base"/><child link="tip"/><axis xyz="1 0 0"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint></robot>`,
);
file('path.json', { joints: ['x'], waypoints: [[0], [0.02]] });
const cell = (name: string, shape: string) =>
  file(
    name,
    `surepath: 1\nrobots: [{urdf: bot.urdf}]\nobstacles:\n  - {name: block, shape: {mesh: ${shape}}}\n`,
  );
cell('flipped.yaml', 'flipped.obj');
cell('off.yaml', 'off.obj');
cell('must.yaml', 'off.obj, solid: true');
cell('room.yaml', 'room.obj');
cell('tray.yaml', 'tray.obj, solid: true');

const SENTENCE = '"block" is treated as a surface: 4 open edges, 1 nm wide';

describe('surepath info', () => {
  const facts = (name: string) => JSON.parse(run('info', name, '--json').stdout);

  it('of a mesh: turned round, cavities, open edges and where', () => {
    expect(facts('flipped.obj').components).toMatchObject([{ kind: 'solid', turnedTriangles: 1 }]);
    expect(run('info', 'flipped.obj').stdout).toMatch(
      /solid +12 triangles, 1 triangle turned round/,
    );
    const room = facts('room.obj');
    expect(room).toMatchObject({ solids: 1, cavities: 1, surfaces: 0 });
    expect(room.components).toMatchObject([{ kind: 'solid' }, { kind: 'cavity', cavityOf: 0 }]);
    expect(run('info', 'room.obj').stdout).toMatch(/#1 cavity +12 triangles, a cavity of #0/);
    const off = facts('off.obj');
    expect(off.components).toMatchObject([{ kind: 'surface', openEdges: 4 }]);
    const [part] = off.openParts;
    expect(part).toMatchObject({ nearlyClosed: true, openEdges: 4, components: [0] });
    expect(part.openings[0].at.map((x: number) => Number(x.toFixed(6)))).toEqual([
      -0.1, -0.1, -0.1,
    ]);
    expect(run('info', 'off.obj').stdout).toMatch(
      /nearly closed: 4 open edges; "solid: true" .*\n +4 edges at \(-0.1, -0.1, -0.1\) m: 800 mm long, 1 nm wide/,
    );
    expect(run('info', 'tray.obj').stdout).toMatch(
      /open: 4 open edges\n +4 edges at \(0, 0, -0.1\) m: 800 mm long, 140 mm wide/,
    );
  });

  it('of a cell: the same for its bodies', () => {
    const block = (name: string) =>
      facts(name).bodies.find((b: { name: string }) => b.name === 'block');
    expect(block('flipped.yaml')).toMatchObject({ solids: 1, turnedTriangles: 1, openParts: [] });
    expect(block('room.yaml')).toMatchObject({ solids: 1, cavities: 1, surfaces: 0 });
    expect(block('off.yaml')).toMatchObject({ surfaces: 1, openParts: [{ openEdges: 4 }] });
    expect(block('must.yaml')).toMatchObject({ solids: 1, surfaces: 0, capTriangles: 2 });
    expect(facts('off.yaml').assumptions).toEqual([SENTENCE]);
    expect(run('info', 'off.yaml').stdout).toMatch(/block .*\n +nearly closed: 4 open edges/);
  });
});

describe('surepath check, verify and distance', () => {
  it('a tip inside a block with a flipped triangle collides; in a room it is free', () => {
    const { status, stdout } = run('check', 'flipped.yaml', 'path.json');
    expect(status).toBe(1);
    expect(stdout).toMatch(/^colliding: tip and block, one inside the other/);
    expect(run('check', 'room.yaml', 'path.json').stdout).toMatch(/^free/);
  });

  it('nearly closed: verdict, certificate and report carry the sentence', () => {
    const answer = run(
      'check',
      'off.yaml',
      'path.json',
      '--certificate',
      'c.cert',
      '--report',
      'r.html',
    );
    expect(answer.status).toBe(0);
    expect(answer.stdout).toContain(`assuming ${SENTENCE}`);
    expect(JSON.parse(run('check', 'off.yaml', 'path.json', '--json').stdout).assumptions).toEqual([
      SENTENCE,
    ]);
    expect(run('verify', 'c.cert', 'off.yaml').stdout).toContain(SENTENCE);
    expect(read('r.html')).toContain('is treated as a surface: 4 open edges, 1 nm wide');
    expect(run('verify', 'c.cert', 'must.yaml').status).toBe(1);
    expect(run('check', 'must.yaml', 'path.json').status).toBe(1);
    const far = run('distance', 'off.obj', 'grain.obj', '--json');
    expect(JSON.parse(far.stdout).assumptions).toEqual([SENTENCE.replace('block', 'off.obj')]);
    expect(run('distance', 'off.obj', 'grain.obj').stdout).toContain('note: "off.obj" is treated');
  });

  it('solid: true on an open mesh is an error with place and hint', () => {
    const { status, stderr } = run('check', 'tray.yaml', 'path.json');
    expect(status).toBe(2);
    expect(stderr).toMatch(/tray\.yaml:4:\d+/);
    expect(stderr).toMatch(/must be solid is open: 4 open edges, the widest opening 140 mm/);
    expect(stderr).toMatch(/close the mesh/);
  });
});
