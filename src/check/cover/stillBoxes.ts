/** Boxes that stand still in the world: balls are compared with them as what they are. */
import { grown, layout } from '../../arrays/index.ts';
import type { Kinematics } from '../../kinematics/index.ts';
import { composePosesInto, orthogonalityDefect, U } from '../../math/index.ts';
import type { CarriedPiece } from './carriedPiece.ts';

/** Of each box: its pose in the world, half its edges, the radius of its ball. */
const STILL_BOX = layout(['axes', 9], ['origin', 3], ['half', 3], 'radius');
const { axes: AXES, origin: ORIGIN, half: HALF, radius: RADIUS, size: SIZE } = STILL_BOX;

export class StillBoxes {
  /** Per piece: where its numbers are, or -1 if it is no such box. With room for more. */
  of: Int32Array<ArrayBuffer>;
  private numbers: Float64Array<ArrayBuffer>;
  private readonly kinematics: Kinematics;
  private pieces = 0;
  private boxes = 0;

  /** The kinematics may stand anywhere. */
  constructor(pieces: readonly CarriedPiece[], kinematics: Kinematics) {
    this.kinematics = kinematics;
    this.of = new Int32Array(pieces.length);
    this.numbers = new Float64Array(SIZE);
    for (const piece of pieces) this.add(piece);
  }

  /** The next piece. */
  add(carried: CarriedPiece): void {
    const { piece } = carried;
    const i = this.pieces++;
    if (i >= this.of.length) this.of = grown(this.of);
    this.of[i] = -1;
    const pose = boxPose(carried, this.kinematics);
    if (!pose || piece.kind !== 'convex' || piece.shape.kind !== 'box') return;
    const at = SIZE * this.boxes++;
    if (at >= this.numbers.length) this.numbers = grown(this.numbers);
    this.of[i] = at;
    this.numbers.set(pose, at + AXES);
    this.numbers.set(piece.shape.half, at + HALF);
    this.numbers[at + RADIUS] = piece.ball[3];
  }

  /** The numbers of a box: its pose in the world, half its edges, the radius of its ball. */
  numbersOf(box: number): Float64Array {
    return this.numbers.subarray(box, box + SIZE);
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
