/**
 * Hostile motions on the command line: the answer is undecided, or an error that names what is wrong. All the
 * ways to ask: test/campaign/limits.test.ts.
 */
import { describe, expect, test } from 'vitest';
import { buildCell } from '../../src/cell/index.ts';
import { identityPose } from '../../src/math/index.ts';
import { file, HANG_MS, run } from '../helpers/cli/hostileMotions.ts';
import { armUrdf, cellFrom } from '../helpers/oracles/cellText.ts';

test.each(['turn7.json', 'turn12.json'])(
  '%s is undecided in time',
  { timeout: HANG_MS },
  (motion) => {
    const { status, stdout } = run('check', 'cell.yaml', motion, '--time-limit', '1', '--json');
    expect(status).toBe(3);
    const { verdict, open } = JSON.parse(stdout);
    expect([verdict, open.length > 0]).toEqual(['undecided', true]);
  },
);

test('a path to be smoothed is proven within the limit, too', { timeout: HANG_MS }, () => {
  const { status, stdout } = run(
    'smooth',
    'cell.yaml',
    'turn9.json',
    '--time-limit',
    '1',
    '--json',
  );
  expect(status).toBe(3);
  expect(JSON.parse(stdout).verdict).toBe('undecided');
});

describe('without a limit', () => {
  test('the budget holds for first intervals', { timeout: HANG_MS }, () => {
    const { status, stdout } = run(
      'check',
      'cell.yaml',
      'turn12.json',
      '--budget',
      '20000',
      '--json',
    );
    expect(status).toBe(3);
    expect(JSON.parse(stdout).stats.tests).toBeLessThan(21_000);
  });
});

describe('what cannot be meant is refused, with its place', () => {
  test.each<[string, readonly string[], RegExp]>([
    [
      '1e13 rad',
      ['turn13.json'],
      /^surepath: turn13\.json:1:\d+: the value of "joint1" is 1e\+13|10000000000000;/,
    ],
    [
      '1e300 rad',
      ['turn300.json'],
      /turn300\.json:1:\d+: the value of "joint1" is 1e\+300; beyond/,
    ],
    [
      '1e300 rad per second',
      ['faster.json'],
      /faster\.json: segment 0: coefficient \d of "joint1"/,
    ],
    ['no time at all', ['atOnce.json'], /atOnce\.json:1:\d+: waypoints 0 and 1 differ/],
    [
      'configurations',
      ['--configurations', 'configurations.json'],
      /configurations\.json:1:\d+: the value of "joint2"/,
    ],
    ['a device', ['device.json'], /device\.json:1:\d+: /],
  ])('%s', { timeout: HANG_MS }, (_, args, message) => {
    const { status, stderr } = run('check', 'cell.yaml', ...args);
    expect(status).toBe(2);
    expect(stderr).toMatch(message);
  });
});

test('a segment that takes the least time there is', { timeout: HANG_MS }, () => {
  expect(run('check', 'cell.yaml', 'denormal.json').status).toBe(0);
});

describe('preparation of a cell of many bodies', () => {
  const files = { 'arm.urdf': armUrdf('arm', [0.4, 0.4]) };
  const { description } = cellFrom('surepath: 1\nrobots: [{urdf: arm.urdf}]', files);
  const part = { pose: identityPose(), geometry: { kind: 'sphere', radius: 0.1 } } as const;
  /** Besides the two links of the arm. */
  const crowd = (count: number) => ({
    ...description,
    obstacles: Array.from({ length: count }, (_, i) => ({
      ...{ name: `b${i}`, pose: identityPose(), parts: [part], solid: true },
    })),
  });

  test('asks for every body, and for its pairs', () => {
    let asked = 0;
    const pause = () => {
      asked++;
    };
    buildCell(crowd(20), { pause });
    // Of the model, and compiled; then for the pairs of each.
    expect(asked).toBe(20 + 22 + 22);
    asked = 0;
    // Of the model, and its box; the links compiled, and their pairs.
    expect(buildCell(crowd(100), { pause }).crowd).not.toBe(null);
    expect(asked).toBe(100 + 100 + 2 + 2);
    const over = () => {
      throw new Error('too long');
    };
    expect(() => buildCell(crowd(20), { pause: over })).toThrow('too long');
  });

  test('has room for more bodies than pairs of them would have', () => {
    const cell = buildCell(crowd(5000));
    expect(cell.pairs.length).toBe((5002 * 5001) / 2);
    expect(cell.crowd!.made).toEqual({ pairs: 0, bodies: 0 });
  });

  test('ends in time', { timeout: HANG_MS }, () => {
    const boxes = Array.from({ length: 2500 }, (_, i) => ({
      name: `b${i}`,
      shape: { sphere: { radius: 0.01 } },
    }));
    file('crowd.json', { surepath: 1, robots: [{ urdf: 'arm.urdf' }], obstacles: boxes });
    const { status, stderr } = run('check', 'crowd.json', 'turn5.json', '--time-limit', '0');
    // A fast machine has prepared it before, and has no time left.
    if (status !== 3) expect(status).toBe(2);
    if (status === 2) {
      expect(stderr).toMatch(/the time limit of 0 s ended while the cell was prepared/);
    }
  });
});
