/**
 * GJK behind the interface of the algorithms on features: begun from the direction that the pair was left with [C 3.3], and
 * with features named afterwards: those in whose Voronoi regions its closest points lie.
 */
import { askGjk } from './conclude.ts';
import type { FeatureWorkspace, TrackedPair } from './tracked.ts';

/** Closest features, points and proven bounds of a pair, B placed by the pose at `pose[o]`; returns the status. */
export function warmGjkInto(
  pair: TrackedPair,
  pose: Float64Array,
  o: number,
  ws: FeatureWorkspace,
): number {
  ws.begin(pair, pose, o);
  return askGjk(pair, ws);
}
