/** Boxes around pieces in their bodies' frames, as a middle and half widths: what boxes along the world's axes are made of. */
import type { Piece } from '../cell/index.ts';
import { boundingBoxInto } from '../geometry/index.ts';
import { orthogonalityDefect, U } from '../math/index.ts';

const box = new Float64Array(6);

/**
 * out[o ...] = the middle, then half the widths, of a box along the axes of the body's frame that contains the piece,
 * rounded outwards; half-spaces have infinite widths.
 */
export function pieceBoxInto(piece: Piece, out: Float64Array, o: number): void {
  boundingBoxInto(piece.convex, box, 0);
  const { kind } = piece;
  let size = 0;
  for (let k = 0; k < 3; k++) {
    const isBounded = box[3 + k] < Number.POSITIVE_INFINITY;
    out[o + k] = isBounded ? 0.5 * box[k] + 0.5 * box[3 + k] : 0;
    out[o + 3 + k] = isBounded ? 0.5 * box[3 + k] - 0.5 * box[k] : Number.POSITIVE_INFINITY;
    size += Math.abs(out[o + k]) + out[o + 3 + k];
  }
  if (kind === 'mesh') {
    for (let k = 3; k < 6; k++) out[o + k] += 8 * U * size;
    return;
  }
  if (size === Number.POSITIVE_INFINITY) {
    out.fill(0, o, o + 3);
    out.fill(size, o + 3, o + 6);
    return;
  }
  const { pose } = piece;
  const [x, y, z] = out.subarray(o, o + 3);
  const [u, v, w] = out.subarray(o + 3, o + 6);
  // A rotation that is none stands for the nearest one; placing rounds.
  const tilt = 1.6 * (orthogonalityDefect(pose, 0) + 8 * U) + 64 * U;
  const shift = Math.abs(pose[9]) + Math.abs(pose[10]) + Math.abs(pose[11]);
  for (let k = 0; k < 3; k++) {
    const r = 3 * k;
    const [a, b, c] = pose.subarray(r, r + 3);
    out[o + k] = a * x + b * y + c * z + pose[9 + k];
    const half = Math.abs(a) * u + Math.abs(b) * v + Math.abs(c) * w;
    out[o + 3 + k] = half + tilt * size + 64 * U * shift;
  }
}
