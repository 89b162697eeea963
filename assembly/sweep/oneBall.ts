/** How a ball moves with its frame: src/check/cover/oneBall.ts. */
import { UP } from './head';

/** Where the numbers of one side are, in bytes: three of the move, then these. */
export const LENGTH: usize = 24;
export const RIM: usize = 32;
export const ACCELERATION: usize = 40;
export const SIDE: usize = 48;

/** One side: a ball that moves as the frame motion at m says, or is still if that is 0. */
export function ballInto(m: usize, ball: usize, up: f64, out: usize): void {
  if (m == 0) {
    const none = f64x2.splat(0);
    v128.store(out, none);
    v128.store(out, none, 16);
    v128.store(out, none, 32);
    return;
  }
  const x = load<f64>(ball);
  const y = load<f64>(ball, 8);
  const z = load<f64>(ball, 16);
  const radius = load<f64>(ball, 24);
  const wx = load<f64>(m, 24);
  const wy = load<f64>(m, 32);
  const wz = load<f64>(m, 40);
  const cx = wy * z - wz * y;
  const cy = wz * x - wx * z;
  const cz = wx * y - wy * x;
  const vx = load<f64>(m) + cx;
  const vy = load<f64>(m, 8) + cy;
  const vz = load<f64>(m, 16) + cz;
  store<f64>(out, up * vx);
  store<f64>(out, up * vy, 8);
  store<f64>(out, up * vz, 16);
  store<f64>(out, sqrt(vx * vx + vy * vy + vz * vz) * up * UP, LENGTH);
  const ww = wx * wx + wy * wy + wz * wz;
  store<f64>(out, ww == 0 ? 0 : radius * sqrt(ww), RIM);
  const sx = load<f64>(m, 72);
  const sy = load<f64>(m, 80);
  const sz = load<f64>(m, 88);
  const ax = load<f64>(m, 48) + sy * z - sz * y + wy * cz - wz * cy;
  const ay = load<f64>(m, 56) + sz * x - sx * z + wz * cx - wx * cz;
  const az = load<f64>(m, 64) + sx * y - sy * x + wx * cy - wy * cx;
  const spin = sqrt(sx * sx + sy * sy + sz * sz) + ww;
  const turned = spin == 0 ? 0 : radius * spin;
  store<f64>(out, sqrt(ax * ax + ay * ay + az * az) + turned, ACCELERATION);
}
