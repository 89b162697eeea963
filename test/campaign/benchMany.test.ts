/**
 * The suite `many` from end to end, in short: what it measures that does not depend on the clock. Counts at 10,000 boxes are
 * those at 100, a box takes less than a kibibyte, and files of boxes are read.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { bytesPerBox } from '../../experiments/speed/many/report.ts';
import type { ManyResults } from '../../experiments/speed/many/results.ts';
import { projectRoot } from '../helpers/importGraph.ts';
import { DATA_FOLDER, haveData } from '../helpers/oracles/data.ts';

const folder = mkdtempSync(join(tmpdir(), 'surepath-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe.skipIf(!haveData('mbm/panda'))('npm run bench -- --suite many', () => {
  it('finds that 10,000 boxes cost what 100 do', () => {
    const json = join(folder, 'many.json');
    const run = join(projectRoot(), 'experiments/run.mjs');
    const args = ['speed', '--suite', 'many', '--boxes', '10000', '--rounds', '1', '--json', json];
    const env = { ...process.env, SUREPATH_DATA: DATA_FOLDER };
    const { status, stdout } = spawnSync(process.execPath, [run, ...args], {
      encoding: 'utf8',
      env,
    });
    expect(status).toBe(0);
    expect(stdout).toContain('100 boxes near, the others within reach');
    const many: ManyResults = JSON.parse(readFileSync(json, 'utf8')).suites.many;
    for (const place of many.places) {
      const [few, , most] = place.sizes;
      expect([few.size, most.size]).toEqual([100, 10_000]);
      expect(bytesPerBox(place, most, 'cell')).toBeLessThan(1024);
      expect(most.counts.tests).toBeLessThan(1.5 * few.counts.tests);
      expect(most.counts.slabs).toBeLessThan(1.1 * few.counts.slabs);
    }
    expect(many.files.map(({ boxes }) => boxes)).toEqual([10_000, 10_000, 10_000]);
  }, 300_000);
});
