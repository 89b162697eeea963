/** Planning, smoothing and timing. */
import type { Verdict } from '../../../src/check/index.ts';
import type { TreeEdges } from '../../../src/jobs/index.ts';
import type {
  PlannerName,
  PlannerOptions,
  PlanStats,
  PlanVerdict,
} from '../../../src/plan/index.ts';
import type { CheckSettings } from './checking.ts';
import type { PathData } from './motion.ts';

export type { TreeEdges };

export interface PlanRequestData {
  readonly from: ArrayLike<number>;
  /** Any of these will do. */
  readonly goals: readonly ArrayLike<number>[];
  /** Default rrt-connect. */
  readonly planner?: PlannerName;
  /** Those that belong to the planner. */
  readonly plannerSettings?: PlannerOptions;
  /** Default 1. */
  readonly seed?: number;
  /** Seconds; default 10. */
  readonly timeLimit?: number;
  readonly iterations?: number;
  /** Default true. */
  readonly smooth?: boolean;
  /** Give it times within the joints' limits. Default false. */
  readonly timed?: boolean | 'stops' | 'blends';
  /** Degrees of freedom that may move. Default: those of robots that a goal moves. */
  readonly moving?: readonly number[];
  /** For `sbl`. */
  readonly resolution?: number;
  readonly settings?: Pick<CheckSettings, 'clearance' | 'tracking'>;
  /** Link whose positions draw the trees. Default: a tool of a robot that moves. */
  readonly traced?: string;
}

export interface PlanAnswer {
  readonly verdict: PlanVerdict;
  readonly path: PathData | null;
  /** Which goal was reached; -1 if none. */
  readonly goal: number;
  /** Weighted length in joint space: as planned, and after smoothing. */
  readonly planned: number;
  readonly length: number;
  /** Seconds, if timed. */
  readonly duration?: number;
  readonly planner: PlannerName;
  /** Which pairs nearly touch at the start and the goals. */
  readonly notes: readonly string[];
  readonly stats: PlanStats;
  readonly phases: {
    readonly planning: number;
    readonly smoothing: number;
    readonly timing: number;
  };
}

export interface SmoothRequest {
  readonly path: PathData;
  readonly seed?: number;
  readonly iterations?: number;
  readonly timeLimit?: number;
  readonly settings?: Pick<CheckSettings, 'clearance' | 'tracking'>;
}

export interface SmoothAnswer {
  readonly path: PathData;
  readonly before: number;
  readonly length: number;
  readonly tried: number;
  readonly taken: number;
  /** Which pairs nearly touch at the ends of the path. */
  readonly notes: readonly string[];
}

export interface TimeRequest {
  readonly path: PathData;
  /** Default blends. */
  readonly mode?: 'stops' | 'blends';
  /** Radians or metres per second and per second squared, for all joints. */
  readonly velocity?: number;
  readonly acceleration?: number;
  /** Parts of the limits to use, up to 1. */
  readonly velocityScale?: number;
  readonly accelerationScale?: number;
}

export interface TimeAnswer {
  readonly path: PathData;
  readonly duration: number;
  readonly blends: number;
  readonly stops: number;
  /** Of the timed motion. */
  readonly verdict: Verdict;
}
