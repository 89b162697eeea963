/** Expressions of xacro files against Python itself: test/helpers/fixtures/pythonExpressions.json says what CPython 3.11 printed. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { GLOBALS } from '../../src/formats/xacro/builtins.ts';
import { Budget, evaluateText } from '../../src/formats/xacro/evaluate.ts';
import {
  ExpressionError,
  PyDict,
  PyList,
  type PyValue,
  str,
} from '../../src/formats/xacro/values.ts';

const OWN = new Map<string, PyValue>([
  ['a', 3n],
  ['b', 2.5],
  ['s', 'left'],
  ['l', new PyList([1n, 2, 'x'])],
  [
    'd',
    new PyDict([
      ['k', 1n],
      ['m', new PyDict([['x', 0.1]])],
    ]),
  ],
  ['t', true],
  ['n', -7n],
  ['z', 0n],
]);
const names = {
  find: (name: string) => (OWN.has(name) ? OWN.get(name) : GLOBALS.get(name)),
  all: () => [...OWN.keys(), ...GLOBALS.keys()],
};
const value = (text: string) => evaluateText(text, names, new Budget(100_000));

/** What is printed; null where there is no value, and anything but an ExpressionError is a bug. */
function printed(text: string): string | null {
  try {
    return str(value(text));
  } catch (error) {
    if (error instanceof ExpressionError) return null;
    throw error;
  }
}

describe('expressions of xacro files', () => {
  const url = new URL('../helpers/fixtures/pythonExpressions.json', import.meta.url);
  const rows = JSON.parse(readFileSync(url, 'utf8')) as [string, string | null][];

  test(`${rows.length} of them print what Python prints`, () => {
    expect(rows.length).toBeGreaterThan(300);
    expect(rows.filter(([, want]) => want === null).length).toBeGreaterThan(20);
    const wrong = rows
      .map(([text, want]) => ({ text, want, got: printed(text) }))
      .filter(({ want, got }) => got !== want);
    expect(wrong).toEqual([]);
  });

  test.each([
    ['1e16', '1e+16'],
    ['123456789012345680.0', '1.2345678901234568e+17'],
    ['1e15', '1000000000000000.0'],
    ['0.0001', '0.0001'],
    ['0.00001', '1e-05'],
    ['-0.0', '-0.0'],
    ['-7 // 2', '-4'],
    ['-7 % 3', '2'],
    ['7 / 7', '1.0'],
    ['2 ** -1', '0.5'],
    ['round(2.5)', '2'],
    ['round(0.25, 1)', '0.2'],
    ["dict(x=1, y='q')", "{'x': 1, 'y': 'q'}"],
    ['(1,)', '(1,)'],
    ['[None, True, "it\'s"]', '[None, True, "it\'s"]'],
    ["'%s_%02d' % ('j', 3)", 'j_03'],
    ['math.pi / 2', '1.5707963267948966'],
    ['1 < 2 < 3', 'True'],
    ["'XI1302'.__len__() + [1, 2].__len__() + dict(x=1).__len__()", '9'],
    ['d.m.x', '0.1'],
    ["'yes' if 'k' in d else 'no'", 'yes'],
    ['[i * j for i in range(2) for j in range(3) if j != 1]', '[0, 0, 0, 2]'],
  ])('%s is %s', (text, want) => expect(printed(text)).toBe(want));

  test.each([
    ['foo + 1', /no property "foo"/],
    ['1 +', /expression ends/],
    ["'open", /never closed/],
    ['"a" + 1', /not for a string and a int/],
    ['l[7]', /no item 7/],
    ["d['q']", /no key 'q'/],
    ['1 / 0', /division by zero/],
    ['sqrt(-1)', /no real number/],
    ['a(1)', /cannot be called/],
    ['lambda: 1', /where a value was expected/],
    ['a = 1', /"=" stands/],
    ['s.__class__', /has no "__class__"/],
    ['s.constructor', /has no "constructor"/],
    ['d.__proto__', /has no "__proto__"/],
    ['__import__("os")', /no property "__import__"/],
    ['toString', /no property "toString"/],
    ['math.constructor', /no "constructor" in it/],
  ])('%s has no value', (text, message) => {
    expect(() => value(text)).toThrow(ExpressionError);
    expect(() => value(text)).toThrow(message);
  });

  test('what is hostile ends early', () => {
    const hostile = [
      '9**9**9**9',
      '2**100000',
      '1 << 10**9',
      "'a' * 10**12",
      '[0] * 10**9',
      'range(10**12)',
      '('.repeat(5000) + '1' + ')'.repeat(5000),
      '1 + '.repeat(100_000) + '1',
      '-'.repeat(100_000) + '1',
      '[[i for j in range(1000)] for i in range(1000)]',
      "'%1000000000d' % 1",
      "'1'.zfill(10**9)",
      'l'.repeat(10) + '[0]'.repeat(50_000),
    ];
    for (const text of hostile)
      expect(() => value(text), text.slice(0, 30)).toThrow(ExpressionError);
  });
});
