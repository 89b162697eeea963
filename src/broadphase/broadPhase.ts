/**
 * The broad phase: of many bodies, given by boxes aligned to the axes of one frame, which pairs are close [C 2].
 *
 * Close means that the boxes overlap, touching included, exactly as the doubles say: every method reports the same
 * pairs, whatever it looks at to find them. Bodies have numbers, from 0 and not much larger than there are bodies.
 * `set` and `remove` only note what is asked for; `update` does the work and reports the pairs that became close and
 * those that no longer are, in the order of their numbers, so that whoever acts on them does the same with any
 * method. Between two updates nothing that can be asked changes. A box is six numbers: lowest x, y, z, highest
 * x, y, z, in metres.
 */
import type { PairChanges } from './pairList.ts';

/** What a method did since it was made, or since somebody set the numbers to zero. */
export interface BroadPhaseStats {
  /** Pairs of boxes that were compared. */
  tests: number;
  /** Cells that were looked up: to read, add or remove a label. Hashes only. */
  cells: number;
  /** Labels of other bodies that were looked through there. Hashes only. */
  labels: number;
  /** Neighbours that were exchanged in a sorted list. Sweep and prune only. */
  swaps: number;
}

export interface BroadPhase {
  readonly stats: BroadPhaseStats;
  /** How many pairs are close, as of the last update. */
  readonly closeCount: number;

  /**
   * Adds a body, or moves or resizes it: its box is at box[o]. Two bodies that are fixed are never a pair. Throws an
   * InputError for a box that is not finite, beyond MAX_PLACE or inverted, and for a number that is none.
   */
  set(id: number, box: Float64Array, o?: number, fixed?: boolean): void;

  /** Takes a body away. A body that is set again before the next update has moved. */
  remove(id: number): void;

  /** Clears `changes` and reports the pairs that became close, and that no longer are, since the last update. */
  update(changes: PairChanges): void;

  /** Whether two bodies are close, as of the last update. */
  isClose(a: number, b: number): boolean;

  /** Visits the pairs that are close, as of the last update, the smaller number first; the order is the method's. */
  forEachClose(visit: (a: number, b: number) => void): void;
}

/** Statistics of a method that has done nothing. */
export function newStats(): BroadPhaseStats {
  return { tests: 0, cells: 0, labels: 0, swaps: 0 };
}
