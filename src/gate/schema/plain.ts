/** Schemas of plain values: text, numbers, flags, words. */
import { type Schema, shortened, type Trouble, trouble, wrongKind } from './schema.ts';

export interface TextLimits {
  /** Characters (code points) at most. Everything has a limit. */
  readonly most: number;
  /** Default 0. */
  readonly least?: number;
  readonly description?: string;
}

export function text({ most, least = 0, description }: TextLimits): Schema<string> {
  return {
    kinds: ['string'],
    json: {
      type: 'string',
      ...(least > 0 ? { minLength: least } : {}),
      maxLength: most,
      ...said(description),
    },
    parts: [],
    trouble(value) {
      if (typeof value !== 'string') return wrongKind(['string'], value);
      // A character has one or two units: only where that matters are they counted.
      if (value.length > most && lengthOf(value) > most) {
        return trouble('request/too-long', `expected at most ${most} characters of text`);
      }
      if (value.length < 2 * least && lengthOf(value) < least) {
        return trouble('request/too-short', `expected at least ${least} characters of text`);
      }
      return null;
    },
  };
}

/** Code points. */
function lengthOf(value: string): number {
  let count = 0;
  for (let i = 0; i < value.length; i++) {
    const isPair =
      (value.charCodeAt(i) & 0xfc00) === 0xd800 && (value.charCodeAt(i + 1) & 0xfc00) === 0xdc00;
    if (isPair) i++;
    count++;
  }
  return count;
}

export interface NumberLimits {
  readonly least?: number;
  readonly most?: number;
  /** Greater than this. */
  readonly above?: number;
  readonly description?: string;
}

/** A finite number. */
export function number(limits: NumberLimits = {}): Schema<number> {
  return numeric('number', limits, Number.isFinite);
}

export function integer(limits: NumberLimits = {}): Schema<number> {
  return numeric('integer', limits, Number.isInteger);
}

function numeric(
  type: 'number' | 'integer',
  { least, most, above, description }: NumberLimits,
  isOne: (value: unknown) => boolean,
): Schema<number> {
  const range = [
    ...(least === undefined ? [] : [`of at least ${least}`]),
    ...(above === undefined ? [] : [`above ${above}`]),
    ...(most === undefined ? [] : [`of at most ${most}`]),
  ].join(' and ');
  const [low, floor, high] = [least ?? -Infinity, above ?? -Infinity, most ?? Infinity];
  return {
    kinds: ['number'],
    json: {
      type,
      ...(least === undefined ? {} : { minimum: least }),
      ...(above === undefined ? {} : { exclusiveMinimum: above }),
      ...(most === undefined ? {} : { maximum: most }),
      ...said(description),
    },
    parts: [],
    trouble(value) {
      if (typeof value !== 'number') return wrongKind(['number'], value);
      if (!isOne(value)) return trouble('request/number', `expected ${A[type]}; found ${value}`);
      if (value >= low && value > floor && value <= high) return null;
      return trouble('request/range', `expected a number ${range}; found ${value}`);
    },
  };
}

const A = { number: 'a finite number', integer: 'a whole number' };

export function flag(description?: string): Schema<boolean> {
  return {
    kinds: ['boolean'],
    json: { type: 'boolean', ...said(description) },
    parts: [],
    trouble: (value) => (typeof value === 'boolean' ? null : wrongKind(['boolean'], value)),
  };
}

export function nothing(): Schema<null> {
  return {
    kinds: ['null'],
    json: { type: 'null' },
    parts: [],
    trouble: (value) => (value === null ? null : wrongKind(['null'], value)),
  };
}

/** One of some words. */
export function word<const W extends string>(words: readonly W[], description?: string): Schema<W> {
  const known: ReadonlySet<string> = new Set(words);
  return {
    kinds: ['string'],
    json: { type: 'string', enum: words, ...said(description) },
    parts: [],
    trouble(value) {
      if (typeof value !== 'string') return wrongKind(['string'], value);
      return known.has(value) ? null : unknownWord(value, words);
    },
  };
}

export function unknownWord(value: string, words: readonly string[]): Trouble {
  return trouble(
    'request/word',
    `"${shortened(value)}" is none of ${words.map((each) => `"${each}"`).join(', ')}`,
  );
}

export function said(description: string | undefined) {
  return description === undefined ? {} : { description };
}
