/** Numbers in print: never more than is known, however small, and the same number the same way. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  apartText,
  boundText,
  metresLower,
  mm,
  mmBelow,
  mmLower,
  mmUpper,
  openSpan,
  provenSpan,
  tProven,
  tText,
} from '../../src/words/index.ts';

const SEED = 20261116;
const RUNS = { seed: SEED, numRuns: 2_000 };

/** What a text in millimetres says, in metres: the decimal point is moved, nothing is rounded. */
function metresOf(text: string): number {
  const [, number] = /^(\S+) mm$/.exec(text)!;
  const [digits, exponent = '0'] = number.split('e');
  return Number(`${digits}e${Number(exponent) - 3}`);
}

/** Lengths of all sizes, round ones and their neighbours. */
const lengths = fc.oneof(
  fc.double({ min: 1e-300, max: 1e6, noNaN: true }),
  fc.double({ min: 1e-9, max: 10, noNaN: true }),
  fc
    .tuple(fc.integer({ min: 1, max: 99_999 }), fc.integer({ min: -14, max: 1 }))
    .map(([n, e]) => Number(`${n}e${e}`)),
  fc
    .tuple(fc.integer({ min: 1, max: 10_000 }), fc.integer({ min: -12, max: 0 }), fc.boolean())
    .map(([n, e, up]) => Number(`${n}e${e}`) * (up ? 1 + 2 ** -52 : 1 - 2 ** -53)),
);

describe(`lengths, seed ${SEED}`, () => {
  it('a lower bound is printed as no more, an upper bound as no less, both to four digits', () => {
    fc.assert(
      fc.property(lengths, (x) => {
        const [low, high] = [metresOf(mmLower(x)), metresOf(mmUpper(x))];
        expect(low).toBeLessThanOrEqual(x);
        expect(high).toBeGreaterThanOrEqual(x);
        // Half of a unit of the fourth digit would be to the nearest; a whole one is to either side.
        expect(x - low).toBeLessThanOrEqual(1.001e-3 * x);
        expect(high - x).toBeLessThanOrEqual(1.001e-3 * x);
        expect(Math.abs(metresOf(mm(x)) - x)).toBeLessThanOrEqual(0.5001e-3 * x);
      }),
      RUNS,
    );
  });

  it('what is more than 0 never reads 0', () => {
    fc.assert(
      fc.property(lengths, (x) => {
        expect(metresOf(mmLower(x))).toBeGreaterThan(0);
        expect(boundText({ lower: x, apart: false })).toBe(mmLower(x));
        expect(apartText({ lower: x, upper: null, apart: false })).toBe(`at least ${mmLower(x)}`);
      }),
      RUNS,
    );
  });

  it('has these texts', () => {
    expect(mmLower(0.05)).toBe('50 mm');
    expect(mmUpper(0.05)).toBe('50 mm');
    expect(mmLower(0.05 - 1e-12)).toBe('49.999999 mm');
    expect(mmUpper(0.05 + 1e-12)).toBe('50.000001 mm');
    expect(mmLower(0.05 - 1e-7)).toBe('49.99 mm');
    expect(mmUpper(0.05 + 1e-7)).toBe('50.01 mm');
    expect(mmLower(0.001 - 1e-15)).toBe('0.9999999 mm');
    expect(mmLower(1.23456e-8)).toBe('0.00001234 mm');
    expect(mmLower(1.23456e-11)).toBe('1.234e-8 mm');
    expect(mmUpper(-0.001)).toBe('-1 mm');
    expect(mmLower(-0.00012345)).toBe('-0.1235 mm');
    expect(mm(0)).toBe('0 mm');
    expect(metresLower(0.123456)).toBe('0.1234 m');
    expect(metresLower(2 / 3, 12)).toBe('0.666666666666 m');
    expect(mmBelow(0.0009999999, 0.001)).toBe('0.9999999 mm');
    expect(mmBelow(0.0005, 0.001)).toBe('0.5 mm');
    expect(mmLower(0)).toBe('0 mm');
  });

  it('of a bound of 0 says what is known: apart, in contact, or neither', () => {
    expect(apartText({ lower: 0, upper: 0, apart: false })).toBe('in contact');
    expect(apartText({ lower: 0, upper: 1e-5, apart: false })).toBe('not proven to be apart');
    expect(apartText({ lower: 0, upper: 1.21e-5, apart: true })).toBe(
      'apart, at the nearest by 0.0121 mm or less',
    );
    expect(apartText({ lower: 0, upper: Infinity, apart: true })).toBe('apart, by more than 0 mm');
    expect(boundText({ lower: 0, apart: true })).toBe('more than 0 mm');
    expect(boundText({ lower: 0, apart: false })).toBe('0 mm');
  });
});

const places = fc.oneof(
  fc.double({ min: 0, max: 1, noNaN: true }),
  fc.integer({ min: 0, max: 1_000_000 }).map((n) => n / 1e6),
  fc.integer({ min: 0, max: 2 ** 20 }).map((n) => n * 2 ** -20),
  fc.integer({ min: 1, max: 999_999 }).map((n) => (n / 1e6) * (1 - 2 ** -53)),
);
const spans = fc.tuple(places, places).filter(([a, b]) => a < b);

describe(`places, seed ${SEED}`, () => {
  it('are rounded down where a proof ends, up where something was seen', () => {
    fc.assert(
      fc.property(places, (t) => {
        expect(Number(tProven(t))).toBeLessThanOrEqual(t);
        expect(Number(tText(t))).toBeGreaterThanOrEqual(t);
        expect(t - Number(tProven(t))).toBeLessThan(1.0001e-6);
        expect(Number(tText(t)) - t).toBeLessThan(1.0001e-6);
        expect(tText(t)).not.toMatch(/e|\.\d{7}|\.$|\.\d*0$/);
      }),
      RUNS,
    );
  });

  it('a bracket encloses what it is of, and its ends differ', () => {
    fc.assert(
      fc.property(spans, ([from, to]) => {
        const [low, high] = openSpan(from, to);
        expect(Number(low)).toBeLessThanOrEqual(from);
        expect(Number(high)).toBeGreaterThanOrEqual(to);
        expect(low).not.toBe(high);
        // A witness at its end, or within, is printed within.
        expect(tText(to)).toBe(high);
        expect(Number(tText(from))).toBeLessThanOrEqual(Number(high));
        expect(Number(tText(from))).toBeGreaterThanOrEqual(Number(low));
      }),
      RUNS,
    );
  });

  it('a proven part never looks longer, and meets its neighbours in the same number', () => {
    fc.assert(
      fc.property(spans, ([from, to]) => {
        const [low, high] = provenSpan(from, to);
        expect(Number(low)).toBeGreaterThanOrEqual(from);
        expect(Number(high)).toBeLessThanOrEqual(to);
        expect(Number(low)).toBeLessThanOrEqual(Number(high));
        if (to - from < 2e-6) return;
        expect(low).toBe(tText(from));
        expect(high).toBe(tProven(to));
      }),
      RUNS,
    );
  });
});
