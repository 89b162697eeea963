/** How deep bodies are in each other, in words. Depths are brackets: at least that, at most that. */
import { mm, mmAbove, mmLower, mmUpper } from './numbers.ts';
import { count } from './plain.ts';

/** What was found of a pair at one configuration; of pairs that are apart both are below 0. */
export interface FoundDepth {
  readonly pair: readonly [string, string];
  readonly verdict: 'deeper' | 'too-close';
  readonly lower: number;
  readonly upper: number;
  /** Whether both have an inside. */
  readonly solid: boolean;
}

/** Of a path on which nothing is deeper than was allowed. */
export function withinText(allowed: number): string {
  return `proven for every configuration on the path, no body is deeper than ${mm(allowed)} in another`;
}

/** Two bodies that are too deep in each other, or not proven not to be. */
export function depthText(
  { pair, verdict, lower, upper, solid }: FoundDepth,
  allowed: number,
): string {
  const names = pair.join(' and ');
  if (!solid) {
    const why = 'one of them is an open surface, which has no depth';
    if (verdict === 'deeper') return `deeper: ${names} touch; ${why}`;
    return `too-close: ${names}, ${mmUpper(-lower)} apart; ${why}`;
  }
  const most = `allowed are ${mm(allowed)}`;
  if (verdict === 'deeper') {
    return `deeper: ${names}, at least ${mmAbove(lower, allowed)}; ${most}`;
  }
  if (upper <= 0) return `too-close: ${names}, ${mmUpper(-lower)} apart; ${most}`;
  return `too-close: ${names}, between ${mmLower(Math.max(0, lower))} and ${mmUpper(upper)}; ${most}`;
}

/** How deep a pair was seen; `most` is what is proven for the whole path, where that is known. */
export function overlapText(
  pair: string,
  lower: number,
  most: number | null,
  place: string,
): string {
  const proven = most === null ? '' : `at most ${mmUpper(most)} (proven), `;
  return `${pair}: ${proven}${mmLower(lower)} on ${place}`;
}

/** Pairs that were not seen to overlap, and what is proven of them all. */
export function othersText(pairs: string, upper: number): string {
  const bound =
    upper < 0 ? `apart by at least ${mmLower(-upper)}` : `overlap by at most ${mmUpper(upper)}`;
  return `${pairs}: ${bound} (proven)`;
}

/** Bodies thin enough to cross without being deep. */
export function thinText(pairs: number, allowed: number): string {
  return `the bound says nothing about ${count(pairs, 'pair')}: both bodies are thinner than twice ${mm(allowed)}, and may cross`;
}
