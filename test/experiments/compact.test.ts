/** experiments/papers/compact.ts: tables as docs/repro.md has them. */
import { describe, expect, it } from 'vitest';
import type { Table, Value } from '../../experiments/lab/table.ts';
import { compactOf } from '../../experiments/papers/compact.ts';

function table(id: string, rows: readonly Record<string, Value>[]): Table {
  return { id, title: 'T', samples: '3 things', notes: [], columns: [], rows, plots: [] };
}

describe('a compact table', () => {
  it('has the published number and ours in one cell, a line for each environment', () => {
    const rows = ['adaptive', 'refined'].map((key, i) => ({
      figure: '11a',
      setting: i === 0 ? 'as in the paper' : 'hulls first (ours)',
      'A.adaptive': i === 0 ? 17491 : null,
      'ours.adaptive': 28934.4,
      'A.time': i === 0 ? 0.56 : null,
      'ours.time': i === 0 ? 0.184 : 1.25,
      key,
    }));
    expect(compactOf([table('XI', rows)])).toBe(
      [
        '**A table XI: volumes, and time of refined over adaptive** (3 things)',
        '',
        '| fig. | adaptive        | refined | fewer | time        | time with hulls |',
        '| ---- | --------------- | ------- | ----- | ----------- | --------------- |',
        '| 11a  | 17,491 / 28,934 |         |       | 0.56 / 0.18 | 1.25            |',
        '',
      ].join('\n'),
    );
  });

  it('takes the numbers of paper B for its tables', () => {
    const rows = ['fixed', 'fine', 'coarse'].map((method, i) => ({
      figure: '12a',
      pairs: 'all',
      method,
      'B.time': [1, 0.5, 0.125][i],
      'ours.time': [1, 2, 0.25][i],
    }));
    expect(compactOf([table('B3', rows)])).toContain(
      '| 12a  | all   | 0.50 / 2.00 | 0.13 / 0.25 |',
    );
  });

  it('is there for no table that it does not know', () => {
    expect(compactOf([table('fig10', [{ figure: '1' }])])).toBe('');
  });
});
