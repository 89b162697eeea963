/** Methods of strings, lists and dicts: those that make one value of another. */
import { nameHint } from '../../math/index.ts';
import {
  bounded,
  ExpressionError,
  equal,
  iterate,
  PyDict,
  PyFunction,
  PyList,
  type PyValue,
  typeName,
} from './values.ts';

type Method<T> = (value: T, args: readonly PyValue[]) => PyValue;

/** A string; `fallback` where the argument is missing or None. */
function text(value: PyValue | undefined, fallback?: string): string {
  if (typeof value === 'string') return value;
  if ((value === undefined || value === null) && fallback !== undefined) return fallback;
  throw new ExpressionError(
    `a string was expected, not ${value === undefined ? 'nothing' : `a ${typeName(value)}`}`,
  );
}

function whole(value: PyValue | undefined, fallback: number): number {
  if (typeof value === 'bigint') return Number(value);
  if (value === undefined) return fallback;
  throw new ExpressionError(`an integer was expected, not a ${typeName(value)}`);
}

/** Without these characters at its ends; white space if none are given. */
function stripped(value: string, characters: PyValue | undefined, ends: 'both' | 'start' | 'end') {
  const set = characters === undefined || characters === null ? null : text(characters);
  const isOff = (letter: string) => (set === null ? /\s/.test(letter) : set.includes(letter));
  let [from, to] = [0, value.length];
  if (ends !== 'end') while (from < to && isOff(value[from])) from++;
  if (ends !== 'start') while (to > from && isOff(value[to - 1])) to--;
  return value.slice(from, to);
}

function split(value: string, separator: PyValue | undefined, most: PyValue | undefined): PyList {
  const limit = whole(most, -1);
  const parts: string[] = [];
  let rest = value;
  if (separator === undefined || separator === null) {
    rest = rest.trimStart();
    while (rest !== '') {
      const match = limit >= 0 && parts.length >= limit ? null : /^(\S+)\s*/.exec(rest);
      parts.push(match ? match[1] : rest.trimEnd());
      rest = match ? rest.slice(match[0].length) : '';
    }
    return new PyList(parts);
  }
  const mark = text(separator);
  if (mark === '') throw new ExpressionError('the separator is empty');
  while (limit < 0 || parts.length < limit) {
    const at = rest.indexOf(mark);
    if (at < 0) break;
    parts.push(rest.slice(0, at));
    rest = rest.slice(at + mark.length);
  }
  return new PyList([...parts, rest]);
}

function starts(given: PyValue, does: (part: string) => boolean): boolean {
  return (given instanceof PyList ? given.items : [given]).some((part) => does(text(part)));
}

const STRING: Readonly<Record<string, Method<string>>> = {
  upper: (value) => value.toUpperCase(),
  lower: (value) => value.toLowerCase(),
  capitalize: (value) => value.slice(0, 1).toUpperCase() + value.slice(1).toLowerCase(),
  title: (value) =>
    value.toLowerCase().replace(/\p{L}+/gu, (word) => word[0].toUpperCase() + word.slice(1)),
  strip: (value, [characters]) => stripped(value, characters, 'both'),
  lstrip: (value, [characters]) => stripped(value, characters, 'start'),
  rstrip: (value, [characters]) => stripped(value, characters, 'end'),
  split: (value, [separator, most]) => split(value, separator, most),
  join: (value, [list]) =>
    bounded(
      iterate(list)
        .map((item) => text(item))
        .join(value),
    ),
  replace: (value, [from, to]) => bounded(value.replaceAll(text(from), () => text(to))),
  startswith: (value, [part]) => starts(part, (each) => value.startsWith(each)),
  endswith: (value, [part]) => starts(part, (each) => value.endsWith(each)),
  find: (value, [part]) => BigInt(value.indexOf(text(part))),
  count: (value, [part]) => BigInt(value.split(text(part)).length - 1),
  zfill: (value, [width]) => {
    if (whole(width, 0) > 1000) throw new ExpressionError('far too wide', { code: 'too-large' });
    const [, sign, digits] = /^([+-]?)([\s\S]*)$/.exec(value)!;
    return sign + digits.padStart(whole(width, 0) - sign.length, '0');
  },
  isdigit: (value) => /^\d+$/.test(value),
  isalpha: (value) => /^\p{L}+$/u.test(value),
  // What `len` calls: descriptions for older xacros, which have no `len`, name it.
  __len__: (value) => BigInt([...value].length),
};

const LIST: Readonly<Record<string, Method<PyList>>> = {
  index: ({ items }, [value]) => {
    const at = items.findIndex((item) => equal(item, value));
    if (at < 0) throw new ExpressionError('the list does not hold this value');
    return BigInt(at);
  },
  count: ({ items }, [value]) => BigInt(items.filter((item) => equal(item, value)).length),
  __len__: ({ items }) => BigInt(items.length),
};

const DICT: Readonly<Record<string, Method<PyDict>>> = {
  get: (dict, [key, fallback = null]) => {
    const value = dict.get(key);
    return value === undefined ? fallback : value;
  },
  keys: ({ entries }) => new PyList([...entries.values()].map(({ key }) => key)),
  values: ({ entries }) => new PyList([...entries.values()].map(({ value }) => value)),
  items: ({ entries }) =>
    new PyList([...entries.values()].map(({ key, value }) => new PyList([key, value], true))),
  __len__: ({ entries }) => BigInt(entries.size),
};

/** `value.name`, to be called. */
export function methodOf(value: PyValue, name: string): PyFunction {
  const bind = <T extends PyValue>(methods: Readonly<Record<string, Method<T>>>, self: T) => {
    if (Object.hasOwn(methods, name))
      return new PyFunction(name, (args) => methods[name](self, args));
    const known =
      self instanceof PyDict ? [...self.entries.values()].map(({ key }) => String(key)) : [];
    throw new ExpressionError(`a ${typeName(value)} has no ${JSON.stringify(name)}`, {
      code: 'unknown-name',
      hint: nameHint(name, [...known, ...Object.keys(methods)]),
    });
  };
  if (typeof value === 'string') return bind(STRING, value);
  if (value instanceof PyList) return bind(LIST, value);
  if (value instanceof PyDict) return bind(DICT, value);
  throw new ExpressionError(`a ${typeName(value)} has no ${JSON.stringify(name)}`);
}
