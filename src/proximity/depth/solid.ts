/**
 * Solids as the search for depths sees them. For a solid S let f(p) be the distance of p from the
 * surface of S, positive inside and negative outside: minus the signed distance. f is 1-Lipschitz.
 * The search asks for upper bounds of f on boxes, and for lower bounds at points.
 *
 * A box is handed over in the solid's frame: centre, three unit axes, half extents along them. It
 * stands for all boxes whose points are within the slack of it: placing it there has rounded it.
 */
import { layout } from '../../arrays/index.ts';

/** Numbers of a box, and of the answer about it. */
export const {
  CENTRE,
  AXES,
  HALF,
  SLACK,
  UPPER,
  MIDDLE,
  GROWTH,
  size: QUESTION_SIZE,
} = layout(
  ['CENTRE', 3],
  /** Three unit vectors, one after the other. */
  ['AXES', 9],
  ['HALF', 3],
  /** By how much points may be misplaced, and more than what computing a bound loses. */
  'SLACK',
  /** Answer: an upper bound of f on the box; minus infinity if the box does not meet the solid. */
  'UPPER',
  /** Answer: f at the centre, approximately; minus infinity where it is known to be of no use. */
  'MIDDLE',
  /** Answer: the direction in which the bound grows; the box is best divided across it. */
  ['GROWTH', 3],
);

/** What a box inherits from the one it is a part of. */
export interface BoxMemory {
  /** A triangle that was near; -1 if none is known. */
  hint: number;
  /** Whether all of the box is known to be inside. */
  inside: boolean;
}

export interface Solid {
  /** Upper bound of |p| over its points; of a half-space the distance of its plane. */
  readonly radius: number;
  readonly bounded: boolean;
  /** Points of it, among which the deepest is often found. */
  readonly corners: Float64Array;
  /** Lowest and highest value of n . p over its points, up to rounding, to out[j], out[j + 1]. */
  extentInto(n: Float64Array, o: number, out: Float64Array, j: number): void;
  /** Answers about a box: UPPER, MIDDLE and GROWTH in `w`; updates the memory. */
  boundInto(w: Float64Array, memory: BoxMemory): void;
  /** A proven lower bound of f at p[i..]; minus infinity where p is not shown to be inside. */
  lowerAt(p: Float64Array, i: number): number;
}
