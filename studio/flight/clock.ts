/** Time on the page: how fast it passes, and how it is written. */
import { about } from '../../src/words/index.ts';
import { clamp } from '../timeline/axis.ts';

/** Seconds of the flight per second, the fastest first. */
export const SPEEDS = [1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 1e-3, 1e-4, 1e-5] as const;
/** Seconds that a flight should last on the page, at least. */
const WATCHABLE = 4;

/** The fastest speed at which there is something to see. */
export function speedFor(duration: number): number {
  return SPEEDS.find((speed) => duration / speed >= WATCHABLE) ?? SPEEDS[SPEEDS.length - 1];
}

/** A span of time that was chosen: `20 ms`, `0.5 s`, `50 µs`. */
export function spanText(seconds: number): string {
  if (seconds >= 0.1) return `${about(seconds, 3)} s`;
  return seconds >= 1e-4 ? `${about(1e3 * seconds, 3)} ms` : `${about(1e6 * seconds, 3)} µs`;
}

/** Decimals by which a hundredth of the whole is told apart, and one more. */
export function decimalsFor(duration: number): number {
  return clamp(Math.ceil(3 - Math.log10(Math.max(duration, 1e-9))), 0, 12);
}
