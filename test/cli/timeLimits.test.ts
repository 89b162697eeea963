/**
 * Hostile motions on the command line: the answer is undecided, or an error that names what is wrong. All the
 * ways to ask: test/long/limits.test.ts.
 */
import { describe, expect, test } from 'vitest';
import { HANG_MS, run } from './hostileMotions.ts';

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
