/**
 * Edges that meet an even number of times at every vertex, as loops, and triangles that fill a loop. Loops are
 * taken short: a slit between two rows of edges is one loop, not a part of the outline of what it divides.
 */
import { Heap } from '../arrays/heap.ts';

/** Loops with more edges are not filled, and as wide as they are large. */
const MOST_EDGES = 2000;

/** A loop, its vertices in order, and triangles between them; null if it is too long for that. */
export interface Loop {
  readonly vertices: readonly number[];
  readonly length: number;
  readonly caps: readonly number[] | null;
  /** Of the widest triangle: its smallest height. */
  readonly width: number;
  readonly area: number;
}

/** Divides edges, two vertices each, into loops. Every vertex has an even number of them. */
export function findLoops(positions: Float64Array, edges: ArrayLike<number>): Loop[] {
  const graph = new Graph(positions, edges);
  const loops: Loop[] = [];
  for (let e = 0; e < edges.length / 2; e++) {
    if (!graph.isUsed(e)) loops.push(fill(positions, graph.takeLoop(e)));
  }
  return loops;
}

class Graph {
  private readonly positions: Float64Array;
  private readonly edges: ArrayLike<number>;
  private readonly used: Uint8Array;
  private readonly at = new Map<number, number[]>();
  /** Vertices, the nearest first. */
  private readonly queue = new Heap('any');

  constructor(positions: Float64Array, edges: ArrayLike<number>) {
    this.positions = positions;
    this.edges = edges;
    this.used = new Uint8Array(edges.length / 2);
    for (let i = 0; i < edges.length; i++) {
      const known = this.at.get(edges[i]);
      if (known) known.push(i >> 1);
      else this.at.set(edges[i], [i >> 1]);
    }
  }

  isUsed(e: number): boolean {
    return this.used[e] === 1;
  }

  /** The shortest loop through an edge [Dijkstra 1959]; its edges are used then. */
  takeLoop(e: number): number[] {
    const { edges, used, at, positions, queue } = this;
    const from = edges[2 * e];
    const to = edges[2 * e + 1];
    used[e] = 1;
    const best = new Map([[from, 0]]);
    const via = new Map<number, number>();
    queue.clear();
    queue.push(0, from);
    while (queue.count > 0) {
      const v = queue.pop();
      if (v === to) break;
      const reached = best.get(v)!;
      for (const f of at.get(v)!) {
        if (used[f] === 1) continue;
        const w = edges[2 * f] + edges[2 * f + 1] - v;
        const far = reached + distance(positions, v, w);
        if (!(far < (best.get(w) ?? Number.POSITIVE_INFINITY))) continue;
        best.set(w, far);
        via.set(w, f);
        queue.push(far, w);
      }
    }
    const loop = [to];
    for (let v = to; v !== from; ) {
      const f = via.get(v)!;
      used[f] = 1;
      v = edges[2 * f] + edges[2 * f + 1] - v;
      loop.push(v);
    }
    return loop;
  }
}

/** Fills a loop: the ear with the shortest third side is cut off, again and again. */
function fill(p: Float64Array, vertices: readonly number[]): Loop {
  let length = 0;
  const box = [1, 1, 1, -1, -1, -1].map((sign) => sign * Number.POSITIVE_INFINITY);
  vertices.forEach((v, i) => {
    length += distance(p, v, vertices[(i + 1) % vertices.length]);
    for (let k = 0; k < 3; k++) {
      box[k] = Math.min(box[k], p[3 * v + k]);
      box[3 + k] = Math.max(box[3 + k], p[3 * v + k]);
    }
  });
  if (vertices.length > MOST_EDGES) {
    const width = length3(box[3] - box[0], box[4] - box[1], box[5] - box[2]);
    return { vertices, length, caps: null, width, area: width * width };
  }
  const left = vertices.slice();
  const third = left.map((_, i) => thirdSide(p, left, i));
  const caps: number[] = [];
  let width = 0;
  let area = 0;
  while (left.length >= 3) {
    let ear = 0;
    for (let i = 1; i < left.length; i++) if (third[i] < third[ear]) ear = i;
    const n = left.length;
    const corners = [left[(ear + n - 1) % n], left[ear], left[(ear + 1) % n]];
    const own = areaOf(p, corners[0], corners[1], corners[2]);
    area += own;
    width = Math.max(width, heightOf(p, corners, own));
    caps.push(...corners);
    left.splice(ear, 1);
    third.splice(ear, 1);
    if (left.length < 3) break;
    for (const i of [(ear + left.length - 1) % left.length, ear % left.length]) {
      third[i] = thirdSide(p, left, i);
    }
  }
  return { vertices, length, caps, width, area };
}

function thirdSide(p: Float64Array, loop: readonly number[], i: number): number {
  const n = loop.length;
  return distance(p, loop[(i + n - 1) % n], loop[(i + 1) % n]);
}

/** The smallest height of a triangle, approximately. */
function heightOf(p: Float64Array, [a, b, c]: readonly number[], area: number): number {
  const side = Math.max(distance(p, a, b), distance(p, b, c), distance(p, c, a));
  return side > 0 ? (2 * area) / side : 0;
}

/** Of the triangle of three vertices. */
export function areaOf(p: Float64Array, a: number, b: number, c: number): number {
  const ux = p[3 * b] - p[3 * a];
  const uy = p[3 * b + 1] - p[3 * a + 1];
  const uz = p[3 * b + 2] - p[3 * a + 2];
  const vx = p[3 * c] - p[3 * a];
  const vy = p[3 * c + 1] - p[3 * a + 1];
  const vz = p[3 * c + 2] - p[3 * a + 2];
  return 0.5 * length3(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx);
}

export function distance(p: Float64Array, a: number, b: number): number {
  const [i, j] = [3 * a, 3 * b];
  return length3(p[i] - p[j], p[i + 1] - p[j + 1], p[i + 2] - p[j + 2]);
}

/** Not Math.hypot: what is printed with a certificate must be the same on every machine. */
function length3(x: number, y: number, z: number): number {
  return Math.sqrt(x * x + y * y + z * z);
}
