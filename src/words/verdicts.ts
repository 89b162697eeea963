/**
 * Verdicts in words. The word of the verdict comes first, or stands elsewhere; what is here is what it means.
 * Only `free` claims something of every configuration.
 */
import { mm, mmLower, secondsAsked, secondsText, secondsWithin } from './numbers.ts';
import { count } from './plain.ts';

/** What a free path was asked to keep. */
export interface Kept {
  /** Metres: to the surroundings, and within a robot unless that is said. */
  readonly clearance: number;
  /** Metres between bodies of one robot, where that is another. */
  readonly self?: number;
  /** Whether some pairs have a smaller one of their own. Default false. */
  readonly exceptions?: boolean;
  /** Whether joints may stray from the path. */
  readonly tracking?: boolean;
}

/** `, with a clearance of 5 mm, wherever tracking lets joints stray`; empty if nothing was asked. */
export function keptText(kept: Kept): string {
  const { clearance, self = clearance, exceptions = false, tracking = false } = kept;
  const but = exceptions ? ' but for pairs with a smaller one of their own' : '';
  const both =
    self === clearance
      ? mm(clearance)
      : `${mm(clearance)} to the surroundings and ${mm(self)} within a robot`;
  const asked = clearance > 0 || self > 0 ? `, with a clearance of ${both}${but}` : '';
  return `${asked}${tracking ? ', wherever tracking lets joints stray' : ''}`;
}

/** What is kept from the surroundings where nobody asked for anything. */
export interface KeptRoom {
  /** Metres: kept, and wanted. */
  readonly clearance: number;
  readonly wanted: number;
  readonly near: { readonly pair: readonly [string, string]; readonly distance: number } | null;
  /** What no path was found to keep. */
  readonly given?: number;
}

/** `keeps 5 mm from the surroundings, as usual`; with who is in the way of that, and where. */
export function roomText({ clearance, wanted, near, given }: KeptRoom, where: string): string {
  if (given !== undefined) {
    return `keeps no clearance: no path was found that keeps ${mm(given)} from the surroundings`;
  }
  if (near === null) {
    return `keeps ${mm(clearance)} from the surroundings, as usual; --clearance asks for another`;
  }
  const [a, b] = near.pair;
  const kept = clearance > 0 ? `${mm(clearance)} from the surroundings` : 'no clearance';
  return `keeps ${kept} and not the usual ${mm(wanted)}: ${a} and ${b} are proven ${mmLower(near.distance)} apart ${where}, and no more`;
}

/** Why a path that was checked is free. */
export function freeText(kept: Kept): string {
  return `proven for every configuration on the path${keptText(kept)}`;
}

/** Why a path that was made is free: `what` is such as `on the path`, `of the timed motion`. */
export function madeFreeText(what: string, kept: Kept = { clearance: 0 }): string {
  return `every configuration ${what} is proven free of collision${keptText(kept)}`;
}

/** Why robots that may start late are free. */
export function delaysFreeText(kept: Kept): string {
  return `proven for every start of each robot within its delay${keptText(kept)}`;
}

/** Of a path whose samples were looked at. */
export const SAMPLES_FREE = 'samples of the path are free, which proves nothing';

/** Of a planned path whose samples were looked at. */
export const SAMPLED_PATH = 'a path whose samples are free, which proves nothing';

/** Of a segment whose samples were looked at. */
export const SAMPLING = 'sampling proves nothing';

/** What ended a search: nobody knows which, where both were given. */
export function endedText(hasTimeLimit: boolean): string {
  return `${hasTimeLimit ? 'the budget or the time' : 'the budget'} ended first`;
}

/** Why a path is undecided, and what is left of it. */
export function undecidedText(hasTimeLimit: boolean, left: number, segments: number): string {
  const where = left > 0 ? `; ${left} of ${count(segments, 'segment')} not settled` : '';
  return `${endedText(hasTimeLimit)}${where}`;
}

/** Why there is no path, of a planner; `limits` are what was given. */
export function noPathText(limits: readonly string[]): string {
  const within = limits.length > 0 ? limits.join(' and ') : 'the limits';
  return `within ${within}, which says nothing about whether there is one`;
}

/** Of a path that was made and turned out not to be free as a whole. */
export function notFreeText(what: string): string {
  return `${what} not free to a check of all of it; nothing is written`;
}

/** How late each robot may start: what was asked. */
export function lateText(names: readonly string[], delays: readonly number[]): string[] {
  return names.map((name, k) => `${name} by up to ${secondsAsked(delays[k])}`);
}

/** Where robots were found in each other's way: the time, and how late each of them had started. */
export function lateWitnessText(
  time: number,
  names: readonly string[],
  starts: readonly number[],
  delays: readonly number[],
): string {
  const late = names.map((name, k) => `${name} ${secondsWithin(starts[k], delays[k])} late`);
  return `at ${secondsText(time)} with ${late.join(', ')}`;
}
