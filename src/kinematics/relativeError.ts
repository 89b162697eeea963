/** How far the computed pose of one frame in another may be from the true one. */
import { U } from '../math/index.ts';
import type { JointBox } from './box.ts';
import { commonAncestor } from './forward.ts';
import { type PoseError, PRODUCT, poseErrorUpper } from './poseError.ts';
import type { KinematicTree } from './tree.ts';

/**
 * Bound for the pose of frame j in frame i as `relativePoseInto` computes it, over the box; or, with
 * `top` = 0, as the product of the inverse of one pose in the world with the other.
 */
export function relativeErrorUpper(
  tree: KinematicTree,
  i: number,
  j: number,
  box: JointBox,
  top = commonAncestor(tree, i, j),
): PoseError {
  const b = poseErrorUpper(tree, j, box, top);
  if (top === i) return b;
  const a = poseErrorUpper(tree, i, box, top);
  return {
    shift: 1.001 * (a.shift + b.shift + (a.turn + 8 * U) * (a.length + b.length)),
    turn: 1.001 * (a.turn + b.turn + PRODUCT),
  };
}
