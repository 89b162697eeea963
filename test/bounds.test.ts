/**
 * Every bound of src is in the table of test/helpers/bounds, with the test in which it is nearly attained or why none
 * is known; the table names no others, and its faults fit the code (`node scripts/bounds.mjs --plant` plants them).
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Bound, boundsOfText, faultOf, listBounds } from '../scripts/bounds.mjs';
import { BOUNDS } from './helpers/bounds/table.ts';

const ROOT = join(import.meta.dirname, '..');
const listed = new Map(listBounds().map((bound) => [`${bound.file} ${bound.name}`, bound]));

describe('the list', () => {
  it('has functions, methods and fields whose names say that they are bounds, and no others', () => {
    const text = `
      export function reachUpper(): number { return 1; }
      function lowered(): number { return 2; }
      export class Some {
        rateUpper = 0;
        readonly upper = 1;
        gapLowerInto(out: Float64Array): void { const inner = () => { return 3; }; inner(); }
        lower(): number { if (this.upper > 0) return 4; return 5; }
        abstractUpper?(): number;
      }
      export const named = { lowerAt: (x: number) => x, toUpperCase: () => '' };
      interface Other { bestUpper: number; worstUpper(): number; }
    `;
    const found = boundsOfText('some.ts', text);
    expect(found.map(({ name, side, returned }) => [name, side, returned.length])).toEqual([
      ['reachUpper', 'upper', 1],
      ['Some.rateUpper', 'upper', 0],
      ['Some.gapLowerInto', 'lower', 0],
      ['Some.lower', 'lower', 2],
      ['named.lowerAt', 'lower', 1],
      ['Other.bestUpper', 'upper', 0],
    ]);
  });
});

describe('the table', () => {
  const named = BOUNDS.filter(({ unnamed }) => !unnamed);

  it('has every bound once, and nothing else', () => {
    const rows = BOUNDS.map(({ at }) => at);
    expect(rows.filter((at, i) => rows.indexOf(at) !== i)).toEqual([]);
    const known = new Set(rows);
    expect(
      [...listed.keys()].filter((at) => !known.has(at)),
      'not in the table',
    ).toEqual([]);
    expect(
      named.map(({ at }) => at).filter((at) => !listed.has(at)),
      'gone',
    ).toEqual([]);
  });

  it.each(BOUNDS)('$at: has a test, or a reason', ({ at, test, title, less, best, not, plant }) => {
    expect([less ?? test, not].filter((each) => each !== undefined).length).toBe(1);
    if (less !== undefined) expect(best).toBeLessThanOrEqual(0.9);
    if (test === undefined) return;
    const text = readFileSync(join(ROOT, 'test', `${test}.test.ts`), 'utf8');
    expect(text).toContain(title);
    expect(test, 'a quick one').not.toMatch(/^campaign\//);
    const file = at.split(' ')[0];
    const bound = listed.get(at) ?? { ...NOWHERE, file };
    const fault = faultOf(bound, plant);
    const code = join(ROOT, 'src', fault.file);
    expect(existsSync(code)).toBe(true);
    expect(readFileSync(code, 'utf8').split(fault.text).length, 'its text stands there once').toBe(
      2,
    );
    expect(fault.becomes).not.toBe(fault.text);
  });
});

/** Of a bound whose name does not say so; its fault names its text. */
const NOWHERE: Omit<Bound, 'file'> = {
  name: '',
  kind: 'function',
  side: 'upper',
  start: 0,
  end: 0,
  returned: [],
};
