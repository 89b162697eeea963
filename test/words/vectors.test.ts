/** Collision vectors in words: what is proven never reads as more, what was seen or is deep never as less. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stepTimesText, vectorLabel, vectorText } from '../../src/words/index.ts';
import { RUNS, SEED } from '../helpers/words/numbers.ts';

const FOUND = {
  status: 'apart',
  bodies: ['arm/hand', 'table'],
  lower: 0.0123456,
  distance: 0.0123457,
  depth: null,
} as const;

const metres = fc.double({ min: 1e-9, max: 1e3, noNaN: true });
const numbersIn = (text: string) => [...text.matchAll(/([\d.]+) mm/g)].map(([, n]) => Number(n));

describe(`vectors between classes, seed ${SEED}`, () => {
  it('read as no more than was proven, and no less than was seen', () => {
    fc.assert(
      fc.property(metres, metres, (lower, more) => {
        const found = { ...FOUND, lower, distance: lower + more };
        const [proven, seen] = numbersIn(vectorText(found));
        expect(proven).toBeLessThanOrEqual(1000 * lower);
        expect(seen).toBeGreaterThanOrEqual(1000 * found.distance * (1 - 1e-15));
        expect(numbersIn(vectorLabel(found))).toEqual([proven]);
      }),
      RUNS,
    );
  });

  it('that overlap read as at least so deep', () => {
    fc.assert(
      fc.property(metres, (depth) => {
        const found = { ...FOUND, status: 'colliding', lower: 0, distance: 0, depth } as const;
        const [told] = numbersIn(vectorText(found));
        expect(told).toBeGreaterThanOrEqual(1000 * depth * (1 - 1e-15));
        expect(numbersIn(vectorLabel(found))).toEqual([told]);
      }),
      RUNS,
    );
  });

  it('say what is so, and nothing that is not', () => {
    const text = (values: object) => vectorText({ ...FOUND, ...values });
    expect(text({})).toBe('arm/hand – table: at least 12.34 mm apart (proven), 12.35 mm seen');
    expect(text({ status: 'colliding', lower: 0, distance: 0 })).toBe(
      'arm/hand – table: in collision',
    );
    expect(vectorLabel({ ...FOUND, status: 'colliding' })).toBe('overlap');
    const near = text({ status: 'too-near-to-tell', lower: 0 });
    expect(near).toBe('arm/hand – table: too near to tell, 12.35 mm seen');
    const beyond = {
      status: 'beyond',
      bodies: null,
      lower: 0.1,
      distance: Number.POSITIVE_INFINITY,
    };
    expect(text(beyond)).toBe('at least 100 mm apart (proven)');
    for (const status of ['undecided', 'not-asked'] as const) {
      expect(text({ status, bodies: null })).not.toMatch(/apart|proven|mm/);
    }
  });

  it('tell how long steps took', () => {
    expect(stepTimesText({ count: 1000, median: 12.34, most: 56.78 })).toMatch(
      /^12\.3 µs median, 56\.8 µs at the 99th percentile of 1000 steps$/,
    );
  });
});
