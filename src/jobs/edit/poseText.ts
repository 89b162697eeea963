/**
 * Poses as a cell file writes them. A file has no room for twelve numbers: it has a position and a
 * quaternion. So whoever moves something in the page moves it to where a file can say that it is, and
 * what is saved is the model that was checked, bit by bit.
 */
import { assertPose, poseFromQuaternion, poseFromRpy, quaternionOf } from '../../math/index.ts';

/** `pose` of a cell file; no rotation is left out. */
export interface PoseText {
  readonly xyz: readonly number[];
  readonly quaternion?: readonly number[];
}

/** What a reader makes of it. */
export function poseOf({ xyz: [x, y, z], quaternion }: PoseText): Float64Array {
  if (!quaternion) return poseFromRpy(0, 0, 0, x, y, z);
  const [a, b, c, d] = quaternion;
  const length = Math.sqrt(a * a + b * b + c * c + d * d);
  return poseFromQuaternion(a / length, b / length, c / length, d / length, x, y, z);
}

/** The nearest pose that a file can state, and its text. Throws an InputError for one that is no pose. */
export function statedPose(given: ArrayLike<number>): {
  readonly pose: Float64Array;
  readonly text: PoseText;
} {
  assertPose(given);
  const xyz = [given[9], given[10], given[11]].map((x) => x + 0);
  const quaternion = quaternionOf(given);
  const text = isTurn(quaternion) ? { xyz, quaternion } : { xyz };
  return { pose: poseOf(text), text };
}

/**
 * A text that reads back as exactly this pose, where there is one; else the nearest. Poses that came from
 * quaternions are found again among the neighbours of their own.
 */
export function textFor(pose: Float64Array): PoseText {
  const { text } = statedPose(pose);
  const xyz = [pose[9], pose[10], pose[11]];
  const plain = { xyz };
  if (sameBits(poseOf(plain), pose)) return plain;
  const near = text.quaternion ?? [0, 0, 0, 1];
  for (const sign of [1, -1]) {
    for (let k = 0; k < 81; k++) {
      const quaternion = near.map((x, i) => {
        const step = (Math.floor(k / 3 ** i) + 1) % 3;
        // 0, then one unit in the last place up or down.
        return sign * (x + (step - 1) * ulp(x));
      });
      const candidate = { xyz, quaternion };
      if (sameBits(poseOf(candidate), pose)) return candidate;
    }
  }
  return text;
}

function ulp(x: number): number {
  if (x === 0) return 0;
  return 2 ** (Math.floor(Math.log2(Math.abs(x))) - 52);
}

/** Whether two poses are the same, to the sign of zero. */
export function sameBits(a: Float64Array, b: Float64Array): boolean {
  return a.length === b.length && a.every((x, i) => Object.is(x, b[i]));
}

function isTurn([x, y, z]: readonly number[]): boolean {
  return Math.max(Math.abs(x), Math.abs(y), Math.abs(z)) > 1e-12;
}
