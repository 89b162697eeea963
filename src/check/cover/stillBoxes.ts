/** Boxes that stand still in the world: balls are compared with them as what they are. */
import { layout } from '../../arrays/index.ts';
import type { Kinematics } from '../../kinematics/index.ts';
import { composePosesInto, orthogonalityDefect, U } from '../../math/index.ts';
import type { CarriedPiece } from './carriedPiece.ts';

/** Of each box: its pose in the world, half its edges, the radius of its ball. */
const STILL_BOX = layout(['axes', 9], ['origin', 3], ['half', 3], 'radius');
const { axes: AXES, origin: ORIGIN, half: HALF, radius: RADIUS, size: SIZE } = STILL_BOX;

export class StillBoxes {
  /** Per piece: where its numbers are, or -1 if it is no such box. */
  readonly of: Int32Array;
  private readonly numbers: Float64Array;

  /** The kinematics may stand anywhere. */
  constructor(pieces: readonly CarriedPiece[], kinematics: Kinematics) {
    const numbers: number[] = [];
    this.of = Int32Array.from(pieces, (carried) => {
      const { piece } = carried;
      const pose = boxPose(carried, kinematics);
      if (!pose || piece.kind !== 'convex' || piece.shape.kind !== 'box') return -1;
      return numbers.push(...pose, ...piece.shape.half, piece.ball[3]) - SIZE;
    });
    this.numbers = Float64Array.from(numbers);
  }

  /** The radius of the ball around a box. */
  radius(box: number): number {
    return this.numbers[box + RADIUS];
  }

  /** The squared distance of a point in the world from a box. */
  squaredDistance(box: number, x: number, y: number, z: number): number {
    const n = this.numbers;
    const a = box + AXES;
    const o = box + ORIGIN;
    const h = box + HALF;
    const dx = x - n[o];
    const dy = y - n[o + 1];
    const dz = z - n[o + 2];
    const px = Math.max(0, Math.abs(n[a] * dx + n[a + 3] * dy + n[a + 6] * dz) - n[h]);
    const py = Math.max(0, Math.abs(n[a + 1] * dx + n[a + 4] * dy + n[a + 7] * dz) - n[h + 1]);
    const pz = Math.max(0, Math.abs(n[a + 2] * dx + n[a + 5] * dy + n[a + 8] * dz) - n[h + 2]);
    return px * px + py * py + pz * pz;
  }
}

/** The pose in the world of a box that stands still and is not skewed by rounding; else null. */
function boxPose(
  { still, piece, body }: CarriedPiece,
  kinematics: Kinematics,
): Float64Array | null {
  if (!still || piece.kind !== 'convex' || piece.shape.kind !== 'box') return null;
  const pose = new Float64Array(12);
  composePosesInto(kinematics.poses, kinematics.poseOf(body.frame), piece.pose, 0, pose, 0);
  return orthogonalityDefect(pose, 0) < 16 * U ? pose : null;
}
