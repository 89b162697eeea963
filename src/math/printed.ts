/**
 * Numbers of a verdict in print, once for the command line, JUnit, reports, the studio and messages: one
 * number reads the same wherever it stands, and no more is claimed in print than is known.
 *
 * Distances are given in metres and printed in millimetres, with four significant digits however small they
 * are: what is proven to be more than 0 never reads 0. A lower bound is rounded down, an upper bound
 * up; within a nanometre of a round number, to the next nanometre. Places on a segment have six decimals:
 * where something proven ends, and what is not proven begins, is rounded down; where that ends is rounded
 * up, and so is a place that was looked at. So a contact lies within the bracket that is printed for it,
 * and neighbouring stretches meet in the same number.
 *
 * "Never more" is meant of what is read back: the number printed, as a double, against the one at hand.
 */

const DIGITS = 4;
const DECIMALS = 6;
/** The decimals of a metre that end with it. */
const NANOMETRE = 9;
/** So many digits are counted exactly, with room for a step of one. */
const EXACT_DIGITS = 15;
/** As many decimals as a double between 0 and 1 can need to be told from the next. */
const MOST_DECIMALS = 17;

/** A length that is no bound, such as one that was asked for: to the nearest. */
export function mm(metres: number): string {
  return `${inMillimetres(metres, 0)} mm`;
}

/** A proven lower bound. */
export function mmLower(metres: number): string {
  return `${inMillimetres(metres, -1)} mm`;
}

/** An upper bound, or a distance that was measured: never less. */
export function mmUpper(metres: number): string {
  return `${inMillimetres(metres, 1)} mm`;
}

/** A distance that was measured and is below a limit: with as many digits as it takes to read so. */
export function mmBelow(metres: number, limit: number): string {
  for (let digits = DIGITS; digits < MOST_DECIMALS; digits++) {
    const text = inMillimetres(metres, 1, digits);
    if (Number(text) < Number(inMillimetres(limit, 0, digits))) return `${text} mm`;
  }
  return mmUpper(metres);
}

/** A proven lower bound where lengths are given in metres. */
export function metresLower(metres: number, significant = DIGITS): string {
  return `${rounded(metres, -1, significant, 0)} m`;
}

function inMillimetres(metres: number, way: -1 | 0 | 1, significant = DIGITS): string {
  return rounded(metres, way, significant, 3);
}

/** The number alone times 10^shift, rounded to the nearest (0), down (-1) or up (1). */
function rounded(metres: number, way: -1 | 0 | 1, significant: number, shift: number): string {
  if (!Number.isFinite(metres) || metres === 0) return String(metres === 0 ? 0 : metres);
  // Powers of ten are exact in decimals: the exponent grows, and no product is rounded.
  let { digits, exponent } = decimal(metres, significant);
  const off = Number(`${digits}e${exponent}`) - metres;
  if (way !== 0 && Math.sign(off) === -way) {
    // What is a round number but for rounding gets more digits, so as not to lose a whole unit of the last.
    const finer = significant + exponent + NANOMETRE;
    if (finer > significant && finer <= EXACT_DIGITS && Math.abs(off) < 10 ** -NANOMETRE) {
      return rounded(metres, way, finer, shift);
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

function roundedT(t: number, way: -1 | 1, decimals: number): string {
  const scale = 10 ** decimals;
  const near = t.toFixed(decimals);
  const printed = Number(near);
  if (printed === t || Math.sign(printed - t) === way) return trimmed(near);
  // One step farther out. Up to 2^53 steps are counted exactly; beyond that doubles are what they are.
  const steps = Math.round(printed * scale) + way;
  return Number.isSafeInteger(steps) ? trimmed((steps / scale).toFixed(decimals)) : String(t);
}

/** Seconds on a path's clock: four decimals. */
export function secondsText(seconds: number): string {
  return `${Number(seconds.toFixed(4))} s`;
}

/** What is known of the distance of two bodies along a path. */
export interface ProvenDistance {
  /** Proven: never nearer than that. */
  readonly lower: number;
  /** Seen: not farther than that, somewhere. Infinite or null where nothing was seen. */
  readonly upper: number | null;
  /** Whether the path is proven free: the two are then apart, however small the bound came out. */
  readonly apart: boolean;
}

/** The proven bound alone, as in a column: never a 0 for what is proven to be apart. */
export function boundText({ lower, apart }: Pick<ProvenDistance, 'lower' | 'apart'>): string {
  return lower > 0 || !apart ? mmLower(Math.max(0, lower)) : 'more than 0 mm';
}

/** In words: how far two bodies stay apart. */
export function apartText({ lower, upper, apart }: ProvenDistance): string {
  if (lower > 0) return `at least ${mmLower(lower)}`;
  if (!apart) return upper === 0 ? 'in contact' : 'not proven to be apart';
  if (upper === null || !Number.isFinite(upper)) return 'apart, by more than 0 mm';
  return `apart, at the nearest by ${mmUpper(upper)} or less`;
}

function trimmed(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}
