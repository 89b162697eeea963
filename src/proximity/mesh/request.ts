/**
 * The one question that can be asked about two meshes, and its answer. Collision, exact,
 * approximate, tolerance and greedy distance are all this question with other numbers
 * (see faces.ts).
 */

/** A request. Lengths are in the unit of the meshes, metres. */
export interface ProximityRequest {
  /**
   * Two volumes (or triangles) that are farther apart than this are not looked at more closely,
   * and the search ends as soon as two triangles are found at most this far apart. 0 asks for
   * collision; infinity asks for the distance. >= 0.
   */
  readonly threshold: number;
  /**
   * How far the answer may stay below the distance, as a part of it: 0 is exact, 0.5 gives a
   * bound of at least half the distance. 0 <= relativeError < 1.
   */
  readonly relativeError: number;
  /**
   * Distances beyond this are of no interest: no triangles are named for them, and `lower` says
   * only that it is not below this. Infinity for all. > 0.
   */
  readonly cutoff: number;
  /**
   * Whether the lower bound is wanted, or only the verdict. Without it triangles are tested for
   * intersection alone, which is faster; it then needs threshold 0.
   */
  readonly wantBound: boolean;
  /**
   * Whether any bound beyond the threshold will do (faster), or the best that the volumes give
   * is wanted, as for GREEDY-DIST.
   */
  readonly anyBound: boolean;
  /**
   * Whether triangles are looked for that intersect, before any that are merely within the threshold are measured; for
   * small thresholds, with `anyBound`.
   */
  readonly meetFirst: boolean;
  /** How many contacts to collect before stopping; counts only where threshold is 0. >= 1. */
  readonly maxContacts: number;
  /** Open the nearest pair of volumes first, over the whole search, instead of depth first. */
  readonly priority: boolean;
  /**
   * Triangles (numbers in tree order) that are probably near each other, such as the answer of
   * the previous query; -1 for none. Their distance is taken as the first upper bound.
   */
  readonly startA: number;
  readonly startB: number;
}

/**
 * `colliding`: two triangles intersect, they are named. `apart`: the proven lower bound is
 * positive. `unresolved`: no two triangles intersect, but the distance is too small to tell from
 * rounding, or the search ended at the threshold before the bound was known.
 */
export type ProximityVerdict = 'colliding' | 'apart' | 'unresolved';

/**
 * The answer of the last query made with a workspace; the next query overwrites it. Copy what
 * is to be kept.
 */
export class ProximityResult {
  verdict: ProximityVerdict = 'unresolved';
  /** Proven lower bound of the distance, in floating point. 0 proves nothing. */
  lower = 0;
  /** Distance of the two points below: an upper bound up to rounding. Infinity if none. */
  upper = Number.POSITIVE_INFINITY;
  /** Nearest points found, in A's frame: 0..2 on A, 3..5 on B. Valid if upper is finite. */
  readonly points = new Float64Array(6);
  /** The triangles they lie on, in tree order; -1 if none. `tree.ids` gives mesh numbers. */
  triangleA = -1;
  triangleB = -1;
  /** Pairs of intersecting triangles, in tree order: contacts[2 i], contacts[2 i + 1]. */
  contacts = new Int32Array(2);
  contactCount = 0;
  /** Pairs of bounding volumes tested, as the papers count them. */
  nodePairs = 0;
  /** Pairs of triangles tested in full. */
  trianglePairs = 0;
}
