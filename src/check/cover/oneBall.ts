/** How a ball moves with its frame: its centre goes along, the rest turns about it. docs/proofs/motion.md, section 4. */
import { layout } from '../../arrays/index.ts';
import { U } from '../../math/index.ts';
import { FRAME_MOTION } from './frameMotions.ts';

/**
 * Of one side: the velocity of the ball's centre times the span, in the piece's frame, and its length; the
 * speed that turning adds at the rim; a bound of the acceleration now, over all of the ball.
 */
export const BALL_MOTION = layout(['move', 3], 'length', 'rim', 'acceleration');
const {
  move: MOVE,
  length: LENGTH,
  rim: RIM,
  acceleration: ACCELERATION,
  size: SIDE,
} = BALL_MOTION;
const { v: V, w: W, a: A, s: S } = FRAME_MOTION;
/** Rounding of a handful of products and sums, per unit. */
export const ROUNDED_UP = 1 + 64 * U;
const UP = ROUNDED_UP;

/** One side, to out[at ...]: a ball that moves as the frame motion at m[o ...] says, or is still if o < 0. */
export function ballMotionInto(
  m: Float64Array,
  o: number,
  ball: Float64Array,
  up: number,
  out: Float64Array,
  at: number,
): void {
  if (o < 0) {
    for (let k = at; k < at + SIDE; k++) out[k] = 0;
    return;
  }
  const wx = m[o + W];
  const wy = m[o + W + 1];
  const wz = m[o + W + 2];
  const cx = wy * ball[2] - wz * ball[1];
  const cy = wz * ball[0] - wx * ball[2];
  const cz = wx * ball[1] - wy * ball[0];
  const vx = m[o + V] + cx;
  const vy = m[o + V + 1] + cy;
  const vz = m[o + V + 2] + cz;
  out[at + MOVE] = up * vx;
  out[at + MOVE + 1] = up * vy;
  out[at + MOVE + 2] = up * vz;
  out[at + LENGTH] = Math.sqrt(vx * vx + vy * vy + vz * vz) * up * UP;
  const ww = wx * wx + wy * wy + wz * wz;
  // A half-space has no radius; it may slide.
  out[at + RIM] = ww === 0 ? 0 : ball[3] * Math.sqrt(ww);
  const sx = m[o + S];
  const sy = m[o + S + 1];
  const sz = m[o + S + 2];
  const ax = m[o + A] + sy * ball[2] - sz * ball[1] + wy * cz - wz * cy;
  const ay = m[o + A + 1] + sz * ball[0] - sx * ball[2] + wz * cx - wx * cz;
  const az = m[o + A + 2] + sx * ball[1] - sy * ball[0] + wx * cy - wy * cx;
  const spin = Math.sqrt(sx * sx + sy * sy + sz * sz) + ww;
  const turned = spin === 0 ? 0 : ball[3] * spin;
  out[at + ACCELERATION] = Math.sqrt(ax * ax + ay * ay + az * az) + turned;
}
