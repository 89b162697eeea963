/** Which cells the edges are in, and how many edges there are. */
import type { EdgeCounts } from './data.ts';

export const EMBEDDED = ['cage', 'two-arms', 'workshop', 'car-six-irb2400'];

/** Of scenes around robots. */
export function sizeOf(quick: boolean): EdgeCounts {
  return quick ? { scenesPerFamily: 1, perScene: 8 } : { scenesPerFamily: 3, perScene: 12 };
}

/** Of each class, in an embedded cell. */
export function embeddedCount(quick: boolean): number {
  return quick ? 10 : 60;
}
