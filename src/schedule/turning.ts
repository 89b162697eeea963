/**
 * How far points of a body that turns advance along a direction d, besides its origin. A point at p from the origin has
 * the velocity w x p, along d that is p . (d x w). Two bounds hold, and for s seconds the smaller one is taken:
 *
 * - Wherever a point is turned to, it is within the radius: at most radius |d x w| s, and what w changes by.
 * - The points keep their velocities but for their accelerations. Together they then get as far along d as the farthest
 *   along d + s m, m = d x w, is farther than the farthest along d: a convex function of s, so up to a span it is at
 *   most the part s / span of what it is there. Points that are far behind do not count, however fast they are.
 */
import { U } from '../math/index.ts';
import { ADVANCE_SIZE, type AdvanceQuestion, LINEAR, lengthOf, SQUARE } from './motion.ts';

const u = U;
const m = new Float64Array(3);

/**
 * Adds it to the bound BY_ACCELERATION: for an angular velocity `w` at the time of the question that is never longer
 * than `rate` and changes by change[0] s + change[1] at most.
 */
export function addTurning(
  { direction: n, sign, radius, span, points }: AdvanceQuestion,
  w: Float64Array,
  rate: number,
  change: Float64Array,
  out: Float64Array,
): void {
  m[0] = sign * (n[1] * w[2] - n[2] * w[1]);
  m[1] = sign * (n[2] * w[0] - n[0] * w[2]);
  m[2] = sign * (n[0] * w[1] - n[1] * w[0]);
  const across = lengthOf(m) + 32 * u * rate;
  const o = ADVANCE_SIZE;
  const up = 1 + 16 * u;
  const wander = radius * change[1];
  const swing = radius * Math.min(across, rate) * up;
  let linear = swing;
  let square = 0.5 * radius * change[0] * up;
  if (points !== null && span > 0) {
    // |p''| <= rate^2 radius, and what w changes by: see docs/proofs/schedule.md.
    const bend = 0.5 * radius * (rate * rate + change[0]) * up;
    const slope = (points.riseUpper(m, span) / span) * up + 64 * u * radius * rate;
    // At the end of the span.
    if (slope + bend * span < linear + square * span) {
      linear = slope;
      square = bend;
    }
  }
  out[o + LINEAR] += linear + wander * up;
  out[o + SQUARE] += square;
}
