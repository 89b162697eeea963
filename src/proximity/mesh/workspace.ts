/**
 * Scratch space of the mesh queries. A query allocates nothing; everything it writes is in the
 * workspace it was given, so two queries with two workspaces can be interleaved as one likes.
 */
import { MAX_LEAF, MAX_WIDTH } from '../../bvh/index.ts';
import { ORIENTED_PAIR_SIZE } from '../volumes/orientedPair.ts';
import { type ProximityRequest, ProximityResult } from './request.ts';

/** Request, result and scratch of a query between meshes: reused, so that a query allocates nothing. */
export class ProximityWorkspace {
  readonly result = new ProximityResult();
  /** The request that the named questions fill in. */
  readonly request: { -readonly [K in keyof ProximityRequest]: ProximityRequest[K] } = {
    threshold: 0.5,
    relativeError: 0.5,
    cutoff: 0.5,
    wantBound: true,
    anyBound: true,
    maxContacts: 1,
    priority: false,
    startA: -1,
    startB: -1,
  };
  /** 0..11 places B in A's frame, 12..23 A in B's frame. */
  readonly frames = new Float64Array(24);
  /** Squared bounds of the children of one node against another; then what would be enough. */
  readonly bounds = new Float64Array(MAX_WIDTH + 1);
  readonly order = new Int32Array(MAX_WIDTH);
  readonly pair = new Float64Array(ORIENTED_PAIR_SIZE);
  /** Triangles of B's current leaf in A's frame, which leaf that is, and a bit for each done. */
  readonly leafB = new Float64Array(9 * MAX_LEAF);
  leafSlotB = -1;
  leafPlaced = 0;
  /** Projections of a leaf's triangles: highest of A, lowest of B. */
  readonly highA = new Float64Array(MAX_LEAF);
  readonly lowB = new Float64Array(MAX_LEAF);
  /** Squared distance and points on both triangles, as triangleDistanceInto leaves them; more. */
  readonly triangle = new Float64Array(10);
  /** The numbers of the search, by the names below. */
  readonly state = new Float64Array(STATE_SIZE);

  /** Open pairs: slots and squared bounds; a stack, or a binary heap in priority search. */
  openSlots = new Int32Array(2 * 256);
  openBounds = new Float64Array(256);
  openCount = 0;

  /** Makes room for n open pairs. Allocates only when a deeper tree than ever before comes. */
  reserve(n: number): void {
    if (n <= this.openBounds.length) return;
    let capacity = this.openBounds.length;
    while (capacity < n) capacity *= 2;
    const slots = new Int32Array(2 * capacity);
    slots.set(this.openSlots);
    const bounds = new Float64Array(capacity);
    bounds.set(this.openBounds);
    this.openSlots = slots;
    this.openBounds = bounds;
  }
}

/** Fields of `state`. Squared lengths, but for the slack. */

/** Smallest distance of two triangles found. */
export const BEST = 0;
/** Smallest bound of what was left aside or tested in full: what the search proves. */
export const LOWEST = 1;
/** Volumes farther apart than this are not opened. */
export const IGNORE = 2;
/** Nor are those farther apart than this factor times BEST. */
export const KEEP = 3;
/** What rounding can do to a bound. */
export const SLACK = 4;
/** Squared length of the line that two leaves are projected on. */
export const LINE2 = 5;
const STATE_SIZE = 6;

/** Fields of `triangle` behind the seven numbers of triangleDistanceInto. */

/** A lower bound of the distance of two triangles. */
export const LOWER = 7;
/** Their gap along a line, times its length. */
export const GAP = 8;
/** Squared length of that line. */
export const GAP_LINE2 = 9;

/** Thresholds from here on mean that the distance is asked for. */
export const INFINITE = 1e100;
