/**
 * Where joints may stray to, and how far. A degree of freedom strays by its tolerance. A joint that
 * follows another strays by |multiplier|, or the largest rate of its law, times what that one strays by, and by
 * its own tolerance on top, of which what a law is off by is a part;
 * a held joint by its own. What strays by itself has a degree of freedom in the tree of `loose` joints
 * (tree.ts), of which this makes a box and tolerances: from where joints should be to where they are, that
 * tree stays in the box and moves no degree of freedom by more. docs/proofs/kinematics.md, "Straying".
 */
import { InputError, U } from '../math/index.ts';
import { type JointBox, valueRangeInto } from './box.ts';
import { LAW_BOUNDS, lawBoundsInto, lawRangeInto } from './law.ts';
import type { KinematicTree } from './tree.ts';

export interface Straying {
  /** The same frames as the cell's tree, which it is unless joints are loose. */
  readonly tree: KinematicTree;
  /** What the cell's box means for it. */
  readonly box: JointBox;
  /** Per degree of freedom of it. */
  readonly tolerances: Float64Array;
}

/** For a box that has room for the tolerances, which are those of the degrees of freedom of `tree`. */
export function strayingOf(tree: KinematicTree, box: JointBox, tolerances: Float64Array): Straying {
  const { loose } = tree;
  if (loose === null) return { tree, box, tolerances };
  const { same, leader, multiplier, offset, laws } = loose;
  const count = same.length;
  const lower = new Float64Array(count);
  const upper = new Float64Array(count);
  const total = new Float64Array(count);
  const done = new Uint8Array(count);
  const range = new Float64Array(2);
  const rates = new Float64Array(LAW_BOUNDS);
  // Factors and offsets of a chain of followers are products and sums, rounded differently there.
  const rounding = (16 + 4 * tree.frameCount) * U;
  const settle = (d: number): void => {
    if (done[d] === 1) return;
    done[d] = 1;
    if (same[d] >= 0) {
      lower[d] = box.lower[same[d]];
      upper[d] = box.upper[same[d]];
      total[d] = tolerances[same[d]];
      return;
    }
    const { tracking, unit } = loose.tree.dofs[d];
    const l = leader[d];
    total[d] = tracking;
    range.fill(offset[d]);
    // Sizes of what differs by rounding.
    let size = Math.abs(offset[d]);
    if (l >= 0) {
      settle(l);
      if (lower[l] > upper[l]) {
        // No configuration yet: nor is there one of the followers.
        const factor = laws[d]?.most[0] ?? Math.abs(multiplier[d]);
        total[d] = (tracking + factor * total[l]) * (1 + rounding);
        lower[d] = Infinity;
        upper[d] = -Infinity;
        return;
      }
      const law = laws[d];
      let factor = Math.abs(multiplier[d]);
      if (law === null) valueRangeInto({ lower, upper }, l, multiplier[d], offset[d], range);
      else {
        const { knots } = law;
        const most = Math.max(Math.abs(lower[l]), Math.abs(upper[l]));
        const [from, to] = [lower[l] - 8 * U * most, upper[l] + 8 * U * most];
        lawBoundsInto(law, from, to, rates, 0);
        lawRangeInto(law, from, to, range);
        if (!(rates[0] < Infinity)) throw strayed(loose.tree, d, l, from, to);
        factor = rates[0];
        size = factor * (most + Math.abs(knots[0]) + Math.abs(knots[knots.length - 1]));
      }
      total[d] = (tracking + factor * total[l]) * (1 + rounding);
    } else if (unit === 'quaternion') range.set([-Infinity, Infinity]);
    const most = Math.max(Math.abs(range[0]), Math.abs(range[1])) + size;
    const more = tracking + rounding * (most + tracking);
    lower[d] = range[0] - more;
    upper[d] = range[1] + more;
  };
  for (let d = 0; d < count; d++) settle(d);
  return { tree: loose.tree, box: { lower, upper }, tolerances: total };
}

function strayed(tree: KinematicTree, d: number, l: number, from: number, to: number): InputError {
  return new InputError({
    code: 'kinematics/law-range',
    message: `"${tree.dofs[l].name}" gets to ${from} and ${to} where it strays; the law of "${tree.dofs[d].name}", which follows it, says nothing there`,
    hint: 'give a law over all values that occur, or a smaller tolerance',
  });
}
