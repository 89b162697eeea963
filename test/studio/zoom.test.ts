/** The part of the path that charts show, and the heights that stand for distances. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ScaleKind, scaleTicks, shareOf } from '../../studio/timeline/scale.ts';
import { panned, revealing, wholeSpan, zoomed } from '../../studio/timeline/span.ts';

describe('zooming', () => {
  it('keeps what one points at in place, and ends at the ends of the path', () => {
    const near = zoomed(wholeSpan(10), 10, 0.5, 8);
    expect(near).toEqual({ from: 4, to: 9 });
    expect(zoomed(near, 10, 100, 8)).toEqual({ from: 0, to: 10 });
    expect(panned(near, 10, 5)).toEqual({ from: 5, to: 10 });
    expect(panned(near, 10, -50)).toEqual({ from: 0, to: 5 });
  });

  it('shows the cursor again when it has left', () => {
    const span = { from: 4, to: 5 };
    expect(revealing(span, 10, 4.5)).toBe(span);
    for (const position of [0, 3.99, 5.01, 10]) {
      const { from, to } = revealing(span, 10, position);
      expect(to - from).toBeCloseTo(1, 12);
      expect(position).toBeGreaterThanOrEqual(from);
      expect(position).toBeLessThanOrEqual(to);
    }
  });

  it('never leaves the path nor turns around (seed 1)', () => {
    const step = fc.record({
      factor: fc.double({ min: 0.01, max: 100, noNaN: true }),
      around: fc.double({ min: -1, max: 4, noNaN: true }),
      by: fc.double({ min: -5, max: 5, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let span = wholeSpan(3);
        for (const { factor, around, by } of steps) {
          span = panned(zoomed(span, 3, factor, around), 3, by);
          expect(span.from).toBeGreaterThanOrEqual(0);
          expect(span.to).toBeLessThanOrEqual(3);
          expect(span.to).toBeGreaterThan(span.from);
        }
      }),
      { seed: 1, numRuns: 200 },
    );
  });
});

describe.each(['root', 'log', 'linear'] as const)('the %s scale', (kind: ScaleKind) => {
  it('goes up with the distance, from 0 to 1', () => {
    const distances = [-1, 0, 1e-7, 2e-6, 1e-5, 1e-4, 1e-3, 0.01, 0.1, 0.25];
    const shares = distances.map((metres) => shareOf(kind, metres, 0.25));
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect([shares[0], shares[1], shares.at(-1)]).toEqual([0, 0, 1]);
  });

  it.each([0.25, 0.021, 1e-3, 1e-5])('has round lines that do not touch, up to %s m', (top) => {
    const ticks = scaleTicks(kind, top, 5);
    expect(ticks.length).toBeGreaterThanOrEqual(2);
    const shares = ticks.map((mm) => shareOf(kind, mm / 1000, top));
    for (let i = 1; i < shares.length; i++) {
      expect(shares[i] - shares[i - 1]).toBeGreaterThan(0.1);
      expect(shares[i]).toBeLessThanOrEqual(1 + 1e-9);
    }
  });
});

it('a millimetre can be seen beside a quarter of a metre', () => {
  expect(shareOf('linear', 1e-3, 0.25)).toBeLessThan(0.01);
  expect(shareOf('root', 1e-3, 0.25)).toBeGreaterThan(0.06);
  expect(shareOf('log', 1e-3, 0.25)).toBeGreaterThan(0.5);
});
