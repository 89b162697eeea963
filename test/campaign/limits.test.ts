/**
 * Hostile motions on the command line, asked in every way: with a time limit of a second, and half a gigabyte
 * for the heap, they end undecided.
 */
import { describe, expect, test } from 'vitest';
import { file, HANG_MS, run } from '../helpers/cli/hostileMotions.ts';

const LIMIT = ['--time-limit', '1'];

describe('with a time limit of a second', () => {
  test('1e5 rad is proven or undecided, as fast as the machine is', { timeout: HANG_MS }, () => {
    const { status, stdout } = run('check', 'cell.yaml', 'turn5.json', ...LIMIT, '--json');
    expect({ 0: 'free', 3: 'undecided' }[status!]).toBe(JSON.parse(stdout).verdict);
  });

  test.each<[string, readonly string[]]>([
    ['1e7 rad', ['turn7.json']],
    ['1e9 rad', ['turn9.json']],
    ['1e12 rad', ['turn12.json']],
    ['1e9 rad, adaptive', ['turn9.json', '--method', 'adaptive']],
    ['1e9 rad, refined', ['turn9.json', '--method', 'refined']],
    ['1e9 rad, fixed', ['turn9.json', '--method', 'fixed']],
    ['1e9 rad, first contact', ['turn9.json', '--first-contact']],
    ['1e9 rad, clearances and profile', ['turn9.json', '--clearances', '--profile']],
    ['1e9 rad, all', ['turn9.json', '--all', '--junit', 'out.xml']],
    ['1e9 rad, penetration', ['turn9.json', '--penetration', '0.01']],
    [
      '1e7 rad, a report and a certificate',
      ['turn7.json', '--report', 'r.html', '--certificate', 'c.json'],
    ],
    ['1e11 rad per second', ['fast.json']],
  ])('%s is undecided', { timeout: HANG_MS }, (_, args) => {
    const { status, stdout, stderr } = run('check', 'cell.yaml', ...args, ...LIMIT, '--json');
    expect([status, stderr]).toEqual([3, expect.not.stringContaining('FATAL')]);
    const answer = JSON.parse(stdout);
    expect(answer.verdict).toBe('undecided');
    // What was open is said: all pairs, for the most part.
    expect(answer.open.length).toBeGreaterThan(0);
    expect(answer.open.length).toBeLessThanOrEqual(20_000);
  });

  test('delays of ten days', { timeout: HANG_MS }, () => {
    const { status, stdout } = run('check', 'two.yaml', 'tracks.json', '--delay', '1e6', ...LIMIT);
    expect([status, stdout]).toEqual([3, expect.stringContaining('undecided')]);
  });

  test('edges that turn by 1e9 rad', { timeout: HANG_MS }, () => {
    const { status, stdout } = run(
      'check',
      'cell.yaml',
      '--edges',
      'edges.json',
      ...LIMIT,
      '--json',
    );
    expect([1, 3]).toContain(status);
    expect(JSON.parse(stdout).results).toHaveLength(50);
  });
});

test('ten million lines', { timeout: HANG_MS }, () => {
  file('long.csv', `joint1,joint2\n${'0,0\n'.repeat(10_000_000)}`);
  const { status, stderr } = run('check', 'cell.yaml', 'long.csv');
  expect([status, stderr]).toEqual([
    2,
    expect.stringContaining('long.csv:500002:1: there are more than'),
  ]);
});
