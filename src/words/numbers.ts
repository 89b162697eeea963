/**
 * Numbers in print, once for all who say one: the command line, JUnit, reports, the studio, messages. One number
 * reads the same wherever it stands, and no more is claimed in print than is known:
 *
 * - a lower bound is rounded down, an upper bound or what was measured up, both to four significant digits,
 *   however small they are: what is proven to be more than 0 never reads 0. Within a nanometre of a round
 *   number, to the next nanometre;
 * - what was asked for is printed as it was given, to the last digit: a proof is of that and of no other;
 * - what is told to be beyond or short of something gets as many digits as it takes to read so;
 * - places on a segment have six decimals. Where something proven ends, and what is not proven begins, is
 *   rounded down; where that ends is rounded up, and so is a place that was looked at. So a contact lies
 *   within the bracket that is printed for it, and neighbouring stretches meet in the same number;
 * - whatever bounds nothing is rounded to the nearest (plain.ts).
 *
 * "Never more" is meant of what is read back: the number printed, as a double, against the one at hand.
 * Distances are given in metres.
 */
import { about } from './plain.ts';

const DIGITS = 4;
const DECIMALS = 6;
/** The decimals of a metre that end with it. */
const NANOMETRE = 9;
/** So many digits are counted exactly, with room for a step of one. */
const EXACT_DIGITS = 15;
/** As many decimals as a double between 0 and 1 can need to be told from the next. */
const MOST_DECIMALS = 17;
/** Powers of ten that make metres millimetres, and shares percents. */
const MILLI = 3;
const PERCENT = 2;

/** Down, or up. */
type Way = -1 | 1;

// ----------------------------------------------------------------------------------------- lengths

/** A length that was asked for: as it was given. */
export function mm(metres: number): string {
  return `${exact(metres, MILLI)} mm`;
}

/** Millimetres that were asked for without their unit, for scales and fields. */
export function mmNumber(metres: number): string {
  return exact(metres, MILLI);
}

/** A proven lower bound. */
export function mmLower(metres: number): string {
  return `${rounded(metres, -1, DIGITS, MILLI)} mm`;
}

/** An upper bound, or a distance that was measured: never less. */
export function mmUpper(metres: number): string {
  return `${rounded(metres, 1, DIGITS, MILLI)} mm`;
}

/** A distance that was measured and is below a limit: with as many digits as it takes to read so. */
export function mmBelow(metres: number, limit: number): string {
  return `${beside(metres, limit, 1, MILLI)} mm`;
}

/** A lower bound that is above a limit: with as many digits as it takes to read so. */
export function mmAbove(metres: number, limit: number): string {
  return `${beside(metres, limit, -1, MILLI)} mm`;
}

/** A number that was given, without a unit: as it was given. */
export function asGiven(x: number): string {
  return exact(x, 0);
}

/** A length that was asked for, in metres. */
export function metres(x: number): string {
  return `${exact(x, 0)} m`;
}

/** A proven lower bound in metres. */
export function metresLower(x: number, significant = DIGITS): string {
  return `${rounded(x, -1, significant, 0)} m`;
}

/** An upper bound, or a distance that was measured, in metres. */
export function metresUpper(x: number, significant = DIGITS): string {
  return `${rounded(x, 1, significant, 0)} m`;
}

/** A distance in metres that was measured and is below a limit: it reads so. */
export function metresBelow(x: number, limit: number): string {
  return `${beside(x, limit, 1, 0)} m`;
}

// ----------------------------------------------------------------------------- places and seconds

/** A place on a segment that was looked at, such as a witness; also the end of what is not proven. */
export function tText(t: number): string {
  return roundedT(t, 1, DECIMALS);
}

/** How far something is proven, and so where what is not proven begins. */
export function tProven(t: number): string {
  return roundedT(t, -1, DECIMALS);
}

/** The ends of a part of a segment that is proven: it never looks longer than it is. */
export function provenSpan(from: number, to: number): [string, string] {
  for (let decimals = DECIMALS; decimals <= MOST_DECIMALS; decimals++) {
    const ends: [string, string] = [roundedT(from, 1, decimals), roundedT(to, -1, decimals)];
    if (from === to || Number(ends[0]) < Number(ends[1])) return ends;
  }
  return [String(from), String(to)];
}

/** The ends of a part that is not proven, or a bracket: it never looks shorter than it is. */
export function openSpan(from: number, to: number): [string, string] {
  return [tProven(from), tText(to)];
}

/** Seconds on a path's clock: four decimals; of less than a millisecond four digits. */
export function secondsText(seconds: number): string {
  return `${Math.abs(seconds) < 1e-3 ? about(seconds, DIGITS) : Number(seconds.toFixed(4))} s`;
}

/** How far on a path's clock something is proven: never later. */
export function secondsProven(seconds: number): string {
  return `${Math.abs(seconds) < 1e-3 ? rounded(seconds, -1, DIGITS, 0) : roundedT(seconds, -1, 4)} s`;
}

/** Two times between which something happens: the first never later, the second never earlier, told apart. */
export function secondsBracket(from: number, to: number): [string, string] {
  const width = to - from;
  const digits = width > 0 ? Math.ceil(1 - Math.log10(width)) : DECIMALS;
  const decimals = Math.min(MOST_DECIMALS, Math.max(4, digits));
  return [`${roundedT(from, -1, decimals)} s`, `${roundedT(to, 1, decimals)} s`];
}

/** Seconds that were asked for: as they were given. */
export function secondsAsked(seconds: number): string {
  return `${exact(seconds, 0)} s`;
}

/** Seconds of something that was found within so many: they never read as more. */
export function secondsWithin(seconds: number, most: number): string {
  const text = secondsText(seconds);
  if (Number.parseFloat(text) <= most) return text;
  return secondsProven(seconds);
}

// ------------------------------------------------------------------------- columns, shares, files

/** In a column, where something that is not proven begins: never later. */
export function columnLower(x: number, decimals: number): string {
  return Number(roundedT(x, -1, decimals)).toFixed(decimals);
}

/** In a column, how long something is that is not proven: never less. */
export function columnUpper(x: number, decimals: number): string {
  return Number(roundedT(x, 1, decimals)).toFixed(decimals);
}

/** A share that is an upper bound, in percent: three digits. */
export function percentUpper(share: number): string {
  return `${rounded(share, 1, 3, PERCENT)} %`;
}

/** A speed factor that is proven: never more. */
export function factorLower(factor: number): string {
  return rounded(factor, -1, DIGITS, 0);
}

/** One that was asked about: as it was given. */
export function factorText(factor: number): string {
  return exact(factor, 0);
}

/** A rate, or how far a joint strays: an upper bound, without its unit. */
export function rateUpper(x: number): string {
  return rounded(x, 1, DIGITS, 0);
}

/** What a file takes: never less. */
export function kilobytes(bytes: number): string {
  return `${Math.ceil(bytes / 1000)} kB`;
}

// ---------------------------------------------------------------------------------------- rounding

/** The number alone times 10^shift. */
function rounded(x: number, way: Way, significant: number, shift: number): string {
  if (!Number.isFinite(x) || x === 0) return String(x === 0 ? 0 : x);
  // Powers of ten are exact in decimals: the exponent grows, and no product is rounded.
  let { digits, exponent } = decimal(x, significant);
  const off = Number(`${digits}e${exponent}`) - x;
  if (Math.sign(off) === -way) {
    // What is a round number but for rounding gets more digits, so as not to lose a whole unit of the last.
    const finer = significant + exponent + NANOMETRE;
    if (finer > significant && finer <= EXACT_DIGITS && Math.abs(off) < 10 ** -NANOMETRE) {
      return rounded(x, way, finer, shift);
    }
    if (digits === -way * 10 ** (significant - 1)) [digits, exponent] = [10 * digits, exponent - 1];
    digits += way;
  }
  return String(Number(`${digits}e${exponent + shift}`));
}

/** The nearest number of so many digits: digits times a power of ten. */
function decimal(x: number, significant: number): { digits: number; exponent: number } {
  const [mantissa, exponent] = x.toExponential(significant - 1).split('e');
  const digits = Number(mantissa.replace('.', ''));
  return { digits, exponent: Number(exponent) - (significant - 1) };
}

/** Rounded away from a limit's other side, with as many digits as it takes to stay on its own. */
function beside(x: number, limit: number, way: Way, shift: number): string {
  const isOwn = (read: number) => (way === 1 ? read < limit : read > limit);
  if (!isOwn(x)) return rounded(x, way, DIGITS, shift);
  for (let digits = DIGITS; digits <= EXACT_DIGITS; digits++) {
    const text = rounded(x, way, digits, shift);
    if (isOwn(Number(moved(text, -shift)))) return text;
  }
  return exact(x, shift);
}

/** The shortest decimal that reads back as this number, times 10^shift. */
function exact(x: number, shift: number): string {
  return Number.isFinite(x) ? moved(String(x), shift) : String(x);
}

/** A number in decimals with its point moved: nothing is rounded. Very small ones have an exponent. */
function moved(text: string, shift: number): string {
  const [, sign, whole, part = '', power = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(
    text,
  )!;
  const all = `${whole}${part}`.replace(/^0+(?=.)/, '');
  const digits = all.replace(/0+$/, '');
  if (digits === '') return '0';
  // The value is 0.digits times 10^point.
  const point = Number(power) + shift + all.length - part.length;
  if (point > 21 || point <= -6) {
    const fraction = digits.length > 1 ? `.${digits.slice(1)}` : '';
    return `${sign}${digits[0]}${fraction}e${point > 0 ? '+' : ''}${point - 1}`;
  }
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  if (digits.length <= point) return `${sign}${digits.padEnd(point, '0')}`;
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}

function roundedT(t: number, way: Way, decimals: number): string {
  const scale = 10 ** decimals;
  const near = t.toFixed(decimals);
  const printed = Number(near);
  if (printed === t || Math.sign(printed - t) === way) return trimmed(near);
  // One step farther out. Up to 2^53 steps are counted exactly; beyond that doubles are what they are.
  const steps = Math.round(printed * scale) + way;
  return Number.isSafeInteger(steps) ? trimmed((steps / scale).toFixed(decimals)) : String(t);
}

function trimmed(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}
