/** Bounds in print: rounded so that they stay true, and by no more than their last digit. */
import { describe, expect, it } from 'vitest';
import {
  columnLower,
  columnUpper,
  factorLower,
  metresLower,
  metresUpper,
  mmLower,
  mmUpper,
  percentUpper,
  rateUpper,
} from '../../src/words/numbers.ts';

/** Functions with how many of what they print are one of what they take. */
const UPPER: Record<string, readonly [print: (x: number) => string, unit: number]> = {
  mmUpper: [mmUpper, 1e3],
  metresUpper: [metresUpper, 1],
  columnUpper: [(x) => columnUpper(x, 4), 1],
  percentUpper: [percentUpper, 100],
  rateUpper: [rateUpper, 1],
};
const LOWER: typeof UPPER = {
  mmLower: [mmLower, 1e3],
  metresLower: [metresLower, 1],
  columnLower: [(x) => columnLower(x, 4), 1],
  factorLower: [factorLower, 1],
};
const VALUES = [0.1234567, 0.9999999, 1.00000001, 7.65432109];

describe.each(Object.entries(UPPER))('%s', (_, [print, unit]) => {
  it.each(VALUES)('%f is no less in print, and little more', (x) => {
    const printed = Number.parseFloat(print(x)) / unit;
    expect(printed).toBeGreaterThan(x);
    expect(printed).toBeLessThan(1.01 * x);
  });
});

describe.each(Object.entries(LOWER))('%s', (_, [print, unit]) => {
  it.each(VALUES)('%f is no more in print, and little less', (x) => {
    const printed = Number.parseFloat(print(x)) / unit;
    expect(printed).toBeLessThan(x);
    expect(printed).toBeGreaterThan(0.99 * x);
  });
});
