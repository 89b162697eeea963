/**
 * The shortest way on a roadmap from a milestone to the nearest of several, by A* (Hart, Nilsson, Raphael
 * 1968) with the space's metric. Blocked edges are left aside; open ones count like free ones, so a way is
 * a candidate until its edges are proven.
 */
import { Heap } from '../../arrays/index.ts';
import type { Roadmap } from './roadmap.ts';

export class RoadmapSearch {
  /** Of the last way: its milestones, and its edges between them. */
  readonly milestones: number[] = [];
  readonly edges: number[] = [];
  private readonly roadmap: Roadmap;
  // Per milestone, valid if its mark is the search's: way so far, bound of what is left, half it came by.
  private marks = new Int32Array(0);
  private cost = new Float64Array(0);
  private rest = new Float64Array(0);
  private cameBy = new Int32Array(0);
  private search = 0;
  private goals: readonly number[] = [];
  /** Milestones, by the way so far and the bound of what is left. */
  private readonly waiting = new Heap('smaller');

  constructor(roadmap: Roadmap) {
    this.roadmap = roadmap;
  }

  /** Finds the shortest way; false if there is none. */
  find(from: number, goals: readonly number[]): boolean {
    const { roadmap } = this;
    this.prepare(goals);
    this.touch(from, 0, -1);
    while (this.waiting.count > 0) {
      const key = this.waiting.least;
      const at = this.waiting.pop();
      // A shorter way was found while this one waited.
      if (key > this.cost[at] + this.rest[at]) continue;
      if (this.rest[at] === 0 && goals.includes(at)) {
        this.trace(at);
        return true;
      }
      for (let h = roadmap.firstHalf(at); h >= 0; h = roadmap.nextHalf(h)) {
        if (roadmap.isBlocked(h >> 1)) continue;
        this.touch(roadmap.target(h), this.cost[at] + roadmap.lengthOf(h >> 1), h);
      }
    }
    return false;
  }

  private prepare(goals: readonly number[]): void {
    const { count } = this.roadmap;
    if (this.marks.length < count) {
      this.marks = new Int32Array(2 * count);
      this.cost = new Float64Array(2 * count);
      this.rest = new Float64Array(2 * count);
      this.cameBy = new Int32Array(2 * count);
      this.search = 0;
    }
    this.search++;
    this.goals = goals;
    this.waiting.clear();
  }

  /** A way of this cost leads to a milestone. */
  private touch(i: number, cost: number, half: number): void {
    if (this.marks[i] !== this.search) {
      this.marks[i] = this.search;
      this.rest[i] = this.bound(i);
    } else if (!(cost < this.cost[i])) return;
    this.cost[i] = cost;
    this.cameBy[i] = half;
    this.waiting.push(cost + this.rest[i], i);
  }

  /** No way from here to a goal is shorter. */
  private bound(i: number): number {
    const { space, configurations } = this.roadmap;
    let least = Number.POSITIVE_INFINITY;
    for (const goal of this.goals) {
      least = Math.min(least, space.distance(configurations[i], configurations[goal]));
    }
    return least;
  }

  private trace(goal: number): void {
    const { roadmap, milestones, edges } = this;
    milestones.length = 0;
    edges.length = 0;
    let at = goal;
    for (;;) {
      milestones.push(at);
      const half = this.cameBy[at];
      if (half < 0) break;
      edges.push(half >> 1);
      at = roadmap.target(half ^ 1);
    }
    milestones.reverse();
    edges.reverse();
  }
}
