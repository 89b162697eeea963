/** Boxes that are looked up by a box: a small tree, halved at the middle of the longest side. */

/** Boxes that are looked through one by one. */
const LEAF = 8;

export class BoxIndex {
  /** Around all boxes: lowest x, y, z, highest x, y, z. Turned inside out if there are none. */
  readonly bounds: Float64Array;
  private readonly boxes: Float64Array;
  private readonly order: Uint32Array;
  /** Per node its box; children of node n are 2 n + 1 and 2 n + 2. */
  private readonly nodes: Float64Array;
  /** Number of levels above the leaves. */
  private readonly levels: number;

  /** Six numbers per box. */
  constructor(boxes: Float64Array) {
    const count = boxes.length / 6;
    this.boxes = boxes;
    this.order = Uint32Array.from({ length: count }, (_, i) => i);
    let levels = 0;
    while (LEAF * 2 ** levels < count) levels++;
    this.levels = levels;
    this.nodes = new Float64Array(6 * (2 ** (levels + 1) - 1));
    this.build(0, 0, 0, count);
    this.bounds = this.nodes.slice(0, 6);
  }

  private build(node: number, level: number, from: number, to: number): void {
    const { nodes, boxes, order } = this;
    const o = 6 * node;
    for (let k = 0; k < 3; k++) {
      nodes[o + k] = Number.POSITIVE_INFINITY;
      nodes[o + 3 + k] = Number.NEGATIVE_INFINITY;
    }
    for (let i = from; i < to; i++) {
      const b = 6 * order[i];
      for (let k = 0; k < 3; k++) {
        nodes[o + k] = Math.min(nodes[o + k], boxes[b + k]);
        nodes[o + 3 + k] = Math.max(nodes[o + 3 + k], boxes[b + 3 + k]);
      }
    }
    if (level === this.levels) return;
    let axis = 0;
    for (let k = 1; k < 3; k++) {
      if (nodes[o + 3 + k] - nodes[o + k] > nodes[o + 3 + axis] - nodes[o + axis]) axis = k;
    }
    const middle = (i: number) => boxes[6 * i + axis] + boxes[6 * i + 3 + axis];
    order.subarray(from, to).sort((i, j) => middle(i) - middle(j) || i - j);
    const half = (from + to) >> 1;
    this.build(2 * node + 1, level + 1, from, half);
    this.build(2 * node + 2, level + 1, half, to);
  }

  /** Whether `test` says so of some box that meets the given one. */
  some(box: Float64Array, test: (index: number) => boolean): boolean {
    return this.search(0, 0, 0, this.order.length, box, test);
  }

  private search(
    node: number,
    level: number,
    from: number,
    to: number,
    box: Float64Array,
    test: (index: number) => boolean,
  ): boolean {
    if (!meet(this.nodes, 6 * node, box)) return false;
    if (level < this.levels) {
      const half = (from + to) >> 1;
      return (
        this.search(2 * node + 1, level + 1, from, half, box, test) ||
        this.search(2 * node + 2, level + 1, half, to, box, test)
      );
    }
    for (let i = from; i < to; i++) {
      const index = this.order[i];
      if (meet(this.boxes, 6 * index, box) && test(index)) return true;
    }
    return false;
  }
}

function meet(a: Float64Array, o: number, b: Float64Array): boolean {
  return (
    a[o] <= b[3] &&
    a[o + 3] >= b[0] &&
    a[o + 1] <= b[4] &&
    a[o + 4] >= b[1] &&
    a[o + 2] <= b[5] &&
    a[o + 5] >= b[2]
  );
}
