/** `surepath check --certificate` and `surepath verify`, as a user runs them. */
import { describe, expect, it } from 'vitest';
import { CAGE, cliFolder, pathThrough } from '../helpers/cli/runCli.ts';
import { armUrdf } from '../helpers/oracles/cellText.ts';

const { run, file, read, exists } = cliFolder();
file('inside.json', pathThrough(CAGE, 'home', 'inside'));
file('arm.urdf', armUrdf('arm', [1, 1, 1]));
file(
  'arm.srdf',
  '<robot name="arm"><disable_collisions link1="link0" link2="link1" reason="Adjacent"/>\n' +
    '<disable_collisions link1="link1" link2="link2" reason="Adjacent"/>\n' +
    '<disable_collisions link1="link0" link2="link2" reason="Never"/></robot>',
);
const cell = `surepath: 1
robots: [{urdf: arm.urdf, srdf: arm.srdf}]
obstacles: [{name: wall, shape: {box: [0.1, 4, 1]}, pose: {xyz: [2.5, 2.06, 0]}}]
`;
file('cell.yaml', cell);
const arm = (...waypoints: number[][]) => ({ joints: ['joint1', 'joint2'], waypoints });
file('path.json', arm([-1, 0], [-0.5, 0.2], [-0.2, 0]));
file('other.json', arm([-1, 0], [-0.5, 0.3], [-0.2, 0]));
file('crash.json', arm([-1, 0], [0.5, 0]));

const certify = (name: string, ...options: string[]) =>
  run('check', 'cell.yaml', 'path.json', '--certificate', name, ...options);
const verify = (...args: string[]) => run('verify', ...args);

describe('a certificate', () => {
  it('of a free path is written, and verified by whoever has the cell', () => {
    const { status, stdout } = run('check', CAGE, 'inside.json', '--certificate', 'cage.json');
    expect(status).toBe(0);
    expect(stdout).toMatch(
      /certificate cage\.json: \d+ kB, \d+ slabs, \d+ glances?; verify it with\n/,
    );
    expect(stdout).toContain(`  surepath verify cage.json ${CAGE} --path inside.json\n`);
    const verified = verify('cage.json', CAGE, '--path', 'inside.json');
    expect(verified.status).toBe(0);
    expect(verified.stdout).toMatch(/^verified: the path of 2 waypoints in cage\.json is free/);
    expect(verified.stdout).toMatch(/assuming \(6\):\n {4}"arm\/base_link" and "arm\/link_1"/);
    const answer = JSON.parse(verify('cage.json', CAGE, '--json').stdout);
    expect(answer).toMatchObject({ verified: true, segments: 1 });
    expect(answer.slabs).toBeGreaterThan(100);
    expect(answer.glances).toBeGreaterThan(0);
    expect(answer.pairs).toBeGreaterThan(100);
    expect(answer.assumptions.length).toBe(6);
    expect(answer.milliseconds).toBeGreaterThan(0);
    expect(answer.reason).toBeUndefined();
  });

  it('is verified with the exported model alone, which is written with and without a certificate', () => {
    expect(certify('exported.json').status).toBe(0);
    const { stdout, status } = verify('exported.json', 'cell.yaml', '--export', 'model.json');
    expect(status).toBe(0);
    expect(stdout).toMatch(/^verified: .*\nmodel model\.json: digest [0-9a-f]{64}\n$/s);
    expect(verify('cell.yaml', '--export', 'again.json').stdout).toMatch(
      /^model again\.json: digest/,
    );
    expect(read('again.json')).toBe(read('model.json'));
    const asJson = JSON.parse(verify('arm.urdf', '--export', 'arm.json', '--json').stdout);
    expect(asJson).toEqual({
      export: { file: 'arm.json', model: JSON.parse(read('arm.json')).digest },
    });
    const alone = verify('exported.json', 'model.json', '--path', 'path.json', '--json');
    expect(JSON.parse(alone.stdout)).toMatchObject({ verified: true, segments: 2 });
    expect(verify('exported.json', 'arm.json').stdout).toMatch(/^rejected: .*another cell/);
    expect(run('check', 'model.json', 'path.json').stdout).toMatch(/^free/);
    const damaged = read('model.json').replace('"wall"', '"Wall"');
    file('damaged.json', damaged);
    const refused = verify('exported.json', 'damaged.json');
    expect([refused.status, refused.stderr]).toEqual([
      2,
      expect.stringMatching(/the digest of this model is/),
    ]);
    for (const args of [
      ['model.json', '--export', 'x.json', '--path', 'path.json'],
      ['model.json', '--export', 'x.json', '--srdf', 'arm.srdf'],
      ['model.json', '--export', 'x.json', '--visuals'],
      ['model.json', '--export', 'nowhere/x.json'],
    ]) {
      expect(verify(...args).status, args.join(' ')).toBe(2);
    }
    expect(exists('x.json')).toBe(false);
  });

  it('of a path past a crowd of obstacles has sweeps, and lacks none', () => {
    const boxes = Array.from(
      { length: 90 },
      (_, i) =>
        `  - {name: box${i}, shape: {box: [0.1, 0.1, 0.1]}, pose: {xyz: [${4 + i}, 3, 0]}}\n`,
    );
    const wall = '  - {name: wall, shape: {box: [0.1, 4, 1]}, pose: {xyz: [2.5, 2.06, 0]}}\n';
    const robots = 'surepath: 1\nrobots: [{urdf: arm.urdf, srdf: arm.srdf}]\n';
    file('crowd.yaml', `${robots}obstacles:\n${wall}${boxes.join('')}`);
    const checked = run('check', 'crowd.yaml', 'path.json', '--certificate', 'crowd.json');
    expect(checked.stdout).toMatch(
      /certificate crowd\.json: \d+ kB, \d+ slabs?, \d+ sweeps; verify/,
    );
    const verified = verify('crowd.json', 'crowd.yaml', '--path', 'path.json');
    expect(verified.status).toBe(0);
    expect(verified.stdout).toMatch(/2 segments, 182 pairs, \d+ slabs?, \d+ sweeps checked in/);
    const certificate = JSON.parse(read('crowd.json'));
    expect(certificate.crowd).toBe(91);
    expect(certificate.bodies).toEqual(['link0', 'link1', 'link2']);
    certificate.sweeps[1].pop();
    file('lacking.json', certificate);
    const rejected = verify('lacking.json', 'crowd.yaml');
    expect(rejected.status).toBe(1);
    expect(rejected.stdout).toMatch(/^rejected: .*on all of segment 1\n {2}pair link2 and /);
  });

  it('is not written for a path that is not free', () => {
    const args = ['check', 'cell.yaml', 'crash.json', '--certificate', 'none.json'];
    const { status, stdout } = run(...args);
    expect(status).toBe(1);
    expect(stdout).toMatch(/no certificate is written: the path is colliding\n/);
    expect(exists('none.json')).toBe(false);
    expect(JSON.parse(run(...args, '--json').stdout).certificate).toEqual({
      written: false,
      reason: 'the path is colliding',
    });
  });

  it('is about one path, one cell and what was asked', () => {
    const { stdout } = certify('own.json', '--json');
    expect(JSON.parse(stdout).certificate).toMatchObject({ written: true, file: 'own.json' });
    expect(verify('own.json', 'cell.yaml', '--path', 'path.json').status).toBe(0);
    const path = verify('own.json', 'cell.yaml', '--path', 'other.json');
    expect(path.status).toBe(1);
    expect(path.stdout).toMatch(/^rejected: the certificate is about another path\n/);
    const asked = verify('own.json', 'cell.yaml', '--clearance', '0.01');
    expect(asked.status).toBe(1);
    expect(asked.stdout).toMatch(
      /^rejected: the certificate shows "link1" and "wall" 0 m apart; 0\.01 m is required\n/,
    );
    const never = verify('own.json', 'cell.yaml', '--recheck-never');
    expect(never.status).toBe(1);
    expect(never.stdout).toMatch(/does not test the pairs that the SRDF calls "Never"/);
    file('moved.yaml', cell.replace('2.06', '2.05'));
    const moved = JSON.parse(verify('own.json', 'moved.yaml', '--json').stdout);
    expect(moved).toMatchObject({ verified: false, reason: { code: 'model' } });
  });

  it('holds for a clearance and for pairs called Never, if that was asked', () => {
    const options = ['--clearance', '0.01', '--recheck-never'];
    const { stdout } = certify('asked.json', ...options);
    expect(stdout).toContain(
      'surepath verify asked.json cell.yaml --clearance 0.01 --recheck-never --path path.json',
    );
    const verified = verify('asked.json', 'cell.yaml', ...options);
    expect(verified.status).toBe(0);
    expect(verified.stdout).toContain(
      'is free in this cell, with a clearance of 10 mm to the surroundings and 0 mm within a robot\n',
    );
    expect(verified.stdout).not.toMatch(/Never/);
  });

  it('that shows more than the cell asks for is accepted, and says what it shows', () => {
    expect(certify('more.json', '--clearance', '0.01').status).toBe(0);
    const plain = verify('more.json', 'cell.yaml', '--path', 'path.json');
    expect([plain.status, plain.stdout]).toEqual([
      0,
      expect.stringContaining('10 mm to the surroundings and 0 mm within a robot'),
    ]);
    expect(JSON.parse(verify('more.json', 'cell.yaml', '--json').stdout).shows).toEqual({
      ...{ clearance: 0.01, self: 0, tracking: false },
    });
    // What the cell file asks for is the least, whatever options say.
    file('strict.yaml', `${cell}clearance: {default: 0.02, self: 0}\n`);
    const loose = ['check', 'strict.yaml', 'path.json', '--clearance', '0.01'];
    const made = run(...loose, '--certificate', 'loose.json');
    expect([made.status, made.stderr]).toEqual([
      0,
      expect.stringContaining('a clearance of 10 mm is less than the 20 mm that the cell asks for'),
    ]);
    for (const options of [[], ['--clearance', '0.01'], ['--clearance', '0']]) {
      const { status, stdout } = verify('loose.json', 'strict.yaml', ...options);
      expect([status, stdout], options.join(' ')).toEqual([
        1,
        expect.stringMatching(/^rejected: .* 0\.01 m apart; 0\.02 m is required/),
      ]);
    }
  });

  it('of a plan is verified by the plain command', () => {
    const ends = ['--from', 'joint1=-1,joint2=0', '--to', 'joint1=-0.2,joint2=0'];
    const out = ['--out', 'planned.json', '--certificate', 'planned.cert.json'];
    const planned = run('plan', 'cell.yaml', ...ends, ...out);
    expect(planned.status, planned.stderr).toBe(0);
    expect(JSON.parse(read('planned.cert.json')).settings.clearance).toBe(0.005);
    const { status, stdout } = verify('planned.cert.json', 'cell.yaml', '--path', 'planned.json');
    expect([status, stdout]).toEqual([0, expect.stringContaining('a clearance of 5 mm to')]);
  });

  it('of a world or a scene that is not given names it', () => {
    file('dots.xyz', '0 -3 0\n0.1 -3 0\n');
    const world = ['--world', 'dots.xyz', '--point-radius', '0.05'];
    const args = ['check', 'cell.yaml', 'path.json', '--certificate', 'world.json', ...world];
    expect(run(...args).status).toBe(0);
    expect(verify('world.json', 'cell.yaml', ...world).status).toBe(0);
    const without = verify('world.json', 'cell.yaml');
    expect(without.status).toBe(1);
    expect(without.stdout).toMatch(/^rejected: .*files missing here: dots\.xyz\n/);
    expect(without.stdout).toContain('are given with --scene or --world');
    // Another file of the same name is another world.
    file('dots.xyz', '0 -3 0\n0.1 -2.9 0\n');
    const other = verify('world.json', 'cell.yaml', ...world);
    expect([other.status, other.stdout]).toEqual([
      1,
      expect.stringMatching(/files that differ: dots\.xyz/),
    ]);
    const gone = verify('world.json', 'cell.yaml', '--world', 'gone.xyz', '--point-radius', '1');
    expect([gone.status, gone.stderr]).toEqual([
      2,
      expect.stringMatching(/gone\.xyz: there is no/),
    ]);
  });

  it('that was tampered with is rejected, with the place', () => {
    certify('own.json');
    // Every slab is told to hold for longer than it does.
    const certificate = JSON.parse(read('own.json'));
    for (const pairs of certificate.slabs) {
      for (const [, , ...slabs] of pairs) for (const slab of slabs) slab[0] += 0.3;
    }
    file('bad.json', certificate);
    const { status, stdout } = verify('bad.json', 'cell.yaml');
    expect(status).toBe(1);
    expect(stdout).toMatch(/^rejected: /);
    expect(stdout).toMatch(/\n {2}pair link\d and \w+\n {2}segment \d/);
    const { verified, reason } = JSON.parse(verify('bad.json', 'cell.yaml', '--json').stdout);
    expect(verified).toBe(false);
    expect(reason).toMatchObject({ code: expect.any(String), message: expect.any(String) });
  });

  it('needs joints that the path does not mention', () => {
    file('one.json', { joints: ['joint1'], waypoints: [[-1], [-0.5]] });
    const joints = ['--joints', 'joint2=0'];
    const args = ['check', 'cell.yaml', 'one.json', '--certificate', 'one.cert.json', ...joints];
    expect(run(...args).stdout).toContain(
      'surepath verify one.cert.json cell.yaml --joints joint2=0 --path one.json\n',
    );
    expect(verify('one.cert.json', 'cell.yaml', '--path', 'one.json', ...joints).status).toBe(0);
    const missing = verify('one.cert.json', 'cell.yaml', '--path', 'one.json');
    expect(missing.status).toBe(2);
    expect(missing.stderr).toMatch(/has no value for joint2/);
  });
});

describe('bad input', () => {
  it.each([
    [['verify', 'own.json'], /takes a certificate and a cell/],
    [['verify', 'nowhere.json', 'cell.yaml'], /nowhere\.json: there is no such file/],
    [['verify', 'cut.json', 'cell.yaml'], /cut\.json:\d+:\d+: /],
    [['verify', 'path.json', 'cell.yaml'], /path\.json:1:\d+: .*certificate/],
    [['check', 'cell.yaml', 'path.json', '--certificate', 'no/c.json'], /there is no folder no/],
    [
      ['check', 'cell.yaml', 'path.json', '--certificate', 'c.json', '--method', 'fixed'],
      /nothing to certify/,
    ],
    [['check', 'cell.yaml', '--edges', 'e.json', '--certificate', 'c.json'], /is for paths/],
  ])('%j', (args, message) => {
    file('cut.json', '{\n"surepath-certificate": 1,\n"program": "x",\n');
    const { status, stdout, stderr } = run(...args);
    expect(status).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(message);
    expect(stderr.trim().split('\n').length).toBe(1);
  });
});
