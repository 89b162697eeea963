/** Which joint moves a link that is dragged. */
import { FLOATING, type KinematicTree, PLANAR } from '../../src/kinematics/index.ts';

/** The next degree of freedom above a frame that turns or slides and may move; -1 if there is none. */
export function dofAbove(
  tree: KinematicTree,
  frame: number,
  allowed: ReadonlySet<number> | null,
): number {
  for (let f = frame; f > 0; f = tree.parent[f]) {
    const d = tree.dof[f];
    const isFree = tree.kind[f] === FLOATING || tree.kind[f] === PLANAR;
    if (d >= 0 && !isFree && (!allowed || allowed.has(d))) return d;
  }
  return -1;
}
