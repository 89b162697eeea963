/** Poses from what files and people give. */
import { sincosInto } from './sincos.ts';

/** A pose from roll, pitch, yaw (fixed axes x, y, z, as URDF has them) and a translation. */
export function poseFromRpy(
  roll: number,
  pitch: number,
  yaw: number,
  x: number,
  y: number,
  z: number,
): Float64Array {
  const [sr, cr] = sincos(roll);
  const [sp, cp] = sincos(pitch);
  const [sy, cy] = sincos(yaw);
  return new Float64Array([
    cy * cp,
    cy * sp * sr - sy * cr,
    cy * sp * cr + sy * sr,
    sy * cp,
    sy * sp * sr + cy * cr,
    sy * sp * cr - cy * sr,
    -sp,
    cp * sr,
    cp * cr,
    x,
    y,
    z,
  ]);
}

/** Our own sine and cosine, so that a placement is the same to the bit in every engine. */
function sincos(angle: number): Float64Array {
  const out = new Float64Array(2);
  sincosInto(angle, out, 0);
  return out;
}

/** A pose from a unit quaternion and a translation. */
export function poseFromQuaternion(
  x: number,
  y: number,
  z: number,
  w: number,
  tx = 0,
  ty = 0,
  tz = 0,
): Float64Array {
  return new Float64Array([
    1 - 2 * (y * y + z * z),
    2 * (x * y - z * w),
    2 * (x * z + y * w),
    2 * (x * y + z * w),
    1 - 2 * (x * x + z * z),
    2 * (y * z - x * w),
    2 * (x * z - y * w),
    2 * (y * z + x * w),
    1 - 2 * (x * x + y * y),
    tx,
    ty,
    tz,
  ]);
}

/** The unit quaternion x, y, z, w of a pose's rotation, w not negative; the largest component is computed first. */
export function quaternionOf(r: ArrayLike<number>): number[] {
  const squares = [
    1 + r[0] - r[4] - r[8],
    1 - r[0] + r[4] - r[8],
    1 - r[0] - r[4] + r[8],
    1 + r[0] + r[4] + r[8],
  ];
  const largest = squares.indexOf(Math.max(...squares));
  const s = 2 * Math.sqrt(squares[largest]);
  const [xy, xz, yz] = [r[1] + r[3], r[2] + r[6], r[5] + r[7]];
  const [wx, wy, wz] = [r[7] - r[5], r[2] - r[6], r[3] - r[1]];
  const rows = [
    [s / 4, xy / s, xz / s, wx / s],
    [xy / s, s / 4, yz / s, wy / s],
    [xz / s, yz / s, s / 4, wz / s],
    [wx / s, wy / s, wz / s, s / 4],
  ];
  const q = rows[largest];
  const length = Math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  const sign = q[3] < 0 ? -1 : 1;
  return q.map((x) => (sign * x) / length + 0);
}
