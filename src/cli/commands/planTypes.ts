/** `surepath plan`: what is asked, and what is answered. */
import type { Cell } from '../../cell/index.ts';
import type { Verdict } from '../../check/index.ts';
import type { PlanAnswer, Room, TimeAnswer } from '../../jobs/index.ts';
import type { SmoothVariant } from '../../plan/index.ts';
import type { FinishedMotion, OutQuestion } from './motionOut.ts';
import type { TimingQuestion } from './motionTiming.ts';
import type { PlannerQuestion } from './planPlanner.ts';
import type { NamedTask } from './planTask.ts';

export interface PlanQuestion {
  /** The cell and its options as on the command line, to be typed again. */
  readonly cellArguments: string;
  /** What is kept from the surroundings, where nobody asked for anything; with what no path was found to keep. */
  readonly room: (Room & { readonly given?: number }) | null;
  readonly planner: PlannerQuestion;
  readonly seed: number;
  readonly iterations: number | undefined;
  readonly seconds: number | undefined;
  readonly smooth: boolean;
  readonly shortcuts: number | undefined;
  readonly variant: SmoothVariant | undefined;
  readonly timing: TimingQuestion | undefined;
  readonly out: OutQuestion;
  readonly workers: number;
}

export interface PlanOutcome {
  readonly verdict: PlanAnswer['verdict'] | Verdict;
  readonly cell: Cell;
  readonly task: NamedTask;
  readonly planned: PlanAnswer;
  /** Full configurations; null if there is no path. */
  readonly waypoints: readonly Float64Array[] | null;
  readonly timed: TimeAnswer | null;
  readonly finished: FinishedMotion | null;
  /** Milestones that a roadmap held when it was read, and when it was written. */
  readonly roadmap: {
    readonly file: string;
    readonly before: number;
    readonly milestones: number;
  } | null;
  /** From the first look at the space on. */
  readonly milliseconds: number;
}
