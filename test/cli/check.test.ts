/** `surepath check CELL PATH`, as a user runs it. */
import { describe, expect, it } from 'vitest';
import { CAGE, cliFolder, pathThrough, TWO_ARMS } from '../helpers/cli/runCli.ts';
import { armUrdf, planarArm } from '../helpers/oracles/cellText.ts';
import { DATA_FOLDER, haveData } from '../helpers/oracles/data.ts';

const { run, file, read } = cliFolder();
const json = (...args: string[]) => JSON.parse(run('check', ...args, '--json').stdout);

file('weld.json', pathThrough(TWO_ARMS, 'home', 'ready', 'weld_1'));
file('crash.json', pathThrough(TWO_ARMS, 'home', 'weld_1'));
file('inside.json', pathThrough(CAGE, 'home', 'inside'));
file('bars.json', pathThrough(CAGE, 'home', 'at_bars', 'between_bars'));
file('through.json', { ...pathThrough(CAGE, 'inside', 'outside'), times: [1, 5] });
file('back.json', pathThrough(CAGE, 'home', 'at_bars', 'between_bars', 'home'));

for (const [name, text] of planarArm()) file(name, text);
const arm = (...waypoints: number[][]) => ({ joints: ['joint1', 'joint2'], waypoints });

describe('verdicts and exit codes', () => {
  it('takes plain joint names where one robot has them, and moves by them', () => {
    const { joints, waypoints } = pathThrough(CAGE, 'inside', 'outside');
    const plain = joints.map((name) => name.slice(name.indexOf('/') + 1));
    file('plain.json', { joints: plain, waypoints });
    const [a, b] = ['plain.json', 'through.json'].map((path) => json(CAGE, path));
    expect(a.verdict).toBe('colliding');
    expect(a.configuration).toEqual(b.configuration);
    file('mixed.json', {
      joints: ['joint1', ...joints],
      waypoints: waypoints.map((w) => [0, ...w]),
    });
    expect(run('check', CAGE, 'mixed.json').status).toBe(2);
    expect(run('check', TWO_ARMS, 'plain.json').status).toBe(2);
  });

  it.each([
    [TWO_ARMS, 'weld.json'],
    [CAGE, 'inside.json'],
    [CAGE, 'bars.json'],
  ])('0, free: %s %s', (cell, path) => {
    const { status, stdout, stderr } = run('check', cell, path);
    expect(status).toBe(0);
    expect(stderr).toBe('');
    const lines = stdout.split('\n');
    expect(lines[0]).toBe('free: proven for every configuration on the path');
    expect(lines[1]).toMatch(/^ {2}assuming \d+ pairs the SRDF disables as Adjacent/);
    expect(lines[2]).toMatch(/^\d segments?, \d+ of \d+ pairs tested, [\d.]+ ms \(ladder: /);
    expect(stdout).toMatch(/next: .*--clearances/);
  });

  it('1, colliding: says where, what and at which joint values', () => {
    const { status, stdout } = run('check', CAGE, 'back.json');
    expect(status).toBe(1);
    expect(stdout).toMatch(
      /^colliding: arm\/torch and bar_\d+, on segment 2 \(waypoint 2 to 3\) at t = 0\.\d+\n/,
    );
    expect(stdout).toMatch(/at the point \(.*\) m\n/);
    expect(stdout).toMatch(/with arm\/joint_1=0\.\d+ arm\/joint_2=/);
    expect(stdout).toMatch(/next: --first-contact .*; --all/);
  });

  it('1, colliding: the JSON holds a witness', () => {
    const answer = json(TWO_ARMS, 'crash.json');
    expect(answer).toMatchObject({
      verdict: 'colliding',
      segment: 0,
      distance: 0,
      clearance: 0,
      delta: 1e-4,
      method: 'ladder',
      wrap: 'literal',
    });
    expect(answer.violated).toBeUndefined();
    expect(answer.pair).toEqual([expect.any(String), expect.any(String)]);
    expect(answer.points).toEqual([expect.any(Array), expect.any(Array)]);
    const path = pathThrough(TWO_ARMS, 'home', 'weld_1');
    expect(answer.joints).toEqual(path.joints);
    const [from, to] = path.waypoints;
    answer.configuration.forEach((x: number, d: number) => {
      expect(x).toBeCloseTo(from[d] + answer.t * (to[d] - from[d]), 12);
    });
    expect(Object.keys(answer.stats)).toEqual(
      expect.arrayContaining([
        ...['pairs', 'configurations', 'tests', 'gjkCalls', 'nodePairs', 'trianglePairs'],
        'milliseconds',
      ]),
    );
    // The witness is one for the static check as well.
    file('witness.json', { joints: answer.joints, configurations: [answer.configuration] });
    expect(run('check', TWO_ARMS, '--configurations', 'witness.json').status).toBe(1);
  });

  it('1, too-close: a clearance that is not kept is called violated', () => {
    file('near.yaml', read('cell.yaml').replace('[2.5, 2, 0]', '[2.5, 2.06, 0]'));
    file('stretch.json', arm([-0.5, 0], [0, 0]));
    const { status, stdout } = run('check', 'near.yaml', 'stretch.json', '--clearance', '0.02');
    expect(status).toBe(1);
    expect(stdout).toMatch(
      /^too-close: .* apart; asked for a clearance of 20 mm, on segment 0 \(waypoint 0 to 1\)/,
    );
    const both = (c: string) => ['--clearance', c, '--self-clearance', c];
    const answer = json(CAGE, 'inside.json', ...both('0.02'));
    expect(answer).toMatchObject({ verdict: 'too-close', violated: true, clearance: 0.02 });
    expect(answer.distance).toBeGreaterThan(0);
    expect(answer.distance).toBeLessThan(0.02);
    const kept = run('check', CAGE, 'inside.json', ...both('0.01'));
    expect(kept.status).toBe(0);
    expect(kept.stdout).toMatch(/^free: .* with a clearance of 10 mm\n/);
  });

  it('0, free: a pair with a smaller clearance of its own is not said to keep as much', () => {
    const less = 'clearance: {default: 0.01, pairs: [{between: ["*", "*"], distance: 0.001}]}';
    file('less.yaml', `${read('cell.yaml')}\n${less}\n`);
    file('still.json', arm([-0.5, 0], [-0.4, 0]));
    const { status, stdout } = run('check', 'less.yaml', 'still.json');
    expect(status).toBe(0);
    expect(stdout).toMatch(
      /^free: .*, with a clearance of 10 mm but for pairs with a smaller one of their own\n/,
    );
  });

  it('1, too-close: not proven and not violated, where the clearance is what there is', () => {
    // The arm stretched out is 0.05 m thick on either side; the wall begins at y = 0.06.
    file('near.yaml', read('cell.yaml').replace('[2.5, 2, 0]', '[2.5, 2.06, 0]'));
    file('stretch.json', arm([-0.5, 0], [0, 0]));
    const asked = (c: string) => json('near.yaml', 'stretch.json', '--clearance', c);
    expect(asked('0.01')).toMatchObject({
      ...{ verdict: 'too-close', violated: false, pair: ['link2', 'wall'] },
      distance: expect.closeTo(0.01, 3),
    });
    expect(asked('0.0101')).toMatchObject({ verdict: 'too-close', violated: true });
    expect(asked('0.0099').verdict).toBe('free');
    const { stdout } = run('check', 'near.yaml', 'stretch.json', '--clearance', '0.01');
    expect(stdout).toMatch(
      /^too-close: .* apart; not proven to keep a clearance of 10 mm \(delta 0\.1 mm\)/,
    );
    expect(stdout).toMatch(/next: a smaller --delta than 0\.0001 may settle it/);
  });

  it('1, too-close: where tracking needs more than there is', () => {
    const stray = (by: number) =>
      read('cell.yaml')
        .replace('[2.5, 2, 0]', '[2.5, 2.06, 0]')
        .replace('srdf', `tracking: {default: ${by}}, srdf`);
    file('stray.yaml', stray(0.01));
    file('stretch.json', arm([-0.5, 0], [0, 0]));
    const { status, stdout } = run('check', 'stray.yaml', 'stretch.json');
    expect(status).toBe(1);
    expect(stdout).toMatch(
      /^too-close: link2 and wall, .* apart; needs [\d.]+ mm for tracking, on/,
    );
    expect(stdout).toMatch(/next: smaller "tracking" tolerances/);
    file('stray.yaml', stray(0.001));
    const kept = run('check', 'stray.yaml', 'stretch.json');
    expect(kept.status).toBe(0);
    expect(kept.stdout).toMatch(/^free: .* path, wherever tracking lets joints stray\n/);
  });

  it('3, undecided: lists what is open', () => {
    const { status, stdout } = run('check', CAGE, 'bars.json', '--budget', '50');
    expect(status).toBe(3);
    expect(stdout).toMatch(/^undecided: the budget ended first; \d of 2 segments not settled\n/);
    expect(stdout).toMatch(/not proven: \d+ pairs on \d+ intervals/);
    expect(stdout).toMatch(/next: a larger --budget may settle it/);
    const answer = json(CAGE, 'bars.json', '--budget', '50');
    expect(answer.verdict).toBe('undecided');
    expect(answer.open[0]).toEqual({
      segment: expect.any(Number),
      from: expect.any(Number),
      to: expect.any(Number),
      pair: [expect.any(String), expect.any(String)],
    });
    expect(run('check', CAGE, 'bars.json', '--time-limit', '0').status).toBe(3);
  });

  it('1, no collision found: sampling proves nothing, and says so', () => {
    const { status, stdout } = run('check', CAGE, 'inside.json', '--method', 'fixed');
    expect(status).toBe(1);
    expect(stdout).toMatch(/^no collision found: .* proves nothing\n/);
    const answer = json(CAGE, 'inside.json', '--method', 'fixed', '--resolution', '0.2');
    expect(answer).toMatchObject({ verdict: 'no collision found', method: 'fixed' });
  });

  it('methods that prove agree', () => {
    for (const [path, verdict] of [
      ['inside.json', 'free'],
      ['back.json', 'colliding'],
    ]) {
      expect(json(CAGE, path, '--method', 'adaptive')).toMatchObject({
        verdict,
        method: 'adaptive',
      });
    }
  });
});

describe('more about a path', () => {
  it('--first-contact brackets the beginning and lists the pieces', () => {
    const answer = json(CAGE, 'through.json', '--first-contact');
    expect(answer.verdict).toBe('colliding');
    const [from, to] = answer.bracket;
    expect(answer.segment).toBe(0);
    expect(answer.t).toBe(to);
    expect(from).toBeGreaterThan(0.5);
    expect(to - from).toBeGreaterThan(0);
    expect(to - from).toBeLessThan(1e-5);
    expect(answer.time).toBeCloseTo(1 + 4 * to, 9);
    expect(answer.safe[0]).toEqual({ segment: 0, from: 0, to: from });
    expect(answer.unsafe[0]).toMatchObject({ segment: 0, from, pairs: [answer.pair] });
    file('hit.json', { ...arm([-1, 0], [0.5, 0]), times: [1, 5] });
    const { stdout, status } = run('check', 'cell.yaml', 'hit.json', '--first-contact');
    expect(status).toBe(1);
    expect(stdout).toMatch(/^colliding: link2 and wall, .* at t = 0\.\d+, at 3\.\d+ s\n/);
    expect(stdout).toMatch(
      /contact begins between t = 0\.\d+ \(proven free up to there\) and t = 0\.\d+\n/,
    );
    expect(stdout).toMatch(/segment 0 from 0 to 0\.\d+: free\n/);
    const free = json('cell.yaml', file('free.json', arm([-1, 0], [-0.5, 0])), '--first-contact');
    expect(free).toMatchObject({ verdict: 'free', safe: [{ segment: 0, from: 0, to: 1 }] });
    expect(free.bracket).toBeUndefined();
    expect(free.unsafe).toEqual([]);
  });

  it('--all finds every pair, not only the first', () => {
    const all = json(CAGE, 'through.json', '--all');
    const pairs = all.violations.map((v: { pair: string[] }) => v.pair.join(' '));
    for (const bar of ['bar_17', 'bar_18', 'bar_19', 'bar_20']) {
      expect(pairs).toContain(`arm/torch ${bar}`);
    }
    for (const violation of all.violations) {
      expect(violation).toMatchObject({ verdict: 'colliding', segment: 0, distance: 0 });
      expect(violation.configuration.length).toBe(6);
    }
    file('two.json', arm([-1, 0], [0.5, 0], [-1, 0]));
    const both = ['check', 'cell.yaml', 'two.json', '--all', '--first-contact'];
    const { stdout } = run(...both);
    expect(stdout).toMatch(/everything that is not free \([2-4]\):\n {4}segment 0 .*\n/);
    const answer = JSON.parse(run(...both, '--json').stdout);
    expect(new Set(answer.violations.map((v: { segment: number }) => v.segment))).toEqual(
      new Set([0, 1]),
    );
    expect(answer.bracket.length).toBe(2);
    expect(json('cell.yaml', 'two.json').violations).toBeUndefined();
  });

  it('--clearances brackets how close every pair comes', () => {
    const { verdict, clearances } = json(CAGE, 'bars.json', '--clearances');
    expect(verdict).toBe('free');
    const [closest] = clearances;
    expect(closest.lower).toBeGreaterThan(0.01);
    expect(closest.upper).toBeGreaterThanOrEqual(closest.lower);
    expect(closest.upper - closest.lower).toBeLessThan(0.0011);
    const lowers = clearances.map((c: { lower: number }) => c.lower);
    expect(lowers).toEqual([...lowers].sort((a, b) => a - b));
    // What is proven here is free as a clearance; what was seen is not.
    // The closest pair is of the robot with itself.
    const asked = (c: number) =>
      run('check', CAGE, 'bars.json', '--clearance', `${c}`, '--self-clearance', `${c}`).status;
    expect(asked(closest.lower - 2e-4)).toBe(0);
    expect(asked(closest.upper + 2e-4)).toBe(1);
    file('by.json', arm([-0.5, 0], [-0.04, 0]));
    expect(run('check', 'cell.yaml', 'by.json', '--clearances').stdout).toMatch(
      /how close pairs come, closest first:\n {4}.* at least [\d.]+ mm \(proven\), [\d.]+ mm on/,
    );
  });

  it('--recheck-never tests what the SRDF disables as Never, and only that', () => {
    // Link 2 folded back over link 0.
    file('fold.json', arm([-1, 0], [-2.5, -2.9]));
    const trusting = json('cell.yaml', 'fold.json');
    expect(trusting.assumptions).toEqual([
      '2 pairs the SRDF disables as Adjacent',
      '1 pair the SRDF disables as Never',
    ]);
    expect(trusting.verdict).toBe('free');
    const checked = json('cell.yaml', 'fold.json', '--recheck-never');
    expect(checked).toMatchObject({ verdict: 'colliding', pair: ['link0', 'link2'] });
    expect(checked.assumptions).toEqual(['2 pairs the SRDF disables as Adjacent']);
    expect(checked.stats.pairs).toBe(trusting.stats.pairs + 1);
  });

  it('reports what is inside a solid, and what to do about a guard', () => {
    file(
      'guard.yaml',
      `surepath: 1
robots: [{urdf: arm.urdf, srdf: arm.srdf}]
obstacles: [{name: guard, shape: {box: [9, 9, 9]}}]
allow: [[link0, guard]]
`,
    );
    file('turn.json', arm([0, 0], [1, 0]));
    expect(json('guard.yaml', 'turn.json').verdict).toBe('colliding');
    file('box.obj', boxObj(9));
    file(
      'shell.yaml',
      `surepath: 1
robots: [{urdf: arm.urdf, srdf: arm.srdf}]
obstacles: [{name: guard, shape: {mesh: box.obj}}]
`,
    );
    const { stdout } = run('check', 'shell.yaml', 'turn.json');
    expect(stdout).toMatch(/^colliding: link\d and guard, one inside the other, on segment 0/);
    expect(stdout).toMatch(/"solid: false" in the cell file/);
    file('open.yaml', read('shell.yaml').replace('box.obj', 'box.obj, solid: false'));
    expect(run('check', 'open.yaml', 'turn.json').status).toBe(0);
  });
});

/** The six faces of a cube about the origin. */
function boxObj(size: number): string {
  const signs = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => [i & 1, i & 2, i & 4].map((b) => (b ? 1 : -1)));
  const faces = ['1 3 4 2', '5 6 8 7', '1 2 6 5', '3 7 8 4', '1 5 7 3', '2 4 8 6'];
  return [
    ...signs.map((v) => `v ${v.map((s) => (s * size) / 2).join(' ')}`),
    ...faces.map((f) => `f ${f}`),
  ].join('\n');
}

describe('path files', () => {
  it('takes CSV, ROS and MoveIt trajectories', () => {
    file('path.csv', 'time,joint2,joint1\n0,0,-1\n2,0,0.5\n');
    expect(json('cell.yaml', 'path.csv')).toMatchObject({
      verdict: 'colliding',
      joints: ['joint2', 'joint1'],
      time: expect.any(Number),
    });
    const points = [
      { positions: [-1, 0], velocities: [0, 0], time_from_start: 0 },
      { positions: [-0.5, 0.2], velocities: [0, 0], time_from_start: { sec: 1, nanosec: 0 } },
    ];
    const trajectory = { joint_names: ['joint1', 'joint2'], points };
    file('ros.json', trajectory);
    file('moveit.json', { joint_trajectory: trajectory });
    for (const name of ['ros.json', 'moveit.json']) {
      const { status, stdout, stderr } = run('check', 'cell.yaml', name);
      expect(status).toBe(0);
      expect(stdout).toMatch(/^free/);
      expect(stdout).toContain(
        '  motion: cubic segments, as a ROS controller executes them; 1 s\n',
      );
      expect(stderr).toBe('');
    }
  });

  it('one waypoint is a path that stands still', () => {
    file('stand.json', arm([0.5, 0]));
    const { status, stdout } = run('check', 'cell.yaml', 'stand.json');
    expect(status).toBe(1);
    expect(stdout).toMatch(/^colliding: .*on segment 0 \(standing still\)/);
  });

  it('takes missing joints from --joints or the cell file, says so, and never makes them up', () => {
    file('one.json', { joints: ['joint1'], waypoints: [[-1], [-0.5]] });
    const missing = run('check', 'cell.yaml', 'one.json');
    expect(missing.status).toBe(2);
    expect(missing.stderr).toMatch(/one\.json: the path has no value for joint2 .*--joints/);
    const given = run('check', 'cell.yaml', 'one.json', '--joints', 'joint2=0.1');
    expect(given.status).toBe(0);
    expect(given.stderr).toMatch(/note: one joint is not mentioned .* joint2=0\.1 \(--joints\)/);
    file('stated.yaml', `${read('cell.yaml')}state: {joint2: 0.2}\n`);
    expect(run('check', 'stated.yaml', 'one.json').stderr).toMatch(
      /joint2=0\.2 \(the cell or scene\)/,
    );
    // What the path says counts.
    file('both.json', arm([-1, 0], [-0.5, 0]));
    expect(run('check', 'stated.yaml', 'both.json').stderr).toBe('');
  });

  it('tells joints beyond their limits, and checks them all the same', () => {
    file('far.json', arm([-1, 2.9], [-1, 3.5], [-1, 3.2]));
    const { status, stdout } = run('check', 'cell.yaml', 'far.json');
    expect(status).toBe(0);
    expect(stdout).toContain(
      '\n  leaves limits: joint2 reaches 3.5 rad on segment 0 at t = 1 (limit 3), and on 1 more segment\n',
    );
  });

  it('turns joints without limits as the numbers say, or the short way', () => {
    file('wheel.urdf', armUrdf('arm', [1, 1]).replaceAll('"revolute"', '"continuous"'));
    file(
      'wheel.yaml',
      `surepath: 1
robots: [{urdf: wheel.urdf}]
obstacles: [{name: post, shape: {box: [0.1, 0.1, 1]}, pose: {xyz: [1, 0.5, 0]}}]
`,
    );
    file('turn.json', { joints: ['joint1'], waypoints: [[-0.5], [5.5]] });
    const literal = run('check', 'wheel.yaml', 'turn.json');
    expect(literal.status).toBe(1);
    expect(literal.stderr).toMatch(
      /note: "joint1" has no limits and turns by 6\.000 rad .*--wrap short/,
    );
    expect(json('wheel.yaml', 'turn.json', '--wrap', 'short')).toMatchObject({
      verdict: 'free',
      wrap: 'short',
    });
  });

  it.each([
    [['check'], /check needs a cell and a path/],
    [['check', 'cell.yaml', 'both.json', 'one.json'], /one question at a time; found both/],
    [['check', 'cell.yaml', 'nowhere.json'], /nowhere\.json: there is no such file/],
    [['check', 'cell.yaml', 'typo.json'], /typo\.json:1:23: .*"joint2x".*mean "joint2"/],
    [['check', 'cell.yaml', 'count.json'], /count\.json:1:48: .*expected 2 values.*found 1/],
    [['check', 'cell.yaml', 'nan.yaml'], /nan\.yaml:2:22: .*NaN, expected a finite number/],
    [['check', 'cell.yaml', 'nan.csv'], /nan\.csv:2:3: expected a finite number, found "nan"/],
    [['check', 'cell.yaml', 'none.json'], /none\.json:1:\d+: the path has no waypoints/],
    [['check', 'cell.yaml', 'one.json', '--joints', 'joint9=1'], /^surepath: --joints: .*joint9/],
    [['check', 'cell.yaml', 'both.json', '--delta', '-1'], /--delta has no value; write --delta=/],
    [['check', 'cell.yaml', 'both.json', '--delta=-1'], /--delta takes a number of at least 0/],
    [['check', 'cell.yaml', 'both.json', '--clearance', '1cm'], /--clearance takes a number/],
    [
      ['check', 'cell.yaml', 'both.json', '--method', 'fast'],
      /takes ladder, adaptive, refined, fixed/,
    ],
    [['check', 'cell.yaml', 'both.json', '--resolution', '1'], /--resolution is for --method/],
    [['check', 'cell.yaml', 'both.json', '--wrap', 'long'], /--wrap takes literal, short/],
    [['check', 'cell.yaml', 'both.json', '--junit', 'no/j.xml'], /no\/j\.xml: there is no folder/],
    [['check', 'cell.yaml', '--configurations', 'q.json', '--all'], /--all is for motions/],
  ])('bad input: %j', (args, message) => {
    file('one.json', { joints: ['joint1'], waypoints: [[-1], [-0.5]] });
    file('both.json', arm([-1, 0], [-0.5, 0]));
    file('typo.json', '{"joints": ["joint1", "joint2x"], "waypoints": [[0, 0]]}');
    file('count.json', '{"joints": ["joint1", "joint2"], "waypoints": [[0], [0, 0]]}');
    file('nan.yaml', 'joints: [joint1, joint2]\nwaypoints: [[0, 0], [.nan, 0]]\n');
    file('nan.csv', 'joint1,joint2\n0,nan\n');
    file('none.json', '{"joints": ["joint1"], "waypoints": []}');
    const plain = run(...args);
    expect(plain.status).toBe(2);
    expect(plain.stdout).toBe('');
    expect(plain.stderr).toMatch(message);
    expect(plain.stderr.trim().split('\n').length).toBe(1);
  });

  it('bad input with --json is one object with the place', () => {
    file('typo.json', '{"joints": ["joint1", "joint2x"], "waypoints": [[0, 0]]}');
    const { status, stdout, stderr } = run('check', 'cell.yaml', 'typo.json', '--json');
    expect(status).toBe(2);
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual({
      error: {
        code: 'configuration/unknown-joint',
        message: 'there is no joint "joint2x"',
        ...{ file: 'typo.json', line: 1, column: 23 },
        hint: 'did you mean "joint2"?',
      },
    });
  });
});

describe('a MoveIt scene', () => {
  const panda = `${DATA_FOLDER}/mbm/panda`;
  it.skipIf(!haveData('mbm/panda/panda.urdf'))('with the SRDF that calls a pair Never', () => {
    const joints = [1, 2, 3, 4, 5, 6, 7].map((i) => `panda_joint${i}`);
    const scene = [
      `${panda}/problems/cage/scene0001.yaml`,
      ...['--robot', `${panda}/panda.urdf`, '--srdf', `${panda}/panda.srdf`],
    ];
    file('panda.json', {
      joints,
      waypoints: [
        [0, -0.785, 0, -2.356, 0, 1.571, 0.785],
        [0.1, -0.8, 0, -2.4, 0, 1.5, 0.9],
      ],
    });
    const answer = json(...scene.slice(0, 1), 'panda.json', ...scene.slice(1));
    expect(answer.verdict).toBe('free');
    expect(answer.assumptions).toEqual([
      '7 pairs the SRDF disables as Adjacent',
      '21 pairs the SRDF disables as Never',
    ]);
    const again = json(...scene.slice(0, 1), 'panda.json', ...scene.slice(1), '--recheck-never');
    expect(again.verdict).toBe('free');
    expect(again.assumptions).toEqual(['7 pairs the SRDF disables as Adjacent']);
    expect(again.stats.pairs).toBeGreaterThan(answer.stats.pairs);
  });
});
