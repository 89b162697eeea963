/** Words, names and whole documents that have broken readers of other programs. */
import type { Random } from '../../../src/math/index.ts';

const NUMBERS = [
  'NaN',
  'nan',
  'inf',
  '-Infinity',
  '1e308',
  '-1e308',
  '1e309',
  '1e-320',
  '-0',
  '0',
  '1',
  '-1',
  '4294967295',
  '4294967296',
  '2147483648',
  '9007199254740993',
  '99999999999999999999999999',
  '0x10',
  '1e',
  '1_000',
  '1,5',
  '.5',
  '5.',
  '+3',
  '',
  '1e7',
  '1e300',
];

const NAMES = [
  '',
  ' ',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'toString',
  '../../etc/passwd',
  '/',
  '.',
  '*',
  'a/b',
  '\u202Eevil\u202C',
  '\u200F\u2066x',
  '\uFEFF',
  '😀',
  'Größe',
  'e\u0301',
  '<script>',
  '$(x)',
  '%s%n',
  'null',
  'true',
  '~',
  '#',
  'file:///dev/zero',
  'package://x/y.stl',
  'data:,',
  'data:application/octet-stream;base64,AAAA',
  'x'.repeat(100_000),
];

/** Every hundredth or so is the long one. */
export function hostileName(random: Random): string {
  const i = random.below(NAMES.length - 1 + (random.below(6) === 0 ? 1 : 0));
  return NAMES[i];
}

export function hostileNumber(random: Random): string {
  return NUMBERS[random.below(NUMBERS.length)];
}

/** A JSON value of any kind. */
export function hostileValue(random: Random): unknown {
  switch (random.below(10)) {
    case 0:
      return null;
    case 1:
      return [];
    case 2:
      return {};
    case 3:
      return random.below(2) === 0;
    case 4:
      return hostileName(random);
    case 5:
      return nested(random.below(2) ? 90 : 300, random.below(2) === 0);
    case 6:
      return Array.from({ length: random.below(2000) }, () => 0);
    default: {
      const number = Number(hostileNumber(random));
      return Number.isFinite(number) ? number : hostileNumber(random);
    }
  }
}

function nested(depth: number, lists: boolean): unknown {
  let value: unknown = 1;
  for (let i = 0; i < depth; i++) value = lists ? [value] : { a: value };
  return value;
}

/** Documents that grow, nest or refer to themselves without end. */
export function bomb(random: Random): string {
  const many = 10 ** (1 + random.below(random.below(4) === 0 ? 5 : 3));
  switch (random.below(12)) {
    case 0:
      return '['.repeat(many);
    case 1:
      return `${'{"a":'.repeat(many)}1${'}'.repeat(many)}`;
    case 2:
      return `${'<a>'.repeat(many)}${'</a>'.repeat(many)}`;
    case 3:
      return laughs(9);
    case 4:
      return `<!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "${'&a;'.repeat(10)}"><!ENTITY c "${'&b;'.repeat(10)}">]><robot name="&c;"/>`;
    case 5:
      return `${'- '.repeat(many)}1`;
    case 6:
      return Array.from({ length: Math.min(many, 2000) }, (_, i) => `${' '.repeat(i)}a:`).join(
        '\n',
      );
    case 7:
      return `&a [*a, *a]`;
    case 8:
      return `? ${'? '.repeat(Math.min(many, 5000))}x`;
    case 9:
      return `${'!!str '.repeat(Math.min(many, 1000))}x: ${'&x '.repeat(Math.min(many, 1000))}1`;
    case 10:
      return `"${'\\u0041'.repeat(many)}"`;
    default:
      return `<!DOCTYPE x SYSTEM "file:///dev/random"><x>${'<!--'.repeat(Math.min(many, 1000))}`;
  }
}

/** A billion laughs, as YAML. */
function laughs(levels: number): string {
  const lines = ['a0: &a0 [ha, ha, ha, ha, ha, ha, ha, ha, ha, ha]'];
  for (let i = 1; i <= levels; i++) {
    lines.push(`a${i}: &a${i} [${Array.from({ length: 10 }, () => `*a${i - 1}`).join(', ')}]`);
  }
  return lines.join('\n');
}
