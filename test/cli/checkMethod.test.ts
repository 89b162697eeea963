/** What a method can be told by `surepath check`, by jobs and by the gate: words, which method they are for, and effects. */
import { describe, expect, it } from 'vitest';
import { settingsFrom } from '../../src/cli/commands/checkSettings.ts';
import { check, type MethodSettings, openCompiled } from '../../src/jobs/index.ts';
import { InputError } from '../../src/math/index.ts';
import { rowCell } from '../helpers/check/rowOfBalls.ts';
import { cliFolder } from '../helpers/cli/runCli.ts';
import { planarArm } from '../helpers/oracles/cellText.ts';

describe('options', () => {
  it('are words of the library', () => {
    const { request } = settingsFrom({
      ...{ method: 'adaptive', covering: 'both-circles', distance: 'relative' },
      ...{ 'relative-error': '0.2', bound: '1', order: 'length', turns: 'budgets' },
      'no-hulls': true,
    });
    expect(request).toMatchObject({
      ...{ method: 'adaptive', covering: 'both-circles', distance: 'relative' },
      ...{ relativeError: 0.2, bounds: 1, order: 'length', turns: 'budgets', hulls: false },
    });
    expect(settingsFrom({ method: 'refined', bound: '2' }).request.bounds).toBe(2);
    expect(settingsFrom({ method: 'fixed', resolution: '0' }).request.resolution).toBe(0);
  });

  it.each([
    [{ covering: 'midpoint' }, /--covering is for --method adaptive, not for ladder/],
    [{ method: 'refined', covering: 'circles' }, /--covering is for --method adaptive/],
    [{ method: 'refined', distance: 'exact' }, /--distance is for --method adaptive/],
    [{ method: 'fixed', bound: '1' }, /--bound is for --method adaptive or refined, not for fixed/],
    [{ method: 'ladder', 'no-hulls': true }, /--no-hulls is for --method adaptive or refined/],
    [{ method: 'refined', order: 'length' }, /--order is for --method adaptive/],
    [{ turns: 'uncovered' }, /--turns uncovered is not for the ladder/],
    [
      { method: 'adaptive', covering: 'spiral' },
      /--covering takes midpoint, both-circles, circles, middle; found "spiral"/,
    ],
    [
      { method: 'adaptive', distance: 'good' },
      /--distance takes greedy, threshold, relative, exact/,
    ],
    [{ method: 'adaptive', bound: '3' }, /--bound takes 1, 2; found "3"/],
    [{ method: 'adaptive', turns: 'left' }, /--turns takes uncovered, budgets/],
    [
      { method: 'adaptive', 'relative-error': '0.1' },
      /--relative-error is for --distance relative/,
    ],
    [{ method: 'adaptive', distance: 'relative', 'relative-error': '1' }, /below 1/],
    [{ method: 'adaptive', distance: 'relative', 'relative-error': '-1' }, /from 0 to 1/],
    [{ method: 'adaptive', resolution: '0' }, /--resolution is for --method fixed/],
    [{ method: 'fixed', resolution: '-1' }, /--resolution takes a number of at least 0/],
  ])('%j is refused', (args, message) => {
    expect(() => settingsFrom(args)).toThrow(message);
  });
});

describe('jobs', () => {
  const open = openCompiled(rowCell());
  const ends = [-1.5, 1.5].map((x) => Float64Array.of(x, 0, 0));
  const motion = { name: 'past the row', waypoints: ends };
  const ask = (settings: MethodSettings) => check(open, { motion, ...settings });

  it('pass them to the checker', () => {
    const midpoint = ask({ method: 'adaptive' }).stats;
    const circles = ask({ method: 'adaptive', covering: 'both-circles' }).stats;
    expect(circles.configurations).toBeGreaterThan(2 * midpoint.configurations);
    expect(ask({ method: 'fixed', resolution: 0 }).verdict).toBe('undecided');
  });

  it.each<[MethodSettings, RegExp]>([
    [{ covering: 'middle' }, /covering is for the method adaptive, not for ladder/],
    [{ method: 'fixed', hulls: true }, /hulls is for the method adaptive or refined/],
    [{ method: 'adaptive', relativeError: 0.1 }, /relativeError is for the distance relative/],
    [
      { method: 'adaptive', covering: 'no' as 'middle' },
      /covering must be one of midpoint, both-circles/,
    ],
    [{ method: 'adaptive', bounds: 3 as 2 }, /bounds must be one of 1, 2/],
    [{ turns: 'uncovered' }, /turns by uncovered length need a queue of entries/],
  ])('refuse %j', (settings, message) => {
    expect(() => ask(settings)).toThrow(message);
    expect(() => ask(settings)).toThrow(InputError);
  });
});

describe('the command', () => {
  it('takes them, and tells what is wrong', () => {
    const { run, file } = cliFolder();
    for (const [name, text] of planarArm()) file(name, text);
    file('path.json', {
      joints: ['joint1', 'joint2'],
      waypoints: [
        [-1.2, 0],
        [-1, 0.2],
        [-0.9, 0],
      ],
    });
    const told = [
      '--method',
      'adaptive',
      '--covering',
      'both-circles',
      '--turns',
      'uncovered',
      '--json',
    ];
    const { status, stdout } = run('check', 'cell.yaml', 'path.json', ...told);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ verdict: 'free', method: 'adaptive' });
    const wrong = run('check', 'cell.yaml', 'path.json', '--covering', 'middle');
    expect(wrong.status).toBe(2);
    expect(wrong.stderr).toMatch(/--covering is for --method adaptive, not for ladder/);
  });
});
