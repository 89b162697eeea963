/** Questions about whole paths, and their answers. */
import type { Pair } from '../../cell/index.ts';
import type { CheckStats, KeptWork, OpenInterval, Verdict, Witness } from '../request.ts';

/**
 * Which of several segments is gone on with.
 * - `uncovered`: the one whose first entry has most that is not covered, entry by entry [A II-D]: a queue of segments.
 *   By sampling: the one with the longest interval. The ladder has no entries, and cannot be asked this way.
 * - `budgets`: all in turn, with a few tests each, then again and again with more.
 */
export type Turns = (typeof TURNS)[number];
/** Both. */
export const TURNS = ['uncovered', 'budgets'] as const;

/** What is asked about a path, beside the path. */
export interface PathRequest {
  /** As in CheckRequest. */
  readonly delta?: number;
  /** Number of tests for the whole path. */
  readonly budget?: number;
  readonly signal?: { readonly aborted: boolean };
  readonly timeLimit_ms?: number;
  /** Every pair that is not free on every segment, each with a witness. Default false. */
  readonly all?: boolean;
  /** Default: `uncovered`, of the ladder `budgets`. */
  readonly turns?: Turns;
  /** By segment: what an undecided check of it, by the same checker, kept. It is gone on with. */
  readonly kept?: readonly (KeptWork | null | undefined)[];
  /** Called when a segment is settled, and now and then in between. */
  readonly onProgress?: (progress: PathProgress) => void;
}

/** How far a check of a path has come. */
export interface PathProgress {
  /** Segments that are settled, of how many. */
  readonly settled: number;
  readonly segments: number;
  readonly tests: number;
}

/** Where a path is not free. */
export interface PathWitness extends Witness {
  /** Number of the segment; `t` runs from 0 to 1 on it. */
  readonly segment: number;
}

/** The answer about a path. */
export interface PathResult {
  readonly verdict: Verdict;
  readonly witness: PathWitness | null;
  /** With `all`: in order of segment and t. */
  readonly witnesses: readonly PathWitness[];
  readonly open: readonly PathOpen[];
  /**
   * By segment: what is to be gone on with if it is asked about again, alone or in another path [A II-D]. Null where
   * nothing was begun, or nothing could change the answer.
   */
  readonly kept: readonly (KeptWork | null)[];
  readonly stats: CheckStats;
}

/** What is not proven on a segment. */
export interface PathOpen extends OpenInterval {
  readonly segment: number;
}

/** A piece of a path: part of one segment. */
export interface PathPiece {
  readonly segment: number;
  readonly from: number;
  readonly to: number;
}

/** First contact along a path, and what is proven safe of it [A17]. */
export interface FirstContactResult {
  readonly verdict: Verdict;
  /**
   * Where contact begins: everything before `from` is proven free, at `to` there is a witness. `to`
   * is null where bodies come too close without a contact that could be shown. Null if free.
   */
  readonly contact: {
    readonly segment: number;
    readonly from: number;
    readonly to: number | null;
    readonly pair: Pair;
  } | null;
  /** At `to`, or at the place where the pair is too close. */
  readonly witness: PathWitness | null;
  /** Maximal pieces on which every pair is proven free, in order. */
  readonly safe: readonly PathPiece[];
  /** The other pieces, with the pairs that are not proven there. */
  readonly unsafe: readonly (PathPiece & { readonly pairs: readonly Pair[] })[];
  readonly stats: CheckStats;
}

/** The clearance of one pair along a path [A15]. */
export interface PairClearance {
  readonly pair: Pair;
  /** Names of the two bodies. */
  readonly bodies: readonly [string, string];
  /** Proven: the pair is never nearer than this. */
  readonly lower: number;
  /** Smallest distance seen, and where. */
  readonly upper: number;
  readonly segment: number;
  readonly t: number;
}

/** How close the pairs come on a path, what is proven and what was seen. */
export interface ClearanceResult {
  /** Metres by which what is proven of a pair may stay below what was seen. */
  readonly accuracy: number;
  /**
   * One per pair that is tested or excluded by swept balls, smallest first. Pairs that were not seen
   * within the horizon have `upper` infinite and `segment` -1.
   */
  readonly pairs: readonly PairClearance[];
  /** Pairs that are not listed, of members of a crowd, stay farther apart than this; infinite if all are listed. */
  readonly others: number;
  /** The smallest `lower` of all, and `others`: proven for the whole path. */
  readonly lower: number;
  readonly stats: CheckStats;
}
