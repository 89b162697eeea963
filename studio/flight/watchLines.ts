/**
 * The pairs that are watched as lines between their nearest points [C, figure 4], sorted by how soon the two may meet: the
 * sooner, the thicker and the warmer. Points ride on their bodies until the pair is looked at again.
 */
import type { FlightWatch } from '../engine/protocol.ts';
import type { Moment } from './recording.ts';

/** How soon: at any moment, before long, not before long. */
export const SOON_COUNT = 3;

/** Seconds that divide them: the last few hundredths, and the last few tenths, of what is shown. */
export function soonLimits(duration: number): readonly [number, number] {
  const rough = Math.max(duration, 1e-9) / 40;
  const power = 10 ** Math.floor(Math.log10(rough));
  // One, two or five times a power of ten.
  const first = power * ([5, 2, 1].find((x) => x * power <= rough) ?? 1);
  return [first, 10 * first];
}

/** Which of them a pair is that surely does not meet for so many seconds. */
export function soonOf(apartFor: number, limits: readonly [number, number]): number {
  if (apartFor < limits[0]) return 0;
  return apartFor < limits[1] ? 1 : 2;
}

/** Six numbers per line, for each of them. */
export function watchLines(
  watch: FlightWatch,
  { poses, first, end, watchTime }: Moment,
  time: number,
  limits: readonly [number, number],
): number[][] {
  const lines: number[][] = Array.from({ length: SOON_COUNT }, () => []);
  for (let p = first; p < end; p++) {
    const list = lines[soonOf(watch.apartFor[p] - (time - watchTime), limits)];
    for (let side = 0; side < 2; side++) {
      const o = 12 * watch.pairs[2 * p + side];
      const point = 6 * p + 3 * side;
      const [x, y, z] = [0, 1, 2].map((k) => watch.points[point + k]);
      for (let row = 0; row < 3; row++) {
        const r = o + 3 * row;
        list.push(poses[r] * x + poses[r + 1] * y + poses[r + 2] * z + poses[o + 9 + row]);
      }
    }
  }
  return lines;
}
