/** `surepath plan`, as a user runs it: what it writes is checked and verified by other commands. */
import { describe, expect, it } from 'vitest';
import { PLANNER_NAMES } from '../../src/plan/index.ts';
import { cliFolder, TWO_ARMS } from '../helpers/cli/runCli.ts';
import { runInside } from '../helpers/cli/runInside.ts';
import { armUrdf } from '../helpers/oracles/cellText.ts';
import { DATA_FOLDER, haveData } from '../helpers/oracles/data.ts';

const { folder, run: spawn, file, read, exists } = cliFolder();
const run = (...args: string[]) => runInside(folder, ...args);

// An arm of two joints, with a thin wall between start and goal, and a slide on its last link.
const SLIDE =
  '<link name="slider"><collision><geometry><box size="0.02 0.02 0.02"/></geometry></collision></link>' +
  '<joint name="slide" type="prismatic"><parent link="link2"/><child link="slider"/><origin xyz="0.4 0 0"/>' +
  '<axis xyz="1 0 0"/><limit lower="0" upper="0.1" effort="1" velocity="0.2"/></joint></robot>';
const SRDF = `<robot name="arm">
  <group name="arm"><joint name="joint1"/><joint name="joint2"/></group>
  <group_state name="low" group="arm"><joint name="joint1" value="-1"/><joint name="joint2" value="0.2"/></group_state>
  <group_state name="high" group="arm"><joint name="joint1" value="1"/><joint name="joint2" value="-0.2"/></group_state>
  <group_state name="inside" group="arm"><joint name="joint1" value="0"/><joint name="joint2" value="0"/></group_state>
  <disable_collisions link1="link0" link2="link1" reason="Adjacent"/>
  <disable_collisions link1="link1" link2="link2" reason="Adjacent"/>
  <disable_collisions link1="link2" link2="slider" reason="Adjacent"/></robot>`;
const WALL = 'obstacles: [{name: wall, shape: {box: [0.02, 0.6, 1]}, pose: {xyz: [1, 0, 0]}}]\n';
file('arm.urdf', armUrdf('arm', [0.4, 0.4, 0.4]));
file('slide.urdf', armUrdf('arm', [0.4, 0.4, 0.4]).replace('</robot>', SLIDE));
file('arm.srdf', SRDF.replace(/.*slider.*\n?/, '</robot>'));
file('slide.srdf', SRDF);
file('cell.yaml', `surepath: 1\nrobots: [{urdf: arm.urdf, srdf: arm.srdf}]\n${WALL}`);
file('slide.yaml', `surepath: 1\nrobots: [{urdf: slide.urdf, srdf: slide.srdf}]\n${WALL}`);
file(
  'stated.yaml',
  `surepath: 1\nrobots: [{urdf: slide.urdf, srdf: slide.srdf}]\nstate: {slide: 0.05}\n${WALL}`,
);
file(
  'pair.yaml',
  `surepath: 1
robots:
- {name: a, urdf: arm.urdf, srdf: arm.srdf}
- {name: b, urdf: arm.urdf, srdf: arm.srdf, base: {xyz: [2, 0, 0], rpy: [0, 0, 3.141592653589793]}}
${WALL}`,
);

const PROVING = PLANNER_NAMES.filter((name) => name !== 'sbl');

/** With a limit that is the same on every machine. */
const LIMIT = ['--iterations', '50000'];
const GO = ['--from', 'low', '--to', 'high', ...LIMIT];

function plan(cell: string, ...args: string[]) {
  return planBy(run, cell, ...args);
}

function planBy(by: typeof run, cell: string, ...args: string[]) {
  const { status, stdout, stderr } = by('plan', cell, ...args, '--json');
  expect(stderr).toBe('');
  return { status, ...JSON.parse(stdout) };
}

/** Free to `check`, and to `verify` if there is a certificate. */
function expectProven(cell: string[], path: string, certificate?: string) {
  const check = run('check', ...cell, path, '--json');
  expect(JSON.parse(check.stdout)).toMatchObject({ verdict: 'free' });
  expect(check.status).toBe(0);
  if (certificate === undefined) return;
  const verified = run('verify', certificate, ...cell, '--path', path, '--json');
  expect(JSON.parse(verified.stdout)).toMatchObject({ verified: true });
}

describe('a path around a wall', () => {
  it('is found, written, proven to others, and the same for the same seed', () => {
    const args = [...GO, '--smooth', '--out', 'p.json', '--certificate', 'c.json'];
    const answer = planBy(spawn, 'cell.yaml', ...args);
    expect(answer).toMatchObject({
      status: 0,
      verdict: 'free',
      planner: 'rrt-connect',
      seed: 1,
      joints: ['joint1', 'joint2'],
      goal: 0,
      goalName: 'high',
      out: 'p.json',
      certificate: { written: true, file: 'c.json' },
      assumptions: ['2 pairs the SRDF disables as Adjacent'],
    });
    const { waypoints, length, lengthBefore, phases, stats } = answer;
    expect(waypoints.length).toBeGreaterThan(2);
    expect(waypoints[0]).toEqual([-1, 0.2]);
    expect(waypoints.at(-1)).toEqual([1, -0.2]);
    expect(length).toBeLessThanOrEqual(lengthBefore);
    // The way of the numbers that are written, each radian counting once.
    const way = waypoints.slice(1).reduce((sum: number, q: number[], i: number) => {
      return sum + Math.hypot(...q.map((x, d) => x - waypoints[i][d]));
    }, 0);
    expect(length).toBeCloseTo(way, 12);
    expect(Object.keys(phases)).toEqual(['planning', 'smoothing', 'checking', 'certifying']);
    expect(stats.edges).toBeGreaterThanOrEqual(stats.freeEdges);
    expect(JSON.parse(read('p.json'))).toEqual({ joints: ['joint1', 'joint2'], waypoints });
    expectProven(['cell.yaml'], 'p.json', 'c.json');
    expect(plan('cell.yaml', ...args).waypoints).toEqual(waypoints);
    expect(plan('cell.yaml', ...args, '--seed', '2').waypoints).not.toEqual(waypoints);
  });

  it('is told to people with lengths, times, waypoints, and what to do next', () => {
    const { status, stdout, stderr } = run(
      'plan',
      'cell.yaml',
      ...GO,
      '--smooth',
      '--out',
      't.json',
    );
    expect(status).toBe(0);
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^free: every configuration on the path is proven free of collision\n/);
    expect(stdout).toContain('\n  assuming 2 pairs the SRDF disables as Adjacent\n');
    expect(stdout).toContain('\n  from low to high\n');
    expect(stdout).toMatch(
      /\n {2}rrt-connect, seed 1, 2 joints: \d+ iterations?, \d+ milestones, /,
    );
    expect(stdout).toMatch(
      /\n {2}length [\d.]+ as found, [\d.]+ after \d+ shortcuts? \(\d+ tried\)/,
    );
    expect(stdout).toMatch(/\n {2}waypoint +0 +1 .*\n {2}joint1 +-1\.0000 /);
    expect(stdout).toMatch(/\ntime: planning [\d.]+ ms, smoothing [\d.]+ ms, checking [\d.]+ ms\n/);
    expect(stdout).toContain('\nwritten: t.json\n');
    expect(stdout).toContain(
      '\nnext: how close it gets: surepath check cell.yaml t.json --clearances\n',
    );
  });

  it('keeps a clearance that is asked for', () => {
    const args = ['--clearance', '0.03', '--smooth', '--out', 'w.json', '--certificate', 'cw.json'];
    expect(plan('cell.yaml', ...GO, ...args)).toMatchObject({ verdict: 'free', clearance: 0.03 });
    expectProven(['cell.yaml', '--clearance', '0.03'], 'w.json', 'cw.json');
  });

  it('weighs joints as it is told', () => {
    const { length } = plan('cell.yaml', ...GO);
    const heavy = plan('cell.yaml', ...GO, '--weights', 'joint1=10,joint2=10');
    expect(heavy.verdict).toBe('free');
    expect(heavy.length).not.toBe(length);
  });

  it.each(PROVING)('%s: free, for some seeds', (planner) => {
    for (const seed of ['1', '2']) {
      const out = `${planner}-${seed}.json`;
      const args = ['--planner', planner, '--seed', seed, '--smooth', '--out', out];
      expect(plan('cell.yaml', ...GO, ...args)).toMatchObject({ verdict: 'free', planner });
      expectProven(['cell.yaml'], out);
    }
  });

  it('of a planner that samples proves nothing, and does not pass', () => {
    const args = ['--planner', 'sbl', '--resolution', '0.1'];
    expect(plan('cell.yaml', ...GO, ...args)).toMatchObject({
      status: 1,
      verdict: 'no collision found',
    });
    const text = run('plan', 'cell.yaml', ...GO, ...args, '--out', 'sbl.json').stdout;
    expect(text).toMatch(/^no collision found: .* proves nothing\n/);
    expect(text).toContain('whether it is free: surepath check cell.yaml sbl.json\n');
  });

  it('may not be found within the limits', () => {
    const args = ['--from', 'low', '--to', 'high', '--iterations', '1', '--out', 'none.json'];
    expect(plan('cell.yaml', ...args)).toMatchObject({
      status: 1,
      verdict: 'no path found',
      waypoints: null,
      length: null,
    });
    expect(exists('none.json')).toBe(false);
    const { stdout } = run('plan', 'cell.yaml', ...args);
    expect(stdout).toMatch(/^no path found: within 1 iteration, which says nothing about/);
    expect(stdout).toMatch(/next: a larger --iterations, another --seed or another --planner/);
  });
});

describe('states', () => {
  file('low.json', { joints: ['joint2', 'joint1'], configurations: [[0.2, -1]] });
  file('low.csv', 'joint1,joint2\n-1,0.2\n');
  it.each([
    ['low'],
    ['arm/low'],
    ['joint1=-1,joint2=0.2'],
    ['high,joint1=-1, joint2=0.2'],
    ['[-1, 0.2]'],
    ['low.json'],
    ['low.csv'],
  ])('%s', (state) => {
    const { from, verdict } = plan('cell.yaml', '--from', state, '--to', 'joint1=-0.9');
    expect(from).toEqual([-1, 0.2]);
    expect(verdict).toBe('free');
  });

  it('of several robots: of all that have it, of one, and any goal will do', () => {
    const args = ['--from', 'low', '--to', 'a=inside,b=low', '--to', 'a=high,b=high'];
    const blocked = run('plan', 'pair.yaml', ...args, ...LIMIT);
    expect(blocked.status).toBe(2);
    expect(blocked.stderr).toMatch(/at the goal 0 "a\/link2" and "wall" collide/);
    const answer = plan(
      ...(['pair.yaml', '--from', 'low', '--to', 'a=high,b=low', '--to', 'a=low,b=high'] as const),
      ...[...LIMIT, '--smooth', '--out', 'pair.json', '--certificate', 'pc.json'],
    );
    expect(answer.verdict).toBe('free');
    expect([0, 1]).toContain(answer.goal);
    const end = answer.goal === 0 ? [1, -0.2, -1, 0.2] : [-1, 0.2, 1, -0.2];
    expect(answer.waypoints.at(-1)).toEqual(end);
    expectProven(['pair.yaml'], 'pair.json', 'pc.json');
  });

  it('joints that no goal names stand still', () => {
    const { stderr, stdout, status } = run(
      ...['plan', 'slide.yaml', '--from', 'low,slide=0.03', '--to', 'high', ...LIMIT],
      ...['--out', 'still.json', '--json'],
    );
    expect(stderr).toBe('');
    expect(status).toBe(0);
    const { waypoints, standing, notes } = JSON.parse(stdout);
    expect(standing).toEqual(['slide']);
    expect(notes[0].message).toMatch(/one joint is not named by a goal and stays put: slide=0.03/);
    for (const q of waypoints) expect(q[2]).toBe(0.03);
    expectProven(['slide.yaml'], 'still.json');
    const text = run('plan', 'slide.yaml', '--from', 'low,slide=0.03', '--to', 'high', ...LIMIT);
    expect(text.stderr).toMatch(/note: one joint is not named by a goal and stays put/);
  });

  it('joints that no state names have their value from the cell or --joints, never made up', () => {
    const missing = run('plan', 'slide.yaml', ...GO);
    expect(missing.status).toBe(2);
    expect(missing.stderr).toMatch(/the start has no value for slide .*--joints/);
    expect(plan('slide.yaml', ...GO, '--joints', 'slide=0.02').from).toEqual([-1, 0.2, 0.02]);
    // A trajectory is for controllers: what stands where the cell has it is left out.
    const stated = plan('stated.yaml', ...GO, '--out', 'stated.yaml.yml');
    expect(stated.from[2]).toBe(0.05);
    expect(read('stated.yaml.yml')).toMatch(/^joint_names: \["joint1","joint2"\]\n/);
    expectProven(['stated.yaml'], 'stated.yaml.yml');
    plan('stated.yaml', '--from', 'low,slide=0.01', '--to', 'high', ...LIMIT, '--out', 's.yaml');
    expect(read('s.yaml')).toMatch(/^joint_names: \["joint1","joint2","slide"\]\n/);
    expectProven(['stated.yaml'], 's.yaml');
  });
});

describe('a roadmap', () => {
  it.each(['prm', 'lazy-prm'])('%s: is kept in a file, and goes on from there', (planner) => {
    const name = `${planner}.roadmap`;
    const args = ['--planner', planner, '--roadmap', name];
    const first = plan('cell.yaml', ...GO, ...args);
    expect(first).toMatchObject({ verdict: 'free', planner, roadmap: { file: name, before: 0 } });
    expect(first.roadmap.milestones).toBeGreaterThan(2);
    const again = plan('cell.yaml', ...GO, ...args, '--out', 'again.json');
    expect(again.verdict).toBe('free');
    expect(again.roadmap.before).toBe(first.roadmap.milestones);
    expectProven(['cell.yaml'], 'again.json');
    const text = run('plan', 'cell.yaml', ...GO, ...args).stdout;
    expect(text).toMatch(/\nroadmap \S+: \d+ milestones, \d+ of them new\n/);
  });

  it('that calls everything free makes no path wrong', () => {
    const args = ['--planner', 'lazy-prm', '--roadmap', 'lie.roadmap', ...GO];
    plan('cell.yaml', ...args);
    const roadmap = JSON.parse(read('lie.roadmap'));
    expect(roadmap.blocked.length).toBeGreaterThan(0);
    const free = [...roadmap.free, ...roadmap.open, ...roadmap.blocked];
    file('lie.roadmap', { ...roadmap, free, open: [], blocked: [] });
    expect(plan('cell.yaml', ...args, '--out', 'lie.json').verdict).toBe('free');
    expectProven(['cell.yaml'], 'lie.json');
  });

  it('of another cell is refused, and so is one that is none', () => {
    const args = ['--planner', 'prm', '--roadmap', 'other.roadmap'];
    plan('cell.yaml', ...GO, ...args);
    const other = run('plan', 'cell.yaml', ...GO, ...args, '--clearance', '0.01');
    expect(other.status).toBe(2);
    expect(other.stderr).toMatch(/other\.roadmap.*about another cell.*make it anew/);
    file('none.roadmap', '{"a": 1}');
    const none = run('plan', 'cell.yaml', ...GO, '--planner', 'prm', '--roadmap', 'none.roadmap');
    expect(none.status).toBe(2);
    expect(none.stderr).toMatch(/none\.roadmap:1:/);
    expect(read('none.roadmap')).toBe('{"a": 1}');
  });
});

describe('a joint without limits', () => {
  file(
    'turn.urdf',
    armUrdf('arm', [0.4, 0.4, 0.4]).replace(
      '"joint1" type="revolute"',
      '"joint1" type="continuous"',
    ),
  );
  file('turn.yaml', 'surepath: 1\nrobots: [{urdf: turn.urdf, srdf: arm.srdf}]\n');

  it('runs on the short way, and the file says so by its numbers', () => {
    const states = ['--from', 'joint1=3,joint2=0.2', '--to', 'joint1=-3,joint2=0.1'];
    const answer = plan(
      'turn.yaml',
      ...states,
      ...LIMIT,
      '--out',
      'turn.json',
      '--certificate',
      'u.json',
    );
    expect(answer).toMatchObject({ verdict: 'free', goal: 0 });
    const [first, second] = answer.waypoints.at(-1);
    expect(first).toBeCloseTo(2 * Math.PI - 3, 12);
    expect(second).toBe(0.1);
    expect(answer.length).toBeLessThan(0.4);
    expectProven(['turn.yaml'], 'turn.json', 'u.json');
  });
});

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

describe('the embedded cell', () => {
  it('two arms move together around a car door', () => {
    const limits = ['--iterations', '100000', '--smooth', '--smooth-iterations', '60'];
    const states = ['--from', 'home', '--to', 'weld_1', '--seed', '3'];
    const answer = plan(TWO_ARMS, ...states, ...limits, '--out', 'arms.json');
    expect(answer).toMatchObject({ status: 0, verdict: 'free' });
    expect(answer.waypoints.length).toBeGreaterThan(2);
    expectProven([TWO_ARMS], 'arms.json');
  }, 30_000);
});

describe('what is wrong is said, with exit code 2', () => {
  it.each([
    [['--from', 'low'], /plan needs a goal: --to STATE/],
    [['--from', 'lo', '--to', 'high'], /--from: there is no state "lo".*did you mean "low"/],
    [['--from', 'low', '--to', 'joint3=1'], /--to: there is no joint "joint3"/],
    [['--from', 'low', '--to', 'joint1=x'], /"x" is no number/],
    [
      ['--from', 'low', '--to', 'joint1=9'],
      /--to joint1=9: "joint1" is 9, beyond its limits -3 to 3/,
    ],
    [['--from', 'joint1=-4,joint2=0', '--to', 'high'], /the start has "joint1" at -4, beyond/],
    [['--from', '[1]', '--to', 'high'], /the list has 1 values; expected 2/],
    [['--from', 'nowhere.json', '--to', 'high'], /nowhere\.json: there is no such file/],
    [
      ['--from', 'two.json', '--to', 'high'],
      /two\.json: a state is one configuration; the file has 2/,
    ],
    [['--from', 'inside', '--to', 'high'], /at the start "link2" and "wall" collide/],
    [['--from', 'low', '--to', 'inside'], /at the goal "link2" and "wall" collide/],
    [['--from', 'low', '--to', 'high', '--planner', 'best'], /--planner takes rrt-connect/],
    [['--from', 'low', '--to', 'high', '--seed', '1.5'], /--seed takes a whole number/],
    [['--from', 'low', '--to', 'high', '--iterations', '0'], /--iterations takes a number/],
    [['--from', 'low', '--to', 'high', '--weights', 'joint1=0'], /--weights takes JOINT=WEIGHT/],
    [['--from', 'low', '--to', 'high', '--weights', 'j=1'], /--weights: there is no joint "j"/],
    [['--from', 'low', '--to', 'high', '--velocity', '1'], /--velocity is for --timed/],
    [['--from', 'low', '--to', 'high', '--format', 'path'], /--format is for --out/],
    [['--from', 'low', '--to', 'high', '--out', 'no/p.json'], /there is no folder no/],
    [['--from', 'low', '--to', 'high', '--resolution', '1'], /--resolution is for --planner sbl/],
    [['--from', 'low', '--to', 'high', '--roadmap', 'r.json'], /--roadmap is for --planner prm/],
    [
      ['--from', 'low', '--to', 'high', '--planner', 'sbl', '--certificate', 'c.json'],
      /sbl proves nothing/,
    ],
    [['--from', 'low', '--to-pose', 'link9=0,0,0'], /there is no link "link9"/],
    [['--from', 'low', '--to-pose', 'link2=0,0'], /--to-pose takes LINK=x,y,z/],
    [['--from', 'low', '--to-pose', 'link0=0,0,0'], /"link0" does not move/],
    [['--request', 'x.yaml', '--to', 'high'], /--request has start and goals/],
  ])('%j', (args, message) => {
    file('two.json', {
      joints: ['joint1', 'joint2'],
      waypoints: [
        [0, 0],
        [1, 1],
      ],
    });
    const { status, stdout, stderr } = run('plan', 'cell.yaml', ...args);
    expect(stderr).toMatch(message);
    expect(status).toBe(2);
    expect(stdout).toBe('');
  });
});
