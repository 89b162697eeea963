/**
 * The edges of some triangles of a welded mesh, and which triangles have them. A triangle is known by its
 * place in the list; half-edge 3 i + k of it runs from its corner k to the next. Edges that begin and end at
 * one vertex are none. Linear in the number of triangles.
 */
export class EdgeTable {
  count = 0;
  /** Two vertices per edge, the smaller number first. */
  readonly ends: Uint32Array;
  /** Edge of every half-edge; -1 if it has none. */
  readonly edgeOf: Int32Array;
  /** 1 for each half-edge from the smaller vertex to the larger. */
  readonly up: Uint8Array;
  /** Triangles at each edge. */
  readonly uses: Int32Array;
  /** Half-edges from the smaller vertex to the larger, less those that run back. */
  readonly balance: Int32Array;
  /** Half-edges of an edge: the first, and to each the next; -1 ends the list. */
  readonly head: Int32Array;
  readonly next: Int32Array;

  constructor(indices: Uint32Array, triangles: Uint32Array) {
    const most = 3 * triangles.length;
    // Edges by their ends: open addressing, at most half full.
    let capacity = 16;
    while (capacity < 2 * most) capacity *= 2;
    const mask = capacity - 1;
    const slots = new Int32Array(capacity).fill(-1);
    this.ends = new Uint32Array(2 * most);
    this.edgeOf = new Int32Array(most).fill(-1);
    this.up = new Uint8Array(most);
    this.uses = new Int32Array(most);
    this.balance = new Int32Array(most);
    this.head = new Int32Array(most).fill(-1);
    this.next = new Int32Array(most).fill(-1);
    for (let i = 0; i < triangles.length; i++) {
      for (let k = 0; k < 3; k++) {
        const u = indices[3 * triangles[i] + k];
        const v = indices[3 * triangles[i] + ((k + 1) % 3)];
        if (u === v) continue;
        const low = Math.min(u, v);
        const high = Math.max(u, v);
        let hash = Math.imul(low ^ Math.imul(high, 0x9e3779b1), 0x85ebca6b);
        hash ^= hash >>> 15;
        let slot = hash & mask;
        let edge = slots[slot];
        while (edge >= 0 && (this.ends[2 * edge] !== low || this.ends[2 * edge + 1] !== high)) {
          slot = (slot + 1) & mask;
          edge = slots[slot];
        }
        if (edge < 0) {
          edge = this.count++;
          slots[slot] = edge;
          this.ends[2 * edge] = low;
          this.ends[2 * edge + 1] = high;
        }
        const half = 3 * i + k;
        this.edgeOf[half] = edge;
        this.uses[edge]++;
        this.up[half] = u < v ? 1 : 0;
        this.balance[edge] += u < v ? 1 : -1;
        this.next[half] = this.head[edge];
        this.head[edge] = half;
      }
    }
  }
}
