/** experiments/run.mjs: experiments run on the build that they are told to, and say what they are missing. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { projectRoot } from '../helpers/importGraph.ts';

const RUN = join(projectRoot(), 'experiments/run.mjs');
const folder = mkdtempSync(join(tmpdir(), 'surepath-'));
afterAll(() => rmSync(folder, { recursive: true }));

function run(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [RUN, ...args], {
    encoding: 'utf8',
    cwd: folder,
  });
  return { status, stdout, stderr };
}

/** A build of which nothing works but that it tells its name. */
function fakeBuild(name: string): string {
  mkdirSync(join(folder, name, 'math'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
  writeFileSync(join(folder, name, 'index.js'), '');
  const names = 'export const InputError = Error;\nexport const formatFault = String;\n';
  writeFileSync(
    join(folder, name, 'math/index.js'),
    `${names}throw new Error('this is ${name}');\n`,
  );
  return name;
}

describe('experiments/run.mjs', () => {
  it('runs on the build of this checkout', () => {
    const { status, stdout } = run('speed', '--help');
    expect(status).toBe(0);
    expect(stdout).toContain('--dist DIR       the build of surepath that is measured (dist)');
  });

  it.each([
    ['one', ['--dist', 'one']],
    ['other', ['--dist=other']],
  ])('runs on the build of --dist: %s', (name, option) => {
    fakeBuild(name);
    const { status, stderr } = run('speed', '--quick', ...option, '--suite', 'gjk');
    expect(status).toBe(1);
    expect(stderr).toContain(`this is ${name}`);
  });

  it('runs an experiment in short, with what it has to load first', () => {
    const only = ['--only', '1,bullet', '--quick', '--json'];
    const { status, stdout } = run('papers', 'two-phase', ...only);
    expect(status).toBe(0);
    const { tables, quick } = JSON.parse(stdout);
    expect(quick).toBe(true);
    expect(tables.map(({ id }: { id: string }) => id)).toEqual(['1', '1 steps', 'bullet']);
    // The peers took part.
    expect(tables[0].rows[0]['ours.rapier.us']).toBeGreaterThan(0);
    expect(tables[0].rows[0]['ours.three.us']).toBeGreaterThan(0);
  });

  it.each([
    [[], /usage: run\.mjs papers\|speed/],
    [['lab'], /usage: run\.mjs papers\|speed/],
    [['speed', '--dist'], /--dist takes the folder of a build/],
    [['speed', '--dist', 'nowhere'], /there is no build in .*nowhere \(npm run build\)/],
    [['speed', '--suite', 'nonsense'], /--suite takes static, robot, .*found "nonsense"/],
    [['speed', '--rounds', '0'], /--rounds takes a number of at least 1; found "0"/],
    [['speed', 'edges'], /there is nothing called edges/],
    [['speed', '--profile', 'panda-often'], /--profile takes a robot \(panda, ur5\)/],
    [
      ['papers', 'walking'],
      /what to reproduce: checking, planning, two-phase, on-line or volumes; found "walking"/,
    ],
    [['papers', 'volumes', '--runs', '0'], /--runs takes a number of at least 1; found "0"/],
    [
      ['papers', 'checking', '--runs', '3'],
      /--runs is for planners: npm run repro -- planning volumes/,
    ],
    [['papers', 'checking', '--only'], /argument missing.*npm run repro -- --help/],
  ])('says what is wrong with %j', (args, message) => {
    const { status, stdout, stderr } = run(...args);
    expect(status).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });
});
