/**
 * A body that moves, with what may be wrong about its computed positions and velocities, and with bounds
 * of its motion that hold for all joint values in the box. docs/certificate-motion.md, "What computed numbers
 * may be off by".
 */
import type { JointBox } from '../kinematics/box.ts';
import { poseErrorUpper } from '../kinematics/poseError.ts';
import { U } from '../math/rounding.ts';
import {
  ABOVE,
  DOUBTS,
  DOUBTS_MORE,
  SLIDE_DOUBTS,
  SLIDE_DOUBTS_MORE,
  SLIDING,
  SLIDING_MORE,
  TURNING,
  TURNING_MORE,
} from './above.ts';
import type { ProofBody } from './bodies.ts';
import type { Motion } from './motion.ts';
import { reachOver } from './reach.ts';

/** A body with what is known of it: in all of the box, and of the segment at hand. */
export class Mover {
  readonly body: ProofBody;
  /** Terms from the world to the body, proximal first. */
  readonly chain: Int32Array;
  /** Per piece, and last for all of them, and per term: reach over the box. */
  readonly reach: readonly Float64Array[];
  /** That of all pieces. */
  private readonly most: Float64Array;
  /** No computed direction of the body's frame, or of an axis above it, is off by more. */
  readonly turn: number;
  /** No length that occurs is larger, measured from the world's origin; no computed point is off by more. */
  readonly size: number;
  readonly place: number;
  /** No point of the body is farther from a point of an axis above it; wherever the robot stands. */
  readonly span: number;
  /** For the segment: errors of computed velocities and accelerations, per unit of n. */
  first = 0;
  second = 0;
  /** For the segment: entries of the chain from this one on stand still. */
  still = 0;
  /**
   * For the segment: bounds of |p'|, |p''| and |p'''| of all points, with all joints in the box and
   * only the terms from an entry of the chain on; three numbers for each entry.
   */
  readonly sums: Float64Array;

  /** `errors`: of computed configurations, per degree of freedom; the box has room for them. */
  constructor(motion: Motion, body: ProofBody, box: JointBox, errors: Float64Array) {
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
    const reach = body.pieces.map((piece) => reachOver(motion, chain, body.frame, piece, box));
    this.most = Float64Array.from(chain, (_, i) => reach.reduce((r, o) => Math.max(r, o[i]), 0));
    this.body = body;
    this.chain = chain;
    this.reach = [...reach, this.most];
    this.turn = 2 * off + (128 + 8 * chain.length) * U;
    this.size = length + body.size;
    this.place = shift + carried + off * body.size + body.slack + 64 * U * this.size;
    this.span = span + body.size;
    this.sums = new Float64Array(3 * chain.length + 3);
  }

  /** Takes up the rates of a segment. */
  takeRates(motion: Motion): void {
    const { chain, size, span, place, turn } = this;
    // What no joint moves has no rates, and no errors of them.
    if (chain.length === 0) return;
    const { above, uniform } = motion;
    const o = ABOVE * this.body.frame;
    const turning = above[o + TURNING];
    const sliding = above[o + SLIDING];
    const doubts = above[o + DOUBTS];
    const speed = turning * span + sliding;
    // Twists are added up in the world's coordinates, however far away its origin is.
    const rounding = (64 + 8 * chain.length) * U;
    this.first = 8 * turn * speed + 8 * turning * place;
    this.first += 2 * (doubts * span + above[o + SLIDE_DOUBTS]);
    this.first += rounding * (turning * size + sliding);
    this.second = 4 * turning * this.first + 4 * doubts * speed;
    if (uniform) {
      this.sumUpEven(motion);
      return;
    }
    const turningMore = above[o + TURNING_MORE];
    const slidingMore = above[o + SLIDING_MORE];
    this.second += 8 * turn * (turningMore * span + slidingMore) + 8 * turningMore * place;
    this.second += 2 * (above[o + DOUBTS_MORE] * span + above[o + SLIDE_DOUBTS_MORE]);
    this.second += rounding * (turningMore * size + slidingMore);
    this.sumUp(motion);
  }

  /** A term more, proximal to the others: all ordered pairs and triples that it is part of. */
  private sumUp({ rate, acceleration, jerk, turns }: Motion): void {
    const { chain, most, sums } = this;
    // Of rates alone, of accelerations alone, and everything of third order.
    let s = 0;
    let b = 0;
    let more = 0;
    let c = 0;
    this.still = chain.length;
    for (let i = chain.length - 1; i >= 0; i--) {
      const k = chain[i];
      const r = rate[k];
      const a = acceleration[k];
      const j = jerk[k];
      if (r === 0 && this.still === i + 1) this.still = i;
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

  /** The same of rates that have no derivatives. */
  private sumUpEven({ rate, turns }: Motion): void {
    const { chain, most, sums } = this;
    let s = 0;
    let b = 0;
    let c = 0;
    let still = chain.length;
    for (let i = chain.length - 1; i >= 0; i--) {
      const k = chain[i];
      const r = rate[k];
      if (r === 0 && still === i + 1) still = i;
      if (turns[k] === 1 && r !== 0) {
        const arm = r * most[i];
        c += r * (3 * b + r * (3 * s + arm));
        b += r * (2 * s + arm);
        s += arm;
      } else s += r;
      sums[3 * i] = s;
      sums[3 * i + 1] = b;
      sums[3 * i + 2] = c;
    }
    this.still = still;
  }
}
