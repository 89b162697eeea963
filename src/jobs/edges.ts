/** Many motions, straight or circular, one answer for each; and single configurations. */
import { askAbout, type StaticResult } from '../cell/index.ts';
import {
  addStats,
  type Checker,
  type CheckResult,
  type CheckStats,
  checkEach,
  checkEdges as checkTogether,
  DEFAULT_DELTA,
  emptyStats,
  type PathRequest,
} from '../check/index.ts';
import { aboutFile } from '../formats/index.ts';
import { type Fault, InputError } from '../math/index.ts';
import {
  buildPath,
  type LeftLimit,
  limitsLeft,
  limitsLeftAt,
  type Segment,
  type WrapRule,
} from '../motion/index.ts';
import type { CheckRequest } from './check.ts';
import {
  type JobContext,
  JobLimits,
  type LimitSettings,
  Stopwatch,
  signalWith,
  telling,
  tellNotes,
} from './context.ts';
import { cellFacts } from './facts.ts';
import { checkerOf, type MethodSettings } from './methodSettings.ts';
import type { CellAdjustments, OpenCell } from './openCell.ts';
import type { EdgeData } from './openMotion.ts';

export interface EdgesRequest
  extends CellAdjustments,
    LimitSettings,
    MethodSettings,
    Pick<CheckRequest, 'delta' | 'all'> {
  readonly edges: readonly EdgeData[];
  /** Tests for each edge, where there is no budget for all. Default 1,000,000. */
  readonly edgeBudget?: number | undefined;
  /** Default literal. */
  readonly wrap?: WrapRule | undefined;
  /** Number of the first edge, for faults and notes. Default 0. */
  readonly first?: number | undefined;
  /** Where they come from, for faults. */
  readonly file?: string | undefined;
}

/** Of one edge. */
export interface EdgeAnswer extends Omit<CheckResult, 'kept'> {
  readonly limits: readonly LeftLimit[];
}

export interface EdgesAnswer {
  readonly results: readonly EdgeAnswer[];
  readonly assumptions: readonly string[];
  /** About turns that are ambiguous, by the number of the edge. */
  readonly notes: readonly Fault[];
  readonly testedPairs: number;
  readonly clearance: number;
  readonly delta: number;
  readonly stats: CheckStats;
  readonly milliseconds: number;
}

/**
 * Checks edges that need not hang together. A budget and a time limit are for all of them; without both the ladder checks
 * each on its own, and what it answers of one does not depend on the others.
 */
export function checkEdges(
  open: OpenCell,
  request: EdgesRequest,
  context: JobContext = {},
): EdgesAnswer {
  const { edges, wrap = 'literal', delta = DEFAULT_DELTA, all = false, first = 0 } = request;
  const limits = new JobLimits(request, context);
  const base = open.with(request).cell;
  const build = () =>
    edges.map(({ from, to, via }, i) => {
      const vias = via && [null, via];
      return ofEdgeNumber(first + i, () => buildPath(base.tree, [from, to], { wrap, vias }));
    });
  const paths = request.file === undefined ? build() : aboutFile(request.file, build);
  const { cell, motion: segments } = askAbout(
    base,
    paths.map((path) => path.segments[0]),
  );
  const notes = paths.flatMap((path, i) => path.notes.map((note) => ofEdge(note, first + i)));
  tellNotes(context, 'edges', notes);
  const checker = open.with(request).newCheckerFor({ cell }, checkerOf(request));
  const watch = new Stopwatch();
  const results = checkSegments(checker, segments, request, limits.now(), {
    ...{ delta, all },
    ...telling(context, 'edges'),
  });
  const milliseconds = watch.total();
  const stats = emptyStats();
  for (const result of results) addStats(stats, result.stats);
  const { bounds, assumptions, testedPairs } = cellFacts(cell);
  return {
    results: results.map(({ kept: _, ...result }, i) => ({
      ...result,
      limits: limitsLeft(cell, paths[i], bounds).left,
    })),
    assumptions,
    notes,
    testedPairs,
    clearance: cell.description.clearance.default,
    delta,
    stats,
    milliseconds,
  };
}

/** Each on its own, unless there is something that they share. */
function checkSegments(
  checker: Checker,
  segments: readonly Segment[],
  { turns, edgeBudget }: EdgesRequest,
  limits: ReturnType<JobLimits['now']>,
  asked: Pick<PathRequest, 'delta' | 'all' | 'onProgress'>,
): CheckResult[] {
  const { budget, timeLimit_ms, signal } = limits;
  const isShared = budget !== undefined || timeLimit_ms !== undefined || turns !== undefined;
  if (isShared || (checker.method !== 'ladder' && edgeBudget === undefined)) {
    return checkTogether(checker, segments, { ...asked, ...limits, ...(turns && { turns }) });
  }
  return checkEach(checker, segments, {
    ...asked,
    ...(signal && { signal }),
    ...(edgeBudget === undefined ? {} : { budget: edgeBudget }),
  });
}

/** What is wrong with an arc is said of its edge. */
function ofEdgeNumber<T>(i: number, make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof InputError) || !error.fault.code.startsWith('path/arc')) throw error;
    throw new InputError({ ...error.fault, message: ofEdge(error.fault, i).message });
  }
}

function ofEdge(note: Fault, i: number): Fault {
  return {
    ...note,
    message: `edge ${i}: ${note.message.replace(' in segment 0', '').replace(/^segment 0: /, '')}`,
  };
}

// ------------------------------------------------------------------------------------ configurations

export interface ConfigurationsRequest extends CellAdjustments {
  readonly configurations: readonly Float64Array[];
}

/** Of one configuration. */
export interface ConfigurationAnswer extends StaticResult {
  readonly limits: readonly LeftLimit[];
}

export interface ConfigurationsAnswer {
  readonly results: readonly ConfigurationAnswer[];
  readonly assumptions: readonly string[];
  readonly testedPairs: number;
  readonly milliseconds: number;
}

/** Does any pair collide, and if not, which is closest? Stopped early, it answers those that it came to. */
export function checkConfigurations(
  open: OpenCell,
  request: ConfigurationsRequest,
  context: JobContext = {},
): ConfigurationsAnswer {
  const { onProgress } = context;
  const { signal } = signalWith(context);
  const asked = open.with(request);
  const { cell } = asked;
  const { configurations: list } = request;
  let checker = asked.staticChecker;
  const watch = new Stopwatch();
  const checked: StaticResult[] = [];
  for (const q of list) {
    if (signal?.aborted) break;
    checker = checker.for(q);
    checked.push(checker.check(q));
    onProgress?.({ phase: 'checking', done: checked.length, of: list.length });
  }
  const milliseconds = watch.total();
  const { bounds, assumptions, testedPairs } = cellFacts(cell);
  const limits = limitsLeftAt(cell, list.slice(0, checked.length), bounds);
  return {
    results: checked.map((result, i) => ({ ...result, limits: limits[i] })),
    assumptions,
    testedPairs,
    milliseconds,
  };
}
