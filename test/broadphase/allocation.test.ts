/** Updates and lookups allocate nothing; see test/proximity/allocation.test.ts for how it is measured. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';

const floor = (name: string) => new URL(`../../dist/${name}/index.js`, import.meta.url).href;
const folder = mkdtempSync(join(tmpdir(), 'surepath-'));
afterAll(() => rmSync(folder, { recursive: true }));

const PRELUDE = `
import * as s from '${floor('broadphase')}';
import { Random } from '${floor('math')}';
const random = new Random(1);
const COUNT = 100;
const boxes = new Float64Array(6 * COUNT);
const steps = new Float64Array(3 * COUNT);
for (let i = 0; i < COUNT; i++) {
  for (let k = 0; k < 3; k++) {
    boxes[6 * i + k] = random.between(-2, 2);
    boxes[6 * i + 3 + k] = boxes[6 * i + k] + random.between(0.2, 0.6);
    steps[3 * i + k] = random.between(-0.01, 0.01);
  }
}
const move = () => {
  for (let i = 0; i < COUNT; i++) {
    for (let k = 0; k < 3; k++) {
      boxes[6 * i + k] += steps[3 * i + k];
      boxes[6 * i + 3 + k] += steps[3 * i + k];
      if (Math.abs(boxes[6 * i + k]) > 2) steps[3 * i + k] *= -1;
    }
  }
};
// The least of several rounds: until code is compiled, which happens beside, numbers are boxed.
const run = (ask, times) => {
  let least = Infinity;
  for (let round = 0; round < 12; round++) {
    const before = process.memoryUsage().heapUsed;
    for (let i = 0; i < times; i++) ask(i);
    least = Math.min(least, Math.abs(process.memoryUsage().heapUsed - before) / times);
  }
  console.log(least);
};
const changes = new s.PairChanges();
const watch = (method) => run(() => {
  move();
  for (let i = 0; i < COUNT; i++) method.set(i, boxes, 6 * i);
  method.update(changes);
}, 500);
`;

// Bytes an update of a hundred bodies, of which some come and go in cells and lists: less than one boxed number.
it.each([
  ['spatial hash', 'watch(new s.SpatialHash())'],
  ['coherent hash', 'watch(new s.CoherentHash())'],
  ['sweep and prune', 'watch(new s.SweepAndPrune())'],
])('%s', (name, call) => {
  const file = join(folder, `${name.replaceAll(' ', '-')}.mjs`);
  writeFileSync(file, `${PRELUDE}${call};\n`);
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--min-semi-space-size=64', '--max-semi-space-size=64', '--no-concurrent-recompilation', file],
    { encoding: 'utf8' },
  );
  expect(stderr).toBe('');
  expect(Number(stdout)).toBeLessThan(12);
});
