/**
 * Queries allocate nothing: with a young generation of 1 MiB, a hundred thousand of them run
 * without a single garbage collection, after warming up.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';

const INDEX = new URL('../../dist/index.js', import.meta.url).href;
const folder = mkdtempSync(join(tmpdir(), 'surepath-'));
afterAll(() => rmSync(folder, { recursive: true }));

const PRELUDE = `
import * as s from '${INDEX}';
const random = new s.Random(1);
const mesh = s.buildMesh(s.bumpyBall(0.5, 0.2, 8, random));
const poses = new Float64Array(12 * 16);
for (let i = 0; i < 16; i++) {
  poses.set(s.poseFromRpy(i, 2 * i, 3 * i, 0.2 + 0.1 * i, 0.3, 0.1), 12 * i);
}
const options = Array.from({ length: 16 }, (_, i) => ({ offset: 12 * i }));
const hull = s.hullShape(mesh.positions);
const convex = s.convexWorkspace();
const run = (ask) => {
  for (let k = 0; k < 8000; k++) ask(k & 15);
  console.log('warm');
  for (let k = 0; k < 100000; k++) ask(k & 15);
  console.log('done');
};
`;

describe('no allocation per query', () => {
  const forVolume = (volume: string) => `
    const tree = s.buildTree(mesh, { volume: '${volume}' });
    const ws = new s.ProximityWorkspace();
  `;
  it.each([
    ['collide', 'box', 's.collide(tree, tree, poses, ws, options[i])'],
    ['tolerance', 'box', 's.tolerance(tree, tree, poses, 0.125, ws, options[i])'],
    ['greedy', 'box', 's.greedyDistance(tree, tree, poses, 0, ws, options[i])'],
    ['greedy', 'obb', 's.greedyDistance(tree, tree, poses, 0, ws, options[i])'],
    ['greedy', 'rss', 's.greedyDistance(tree, tree, poses, 0, ws, options[i])'],
    ['approximate', 'box', 's.approximateDistance(tree, tree, poses, 0.5, ws, options[i])'],
    ['gjk', 'box', 's.gjkInto(hull.table, hull.table, poses, 12 * i, convex)'],
  ])('%s, %s', (name, volume, call) => {
    const file = join(folder, `${name}-${volume}.mjs`);
    writeFileSync(file, `${PRELUDE}${forVolume(volume)}run((i) => { ${call}; });\n`);
    const { stdout, stderr } = spawnSync(
      process.execPath,
      ['--trace-gc', '--max-semi-space-size=1', file],
      { encoding: 'utf8', cwd: fileURLToPath(new URL('../..', import.meta.url)) },
    );
    expect(stderr).toBe('');
    const between = stdout.slice(stdout.indexOf('warm'), stdout.indexOf('done'));
    expect(between.length).toBeGreaterThan(0);
    expect(between.match(/Scavenge|Mark-/g) ?? []).toEqual([]);
  });
});
