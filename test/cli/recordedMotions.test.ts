/** What is assumed of a recording is told wherever a verdict rests on it: of a path, a track, a certificate, a program. */
import { describe, expect, it } from 'vitest';
import { cliFolder } from '../helpers/cli/runCli.ts';

const { run, file, read } = cliFolder();

file(
  'r.urdf',
  `<robot name="r"><link name="base"/><link name="l"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
<joint name="j" type="revolute"><parent link="base"/><child link="l"/><origin xyz="0.5 0 0"/><axis xyz="0 0 1"/><limit lower="-3" upper="3" effort="1" velocity="1"/></joint></robot>`,
);
const cell = file(
  'cell.yaml',
  'surepath: 1\nrobots: [{urdf: r.urdf}]\nobstacles: [{name: post, shape: {sphere: {radius: 0.1}}, pose: {xyz: [2, 0, 0]}}]\n',
);
const states = (names: string, rows: readonly string[]) =>
  rows
    .map(
      (row, i) =>
        `header: {stamp: {sec: ${i}, nanosec: 0}}\nname: [${names}]\nposition: [${row}]\nvelocity: []\neffort: []\n`,
    )
    .join('---\n');
const wide = file('wide.yaml', states('j, finger', ['0, 0.1', '0.1, 0.4']));
file('own.yaml', states('j', ['0', '0.1']));
const tracks = file('tracks.json', '{"tracks": [{"file": "own.yaml"}]}');

const BETWEEN = /joints ran straight between the 2 recorded states/;
const LEFT_OUT = '"finger" of the recording is not in the cell and left out';

function json(...args: string[]) {
  const { status, stdout, stderr } = run(...args, '--json');
  expect(status, stderr).toBe(0);
  return JSON.parse(stdout);
}

describe('what is assumed of a recording', () => {
  it('is told with the verdict about it, also where it is a track', () => {
    expect(json('check', cell, wide).assumptions).toEqual([
      expect.stringMatching(BETWEEN),
      LEFT_OUT,
    ]);
    const [own, ...more] = json('check', cell, tracks).assumptions;
    expect(own).toMatch(/own\.yaml: joints ran straight between/);
    expect(more).toEqual([]);
    const late = ['check', cell, tracks, '--delay', '0.1'];
    expect(json(...late).assumptions).toEqual([own]);
    expect(run(...late).stdout).toContain(own);
  });

  it('is told where a certificate is verified to be about it, and not without', () => {
    expect(run('check', cell, wide, '--certificate', 'c.json').status).toBe(0);
    expect(json('verify', 'c.json', cell).assumptions).toEqual([]);
    expect(json('verify', 'c.json', cell, '--path', wide).assumptions).toEqual([
      expect.stringMatching(BETWEEN),
      LEFT_OUT,
    ]);
    const { stdout } = run('verify', 'c.json', cell, '--path', wide);
    expect(stdout).toContain(LEFT_OUT);
  });

  it('is told of every program of a folder', () => {
    const asked = ['check-all', wide, '--cell', cell, '--certificates', 'proofs'];
    for (const _ of ['new', 'verified']) {
      const { programs, assumptions } = json(...asked);
      expect(programs[0].assumptions).toEqual([expect.stringMatching(BETWEEN), LEFT_OUT]);
      expect(assumptions).toEqual([]);
    }
    const { stdout } = run(...asked, '--markdown', 'all.md', '--junit', 'all.xml');
    expect(stdout).toContain(LEFT_OUT);
    for (const text of [read('all.md'), read('all.xml').replaceAll('&quot;', '"')]) {
      expect(text).toContain(`wide.yaml: ${LEFT_OUT}`);
    }
  });
});
