/** Two numbers in place of one: how near a motion comes to its surroundings, and how near a robot comes to itself. */
import type { Cell, Pair } from '../cell/index.ts';
import { isWithinRobot } from '../check/index.ts';

/** A pair as a clearance or a profile has it. */
export interface MeasuredPair {
  readonly pair: Pair;
  readonly bodies: readonly [string, string];
  /** Proven: never nearer. */
  readonly lower: number;
  /** Seen: the smallest distance. */
  readonly upper: number;
}

/** The nearest pair of each kind; null where none of that kind came near enough to be measured. */
export interface NearestPairs<P extends MeasuredPair> {
  /** Of a robot, or what it carries, with an obstacle or another robot. */
  readonly surroundings: P | null;
  /** Within one robot. */
  readonly self: P | null;
}

/** The pair with the smallest bound of each kind. `others`: what members of a crowd that are not listed keep at least. */
export function nearestPairs<P extends MeasuredPair>(
  cell: Cell,
  pairs: readonly P[],
  others: number,
): NearestPairs<P> {
  const isWithin = isWithinRobot(cell);
  const isSelf = ({ pair }: P) => isWithin(pair);
  const least = (found: readonly P[]): P | null =>
    found.reduce<P | null>((so, each) => (so === null || each.lower < so.lower ? each : so), null);
  const around = least(pairs.filter((each) => !isSelf(each)));
  return {
    // A crowd is an obstacle, listed or not.
    surroundings: around && { ...around, lower: Math.min(around.lower, others) },
    self: least(pairs.filter(isSelf)),
  };
}
