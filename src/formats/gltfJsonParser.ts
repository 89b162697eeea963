/** Parses JSON as RFC 8259 has it: no comments, no trailing commas. The cost is linear. */
import type { InputError } from '../math/index.ts';
import { type Json, JsonObject, type JsonSource, jsonError } from './gltfJson.ts';

const MAX_JSON_DEPTH = 200;

/** Parses a text whose value must be an object. */
export function readJson(source: JsonSource): JsonObject {
  const parser = new Parser(source);
  const value = parser.value(0);
  parser.end();
  if (value instanceof JsonObject) return value;
  throw jsonError(source, 0, 'syntax', 'the file must hold a JSON object');
}

class Parser {
  private readonly source: JsonSource;
  private readonly text: string;
  private at = 0;

  constructor(source: JsonSource) {
    this.source = source;
    this.text = source.text;
  }

  value(depth: number): Json {
    this.skipSpace();
    const { text } = this;
    const start = this.at;
    if (depth > MAX_JSON_DEPTH) {
      throw this.error('too-deep', `values are nested more than ${MAX_JSON_DEPTH} deep`);
    }
    switch (text[start]) {
      case '{': {
        const object = new JsonObject(this.source, start);
        this.at++;
        if (this.skip('}')) return object;
        do {
          this.skipSpace();
          const keyAt = this.at;
          if (text[keyAt] !== '"') throw this.unexpected('a key in quotes');
          const key = this.string();
          this.expect(':');
          object.set(key, this.value(depth + 1), keyAt);
        } while (this.skip(','));
        this.expect('}');
        return object;
      }
      case '[': {
        const items: Json[] = [];
        this.at++;
        if (this.skip(']')) return items;
        do items.push(this.value(depth + 1));
        while (this.skip(','));
        this.expect(']');
        return items;
      }
      case '"':
        return this.string();
      default:
        return this.word();
    }
  }

  end(): void {
    this.skipSpace();
    if (this.at < this.text.length) throw this.unexpected('the end of the text');
  }

  private string(): string {
    const { text } = this;
    const start = this.at;
    let hasEscapes = false;
    for (let i = start + 1; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code === 34) {
        this.at = i + 1;
        if (!hasEscapes) return text.slice(start + 1, i);
        try {
          return JSON.parse(text.slice(start, i + 1)) as string;
        } catch {
          throw jsonError(
            this.source,
            start,
            'syntax',
            'a string has an escape that does not exist',
          );
        }
      }
      if (code === 92) {
        hasEscapes = true;
        i++;
      } else if (code < 32) {
        throw jsonError(this.source, i, 'syntax', 'a string has a control character or line break');
      }
    }
    throw jsonError(this.source, start, 'truncated', 'a string is never closed');
  }

  private word(): number | boolean | null {
    const word = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
    word.lastIndex = this.at;
    const found = word.exec(this.text)?.[0];
    if (found === undefined) throw this.unexpected('a value');
    this.at += found.length;
    if (found === 'null') return null;
    return found === 'true' || found === 'false' ? found === 'true' : Number(found);
  }

  private skipSpace(): void {
    const { text } = this;
    for (; this.at < text.length; this.at++) {
      const code = text.charCodeAt(this.at);
      if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return;
    }
  }

  private skip(mark: string): boolean {
    this.skipSpace();
    if (this.text[this.at] !== mark) return false;
    this.at++;
    return true;
  }

  private expect(mark: string): void {
    if (!this.skip(mark)) throw this.unexpected(`"${mark}"`);
  }

  private unexpected(expected: string): InputError {
    if (this.at >= this.text.length) {
      return this.error('truncated', `expected ${expected}, found the end of the text`);
    }
    return this.error(
      'syntax',
      `expected ${expected}, found ${JSON.stringify(this.text[this.at])}`,
    );
  }

  private error(code: string, message: string): InputError {
    return jsonError(this.source, this.at, code, message);
  }
}
