/**
 * Values of a YAML or JSON document that know where they stand. Readers ask a value for what they
 * expect (a mapping with certain keys, a list, a finite number) and get it, or an InputError with
 * file, line, column and what was found instead.
 */
import { type Fault, InputError, nameHint } from '../math/index.ts';

/** The text that positions refer to. */
export interface Source {
  readonly file: string | undefined;
  readonly text: string;
  /** Whether it is a message that came without text: then nothing has a line. */
  readonly isMessage?: boolean;
}

export interface Entry {
  readonly key: string;
  /** Where the key stands. */
  readonly at: number;
  readonly value: Value;
}

export type Data = string | number | boolean | null | readonly Value[] | ReadonlyMap<string, Entry>;

export class Value {
  readonly source: Source;
  /** Offset in the text, in UTF-16 units. */
  readonly at: number;
  readonly data: Data;

  constructor(source: Source, at: number, data: Data) {
    this.source = source;
    this.at = at;
    this.data = data;
  }

  /** An error at this place. */
  error(code: string, message: string, hint?: string): InputError {
    return errorAt(this.source, this.at, code, message, hint);
  }

  /** Where it stands, for errors found later. */
  place(): Pick<Fault, 'file' | 'line' | 'column'> {
    const { file, line, column } = this.error('', '').fault;
    return { file, line, column };
  }

  /** Runs `run`; an InputError that it throws without a place gets this one. */
  locate<T>(run: () => T): T {
    try {
      return run();
    } catch (error) {
      if (!(error instanceof InputError) || error.fault.file !== undefined) throw error;
      const { code, message, hint } = error.fault;
      throw this.error(code, message, hint);
    }
  }

  /** `what` names the value in errors: "a robot", "obstacles". */
  mapping<K extends string>(what: string, keys: readonly K[]): Mapping<K> {
    const entries = this.entries(what);
    for (const { key, at } of entries.values()) {
      if ((keys as readonly string[]).includes(key)) continue;
      const message = `${what} has no key ${quote(key)}`;
      throw errorAt(this.source, at, 'document/unknown-key', message, nameHint(key, keys));
    }
    return new Mapping(this, what, entries);
  }

  /** A mapping whose keys are names, such as joints. */
  entries(what: string): ReadonlyMap<string, Entry> {
    if (this.data instanceof Map) return this.data;
    throw this.unexpected(what, 'a mapping');
  }

  list(what: string): readonly Value[] {
    if (Array.isArray(this.data)) return this.data;
    throw this.unexpected(what, 'a list');
  }

  /** A string that is not empty, unless that is said to be fine. */
  text(what: string, empty: 'may be empty' | 'not empty' = 'not empty'): string {
    if (typeof this.data !== 'string' || this.isCut) throw this.unexpected(what, 'text');
    if (this.data === '' && empty === 'not empty') {
      throw this.error('document/empty-text', `${what} is empty`);
    }
    return this.data;
  }

  boolean(what: string): boolean {
    if (typeof this.data === 'boolean') return this.data;
    throw this.unexpected(what, 'true or false');
  }

  /** A finite number. */
  number(what: string): number {
    if (typeof this.data !== 'number') throw this.unexpected(what, 'a number');
    if (Number.isFinite(this.data)) return this.data;
    throw this.error('document/non-finite', `${what} is ${this.data}, expected a finite number`);
  }

  /** Finite numbers; exactly `count` of them if given. */
  numbers(what: string, count?: number): number[] {
    const list = this.list(what);
    if (count !== undefined && list.length !== count) {
      throw this.error(
        'document/length',
        `${what}: expected ${count} numbers, found ${list.length}`,
      );
    }
    // Paths have millions of numbers: words are found only for one that is wrong.
    return list.map((item, i) =>
      Number.isFinite(item.data)
        ? (item.data as number)
        : item.number(`number ${i + 1} of ${what}`),
    );
  }

  texts(what: string): string[] {
    return this.list(what).map((item, i) => item.text(`item ${i + 1} of ${what}`));
  }

  /** Is there anything in it? For parts of messages that are refused unless they are empty. */
  isEmpty(): boolean {
    const { data } = this;
    if (Array.isArray(data)) return data.length === 0;
    return data === null || data === '' || (data instanceof Map && data.size === 0);
  }

  /** Where `ros2 topic echo` leaves out the rest of something long. */
  private get isCut(): boolean {
    return this.data === '...';
  }

  unexpected(what: string, expected: string): InputError {
    if (this.isCut) {
      const message = `${what}: the message is cut off here`;
      const hint = 'ros2 topic echo leaves out what is long: echo it with --full-length';
      return this.error('document/cut-off', message, hint);
    }
    const hint =
      typeof this.data === 'string' && expected === 'a number' && isNumeral(this.data)
        ? 'a numeral in quotes is text: remove the quotes'
        : this.data === null
          ? 'write a value, or remove the key'
          : undefined;
    return this.error(
      'document/type',
      `${what}: expected ${expected}, found ${this.describe()}`,
      hint,
    );
  }

  private describe(): string {
    const { data } = this;
    if (data === null) return 'nothing';
    if (typeof data === 'string') return `the text ${quote(data)}`;
    if (typeof data === 'object') return data instanceof Map ? 'a mapping' : 'a list';
    return `${typeof data === 'number' ? 'the number ' : ''}${data}`;
  }
}

/** A mapping whose keys are all known ones. */
export class Mapping<K extends string> {
  readonly value: Value;
  private readonly what: string;
  private readonly entries: ReadonlyMap<string, Entry>;

  constructor(value: Value, what: string, entries: ReadonlyMap<string, Entry>) {
    this.value = value;
    this.what = what;
    this.entries = entries;
  }

  get(key: K): Value | undefined {
    return this.entries.get(key)?.value;
  }

  need(key: K): Value {
    const value = this.get(key);
    if (value) return value;
    throw this.value.error('document/missing-key', `${this.what} needs the key ${quote(key)}`);
  }

  /** What `read` makes of the key's value, or `otherwise` without the key. */
  optional<T>(key: K, otherwise: T, read: (value: Value) => T): T {
    const value = this.get(key);
    return value ? read(value) : otherwise;
  }

  /** The items of a list that may be left out. */
  items(key: K): readonly Value[] {
    return this.optional<readonly Value[]>(key, [], (value) => value.list(key));
  }

  /** Where the key stands, for errors about it. */
  keyError(key: K, code: string, message: string, hint?: string): InputError {
    const at = this.entries.get(key)?.at ?? this.value.at;
    return errorAt(this.value.source, at, code, message, hint);
  }
}

/** An error at an offset of the text; line and column count from 1. */
export function errorAt(
  source: Source,
  offset: number,
  code: string,
  message: string,
  hint?: string,
): InputError {
  if (source.isMessage) return new InputError({ code, message, file: source.file, hint });
  const at = Math.max(0, Math.min(offset, source.text.length));
  const starts = lineStartsOf(source);
  const line = lastUpTo(starts, at);
  return new InputError({
    code,
    message,
    file: source.file,
    line: line + 1,
    column: at - starts[line] + 1,
    hint,
  });
}

/** Where lines begin: places are asked for by the thousand where entries have them. */
const lineStarts = new WeakMap<Source, readonly number[]>();

function lineStartsOf(source: Source): readonly number[] {
  let starts = lineStarts.get(source);
  if (!starts) {
    starts = [0, ...Array.from(source.text.matchAll(/\r\n|\r|\n/g), (m) => m.index + m[0].length)];
    lineStarts.set(source, starts);
  }
  return starts;
}

/** Index of the last number that is not more than x, of numbers in order that begin with 0. */
function lastUpTo(numbers: readonly number[], x: number): number {
  let [low, high] = [0, numbers.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (numbers[middle] <= x) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** In quotes, on one line, and not too long for a message. */
export function quote(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 57)}...` : text);
}

function isNumeral(text: string): boolean {
  return text.trim() !== '' && Number.isFinite(Number(text.replace(',', '.')));
}
