/** Limits of joints as part of what `surepath check` answers: in text, JSON, JUnit and reports. */
import { describe, expect, it } from 'vitest';
import { cliFolder } from '../helpers/cli/runCli.ts';
import { runInside } from '../helpers/cli/runInside.ts';
import { armUrdf } from '../helpers/oracles/cellText.ts';

const { folder, file, read } = cliFolder();
const run = (...args: string[]) => runInside(folder, ...args);
const json = (...args: string[]) => JSON.parse(run(...args, '--json').stdout);

// Limits of 3 rad and 1 rad/s; a wall that only a stretched arm meets.
file('arm.urdf', armUrdf('arm', [1, 1, 1]));
const cell = (more = '') => `surepath: 1
robots: [{urdf: arm.urdf${more}}]
obstacles: [{name: wall, shape: {box: [0.1, 4, 1]}, pose: {xyz: [2.5, 2, 0]}}]
allow: [[link0, "link*"], [link1, link2]]
`;
file('cell.yaml', cell());
const joints = ['joint1', 'joint2'];
file('near.json', {
  joints,
  waypoints: [
    [-1, 0],
    [-0.5, 0],
  ],
});
file('far.json', {
  joints,
  waypoints: [
    [-1, 0],
    [-1, 9],
    [-1, 3],
  ],
});
file('crash.json', {
  joints,
  waypoints: [
    [-1, 9],
    [0.1, 0],
  ],
});
const TEXT = 'joint2 reaches 9 rad on segment 0 at t = 1 (limit 3), and on 1 more segment';
const LEFT = {
  joint: 'joint2',
  kind: 'position',
  value: 9,
  limit: 3,
  by: 6,
  unit: 'rad',
  segment: 0,
  t: 1,
  segments: 2,
};

describe('a path that leaves limits', () => {
  it('says so beneath the verdict, which stays; with --limits it fails', () => {
    const told = run('check', 'cell.yaml', 'far.json');
    expect(told.stdout.split('\n').slice(0, 3)).toEqual([
      'free: proven for every configuration on the path',
      '  assuming 3 pairs allowed by the cell file',
      `  leaves limits: ${TEXT}`,
    ]);
    expect([told.status, told.stderr]).toEqual([0, '']);
    const asked = run('check', 'cell.yaml', 'far.json', '--limits');
    expect(asked.stdout.split('\n').slice(0, 3)).toEqual(told.stdout.split('\n').slice(0, 3));
    expect(asked.status).toBe(1);
    expect(json('check', 'cell.yaml', 'far.json', '--limits')).toMatchObject({
      verdict: 'free',
      limits: [LEFT],
    });
    expect(json('check', 'cell.yaml', 'far.json').notes).toBeUndefined();
    // Beside a collision as well.
    const crash = run('check', 'cell.yaml', 'crash.json');
    expect(crash.stdout).toMatch(/^colliding: /);
    expect(crash.stdout).toContain('leaves limits: joint2 reaches 9 rad on segment 0 at t = 0');
    // A budget that ends is undecided; what is shown to leave limits fails all the same.
    const short = ['check', 'cell.yaml', 'far.json', '--budget', '1'];
    expect(run(...short).status).toBe(3);
    expect(run(...short, '--limits').status).toBe(1);
  });

  it('that keeps them says what was looked at, if asked', () => {
    const kept = run('check', 'cell.yaml', 'near.json', '--limits');
    expect(kept.status).toBe(0);
    expect(kept.stdout).toContain(
      '\n  keeps limits: 2 of position, no velocity, no acceleration\n',
    );
    expect(run('check', 'cell.yaml', 'near.json').stdout).not.toContain('limits');
    expect(json('check', 'cell.yaml', 'near.json').limits).toEqual([]);
    // At the limits, exactly.
    file('edge.json', {
      joints,
      waypoints: [
        [-3, 3],
        [-3, -3],
      ],
    });
    expect(run('check', 'cell.yaml', 'edge.json', '--limits').status).toBe(0);
  });

  it('in JUnit: a property, and with --limits a failure', () => {
    run('check', 'cell.yaml', 'far.json', '--junit', 'told.xml');
    expect(read('told.xml')).toContain(`<property name="leaves limits" value="${TEXT}"/>`);
    expect(read('told.xml')).toMatch(/tests="2" failures="0"/);
    run('check', 'cell.yaml', 'far.json', '--junit', 'asked.xml', '--limits');
    expect(read('asked.xml')).toMatch(/tests="3" failures="1"/);
    expect(read('asked.xml')).toContain(`<failure type="limits" message="leaves limits: ${TEXT}"`);
    run('check', 'cell.yaml', 'near.json', '--junit', 'kept.xml', '--limits');
    expect(read('kept.xml')).toMatch(/tests="2" failures="0"/);
  });

  it('in the report, beneath the verdict', () => {
    run('check', 'cell.yaml', 'far.json', '--report', 'far.html');
    expect(read('far.html')).toContain(`<li>${TEXT}</li>`);
    run('check', 'cell.yaml', 'near.json', '--report', 'near.html');
    expect(read('near.html')).not.toContain('Leaves limits');
  });
});

describe('rates', () => {
  const timed = (times: number[], more = {}) => ({
    joints,
    waypoints: [
      [-1, 0],
      [-0.5, 0],
      [-1, 0],
    ],
    times,
    ...more,
  });

  it('of a path with times', () => {
    file('timed.json', timed([0, 0.25, 2]));
    expect(json('check', 'cell.yaml', 'timed.json').limits).toEqual([
      {
        joint: 'joint1',
        kind: 'velocity',
        value: 2,
        limit: 1,
        by: 1,
        unit: 'rad/s',
        segment: 0,
        t: 0,
        time: 0,
        segments: 1,
      },
    ]);
    expect(run('check', 'cell.yaml', 'timed.json', '--limits').status).toBe(1);
    const slow = run('check', 'cell.yaml', file('slow.json', timed([0, 0.5, 2])), '--limits');
    expect(slow.status).toBe(0);
    expect(slow.stdout).toContain('keeps limits: 2 of position, 2 of velocity, no acceleration');
  });

  it('velocities of the cell file overrule, and accelerations come from there', () => {
    file('limited.yaml', cell(', limits: {default: {velocity: 5, acceleration: 4}}'));
    expect(json('check', 'limited.yaml', 'timed.json').limits).toEqual([
      {
        joint: 'joint1',
        kind: 'acceleration',
        value: null,
        limit: -4,
        by: null,
        unit: 'rad/s^2',
        jump: expect.closeTo(-2.2857, 3),
        segment: 1,
        t: 0,
        time: 0.25,
        segments: 1,
      },
    ]);
    const velocities = [
      [0, 0],
      [0, 0],
      [0, 0],
    ];
    file('cubic.json', timed([0, 0.5, 2], { velocities }));
    // 6 * 0.5 / 0.5^2 at both ends of the first cubic.
    const [left, ...others] = json('check', 'limited.yaml', 'cubic.json').limits;
    expect(others).toEqual([]);
    expect(left).toMatchObject({ kind: 'acceleration', value: 12, limit: 4, by: 8, segments: 1 });
    expect(run('check', 'limited.yaml', 'cubic.json', '--limits').stdout).toContain(
      'leaves limits: joint1 accelerates by 12 rad/s^2 on segment 0 at t = 0, 0 s (limit 4)',
    );
  });

  it('what plan makes within them keeps them, and more than them does not', () => {
    file('limited.yaml', cell(', limits: {default: {velocity: 0.8, acceleration: 2.1}}'));
    const plan = [
      'plan',
      'limited.yaml',
      '--from',
      'joint1=-1,joint2=0',
      '--to',
      'joint1=-2.5,joint2=2',
    ];
    expect(json(...plan, '--timed', '--out', 'planned.json').limits).toEqual([]);
    const kept = run('check', 'limited.yaml', 'planned.json', '--limits');
    expect(kept.stdout).toContain('keeps limits: 2 of position, 2 of velocity, 2 of acceleration');
    expect(kept.status).toBe(0);
    const fast = run(...plan, '--timed', '--velocity', '2');
    expect(fast.stdout).toMatch(/leaves limits: joint\d moves at /);
    const smooth = json('smooth', 'limited.yaml', 'planned.json', '--timed', '--acceleration', '9');
    expect(smooth.limits.map(({ kind }: { kind: string }) => kind)).toContain('acceleration');
  });

  it.each([
    ['{joint3: {velocity: 1}}', /the robot has no joint "joint3"/],
    ['{joint1: {velocity: 0}}', /velocity is 0, expected more than 0/],
    ['{joint1: {speed: 1}}', /speed/],
    ['{default: 3}', /limits of a joint/],
  ])('limits: %s is an error', (limits, message) => {
    file('bad.yaml', cell(`, limits: ${limits}`));
    const { status, stderr } = run('check', 'bad.yaml', 'near.json');
    expect(status).toBe(2);
    expect(stderr).toMatch(message);
  });
});

describe('other questions', () => {
  it('edges', () => {
    file('edges.json', {
      joints,
      edges: [
        { from: [-1, 0], to: [-0.5, 0] },
        { from: [-1, 0], to: [-1, 9] },
      ],
    });
    const { results } = json('check', 'cell.yaml', '--edges', 'edges.json');
    expect(results.map((r: { limits: object[] }) => r.limits)).toEqual([
      [],
      [{ ...LEFT, segments: 1 }],
    ]);
    const args = ['check', 'cell.yaml', '--edges', 'edges.json', '--junit', 'edges.xml'];
    const told = run(...args);
    expect(told.stdout).toContain(
      '  leaves limits: joint2 reaches 9 rad on edge 1 at t = 1 (limit 3)\n',
    );
    expect(told.status).toBe(0);
    expect(run(...args, '--limits').status).toBe(1);
    expect(read('edges.xml')).toMatch(/tests="3" failures="1"/);
  });

  it('configurations', () => {
    file('qs.json', {
      joints,
      configurations: [
        [-1, 0],
        [-1, 9],
      ],
    });
    const { results } = json('check', 'cell.yaml', '--configurations', 'qs.json');
    expect(results.map((r: { limits: object[] }) => r.limits)).toEqual([
      [],
      [{ joint: 'joint2', kind: 'position', value: 9, limit: 3, by: 6, unit: 'rad' }],
    ]);
    const args = ['check', 'cell.yaml', '--configurations', 'qs.json'];
    expect(run(...args).stdout).toContain('; leaves limits: joint2 reaches 9 rad (limit 3)\n');
    expect(run(...args).status).toBe(0);
    expect(run(...args, '--limits').status).toBe(1);
  });

  it('delays and penetration', () => {
    const track = {
      joints,
      waypoints: [
        [-1, 0],
        [-1, 9],
      ],
      times: [0, 20],
    };
    file('tracks.json', { tracks: [track] });
    for (const more of [['--delay', '1'], ['--penetration', '0.001'], []]) {
      const args = ['check', 'cell.yaml', 'tracks.json', ...more];
      expect(json(...args).limits).toEqual([{ ...LEFT, time: 20, segments: 1 }]);
      expect(run(...args).stdout).toContain(
        'leaves limits: joint2 reaches 9 rad on segment 0 at t = 1, 20 s',
      );
      expect(run(...args).status).toBe(0);
      expect(run(...args, '--limits').status).toBe(1);
    }
  });

  it('held joints beyond their limits', () => {
    file('held.yaml', cell(', joints: {joint2: 9}'));
    file('one.json', { joints: ['joint1'], waypoints: [[-1], [-0.9]] });
    expect(json('check', 'held.yaml', 'one.json').limits).toEqual([
      { joint: 'joint2', kind: 'position', value: 9, limit: 3, by: 6, unit: 'rad', held: true },
    ]);
    expect(run('check', 'held.yaml', 'one.json', '--limits').stdout).toContain(
      'leaves limits: joint2 is held at 9 rad (limit 3)',
    );
  });
});
