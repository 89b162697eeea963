/**
 * The box Q: a range for every degree of freedom. Reach, swept spheres and pose errors are proven
 * for configurations in it. That it covers a motion is seen to before anybody asks about that (cell/question.ts).
 */
import { U } from '../math/rounding.ts';

export interface JointBox {
  /** lower > upper: empty, no configuration yet. Numbers of quaternions are not bounded. */
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

/**
 * Range of the value multiplier * q[d] + offset over the box, rounded outward: out[0] to out[1].
 * An empty range counts as q[d] = 0: about no configuration anything may be said.
 */
export function valueRangeInto(
  box: JointBox,
  d: number,
  multiplier: number,
  offset: number,
  out: Float64Array,
): void {
  const empty = box.lower[d] > box.upper[d];
  const a = empty ? 0 : multiplier * box.lower[d];
  const b = empty ? 0 : multiplier * box.upper[d];
  // 0 * Infinity: a joint that follows with factor 0 does not move.
  const low = multiplier === 0 ? 0 : Math.min(a, b);
  const high = multiplier === 0 ? 0 : Math.max(a, b);
  // For the rounding here, and for motions that leave the box by the rounding of their numbers.
  const slack = 8 * U * (Math.max(-low, high, 0) + Math.abs(offset));
  out[0] = low + offset - slack;
  out[1] = high + offset + slack;
}
