/** The language of schemas: Ajv takes and refuses the same values, whatever they are. */
import fc from 'fast-check';
import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  faultIn,
  METHOD_NAMES,
  METHODS,
  type MethodName,
  type Params,
  type Schema,
} from '../../src/gate/index.ts';
import {
  either,
  flag,
  integer,
  list,
  named,
  number,
  object,
  orNull,
  record,
  text,
  variants,
  word,
} from '../../src/gate/schema/index.ts';
import { oracleOf } from '../helpers/gate/ajv.ts';

const SHAPE = variants('kind', {
  ball: object({ kind: word(['ball']), radius: number({ above: 0 }) }),
  box: object({ kind: word(['box']), size: list(number(), { least: 3, most: 3 }) }),
});
const EVERYTHING = object(
  { name: text({ least: 1, most: 5 }), count: integer({ least: 0, most: 9 }) },
  {
    optional: {
      q: either([list(number(), { most: 4 }), record(number(), { most: 3, longest: 6 })]),
      shape: named('TestShape', SHAPE),
      isOn: flag(),
      upper: orNull(number({ least: -1, most: 1 })),
      a: number(),
      b: number(),
    },
    exactlyOne: [['a', 'b']],
  },
);

/** Values as JSON has them, and names and numbers that break careless code. */
const names = fc.constantFrom(
  ...['name', 'count', 'q', 'shape', 'isOn', 'upper', 'a', 'b', 'kind', 'radius', 'size'],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', '', 'ö', '\u{1f916}'],
);
const leaves = fc.oneof(
  fc.constantFrom(0, -0, 1, -1, 0.5, 3, 9, 10, 1e308, 2 ** 53, Number.NaN, Infinity, -Infinity),
  fc.constantFrom(
    '',
    'a',
    'ball',
    'box',
    'abcdef',
    '\u{1f916}\u{1f916}\u{1f916}\u{1f916}\u{1f916}',
  ),
  fc.boolean(),
  fc.constant(null),
);
const values = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaves,
    fc.array(tie('value'), { maxLength: 5 }),
    fc.array(fc.tuple(names, tie('value')), { maxLength: 6 }).map(ownObject),
  ),
})).value;
/** Mostly right, now and then anything. */
function mostly<T>(right: fc.Arbitrary<T>): fc.Arbitrary<unknown> {
  return fc.oneof({ arbitrary: right, weight: 12 }, { arbitrary: leaves, weight: 1 });
}
const numbers = fc.constantFrom(0, -0, 1, -1, 0.5, 1e308);
/** Near misses: values that are nearly right. */
const near = fc.record(
  {
    name: mostly(fc.constantFrom('a', 'abcde', '\u{1f916}'.repeat(5))),
    count: mostly(fc.integer({ min: 0, max: 9 })),
    q: fc.oneof(
      fc.array(mostly(numbers), { maxLength: 5 }),
      fc.array(fc.tuple(names, mostly(numbers)), { maxLength: 4 }).map(ownObject),
    ),
    shape: fc.oneof(
      fc.record({ kind: fc.constantFrom('ball', 'ball', 'box'), radius: mostly(numbers) }),
      fc.record({
        kind: fc.constant('box'),
        size: fc.array(mostly(numbers), { minLength: 2, maxLength: 4 }),
      }),
    ),
    isOn: mostly(fc.boolean()),
    upper: mostly(fc.constantFrom(null, 1, -1, 0.5)),
    a: mostly(numbers),
    b: mostly(numbers),
  },
  { requiredKeys: ['name', 'count'] },
);

/** An object with its own properties, whatever they are called. */
function ownObject(entries: readonly (readonly [string, unknown])[]): object {
  const made = {};
  for (const [key, value] of entries) {
    Object.defineProperty(made, key, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return made;
}

function agree(schema: Schema<unknown>, given: fc.Arbitrary<unknown>, seed: number, runs: number) {
  const oracle = oracleOf(schema);
  const seen = { right: 0, wrong: 0 };
  fc.assert(
    fc.property(given, (value) => {
      const fault = faultIn(schema, value);
      seen[fault ? 'wrong' : 'right']++;
      expect(fault === null, JSON.stringify({ value, fault })).toBe(oracle(value));
    }),
    { seed, numRuns: runs },
  );
  return seen;
}

describe('schemas', () => {
  it('take what Ajv takes (seed 11)', () => {
    const seen = agree(EVERYTHING, fc.oneof(near, values), 11, 4000);
    // Both ends of the scale were seen.
    expect(seen.right).toBeGreaterThan(20);
    expect(seen.wrong).toBeGreaterThan(1000);
  });

  it.each(METHOD_NAMES)(
    'params of %s: random values are judged as Ajv judges them (seed 12)',
    (name) => {
      const keys = fc.constantFrom(...Object.keys(propertiesOf(name)), '__proto__', 'nonsense');
      const given = fc.array(fc.tuple(keys, values), { maxLength: 4 }).map(ownObject);
      agree(METHODS[name].params, fc.oneof(given, values), 12, 300);
    },
  );

  it('say where and what', () => {
    const params = {
      waypoints: [
        [0, 1],
        [0, Infinity],
      ],
    };
    expect(faultIn(METHODS.motion.params, params)).toEqual({
      code: 'request/number',
      message: 'expected a finite number; found Infinity',
      place: '/waypoints/1/1',
    });
    expect(faultIn(METHODS.motion.params, { waypoint: [[0]] })).toMatchObject({
      code: 'request/unknown-key',
      hint: 'did you mean "waypoints"?',
      place: '/waypoint',
    });
    expect(faultIn(METHODS.motion.params, {})?.message).toContain('exactly one of');
    const edit = { kind: 'add-obstacle', name: 'x', shape: { kind: 'sphere', radius: 0 } };
    expect(faultIn(METHODS.edit.params, { edits: [edit] })?.place).toBe('/edits/0/shape/radius');
    expect(faultIn(METHODS.edit.params, { edits: [{ kind: 'a/b~c' }] })?.place).toBe(
      '/edits/0/kind',
    );
    const odd = JSON.parse('{"q": {"a/b~c": "x"}}');
    expect(faultIn(METHODS.state.params, odd)?.place).toBe('/q/a~1b~0c');
  });

  it('are types', () => {
    expectTypeOf<Params<'state'>['q']>().toEqualTypeOf<
      readonly number[] | { readonly [name: string]: number }
    >();
    expectTypeOf<Params<'close'>>().toEqualTypeOf<{
      readonly cell: string;
      readonly gate?: string | undefined;
    }>();
  });
});

function propertiesOf(name: MethodName): object {
  return (METHODS[name].params as Schema<unknown>).body!.properties as object;
}
