/** Random polynomial motions: from one configuration to another, and beyond both on the way. */
import type { KinematicTree } from '../../../src/kinematics/index.ts';
import type { Random } from '../../../src/math/index.ts';
import {
  COEFFICIENTS,
  floatingDofs,
  type Path,
  PolynomialSegment,
  type Segment,
  StraightSegment,
} from '../../../src/motion/index.ts';

/**
 * Coefficients of a motion between two configurations, of any degree up to five; `bend` says by how much
 * it goes astray. Some joints stand still, some run evenly.
 */
export function randomCoefficients(
  tree: KinematicTree,
  from: Float64Array,
  to: Float64Array,
  bend: number,
  random: Random,
): Float64Array {
  const c = new Float64Array(COEFFICIENTS * from.length);
  tree.dofs.forEach(({ unit }, d) => {
    const own = c.subarray(COEFFICIENTS * d, COEFFICIENTS * (d + 1));
    own[0] = from[d];
    own[1] = to[d] - from[d];
    if (unit !== 'quaternion' && from[d] !== to[d]) {
      const degree = 1 + random.below(5);
      for (let j = 2; j <= degree; j++) {
        own[j] = random.between(-bend, bend) * (unit === 'angle' ? 1 : 0.3);
        own[1] -= own[j];
      }
    }
  });
  for (const d of floatingDofs(tree)) {
    for (let j = d + 3; j < d + 7; j++) c[COEFFICIENTS * j + 1] = to[j];
  }
  return c;
}

/** Through waypoints: polynomial segments, and a straight one now and then. The first one is curved. */
export function randomCurvedPath(
  tree: KinematicTree,
  waypoints: readonly Float64Array[],
  bend: number,
  random: Random,
): Path {
  const segments = waypoints.slice(1).map((to, i): Segment => {
    const from = waypoints[i];
    if (i > 0 && random.unit() < 0.3) return new StraightSegment(tree, from, to);
    return new PolynomialSegment(tree, randomCoefficients(tree, from, to, bend, random));
  });
  return { waypoints, segments, wrap: 'literal', notes: [] };
}
