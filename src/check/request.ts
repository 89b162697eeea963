/**
 * What is asked of a checker and what it answers. All checkers take the same request and give the
 * same verdicts; they differ in how they get there, and in what they can be told.
 */
import type { Pair, PairFinding } from '../cell/index.ts';
import type { Segment } from '../motion/index.ts';

export type Method = 'ladder' | 'adaptive' | 'refined' | 'fixed';

/**
 * - `free`: proven, for every configuration of the motion, under the cell's assumptions.
 * - `colliding`: with a witness in which two bodies intersect.
 * - `too-close`: at a witness a pair is nearer than its clearance plus delta (plus what joints may
 *   stray), and contact is neither shown nor excluded.
 * - `undecided`: the budget, the time or the caller ended the search; open intervals are listed.
 * - `no collision found`: all that sampling can say. It proves nothing.
 */
export type Verdict = 'free' | 'colliding' | 'too-close' | 'undecided' | 'no collision found';

/** A configuration that shows why a motion is not free. */
export interface Witness {
  readonly verdict: 'colliding' | 'too-close';
  /** The distance is below the clearance asked for (and what joints may stray): shown, not feared. */
  readonly violated: boolean;
  readonly t: number;
  readonly configuration: Float64Array;
  readonly pair: Pair;
  /** Names of the two bodies. */
  readonly bodies: readonly [string, string];
  /** Distance, points and containment as measured there. */
  readonly finding: PairFinding;
}

/** A pair on an interval of t about which nothing is proven yet. */
export interface OpenInterval {
  readonly pair: Pair;
  readonly from: number;
  readonly to: number;
}

/** What a check cost. */
export interface CheckStats {
  /** Configurations that poses were computed for. */
  configurations: number;
  /** Questions about a pair of bodies at a configuration: what budgets count. */
  tests: number;
  /** Distance computations between convex hulls. */
  gjkCalls: number;
  /** Pairs of bounding volumes, or of hulls of parts of bodies. */
  nodePairs: number;
  trianglePairs: number;
  /** Questions to a crowd of obstacles: which of them come near a body that moves. */
  sweeps: number;
}

/** A question about one segment. */
export interface CheckRequest {
  readonly segment: Segment;
  /** Metres. Bodies nearer than their clearance plus this need not be told apart. Default 1e-4. */
  readonly delta?: number;
  /** Number of tests after which to stop undecided. Default 1,000,000. */
  readonly budget?: number;
  /** What an undecided check of the same segment, by the same checker, returned as `kept`. */
  readonly kept?: KeptWork | null;
  /**
   * Stop undecided as soon as what is looked at next has less than this uncovered (`KeptWork.uncovered`): it is another
   * segment's turn. One entry is looked at in any case, unless the segment is asked about for the first time. Not for
   * the ladder, which has no entries. Default: never.
   */
  readonly until?: number;
  /** Leave `open` empty where the check will be gone on with. Default false. */
  readonly brief?: boolean;
  /** Looked at often; stops the check undecided. An AbortSignal will do. */
  readonly signal?: { readonly aborted: boolean };
  /** Milliseconds after which to stop undecided. Verdicts then depend on the machine. */
  readonly timeLimit_ms?: number;
  /** All pairs that are not free, each with a witness, and not just one. Default false. */
  readonly all?: boolean;
}

/** Opaque: the open work of an undecided check. */
export interface KeptWork {
  readonly segment: Segment;
  readonly method: Method;
  /** About how many items it holds: memory. */
  readonly size: number;
  /**
   * How much of what is looked at next is not covered: lambda_i + lambda_j - eta_a - eta_b of the first entry, in metres
   * [A II-D], where no distance is known yet lambda_i + lambda_j. 0 where only other questions are left. By sampling: the
   * length of the next interval, in joint values. The ladder has no such thing.
   */
  readonly uncovered?: number;
}

/** The answer about one segment. */
export interface CheckResult {
  readonly verdict: Verdict;
  /** For `colliding` and `too-close`. Of those that were found, the most serious. */
  readonly witness: Witness | null;
  /** With `all`: one witness for every pair that is not free, in order of t. */
  readonly witnesses: readonly Witness[];
  /** For `undecided`: what is not proven. */
  readonly open: readonly OpenInterval[];
  /**
   * Pass it back to go on from there: for `undecided`, and where bodies are too close and the search
   * for something worse did not end. Null if nothing could change the answer.
   */
  readonly kept: KeptWork | null;
  readonly stats: CheckStats;
}

/** A method, prepared for a cell. Scratch inside: one check at a time. */
export interface Checker {
  readonly method: Method;
  /**
   * Whether nothing is kept of what was checked until now that could show in an answer, counts included: as if it had just
   * been made. Who does not say keeps something.
   */
  readonly isAsNew?: boolean;
  /**
   * Prepares for all of these motions at once, where preparing depends on motions: what is answered of one then does not depend on
   * which of them were asked about before.
   */
  ready?(segments: readonly Segment[]): void;
  /** The same as `isAsNew` since `ready` was last called. */
  readonly isAsReady?: boolean;
  check(request: CheckRequest): CheckResult;
}

/** Metres beyond their clearance within which bodies need not be told apart, unless told otherwise. */
export const DEFAULT_DELTA = 1e-4;
/** Tests after which a check stops undecided, unless told otherwise. */
export const DEFAULT_BUDGET = 1_000_000;

/** Counts of nothing done. */
export function emptyStats(): CheckStats {
  return { configurations: 0, tests: 0, gjkCalls: 0, nodePairs: 0, trianglePairs: 0, sweeps: 0 };
}

/** Adds counts to a sum. */
export function addStats(sum: CheckStats, more: CheckStats): void {
  sum.configurations += more.configurations;
  sum.tests += more.tests;
  sum.gjkCalls += more.gjkCalls;
  sum.nodePairs += more.nodePairs;
  sum.trianglePairs += more.trianglePairs;
  sum.sweeps += more.sweeps;
}
