/** `surepath plan` to poses of links, to goals of MoveIt requests, and with times. */
import { describe, expect, it } from 'vitest';
import { GO, LIMIT, wallCells } from '../helpers/cli/wallCells.ts';
import { DATA_FOLDER, haveData } from '../helpers/oracles/data.ts';

const { run, file, plan, expectProven } = wallCells();

describe('a timed motion', () => {
  it.each([
    ['t1.yaml', 'blends'],
    ['t2.json', 'stops'],
  ])('%s, %s: what is written is what is certified, within the limits', (out, timing) => {
    const limits = ['--velocity', '0.8,joint2=0.5', '--acceleration', '2'];
    const answer = plan(
      'cell.yaml',
      ...[...GO, '--smooth', '--timed', '--timing', timing, ...limits],
      ...['--out', out, '--certificate', 'tc.json'],
    );
    expect(answer).toMatchObject({ verdict: 'free', timed: { mode: timing } });
    const { duration, times, velocities, waypoints } = answer.timed;
    expect(times.at(-1)).toBe(duration);
    expect(waypoints.at(-1)).toEqual([1, -0.2]);
    for (const [first, second] of velocities) {
      expect(Math.abs(first)).toBeLessThanOrEqual(0.8 * (1 + 1e-6));
      expect(Math.abs(second)).toBeLessThanOrEqual(0.5 * (1 + 1e-6));
    }
    const check = JSON.parse(run('check', 'cell.yaml', out, '--json').stdout);
    expect(check).toMatchObject({ verdict: 'free', interpolation: 'controller' });
    expectProven(['cell.yaml'], out, 'tc.json');
    const slow = plan(
      'cell.yaml',
      ...GO,
      '--smooth',
      '--timed',
      '--timing',
      timing,
      ...limits,
      '--velocity-scale',
      '0.5',
    );
    expect(slow.timed.duration).toBeGreaterThan(duration);
  });

  it('takes velocities from the URDF, and says how long it takes', () => {
    const { stdout } = run('plan', 'cell.yaml', ...GO, '--smooth', '--timed');
    expect(stdout).toMatch(/^free: every configuration of the timed motion is proven free/);
    expect(stdout).toMatch(/\n {2}timed: [\d.]+ s; on the way \d+ blends? and \d+ stops?\n/);
  });
});

describe('a pose of a link', () => {
  const to = (pose: string) => ['--from', 'low', '--to-pose', pose, ...LIMIT];

  it('is reached by any configuration that is free there', () => {
    const answer = plan('cell.yaml', ...to('link2=0.581438,0.356483,0'), '--out', 'pose.json');
    expect(answer).toMatchObject({ status: 0, verdict: 'free' });
    const [first] = answer.waypoints.at(-1);
    expect(0.4 + 0.4 * Math.cos(first)).toBeCloseTo(0.581438, 3);
    expect(0.4 * Math.sin(first)).toBeCloseTo(0.356483, 3);
    expectProven(['cell.yaml'], 'pose.json');
  });

  it('may be out of reach, or only in collision; the message says which', () => {
    const far = run('plan', 'cell.yaml', ...to('link2=3,0,0'));
    expect(far.status).toBe(2);
    expect(far.stderr).toMatch(/"link2" was not found to get there: the nearest is off by 2\.2/);
    const blocked = run('plan', 'cell.yaml', ...to('link2=0.8,0,0,0,0,0'));
    expect(blocked.status).toBe(2);
    expect(blocked.stderr).toMatch(/"link2" can be there, but "link2" and "wall" collide/);
  });
});

describe('a MoveIt request', () => {
  const request = (goals: object[], more: object = {}) => ({
    group_name: 'arm',
    start_state: {
      joint_state: { name: ['joint1', 'joint2', 'slide'], position: [-1, 0.2, 0.04] },
    },
    goal_constraints: goals,
    ...more,
  });
  const goal = (...values: number[]) => ({
    joint_constraints: values.map((position, i) => ({
      joint_name: `joint${i + 1}`,
      position,
      tolerance_above: 0.2,
      tolerance_below: 0.1,
    })),
  });
  file('scene.yaml', {
    robot_state: { joint_state: { name: ['slide'], position: [0.01] } },
    world: {
      collision_objects: [
        {
          id: 'wall',
          header: { frame_id: 'link0' },
          primitives: [{ type: 1, dimensions: [0.02, 0.6, 1] }],
          primitive_poses: [{ position: [1, 0, 0], orientation: [0, 0, 0, 1] }],
        },
      ],
    },
  });
  const SCENE = ['scene.yaml', '--robot', 'slide.urdf', '--srdf', 'slide.srdf'];

  it('is planned from its start to the middle of its tolerances; other joints stay', () => {
    file('request.yaml', request([goal(1, -0.2)]));
    const { stdout, status } = run(
      ...['plan', ...SCENE, '--request', 'request.yaml', ...LIMIT, '--smooth', '--json'],
      ...['--out', 'r.yaml', '--certificate', 'rc.json'],
    );
    expect(status).toBe(0);
    const { verdict, waypoints, from, standing } = JSON.parse(stdout);
    expect(verdict).toBe('free');
    expect(from).toEqual([-1, 0.2, 0.04]);
    expect(standing).toEqual(['slide']);
    const [a, b, c] = waypoints.at(-1);
    expect(a).toBeCloseTo(1.05, 12);
    expect(b).toBeCloseTo(-0.15, 12);
    expect(c).toBe(0.04);
    expectProven(SCENE, 'r.yaml', 'rc.json');
  });

  it('says which part of the limits a timed motion uses; options come first', () => {
    const half = { max_velocity_scaling_factor: 0.5, max_acceleration_scaling_factor: 0.25 };
    file('slow.yaml', request([goal(1, -0.2)], half));
    file('fast.yaml', request([goal(1, -0.2)]));
    const timed = (name: string, ...more: string[]) =>
      run('plan', ...SCENE, '--request', name, ...LIMIT, '--smooth', '--timed', ...more).stdout;
    const line = (text: string) => /^ {2}timed: .*$/m.exec(text)![0];
    const slow = line(timed('slow.yaml'));
    expect(slow).toMatch(/at 0\.5 of the limits of velocity and 0\.25 of the limits of accel/);
    const fast = line(timed('fast.yaml'));
    expect(fast).not.toContain('limits');
    expect(line(timed('slow.yaml', '--velocity-scale', '1', '--acceleration-scale', '1'))).toBe(
      fast,
    );
    const given = ['--velocity-scale', '0.5', '--acceleration-scale', '0.25'];
    expect(line(timed('fast.yaml', ...given))).toBe(slow);
  });

  it('may have several goals', () => {
    file('several.yaml', request([goal(1, -0.2), goal(-0.8, 0.2)]));
    const { stdout } = run('plan', ...SCENE, '--request', 'several.yaml', ...LIMIT, '--json');
    const { verdict, goal: reached, goalName } = JSON.parse(stdout);
    expect(verdict).toBe('free');
    expect(goalName).toBe(`its goal ${reached}`);
  });

  it.each([
    [
      request([goal(1, -0.2)], { group_name: 'hand' }),
      /group "hand", which no SRDF has \(there are arm/,
    ],
    [
      request([{ joint_constraints: [{ joint_name: 'slide', position: 0 }] }]),
      /names the joint "slide", which is not of the group "arm"/,
    ],
    [request([]), /no goal/],
    [request([goal(1, 9)]), /its goal: "joint2" is 9\.05, beyond its limits -3 to 3/],
  ])('%# is refused', (content, message) => {
    file('bad.yaml', content);
    const { status, stderr } = run('plan', ...SCENE, '--request', 'bad.yaml');
    expect(status).toBe(2);
    expect(stderr).toMatch(message);
  });

  const panda = `${DATA_FOLDER}/mbm/panda`;
  it.skipIf(!haveData('mbm/panda/panda.urdf'))(
    'of the Panda is planned and proven',
    () => {
      const cell = [
        `${panda}/problems/table_pick/scene0001.yaml`,
        ...['--robot', `${panda}/panda.urdf`, '--srdf', `${panda}/panda.srdf`],
      ];
      const { status, stdout } = run(
        ...['plan', ...cell, '--request', `${panda}/problems/table_pick/request0001.yaml`],
        ...['--smooth', '--iterations', '200000', '--timed', '--json'],
        ...['--out', 'panda.yaml', '--certificate', 'panda.json'],
      );
      expect(status).toBe(0);
      const { verdict, joints, waypoints } = JSON.parse(stdout);
      expect(verdict).toBe('free');
      expect(joints.length).toBe(7);
      expect(waypoints.length).toBeGreaterThanOrEqual(2);
      expectProven(cell, 'panda.yaml', 'panda.json');
    },
    60_000,
  );
});
