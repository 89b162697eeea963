/** Which of many boxes are nearest to some points. */

/** One number for each box of six numbers, middle and half lengths: 1 for the nearest to any of the points, at most so many. */
export function nearestBoxes(
  boxes: ArrayLike<number>,
  points: readonly ArrayLike<number>[],
  most: number,
): Uint8Array {
  const count = boxes.length / 6;
  const squared = new Float64Array(count).fill(Infinity);
  for (const point of points) {
    for (let i = 0; i < count; i++) {
      let sum = 0;
      for (let k = 0; k < 3; k++) {
        const gap = Math.max(0, Math.abs(point[k] - boxes[6 * i + k]) - boxes[6 * i + 3 + k]);
        sum += gap * gap;
      }
      squared[i] = Math.min(squared[i], sum);
    }
  }
  const limit = count > most ? squared.slice().sort()[most] : Infinity;
  const isNear = new Uint8Array(count);
  for (let i = 0; i < count; i++) if (squared[i] < limit) isNear[i] = 1;
  return isNear;
}
