/**
 * A motion of all joints of a cell, from t = 0 to t = 1. Checkers know motions only through this.
 *
 * One number per degree of freedom, as in a configuration, except for floating joints (x, y, z, qx,
 * qy, qz, qw), whose rotations are not numbers that vary one by one:
 * - a rate has the velocities of x, y and z, then the angular velocity as three numbers in the
 *   moving frame's own coordinates, then 0;
 * - an upper bound has the length of the translation (its rate, its derivatives), 0, 0, then the
 *   angle turned (its rate, its derivatives), 0, 0, 0. That is what reach.ts reads.
 *
 * Rotations of floating joints turn evenly about one axis in every kind of motion.
 */
export interface Segment {
  readonly kind: 'straight' | 'polynomial' | 'circular';
  readonly from: Float64Array;
  readonly to: Float64Array;
  /** Whether rates do not depend on t, and second derivatives are 0. */
  readonly uniform: boolean;
  /** The configuration at t, to out[o ...]. */
  configurationInto(t: number, out: Float64Array, o: number): void;
  /** The rate at t: derivatives by t, with signs. */
  rateInto(t: number, out: Float64Array, o: number): void;
  /** The derivative of the rate at t, with signs; 0 for rotations of floating joints. */
  accelerationInto(t: number, out: Float64Array, o: number): void;
  /** Upper bounds of the variation between ta <= tb: the integral of the rates' lengths. */
  variationUpperInto(ta: number, tb: number, out: Float64Array, o: number): void;
  /** Upper bounds of the rates' lengths on [ta, tb]. */
  rateUpperInto(ta: number, tb: number, out: Float64Array, o: number): void;
  /** Upper bounds of the lengths of second derivatives on [ta, tb]. */
  accelerationUpperInto(ta: number, tb: number, out: Float64Array, o: number): void;
  /** Upper bounds of the lengths of third derivatives on [ta, tb]. */
  jerkUpperInto(ta: number, tb: number, out: Float64Array, o: number): void;
  /** Proven range of the configuration on [0, 1]; quaternions are not bounded. */
  rangeInto(lower: Float64Array, upper: Float64Array): void;
  /**
   * How far a computed configuration may be from the true one, as a variation; what the computed rate
   * and acceleration are off by, over all of the segment, is part of it.
   */
  errorUpperInto(out: Float64Array, o: number): void;
}
