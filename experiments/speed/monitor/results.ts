/** What the suite `monitor` measures. */
import type { MotionKind } from './motions.ts';

/** Microseconds of a step: CPU time on average; by the clock, each step's least over the rounds. */
export interface StepTimes {
  readonly mean: number;
  readonly median: number;
  readonly p99: number;
}

/** One engine on the motions of one kind. */
export interface EngineRow {
  readonly engine: string;
  /** How it takes boxes, where that was tried in more than one way. */
  readonly variant: string;
  readonly times: StepTimes;
  /** The largest difference of its distances from ours, where both say that nothing meets. */
  readonly difference: number;
  /** Answers of which one says that classes meet, and the other not, or farther apart than rounding explains. */
  readonly unlike: number;
}

/** All engines on the motions of one kind, asked with a threshold or without. */
export interface StepRows {
  readonly kind: MotionKind;
  readonly threshold: number;
  readonly steps: number;
  /** Answers in which classes meet. */
  readonly meeting: number;
  /** The first is ours. */
  readonly rows: readonly EngineRow[];
}

/** Garbage collections in so many steps of a process of its own, once it was warm. */
export interface GarbageReport {
  readonly steps: number;
  readonly collections: number;
  readonly microseconds: number;
}

/** A change of bodies. */
export interface ChangeRow {
  readonly name: string;
  readonly microseconds: number;
}

/** Steps with a promise of rates, or without: microseconds, and what is looked at in a step. */
export interface TimedRow {
  readonly threshold: number;
  readonly promise: boolean;
  readonly microseconds: number;
  readonly looks: number;
  readonly distances: number;
}

export interface DataResults {
  readonly name: string;
  readonly scenes: readonly string[];
  readonly classPairs: number;
  readonly pairs: readonly number[];
  readonly asked: readonly StepRows[];
  readonly garbage?: GarbageReport;
  readonly changes?: readonly ChangeRow[];
  readonly timed?: readonly TimedRow[];
}

export interface MonitorResults {
  readonly data: readonly DataResults[];
  /** What could not take part, and why. */
  readonly leftOut: readonly string[];
}
