/** Schemas of what is made of other values: lists, objects, objects by name, alternatives. */
import { nameHint } from '../../math/index.ts';
import { nothing, said, unknownWord } from './plain.ts';
import {
  type Infer,
  type JsonKind,
  kindOf,
  type Schema,
  shortened,
  type Trouble,
  trouble,
  wrongKind,
} from './schema.ts';

export interface ListLimits {
  /** Items at most. Everything has a limit. */
  readonly most: number;
  /** Default 0. */
  readonly least?: number;
  readonly description?: string;
}

export function list<T>(
  item: Schema<T>,
  { most, least = 0, description }: ListLimits,
): Schema<readonly T[]> {
  const wanted = most === least ? `${most}` : least > 0 ? `${least} to ${most}` : `at most ${most}`;
  return {
    kinds: ['array'],
    json: {
      type: 'array',
      items: item.json,
      ...(least > 0 ? { minItems: least } : {}),
      maxItems: most,
      ...said(description),
    },
    parts: [item],
    trouble(value) {
      if (!Array.isArray(value)) return wrongKind(['array'], value);
      const { length } = value;
      if (length > most || length < least) {
        const code = length > most ? 'request/too-many' : 'request/too-few';
        return trouble(code, `expected a list of ${wanted} items; found ${length}`);
      }
      for (let i = 0; i < length; i++) {
        const found = item.trouble(value[i]);
        if (found) return within(found, i);
      }
      return null;
    },
  };
}

/** Fields by name. */
export type Fields = { readonly [key: string]: Schema<unknown> };

type Values<F extends Fields> = { readonly [K in keyof F]: Infer<F[K]> };
type MaybeValues<F extends Fields> = { readonly [K in keyof F]?: Infer<F[K]> | undefined };
/** Required fields and optional ones. */
export type ObjectOf<R extends Fields, O extends Fields> = Flat<Values<R> & MaybeValues<O>>;
type Flat<T> = { [K in keyof T]: T[K] };

export interface ObjectRules<O extends Fields> {
  readonly optional?: O;
  /** Of each of these lists of fields exactly one is there. */
  readonly exactlyOne?: readonly (readonly string[])[];
  readonly description?: string;
}

/** An object with these fields and no others. */
export function object<R extends Fields, O extends Fields = Record<never, never>>(
  required: R,
  { optional, exactlyOne = [], description }: ObjectRules<O> = {},
): Schema<ObjectOf<R, O>> {
  const fields = new Map<string, Schema<unknown>>(
    Object.entries({ ...required, ...optional } as Fields),
  );
  const names = [...fields.keys()];
  const needed = Object.keys(required);
  const choices = exactlyOne.map((keys) => ({ oneOf: keys.map((key) => ({ required: [key] })) }));
  return {
    kinds: ['object'],
    json: {
      type: 'object',
      ...said(description),
      properties: Object.fromEntries(names.map((key) => [key, fields.get(key)!.json])),
      ...(needed.length > 0 ? { required: needed } : {}),
      ...(choices.length === 1 ? choices[0] : choices.length > 1 ? { allOf: choices } : {}),
      additionalProperties: false,
    },
    parts: [...fields.values()],
    trouble(value) {
      if (kindOf(value) !== 'object') return wrongKind(['object'], value);
      const given = value as Readonly<Record<string, unknown>>;
      for (const key of needed) {
        if (!isThere(given, key)) return trouble('request/missing', `"${key}" is missing`);
      }
      for (const key of Object.keys(given)) {
        if (given[key] === undefined) continue;
        const field = fields.get(key);
        if (!field) return unknownKey(key, names);
        const found = field.trouble(given[key]);
        if (found) return within(found, key);
      }
      return choiceTrouble(given, exactlyOne);
    },
  };
}

/** In a program a field may be there without a value; in JSON it cannot. */
function isThere(given: Readonly<Record<string, unknown>>, key: string): boolean {
  return Object.hasOwn(given, key) && given[key] !== undefined;
}

function choiceTrouble(
  given: Readonly<Record<string, unknown>>,
  exactlyOne: readonly (readonly string[])[],
): Trouble | null {
  for (const keys of exactlyOne) {
    let count = 0;
    for (const key of keys) if (isThere(given, key)) count++;
    if (count === 1) continue;
    const wanted = keys.map((key) => `"${key}"`).join(', ');
    return trouble('request/choice', `expected exactly one of ${wanted}; found ${count}`);
  }
  return null;
}

function unknownKey(key: string, names: readonly string[]): Trouble {
  const hint =
    names.length === 0 ? 'nothing can be said here' : nameHint(shortened(key), [...names]);
  return within(trouble('request/unknown-key', `there is no "${shortened(key)}" here`, hint), key);
}

export interface RecordLimits {
  /** Entries at most. */
  readonly most: number;
  /** Characters of a name at most. Default 400. */
  readonly longest?: number;
  readonly description?: string;
}

/** Values by names that nobody knows beforehand. */
export function record<T>(
  item: Schema<T>,
  { most, longest = 400, description }: RecordLimits,
): Schema<{ readonly [name: string]: T }> {
  return {
    kinds: ['object'],
    json: {
      type: 'object',
      additionalProperties: item.json,
      propertyNames: { maxLength: longest },
      maxProperties: most,
      ...said(description),
    },
    parts: [item],
    trouble(value) {
      if (kindOf(value) !== 'object') return wrongKind(['object'], value);
      const given = value as Readonly<Record<string, unknown>>;
      const keys = Object.keys(given);
      if (keys.length > most) {
        return trouble('request/too-many', `expected at most ${most} names; found ${keys.length}`);
      }
      for (const key of keys) {
        if (key.length > longest && [...key].length > longest) {
          return within(trouble('request/too-long', `a name of more than ${longest}`), key);
        }
        const found = item.trouble(given[key]);
        if (found) return within(found, key);
      }
      return null;
    },
  };
}

/** One of some schemas that take values of different kinds, so that it is clear which one is meant. */
export function either<S extends readonly Schema<unknown>[]>(
  schemas: S,
  description?: string,
): Schema<Infer<S[number]>> {
  const byKind = new Map<string, Schema<unknown>>();
  for (const schema of schemas) {
    for (const kind of schema.kinds) {
      if (byKind.has(kind)) throw new Error(`two schemas take ${kind}`);
      byKind.set(kind, schema);
    }
  }
  const kinds = [...byKind.keys()] as JsonKind[];
  return {
    kinds,
    json: { anyOf: schemas.map(({ json }) => json), ...said(description) },
    parts: schemas,
    trouble(value) {
      const schema = byKind.get(kindOf(value));
      return schema ? schema.trouble(value) : wrongKind(kinds, value);
    },
  };
}

export function orNull<T>(schema: Schema<T>): Schema<T | null> {
  return either([schema, nothing()]) as Schema<T | null>;
}

/** Objects of which a field, `key`, says what they are: the schemas by that word, each with the field in it. */
export function variants<V extends { readonly [word: string]: Schema<unknown> }>(
  key: string,
  schemas: V,
  description?: string,
): Schema<Infer<V[keyof V]>> {
  const byWord = new Map(Object.entries(schemas));
  const words = [...byWord.keys()];
  return {
    kinds: ['object'],
    json: { oneOf: words.map((each) => byWord.get(each)!.json), ...said(description) },
    parts: [...byWord.values()],
    trouble(value) {
      if (kindOf(value) !== 'object') return wrongKind(['object'], value);
      const given = value as Readonly<Record<string, unknown>>;
      if (!isThere(given, key)) return trouble('request/missing', `"${key}" is missing`);
      const said = given[key];
      if (typeof said !== 'string') return within(wrongKind(['string'], said), key);
      const schema = byWord.get(said);
      return schema ? schema.trouble(value) : within(unknownWord(said, words), key);
    },
  };
}

/** Adds a step to the way of a trouble that was found inside. */
function within(found: Trouble, step: string | number): Trouble {
  found.way.push(step);
  return found;
}
