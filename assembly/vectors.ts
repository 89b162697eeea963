/** Two numbers at once: the words that kernels have for lanes. */

// @ts-ignore: decorator
@inline
export function low(a: v128): f64 {
  return f64x2.extract_lane(a, 0);
}

// @ts-ignore: decorator
@inline
export function high(a: v128): f64 {
  return f64x2.extract_lane(a, 1);
}

/** The low number in both lanes. */
// @ts-ignore: decorator
@inline
export function lowOf(a: v128): v128 {
  return v128.shuffle<f64>(a, a, 0, 0);
}

/** The high number in both lanes. */
// @ts-ignore: decorator
@inline
export function highOf(a: v128): v128 {
  return v128.shuffle<f64>(a, a, 1, 1);
}

/** The low numbers of two. */
// @ts-ignore: decorator
@inline
export function lows(a: v128, b: v128): v128 {
  return v128.shuffle<f64>(a, b, 0, 2);
}

/** a x + b y + c z, from left to right. */
// @ts-ignore: decorator
@inline
export function times(a: v128, b: v128, c: v128, x: v128, y: v128, z: v128): v128 {
  return f64x2.add(f64x2.add(f64x2.mul(a, x), f64x2.mul(b, y)), f64x2.mul(c, z));
}
