/** The members of a set of obstacles as boxes to be drawn, in flat arrays. */
import type { ObstacleSet } from '../cell/index.ts';

/** What is drawn of a set. */
export interface DrawnBoxes {
  /** Numbers of the members. */
  readonly members: Uint32Array;
  /** Six numbers each, in the set's frame: the middle, then half lengths; of balls the radius thrice. */
  readonly boxes: Float32Array;
}

/** Boxes of the members that are seen, cut off where the set says so. */
export function drawnBoxes(set: ObstacleSet): DrawnBoxes {
  const { centres, sizes, sizeOf, shape, seen } = set;
  const count = centres.length / 3;
  const members = new Uint32Array(count);
  const boxes = new Float32Array(6 * count);
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const size = sizeOf === null ? 0 : sizeOf[i];
    let isSeen = true;
    for (let k = 0; k < 3; k++) {
      const half = shape === 'sphere' ? sizes[size] : sizes[3 * size + k];
      const low = Math.max(centres[3 * i + k] - half, seen ? seen[k] : -Infinity);
      const high = Math.min(centres[3 * i + k] + half, seen ? seen[3 + k] : Infinity);
      if (high <= low) isSeen = false;
      boxes[6 * kept + k] = 0.5 * (low + high);
      boxes[6 * kept + 3 + k] = 0.5 * (high - low);
    }
    if (isSeen) members[kept++] = i;
  }
  return { members: members.slice(0, kept), boxes: boxes.slice(0, 6 * kept) };
}
