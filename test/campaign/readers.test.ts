/**
 * 100,000 damaged files of every format, by the script that runs for longer: no crash, none over two seconds
 * of the processor's time, none over a gigabyte.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const SCRIPT = fileURLToPath(new URL('../../scripts/fuzzReaders.mjs', import.meta.url));

test('100,000 damaged files (seed 1)', { timeout: 1_800_000 }, () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [SCRIPT, '--count', '100000', '--seed', '1', '--json'],
    { encoding: 'utf8', maxBuffer: 1 << 26 },
  );
  expect(stderr).toBe('');
  const { inputs, read, faults } = JSON.parse(stdout);
  expect([status, inputs, faults]).toEqual([0, 100_000, 0]);
  // Many get through: what comes after the syntax is tried as well.
  expect(read).toBeGreaterThan(15_000);
});
