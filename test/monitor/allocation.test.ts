/**
 * Steps allocate nothing. With a young generation so large that nothing is collected, the heap grows by every byte
 * allocated. Trees of opened pairs grow where meshes come near each other for the first time: so the motion is gone
 * through before. What is asked now and then would be compiled late, and boxes numbers until then: the flag makes that soon.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const floor = (name: string) => new URL(`../../dist/${name}/index.js`, import.meta.url).href;
const cells = new URL('../../cells', import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), 'surepath-'));
afterAll(() => rmSync(folder, { recursive: true }));

const script = (cell: string, threshold: string) => `
import { readFileSync } from 'node:fs';
import { buildCell, sampleInto } from '${floor('cell')}';
import { readCell } from '${floor('formats')}';
import { Random } from '${floor('math')}';
import { createMonitor } from '${floor('monitor')}';
const file = '${cells}/${cell}/cell.yaml';
const files = (path) => readFileSync(path);
const cell = buildCell(readCell(readFileSync(file), { file, resolver: { files }, visuals: false }));
const monitor = createMonitor(cell);
const random = new Random(3);
const count = cell.tree.dofs.length;
const [from, to] = [new Float64Array(count), new Float64Array(count)];
sampleInto(cell, random, from);
sampleInto(cell, random, to);
const qs = Array.from({ length: 2000 }, (_, n) => {
  const t = 0.5 - 0.5 * Math.cos((n * Math.PI) / 1000);
  return Float64Array.from(from, (x, d) => x + 0.05 * t * (to[d] - x));
});
const round = () => { for (let n = 0; n < qs.length; n++) monitor.step(qs[n]${threshold}); };
for (let k = 0; k < 8; k++) round();
let least = Infinity;
for (let k = 0; k < 3; k++) {
  const before = process.memoryUsage().heapUsed;
  for (let r = 0; r < 3; r++) round();
  least = Math.min(least, Math.abs(process.memoryUsage().heapUsed - before) / (3 * qs.length));
}
console.log(least);
`;

test.each([
  ['two-arms', ''],
  ['two-arms', ', 0.1'],
  ['machine-tool', ''],
])('%s%s', (cell, threshold) => {
  const file = join(folder, `${cell}${threshold.length}.mjs`);
  writeFileSync(file, script(cell, threshold));
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      '--min-semi-space-size=64',
      '--max-semi-space-size=64',
      '--interrupt-budget=4000',
      '--no-concurrent-recompilation',
      file,
    ],
    { encoding: 'utf8' },
  );
  expect(stderr).toBe('');
  expect(Number(stdout)).toBeLessThan(16);
});
