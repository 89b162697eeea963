/** `surepath check-all`, as CI runs it: what is proven is verified and nothing else, what changed is proven again. */
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cliFolder } from '../helpers/cli/runCli.ts';
import { armUrdf } from '../helpers/oracles/cellText.ts';

const { run, later, file, read, exists, folder } = cliFolder();
file('arm.urdf', armUrdf('arm', [1, 1, 1]));
const cell = (y: number) => `surepath: 1
robots: [{urdf: arm.urdf}]
obstacles: [{name: wall, shape: {box: [0.1, 4, 1]}, pose: {xyz: [2.5, ${y}, 0]}}]
allow: [[link0, link1], [link1, link2]]
`;
const path = (...waypoints: number[][]) => ({ joints: ['joint1', 'joint2'], waypoints });
const NAMES = ['a.json', 'b.json', 'c.csv', 'd.json'];

/** A folder of programs as it is in the beginning. */
function begin(): void {
  rmSync(join(folder, 'work'), { recursive: true, force: true });
  mkdirSync(join(folder, 'work/programs'), { recursive: true });
  file('work/arm.urdf', armUrdf('arm', [1, 1, 1]));
  file('work/cell.yaml', cell(2.06));
  file('work/programs/a.json', path([-1, 0], [-0.5, 0.2], [-0.2, 0]));
  file('work/programs/b.json', path([-1, 0], [-0.5, 0.3], [-0.2, 0]));
  file('work/programs/c.csv', 'joint1,joint2\n-1,0\n-0.6,0.1\n-0.3,0\n');
  file('work/programs/d.json', path([-0.9, 0], [-0.3, 0.1]));
  file('work/programs/README.md', 'no program');
}

const ask = (...args: string[]) =>
  run('check-all', 'work/programs', '--certificates', 'work/proofs', '--workers', '1', ...args);
const json = (...args: string[]) => {
  const { status, stdout } = ask(...args, '--json');
  return { status, ...JSON.parse(stdout) };
};
const doneOf = ({ programs }: { programs: { done: string }[] }) => programs.map(({ done }) => done);
const proof = (name: string) => `work/proofs/${name}.certificate.json`;

describe('surepath check-all', () => {
  it('proves what is new, and then only verifies: no check is made, nothing is written', () => {
    begin();
    const first = json();
    expect(first.status).toBe(0);
    expect(first.proven).toBe(true);
    expect(first.programs.map((p: { program: string }) => p.program)).toEqual(
      NAMES.map((name) => join('work/programs', name)),
    );
    expect(doneOf(first)).toEqual(['new', 'new', 'new', 'new']);
    for (const { tests, certificate } of first.programs) {
      expect(tests).toBeGreaterThan(0);
      expect(certificate).toMatchObject({ written: true });
      expect(exists(certificate.file)).toBe(true);
    }
    const times = () =>
      readdirSync(join(folder, 'work/proofs')).map(
        (name) => statSync(join(folder, 'work/proofs', name)).mtimeMs,
      );
    const before = times();
    const second = json();
    expect(second.status).toBe(0);
    expect(doneOf(second)).toEqual(['verified', 'verified', 'verified', 'verified']);
    expect(second.programs.map((p: { tests: number }) => p.tests)).toEqual([0, 0, 0, 0]);
    expect(times()).toEqual(before);
    for (const name of NAMES) {
      const verified = run(
        'verify',
        proof(name),
        'work/cell.yaml',
        '--path',
        `work/programs/${name}`,
      );
      expect(verified.status).toBe(0);
    }
  });

  it('proves a program that changed, and no other', () => {
    begin();
    json();
    const others = NAMES.filter((name) => name !== 'b.json').map((name) => read(proof(name)));
    file('work/programs/b.json', path([-1, 0], [-0.5, 0.25], [-0.2, 0]));
    const answer = json();
    expect(doneOf(answer)).toEqual(['verified', 'again', 'verified', 'verified']);
    expect(answer.programs[1].rejected).toMatch(/path/);
    expect(NAMES.filter((name) => name !== 'b.json').map((name) => read(proof(name)))).toEqual(
      others,
    );
    expect(doneOf(json())).toEqual(['verified', 'verified', 'verified', 'verified']);
  });

  it('proves all again after a change of the cell, keeping what holds', () => {
    begin();
    json();
    file('work/cell.yaml', cell(2.061));
    const { status, stdout } = ask();
    expect(status).toBe(0);
    expect(stdout).toMatch(/^cell work\/cell\.yaml, model [0-9a-f]{12}\n {2}assuming .*\n/);
    expect(stdout).toMatch(
      /\nfree {2}a\.json {2}proven again \((all of it|\d of 2 segments) still held\), [\d.]+ m?s\n/,
    );
    expect(stdout).toContain(
      'certificates that did not hold:\n  4 programs: the certificate is about another cell; files that differ: work/cell.yaml\n4 new certificates in work/proofs\n',
    );
    expect(stdout).toMatch(/\n4 programs: 4 free \(proven again\); /);
    expect(doneOf(json())).toEqual(['verified', 'verified', 'verified', 'verified']);
  });

  it('keeps what holds of the old certificates: none is proven anew where that is enough', () => {
    begin();
    json();
    file('work/cell.yaml', cell(2.061));
    const { programs } = json('--no-write');
    const kept = programs.reduce((sum: number, each: { kept: number }) => sum + each.kept, 0);
    expect(kept).toBeGreaterThanOrEqual(3);
  });

  it('says the same whatever the number of workers', async () => {
    begin();
    const steady = (text: string) => text.replace(/"milliseconds":[\d.e-]+/g, '');
    const asked = ['check-all', 'work/programs', '--certificates', 'work/proofs', '--json'];
    const one = await later(...asked, '--no-write', '--workers', '1');
    const two = await later(...asked, '--no-write', '--workers', '2');
    expect(one.status).toBe(0);
    expect(steady(two.stdout)).toBe(steady(one.stdout));
  });

  it('says what is not free, names what is gone, and keeps the old certificates of both', () => {
    begin();
    json();
    rmSync(join(folder, 'work/programs/d.json'));
    file('work/cell.yaml', cell(1.2));
    const old = read(proof('a.json'));
    const { status, stdout } = ask('--junit', 'work/junit.xml', '--markdown', 'work/pr.md');
    expect(status).toBe(1);
    expect(stdout).toMatch(
      /\ncolliding {2}a\.json .*\n {2}colliding: link2 and wall, on segment 0 .*\n/,
    );
    expect(stdout).toContain(
      `certificates of programs that are gone, which you may delete:\n  ${proof('d.json')}\n`,
    );
    expect(read(proof('a.json'))).toBe(old);
    const junit = read('work/junit.xml');
    expect(junit).toMatch(/<testsuites tests="3" failures="3" errors="0"/);
    expect(junit).toMatch(
      /<testcase name="a\.json" classname="work\/cell\.yaml" time="[\d.]+">\n {6}<failure type="colliding" message="colliding: link2 and wall, on segment 0/,
    );
    const markdown = read('work/pr.md');
    expect(markdown).toMatch(
      /^## Surepath: 0 of 3 programs are free and proven\n\n\| program \| verdict /,
    );
    expect(markdown).toMatch(
      /\n\| `a\.json` \| \*\*colliding\*\* \| checked again \| {2}\| .* \|\n/,
    );
    expect(markdown).toMatch(
      /### What fails\n\n- `a\.json`: \*\*colliding\*\*\n {2}- `colliding: link2 and wall, on segment 0/,
    );
    expect(markdown).toMatch(/Cell `work\/cell\.yaml`, model `sha256:[0-9a-f]{64}`, surepath \d/);
  });

  it('writes nothing where nobody wants it', () => {
    begin();
    const unwritten = json('--no-write');
    expect(unwritten.status).toBe(0);
    expect(unwritten.programs[0].certificate).toMatchObject({ written: false });
    expect(exists('work/proofs')).toBe(false);
    const frozen = json('--frozen');
    expect(frozen.status).toBe(1);
    expect(frozen.programs[0]).toMatchObject({ verdict: 'not proven', done: 'frozen', tests: 0 });
    json();
    expect(json('--frozen').status).toBe(0);
    file('work/programs/b.json', path([-1, 0], [-0.5, 0.25], [-0.2, 0]));
    const changed = ask('--frozen');
    expect(changed.status).toBe(1);
    expect(changed.stdout).toMatch(
      /\nnot proven {2}b\.json {2}certificate rejected, .*\n[\s\S]*certificates that did not hold:\n {2}b\.json: /,
    );
  });

  it('goes on where one cannot be read, and takes a damaged certificate for none', () => {
    begin();
    json();
    file('work/programs/b.json', '{"joints": [');
    file(proof('a.json'), `${read(proof('a.json')).slice(0, 400)}`);
    const answer = json();
    expect(answer.status).toBe(2);
    expect(answer.programs[1]).toMatchObject({
      verdict: 'unreadable',
      error: { code: 'document/syntax' },
    });
    expect(doneOf(answer)).toEqual(['again', undefined, 'verified', 'verified']);
    expect(run('verify', proof('a.json'), 'work/cell.yaml').status).toBe(0);
  });

  it('does not take the certificate of another program for that of this one', () => {
    begin();
    json();
    file(proof('a.json'), read(proof('b.json')));
    const answer = json();
    expect(doneOf(answer)).toEqual(['again', 'verified', 'verified', 'verified']);
    expect(
      run('verify', proof('a.json'), 'work/cell.yaml', '--path', 'work/programs/a.json').status,
    ).toBe(0);
  });

  it('takes files, and names with a star, and refuses what cannot be told apart', () => {
    begin();
    const two = run(
      'check-all',
      'work/programs/*.json',
      '--certificates',
      'work/proofs',
      '--workers',
      '1',
      '--json',
    );
    expect(JSON.parse(two.stdout).programs).toHaveLength(3);
    const one = run(
      'check-all',
      'work/programs/a.json',
      '--certificates',
      'work/proofs',
      '--cell',
      'work/cell.yaml',
      '--workers',
      '1',
      '--json',
    );
    const { programs, stale } = JSON.parse(one.stdout);
    expect(programs).toHaveLength(1);
    expect(programs[0].done).toBe('verified');
    expect(stale).toEqual([]);
    file('a.json', path([0, 0], [0, 0]));
    const same = run('check-all', 'work/programs', 'a.json', '--certificates', 'work/proofs');
    expect(same.status).toBe(2);
    expect(same.stderr).toContain('would have the same certificate, a.json.certificate.json');
    expect(run('check-all', 'work/programs').stderr).toContain('needs --certificates DIR');
    mkdirSync(join(folder, 'empty/none'), { recursive: true });
    expect(run('check-all', 'empty/none', '--certificates', 'p').stderr).toContain(
      'there is no cell.yaml',
    );
    const empty = run('check-all', 'empty/none', '--certificates', 'p', '--cell', 'work/cell.yaml');
    expect(empty.stderr).toContain('there are no programs in empty/none');
  });
});
