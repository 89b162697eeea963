/** `surepath recheck`, as a user runs it. */
import { describe, expect, it } from 'vitest';
import { cliFolder } from '../helpers/cli/runCli.ts';
import { armUrdf } from '../helpers/oracles/cellText.ts';

const { run, file, exists } = cliFolder();
file('arm.urdf', armUrdf('arm', [1, 1, 1]));
const cellWith = (x: number, y = 2.06) => `surepath: 1
robots: [{urdf: arm.urdf}]
obstacles: [{name: wall, shape: {box: [0.1, 4, 1]}, pose: {xyz: [${x}, ${y}, 0]}}]
allow: [[link0, link1], [link1, link2]]
`;
file('cell.yaml', cellWith(2.5));
const arm = (...waypoints: number[][]) => ({ joints: ['joint1', 'joint2'], waypoints });
file('path.json', arm([-1, 0], [-0.5, 0.2], [-0.2, 0]));
file('longer.json', arm([-1, 0], [-0.5, 0.2], [-0.2, 0], [-0.4, 0.1]));
run('check', 'cell.yaml', 'path.json', '--certificate', 'old.json');

const recheck = (...args: string[]) => run('recheck', ...args);

describe('recheck', () => {
  it('says what is still proven, and writes nothing unless it is asked to', () => {
    const { status, stdout } = recheck('old.json', 'cell.yaml');
    expect(status).toBe(0);
    expect(stdout).toMatch(/^free: proven for every configuration on the path\n/);
    expect(stdout).toMatch(
      /still proven: 2 of 2 segments as they were; \d+ slabs? kept, 0 new, 0 dropped\n/,
    );
    expect(stdout).toMatch(/a new certificate is ready \(.*\); --certificate FILE writes it\n$/);
  });

  it('writes a new certificate of another cell and another path, which is verified', () => {
    file('moved.yaml', cellWith(2.48));
    const moved = recheck('old.json', 'moved.yaml', '--certificate', 'moved.json');
    expect(moved.status).toBe(0);
    expect(moved.stdout).toContain('verify it with\n  surepath verify moved.json moved.yaml\n');
    expect(run('verify', 'moved.json', 'moved.yaml', '--path', 'path.json').status).toBe(0);
    expect(run('verify', 'old.json', 'moved.yaml').status).toBe(1);
    const longer = recheck(
      'moved.json',
      'moved.yaml',
      'longer.json',
      '--certificate',
      'moved.json',
    );
    expect(longer.stdout).toMatch(/2 of 3 segments as they were, 1 without anything old/);
    expect(run('verify', 'moved.json', 'moved.yaml', '--path', 'longer.json').status).toBe(0);
  });

  it('says what a check says where the path is not free, and writes nothing', () => {
    file('near.yaml', cellWith(2.5, 1.5));
    const { status, stdout } = recheck('old.json', 'near.yaml', '--certificate', 'near.json');
    expect(status).toBe(1);
    expect(stdout).toMatch(/^colliding: link2 and wall, on segment/);
    expect(stdout).toContain('no certificate is written: the path is colliding');
    expect(exists('near.json')).toBe(false);
    const json = JSON.parse(recheck('old.json', 'near.yaml', '--json').stdout);
    expect(json).toMatchObject({ verdict: 'colliding', pair: ['link2', 'wall'] });
    expect(json.kept.segments).toMatchObject({ anew: 0 });
    expect(json.certificate).toEqual({ written: false, reason: 'the path is colliding' });
  });

  it('has an object for programs', () => {
    const json = JSON.parse(
      recheck('old.json', 'cell.yaml', '--clearance', '0.01', '--json').stdout,
    );
    expect(json).toMatchObject({ verdict: 'free', clearance: 0.01 });
    expect(json.kept.slabs.kept + json.kept.slabs.anew).toBe(json.certificate.slabs);
  });

  it('proves all anew of what is no certificate, if it has a path, and refuses it if strict', () => {
    file('no.json', '{}');
    const anew = recheck('no.json', 'cell.yaml', 'path.json', '--certificate', 'anew.json');
    expect(anew.status).toBe(0);
    expect(anew.stdout).toContain('nothing of the certificate is of use:');
    expect(run('verify', 'anew.json', 'cell.yaml').status).toBe(0);
    expect(recheck('no.json', 'cell.yaml', 'path.json', '--strict').status).toBe(2);
    expect(recheck('no.json', 'cell.yaml').status).toBe(2);
    expect(recheck('old.json').status).toBe(2);
    expect(recheck('old.json', 'cell.yaml', '--wrap', 'short').stderr).toContain('PATH');
  });
});
