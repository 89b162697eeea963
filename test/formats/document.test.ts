import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readDocument, type Value } from '../../src/formats/index.ts';
import { faultOf, utf8 } from '../helpers/formats/helpers.ts';
import { expectRobust } from '../helpers/formats/mutate.ts';

function read(text: string): Value {
  return readDocument(utf8(text), 'a.yaml');
}

/** The value without positions. */
function plain(value: Value): unknown {
  const { data } = value;
  if (Array.isArray(data)) return data.map(plain);
  if (data instanceof Map) {
    return Object.fromEntries([...data.values()].map((e) => [e.key, plain(e.value)]));
  }
  return data;
}

function place(run: () => unknown): [string, number | undefined, number | undefined] {
  const fault = faultOf(run);
  expect(fault.file).toBe('a.yaml');
  return [fault.code, fault.line, fault.column];
}

describe('documents', () => {
  test('YAML 1.2: no is text, octal is not, true is true', () => {
    expect(plain(read('a: no\nb: 010\nc: 0x10\nd: true\ne: ~\nf: 1e-3\ng: [x, {h: -0}]'))).toEqual({
      a: 'no',
      b: 10,
      c: 16,
      d: true,
      e: null,
      f: 0.001,
      g: ['x', { h: -0 }],
    });
    expect(plain(read('%YAML 1.2\n---\na: 1\n'))).toEqual({ a: 1 });
    expect(plain(read('\uFEFFa: 1'))).toEqual({ a: 1 });
  });

  test('JSON gives the same values as JSON.parse', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.boolean(), (value, indented) => {
        // A document is a list or a mapping; fast-check may choose __proto__ as a key.
        const text = JSON.stringify([value], null, indented ? 2 : undefined);
        fc.pre(!text.includes('__proto__'));
        expect(plain(read(text))).toEqual(JSON.parse(text));
      }),
      { seed: 31, numRuns: 300 },
    );
  });

  test('JSON gives the same values and places as the YAML parser', () => {
    const text = '{\n  "a": [1, -2.5e3, "x\\u00e9", true, null],\n  "b": {"c": {}}\n}\n';
    const json = read(text);
    const yaml = read(`${text}# no JSON any more\n`);
    expect(plain(yaml)).toEqual(plain(json));
    const at = (value: Value) => value.entries('').get('b')!.value.entries('').get('c')!.value.at;
    expect(at(yaml)).toBe(at(json));
    expect(at(json)).toBe(text.indexOf('{}'));
  });

  test.each([
    ['', 'document/empty', 1, 1],
    ['# nothing\n', 'document/empty', 1, 1],
    ['a: 1\nb: 2\na: 3\n', 'document/duplicate-key', 3, 1],
    ['{"a": 1,\n "a": 3}', 'document/duplicate-key', 2, 2],
    ['a: 1\n---\nb: 2\n', 'document/several', 3, 1],
    ['{"a": 1}\n{"b": 2}\n', 'document/syntax', 2, 1],
    ['{"a": 1}\n---\n{"b": 2}\n', 'document/several', 3, 1],
    ['%YAML 1.1\n---\na: 010\n', 'document/version', 1, 1],
    ['a: [1, 2\n', 'document/syntax', 2, 1],
    ['a: "x\n', 'document/syntax', 2, 1],
    ['a: !thing 1\n', 'document/syntax', 1, 4],
    ['a: *b\n', 'document/alias', 1, 4],
    ['a: &b [1, *b]\n', 'document/alias', 1, 11],
    ['? [a, b]\n: 1\n', 'document/syntax', 1, 3],
  ])('%j', (text, code, line, column) => {
    expect(place(() => read(text))).toEqual([code, line, column]);
  });

  test('aliases repeat values, up to a limit', () => {
    expect(plain(read('a: &x [1, 2]\nb: *x\nc: [*x, *x]\n'))).toEqual({
      a: [1, 2],
      b: [1, 2],
      c: [
        [1, 2],
        [1, 2],
      ],
    });
    let bomb = 'l0: &l0 [x, x, x, x, x, x, x, x, x]\n';
    for (let i = 1; i < 30; i++) {
      bomb += `l${i}: &l${i} [${Array(9)
        .fill(`*l${i - 1}`)
        .join(', ')}]\n`;
    }
    expect(faultOf(() => read(bomb)).code).toBe('document/alias-limit');
  });

  test('nesting without end is refused', () => {
    for (const text of [
      '['.repeat(100_000),
      `${'['.repeat(300)}${']'.repeat(300)}`,
      '{"a":'.repeat(100_000),
      '- '.repeat(20_000),
      `${'{a: '.repeat(5000)}1${'}'.repeat(5000)}`,
    ]) {
      expect(faultOf(() => read(text)).code).toMatch(/^document\/(too-deep|syntax)$/);
    }
  });

  test('text that is not UTF-8 is refused at its place', () => {
    const bytes = Uint8Array.from([...utf8('a: 1\nb: '), 0xff, 0xfe]);
    expect(place(() => readDocument(bytes, 'a.yaml'))).toEqual(['document/encoding', 2, 4]);
  });
});

describe('expectations', () => {
  test.each<[string, (v: Value) => unknown, string, number, number, RegExp]>([
    [
      'a: 1\nrobot: 2',
      (v) => v.mapping('x', ['a', 'robots']),
      'document/unknown-key',
      2,
      1,
      /did you mean "robots"/,
    ],
    [
      'a: 1',
      (v) => v.mapping('x', ['a', 'b']).need('b'),
      'document/missing-key',
      1,
      1,
      /needs the key "b"/,
    ],
    ['\n- 1', (v) => v.mapping('x', []), 'document/type', 2, 1, /expected a mapping, found a list/],
    ['a: 1', (v) => v.list('x'), 'document/type', 1, 1, /expected a list, found a mapping/],
    ['- "0.5"', (v) => v.numbers('x'), 'document/type', 1, 3, /remove the quotes/],
    ['- 1_000', (v) => v.numbers('x'), 'document/type', 1, 3, /expected a number/],
    ['- .nan', (v) => v.numbers('x'), 'document/non-finite', 1, 3, /NaN/],
    ['- 1\n- -.inf', (v) => v.numbers('x'), 'document/non-finite', 2, 3, /-Infinity/],
    ['[1e999]', (v) => v.numbers('x'), 'document/non-finite', 1, 2, /Infinity/],
    ['[1, 2]', (v) => v.numbers('x', 3), 'document/length', 1, 1, /expected 3 numbers, found 2/],
    ['[a, ""]', (v) => v.texts('x'), 'document/empty-text', 1, 5, /is empty/],
    ['[a, 1]', (v) => v.texts('x'), 'document/type', 1, 5, /expected text, found the number 1/],
    ['- yes', (v) => v.list('x')[0].boolean('y'), 'document/type', 1, 3, /true or false/],
    [
      'a:\n',
      (v) => v.mapping('x', ['a']).items('a'),
      'document/type',
      1,
      3,
      /found nothing.*remove the key/,
    ],
  ])('%j', (text, ask, code, line, column, message) => {
    expect(place(() => ask(read(text)))).toEqual([code, line, column]);
    const { message: said, hint } = faultOf(() => ask(read(text)));
    expect(`${said} (${hint})`).toMatch(message);
  });

  test('defaults stand in for what is left out', () => {
    const keys = read('a: 5').mapping('x', ['a', 'b']);
    expect(keys.optional('a', 1, (v) => v.number('a'))).toBe(5);
    expect(keys.optional('b', 1, (v) => v.number('b'))).toBe(1);
    expect(keys.items('b')).toEqual([]);
  });
});

test('1,500 damaged documents give an InputError or a document (seed 32)', () => {
  const samples = [
    'a: &x [1, 2.5, "three"]\nb: {c: *x, d: ~}\ne: |\n  text\n  more\nf: >-\n  folded\n',
    '{"a": [1, 2, {"b": null}], "c": "d\\n"}',
  ].map(utf8);
  expectRobust(samples, 1500, 32, (bytes) => {
    plain(readDocument(bytes, 'a.yaml'));
  });
});
