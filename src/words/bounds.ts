/** How far bodies stay apart, in words: bounds of a pair, brackets of a profile, pairs nearly in contact. */
import {
  mm,
  mmAbove,
  mmBelow,
  mmLower,
  mmUpper,
  percentUpper,
  secondsText,
  tText,
} from './numbers.ts';
import { count } from './plain.ts';

/** What is known of the distance of two bodies along a path. */
export interface ProvenDistance {
  /** Proven: never nearer than that. */
  readonly lower: number;
  /** Seen: not farther than that, somewhere. Infinite or null where nothing was seen. */
  readonly upper: number | null;
  /** Whether the path is proven free: the two are then apart, however small the bound came out. */
  readonly apart: boolean;
  /** Metres to which it was measured, where somebody says that. */
  readonly accuracy?: number;
}

/** What a bound alone is told of. */
export type ProvenBound = Pick<ProvenDistance, 'lower' | 'apart'> & Partial<ProvenDistance>;

/** Whether two bodies are apart, but by less than was measured: then a bound of 0 means that, and no contact. */
function isHair({ lower, upper, apart, accuracy }: ProvenBound): boolean {
  return lower <= 0 && apart && accuracy !== undefined && upper != null && upper < accuracy;
}

/** The proven bound alone, as in a column: never a 0 for what is proven to be apart. */
export function boundText(known: ProvenBound): string {
  const { lower, apart, accuracy } = known;
  if (isHair(known)) return `apart by less than ${mm(accuracy!)}`;
  return lower > 0 || !apart ? mmLower(Math.max(0, lower)) : 'more than 0 mm';
}

/** How far two bodies stay apart. */
export function apartText(known: ProvenDistance): string {
  const { lower, upper, apart, accuracy } = known;
  if (lower > 0) return `at least ${mmLower(lower)}`;
  if (isHair(known)) return `apart, by less than the measuring accuracy of ${mm(accuracy!)}`;
  if (!apart) return upper === 0 ? 'in contact' : 'not proven to be apart';
  if (upper === null || !Number.isFinite(upper)) return 'apart, by more than 0 mm';
  return `apart, at the nearest by ${mmUpper(upper)} or less`;
}

/** The bound in words, called proven where something is. */
export function provenText(known: ProvenBound): string {
  const { lower, apart } = known;
  if (isHair(known)) return `proven ${apartText({ upper: null, ...known })}`;
  const bound = apartText({ lower, upper: null, apart });
  return lower > 0 || apart ? `${bound} (proven)` : bound;
}

/** How near a motion comes to something: the bound first, then whose it is. */
export function nearestText(
  what: 'to the surroundings' | 'to itself',
  known: ProvenBound,
  [a, b]: readonly [string, string],
): string {
  return `${what} ${provenText(known)}: ${a} and ${b}`;
}

/** A place where two bodies were seen that near, in few words: `segment 0 at t = 0.5, 1.2 s`. */
export function seenText(segment: number, t: number, time?: number): string {
  return `segment ${segment} at t = ${tText(t)}${time === undefined ? '' : `, ${secondsText(time)}`}`;
}

/** Pairs that are farther than anybody looked; the bound is that of the nearest of them. */
export function farText(pairs: string, known: Pick<ProvenDistance, 'lower' | 'apart'>): string {
  return `${pairs}: ${provenText(known)}`;
}

/** How closely a profile is measured: between proven and seen lies no more than that. */
export function accuracyText(accuracy: number, relative: number): string {
  return `${mmUpper(accuracy)} or ${percentUpper(relative)}`;
}

/** What heads a profile. */
export function profileText(accuracy: number, relative: number, horizon: number): string {
  return `clearance profile, to ${accuracyText(accuracy, relative)}, up to ${mm(horizon)}`;
}

/** Two bodies that are proven free, and nearly not. */
export interface NearPair {
  readonly pair: readonly [string, string];
  readonly lower: number;
  readonly distance: number;
  readonly clearance: number;
  readonly tracking: number;
}

/** A note on an end of a path, of its nearest pair; `others` are as near as that. */
export function nearText(end: string, near: NearPair, others: number): string {
  const { lower, distance, clearance, tracking } = near;
  const kept = clearance + tracking;
  // What they must keep is told as asked for; with tracking it is a bound, and more than that is proven.
  const must = tracking > 0 ? mmBelow(kept, lower) : mm(kept);
  const what = kept > 0 ? `nearly at the ${must} they must keep` : 'nearly in contact';
  const proven = kept > 0 ? mmAbove(lower, Math.max(kept, metresOf(must))) : mmLower(lower);
  const more =
    others === 0 ? '' : others === 1 ? '; so is 1 more pair' : `; so are ${others} more pairs`;
  return `at the ${end} ${quoted(near.pair)} are ${what}: proven to be ${proven} apart, and no more than ${mmUpper(distance)}${more}`;
}

/** Reads millimetres back. */
function metresOf(text: string): number {
  const [number] = text.split(' ');
  const [digits, power = '0'] = number.split('e');
  return Number(`${digits}e${Number(power) - 3}`);
}

/** `"A" and "B"`: names within a message. */
export function quoted([a, b]: readonly [string, string]): string {
  return `"${a}" and "${b}"`;
}

/** Pairs and intervals that a search left. */
export function notProvenText(pairs: number, intervals: number): string {
  return `not proven: ${count(pairs, 'pair')} on ${count(intervals, 'interval')}`;
}
