/**
 * What all planners do alike: look at configurations and edges, count what that costs, know when to stop,
 * and refuse a start or goal that is not free.
 */
import type { Checker, CheckResult, KeptWork, LadderRequest } from '../check/index.ts';
import { InputError } from '../math/index.ts';
import { StraightSegment } from '../motion/index.ts';
import {
  emptyPlanStats,
  type PlanningRequest,
  type PlanResult,
  type PlanStats,
  type PlanVerdict,
} from './request.ts';
import type { PlanningSpace } from './space.ts';

const DEFAULT_TIME_MS = 10_000;
/** The clock is looked at after so many iterations. */
const CLOCK_EVERY = 16;

/** Configurations nearer than this, weighted, are one. */
const SAME = 1e-12;

/** An edge that may be asked about several times: what is known is kept [A3]. */
export interface PlanEdge {
  readonly segment: StraightSegment;
  kept: KeptWork | null;
  /** Null as long as it is not settled. */
  free: boolean | null;
}

export interface WorkOptions {
  /** Default: the ladder, which proves. A `fixed` checker only samples. */
  readonly checker?: Checker;
  /** Tests after which an edge that is asked about to the end counts as not free. */
  readonly edgeBudget?: number;
}

export class PlanWork {
  readonly space: PlanningSpace;
  readonly request: PlanningRequest;
  readonly stats: PlanStats = emptyPlanStats();
  readonly proves: boolean;
  private readonly checker: Checker;
  private readonly edgeBudget: number;
  private readonly start = performance.now();
  private readonly deadline: number;
  private late = false;

  constructor(space: PlanningSpace, request: PlanningRequest, options: WorkOptions = {}) {
    this.space = space;
    this.request = request;
    this.checker = options.checker ?? space.prover;
    this.proves = this.checker.method !== 'fixed';
    this.edgeBudget = options.edgeBudget ?? 100_000;
    this.deadline = this.start + (request.timeLimit_ms ?? DEFAULT_TIME_MS);
    if (request.goals.length === 0) {
      throw new InputError({ code: 'plan/goals', message: 'a plan needs at least one goal' });
    }
    this.refuseBlocked(request.from, 'start');
    request.goals.forEach((goal, i) => {
      this.refuseBlocked(goal, request.goals.length === 1 ? 'goal' : `goal ${i}`);
    });
  }

  private refuseBlocked(q: Float64Array, what: string): void {
    const { space } = this;
    const { dofs } = space.cell.tree;
    if (q.length !== space.size || !q.every(Number.isFinite)) {
      throw new InputError({
        code: 'plan/configuration',
        message: `the ${what} must be ${space.size} finite numbers`,
      });
    }
    if (!space.isInside(q)) {
      const d = dofs.findIndex(
        ({ continuous }, i) => !continuous && !(q[i] >= space.lower[i] && q[i] <= space.upper[i]),
      );
      throw new InputError({
        code: 'plan/limits',
        message: `the ${what} has "${dofs[d].name}" at ${q[d]}, beyond its limits ${space.lower[d]} to ${space.upper[d]}`,
      });
    }
    if (space.isFree(q)) return;
    const found = space.obstacleAt(q);
    if (found === null) return;
    const [a, b] = [found.pair.a, found.pair.b].map((i) => space.cell.bodies[i].name);
    throw new InputError({
      code: 'plan/blocked',
      message: found.colliding
        ? `at the ${what} "${a}" and "${b}" collide`
        : `at the ${what} "${a}" and "${b}" are too close: ${found.distance} m apart`,
      hint: found.colliding
        ? undefined
        : 'they need their clearance, and more than rounding can tell',
    });
  }

  /** Whether to go on; counts an iteration. */
  next(): boolean {
    const { stats, request } = this;
    if (stats.iterations >= (request.maxIterations ?? Infinity) || request.signal?.aborted) {
      return false;
    }
    if (stats.iterations % CLOCK_EVERY === 0) {
      this.late = performance.now() > this.deadline;
      request.onProgress?.({ iterations: stats.iterations, milestones: stats.milestones });
    }
    if (this.late) return false;
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

  /** The straight motion between two configurations; `to` is where values run on to. */
  edge(from: Float64Array, to: Float64Array): PlanEdge {
    return { segment: new StraightSegment(this.space.cell.tree, from, to), kept: null, free: null };
  }

  /** Tells who watches that an edge is used though it is not settled, or is used no more. */
  candidate(from: Float64Array, to: Float64Array, isTaken: boolean): void {
    this.request.onCandidate?.(from, to, isTaken);
  }

  /** Asks about an edge until it is settled. Whatever is not proven free is not. */
  settle(edge: PlanEdge): boolean {
    while (edge.free === null) {
      this.ask(edge, this.edgeBudget);
      if (edge.free === null) edge.free = false;
    }
    return edge.free;
  }

  /** Goes on with an edge for so many tests; true or false once that is known, else null. */
  ask(edge: PlanEdge, budget: number): boolean | null {
    if (edge.free !== null) return edge.free;
    const begin = performance.now();
    // Bodies that are too close are reason enough to look elsewhere.
    const request: LadderRequest = { segment: edge.segment, budget, kept: edge.kept, hasty: true };
    const result = this.checker.check(request);
    this.stats.checkingMilliseconds += performance.now() - begin;
    if (edge.kept === null) this.stats.edges++;
    this.stats.configurations += result.stats.configurations;
    edge.kept = result.kept;
    const open = result.verdict === 'undecided' && result.kept !== null;
    if (!open) {
      edge.free = this.isProven(result);
      if (edge.free) {
        this.stats.freeEdges++;
        this.request.onEdge?.(edge.segment.from, edge.segment.to);
      }
    }
    return edge.free;
  }

  private isProven({ verdict }: CheckResult): boolean {
    return verdict === (this.proves ? 'free' : 'no collision found');
  }

  /**
   * The answer: a way of configurations from the start to a goal whose neighbours are joined by proven
   * edges. Joints without limits run on; an edge whose numbers change by that is proven anew, and if
   * that fails there is no answer yet.
   */
  found(way: readonly Float64Array[]): PlanResult | null {
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
    return this.answer(this.proves ? 'free' : 'no collision found', waypoints, goal, length);
  }

  /** The answer if the start is a goal: a motion that stands still, proven like any other. Null if it is not. */
  standing(): PlanResult | null {
    const { from, goals } = this.request;
    if (!goals.some((goal) => isSame(from, goal))) return null;
    if (!this.next() || !this.settle(this.edge(from, from))) return null;
    return this.found([from, from]);
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
    return { verdict, waypoints, goal, length, stats: this.stats };
  }
}

function isSame(a: Float64Array, b: Float64Array): boolean {
  for (let d = 0; d < a.length; d++) if (a[d] !== b[d]) return false;
  return true;
}
