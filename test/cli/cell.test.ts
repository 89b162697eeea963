/** `surepath info CELL` and `surepath check CELL --configurations`, as a user runs them. */
import { describe, expect, it } from 'vitest';
import { TWO_ARMS as CELL, cliFolder } from '../helpers/cli/runCli.ts';
import { planarArm } from '../helpers/oracles/cellText.ts';
import { DATA_FOLDER, haveData } from '../helpers/oracles/data.ts';

const { run, file } = cliFolder();

for (const [name, text] of planarArm()) file(name, text);
const configurations = (joints: string[], list: number[][]) =>
  JSON.stringify({ joints, configurations: list });

describe('surepath check --configurations', () => {
  it('tells colliding from free, with pair, distance and assumptions', () => {
    file(
      'q.json',
      configurations(
        ['joint1', 'joint2'],
        [
          [0.5, 0],
          [-1, 0],
        ],
      ),
    );
    const { status, stdout } = run('check', 'cell.yaml', '--configurations', 'q.json', '--json');
    expect(status).toBe(1);
    const { results, assumptions } = JSON.parse(stdout);
    expect(results[0]).toMatchObject({ colliding: true, distance: 0 });
    expect(results[0].pair).toContain('wall');
    expect(results[1].colliding).toBe(false);
    expect(results[1].distance).toBeGreaterThan(0.1);
    expect(results[1].lower).toBeLessThanOrEqual(results[1].distance);
    expect(assumptions).toEqual([
      '2 pairs the SRDF disables as Adjacent',
      '1 pair the SRDF disables as Never',
    ]);
    const text = run('check', 'cell.yaml', '--configurations', 'q.json').stdout;
    expect(text).toMatch(/0 {2}colliding: link\d and wall/);
    expect(text).toMatch(/1 {2}free: closest are/);
    expect(text).toMatch(/assuming 2 pairs the SRDF disables as Adjacent/);
  });

  it('takes missing joints from --joints, and never makes them up', () => {
    file('one.json', configurations(['joint1'], [[-1]]));
    const missing = run('check', 'cell.yaml', '--configurations', 'one.json');
    expect(missing.status).toBe(2);
    expect(missing.stderr).toMatch(/configuration 0 has no value for joint2.*--joints/);
    const given = run(
      ...['check', 'cell.yaml', '--configurations', 'one.json', '--joints', 'joint2=0'],
    );
    expect(given.status).toBe(0);
  });

  it('reports joints beyond their limits', () => {
    file('far.json', configurations(['joint1', 'joint2'], [[-1, 3.5]]));
    const { stdout } = run('check', 'cell.yaml', '--configurations', 'far.json', '--json');
    expect(JSON.parse(stdout).results[0].beyondLimits).toEqual(['joint2']);
  });

  it.each([
    [['check', 'cell.yaml'], /needs a cell and a path/],
    [
      ['check', 'nowhere.yaml', '--configurations', 'q.json'],
      /nowhere\.yaml: there is no such file/,
    ],
    [
      ['check', 'cell.yaml', '--configurations', 'q.json', '--srdf', 'arm.srdf'],
      /names its robots itself/,
    ],
    [['check', 'scene.yaml', '--configurations', 'q.json'], /--robot/],
    [['check', 'bad.yaml', '--configurations', 'q.json'], /bad\.yaml:2:.*urdf/],
    [['check', 'cell.yaml', '--configurations', 'typo.json'], /typo\.json:1:21: .*joint2x.*joint2/],
    [['check', 'text.txt', '--configurations', 'q.json'], /neither a cell file/],
  ])('%j', (args, message) => {
    file('q.json', configurations(['joint1', 'joint2'], [[0, 0]]));
    file('typo.json', configurations(['joint1', 'joint2x'], [[0, 0]]));
    file('scene.yaml', 'world:\n  collision_objects: []\n');
    file('bad.yaml', 'surepath: 1\nrobots: [{udf: arm.urdf}]\n');
    file('text.txt', 'hello');
    const { status, stdout, stderr } = run(...args);
    expect(status).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(message);
    const json = run(...args, '--json');
    expect(JSON.parse(json.stdout).error.message).toEqual(expect.any(String));
  });

  const panda = `${DATA_FOLDER}/mbm/panda`;
  it.skipIf(!haveData('mbm/panda/panda.urdf'))('reads a MoveIt scene with its robot', () => {
    const joints = [1, 2, 3, 4, 5, 6, 7].map((i) => `panda_joint${i}`);
    file('panda.json', configurations(joints, [[0, 0, 0, -1.5, 0, 1.5, 0]]));
    const { status, stdout } = run(
      ...['check', `${panda}/problems/cage/scene0001.yaml`],
      ...['--robot', `${panda}/panda.urdf`, '--srdf', `${panda}/panda.srdf`],
      ...['--configurations', 'panda.json', '--json'],
    );
    expect(status).toBe(0);
    const [result] = JSON.parse(stdout).results;
    expect(result.colliding).toBe(false);
    expect(result.distance).toBeGreaterThan(0.01);
  });
});

describe('surepath info CELL', () => {
  it('lists robots, joints, bodies and pairs of an embedded cell', () => {
    const { status, stdout, stderr } = run('info', CELL, '--json');
    expect(status).toBe(0);
    expect(stderr).toBe('');
    const facts = JSON.parse(stdout);
    expect(facts.robots.map((r: { name: string }) => r.name)).toEqual(['left', 'right']);
    expect(facts.degreesOfFreedom.length).toBe(12);
    expect(facts.bodies.length).toBe(20);
    expect(facts.pairs.length).toBe(190);
    const panel = facts.bodies.find((b: { name: string }) => b.name === 'panel');
    expect(panel).toMatchObject({ solids: 0, surfaces: 1 });
    const text = run('info', CELL).stdout;
    expect(text).toMatch(/left\/joint_1 +-3\.14\d* to 3\.14\d* rad/);
    expect(text).toMatch(/tested/);
  });

  it('proposes an SRDF and audits one', () => {
    const { stdout, status } = run('info', 'arm.urdf', '--suggest', '--samples', '200');
    expect(status).toBe(0);
    expect(stdout).toMatch(/link1="link0" link2="link1" reason="Adjacent"/);
    expect(stdout).not.toMatch(/Never/);
    const audit = run('info', 'cell.yaml', '--audit', '--samples', '3000', '--json');
    expect(audit.status).toBe(1);
    const [pair] = JSON.parse(audit.stdout).pairs;
    expect(pair).toMatchObject({ pair: ['link0', 'link2'], verdict: 'collides' });
    expect(pair.configuration.length).toBe(2);
  });
});
