/**
 * What a value must look like, said once: a schema is the TypeScript type (inferred), the JSON Schema 2020-12 that others
 * read, and the judge that says of a value what is wrong with it and where. Nothing is repaired or filled in. A value
 * that is right costs no allocation to judge; a judge goes as deep as its schema does, whatever it is given.
 */
import type { Fault } from '../../math/index.ts';

/** A JSON Schema, as plain data. */
export type JsonSchema = { readonly [key: string]: unknown };

/** Something that is wrong with a value: a fault, and the way to it from the root. */
export interface Trouble {
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
  /** Keys and indices, the outermost last: who stands around a value adds theirs. */
  readonly way: (string | number)[];
}

/** JSON's kinds of values. */
export type JsonKind = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object';

/** A schema of values of type T. */
export interface Schema<T> {
  /** The kinds of values that it may take. */
  readonly kinds: readonly JsonKind[];
  /** What it is called where others refer to it; then `json` refers to it, and `body` is what it is. */
  readonly name?: string;
  readonly json: JsonSchema;
  readonly body?: JsonSchema;
  /** Schemas that this one is made of, for who collects those with names. */
  readonly parts: readonly Schema<unknown>[];
  /** Null if the value is right. */
  trouble(value: unknown): Trouble | null;
  /** Never there: carries the type. */
  readonly type?: T;
}

/** The type of a schema's values. */
export type Infer<S> = S extends Schema<infer T> ? T : never;

/** A fault in a request or an answer: `place` is a JSON pointer (RFC 6901), such as `/waypoints/3/0`. */
export interface PlacedFault extends Fault {
  readonly place: string;
}

/** What is wrong with a value, or null. */
export function faultIn(schema: Schema<unknown>, value: unknown): PlacedFault | null {
  const found = schema.trouble(value);
  if (!found) return null;
  const { code, message, hint, way } = found;
  return { code, message, place: pointerOf(way), ...(hint === undefined ? {} : { hint }) };
}

function pointerOf(way: readonly (string | number)[]): string {
  return [...way]
    .reverse()
    .map((step) => pointerStep(shortened(String(step))))
    .join('');
}

/** One step of a JSON pointer (RFC 6901), with its slash. */
export function pointerStep(name: string): string {
  return `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** Characters of a name or value of somebody else's that are said back to him. */
const MOST_SAID = 80;

/** Text of somebody else's, as short as it can be said back. */
export function shortened(text: string): string {
  return text.length <= MOST_SAID ? text : `${text.slice(0, MOST_SAID)}...`;
}

export function kindOf(value: unknown): JsonKind | 'nothing' {
  switch (typeof value) {
    case 'boolean':
    case 'number':
    case 'string':
      return typeof value as JsonKind;
    case 'object':
      return value === null ? 'null' : Array.isArray(value) ? 'array' : 'object';
    default:
      return 'nothing';
  }
}

const SPOKEN: Readonly<Record<JsonKind | 'nothing', string>> = {
  null: 'null',
  boolean: 'true or false',
  number: 'a number',
  string: 'text',
  array: 'a list',
  object: 'an object',
  nothing: 'nothing',
};

/** That a value is of the wrong kind. */
export function wrongKind(expected: readonly JsonKind[], value: unknown): Trouble {
  const wanted = expected.map((kind) => SPOKEN[kind]).join(' or ');
  return trouble('request/type', `expected ${wanted}; found ${SPOKEN[kindOf(value)]}`);
}

export function trouble(code: string, message: string, hint?: string): Trouble {
  return { code, message, way: [], ...(hint === undefined ? {} : { hint }) };
}

/** The same schema under a name, to which others refer. */
export function named<T>(name: string, schema: Schema<T>, description?: string): Schema<T> {
  return {
    kinds: schema.kinds,
    name,
    json: { $ref: `#/components/schemas/${name}` },
    body: { ...(description === undefined ? {} : { description }), ...schema.json },
    parts: [schema],
    trouble: (value) => schema.trouble(value),
  };
}

/** The same schema with a sentence for people. */
export function described<T>(schema: Schema<T>, description: string): Schema<T> {
  return { ...schema, json: { ...schema.json, description } };
}

/** All schemas with names that some are made of, by name. */
export function namedParts(schemas: readonly Schema<unknown>[]): Map<string, JsonSchema> {
  const found = new Map<string, JsonSchema>();
  const visit = (schema: Schema<unknown>): void => {
    if (schema.name !== undefined && schema.body) {
      if (found.has(schema.name)) return;
      found.set(schema.name, schema.body);
    }
    for (const part of schema.parts) visit(part);
  };
  for (const schema of schemas) visit(schema);
  return found;
}
