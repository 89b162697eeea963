/** Random polynomial and circular motions: from one configuration to another, and beyond both on the way. */
import type { KinematicTree } from '../../../src/kinematics/index.ts';
import type { Random } from '../../../src/math/index.ts';
import {
  buildPath,
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

/** Through waypoints along arcs, and a straight way now and then. The first one is an arc; rotations of bases stand still. */
export function randomArcPath(
  tree: KinematicTree,
  waypoints: readonly Float64Array[],
  random: Random,
): Path {
  const points = waypoints.map((q) => q.slice());
  for (const d of floatingDofs(tree)) {
    for (const q of points) q.set(points[0].subarray(d + 3, d + 7), d + 3);
  }
  const vias = points.map((to, i) => {
    if (i === 0 || (i > 1 && random.unit() < 0.3)) return null;
    return [beside(tree, points[i - 1], to, random)];
  });
  return buildPath(tree, points, { vias });
}

/** A configuration beside the middle of two. */
function beside(
  tree: KinematicTree,
  from: Float64Array,
  to: Float64Array,
  random: Random,
): Float64Array {
  const length = Math.hypot(...from.map((x, d) => to[d] - x));
  return from.map((x, d) => {
    const { unit } = tree.dofs[d];
    if (unit === 'quaternion' || (from.length > 3 && x === to[d])) return x;
    return 0.5 * (x + to[d]) + length * random.between(-0.5, 0.5);
  });
}
