/**
 * A roadmap: milestones of a space and straight edges between them, each open, proven free or blocked.
 *
 * What is settled counts for the planner that settled it, and for nobody else: one that proves and one that
 * samples may not believe each other, nor either of them a file. `adopt` opens what others found free.
 *
 * An edge is the straight motion from its first milestone to the second, the short way round; backward it is
 * the same motion.
 */
import { grown, Unions } from '../../arrays/index.ts';
import { InputError } from '../../math/index.ts';
import { Nearest } from '../nearest.ts';
import type { PlanningSpace } from '../space.ts';

/** `blocked`: not proven free, be it that it collides or that the effort was not enough. */
export type EdgeState = 'open' | 'free' | 'blocked';

export const EDGE_STATES: readonly EdgeState[] = ['open', 'free', 'blocked'];
const OPEN = 0;
const FREE = 1;
const BLOCKED = 2;

export class Roadmap {
  readonly space: PlanningSpace;
  readonly points: Nearest;
  readonly configurations: Float64Array[] = [];
  edgeCount = 0;
  /** Per half of an edge: the milestone it leaves. Half 2 e leaves the first of edge e, 2 e + 1 the second. */
  private ends = new Int32Array(128);
  /** Per milestone its latest half, per half the one before; -1: none. */
  private latest = new Int32Array(64);
  private before = new Int32Array(128);
  private lengths = new Float64Array(64);
  private states = new Uint8Array(64);
  private readonly counts = [0, 0, 0];
  /** By edges that are free, and by those that are not blocked. */
  private readonly proven = new Unions();
  private readonly hoped = new Unions();
  /** An edge was blocked since: `hoped` may join what does not hang together any more. */
  private stale = false;
  private owner: object | null = null;
  // Scratch.

  constructor(space: PlanningSpace) {
    this.space = space;
    this.points = new Nearest(space);
  }

  /** Number of milestones. */
  get count(): number {
    return this.configurations.length;
  }

  /** Adds a milestone; returns its number. */
  addMilestone(q: Float64Array): number {
    const i = this.points.add(q);
    this.configurations.push(q.slice());
    if (i === this.latest.length) this.latest = grown(this.latest);
    this.latest[i] = -1;
    this.proven.add();
    this.hoped.add();
    return i;
  }

  /** The milestone with exactly these numbers; -1 if there is none. */
  milestoneAt(q: Float64Array): number {
    const { configurations } = this;
    const same: number[] = [];
    this.points.withinInto(q, 0, same);
    return same.find((i) => configurations[i].every((x, d) => x === q[d])) ?? -1;
  }

  /** Where the straight motion from one milestone to another ends, to out. */
  endInto(from: number, to: number, out: Float64Array): void {
    this.space.alongInto(this.configurations[from], this.configurations[to], out);
  }

  /** Whether there may be an edge between two milestones. */
  canJoin(a: number, b: number): boolean {
    return a !== b && Number.isFinite(this.distance(a, b));
  }

  /** Adds an edge between two milestones that can be joined and are not; returns its number. */
  addEdge(a: number, b: number, state: EdgeState = 'open'): number {
    const e = this.edgeCount++;
    if (e === this.states.length) {
      this.states = grown(this.states);
      this.lengths = grown(this.lengths);
      this.ends = grown(this.ends);
      this.before = grown(this.before);
    }
    this.leave(2 * e, a);
    this.leave(2 * e + 1, b);
    this.lengths[e] = this.distance(a, b);
    this.states[e] = EDGE_STATES.indexOf(state);
    this.counts[this.states[e]]++;
    if (state === 'free') this.proven.join(a, b);
    if (state !== 'blocked') this.hoped.join(a, b);
    return e;
  }

  private leave(half: number, milestone: number): void {
    this.ends[half] = milestone;
    this.before[half] = this.latest[milestone];
    this.latest[milestone] = half;
  }

  private distance(a: number, b: number): number {
    return this.space.distance(this.configurations[a], this.configurations[b]);
  }

  /** The edge between two milestones, whatever its state; -1 if there is none. */
  edgeBetween(a: number, b: number): number {
    for (let h = this.latest[a]; h >= 0; h = this.before[h]) {
      if (this.ends[h ^ 1] === b) return h >> 1;
    }
    return -1;
  }

  /** The latest half that leaves a milestone, and the one before a half; -1 if there is none. */
  firstHalf(milestone: number): number {
    return this.latest[milestone];
  }

  nextHalf(half: number): number {
    return this.before[half];
  }

  /** The milestone that a half leads to. */
  target(half: number): number {
    return this.ends[half ^ 1];
  }

  endsOf(e: number): readonly [number, number] {
    return [this.ends[2 * e], this.ends[2 * e + 1]];
  }

  lengthOf(e: number): number {
    return this.lengths[e];
  }

  stateOf(e: number): EdgeState {
    return EDGE_STATES[this.states[e]];
  }

  isBlocked(e: number): boolean {
    return this.states[e] === BLOCKED;
  }

  isFree(e: number): boolean {
    return this.states[e] === FREE;
  }

  /** Number of edges of a state. */
  countOf(state: EdgeState): number {
    return this.counts[EDGE_STATES.indexOf(state)];
  }

  /** Says of an open edge what was found out; of a free one that it is not to be used. */
  settle(e: number, free: boolean): void {
    const old = this.states[e];
    if (old === BLOCKED || (old === FREE && free)) return;
    this.change(e, free ? FREE : BLOCKED);
    if (free) this.proven.join(this.ends[2 * e], this.ends[2 * e + 1]);
    else this.stale = true;
    if (old === FREE) this.rejoin(this.proven, FREE);
  }

  private change(e: number, state: number): void {
    this.counts[this.states[e]]--;
    this.counts[state]++;
    this.states[e] = state;
  }

  /** Whose findings the states are from now on. What another found free is open again. */
  adopt(owner: object): void {
    if (this.owner === owner) return;
    this.owner = owner;
    for (let e = 0; e < this.edgeCount; e++) if (this.states[e] === FREE) this.change(e, OPEN);
    this.proven.reset();
  }

  /** Whether a way of edges that are not blocked may lead from one to the other; if not, none does. */
  mayBeConnected(a: number, b: number): boolean {
    return this.hoped.find(a) === this.hoped.find(b);
  }

  /** Takes blocked edges into account. */
  refresh(): void {
    if (this.stale) this.rejoin(this.hoped, OPEN);
    this.stale = false;
  }

  /** Sets anew, by edges that are free, or by those that are not blocked. */
  private rejoin(sets: Unions, by: number): void {
    sets.reset();
    for (let e = 0; e < this.edgeCount; e++) {
      const state = this.states[e];
      if (state === FREE || state === by) sets.join(this.ends[2 * e], this.ends[2 * e + 1]);
    }
  }

  /** Whether a way of edges leads from one to the other: of proven ones, or of all that are not blocked. */
  isConnected(a: number, b: number, by: 'free' | 'open' = 'free'): boolean {
    if (by === 'open') this.refresh();
    const sets = by === 'free' ? this.proven : this.hoped;
    return sets.find(a) === sets.find(b);
  }

  /** Number of connected components, by proven edges or by all that are not blocked. */
  components(by: 'free' | 'open' = 'free'): number {
    if (by === 'open') this.refresh();
    return by === 'free' ? this.proven.sets : this.hoped.sets;
  }
}

/** A roadmap of another space means nothing here. */
export function assertRoadmapOf(space: PlanningSpace, roadmap: Roadmap): void {
  if (roadmap.space === space) return;
  throw new InputError({
    code: 'plan/roadmap',
    message: 'the roadmap was made for another space',
    hint: 'read it for this one, or make it anew',
  });
}
