/**
 * Constants of IEEE 754 double precision that the error bounds are written in, and how a
 * counted slack is formed. docs/proofs/rounding.md derives every count used in the project.
 */

/** Unit roundoff 2^-53: the largest relative error of one rounded operation. */
export const U = 1.1102230246251565e-16;

/** The smallest normal number. Products below it may lose all relative accuracy. */
export const MIN_NORMAL = 2.2250738585072014e-308;

/**
 * gamma(k) = k u / (1 - k u): the relative error of k chained roundings
 * (Higham, Accuracy and Stability of Numerical Algorithms, section 3.1).
 */
export function gamma(k: number): number {
  return (k * U) / (1 - k * U);
}
