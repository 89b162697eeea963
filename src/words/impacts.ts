/** Impacts of bodies that fly, in words: between which times they are proven to happen, and what fixed steps see of them. */
import { quoted } from './bounds.ts';
import { metresLower, mmLower, secondsBracket, secondsText } from './numbers.ts';
import { grouped } from './plain.ts';

/** Seconds of an impact: at `free` the two are proven apart, at `hit` proven near each other. */
export interface ImpactTimes {
  readonly free: number;
  readonly hit: number;
}

/** `between 0.3017 s and 0.30171 s`; `at 0 s` where the two are near from the beginning. */
export function impactTimesText({ free, hit }: ImpactTimes): string {
  if (!(free < hit)) return `at ${secondsBracket(hit, hit)[1]}`;
  return `between ${secondsBracket(free, hit).join(' and ')}`;
}

/** What an impact is, and what its bracket says. */
export function toleranceText(metres: number): string {
  return `An impact is two bodies nearer than ${mmLower(metres)}: at the first time of its bracket they are proven to be farther apart, at the second to be as near.`;
}

/** What looking at every pair once in a while finds. */
export interface FixedStepsFacts {
  readonly step: number;
  readonly impacts: number;
  readonly looks: number;
  /** What the schedule finds. */
  readonly all: number;
  /** The two that meet first, and how far apart they are at least when seen before and after that; 0: they are not. */
  readonly first: {
    readonly names: readonly [string, string];
    readonly before: { readonly time: number; readonly distance: number } | null;
    readonly after: { readonly time: number; readonly distance: number } | null;
  };
}

/** What fixed steps see of the impacts that there are, and of the two bodies that meet first. */
export function fixedStepsText(facts: FixedStepsFacts): string {
  const { step, impacts, looks, all, first } = facts;
  const found =
    `Looking at every pair each ${secondsText(step)} takes ${grouped(looks)} looks and sees ` +
    `${impacts === 0 ? 'no impact' : impacts === 1 ? 'one impact' : `${grouped(impacts)} impacts`}, where there ${all === 1 ? 'is one' : `are ${grouped(all)}`}.`;
  const seen = [first.before, first.after].flatMap((look) =>
    look ? [`${apart(look.distance)} at ${secondsText(look.time)}`] : [],
  );
  if (seen.length === 0) return found;
  return `${found} The first two to meet, ${quoted(first.names)}, are seen ${seen.join(' and ')}.`;
}

function apart(distance: number): string {
  if (!(distance > 0)) return 'in each other';
  return `at least ${distance < 0.1 ? mmLower(distance) : metresLower(distance, 3)} apart`;
}
