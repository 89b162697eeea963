/**
 * Where joints may stray to, and how far. A degree of freedom strays by its tolerance. A joint that
 * follows another strays by |multiplier| times what that one strays by, and by its own tolerance on top;
 * a held joint by its own. What strays by itself has a degree of freedom in the tree of `loose` joints
 * (tree.ts), of which this makes a box and tolerances: from where joints should be to where they are, that
 * tree stays in the box and moves no degree of freedom by more. docs/proofs/kinematics.md, "Straying".
 */
import { U } from '../math/index.ts';
import { type JointBox, valueRangeInto } from './box.ts';
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
  const { same, leader, multiplier, offset } = loose;
  const count = same.length;
  const lower = new Float64Array(count);
  const upper = new Float64Array(count);
  const total = new Float64Array(count);
  const done = new Uint8Array(count);
  const range = new Float64Array(2);
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
    if (l >= 0) {
      settle(l);
      total[d] = (tracking + Math.abs(multiplier[d]) * total[l]) * (1 + rounding);
      if (lower[l] > upper[l]) {
        // No configuration yet: nor is there one of the followers.
        lower[d] = Infinity;
        upper[d] = -Infinity;
        return;
      }
      valueRangeInto({ lower, upper }, l, multiplier[d], offset[d], range);
    } else if (unit === 'quaternion') range.set([-Infinity, Infinity]);
    const most = Math.max(Math.abs(range[0]), Math.abs(range[1])) + Math.abs(offset[d]);
    const more = tracking + rounding * (most + tracking);
    lower[d] = range[0] - more;
    upper[d] = range[1] + more;
  };
  for (let d = 0; d < count; d++) settle(d);
  return { tree: loose.tree, box: { lower, upper }, tolerances: total };
}
