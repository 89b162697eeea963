/** Parts of polynomials in exact arithmetic, against plain expansion. */
import { describe, expect, it, test } from 'vitest';
import { Random, U } from '../../src/math/index.ts';
import { exactCurve, exactLine, partOf, restrictInto } from '../../src/motion/restrict.ts';
import {
  compare,
  integersOf,
  type Rational,
  rationalOf,
  toNumber,
} from '../helpers/oracles/rational.ts';

const BINOMIAL = (n: number, k: number): bigint =>
  k === 0 ? 1n : (BINOMIAL(n - 1, k - 1) * BigInt(n)) / BigInt(k);

/** Coefficient j of c(start + width s), exactly, for times. */
function plain(c: readonly number[], times: readonly number[], j: number): Rational {
  const { values, exp } = integersOf(c);
  const [from, to, begin, end] = integersOf(times).values;
  const whole = to - from;
  let num = 0n;
  values.forEach((value, k) => {
    if (k < j) return;
    const power = (begin - from) ** BigInt(k - j) * (end - begin) ** BigInt(j);
    num += BINOMIAL(k, j) * value * power * whole ** BigInt(5 - k);
  });
  return { num, den: whole ** 5n, exp };
}

const minus = (a: Rational, b: Rational): Rational => {
  const exp = Math.min(a.exp, b.exp);
  const num = ((a.num * b.den) << BigInt(a.exp - exp)) - ((b.num * a.den) << BigInt(b.exp - exp));
  return { num, den: a.den * b.den, exp };
};

describe.each([
  ['any', () => 1],
  ['huge', () => 1e250],
  ['tiny', () => 1e-250],
  ['mixed', (random: Random) => 10 ** random.between(-30, 30)],
] as const)('%s coefficients (seed 551)', (_, scale) => {
  it('are rounded to the nearest double', () => {
    const random = new Random(551);
    for (let n = 0; n < 200; n++) {
      const c = Array.from({ length: 6 }, () => random.between(-1, 1) * scale(random));
      const [from, begin, end, to] = [0, 0, 0, 0]
        .map(() => random.between(0, 10 ** random.between(-6, 6)))
        .sort((a, b) => a - b);
      if (!(begin < end)) continue;
      const out = new Float64Array(8).fill(7);
      restrictInto(exactCurve(Float64Array.of(9, ...c), 1), partOf(from, to, begin, end), out, 1);
      expect([out[0], out[7]]).toEqual([7, 7]);
      for (let j = 0; j < 6; j++) {
        const exact = plain(c, [from, to, begin, end], j);
        const off = Math.abs(toNumber(minus(exact, rationalOf(out[1 + j]))));
        const size = Math.abs(toNumber(exact));
        if (size > 1e-290) expect(off).toBeLessThanOrEqual(U * size * (1 + 1e-9));
        else expect(off).toBeLessThanOrEqual(1e-305);
      }
    }
  });
});

test('halves are rounded to even, as always', () => {
  // 1 + 2^-53 lies in the middle between 1 and the next double; 1 + 3 2^-53 between that and the one after.
  const half = partOf(0, 1, 0.5, 1);
  const at = (a: number, b: number) => {
    const out = new Float64Array(6);
    restrictInto(exactLine(a, b), half, out, 0);
    return out[0];
  };
  expect(at(1, 1 + 2 ** -52)).toBe(1);
  expect(at(1 + 2 ** -52, 1 + 2 ** -51)).toBe(1 + 2 ** -51);
  expect(at(-1, -1 - 2 ** -52)).toBe(-1);
});

test('a line is exact, also where b - a is no double', () => {
  const out = new Float64Array(6);
  restrictInto(exactLine(-1e-20, 1), partOf(0, 4, 4, 5), out, 0);
  expect(out[0]).toBe(1);
  expect(compare(rationalOf(out[1]), { num: 1n, den: 4n, exp: 0 })).toBe(0);
  restrictInto(exactLine(3, 3), partOf(0, 3, 1, 2), out, 0);
  expect([...out]).toEqual([3, 0, 0, 0, 0, 0]);
  restrictInto(exactLine(0, 0), partOf(0, 3, 1, 2), out, 0);
  expect([...out]).toEqual([0, 0, 0, 0, 0, 0]);
});

test('what is too small for a double is 0', () => {
  const out = new Float64Array(6);
  const curve = exactCurve(Float64Array.of(0, 0, 0, 0, 0, 1e-300), 0);
  restrictInto(curve, partOf(0, 1, 0, 1e-200), out, 0);
  expect([...out]).toEqual([0, 0, 0, 0, 0, 0]);
});
