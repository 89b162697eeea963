/**
 * What the convex distance queries share: status words, the layout of a workspace, and the
 * rounding slack. A workspace is one array of doubles and one of integers, so that nothing is
 * allocated or boxed in a query; callers that interleave queries hold one each.
 */
import { layout } from '../../arrays/index.ts';
import type { SupportTable } from '../../geometry/index.ts';
import { kernel } from '../../kernel/index.ts';
import { POSE_SIZE, U } from '../../math/index.ts';

/** Proven: the bodies are apart by at least the gap. */
export const APART = 0;
/** The bodies share a point. */
export const COLLIDING = 1;
/** Neither is shown, as when bodies touch within rounding; the bounds hold all the same. */
export const UNRESOLVED = 2;

/** The doubles of a workspace. */
export const {
  SIMPLEX,
  POINTS_A,
  POINTS_B,
  CLOSEST,
  SQUARED,
  WEIGHTS,
  LOOKING,
  TURNED,
  SUPPORT,
  INVERSE,
  NEEDED,
  TOLERANCE,
  DIRECTION,
  GAP_LOWER,
  DISTANCE_UPPER,
  POINT_A,
  POINT_B,
  ROUNDING,
  APPROACH,
  POSE,
  size: NUMBERS,
} = layout(
  // Scratch of the search: the simplex and its closest point to the origin.
  /** Corners of the simplex, differences b - a of points of the two bodies. */
  ['SIMPLEX', 12],
  /** The point of A of each corner, A's frame. */
  ['POINTS_A', 12],
  /** The point of B of each corner, A's frame. */
  ['POINTS_B', 12],
  /** The closest point to the origin, and its squared distance. */
  ['CLOSEST', 3],
  'SQUARED',
  /** Weights of the four corners for the closest point; 0 where a corner takes no part. */
  ['WEIGHTS', 4],
  /** The search direction in A's frame and in B's, and a point with one number more. */
  ['LOOKING', 3],
  ['TURNED', 3],
  ['SUPPORT', 4],
  /** The pose that places A in B's frame. */
  ['INVERSE', POSE_SIZE],

  // Request.
  /** Stop as soon as the proven gap is at least this; Infinity to converge. */
  'NEEDED',
  /** Converged when upper - lower is at most this times upper. */
  'TOLERANCE',
  /** Start (if asked for) and result: a unit direction from A to B in A's frame. */
  ['DIRECTION', 3],

  // Result.
  /** Proven gap along DIRECTION: a lower bound of the distance, negative if nothing is proven. */
  'GAP_LOWER',
  /** Proven upper bound of the distance. */
  'DISTANCE_UPPER',
  /** The points of A and B, both in A's frame, that the upper bound belongs to. */
  ['POINT_A', 3],
  ['POINT_B', 3],

  /** Scratch: how far a computed point of B - A may lie from a true one. */
  'ROUNDING',
  /**
   * Request: the needed gap grows with the direction, by |n . APPROACH|, as for bodies that move by this
   * against each other. Only `gjkInto` looks at it.
   */
  ['APPROACH', 3],
  /** The pose of a query that a kernel answers. Who makes it here, and passes it from here, spares a copy. */
  ['POSE', POSE_SIZE],
);

/** The integers of a workspace. */
export const {
  MAX_ITERATIONS,
  WARM,
  WITNESS,
  ITERATIONS,
  PROVE,
  size: INTEGERS,
} = layout(
  /** Request: the most iterations. */
  'MAX_ITERATIONS',
  /** Request: 1 to start from DIRECTION, 0 to start from the bodies' centres or cores. */
  'WARM',
  /**
   * Request: 0 to leave out the witness points and the upper bound, which is Infinity then. They
   * cost a quarter of a query between hulls.
   */
  'WITNESS',
  /** Result: iterations done; each asks one support of A and one of B. */
  'ITERATIONS',
  /**
   * Request: 0 to answer UNRESOLVED where the bodies do not seem to be apart, instead of proving
   * that they share a point. For hulls, whose overlap says little about what is inside.
   */
  'PROVE',
);

/** A hull by its table alone, as a shape that the general search takes. */
class HullOfTable {
  readonly kind = 'hull';
  table!: SupportTable;
}

export interface ConvexWorkspace {
  readonly numbers: Float64Array;
  readonly integers: Int32Array;
  /** Where in the kernels' memory the numbers are, the integers right behind them; 0 if they are not there. */
  readonly address: number;
  /** The two hulls of a query that needs the general search. */
  readonly hullA: HullOfTable;
  readonly hullB: HullOfTable;
}

/** Integers lie behind the numbers, where kernels look for them. */
const ROOM = 8 * NUMBERS + 4 * INTEGERS;

/** A workspace that asks for convergence to 1e-10 from a cold start, with witness points. In the kernels' memory, if it can be. */
export function convexWorkspace(): ConvexWorkspace {
  const memory = kernel()?.memory;
  const address = memory?.take(ROOM) ?? 0;
  if (memory === undefined || address === 0) return passingWorkspace();
  const workspace = workspaceIn(memory.numbers.buffer, address);
  memory.lend(workspace.numbers, address, ROOM);
  return workspace;
}

/** The same out of the kernels' reach: for one query, after which it is thrown away. */
export function passingWorkspace(): ConvexWorkspace {
  return workspaceIn(new ArrayBuffer(ROOM), 0);
}

function workspaceIn(buffer: ArrayBufferLike, address: number): ConvexWorkspace {
  const numbers = new Float64Array(buffer, address, NUMBERS);
  numbers[NEEDED] = Number.POSITIVE_INFINITY;
  numbers[TOLERANCE] = 1e-10;
  const integers = new Int32Array(buffer, address + 8 * NUMBERS, INTEGERS);
  integers[MAX_ITERATIONS] = 100;
  integers[WITNESS] = 1;
  integers[PROVE] = 1;
  return { numbers, integers, address, hullA: new HullOfTable(), hullB: new HullOfTable() };
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
