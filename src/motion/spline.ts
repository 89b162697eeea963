/**
 * Coefficients of splines on [0, 1] from what they must be at both ends, in doubles.
 *
 * Rates are by t, not by time: a velocity times the duration, an acceleration times its square. The
 * motion that is meant is the one with the coefficients as they come out. Its end is brought to the
 * value asked for: the last coefficient takes what rounding left over, so that the sum of all is within
 * u |last coefficient| of that value, up to terms of u^2. Evaluating it by Horner's rule adds 5 u times
 * the sum of their sizes. Both together are below what a curve counts for its evaluation.
 */
import { COEFFICIENTS } from './curve.ts';

/** From one value to another, evenly. */
export function lineInto(c: Float64Array, o: number, from: number, to: number): void {
  c.fill(0, o, o + COEFFICIENTS);
  c[o] = from;
  endAt(c, o, 1, to);
}

/** A parabola with this rate at its beginning. */
export function parabolaInto(
  c: Float64Array,
  o: number,
  from: number,
  to: number,
  rate: number,
): void {
  c.fill(0, o, o + COEFFICIENTS);
  c[o] = from;
  c[o + 1] = rate;
  endAt(c, o, 2, to);
}

/** The cubic with these rates at its ends. */
export function cubicInto(
  c: Float64Array,
  o: number,
  from: number,
  to: number,
  rateFrom: number,
  rateTo: number,
): void {
  // What is left to do after the first rate: errors of these cancel in the sums below.
  const way = to - from - rateFrom;
  const gain = rateTo - rateFrom;
  c.fill(0, o, o + COEFFICIENTS);
  c[o] = from;
  c[o + 1] = rateFrom;
  c[o + 2] = 3 * way - gain;
  c[o + 3] = gain - 2 * way;
  endAt(c, o, 3, to);
}

/** One end of a curve: where it is, its rate and its second derivative. */
export interface CurveEnd {
  readonly value: number;
  readonly rate: number;
  readonly bend: number;
}

/** The quintic with these ends. */
export function quinticInto(c: Float64Array, o: number, from: CurveEnd, to: CurveEnd): void {
  const way = to.value - from.value - from.rate - 0.5 * from.bend;
  const gain = to.rate - from.rate - from.bend;
  const half = 0.5 * (to.bend - from.bend);
  c[o] = from.value;
  c[o + 1] = from.rate;
  c[o + 2] = 0.5 * from.bend;
  c[o + 3] = 10 * way - 4 * gain + half;
  c[o + 4] = 7 * gain - 15 * way - 2 * half;
  c[o + 5] = 6 * way - 3 * gain + half;
  endAt(c, o, 5, to.value);
}

/** Adds to the last coefficient what the sum of all lacks: c(1) = to. Those after it must be 0. */
export function endAt(c: Float64Array, o: number, last: number, to: number): void {
  // The sum with the error of each step, which is exact.
  let sum = to;
  let lost = 0;
  for (let k = 0; k <= last; k++) {
    const x = -c[o + k];
    const next = sum + x;
    const back = next - sum;
    lost += sum - (next - back) + (x - back);
    sum = next;
  }
  c[o + last] += sum + lost;
}
