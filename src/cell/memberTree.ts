/**
 * A tree over boxes that stand still, halved at the median of the longest side: which of them come within a distance of a
 * box. Costs O(n log n) to make and six numbers for every four boxes; a search allocates nothing unless it finds more
 * than ever before.
 */

import { U } from '../math/index.ts';
import type { MemberList } from './crowd.ts';

/** Boxes that are looked through one by one. */
const LEAF = 8;
/** Three differences, their squares, the sum; and the square on the other side. */
const UP = 1 + 16 * U;

export class MemberTree {
  private readonly boxes: Float64Array;
  private readonly offset: number;
  /** Numbers of boxes; leaf i has those from i * count / leaves on. */
  private readonly order: Int32Array;
  /** Per node its box; children of node n are 2 n + 1 and 2 n + 2. */
  private readonly nodes: Float64Array;
  private readonly levels: number;
  private readonly query = new Float64Array(6);

  /** Of the boxes with these numbers; six numbers each, and what is found is reported with `offset` added. */
  constructor(boxes: Float64Array, numbers: Int32Array, offset: number) {
    this.boxes = boxes;
    this.offset = offset;
    this.order = numbers;
    let levels = 0;
    while (LEAF * 2 ** levels < numbers.length) levels++;
    this.levels = levels;
    this.nodes = new Float64Array(6 * (2 ** (levels + 1) - 1));
    this.build(0, 0, 0, numbers.length);
  }

  private build(node: number, level: number, from: number, to: number): void {
    const { nodes, boxes, order } = this;
    const o = 6 * node;
    nodes.fill(Number.POSITIVE_INFINITY, o, o + 3);
    nodes.fill(Number.NEGATIVE_INFINITY, o + 3, o + 6);
    for (let i = from; i < to; i++) {
      const b = 6 * order[i];
      for (let k = 0; k < 3; k++) {
        if (boxes[b + k] < nodes[o + k]) nodes[o + k] = boxes[b + k];
        if (boxes[b + 3 + k] > nodes[o + 3 + k]) nodes[o + 3 + k] = boxes[b + 3 + k];
      }
    }
    if (level === this.levels) return;
    let axis = 0;
    for (let k = 1; k < 3; k++) {
      if (nodes[o + 3 + k] - nodes[o + k] > nodes[o + 3 + axis] - nodes[o + axis]) axis = k;
    }
    const half = (from + to) >> 1;
    this.select(axis, from, to - 1, half);
    this.build(2 * node + 1, level + 1, from, half);
    this.build(2 * node + 2, level + 1, half, to);
  }

  /** Orders from ... to so that place `wanted` has what belongs there, smaller ones before it (Hoare 1961). */
  private select(axis: number, from: number, to: number, wanted: number): void {
    const { boxes, order } = this;
    const middle = (i: number) => boxes[6 * order[i] + axis] + boxes[6 * order[i] + 3 + axis];
    let [low, high] = [from, to];
    while (low < high) {
      const pivot = middle((low + high) >> 1);
      let [i, j] = [low, high];
      while (i <= j) {
        while (middle(i) < pivot) i++;
        while (middle(j) > pivot) j--;
        if (i > j) break;
        const swapped = order[i];
        order[i++] = order[j];
        order[j--] = swapped;
      }
      if (wanted <= j) high = j;
      else if (wanted >= i) low = i;
      else return;
    }
  }

  /** out = the numbers of the boxes that come within `reach` of the box at box[o ...], in no order. */
  nearInto(box: Float64Array, o: number, reach: number, out: MemberList): void {
    for (let k = 0; k < 6; k++) this.query[k] = box[o + k];
    out.count = 0;
    this.search(0, 0, 0, this.order.length, reach * reach * UP, out);
  }

  private search(
    node: number,
    level: number,
    from: number,
    to: number,
    squared: number,
    out: MemberList,
  ): void {
    if (from === to || isBeyond(this.nodes, 6 * node, this.query, squared)) return;
    if (level < this.levels) {
      const half = (from + to) >> 1;
      this.search(2 * node + 1, level + 1, from, half, squared, out);
      this.search(2 * node + 2, level + 1, half, to, squared, out);
      return;
    }
    for (let i = from; i < to; i++) {
      const number = this.order[i];
      if (isBeyond(this.boxes, 6 * number, this.query, squared)) continue;
      if (out.count === out.ids.length) out.ids = twice(out.ids);
      out.ids[out.count++] = number + this.offset;
    }
  }
}

/** Whether the box at a[o ...] is proven farther from b than the root of `squared`. */
function isBeyond(a: Float64Array, o: number, b: Float64Array, squared: number): boolean {
  const x = Math.max(0, a[o] - b[3], b[0] - a[o + 3]);
  const y = Math.max(0, a[o + 1] - b[4], b[1] - a[o + 4]);
  const z = Math.max(0, a[o + 2] - b[5], b[2] - a[o + 5]);
  return x * x + y * y + z * z > squared;
}

function twice(ids: Int32Array): Int32Array {
  const more = new Int32Array(Math.max(16, 2 * ids.length));
  more.set(ids);
  return more;
}
