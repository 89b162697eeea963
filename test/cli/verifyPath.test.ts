/** `surepath verify --path`: how a path is read is part of the request and of the answer, and never taken from the certificate. */
import { describe, expect, it } from 'vitest';
import { cliFolder } from '../helpers/cli/runCli.ts';

const { run, file, read } = cliFolder();
/** A ball where a sphere on an arm of 1 m is at c = 0; c runs from 3 to -3 through 0, or the short way round. */
file(
  'r.urdf',
  `<robot name="r"><link name="base"/>
<link name="tip"><collision><origin xyz="1 0 0"/><geometry><sphere radius="0.05"/></geometry></collision></link>
<joint name="c" type="continuous"><parent link="base"/><child link="tip"/><axis xyz="0 0 1"/></joint>
</robot>`,
);
file(
  'cell.yaml',
  `surepath: 1
robots: [{urdf: r.urdf}]
obstacles: [{name: ball, shape: {sphere: {radius: 0.1}}, pose: {xyz: [1, 0, 0]}}]
`,
);
file('p.json', { joints: ['c'], waypoints: [[3], [-3]] });
const made = run('check', 'cell.yaml', 'p.json', '--wrap', 'short', '--certificate', 'c.json');
const verify = (...args: string[]) => run('verify', 'c.json', 'cell.yaml', ...args);

describe('how a path is read', () => {
  it('is as the numbers say by default, whatever the certificate says', () => {
    expect(run('check', 'cell.yaml', 'p.json').stdout).toMatch(/^colliding/);
    expect([made.status, JSON.parse(read('c.json')).wrap]).toEqual([0, 'short']);
    const { status, stdout } = verify('--path', 'p.json');
    expect(status).toBe(1);
    expect(stdout).toMatch(/^rejected: the certificate is about another path\n/);
    expect(stdout).toContain('joints turn as the numbers say (wrap literal)');
    expect(stdout).toContain('made with --wrap short: give that if it is meant');
    // It does not count whether the certificate calls its path literal, either.
    file('literal.json', read('c.json').replace('"short"', '"literal"'));
    expect(run('verify', 'literal.json', 'cell.yaml', '--path', 'p.json').status).toBe(1);
    const short = ['--path', 'p.json', '--wrap', 'short'];
    expect(run('verify', 'literal.json', 'cell.yaml', ...short).status).toBe(0);
  });

  it('is the short way where that is asked for, and the answer says so', () => {
    expect(made.stdout).toContain('surepath verify c.json cell.yaml --path p.json --wrap short\n');
    const { status, stdout } = verify('--path', 'p.json', '--wrap', 'short');
    expect(status).toBe(0);
    expect(stdout).toContain(
      'path p.json: straight between waypoints; joints without limits turn the short way (wrap short)\n',
    );
    const json = JSON.parse(verify('--path', 'p.json', '--wrap', 'short', '--json').stdout);
    expect(json.path).toEqual({
      name: 'p.json',
      wrap: 'short',
      interpolation: 'straight',
      standing: [],
    });
    expect(JSON.parse(verify('--json').stdout)).not.toHaveProperty('path');
  });

  it('tells joints that the path does not name, and blends', () => {
    const urdf = read('r.urdf').replace(
      '</robot>',
      '<link name="far"/><joint name="d" type="continuous"><parent link="tip"/><child link="far"/></joint></robot>',
    );
    file('two.urdf', urdf);
    file('two.yaml', read('cell.yaml').replace('r.urdf', 'two.urdf'));
    file('one.json', { joints: ['c'], waypoints: [[1], [2], [1.5]], times: [0, 1, 2], blend: 0.2 });
    const joints = ['--joints', 'd=0.25'];
    run('check', 'two.yaml', 'one.json', '--certificate', 'one.cert.json', ...joints);
    const asked = ['one.cert.json', 'two.yaml', '--path', 'one.json', ...joints];
    const { status, stdout, stderr } = run('verify', ...asked);
    expect(status, stdout + stderr).toBe(0);
    expect(stdout).toContain('path one.json: blend of 0.2 s between waypoints;');
    expect(stdout).toContain('joint d is not named, and stands at 0.25 (--joints)');
    expect(stderr).toContain('one joint is not mentioned by the path and stays put');
    const json = JSON.parse(run('verify', ...asked, '--json').stdout);
    expect(json.path).toMatchObject({
      interpolation: 'blend',
      blend: 0.2,
      standing: [{ joint: 'd', value: 0.25, source: '--joints' }],
    });
    // Elsewhere, it is another path.
    const other = run('verify', ...asked.with(-1, 'd=0.5'));
    expect(other.stdout).toMatch(/^rejected: the certificate is about another path\n/);
  });

  it.each([
    [['--wrap', 'short'], /--wrap needs --path/],
    [['--interpolation', 'straight'], /--interpolation needs --path/],
    [['--delay', '1'], /--delay/],
    [['--path', 'p.json', '--wrap', 'long'], /--wrap takes literal, short/],
  ])('is not given without a path, or as it cannot be: %j', (args, message) => {
    const { status, stdout, stderr } = verify(...args);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
  });
});
