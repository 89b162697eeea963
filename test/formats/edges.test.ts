import { describe, expect, test } from 'vitest';
import { readEdges } from '../../src/formats/index.ts';
import { faultOf, utf8 } from '../helpers/formats/helpers.ts';
import { expectRobust } from '../helpers/formats/mutate.ts';

const read = (text: string) => readEdges(utf8(text), { file: 'e.json' });

describe('edges', () => {
  const text = '{"joints": ["a", "b"], "edges": [{"from": [0, 1], "to": [2, -3.5]}]}';

  test('are read from JSON and YAML', () => {
    const expected = {
      joints: ['a', 'b'],
      edges: [{ from: Float64Array.of(0, 1), to: Float64Array.of(2, -3.5) }],
    };
    expect(read(text)).toEqual(expected);
    expect(read('joints: [a, b]\nedges:\n  - {from: [0, 1], to: [2, -3.5]}\n')).toEqual(expected);
    expect(read('{"joints": ["a"], "edges": []}').edges).toEqual([]);
  });

  test.each([
    ['[]', /expected a mapping/],
    ['{"joints": ["a", "a"], "edges": []}', /occurs twice/],
    ['{"joints": [], "edges": []}', /no joints/],
    ['{"joints": ["a"], "edges": [{"from": [0]}]}', /needs the key "to"/],
    ['{"joints": ["a"], "edges": [{"from": [0], "to": [0, 1]}]}', /to: expected 1/],
    ['{"joints": ["a"], "edges": [{"from": [1e999], "to": [0]}]}', /Infinity/],
    ['{"joints": ["a"], "edges": [{"from": [0], "to": [null]}]}', /found nothing/],
    ['{"joints": ["a"], "edges": [{"from": [0], "to": [0], "cost": 1}]}', /no key "cost"/],
  ])('%s', (bad, message) => {
    const fault = faultOf(() => read(bad));
    expect(fault.message).toMatch(message);
    expect(fault).toMatchObject({ file: 'e.json', line: 1, column: expect.any(Number) });
  });

  test('broken files are faults, never crashes (seed 51)', () => {
    expectRobust([utf8(text)], 1500, 51, (bytes) => {
      const { joints, edges } = readEdges(bytes, { file: 'e.json' });
      for (const { from, to } of edges) {
        for (const row of [from, to]) {
          expect(row.length).toBe(joints.length);
          expect(row.every(Number.isFinite)).toBe(true);
        }
      }
    });
  });
});
