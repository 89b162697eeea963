/**
 * A body that moves, with what may be wrong about its computed positions and velocities, and with bounds
 * of its motion that hold for all joint values in the box. docs/certificate-motion.md, "What computed numbers
 * may be off by".
 */
import type { JointBox } from '../kinematics/box.ts';
import { poseErrorUpper } from '../kinematics/poseError.ts';
import { U } from '../math/rounding.ts';
import type { ProofBody } from './bodies.ts';
import type { Motion } from './motion.ts';
import { reachOver } from './reach.ts';

export interface Mover {
  readonly body: ProofBody;
  /** Terms from the world to the body, proximal first. */
  readonly chain: Int32Array;
  /** Per piece, and last for all of them, and per term: reach over the box. */
  readonly reach: readonly Float64Array[];
  /** No computed direction of the body's frame, or of an axis above it, is off by more. */
  readonly turn: number;
  /** No length that occurs is larger, measured from the world's origin; no computed point is off by more. */
  readonly size: number;
  readonly place: number;
  /** No point of the body is farther from a point of an axis above it; wherever the robot stands. */
  readonly span: number;
  /** For the segment: errors of computed velocities and accelerations, per unit of n. */
  first: number;
  second: number;
  /**
   * For the segment: bounds of |p'|, |p''| and |p'''| of all points, with all joints in the box and
   * only the terms from an entry of the chain on; three numbers for each entry.
   */
  readonly sums: Float64Array;
}

/** `errors`: of computed configurations, per degree of freedom; the box has room for them. */
export function makeMover(
  motion: Motion,
  body: ProofBody,
  box: JointBox,
  errors: Float64Array,
): Mover {
  const chain = motion.chain(0, body.frame);
  const { tree } = motion;
  let turning = 0;
  // What the origin is off by: slides as they are, turns by how far below their axes it is.
  let carried = 0;
  let span = 0;
  for (const k of chain) {
    const error = motion.errorOf(k, errors, box);
    const below = poseErrorUpper(tree, body.frame, box, motion.frame[k]).length;
    span = Math.max(span, below);
    if (motion.turns[k] === 1) {
      turning += error;
      carried += error * below;
    } else carried += error;
  }
  const { shift, turn, length } = poseErrorUpper(tree, body.frame, box);
  const off = turn + turning + body.tilt;
  const size = length + body.size;
  const place = shift + carried + off * body.size + body.slack + 64 * U * size;
  const reach = body.pieces.map((piece) => reachOver(motion, chain, body.frame, piece, box));
  reach.push(Float64Array.from(chain, (_, i) => reach.reduce((r, own) => Math.max(r, own[i]), 0)));
  const rounding = (128 + 8 * chain.length) * U;
  const sums = new Float64Array(3 * chain.length + 3);
  const known = { body, chain, reach, turn: 2 * off + rounding, size, place, sums };
  return { ...known, span: span + body.size, first: 0, second: 0 };
}

/** Takes up the rates of a segment. */
export function takeRates(motion: Motion, mover: Mover): void {
  // What no joint moves has no rates, and no errors of them.
  if (mover.chain.length === 0) return;
  const { rate, acceleration, turns, doubt, doubtMore, uniform } = motion;
  const { chain, size, span, place, turn } = mover;
  let turning = 0;
  let sliding = 0;
  let turningMore = 0;
  let slidingMore = 0;
  let doubts = 0;
  let slides = 0;
  let unsureMore = 0;
  for (let i = 0; i < chain.length; i++) {
    const k = chain[i];
    unsureMore += 2 * doubtMore[k] * (turns[k] === 1 ? span : 1);
    if (turns[k] === 1) {
      turning += rate[k];
      turningMore += acceleration[k];
      doubts += doubt[k];
    } else {
      sliding += rate[k];
      slidingMore += acceleration[k];
      slides += doubt[k];
    }
  }
  const speed = turning * span + sliding;
  const unsure = 2 * (doubts * span + slides);
  // Twists are added up in the world's coordinates, however far away its origin is.
  const rounding = (64 + 8 * chain.length) * U;
  mover.first = 8 * turn * speed + 8 * turning * place + unsure;
  mover.first += rounding * (turning * size + sliding);
  mover.second = 4 * turning * mover.first + 4 * doubts * speed;
  if (!uniform) {
    mover.second += 8 * turn * (turningMore * span + slidingMore) + 8 * turningMore * place;
    mover.second += unsureMore + rounding * (turningMore * size + slidingMore);
  }
  sumUp(motion, mover);
}

/** A term more, proximal to the others: all ordered pairs and triples that it is part of. */
function sumUp({ rate, acceleration, jerk, turns }: Motion, { chain, reach, sums }: Mover): void {
  const most = reach[reach.length - 1];
  // Of rates alone, of accelerations alone, and everything of third order.
  let s = 0;
  let b = 0;
  let more = 0;
  let c = 0;
  for (let i = chain.length - 1; i >= 0; i--) {
    const k = chain[i];
    const r = rate[k];
    const a = acceleration[k];
    const j = jerk[k];
    if (turns[k] === 1 && r !== 0) {
      const arm = r * most[i];
      c += r * (3 * (b + more) + r * (3 * s + arm));
      b += r * (2 * s + arm);
      // What is 0 is so though the reach may be infinite.
      if (a !== 0) {
        c += 3 * a * (s + arm);
        more += a * most[i];
      }
      if (j !== 0) c += j * most[i];
      s += arm;
    } else {
      s += r;
      more += a;
      c += j;
    }
    sums[3 * i] = s;
    sums[3 * i + 1] = b + more;
    sums[3 * i + 2] = c;
  }
}
