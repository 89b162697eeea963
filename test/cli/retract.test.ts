/** `surepath retract`, as a user runs it. */
import { describe, expect, it } from 'vitest';
import { cliFolder } from '../helpers/cli/runCli.ts';
import { runInside } from '../helpers/cli/runInside.ts';
import { armUrdf } from '../helpers/oracles/cellText.ts';

const { folder, file, read, exists } = cliFolder();
const run = (...args: string[]) => runInside(folder, ...args);

/** Two arms of four links of 0.3 m that stand between bars at 0.9 m. */
file('linkage.urdf', armUrdf('linkage', [0.3, 0.3, 0.3, 0.3]));
const cellText = (bars: string) => `surepath: 1
robots:
  - {name: a, urdf: linkage.urdf, base: {xyz: [0, 0.4, 0], rpy: [0, -1.570796, 0]}}
  - {name: b, urdf: linkage.urdf, base: {xyz: [0, -0.4, 0], rpy: [0, -1.570796, 0]}}
obstacles: [${bars}]
allow: [[a/link0, a/link1], [a/link1, a/link2], [a/link2, a/link3], [b/link0, b/link1], [b/link1, b/link2], [b/link2, b/link3]]
`;
const bar = (k: number, y: number, z = 0.9) =>
  `{name: bar_${k}, shape: {box: [2, 0.02, 0.02]}, pose: {xyz: [0, ${y}, ${z}]}}`;
const bars = [bar(1, 0.65), bar(2, 0.15), bar(3, -0.15), bar(4, -0.65)];
file('cell.yaml', cellText(bars.join(', ')));
file('floor.yaml', cellText([...bars, bar(5, 2, -0.5)].join(', ')));
file('empty.yaml', cellText(''));
const zeros = JSON.stringify(Array.from({ length: 6 }, () => 0));

function retract(...args: string[]) {
  const { status, stdout, stderr } = run('retract', 'cell.yaml', '--from', zeros, ...args);
  return { status, stdout, stderr };
}

function json(...args: string[]) {
  const { status, stdout, stderr } = retract(...args, '--json');
  expect(stderr).toBe('');
  return { status, ...JSON.parse(stdout) };
}

describe('linkages between bars', () => {
  it.each(['plain', 'drawn'])('%s steps: out, proven, and the same for the same seed', (steps) => {
    const args = ['--steps', steps, '--seed', '2', '--out', 'p.json'];
    const answer = json(...args);
    expect(answer).toMatchObject({ status: 0, verdict: 'free', steps, robots: 2, below: 2 });
    // Below the lowest point of all obstacles.
    expect(answer.height).toBeCloseTo(0.89, 9);
    expect(answer.restarts).toBe(0);
    expect(answer.taken).toBe(answer.waypoints.length - 1);
    expect(answer.tested).toBeGreaterThan(answer.taken);
    expect(answer.waypoints[0]).toEqual(JSON.parse(zeros));
    expect(JSON.parse(read('p.json')).waypoints).toEqual(answer.waypoints);
    expect(run('check', 'cell.yaml', 'p.json').status).toBe(0);
    expect(json(...args).waypoints).toEqual(answer.waypoints);
    expect(json(...args.with(3, '6')).waypoints).not.toEqual(answer.waypoints);
  });

  it.each(['midpoints', 'window'])('%s: shorter, and still out', (variant) => {
    const out = ['--out', 's.json', '--certificate', 'c.json'];
    const answer = json('--smooth', variant, '--smooth-iterations', '40', ...out);
    expect(run('verify', 'c.json', 'cell.yaml', '--path', 's.json').status).toBe(0);
    expect(answer).toMatchObject({ status: 0, verdict: 'free', below: 2 });
    expect(answer.length).toBeLessThan(answer.lengthBefore);
    expect(answer.stats.shortcutsTaken).toBeGreaterThan(0);
  });

  it('one after the other, if plain steps are to be taken in turn', () => {
    const { waypoints } = json('--steps', 'plain', '--order', 'in-turn', '--seed', '6');
    const moved = waypoints.map((q: number[]) => q.slice(3).some((x) => x !== 0));
    const first = moved.indexOf(true);
    expect(first).toBeGreaterThan(5);
    const parked = waypoints[first].slice(0, 3);
    for (const q of waypoints.slice(first)) expect(q.slice(0, 3)).toEqual(parked);
  });

  it('who gives up says so, writes nothing, and says what may help', () => {
    const answer = json('--segments', '5', '--steps', 'plain', '--out', 'none.json');
    expect(answer).toMatchObject({ status: 1, verdict: 'no path found', waypoints: null });
    expect(answer).toMatchObject({ tested: 5, robots: 2 });
    expect(exists('none.json')).toBe(false);
    const { status, stdout } = retract('--segments', '5', '--steps', 'plain');
    expect(status).toBe(1);
    expect(stdout).toMatch(/^no path found: within 5 segments, which says nothing/);
    expect(stdout).toContain('next: a larger --segments, another --seed or --steps drawn');
    expect(json('--patience', '2', '--segments', '9')).toMatchObject({ restarts: 4, status: 1 });
    expect(json('--below=-3', '--time-limit', '0')).toMatchObject({ tested: 0, height: -3 });
  });

  it('is told to people', () => {
    const { status, stdout } = retract('--smooth', 'window');
    expect(status).toBe(0);
    expect(stdout).toMatch(/^free: every configuration on the path is proven free of collision/);
    expect(stdout).toMatch(/ to below 0\.89 m: 2 of 2 robots got there\n/);
    expect(stdout).toMatch(/\n {2}drawn steps, seed 1, 6 joints: \d+ segments tested, \d+ of them/);
    expect(stdout).toMatch(/\n {2}length [\d.]+ as walked, [\d.]+ after \d+ shortcuts? \(/);
    expect(stdout).toContain('next: --out FILE writes the path');
    // Who is below already stands still.
    expect(json('--below', '2')).toMatchObject({ status: 0, tested: 0, length: 0 });
  });
});

describe('bad input', () => {
  it.each([
    [['--steps', 'long'], /--steps takes plain, drawn; found "long"/],
    [['--order', 'together'], /--order together is for --steps plain/],
    [['--smooth-iterations', '5'], /--smooth-iterations is for --smooth/],
    [['--smooth', 'much'], /--smooth takes corners, window, midpoints, uniform; found "much"/],
    [['--segments', '0'], /--segments takes a number of at least 1/],
    [['--below', 'x'], /--below takes a number/],
    [['--weights', 'nobody=2'], /--weights: there is no joint "nobody"/],
    [['cell.yaml'], /retract takes one cell/],
  ])('%j is refused', (args, message) => {
    const { status, stderr } = retract(...args);
    expect(status).toBe(2);
    expect(stderr).toMatch(message);
  });

  it('a height must be named where obstacles do not say one', () => {
    for (const cell of ['floor.yaml', 'empty.yaml']) {
      const { status, stderr } = run('retract', cell, '--from', zeros);
      expect(status).toBe(2);
      expect(stderr).toMatch(/no obstacles above all robots.*\(--below Z says/);
      expect(run('retract', cell, '--from', zeros, '--below', '0.85').status).toBe(0);
    }
  });

  it('a start that is blocked, or not said', () => {
    const blocked = run('retract', 'cell.yaml', '--from', '[0.3, 0, 0, 0, 0, 0]');
    expect(blocked.status).toBe(2);
    expect(blocked.stderr).toMatch(/at the start "a\/link\d" and "bar_\d" collide/);
    const unsaid = run('retract', 'cell.yaml');
    expect(unsaid.status).toBe(2);
    expect(unsaid.stderr).toMatch(/the start has no value for a\/joint1/);
  });
});
