/** The one reader of JSON: values against JSON.parse, and places of what is wrong. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/math/index.ts';
import { type JsonMaker, JsonReader, readJsonTree } from '../../src/text/index.ts';

class Wrong extends Error {}

const PLAIN: JsonMaker<unknown, Map<string, unknown>> = {
  mostDeep: 50,
  plain: (value) => value,
  list: (items) => items,
  members: () => new Map(),
  key: () => {},
  member: (members, key, value) => members.set(key, value),
  mapping: (members) => Object.fromEntries(members),
  expected: (what, at) => new Wrong(`${what} at ${at}`),
  badString: (flaw, at) => new Wrong(`${flaw} at ${at}`),
  tooDeep: (at) => new Wrong(`deep at ${at}`),
};

describe('readJsonTree', () => {
  it('gives what JSON.parse gives, and refuses what it refuses, seed 7', () => {
    const damage = fc.tuple(fc.nat(200), fc.nat(3), fc.constantFrom('', '"', ',', '\\', ']', '0'));
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.option(damage), (value, damaged) => {
        let text = JSON.stringify(value, null, 1);
        if (damaged) {
          const at = damaged[0] % (text.length + 1);
          text = text.slice(0, at) + damaged[2] + text.slice(at + damaged[1]);
        }
        fc.pre(!text.includes('__proto__'));
        let wanted: unknown;
        try {
          wanted = JSON.parse(text);
        } catch {
          expect(() => readJsonTree(text, PLAIN)).toThrow(Wrong);
          return;
        }
        expect(readJsonTree(text, PLAIN)).toEqual(wanted);
      }),
      { seed: 7, numRuns: 2000 },
    );
  });

  it.each([
    ['', 'a value at 0'],
    [' [1, ]', 'a value at 5'],
    ['[1 2]', '"]" at 3'],
    ['{"a": 1 "b": 2}', '"}" at 8'],
    ['{"a" 1}', '":" at 5'],
    ['{a: 1}', 'a key in quotes at 1'],
    ['[] x', 'the end of the text at 3'],
    ['["a\nb"]', 'control at 3'],
    ['["\\x"]', 'escape at 1'],
    ['["a', 'open at 1'],
    ['['.repeat(60), 'deep at 51'],
  ])('%j', (text, message) => {
    expect(() => readJsonTree(text, PLAIN)).toThrow(message);
  });
});

describe('JsonReader', () => {
  const faultOf = (text: string, read: (json: JsonReader) => void) => {
    try {
      read(new JsonReader(new TextEncoder().encode(text), 'area', 'file.json'));
    } catch (error) {
      if (error instanceof InputError) return error.fault;
      throw error;
    }
    return null;
  };

  it.each<[string, string, (json: JsonReader) => void, [string, number, number]]>([
    ['another kind', '\n [', (json) => json.number('a number'), ['area/json', 2, 2]],
    [
      'too large',
      '[1e999]',
      (json) => json.list('l', () => json.number('n')),
      ['area/non-finite', 1, 2],
    ],
    ['no whole number', '1.5', (json) => json.integer('n'), ['area/integer', 1, 1]],
    [
      'a key twice',
      '{"a":1,\n"a":1}',
      (json) => json.entries('m', () => json.number('n')),
      ['area/duplicate-key', 2, 1],
    ],
    ['an unknown key', '{"b":1}', (json) => json.object('m', {}), ['area/unknown-key', 1, 2]],
    [
      'a missing key',
      ' {}',
      (json) => json.object('m', { a: () => {} }),
      ['area/missing-key', 1, 2],
    ],
    [
      'something behind',
      'null null',
      (json) => {
        json.isNull();
        json.end();
      },
      ['area/json', 1, 6],
    ],
    ['a broken string', ' "\\q"', (json) => json.string('s'), ['area/json', 1, 2]],
    ['null for a truth', 'null', (json) => json.boolean('b'), ['area/json', 1, 1]],
  ])('says where there is %s', (_name, text, read, place) => {
    const fault = faultOf(text, read);
    expect([fault?.code, fault?.line, fault?.column]).toEqual(place);
    expect(fault?.file).toBe('file.json');
  });

  it('reads what it is asked for, in order', () => {
    const json = new JsonReader(
      new TextEncoder().encode('{"a": [1, null, true], "b": "\\u00e9"}'),
      'area',
    );
    const found: unknown[] = [];
    json.object('m', {
      a: () => {
        json.list('l', (i) => {
          found.push(i < 2 ? json.numberOrNull('n', -1) : json.boolean('b'));
        });
      },
      b: () => found.push(json.string('s')),
    });
    json.end();
    expect(found).toEqual([1, -1, true, 'é']);
  });
});
