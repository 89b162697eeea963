/**
 * Malformed anything: requests that are nearly right, with something in them replaced, taken away or added. Each gets an
 * answer that fits its schema, or an error that is no internal one; and nothing else has changed.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Call,
  callOf,
  EXAMPLES,
  errorObjectOf,
  type MethodName,
  RPC,
} from '../../src/gate/index.ts';
import { LocalGate } from '../helpers/gate/local.ts';
import { armUrdf, planarArm } from '../helpers/oracles/cellText.ts';

const files = Object.fromEntries(planarArm());
const Q = [-0.5, -0.4];
const WAY = [Q, [-0.9, 0.3]];

/** Requests that are right, by method, about the planar arm. */
const RIGHT: {
  readonly [K in Exclude<MethodName, 'cancel' | 'cells' | 'close' | 'follow'>]: readonly object[];
} = {
  open: [{ file: 'cell.yaml', files, joints: { joint1: 0 }, clearance: 0.01 }],
  edit: [
    {
      edits: [
        {
          kind: 'add-obstacle',
          name: 'box',
          shape: { kind: 'box', size: [0.1, 0.1, 0.1] },
          pose: { xyz: [9, 9, 9] },
        },
        { kind: 'attach', obstacle: 'box', link: 'link2', q: Q, touching: ['link1'] },
        { kind: 'detach', object: 'box', pose: { xyz: [9, 9, 9], rpy: [0, 0, 1] } },
        { kind: 'allow', a: 'box', b: 'link0', reason: 'so' },
        { kind: 'pair-clearance', a: 'link2', b: 'wall', distance: 0.01 },
        { kind: 'remove-obstacle', obstacle: 'box' },
      ],
    },
  ],
  info: [{}],
  state: [{ q: Q }, { q: { joint1: 0, joint2: 1 } }],
  live: [{ q: Q, time: 1, threshold: 0.5 }, { q: Q }],
  vector: [
    {
      q: Q,
      threshold: 0.5,
      classes: [
        { name: 'a', bodies: ['link2'] },
        { name: 'w', bodies: ['wall'] },
      ],
      pairs: [['a', 'w']],
    },
  ],
  motion: [
    { waypoints: WAY, delta: 0.001, all: true, firstContact: true, clearances: true },
    {
      trajectory: { waypoints: WAY, times: [0, 1], velocities: [[0, 0], null] },
      method: 'adaptive',
    },
    {
      file: {
        name: 'a.json',
        contents: JSON.stringify({ joints: ['joint1', 'joint2'], waypoints: WAY }),
      },
    },
  ],
  plan: [{ from: Q, to: [[-0.9, 0.3], 'joint1=0.1'], iterations: 50, smooth: { iterations: 2 } }],
  certificate: [{ waypoints: WAY, clearance: 0.001 }],
  verify: [{ certificate: '{}', waypoints: WAY }],
};

/** What may stand where something else should. */
const ODD: readonly unknown[] = [
  ...[
    null,
    true,
    '',
    'x',
    0,
    -1,
    1,
    1e-320,
    1e308,
    -1e308,
    2 ** 53,
    0.5,
    [],
    {},
    [[]],
    [null],
    [1, 2, 3],
  ],
  ...[
    '__proto__',
    'constructor',
    '../../etc/passwd',
    '*',
    'a/b',
    '\u0000',
    '\u{1f916}',
    'link2',
    'wall',
  ],
  ...[
    { constructor: 1 },
    JSON.parse('{"__proto__": {"cell": "x"}}'),
    { base64: '####' },
    { base64: 'AAAA' },
  ],
  'a'.repeat(5000),
  Array.from({ length: 3000 }, (_, i) => i),
];

/** All places of a value, as ways of keys. */
function placesOf(value: unknown): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [[]];
  const inner = Object.entries(value).flatMap(([key, each]) =>
    placesOf(each).map((way) => [Array.isArray(value) ? Number(key) : key, ...way]),
  );
  return [[], ...inner];
}

type Damage = {
  readonly at: number;
  readonly how: 'replace' | 'remove' | 'add';
  readonly what: unknown;
};

/** A copy, with something done to it at one of its places. */
function damaged(value: unknown, { at, how, what }: Damage): unknown {
  const ways = placesOf(value);
  const change = (part: unknown, way: readonly (string | number)[]): unknown => {
    if (way.length === 0) return how === 'add' && isObject(part) ? { ...part, extra: what } : what;
    const [key, ...rest] = way;
    const entries = Object.entries(part as object).flatMap(([name, each]) => {
      if (name !== String(key)) return [[name, each] as const];
      if (how === 'remove' && rest.length === 0) return [];
      return [[name, change(each, rest)] as const];
    });
    return Array.isArray(part) ? entries.map(([, each]) => each) : Object.fromEntries(entries);
  };
  return change(value, ways[at % ways.length]);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const damages = fc.array(
  fc.record({
    at: fc.nat(200),
    how: fc.constantFrom('replace' as const, 'replace' as const, 'remove' as const, 'add' as const),
    what: fc.constantFrom(...ODD),
  }),
  { minLength: 1, maxLength: 2 },
);

describe('a gate that is asked nonsense', () => {
  const started = () => {
    const gate = new LocalGate();
    const { cell } = gate.call('open', { file: 'cell.yaml', files });
    gate.book.setDefault(cell);
    return { gate, cell };
  };
  const kept = started();
  // Edits that can be made are made: of a cell of their own.
  const changing = started();
  const before = kept.gate.call('state', { q: Q });

  it.each(Object.keys(RIGHT) as (keyof typeof RIGHT)[])(
    '%s: answers, or says what is wrong (seed 41)',
    (name) => {
      const { gate, cell } = name === 'edit' ? changing : kept;
      const codes = new Map<number, number>();
      const right = fc.constantFrom(...RIGHT[name]);
      fc.assert(
        fc.property(right, damages, (request, list) => {
          const params = list.reduce<unknown>((value, damage) => damaged(value, damage), request);
          try {
            gate.call(name, params as never, { deadline: performance.now() + 200 });
            codes.set(0, (codes.get(0) ?? 0) + 1);
          } catch (error) {
            const { code, message } = errorObjectOf(error);
            codes.set(code, (codes.get(code) ?? 0) + 1);
            expect(code, `${JSON.stringify(params).slice(0, 500)}: ${error}`).not.toBe(
              RPC.internal,
            );
            expect(message.length).toBeGreaterThan(0);
          }
          for (const each of gate.call('cells', {}).cells) {
            if (each.cell !== cell) gate.call('close', { cell: each.cell });
          }
        }),
        { seed: 41, numRuns: 120 },
      );
      expect(codes.get(RPC.invalidParams) ?? 0).toBeGreaterThan(10);
      expect(({} as Record<string, unknown>).cell).toBeUndefined();
    },
  );

  it('and answers as before', () => {
    expect(kept.gate.call('state', { q: Q })).toEqual(before);
  });

  it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])(
    'knows robots with names such as %s',
    (name) => {
      const gate = new LocalGate();
      const urdf = armUrdf(name, [1, 1, 1]).replaceAll('joint1', name).replaceAll('link2', name);
      const { cell, joints } = gate.call('open', { file: 'a.urdf', files: { 'a.urdf': urdf } });
      expect(joints).toEqual([name, 'joint2']);
      const q = JSON.parse(`{"${name}": 0.1, "joint2": 0.2}`);
      expect(gate.call('state', { cell, q })).toEqual(gate.call('state', { cell, q: [0.1, 0.2] }));
      const box = { kind: 'sphere', radius: 0.1 } as const;
      const edits = [
        { kind: 'add-obstacle', name: `${name}s`, shape: box, pose: { xyz: [9, 9, 9] } },
        { kind: 'pair-clearance', a: name, b: `${name}s`, distance: 0.1 },
      ] as const;
      expect(gate.call('edit', { cell, edits }).version).toBe(2);
    },
  );

  it.each(Object.keys(EXAMPLES) as MethodName[])('takes the example of %s', (name) => {
    const call: Call = callOf(name, EXAMPLES[name]);
    expect(call.method).toBe(name);
  });
});
