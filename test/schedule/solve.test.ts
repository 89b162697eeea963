/** The root that a bound of the time of impact is: never too late, checked in rational numbers, and hardly too early. */
import { expect, it } from 'vitest';
import { Random } from '../../src/math/index.ts';
import { ADVANCE_SIZE } from '../../src/schedule/index.ts';
import { spanLower } from '../../src/schedule/solve.ts';
import { decompose } from '../helpers/oracles/rational.ts';

/** The sign of fixed + linear s + square s^2 - margin, exactly. */
function excess([fixed, linear, square]: Float64Array, s: number, margin: number): number {
  const SHIFT = 3300;
  const scaled = (factors: number[]) => {
    const parts = factors.map(decompose);
    const exp = parts.reduce((sum, part) => sum + part.exp, 0) + SHIFT;
    return parts.reduce((all, part) => all * part.mantissa, 1n) << BigInt(exp);
  };
  const value = scaled([fixed]) + scaled([linear, s]) + scaled([square, s, s]) - scaled([margin]);
  return value < 0n ? -1 : value > 0n ? 1 : 0;
}

it('never exceeds the margin, seed 11', () => {
  const random = new Random(11);
  const size = () => (random.unit() < 0.5 ? -1 : 1) * 10 ** random.between(-12, 6);
  const sometimes = () => (random.unit() < 0.2 ? 0 : size());
  let tight = 0;
  let late = 0;
  for (let i = 0; i < 3000; i++) {
    const c = Float64Array.of(random.unit() < 0.5 ? 0 : Math.abs(size()), sometimes(), sometimes());
    const margin = c[0] + Math.abs(size());
    // Nearly a double root now and then.
    if (random.unit() < 0.2 && c[1] > 0 && margin > c[0])
      c[2] = (-c[1] * c[1]) / (4 * (margin - c[0]));
    const span = 10 ** random.between(-6, 6);
    const s = spanLower(margin, c, 0, span);
    expect(s).toBeGreaterThanOrEqual(0);
    expect(s).toBeLessThanOrEqual(span);
    for (const part of [1, 0.999, 0.3]) if (excess(c, s * part, margin) === 1) late++;
    if (s === span || margin === c[0]) continue;
    // A little later the margin is used up, but where the parabola only touches it.
    if (excess(c, s * (1 + 1e-6), margin) === 1) tight++;
    else expect(c[2]).toBeLessThan(0);
  }
  expect(late).toBe(0);
  expect(tight).toBeGreaterThan(700);
});

it('takes what is not a number, and what is infinite, for no bound', () => {
  const c = new Float64Array(ADVANCE_SIZE);
  for (const wrong of [Number.NaN, Number.POSITIVE_INFINITY]) {
    for (let k = 0; k < ADVANCE_SIZE; k++) {
      c.fill(0);
      c[k] = wrong;
      expect(spanLower(1, c, 0, 1)).toBe(0);
    }
  }
  c.fill(0);
  expect(spanLower(Number.NaN, c, 0, 1)).toBe(0);
  expect(spanLower(0, c, 0, 1)).toBe(0);
  expect(spanLower(1, c, 0, 1)).toBe(1);
});
