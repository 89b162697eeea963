/** `surepath check CELL PATH --report FILE`, as a user runs it. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { cliFolder } from '../helpers/cli/runCli.ts';
import { runInside } from '../helpers/cli/runInside.ts';
import { armUrdf } from '../helpers/oracles/cellText.ts';
import { DATA_FOLDER, haveData } from '../helpers/oracles/data.ts';
import { readMarkup } from '../helpers/report/page.ts';

const { folder, file, read, exists } = cliFolder();
const check = (...args: string[]) => runInside(folder, 'check', ...args);
const VIEWER = fileURLToPath(new URL('../../dist/studio/report-viewer.js', import.meta.url));

file('arm.urdf', armUrdf('arm', [1, 1, 1]));
const cell = (name: string, x: number) =>
  file(
    name,
    `surepath: 1
robots: [{urdf: arm.urdf}]
obstacles: [{name: wall, shape: {box: [0.1, 4, 1]}, pose: {xyz: [${x}, 0, 0]}}]
allow: [[link0, link1], [link1, link2]]
`,
  );
cell('far.yaml', 3.1);
cell('near.yaml', 2.96);
cell('hit.yaml', 2.7);
const arm = { joints: ['joint1', 'joint2'] };
file('swing.json', {
  ...arm,
  waypoints: [
    [-1, 0],
    [1, 0],
    [0.5, 0.5],
  ],
});
file('timed.json', {
  ...arm,
  waypoints: [
    [-1, 0],
    [1, 0],
  ],
  times: [2, 5],
});

afterEach(() => {
  delete process.env.SOURCE_DATE_EPOCH;
});

/** The page's text, and what it says first. */
function page(name: string) {
  const { tags, text } = readMarkup(read(name));
  const verdict = /(free|colliding|too-close|undecided|no collision found)/.exec(text)![0];
  return { tags, text, verdict };
}

describe('--report', () => {
  it('writes a page for a free path, and says so', () => {
    const { status, stdout } = check('far.yaml', 'swing.json', '--report', 'free.html');
    expect(status).toBe(0);
    expect(stdout).toMatch(/^free: proven .*\n/);
    expect(stdout).toMatch(/\nreport free\.html: \d+ kB, opens in any browser\n/);
    const { text, verdict } = page('free.html');
    expect(verdict).toBe('free');
    expect(text).toContain('2 pairs allowed');
    expect(text).toContain('none was written');
    expect(text).toContain(`Node ${process.version.slice(1)}`);
  });

  it.each([
    ['colliding', 1, ['hit.yaml', 'swing.json']],
    ['too-close', 1, ['far.yaml', 'swing.json', '--clearance', '0.5']],
    ['undecided', 3, ['near.yaml', 'swing.json', '--budget', '3', '--delta', '0']],
    ['no collision found', 1, ['far.yaml', 'swing.json', '--method', 'fixed']],
  ])('writes one for %s, with the same verdict, text and exit code', (verdict, code, args) => {
    const name = `${verdict.replaceAll(' ', '-')}.html`;
    const { status, stdout } = check(...args, '--report', name);
    expect(status).toBe(code);
    expect(page(name).verdict).toBe(verdict);
    const plain = check(...args);
    expect(plain.status).toBe(code);
    const steady = (text: string) =>
      text.replace(/^report .*\n/m, '').replace(/[\d.]+ ms/g, 'some ms');
    expect(steady(stdout)).toBe(steady(plain.stdout));
  });

  it('tells programs what it wrote', () => {
    const { stdout, stderr } = check('far.yaml', 'timed.json', '--report', 'json.html', '--json');
    expect(stderr).toBe('');
    const { report } = JSON.parse(stdout);
    expect(report).toEqual({ file: 'json.html', bytes: Buffer.byteLength(read('json.html')) });
    expect(page('json.html').text).toContain('3 s');
  });

  it('names the certificate that was written by its digest', () => {
    check('far.yaml', 'swing.json', '--report', 'with.html', '--certificate', 'proof.json');
    const digest = createHash('sha256').update(read('proof.json')).digest('hex');
    const { text } = page('with.html');
    expect(text).toContain(digest);
    expect(text).toMatch(/verified when this report was made: 2 segments, \d+ pairs, \d+ slabs/);
    expect(text).toContain('surepath verify proof.json far.yaml --path swing.json');
  });

  it('has the digest of what was put in, and the command that makes it again', () => {
    const args = ['far.yaml', 'swing.json', '--clearance', '0.01', '--report', 'again.html'];
    check(...args);
    const { text } = page('again.html');
    for (const name of ['far.yaml', 'swing.json', 'arm.urdf']) {
      expect(text).toContain(`${name} ${createHash('sha256').update(read(name)).digest('hex')}`);
    }
    expect(text).toContain(`surepath check ${args.join(' ')}`);
    expect(text).toMatch(/Files of the program [0-9a-f]{64}/);
    expect(text).toMatch(/Path as it was checked [0-9a-f]{64}/);
  });

  it('uses what the same check has found anyway', () => {
    const args = ['--first-contact', '--all', '--profile', '--horizon', '0.9'];
    const { stdout } = check('hit.yaml', 'swing.json', ...args, '--report', 'all.html', '--json');
    const answer = JSON.parse(stdout);
    const { text, tags } = page('all.html');
    expect(text).toContain(`segment ${answer.segment}`);
    expect(text).toContain('Contact begins on segment 0');
    const marks = tags.filter(({ attributes }) => attributes.get('class') === 'mark');
    expect(marks.length).toBeGreaterThanOrEqual(answer.violations.length);
  });

  it('is the same to the byte if the date is', () => {
    process.env.SOURCE_DATE_EPOCH = '1700000000';
    check('far.yaml', 'swing.json', '--report', 'one.html', '--certificate', 'one.json');
    const first = read('one.html');
    check('far.yaml', 'swing.json', '--report', 'one.html', '--certificate', 'one.json');
    expect(read('one.html')).toBe(first);
    expect(page('one.html').text).toContain('2023-11-14 22:13 UTC');
  });

  it('is refused where it has no meaning, and before any work', () => {
    file('edges.json', { ...arm, edges: [{ from: [0, 0], to: [1, 0] }] });
    const wrong = (...args: string[]) => {
      const { status, stderr } = check(...args, '--report', 'never.html');
      expect(status).toBe(2);
      return stderr;
    };
    expect(wrong('far.yaml', '--edges', 'edges.json')).toContain('--report is for paths');
    expect(wrong('far.yaml', 'swing.json', '--penetration', '0.01')).toContain(
      '--report does not go with --penetration',
    );
    expect(wrong('far.yaml', 'swing.json', '--delay', 'a=1')).toContain(
      '--report is for one timing',
    );
    expect(exists('never.html')).toBe(false);
    const { status, stderr } = check('far.yaml', 'swing.json', '--report', 'none/such.html');
    expect(status).toBe(2);
    expect(stderr).toContain('there is no folder none');
  });
});

describe('the report of a Panda', () => {
  const panda = `${DATA_FOLDER}/mbm/panda`;
  it.skipIf(!haveData('mbm/panda/panda.urdf'))('is small enough to mail', () => {
    expect(existsSync(VIEWER), 'npm run build makes the viewer').toBe(true);
    file('panda.json', {
      joints: [1, 2, 3, 4, 5, 6, 7].map((i) => `panda_joint${i}`),
      waypoints: [
        [0, -0.785, 0, -2.356, 0, 1.571, 0.785],
        [0.1, -0.8, 0, -2.4, 0, 1.5, 0.9],
        [1.1, 0.2, 0.3, -1.4, 0, 1.5, 0.9],
      ],
    });
    const { status } = check(
      ...[`${panda}/problems/bookshelf_small/scene0001.yaml`, 'panda.json'],
      ...['--robot', `${panda}/panda.urdf`, '--srdf', `${panda}/panda.srdf`],
      ...['--packages', `meshes=${panda}/meshes`, '--report', 'panda.html'],
    );
    expect(status).toBeLessThan(2);
    const bytes = readFileSync(join(folder, 'panda.html'));
    expect(bytes.length).toBeLessThan(3_000_000);
    expect(bytes.length).toBeGreaterThan(readFileSync(VIEWER).length);
    expect(page('panda.html').text).toContain('panda_link7');
  });
});
