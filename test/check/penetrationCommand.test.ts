/** `surepath check CELL PATH --penetration M`: what it prints, and its exit codes. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { checkCommand } from '../../src/cli/commands/check.ts';
import { InputError } from '../../src/math/index.ts';
import { armUrdf } from '../helpers/oracles/cellText.ts';

const folder = mkdtempSync(join(tmpdir(), 'surepath-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: string | object): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

/** The command in this process: its exit code, and what it writes. */
function run(...args: string[]): { status: number; stdout: string; stderr: string } {
  const written = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      written[name] += text;
      return true;
    }),
  );
  try {
    return { status: checkCommand.run(args) as number, ...written };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

// Links of 0.8 m with gaps of 0.2 between them; the last one's end is 2.9 m from the first joint.
file('arm.urdf', armUrdf('arm', [1, 1, 1]));
const OBSTACLE = 'obstacles: [{name: wall, shape: {box: [0.2, 4, 1]}, pose: {xyz: [2.995, 0, 0]}}]';
const ROBOT = 'robots: [{urdf: arm.urdf}]\nallow: [[link0, link1], [link1, link2]]';
const cell = file('cell.yaml', `surepath: 1\n${ROBOT}\n${OBSTACLE}\n`);
const path = file('path.json', {
  joints: ['joint1', 'joint2'],
  waypoints: [
    [0.3, 0],
    [-0.3, 0],
  ],
  times: [0, 2],
});

describe('check --penetration', () => {
  it('0: within, with what is proven and seen of pairs that overlap', () => {
    const { status, stdout, stderr } = run(cell, path, '--penetration', '0.04');
    expect(stderr).toBe('');
    expect(status).toBe(0);
    const lines = stdout.split('\n');
    expect(lines[0]).toBe(
      'within: proven for every configuration on the path, no body is deeper than 40 mm in another',
    );
    expect(lines[1]).toBe('  assuming 2 pairs allowed by the cell file');
    expect(lines[2]).toBe('  pairs that overlap, deepest first:');
    expect(lines[3]).toMatch(
      /^ {4}link2 and wall: at most [\d.]+ mm \(proven\), [\d.]+ mm on segment 0 \(waypoint 0 to 1\) at t = [\d.]+, at [\d.]+ s$/,
    );
    const answer = JSON.parse(run(cell, path, '--penetration', '0.04', '--json').stdout);
    expect(answer.verdict).toBe('within');
    expect(answer.penetration).toBe(0.04);
    expect(answer.pairs[0].pair).toEqual(['link2', 'wall']);
    expect(answer.pairs[0].lower).toBeGreaterThan(0);
    expect(answer.pairs[0].upper).toBeGreaterThanOrEqual(answer.pairs[0].lower);
    expect(answer.pairs[0].upper).toBeLessThanOrEqual(0.04);
    expect(answer.pairs[0].point.length).toBe(3);
    expect(answer.assumptions).toEqual(['2 pairs allowed by the cell file']);
    expect(answer.stats.pairs).toBe(answer.pairs.length);
  });

  it('warns of bodies that are too thin for the bound', () => {
    const { status, stdout } = run(cell, path, '--penetration', '0.2');
    expect(status).toBe(0);
    expect(stdout).toMatch(/\n {4}link2 and wall: .* s \(thin\)\n/);
    expect(stdout).toMatch(
      /\n {2}the bound says nothing about \d pairs?: both bodies are thinner than twice 200 mm, and may cross\n/,
    );
    const answer = JSON.parse(run(cell, path, '--penetration', '0.2', '--json').stdout);
    expect(answer.pairs[0].thin).toBe(true);
  });

  it('1: deeper, with the place; every pair with --all', () => {
    const { status, stdout } = run(cell, path, '--penetration', '0.002');
    expect(status).toBe(1);
    expect(stdout).toMatch(
      /^deeper: link2 and wall, at least [\d.]+ mm; allowed are 2 mm, on segment 0/,
    );
    expect(stdout).toMatch(/\n {2}deepest at the point \(2\.\d+, .*\) m\n {2}with joint1=/);
    const answer = JSON.parse(run(cell, path, '--penetration', '0.002', '--all', '--json').stdout);
    expect(answer.verdict).toBe('deeper');
    expect(answer.violations.length).toBe(1);
    expect(answer.depth[0]).toBeGreaterThan(0.002);
    expect(answer.configuration.length).toBe(2);
    expect(answer.solid).toBe(true);
  });

  it('3: undecided, with what is not proven', () => {
    const { status, stdout } = run(cell, path, '--penetration', '0.04', '--budget', '1');
    expect(status).toBe(3);
    expect(stdout).toMatch(/^undecided: /);
    expect(stdout).toMatch(/\n {2}not proven: \d+ pairs? on \d+ intervals?\n/);
    const answer = JSON.parse(
      run(cell, path, '--penetration', '0.04', '--budget', '1', '--json').stdout,
    );
    expect(answer.open.length).toBeGreaterThan(0);
    expect(answer.pairs.some(({ upper }: { upper: number | null }) => upper === null)).toBe(true);
  });

  it('says that clearances of the cell file are not looked at', () => {
    const asking = file(
      'asking.yaml',
      `surepath: 1\n${ROBOT}\n${OBSTACLE}\nclearance: {default: 0.01}\n`,
    );
    const { status, stderr } = run(asking, path, '--penetration', '0.04');
    expect(status).toBe(0);
    expect(stderr).toMatch(/with --penetration clearances are not looked at/);
    const answer = JSON.parse(run(asking, path, '--penetration', '0.04', '--json').stdout);
    expect(answer.notes[0].code).toBe('check/clearance-ignored');
  });

  it.each([
    ['--clearance', '0.01'],
    ['--clearances'],
    ['--certificate', 'x.json'],
    ['--first-contact'],
    ['--method', 'ladder'],
    ['--junit', 'x.xml'],
  ])('refuses %s', (...option) => {
    expect(() => run(cell, path, '--penetration', '0.01', ...option)).toThrow(
      new RegExp(`${option[0]} does not go with --penetration`),
    );
  });

  it('refuses bounds that are none, and questions that are no paths', () => {
    for (const bound of ['-0.01', 'deep', '']) {
      expect(() => run(cell, path, `--penetration=${bound}`)).toThrow(InputError);
    }
    expect(() => run(cell, '--edges', path, '--penetration', '0.01')).toThrow(/for paths/);
    expect(() => run(cell, path, '--penetration', '0.01', '--delta', '0')).toThrow(/--delta/);
  });
});
