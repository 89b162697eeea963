/**
 * The JSON of glTF as a tree of objects that know where they stand, so that every fault has a place:
 * a byte within a GLB, else a line and column. Only keys and objects do; a number within a list is
 * placed where its list is.
 */
import { encodeUtf8, InputError, LONE_SURROGATE_FAULT } from '../math/index.ts';
import { readJsonTree, type StringFlaw } from '../text/index.ts';

const MAX_JSON_DEPTH = 200;
const FLAWS: Record<StringFlaw, readonly [code: string, message: string]> = {
  open: ['truncated', 'a string is never closed'],
  control: ['syntax', 'a string has a control character or line break'],
  escape: ['syntax', 'a string has an escape that does not exist'],
  surrogate: ['lone-surrogate', LONE_SURROGATE_FAULT.message],
};

export type Json = JsonObject | Json[] | string | number | boolean | null;

export interface JsonSource {
  readonly text: string;
  readonly file?: string | undefined;
  /** Where the text starts in a binary file; faults then have a byte, else a line and column. */
  readonly byteStart?: number | undefined;
}

interface Member {
  readonly value: Json;
  /** Offset of the key. */
  readonly at: number;
}

/** Reads a text whose value must be an object. */
export function readJson(source: JsonSource): JsonObject {
  const { text } = source;
  const root = readJsonTree<Json, JsonObject>(text, {
    mostDeep: MAX_JSON_DEPTH,
    plain: (value) => value,
    list: (items) => items,
    members: (at) => new JsonObject(source, at),
    key: () => {},
    member: (object, key, value, at) => object.set(key, value, at),
    mapping: (object) => object,
    expected: (what, at) => {
      const end = at >= text.length;
      const found = end ? 'the end of the text' : JSON.stringify(text[at]);
      const message = `expected ${what}, found ${found}`;
      return jsonError(source, at, end ? 'truncated' : 'syntax', message);
    },
    badString: (flaw, at) => jsonError(source, at, ...FLAWS[flaw]),
    tooDeep: (at) => {
      const message = `values are nested more than ${MAX_JSON_DEPTH} deep`;
      return jsonError(source, at, 'too-deep', message);
    },
  });
  if (root instanceof JsonObject) return root;
  throw jsonError(source, 0, 'syntax', 'the file must hold a JSON object');
}

/** An object. Methods that return a value throw an InputError when it is not as expected. */
export class JsonObject {
  private readonly source: JsonSource;
  private readonly at: number;
  private members: Map<string, Member> | undefined;

  constructor(source: JsonSource, at: number) {
    this.source = source;
    this.at = at;
  }

  /** @internal For `readJson`. */
  set(key: string, value: Json, at: number): void {
    this.members ??= new Map();
    if (this.members.has(key)) {
      throw jsonError(this.source, at, 'repeated-key', `the key "${key}" occurs twice`);
    }
    this.members.set(key, { value, at });
  }

  has(key: string): boolean {
    return this.members?.has(key) ?? false;
  }

  /** A whole number from 0 on; `fallback` if it is missing, which is an error without one. */
  integer(key: string, fallback?: number): number {
    if (fallback !== undefined && !this.has(key)) return fallback;
    const value = this.needed(key);
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
    throw this.wrong(key, 'a whole number from 0 on');
  }

  string(key: string, fallback?: string): string {
    if (fallback !== undefined && !this.has(key)) return fallback;
    const value = this.needed(key);
    if (typeof value === 'string') return value;
    throw this.wrong(key, 'a string');
  }

  boolean(key: string, fallback: boolean): boolean {
    if (!this.has(key)) return fallback;
    const value = this.needed(key);
    if (typeof value === 'boolean') return value;
    throw this.wrong(key, 'true or false');
  }

  /** Exactly `count` finite numbers. */
  numbers(key: string, count: number): number[] {
    const value = this.needed(key);
    const isGood =
      Array.isArray(value) && value.length === count && value.every((n) => Number.isFinite(n));
    if (isGood) return value as number[];
    throw this.wrong(key, `${count} finite numbers`);
  }

  /** Whole numbers from 0 on; none if the key is missing. */
  integers(key: string): number[] {
    const value = this.members?.get(key)?.value ?? [];
    const isIndex = (n: Json) => typeof n === 'number' && Number.isSafeInteger(n) && n >= 0;
    if (Array.isArray(value) && value.every(isIndex)) return value as number[];
    throw this.wrong(key, 'a list of whole numbers from 0 on');
  }

  strings(key: string): string[] {
    const value = this.members?.get(key)?.value ?? [];
    if (Array.isArray(value) && value.every((s) => typeof s === 'string')) return value;
    throw this.wrong(key, 'a list of strings');
  }

  /** Objects; none if the key is missing. */
  objects(key: string): JsonObject[] {
    const value = this.members?.get(key)?.value ?? [];
    if (Array.isArray(value) && value.every((o) => o instanceof JsonObject)) return value;
    throw this.wrong(key, 'a list of objects');
  }

  object(key: string): JsonObject {
    const value = this.needed(key);
    if (value instanceof JsonObject) return value;
    throw this.wrong(key, 'an object');
  }

  /** An object that may be missing. */
  optional(key: string): JsonObject | undefined {
    return this.has(key) ? this.object(key) : undefined;
  }

  /** Where this object, or one of its keys, stands. */
  place(key?: string): { line?: number; column?: number; byte?: number } {
    const at = (key === undefined ? undefined : this.members?.get(key)?.at) ?? this.at;
    return placeOf(this.source, at);
  }

  /** An error at this object, or at one of its keys. */
  error(code: string, message: string, hint?: string, key?: string): InputError {
    const { file } = this.source;
    return new InputError({ code: `gltf/${code}`, message, file, ...this.place(key), hint });
  }

  private needed(key: string): Json {
    const member = this.members?.get(key);
    if (member) return member.value;
    throw this.error('missing-value', `"${key}" is missing`);
  }

  private wrong(key: string, expected: string): InputError {
    return this.error('bad-value', `"${key}" must be ${expected}`, undefined, key);
  }
}

/** An error at an offset of the text. */
export function jsonError(
  source: JsonSource,
  at: number,
  code: string,
  message: string,
): InputError {
  const { file } = source;
  return new InputError({ code: `gltf/${code}`, message, file, ...placeOf(source, at) });
}

function placeOf({ text, byteStart }: JsonSource, at: number) {
  const before = text.slice(0, at);
  if (byteStart !== undefined) {
    return { byte: byteStart + encodeUtf8(before).length };
  }
  const lines = before.split(/\r\n|\n|\r/);
  return { line: lines.length, column: lines[lines.length - 1].length + 1 };
}
