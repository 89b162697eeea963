/**
 * What all planners do alike: look at start and goals, try the straight way, look at configurations and edges,
 * count what that costs, and know when to stop.
 */
import type { Checker, CheckResult, KeptWork, LadderRequest } from '../check/index.ts';
import { StraightSegment } from '../motion/index.ts';
import { lookAtEnds, type NearEnd } from './ends.ts';
import { ACROSS, AWAY, Looks } from './looks.ts';
import {
  emptyPlanStats,
  type PlanningRequest,
  type PlanResult,
  type PlanStats,
  type PlanVerdict,
} from './request.ts';
import type { PlanningSpace } from './space.ts';

const DEFAULT_TIME_MS = 10_000;
/** Who watches is told after so many iterations. */
const TELL_EVERY = 16;

/** Configurations nearer than this, weighted, are one. */
const SAME = 1e-12;
/** Tests of an edge after which it counts as not free, unless told otherwise. */
export const EDGE_BUDGET = 100_000;
/** Looks at the straight way before it is checked. */
const DIRECT_LOOKS = ACROSS.length;
/** Items of work that all undecided edges may keep together, about a hundred bytes each. */
const MOST_KEPT = 2 ** 21;

/** An edge that may be asked about several times: what is known is kept [A3]. */
export interface PlanEdge {
  readonly segment: StraightSegment;
  /** Weighted. */
  readonly length: number;
  kept: KeptWork | null;
  /** How often it was asked, and with how many tests. */
  level: number;
  tests: number;
  /** Null as long as it is not settled. */
  free: boolean | null;
}

/** What is known of straight ways from the start to goals, by number, from query to query. */
export interface DirectMemory {
  knows(goal: number): boolean;
  learn(goal: number, free: boolean): void;
}

export interface WorkOptions {
  /** Default: the ladder, which proves. A `fixed` checker only samples. */
  readonly checker?: Checker;
  /** Tests after which an edge counts as not free. */
  readonly edgeBudget?: number;
  /** As in CheckRequest. */
  readonly delta?: number;
}

/** What one search has to spend, and what it has done. */
export class PlanWork {
  readonly space: PlanningSpace;
  readonly request: PlanningRequest;
  readonly stats: PlanStats = emptyPlanStats();
  readonly proves: boolean;
  /** Whether what is proven of edges holds for their parts as well. */
  private readonly withParts: boolean;
  private readonly near: readonly NearEnd[];
  private readonly checker: Checker;
  /** Tests after which an edge counts as not free. */
  readonly edgeBudget: number;
  private readonly question: { readonly delta?: number };
  /** What undecided edges keep, all together. */
  private keptSize = 0;
  private readonly start = performance.now();
  private readonly deadline: number;
  private readonly looks: Looks;

  constructor(space: PlanningSpace, request: PlanningRequest, options: WorkOptions = {}) {
    this.space = space;
    this.looks = new Looks(space);
    this.request = request;
    this.checker = options.checker ?? space.prover;
    this.proves = this.checker.method !== 'fixed';
    this.withParts = this.checker === space.prover;
    this.edgeBudget = options.edgeBudget ?? EDGE_BUDGET;
    this.question = options.delta === undefined ? {} : { delta: options.delta };
    this.deadline = this.start + (request.timeLimit_ms ?? DEFAULT_TIME_MS);
    this.near = lookAtEnds(space, request.from, request.goals);
  }

  /** Whether to go on; counts an iteration. */
  next(): boolean {
    const { stats, request } = this;
    if (stats.iterations >= (request.maxIterations ?? Infinity) || request.signal?.aborted) {
      return false;
    }
    if (stats.iterations % TELL_EVERY === 0) {
      request.onProgress?.({ iterations: stats.iterations, milestones: stats.milestones });
    }
    if (performance.now() > this.deadline) return false;
    stats.iterations++;
    return true;
  }

  /** Counts an iteration that looks at nothing; false once in a while, and at the last: then `next` has to be asked. */
  passes(): boolean {
    const { stats, request } = this;
    if (stats.iterations % TELL_EVERY === 0) return false;
    if (stats.iterations >= (request.maxIterations ?? Infinity)) return false;
    stats.iterations++;
    return true;
  }

  /** Whether to stop now: for planners whose iterations are long. */
  isOver(): boolean {
    return this.request.signal?.aborted === true || performance.now() > this.deadline;
  }

  isFree(q: Float64Array): boolean {
    const begin = performance.now();
    this.stats.samples++;
    this.stats.configurations++;
    const free = this.space.isFree(q);
    this.stats.samplingMilliseconds += performance.now() - begin;
    return free;
  }

  /** Whether a motion is free wherever it is looked at, a few times, most of them near its beginning: cheap, and no proof. */
  looksFree(from: Float64Array, to: Float64Array, most: number): boolean {
    return most === 0 || this.look(from, to, most, AWAY);
  }

  /** The same of a motion between two places that are free: both of its ends alike, and more often. */
  looksFreeAcross(from: Float64Array, to: Float64Array): boolean {
    return this.look(from, to, ACROSS.length, ACROSS);
  }

  private look(
    from: Float64Array,
    to: Float64Array,
    most: number,
    places: readonly number[],
  ): boolean {
    const begin = performance.now();
    const before = this.looks.taken;
    const free = this.looks.pass(from, to, most, places);
    this.stats.configurations += this.looks.taken - before;
    this.stats.samplingMilliseconds += performance.now() - begin;
    return free;
  }

  /** The straight motion between two configurations; `to` is where values run on to. */
  edge(from: Float64Array, to: Float64Array): PlanEdge {
    const segment = new StraightSegment(this.space.cell.tree, from, to, this.withParts);
    const length = this.space.distance(from, to);
    return { segment, length, kept: null, level: 0, tests: 0, free: null };
  }

  /** Tells who watches that an edge is used though it is not settled, or is used no more. */
  candidate(from: Float64Array, to: Float64Array, isTaken: boolean): void {
    this.request.onCandidate?.(from, to, isTaken);
  }

  /** Asks about an edge until it is settled. Whatever is not proven free is not. */
  settle(edge: PlanEdge): boolean {
    this.ask(edge, this.edgeBudget);
    if (edge.free === null) this.decide(edge, false);
    return edge.free === true;
  }

  /**
   * Goes on with an edge, for so many tests at most and until less of what comes next is uncovered than `until`; true
   * or false once that is known, else null.
   */
  ask(edge: PlanEdge, budget: number, until?: number): boolean | null {
    if (edge.free !== null) return edge.free;
    const { verdict, kept } = this.check(edge, budget, until);
    const open = verdict === 'undecided' && kept !== null;
    if (!open) this.decide(edge, this.isProven({ verdict }));
    // Nothing more can be kept: it is settled now.
    else if (edge.kept === null)
      this.decide(edge, this.isProven(this.check(edge, this.edgeBudget)));
    return edge.free;
  }

  /** Where an edge has taken too many tests it counts as not free. */
  isGivenUp(edge: PlanEdge): boolean {
    if (edge.free === null && edge.tests >= this.edgeBudget) this.decide(edge, false);
    return edge.free === false;
  }

  private check(edge: PlanEdge, budget: number, until?: number): CheckResult {
    const begin = performance.now();
    // Where no proof can be found that is reason enough to look elsewhere; what is only near may be proven.
    const request: LadderRequest = {
      ...this.question,
      ...{ segment: edge.segment, budget, kept: edge.kept, hasty: true, brief: true },
      ...(until === undefined ? {} : { until }),
    };
    const result = this.checker.check(request);
    this.stats.checkingMilliseconds += performance.now() - begin;
    if (edge.level === 0) this.stats.edges++;
    this.stats.configurations += result.stats.configurations;
    edge.level++;
    edge.tests += result.stats.tests;
    this.keep(edge, result.kept);
    return result;
  }

  /** Drops what is known of an edge that is not settled. */
  forget(edge: PlanEdge): void {
    this.keep(edge, null);
    if (edge.free !== null) return;
    edge.level = 0;
    edge.tests = 0;
  }

  private decide(edge: PlanEdge, free: boolean): void {
    this.keep(edge, null);
    edge.free = free;
    if (!free) return;
    this.stats.freeEdges++;
    this.request.onEdge?.(edge.segment.from, edge.segment.to);
  }

  /** Keeps the work of an edge, unless too much is kept already. */
  private keep(edge: PlanEdge, kept: KeptWork | null): void {
    this.keptSize -= edge.kept?.size ?? 0;
    edge.kept = this.keptSize + (kept?.size ?? 0) > MOST_KEPT ? null : kept;
    this.keptSize += edge.kept?.size ?? 0;
  }

  private isProven({ verdict }: Pick<CheckResult, 'verdict'>): boolean {
    return verdict === (this.proves ? 'free' : 'no collision found');
  }

  /**
   * The answer: a way of configurations from the start to a goal whose neighbours are joined by proven
   * edges. Joints without limits run on; an edge whose numbers change by that is proven anew, and if
   * that fails there is no answer yet. `fromEdges`: all of them are edges that were settled here.
   */
  found(way: readonly Float64Array[], fromEdges = false): PlanResult | null {
    const { space, request } = this;
    const waypoints = [way[0].slice()];
    for (let i = 1; i < way.length; i++) {
      const before = waypoints[waypoints.length - 1];
      const q = new Float64Array(space.size);
      space.alongInto(before, way[i], q);
      // Where two ways meet, a configuration comes twice.
      if (space.distance(before, q) < SAME && (i + 1 < way.length || isSame(before, q))) continue;
      waypoints.push(q);
      if (isSame(q, way[i]) && isSame(before, way[i - 1])) continue;
      if (!this.settle(this.edge(before, q))) return null;
    }
    // A path has two ends, also one that stands still.
    if (waypoints.length === 1) waypoints.push(waypoints[0].slice());
    const goal = request.goals.findIndex((g) => isSame(g, way[way.length - 1]));
    let length = 0;
    for (let i = 1; i < way.length; i++) length += space.distance(way[i - 1], way[i]);
    const verdict = this.proves ? 'free' : 'no collision found';
    const answer = this.answer(verdict, waypoints, goal, length);
    return fromEdges && this.withParts ? { ...answer, withParts: true } : answer;
  }

  /**
   * The straight way from the start to a goal, the nearest first, before anything else is tried: asked about
   * as a path is checked, with the same effort, so that what a check would prove is found. Of a start that is a
   * goal it is a motion that stands still. Null if no way is proven. Goals that `memory` knows are not asked
   * about again.
   */
  direct(memory?: DirectMemory): PlanResult | null {
    const { space, request } = this;
    const { from, goals } = request;
    const far = goals.map((goal) => space.distance(from, goal));
    const order = goals.map((_, i) => i).filter((i) => !memory?.knows(i));
    order.sort((i, j) => far[i] - far[j]);
    if (order.length === 0 || !this.next()) return null;
    const begin = performance.now();
    for (const i of order) {
      // Half of the time at most: the rest is for the search.
      const left = 0.5 * (this.deadline - this.start) - (performance.now() - this.start);
      if (left <= 0 || request.signal?.aborted) break;
      const end = new Float64Array(space.size);
      space.alongInto(from, goals[i], end);
      const free = this.isStraightFree([from.slice(), end], left);
      memory?.learn(i, free);
      this.stats.checkingMilliseconds = performance.now() - begin;
      if (!free) continue;
      this.stats.freeEdges++;
      request.onEdge?.(from, end);
      const verdict = this.proves ? 'free' : 'no collision found';
      return this.answer(verdict, [from.slice(), end], i, space.distance(from, end));
    }
    return null;
  }

  /** By the planner's own checker, and where that can neither prove nor refute it by the ladder. */
  private isStraightFree(waypoints: readonly Float64Array[], time_ms: number): boolean {
    const { space, request, checker } = this;
    if (this.proves && this.seesContact(waypoints[0], waypoints[1])) return false;
    const segment = new StraightSegment(space.cell.tree, waypoints[0], waypoints[1]);
    const { signal } = request;
    const ask = (by: Checker) => {
      const limits = { ...this.question, timeLimit_ms: time_ms, ...(signal ? { signal } : {}) };
      // As much effort as a check of the path has; where nothing is to be proven there is no need to search for worse.
      const asked: LadderRequest = { ...limits, segment, hasty: true, brief: true };
      const result = by.check(asked);
      this.stats.edges++;
      this.stats.configurations += result.stats.configurations;
      return result;
    };
    const result = ask(checker);
    if (this.isProven(result)) return true;
    if (!this.proves || checker === space.prover || result.witness?.violated) return false;
    return this.isProven(ask(space.prover));
  }

  /** Whether bodies are in contact where a motion is looked at: then nothing is to be proven, whatever the effort. */
  private seesContact(from: Float64Array, to: Float64Array): boolean {
    const { looks, space, stats } = this;
    const before = looks.taken;
    const passes = looks.pass(from, to, DIRECT_LOOKS);
    stats.configurations += looks.taken - before;
    return !passes && space.collidesAt(looks.at);
  }

  /** The answer that no path was found. */
  none(): PlanResult {
    return this.answer('no path found', null, -1, 0);
  }

  private answer(
    verdict: PlanVerdict,
    waypoints: readonly Float64Array[] | null,
    goal: number,
    length: number,
  ): PlanResult {
    this.stats.milliseconds = performance.now() - this.start;
    return { verdict, waypoints, goal, length, near: this.near, stats: this.stats };
  }
}

function isSame(a: Float64Array, b: Float64Array): boolean {
  for (let d = 0; d < a.length; d++) if (a[d] !== b[d]) return false;
  return true;
}
