/**
 * How heights of the clearance plot stand for distances. Small ones matter most: square roots give them
 * room (as in reports), logarithms show micrometres beside metres, a linear scale shows speeds.
 */
import { ticks } from './curves.ts';

export type ScaleKind = 'root' | 'log' | 'linear';

/** Metres at the bottom of a logarithmic scale; what is smaller lies there as well. */
export const LOG_BOTTOM = 1e-6;

/** Part of the height for a distance, from 0 at the bottom to 1 at `top`; metres. */
export function shareOf(kind: ScaleKind, metres: number, top: number): number {
  if (!(metres > 0)) return 0;
  if (kind === 'linear') return metres / top;
  if (kind === 'root') return Math.sqrt(metres / top);
  const decades = Math.log(Math.max(top, 10 * LOG_BOTTOM) / LOG_BOTTOM);
  return Math.max(0, Math.log(metres / LOG_BOTTOM) / decades);
}

/** Millimetres that get a line: about `wanted` at most, at round numbers, from the bottom up. */
export function scaleTicks(kind: ScaleKind, top: number, wanted: number): number[] {
  if (kind === 'linear') return ticks(1000 * top, wanted);
  const steps = kind === 'log' ? [1] : [1, 2, 5];
  const bottom = kind === 'log' ? 1000 * LOG_BOTTOM : 0;
  const kept: number[] = [];
  // From the top down, so that the largest round number has a line.
  for (let power = Math.ceil(Math.log10(1000 * top)); power >= -3; power--) {
    for (const step of [...steps].reverse()) {
      const mm = Number((step * 10 ** power).toPrecision(1));
      const share = shareOf(kind, mm / 1000, top);
      const above = kept.length === 0 ? 2 : shareOf(kind, kept[kept.length - 1] / 1000, top);
      if (share <= 1 && above - share >= 1 / wanted && share >= 0.7 / wanted) kept.push(mm);
    }
  }
  return [...kept, bottom].reverse();
}
