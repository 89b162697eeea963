/** A URDF without an SRDF: useful at once, and never silently. */
import { describe, expect, it } from 'vitest';
import { answersAbout } from '../../verify/answer.ts';
import { cliFolder } from '../helpers/cli/runCli.ts';

const { run, file, read } = cliFolder();
/** Three bars that overlap where they are joined. */
const bar = (name: string) =>
  `<link name="${name}"><collision><origin xyz="0 0 0.2"/><geometry><box size="0.08 0.08 0.44"/></geometry></collision></link>`;
const joint = (n: number, z: number) =>
  `<joint name="joint${n}" type="revolute"><parent link="link${n - 1}"/><child link="link${n}"/><origin xyz="0 0 ${z}"/><axis xyz="0 1 0"/><limit lower="-3" upper="3" effort="1" velocity="1"/></joint>`;
file(
  'arm.urdf',
  `<robot name="arm">${['link0', 'link1', 'link2'].map(bar).join('')}${joint(1, 0.4)}${joint(2, 0.4)}</robot>`,
);
file('path.json', {
  joints: ['joint1', 'joint2'],
  waypoints: [
    [0.2, 0.1],
    [-0.4, 0.6],
  ],
});
const ASSUMED =
  /2 pairs assumed harmless without an SRDF: adjacent links \("link0" and "link1", "link1" and "link2"\)/;

describe('a URDF without an SRDF', () => {
  it('is checked with adjacent links assumed harmless, which the verdict says', () => {
    const { status, stdout } = run('check', 'arm.urdf', 'path.json');
    expect(status).toBe(0);
    expect(stdout).toMatch(ASSUMED);
    const json = JSON.parse(run('check', 'arm.urdf', 'path.json', '--json').stdout);
    expect(json.verdict).toBe('free');
    expect(json.assumptions[0]).toMatch(ASSUMED);
    const all = run('check', 'arm.urdf', 'path.json', '--pairs', 'all');
    expect(all.status).toBe(1);
    expect(all.stdout).not.toMatch(/assumed harmless/);
    const wrong = run('check', 'arm.urdf', 'path.json', '--pairs', 'some');
    expect(wrong.status).toBe(2);
    expect(wrong.stderr).toMatch(/--pairs takes "suggested" or "all"; found "some"/);
  });

  it('lists its pairs either way', () => {
    const reasons = (...more: string[]) => {
      const { stdout } = run('info', 'arm.urdf', ...more, '--json');
      return JSON.parse(stdout).pairs as { reason: string | null; detail?: string }[];
    };
    const pairs = run('info', 'arm.urdf', '--pairs').stdout;
    expect(
      pairs.match(/assumed harmless without an SRDF: adjacent links/g)?.length,
    ).toBeGreaterThan(1);
    expect(run('info', 'arm.urdf', '--pairs', 'all').stdout).not.toMatch(/assumed/);
    expect(reasons('--pairs', 'suggested')).toEqual(reasons('--pairs'));
    expect(run('info', 'arm.urdf', '--out', 'x.srdf').stderr).toMatch(/--out goes with --suggest/);
  });

  it('has certificates that list them, and that verify with the same pairs only', () => {
    const { status, stdout } = run('check', 'arm.urdf', 'path.json', '--certificate', 'c.json');
    expect(status).toBe(0);
    expect(stdout).not.toMatch(/no certificate/);
    const certificate = JSON.parse(read('c.json'));
    expect(certificate.assumptions).toContainEqual(
      '"link0" and "link1" are not tested (allowed, assumed harmless without an SRDF: adjacent links)',
    );
    expect(run('verify', 'c.json', 'arm.urdf').status).toBe(0);
    const other = run('verify', 'c.json', 'arm.urdf', '--pairs', 'all');
    expect(other.status).toBe(1);
    expect(other.stdout).toMatch(
      /takes pairs for harmless that no SRDF declares: give --pairs suggested/,
    );
    // The page searches nothing: it assumes what the certificate says that it assumes.
    const files = ['c.json', 'arm.urdf'].map(
      (name) => [name, new TextEncoder().encode(read(name))] as const,
    );
    const [answer] = answersAbout(new Map(files));
    expect(answer.status).toBe('verified');
    expect(answer.assumptions.join('\n')).toMatch(
      /"link1" and "link2" are not tested \(allowed, assumed/,
    );
    certificate.assumptions = [];
    const silent = new TextEncoder().encode(JSON.stringify(certificate));
    expect(answersAbout(new Map([['c.json', silent], files[1]]))[0].status).not.toBe('verified');
  });

  it('gets an SRDF, with which the same is tested', () => {
    const { status, stderr } = run(
      'info',
      'arm.urdf',
      '--suggest',
      '--samples',
      '200',
      '--out',
      'made.srdf',
    );
    expect(status).toBe(0);
    expect(stderr).toMatch(/2 adjacent, 0 always in contact/);
    expect(run('info', 'arm.urdf', '--suggest', '--samples', '200').stdout).toBe(read('made.srdf'));
    const nowhere = run('info', 'arm.urdf', '--suggest', '--samples', '200', '--out', 'no/a.srdf');
    expect(nowhere.status).toBe(2);
    expect(nowhere.stderr).toContain('no/a.srdf: the folder to write it to does not exist');
    file('box.stl', 'solid box\n');
    expect(run('info', 'box.stl', '--suggest').stderr).toContain('--suggest takes a robot');
    expect(read('made.srdf')).toMatch(/<group name="all">/);
    const given = JSON.parse(
      run('check', 'arm.urdf', 'path.json', '--srdf', 'made.srdf', '--json').stdout,
    );
    expect(given.verdict).toBe('free');
    expect(given.assumptions).toEqual(['2 pairs the SRDF disables as Adjacent']);
  });
});
