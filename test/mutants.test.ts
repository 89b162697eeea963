/** The lists of planted faults fit the code: `npm run test:mutants` plants them, this only looks whether it can. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listedMutants } from './helpers/mutants/lists.ts';

const ROOT = join(import.meta.dirname, '..');

/** Rows of docs/algorithms.md that at least one fault must break. */
const ROWS = [...Array.from({ length: 24 }, (_, i) => `A${i + 1}`), 'E1', 'E4', 'E5'];
const LEAST = 100;

const mutants = await listedMutants();

describe('planted faults', () => {
  it.each(mutants)('$area/$number: $fault', ({ file, text, becomes, test }) => {
    const folder = /^(experiments|assembly)\//.test(file) ? ROOT : join(ROOT, 'src');
    const parts = readFileSync(join(folder, file), 'utf8').split(text);
    expect(parts.length - 1, 'its text stands in the file once').toBe(1);
    expect(becomes).not.toBe(text);
    expect(existsSync(join(ROOT, 'test', `${test}.test.ts`)), test).toBe(true);
    expect(test, 'a quick one').not.toMatch(/^campaign\//);
  });

  it('there are enough of them, and some for every row', () => {
    expect(mutants.length).toBeGreaterThanOrEqual(LEAST);
    const rows = new Set(mutants.map(({ row }) => row));
    expect(ROWS.filter((row) => !rows.has(row))).toEqual([]);
  });

  it('none is listed twice', () => {
    const seen = mutants.map(({ file, text, becomes }) => `${file}: ${text} => ${becomes}`);
    expect(new Set(seen).size).toBe(seen.length);
  });
});
