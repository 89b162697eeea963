/**
 * Boxes on a lattice of cubes: six whole numbers each, the lower corner and the upper one, in cells. What stands for them is
 * in metres and contains them, in floating point too. Linear in what there is.
 */
import { type ObstacleSet, roundingOf } from '../../cell/index.ts';

/** Numbers of a box. */
const BOX = 6;
/** Coordinates are below this, from the lowest one of all boxes. */
const MOST = 1 << 17;

/**
 * The same set of points, in fewer boxes: those that share a whole face become one, along x, then along y, then along z.
 * Boxes must not overlap; they are whole numbers less than 2^17 apart. Costs some linear passes.
 */
export function mergeBoxes(boxes: Int32Array): Int32Array {
  let merged = boxes;
  for (let axis = 0; axis < 3; axis++) merged = mergeAlong(merged, axis);
  return merged;
}

/** One pass: boxes of one cross-section that touch along an axis. */
function mergeAlong(boxes: Int32Array, axis: number): Int32Array {
  const count = boxes.length / BOX;
  const [p, q] = [(axis + 1) % 3, (axis + 2) % 3];
  // Boxes that begin on one line along the axis stand in a row, for they do not overlap.
  let order = new Uint32Array(count);
  for (let i = 0; i < count; i++) order[i] = i;
  for (const key of [axis, p, q]) order = sortedBy(boxes, key, order);
  const out = new Int32Array(boxes.length);
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const o = BOX * order[i];
    const last = BOX * (kept - 1);
    const joins =
      kept > 0 &&
      out[last + 3 + axis] === boxes[o + axis] &&
      out[last + p] === boxes[o + p] &&
      out[last + q] === boxes[o + q] &&
      out[last + 3 + p] === boxes[o + 3 + p] &&
      out[last + 3 + q] === boxes[o + 3 + q];
    if (joins) out[last + 3 + axis] = boxes[o + 3 + axis];
    else {
      for (let k = 0; k < BOX; k++) out[BOX * kept + k] = boxes[o + k];
      kept++;
    }
  }
  return out.slice(0, BOX * kept);
}

/** Numbers of boxes by their lower ends along an axis, those of one end as they stood. */
function sortedBy(
  boxes: Int32Array,
  axis: number,
  order: Uint32Array<ArrayBuffer>,
): Uint32Array<ArrayBuffer> {
  let low = Infinity;
  for (let i = axis; i < boxes.length; i += BOX) low = Math.min(low, boxes[i]);
  const starts = new Uint32Array(MOST + 1);
  for (let i = axis; i < boxes.length; i += BOX) starts[boxes[i] - low + 1]++;
  for (let i = 0; i < MOST; i++) starts[i + 1] += starts[i];
  const sorted = new Uint32Array(order.length);
  for (let k = 0; k < order.length; k++) {
    const i = order[k];
    sorted[starts[boxes[BOX * i + axis] - low]++] = i;
  }
  return sorted;
}

/** What a set of boxes has beside them. */
export type SetFrame = Pick<ObstacleSet, 'name' | 'pose' | 'unknown' | 'seen'>;

/**
 * The obstacles that stand for boxes of a lattice of `cell` metres. Each contains its box, placed by the pose, whatever
 * rounding does: a centre is off by at most u of the farthest coordinate, a half length as well, placing it by the pose by
 * less than 14 u of it and 8 u of the pose's shift, and a rotation by some u of it; `roundingOf` is more than their sum, and
 * every half length is greater by so much: 1e-13 m in a hall.
 */
export function latticeSet(boxes: Int32Array, cell: number, frame: SetFrame): ObstacleSet {
  const count = boxes.length / BOX;
  let far = 0;
  for (let i = 0; i < boxes.length; i++) far = Math.max(far, Math.abs(boxes[i]));
  const more = roundingOf(far * cell, frame.pose);
  const centres = new Float64Array(3 * count);
  const sizeOf = new Uint32Array(count);
  const numbers = new Map<number, number>();
  const sizes: number[] = [];
  for (let i = 0; i < count; i++) {
    const o = BOX * i;
    let key = 0;
    for (let k = 0; k < 3; k++) {
      centres[3 * i + k] = 0.5 * (boxes[o + k] + boxes[o + 3 + k]) * cell;
      key = key * MOST + (boxes[o + 3 + k] - boxes[o + k]);
    }
    let number = numbers.get(key);
    if (number === undefined) {
      number = numbers.size;
      numbers.set(key, number);
      for (let k = 0; k < 3; k++) {
        sizes.push(0.5 * (boxes[o + 3 + k] - boxes[o + k]) * cell + more);
      }
    }
    sizeOf[i] = number;
  }
  return { ...frame, shape: 'box', centres, sizes: Float64Array.from(sizes), sizeOf };
}
