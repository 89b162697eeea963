/**
 * `npm run repro -- planning`, tables IV, V and VII of paper A and 4 of paper B: published figures as printed, and the
 * experiments with next to no samples. Times are looked at nowhere.
 */
import { describe, expect, it } from 'vitest';
import type { Table } from '../../experiments/lab/table.ts';
import { textOf } from '../../experiments/lab/tableText.ts';
import { ENVIRONMENTS, Environments } from '../../experiments/papers/environments.ts';
import { PLANNING } from '../../experiments/papers/planning.ts';
import {
  DELTAS,
  TABLE_IV,
  TABLE_V,
  TABLE_VII,
} from '../../experiments/papers/publishedPlanningA.ts';
import { TABLE_B4, TABLE_B5 } from '../../experiments/papers/publishedPlanningB.ts';
import { Sampler } from '../../experiments/papers/sampler.ts';

/** One arm in each of two cages, and one linkage. */
const SMALL = ENVIRONMENTS.filter(({ figure }) => ['11a', '11b', '11c'].includes(figure));
const environments = new Environments(SMALL);

function tableOf(id: string, count: number): Table {
  const experiment = PLANNING.find(({ ids }) => ids.includes(id))!;
  const [table, ...others] = experiment.run(new Sampler({ count: () => count, environments }));
  expect(others).toEqual([]);
  expect(table.id).toBe(id);
  return table;
}

/** Every number of a table that does not depend on the machine. */
function counts({ rows }: Table) {
  const timed = /seconds|time|smoothing|ladder$/i;
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).filter(([key]) => !timed.test(key))),
  );
}

describe('the published figures', () => {
  it('are those of paper A', () => {
    expect(TABLE_IV['12b']).toEqual({
      resolution50: 0.00162,
      seconds50: 7.52,
      resolution100: 0.00038,
      seconds100: 16.45,
    });
    expect(TABLE_IV['11b'].resolution50).toBe(TABLE_IV['11b'].resolution100);
    expect(TABLE_V['12b'].at(-1)).toBe(251.56);
    expect(TABLE_V['12c'].slice(0, 2)).toEqual([2, 1.59]);
    expect(TABLE_VII['11c x 9']).toEqual({
      segments: 47744,
      seconds: 823,
      iterations: 6000,
      smoothing: 5952,
      ratio: 0.25,
    });
    for (const row of Object.values(TABLE_V)) expect(row.length).toBe(DELTAS.length);
    expect(Object.keys(TABLE_V)).toEqual(Object.keys(TABLE_IV));
  });

  it('are those of paper B', () => {
    expect(TABLE_B4).toEqual({
      '11a': { epsilon: 0.012, sbl: 83, aSbl: 44 },
      '11b': { epsilon: 0.006, sbl: 17, aSbl: 4.8 },
      '12a': { epsilon: 0.0012, sbl: 3.2, aSbl: 2.1 },
      '12b': { epsilon: 0.012, sbl: 1.2, aSbl: 0.81 },
      '12c': { epsilon: 0.012, sbl: 85, aSbl: 52 },
    });
    expect(TABLE_B5['11c']).toEqual({
      segments: 6795,
      seconds: 95,
      iterations: 2000,
      smoothing: 83,
      ratio: 0.17,
    });
    expect(Object.keys(TABLE_B5)).toEqual(Object.keys(TABLE_VII));
    // "A-SBL is faster than the original version of SBL."
    for (const { sbl, aSbl } of Object.values(TABLE_B4)) expect(aSbl).toBeLessThan(sbl);
  });

  it('bear out what the text says of them', () => {
    const same = Object.entries(TABLE_IV).filter(([, r]) => r.resolution50 === r.resolution100);
    expect(same.map(([figure]) => figure)).toEqual(['11b', '12a']);
    // Each time the resolution is cut by 1.2: what survives longer is finer by a power of that.
    for (const { resolution50, resolution100 } of Object.values(TABLE_IV)) {
      const cuts = Math.log(resolution50 / resolution100) / Math.log(1.2);
      expect(Math.abs(cuts - Math.round(cuts))).toBeLessThan(0.1);
    }
  });
});

describe('table IV', () => {
  it('has a resolution for both numbers of runs, the second no coarser', () => {
    const table = tableOf('IV', 2);
    expect(table.rows.map((row) => row.figure)).toEqual(['11a', '11b']);
    for (const row of table.rows) {
      expect([row['ours.few'], row['ours.many']]).toEqual([1, 2]);
      expect(row['ours.resolutionFew']).toBeGreaterThan(0);
      expect(Number(row['ours.resolutionMany'])).toBeLessThanOrEqual(
        Number(row['ours.resolutionFew']),
      );
      // Cuts by 1.2, one for each series that failed.
      const cuts = Math.log(2 / Number(row['ours.resolutionMany'])) / Math.log(1.2);
      expect(Math.round(cuts)).toBe(Number(row['ours.series']) - 1);
      expect(Number(row['ours.runs'])).toBeGreaterThanOrEqual(Number(row['ours.series']) + 1);
      expect(row['ours.missed']).toBe(0);
    }
    expect(textOf(table)).toContain('Not in this package: figures 12a, 12b, 12c, 12d.');
    expect(counts(tableOf('IV', 2))).toEqual(counts(table));
  });
});

describe('table V', () => {
  it('has a line for each delta, and finds proven paths with all of them', () => {
    const table = tableOf('V', 1);
    expect(table.rows.length).toBe(2 * DELTAS.length);
    for (const row of table.rows) {
      expect(row['A.seconds']).toBeGreaterThan(0);
      expect([row['ours.found'], row['ours.ladderFound']]).toEqual([1, 1]);
    }
    expect(table.samples).toContain('11a: 1, 11b: 1');
    expect(textOf(table)).toContain('A-SBL');
  });
});

describe('table 4 of paper B', () => {
  it('has SBL and both variants of A-SBL', () => {
    const table = tableOf('B4', 2);
    expect(table.rows.map((row) => row.figure)).toEqual(['11a', '11b']);
    for (const row of table.rows) {
      expect(row['ours.resolution']).toBeGreaterThan(0);
      expect([row['ours.adaptive.found'], row['ours.ladder.found']]).toEqual([1, 1]);
    }
    expect(table.rows[0]).toMatchObject({ 'B.epsilon': 0.012, 'B.sbl': 83, 'B.aSbl': 44 });
    expect(table.samples).toBe('runs by figure: 11a: 2, 11b: 2 (paper: 10)');
    expect(textOf(table)).toContain('Not in this package: figures 12a, 12b, 12c.');
  });
});

describe('table VII, and table 5 of paper B', () => {
  it('have walks of both kinds, all of them out, and their smoothed paths', () => {
    const experiment = PLANNING.find(({ ids }) => ids.includes('VII'))!;
    // Three walks of each kind, and thirty iterations.
    const count = (full: number) => (full > 11 ? 30 : 3);
    const tables = experiment.run(new Sampler({ count, environments }));
    expect(tables.map(({ id }) => id)).toEqual(['VII', 'B5-walks']);
    for (const [i, source] of ['A', 'B'].entries()) {
      const { rows } = tables[i];
      expect(rows.map((row) => [row.figure, row.steps, row.order])).toEqual([
        ['11c', 'plain', 'together'],
        ['11c', 'drawn', 'in-turn'],
      ]);
      expect(rows.map((row) => row[`${source}.segments`])).toEqual([[4208, 6795][i], undefined]);
      for (const row of rows) {
        expect([row['ours.walks'], row['ours.out']]).toEqual([3, 3]);
        expect(Number(row['ours.least'])).toBeLessThanOrEqual(Number(row['ours.segments']));
        expect(Number(row['ours.most'])).toBeGreaterThanOrEqual(Number(row['ours.segments']));
        expect(Number(row['ours.taken'])).toBeLessThan(Number(row['ours.segments']));
        expect(Number(row['ours.ratio'])).toBeLessThan(1);
        expect(row['ours.iterations']).toBe(30);
      }
      expect(textOf(tables[i])).toContain('Not in this package: figures 1a, 11c x 9.');
    }
    // Both smooth the same walks.
    expect(tables[0].rows.map((row) => row['ours.segments'])).toEqual(
      tables[1].rows.map((row) => row['ours.segments']),
    );
  }, 60_000);

  it('leaves out what is not asked for', () => {
    expect(tableOf('IV', 0).rows).toEqual([]);
    expect(tableOf('V', 0).rows).toEqual([]);
    expect(tableOf('B4', 0).rows).toEqual([]);
  });
});
