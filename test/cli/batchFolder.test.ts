/** Commands about batches that were submitted before, asked of a folder that is not there. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cliFolder } from '../helpers/cli/runCli.ts';

const { later, folder } = cliFolder();

it.each([
  ['status', []],
  ['status', ['0123']],
  ['collect', ['0123']],
  ['cancel', ['0123']],
])('batch %s %j says that there is none, and makes none', async (command, batch) => {
  for (const [options, name] of [
    [['--store', 'resluts'], 'resluts'],
    [[], 'surepath-batch'],
  ] as const) {
    const { status, stdout, stderr } = await later('batch', command, ...batch, ...options);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(
      new RegExp(`there are no batches in ${name}: there is no such folder[^]*--store names`),
    );
    expect(existsSync(join(folder, name))).toBe(false);
  }
});
