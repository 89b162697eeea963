/**
 * Joints that follow others by laws, as bounds of motion see them: for leaders within ranges, how much a follower
 * moves, bends and more per unit of its leader (law.ts).
 */
import { LAW_BOUNDS, lawBoundsInto } from './law.ts';
import type { KinematicTree } from './tree.ts';

export class Followers {
  /** Per frame, for those that follow by a law: LAW_BOUNDS numbers, for the ranges given last. */
  readonly bounds: Float64Array;
  private readonly tree: KinematicTree;
  private readonly frames: readonly number[];

  constructor(tree: KinematicTree) {
    this.tree = tree;
    this.bounds = new Float64Array(LAW_BOUNDS * tree.frameCount);
    this.frames = Array.from(tree.laws ?? [], (law, f) => (law ? f : -1)).filter((f) => f >= 0);
  }

  /** Of a tree in which joints follow by laws; else null. */
  static of(tree: KinematicTree): Followers | null {
    return tree.laws === null ? null : new Followers(tree);
  }

  /** Takes ranges of the degrees of freedom. */
  bound(lower: Float64Array, upper: Float64Array): void {
    const { tree, frames, bounds } = this;
    for (let k = 0; k < frames.length; k++) {
      const f = frames[k];
      const d = tree.dof[f];
      lawBoundsInto(tree.laws![f]!, lower[d], upper[d], bounds, LAW_BOUNDS * f);
    }
  }
}
