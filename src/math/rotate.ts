/** Vectors turned by the rotation of a pose (pose.ts), in place. */

/** v[k] = R v[k], in place, for the rotation of the pose at pose[o]. */
export function rotateVectorInto(pose: Float64Array, o: number, v: Float64Array, k: number): void {
  const x = v[k];
  const y = v[k + 1];
  const z = v[k + 2];
  v[k] = pose[o] * x + pose[o + 1] * y + pose[o + 2] * z;
  v[k + 1] = pose[o + 3] * x + pose[o + 4] * y + pose[o + 5] * z;
  v[k + 2] = pose[o + 6] * x + pose[o + 7] * y + pose[o + 8] * z;
}

/** v[k] = the transpose of R times v[k], in place. */
export function unrotateVectorInto(
  pose: Float64Array,
  o: number,
  v: Float64Array,
  k: number,
): void {
  const x = v[k];
  const y = v[k + 1];
  const z = v[k + 2];
  v[k] = pose[o] * x + pose[o + 3] * y + pose[o + 6] * z;
  v[k + 1] = pose[o + 1] * x + pose[o + 4] * y + pose[o + 7] * z;
  v[k + 2] = pose[o + 2] * x + pose[o + 5] * y + pose[o + 8] * z;
}
