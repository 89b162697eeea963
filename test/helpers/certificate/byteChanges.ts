/**
 * Changes of a JSON file byte by byte: byte order marks, white space, ways to write a number, duplicate keys, nesting, escapes, bytes that
 * are no text, and what stands behind the end. Some leave the same data, some another, most no JSON at all: two readers must agree which.
 */
import type { Random } from '../../../src/math/index.ts';

export interface ByteChange {
  readonly what: string;
  readonly bytes: Uint8Array;
}

const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const STRING = /"(?:[^"\\]|\\.)*"/g;

/** Other ways to write a number, the same one or not, and words that are none. */
const NUMBERS: Readonly<Record<string, (text: string) => string>> = {
  'minus zero': () => '-0',
  'minus zero with a point': () => '-0.0',
  'minus zero with an exponent': () => '-0e5',
  'a minus': (x) => (x.startsWith('-') ? x.slice(1) : `-${x}`),
  'a plus': (x) => `+${x}`,
  'a point at the end': (x) => `${x}.`,
  'a point at the beginning': (x) => x.replace(/^(-?)0\./, '$1.'),
  'point zero': (x) => (/[.eE]/.test(x) ? x : `${x}.0`),
  'many zeros': (x) => (/[.eE]/.test(x) ? x : `${x}.${'0'.repeat(400)}`),
  'an exponent of zero': (x) => (/[eE]/.test(x) ? x : `${x}e0`),
  'a large exponent letter': (x) => (/[eE]/.test(x) ? x.toUpperCase() : `${x}E+0`),
  tens: (x) => (/^-?\d+$/.test(x) ? `${x}0E-1` : x),
  'no digits of an exponent': (x) => `${x}e`,
  'a leading zero': (x) => x.replace(/^(-?)/, '$10'),
  'too large': () => '1e400',
  'too small': () => '1e-400',
  'minus too large': () => '-1e400',
  'the largest': () => '1.7976931348623157e308',
  'just too large': () => '1.797693134862315808e308',
  'a hundred digits': (x) => (/[eE]/.test(x) ? x : exact(Number(x))),
  'twice a power': () => '9007199254740993',
  'many digits': () => '1234567890123456789012345678901234567890',
  'a huge whole number': () => '9007199254740992',
  'a hexadecimal': () => '0x10',
  'an underscore': () => '1_0',
  'digits of another script': () => '\u0661',
  'wide digits': () => '\uff11',
  'not a number': () => 'NaN',
  infinite: () => 'Infinity',
  'minus infinite': () => '-Infinity',
  nothing: () => 'null',
  true: () => 'true',
  text: (x) => `"${x}"`,
  'a list': (x) => `[${x}]`,
  'one more unit': (x) => ulps(Number(x), 1),
  'one unit less': (x) => ulps(Number(x), -1),
  'a deep list': () => `${'['.repeat(5000)}${']'.repeat(5000)}`,
  'an unclosed deep list': () => '['.repeat(100_000),
  'a deep mapping': () => `${'{"a":'.repeat(3000)}0${'}'.repeat(3000)}`,
};

const STRINGS: Readonly<Record<string, (text: string) => string>> = {
  'a lone high surrogate': (s) => `${s.slice(0, -1)}\\ud800"`,
  'a lone low surrogate': (s) => `"\\udfff${s.slice(1)}`,
  'two high surrogates': (s) => `${s.slice(0, -1)}\\uD83E\\uD83E"`,
  'a pair of surrogates': (s) => `${s.slice(0, -1)}\\ud83e\\uddbe"`,
  'an escaped letter': (s) =>
    s.length > 2 && s[1] !== '\\'
      ? `"\\u${s.charCodeAt(1).toString(16).padStart(4, '0')}${s.slice(2)}`
      : s,
  'an escaped slash': (s) => `${s.slice(0, -1)}\\/"`,
  'an escape that is none': (s) => `${s.slice(0, -1)}\\x41"`,
  'a short escape': (s) => `${s.slice(0, -1)}\\u12"`,
  'an escaped zero': (s) => `${s.slice(0, -1)}\\u0000"`,
  'a raw zero': (s) => `${s.slice(0, -1)}\0"`,
  'a raw tab': (s) => `${s.slice(0, -1)}\t"`,
  'a raw line end': (s) => `${s.slice(0, -1)}\n"`,
  'a delete': (s) => `${s.slice(0, -1)}\u007f"`,
  'a line separator': (s) => `${s.slice(0, -1)}\u2028"`,
  'a byte order mark inside': (s) => `"\ufeff${s.slice(1)}`,
  'another normal form': (s) => `${s.slice(0, -1)}o\u0308"`,
  'single quotes': (s) => `'${s.slice(1, -1)}'`,
  'no quotes': (s) => s.slice(1, -1),
  'never closed': (s) => s.slice(0, -1),
  'the key of objects': () => '"__proto__"',
};

const SPACES =
  ' |\t|\n|\r|\r\n|\v|\f|\0|\u00a0|\u1680|\u2003|\u2028|\u2029|\u0085|\u200b|\ufeff|\u3000|/**/|//\n|#\n|,'.split(
    '|',
  );
const ENDS = [...SPACES, '}', ']', '{}', '"', 'x', '\ufeff', '\x1a', '0', '-', '\n\n\n'];
/** Bytes that no UTF-8 has: a lone one, an overlong zero, a surrogate, beyond the last character, a start without its end. */
const BAD_BYTES = [
  [0xff],
  [0xc0, 0x80],
  [0xed, 0xa0, 0x80],
  [0xf4, 0x90, 0x80, 0x80],
  [0xe2, 0x82],
  [0x80],
  [0xf8, 0x88, 0x80, 0x80, 0x80],
];

/** A change of a file, drawn at random. */
export function byteChange(text: string, random: Random): ByteChange {
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random.unit() * items.length)];
  const utf8 = (changed: string, what: string) => ({ what, bytes: Buffer.from(changed) });
  const spliced = (what: string, at: number, insert: readonly number[], cut = 0): ByteChange => {
    const bytes = Buffer.from(text);
    return {
      what,
      bytes: Buffer.concat([bytes.subarray(0, at), Buffer.from(insert), bytes.subarray(at + cut)]),
    };
  };
  const replaced = (pattern: RegExp, table: Readonly<Record<string, (x: string) => string>>) => {
    const found = tokens(text, pattern);
    if (found.length === 0) return utf8(text, 'nothing');
    const { token, at } = pick(found);
    const what = pick(Object.keys(table));
    return utf8(text.slice(0, at) + table[what](token) + text.slice(at + token.length), what);
  };
  const kind = random.unit();
  if (kind < 0.4) return replaced(NUMBER, NUMBERS);
  if (kind < 0.6) return replaced(STRING, STRINGS);
  if (kind < 0.7) {
    const between = tokens(text, /[\]}{[:,]/g);
    const { at } = pick(between);
    const space = pick(SPACES);
    return utf8(text.slice(0, at) + space + text.slice(at), `${JSON.stringify(space)} between`);
  }
  if (kind < 0.76) {
    const end = pick(ENDS);
    return utf8(text + end, `${JSON.stringify(end)} at the end`);
  }
  if (kind < 0.8) {
    const begin = pick(['\ufeff', '\ufeff\ufeff', ' \ufeff', '\ufeff ', '\n', '\0', '//\n']);
    return utf8(begin + text, `${JSON.stringify(begin)} at the beginning`);
  }
  if (kind < 0.82) {
    return pick([
      { what: 'UTF-16', bytes: Buffer.from(`\ufeff${text}`, 'utf16le') },
      { what: 'UTF-16 without a mark', bytes: Buffer.from(text, 'utf16le') },
      utf8(text.replaceAll('\n', '\r\n'), 'CR LF everywhere'),
      utf8(text.replaceAll('\n', ''), 'one line'),
    ]);
  }
  if (kind < 0.88) {
    const keys = [...text.matchAll(/"((?:[^"\\]|\\.)*)"\s*:/g)];
    const found = pick(keys);
    const copy = pick([
      found[0],
      `"\\u${found[1].charCodeAt(0).toString(16).padStart(4, '0')}${found[1].slice(1)}":`,
      '"more":',
      '"":',
      '"__proto__":',
    ]);
    const at = found.index;
    return utf8(
      `${text.slice(0, at)}${copy} ${pick(['0', 'null', '""', '[]', '{}'])}, ${text.slice(at)}`,
      `the key ${copy} ${copy === found[0] ? 'twice' : 'more'}`,
    );
  }
  const at = Math.floor(random.unit() * Buffer.byteLength(text));
  if (kind < 0.92) return spliced('bytes that are no text', at, pick(BAD_BYTES));
  if (kind < 0.95) return spliced('a byte changed', at, [Math.floor(random.unit() * 256)], 1);
  if (kind < 0.975) return spliced('bytes left out', at, [], 1 + Math.floor(random.unit() * 3));
  return { what: 'cut off', bytes: Buffer.from(text).subarray(0, at) };
}

/** Tokens of a pattern, outside of strings unless they are strings. */
function tokens(text: string, pattern: RegExp): { token: string; at: number }[] {
  const found: { token: string; at: number }[] = [];
  const all = new RegExp(`${STRING.source}|${pattern.source}`, 'g');
  for (const match of text.matchAll(all)) {
    if (match[0].startsWith('"') === (pattern === STRING))
      found.push({ token: match[0], at: match.index });
  }
  return found;
}

/** So many units in the last place away, as a decimal that reads back as that double. */
export function ulps(x: number, count: number): string {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, x);
  if (x === 0) return count > 0 ? '5e-324' : '-5e-324';
  view.setBigInt64(0, view.getBigInt64(0) + BigInt(x > 0 ? count : -count));
  const value = view.getFloat64(0);
  return Number.isFinite(value) ? String(value) : '1e400';
}

/** All digits that a double has. */
function exact(x: number): string {
  return Math.abs(x) < 1e20 && Math.abs(x) > 1e-5 ? x.toFixed(100) : String(x);
}
