/** Numbers in print: never more than is known, however small, and the same number the same way. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  apartText,
  boundText,
  columnLower,
  columnUpper,
  kilobytes,
  metres,
  metresBelow,
  metresLower,
  metresUpper,
  mm,
  mmAbove,
  mmBelow,
  mmLower,
  mmNumber,
  mmUpper,
  openSpan,
  percentUpper,
  provenSpan,
  secondsAsked,
  secondsProven,
  secondsText,
  secondsWithin,
  tProven,
  tText,
} from '../../src/words/index.ts';
import { lengths, metresOf, ordered, places, RUNS, SEED, spans } from '../helpers/words/numbers.ts';

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

describe(`what is beside a limit, seed ${SEED}`, () => {
  it('reads so, however near it is, and never less than was measured', () => {
    fc.assert(
      fc.property(ordered, ([x, limit]) => {
        const below = metresOf(mmBelow(x, limit));
        expect(below).toBeGreaterThanOrEqual(x);
        expect(below).toBeLessThan(limit);
        const inMetres = Number.parseFloat(metresBelow(x, limit));
        expect(inMetres).toBeGreaterThanOrEqual(x);
        expect(inMetres).toBeLessThan(limit);
        // The other way: a lower bound above a limit.
        const above = metresOf(mmAbove(limit, x));
        expect(above).toBeLessThanOrEqual(limit);
        expect(above).toBeGreaterThan(x);
      }),
      RUNS,
    );
  });

  it('is rounded as ever where it is on the other side', () => {
    expect(mmBelow(0.002, 0.001)).toBe('2 mm');
    expect(mmAbove(0.0012345, 0.002)).toBe('1.234 mm');
  });

  it('has as many digits as it takes, and no more', () => {
    expect(mmBelow(0.00123449, 0.0012345)).toBe('1.23449 mm');
    expect(mmBelow(0.0004, 0.0012345)).toBe('0.4 mm');
    expect(mmAbove(0.00123451, 0.0012345)).toBe('1.23451 mm');
  });
});

describe(`what was asked for, seed ${SEED}`, () => {
  it('is printed to the last digit', () => {
    fc.assert(
      fc.property(lengths, (x) => {
        expect(metresOf(mm(x))).toBe(x);
        expect(Number(mmNumber(x))).toBeCloseTo(1000 * x, -Math.log10(1e-9 * x) - 3);
        expect(Number.parseFloat(metres(x))).toBe(x);
        expect(Number.parseFloat(secondsAsked(x))).toBe(x);
        expect(metresOf(mm(-x))).toBe(-x);
      }),
      RUNS,
    );
  });

  it('has these texts', () => {
    expect(mm(0.0123456)).toBe('12.3456 mm');
    expect(mm(1e-4)).toBe('0.1 mm');
    expect(mm(0.3)).toBe('300 mm');
    expect(mm(1e-9)).toBe('0.000001 mm');
    expect(mm(1.5e-10)).toBe('1.5e-7 mm');
    expect(mm(1e20)).toBe('1e+23 mm');
    expect(mm(120)).toBe('120000 mm');
    expect(metres(0.123456)).toBe('0.123456 m');
    expect(secondsAsked(2)).toBe('2 s');
    expect(secondsAsked(0.12345678)).toBe('0.12345678 s');
  });
});

describe(`other bounds, seed ${SEED}`, () => {
  it('in metres are rounded as those in millimetres', () => {
    fc.assert(
      fc.property(lengths, fc.integer({ min: 2, max: 12 }), (x, digits) => {
        expect(Number.parseFloat(metresLower(x, digits))).toBeLessThanOrEqual(x);
        expect(Number.parseFloat(metresUpper(x, digits))).toBeGreaterThanOrEqual(x);
        expect(Number.parseFloat(metresLower(x, digits))).toBeGreaterThan(0);
        expect(metresOf(mmLower(x))).toBe(Number.parseFloat(metresLower(x)));
      }),
      RUNS,
    );
  });

  it('of shares, of columns and of files are never less, or never more', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-6, max: 2, noNaN: true }), (x) => {
        const [percent] = percentUpper(x).split(' ');
        const [digits, power = '0'] = percent.split('e');
        expect(Number(`${digits}e${Number(power) - 2}`)).toBeGreaterThanOrEqual(x);
        expect(Number(columnUpper(x, 3))).toBeGreaterThanOrEqual(x);
        expect(Number(columnLower(x, 3))).toBeLessThanOrEqual(x);
        expect(columnLower(x, 3)).toMatch(/^\d\.\d{3}$/);
        expect(columnUpper(x, 3)).toMatch(/^\d\.\d{3}$/);
        const bytes = Math.floor(1e6 * x);
        expect(1000 * Number.parseFloat(kilobytes(bytes))).toBeGreaterThanOrEqual(bytes);
      }),
      RUNS,
    );
    expect(percentUpper(0.07)).toBe('7 %');
    expect(percentUpper(0.05)).toBe('5 %');
    expect(percentUpper(0.012345)).toBe('1.24 %');
  });

  it('of seconds within a delay never read as beyond it', () => {
    const delays = fc.tuple(lengths, fc.double({ min: 0, max: 1, noNaN: true }));
    fc.assert(
      fc.property(delays, ([most, part]) => {
        for (const x of [most, most * part]) {
          const text = secondsWithin(x, most);
          expect(Number.parseFloat(text)).toBeLessThanOrEqual(most);
          expect(Math.abs(Number.parseFloat(text) - x)).toBeLessThanOrEqual(1e-4);
        }
      }),
      RUNS,
    );
    expect(secondsWithin(0.12345678, 0.12345678)).toBe('0.1234 s');
    expect(secondsWithin(0.05, 0.1)).toBe('0.05 s');
  });

  it('of seconds on a clock are near, and not 0 where time has passed', () => {
    fc.assert(
      fc.property(lengths, (x) => {
        const read = Number.parseFloat(secondsText(x));
        expect(Math.abs(read - x)).toBeLessThanOrEqual(0.50001e-4 + 2e-12 * x);
        expect(read).toBeGreaterThan(0);
        const proven = Number.parseFloat(secondsProven(x));
        expect(proven).toBeLessThanOrEqual(x);
        expect(x - proven).toBeLessThanOrEqual(1.0001e-4 + 2e-12 * x);
      }),
      RUNS,
    );
  });
});
