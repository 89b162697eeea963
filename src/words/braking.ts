/** How fast a motion may run so that braking stays inside of its clearance, in words. */
import { factorLower, factorText, mmLower, mmUpper, rateUpper } from './numbers.ts';
import { stretchText } from './places.ts';

/** What is known of it. */
export interface ProvenFactor {
  /** Proven; 0 where nothing is. */
  readonly factor: number;
  /** The largest that was asked about. */
  readonly limit: number;
  /** Whether nothing ended the search early. */
  readonly complete: boolean;
  /** Whether the motion is proven free. */
  readonly free: boolean;
}

/** The answer in one line. */
export function brakingText({ factor, limit, complete, free }: ProvenFactor): string {
  if (!free) return 'braking: no speed factor is proven, as the motion is not';
  if (factor >= limit) {
    return `braking: at speed factor ${factorText(limit)} it stays inside of the clearance, whenever it begins (proven)`;
  }
  if (factor > 0) {
    return `braking: up to speed factor ${factorLower(factor)} it stays inside of the clearance, whenever it begins (proven)`;
  }
  return complete
    ? 'braking: no speed factor is proven'
    : 'braking: no speed factor is proven: the budget ended first';
}

/** Where a larger factor is not proven. */
export interface FactorLimit {
  readonly pair: readonly string[];
  readonly segment: number;
  readonly from: number;
  readonly to: number;
  readonly lower: number;
  readonly kept: number;
}

/** `limited by link5 and shelf on segment 0, t from 0.4 to 0.45: at least 34 mm apart, of which they keep 10 mm`. */
export function brakingLimitText({ pair, lower, kept, ...piece }: FactorLimit): string {
  const who = pair.length === 2 ? pair.join(' and ') : `${pair[0]} and obstacles around it`;
  const room = kept > 0 ? `, of which they keep ${mmUpper(kept)}` : '';
  const apart = lower > 0 ? `at least ${mmLower(lower)} apart` : 'not proven to be apart';
  return `limited by ${who} on ${stretchText(piece, false)}: ${apart}${room}`;
}

/** `joint2 at up to 0.8 rad/s strays by up to 0.12 rad`. */
export function strayText(joint: string, unit: 'rad' | 'm', rate: number, stray: number): string {
  return `${joint} at up to ${rateUpper(rate)} ${unit}/s strays by up to ${rateUpper(stray)} ${unit}`;
}
