/**
 * 100,000 damaged files of every format, by the script that runs for longer: no crash, none over two seconds
 * of the processor's time, none over a gigabyte.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { PART } from '../helpers/campaign/size.ts';

const SCRIPT = fileURLToPath(new URL('../../scripts/fuzzReaders.mjs', import.meta.url));
const COUNT = 100_000 * PART;

test(`${COUNT} damaged files (seed 1)`, { timeout: 1_800_000 }, () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [SCRIPT, '--count', String(COUNT), '--seed', '1', '--json'],
    { encoding: 'utf8', maxBuffer: 1 << 26 },
  );
  expect(stderr).toBe('');
  const { inputs, read, faults } = JSON.parse(stdout);
  expect([status, inputs, faults]).toEqual([0, COUNT, 0]);
  // Many get through: what comes after the syntax is tried as well.
  expect(read).toBeGreaterThan(0.15 * COUNT);
});
