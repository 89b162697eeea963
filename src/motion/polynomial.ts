/**
 * Polynomial segments: every joint value is a polynomial of t, of degree five or less, as the
 * coefficients say: what splines, blends and controllers make of a trajectory. Rotations of floating
 * joints turn evenly, as on straight segments.
 */
import type { KinematicTree } from '../kinematics/tree.ts';
import { CurvedSegment } from './curved.ts';

export class PolynomialSegment extends CurvedSegment {
  readonly kind = 'polynomial';

  /**
   * `coefficients`: COEFFICIENTS per degree of freedom, for t from 0 to 1. For the four numbers of a
   * quaternion the first is its value at the beginning, the second that at the end, the others are 0.
   */
  constructor(tree: KinematicTree, coefficients: Float64Array) {
    super(tree, coefficients);
  }
}
