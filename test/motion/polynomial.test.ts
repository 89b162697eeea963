/** Polynomial segments: what holds for curves holds for joints; floating joints count as lengths. */
import { describe, expect, it } from 'vitest';
import { InputError, Random, U } from '../../src/math/index.ts';
import {
  COEFFICIENTS,
  floatingDofs,
  PolynomialSegment,
  StraightSegment,
} from '../../src/motion/index.ts';
import { Dyadic, derivativeAt } from '../helpers/motion/exactPolynomial.ts';
import { testTree } from '../helpers/motion/trees.ts';

const tree = testTree('floating');
const [base] = floatingDofs(tree);
const count = tree.dofs.length;
const isFloating = (d: number) => d >= base && d < base + 7;

function coefficients(random: Random, scale = 1): Float64Array {
  const c = new Float64Array(COEFFICIENTS * count);
  for (let d = 0; d < count; d++) {
    const quaternion = isFloating(d) && d >= base + 3;
    for (let k = 0; k < (quaternion ? 2 : 6); k++) {
      const size = quaternion ? 1 : scale * 10 ** random.between(-2, 1);
      c[COEFFICIENTS * d + k] = size * random.between(-1, 1);
    }
  }
  return c;
}

const own = (c: Float64Array, d: number) => c.slice(COEFFICIENTS * d, COEFFICIENTS * (d + 1));

/** Exact derivatives of all degrees of freedom that are polynomials. */
const exact = (c: Float64Array, k: number, t: number) =>
  Array.from({ length: count }, (_, d) => derivativeAt(own(c, d), k, Dyadic.of(t)));

const filled = () => new Float64Array(count + 2).fill(7);

describe('polynomial segments (seed 511)', () => {
  const random = new Random(511);
  const cases = Array.from({ length: 30 }, (_, i) => {
    const c = coefficients(random, [1, 1e6, 1e-6][i % 3]);
    const [a, b] = [random.unit(), random.unit()].sort((x, y) => x - y);
    return { c, segment: new PolynomialSegment(tree, c), a, b };
  });
  const times = [0, 0.125, 0.3, 0.5, 0.77, 1];

  it('are where their coefficients say, within their errors', () => {
    for (const { c, segment } of cases) {
      const error = new Float64Array(count);
      segment.errorUpperInto(error, 0);
      for (const t of times) {
        const q = filled();
        segment.configurationInto(t, q, 1);
        expect([q[0], q[count + 1]]).toEqual([7, 7]);
        const off = exact(c, 0, t).map((x, d) => Math.abs(x.minus(Dyadic.of(q[1 + d])).number()));
        for (let d = 0; d < count; d++) {
          if (!isFloating(d)) expect(off[d]).toBeLessThanOrEqual(error[d]);
        }
        const [x, y, z] = off.slice(base);
        expect(Math.hypot(x, y, z)).toBeLessThanOrEqual(error[base]);
      }
      expect([...error.subarray(base + 1, base + 3)]).toEqual([0, 0]);
      expect(error[base + 3]).toBeGreaterThan(0);
    }
  });

  it('turn as straight segments do, and begin and end where they should', () => {
    for (const { segment } of cases) {
      const straight = new StraightSegment(tree, segment.from, segment.to);
      const [p, q] = [new Float64Array(count), new Float64Array(count)];
      for (const t of times) {
        segment.configurationInto(t, p, 0);
        straight.configurationInto(t, q, 0);
        expect(p.slice(base + 3, base + 7)).toEqual(q.slice(base + 3, base + 7));
        segment.rateInto(t, p, 0);
        straight.rateInto(t, q, 0);
        expect(p.slice(base + 3, base + 6)).toEqual(q.slice(base + 3, base + 6));
        expect(p[base + 6]).toBe(0);
      }
      segment.configurationInto(0, p, 0);
      expect(p).toEqual(segment.from);
      segment.configurationInto(1, p, 0);
      expect(p).toEqual(segment.to);
    }
  });

  it('have the derivatives of their coefficients', () => {
    for (const { c, segment } of cases) {
      for (const t of times) {
        for (const k of [1, 2]) {
          const got = new Float64Array(count);
          if (k === 1) segment.rateInto(t, got, 0);
          else segment.accelerationInto(t, got, 0);
          exact(c, k, t).forEach((x, d) => {
            if (isFloating(d) && d >= base + 3) {
              if (k === 2) expect(got[d]).toBe(0);
              return;
            }
            const size = own(c, d).reduce((sum, y) => sum + 20 * Math.abs(y), 0);
            expect(Math.abs(x.minus(Dyadic.of(got[d])).number())).toBeLessThan(16 * U * size);
          });
        }
      }
    }
  });

  it('never exceed the bounds of their derivatives; floating origins count as lengths', () => {
    for (const { c, segment, a, b } of cases) {
      const bounds = [1, 2, 3].map((k) => {
        const out = filled();
        if (k === 1) segment.rateUpperInto(a, b, out, 1);
        else if (k === 2) segment.accelerationUpperInto(a, b, out, 1);
        else segment.jerkUpperInto(a, b, out, 1);
        expect([out[0], out[count + 1]]).toEqual([7, 7]);
        return out.slice(1, count + 1);
      });
      bounds.forEach((bound, i) => {
        let reached = 0;
        for (let n = 0; n <= 32; n++) {
          const t = n === 32 ? b : a + ((b - a) * n) / 32;
          const x = exact(c, i + 1, t).map((v) => Math.abs(v.number()));
          for (let d = 0; d < count; d++) {
            if (!isFloating(d)) expect(x[d]).toBeLessThanOrEqual(bound[d]);
          }
          const length = Math.hypot(x[base], x[base + 1], x[base + 2]);
          expect(length).toBeLessThanOrEqual(bound[base]);
          reached = Math.max(reached, length);
        }
        // Not more than the three largest components together, which are at different times.
        expect(bound[base]).toBeGreaterThan(0);
        expect(bound[base]).toBeLessThan(Math.sqrt(3) * (1.2 * reached + 1e-3 * bound[base]) * 3);
        expect([...bound.subarray(base + 1, base + 3)]).toEqual([0, 0]);
        expect([...bound.subarray(base + 4, base + 7)]).toEqual([0, 0, 0]);
        const turn = new Float64Array(count);
        segment.rateInto(0, turn, 0);
        const angle = Math.hypot(...turn.subarray(base + 3, base + 6));
        if (i === 0) expect(bound[base + 3]).toBeGreaterThanOrEqual(angle);
        else expect(bound[base + 3]).toBe(0);
      });
    }
  });

  it('vary by no more than is said, and stay in their range', () => {
    for (const { c, segment, a, b } of cases) {
      const [upper, low, high] = [0, 1, 2].map(() => new Float64Array(count));
      segment.variationUpperInto(a, b, upper, 0);
      segment.rangeInto(low, high);
      const points = Array.from({ length: 65 }, (_, n) =>
        exact(c, 0, n === 64 ? b : a + ((b - a) * n) / 64).map((x) => x.number()),
      );
      let way = 0;
      const ways = new Float64Array(count);
      points.forEach((p, n) => {
        for (let d = 0; d < count; d++) {
          if (isFloating(d) && d >= base + 3) continue;
          expect(p[d]).toBeGreaterThanOrEqual(low[d]);
          expect(p[d]).toBeLessThanOrEqual(high[d]);
          if (n > 0) ways[d] += Math.abs(p[d] - points[n - 1][d]);
        }
        if (n === 0) return;
        way += Math.hypot(...[0, 1, 2].map((k) => p[base + k] - points[n - 1][base + k]));
      });
      for (let d = 0; d < count; d++) {
        if (!isFloating(d)) expect(ways[d]).toBeLessThanOrEqual(upper[d] * (1 + 1e-13));
      }
      expect(way).toBeLessThanOrEqual(upper[base] * (1 + 1e-13));
      expect(upper[base]).toBeLessThanOrEqual(
        (ways[base] + ways[base + 1] + ways[base + 2]) * 1.01 + 1e-3 * upper[base],
      );
      expect([low[base + 3], high[base + 6]]).toEqual([-Infinity, Infinity]);
    }
  });

  it('keep their own copy', () => {
    const c = coefficients(new Random(1));
    const segment = new PolynomialSegment(tree, c);
    const before = segment.coefficients.slice();
    c.fill(0);
    expect(segment.coefficients).toEqual(before);
  });
});

it('refuses what is no motion', () => {
  const code = (c: Float64Array) => {
    try {
      new PolynomialSegment(tree, c);
    } catch (error) {
      if (error instanceof InputError) return error.fault.code;
    }
    return 'none';
  };
  const good = coefficients(new Random(2));
  expect(code(good)).toBe('none');
  expect(code(good.slice(1))).toBe('path/length');
  for (const bad of [Number.NaN, Infinity, -Infinity, 1e301]) {
    expect(code(good.with(COEFFICIENTS * (base + 7) + 5, bad))).toBe('path/non-finite');
  }
  const flat = good.slice();
  for (let d = base + 3; d < base + 7; d++) flat[COEFFICIENTS * d + 1] = 0;
  expect(code(flat)).toBe('configuration/quaternion');
});
