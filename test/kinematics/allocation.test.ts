/**
 * Evaluating poses and bounds allocates nothing. With a young generation so large that nothing is
 * collected, the heap grows by every byte allocated.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const DIST = new URL('../../dist/', import.meta.url).href;
const folder = mkdtempSync(join(tmpdir(), 'surepath-'));
afterAll(() => rmSync(folder, { recursive: true }));

const PRELUDE = `
import * as k from '${DIST}kinematics/index.js';
import * as m from '${DIST}math/index.js';
const kinds = ['revolute', 'prismatic', 'continuous', 'planar', 'fixed', 'floating', 'revolute'];
const joints = kinds.map((kind, i) => ({
  name: 'j' + i, kind, parent: 'l' + i, child: 'l' + (i + 1), axis: [0.6, 0, 0.8],
  origin: m.poseFromRpy(i, 1, 2, 0.1, 0.2, 0.3), limits: { lower: -1, upper: 1 },
}));
const links = [...kinds, 0].map((_, i) => ({ name: 'l' + i, collisions: [], visuals: [] }));
const tree = k.buildKinematics([{
  name: '', robot: { name: 'r', links, joints }, base: m.identityPose(), baseJoint: 'fixed',
  held: new Map(), couplings: new Map(),
}]);
const n = tree.dofs.length;
const qs = new Float64Array(16 * n).map((_, i) => Math.sin(i));
const box = k.limitsBox(tree);
for (let i = 0; i < 16; i++) k.growBox(box, qs, n * i);
const last = tree.frameCount - 1;
const pair = k.pairMotion(tree, { frame: last, ball: [0.1, 0, 0, 0.1] }, { frame: 3, ball: [0, 0, 0, 0.1] }, box);
const kin = new k.Kinematics(tree);
const out = new Float64Array(40);
const run = (ask) => {
  for (let i = 0; i < 20000; i++) ask(i & 15);
  // What is compiled late, in the background, allocates in some rounds; what allocates per call does in all.
  let least = Infinity;
  for (let round = 0; round < 6 && least > 1; round++) {
    const before = process.memoryUsage().heapUsed;
    for (let i = 0; i < 100000; i++) ask(i & 15);
    least = Math.min(least, Math.abs(process.memoryUsage().heapUsed - before) / 100000);
  }
  console.log(least);
};
`;

describe('no allocation per call', () => {
  it.each([
    ['sincos', 'm.sincosAtInto(qs, i, out, 0)'],
    ['poses', 'kin.setConfiguration(qs, n * i); kin.poseOf(last)'],
    ['relative', 'kin.setConfiguration(qs, n * i); kin.relativePoseInto(3, last, out, 0)'],
    ['motion', 'out[0] = k.motionUpper(pair, qs, n * i)'],
    [
      'local',
      'kin.setConfiguration(qs, n * i); k.localReachInto(kin, pair.chainI, qs, n * i, out, 0); out[39] = k.localMotionUpper(pair.chainI, out, 0, qs, n * i)',
    ],
  ])('%s', (name, call) => {
    const file = join(folder, `${name}.mjs`);
    writeFileSync(file, `${PRELUDE}run((i) => { ${call}; });\n`);
    const { stdout, stderr } = spawnSync(
      process.execPath,
      ['--min-semi-space-size=64', '--max-semi-space-size=64', file],
      { encoding: 'utf8' },
    );
    expect(stderr).toBe('');
    expect(Number(stdout)).toBeLessThan(6);
  });
});
