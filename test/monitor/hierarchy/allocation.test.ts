/** Steps allocate nothing: with a young generation so large that nothing is collected, the heap grows by every byte. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';

const root = new URL('../../../', import.meta.url);
const floor = (name: string) => new URL(`dist/${name}/index.js`, root).href;
const folder = mkdtempSync(join(tmpdir(), 'surepath-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Both arms of a cell along a motion; distances are those of boxes, so that only hierarchies are looked at. */
const SCRIPT = `
import { readFileSync } from 'node:fs';
import { buildCell } from '${floor('cell')}';
import { readCell } from '${floor('formats')}';
import * as m from '${floor('monitor')}';
const file = new URL('cells/two-arms/cell.yaml', '${root.href}').pathname;
const files = (path) => readFileSync(path);
const cell = buildCell(readCell(readFileSync(file), { file, resolver: { files }, visuals: false }));
const classes = m.defaultClasses(cell);
const world = new m.CellWorld(cell, classes, m.defaultPairs(cell, classes));
const distance = {
  lower: 0,
  upper: 0.5,
  points: new Float64Array(6),
  measure(i, k, cutoff) {
    let sum = 1e-4;
    for (let x = 0; x < 3; x++) {
      const [a, b] = [6 * i + x, 6 * k + x];
      const gap = Math.max(0, world.boxes[a] - world.boxes[b + 3], world.boxes[b] - world.boxes[a + 3]);
      sum += gap * gap;
    }
    const found = Math.sqrt(sum);
    this.lower = found;
    this.upper = found < cutoff ? found : Infinity;
  },
};
const plan = m.planHierarchies(world, { hierarchy: 'dynamic', sampling: { degrees: 30 } });
const search = new m.HierarchySearch(world, distance, plan, SETTINGS);
const boxes = [];
const q = new Float64Array(cell.tree.dofs.length);
for (let n = 0; n < 32; n++) {
  cell.tree.dofs.forEach(({ lower, upper }, d) => { q[d] = lower + (upper - lower) * (0.5 + 0.4 * Math.sin(n * (d + 1) / 5)); });
  world.place(q, 0);
  boxes.push(world.boxes.slice());
}
const found = m.nothingNear();
let structures = 0;
let last = -1;
const ask = (k) => {
  world.boxes.set(boxes[k & 31]);
  // Constants: a number that is chosen would be boxed here.
  for (let p = 0; p < world.pairs.length; p++) {
    if (k & 32) search.find(p, Infinity, found);
    else search.find(p, 0.2, found);
  }
  const { structure } = search.hierarchyOf(0);
  if (structure !== last) structures++;
  last = structure;
};
const times = 6000;
for (let k = 0; k < times / 2; k++) ask(k);
let least = Infinity;
for (let round = 0; round < 4; round++) {
  const before = process.memoryUsage().heapUsed;
  for (let k = 0; k < times; k++) ask(k);
  least = Math.min(least, Math.abs(process.memoryUsage().heapUsed - before) / times);
}
console.log(least, structures);
`;

it.each([
  ['best-first', 'both'],
  ['depth-first', 'one'],
])('%s, %s', (order, substitution) => {
  const file = join(folder, `${order}.mjs`);
  const settings = JSON.stringify({ order, substitution, lastFirst: order === 'best-first' });
  writeFileSync(file, SCRIPT.replace('SETTINGS', settings));
  // What is asked now and then would be compiled late, and boxes numbers until then.
  const flags = [
    '--min-semi-space-size=64',
    '--max-semi-space-size=64',
    '--interrupt-budget=4000',
    '--no-concurrent-recompilation',
  ];
  const { stdout, stderr } = spawnSync(process.execPath, [...flags, file], { encoding: 'utf8' });
  expect(stderr).toBe('');
  const [bytes, structures] = stdout.split(' ').map(Number);
  // Five searches a step, and structures that change.
  expect(bytes).toBeLessThan(8);
  expect(structures).toBeGreaterThan(1000);
});
