/** Bodies may overlap, but never deeper than a bound. */
import {
  checkPenetration as checkDepth,
  DEFAULT_DELTA,
  type PenetrationResult,
} from '../check/index.ts';
import { factsOf, type MotionFacts, type SearchSettings } from './check.ts';
import { type JobContext, JobLimits, Stopwatch } from './context.ts';
import type { OpenCell } from './openCell.ts';

export interface PenetrationJobRequest extends SearchSettings {
  /** Metres that bodies may be in each other. */
  readonly depth: number;
  /** Look at all pairs, also after one was found too deep. Default false. */
  readonly all?: boolean | undefined;
}

export interface PenetrationAnswer extends PenetrationResult, MotionFacts {
  readonly depth: number;
  readonly milliseconds: number;
}

/** Is every pair of bodies, everywhere on the motion, at most so deep in each other? */
export function checkPenetration(
  open: OpenCell,
  request: PenetrationJobRequest,
  context: JobContext = {},
): PenetrationAnswer {
  const { depth, delta = DEFAULT_DELTA, all = false } = request;
  const limits = new JobLimits(request, context);
  const question = open.question(request);
  context.onProgress?.({ phase: 'checking', done: 0, of: question.path.segments.length });
  const watch = new Stopwatch();
  const result = checkDepth(question.cell, question.path, { depth, delta, all, ...limits.now() });
  const milliseconds = watch.total();
  return { ...result, depth, milliseconds, ...factsOf(question, delta) };
}
