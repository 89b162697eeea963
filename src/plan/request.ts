/**
 * What is asked of a planner and what it answers. All planners take the same request; each has settings
 * of its own. Whatever path is returned has been proven free; a path of a planner that only samples says
 * that it is not.
 */
import type { Random } from '../math/index.ts';
import type { NearEnd } from './ends.ts';

/** What a planner is asked: from where to where, with which random numbers, how long. */
export interface PlanningRequest {
  readonly from: Float64Array;
  /** Any of these will do; at least one. */
  readonly goals: readonly Float64Array[];
  readonly random: Random;
  /** Iterations after which to give up. Default: no limit. */
  readonly maxIterations?: number;
  /** Milliseconds after which to give up. Results then depend on the machine. Default 10,000. */
  readonly timeLimit_ms?: number;
  readonly signal?: { readonly aborted: boolean };
  /** Called now and then. */
  readonly onProgress?: (progress: PlanProgress) => void;
  /** Called for every edge that the checker found free, as it was asked: for drawing. */
  readonly onEdge?: (from: Float64Array, to: Float64Array) => void;
  /**
   * Called for every edge that a tree or roadmap takes in before it is proven, and with `false` when it is
   * given up again: for drawing where a planner searches. What is proven later comes as `onEdge`.
   */
  readonly onCandidate?: (from: Float64Array, to: Float64Array, isTaken: boolean) => void;
}

/** How far a planner has come. */
export interface PlanProgress {
  readonly iterations: number;
  readonly milestones: number;
}

/** What planning cost. */
export interface PlanStats {
  iterations: number;
  /** Configurations that were tested. */
  samples: number;
  /** All configurations that were looked at: samples, and what the checker needed on edges. */
  configurations: number;
  /** Configurations in trees or the roadmap. */
  milestones: number;
  /** Edges that were checked, and of these the free ones. */
  edges: number;
  freeEdges: number;
  /** Milliseconds: all of it, and the parts for configurations, edges and nearest neighbours. */
  milliseconds: number;
  samplingMilliseconds: number;
  checkingMilliseconds: number;
}

/**
 * `free`: every segment is proven. `no collision found`: a path of a planner that only samples, which
 * proves nothing. `no path found`: within the limits, which says nothing about whether there is one.
 */
export type PlanVerdict = 'free' | 'no collision found' | 'no path found';

/** What a planner found, and what it cost. */
export interface PlanResult {
  readonly verdict: PlanVerdict;
  /** Waypoints from start to goal, with straight segments; values run on without jumps. Null if none. */
  readonly waypoints: readonly Float64Array[] | null;
  /** Which goal was reached; -1 if none. */
  readonly goal: number;
  /** Length in joint space, weighted. */
  readonly length: number;
  /** Ends at which pairs are free and yet nearly in contact, with the pairs and their distances. */
  readonly near: readonly NearEnd[];
  /** Whether parts of its segments are proven with them (docs/proofs/motion.md, "Parts"). */
  readonly withParts?: boolean;
  readonly stats: PlanStats;
}

/** A planner, prepared for a cell. One plan at a time. */
export interface Planner {
  readonly name: string;
  plan(request: PlanningRequest): PlanResult;
}

/**
 * A search that is taken one iteration at a time: before each, what it has cost so far; in the end the result. Whoever
 * stops asking stops the search; whoever asks again goes on with it.
 */
export type PlanSearch = Generator<PlanStats, PlanResult, undefined>;

/** A planner whose search can be taken one iteration at a time. `plan` is the same search without pauses. */
export interface PausingPlanner extends Planner {
  search(request: PlanningRequest): PlanSearch;
}

/** A search without pauses. */
export function runSearch(search: PlanSearch): PlanResult {
  for (;;) {
    const { done, value } = search.next();
    if (done) return value;
  }
}

/** Nothing done yet. */
export function emptyPlanStats(): PlanStats {
  return {
    iterations: 0,
    samples: 0,
    configurations: 0,
    milestones: 0,
    edges: 0,
    freeEdges: 0,
    milliseconds: 0,
    samplingMilliseconds: 0,
    checkingMilliseconds: 0,
  };
}
