/**
 * Queries allocate nothing. With a young generation so large that nothing is collected, the heap
 * grows by every byte allocated; a boxed number would be 12 bytes or more per query.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const floor = (name: string) => new URL(`../../dist/${name}/index.js`, import.meta.url).href;
const folder = mkdtempSync(join(tmpdir(), 'surepath-'));
afterAll(() => rmSync(folder, { recursive: true }));

const PRELUDE = `
import * as math from '${floor('math')}';
import * as geometry from '${floor('geometry')}';
import * as bvh from '${floor('bvh')}';
import * as proximity from '${floor('proximity')}';
const s = { ...math, ...geometry, ...bvh, ...proximity };
const random = new s.Random(1);
const mesh = s.buildMesh(s.bumpyBall(0.5, 0.2, 8, random));
const poses = new Float64Array(12 * 16);
for (let i = 0; i < 16; i++) {
  poses.set(s.poseFromRpy(i, 2 * i, 3 * i, 0.2 + 0.1 * i, 0.3, 0.1), 12 * i);
}
const options = Array.from({ length: 16 }, (_, i) => ({ offset: 12 * i }));
const nearest = options.map(({ offset }) => ({ offset, priority: true }));
const hull = s.hullShape(mesh.positions);
const convex = s.convexWorkspace();
const body = s.polyhedronOf(mesh.positions);
const pair = new s.TrackedPair(body, body);
const features = new s.FeatureWorkspace();
const trees = new s.HullTreePair(...[0, 1].map(() => s.buildHullTree([{ points: mesh.positions }])));
const hulls = new s.HullTreeWorkspace();
const run = (ask, times = 100000) => {
  for (let k = 0; k < times / 5; k++) ask(k & 15);
  // What is compiled late, in the background, allocates in some rounds; what allocates per query does in all.
  let least = Infinity;
  for (let round = 0; round < 6 && least > 1; round++) {
    const before = process.memoryUsage().heapUsed;
    for (let k = 0; k < times; k++) ask(k & 15);
    least = Math.min(least, Math.abs(process.memoryUsage().heapUsed - before) / times);
  }
  console.log(least);
};
`;

describe('no allocation per query', () => {
  const forVolume = (volume: string) => `
    const tree = s.buildTree(mesh, { volume: '${volume}' });
    const ws = new s.ProximityWorkspace();
  `;
  it.each<[string, string, string, number?]>([
    ['collide', 'box', 's.collide(tree, tree, poses, ws, options[i])'],
    ['tolerance', 'box', 's.tolerance(tree, tree, poses, 0.125, ws, options[i])'],
    ['greedy', 'box', 's.greedyDistance(tree, tree, poses, 0, ws, options[i])'],
    ['greedy', 'obb', 's.greedyDistance(tree, tree, poses, 0, ws, options[i])'],
    ['greedy', 'rss', 's.greedyDistance(tree, tree, poses, 0, ws, options[i])'],
    ['approximate', 'box', 's.approximateDistance(tree, tree, poses, 0.5, ws, options[i])'],
    ['priority', 'box', 's.distance(tree, tree, poses, ws, nearest[i])', 10_000],
    ['gjk', 'box', 's.gjkInto(hull.table, hull.table, poses, 12 * i, convex)'],
    [
      'features',
      'box',
      's.vClipInto(pair, poses, 12 * i, features); s.linCannyInto(pair, poses, 12 * (8 | i), features); ' +
        's.warmGjkInto(pair, poses, 12 * i, features); s.witnessPlaneInto(pair, poses, 12 * i, features)',
    ],
    ['hull trees', 'box', 's.hullTreesInto(trees, poses, 12 * i, hulls)'],
  ])('%s, %s', (name, volume, call, times = 50_000) => {
    const file = join(folder, `${name.replaceAll(' ', '-')}-${volume}.mjs`);
    writeFileSync(file, `${PRELUDE}${forVolume(volume)}run((i) => { ${call}; }, ${times});\n`);
    const { stdout, stderr } = spawnSync(
      process.execPath,
      ['--min-semi-space-size=64', '--max-semi-space-size=64', file],
      { encoding: 'utf8' },
    );
    expect(stderr).toBe('');
    expect(Number(stdout)).toBeLessThan(6);
    expect(stdout).toMatch(/^[\d.e-]+\n$/);
  });
});
