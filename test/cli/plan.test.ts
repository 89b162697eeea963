/** `surepath plan`, as a user runs it: what it writes is checked and verified by other commands. */
import { describe, expect, it } from 'vitest';
import { PLANNER_NAMES } from '../../src/plan/index.ts';
import { TWO_ARMS } from '../helpers/cli/runCli.ts';
import { GO, LIMIT, wallCells } from '../helpers/cli/wallCells.ts';
import { armUrdf } from '../helpers/oracles/cellText.ts';

const { run, start, file, read, exists, plan, planBy, expectProven } = wallCells();

const PROVING = PLANNER_NAMES.filter((name) => name !== 'sbl');

describe('a path around a wall', () => {
  it('is found, written, proven to others, and the same for the same seed', () => {
    const args = [...GO, '--smooth', '--out', 'p.json', '--certificate', 'c.json'];
    const answer = planBy(start, 'cell.yaml', ...args);
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
    expect(stdout).toMatch(
      /^free: every configuration on the path is proven free of collision, with a clearance of 5 mm to the surroundings and 0 mm within a robot\n/,
    );
    expect(stdout).toContain('\n  keeps 5 mm from the surroundings, as usual; --clearance asks');
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
      '\nnext: how close it gets: surepath check cell.yaml --clearance 0.005 t.json --clearances\n',
    );
  });

  it('keeps a clearance that is asked for', () => {
    const args = ['--clearance', '0.03', '--smooth', '--out', 'w.json', '--certificate', 'cw.json'];
    expect(plan('cell.yaml', ...GO, ...args)).toMatchObject({ verdict: 'free', clearance: 0.03 });
    expectProven(['cell.yaml', '--clearance', '0.03'], 'w.json', 'cw.json');
  });

  it('keeps 5 mm from the surroundings if nobody asks, and none if nobody wants it', () => {
    const usual = plan('cell.yaml', ...GO);
    expect(usual).toMatchObject({ clearance: 0.005, selfClearance: 0 });
    expect(usual.room).toEqual({ clearance: 0.005, wanted: 0.005, near: null });
    const none = plan('cell.yaml', ...GO, '--clearance', '0');
    expect(none.clearance).toBe(0);
    expect(none.room).toBe(undefined);
    // Beside the wall: what the start leaves is kept, and why is said.
    const turns = Array.from({ length: 600 }, (_, i) => [-0.4 - 0.001 * i, 0]);
    file('turns.json', { joints: ['joint1', 'joint2'], configurations: turns });
    const { results } = JSON.parse(
      run('check', 'cell.yaml', '--configurations', 'turns.json', '--json').stdout,
    );
    const near = results.findIndex(
      ({ distance, pair }: { distance: number; pair: string[] }) =>
        distance > 0.001 && distance < 0.004 && pair.includes('wall'),
    );
    const beside = plan('cell.yaml', '--from', `joint1=${turns[near][0]},joint2=0`, '--to', 'low');
    expect(beside.verdict).toBe('free');
    expect(beside.room.near.pair).toContain('wall');
    expect(beside.room.near.distance).toBeLessThanOrEqual(results[near].distance);
    expect(beside.clearance).toBe(beside.room.clearance);
    expect(beside.room.clearance).toBeLessThan(beside.room.near.distance);
    expect(beside.room.clearance).toBeGreaterThan(0.5 * beside.room.near.distance);
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
    expect(text).toContain(
      'whether it is free: surepath check cell.yaml --clearance 0.005 sbl.json\n',
    );
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

describe('settings of planners', () => {
  it.each([
    ['rrt-connect', ['--mode', 'clearance']],
    ['rrt-connect', ['--step', '0.5', '--halvings', '2', '--dynamic-domain', 'no']],
    ['rrt-connect', ['--checker', 'refined', '--edge-budget', '5000']],
    ['a-sbl', ['--reach', '1.5', '--delta', '0.001', '--order', 'length']],
    ['a-sbl', ['--checker', 'ladder']],
    ['a-sbl', ['--checker', 'adaptive', '--keep', 'no', '--transfer', 'yes', '--density', 'no']],
    ['ladder-sbl', ['--lazy', 'no', '--edge-budget', '20000']],
    ['bls', ['--step', '0.4', '--smallest', '0.1', '--patience', '8', '--bounded', 'no']],
    ['bls', ['--merged', 'no', '--lazy', 'no', '--checker', 'adaptive']],
    ['prm', ['--neighbours', '4']],
    ['lazy-prm', ['--neighbours', '12']],
  ])('%s %j: a path that is proven', (planner, args) => {
    const out = `set-${planner}.json`;
    const answer = plan('cell.yaml', ...GO, '--planner', planner, ...args, '--out', out);
    expect(answer).toMatchObject({ status: 0, verdict: 'free', planner });
    expectProven(['cell.yaml'], out);
  });

  it.each([
    ['rrt-connect', ['--mode', 'fixed', '--step', '0.05']],
    ['bls', ['--resolution', '0.05']],
    ['prm', ['--resolution', '0.05']],
    ['sbl', ['--reach', '1', '--resolution', '0.02']],
  ])('%s %j: a path that is sampled, and no proof', (planner, args) => {
    const command = [...GO, '--planner', planner, ...args];
    expect(plan('cell.yaml', ...command)).toMatchObject({
      status: 1,
      verdict: 'no collision found',
    });
    const { status, stderr } = run('plan', 'cell.yaml', ...command, '--certificate', 'c.json');
    expect(status).toBe(2);
    expect(stderr).toMatch(/proves nothing: --certificate is for proven paths/);
  });

  it('change what is done: steps, neighbours, reach', () => {
    const by = (planner: string, ...args: string[]) =>
      plan('cell.yaml', ...GO, '--planner', planner, ...args).stats;
    expect(by('rrt-connect', '--mode', 'fixed').edges).toBe(1);
    expect(by('rrt-connect', '--mode', 'fixed').milestones).toBeGreaterThan(
      5 * by('rrt-connect').milestones,
    );
    const perMilestone = (neighbours: string) => {
      const { edges, milestones } = by('prm', '--neighbours', neighbours, '--iterations', '100');
      return edges / milestones;
    };
    expect(perMilestone('2')).toBeLessThan(perMilestone('20'));
    expect(by('a-sbl', '--reach', '0.3').milestones).toBeGreaterThan(by('a-sbl').milestones);
  });

  it.each([
    [
      ['--mode', 'clearance', '--planner', 'bls'],
      /--mode is for --planner rrt-connect; the planner is bls/,
    ],
    [
      ['--reach', '1'],
      /--reach is for --planner a-sbl, ladder-sbl, sbl; the planner is rrt-connect/,
    ],
    [['--neighbours', '3'], /--neighbours is for --planner prm, lazy-prm/],
    [['--smallest', '3'], /--smallest is for --planner bls/],
    [
      ['--planner', 'sbl', '--checker', 'ladder'],
      /--checker is for --planner rrt-connect, a-sbl, bls/,
    ],
    [['--planner', 'prm', '--neighbours', '1.5'], /--neighbours takes a whole number/],
    [['--planner', 'prm', '--neighbours', '0'], /--neighbours takes a number of at least 1/],
    [['--mode', 'exact'], /--mode takes certified, clearance, fixed; found "exact"/],
    [
      ['--mode', 'fixed', '--halvings', '2'],
      /--halvings is for proven edges: --mode fixed has none/,
    ],
    [['--step', '0'], /--step takes a number/],
    [['--planner', 'a-sbl', '--keep', 'maybe'], /--keep takes yes, no; found "maybe"/],
    [
      ['--planner', 'bls', '--step', '0.1', '--smallest', '0.2'],
      /the smallest not above the largest/,
    ],
    [['--smooth-variant', 'window'], /--smooth-variant is for --smooth/],
    [
      ['--smooth', '--smooth-variant', 'best'],
      /--smooth-variant takes corners, window, midpoints, uniform/,
    ],
  ])('%j is refused', (args, message) => {
    const { status, stderr, stdout } = run('plan', 'cell.yaml', ...GO, ...args);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
  });

  it('are all in the help, with the planners that they are for', () => {
    const { stdout } = run('plan', '--help');
    for (const [option, planners] of [
      ['--mode WORD', '(rrt-connect)'],
      ['--reach R', '(a-sbl, ladder-sbl, sbl)'],
      ['--bounded yes|no', '(bls)'],
      ['--neighbours N', '(prm, lazy-prm)'],
    ]) {
      expect(stdout).toContain(`  ${option}`.padEnd(24) + planners);
    }
    expect(stdout.split('\n').every((line) => line.length <= 104)).toBe(true);
  });
});
