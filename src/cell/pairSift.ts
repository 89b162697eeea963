/**
 * The first look of a static check in WebAssembly (assembly/pairs.ts): poses of all frames, balls of all bodies, and which
 * pairs balls and boxes do not prove apart. It reads and writes the arrays of `PairBalls` and of the kinematics, the same
 * numbers to the bit as TypeScript there.
 */
import { addressOf, kernel, kernelFloats } from '../kernel/index.ts';
import { followsLaw, type Kinematics, movingFrames, poseRecords } from '../kinematics/index.ts';
import { POSE_SIZE } from '../math/index.ts';

/** What of `PairBalls` the kernel reads: all in its memory. */
export interface SiftedArrays {
  readonly centres: Float64Array;
  readonly reaches: Float64Array;
  readonly boxes: Float64Array;
  readonly slacks: Float64Array;
  readonly factors: Float64Array;
  readonly radii: Float64Array;
  readonly margins: Float64Array;
  /** Per pair two places, per place its frame, the places of balls that move. */
  readonly ends: Int32Array;
  readonly frames: Int32Array;
  readonly moving: Int32Array;
  /** Per place: its ball in its frame. */
  readonly balls: readonly Float64Array[];
}

/** Bytes of a ball's record. */
const BALL = 32;

export class PairSift {
  /** Numbers of pairs in the order in which they are looked at: whoever asks may change it. */
  readonly order: Int32Array;
  /** Places in that order of those that the last `sift` left. */
  readonly left: Int32Array;
  private readonly kinematics: Kinematics;
  private readonly frames: Int32Array;
  private readonly lawful: Int32Array;
  private readonly address: number;
  /** Arrays that the kernel reads: they must stay where they are. */
  readonly holds: readonly Float64Array[];

  /** Null where there is no kernel, or something is not in its memory. */
  static of(kinematics: Kinematics, arrays: SiftedArrays): PairSift | null {
    if (kernel() === null) return null;
    const { centres, reaches, boxes, slacks, factors, radii, margins, moving } = arrays;
    const holds = [centres, reaches, boxes, slacks, factors, radii, margins];
    const frames = movingFrames(
      kinematics.tree,
      Array.from(moving, (place) => arrays.frames[place]),
    );
    const placed = poseRecords(kinematics, frames);
    if (placed === null || holds.some((array) => addressOf(array) === 0)) return null;
    holds.push(...placed.holds);
    const sift = new PairSift(kinematics, frames, arrays, placed.head, holds);
    return sift.address === 0 ? null : sift;
  }

  private constructor(
    kinematics: Kinematics,
    frames: Int32Array,
    arrays: SiftedArrays,
    chains: readonly number[],
    holds: readonly Float64Array[],
  ) {
    const { tree, poses } = kinematics;
    const { ends, moving, balls } = arrays;
    const places = arrays.frames.length;
    const pairs = ends.length / 2;
    const ballsAt = 16;
    const wordsAt = ballsAt + (BALL / 8) * moving.length;
    const block = kernelFloats(wordsAt + Math.ceil((places + 4 * pairs) / 2));
    const words = new Int32Array(block.buffer, block.byteOffset, 2 * block.length);
    const at = (slot: number) => block.byteOffset + 8 * slot;
    moving.forEach((place, k) => {
      const o = ballsAt + (BALL / 8) * k;
      block.set(balls[place].subarray(0, 3), o);
      words[2 * (o + 3)] = addressOf(poses) + 8 * POSE_SIZE * arrays.frames[place];
      words[2 * (o + 3) + 1] = 24 * place;
    });
    // Poses of places, ends of pairs, order, and what is left.
    const w = 2 * wordsAt;
    for (let k = 0; k < places; k++) {
      words[w + k] = addressOf(poses) + 8 * POSE_SIZE * arrays.frames[k];
    }
    words.set(ends, w + places);
    words.set([
      ...[...chains, at(ballsAt), moving.length],
      ...[addressOf(arrays.centres), addressOf(arrays.reaches), addressOf(arrays.boxes)],
      ...[at(wordsAt), addressOf(arrays.slacks), addressOf(arrays.factors)],
      ...[at(wordsAt) + 4 * places, addressOf(arrays.radii), addressOf(arrays.margins)],
      ...[at(wordsAt) + 4 * (places + 2 * pairs), at(wordsAt) + 4 * (places + 3 * pairs)],
    ]);
    this.kinematics = kinematics;
    this.frames = frames;
    this.lawful = frames.filter((f) => followsLaw(tree, f));
    this.order = words.subarray(w + places + 2 * pairs, w + places + 3 * pairs);
    this.left = words.subarray(w + places + 3 * pairs, w + places + 4 * pairs);
    this.holds = [...holds, block];
    this.address = addressOf(block);
  }

  /** Poses and centres at the kinematics' configuration; false where TypeScript has to. */
  place(): boolean {
    const run = kernel()?.run;
    const { kinematics, lawful } = this;
    if (run === undefined) return false;
    for (let k = 0; k < lawful.length; k++) kinematics.localOf(lawful[k]);
    if (run.pairsPlace(this.address) === 0) return false;
    kinematics.takeComputed(this.frames);
    return true;
  }

  /**
   * How many pairs are not proven apart, or where `asked` not as far as they ask and `beyond`; -1 if TypeScript has to find
   * them. Centres and poses must be there.
   */
  sift(asked: boolean, beyond: number): number {
    const run = kernel()?.run;
    if (run === undefined) return -1;
    return run.pairsSift(this.address, this.order.length, asked ? 1 : 0, beyond);
  }
}
