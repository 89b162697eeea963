/** Documents in JSON. Machines write long paths as JSON, and this is many times faster than YAML's parser on them. */
import { LONE_SURROGATE_FAULT } from '../math/index.ts';
import { readJsonTree } from '../text/index.ts';
import { type Entry, errorAt, quote, type Source, Value } from './value.ts';

/** Lists and mappings within each other. */
export const MAX_DEPTH = 100;

/** Raised and caught here: the text is no JSON. It may still be YAML. */
class NotJson extends Error {}

/**
 * The document, or undefined if the text is not JSON. Throws an InputError for duplicate keys and
 * for nesting without end.
 */
export function parseJson(source: Source): Value | undefined {
  try {
    return readJsonTree<Value, Map<string, Entry>>(source.text, {
      mostDeep: MAX_DEPTH,
      plain: (value, at) => new Value(source, at, value),
      list: (items, at) => new Value(source, at, items),
      members: () => new Map(),
      key: (entries, key, at) => {
        if (entries.has(key)) throw duplicateKey(source, at, key);
      },
      member: (entries, key, value, at) => entries.set(key, { key, at, value }),
      mapping: (entries, at) => new Value(source, at, entries),
      expected: () => new NotJson(),
      badString: (flaw, at) => (flaw === 'surrogate' ? loneSurrogate(source, at) : new NotJson()),
      tooDeep: (at) => tooDeep(source, at),
    });
  } catch (error) {
    if (error instanceof NotJson) return undefined;
    throw error;
  }
}

export function duplicateKey(source: Source, at: number, key: string): Error {
  return errorAt(
    source,
    at,
    'document/duplicate-key',
    `the key ${quote(key)} occurs twice in one mapping`,
    'remove one of them',
  );
}

/** A name or value with half of a character: others with another half would have the same bytes. */
export function loneSurrogate(source: Source, at: number): Error {
  const { message, hint } = LONE_SURROGATE_FAULT;
  return errorAt(source, at, 'document/lone-surrogate', message, hint);
}

export function tooDeep(source: Source, at: number): Error {
  return errorAt(
    source,
    at,
    'document/too-deep',
    `lists and mappings are nested deeper than ${MAX_DEPTH}`,
  );
}
