/**
 * Forged texts: a forged certificate as a file, in which keys come twice, values have another kind, lists
 * are empty, numbers are spelled in ways that readers may take for others. What is not refused by the
 * reader must be by the verifier.
 */
import { parseCertificate, writeCertificate } from '../../../src/certificate/index.ts';
import { InputError, type Random } from '../../../src/math/index.ts';
import { pick } from '../oracles/thinShapes.ts';
import type { Forged } from './fileForger.ts';

type TextForgery = (text: string, random: Random) => string;

const KEYS = [
  'slabs',
  'pairs',
  'orders',
  'waypoints',
  'lower',
  'upper',
  'tolerances',
  'model',
  'settings',
  'bodies',
  'coefficients',
  'interpolation',
];

/** Where a key's value begins and ends, in a file as surepath writes it. */
function span(text: string, key: string): [number, number] | null {
  const start = text.indexOf(`"${key}": `);
  if (start < 0) return null;
  const from = start + key.length + 4;
  const next = text.slice(from).search(/,\n"[a-z-]+": |\n}/);
  return [from, from + next];
}

function replaced(text: string, key: string, value: string): string {
  const at = span(text, key);
  return at ? text.slice(0, at[0]) + value + text.slice(at[1]) : text;
}

const NUMBERS = [
  '1e999',
  '-1e999',
  'null',
  '-0',
  '1e-400',
  '0x1',
  '01',
  '1.',
  '.5',
  '+1',
  'NaN',
  'Infinity',
  '"1"',
  'true',
  '[]',
  '{}',
  '1e308',
  '4.9e-324',
  '2e0',
  '',
];

export const TEXT_FORGERIES: Readonly<Record<string, TextForgery>> = {
  'as it is': (text) => text,
  'a key twice': (text, random) => {
    const key = pick(random, KEYS);
    const value = pick(random, ['[]', '{}', '1', 'null', '[[]]']);
    const first = random.unit() < 0.5;
    const spelled =
      random.unit() < 0.5 ? key : `\\u00${key.charCodeAt(0).toString(16)}${key.slice(1)}`;
    return first
      ? text.replace('{\n', `{\n"${spelled}": ${value},\n`)
      : text.replace(/\n}\n$/, `,\n"${spelled}": ${value}\n}\n`);
  },
  'another kind of value': (text, random) =>
    replaced(
      text,
      pick(random, KEYS),
      pick(random, ['null', '[]', '{}', '""', '0', 'true', '[[]]', '[null]', '[[[]]]']),
    ),
  'numbers spelled otherwise': (text, random) => {
    const found = [...text.matchAll(/(?<=[[,])-?\d+(\.\d+)?(e[+-]?\d+)?(?=[\],])/g)];
    if (found.length === 0) return text;
    const one = pick(random, found);
    return text.slice(0, one.index) + pick(random, NUMBERS) + text.slice(one.index + one[0].length);
  },
  'keys that objects have anyway': (text, random) =>
    text.replace(
      '{\n',
      `{\n"${pick(random, ['__proto__', 'constructor', 'toString', 'hasOwnProperty', ''])}": {"slabs": []},\n`,
    ),
  'something before or after': (text, random) =>
    pick(random, [
      `\ufeff${text}`,
      `${text}{}`,
      `${text}\0`,
      `[${text}]`,
      ` \t\r\n${text}`,
      text.slice(0, -3),
      `${text},`,
      text.replaceAll('\n', '\u2028'),
    ]),
  'a list more, or fewer': (text, random) =>
    pick(random, [
      text.replace('"slabs": [', '"slabs": [[],'),
      text.replace('"pairs": [\n', '"pairs": [\n[],\n'),
      text.replace('"orders": [', '"orders": [[0,0,[]],'),
      text.replace('"waypoints": [\n', '"waypoints": [\n[],\n'),
    ]),
};

export const TEXT_FORGERY_NAMES = Object.keys(TEXT_FORGERIES);

/** A forged file as it is read back, or null if the reader refuses it. Other faults are thrown on. */
export function forgeText({ draft, options }: Forged, name: string, random: Random): Forged | null {
  // Lists that belong to no pair cannot be written.
  const tested = draft.pairs.filter(({ excluded }) => excluded === null).length;
  if (draft.slabs.some((lists) => lists.length > tested)) return null;
  const text = TEXT_FORGERIES[name](writeCertificate(draft), random);
  try {
    const read = parseCertificate(new TextEncoder().encode(text));
    return { draft: { ...read, slabs: read.slabs.map((lists) => [...lists]) } as never, options };
  } catch (error) {
    if (error instanceof InputError) return null;
    throw error;
  }
}
