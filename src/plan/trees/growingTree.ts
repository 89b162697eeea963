/**
 * A tree of configurations that grows by edges. Edges may be taken in before they are proven: looks have shown that they are
 * likely to be free, and most are never on a path. An edge is proven when a path leads over it, or when so much is to hang on it
 * that it would be a loss if it were not free: then its milestone is taken out, with all that hangs on it.
 *
 * To add a milestone takes a few steps for each edge between it and the root, to take one out a look at all that came later.
 */
import { Nearest } from '../nearest.ts';
import type { PlanningSpace } from '../space.ts';
import type { PlanEdge, PlanWork } from '../work.ts';

/** Milestones that may hang on an edge that is not proven, at first: as if so many had been free and one not. */
const HANGING = 8;

export class GrowingTree {
  readonly points: Nearest;
  /** Milestones that are in it. */
  size = 0;
  /** How long edges are tried, as a part of the longest: less, where many were not free. */
  reach = 1;
  readonly parents: number[] = [];
  /** Per milestone: the configuration as its edge runs to it. */
  readonly configurations: Float64Array[] = [];
  /** `clearance`: how long a step from here is tried. */
  readonly steps: number[] = [];
  /** Dynamic domain: how far from here samples are taken. */
  readonly radii: number[] = [];
  /** Per milestone: the edge to it, if that is yet to be proven; and how many milestones hang on it. */
  private readonly owed: (PlanEdge | null)[] = [];
  private readonly hanging: number[] = [];
  /** Milestones that were taken out. */
  private readonly out = new Set<number>();

  constructor(space: PlanningSpace) {
    this.points = new Nearest(space);
  }

  /** Adds a milestone; `owed` is the edge to it, if it is not proven. */
  add(q: Float64Array, parent: number, step: number, owed: PlanEdge | null = null): number {
    this.parents.push(parent);
    this.configurations.push(q.slice());
    this.steps.push(step);
    this.radii.push(Number.POSITIVE_INFINITY);
    this.owed.push(owed);
    this.hanging.push(0);
    this.size++;
    for (let k = parent; k >= 0; k = this.parents[k]) this.hanging[k]++;
    return this.points.add(q);
  }

  /** Whether one more may hang on a milestone: on the way to the root what bears much is proven now. */
  bears(i: number, work: PlanWork): boolean {
    const { parents, hanging, owed } = this;
    const { edges, freeEdges } = work.stats;
    // As many as edges were free for each that was not: where looks tell little, nothing hangs long on what is not proven.
    const most = (HANGING + freeEdges) / (1 + edges - freeEdges);
    for (let k = i; k >= 0; k = parents[k]) {
      if (owed[k] !== null && hanging[k] >= most && !this.settles(k, work)) return false;
    }
    return true;
  }

  /** Proves the edge to a milestone. Where it is not free, the milestone is taken out, and all that hangs on it. */
  settles(i: number, work: PlanWork): boolean {
    const edge = this.owed[i];
    if (edge === null) return true;
    if (edge.free === null && !work.settle(edge)) this.drop(i, work);
    if (edge.free === true) this.owed[i] = null;
    return edge.free === true;
  }

  private drop(i: number, work: PlanWork): void {
    const { parents, owed } = this;
    const gone = new Set([i]);
    // Whoever hangs on it came later; what is out already hangs on nothing.
    for (let k = i; k < parents.length; k++) {
      if ((k > i && !gone.has(parents[k])) || this.out.has(k)) continue;
      this.out.add(k);
      gone.add(k);
      this.points.remove(k);
      const edge = owed[k];
      if (edge) work.candidate(edge.segment.from, edge.segment.to, false);
    }
    this.size -= gone.size;
    for (let k = parents[i]; k >= 0; k = parents[k]) this.hanging[k] -= gone.size;
  }

  /** The numbers of milestones from one to its root. */
  toRoot(i: number): number[] {
    const way: number[] = [];
    for (let k = i; k >= 0; k = this.parents[k]) way.push(k);
    return way;
  }
}
