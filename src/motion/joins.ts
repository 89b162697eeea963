/**
 * What a path's configurations may be off by on one of its segments: how a segment is evaluated, and how
 * it meets its neighbours. Everyone who proves something about paths counts this, and from here.
 *
 * A straight segment begins and ends at its waypoints to the bit. A polynomial one does so up to its own
 * rounding: from its true end to the computed one, to the waypoint, to the beginning of the next one.
 * docs/proofs/motion.md, "Joins".
 */
import type { Segment } from './segment.ts';

/** Errors of a segment that lie between its true end and the beginning of the next one. */
const JOIN = 3;

/** As segment.errorUpperInto, with room for the way to the neighbouring segments. */
export function joinedErrorUpperInto(segment: Segment, out: Float64Array, o: number): void {
  segment.errorUpperInto(out, o);
  if (segment.uniform) return;
  for (let d = o; d < o + segment.from.length; d++) out[d] *= JOIN;
}
