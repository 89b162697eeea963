/**
 * The order of boxes in a tree that is halved again and again: at every node by the number of boxes, along the axis on
 * which their middles are spread the most. All leaves are on one level; leaf l of 2^levels has the boxes of the places
 * from leafStart(l) to leafStart(l + 1). O(n log n), by selection; 32 bytes a box while it runs.
 */

/** Boxes in a leaf, at most. */
export const LEAF = 8;
/** Middles of boxes without an end are as far away as this. */
const FAR = 1e300;

export interface BoxOrder {
  /** The boxes' numbers, place by place. */
  readonly order: Int32Array;
  /** Levels of nodes above the leaves. */
  readonly levels: number;
}

/** The place at which leaf number `leaf` of 2^levels begins. */
export function leafStart(leaf: number, levels: number, count: number): number {
  return Math.floor((leaf * count) / 2 ** levels);
}

/** Orders boxes of six numbers each. */
export function orderBoxes(boxes: Float64Array): BoxOrder {
  const count = boxes.length / 6;
  let levels = 0;
  while (LEAF * 2 ** levels < count) levels++;
  const order = new Int32Array(count);
  const middles = new Float64Array(3 * count);
  for (let i = 0; i < count; i++) {
    order[i] = i;
    for (let k = 0; k < 3; k++) {
      const middle = boxes[6 * i + k] / 2 + boxes[6 * i + 3 + k] / 2;
      // From minus to plus infinity the middle is not a number.
      middles[3 * i + k] = Math.max(-FAR, Math.min(FAR, middle)) || 0;
    }
  }
  const halving: Halving = { order, middles, keys: new Float64Array(count), levels };
  halve(halving, 0, 2 ** levels);
  return { order, levels };
}

interface Halving {
  readonly order: Int32Array;
  readonly middles: Float64Array;
  readonly keys: Float64Array;
  readonly levels: number;
}

/** Orders the boxes of the leaves from `first` to before `last`, a power of two of them. */
function halve(halving: Halving, first: number, last: number): void {
  if (last - first < 2) return;
  const { order, middles, keys, levels } = halving;
  const half = (first + last) / 2;
  const from = leafStart(first, levels, order.length);
  const to = leafStart(last, levels, order.length);
  const axis = widestAxis(order, middles, from, to);
  for (let i = from; i < to; i++) keys[i] = middles[3 * order[i] + axis];
  select(keys, order, from, to - 1, leafStart(half, levels, order.length));
  halve(halving, first, half);
  halve(halving, half, last);
}

function widestAxis(order: Int32Array, middles: Float64Array, from: number, to: number): number {
  let axis = 0;
  let widest = -1;
  for (let k = 0; k < 3; k++) {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let i = from; i < to; i++) {
      const middle = middles[3 * order[i] + k];
      if (middle < low) low = middle;
      if (middle > high) high = middle;
    }
    if (high - low > widest) {
      widest = high - low;
      axis = k;
    }
  }
  return axis;
}

/**
 * Exchanges places from `from` to `to`, both included, until none before `place` has a larger key than one from there on
 * (Hoare 1961). Where it divides is drawn from a fixed sequence: no order that somebody's boxes come in is slow, and
 * the same boxes give the same tree.
 */
function select(
  keys: Float64Array,
  order: Int32Array,
  from: number,
  to: number,
  place: number,
): void {
  let low = from;
  let high = to;
  let draw = 12345;
  while (low < high) {
    draw = (Math.imul(draw, 1664525) + 1013904223) >>> 0;
    const pivot = keys[low + (draw % (high - low + 1))];
    let i = low;
    let j = high;
    while (i <= j) {
      while (keys[i] < pivot) i++;
      while (keys[j] > pivot) j--;
      if (i > j) break;
      const key = keys[i];
      keys[i] = keys[j];
      keys[j] = key;
      const box = order[i];
      order[i++] = order[j];
      order[j--] = box;
    }
    if (place <= j) high = j;
    else if (place >= i) low = i;
    else return;
  }
}
