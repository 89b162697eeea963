/**
 * How a follower moves that does not follow in proportion: cubic pieces, compiled. The law is the piecewise cubic
 * through the points (x_i, y_i) with the slopes m_i, in real numbers: value and rate have no jumps, and the bend (the
 * second derivative) has none but those that rounding, or the seam of a periodic law, leaves; they are counted.
 *
 * Computed values, rates and bends come with proven errors; ranges and bounds over an interval of the leader are
 * rounded outward. Outside of a law that does not repeat nothing is bounded: ranges and bounds are infinite there.
 * docs/proofs/kinematics.md, "Laws". Evaluating a law costs a binary search and a cubic; nothing allocates.
 */
import { U } from '../math/rounding.ts';

/** A law as it is evaluated. Made by lawFit.ts. */
export interface CompiledLaw {
  /** x_0 to x_n, increasing; per knot y_i and m_i. These are the law. */
  readonly knots: Float64Array;
  readonly points: Float64Array;
  /** What is evaluated, per piece 4 numbers: y_i + s (m_i + s (c2 + s c3)) at s beyond x_i. */
  readonly cubics: Float64Array;
  readonly periodic: boolean;
  /** Of a periodic law: x_n - x_0, and by how much the follower is farther then. */
  readonly period: number;
  readonly rise: number;
  /** Per piece, upper bounds of rate, bend and third derivative; errors of computed rate and bend. */
  readonly bounds: Float64Array;
  /** Per knot: the largest jump of the bend there; the first and last have that of the seam. */
  readonly jumps: Float64Array;
  /** The same, of all pieces and knots: the sum of the jumps, that of the seam once. */
  readonly most: Float64Array;
  /** Error of a computed value, but for turns; the range of values from x_0 to x_n. */
  readonly error: number;
  readonly lowest: number;
  readonly highest: number;
  /** How far beyond the ends of a law that does not repeat bounds hold: rounding of what stays within. */
  readonly slop: number;
}

/** Numbers of a bound: of |g'|, |g''|, |g'''|, and by how much computed g' and g'' may be off, jumps included. */
export const LAW_BOUNDS = 5;

const PARTS = 8;
/** Roundings of a leader that is taken back by whole turns, per unit of its size. */
const REDUCTION = 8 * U;

/** The piece that x is in: the last whose first knot is not beyond it. */
function pieceOf(knots: Float64Array, x: number): number {
  let low = 0;
  let high = knots.length - 2;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (knots[middle] <= x) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Whole turns before x of a periodic law; 0 of any other. */
function turnsBefore(law: CompiledLaw, x: number): number {
  return law.periodic ? Math.floor((x - law.knots[0]) / law.period) : 0;
}

/** Writes value, rate and bend of the follower at x[i] to out[o], out[o + 1], out[o + 2]. */
export function lawInto(
  law: CompiledLaw,
  x: Float64Array,
  i: number,
  out: Float64Array,
  o: number,
): void {
  const { knots, cubics } = law;
  const turns = turnsBefore(law, x[i]);
  const at = law.periodic ? x[i] - turns * law.period : x[i];
  const piece = pieceOf(knots, at);
  let s = at - knots[piece];
  // Where the law says nothing there is no value: nothing is ever proven of what is not a number.
  const beyond = at < knots[0] - law.slop || at > knots[knots.length - 1] + law.slop;
  if (beyond && !law.periodic) s = Number.NaN;
  const b = cubics[4 * piece + 1];
  const c = cubics[4 * piece + 2];
  const d = cubics[4 * piece + 3];
  const value = cubics[4 * piece] + s * (b + s * (c + s * d));
  out[o] = law.periodic ? value + turns * law.rise : value;
  out[o + 1] = b + s * (2 * c + 3 * s * d);
  out[o + 2] = 2 * c + 6 * s * d;
}

/** How far a computed leader may be from the true one once whole turns are taken off it. */
function reductionUpper(law: CompiledLaw, a: number, b: number): number {
  if (!law.periodic) return 0;
  const { knots } = law;
  const ends = Math.abs(knots[0]) + Math.abs(knots[knots.length - 1]);
  return REDUCTION * (Math.max(Math.abs(a), Math.abs(b)) + ends);
}

/** Whether the law says where the follower is for all of [a, b]. */
export function lawCovers(law: CompiledLaw, a: number, b: number): boolean {
  if (!(a <= b && b - a < Infinity)) return false;
  const { knots, slop } = law;
  return law.periodic || (a >= knots[0] - slop && b <= knots[knots.length - 1] + slop);
}

/** How far a computed value may be from the law's, for leaders in [a, b]. */
export function lawErrorUpper(law: CompiledLaw, a: number, b: number): number {
  if (!lawCovers(law, a, b)) return Infinity;
  if (!law.periodic) return law.error;
  const turns = Math.max(Math.abs(turnsBefore(law, a)), Math.abs(turnsBefore(law, b))) + 1;
  const seam = 8 * U * turns * Math.abs(law.rise);
  return (law.error + law.most[0] * reductionUpper(law, a, b) + seam) * (1 + 8 * U);
}

/** Widens out[0] to out[1] by the values on [from, to], which one piece has, moved by `more`. */
function widen(
  law: CompiledLaw,
  piece: number,
  from: number,
  to: number,
  more: number,
  out: Float64Array,
): void {
  const { cubics, knots, bounds } = law;
  const bend = bounds[LAW_BOUNDS * piece + 1];
  const off = bounds[LAW_BOUNDS * piece + 3];
  const o = 4 * piece;
  // Parts of it: within w of its middle a value is within |g'| w + |g''| w^2 / 2 of that of the middle.
  const w = ((to - from) / (2 * PARTS)) * (1 + 8 * U) + 8 * U * (Math.abs(from) + Math.abs(to));
  for (let k = 0; k < PARTS; k++) {
    const s = from - knots[piece] + ((2 * k + 1) * (to - from)) / (2 * PARTS);
    const b = cubics[o + 1];
    const c = cubics[o + 2];
    const d = cubics[o + 3];
    const value = cubics[o] + s * (b + s * (c + s * d)) + more;
    const rate = Math.abs(b + s * (2 * c + 3 * s * d)) + off;
    const far = w * (rate + 0.5 * w * bend);
    // Twice the sizes of what is added: values beyond by more than their rounding.
    const round = law.error + 8 * U * (Math.abs(value) + Math.abs(more) + far);
    out[0] = Math.min(out[0], value - far - round);
    out[1] = Math.max(out[1], value + far + round);
  }
}

/** The values that followers take while the leader is in [a, b]: out[0] to out[1], rounded outward. */
export function lawRangeInto(law: CompiledLaw, a: number, b: number, out: Float64Array): void {
  out[0] = -Infinity;
  out[1] = Infinity;
  if (!lawCovers(law, a, b)) return;
  const { knots, periodic, period, rise } = law;
  const last = knots.length - 2;
  const wide = reductionUpper(law, a, b);
  const first = turnsBefore(law, a - wide);
  const end = turnsBefore(law, b + wide);
  out[0] = Infinity;
  out[1] = -Infinity;
  if (end - first > 1) {
    // All of a turn is among them.
    const [low, high] = [first * rise, end * rise];
    const round = 8 * U * (Math.abs(low) + Math.abs(high) + Math.abs(rise));
    out[0] = Math.min(low, high) + law.lowest - round - law.error;
    out[1] = Math.max(low, high) + law.highest + round + law.error;
    return;
  }
  for (let turns = first; turns <= end; turns++) {
    const more = periodic ? turns * rise : 0;
    const from = periodic && turns === first ? a - wide - turns * period : a;
    const to = periodic && turns === end ? b + wide - turns * period : b;
    const low = turns === first ? from : knots[0] - wide;
    const high = turns === end ? to : knots[last + 1] + wide;
    const begin = pieceOf(knots, low);
    const stop = pieceOf(knots, high);
    for (let piece = begin; piece <= stop; piece++) {
      const left = piece === begin ? low : knots[piece];
      const right = piece === stop ? high : knots[piece + 1];
      widen(law, piece, left, right, more, out);
    }
  }
}

/**
 * Upper bounds for leaders in [a, b], to out[o ...]: of |g'|, |g''|, |g'''|, and by how much g' and g'' as computed
 * may be off, the second by all jumps within. Almost everywhere g'' changes by no more than g''' says, and by jumps.
 */
export function lawBoundsInto(
  law: CompiledLaw,
  a: number,
  b: number,
  out: Float64Array,
  o: number,
): void {
  if (!lawCovers(law, a, b)) {
    for (let k = 0; k < LAW_BOUNDS; k++) out[o + k] = Infinity;
    return;
  }
  const { knots, bounds, jumps, most, periodic, period } = law;
  const last = knots.length - 2;
  const wide = reductionUpper(law, a, b);
  const first = turnsBefore(law, a - wide);
  const end = turnsBefore(law, b + wide);
  if (end - first > 1) {
    for (let k = 0; k < LAW_BOUNDS; k++) out[o + k] = most[k];
    out[o + 4] += most[LAW_BOUNDS] * (end - first + 2);
  } else {
    for (let k = 0; k < LAW_BOUNDS; k++) out[o + k] = 0;
    let jumped = 0;
    for (let turns = first; turns <= end; turns++) {
      const from = periodic ? a - wide - turns * period : a;
      const to = periodic ? b + wide - turns * period : b;
      // Who comes within rounding of a knot may be taken for one beyond it.
      const low = turns === first ? from : knots[0] - wide;
      const high = turns === end ? to : knots[last + 1] + wide;
      const begin = pieceOf(knots, low - wide);
      const stop = pieceOf(knots, high + wide);
      if (periodic && low - wide <= knots[0]) jumped += jumps[0];
      if (periodic && high + wide >= knots[last + 1]) jumped += jumps[0];
      for (let piece = begin; piece <= stop; piece++) {
        for (let k = 0; k < LAW_BOUNDS; k++) {
          out[o + k] = Math.max(out[o + k], bounds[LAW_BOUNDS * piece + k]);
        }
        if (piece > begin) jumped += jumps[piece];
      }
      if (knots[begin] === low && begin > 0) jumped += jumps[begin];
    }
    out[o + 4] += jumped;
  }
  // A leader that is off by the rounding of whole turns.
  out[o + 3] += out[o + 1] * wide;
  out[o + 4] += out[o + 2] * wide;
  for (let k = 0; k < LAW_BOUNDS; k++) out[o + k] *= 1 + 64 * U + 4 * U * knots.length;
}
