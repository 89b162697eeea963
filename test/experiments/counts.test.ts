/** docs/repro.md says how many samples experiments take: here it is held against the code. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { grouped } from '../../experiments/lab/numbers.ts';
import { CHECKING } from '../../experiments/papers/checking.ts';
import { COUNTS, type Count, RUNS } from '../../experiments/papers/counts.ts';
import { PLANNING } from '../../experiments/papers/planning.ts';
import { projectRoot } from '../helpers/importGraph.ts';

const page = readFileSync(join(projectRoot(), 'docs/repro.md'), 'utf8');

/** The last cell of the row that begins with these names for --only. */
function samplesOf(ids: readonly string[]): string {
  const names = ids.map((id) => `\`${id}\``).join(', ');
  const row = page.split('\n').find((line) => line.replace(/ +/g, ' ').startsWith(`| ${names} |`));
  expect(row, `docs/repro.md has a row for ${names}`).toBeDefined();
  return row!.split('|').at(-2)!.trim();
}

/** Numbers that a cell must have, and what it must say of the paper's if ours are fewer. */
const SAID: readonly (readonly [string, readonly Count[]])[] = [
  ['I', [COUNTS.distances]],
  ['fig9', [COUNTS.bounds]],
  ['B5', [COUNTS.planar]],
  ['III', [COUNTS.colliding]],
  ['VI', [COUNTS.free, COUNTS.missed]],
  ['B3', [COUNTS.freeB]],
  ['XI', [COUNTS.refined]],
  ['order', [COUNTS.order]],
  ['memory', [COUNTS.memory, COUNTS.memoryRuns, COUNTS.memoryRunsSix]],
  ['hierarchy', [COUNTS.hierarchy]],
  ['IV', [RUNS.reliable.one, RUNS.reliable.six]],
  ['V', [RUNS.threshold.one, RUNS.threshold.six]],
  ['B4', [RUNS.planners.one, RUNS.planners.six]],
];

describe('docs/repro.md', () => {
  const experiments = [...CHECKING, ...PLANNING];

  it('has a row for every experiment on checking and planning', () => {
    const grouped = experiments.filter(({ ids }) => !/^(VIII|IX|X)$/.test(ids[0]));
    for (const { ids } of grouped) samplesOf(ids);
    samplesOf(['VIII', 'IX', 'X']);
  });

  it('says how many samples the code takes', () => {
    for (const [id, counts] of SAID) {
      const { ids } = experiments.find((experiment) => experiment.ids.includes(id))!;
      const said = samplesOf(ids);
      for (const { full, paper } of counts) {
        expect(said, id).toMatch(new RegExp(`(^|[^\\d,])${grouped(full)}([^\\d,]|,? |$)`));
        if (paper !== null && full < paper) expect(said, id).toContain(`paper: ${grouped(paper)}`);
      }
    }
  });

  it('has all numbers of samples', () => {
    const all = [...Object.values(COUNTS), ...Object.values(RUNS).flatMap((r) => [r.one, r.six])];
    expect(new Set(SAID.flatMap(([, counts]) => counts))).toEqual(new Set(all));
    for (const { full, quick } of all) expect(quick).toBeLessThanOrEqual(full);
  });

  it('names experiments once', () => {
    const ids = experiments.flatMap((experiment) => experiment.ids);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
