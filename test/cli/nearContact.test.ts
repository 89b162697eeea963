/** `surepath plan` and `smooth` with an arm that is nearly in contact wherever it stands, as a user runs them. */
import { describe, expect, it } from 'vitest';
import { cliFolder } from '../helpers/cli/runCli.ts';
import { runInside } from '../helpers/cli/runInside.ts';
import { foldingFiles } from '../helpers/oracles/nearContacts.ts';

const { folder, file, read } = cliFolder();
const { yaml, urdf } = foldingFiles();
file('folding.urdf', urdf);
file('cell.yaml', yaml);
file('wide.yaml', `${yaml}clearance: {default: 0.001}\n`);

const ENDS = ['--from', '[0.1, 0.3]', '--to', '[0.12, 0.5]'];
const NOTE = (end: string) =>
  new RegExp(
    `note: at the ${end} "\\S+" and "\\S+" are nearly in contact: proven to be (0\\.019\\d+|0\\.02) mm apart, and no more than 0\\.02\\d* mm; so is 1 more pair`,
  );

describe('plan', () => {
  it('finds what a check proves, and tells of ends that nearly touch', () => {
    const { status, stdout, stderr } = runInside(
      ...([folder, 'plan', 'cell.yaml', ...ENDS, '--out', 'p.json'] as const),
    );
    expect(status).toBe(0);
    expect(stdout).toMatch(/^free: /);
    expect(stderr).toMatch(NOTE('start'));
    expect(stderr).toMatch(NOTE('goal'));
    const checked = runInside(folder, 'check', 'cell.yaml', 'p.json', '--json');
    expect(JSON.parse(checked.stdout).verdict).toBe('free');
    expect(JSON.parse(read('p.json')).waypoints.length).toBe(2);
  });

  it('has the pairs and their distances in the JSON', () => {
    const { stdout, stderr } = runInside(folder, 'plan', 'cell.yaml', ...ENDS, '--json');
    expect(stderr).toBe('');
    const { near, notes } = JSON.parse(stdout);
    expect(near.map(({ end }: { end: string }) => end)).toEqual(['start', 'goal']);
    for (const { pairs } of near) {
      const names = pairs.map(({ pair }: { pair: string[] }) => pair.join(' and ')).sort();
      expect(names).toEqual(['base and slider', 'slider and arm']);
      for (const { lower, distance } of pairs) {
        expect(lower).toBeGreaterThan(1.99e-5);
        expect(lower).toBeLessThanOrEqual(distance);
        expect(distance).toBeLessThan(2.01e-5);
      }
    }
    expect(notes.map(({ code }: { code: string }) => code)).toEqual([
      'plan/near-contact',
      'plan/near-contact',
    ]);
  });

  it('refuses at once what collides or is too close, with the pair and the distance', () => {
    const hit = runInside(folder, 'plan', 'cell.yaml', '--from', '[0, 1.5708]', ...ENDS.slice(2));
    expect(hit.status).toBe(2);
    expect(hit.stderr).toContain('at the start "arm" and "post" collide: the distance is 0 mm');
    const close = runInside(folder, 'plan', 'wide.yaml', ...ENDS);
    expect(close.status).toBe(2);
    expect(close.stderr).toMatch(
      /at the start "\S+" and "\S+" are too close: 0\.02\d* mm apart; needed are a clearance of 1 mm/,
    );
  });
});

describe('smooth', () => {
  file('way.json', {
    joints: ['slide', 'turn'],
    waypoints: [
      [0.1, 0.3],
      [0.11, 0.5],
      [0.12, 0.35],
    ],
  });

  it('takes shortcuts, and tells of ends that nearly touch', () => {
    const { status, stdout, stderr } = runInside(folder, 'smooth', 'cell.yaml', 'way.json');
    expect(status).toBe(0);
    expect(stdout).toMatch(/way\.json: 3 waypoints, now 2\n/);
    expect(stderr).toMatch(NOTE('start'));
    expect(stderr).toMatch(NOTE('goal'));
    const json = JSON.parse(runInside(folder, 'smooth', 'cell.yaml', 'way.json', '--json').stdout);
    expect(json.near.length).toBe(2);
  });
});
