/**
 * The box Q: a range for every degree of freedom. Reach, swept spheres and pose errors are proven
 * for configurations in it. That it covers a motion is seen to before anybody asks about that (cell/question.ts).
 */
import { InputError } from '../math/fault.ts';
import { U } from '../math/rounding.ts';
import { PLANAR } from './joint.ts';
import { LAW_BOUNDS, lawBoundsInto, lawCovers, lawErrorUpper, lawRangeInto } from './law.ts';
import type { KinematicTree } from './tree.ts';

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

/** What tells of the joints' own values. */
type Joints = Pick<KinematicTree, 'kind' | 'dof' | 'multiplier' | 'offset' | 'laws'>;

const leader = new Float64Array(2);

/** Where the leader of a law is, in a box: leader[0] to leader[1], with room for motions that leave it by rounding. */
function takeLeader(box: JointBox, d: number, empty: number): void {
  const none = box.lower[d] > box.upper[d];
  const [a, b] = none ? [empty, empty] : [box.lower[d], box.upper[d]];
  const slack = 8 * U * Math.max(Math.abs(a), Math.abs(b));
  leader[0] = a - slack;
  leader[1] = b + slack;
}

/** Range of the value of the joint of frame f, which turns or slides, over the box; of a planar one its turn. */
export function jointRangeInto(tree: Joints, f: number, box: JointBox, out: Float64Array): void {
  const d = tree.dof[f] + (tree.kind[f] === PLANAR ? 2 : 0);
  const law = tree.laws === null ? null : tree.laws[f];
  if (law === null) {
    valueRangeInto(box, d, tree.multiplier[f], tree.offset[f], out);
    return;
  }
  takeLeader(box, d, law.knots[0]);
  lawRangeInto(law, leader[0], leader[1], out);
}

const bounds = new Float64Array(LAW_BOUNDS);

/** Upper bound of how much the value of the joint of frame f changes per unit of its degree of freedom, over the box. */
export function jointFactorUpper(tree: Joints, f: number, box: JointBox): number {
  const law = tree.laws === null ? null : tree.laws[f];
  if (law === null) return Math.abs(tree.multiplier[f]);
  takeLeader(box, tree.dof[f], law.knots[0]);
  lawBoundsInto(law, leader[0], leader[1], bounds, 0);
  return bounds[0];
}

/** How far the computed value of a joint that follows by a law may be from the true one, over the box; else 0. */
export function lawValueError(tree: Joints, f: number, box: JointBox): number {
  const law = tree.laws === null ? null : tree.laws[f];
  if (law === null) return 0;
  takeLeader(box, tree.dof[f], law.knots[0]);
  return lawErrorUpper(law, leader[0], leader[1]);
}

/** Refuses a box in which a joint leaves what the law of one that follows it is about. */
export function requireWithinLaws(tree: KinematicTree, box: JointBox): void {
  tree.laws?.forEach((law, f) => {
    if (law === null) return;
    const d = tree.dof[f];
    takeLeader(box, d, law.knots[0]);
    if (lawCovers(law, leader[0], leader[1])) return;
    const [first, last] = [law.knots[0], law.knots[law.knots.length - 1]];
    throw new InputError({
      code: 'kinematics/law-range',
      message: `"${tree.dofs[d].name}" gets to ${box.lower[d]} and ${box.upper[d]}; what follows it, "${tree.frameNames[f]}", does so by a law from ${first} to ${last}`,
      hint: 'give a law over all values that occur, or stay where the law says something',
    });
  });
}
