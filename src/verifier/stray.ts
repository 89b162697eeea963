/**
 * How far joints that stray carry the points of bodies: the verifier's own account. A degree of freedom
 * strays by its tolerance, a follower or held joint that strays by itself (`loose` of kinematics/tree.ts)
 * by its own and by what it follows. docs/certificate-motion.md, "Reach over the box".
 */
import type { JointBox } from '../kinematics/box.ts';
import { LAW_BOUNDS, lawBoundsInto, lawRangeInto } from '../kinematics/law.ts';
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
      const by = motion.errorOf(terms[i], spread.by, spread);
      // What does not stray stays, though its reach may be infinite.
      if (by !== 0) sum += by * most[i];
    }
    return sum * UP;
  }
}

/** From each loose joint along those that it follows, up to a degree of freedom or a constant, and down again. */
function spreadOf(loose: LooseJoints, box: JointBox, tolerances: Float64Array): Spread {
  const { same, leader, tree } = loose;
  const count = tree.dofs.length;
  const [lower, upper, by] = [0, 1, 2].map(() => new Float64Array(count));
  for (let d = 0; d < count; d++) {
    const followers: number[] = [];
    let root = d;
    while (same[root] < 0) {
      followers.push(root);
      if (leader[root] < 0) break;
      root = leader[root];
    }
    const dof = same[root];
    // Where what is followed may be, and by how much it strays; a constant follows nothing.
    let place: Place = { low: 0, high: 0, by: 0 };
    if (dof >= 0) place = { low: box.lower[dof], high: box.upper[dof], by: tolerances[dof] };
    for (const at of followers.reverse()) place = following(loose, at, place);
    [lower[d], upper[d], by[d]] = [place.low, place.high, place.by * UP];
  }
  return { lower, upper, by };
}

interface Place {
  readonly low: number;
  readonly high: number;
  readonly by: number;
}

/** Where a loose joint may be that follows another one, or stands, and by how much it strays. */
function following(
  { tree, leader, multiplier, offset, laws }: LooseJoints,
  d: number,
  of: Place,
): Place {
  const { tracking, unit } = tree.dofs[d];
  // Numbers of quaternions have no bounds.
  if (unit === 'quaternion') return { low: -Infinity, high: Infinity, by: tracking };
  const law = laws[d];
  const b = offset[d];
  const m = leader[d] < 0 ? 0 : multiplier[d];
  const ends = m === 0 ? [0, 0] : [m * of.low, m * of.high];
  let [low, high] = [Math.min(...ends) + b, Math.max(...ends) + b];
  let factor = Math.abs(m);
  let size = Math.abs(b) + Math.abs(ends[0]) + Math.abs(ends[1]);
  if (law !== null) {
    const most = Math.max(Math.abs(of.low), Math.abs(of.high));
    const [range, rates] = [new Float64Array(2), new Float64Array(LAW_BOUNDS)];
    lawRangeInto(law, of.low - 8 * U * most, of.high + 8 * U * most, range);
    lawBoundsInto(law, of.low - 8 * U * most, of.high + 8 * U * most, rates, 0);
    [low, high] = range;
    factor = rates[0];
    const knots = Math.abs(law.knots[0]) + Math.abs(law.knots[law.knots.length - 1]);
    size = factor * (most + knots) + Math.abs(low) + Math.abs(high);
  }
  // Numbers of a chain of followers are put together in another order than those of the cell.
  const more = tracking + 8192 * U * (tracking + size);
  // What does not stray moves nothing, though the factor may be infinite.
  const moved = of.by === 0 ? 0 : factor * of.by;
  return { low: low - more, high: high + more, by: tracking + moved };
}
