/** Rotation vectors between orientations: axis times angle, by our own arithmetic. */
import { angleOf } from '../../motion/index.ts';

const m = new Float64Array(9);
const q = new Float64Array(4);

/** out[o ...] = the rotation vector, in world coordinates, that turns a's rotation into b's. */
export function turnInto(a: Float64Array, b: Float64Array, out: Float64Array, o: number): void {
  for (let i = 0; i < 9; i += 3) {
    for (let k = 0; k < 9; k += 3) {
      m[i + k / 3] = b[i] * a[k] + b[i + 1] * a[k + 1] + b[i + 2] * a[k + 2];
    }
  }
  // As a quaternion, up to a factor: by the largest of its numbers (Shepperd 1978).
  const trace = m[0] + m[4] + m[8];
  if (trace >= m[0] && trace >= m[4] && trace >= m[8]) {
    q[0] = 1 + trace;
    q[1] = m[7] - m[5];
    q[2] = m[2] - m[6];
    q[3] = m[3] - m[1];
  } else {
    const i = m[0] >= m[4] && m[0] >= m[8] ? 0 : m[4] >= m[8] ? 1 : 2;
    const j = (i + 1) % 3;
    const k = (i + 2) % 3;
    q[0] = m[3 * k + j] - m[3 * j + k];
    q[1 + i] = 1 + 2 * m[4 * i] - trace;
    q[1 + j] = m[3 * i + j] + m[3 * j + i];
    q[1 + k] = m[3 * i + k] + m[3 * k + i];
  }
  const s = Math.sqrt(q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  const angle = s === 0 ? 0 : 2 * angleOf(s, Math.abs(q[0]));
  const factor = s === 0 ? 0 : (q[0] < 0 ? -angle : angle) / s;
  for (let i = 0; i < 3; i++) out[o + i] = factor * q[1 + i];
}

/** out[o ...] = the rotation vector that swings unit vector a to b the short way. */
export function swingInto(a: Float64Array, b: Float64Array, out: Float64Array, o: number): void {
  let x = a[1] * b[2] - a[2] * b[1];
  let y = a[2] * b[0] - a[0] * b[2];
  let z = a[0] * b[1] - a[1] * b[0];
  const c = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  let s = Math.sqrt(x * x + y * y + z * z);
  const angle = s === 0 && c > 0 ? 0 : c < 0 ? Math.PI - angleOf(s, -c) : angleOf(s, c);
  if (s === 0) {
    // Against each other: about anything that is across.
    const k = Math.abs(a[0]) < 0.6 ? 1 : 0;
    x = k === 1 ? 0 : -a[2];
    y = k === 1 ? a[2] : 0;
    z = k === 1 ? -a[1] : a[0];
    s = Math.sqrt(x * x + y * y + z * z);
  }
  const factor = angle / s;
  out[o] = factor * x;
  out[o + 1] = factor * y;
  out[o + 2] = factor * z;
}
