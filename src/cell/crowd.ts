/**
 * The crowd of a cell with many obstacles: all of them, found by where they are. Nothing is made for a member until
 * something comes near it.
 */
import type { PairCounts } from '../model/index.ts';
import type { Pair } from './pairs.ts';

/** Obstacles from which on a cell has a crowd of them. */
export const CROWD_FROM = 64;

/** Numbers of members, as a search finds them. Lent from one search to the next. */
export interface MemberList {
  count: number;
  /** The first `count` are numbers of bodies. */
  ids: Int32Array;
}

export interface Crowd {
  /** Members are the bodies number `first` to `end` - 1. */
  readonly first: number;
  readonly end: number;
  /**
   * Per member its box in the world: lower corner, then upper corner, padding included, rounded outwards. Without end
   * for a half-space, whose pairs are listed with the others (`Cell.tested`).
   */
  readonly boxes: Float64Array;
  /** Numbers of the bodies that move: those that members are tested against. */
  readonly movers: Int32Array;
  /** Whether the pairs of a member are listed with the others: it has no end, or was moved. */
  isListed(member: number): boolean;
  /** The largest clearance that any pair of this mover and a member has. */
  clearanceUpper(mover: number): number;
  /** The most that any pair of this mover and a member asks for: clearance, and what straying joints take. */
  roomUpper(mover: number): number;
  /** out = the members, but for those that are listed, whose boxes come within `reach` of the box at boxes[o ...]. */
  nearBoxInto(boxes: Float64Array, o: number, reach: number, out: MemberList): void;
  /** out = the same for the point at points[o ...]. */
  nearPointInto(points: Float64Array, o: number, reach: number, out: MemberList): void;
  /** What is to be done about a mover and a member; made when first asked for, the same from then on. */
  pair(mover: number, member: number): Pair;
  /** How many pairs of movers and members that are not listed there are of each kind. Looks at each of them, once. */
  counts(): PairCounts;
  /** How much was made until now: pairs of members, and members compiled. */
  readonly made: { readonly pairs: number; readonly bodies: number };
}
