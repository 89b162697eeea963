/** What the planning suite finds out. */
import type { FirstPlan } from './firstPlan.ts';

/** One plan; milliseconds of CPU time. */
export interface Attempt {
  readonly solved: boolean;
  readonly proven: boolean;
  /** Why the problem itself was. */
  readonly refused?: string;
  /** Up to a smoothed path. */
  readonly cpu: number;
  /** Of that, the planner. */
  readonly planning: number;
  readonly waypoints: readonly ArrayLike<number>[] | null;
  /** More for a certificate, written. */
  readonly certificate?: number;
  /** Of it. */
  readonly bytes?: number;
  readonly verified?: boolean;
  /** What it took, in numbers of the engine's own. */
  readonly work?: object;
}

/** Who plans. */
export interface PlanEngine {
  readonly name: string;
  readonly own: boolean;
  plan(problem: number, seed: number, round: number): Promise<Attempt>;
}

/** What became of one problem and seed with one engine: the fastest attempt, and the path's fate. */
export interface Outcome {
  readonly engine: string;
  readonly problem: number;
  readonly seed: number;
  readonly solved: boolean;
  readonly proven: boolean;
  readonly refused?: string;
  readonly cpu: number;
  /** The same in the first round, when the problem is new. */
  readonly first: number;
  readonly planning: number;
  readonly certificate?: number;
  readonly bytes?: number;
  readonly verified?: boolean;
  readonly work?: object;
  readonly length: number;
  readonly waypoints: number;
  /** Rounds gave different paths. */
  readonly varied: boolean;
  judged: 'free' | 'collides' | 'disputed' | 'not judged';
}

/** The problems of one family around one robot. */
export interface FamilyResults {
  readonly robot: string;
  readonly family: string;
  readonly problems: number;
  readonly seeds: number;
  readonly rounds: number;
  readonly limit_ms: number;
  /** Tested, in each problem. */
  readonly pairs: readonly number[];
  /** Medians of CPU milliseconds: of a cell, its robot being known, and of a planner for it. */
  readonly building: number;
  readonly preparing: number;
  /** Of OMPL's: radians, and CPU milliseconds of all shapes and of one scene. */
  readonly ompl:
    | {
        readonly step: number;
        readonly extent: number;
        readonly shapes: number;
        readonly scene: number;
      }
    | undefined;
  readonly cold: readonly (FirstPlan & { readonly planner: string })[];
  readonly engines: readonly string[];
  readonly outcomes: readonly Outcome[];
}
