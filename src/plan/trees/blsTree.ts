/** What the two sides of a bidirectional local search keep: nodes with their room, and steps in order. */
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
  private count = 0;
  private made = 0;
  private keys = new Float64Array(256);
  private numbers = new Float64Array(256);
  /** Per entry of the heap: which of the slots below it has. */
  private slots = new Int32Array(256);
  private free: number[] = [];
  readonly from: LocalNode[] = [];
  /** Which way: 2 d or 2 d + 1 up or down joint d; -1 toward the target. */
  readonly way: number[] = [];
  /** Up or down: by how much. Toward the target: which part of the way. */
  readonly size: number[] = [];
  readonly proof: number[] = [];

  clear(): void {
    this.count = 0;
    this.made = 0;
    this.free.length = 0;
    this.from.length = 0;
  }

  push(key: number, from: LocalNode, way: number, size: number, proof: number): void {
    if (this.count === this.keys.length) this.grow();
    const slot = this.free.pop() ?? this.from.length;
    this.from[slot] = from;
    this.way[slot] = way;
    this.size[slot] = size;
    this.proof[slot] = proof;
    let i = this.count++;
    const number = this.made++;
    while (i > 0) {
      const up = (i - 1) >> 1;
      if (!this.before(key, number, up)) break;
      this.move(up, i);
      i = up;
    }
    this.put(i, key, number, slot);
  }

  /** The slot of the first step, which is gone after that and valid until the next push; -1 if none. */
  pop(): number {
    if (this.count === 0) return -1;
    const first = this.slots[0];
    this.free.push(first);
    const last = --this.count;
    const key = this.keys[last];
    const number = this.numbers[last];
    const slot = this.slots[last];
    let i = 0;
    for (;;) {
      let down = 2 * i + 1;
      if (down >= last) break;
      if (down + 1 < last && this.before(this.keys[down + 1], this.numbers[down + 1], down)) down++;
      if (this.before(key, number, down)) break;
      this.move(down, i);
      i = down;
    }
    this.put(i, key, number, slot);
    return first;
  }

  private before(key: number, number: number, other: number): boolean {
    return key < this.keys[other] || (key === this.keys[other] && number < this.numbers[other]);
  }

  private move(from: number, to: number): void {
    this.put(to, this.keys[from], this.numbers[from], this.slots[from]);
  }

  private put(i: number, key: number, number: number, slot: number): void {
    this.keys[i] = key;
    this.numbers[i] = number;
    this.slots[i] = slot;
  }

  private grow(): void {
    const larger = 2 * this.keys.length;
    const [keys, numbers, slots] = [this.keys, this.numbers, this.slots];
    this.keys = new Float64Array(larger);
    this.numbers = new Float64Array(larger);
    this.slots = new Int32Array(larger);
    this.keys.set(keys);
    this.numbers.set(numbers);
    this.slots.set(slots);
  }
}
