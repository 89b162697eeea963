/**
 * What is left to do when the search between two hulls ends (gjk.ts, or assembly/hulls/gjk.ts for it): witness points, the proof
 * of a contact, or the careful search. It says so by a number beyond the statuses.
 */
import type { SupportTable } from '../../geometry/index.ts';
import { searchInto } from './search.ts';
import { closestOfSimplex, surelyEncloses, witnessInto } from './simplex.ts';
import { APART, COLLIDING, type ConvexWorkspace, DISTANCE_UPPER, GAP_LOWER } from './workspace.ts';

/** Rounding stopped the search before it was sure. */
export const CAREFULLY = 3;
/** Nothing was done. */
export const ANEW = 4;
/**
 * With how many corners are in the workspace's simplex: 1 to 3, whose closest point is that of the bodies; or 4, which seem
 * to enclose the origin.
 */
export const CORNERS = 8;

/** The status, when that is done; the proven gap is in the workspace. */
export function conclude(
  a: SupportTable,
  b: SupportTable,
  pose: Float64Array,
  o: number,
  workspace: ConvexWorkspace,
  left: number,
): number {
  const w = workspace.numbers;
  if (left === CORNERS + 4) {
    if (closestOfSimplex(w, 4) && surelyEncloses(w)) {
      witnessInto(w, 4);
      w[DISTANCE_UPPER] = 0;
      return COLLIDING;
    }
  } else if (left > CORNERS) {
    closestOfSimplex(w, left - CORNERS);
    witnessInto(w, left - CORNERS);
    if (w[GAP_LOWER] > 0) return APART;
  }
  // The careful way, from the start.
  workspace.hullA.table = a;
  workspace.hullB.table = b;
  return searchInto(workspace.hullA, workspace.hullB, pose, o, workspace);
}
