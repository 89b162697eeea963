/**
 * SBL: a single-query, bidirectional planner with lazy checking [A V-D; Sanchez, Latombe 2001]. Two trees
 * of free configurations grow by samples near milestones that have few others around them; no edge
 * is checked until a candidate path leads from one root to the other. Then its edges are asked in turn, the
 * one most likely to collide first and each only as far as it takes; what is known is kept on the edge
 * [A3]. An edge that is not free is cut, and what hung on it moves to the other tree.
 *
 * With the certified checker this is A-SBL; with the sampling one, SBL as it was [A11].
 */
import type { Checker } from '../../check/index.ts';
import type { Random } from '../../math/index.ts';
import { EdgeChecker } from '../edgeChecker.ts';
import type { Planner, PlanningRequest, PlanResult } from '../request.ts';
import type { PlanningSpace } from '../space.ts';
import { type PlanEdge, PlanWork } from '../work.ts';
import { MilestoneGrid } from './sblGrid.ts';

export interface SblSettings {
  /** Largest distance between neighbours, weighted. Default: 0.15 of the space's diagonal. */
  readonly reach?: number;
  /** Samples this far apart instead of proofs: SBL, whose paths are not proven. Default: proofs. */
  readonly resolution?: number;
  /** Another checker for edges, of the space's cell; `resolution` is then not looked at. */
  readonly checker?: Checker;
}

/** Tries to find a free configuration near a milestone, in smaller and smaller neighbourhoods. */
const TRIES = 8;
/** One connection in so many is to a random milestone and not to the nearest. */
const RANDOM_CONNECTION = 8;
/** Tests that an edge gets when it is first asked, and by how much that grows. */
const FIRST_BUDGET = 64;
const GROWTH = 4;
const LAST_LEVEL = 7;

export interface Milestone {
  readonly q: Float64Array;
  tree: 0 | 1;
  /** Among the milestones of its tree. */
  index: number;
  parent: Milestone | null;
  /** To the parent. */
  edge: PlanEdge | null;
  readonly children: Set<Milestone>;
}

export class Sbl implements Planner {
  readonly name: string;
  private readonly space: PlanningSpace;
  private readonly checker: Checker;
  private readonly reach: number;

  constructor(space: PlanningSpace, settings: SblSettings = {}) {
    const { resolution } = settings;
    this.space = space;
    this.checker =
      settings.checker ??
      (resolution === undefined
        ? space.prover
        : new EdgeChecker(space.cell, { method: 'fixed', resolution }));
    this.name = this.checker.method === 'fixed' ? 'sbl' : 'a-sbl';
    this.reach = settings.reach ?? 0.15 * space.diagonal;
  }

  plan(request: PlanningRequest): PlanResult {
    const work = new PlanWork(this.space, request, { checker: this.checker });
    return new Search(this.space, work, this.reach).run();
  }
}

class Search {
  private readonly space: PlanningSpace;
  private readonly work: PlanWork;
  private readonly reach: number;
  private readonly random: Random;
  private readonly grids: readonly [MilestoneGrid, MilestoneGrid];
  private readonly end: Float64Array;

  constructor(space: PlanningSpace, work: PlanWork, reach: number) {
    this.space = space;
    this.work = work;
    this.reach = reach;
    this.random = work.request.random;
    this.grids = [new MilestoneGrid(space, this.random), new MilestoneGrid(space, this.random)];
    this.end = new Float64Array(space.size);
  }

  run(): PlanResult {
    const { work, grids, random } = this;
    const { request } = work;
    const direct = work.direct();
    if (direct) return direct;
    this.add(request.from, 0, null, null);
    for (const goal of request.goals) this.add(goal, 1, null, null);
    while (work.next()) {
      const tree = random.below(2) as 0 | 1;
      const made = this.expand(tree);
      work.stats.milestones = grids[0].all.length + grids[1].all.length;
      if (!made) continue;
      const found = this.connect(made);
      if (found) return found;
    }
    return work.none();
  }

  private add(
    q: Float64Array,
    tree: 0 | 1,
    parent: Milestone | null,
    edge: PlanEdge | null,
  ): Milestone {
    const milestone: Milestone = {
      q: q.slice(),
      tree,
      index: 0,
      parent,
      edge,
      children: new Set(),
    };
    parent?.children.add(milestone);
    this.grids[tree].add(milestone);
    return milestone;
  }

  /** A new free configuration near one of a tree, as its child. */
  private expand(tree: 0 | 1): Milestone | null {
    const { space, work, random } = this;
    const from = this.grids[tree].pick();
    const q = new Float64Array(space.size);
    for (let i = 1; i <= TRIES; i++) {
      space.sampleNearInto(random, from.q, this.reach / i, q);
      if (!work.isFree(q)) continue;
      work.candidate(from.q, q, true);
      return this.add(q, tree, from, work.edge(from.q, q));
    }
    return null;
  }

  /** Tries to close a path from a new milestone to the other tree. */
  private connect(made: Milestone): PlanResult | null {
    const { space, random, reach } = this;
    const other = this.grids[made.tree === 0 ? 1 : 0];
    let near = other.nearest(made.q);
    if (random.below(RANDOM_CONNECTION) === 0) near = other.all[random.below(other.all.length)];
    else if (space.distance(made.q, near.q) > reach) return null;
    return made.tree === 0 ? this.join(made, near) : this.join(near, made);
  }

  /** Checks the path through both milestones; cuts what is not free. */
  private join(a: Milestone, b: Milestone): PlanResult | null {
    const { space, work } = this;
    space.alongInto(a.q, b.q, this.end);
    const bridge = work.edge(a.q, this.end);
    const links: { edge: PlanEdge; child: Milestone | null; level: number; length: number }[] = [];
    const add = (edge: PlanEdge, child: Milestone | null) => {
      const { from, to } = edge.segment;
      links.push({ edge, child, level: 0, length: space.distance(from, to) });
    };
    add(bridge, null);
    for (let m: Milestone = a; m.parent; m = m.parent) add(m.edge!, m);
    for (let m: Milestone = b; m.parent; m = m.parent) add(m.edge!, m);
    let open = links.filter(({ edge }) => edge.free !== true);
    while (open.length > 0) {
      let first = open[0];
      const key = (link: (typeof open)[number]) => link.length * 2 ** -link.level;
      for (const link of open) if (key(link) > key(first)) first = link;
      const free = work.ask(first.edge, FIRST_BUDGET * GROWTH ** first.level);
      if (free === false || first.level > LAST_LEVEL) {
        if (first.child) this.cut(first.child, a, b, bridge);
        return null;
      }
      first.level++;
      open = open.filter(({ edge }) => edge.free !== true);
    }
    return this.found(a, b);
  }

  /**
   * The edge above `child` is not free. What lies between it and the bridge moves to the other tree, where
   * it hangs on the bridge.
   */
  private cut(child: Milestone, a: Milestone, b: Milestone, bridge: PlanEdge): void {
    const [end, other] = child.tree === 0 ? [a, b] : [b, a];
    child.parent!.children.delete(child);
    const { from, to } = child.edge!.segment;
    this.work.candidate(from, to, false);
    if (bridge.free === null) this.work.candidate(bridge.segment.from, bridge.segment.to, true);
    // Turn the way from the bridge's end to the child around.
    let below: Milestone = other;
    let edge: PlanEdge | null = bridge;
    let at: Milestone | null = end;
    while (at) {
      const next: Milestone | null = at === child ? null : at.parent;
      const own: PlanEdge | null = at.edge;
      if (next) next.children.delete(at);
      at.parent = below;
      at.edge = edge;
      below.children.add(at);
      below = at;
      edge = own;
      at = next;
    }
    this.move(end, other.tree);
  }

  /** Hands a milestone and all below it to a tree. */
  private move(root: Milestone, tree: 0 | 1): void {
    const open = [root];
    for (let m = open.pop(); m; m = open.pop()) {
      if (m.tree !== tree) {
        this.grids[m.tree].remove(m);
        m.tree = tree;
        this.grids[tree].add(m);
      }
      open.push(...m.children);
    }
  }

  private found(a: Milestone, b: Milestone): PlanResult | null {
    const way: Float64Array[] = [];
    for (let m: Milestone | null = a; m; m = m.parent) way.push(m.q);
    way.reverse();
    for (let m: Milestone | null = b; m; m = m.parent) way.push(m.q);
    return this.work.found(way);
  }
}
