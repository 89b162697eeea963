/**
 * Where the members of all classes stand: what every approach looks at. A member is a piece of a body; members are
 * numbered class by class, those that are added later behind them. A world is placed at a configuration; then its
 * arrays hold until it is placed again, or a body is changed. Arrays may be replaced by longer ones when members are
 * added, so whoever keeps one asks for it again after a change. cellWorld.ts makes worlds.
 */
import type { Body, Cell, Piece } from '../cell/index.ts';
import type { Kinematics } from '../kinematics/index.ts';
import type { ClassPair, CollisionClass } from './classes.ts';

/** Numbers of a pose. */
export const POSE_ROOM = 12;
/** Numbers of a box: the least corner, then the greatest. */
export const BOX_ROOM = 6;
/** Numbers of a ball: centre, radius. */
export const BALL_ROOM = 4;

export interface World {
  readonly cell: Cell;
  /** Poses of the frames that members ride on, where the world is placed. */
  readonly kinematics: Kinematics;
  readonly classes: readonly CollisionClass[];
  /** The index set. */
  readonly pairs: readonly ClassPair[];
  /** The cell's bodies by number; behind them those that were added. */
  readonly bodies: readonly Body[];
  /** Numbers of members are below this; some may be absent. */
  readonly count: number;
  /** By class: numbers of its members that are there. */
  readonly membersOf: readonly Int32Array[];
  /** By member; the class is -1 where it is absent. */
  readonly classOf: Int32Array;
  readonly bodyOf: Int32Array;
  readonly pieces: readonly Piece[];
  /** By member: the frame of the kinematic tree that carries it. */
  readonly frameOf: Int32Array;
  /** By member: places its body's frame in the world, as computed. */
  readonly poses: Float64Array;
  /** By member: a box along the axes of the world that contains it, padding and all errors included. */
  readonly boxes: Float64Array;
  /** By member: a ball that contains it, likewise; of a half-space without end. */
  readonly balls: Float64Array;
  /** By member: metres by which its body is grown. */
  readonly paddings: Float64Array;
  /** By member: the most by which the computed place of one of its points differs from the true one, rounding included. */
  readonly errors: Float64Array;
  /**
   * By member: the sum over all steps and changes of how far any of its points has moved at most, errors of poses
   * included. Two members whose distance was d when the sums were x and y are now at least d - (x' - x) - (y' - y)
   * apart. Infinite, from then on, where a half-space was moved.
   */
  readonly travelled: Float64Array;
  /** Where a body is in its frame; undefined where it is as it was described. Another array when it is mounted anew. */
  localOf(body: number): Float64Array | undefined;
  /** By class: a sum of which each step adds as much as to that of any of its members, or more. */
  readonly classTravelled: Float64Array;
  /** By member: what its last step, or change, has added. */
  readonly moved: Float64Array;
  /** Whether the pair of their bodies is tested. */
  isTested(i: number, k: number): boolean;
  /**
   * Brings the members to a configuration: poses, boxes, balls and what was travelled. A configuration that the
   * cell's box does not cover is an InputError, and changes nothing.
   */
  place(q: Float64Array, o: number): void;
}
