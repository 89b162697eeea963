/** How a motion was read: every rule by which its numbers became a path, in words. */
import { asGiven, secondsAsked } from './numbers.ts';

/** How the numbers between waypoints were derived. */
interface Interpolated {
  readonly interpolation?: string | undefined;
  /** Seconds of one blend. */
  readonly blend?: number | undefined;
}

/** The rules by which a motion became a path. */
export interface ReadingFacts extends Interpolated {
  readonly name: string;
  readonly wrap: 'literal' | 'short';
  readonly standing: readonly {
    readonly joint: string;
    readonly value: number;
    readonly source: string;
  }[];
  readonly tracks?:
    | readonly (Interpolated & {
        readonly name: string;
        readonly offset: number;
        readonly delay: number;
      })[]
    | undefined;
}

const WRAPS = {
  literal: 'joints turn as the numbers say (wrap literal)',
  short: 'joints without limits turn the short way (wrap short)',
} as const;

/** One line for each rule; the first names the motion. */
export function readingTexts({ name, wrap, standing, tracks, ...whole }: ReadingFacts): string[] {
  const how = tracks ? 'tracks' : interpolatedText(whole);
  return [
    `path ${name}: ${how}; ${WRAPS[wrap]}`,
    ...(tracks ?? []).map(
      ({ name: track, offset, delay, ...own }) =>
        `track ${track}: ${interpolatedText(own)}, begins at ${secondsAsked(offset)}, up to ${secondsAsked(delay)} late`,
    ),
    ...standing.map(
      ({ joint, value, source }) =>
        `joint ${joint} is not named, and stands at ${asGiven(value)} (${source})`,
    ),
  ];
}

function interpolatedText({ interpolation = 'straight', blend }: Interpolated): string {
  const blended = blend === undefined ? '' : ` of ${secondsAsked(blend)}`;
  return `${interpolation}${blended} between waypoints`;
}
