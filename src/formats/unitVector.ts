/** Directions as files write them. */
import type { Triple } from '../geometry/index.ts';

/** The vector with length 1; null where it is zero. */
export function unitVector([x, y, z]: Triple): Triple | null {
  // By the largest first, so that neither tiny nor huge numbers spoil the length.
  const largest = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
  if (largest === 0) return null;
  const length = Math.hypot(x / largest, y / largest, z / largest);
  return [x / largest / length, y / largest / length, z / largest / length];
}
