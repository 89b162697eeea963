/** Configurations as points of joint space, all joints alike. */

export function distanceBetween(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let squares = 0;
  for (let d = 0; d < a.length; d++) squares += (b[d] - a[d]) ** 2;
  return Math.sqrt(squares);
}

/** The configuration of a straight motion at t. */
export function between(from: ArrayLike<number>, to: ArrayLike<number>, t: number): Float64Array {
  return Float64Array.from(from, (x, d) => x + t * (to[d] - x));
}

/** Of a path through these. */
export function pathLength(waypoints: readonly ArrayLike<number>[]): number {
  let sum = 0;
  for (let i = 0; i + 1 < waypoints.length; i++) {
    sum += distanceBetween(waypoints[i], waypoints[i + 1]);
  }
  return sum;
}
