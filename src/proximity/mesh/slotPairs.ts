/**
 * Single pairs of slots of two trees, for searches that keep their own list of pairs: the bounds and
 * the leaf tests of the one search (search.ts), without its descent. Bounds are proven: the rounding
 * slack of the placement is taken off each of them (docs/proofs/rounding.md).
 */
import type { Tree } from '../../bvh/index.ts';
import { testLeaves } from './leaves.ts';
import { begin, childBounds } from './search.ts';
import {
  A_IN_B,
  B_IN_A,
  BEST,
  IGNORE,
  KEEP,
  LOWEST,
  type ProximityWorkspace,
  SLACK,
} from './workspace.ts';

/** Takes the placement of B in A, bInA[o..o+11], for the calls that follow. */
export function beginSlotPairs(
  a: Tree,
  b: Tree,
  bInA: Float64Array,
  o: number,
  ws: ProximityWorkspace,
): void {
  const { request } = ws;
  request.threshold = 0;
  request.relativeError = 0;
  request.cutoff = Number.POSITIVE_INFINITY;
  request.wantBound = true;
  request.anyBound = true;
  request.meetFirst = false;
  request.maxContacts = 1;
  begin(a, b, bInA, o, request, ws);
}

/**
 * ws.bounds[i] = lower bound of slot `first + i` of one tree and a slot of the other, for `count` <= 4
 * slots: those of A (`openA`) against slot `fixed` of B, or of B against A's. A bound of `enough` is as
 * good as any. Not positive where the volumes are not shown to be apart.
 */
export function slotBoundsInto(
  a: Tree,
  b: Tree,
  openA: boolean,
  fixed: number,
  first: number,
  count: number,
  enough: number,
  ws: ProximityWorkspace,
): void {
  const { bounds } = ws;
  const slack = ws.state[SLACK];
  bounds[count] = (enough + slack) * (enough + slack);
  if (openA) childBounds(b, fixed, a, first, count, B_IN_A, ws);
  else childBounds(a, fixed, b, first, count, A_IN_B, ws);
  for (let i = 0; i < count; i++) {
    if (bounds[i] > 0) bounds[i] = Math.sqrt(bounds[i]) - slack;
  }
}

/**
 * Lower bound of the distance of the triangles of two leaves; -1 as soon as two triangles are found to
 * be within `near`. A bound of `enough` is as good as any. Counts into ws.result.trianglePairs.
 */
export function leafLower(
  a: Tree,
  b: Tree,
  slotA: number,
  slotB: number,
  near: number,
  enough: number,
  ws: ProximityWorkspace,
): number {
  const { state, request, result } = ws;
  const far = Math.max(near, enough) + state[SLACK];
  request.threshold = near;
  state[BEST] = Number.POSITIVE_INFINITY;
  state[LOWEST] = Number.POSITIVE_INFINITY;
  state[IGNORE] = far * far;
  state[KEEP] = 1;
  result.contactCount = 0;
  if (testLeaves(a, b, slotA, slotB, request, ws)) return -1;
  return Math.max(0, Math.sqrt(state[LOWEST]) - state[SLACK]);
}
