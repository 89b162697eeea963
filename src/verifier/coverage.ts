/**
 * Coverage: do boxes (elements of A) x (elements of B) x (time) together leave nothing of the whole
 * uncovered? Exact: all comparisons are of integers and of doubles as they are, without a tolerance.
 */

/** A box is six numbers: first and end of A's elements, of B's, then the times it begins and ends. */
export const COVERED_SIZE = 6;

/** A cover that needs more steps, or more cuts within each other, counts as none. */
const MOST_STEPS = 200_000_000;
const DEEPEST = 500;
/** How often the boxes are gone through in the hope that they are in order. */
const PASSES = 4;

/**
 * Whether boxes number `from` to `to` - 1 cover [0, elementsA) x [0, elementsB) x [0, 1]. Boxes are closed in time, so
 * those that touch leave nothing between them.
 */
export function covers(
  boxes: ArrayLike<number>,
  from: number,
  to: number,
  elementsA: number,
  elementsB: number,
): boolean {
  if (elementsA === 0 || elementsB === 0) return true;
  // Usually the boxes have all elements and come in the order of time, slabs first and glances behind them.
  let until = 0;
  for (let pass = 0; pass < PASSES && until < 1; pass++) {
    for (let o = COVERED_SIZE * from; o < COVERED_SIZE * to; o += COVERED_SIZE) {
      if (boxes[o] > 0 || boxes[o + 1] < elementsA || boxes[o + 2] > 0) continue;
      if (boxes[o + 3] < elementsB || boxes[o + 4] > until) continue;
      if (boxes[o + 5] > until) until = boxes[o + 5];
    }
  }
  const all = { a0: 0, a1: elementsA, b0: 0, b1: elementsB };
  return until >= 1 || new Coverage(boxes, from, to).covers(0, to - from, all, 0);
}

/** Whether one box has all elements of both bodies at t = 0: whoever made it shows that neither is inside the other. */
export function coversStart(
  boxes: ArrayLike<number>,
  elementsA: number,
  elementsB: number,
): boolean {
  for (let o = 0; o < boxes.length; o += COVERED_SIZE) {
    if (boxes[o] > 0 || boxes[o + 1] < elementsA || boxes[o + 2] > 0) continue;
    if (boxes[o + 3] >= elementsB && boxes[o + 4] === 0) return true;
  }
  return false;
}

/** Elements a0 ... a1 - 1 of A and b0 ... b1 - 1 of B. */
interface Region {
  readonly a0: number;
  readonly a1: number;
  readonly b0: number;
  readonly b1: number;
}

class Coverage {
  private readonly boxes: ArrayLike<number>;
  /**
   * Where boxes begin, in the order of the times at which they do; the boxes of a region follow those
   * of the region that it is a part of.
   */
  private list: Int32Array;
  private steps = 0;

  constructor(boxes: ArrayLike<number>, from: number, to: number) {
    const count = to - from;
    this.boxes = boxes;
    this.list = new Int32Array(4 * count + 64);
    for (let i = 0; i < count; i++) this.list[i] = COVERED_SIZE * (from + i);
    this.list.subarray(0, count).sort((p, q) => boxes[p + 4] - boxes[q + 4]);
  }

  /**
   * Whether the boxes list[from] ... list[to - 1] cover the elements of a region at all times. Those that have
   * all of these elements may do so one after the other. If not, the elements are cut in two at an end of a
   * box that has only some of them, and each half is looked at; without such a box nothing else can cover what
   * is open.
   */
  covers(from: number, to: number, region: Region, depth: number): boolean {
    const { a0, a1, b0, b1 } = region;
    this.steps += to - from + 1;
    if (this.steps > MOST_STEPS || depth > DEEPEST) return false;
    this.makeRoom(2 * to - from);
    const { boxes: b, list } = this;
    let end = to;
    let until = 0;
    let partial = 0;
    for (let i = from; i < to; i++) {
      const o = list[i];
      if (b[o] >= a1 || b[o + 1] <= a0 || b[o + 2] >= b1 || b[o + 3] <= b0) continue;
      list[end++] = o;
      if (b[o] > a0 || b[o + 1] < a1 || b[o + 2] > b0 || b[o + 3] < b1) partial++;
      else if (b[o + 4] <= until && b[o + 5] > until) until = b[o + 5];
    }
    if (until >= 1) return true;
    if (partial === 0) return false;
    const face = this.cut(to, end, region);
    const at = b[face];
    const [left, right] =
      face % COVERED_SIZE < 2
        ? [
            { ...region, a1: at },
            { ...region, a0: at },
          ]
        : [
            { ...region, b1: at },
            { ...region, b0: at },
          ];
    return this.covers(to, end, left, depth + 1) && this.covers(to, end, right, depth + 1);
  }

  /** Of the ends of a few boxes the one that leaves the fewest boxes in the fuller half. */
  private cut(from: number, to: number, { a0, a1, b0, b1 }: Region): number {
    const { boxes, list } = this;
    let best = -1;
    let fewest = Infinity;
    let tried = 0;
    for (let i = from; i < to && tried < 8; i++) {
      const o = list[i];
      for (let face = 0; face < 4; face++) {
        const at = boxes[o + face];
        const low = face < 2 ? a0 : b0;
        const high = face < 2 ? a1 : b1;
        if (at <= low || at >= high) continue;
        tried++;
        const first = face < 2 ? 0 : 2;
        let left = 0;
        let right = 0;
        for (let k = from; k < to; k++) {
          if (boxes[list[k] + first] < at) left++;
          if (boxes[list[k] + first + 1] > at) right++;
        }
        const most = Math.max(left, right);
        if (most >= fewest) continue;
        fewest = most;
        best = o + face;
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
