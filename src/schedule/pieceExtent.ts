/** How far a piece of a body reaches along directions, as it stands: what bounds of turning ask for. */
import { coreSupportInto, type Shape } from '../geometry/index.ts';
import { U } from '../math/index.ts';
import type { Piece } from './body.ts';
import { type AdvanceQuestion, lengthOf, type Points } from './motion.ts';

const u = U;

export class PieceExtent implements Points {
  private piece!: Piece;
  /** The direction with its sign, in the piece's frame, and how far the core reaches along it. */
  private readonly direction = new Float64Array(3);
  private along = 0;
  /** The rotation of the piece in the world, and its origin seen from the body's. */
  private readonly pose = new Float64Array(12);
  private error = 0;
  private readonly looking = new Float64Array(3);
  private readonly point = new Float64Array(3);

  /** A piece of a body whose pose is at poses[o], off by a turn of `turnError` at most. */
  about(
    piece: Piece,
    { direction: n, sign }: AdvanceQuestion,
    poses: Float64Array,
    o: number,
    turnError: number,
  ): void {
    const { pose, direction } = this;
    const q = piece.pose;
    this.piece = piece;
    // Two rotations, a support and the products with it; once for each of two directions.
    this.error = 2 * (turnError + 64 * u) * piece.coreReach;
    for (let i = 0; i < 3; i++) {
      const x = poses[o + 3 * i];
      const y = poses[o + 3 * i + 1];
      const z = poses[o + 3 * i + 2];
      for (let k = 0; k < 3; k++) pose[3 * i + k] = x * q[k] + y * q[3 + k] + z * q[6 + k];
      pose[9 + i] = x * q[9] + y * q[10] + z * q[11];
    }
    for (let k = 0; k < 3; k++) {
      direction[k] = sign * (pose[k] * n[0] + pose[3 + k] * n[1] + pose[6 + k] * n[2]);
    }
    this.along = this.reachAlong(direction);
  }

  riseUpper(m: Float64Array, s: number): number {
    const { pose, direction, looking } = this;
    for (let k = 0; k < 3; k++) {
      looking[k] = direction[k] + s * (pose[k] * m[0] + pose[3 + k] * m[1] + pose[6 + k] * m[2]);
    }
    const carried = s * (m[0] * pose[9] + m[1] * pose[10] + m[2] * pose[11]);
    const size = 1 + s * lengthOf(m);
    return this.reachAlong(looking) - this.along + carried + this.error * size;
  }

  /** The farthest point of the core along d, in the piece's frame; d need not be of length 1. */
  private reachAlong(d: Float64Array): number {
    const { point } = this;
    if (!(Math.abs(d[0]) + Math.abs(d[1]) + Math.abs(d[2]) > 1e-200)) return 0;
    coreSupportInto(this.piece.shape as Exclude<Shape, { kind: 'half-space' }>, d, 0, point, 0);
    return d[0] * point[0] + d[1] * point[1] + d[2] * point[2];
  }
}
