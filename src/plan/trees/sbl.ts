/**
 * SBL: a single-query, bidirectional planner with lazy checking [A V-D; Sanchez, Latombe 2001]. Two trees of free
 * configurations, from the start and from the goals. Again and again:
 *
 * - one of the trees is chosen at random, and a milestone of it that has few others around it (sblGrid.ts). A
 *   configuration is drawn from the ball of radius rho / i about it, for i = 1, 2, ... until one is free; it becomes its
 *   child, and no edge is tested;
 * - the new milestone is joined to the nearest one of the other tree, or now and then to a random one, if that is nearer
 *   than rho. That closes a candidate path;
 * - the segments of the path are tested, the one most likely to collide first, and what is known is kept on them
 *   (sblSegments.ts). If all are free that is the path. One that is not is cut: what hung on it moves to the other tree.
 *
 * Balls and nearness are those of the largest difference of a joint's values, weighted. With the adaptive checker, greedy
 * distances and its kept queues of intervals [A3] this is A-SBL [A11]; with the one of a fixed resolution, SBL as it was,
 * which keeps the level that a segment has passed. With the ladder it is a variant of ours.
 */
import type { Checker } from '../../check/index.ts';
import { InputError, type Random } from '../../math/index.ts';
import { type CheckerChoice, EdgeChecker } from '../edgeChecker.ts';
import {
  type PausingPlanner,
  type PlanningRequest,
  type PlanResult,
  type PlanSearch,
  runSearch,
} from '../request.ts';
import type { PlanningSpace } from '../space.ts';
import { type PlanEdge, PlanWork } from '../work.ts';
import { MilestoneGrid } from './sblGrid.ts';
import {
  alongPath,
  hangOnBridge,
  type Meeting,
  type Milestone,
  subtreeOf,
  wayOver,
} from './sblMilestone.ts';
import { firstBlocked, type SegmentOrder } from './sblSegments.ts';

export interface SblSettings {
  /**
   * rho: how much a joint's values differ between neighbours at most, weighted. Default: 0.35 of the largest range of
   * a joint.
   */
  readonly reach?: number;
  /** Samples this far apart instead of proofs: SBL, whose paths are not proven. Default: proofs. */
  readonly resolution?: number;
  /**
   * Another checker for segments, of the space's cell; `resolution` is then not looked at. Default: adaptive
   * bisection with greedy distances.
   */
  readonly checker?: CheckerChoice | Checker;
  /** Metres: what comes nearer counts as a collision [A II-F]. Default: that of checks. */
  readonly delta?: number;
  /** Tests after which a segment counts as not free. Default 100,000. */
  readonly edgeBudget?: number;
  /** Which segment of a candidate path is tested next. Default: the one of which most is not covered. */
  readonly order?: SegmentOrder;
  /** What is known of undecided segments is kept for other candidate paths, for memory. Default true. */
  readonly keep?: boolean;
  /** Segments are tested as part of candidate paths, and not when they are made. Default true. */
  readonly lazy?: boolean;
  /** What hangs on a segment that is cut moves to the other tree, and is not lost. Default true. */
  readonly transfer?: boolean;
  /** Milestones with few others around them are preferred. Default true. */
  readonly density?: boolean;
}

/** rho, as a part of the largest range of a joint: of 0.15, 0.25 and 0.35 the best with six joints and with 36. */
const REACH = 0.35;
/** Balls about a milestone, after which it is left: one that nearly touches something may have no room at all. */
const MOST_BALLS = 256;
/** One connection in so many is to a random milestone and not to the nearest. */
const RANDOM_CONNECTION = 8;

interface Rules {
  readonly reach: number;
  readonly order: SegmentOrder;
  readonly keep: boolean;
  readonly lazy: boolean;
  readonly transfer: boolean;
  readonly density: boolean;
}

export class Sbl implements PausingPlanner {
  readonly name: string;
  private readonly space: PlanningSpace;
  private readonly checker: Checker;
  private readonly rules: Rules;
  private readonly effort: Pick<SblSettings, 'delta' | 'edgeBudget'>;

  constructor(space: PlanningSpace, settings: SblSettings = {}) {
    const { reach = REACH * widestRange(space), order = 'uncovered', delta, edgeBudget } = settings;
    const { keep = true, lazy = true, transfer = true, density = true } = settings;
    if (!(reach > 0 && reach < Infinity)) {
      throw new InputError({
        code: 'plan/setting',
        message: `reach must be greater than 0 and finite; found ${reach}`,
      });
    }
    this.space = space;
    this.checker = checkerOf(space, settings);
    const { method } = this.checker;
    this.name = method === 'fixed' ? 'sbl' : method === 'ladder' ? 'ladder-sbl' : 'a-sbl';
    this.rules = { reach, order, keep, lazy, transfer, density };
    this.effort = {
      ...(delta === undefined ? {} : { delta }),
      ...(edgeBudget === undefined ? {} : { edgeBudget }),
    };
  }

  plan(request: PlanningRequest): PlanResult {
    return runSearch(this.search(request));
  }

  search(request: PlanningRequest): PlanSearch {
    const { checker, effort, space, rules } = this;
    return new Search(space, new PlanWork(space, request, { checker, ...effort }), rules).run();
  }
}

function widestRange({ lower, upper, weights }: PlanningSpace): number {
  return weights.reduce((most, w, d) => Math.max(most, w * (upper[d] - lower[d])), 0);
}

function checkerOf(space: PlanningSpace, { checker, resolution }: SblSettings): Checker {
  if (checker === undefined) {
    const choice: CheckerChoice =
      resolution === undefined
        ? { method: 'adaptive', distance: 'greedy' }
        : { method: 'fixed', resolution };
    return new EdgeChecker(space.cell, choice);
  }
  return 'check' in checker ? checker : new EdgeChecker(space.cell, checker);
}

class Search {
  private readonly space: PlanningSpace;
  private readonly work: PlanWork;
  private readonly rules: Rules;
  private readonly random: Random;
  private readonly grids: readonly [MilestoneGrid, MilestoneGrid];
  private readonly end: Float64Array;

  constructor(space: PlanningSpace, work: PlanWork, rules: Rules) {
    this.space = space;
    this.work = work;
    this.rules = rules;
    this.random = work.request.random;
    const grid = () => new MilestoneGrid(space, this.random);
    this.grids = [grid(), grid()];
    this.end = new Float64Array(space.size);
  }

  *run(): PlanSearch {
    const { work, grids, random } = this;
    const { request } = work;
    const direct = work.direct();
    if (direct) return direct;
    this.add(request.from, 0, null, null);
    for (const goal of request.goals) this.add(goal, 1, null, null);
    while (work.next()) {
      yield work.stats;
      const made = this.expand(random.below(2) as 0 | 1);
      work.stats.milestones = grids[0].all.length + grids[1].all.length;
      const met = made && this.connect(made);
      if (met && this.isPath(met)) {
        const found = work.found(wayOver(met));
        if (found) return found;
      }
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
      ...{ q: q.slice(), tree, index: 0, parent, edge },
      children: new Set(),
    };
    parent?.children.add(milestone);
    this.grids[tree].add(milestone);
    return milestone;
  }

  /** A new free configuration near one of a tree, as its child. */
  private expand(tree: 0 | 1): Milestone | null {
    const { space, work, random, rules } = this;
    const { all } = this.grids[tree];
    const from = rules.density ? this.grids[tree].pick() : all[random.below(all.length)];
    const q = new Float64Array(space.size);
    for (let i = 1; i <= MOST_BALLS && !work.isOver(); i++) {
      space.sampleNearInto(random, from.q, rules.reach / i, q);
      if (!work.isFree(q)) continue;
      const edge = work.edge(from.q, q);
      if (!rules.lazy && !work.settle(edge)) continue;
      work.candidate(from.q, q, true);
      return this.add(q, tree, from, edge);
    }
    return null;
  }

  /** A bridge from a new milestone to the other tree; null if what it would lead to is too far away. */
  private connect(made: Milestone): Meeting | null {
    const { space, random, rules, work, end } = this;
    const other = this.grids[made.tree === 0 ? 1 : 0];
    const { all } = other;
    const anyone = random.below(RANDOM_CONNECTION) === 0;
    const near = anyone ? all[random.below(all.length)] : other.nearest(made.q);
    if (!(space.maxDistance(made.q, near.q) < rules.reach)) return null;
    const [a, b] = made.tree === 0 ? [made, near] : [near, made];
    space.alongInto(a.q, b.q, end);
    return { a, b, bridge: work.edge(a.q, end) };
  }

  /** Tests the path over a bridge. If it is not free, what is not is cut. */
  private isPath(met: Meeting): boolean {
    const { work, rules } = this;
    const milestones = alongPath(met);
    const edges = [met.bridge, ...milestones.map(({ edge }) => edge!)];
    const blocked = firstBlocked(work, edges, rules.order);
    if (blocked && blocked !== met.bridge) {
      this.cut(milestones.find(({ edge }) => edge === blocked)!, met);
    }
    if (!rules.keep) for (const edge of edges) work.forget(edge);
    return blocked === null;
  }

  /** The edge above `child` is not free. What hung on it moves to the other tree. */
  private cut(child: Milestone, met: Meeting): void {
    const { work, grids, rules } = this;
    const { from, to } = child.edge!.segment;
    work.candidate(from, to, false);
    if (!rules.transfer) {
      child.parent!.children.delete(child);
      for (const lost of subtreeOf(child)) grids[lost.tree].remove(lost);
      return;
    }
    const { segment, free } = met.bridge;
    if (free === null) work.candidate(segment.from, segment.to, true);
    const tree = child.tree === 0 ? 1 : 0;
    for (const moved of subtreeOf(hangOnBridge(child, met))) {
      grids[moved.tree].remove(moved);
      moved.tree = tree;
      grids[tree].add(moved);
    }
  }
}
