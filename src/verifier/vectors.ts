/** Vectors and rotations that stand in arrays: as arguments numbers would be boxed. */

export function dotAt(a: Float64Array, i: number, b: Float64Array, j: number): number {
  return a[i] * b[j] + a[i + 1] * b[j + 1] + a[i + 2] * b[j + 2];
}

export function lengthAt(a: Float64Array, i: number): number {
  return Math.sqrt(dotAt(a, i, a, i));
}

/** out[o ...] = the rotation of the pose at poses[p] times the vector at v[o]. */
export function turnInto(
  poses: Float64Array,
  p: number,
  v: Float64Array,
  o: number,
  out: Float64Array,
): void {
  const x = v[o];
  const y = v[o + 1];
  const z = v[o + 2];
  out[o] = poses[p] * x + poses[p + 1] * y + poses[p + 2] * z;
  out[o + 1] = poses[p + 3] * x + poses[p + 4] * y + poses[p + 5] * z;
  out[o + 2] = poses[p + 6] * x + poses[p + 7] * y + poses[p + 8] * z;
}
