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
import type { Fault } from '../math/index.ts';
import { type LeftLimit, limitsLeft, limitsLeftAt } from '../motion/index.ts';
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
import { type EdgeMotions, EdgePaths } from './edgePaths.ts';
import { cellFacts } from './facts.ts';
import { checkerOf, type MethodSettings } from './methodSettings.ts';
import type { CellAdjustments, OpenCell } from './openCell.ts';

export interface EdgesRequest
  extends CellAdjustments,
    EdgeMotions,
    LimitSettings,
    MethodSettings,
    Pick<CheckRequest, 'delta' | 'all'> {
  /** Tests for each edge, where there is no budget for all. Default 1,000,000. */
  readonly edgeBudget?: number | undefined;
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

/** What is told of all edges together. */
export type EdgesSum = Omit<EdgesAnswer, 'results'>;

/**
 * Checks edges that need not hang together. A budget and a time limit are for all of them; without both the ladder checks
 * each on its own, and what it answers of one does not depend on the others.
 */
export function checkEdges(
  open: OpenCell,
  request: EdgesRequest,
  context: JobContext = {},
): EdgesAnswer {
  const results: EdgeAnswer[] = [];
  const sum = checkEdgesOneByOne(open, request, (answer) => results.push(answer), context);
  return { results, ...sum };
}

/**
 * The same, with every answer handed over as soon as it is there: who writes it down and drops it leaves nothing for the garbage
 * collector to carry about, which takes an eighth of the time of short edges otherwise.
 */
export function checkEdgesOneByOne(
  open: OpenCell,
  request: EdgesRequest,
  take: (answer: EdgeAnswer) => void,
  context: JobContext = {},
): EdgesSum {
  const { delta = DEFAULT_DELTA, all = false, file } = request;
  const limits = new JobLimits(request, context);
  const base = open.with(request).cell;
  const paths = new EdgePaths(base.tree, request);
  const { range, notes } = file === undefined ? paths.look() : aboutFile(file, () => paths.look());
  const { cell } = askAbout(base, range ? [range] : []);
  tellNotes(context, 'edges', notes);
  const checker = open.with(request).newCheckerFor({ cell }, checkerOf(request));
  const { bounds, assumptions, testedPairs } = cellFacts(cell);
  const watch = new Stopwatch();
  const results = checkSegments(checker, paths, request, limits.now(), {
    ...{ delta, all },
    ...telling(context, 'edges'),
  });
  const stats = emptyStats();
  let i = 0;
  for (const { verdict, witness, witnesses, open: left, stats: own } of results) {
    addStats(stats, own);
    const { left: leaving } = limitsLeft(cell, paths.at(i++), bounds);
    take({ verdict, witness, witnesses, open: left, stats: own, limits: leaving });
  }
  const milliseconds = watch.total();
  const clearance = cell.description.clearance.default;
  return { assumptions, notes, testedPairs, clearance, delta, stats, milliseconds };
}

/** Each on its own, unless there is something that they share. */
function checkSegments(
  checker: Checker,
  paths: EdgePaths,
  { turns, edgeBudget }: EdgesRequest,
  limits: ReturnType<JobLimits['now']>,
  asked: Pick<PathRequest, 'delta' | 'all' | 'onProgress'>,
): Iterable<CheckResult> {
  const { budget, timeLimit_ms, signal } = limits;
  const isShared = budget !== undefined || timeLimit_ms !== undefined || turns !== undefined;
  if (isShared || (checker.method !== 'ladder' && edgeBudget === undefined)) {
    return checkTogether(checker, [...paths], { ...asked, ...limits, ...(turns && { turns }) });
  }
  return checkEach(checker, paths, {
    ...asked,
    ...(signal && { signal }),
    ...(edgeBudget === undefined ? {} : { budget: edgeBudget }),
  });
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
