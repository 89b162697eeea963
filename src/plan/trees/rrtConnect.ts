/**
 * RRT-Connect [E4; Kuffner, LaValle 2000]: two trees grow toward random configurations and toward each
 * other. What makes an edge is a choice:
 *
 * - `certified`: an edge is looked at, for nearly all that collide do so at one of the first few looks, and proven free before a
 *   path leads over it, or much hangs on it (growingTree.ts); many are never needed. Proofs of long edges cost little more than
 *   those of short ones, so edges are tried as long as they may be; those of a tree get shorter while it does not grow, and longer
 *   again when it does. Of two trees the one that grows with ease, in the open, waits for the other. Where they meet, waypoints
 *   are left out by looks before anything is proven (candidate.ts).
 * - `clearance`: steps are as long as the clearance at their ends proves [E1]: each milestone knows what
 *   was proven around it; where that fails the step is halved, where it holds the next is twice as long.
 * - `fixed`: steps of one length, and only their ends are tested, as planners do that sample. The path is
 *   not proven.
 *
 * Of the samples for certified edges every other one is near the straight way from start to goal.
 *
 * With a dynamic domain [Yershova et al. 2005] a milestone from which growing failed is only chosen for
 * samples near it: fewer samples are wasted on what lies behind walls.
 */
import type { Checker } from '../../check/index.ts';
import { type CheckerChoice, EdgeChecker } from '../edgeChecker.ts';
import {
  type PausingPlanner,
  type PlanningRequest,
  type PlanResult,
  type PlanSearch,
  runSearch,
} from '../request.ts';
import type { PlanningSpace } from '../space.ts';
import { PlanWork } from '../work.ts';
import { proveShortened } from './candidate.ts';
import { GrowingTree } from './growingTree.ts';

export type RrtMode = 'certified' | 'clearance' | 'fixed';

export interface RrtConnectSettings {
  /** Default: certified. */
  readonly mode?: RrtMode;
  /**
   * Longest edge toward a random configuration, weighted. Default: 0.15 of the space's diagonal, of `fixed`
   * steps 0.01.
   */
  readonly step?: number;
  /**
   * `certified`: edges of a tree get shorter where they are not free, to this many halvings of the longest; `clearance`: how
   * often an edge that is not free is halved before it is given up. Default 3, `clearance` 6.
   */
  readonly halvings?: number;
  /** Default: for certified edges. */
  readonly dynamicDomain?: boolean;
  /**
   * At how many configurations an edge is looked at before it is proven, at most 8. Default: 4 for certified edges, 6 from
   * the start and from goals, else none.
   */
  readonly looks?: number;
  /** `certified`: the edge to a milestone is proven when a path leads over it, or much is to hang on it. Default true. */
  readonly lazy?: boolean;
  /** How edges are proven. Default: the ladder; for `clearance` the adaptive method, asking for thresholds. */
  readonly checker?: CheckerChoice;
  /** Tests after which an edge counts as not free. Default: 100,000, `clearance` a few for each pair. */
  readonly edgeBudget?: number;
  /** Edges are sampled this densely in place of a proof: the path is then not proven. */
  readonly resolution?: number;
}

/** Tests of an edge in `clearance`: enough to ask every pair at both ends, and not to bisect for long. */
const CLEARANCE_TESTS_PER_PAIR = 4;
const CLEARANCE_TESTS = 64;
/** Members of a crowd that are near a body at a time, more or less: there are tests for so many. */
const NEAR_MEMBERS = 64;
/** Looks at a certified edge before it is proven: most that collide do so at one of them. */
const LOOKS = 4;
/** The same of edges from the start and from goals, which often stand in tight places: proofs cost most there. */
const ROOT_LOOKS = 6;
/** Toward the other tree edges may be so many times as long. */
const CONNECT_STEPS = 2;
/** By how much the edges of a tree get shorter with one that was not free, and longer with one that was. */
const REACH_SHRINKS = 0.9;
const REACH_GROWS = 2;
/** A tree with so many times as many milestones as the other waits for it. */
const AHEAD = 1.5;
/** Share of samples near the straight way, and how far off it they are as a part of the space's diagonal. */
const NEAR_SHARE = 0.5;
const NEAR_REACH = 0.1;
/** Radius of a milestone's domain, as a part of the space's diagonal. */
const DOMAIN = 0.25;
/** By how much the domain of a milestone grows with success and shrinks with failure. */
const DOMAIN_CHANGE = 0.05;

interface Rules {
  readonly mode: RrtMode;
  readonly step: number;
  readonly halvings: number;
  /** Of the domain of a milestone from which growing failed. */
  readonly radius: number;
  /** Looks at an edge before it is proven; at one from a root. */
  readonly looks: number;
  readonly rootLooks: number;
  /** Edges are proven when they are needed. */
  readonly lazy: boolean;
}

export class RrtConnect implements PausingPlanner {
  readonly name = 'rrt-connect';
  private readonly space: PlanningSpace;
  private readonly rules: Rules;
  private readonly checker: Checker;
  private readonly edgeBudget: number | undefined;

  constructor(space: PlanningSpace, settings: RrtConnectSettings = {}) {
    const { mode = 'certified' } = settings;
    this.space = space;
    this.rules = {
      mode,
      step: settings.step ?? (mode === 'fixed' ? 0.01 : 0.15) * space.diagonal,
      halvings: mode === 'fixed' ? 0 : (settings.halvings ?? (mode === 'clearance' ? 6 : 3)),
      looks: settings.looks ?? (mode === 'certified' ? LOOKS : 0),
      rootLooks: settings.looks ?? (mode === 'certified' ? ROOT_LOOKS : 0),
      lazy: mode === 'certified' && (settings.lazy ?? true),
      radius: (settings.dynamicDomain ?? mode === 'certified') ? DOMAIN * space.diagonal : Infinity,
    };
    const options = this.optionsOf(settings);
    this.checker = options ? new EdgeChecker(space.cell, options) : space.prover;
    this.edgeBudget = settings.edgeBudget;
  }

  private optionsOf({ resolution, checker }: RrtConnectSettings): CheckerChoice | undefined {
    const { mode, step } = this.rules;
    if (resolution !== undefined) return { method: 'fixed', resolution };
    if (mode === 'fixed') return { method: 'fixed', resolution: step };
    if (checker !== undefined || mode !== 'clearance') return checker;
    return { method: 'adaptive', distance: 'threshold' };
  }

  plan(request: PlanningRequest): PlanResult {
    return runSearch(this.search(request));
  }

  search(request: PlanningRequest): PlanSearch {
    const { space, rules } = this;
    const { tested, crowd } = space.cell;
    const near = crowd ? crowd.movers.length * Math.min(crowd.end - crowd.first, NEAR_MEMBERS) : 0;
    const pairs = tested.length + near;
    const clearance = Math.max(CLEARANCE_TESTS, CLEARANCE_TESTS_PER_PAIR * pairs);
    const edgeBudget = this.edgeBudget ?? (rules.mode === 'clearance' ? clearance : undefined);
    const work = new PlanWork(space, request, {
      checker: this.checker,
      ...(edgeBudget === undefined ? {} : { edgeBudget }),
    });
    return new Search(space, work, rules).run();
  }
}

class Search {
  private readonly space: PlanningSpace;
  private readonly work: PlanWork;
  private readonly rules: Rules;
  private readonly target: Float64Array;
  private readonly end: Float64Array;
  private readonly next: Float64Array;

  constructor(space: PlanningSpace, work: PlanWork, rules: Rules) {
    this.space = space;
    this.work = work;
    this.rules = rules;
    this.target = new Float64Array(space.size);
    this.end = new Float64Array(space.size);
    this.next = new Float64Array(space.size);
  }

  *run(): PlanSearch {
    const { space, work, target, rules } = this;
    const { request, stats } = work;
    const direct = work.direct();
    if (direct) return direct;
    const forward = new GrowingTree(space);
    const backward = new GrowingTree(space);
    forward.add(request.from, -1, rules.step);
    for (const goal of request.goals) backward.add(goal, -1, rules.step);
    // Along the straight way first: as far as it is free.
    let [a, b] = [forward, backward];
    target.set(request.goals[0]);
    while (work.next()) {
      yield stats;
      const from = this.chooseFrom(a);
      if (from >= 0) {
        const grown = this.advance(a, from, target, a.reach * rules.step);
        this.learn(a, from, grown >= 0);
        stats.milestones = a.points.count + b.points.count;
        const met = grown < 0 ? -1 : this.connect(b, a.configurations[grown]);
        if (met >= 0) {
          const found = a === forward ? this.join(a, grown, b, met) : this.join(b, met, a, grown);
          if (found) return found;
        }
        if (!this.isAhead(b, a)) [a, b] = [b, a];
        this.draw();
      }
    }
    return work.none();
  }

  /**
   * The next configuration to grow toward. Certified edges: every other one is not far from the straight way
   * to a goal, where most ways are that anybody would call short.
   */
  private draw(): void {
    const { space, work, rules, target, end, next } = this;
    const { random, from, goals } = work.request;
    if (rules.mode !== 'certified' || random.unit() >= NEAR_SHARE) {
      space.sampleInto(random, target);
      return;
    }
    space.alongInto(from, goals[random.below(goals.length)], end);
    space.betweenInto(from, end, random.unit(), next);
    space.sampleNearInto(random, next, NEAR_REACH * space.diagonal, target);
  }

  /**
   * The milestone of a tree that is nearest to the target, and the target within its domain: others are drawn until one is. -1 if it
   * is time to see what comes first. In the open most targets are of no use, and there are many of them for each that is.
   */
  private chooseFrom(tree: GrowingTree): number {
    for (;;) {
      const from = tree.points.nearest(this.target);
      if (this.isWithin(tree, from)) return from;
      this.draw();
      if (!this.work.passes()) return -1;
    }
  }

  private isWithin(tree: GrowingTree, i: number): boolean {
    const radius = tree.radii[i];
    return radius === Infinity || this.space.distance(tree.configurations[i], this.target) < radius;
  }

  /** The answer, if the way from the start to where the trees have met, and on to a goal, is proven. */
  private join(forward: GrowingTree, start: number, backward: GrowingTree, goal: number) {
    const { work, rules } = this;
    const there = forward.toRoot(start).reverse();
    const on = backward.toRoot(goal);
    const configurations = [
      ...there.map((i) => forward.configurations[i]),
      ...on.map((i) => backward.configurations[i]),
    ];
    const settles = (i: number) => {
      if (i < there.length - 1) return forward.settles(there[i + 1], work);
      // Between the two is where they meet.
      return i < there.length || backward.settles(on[i - there.length], work);
    };
    const way = rules.lazy ? proveShortened(work, { configurations, settles }) : configurations;
    return way && work.found(way, rules.mode !== 'fixed');
  }

  /** Whether a tree has so many more milestones that it waits: it is in the open, and the other one where growing is hard. */
  private isAhead(tree: GrowingTree, other: GrowingTree): boolean {
    return this.rules.mode === 'certified' && tree.size > AHEAD * other.size;
  }

  private learn(tree: GrowingTree, i: number, grown: boolean): void {
    const { mode, halvings, radius } = this.rules;
    if (mode === 'certified') {
      const reach = grown ? REACH_GROWS * tree.reach : REACH_SHRINKS * tree.reach;
      tree.reach = Math.min(1, Math.max(0.5 ** halvings, reach));
    }
    if (radius === Infinity) return;
    const { radii } = tree;
    if (grown) radii[i] *= 1 + DOMAIN_CHANGE;
    else if (radii[i] === Infinity) radii[i] = radius;
    else radii[i] = Math.max(0.5 * radius, radii[i] * (1 - DOMAIN_CHANGE));
  }

  /**
   * Grows a tree from a milestone toward a configuration, at most by `step`, as far as it is free; the
   * new milestone, or -1.
   */
  private advance(tree: GrowingTree, from: number, toward: Float64Array, step: number): number {
    const { space, work, next, end, rules } = this;
    const { mode } = rules;
    const q = tree.configurations[from];
    space.alongInto(q, toward, end);
    const distance = space.distance(q, end);
    if (!(distance > 0)) return -1;
    const least = rules.step * 0.5 ** rules.halvings;
    const longest = mode === 'clearance' ? Math.max(least, tree.steps[from]) : step;
    const halvings = mode === 'certified' ? 0 : rules.halvings;
    const looks = tree.parents[from] < 0 ? rules.rootLooks : rules.looks;
    let part = Math.min(1, longest / distance);
    for (let k = 0; k <= halvings; k++, part *= 0.5) {
      if (mode === 'clearance' && k > 0) {
        if (part * distance < least) return -1;
        tree.steps[from] = part * distance;
      }
      if (part === 1) next.set(end);
      else space.betweenInto(q, end, part, next);
      // The other tree's milestones are known to be free.
      const known = part === 1 && toward !== this.target;
      if (!known && !(space.isInside(next) && work.isFree(next))) continue;
      if (!work.looksFree(q, next, looks)) continue;
      if (!tree.bears(from, work)) return -1;
      const edge = work.edge(q, next);
      if (rules.lazy) work.candidate(edge.segment.from, edge.segment.to, true);
      if (mode === 'fixed' || rules.lazy || work.settle(edge)) {
        const owed = rules.lazy ? edge : null;
        return tree.add(next, from, Math.min(rules.step, 2 * part * distance), owed);
      }
    }
    return -1;
  }

  /** Grows a tree toward a configuration until it is reached; its milestone there, or -1. */
  private connect(tree: GrowingTree, q: Float64Array): number {
    const { space, rules } = this;
    const step = rules.mode === 'certified' ? CONNECT_STEPS * rules.step : rules.step;
    let at = tree.points.nearest(q);
    for (;;) {
      if (space.distance(tree.configurations[at], q) === 0) return at;
      const grown = this.advance(tree, at, q, step);
      if (grown < 0) return -1;
      space.alongInto(tree.configurations[at], q, this.end);
      if (tree.configurations[grown].every((x, d) => x === this.end[d])) return grown;
      at = grown;
    }
  }
}
