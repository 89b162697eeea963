/**
 * Boxes that are looked up by a box or a ball: a tree over boxes that do not move. A box is six numbers, lowest x, y, z,
 * highest x, y, z, which may be infinite. Building takes O(n log n); the tree has at most 32 bytes a box besides the
 * boxes, which it refers to. Lookups cost what is near, allocate nothing and leave no trace: they can be interleaved.
 *
 * "Near" is conservative: every box is found whose distance in real numbers is at most what is asked for; one that is
 * farther by a few roundings may be found as well.
 */
import type { Growing } from '../arrays/grown.ts';
import { InputError } from '../math/fault.ts';
import { U } from '../math/rounding.ts';
import { leafStart, orderBoxes } from './boxOrder.ts';

/**
 * A squared distance is less than 1 + 6 u too large, what it is compared with less than 1 + 6 u too small:
 * docs/proofs/broadphase.md counts.
 */
const WIDER = 1 + 16 * U;
/** More than what squares can lose by underflow. */
const LEAST = 2 ** -1060;

export class BoxIndex {
  /** Around all boxes: lowest x, y, z, highest x, y, z. Turned inside out if there are none. */
  readonly bounds: Float64Array;
  /** How many boxes there are. */
  readonly count: number;
  private readonly boxes: Float64Array;
  /** The boxes' numbers, leaf by leaf. */
  private readonly order: Int32Array;
  /** Per node its box; children of node n are 2 n + 1 and 2 n + 2. */
  private readonly nodes: Float64Array;
  /** Number of levels above the leaves, and the first node that is one. */
  private readonly levels: number;
  private readonly firstLeaf: number;

  /** Six numbers per box. */
  constructor(boxes: Float64Array) {
    assertBoxes(boxes);
    const { order, levels } = orderBoxes(boxes);
    this.boxes = boxes;
    this.count = order.length;
    this.order = order;
    this.levels = levels;
    this.firstLeaf = 2 ** levels - 1;
    this.nodes = new Float64Array(6 * (2 ** (levels + 1) - 1));
    this.fit();
    this.bounds = this.nodes.slice(0, 6);
  }

  /** Boxes of nodes, from the leaves up. */
  private fit(): void {
    const { nodes, boxes, order, levels, firstLeaf, count } = this;
    for (let o = 0; o < nodes.length; o += 6) {
      nodes.fill(Number.POSITIVE_INFINITY, o, o + 3);
      nodes.fill(Number.NEGATIVE_INFINITY, o + 3, o + 6);
    }
    for (let leaf = 0; leaf <= firstLeaf; leaf++) {
      const to = leafStart(leaf + 1, levels, count);
      for (let i = leafStart(leaf, levels, count); i < to; i++) {
        widen(nodes, 6 * (firstLeaf + leaf), boxes, 6 * order[i]);
      }
    }
    for (let node = 2 * firstLeaf; node > 0; node--) {
      widen(nodes, 6 * ((node - 1) >> 1), nodes, 6 * node);
    }
  }

  /** Whether `test` says so of some box that meets the given one; who only wants to visit says no. */
  some(box: Float64Array, test: (index: number) => boolean): boolean {
    for (let node = 0; node >= 0; node = this.after(node)) {
      node = this.descend(node, box, 0);
      if (node < 0) return false;
      const leaf = node - this.firstLeaf;
      const to = leafStart(leaf + 1, this.levels, this.count);
      for (let i = leafStart(leaf, this.levels, this.count); i < to; i++) {
        const index = this.order[i];
        if (meet(this.boxes, 6 * index, box, 0) && test(index)) return true;
      }
    }
    return false;
  }

  /** Appends the numbers of the boxes that meet the one at box[o]; returns how many. */
  overlapsInto(box: Float64Array, o: number, out: Growing<Int32Array<ArrayBuffer>>): number {
    assertQuery(box, o, 0);
    const before = out.length;
    for (let node = 0; node >= 0; node = this.after(node)) {
      node = this.descend(node, box, o);
      if (node < 0) break;
      const leaf = node - this.firstLeaf;
      const to = leafStart(leaf + 1, this.levels, this.count);
      for (let i = leafStart(leaf, this.levels, this.count); i < to; i++) {
        const index = this.order[i];
        if (meet(this.boxes, 6 * index, box, o)) out.push(index);
      }
    }
    return out.length - before;
  }

  /** Appends the numbers of the boxes within the distance of the box at box[o]; returns how many. */
  nearInto(
    box: Float64Array,
    o: number,
    distance: number,
    out: Growing<Int32Array<ArrayBuffer>>,
  ): number {
    assertQuery(box, o, distance);
    return this.collect(box, o, 3, distance, out);
  }

  /** The same for a ball, centre x, y, z and radius at ball[o]. */
  nearBallInto(
    ball: Float64Array,
    o: number,
    distance: number,
    out: Growing<Int32Array<ArrayBuffer>>,
  ): number {
    assertBall(ball, o, distance);
    return this.collect(ball, o, 0, distance, out);
  }

  /** Appends boxes near the box from at[o] to at[o + high]; if high is 0, near the ball at at[o]. */
  private collect(
    at: Float64Array,
    o: number,
    high: number,
    distance: number,
    out: Growing<Int32Array<ArrayBuffer>>,
  ): number {
    const { nodes, boxes, order, firstLeaf, levels, count } = this;
    const before = out.length;
    const reach = (high === 0 ? at[o + 3] : 0) + distance;
    const most = reach * reach * WIDER + LEAST;
    let node = 0;
    while (node >= 0) {
      if (squaredDistance(nodes, 6 * node, at, o, high) <= most) {
        if (node < firstLeaf) {
          node = 2 * node + 1;
          continue;
        }
        const to = leafStart(node - firstLeaf + 1, levels, count);
        for (let i = leafStart(node - firstLeaf, levels, count); i < to; i++) {
          if (squaredDistance(boxes, 6 * order[i], at, o, high) <= most) out.push(order[i]);
        }
      }
      node = this.after(node);
    }
    return out.length - before;
  }

  /** The first leaf from this node on, depth first, that meets the box at box[o]; -1 if there is none. */
  private descend(from: number, box: Float64Array, o: number): number {
    let node = from;
    while (node >= 0) {
      if (!meet(this.nodes, 6 * node, box, o)) node = this.after(node);
      else if (node < this.firstLeaf) node = 2 * node + 1;
      else return node;
    }
    return -1;
  }

  /** The node that comes after all that is below this one, depth first; -1 after the last. */
  private after(from: number): number {
    let node = from;
    // Second children have even numbers.
    while (node > 0 && (node & 1) === 0) node = (node - 1) >> 1;
    return node === 0 ? -1 : node + 1;
  }
}

function widen(nodes: Float64Array, n: number, boxes: Float64Array, b: number): void {
  for (let k = 0; k < 3; k++) {
    if (boxes[b + k] < nodes[n + k]) nodes[n + k] = boxes[b + k];
    if (boxes[b + 3 + k] > nodes[n + 3 + k]) nodes[n + 3 + k] = boxes[b + 3 + k];
  }
}

function meet(a: Float64Array, i: number, b: Float64Array, j: number): boolean {
  return (
    a[i] <= b[j + 3] &&
    a[i + 3] >= b[j] &&
    a[i + 1] <= b[j + 4] &&
    a[i + 4] >= b[j + 1] &&
    a[i + 2] <= b[j + 5] &&
    a[i + 5] >= b[j + 2]
  );
}

/** Of the box at a[i] from the box that goes from b[j] to b[j + high], or the point at b[j] if high is 0. */
function squaredDistance(
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
  high: number,
): number {
  const x = Math.max(0, a[i] - b[j + high], b[j] - a[i + 3]);
  const y = Math.max(0, a[i + 1] - b[j + high + 1], b[j + 1] - a[i + 4]);
  const z = Math.max(0, a[i + 2] - b[j + high + 2], b[j + 2] - a[i + 5]);
  return x * x + y * y + z * z;
}

function assertBoxes(boxes: Float64Array): void {
  if (boxes.length % 6 !== 0) throw wrong(`${boxes.length} numbers are not six a box`);
  for (let o = 0; o < boxes.length; o += 6) {
    if (isBox(boxes, o)) continue;
    throw wrong(`box ${o / 6} is [${boxes.subarray(o, o + 6).join(', ')}]`);
  }
}

function assertQuery(box: Float64Array, o: number, distance: number): void {
  if (isBox(box, o) && distance >= 0) return;
  throw wrong(
    `what is near [${box.subarray(o, o + 6).join(', ')}] within ${distance} was asked for`,
  );
}

function assertBall(ball: Float64Array, o: number, distance: number): void {
  const reach = ball[o + 3] + distance;
  const size = Math.abs(ball[o]) + Math.abs(ball[o + 1]) + Math.abs(ball[o + 2]);
  if (size < Infinity && ball[o + 3] >= 0 && distance >= 0 && reach >= 0) return;
  throw new InputError({
    code: 'boxes/not-a-ball',
    message: `what is near the ball [${ball.subarray(o, o + 4).join(', ')}] within ${distance} was asked for: expected a centre, a radius and a distance`,
  });
}

/** Not a number fails every comparison. A side may be infinite, but not all of it infinitely far away. */
function isBox(box: Float64Array, o: number): boolean {
  for (let k = o; k < o + 3; k++) {
    if (!(box[k] <= box[k + 3] && box[k] < Infinity && box[k + 3] > -Infinity)) return false;
  }
  return true;
}

function wrong(message: string): InputError {
  return new InputError({
    code: 'boxes/not-a-box',
    message: `${message}: expected lowest x, y, z, then highest x, y, z, no lower`,
  });
}
