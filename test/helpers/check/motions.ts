/** Random motions of both kinds, for tests of bounds. */
import type { KinematicTree } from '../../../src/kinematics/index.ts';
import type { Random } from '../../../src/math/index.ts';
import {
  COEFFICIENTS,
  floatingDofs,
  PolynomialSegment,
  StraightSegment,
} from '../../../src/motion/index.ts';
import { randomConfiguration } from '../oracles/robots.ts';

export const MOTION_KINDS = ['straight', 'polynomial'] as const;
export type MotionKind = (typeof MOTION_KINDS)[number];
export type AnyMotion = StraightSegment | PolynomialSegment;

/**
 * A motion from a random configuration, of about the given length in joint space if there is one.
 * Polynomials have random coefficients of all degrees, some joints move evenly and some not at all.
 */
export function randomMotion(
  tree: KinematicTree,
  random: Random,
  kind: MotionKind,
  length = Number.POSITIVE_INFINITY,
): AnyMotion {
  const from = randomConfiguration(tree, random);
  const other = randomConfiguration(tree, random);
  const part = Math.min(1, length / (1 + Math.hypot(...from.map((x, d) => other[d] - x))));
  const to = from.map((x, d) => x + part * (other[d] - x));
  if (kind === 'straight') return new StraightSegment(tree, from, to);
  const c = new Float64Array(COEFFICIENTS * from.length);
  from.forEach((x, d) => {
    const o = COEFFICIENTS * d;
    c[o] = x;
    const degree = random.below(COEFFICIENTS);
    for (let j = 1; j <= degree; j++) c[o + j] = random.between(-1, 1) * (to[d] - x);
  });
  for (const d of floatingDofs(tree)) {
    for (let k = d + 3; k < d + 7; k++) {
      c.fill(0, COEFFICIENTS * k, COEFFICIENTS * (k + 1));
      c[COEFFICIENTS * k] = from[k];
      c[COEFFICIENTS * k + 1] = to[k];
    }
  }
  return new PolynomialSegment(tree, c);
}
