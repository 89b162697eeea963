/**
 * A tree of configurations that grows by edges. An edge may be taken in before it is proven, but only to a leaf: it
 * is proven before anything hangs on it, so that what turns out not to be free is one milestone and no more.
 */
import { Nearest } from '../nearest.ts';
import type { PlanningSpace } from '../space.ts';
import type { PlanEdge, PlanWork } from '../work.ts';

export class GrowingTree {
  readonly points: Nearest;
  readonly parents: number[] = [];
  /** Per milestone: the configuration as its edge runs to it. */
  readonly configurations: Float64Array[] = [];
  /** `clearance`: how long a step from here is tried. */
  readonly steps: number[] = [];
  /** Dynamic domain: how far from here samples are taken. */
  readonly radii: number[] = [];
  /** Per milestone: the edge to it, if that is yet to be proven. */
  private readonly owed: (PlanEdge | null)[] = [];

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
    return this.points.add(q);
  }

  /** Proves the edge to a milestone, if that is yet to be done. Where it is not free, the milestone is taken out. */
  holds(i: number, work: PlanWork): boolean {
    const edge = this.owed[i];
    if (edge === null) return true;
    if (edge.free === null && !work.settle(edge)) {
      this.points.remove(i);
      work.candidate(edge.segment.from, edge.segment.to, false);
    }
    if (edge.free === true) this.owed[i] = null;
    return edge.free === true;
  }

  /** From a milestone to its root. */
  toRoot(i: number): Float64Array[] {
    const way: Float64Array[] = [];
    for (let k = i; k >= 0; k = this.parents[k]) way.push(this.configurations[k]);
    return way;
  }
}
