/** A body as bounds of its motion see it, and the joints that move it. */

/** Half-spaces of a body, and what else it has. */
export interface Planes {
  /** Their normals, in the body's frame. */
  readonly normals: readonly Float64Array[];
  /** How far these may be off. */
  readonly tilt: number;
  /** A ball around the other pieces; null if there are none. */
  readonly rest: Float64Array | null;
}

/** Where a body is: its frame, a ball around it in that frame, and, for tightness, its vertices. */
export interface BodyExtent {
  readonly frame: number;
  /** Centre and radius. */
  readonly ball: ArrayLike<number>;
  /** The body lies in their convex hull grown by `margin`. */
  readonly points?: ArrayLike<number> | undefined;
  readonly margin?: number;
  /** Where a part of it is a half-space; the ball is then infinite. */
  readonly planes?: Planes | undefined;
}

/** The moving joints between a body and an ancestor: terms, from the body upward. */
export interface Chain {
  readonly frame: number;
  readonly ancestor: number;
  readonly ball: Float64Array;
  /** The frame whose joint the term belongs to. A planar joint has 3 terms, a floating one 4. */
  readonly joint: Int32Array;
  /** 1 where the joint turns, 0 where it slides. */
  readonly turns: Uint8Array;
  readonly dof: Int32Array;
  /** |multiplier| of the joint's value; of one that follows by a law the largest rate over the box. */
  readonly factor: Float64Array;
  /** rho over the box: 1 for a slide. */
  readonly reach: Float64Array;
  /** More than the rounding of a distance measured from computed poses. */
  readonly slack: number;
}
