/**
 * Asking primitives allocates nothing. With a young generation so large that nothing is collected, the heap grows by every
 * byte allocated.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const floor = (name: string) => new URL(`../../../dist/${name}/index.js`, import.meta.url).href;
const folder = mkdtempSync(join(tmpdir(), 'surepath-'));
afterAll(() => rmSync(folder, { recursive: true }));

const PROGRAM = (strategy: string) => `
import { Random, poseFromRpy } from '${floor('math')}';
import { hullShape } from '${floor('geometry')}';
import { PrimitiveLadder } from '${floor('monitor')}';
const random = new Random(1);
const count = 6;
const pieces = Array.from({ length: count }, () => {
  const convex = hullShape(new Float64Array(60).map((_, i) => random.between(-1, 1) * [0.4, 0.1, 0.1][i % 3]));
  return { kind: 'mesh', name: '', convex, ball: new Float64Array([0, 0, 0, 1]) };
});
const poses = new Float64Array(12 * count);
const boxes = new Float64Array(6 * count);
for (let i = 0; i < count; i++) {
  poses.set(poseFromRpy(i, 2 * i, 3 * i, 0.3 * i, 0.2, 0.1 * i), 12 * i);
  for (let k = 0; k < 3; k++) {
    boxes[6 * i + k] = poses[12 * i + 9 + k] - 0.5;
    boxes[6 * i + 3 + k] = poses[12 * i + 9 + k] + 0.5;
  }
}
const none = new Float64Array(count);
const world = { count, pieces, poses, boxes, paddings: none, errors: none };
const ladder = new PrimitiveLadder(world, '${strategy}', { distances: 0, primitives: 0, boxes: 0, updates: 0 });
const step = (n) => {
  if (n % 15 === 0) ladder.begin();
  // Literals: a number that is computed would be boxed on its way, which is the caller's affair.
  if (n % 2 === 0) for (let k = 0; k < count - 1; k++) ladder.isBeyond(count - 1, k, 0.1);
  else for (let k = 0; k < count - 1; k++) ladder.isBeyond(count - 1, k, Infinity);
};
for (let n = 0; n < 20000; n++) step(n);
let least = Infinity;
for (let round = 0; round < 2; round++) {
  const before = process.memoryUsage().heapUsed;
  for (let n = 0; n < 50000; n++) step(n);
  least = Math.min(least, Math.abs(process.memoryUsage().heapUsed - before) / 50000);
}
console.log(least);
`;

describe('no allocation per question', () => {
  it.each(['complexity', 'error', 'fixed-order', 'boxes-only'])('%s', (strategy) => {
    const file = join(folder, `${strategy}.mjs`);
    writeFileSync(file, PROGRAM(strategy));
    const { stdout, stderr } = spawnSync(
      process.execPath,
      ['--min-semi-space-size=64', '--max-semi-space-size=64', file],
      { encoding: 'utf8' },
    );
    expect(stderr).toBe('');
    expect(Number(stdout)).toBeLessThan(4);
  });
});
