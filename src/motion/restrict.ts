/**
 * A part of a polynomial motion as a motion of its own, on [0, 1]: exact but for one rounding per
 * coefficient. Doubles are integers times powers of two, and times are; so a coefficient of the part is
 * a quotient of two integers. It costs some microseconds; cancellation costs nothing.
 */
import { COEFFICIENTS } from './curve.ts';

/** Coefficients times 2^-exp. */
export interface ExactCurve {
  readonly values: readonly bigint[];
  readonly exp: number;
}

/** The part of [0, 1] that begins at start / whole and is width / whole long. */
export interface Part {
  readonly start: bigint;
  readonly width: bigint;
  readonly whole: bigint;
}

const BINOMIALS = [
  [1n],
  [1n, 1n],
  [1n, 2n, 1n],
  [1n, 3n, 3n, 1n],
  [1n, 4n, 6n, 4n, 1n],
  [1n, 5n, 10n, 10n, 5n, 1n],
];

/** The polynomial with the coefficients c[o ...]. */
export function exactCurve(c: Float64Array, o: number): ExactCurve {
  return integersOf(c.subarray(o, o + COEFFICIENTS));
}

/** a + t (b - a). */
export function exactLine(a: number, b: number): ExactCurve {
  const { values, exp } = integersOf([a, b]);
  return { values: [values[0], values[1] - values[0]], exp };
}

/** [begin, end] as a part of [from, to], all of them times. */
export function partOf(from: number, to: number, begin: number, end: number): Part {
  const [f, t, b, e] = integersOf([from, to, begin, end]).values;
  return { start: b - f, width: e - b, whole: t - f };
}

/** Coefficients of the part, each rounded once, to out[o ...]; zeros follow. */
export function restrictInto(
  { values, exp }: ExactCurve,
  { start, width, whole }: Part,
  out: Float64Array,
  o: number,
): void {
  const degree = values.length - 1;
  out.fill(0, o, o + COEFFICIENTS);
  for (let j = 0; j <= degree; j++) {
    // Sum over k of binomial(k, j) c_k start^(k - j) whole^(degree - k), by Horner's rule.
    let sum = 0n;
    let scale = 1n;
    for (let k = degree; k >= j; k--) {
      sum = sum * start + BINOMIALS[k][j] * values[k] * scale;
      scale *= whole;
    }
    out[o + j] = quotient(sum * width ** BigInt(j), whole ** BigInt(degree), exp);
  }
}

const bits = new DataView(new ArrayBuffer(8));

/** Doubles as integers with a common power of two. */
function integersOf(values: ArrayLike<number>): ExactCurve {
  let exp = 0;
  let none = true;
  const parts: { mantissa: bigint; exp: number }[] = [];
  for (let i = 0; i < values.length; i++) {
    bits.setFloat64(0, values[i]);
    const raw = bits.getBigUint64(0);
    const field = Number((raw >> 52n) & 2047n);
    const fraction = raw & ((1n << 52n) - 1n);
    const size = field === 0 ? fraction : fraction | (1n << 52n);
    const own = Math.max(field, 1) - 1075;
    parts.push({ mantissa: values[i] < 0 ? -size : size, exp: own });
    if (size !== 0n && (none || own < exp)) {
      exp = own;
      none = false;
    }
  }
  return {
    values: parts.map((p) => (p.mantissa === 0n ? 0n : p.mantissa << BigInt(p.exp - exp))),
    exp,
  };
}

/** The double nearest to num / den * 2^exp, den > 0; below the normal range one of the two next to it. */
function quotient(num: bigint, den: bigint, exp: number): number {
  if (num === 0n) return 0;
  const size = num < 0n ? -num : num;
  const shift = 72 - 4 * (size.toString(16).length - den.toString(16).length);
  const up = shift > 0 ? size << BigInt(shift) : size;
  const down = shift < 0 ? den << BigInt(-shift) : den;
  // At least 64 bits: the last one tells that something follows, and no more.
  const whole = up / down;
  const value = Number(whole * down === up ? whole : whole | 1n);
  const scaled = timesPower(value, exp - shift);
  return num < 0n ? -scaled : scaled;
}

/** x 2^power, for x well inside of the normal range; powers of two are made of bits, not by Math.pow. */
function timesPower(x: number, power: number): number {
  let y = x;
  let left = power;
  while (left !== 0) {
    const step = Math.max(-1000, Math.min(1000, left));
    bits.setBigUint64(0, BigInt(step + 1023) << 52n);
    y *= bits.getFloat64(0);
    left -= step;
  }
  return y;
}
