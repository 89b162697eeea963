/** `surepath check CELL PATH --profile`, as a user runs it. */
import { describe, expect, it } from 'vitest';
import { CAGE, cliFolder, pathThrough } from '../helpers/cli/runCli.ts';
import { armUrdf } from '../helpers/oracles/cellText.ts';

const { run, file } = cliFolder();
const profile = (...args: string[]) => {
  const { status, stdout } = run('check', ...args, '--profile', '--json');
  return { status, ...JSON.parse(stdout) };
};

// A planar arm of two moving links before a wall that it nearly reaches, and a post far away.
file('arm.urdf', armUrdf('arm', [1, 1, 1]));
file(
  'cell.yaml',
  `surepath: 1
robots: [{urdf: arm.urdf}]
obstacles:
  - {name: wall, shape: {box: [0.1, 4, 1]}, pose: {xyz: [3, 0, 0]}}
  - {name: post, shape: {box: [0.1, 0.1, 1]}, pose: {xyz: [-3, 0, 0]}}
allow: [[link0, link1], [link1, link2]]
`,
);
const arm = (...waypoints: number[][]) => ({ joints: ['joint1', 'joint2'], waypoints });
file('by.json', arm([-1, 0], [1, 0], [0.5, 0.5]));
file('timed.json', { ...arm([-1, 0], [1, 0], [0.5, 0.5]), times: [2, 3, 7] });
file('still.json', arm([0, 0]));
file(
  'cell-near.yaml',
  'surepath: 1\nrobots: [{urdf: arm.urdf, tracking: {default: 0.001}}]\n' +
    'obstacles: [{name: wall, shape: {box: [0.1, 4, 1]}, pose: {xyz: [2.8, 0, 0]}}]\n' +
    'allow: [[link0, link1], [link1, link2]]\n',
);

/** The corner of the last link that reaches farthest, when the arm is straight. */
const NEAREST = 2.95 - 1 - Math.hypot(1.9, 0.05);

describe('for people', () => {
  it('a table of the closest pairs, then the path in bars', () => {
    const { status, stdout, stderr } = run('check', 'cell.yaml', 'by.json', '--profile');
    expect(status).toBe(0);
    expect(stderr).toBe('');
    const lines = stdout.split('\n');
    const first = lines.findIndex((line) => line.startsWith('  clearance profile'));
    expect(lines[0]).toBe('free: proven for every configuration on the path');
    expect(lines[first]).toBe('  clearance profile, to 1 mm or 5 %, up to 250 mm:');
    expect(lines[first + 1]).toMatch(/^ {4}proven at least {2}seen at most {2}pair +where seen$/);
    const [, lower, upper] =
      /^ +([\d.]+) mm +([\d.]+) mm {2}link2 and wall +segment 0 at t = 0\.\d+$/
        .exec(lines[first + 2])!
        .map((x) => Number(x) / 1000);
    expect(lower).toBeLessThanOrEqual(NEAREST);
    expect(lower).toBeGreaterThan(0.9 * NEAREST);
    expect(upper).toBeGreaterThanOrEqual(NEAREST);
    expect(stdout).toMatch(/\n {4}\d more pairs: at least [3-9]\d\d(\.\d)? mm \(proven\)\n/);
    expect(stdout).toContain(
      'the path, mm:  ▁ < 2  ▂ < 5  ▃ < 10  ▄ < 20  ▅ < 50  ▆ < 100  ▇ < 250  █ more',
    );
    // Far, near in the middle of the first segment, and away again.
    const [, bars] = /\n {4}all pairs +([▁▂▃▄▅▆▇█×]{60})\n/.exec(stdout)!;
    expect(bars).toMatch(/^█+▇+▆+▅+▆+▇+█+$/);
    expect(stdout).toMatch(new RegExp(`\\n {4}link2 - wall +${bars}\\n`));
    expect(stdout).toMatch(/\n +0 {28,29}1 {28,29}2 {2}waypoints\n/);
    expect(stdout).not.toContain('--clearances');
  });

  it('by time, where the path has times', () => {
    const { stdout } = run('check', 'cell.yaml', 'timed.json', '--profile');
    const [, t, time] = /segment 0 at t = (0\.\d+), (2\.\d+) s/.exec(stdout)!.map(Number);
    expect(time).toBeCloseTo(2 + t, 4);
    // The first segment takes one second of five.
    expect(stdout).toMatch(/\n +0 {11}1 {46,47}2 {2}waypoints, by time: 5 s\n/);
  });

  it('what meets is crossed out', () => {
    const { status, stdout } = run('check', 'cell-near.yaml', 'by.json', '--profile');
    expect(status).toBe(1);
    expect(stdout).toMatch(/^colliding: link2 and wall/);
    expect(stdout).toMatch(/\n +0 mm +0 mm {2}link2 and wall +segment 0/);
    expect(stdout).toMatch(/ {4}all pairs +[▁▂▃▄▅▆▇█]+×+[▁▂▃▄▅▆▇█]+/);
    expect(stdout).toContain('mm:  × not proven apart  ▁ < 2');
    expect(stdout).toContain('what tracking lets joints stray is not taken off');
  });

  it('one waypoint', () => {
    const { status, stdout } = run('check', 'cell.yaml', 'still.json', '--profile');
    expect(status).toBe(0);
    expect(stdout).toMatch(
      / (50|49\.999999) mm +50(\.000001)? mm {2}link2 and wall +segment 0 at t = 0\n/,
    );
    expect(stdout).toMatch(/all pairs +▅{60}\n.*\n +0 {2}waypoints\n/);
  });

  it('says when the budget ended first', () => {
    const { stdout } = run('check', 'cell.yaml', 'by.json', '--profile', '--budget', '12');
    expect(stdout).toContain('not to that accuracy everywhere: the budget ended first');
  });

  it('nothing near', () => {
    const { stdout } = run('check', 'cell.yaml', 'still.json', '--profile', '--horizon', '0.03');
    expect(stdout).toMatch(
      /up to 30 mm:\n {4}\d pairs: at least \d+(\.\d+)? mm \(proven\)\n\d segment/,
    );
  });
});

describe('for programs', () => {
  it('pieces, samples and the envelope', () => {
    const { status, verdict, profile: found } = profile('cell.yaml', 'by.json');
    expect({ status, verdict }).toEqual({ status: 0, verdict: 'free' });
    expect(found).toMatchObject({ accuracy: 0.001, relative: 0.05, horizon: 0.25, complete: true });
    const [closest] = found.pairs;
    expect(closest.pair).toEqual(['link2', 'wall']);
    expect(closest.lower).toBeLessThanOrEqual(NEAREST);
    expect(closest.upper).toBeGreaterThanOrEqual(NEAREST - 1e-9);
    expect(closest.upper - closest.lower).toBeLessThanOrEqual(0.05 * closest.lower);
    expect(found.lower).toBe(closest.lower);
    for (const pieces of [closest.pieces, found.overall]) {
      expect(pieces[0].slice(0, 2)).toEqual([0, 0]);
      expect(pieces.at(-1)[0]).toBe(1);
      expect(pieces.at(-1)[2]).toBe(1);
      for (let i = 1; i < pieces.length; i++) {
        const [[s, , end], [segment, from]] = [pieces[i - 1], pieces[i]];
        expect([segment, from]).toEqual(end === 1 ? [s + 1, 0] : [s, end]);
      }
    }
    const distances = closest.samples.map((s: number[]) => s[2]);
    expect(Math.min(...distances)).toBe(closest.upper);
    expect(found.far.map((f: { pair: string[] }) => f.pair)).toContainEqual(['link2', 'post']);
    for (const { lower } of found.far) expect(lower).toBeGreaterThanOrEqual(0.25);
  });

  it('--accuracy and --horizon', () => {
    const asked = ['--accuracy', '0.0002', '--horizon', '0.2'];
    const { profile: fine } = profile('cell.yaml', 'by.json', ...asked);
    const { profile: coarse } = profile('cell.yaml', 'by.json', '--accuracy', '0.02');
    expect(fine).toMatchObject({ accuracy: 2e-4, horizon: 0.2, complete: true });
    expect(coarse.pairs[0].pieces.length).toBeLessThan(fine.pairs[0].pieces.length);
    expect(coarse.pairs[0].lower).toBeGreaterThan(coarse.pairs[0].upper - 0.02);
  });

  it('a budget that ends first', () => {
    const { profile: found } = profile('cell.yaml', 'by.json', '--budget', '2');
    expect(found.complete).toBe(false);
    expect(found.lower).toBe(0);
    expect(found.pairs.some((p: { upper: number | null }) => p.upper === null)).toBe(true);
  });

  it('what tracking needs is told beside', () => {
    const { profile: found } = profile('cell-near.yaml', 'by.json');
    expect(found.pairs[0]).toMatchObject({ pair: ['link2', 'wall'], lower: 0, upper: 0 });
    expect(found.pairs[0].tracking).toBeGreaterThan(0.001);
  });

  it('the cage', () => {
    file('bars.json', pathThrough(CAGE, 'home', 'at_bars', 'between_bars'));
    const { verdict, profile: found } = profile(CAGE, 'bars.json', '--horizon', '0.1');
    expect(verdict).toBe('free');
    expect(found.complete).toBe(true);
    expect(found.lower).toBeGreaterThan(0.01);
    expect(found.pairs.map((p: { pair: string[] }) => p.pair)).toContainEqual([
      'arm/torch',
      'bar_19',
    ]);
  });
});

describe('usage', () => {
  it.each([
    [['by.json', '--accuracy', '0.01'], '--accuracy is for --profile'],
    [['by.json', '--horizon', '0.01'], '--horizon is for --profile'],
    [['by.json', '--profile', '--accuracy', '0'], '--accuracy takes a number'],
    [['by.json', '--profile', '--horizon', 'far'], '--horizon takes a number'],
    [['--edges', 'by.json', '--profile'], '--profile is for paths'],
  ])('2: %s', (args, message) => {
    const { status, stderr } = run('check', 'cell.yaml', ...args);
    expect(status).toBe(2);
    expect(stderr).toContain(message);
  });
});

describe('two numbers', () => {
  it('tell how near it comes to the surroundings and to itself, each with its pair', () => {
    const { profile: found } = profile('cell.yaml', 'by.json');
    const { surroundings, self } = found.nearest;
    expect(surroundings.pair).toEqual(['link2', 'wall']);
    expect(surroundings.lower).toBe(found.pairs[0].lower);
    expect(surroundings.lower).toBeLessThanOrEqual(NEAREST);
    // The base and the last link are apart by more than anybody asks: proven, not measured.
    expect(self).toMatchObject({ upper: null, apart: true });
    expect(self.lower).toBeGreaterThanOrEqual(0.25);
    const { stdout } = run('check', 'cell.yaml', 'by.json', '--clearances');
    expect(stdout).toMatch(
      /\n {2}to the surroundings at least [\d.]+ mm \(proven\): link2 and wall\n/,
    );
    expect(stdout).toMatch(/\n {2}to itself at least [\d.]+ mm \(proven\): link0 and link2\n/);
  });

  it('are no less than what the verdict proves', () => {
    const kept = Math.floor(NEAREST * 1e5) / 1e5 - 1e-4;
    const args = ['--clearances', '--clearance', String(kept), '--json'];
    const json = JSON.parse(run('check', 'cell.yaml', 'by.json', ...args).stdout);
    expect(json.verdict).toBe('free');
    expect(json.nearest.surroundings.lower).toBeGreaterThanOrEqual(kept);
    expect(json.nearest.surroundings.lower).toBeLessThanOrEqual(NEAREST);
    expect(json.clearances[0]).toMatchObject({
      pair: ['link2', 'wall'],
      lower: json.nearest.surroundings.lower,
    });
  });
});
