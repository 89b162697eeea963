/**
 * RRT-Connect [E4; Kuffner, LaValle 2000] with certified edges: two trees grow toward random
 * configurations and toward each other; every edge is proven free before it becomes part of a tree, so
 * that a path, once there is one, is proven as it stands.
 *
 * Proofs of long edges cost little more than those of short ones, so an edge is tried as long as it may
 * be, and shortened where it is not free.
 */
import { type Checker, createChecker } from '../check/index.ts';
import { Nearest } from './nearest.ts';
import type { Planner, PlanningRequest, PlanResult } from './request.ts';
import type { PlanningSpace } from './space.ts';
import { PlanWork } from './work.ts';

export interface RrtConnectSettings {
  /** Longest edge toward a random configuration, weighted. Default: a quarter of the space's diagonal. */
  readonly step?: number;
  /** How often an edge that is not free is halved before it is given up. Default 3. */
  readonly halvings?: number;
  /** Samples this far apart instead of proofs: the path is then not proven. Default: proofs. */
  readonly resolution?: number;
}

export class RrtConnect implements Planner {
  readonly name = 'rrt-connect';
  private readonly space: PlanningSpace;
  private readonly checker: Checker;
  private readonly step: number;
  private readonly halvings: number;

  constructor(space: PlanningSpace, settings: RrtConnectSettings = {}) {
    this.space = space;
    const { resolution } = settings;
    this.checker = createChecker(
      space.cell,
      resolution === undefined ? {} : { method: 'fixed', resolution },
    );
    this.step = settings.step ?? 0.25 * space.diagonal;
    this.halvings = settings.halvings ?? 3;
  }

  plan(request: PlanningRequest): PlanResult {
    const { space } = this;
    const work = new PlanWork(space, request, { checker: this.checker });
    const search = new Search(space, work, this.step, this.halvings);
    return search.run();
  }
}

/** A tree of configurations, with the edges' other ends. */
class GrowingTree {
  readonly points: Nearest;
  readonly parents: number[] = [];
  /** Per milestone: the configuration as its edge runs to it. */
  readonly configurations: Float64Array[] = [];

  constructor(space: PlanningSpace) {
    this.points = new Nearest(space);
  }

  add(q: Float64Array, parent: number): number {
    this.parents.push(parent);
    this.configurations.push(q.slice());
    return this.points.add(q);
  }

  /** From a milestone to its root. */
  toRoot(i: number): Float64Array[] {
    const way: Float64Array[] = [];
    for (let k = i; k >= 0; k = this.parents[k]) way.push(this.configurations[k]);
    return way;
  }
}

class Search {
  private readonly space: PlanningSpace;
  private readonly work: PlanWork;
  private readonly step: number;
  private readonly halvings: number;
  private readonly target: Float64Array;
  private readonly end: Float64Array;
  private readonly next: Float64Array;

  constructor(space: PlanningSpace, work: PlanWork, step: number, halvings: number) {
    this.space = space;
    this.work = work;
    this.step = step;
    this.halvings = halvings;
    this.target = new Float64Array(space.size);
    this.end = new Float64Array(space.size);
    this.next = new Float64Array(space.size);
  }

  run(): PlanResult {
    const { space, work, target } = this;
    const { request, stats } = work;
    const forward = new GrowingTree(space);
    const backward = new GrowingTree(space);
    forward.add(request.from, -1);
    for (const goal of request.goals) backward.add(goal, -1);
    // The straight way first: often it is free.
    let [a, b] = [forward, backward];
    target.set(request.goals[0]);
    while (work.next()) {
      const from = a.points.nearest(target);
      const grown = this.advance(a, from, target, this.step);
      stats.milestones = forward.points.count + backward.points.count;
      if (grown >= 0) {
        const met = this.connect(b, a.configurations[grown]);
        if (met >= 0) {
          const [start, goal] = a === forward ? [grown, met] : [met, grown];
          const found = work.found([...forward.toRoot(start).reverse(), ...backward.toRoot(goal)]);
          if (found) return found;
        }
      }
      [a, b] = [b, a];
      space.sampleInto(request.random, target);
    }
    return work.none();
  }

  /**
   * Grows a tree from a milestone toward a configuration, at most by `step`, as far as it is free; the
   * new milestone, or -1.
   */
  private advance(tree: GrowingTree, from: number, toward: Float64Array, step: number): number {
    const { space, work, next, end } = this;
    const q = tree.configurations[from];
    space.alongInto(q, toward, end);
    const distance = space.distance(q, end);
    if (!(distance > 0)) return -1;
    let part = Math.min(1, step / distance);
    for (let k = 0; k <= this.halvings; k++, part *= 0.5) {
      if (part === 1) next.set(end);
      else space.betweenInto(q, end, part, next);
      if (!space.isInside(next) || !work.isFree(next)) continue;
      if (work.settle(work.edge(q, next))) return tree.add(next, from);
    }
    return -1;
  }

  /** Grows a tree toward a configuration until it is reached; its milestone there, or -1. */
  private connect(tree: GrowingTree, q: Float64Array): number {
    const { space } = this;
    let at = tree.points.nearest(q);
    for (;;) {
      if (space.distance(tree.configurations[at], q) === 0) return at;
      const grown = this.advance(tree, at, q, Number.POSITIVE_INFINITY);
      if (grown < 0) return -1;
      space.alongInto(tree.configurations[at], q, this.end);
      if (tree.configurations[grown].every((x, d) => x === this.end[d])) return grown;
      at = grown;
    }
  }
}
