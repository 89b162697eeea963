/**
 * How far joints that stray carry the points of bodies: the verifier's own account. A degree of freedom
 * strays by its tolerance, a follower or held joint that strays by itself (`loose` of kinematics/tree.ts)
 * by its own and by what it follows. docs/certificate.md, "Reach over the box".
 */
import type { JointBox } from '../kinematics/box.ts';
import type { LooseJoints } from '../kinematics/tree.ts';
import { U } from '../math/rounding.ts';
import { Motion } from './motion.ts';
import type { Mover } from './mover.ts';
import { reachOver } from './reach.ts';

/** More than the rounding of 8,000 operations that lose nothing by cancelling. */
const UP = 1 + 8192 * U;

/** Values of the degrees of freedom of a tree wherever they stray to, and by how much they do. */
interface Spread extends JointBox {
  readonly by: Float64Array;
}

export class Strays {
  private readonly motion: Motion;
  private readonly spread: Spread;
  private readonly loose: boolean;

  /** `box` has room for `tolerances`, by which degrees of freedom of the motion's tree stray. */
  constructor(motion: Motion, box: JointBox, tolerances: Float64Array) {
    const { loose } = motion.tree;
    this.loose = loose !== null;
    this.motion = loose ? new Motion(loose.tree) : motion;
    this.spread = loose ? spreadOf(loose, box, tolerances) : { ...box, by: tolerances };
  }

  /** Metres by which the points of a body can be carried against an ancestor of its frame. */
  upper({ body, chain, reach }: Mover, ancestor: number): number {
    const { motion, spread } = this;
    let terms = chain;
    let most = reach[reach.length - 1];
    if (this.loose) {
      terms = motion.chain(0, body.frame);
      const own = body.pieces.map((piece) => reachOver(motion, terms, body.frame, piece, spread));
      most = Float64Array.from(terms, (_, i) => own.reduce((r, each) => Math.max(r, each[i]), 0));
    }
    let sum = 0;
    for (let i = terms.length - motion.chain(ancestor, body.frame).length; i < terms.length; i++) {
      const by = motion.errorOf(terms[i], spread.by);
      // What does not stray stays, though its reach may be infinite.
      if (by !== 0) sum += by * most[i];
    }
    return sum * UP;
  }
}

/** From each loose joint along those that it follows, down to a degree of freedom or a constant. */
function spreadOf(
  { tree, same, leader, multiplier, offset }: LooseJoints,
  box: JointBox,
  tolerances: Float64Array,
): Spread {
  const { dofs } = tree;
  const lower = new Float64Array(dofs.length);
  const upper = new Float64Array(dofs.length);
  const by = new Float64Array(dofs.length);
  for (let d = 0; d < dofs.length; d++) {
    let at = d;
    let factor = 1;
    let middle = 0;
    let own = 0;
    let size = 0;
    while (same[at] < 0) {
      own += Math.abs(factor) * dofs[at].tracking;
      middle += factor * offset[at];
      size += Math.abs(factor * offset[at]);
      if (leader[at] < 0) break;
      factor *= multiplier[at];
      at = leader[at];
    }
    const root = same[at];
    const ends = root < 0 ? [0, 0] : [factor * box.lower[root], factor * box.upper[root]];
    // Numbers of quaternions have no bounds.
    if (dofs[d].unit === 'quaternion') ends.splice(0, 2, -Infinity, Infinity);
    const low = Math.min(...ends);
    const high = Math.max(...ends);
    const more = own + 8192 * U * (own + size + Math.abs(low) + Math.abs(high));
    lower[d] = low + middle - more;
    upper[d] = high + middle + more;
    by[d] = (own + (root < 0 ? 0 : Math.abs(factor) * tolerances[root])) * UP;
  }
  return { lower, upper, by };
}
