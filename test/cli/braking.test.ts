/** `surepath check CELL PATH --braking A`, as a user runs it. */
import { describe, expect, it } from 'vitest';
import { cliFolder } from '../helpers/cli/runCli.ts';

const { run, file } = cliFolder();

// A ball that slides toward a wall: one metre in a second, 50 mm from it at the end.
file(
  'slider.urdf',
  `<robot name="slider"><link name="rail"/><link name="ball"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
<joint name="x" type="prismatic"><parent link="rail"/><child link="ball"/><axis xyz="1 0 0"/><limit lower="-2" upper="2" effort="1" velocity="2"/></joint></robot>`,
);
file(
  'cell.yaml',
  `surepath: 1
robots: [{urdf: slider.urdf}]
obstacles: [{name: wall, shape: {box: [0.2, 4, 4]}, pose: {xyz: [1.1, 0, 0]}}]
`,
);
const way = { joints: ['x'], waypoints: [[-0.15], [0.85]] };
file('timed.json', { ...way, times: [0, 1] });
file('plain.json', way);
file('through.json', { joints: ['x'], waypoints: [[0], [1.5]], times: [0, 1] });

const json = (...args: string[]) => {
  const { status, stdout } = run('check', 'cell.yaml', ...args, '--json');
  return { status, ...JSON.parse(stdout) };
};

describe('for people', () => {
  it('tells the factor, what limits it, and the joints', () => {
    const { status, stdout, stderr } = run('check', 'cell.yaml', 'timed.json', '--braking', '2');
    expect(stderr).toBe('');
    expect(status).toBe(0);
    const lines = stdout.split('\n');
    const first = lines.findIndex((line) => line.startsWith('  braking:'));
    expect(lines[first]).toMatch(
      /^ {2}braking: up to speed factor 0\.4[34]\d* it stays inside of the clearance, whenever it begins \(proven\)$/,
    );
    expect(lines[first + 1]).toMatch(
      /^ {4}limited by ball and wall on segment 0, t from 0\.\d+ to [01][.\d]*: at least (49|50)[.\d]* mm apart$/,
    );
    expect(lines[first + 2]).toMatch(/^ {4}x at up to 1[.\d]* m\/s strays by up to 0\.0[45]\d* m$/);
  });

  it('where nothing limits it', () => {
    const { stdout } = run('check', 'cell.yaml', 'timed.json', '--braking', '50');
    expect(stdout).toContain('braking: at speed factor 1 it stays inside of the clearance');
    expect(stdout).not.toContain('limited by');
  });

  it('of a motion that is not free', () => {
    const { status, stdout } = run('check', 'cell.yaml', 'through.json', '--braking', '2');
    expect(status).toBe(1);
    expect(stdout).toContain('braking: no speed factor is proven, as the motion is not');
  });
});

describe('for programs', () => {
  it('the factor and what limits it', () => {
    const found = json('timed.json', '--braking', '2', '--reaction', '0.1', '--factor-limit', '3');
    const exact = 2 * (Math.sqrt(0.01 + 0.05) - 0.1);
    expect(found.status).toBe(0);
    expect(found.speedFactor).toBeLessThanOrEqual(exact);
    expect(found.speedFactor).toBeGreaterThan(0.95 * exact);
    expect(found.braking).toMatchObject({ limit: 3, reaction_s: 0.1, complete: true });
    const { limiting } = found.braking;
    expect(limiting).toMatchObject({ pair: ['ball', 'wall'], segment: 0, kept: 0 });
    expect(limiting.time[1]).toBeGreaterThan(0.9);
    expect(limiting.joints).toEqual([
      { joint: 'x', unit: 'm', rate: expect.closeTo(1, 9), stray: expect.closeTo(0.05, 2) },
    ]);
  });

  it('without times: as fast as the joint may, or as is said', () => {
    const byLimit = json('plain.json', '--braking', '2').speedFactor;
    const said = json('plain.json', '--braking', 'x=2', '--velocity', 'x=1').speedFactor;
    expect(byLimit).toBeCloseTo(0.5 * said, 3);
    expect(json('through.json', '--braking', '2').speedFactor).toBe(0);
  });

  it('ends with the budget: nothing is proven', () => {
    const found = json('timed.json', '--braking', '2', '--budget', '1');
    expect(found).toMatchObject({ speedFactor: 0, braking: { complete: false } });
  });
});

describe('what makes no sense', () => {
  it.each([
    [['timed.json', '--reaction', '1'], '--reaction is for --braking'],
    [['timed.json', '--braking', '0'], '--braking takes a number of at least'],
    [['timed.json', '--braking', 'x=1,2'], '--braking takes one number, or JOINT=NUMBER'],
    [['timed.json', '--braking', 'y=1'], 'there is no joint "y"'],
    [['timed.json', '--braking', '1', '--velocity', '1'], 'the motion has times'],
    [['timed.json', '--braking', '1', '--penetration', '0.1'], '--braking does not go with'],
    [['--edges', 'timed.json', '--braking', '1'], '--braking is for paths'],
  ])('%j', (args, message) => {
    const { status, stderr } = run('check', 'cell.yaml', ...args);
    expect(status).toBe(2);
    expect(stderr).toContain(message);
  });
});
