/** What is asked about two patches, and what is answered (cover.ts). Records that are used again and again. */
import { NO_PATCH, type Patch } from '../../cell/index.ts';

/** The patches are shown to stay apart all the time that was asked about. */
export const COVERED = 0;
/** Apart at t, but not for all the time. */
export const PARTLY = 1;
/** Not shown to be far enough apart at t. */
export const MEETING = 2;

/** Do two patches of a unit stay apart from t - before to t + after? Whoever asks uses one again and again. */
export interface CoverQuestion {
  unit: number;
  patchA: Patch;
  patchB: Patch;
  before: number;
  after: number;
  /** A direction to start from, in A's frame; 0 if there is none. */
  readonly warm: Float64Array;
}

/** A question to be filled in. */
export function coverQuestion(): CoverQuestion {
  const warm = new Float64Array(3);
  return { unit: 0, patchA: NO_PATCH, patchB: NO_PATCH, before: 0, after: 0, warm };
}

/** What is shown. One record, which the next question overwrites. */
export interface CoverAnswer {
  /** COVERED, PARTLY or MEETING. */
  status: number;
  /** Time that is covered before and after t by the best directions found, at most what was asked. */
  before: number;
  after: number;
  /** Gap beyond what is needed, along the last direction tried; only its sign is certain. */
  room: number;
  /** The directions of `before` (0..2) and `after` (3..5), in A's frame. */
  readonly directions: Float64Array;
}
