/** `surepath info MESH --shells` and `--pieces`: lists, JSON, pictures, and what is refused. */
import { existsSync, readFileSync } from 'node:fs';
import { join as joinPath } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeObj } from '../../src/formats/index.ts';
import { cliFolder } from '../helpers/cli/runCli.ts';
import { runInside } from '../helpers/cli/runInside.ts';
import { cube, join, moved } from '../helpers/oracles/meshes.ts';
import { book, PLATES, plate } from '../helpers/oracles/sheets.ts';

const { folder, file } = cliFolder();
const run = (...args: string[]) => runInside(folder, ...args);
const json = (...args: string[]) => JSON.parse(run(...args, '--json').stdout);

file('u.obj', writeObj(plate(PLATES.U)));
file('window.obj', writeObj(plate(PLATES.window)));
file('cube.obj', writeObj(cube(0.1)));
file(
  'many.obj',
  writeObj(join(book(3, 2, 2), moved(plate(PLATES.U), 3, 0, 0), moved(cube(0.2), 6, 0, 0))),
);
file('none.obj', 'v 0 0 0\n');
file('cell.yaml', 'surepath: 1\nrobots: []\n');

describe('surepath info MESH --shells', () => {
  it('lists a plate in the shape of a U: its boundary, what is concave, its pieces', () => {
    const { shells, ...rest } = json('info', 'u.obj', '--shells');
    // 12 by 10 squares of 0.1 m, less 6 by 7.
    expect(rest).toMatchObject({ triangles: 156, boundaryEdges: 58, branchEdges: 0 });
    expect(rest.tolerance).toBeCloseTo(0.02 * Math.hypot(1.2, 1), 9);
    expect(shells).toHaveLength(1);
    const [shell] = shells;
    expect(shell).toMatchObject({ kind: 'open', triangles: 156 });
    expect(shell.boundaries).toHaveLength(1);
    expect(shell.boundaries[0]).toMatchObject({ hole: false, edges: 58, branchEdges: 0 });
    expect(shell.boundaries[0].length).toBeCloseTo(5.8, 9);
    // The two corners at the bottom of the U are 0.7 m under the bridge over it.
    const deepest = shell.concavities.slice(0, 2);
    for (const { at, distance, bridge } of deepest) {
      expect(distance).toBeCloseTo(0.7, 9);
      expect(at[1]).toBeCloseTo(0.3, 9);
      for (const end of bridge) expect(end[1]).toBeCloseTo(1, 9);
    }
    // Every triangle is in one piece, and no piece is as concave as the whole.
    const sum = shell.pieces.reduce((n: number, p: { triangles: number }) => n + p.triangles, 0);
    expect(sum).toBe(156);
    expect(shell.pieces.length).toBeGreaterThanOrEqual(3);
    expect(shell.cuts.length).toBeGreaterThanOrEqual(2);
    const { stdout } = run('info', 'u.obj', '--shells');
    expect(stdout).toMatch(/shells +1 open shell\n/);
    expect(stdout).toMatch(/#1 +open, 156 triangles, 1.2 x 1 x 0 m\n +boundary 5.8 m, 58 edges/);
    expect(stdout).toMatch(/2 concave vertices under 1 bridge, 700 mm at most/);
    expect(stdout).toMatch(/pieces of [\d, ]+ triangles; \d cuts/);
  });

  it('lists holes, branch edges, and closed shells', () => {
    const [shell] = json('info', 'window.obj', '--shells').shells;
    expect(shell.boundaries).toMatchObject([
      { hole: false, edges: 36 },
      { hole: true, edges: 14 },
    ]);
    const many = json('info', 'many.obj', '--shells');
    expect(many).toMatchObject({ branchEdges: 2 });
    expect(many.shells.map(({ kind }: { kind: string }) => kind)).toEqual([
      ...['open', 'closed', 'open', 'open', 'open'],
    ]);
    expect(many.shells[2].boundaries).toMatchObject([{ edges: 8, branchEdges: 2 }]);
    const { stdout } = run('info', 'many.obj', '--shells');
    expect(stdout).toMatch(/shells +4 open shells, 1 closed\n/);
    expect(stdout).toMatch(/boundary [\d.]+ m, 8 edges, 2 branch edges/);
    expect(run('info', 'cube.obj', '--shells').stdout).toMatch(/1 closed shell\n/);
  });

  it('divides no more than the tolerance asks for', () => {
    const pieces = (...more: string[]) =>
      json('info', 'u.obj', '--shells', ...more).shells[0].pieces.length;
    expect(pieces('--tolerance', '0.8')).toBe(1);
    expect(pieces('--tolerance', '0.5')).toBeGreaterThan(1);
  });

  it('draws them as SVG and as PNG', () => {
    const said = run('info', 'many.obj', '--shells', '--draw', 'many.svg', '--shell', '1');
    expect(said.stdout).toMatch(/drawn +many\.svg\n/);
    const svg = readFileSync(joinPath(folder, 'many.svg'), 'utf8');
    expect(svg).toMatch(/^<svg .*<\/svg>\n$/s);
    for (const text of [
      '(a) 4 boundaries',
      '(b) 5 shells',
      '(c) shell 1: 156 triangles',
      'bridge',
    ]) {
      expect(svg).toContain(text);
    }
    expect(svg).toContain('many.obj: 4 open shells, 1 closed');
    run('info', 'u.obj', '--shells', '--draw', 'u.PNG', '--from', '0,0,1', '--json');
    const png = readFileSync(joinPath(folder, 'u.PNG'));
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    expect(png.readUInt32BE(16)).toBeGreaterThan(1000);
  });

  it.each([
    [
      ['u.obj', '--shells', '--draw', 'u.jpg'],
      /--draw takes a file named \.svg or \.png; found "u\.jpg"/,
    ],
    [['u.obj', '--shells', '--draw', 'nowhere/u.svg'], /there is no folder nowhere to write it to/],
    [['u.obj', '--draw', 'u.svg'], /--draw goes with --shells or --pieces/],
    [['u.obj', '--shells', '--shell', '2'], /--shell goes with --draw/],
    [['u.obj', '--shells', '--draw', 'no.svg', '--shell', '2'], /the mesh has 1 shell/],
    [
      ['u.obj', '--shells', '--draw', 'no.svg', '--shell', '1.5'],
      /takes the number of a shell; found "1\.5"/,
    ],
    [
      ['u.obj', '--shells', '--draw', 'no.svg', '--from', '0,0,0'],
      /takes a direction as three numbers/,
    ],
    [['u.obj', '--shells', '--tolerance', '-1'], /--tolerance/],
    [['u.obj', '--shells', '--pieces'], /either --shells or --pieces/],
    [['none.obj', '--shells', '--draw', 'no.svg'], /none\.obj/],
    [['cell.yaml', '--shells'], /--shells takes a mesh file; found "cell\.yaml"/],
  ])('refuses %j', (args, message) => {
    const { status, stderr } = run('info', ...args);
    expect([status, stderr]).toEqual([2, expect.stringMatching(message)]);
    expect(existsSync(joinPath(folder, 'no.svg'))).toBe(false);
  });
});

describe('surepath info MESH --pieces', () => {
  it('lists and draws the convex pieces of a mesh, whatever it is made of', () => {
    const { pieces, triangles } = json('info', 'many.obj', '--pieces', '--draw', 'pieces.svg');
    const sum = pieces.reduce((n: number, p: { triangles: number }) => n + p.triangles, 0);
    expect(sum).toBe(triangles);
    // Three leaves, a cube, and at least three pieces of a U.
    expect(pieces.length).toBeGreaterThanOrEqual(7);
    expect(readFileSync(joinPath(folder, 'pieces.svg'), 'utf8')).toContain(
      `(b) ${pieces.length} convex pieces`,
    );
    expect(run('info', 'cube.obj', '--pieces').stdout).toMatch(
      /pieces +1, divided at notches deeper than [\d.]+ mm\n +#1 +12 triangles, 0.2 x 0.2 x 0.2 m/,
    );
  });
});
