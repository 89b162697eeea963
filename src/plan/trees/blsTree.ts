/** What the two sides of a bidirectional local search keep: nodes with their room, and steps in order. */
import { Heap, Slots } from '../../arrays/index.ts';
import { Nearest } from '../nearest.ts';
import type { PlanningSpace } from '../space.ts';

/** What is known about the step that led to a node. */
export const OPEN = 0;
/** The room at its beginning is larger. */
export const WITHIN_ROOM = 1;
/** Settled by the checker. */
export const SETTLED = 2;

export interface LocalNode {
  readonly q: Float64Array;
  /** How far each joint may move on its own from here. */
  readonly room: Float64Array;
  parent: LocalNode | null;
  proof: number;
  readonly children: LocalNode[];
  tree: LocalTree;
}

export class LocalTree {
  nodes: LocalNode[] = [];
  private points: Nearest;
  private readonly space: PlanningSpace;

  constructor(space: PlanningSpace) {
    this.space = space;
    this.points = new Nearest(space);
  }

  add(q: Float64Array, room: Float64Array, parent: LocalNode | null, proof: number): LocalNode {
    const node: LocalNode = { q, room, parent, proof, children: [], tree: this };
    parent?.children.push(node);
    this.nodes.push(node);
    this.points.add(q);
    return node;
  }

  nearest(q: Float64Array): LocalNode {
    return this.nodes[this.points.nearest(q)];
  }

  /** Takes over what has been handed to it, and forgets what has been handed on. */
  refresh(candidates: readonly LocalNode[]): void {
    this.nodes = candidates.filter((node) => node.tree === this);
    this.points = new Nearest(this.space);
    for (const { q } of this.nodes) this.points.add(q);
  }
}

/** Steps that may be taken, the most promising first; of equal ones the first to come. */
export class StepQueue {
  private readonly heap = new Heap('first');
  private readonly slots = new Slots();
  // Per slot.
  readonly from: LocalNode[] = [];
  /** Which way: 2 d or 2 d + 1 up or down joint d; -1 toward the target. */
  readonly way: number[] = [];
  /** Up or down: by how much. Toward the target: which part of the way. */
  readonly size: number[] = [];
  readonly proof: number[] = [];

  clear(): void {
    this.heap.clear();
    this.slots.clear();
    this.from.length = 0;
  }

  push(key: number, from: LocalNode, way: number, size: number, proof: number): void {
    const slot = this.slots.take();
    this.from[slot] = from;
    this.way[slot] = way;
    this.size[slot] = size;
    this.proof[slot] = proof;
    this.heap.push(key, slot);
  }

  /** The slot of the first step, which is gone after that and valid until the next push; -1 if none. */
  pop(): number {
    if (this.heap.count === 0) return -1;
    const first = this.heap.pop();
    this.slots.release(first);
    return first;
  }
}
