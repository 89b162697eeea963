/**
 * How two patches close in on each other along a direction: what their velocities, and bounds of
 * their higher derivatives, allow. docs/proofs/motion.md, section 4.
 */
import { U } from '../../math/index.ts';

/** Bounds of the first, second and third derivative of points, of both sides together. */
export interface ClosingBounds {
  readonly speed: number;
  readonly acceleration: number;
  readonly jerk: number;
}

/** How long room lasts, at most `limit`, at the closing speed v and the closing acceleration w now. */
export function lasting(
  room: number,
  v: number,
  w: number,
  { speed, acceleration, jerk }: ClosingBounds,
  limit: number,
): number {
  if (closingUpper(limit, v, w, acceleration, jerk, speed) <= room) return limit;
  // Second order in closed form, then outward as far as the third carries.
  const root = Math.sqrt(v * v + 2 * acceleration * room);
  let low = v + root > 0 ? (2 * room * (1 - 16 * U)) / (v + root) : 0;
  if (!(low < limit)) low = 0;
  if (low > 0 && !(closingUpper(low, v, w, acceleration, jerk, speed) <= room)) low = 0;
  let high = limit;
  for (let i = 0; i < 5; i++) {
    const middle = 0.5 * (low + high);
    if (closingUpper(middle, v, w, acceleration, jerk, speed) <= room) low = middle;
    else high = middle;
  }
  return low;
}

/** Upper bound of what two patches approach each other by in any time up to tau. */
function closingUpper(
  tau: number,
  v: number,
  w: number,
  acceleration: number,
  jerk: number,
  speed: number,
): number {
  const first = tau * speed;
  // A convex parabola: at most the larger of its ends, one of which is 0.
  const second = tau * v + 0.5 * tau * tau * acceleration;
  let third = tau * (v + tau * (0.5 * w + (tau / 6) * jerk));
  if (w < 0 && v > 0) {
    // It may rise before it falls: the peak is where v + w tau + jerk/2 tau^2 vanishes.
    const root = w * w - 2 * jerk * v;
    if (root > 0) {
      const peak = (2 * v) / (-w + Math.sqrt(root));
      if (peak < tau) {
        const top = peak * (v + peak * (0.5 * w + (peak / 6) * jerk));
        if (top > third) third = top;
      }
    }
  }
  const least = Math.min(first, second, third);
  // Written so that NaN stays NaN, which no room is enough for.
  return least <= 0 ? 0 : least * (1 + 64 * U);
}
