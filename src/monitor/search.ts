/**
 * What an approach does: for one pair of classes, as the world stands, the vector between their nearest members.
 */

/** What was looked at since it was cleared. */
export interface SearchCounts {
  /** Distances between members that were computed. */
  distances: number;
  /** Distances between primitives other than boxes along the axes. */
  primitives: number;
  /** Distances between boxes along the axes: members' and compositions'. */
  boxes: number;
  /** Steps answered without any of them. */
  updates: number;
}

/** The nearest that was found. Members are -1 where nothing is nearer than the threshold. */
export interface Nearest {
  i: number;
  k: number;
  /** Proven: no two tested members of the classes, where they truly are, are nearer than this. */
  lower: number;
  /** Of the points, as computed; 0 where members meet, infinite where nothing is nearer than the threshold. */
  upper: number;
  /** r on i and s on k, in the world; 6 numbers. NaN where an approach lost them, or one member is inside the other. */
  readonly points: Float64Array;
}

/** The distance of two members as the world stands: all approaches ask it. */
export interface MemberDistance {
  /** Proven for where the two truly are: padding, errors of poses and rounding are taken off. */
  lower: number;
  /** As computed, padding taken off; 0 where they meet. */
  upper: number;
  /** r on i and s on k, in the world, with their padding; NaN where one is inside the other, their surfaces apart. */
  readonly points: Float64Array;
  /**
   * Asks about members i and k. Beyond the cutoff `upper` is infinite, and `lower` at least the cutoff, up to rounding.
   * `warm`: from where the same two were left.
   */
  measure(i: number, k: number, cutoff: number, warm: boolean): void;
}

/** Finds collision vectors by one approach, between the classes of a world. */
export interface VectorSearch {
  readonly counts: SearchCounts;
  /**
   * The nearest two tested members of a pair of classes (its number in the index set), as the world stands. What is
   * farther apart than `threshold` need not be told from each other.
   */
  find(pair: number, threshold: number, nearest: Nearest): void;
  /**
   * Forgets what was kept of earlier steps: about one member that came, went or was moved by a change of the world, or is
   * tested against others than before; without a number, about all. The world is as it is from now on: of another class,
   * or none, if `classOf` says so. That a step moved a member is no reason: what it travelled says so.
   */
  forget(member?: number): void;
}

/** Nothing found yet. */
export function nothingNear(): Nearest {
  return { i: -1, k: -1, lower: 0, upper: Number.POSITIVE_INFINITY, points: new Float64Array(6) };
}

/** Counts that begin at nothing. */
export function newCounts(): SearchCounts {
  return { distances: 0, primitives: 0, boxes: 0, updates: 0 };
}

/** Makes `nearest` what was measured of members i and k, where that is nearer; `lower` is what holds for all. */
export function takeNearer(nearest: Nearest, distance: MemberDistance, i: number, k: number): void {
  if (distance.lower < nearest.lower) nearest.lower = distance.lower;
  if (!(distance.upper < nearest.upper)) return;
  nearest.i = i;
  nearest.k = k;
  nearest.upper = distance.upper;
  for (let x = 0; x < 6; x++) nearest.points[x] = distance.points[x];
}

/** Before anything is looked at. */
export function beginNearest(nearest: Nearest): void {
  nearest.i = -1;
  nearest.k = -1;
  nearest.lower = Number.POSITIVE_INFINITY;
  nearest.upper = Number.POSITIVE_INFINITY;
  nearest.points.fill(Number.NaN);
}
