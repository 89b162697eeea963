/** Motions that nobody means, as files for the command line, which gets half a gigabyte for its heap. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { armUrdf } from '../oracles/cellText.ts';

const MAIN = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url));
/** Catches what never ends. */
export const HANG_MS = 60_000;
const folder = mkdtempSync(join(tmpdir(), 'surepath-limits-'));
// Several files share it: it goes when all of them are through.
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

export function file(name: string, content: string | object): string {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  writeFileSync(join(folder, name), text);
  return name;
}

export function run(...args: string[]) {
  const { status, stdout, stderr, signal } = spawnSync(
    process.execPath,
    ['--max-old-space-size=512', MAIN, ...args],
    { encoding: 'utf8', cwd: folder, maxBuffer: 1 << 28, timeout: HANG_MS },
  );
  return { status, signal, stdout, stderr };
}

const ARM = armUrdf('arm', [0.4, 0.4, 0.4]).replaceAll('"revolute"', '"continuous"');
file('arm.urdf', ARM);
file(
  'cell.yaml',
  `surepath: 1
robots: [{urdf: arm.urdf}]
obstacles: [{name: wall, shape: {box: [0.02, 0.6, 1]}, pose: {xyz: [3, 0, 0]}}]
allow: [[link0, link1], [link1, link2]]
`,
);
file(
  'two.yaml',
  `surepath: 1
robots:
  - {name: left, urdf: arm.urdf}
  - {name: right, urdf: arm.urdf, base: {xyz: [2.2, 0, 0]}}
allow: [[left/link0, left/link1], [left/link1, left/link2], [right/link0, right/link1], [right/link1, right/link2]]
`,
);
const joints = ['joint1', 'joint2'];
const turning = (value: number) => ({
  joints,
  waypoints: [
    [0, 0],
    [value, 0],
  ],
});
for (const power of [5, 7, 9, 12, 13, 300]) file(`turn${power}.json`, turning(10 ** power));
const timed = (times: number[], rate: number) => ({
  joints,
  waypoints: [
    [0, 0],
    [0.1, 0.1],
  ],
  times,
  velocities: [
    [rate, 0],
    [0, 0],
  ],
});
const track = (robot: string) => ({
  robot,
  joints,
  waypoints: [
    [0, 0],
    [1, 1],
  ],
  times: [0, 1],
});
file('tracks.json', { tracks: [track('left'), track('right')] });
file('fast.json', timed([0, 1], 1e11));
file('faster.json', timed([0, 1], 1e300));
file('atOnce.json', timed([0, 0], 0));
file('denormal.json', timed([0, 5e-324], 0));
file('edges.json', {
  joints,
  edges: Array.from({ length: 50 }, () => ({ from: [0.5, 0], to: [0.5, 1e9] })),
});
file('configurations.json', {
  joints,
  configurations: [
    [0, 0],
    [0, 1e13],
  ],
});
file('device.json', { tracks: [{ file: '/dev/zero' }] });
