/** `surepath demo`: the whole job, from no file at hand to a verified certificate. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cliFolder, TWO_ARMS } from '../helpers/cli/runCli.ts';

const { start: run } = cliFolder();

it('plans, smooths, certifies and verifies; sampled paths collide, proven ones do not', () => {
  const { status, stdout, stderr } = run('demo');
  expect(stderr).toBe('');
  expect(status).toBe(0);
  expect(stdout).toMatch(/weld_1 +free +/);
  expect(stdout).toMatch(/straight +colliding: \w+\/spot_gun and panel, from t = 0\.\d+ on/);
  expect(stdout).toMatch(/check +\d+ ms +free: every configuration/);
  expect(stdout).toMatch(/verify +\d+ ms +verified, from the files alone/);
  const summary = /(\d+) of the 10 sampled paths are not free, (\d+) of the 10 proven ones/.exec(
    stdout,
  );
  expect(Number(summary?.[1])).toBeGreaterThan(0);
  expect(Number(summary?.[2])).toBe(0);
  expect(stdout).toMatch(/colliding +\w+\/\w+ and \w+, segment \d+, t = \d\.\d+, for \d\.\d+ rad/);
  const folder = /written to (\S+): path\.json/.exec(stdout)![1];
  const files = [join(folder, 'certificate.json'), TWO_ARMS, '--path', join(folder, 'path.json')];
  expect(run('verify', ...files).status).toBe(0);
  rmSync(folder, { recursive: true });
}, 120_000);
