/**
 * Compiles a law (description.ts) into cubic pieces (law.ts): the slopes at the points are those of the spline that
 * has them and no jumps of its second derivative (de Boor, A Practical Guide to Splines, IV), found by elimination.
 * What rounding leaves of jumps is measured afterward, so that no bound rests on how well that went.
 */
import { InputError } from '../math/fault.ts';
import { U } from '../math/rounding.ts';
import type { Law } from './description.ts';
import { type CompiledLaw, LAW_BOUNDS, lawCovers, lawInto, lawRangeInto } from './law.ts';

/** More than this nobody can mean: cells are prepared in time that grows with it. */
const MOST_POINTS = 100_000;

/** What is beyond the ends of a law only by rounding, as a part of its size: of motions and of boxes. */
const SLOP = 2 ** -40;

/** A chain of couplings around a law: value = outer.multiplier * law(inner.multiplier * q + inner.offset) + outer.offset. */
export interface Linear {
  readonly multiplier: number;
  readonly offset: number;
}

/** Nothing before or behind a law. */
export const IDENTITY: Linear = { multiplier: 1, offset: 0 };

/** The law with what is linear before and behind it made part of it; neither factor is 0. */
export function foldedLaw(law: Law, inner: Linear, outer: Linear): Law {
  const same = ({ multiplier, offset }: Linear) => multiplier === 1 && offset === 0;
  if (same(inner) && same(outer)) return law;
  const at = law.at.map((x) => (x - inner.offset) / inner.multiplier);
  const values = law.values.map((y) => outer.multiplier * y + outer.offset);
  const [first, last] = law.slopes.map((m) => outer.multiplier * m * inner.multiplier);
  const turned = inner.multiplier < 0;
  return {
    ...law,
    at: turned ? at.reverse() : at,
    values: turned ? values.reverse() : values,
    slopes: turned ? [last, first] : [first, last],
    deviation: Math.abs(outer.multiplier) * law.deviation,
  };
}

/** Throws an InputError for a law that is none; `joint` is the follower's name. */
export function requireLaw(law: Law, joint: string): void {
  const { at, values, slopes, periodic, deviation } = law;
  const refuse = (what: string, hint?: string): never => {
    throw new InputError({
      code: 'kinematics/law',
      message: `the law that joint "${joint}" follows ${what}`,
      hint,
    });
  };
  if (at.length !== values.length) {
    refuse(`has ${at.length} values of the leader and ${values.length} of the follower`);
  }
  if (at.length < 2) refuse(`has ${at.length} points`, 'a law has two points at least');
  if (at.length > MOST_POINTS)
    refuse(`has ${at.length} points; ${MOST_POINTS} are the most`, 'leave some of them out');
  if (![...at, ...values, ...slopes, deviation].every((x) => Math.abs(x) <= 1e100)) {
    refuse('has a number that is not finite');
  }
  if (slopes.length !== 2) refuse(`has ${slopes.length} slopes`, 'one at each end');
  const i = at.findIndex((x, k) => k > 0 && !(x > at[k - 1]));
  if (i > 0) refuse(`has the leader at ${at[i - 1]} and then at ${at[i]}`, 'points must increase');
  if (periodic && slopes[0] !== slopes[1]) {
    refuse(`begins anew with the slope ${slopes[0]} after ${slopes[1]}`, 'make both the same');
  }
  if (!(deviation >= 0)) refuse(`may be off by ${deviation}`, 'give a number from 0 on');
}

/** The law, compiled. `joint` is the follower's name, for errors. */
export function compileLaw(law: Law, joint: string): CompiledLaw {
  requireLaw(law, joint);
  const knots = Float64Array.from(law.at);
  const y = Float64Array.from(law.values);
  const count = knots.length - 1;
  const m = slopesOf(knots, y, law.slopes);
  const cubics = new Float64Array(4 * count);
  const bounds = new Float64Array(LAW_BOUNDS * count);
  const most = new Float64Array(LAW_BOUNDS + 1);
  const slop = SLOP * Math.max(Math.abs(knots[0]), Math.abs(knots[count]));
  let error = 0;
  let size = 0;
  for (let i = 0; i < count; i++) {
    const h = knots[i + 1] - knots[i];
    const secant = (y[i + 1] - y[i]) / h;
    const c2 = (3 * secant - 2 * m[i] - m[i + 1]) / h;
    const c3 = (m[i] + m[i + 1] - 2 * secant) / h / h;
    cubics.set([y[i], m[i], c2, c3], 4 * i);
    // Sizes of the terms, which roundings are counted in.
    const terms = 3 * Math.abs(secant) + 2 * Math.abs(m[i]) + Math.abs(m[i + 1]);
    const [before, after] = [i === 0 ? slop : 0, i === count - 1 ? slop : 0];
    const [from, to] = [-before, h + after];
    // With what is beyond the ends all lengths are so much longer.
    const long = 1 + (before + after) / h;
    const offRate = 128 * U * terms * long ** 2;
    const offBend = ((192 * U * terms) / h) * long;
    const rate = (s: number) => Math.abs(m[i] + s * (2 * c2 + 3 * s * c3));
    const turning = -c2 / (3 * c3);
    const inside = turning > from && turning < to ? rate(turning) : 0;
    const bend = Math.max(Math.abs(2 * c2 + 6 * from * c3), Math.abs(2 * c2 + 6 * to * c3));
    const each = [
      Math.max(rate(from), rate(to), inside) + 2 * offRate,
      bend + 2 * offBend,
      6 * Math.abs(c3) + (128 * U * terms) / h / h,
      offRate,
      offBend,
    ];
    each.forEach((x, k) => {
      bounds[LAW_BOUNDS * i + k] = x * (1 + 16 * U);
      most[k] = Math.max(most[k], bounds[LAW_BOUNDS * i + k]);
    });
    error = Math.max(error, 64 * U * terms * h * long ** 3);
    size = Math.max(size, Math.abs(y[i]), Math.abs(y[i + 1]));
  }
  const jumps = jumpsOf(knots, cubics, bounds, law.periodic);
  most[LAW_BOUNDS] = jumps.reduce((sum, x) => sum + x, 0) * (1 + 4 * U * (count + 2));
  const points = Float64Array.from({ length: 2 * y.length }, (_, i) => (i % 2 ? m : y)[i >> 1]);
  const part: CompiledLaw = {
    knots,
    points,
    cubics,
    periodic: law.periodic,
    period: knots[count] - knots[0],
    rise: y[count] - y[0],
    bounds,
    jumps,
    most,
    error: (error + 4 * U * size) * (1 + 16 * U) + 1e-150,
    lowest: 0,
    highest: 0,
    slop: law.periodic ? 0 : slop,
  };
  const range = new Float64Array(2);
  lawRangeInto({ ...part, periodic: false, slop }, knots[0], knots[count], range);
  if (![...cubics, ...bounds, ...jumps, ...range].every(Number.isFinite)) {
    throw new InputError({
      code: 'kinematics/law',
      message: `the law that joint "${joint}" follows has numbers beyond range`,
      hint: 'points that are too close together, or values that are too large',
    });
  }
  return { ...part, lowest: range[0], highest: range[1] };
}

/** The value of a follower whose leader is held; `joint` is its name. */
export function lawConstant(law: Law, value: number, joint: string): number {
  const compiled = compileLaw(law, joint);
  if (!lawCovers(compiled, value, value)) {
    throw new InputError({
      code: 'kinematics/law-range',
      message: `joint "${joint}" follows by a law that says nothing about ${value}, where its leader is held`,
      hint: `hold it between ${law.at[0]} and ${law.at[law.at.length - 1]}`,
    });
  }
  const out = new Float64Array(3);
  lawInto(compiled, Float64Array.of(value), 0, out, 0);
  return out[0];
}

/** Slopes at the points, for a second derivative without jumps; those at the ends are given. */
function slopesOf(x: Float64Array, y: Float64Array, ends: readonly number[]): Float64Array {
  const last = x.length - 1;
  const m = new Float64Array(last + 1);
  // (m[i-1] / h + 2 m[i] (1 / h + 1 / k) + m[i+1] / k) = 3 (secant / h + secant' / k), divided by 1 / h + 1 / k.
  const share = new Float64Array(last + 1);
  m[0] = ends[0];
  m[last] = ends[1];
  let above = 0;
  for (let i = 1; i < last; i++) {
    const [h, k] = [x[i] - x[i - 1], x[i + 1] - x[i]];
    const [left, right] = [k / (h + k), h / (h + k)];
    const [s, t] = [(y[i] - y[i - 1]) / h, (y[i + 1] - y[i]) / k];
    const divide = 2 - left * above;
    share[i] = right / divide;
    const known = 3 * (left * s + right * t) - left * m[i - 1];
    m[i] = (known - (i === last - 1 ? right * m[last] : 0)) / divide;
    above = share[i];
  }
  for (let i = last - 2; i > 0; i--) m[i] -= share[i] * m[i + 1];
  return m;
}

/** Per knot how much the second derivative may jump; at the first and last where a periodic law begins anew. */
function jumpsOf(
  knots: Float64Array,
  cubics: Float64Array,
  bounds: Float64Array,
  periodic: boolean,
): Float64Array {
  const count = knots.length - 1;
  const jumps = new Float64Array(count + 1);
  const endBend = (i: number) =>
    2 * cubics[4 * i + 2] + 6 * (knots[i + 1] - knots[i]) * cubics[4 * i + 3];
  const between = (i: number, next: number) =>
    (Math.abs(2 * cubics[4 * next + 2] - endBend(i)) +
      2 * (bounds[LAW_BOUNDS * i + 4] + bounds[LAW_BOUNDS * next + 4])) *
    (1 + 16 * U);
  for (let i = 1; i < count; i++) jumps[i] = between(i - 1, i);
  if (periodic) jumps[0] = between(count - 1, 0);
  return jumps;
}
