/**
 * JSON read in the order of the text by somebody who knows what should come next. So every fault has a line and
 * a column, a key cannot occur twice, and a million numbers go where they belong without an object each.
 */
import { InputError } from '../math/fault.ts';
import { decodeUtf8, LONE_SURROGATE_FAULT } from '../math/utf8.ts';
import { JsonScanner } from './json.ts';

export class JsonReader {
  private readonly json: JsonScanner;
  private readonly area: string;
  private readonly file: string | undefined;

  /** Bytes are UTF-8. Codes of faults begin with the area. */
  constructor(bytes: Uint8Array, area: string, file?: string) {
    this.area = area;
    this.file = file;
    this.json = new JsonScanner(decodeUtf8(bytes, { code: `${area}/encoding`, file }));
  }

  /** A fault at the place that is read next, or at an offset. */
  fault(code: string, message: string, offset = this.json.at, hint?: string): InputError {
    const before = this.json.text.slice(0, offset).split('\n');
    return new InputError({
      code: `${this.area}/${code}`,
      message,
      file: this.file,
      line: before.length,
      column: before[before.length - 1].length + 1,
      ...(hint === undefined ? {} : { hint }),
    });
  }

  /** Where the next value begins: for a fault that is noticed later. */
  place(): number {
    this.json.peek();
    return this.json.at;
  }

  /** The first character of the next value: one of { [ " - 0 ... 9 t f n, or something wrong. */
  peek(): string {
    return this.json.peek();
  }

  /** Nothing may follow. */
  end(): void {
    if (this.peek() !== '') throw this.fault('json', `nothing may follow, found ${this.found()}`);
  }

  /**
   * A mapping with exactly these keys, each once, in any order; `optional` ones at most once. Where `first` is
   * given, the mapping begins with that key.
   */
  object(
    what: string,
    required: Readonly<Record<string, () => void>>,
    optional: Readonly<Record<string, () => void>> = {},
    first?: string,
  ): void {
    const start = this.place();
    const members = { ...required, ...optional };
    const missing = new Set(Object.keys(members));
    let isFirst = true;
    this.sequence('{', '}', what, () => {
      const keyAt = this.place();
      const key = this.string('a key');
      if (!Object.hasOwn(members, key)) {
        throw this.fault('unknown-key', `${what} has no key ${JSON.stringify(key)}`, keyAt);
      }
      if (isFirst && first !== undefined && key !== first) {
        throw this.fault('first-key', `${what} begins with the key "${first}"`, keyAt);
      }
      isFirst = false;
      if (!missing.delete(key)) {
        throw this.fault('duplicate-key', `the key ${JSON.stringify(key)} occurs twice`, keyAt);
      }
      this.expect(':');
      members[key]();
    });
    for (const key of missing) {
      if (Object.hasOwn(optional, key)) continue;
      throw this.fault('missing-key', `${what} lacks "${key}"`, start);
    }
  }

  /** A mapping with any keys, each once. */
  entries(what: string, entry: (key: string) => void): void {
    const seen = new Set<string>();
    this.sequence('{', '}', what, () => {
      const keyAt = this.place();
      const key = this.string('a key');
      if (seen.has(key)) {
        throw this.fault('duplicate-key', `the key ${JSON.stringify(key)} occurs twice`, keyAt);
      }
      seen.add(key);
      this.expect(':');
      entry(key);
    });
  }

  /** A list; `item` is called where each of its items begins. Returns how many there were. */
  list(what: string, item: (index: number) => void): number {
    let count = 0;
    this.sequence('[', ']', what, () => item(count++));
    return count;
  }

  string(what: string): string {
    if (this.peek() !== '"') throw this.expected(what);
    const start = this.json.at;
    return this.json.string((flaw) => {
      if (flaw !== 'surrogate') return this.fault('json', `${what} is no string of JSON`, start);
      const { message, hint } = LONE_SURROGATE_FAULT;
      return this.fault('lone-surrogate', `${what}: ${message}`, start, hint);
    });
  }

  number(what: string): number {
    const start = this.place();
    const value = this.json.number();
    if (value === undefined) throw this.expected(what);
    if (!Number.isFinite(value)) throw this.fault('non-finite', `${what} is too large`, start);
    return value;
  }

  /** A whole number from `lowest` on. */
  integer(what: string, lowest = 0): number {
    const start = this.place();
    const value = this.number(what);
    if (Number.isSafeInteger(value) && value >= lowest && !Object.is(value, -0)) return value;
    throw this.fault('integer', `${what} is ${value}, expected a whole number >= ${lowest}`, start);
  }

  /** Reads `null` if it stands there. */
  isNull(): boolean {
    return this.peek() === 'n' && this.json.word() === null;
  }

  /** `null` or a number; what null stands for is the caller's to say. */
  numberOrNull(what: string, ofNull: number): number {
    return this.isNull() ? ofNull : this.number(what);
  }

  boolean(what: string): boolean {
    const value = this.peek() === 'n' ? undefined : this.json.word();
    if (typeof value === 'boolean') return value;
    throw this.expected(what);
  }

  private sequence(open: string, close: string, what: string, item: () => void): void {
    if (!this.json.take(open)) throw this.expected(what);
    this.json.sequence(close, item, () => this.expected(`"," or "${close}" in ${what}`));
  }

  private expect(sign: string): void {
    if (!this.json.take(sign)) throw this.expected(`"${sign}"`);
  }

  private expected(what: string): InputError {
    return this.fault('json', `expected ${what}, found ${this.found()}`);
  }

  private found(): string {
    const { text, at } = this.json;
    if (at >= text.length) return 'the end of the file';
    return JSON.stringify(text.slice(at, at + 12));
  }
}
