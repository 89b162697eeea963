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
  /** r on i and s on k, in the world; 6 numbers. NaN where an approach lost them. */
  readonly points: Float64Array;
}

/** The distance of two members as the world stands: all approaches ask it. */
export interface MemberDistance {
  lower: number;
  upper: number;
  /** r and s, in the world. */
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
  /** Forgets what was kept of earlier steps, as when bodies came or went. */
  forget(): void;
}
