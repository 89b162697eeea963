/**
 * Angles of rotations, by our own arithmetic: Math.atan2 may differ between engines.
 */
import { dotSign } from '../geometry/dotSign.ts';

/**
 * The angle in [0, pi/2] with sine s >= 0 and cosine c >= 0 up to a common factor, not both 0.
 * Relative error below 32 u: two halvings take the tangent below 0.2, the series ends below 1e-18.
 */
export function angleOf(s: number, c: number): number {
  if (s > c) return Math.PI / 2 - angleOf(c, s);
  let x = s / c;
  x /= 1 + Math.sqrt(1 + x * x);
  x /= 1 + Math.sqrt(1 + x * x);
  const y = -x * x;
  let sum = 0;
  for (let k = 23; k >= 1; k -= 2) sum = sum * y + 1 / k;
  return 4 * x * sum;
}

/**
 * The turn that leads from the rotation of quaternion a[i ...] to that of b[j ...] the short way:
 * out[o ... o + 2] = its axis times its angle, in the coordinates of the turned frame. The sign of
 * a quaternion does not matter, except at exactly half a turn: of the two ways of equal length it is
 * the one through the middle of the two quaternions, a + b, as they stand. Which is shorter is decided
 * exactly, and so that the way back is the way there.
 */
export function turnBetweenInto(
  a: ArrayLike<number>,
  i: number,
  b: ArrayLike<number>,
  j: number,
  out: Float64Array,
  o: number,
): void {
  const [ax, ay, az, aw] = [a[i], a[i + 1], a[i + 2], a[i + 3]];
  const [bx, by, bz, bw] = [b[j], b[j + 1], b[j + 2], b[j + 3]];
  // Conjugate of a times b; common factors cancel in the angle and the direction.
  const w = Math.abs(aw * bw + ax * bx + ay * by + az * bz);
  let x = aw * bx - ax * bw - ay * bz + az * by;
  let y = aw * by + ax * bz - ay * bw - az * bx;
  let z = aw * bz - ax * by + ay * bx - az * bw;
  if (dotSign(a, i, b, j) < 0) {
    x = -x;
    y = -y;
    z = -z;
  }
  const s = Math.sqrt(x * x + y * y + z * z);
  const factor = s === 0 ? 0 : (2 * angleOf(s, w)) / s;
  out[o] = factor * x;
  out[o + 1] = factor * y;
  out[o + 2] = factor * z;
}
