/** Cells of many boxes on the command line, and in reports: numbers are true, listings say what they leave out. */
import { expect, test } from 'vitest';
import { buildCell, type Cell, countPairs } from '../../src/cell/index.ts';
import { readCell } from '../../src/formats/index.ts';
import { cliFolder } from '../helpers/cli/runCli.ts';
import { armUrdf } from '../helpers/oracles/cellText.ts';
import { reportOf } from '../helpers/report/page.ts';

const COUNT = 300;
const { run, file } = cliFolder();

const rows = Array.from({ length: COUNT }, (_, i) => {
  const angle = i * 2.39996;
  const far = 0.9 + 0.01 * i;
  return `${(far * Math.cos(angle)).toFixed(3)},${(far * Math.sin(angle)).toFixed(3)},0.12,0.05`;
});
const FILES: Readonly<Record<string, string>> = {
  'arm.urdf': armUrdf('arm', [0.4, 0.5, 0.5]),
  'boxes.csv': `x,y,z,size\n${rows.join('\n')}\n`,
  'cell.yaml': `surepath: 1
robots: [{urdf: arm.urdf}]
obstacles: [{name: scan, boxes: boxes.csv}]
allow: [[link0, link1], [link1, link2], [link2, "scan/*7"]]
`,
  'path.json': JSON.stringify({
    joints: ['joint1', 'joint2'],
    waypoints: [
      [-1, 0.2],
      [1, 0.4],
    ],
  }),
};
for (const [name, text] of Object.entries(FILES)) file(name, text);

const bytes = Object.fromEntries(
  Object.entries(FILES).map(([name, text]) => [name, new TextEncoder().encode(text)]),
);
const description = readCell(bytes['cell.yaml'], {
  file: 'cell.yaml',
  resolver: { files: bytes },
});
const plain = buildCell(description, { crowdFrom: Number.POSITIVE_INFINITY });
const crowded = buildCell(description);
const countsOf = (cell: Cell) => Object.fromEntries(countPairs(cell.pairs));

test('info counts all pairs, lists some of them, and says how many more there are', () => {
  const { stdout } = run('info', 'cell.yaml', '--json');
  const { bodies, pairs, morePairs, counts } = JSON.parse(stdout);
  expect(bodies.length).toBe(COUNT + 3);
  const { null: tested, ...others } = countsOf(plain);
  expect(counts).toEqual({ tested, ...others });
  expect(pairs.length + morePairs).toBe(plain.pairs.length);
  expect(pairs.length).toBeLessThan(plain.pairs.length);
  const known = new Map(
    [...plain.pairs].map(({ a, b, reason }) => [
      `${plain.bodies[a].name} ${plain.bodies[b].name}`,
      reason,
    ]),
  );
  for (const { pair, reason = null } of pairs) expect(known.get(pair.join(' '))).toBe(reason);
});

test('info for a person', () => {
  const { stdout } = run('info', 'cell.yaml', '--pairs');
  expect(stdout).toContain(`bodies (${COUNT + 3})`);
  expect(stdout).toMatch(/ {2}and 103 more; --json lists all/);
  expect(stdout).toContain(`pairs (${plain.pairs.length})`);
  expect(stdout).toMatch(new RegExp(` ${plain.tested.length} tested\n`));
  const [, more] = / {4}and (\d+) more; the numbers above count all of them/.exec(stdout)!;
  const listed = stdout.split('\n').filter((line) => / - .*: /.test(line)).length;
  expect(listed + Number(more)).toBe(plain.pairs.length);
});

test('check tells how many pairs are tested, and what is assumed', () => {
  const { status, stdout } = run('check', 'cell.yaml', 'path.json');
  expect(status).toBe(0);
  expect(stdout).toContain(`${plain.tested.length} of ${plain.pairs.length} pairs tested`);
  expect(stdout).toContain('32 pairs allowed by the cell file');
});

test('a report has the pairs that were measured, and the number of all others', () => {
  const waypoints = [
    [-1, 0.2],
    [1, 0.4],
  ];
  const [few, many] = [plain, crowded].map((cell) => reportOf(cell, waypoints).data);
  expect(few.morePairs).toBeUndefined();
  for (const state of ['tested', 'assumed', 'excluded'] as const) {
    const all = few.pairs.filter((pair) => pair.state === state).length;
    const some = many.pairs.filter((pair) => pair.state === state).length;
    expect(some + many.morePairs![state], state).toBe(all);
  }
  expect(many.pairs.length).toBeLessThan(few.pairs.length);
});

test('clearances say what holds for all pairs that are not listed', () => {
  const { stdout } = run('check', 'cell.yaml', 'path.json', '--clearances', '--json');
  const { clearances, otherClearance } = JSON.parse(stdout);
  expect(clearances.length).toBeGreaterThan(0);
  const { null: tested, swept } = countsOf(plain);
  expect(clearances.length).toBeLessThan((tested + swept) / 10);
  expect(otherClearance).toBeGreaterThan(0);
  expect(Number.isFinite(otherClearance)).toBe(true);
});
