/** Many straight motions, one answer for each; and single configurations. */
import { askAbout, type StaticResult } from '../cell/index.ts';
import {
  addStats,
  type CheckResult,
  type CheckStats,
  checkEdges as checkSegments,
  createChecker,
  DEFAULT_DELTA,
  emptyStats,
} from '../check/index.ts';
import { aboutFile } from '../formats/index.ts';
import type { Fault } from '../math/index.ts';
import {
  buildPath,
  type LeftLimit,
  limitsLeft,
  limitsLeftAt,
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
  /** Default literal. */
  readonly wrap?: WrapRule | undefined;
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

/** Checks edges that need not hang together. The budget is for all of them. */
export function checkEdges(
  open: OpenCell,
  request: EdgesRequest,
  context: JobContext = {},
): EdgesAnswer {
  const { edges, wrap = 'literal', delta = DEFAULT_DELTA, all = false, turns } = request;
  const limits = new JobLimits(request, context);
  const base = open.with(request).cell;
  const build = () => edges.map(({ from, to }) => buildPath(base.tree, [from, to], { wrap }));
  const paths = request.file === undefined ? build() : aboutFile(request.file, build);
  const { cell, motion: segments } = askAbout(
    base,
    paths.map((path) => path.segments[0]),
  );
  const notes = paths.flatMap((path, i) => path.notes.map((note) => ofEdge(note, i)));
  tellNotes(context, 'edges', notes);
  const checker = createChecker(cell, checkerOf(request));
  const watch = new Stopwatch();
  const results = checkSegments(checker, segments, {
    ...{ delta, all },
    ...(turns === undefined ? {} : { turns }),
    ...limits.now(),
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

function ofEdge(note: Fault, i: number): Fault {
  return { ...note, message: `edge ${i}: ${note.message.replace(' in segment 0', '')}` };
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
