/**
 * The trees of a planner as ways of one link in the world, gathered until somebody asks: what was added,
 * which of it is not checked yet, what is so no more. A configuration is known by a number made of its bits,
 * so that it is looked up and placed once, however many edges meet there.
 */
import type { HeldCell } from '../cell/index.ts';
import { Kinematics } from '../kinematics/index.ts';
import type { TreeEdges } from './context.ts';

/** Milestones up to which two of them make one number that is exact. */
const MOST = 2 ** 26;

export class Growth {
  private readonly held: HeldCell;
  private readonly kinematics: Kinematics;
  private readonly frame: number;
  private readonly milestones = new Map<number, number>();
  /** Per milestone: where the link is, and which side it belongs to; -1 if that is not known yet. */
  private readonly places: number[] = [];
  private readonly sides: number[] = [];
  /** Open edges by their two milestones: their numbers. */
  private readonly open = new Map<number, number>();
  private opened = 0;
  private added = new Edges();

  constructor(
    held: HeldCell,
    traced: string | undefined,
    from: Float64Array,
    goals: readonly Float64Array[],
  ) {
    this.held = held;
    const { tree } = held.full;
    this.kinematics = new Kinematics(tree);
    this.frame = (traced === undefined ? undefined : tree.frameOf.get(traced)) ?? outermost(held);
    this.sides[this.milestone(held.reduced(from))] = 0;
    for (const goal of goals) this.sides[this.milestone(held.reduced(goal))] = 1;
  }

  /** An edge that was checked. */
  add(p: Float64Array, q: Float64Array): void {
    this.close(p, q);
    this.put(p, q, 0);
  }

  /** An edge that is used before it is checked. */
  addOpen(p: Float64Array, q: Float64Array): void {
    const key = this.keyOf(p, q);
    if (this.open.has(key)) return;
    this.open.set(key, this.opened++);
    this.put(p, q, 1);
  }

  /** It is open no more. */
  close(p: Float64Array, q: Float64Array): void {
    const key = this.keyOf(p, q);
    const number = this.open.get(key);
    if (number === undefined) return;
    this.open.delete(key);
    this.added.closed.push(number);
  }

  /** What came since the last time; null if nothing did. */
  take(): TreeEdges | null {
    const { sides, closed } = this.added;
    if (sides.length === 0 && closed.length === 0) return null;
    const taken = this.added.packed();
    this.added = new Edges();
    return taken;
  }

  private put(p: Float64Array, q: Float64Array, open: number): void {
    const { places, sides, added } = this;
    const a = this.milestone(p);
    const b = this.milestone(q);
    const side = sides[a] >= 0 ? sides[a] : sides[b];
    if (sides[a] < 0) sides[a] = side;
    if (sides[b] < 0) sides[b] = side;
    added.sides.push(side < 0 ? 2 : side);
    added.open.push(open);
    for (const m of [a, b]) {
      added.positions.push(places[3 * m], places[3 * m + 1], places[3 * m + 2]);
    }
  }

  private keyOf(p: Float64Array, q: Float64Array): number {
    const a = this.milestone(p);
    const b = this.milestone(q);
    return Math.min(a, b) * MOST + Math.max(a, b);
  }

  /** The number of a configuration; it gets one if it is new. */
  private milestone(q: Float64Array): number {
    const hash = hashOf(q);
    const known = this.milestones.get(hash);
    if (known !== undefined) return known;
    const number = this.milestones.size;
    this.milestones.set(hash, number);
    this.kinematics.setConfiguration(this.held.completed(q));
    const at = this.kinematics.poseOf(this.frame) + 9;
    const { poses } = this.kinematics;
    this.places.push(poses[at], poses[at + 1], poses[at + 2]);
    this.sides.push(-1);
    return number;
  }
}

/** Lists that become a report. */
class Edges {
  readonly positions: number[] = [];
  readonly sides: number[] = [];
  readonly open: number[] = [];
  readonly closed: number[] = [];

  packed(): TreeEdges {
    return {
      positions: Float32Array.from(this.positions),
      sides: Uint8Array.from(this.sides),
      open: Uint8Array.from(this.open),
      closed: Uint32Array.from(this.closed),
    };
  }
}

/** Several reports as one. */
export function joinEdges(parts: readonly TreeEdges[]): TreeEdges {
  const edges = parts.reduce((n, { sides }) => n + sides.length, 0);
  const closings = parts.reduce((n, { closed }) => n + closed.length, 0);
  const all: TreeEdges = {
    positions: new Float32Array(6 * edges),
    sides: new Uint8Array(edges),
    open: new Uint8Array(edges),
    closed: new Uint32Array(closings),
  };
  let at = 0;
  let closedAt = 0;
  for (const { positions, sides, open, closed } of parts) {
    all.positions.set(positions, 6 * at);
    all.sides.set(sides, at);
    all.open.set(open, at);
    all.closed.set(closed, closedAt);
    at += sides.length;
    closedAt += closed.length;
  }
  return all;
}

/** 52 bits of a configuration's bits: two that differ practically never agree, and then only a line is wrong. */
function hashOf(q: Float64Array): number {
  const words = new Uint32Array(q.buffer, q.byteOffset, 2 * q.length);
  let a = 0x9e3779b9;
  let b = 0x85ebca6b;
  for (let i = 0; i < words.length; i++) {
    a = Math.imul(a ^ words[i], 0x01000193);
    a ^= a >>> 15;
    b = Math.imul(b + words[i], 0xcc9e2d51);
    b ^= b >>> 13;
  }
  return (a >>> 6) * 2 ** 26 + (b >>> 6);
}

/** The frame farthest from the base that a moving joint moves. */
function outermost({ full, still }: HeldCell): number {
  const { tree } = full;
  let best = 0;
  for (let f = 1; f < tree.frameCount; f++) {
    let moved = false;
    for (let up = f; up > 0; up = tree.parent[up]) {
      if (tree.dof[up] >= 0 && !still.includes(tree.dof[up])) moved = true;
    }
    if (moved && tree.depth[f] > tree.depth[best]) best = f;
  }
  return best;
}
