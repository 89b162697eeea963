/** Bounds of polynomials against exact arithmetic: never exceeded, and no larger than they must be. */
import { describe, expect, it, test } from 'vitest';
import { Random, U } from '../../src/math/index.ts';
import { COEFFICIENTS, Curve } from '../../src/motion/index.ts';
import { Dyadic, derivativeAt, sizeOf } from '../helpers/motion/exactPolynomial.ts';

/** Product of (t - r) over the roots, integrated, in doubles: stationary points at the roots. */
function withStationary(roots: readonly number[], scale: number, start: number): number[] {
  let p = [scale];
  for (const r of roots) {
    const next = new Array(p.length + 1).fill(0);
    p.forEach((x, j) => {
      next[j + 1] += x;
      next[j] -= r * x;
    });
    p = next;
  }
  const c = [start, ...p.map((x, j) => x / (j + 1))];
  while (c.length < COEFFICIENTS) c.push(0);
  return c;
}

const KINDS: Record<string, (random: Random) => number[]> = {
  'of any size': (random) =>
    Array.from({ length: 6 }, () => random.between(-1, 1) * 10 ** random.between(-3, 3)),
  huge: (random) => Array.from({ length: 6 }, () => random.between(-1, 1) * 1e290),
  tiny: (random) => Array.from({ length: 6 }, () => random.between(-1, 1) * 1e-280),
  'far from zero': (random) =>
    Array.from({ length: 6 }, (_, j) => random.between(-1, 1) * (j === 0 ? 1e6 : 1)),
  sparse: (random) =>
    Array.from({ length: 6 }, () => (random.below(2) ? random.between(-2, 2) : 0)),
  'with stationary points that nearly coincide': (random) => {
    const r = random.unit();
    const near = () => r + random.between(-1, 1) * 10 ** random.between(-17, -2);
    const others = [random.unit(), random.between(-1, 2)];
    const roots = random.below(2) ? [near(), near(), ...others] : [near(), near(), near(), near()];
    return withStationary(roots.slice(0, 2 + random.below(3)), random.between(-40, 40), 1);
  },
  'with stationary points near the ends': (random) => {
    const small = () => 10 ** random.between(-17, -3) * (random.below(2) ? 1 : -1);
    return withStationary([small(), 1 + small(), random.unit()], 10, random.between(-1, 1));
  },
  'that cancel': (random) => {
    const c = Array.from({ length: 6 }, () => random.between(-1e5, 1e5));
    c[0] = -(c[1] / 2 + c[2] / 4 + c[3] / 8 + c[4] / 16 + c[5] / 32);
    return c;
  },
};

function interval(random: Random): [number, number] {
  const kind = random.below(4);
  if (kind === 0) return [0, 1];
  const a = random.unit();
  if (kind === 1) return [a, Math.min(1, a + 10 ** random.between(-12, -1))];
  const b = random.unit();
  return a < b ? [a, b] : [b, a];
}

const SAMPLES = 64;

/** Points of [a, b], both ends among them; also where the derivative of order k + 1 is nearly 0. */
function samples(c: readonly number[], k: number, a: number, b: number): number[] {
  const points = Array.from({ length: SAMPLES + 1 }, (_, i) =>
    i === SAMPLES ? b : a + ((b - a) * i) / SAMPLES,
  );
  const slope = (t: number) => derivativeAt(c, k + 1, Dyadic.of(t)).num;
  const roots: number[] = [];
  for (let i = 0; i < SAMPLES; i++) {
    let [low, high] = [points[i], points[i + 1]];
    const sign = slope(low) < 0n;
    if (slope(high) < 0n === sign) continue;
    for (let n = 0; n < 60; n++) {
      const middle = 0.5 * (low + high);
      if (slope(middle) < 0n === sign) low = middle;
      else high = middle;
    }
    roots.push(low, high);
  }
  return [...points, ...roots].sort((x, y) => x - y);
}

describe.each(Object.entries(KINDS))('polynomials %s (seed 501)', (_, draw) => {
  const random = new Random(501);
  const cases = Array.from({ length: 30 }, () => {
    const c = draw(random);
    const [a, b] = interval(random);
    return { c, a, b, curve: new Curve(Float64Array.from(c), 0) };
  });

  it('are evaluated within 16 u of the sizes of their terms', () => {
    for (const { c, curve, a, b } of cases) {
      for (let k = 0; k <= 3; k++) {
        for (const t of [0, a, 0.5 * (a + b), b, 1]) {
          const off = derivativeAt(c, k, Dyadic.of(t))
            .minus(Dyadic.of(curve.at(k, t)))
            .abs();
          expect(off.number()).toBeLessThanOrEqual(16 * U * sizeOf(c, k));
        }
      }
      const all = sizeOf(c, 0) + sizeOf(c, 1) + sizeOf(c, 2);
      if (!curve.still) expect(curve.error).toBeGreaterThanOrEqual(16 * U * all * (1 - 1e-12));
    }
  });

  it('never exceed their bounds, and come near them', () => {
    for (const { c, curve, a, b } of cases) {
      for (let k = 0; k <= 3; k++) {
        const values = samples(c, k, a, b).map((t) => derivativeAt(c, k, Dyadic.of(t)));
        const most = Dyadic.of(curve.mostUpper(k, a, b));
        for (const value of values) expect(value.abs().against(most)).toBeLessThanOrEqual(0);
        // Between samples there is no more than the second derivative allows.
        const bend = sizeOf(c, k + 2) * (((b - a) / SAMPLES) ** 2 / 8);
        const seen = Math.max(...values.map((v) => Math.abs(v.number())));
        const room = 2 * curve.slack[k] + bend;
        expect(most.number()).toBeLessThanOrEqual((seen + room) * (1 + 1e-12));
      }
      const slackMost = 64 * U * [0, 1, 2, 3, 4, 5].reduce((sum, k) => sum + sizeOf(c, k), 0);
      expect(curve.slack[0]).toBeLessThanOrEqual(slackMost);
    }
  });

  it('stay in their range, and vary by no more than is said', () => {
    for (const { c, curve, a, b } of cases) {
      const values = samples(c, 0, a, b).map((t) => derivativeAt(c, 0, Dyadic.of(t)));
      const [low, high] = [Dyadic.of(curve.lower(a, b)), Dyadic.of(curve.upper(a, b))];
      let varied = new Dyadic(0n, 0);
      values.forEach((value, i) => {
        expect(value.against(low)).toBeGreaterThanOrEqual(0);
        expect(value.against(high)).toBeLessThanOrEqual(0);
        if (i > 0) varied = varied.plus(value.minus(values[i - 1]).abs());
      });
      const bend = sizeOf(c, 2) * (((b - a) / SAMPLES) ** 2 / 8);
      const numbers = values.map((v) => v.number());
      const room = 2 * curve.slack[0] + bend;
      expect(low.number()).toBeGreaterThanOrEqual(Math.min(...numbers) - room * (1 + 1e-9));
      expect(high.number()).toBeLessThanOrEqual(Math.max(...numbers) + room * (1 + 1e-9));
      const upper = curve.variationUpper(a, b);
      expect(varied.against(Dyadic.of(upper))).toBeLessThanOrEqual(0);
      // A polynomial of degree five turns back four times at most.
      const most = varied.number() + 8 * bend + 16 * curve.slack[0] + 16 * U * sizeOf(c, 0);
      expect(upper).toBeLessThanOrEqual(most * (1 + 1e-9));
    }
  });
});

test('extrema of the Chebyshev polynomial T5 are attained', () => {
  // T5(2 t - 1).
  const curve = new Curve(Float64Array.of(-1, 50, -400, 1120, -1280, 512), 0);
  expect(curve.mostUpper(0, 0, 1)).toBeGreaterThanOrEqual(1);
  expect(curve.mostUpper(0, 0, 1)).toBeLessThan(1 + 1e-8);
  expect(curve.upper(0, 1)).toBeCloseTo(1, 8);
  expect(curve.lower(0, 1)).toBeCloseTo(-1, 8);
  // Up and down between -1 and 1 five times; at the ends it is steepest.
  expect(curve.variationUpper(0, 1)).toBeGreaterThanOrEqual(10);
  expect(curve.variationUpper(0, 1)).toBeLessThan(10 + 1e-7);
  expect(curve.mostUpper(1, 0, 1)).toBeGreaterThanOrEqual(50);
  expect(curve.mostUpper(1, 0, 1)).toBeLessThan(50 + 1e-7);
  // Inside of its first quarter it only rises to 1 and falls.
  expect(curve.upper(0, 0.2)).toBeCloseTo(1, 8);
});

test('constants stand still', () => {
  for (const value of [0, 3.5, -1e300, 1e-310]) {
    const curve = new Curve(Float64Array.of(value, 0, 0, 0, 0, 0), 0);
    expect(curve.still).toBe(true);
    expect(curve.error).toBe(0);
    expect(curve.variationUpper(0, 1)).toBe(0);
    for (const k of [1, 2, 3]) expect(curve.mostUpper(k, 0, 1)).toBe(0);
    expect([curve.lower(0, 1), curve.upper(0, 1)]).toEqual([value, value]);
    expect(curve.mostUpper(0, 0.25, 0.5)).toBe(Math.abs(value));
  }
});

test('lines vary by what they rise', () => {
  const curve = new Curve(Float64Array.of(1, -3, 0, 0, 0, 0), 0);
  expect(curve.variationUpper(0.25, 0.75)).toBeGreaterThanOrEqual(1.5);
  expect(curve.variationUpper(0.25, 0.75)).toBeLessThan(1.5 + 1e-13);
  expect(curve.mostUpper(2, 0, 1)).toBeLessThan(1e-12);
});
