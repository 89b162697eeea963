/** The command line as a user meets it: run as a process, on files. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { writeObj, writePly, writeStl } from '../../src/formats/index.ts';
import { bumpyBall, torus } from '../../src/geometry/index.ts';
import { Random } from '../../src/math/index.ts';
import { bruteForce } from '../helpers/oracles/bruteForce.ts';
import { cube } from '../helpers/oracles/meshes.ts';
import { randomPose } from '../helpers/oracles/poses.ts';

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'surepath-'));
afterAll(() => rmSync(folder, { recursive: true }));

function run(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args], {
    encoding: 'utf8',
    cwd: folder,
    maxBuffer: 1 << 28,
  });
  return { status, stdout, stderr };
}

function file(name: string, content: string | Uint8Array): string {
  writeFileSync(join(folder, name), content);
  return name;
}

const ring = torus(1, 0.25, 24, 10);
const ball = bumpyBall(0.5, 0.2, 8, new Random(2));
file('ring.obj', writeObj(ring));
file('ball.ply', writePly(ball));
file('cube.stl', writeStl(cube(0.25)));
file('room.stl', writeStl(cube(5)));
const random = new Random(6);
const placements = Array.from({ length: 25 }, () => randomPose(random, 1.4));
file(
  'poses.json',
  JSON.stringify(placements.map((p) => ({ R: [...p.slice(0, 9)], T: [...p.slice(9)] }))),
);

describe('surepath distance', () => {
  const truths = placements.map((p) => bruteForce(ring, ball, p));

  it.each(['box', 'obb', 'rss'])('--json --volume %s gives every placement', (volume) => {
    const { status, stdout } = run(
      ...['distance', 'ring.obj', 'ball.ply', '--poses', 'poses.json'],
      ...['--volume', volume, '--json'],
    );
    expect(status).toBe(1);
    const { results, microsecondsPerQuery } = JSON.parse(stdout);
    expect(microsecondsPerQuery).toBeGreaterThan(0);
    expect(results.length).toBe(25);
    results.forEach((r: Record<string, never>, i: number) => {
      expect(r.colliding).toBe(truths[i].colliding);
      expect(r.distance).toBeCloseTo(truths[i].distance, 12);
      expect(r.nodePairs).toBeGreaterThan(0);
      expect(r.trianglePairs).toBeGreaterThan(0);
      expect(r.points).toEqual([expect.any(Array), expect.any(Array)]);
    });
  });

  it('greedy and tolerance give proven bounds', () => {
    const args = ['distance', 'ring.obj', 'ball.ply', '--poses', 'poses.json', '--json'];
    const greedy = JSON.parse(run(...args, '--query', 'greedy').stdout).results;
    const at = JSON.parse(run(...args, '--query', 'tolerance', '--mu', '0.2').stdout).results;
    truths.forEach((truth, i) => {
      expect(greedy[i].distance).toBeLessThanOrEqual(truth.distance);
      expect(greedy[i].distance > 0).toBe(!truth.colliding);
      expect(at[i].atLeast).toBe(truth.distance >= 0.2);
    });
  });

  it('exits with 0 where nothing collides and says what it found', () => {
    const { status, stdout } = run('distance', 'ring.obj', 'cube.stl');
    expect(status).toBe(0);
    expect(stdout).toMatch(/distance 0\.\d+ m, proven at least 0\.\d+/);
    expect(stdout).toMatch(/nearest points/);
  });

  it('says when one lies inside a solid of the other', () => {
    const { status, stdout } = run('distance', 'room.stl', 'cube.stl', '--json');
    expect(status).toBe(0);
    expect(JSON.parse(stdout).results[0]).toMatchObject({ colliding: false, contained: 'B in A' });
    expect(run('distance', 'cube.stl', 'room.stl').stdout).toMatch(/inside a solid: A in B/);
  });
});

describe('surepath info', () => {
  it('describes a mesh for people and for programs', () => {
    expect(run('info', 'ring.obj').stdout).toMatch(/480 triangles|triangles {4}480/);
    const facts = JSON.parse(run('info', 'cube.stl', '--json').stdout);
    expect(facts).toMatchObject({
      format: 'stl',
      triangles: 12,
      vertices: 8,
      weldedVertices: 28,
      solids: 1,
      surfaces: 0,
      degenerateTriangles: 0,
    });
  });
});

describe('help and version', () => {
  it('help goes to stdout, everywhere', () => {
    for (const args of [['--help'], ['help', 'distance'], ['distance', '--help'], ['info', '-h']]) {
      const { status, stdout, stderr } = run(...args);
      expect(status).toBe(0);
      expect(stdout).toMatch(/usage: surepath/);
      expect(stderr).toBe('');
    }
    expect(run('--version').stdout).toMatch(/^surepath \d+\.\d+\.\d+\n$/);
    expect(run().status).toBe(2);
  });
});

describe('bad input', () => {
  file('broken.stl', writeStl(cube()).slice(0, 200));
  file('empty.obj', '');
  file('nan.obj', 'v 0 0 0\nv 1 0 nan\nv 0 1 0\nf 1 2 3\n');
  file('notes.txt', 'hello');
  file('list.json', '[1, 2');
  file('shape.json', '[{"R": [1, 0, 0], "T": [0, 0, 0]}]');
  file('scaled.json', '[{"R": [2, 0, 0, 0, 2, 0, 0, 0, 2], "T": [0, 0, 0]}]');
  file('mirror.json', '[{"R": [1, 0, 0, 0, 1, 0, 0, 0, -1], "T": [0, 0, 0]}]');

  it.each([
    [['nonsense'], /there is no command "nonsense".*distance, info, .*demo/],
    [['constructor'], /there is no command "constructor".*distance, info, .*demo/],
    [['repro'], /there is no command "repro".*from a checkout: npm run repro/],
    [['help', 'repro'], /there is no command "repro".*from a checkout: npm run repro/],
    [['distance', 'ring.obj'], /takes two mesh files.*--help/],
    [['distance', 'ring.obj', 'ball.ply', '--volume', 'ball'], /--volume takes box, obb, rss/],
    [['distance', 'ring.obj', 'ball.ply', '--query', 'tolerance'], /needs --mu/],
    [['distance', 'ring.obj', 'ball.ply', '--mu', 'far'], /--mu takes a number.*"far"/],
    [['distance', 'ring.obj', 'ball.ply', '--fast'], /Unknown option '--fast'/],
    [['distance', 'ring.obj', 'missing.stl'], /missing\.stl: there is no such file/],
    [['info', '.'], /this is a folder/],
    [['info', 'broken.stl'], /broken\.stl: byte \d+/],
    [['info', 'empty.obj'], /empty\.obj.*empty/],
    [['info', 'nan.obj'], /nan\.obj:2:7/],
    [['info', 'notes.txt'], /neither a cell file, nor a URDF.*\.stl, \.obj/],
    [['distance', 'ring.obj', 'ball.ply', '--poses', 'list.json'], /list\.json:?.*JSON/],
    [['distance', 'ring.obj', 'ball.ply', '--poses', 'shape.json'], /placement 0 is not/],
    [['distance', 'ring.obj', 'ball.ply', '--poses', 'scaled.json'], /R is not a rotation/],
    [['distance', 'ring.obj', 'ball.ply', '--poses', 'mirror.json'], /R mirrors/],
  ])('%j', (args, message) => {
    const plain = run(...args);
    expect(plain.status).toBe(2);
    expect(plain.stdout).toBe('');
    expect(plain.stderr).toMatch(message);
    expect(plain.stderr.trim().split('\n').length).toBe(1);
    const json = run(...args, '--json');
    expect(json.status).toBe(2);
    expect(json.stderr).toBe('');
    expect(JSON.parse(json.stdout).error).toMatchObject({
      code: expect.any(String),
      message: expect.any(String),
    });
  });
});
