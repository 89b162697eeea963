/** `surepath smooth`, as a user runs it. */
import { describe, expect, it } from 'vitest';
import { cliFolder } from '../helpers/cli/runCli.ts';
import { runInside } from '../helpers/cli/runInside.ts';
import { armUrdf } from '../helpers/oracles/cellText.ts';

const { folder, start, file, read, exists } = cliFolder();
const run = (...args: string[]) => runInside(folder, ...args);

file('arm.urdf', armUrdf('arm', [0.4, 0.4, 0.4]));
file(
  'cell.yaml',
  `surepath: 1
robots: [{urdf: arm.urdf}]
obstacles: [{name: wall, shape: {box: [0.02, 0.6, 1]}, pose: {xyz: [1, 0, 0]}}]
allow: [[link0, link1], [link1, link2]]
`,
);
const joints = ['joint1', 'joint2'];
/** A detour around the wall, folded more than it needs to be. */
const detour = [
  [-1, 0.2],
  [-1.2, 1.5],
  [-0.6, 2.6],
  [0, 2.8],
  [0.2, 2.5],
  [1.3, 2],
  [1, -0.2],
];
file('path.json', { joints, waypoints: detour });
file('direct.json', { joints, waypoints: [detour[0], detour[6]] });

function smooth(...args: string[]) {
  const { status, stdout, stderr } = run('smooth', 'cell.yaml', ...args, '--json');
  expect(stderr).toBe('');
  return { status, ...JSON.parse(stdout) };
}

describe('a free path', () => {
  it.each(['corners', 'window', 'midpoints'])(
    '%s: shorter, proven, and the same for the same seed',
    (variant) => {
      for (const seed of ['1', '2', '3']) {
        const args = ['path.json', '--variant', variant, '--seed', seed, '--out', 's.json'];
        const answer = smooth(...args, '--certificate', 'c.json');
        expect(answer).toMatchObject({ status: 0, verdict: 'free', joints, variant });
        expect(answer.length).toBeLessThan(answer.lengthBefore);
        expect(answer.waypoints[0]).toEqual(detour[0]);
        expect(answer.waypoints.at(-1)).toEqual(detour.at(-1));
        expect(JSON.parse(read('s.json')).waypoints).toEqual(answer.waypoints);
        expect(run('check', 'cell.yaml', 's.json').status).toBe(0);
        const kept = ['--clearance', String(answer.clearance)];
        expect(run('verify', 'c.json', 'cell.yaml', ...kept, '--path', 's.json').status).toBe(0);
        expect(smooth(...args).waypoints).toEqual(answer.waypoints);
      }
    },
  );

  it('is left as it is where nothing is tried', () => {
    const answer = smooth('path.json', '--iterations', '0');
    expect(answer.waypoints).toEqual(detour);
    expect(answer.length).toBe(answer.lengthBefore);
    file('still.json', { joints, waypoints: [detour[0], detour[0]] });
    expect(smooth('still.json')).toMatchObject({ verdict: 'free', length: 0 });
  });

  it('is told to people', () => {
    const { status, stdout } = start('smooth', 'cell.yaml', 'path.json');
    expect(status).toBe(0);
    expect(stdout).toMatch(/^free: every configuration on the smoothed path is proven free/);
    expect(stdout).toMatch(/\n {2}path\.json: 7 waypoints, now \d+\n/);
    expect(stdout).toMatch(
      /\n {2}length [\d.]+, now [\d.]+ \([\d.]+ % less\): \d+ shortcuts? of \d+ tried/,
    );
    expect(stdout).toContain('next: --out FILE writes the path');
  });

  it('loses times that no longer fit, and gets new ones if asked for', () => {
    file('timed.json', {
      joints,
      waypoints: detour,
      times: detour.map((_, i) => i),
      velocities: detour.map(() => [0, 0]),
    });
    const { stdout, stderr } = run('smooth', 'cell.yaml', 'timed.json', '--out', 'n.json');
    expect(stderr).toMatch(/note: the path has velocities, but is checked as straight segments/);
    expect(stdout).toMatch(/^free/);
    expect(Object.keys(JSON.parse(read('n.json')))).toEqual(['joints', 'waypoints']);
    const answer = smooth('path.json', '--timed', '--out', 't.yaml', '--certificate', 'tc.json');
    expect(answer.verdict).toBe('free');
    expect(answer.timed.duration).toBeGreaterThan(1);
    expect(JSON.parse(run('check', 'cell.yaml', 't.yaml', '--json').stdout)).toMatchObject({
      verdict: 'free',
      interpolation: 'controller',
    });
    const kept = ['--clearance', String(answer.clearance)];
    expect(run('verify', 'tc.json', 'cell.yaml', ...kept, '--path', 't.yaml').status).toBe(0);
  });
});

describe('a path that is not free', () => {
  it('is refused with its witness, and nothing is written', () => {
    const args = ['direct.json', '--out', 'd.json', '--certificate', 'dc.json'];
    const answer = smooth(...args);
    expect(answer).toMatchObject({
      status: 1,
      verdict: 'colliding',
      refused: true,
      segment: 0,
      pair: ['link2', 'wall'],
    });
    expect(answer.t).toBeGreaterThan(0);
    const { status, stdout } = start('smooth', 'cell.yaml', ...args);
    expect(status).toBe(1);
    expect(stdout).toMatch(/^refused, as it is not free: colliding: link2 and wall, on segment 0 /);
    expect(exists('d.json') || exists('dc.json')).toBe(false);
  });

  it('with a clearance that it does not keep as well', () => {
    const { status, verdict } = smooth('path.json', '--clearance', '0.3');
    expect(status).toBe(1);
    expect(['too-close', 'colliding']).toContain(verdict);
  });
});

describe('what is wrong is said, with exit code 2', () => {
  it.each([
    [[], /smooth takes a cell and a path/],
    [['none.json'], /none\.json: there is no such file/],
    [['path.json', '--variant', 'best'], /--variant takes corners, window, midpoints/],
    [['path.json', '--iterations', '-1'], /--iterations/],
    [['path.json', '--acceleration', '1'], /--acceleration is for --timed/],
    [['typo.json'], /typo\.json:1:\d+: there is no joint "joint9"/],
  ])('%j', (args, message) => {
    file('typo.json', { joints: ['joint9', 'joint2'], waypoints: detour });
    const { status, stderr, stdout } = run('smooth', 'cell.yaml', ...args);
    expect(stderr).toMatch(message);
    expect(status).toBe(2);
    expect(stdout).toBe('');
  });
});
