/**
 * Several attempts at making a path shorter, of which the shortest counts, of several the first. The first is what smoothing
 * does; each other begins with random shortcuts of its own, which leads to other paths, and goes on from there as the first
 * does. Attempts know nothing of each other: whoever makes them, in whatever order, the best is the same.
 */
import { Random } from '../math/index.ts';
import { type SmoothOptions, type SmoothResult, smoothPath } from './smoothing/smooth.ts';
import type { PlanningSpace } from './space.ts';

/** One attempt and what came of it. */
export interface SmoothAttempt {
  /** From 0. */
  readonly number: number;
  readonly result: SmoothResult;
}

/** Options of smoothing, but for the random numbers: those come from the seed and the number of the attempt. */
export type AttemptOptions = Omit<SmoothOptions, 'random'> & { readonly seed: number };

/** Seeds of attempts are far from those that people choose. */
const APART = 0x2545f491;

/** Makes one attempt. The path never gets longer. */
export function smoothAttempt(
  space: PlanningSpace,
  waypoints: readonly Float64Array[],
  number: number,
  { seed, ...options }: AttemptOptions,
): SmoothAttempt {
  if (number === 0) {
    return {
      number,
      result: smoothPath(space, waypoints, { ...options, random: new Random(seed) }),
    };
  }
  const begin = performance.now();
  const random = new Random(seed ^ Math.imul(number, APART));
  const first = smoothPath(space, waypoints, { ...options, variant: 'window', random });
  const { timeLimit_ms = Infinity } = options;
  const left = Math.max(0, timeLimit_ms - (performance.now() - begin));
  const second = smoothPath(space, first.waypoints, { ...options, random, timeLimit_ms: left });
  const result = {
    ...second,
    before: first.before,
    tried: first.tried + second.tried,
    taken: first.taken + second.taken,
  };
  return { number, result };
}

/** The shortest of some attempts, of several the first; null of none. */
export function bestAttempt(attempts: readonly SmoothAttempt[]): SmoothAttempt | null {
  let best: SmoothAttempt | null = null;
  for (const attempt of attempts) {
    const shorter = best ? attempt.result.length - best.result.length : -1;
    if (shorter < 0 || (shorter === 0 && attempt.number < best!.number)) best = attempt;
  }
  return best;
}
