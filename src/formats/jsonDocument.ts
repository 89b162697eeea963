/**
 * JSON (RFC 8259) with positions. Machines write long paths as JSON, and this is many times faster
 * than the YAML parser on them.
 */
import { type Entry, errorAt, quote, type Source, Value } from './value.ts';

/** Lists and mappings within each other. */
export const MAX_DEPTH = 100;

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const SPACE = /[ \t\n\r]*/y;
const WORDS: readonly (readonly [string, boolean | null])[] = [
  ['true', true],
  ['false', false],
  ['null', null],
];

/** Raised and caught here: the text is no JSON. It may still be YAML. */
class NotJson extends Error {}

/**
 * The document, or undefined if the text is not JSON. Throws an InputError for duplicate keys and
 * for nesting without end.
 */
export function parseJson(source: Source): Value | undefined {
  const { text } = source;
  let at = 0;

  function skipSpace(): void {
    SPACE.lastIndex = at;
    SPACE.test(text);
    at = SPACE.lastIndex;
  }

  function token(pattern: RegExp): string {
    pattern.lastIndex = at;
    if (!pattern.test(text)) throw new NotJson();
    const start = at;
    at = pattern.lastIndex;
    return text.slice(start, at);
  }

  function string(): string {
    if (text[at] !== '"') throw new NotJson();
    const start = at++;
    while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
    at++;
    try {
      return JSON.parse(text.slice(start, at)) as string;
    } catch {
      throw new NotJson();
    }
  }

  /** Reads what stands between brackets, separated by commas. */
  function sequence(close: string, item: () => void): void {
    at++;
    skipSpace();
    if (text[at] === close) {
      at++;
      return;
    }
    for (;;) {
      skipSpace();
      item();
      skipSpace();
      const next = text[at++];
      if (next === close) return;
      if (next !== ',') throw new NotJson();
    }
  }

  function value(depth: number): Value {
    const start = at;
    if (depth > MAX_DEPTH) throw tooDeep(source, at);
    if (text[at] === '[') {
      const items: Value[] = [];
      sequence(']', () => items.push(value(depth + 1)));
      return new Value(source, start, items);
    }
    if (text[at] === '{') {
      const entries = new Map<string, Entry>();
      sequence('}', () => {
        const keyAt = at;
        const key = string();
        skipSpace();
        if (text[at++] !== ':') throw new NotJson();
        skipSpace();
        if (entries.has(key)) throw duplicateKey(source, keyAt, key);
        entries.set(key, { key, at: keyAt, value: value(depth + 1) });
      });
      return new Value(source, start, entries);
    }
    if (text[at] === '"') return new Value(source, start, string());
    for (const [word, data] of WORDS) {
      if (!text.startsWith(word, at)) continue;
      at += word.length;
      return new Value(source, start, data);
    }
    return new Value(source, start, Number(token(NUMBER)));
  }

  try {
    skipSpace();
    const root = value(0);
    skipSpace();
    return at === text.length ? root : undefined;
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

export function tooDeep(source: Source, at: number): Error {
  return errorAt(
    source,
    at,
    'document/too-deep',
    `lists and mappings are nested deeper than ${MAX_DEPTH}`,
  );
}
