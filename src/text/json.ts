/**
 * JSON (RFC 8259: no comments, no trailing commas), and where everything stands in its text. All that reads
 * JSON here reads it with this: `JsonReader` in the order of the text, who knows what should come next;
 * `readJsonTree` into whatever values the caller makes. The cost is linear. What is wrong is said by the
 * caller, in words of its own, at the offset `at`.
 *
 * YAML is read by a library that has its own places (formats/document.ts).
 */

import { loneSurrogateAt } from '../math/utf8.ts';

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORDS: readonly (readonly [string, boolean | null])[] = [
  ['true', true],
  ['false', false],
  ['null', null],
];
const QUOTE = 34;
const BACKSLASH = 92;
/** Characters below this one are not allowed in a string. */
const BLANK = 32;
/** The other white space. */
const TAB = 9;
const LINE = 10;
const RETURN = 13;

/** What is wrong with a string: it never ends, or has what may not be in it; `surrogate` is a lone one, which no text has. */
export type StringFlaw = 'open' | 'control' | 'escape' | 'surrogate';

export class JsonScanner {
  readonly text: string;
  /** What is read next. */
  at = 0;

  constructor(text: string) {
    this.text = text;
  }

  /** The character that comes next, after white space; empty at the end. */
  peek(): string {
    const { text } = this;
    let code = text.charCodeAt(this.at);
    while (code === BLANK || code === TAB || code === LINE || code === RETURN) {
      code = text.charCodeAt(++this.at);
    }
    return text[this.at] ?? '';
  }

  /** Reads a mark if it comes next. */
  take(mark: string): boolean {
    if (this.peek() !== mark) return false;
    this.at++;
    return true;
  }

  /**
   * What stands between brackets, of which the first has been read: items with commas between them. What
   * else comes after an item is refused with `wrong`.
   */
  sequence(close: string, item: () => void, wrong: () => Error): void {
    if (this.take(close)) return;
    for (;;) {
      item();
      if (this.take(',')) continue;
      if (this.take(close)) return;
      throw wrong();
    }
  }

  /** A string, whose quote comes next. `wrong` is told where it is not one. */
  string(wrong: (flaw: StringFlaw, at: number) => Error): string {
    const { text } = this;
    const start = this.at;
    let plain = true;
    for (let i = start + 1; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code === QUOTE) {
        this.at = i + 1;
        if (plain) return text.slice(start + 1, i);
        let value: string;
        try {
          value = JSON.parse(text.slice(start, i + 1));
        } catch {
          throw wrong('escape', start);
        }
        if (loneSurrogateAt(value) >= 0) throw wrong('surrogate', start);
        return value;
      }
      if (code === BACKSLASH) {
        plain = false;
        i++;
      } else if (code < BLANK) throw wrong('control', i);
    }
    throw wrong('open', start);
  }

  /** A number if one comes next; one that is too large is infinite. */
  number(): number | undefined {
    NUMBER.lastIndex = this.at;
    if (!NUMBER.test(this.text)) return undefined;
    const start = this.at;
    this.at = NUMBER.lastIndex;
    return Number(this.text.slice(start, this.at));
  }

  /** True, false or null if one comes next. */
  word(): boolean | null | undefined {
    for (const [word, value] of WORDS) {
      if (!this.text.startsWith(word, this.at)) continue;
      this.at += word.length;
      return value;
    }
    return undefined;
  }
}

/** How the values of a tree are made, and what is said about a text that has none. */
export interface JsonMaker<T, Members> {
  /** Lists and mappings within each other. */
  readonly mostDeep: number;
  plain(value: string | number | boolean | null, at: number): T;
  list(items: T[], at: number): T;
  /** A mapping, before its members come; each of them, before and after its value is read; and the value. */
  members(at: number): Members;
  key(members: Members, key: string, at: number): void;
  member(members: Members, key: string, value: T, at: number): void;
  mapping(members: Members, at: number): T;
  /** Faults: something else should be there; a string is none; too many brackets. */
  expected(what: string, at: number): Error;
  badString(flaw: StringFlaw, at: number): Error;
  tooDeep(at: number): Error;
}

/** The value that a text holds. */
export function readJsonTree<T, Members>(text: string, maker: JsonMaker<T, Members>): T {
  const json = new JsonScanner(text);
  const badString = (flaw: StringFlaw, at: number) => maker.badString(flaw, at);
  const read = (depth: number): T => {
    const mark = json.peek();
    const start = json.at;
    if (depth > maker.mostDeep) throw maker.tooDeep(start);
    if (mark === '[') {
      json.at++;
      const items: T[] = [];
      json.sequence(
        ']',
        () => items.push(read(depth + 1)),
        () => maker.expected('"]"', json.at),
      );
      return maker.list(items, start);
    }
    if (mark === '{') {
      json.at++;
      const members = maker.members(start);
      json.sequence(
        '}',
        () => {
          if (json.peek() !== '"') throw maker.expected('a key in quotes', json.at);
          const keyAt = json.at;
          const key = json.string(badString);
          if (!json.take(':')) throw maker.expected('":"', json.at);
          maker.key(members, key, keyAt);
          maker.member(members, key, read(depth + 1), keyAt);
        },
        () => maker.expected('"}"', json.at),
      );
      return maker.mapping(members, start);
    }
    if (mark === '"') return maker.plain(json.string(badString), start);
    const value = json.number() ?? json.word();
    if (value === undefined) throw maker.expected('a value', start);
    return maker.plain(value, start);
  };
  const root = read(0);
  if (json.peek() !== '') throw maker.expected('the end of the text', json.at);
  return root;
}
