/** Impacts in words: brackets that hold what they bracket, and what fixed steps see. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  fixedStepsText,
  impactTimesText,
  secondsBracket,
  toleranceText,
} from '../../src/words/index.ts';

describe('brackets of times (seed 16)', () => {
  it('hold what they bracket, and are not much wider', () => {
    const time = fc.double({ min: -100, max: 1000, noNaN: true });
    const width = fc.double({ min: -10, max: 1, noNaN: true }).map((x) => 10 ** x);
    fc.assert(
      fc.property(time, width, (from, wide) => {
        const to = from + wide;
        const [low, high] = secondsBracket(from, to).map((text) => Number.parseFloat(text));
        expect(low).toBeLessThanOrEqual(from);
        expect(high).toBeGreaterThanOrEqual(to);
        expect(high - low).toBeLessThanOrEqual(Math.max(3e-4, 1.3 * (to - from)) + 1e-12);
      }),
      { seed: 16, numRuns: 500 },
    );
  });

  it('have these texts', () => {
    expect(impactTimesText({ free: 0.30171234, hit: 0.30171236 })).toBe(
      'between 0.30171234 s and 0.30171236 s',
    );
    expect(impactTimesText({ free: 0.3, hit: 0.30002 })).toBe('between 0.3 s and 0.30002 s');
    expect(impactTimesText({ free: 0, hit: 0 })).toBe('at 0 s');
    expect(toleranceText(1e-4)).toContain('nearer than 0.1 mm');
  });
});

it('fixed steps have these texts', () => {
  const names = ['bullet', 'wall'] as const;
  const before = { time: 0, distance: 8.579 };
  const facts = {
    step: 1 / 30,
    impacts: 1,
    looks: 4000,
    all: 1,
    first: { names, before, after: null },
  };
  expect(fixedStepsText(facts)).toBe(
    'Looking at every pair each 0.0333 s takes 4,000 looks and sees one impact, where there is one. ' +
      'The first two to meet, "bullet" and "wall", are seen at least 8.57 m apart at 0 s.',
  );
  const after = { time: 0.0333, distance: 0 };
  expect(
    fixedStepsText({ ...facts, impacts: 2, all: 12345, first: { names, before, after } }),
  ).toBe(
    'Looking at every pair each 0.0333 s takes 4,000 looks and sees 2 impacts, where there are 12,345. ' +
      'The first two to meet, "bullet" and "wall", are seen at least 8.57 m apart at 0 s and in each other at 0.0333 s.',
  );
});
