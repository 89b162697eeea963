/**
 * Eigenvectors of a symmetric 3x3 matrix by cyclic Jacobi rotations. Used to choose principal
 * axes; whatever it returns is orthonormal up to a few roundings, and nothing rests on it being
 * the exact eigenbasis.
 */

/**
 * `m`: xx, xy, xz, yy, yz, zz. Writes the eigenvectors as the three rows of `axes`, by
 * descending eigenvalue, right-handed.
 */
export function principalAxesInto(m: Float64Array, axes: Float64Array): void {
  const a = [m[0], m[1], m[2], m[1], m[3], m[4], m[2], m[4], m[5]];
  const v = [1, 0, 0, 0, 1, 0, 0, 0, 1];
  for (let sweep = 0; sweep < 30; sweep++) {
    const off = Math.abs(a[1]) + Math.abs(a[2]) + Math.abs(a[5]);
    if (!(off > 1e-30 * (Math.abs(a[0]) + Math.abs(a[4]) + Math.abs(a[8])))) break;
    for (let p = 0; p < 2; p++) for (let q = p + 1; q < 3; q++) rotate(a, v, p, q);
  }
  const order = [0, 1, 2].sort((i, j) => a[4 * j] - a[4 * i]);
  for (let k = 0; k < 2; k++) {
    const col = order[k];
    for (let i = 0; i < 3; i++) axes[3 * k + i] = v[3 * i + col];
  }
  // One Gram-Schmidt step, so that the rounding of the rotations does not add up: afterwards
  // the rows are orthonormal to within 8 u.
  const first = Math.sqrt(axes[0] * axes[0] + axes[1] * axes[1] + axes[2] * axes[2]);
  for (let i = 0; i < 3; i++) axes[i] /= first;
  const along = axes[0] * axes[3] + axes[1] * axes[4] + axes[2] * axes[5];
  for (let i = 0; i < 3; i++) axes[3 + i] -= along * axes[i];
  const second = Math.sqrt(axes[3] * axes[3] + axes[4] * axes[4] + axes[5] * axes[5]);
  for (let i = 3; i < 6; i++) axes[i] /= second;
  axes[6] = axes[1] * axes[5] - axes[2] * axes[4];
  axes[7] = axes[2] * axes[3] - axes[0] * axes[5];
  axes[8] = axes[0] * axes[4] - axes[1] * axes[3];
}

function rotate(a: number[], v: number[], p: number, q: number): void {
  const apq = a[3 * p + q];
  if (apq === 0) return;
  const theta = (a[4 * q] - a[4 * p]) / (2 * apq);
  const t = (theta >= 0 ? 1 : -1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const c = 1 / Math.sqrt(t * t + 1);
  const s = t * c;
  for (let k = 0; k < 3; k++) {
    const akp = a[3 * k + p];
    const akq = a[3 * k + q];
    a[3 * k + p] = c * akp - s * akq;
    a[3 * k + q] = s * akp + c * akq;
  }
  for (let k = 0; k < 3; k++) {
    const apk = a[3 * p + k];
    const aqk = a[3 * q + k];
    a[3 * p + k] = c * apk - s * aqk;
    a[3 * q + k] = s * apk + c * aqk;
  }
  for (let k = 0; k < 3; k++) {
    const vkp = v[3 * k + p];
    const vkq = v[3 * k + q];
    v[3 * k + p] = c * vkp - s * vkq;
    v[3 * k + q] = s * vkp + c * vkq;
  }
}
