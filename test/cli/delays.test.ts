/** `surepath check --delay` and `surepath verify` of what it writes. */
import { describe, expect, it } from 'vitest';
import { cliFolder } from '../helpers/cli/runCli.ts';

const { run, file } = cliFolder();

// Cars that cross: east is in the way of north from 1.6 s to 2.4 s, north of east from 4.6 s to 5.4 s.
file(
  'car.urdf',
  `<robot name="car"><link name="rail"/>
<link name="car"><collision><geometry><box size="0.2 0.2 0.2"/></geometry></collision></link>
<joint name="slide" type="prismatic"><parent link="rail"/><child link="car"/><axis xyz="1 0 0"/>
<limit lower="-1" upper="1" effort="1" velocity="1"/></joint></robot>`,
);
file(
  'cell.yaml',
  `surepath: 1
robots:
  - {name: east, urdf: car.urdf}
  - {name: north, urdf: car.urdf, base: {rpy: [0, 0, 1.5707963267948966]}}
`,
);
const run4 = (robot: string, offset: number) => ({
  robot,
  offset,
  joints: ['slide'],
  waypoints: [[-1], [1]],
  times: [0, 4],
});
file('tracks.json', { tracks: [run4('east', 0), run4('north', 3)] });
file('one.json', {
  joints: ['east/slide', 'north/slide'],
  waypoints: [
    [-1, -1],
    [1, -1],
  ],
});

describe('check --delay', () => {
  it('proves what no start within the delays can spoil', () => {
    const { status, stdout } = run('check', 'cell.yaml', 'tracks.json', '--delay', '2.1');
    expect(stdout).toMatch(/^free: proven for every start of each robot within its delay\n/);
    expect(stdout).toContain('  late: east by up to 2.1 s, north by up to 2.1 s\n');
    expect(status).toBe(0);
  });

  it('shows starts that lead to a contact', () => {
    const args = ['cell.yaml', 'tracks.json', '--delay', 'east=3', '--delay', 'north=0.5'];
    const { status, stdout } = run('check', ...args);
    expect(status).toBe(1);
    expect(stdout).toMatch(
      /^colliding: east\/car and north\/car, at [\d.]+ s with east [\d.]+ s late, north [\d.]+ s late\n/,
    );
    const answer = JSON.parse(run('check', ...args, '--json').stdout);
    expect(answer).toMatchObject({ verdict: 'colliding', delays: { east: 3, north: 0.5 } });
    const { time, starts, configuration } = answer;
    expect(configuration[0]).toBeCloseTo(-1 + 0.5 * (time - starts.east), 9);
    expect(configuration[1]).toBeCloseTo(-1 + 0.5 * (time - 3 - starts.north), 9);
  });

  it('writes a certificate that is verified for these tracks and delays only', () => {
    const args = ['cell.yaml', 'tracks.json', '--delay', '2', '--certificate', 'proof.json'];
    const { status, stdout } = run('check', ...args);
    expect(status).toBe(0);
    expect(stdout).toContain(
      '  surepath verify proof.json cell.yaml --path tracks.json --delay 2\n',
    );
    const verify = (...more: string[]) => run('verify', 'proof.json', 'cell.yaml', ...more);
    expect(verify().stdout).toMatch(
      /^verified: the tracks in proof.json, east up to 2 s late, north up to 2 s late, are free/,
    );
    expect(verify('--path', 'tracks.json', '--delay', '2').status).toBe(0);
    const other = verify('--path', 'tracks.json', '--delay', '1');
    expect(other.status).toBe(1);
    expect(other.stdout).toMatch(/^rejected: the certificate is about other delays\n/);
  });

  it('says what is wrong with the question', () => {
    const wrong = (pattern: RegExp, ...args: string[]) => {
      const { status, stderr } = run(...args);
      expect(status).toBe(2);
      expect(stderr).toMatch(pattern);
    };
    const check = ['check', 'cell.yaml'];
    wrong(/one timing for all: give "tracks"/, ...check, 'one.json', '--delay', '1');
    wrong(
      /--delay names "west"; there are east, north/,
      ...check,
      'tracks.json',
      '--delay',
      'west=1',
    );
    wrong(/--delay/, ...check, 'tracks.json', '--delay', '-1');
    wrong(/--profile is for one timing/, ...check, 'tracks.json', '--delay', '1', '--profile');
    wrong(/leave out --method/, ...check, 'tracks.json', '--delay', '1', '--method', 'adaptive');
    wrong(/--delay needs --path/, 'verify', 'proof.json', 'cell.yaml', '--delay', '1');
    wrong(/needs --delay as well/, 'verify', 'proof.json', 'cell.yaml', '--path', 'tracks.json');
  });
});
