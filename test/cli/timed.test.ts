/** Motions as they are executed: `surepath check` on timed paths, blends and tracks. */
import { describe, expect, it } from 'vitest';
import { cliFolder } from '../helpers/cli/runCli.ts';
import { armUrdf } from '../helpers/oracles/cellText.ts';

const { run, file } = cliFolder();
const json = (...args: string[]) => JSON.parse(run('check', ...args, '--json').stdout);

const SRDF =
  '<robot name="arm"><disable_collisions link1="link0" link2="link1" reason="Adjacent"/>\n' +
  '<disable_collisions link1="link1" link2="link2" reason="Adjacent"/>\n' +
  '<disable_collisions link1="link0" link2="link2" reason="Never"/></robot>';
// An arm in front of a wall that it can pass at y < 0 only.
file('arm.urdf', armUrdf('arm', [1, 1, 1]));
file('arm.srdf', SRDF);
file(
  'cell.yaml',
  `surepath: 1
robots: [{urdf: arm.urdf, srdf: arm.srdf}]
obstacles: [{name: wall, shape: {box: [0.1, 4, 1]}, pose: {xyz: [2.5, 2, 0]}}]
`,
);
// Two arms that face each other and reach the same places.
file(
  'pair.yaml',
  `surepath: 1
robots:
- {name: a, urdf: arm.urdf, srdf: arm.srdf}
- {name: b, urdf: arm.urdf, srdf: arm.srdf, base: {xyz: [5.5, 0, 0], rpy: [0, 0, 3.141592653589793]}}
`,
);
const joints = ['joint1', 'joint2'];

describe('a trajectory with velocities', () => {
  const points = [
    { positions: [-1, 0], velocities: [0, 0], time_from_start: 0 },
    { positions: [-0.3, 0], velocities: [-4, 0], time_from_start: 1 },
  ];
  file('over.json', { joint_names: joints, points });

  it('is executed as a controller does: it overshoots into the wall', () => {
    const { status, stdout, stderr } = run('check', 'cell.yaml', 'over.json');
    expect(status).toBe(1);
    expect(stdout).toMatch(
      /^colliding: link2 and wall, on segment 0 \(waypoint 0 to 1\) at t = 0\.\d+, at 0\.\d+ s\n/,
    );
    expect(stdout).toContain(
      '\n  motion: cubic segments, as a ROS controller executes them; 1 s\n',
    );
    expect(stderr).toMatch(/note: .*ends in motion: "joint1" has the velocity -4/);
    expect(stderr).not.toContain('straight');
    const answer = json('cell.yaml', 'over.json');
    expect(answer).toMatchObject({ verdict: 'colliding', interpolation: 'controller' });
    const t = answer.t as number;
    expect(answer.time).toBeCloseTo(t, 12);
    // -1 + 6.1 t^2 - 5.4 t^3
    expect(answer.configuration[0]).toBeCloseTo(-1 + 6.1 * t ** 2 - 5.4 * t ** 3, 12);
  });

  it('is straight if that is asked for, which a note says', () => {
    const args = ['cell.yaml', 'over.json', '--interpolation', 'straight'];
    const { status, stdout, stderr } = run('check', ...args);
    expect(status).toBe(0);
    expect(stdout).toContain('\n  motion: straight segments; 1 s\n');
    expect(stderr).toMatch(/note: the path has velocities, but is checked as straight segments/);
    expect(json(...args)).toMatchObject({ verdict: 'free', interpolation: 'straight' });
    const own = {
      joints,
      waypoints: [
        [-1, 0],
        [-0.3, 0],
      ],
      velocities: [
        [0, 0],
        [-4, 0],
      ],
    };
    file('own.json', { ...own, times: [0, 1] });
    expect(json('cell.yaml', 'own.json').verdict).toBe('colliding');
    file('own.json', { ...own, times: [0, 1], interpolation: 'straight' });
    expect(json('cell.yaml', 'own.json')).toMatchObject({ verdict: 'free' });
    expect(json('cell.yaml', 'own.json', '--interpolation', 'controller').verdict).toBe(
      'colliding',
    );
    file('own.json', own);
    expect(json('cell.yaml', 'own.json').notes[0].code).toBe('path/velocities');
    expect(json('cell.yaml', 'own.json', '--interpolation', 'controller').error).toMatchObject({
      code: 'path/no-times',
      file: 'own.json',
    });
  });

  it('may leave its joint limits between waypoints', () => {
    file('far.json', {
      joints,
      waypoints: [
        [-1, 0],
        [-2.9, 0],
      ],
      times: [0, 1],
      velocities: [
        [0, 0],
        [4, 0],
      ],
    });
    const { stdout } = run('check', 'cell.yaml', 'far.json');
    expect(stdout).toMatch(
      /leaves limits: joint1 reaches -3\.\d+ rad on segment 0 at t = 0\.\d+, 0\.\d+ s \(limit -3\)\n/,
    );
    const within = run('check', 'cell.yaml', 'far.json', '--interpolation', 'straight');
    expect(within.stdout).not.toContain('reaches');
  });

  it('prints nothing new for straight paths without times', () => {
    file('plain.json', {
      joints,
      waypoints: [
        [-1, 0],
        [-0.5, 0.2],
      ],
    });
    const lines = run('check', 'cell.yaml', 'plain.json').stdout.split('\n');
    expect(lines[1]).toMatch(/^ {2}assuming/);
    expect(lines[2]).toMatch(/^1 segment, 2 of \d+ pairs tested/);
  });

  it('refuses words that it does not know, and questions without a path', () => {
    const { status, stderr } = run('check', 'cell.yaml', 'over.json', '--interpolation', 'cubic');
    expect([status, stderr]).toEqual([2, expect.stringContaining('straight, controller')]);
    file('edges.json', { joints, edges: [] });
    const edges = ['--edges', 'edges.json', '--interpolation', 'straight'];
    expect(run('check', 'cell.yaml', ...edges).stderr).toContain('--interpolation is for paths');
  });
});

describe('blends', () => {
  const corner = {
    joints,
    waypoints: [
      [-1, 0],
      [0.02, 0],
      [-1, 0],
    ],
    times: [0, 2, 4],
  };

  it('pass a waypoint by', () => {
    file('corner.json', corner);
    expect(json('cell.yaml', 'corner.json').verdict).toBe('colliding');
    file('blend.json', { ...corner, blend: 0.5 });
    const { status, stdout } = run('check', 'cell.yaml', 'blend.json');
    expect(status).toBe(0);
    expect(stdout).toContain(
      '\n  motion: straight segments with parabolic blends of 0.5 s; 4 s\n5 segments',
    );
    expect(json('cell.yaml', 'blend.json').interpolation).toBe('blend');
  });

  it('are named where they collide', () => {
    file('late.json', { ...corner, blend: 0.02 });
    expect(run('check', 'cell.yaml', 'late.json').stdout).toMatch(
      /^colliding: link2 and wall, on segment \d \((blend at waypoint 1|waypoint \d to \d)\) at t/,
    );
    file('tight.json', { ...corner, blend: 1.5 });
    expect(json('cell.yaml', 'tight.json').error).toMatchObject({
      code: 'path/blend',
      file: 'tight.json',
      hint: expect.stringContaining('at most 1.33'),
    });
  });
});

describe('tracks', () => {
  const sweep = {
    joint_names: joints,
    points: [-1, 1].map((x, i) => ({
      positions: [x, 0],
      velocities: [0, 0],
      time_from_start: 2 * i,
    })),
  };
  file('sweep.json', sweep);
  const tracks = (offset: number) => [
    { file: 'sweep.json', robot: 'a' },
    { file: 'sweep.json', robot: 'b', offset },
  ];

  it('collide or not, as their timing has it', () => {
    file('together.json', { tracks: tracks(0) });
    const { status, stdout } = run('check', 'pair.yaml', 'together.json');
    expect(status).toBe(1);
    expect(stdout).toMatch(/^colliding: a\/link2 and b\/link2, on segment 0 \(0 s to 2 s\) at t/);
    expect(stdout).toMatch(/, at [01](\.\d+)? s\n/);
    expect(stdout).toMatch(/motion: 2 tracks, each with its own times: cubic segments, .*; 2 s\n/);
    file('apart.json', { tracks: tracks(3) });
    const free = run('check', 'pair.yaml', 'apart.json');
    expect(free.status).toBe(0);
    expect(free.stdout).toMatch(/; 5 s\n3 segments, /);
    expect(json('pair.yaml', 'apart.json')).toMatchObject({
      interpolation: 'tracks',
      joints: ['a/joint1', 'a/joint2', 'b/joint1', 'b/joint2'],
    });
  });

  it('are certified as the curves that they are', () => {
    file('apart.json', { tracks: tracks(3) });
    const made = run('check', 'pair.yaml', 'apart.json', '--certificate', 'proof.json');
    expect(made.stdout).toContain('  surepath verify proof.json pair.yaml --path apart.json\n');
    expect(run('verify', 'proof.json', 'pair.yaml', '--path', 'apart.json').status).toBe(0);
    const straight = ['--path', 'apart.json', '--interpolation', 'straight'];
    const { status, stdout } = run('verify', 'proof.json', 'pair.yaml', ...straight);
    expect(status).toBe(1);
    expect(stdout).toMatch(/^rejected: .*another path/);
    const asked = ['--interpolation', 'straight', '--certificate', 'straight.json'];
    expect(run('check', 'pair.yaml', 'apart.json', ...asked).stdout).toContain(
      '--path apart.json --interpolation straight\n',
    );
    expect(run('verify', 'straight.json', 'pair.yaml', ...straight).status).toBe(0);
  });

  it('leave joints in no track where they are put', () => {
    file('one.json', { tracks: tracks(0).slice(0, 1) });
    expect(json('pair.yaml', 'one.json').error.code).toBe('configuration/missing');
    const standing = ['--joints', 'b/joint1=-1,b/joint2=0'];
    const { status, stderr } = run('check', 'pair.yaml', 'one.json', ...standing);
    expect(status).toBe(0);
    expect(stderr).toMatch(/2 joints are not mentioned by the file of tracks and stay put/);
  });

  it('are refused with the place of what is wrong', () => {
    file('twice.json', {
      tracks: [
        { joints: ['a/joint1'], waypoints: [[0]], times: [0] },
        { joints: ['joint1'], waypoints: [[0]], times: [0], robot: 'a' },
      ],
    });
    expect(json('pair.yaml', 'twice.json').error).toMatchObject({
      code: 'path/joint-twice',
      line: 1,
      message: 'the joint "a/joint1" is in track 0 and in track 1',
    });
    file('who.json', { tracks: [{ file: 'sweep.json' }] });
    expect(json('pair.yaml', 'who.json').error).toMatchObject({
      code: 'configuration/ambiguous-joint',
      file: 'sweep.json',
      line: 1,
    });
  });
});
