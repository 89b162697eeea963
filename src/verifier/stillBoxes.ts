/**
 * Boxes of the bodies that no joint moves: of one that is a box its own, else one along the axes of its frame. In each of them
 * is the body, up to what computed places are off by. docs/certificate.md, "What a glance shows".
 */
import { composePosesInto, identityPose, POSE_SIZE } from '../math/pose.ts';
import { U } from '../math/rounding.ts';
import type { Mover } from './mover.ts';
import { supportInto } from './supports.ts';

/** Of a body that stands still: the pose of its box, then the lower and the upper corner there. */
const ORIGIN = 9;
const LOW = POSE_SIZE;
const HIGH = POSE_SIZE + 3;
const STILL = POSE_SIZE + 6;

export class StillBoxes {
  private readonly numbers: Float64Array;

  /** `poses` has the frames of all of them. */
  constructor(movers: readonly Mover[], poses: Float64Array) {
    this.numbers = new Float64Array(STILL * movers.length);
    for (let i = 0; i < movers.length; i++) this.place(movers[i], i, poses);
  }

  private place({ body, turn, size }: Mover, i: number, poses: Float64Array): void {
    const { numbers } = this;
    const s = STILL * i;
    const [piece] = body.pieces;
    const own = body.pieces.length === 1 && piece.shape.kind === 'box' ? piece : null;
    const place = own?.pose ?? identityPose();
    composePosesInto(poses, POSE_SIZE * body.frame, place, 0, numbers, s);
    // What the axes are off by, and the rounding of what is computed along them, many times over.
    const more = 4 * (turn * body.size + body.slack) + 256 * U * size;
    const d = new Float64Array(4);
    for (let k = 0; k < 3; k++) {
      if (own !== null && own.shape.kind === 'box') d[3] = own.shape.half[k];
      for (const sign of [-1, 1]) {
        if (own === null) {
          d.fill(0);
          d[k] = sign;
          supportInto(body.whole, d, 0, d, 3);
        }
        numbers[s + (sign < 0 ? LOW : HIGH) + k] = sign * (d[3] + more);
      }
    }
  }

  /** Whether the point at p[o] of the world is farther than p[r] from box number i. */
  isBeyond(i: number, p: Float64Array, o: number, r: number): boolean {
    const { numbers } = this;
    const s = STILL * i;
    const x = p[o] - numbers[s + ORIGIN];
    const y = p[o + 1] - numbers[s + ORIGIN + 1];
    const z = p[o + 2] - numbers[s + ORIGIN + 2];
    const squared = p[r] * p[r];
    let sum = 0;
    for (let k = 0; k < 3; k++) {
      const along = numbers[s + k] * x + numbers[s + 3 + k] * y + numbers[s + 6 + k] * z;
      const below = numbers[s + LOW + k] - along;
      const above = along - numbers[s + HIGH + k];
      const away = Math.max(below, above);
      if (away > 0) sum += away * away;
      if (sum > squared) return true;
    }
    return false;
  }
}
