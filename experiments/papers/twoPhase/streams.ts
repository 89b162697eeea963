/**
 * Boxes of bodies over time, recorded once, so that every method is shown the same; and what a method does with them.
 * A stream is played from the beginning: the first step, in which all bodies appear, is part of what it costs.
 */
import { type BroadPhase, type BroadPhaseStats, PairChanges } from 'surepath/broadphase';
import { cpuMicroseconds } from '../../lab/clock.ts';
import { leastInTurns } from '../../lab/rounds.ts';

/** CPU microseconds that a method should play in a round at least; streams are short. */
const ENOUGH = 3e4;
const MOST_REPEATS = 100;

export interface BoxStream {
  readonly name: string;
  /** How many bodies there are, those that are fixed included. */
  readonly count: number;
  readonly fixed: readonly boolean[];
  /** Metres: of balls around the bodies; infinite where a body has no end. */
  readonly radii: readonly number[];
  readonly steps: number;
  /** Six numbers for every body, step by step. */
  readonly boxes: Float64Array;
}

/** Who is shown the boxes of a step and says how many pairs are close. */
export interface PairFinder {
  /** The boxes of all bodies begin at boxes[o]. */
  step(boxes: Float64Array, o: number): number;
  /** Where it counts what it does. */
  readonly stats?: BroadPhaseStats;
}

export type MakeFinder = (stream: BoxStream) => PairFinder;

export interface Played {
  /** CPU microseconds of the whole stream, the minimum over rounds. */
  readonly microseconds: number;
  /** Pairs that were close, over all steps. */
  readonly pairs: number;
  readonly stats: BroadPhaseStats;
}

/** One of ours as a finder: fixed bodies are set once, all others in every step. */
export function ours(make: (stream: BoxStream) => BroadPhase): MakeFinder {
  return (stream) => {
    const method = make(stream);
    const changes = new PairChanges();
    let begun = false;
    return {
      stats: method.stats,
      step(boxes, o) {
        for (let body = 0; body < stream.count; body++) {
          const fixed = stream.fixed[body];
          if (!fixed || !begun) method.set(body, boxes, o + 6 * body, fixed);
        }
        begun = true;
        method.update(changes);
        return method.closeCount;
      },
    };
  };
}

/** Pairs that were close, over all steps. */
function playOnce({ steps, count, boxes }: BoxStream, finder: PairFinder): number {
  let pairs = 0;
  for (let step = 0; step < steps; step++) pairs += finder.step(boxes, 6 * count * step);
  return pairs;
}

/** Several finders take turns on one stream, so many rounds; the first is to warm up, unless it is the only one. */
export function playAll<Finders extends Readonly<Record<string, MakeFinder | undefined>>>(
  stream: BoxStream,
  finders: Finders,
  rounds: number,
): { [Name in keyof Finders]: Played } {
  const chosen = Object.entries(finders).flatMap(([name, make]) => (make ? [{ name, make }] : []));
  const found = new Map<string, { pairs: number; stats: BroadPhaseStats }>();
  const play = (name: string, make: MakeFinder) => {
    const finder = make(stream);
    const begin = cpuMicroseconds();
    const pairs = playOnce(stream, finder);
    const spent = cpuMicroseconds() - begin;
    found.set(name, { pairs, stats: finder.stats ?? { tests: 0, cells: 0, labels: 0, swaps: 0 } });
    return spent;
  };
  const works = chosen.map(({ name, make }) => {
    let repeats = 0;
    return () => {
      const spent = play(name, make);
      // The first time it is played once: counts are the same every time.
      if (repeats === 0) {
        repeats = Math.min(MOST_REPEATS, Math.ceil(ENOUGH / Math.max(1, spent)));
        return spent;
      }
      let sum = spent;
      for (let i = 1; i < repeats; i++) sum += play(name, make);
      return sum / repeats;
    };
  });
  const least = leastInTurns(rounds, works);
  const entries = chosen.map(({ name }, i) => [
    name,
    { microseconds: least[i], ...found.get(name)! },
  ]);
  return Object.fromEntries(entries);
}

/** Pairs that could be: of two bodies that are not both fixed. */
export function possiblePairs({ count, fixed }: BoxStream): number {
  const still = fixed.filter((is) => is).length;
  return (count * (count - 1) - still * (still - 1)) / 2;
}
