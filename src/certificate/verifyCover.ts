/**
 * Coverage: do boxes (elements of A) x (elements of B) x (time) together leave nothing of the whole
 * uncovered? Exact: all comparisons are of integers and of doubles as they are, without a tolerance.
 */

/** A box is six numbers: first and end of A's elements, of B's, then the times it begins and ends. */
export const BOX_SIZE = 6;

/** Regions that are looked at before a cover counts as too intricate to be one. */
const MOST_REGIONS = 10_000_000;

/**
 * Whether `count` boxes cover [0, elementsA) x [0, elementsB) x [0, 1]. Boxes are closed in time, so
 * those that touch leave nothing between them.
 */
export function covers(
  boxes: Float64Array,
  count: number,
  elementsA: number,
  elementsB: number,
): boolean {
  if (elementsA === 0 || elementsB === 0) return true;
  // Usually the boxes have all elements and come in the order of time.
  let until = 0;
  for (let o = 0; o < BOX_SIZE * count; o += BOX_SIZE) {
    if (boxes[o] > 0 || boxes[o + 1] < elementsA || boxes[o + 2] > 0) continue;
    if (boxes[o + 3] < elementsB || boxes[o + 4] > until) continue;
    if (boxes[o + 5] > until) until = boxes[o + 5];
  }
  if (until >= 1) return true;
  return new Cover(boxes).covered(count, elementsA, elementsB);
}

class Cover {
  private readonly boxes: Float64Array;
  /** Where boxes begin: those that reach into a region follow those of the region it is part of. */
  private list: Int32Array;
  private regions = 0;

  constructor(boxes: Float64Array) {
    this.boxes = boxes;
    this.list = new Int32Array(1024);
  }

  covered(count: number, elementsA: number, elementsB: number): boolean {
    this.makeRoom(count);
    for (let i = 0; i < count; i++) this.list[i] = BOX_SIZE * i;
    return this.covers(0, count, 0, elementsA, 0, elementsB, 0, 1);
  }

  /**
   * Whether the boxes list[from] ... list[to - 1] cover a region: one of them covers it alone, or the
   * region is cut in two at a face of a box, and both halves are covered. There is always such a face
   * inside the region, because only boxes that reach into it are left and none contains it.
   */
  private covers(
    from: number,
    to: number,
    a0: number,
    a1: number,
    b0: number,
    b1: number,
    t0: number,
    t1: number,
  ): boolean {
    if (++this.regions > MOST_REGIONS) return false;
    const { boxes: b } = this;
    this.makeRoom(2 * to - from);
    let end = to;
    for (let i = from; i < to; i++) {
      const o = this.list[i];
      if (b[o] >= a1 || b[o + 1] <= a0 || b[o + 2] >= b1 || b[o + 3] <= b0) continue;
      if (b[o + 4] >= t1 || b[o + 5] <= t0) continue;
      this.list[end++] = o;
      if (b[o] > a0 || b[o + 1] < a1 || b[o + 2] > b0 || b[o + 3] < b1) continue;
      if (b[o + 4] <= t0 && b[o + 5] >= t1) return true;
    }
    if (end === to) return false;
    const face = this.cut(to, end, [a0, a1, b0, b1, t0, t1]);
    const at = b[face];
    const dimension = (face % BOX_SIZE) >> 1;
    if (dimension === 0) {
      return (
        this.covers(to, end, a0, at, b0, b1, t0, t1) && this.covers(to, end, at, a1, b0, b1, t0, t1)
      );
    }
    if (dimension === 1) {
      return (
        this.covers(to, end, a0, a1, b0, at, t0, t1) && this.covers(to, end, a0, a1, at, b1, t0, t1)
      );
    }
    return (
      this.covers(to, end, a0, a1, b0, b1, t0, at) && this.covers(to, end, a0, a1, b0, b1, at, t1)
    );
  }

  /** Of the faces of a few boxes the one that leaves the fewest boxes in the fuller half. */
  private cut(from: number, to: number, region: readonly number[]): number {
    const { boxes, list } = this;
    let best = -1;
    let fewest = Infinity;
    const step = Math.max(1, Math.floor((to - from) / 3));
    for (let i = from; i < to; i += step) {
      for (let face = list[i]; face < list[i] + BOX_SIZE; face++) {
        const at = boxes[face];
        const low = face % 2 === 0 ? face - list[i] : face - list[i] - 1;
        if (!(at > region[low] && at < region[low + 1])) continue;
        let left = 0;
        let right = 0;
        for (let k = from; k < to; k++) {
          if (boxes[list[k] + low] < at) left++;
          if (boxes[list[k] + low + 1] > at) right++;
        }
        const most = Math.max(left, right);
        if (most < fewest) {
          fewest = most;
          best = face;
        }
      }
    }
    return best;
  }

  private makeRoom(count: number): void {
    if (count <= this.list.length) return;
    const larger = new Int32Array(Math.max(count, 2 * this.list.length));
    larger.set(this.list);
    this.list = larger;
  }
}
