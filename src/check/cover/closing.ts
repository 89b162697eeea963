/**
 * How two patches close in on each other along a direction: what their velocities, and bounds of
 * their higher derivatives, allow. docs/proofs/motion.md.
 */
import { U } from '../../math/index.ts';

/** Bounds of the first, second and third derivative of points, of both sides together. */
export interface ClosingBounds {
  readonly speed: number;
  readonly bend: number;
  readonly twist: number;
}

/** How long room lasts, at most `limit`, at closing speed v and second derivative c. */
export function lasting(
  room: number,
  v: number,
  c: number,
  { bend, twist, speed }: ClosingBounds,
  limit: number,
): number {
  if (closingUpper(limit, v, c, bend, twist, speed) <= room) return limit;
  // Second order in closed form, then outward as far as the third carries.
  const root = Math.sqrt(v * v + 2 * bend * room);
  let low = v + root > 0 ? (2 * room * (1 - 16 * U)) / (v + root) : 0;
  if (!(low < limit)) low = 0;
  if (low > 0 && !(closingUpper(low, v, c, bend, twist, speed) <= room)) low = 0;
  let high = limit;
  for (let i = 0; i < 5; i++) {
    const middle = 0.5 * (low + high);
    if (closingUpper(middle, v, c, bend, twist, speed) <= room) low = middle;
    else high = middle;
  }
  return low;
}

/** Upper bound of what two patches approach each other by in any time up to tau. */
function closingUpper(
  tau: number,
  v: number,
  c: number,
  bend: number,
  twist: number,
  speed: number,
): number {
  const first = tau * speed;
  // A convex parabola: at most the larger of its ends, one of which is 0.
  const second = tau * v + 0.5 * tau * tau * bend;
  let third = tau * (v + tau * (0.5 * c + (tau / 6) * twist));
  if (c < 0 && v > 0) {
    // It may rise before it falls: the peak is where v + c tau + twist/2 tau^2 vanishes.
    const root = c * c - 2 * twist * v;
    if (root > 0) {
      const peak = (2 * v) / (-c + Math.sqrt(root));
      if (peak < tau) {
        const top = peak * (v + peak * (0.5 * c + (peak / 6) * twist));
        if (top > third) third = top;
      }
    }
  }
  const least = Math.min(first, second, third);
  // Written so that NaN stays NaN, which no room is enough for.
  return least <= 0 ? 0 : least * (1 + 64 * U);
}
