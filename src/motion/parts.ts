/**
 * Parts of straight segments: straight motions between two points of one, as doubles. What is proven of a segment that is made
 * `withParts` holds for them as well: its error has room for their rounding. docs/proofs/motion.md, "Parts".
 */

/**
 * out = the point at t of the straight way between two configurations, rounded: where parts begin and end. At 0 and at 1 it
 * is what is given, and it lies between both ends in every number if t is not within 4 u of 0 or 1.
 */
export function pointInto(
  from: Float64Array,
  to: Float64Array,
  t: number,
  out: Float64Array,
): void {
  for (let d = 0; d < from.length; d++) {
    out[d] = t === 0 ? from[d] : t === 1 ? to[d] : from[d] + t * (to[d] - from[d]);
  }
}
