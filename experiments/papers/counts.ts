/** How many samples or runs the papers took, how many a full run takes, and how many a first look; docs/repro.md says them. */

export interface Count {
  /** The paper's; null where it does not say, or has none. */
  readonly paper: number | null;
  readonly full: number;
  /** With --quick. */
  readonly quick: number;
}

/** One of these. */
export const count = (paper: number | null, full: number, quick: number): Count => ({
  paper,
  full,
  quick,
});

/** Checking: configurations or segments in each environment. */
export const COUNTS = {
  /** [A table I, B table 1] Configurations. */
  distances: count(1000, 1000, 20),
  /** [A table III, B table 2] Colliding segments. */
  colliding: count(1000, 1000, 25),
  /** [A table VI] Free segments, and colliding ones that sampling may miss. */
  free: count(1000, 1000, 8),
  missed: count(null, 1000, 25),
  /** [B table 3] Free segments for each delta. */
  freeB: count(1000, 1000, 3),
  /** [A table XI] Free segments. */
  refined: count(1000, 1000, 4),
  /** [A figure 9, B figure 5] Segments. */
  bounds: count(10_000, 10_000, 200),
  planar: count(1000, 1000, 200),
  /** [A II-C] Colliding segments. */
  order: count(null, 1000, 10),
  /** [A VII] Free segments whose queues are watched, and runs of planners. */
  memory: count(null, 100, 3),
  memoryRuns: count(null, 10, 1),
  memoryRunsSix: count(null, 3, 0),
  /** [B 4.1] Free and colliding segments. */
  hierarchy: count(null, 300, 4),
} as const;

/** Planning: runs with one arm, and with six (figures 12c and 12d). */
export const RUNS = {
  /** [A table IV] Runs in a row that must go well: the larger K; the other is half of it. */
  reliable: { one: count(100, 100, 10), six: count(100, 10, 0) },
  /** [A table V] For each delta. */
  threshold: { one: count(100, 100, 1), six: count(100, 10, 0) },
  /** [B table 4] */
  planners: { one: count(10, 10, 2), six: count(10, 10, 0) },
} as const;
