/** How much joints move on a part of a segment, all together: radians, and slides by what they are worth. */
import type { KinematicTree } from '../kinematics/index.ts';
import type { Segment } from '../motion/index.ts';

/** A slide by this many metres counts like a turn by one radian. */
const SLIDE_RADIUS = 0.3;

/** At most so much from `from` to `to`; `scratch` has room for a configuration. */
export function jointMotionUpper(
  { dofs }: KinematicTree,
  segment: Segment,
  from: number,
  to: number,
  scratch: Float64Array,
): number {
  segment.variationUpperInto(from, to, scratch, 0);
  let motion = 0;
  for (let d = 0; d < dofs.length; d++) {
    motion += scratch[d] / (dofs[d].unit === 'length' ? SLIDE_RADIUS : 1);
  }
  return motion;
}
