/**
 * What the convex distance queries share: status words, the layout of a workspace, and the
 * rounding slack. A workspace is one array of doubles and one of integers, so that nothing is
 * allocated or boxed in a query; callers that interleave queries hold one each.
 */
import type { SupportTable } from '../../geometry/index.ts';
import { U } from '../../math/index.ts';

/** Proven: the bodies are apart by at least the gap. */
export const APART = 0;
/** The bodies share a point. */
export const COLLIDING = 1;
/** Neither is shown, as when bodies touch within rounding; the bounds hold all the same. */
export const UNRESOLVED = 2;

// Scratch of the search: the simplex and its closest point to the origin.
/** Corners of the simplex, differences b - a of points of the two bodies. */
export const SIMPLEX = 0;
/** The point of A of each corner, A's frame. */
export const POINTS_A = 12;
/** The point of B of each corner, A's frame. */
export const POINTS_B = 24;
/** The closest point to the origin, and its squared distance. */
export const CLOSEST = 36;
export const SQUARED = 39;
/** Weights of the four corners for the closest point; 0 where a corner takes no part. */
export const WEIGHTS = 40;
/** The search direction in A's frame and in B's, and a point with one number more. */
export const LOOKING = 44;
export const TURNED = 47;
export const SUPPORT = 50;
/** The pose that places A in B's frame. */
export const INVERSE = 54;
/** How far a computed point of B - A may lie from a true one. */
export const ROUNDING = 79;

// Request.
/** Stop as soon as the proven gap is at least this; Infinity to converge. */
export const NEEDED = 66;
/** Converged when upper - lower is at most this times upper. */
export const TOLERANCE = 67;
/** Start (if asked for) and result: a unit direction from A to B in A's frame. */
export const DIRECTION = 68;

/**
 * The needed gap grows with the direction: by |n . APPROACH|, as for bodies that move by this against
 * each other. Only `gjkInto` looks at it.
 */
export const APPROACH = 80;

// Result.
/** Proven gap along DIRECTION: a lower bound of the distance, negative if nothing is proven. */
export const GAP_LOWER = 71;
/** Proven upper bound of the distance. */
export const DISTANCE_UPPER = 72;
/** The points of A and B, both in A's frame, that the upper bound belongs to. */
export const POINT_A = 73;
/** The point of B that the upper bound belongs to, in A's frame. */
export const POINT_B = 76;
const NUMBERS = 83;

// Integers.
/** Request: the most iterations. */
export const MAX_ITERATIONS = 0;
/** Request: 1 to start from DIRECTION, 0 to start from the bodies' centres or cores. */
export const WARM = 1;
/**
 * Request: 0 to leave out the witness points and the upper bound, which is Infinity then. They
 * cost a quarter of a query between hulls.
 */
export const WITNESS = 2;
/** Result: iterations done; each asks one support of A and one of B. */
export const ITERATIONS = 3;
/**
 * Request: 0 to answer UNRESOLVED where the bodies do not seem to be apart, instead of proving
 * that they share a point. For hulls, whose overlap says little about what is inside.
 */
export const PROVE = 4;
const INTEGERS = 5;

/** A hull by its table alone, as a shape that the general search takes. */
class HullOfTable {
  readonly kind = 'hull';
  table!: SupportTable;
}

export interface ConvexWorkspace {
  readonly numbers: Float64Array;
  readonly integers: Int32Array;
  /** The two hulls of a query that needs the general search. */
  readonly hullA: HullOfTable;
  readonly hullB: HullOfTable;
}

/** A workspace that asks for convergence to 1e-10 from a cold start, with witness points. */
export function convexWorkspace(): ConvexWorkspace {
  const numbers = new Float64Array(NUMBERS);
  numbers[NEEDED] = Number.POSITIVE_INFINITY;
  numbers[TOLERANCE] = 1e-10;
  const integers = new Int32Array(INTEGERS);
  integers[MAX_ITERATIONS] = 100;
  integers[WITNESS] = 1;
  integers[PROVE] = 1;
  return { numbers, integers, hullA: new HullOfTable(), hullB: new HullOfTable() };
}

/**
 * Rounding slack per unit of the radius of B; per unit of the radius of A and of
 * |Tx| + |Ty| + |Tz|, which take part in fewer roundings, it is SLACK_A.
 * docs/proofs/convex.md counts 35 and 17 roundings at most.
 */
export const SLACK = 40 * U;
export const SLACK_A = 20 * U;

/**
 * What a rotation costs per unit of its defect (largest entry of R'R - I) and radius of B:
 * R differs from the nearest rotation by at most 3/2 of the defect to first order.
 */
export const DEFECT_COST = 1.6;

/** The rounding error of a computed defect: three products and three sums, each at most 1. */
export const DEFECT_ERROR = 4 * U;
