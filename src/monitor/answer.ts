/** What a monitor answers: one vector for each pair of classes. The same records at every step; copy what is to be kept. */
import type { ClassPair } from './classes.ts';

/**
 * `apart`: proven. `colliding`: the bodies share a point, as placed. `too-near-to-tell`: neither, within rounding.
 * `beyond`: proven farther apart than the threshold, up to rounding. `not-asked`: left out of this step.
 */
export type VectorStatus = 'apart' | 'colliding' | 'too-near-to-tell' | 'beyond' | 'not-asked';

/** [D 3] The collision vector between two classes: r - s, from the nearest point of the second to that of the first. */
export interface CollisionVector {
  /** The two classes. */
  readonly pair: ClassPair;
  status: VectorStatus;
  /** Numbers of the bodies, and of their pieces, that are nearest to each other: the first of class a. -1 for none. */
  bodyA: number;
  bodyB: number;
  pieceA: number;
  pieceB: number;
  /** Proven: no two tested bodies of the classes, where they truly are, are nearer than this. */
  lower: number;
  /** As computed, padding taken off: 0 where they collide, infinite beyond the threshold. */
  distance: number;
  /** Points of the two bodies with their padding, in the world; NaN where there are none. */
  readonly r: Float64Array;
  readonly s: Float64Array;
  /** r - s. Its length is the distance. */
  readonly vector: Float64Array;
  /**
   * Where they collide: the first piece, moved along the direction by so much, is proven apart from the second, or
   * touches it; an upper bound of how deep they are in each other, not the least one. By the hulls of meshes. 0 where
   * nothing collides, infinite where no direction is known.
   */
  depth: number;
  /** A unit vector in the world; NaN where nothing collides. */
  readonly direction: Float64Array;
}

/** All vectors of a step. */
export interface MonitorAnswer {
  /** One for each pair of classes of the index set. */
  readonly vectors: readonly CollisionVector[];
  /** The shortest of those that were asked for and have one; null if none has. */
  nearest: CollisionVector | null;
}

/** A vector before anything was asked. */
export function newVector(pair: ClassPair): CollisionVector {
  const nowhere = () => new Float64Array(3).fill(Number.NaN);
  return {
    pair,
    status: 'not-asked',
    bodyA: -1,
    bodyB: -1,
    pieceA: -1,
    pieceB: -1,
    lower: 0,
    distance: Number.POSITIVE_INFINITY,
    r: nowhere(),
    s: nowhere(),
    vector: nowhere(),
    depth: 0,
    direction: nowhere(),
  };
}
