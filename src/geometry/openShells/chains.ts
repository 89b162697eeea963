/**
 * Chains of edges through a part of a shell, from a vertex of its boundary to the nearest of some others: where it is divided
 * [E 3.2]. A chain runs along edges inside the part and touches its boundary at its ends only. The nearest is the one with the
 * shortest chain [Dijkstra 1959]. Of the chains to it, on a grid often many of the same length, one is taken that keeps to the straight line
 * between its ends: edges count more the farther they lead away from it, up to twice for the distance of the ends.
 */
import { Heap } from '../../arrays/index.ts';
import { vertexOf } from './boundaries.ts';
import { distanceToSegment } from './bridges.ts';
import { before, cornersByVertex, otherSpoke } from './faces.ts';
import type { Cuttable } from './parts.ts';

/** What a vertex is to a chain. */
export const INSIDE = 0;
/** A vertex of the boundary that is no end. */
export const CLOSED = 1;
/** One where a chain may end. */
export const GOAL = 2;

/** Looks for chains; keeps what it needs for that from one to the next. */
export class Chains {
  private readonly positions: Float64Array;
  private readonly surface: Cuttable;
  private readonly offsets: Uint32Array;
  private readonly list: Uint32Array;
  private readonly length: Float64Array;
  /** The half-edge by which a vertex was reached. */
  private readonly via: Int32Array;
  private readonly seen: Uint32Array;
  private stamp = 0;
  private readonly queue = new Heap('smaller');
  /** The ends of the chain, when they are known; -1 while the nearest goal is looked for. */
  private start = -1;
  private goal = -1;

  constructor(positions: Float64Array, surface: Cuttable) {
    const vertexCount = positions.length / 3;
    this.positions = positions;
    this.surface = surface;
    const { offsets, list } = cornersByVertex(surface.corners, vertexCount);
    this.offsets = offsets;
    this.list = list;
    this.length = new Float64Array(vertexCount);
    this.via = new Int32Array(vertexCount);
    this.seen = new Uint32Array(vertexCount);
  }

  /**
   * The half-edges of a chain from where a side is entered to the nearest vertex that is a goal, one for each edge, from the goal
   * back; null if there is none. It begins within the vertex cycle of that side, between it and the side before.
   */
  find(entered: number, roles: Uint8Array): number[] | null {
    this.goal = -1;
    this.goal = this.search(entered, roles);
    if (this.goal < 0) return null;
    this.start = vertexOf(this.surface.corners, entered);
    this.search(entered, roles);
    const chain: number[] = [];
    for (let v = this.goal; v !== this.start; v = otherEnd(this.surface.corners, this.via[v], v)) {
      chain.push(this.via[v]);
    }
    return chain;
  }

  /** The goal that is reached first, or -1. */
  private search(entered: number, roles: Uint8Array): number {
    const { queue, offsets, list } = this;
    const { corners, across, partOf } = this.surface;
    const part = partOf[Math.floor(entered / 6)];
    const start = vertexOf(corners, entered);
    this.stamp++;
    queue.clear();
    this.seen[start] = this.stamp;
    this.length[start] = 0;
    this.via[start] = -1;
    let spoke = otherSpoke(corners, entered >> 1, start);
    while (across[spoke] >= 0) {
      this.reach(spoke, start, roles);
      spoke = otherSpoke(corners, across[spoke], start);
    }
    while (queue.count > 0) {
      const reached = queue.least;
      const v = queue.pop();
      if (reached > this.length[v]) continue;
      if (roles[v] === GOAL) return v;
      for (let c = offsets[v]; c < offsets[v + 1]; c++) {
        if (partOf[Math.floor(list[c] / 3)] !== part) continue;
        this.reach(list[c], v, roles);
        this.reach(before(list[c]), v, roles);
      }
    }
    return -1;
  }

  /** Along a half-edge from one of its vertices to the other. */
  private reach(half: number, from: number, roles: Uint8Array): void {
    const { surface, positions: p, seen, length } = this;
    if (surface.across[half] < 0) return;
    const to = otherEnd(surface.corners, half, from);
    if (roles[to] === CLOSED || (roles[to] === GOAL && this.goal >= 0 && to !== this.goal)) return;
    const x = p[3 * to] - p[3 * from];
    const y = p[3 * to + 1] - p[3 * from + 1];
    const z = p[3 * to + 2] - p[3 * from + 2];
    const far = length[from] + Math.sqrt(x * x + y * y + z * z) * this.detour(to);
    if (seen[to] === this.stamp && !(far < length[to])) return;
    seen[to] = this.stamp;
    length[to] = far;
    this.via[to] = half;
    this.queue.push(far, to);
  }

  /** How many times an edge to v counts. */
  private detour(v: number): number {
    if (this.goal < 0) return 1;
    const { positions, start, goal } = this;
    const apart = distanceToSegment(positions, start, goal, goal);
    return apart > 0 ? 1 + Math.min(1, distanceToSegment(positions, v, start, goal) / apart) : 1;
  }
}

/** The vertex of a half-edge that is not v. */
export function otherEnd(corners: Uint32Array, half: number, v: number): number {
  return corners[half] === v ? vertexOf(corners, 2 * half + 1) : corners[half];
}
