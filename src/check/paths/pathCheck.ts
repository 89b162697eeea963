/**
 * Checks of several segments: paths, and collections of edges [A II-D]. A queue of segments (segmentQueue.ts) decides
 * which is gone on with, so that a collision on a late segment is found before much is spent on proofs of early ones.
 */
import type { Path, Segment } from '../../motion/index.ts';
import { isWorse } from '../judge.ts';
import { MOST_LISTED } from '../limits.ts';
import {
  type Checker,
  type CheckResult,
  DEFAULT_BUDGET,
  emptyStats,
  type Verdict,
} from '../request.ts';
import type { PathRequest, PathResult, PathWitness } from './pathRequest.ts';
import { type AskedAhead, SegmentQueue } from './segmentQueue.ts';

/**
 * Checks a whole path. Stops at the first contact or violated clearance, unless all are asked for.
 * The budget is for the whole path; by default it is DEFAULT_BUDGET for each of its segments.
 */
export function checkPath(checker: Checker, path: Path, request: PathRequest = {}): PathResult {
  const queue = new SegmentQueue(checker, path.segments, request);
  queue.run((result) => isEnough(result, request));
  return pathResult(queue, request.all ?? false);
}

/**
 * The same, with answers about segments that others give: the turns are those of `budgets`, and the result is what the
 * ladder alone would come to. `checker` only lists what nobody began. Nothing is kept.
 */
export async function checkPathAhead(
  checker: Checker,
  path: Path,
  request: PathRequest,
  round: AskedAhead,
): Promise<PathResult> {
  const queue = new SegmentQueue(checker, path.segments, { ...request, turns: 'budgets' });
  await queue.runAhead(round, (result) => isEnough(result, request));
  await queue.listAhead(round);
  const result = pathResult(queue, request.all ?? false);
  return { ...result, kept: result.kept.map(() => null) };
}

/** Where a clearance is violated the segment may yet be shown to collide. */
function isEnough({ verdict, witness, kept }: CheckResult, { all }: PathRequest): boolean {
  return !all && (verdict === 'colliding' || (witness?.violated === true && !kept));
}

/**
 * Checks segments that need not hang together: one answer for each, in order. The budget is for all
 * of them. `open` and `kept` of those that stay undecided are as the checker gave them.
 */
export function checkEdges(
  checker: Checker,
  segments: readonly Segment[],
  request: PathRequest = {},
): CheckResult[] {
  const queue = new SegmentQueue(checker, segments, request);
  queue.run(() => false);
  return queue.results();
}

/** What is asked about segments that are each checked on their own. */
export interface EachRequest extends Pick<PathRequest, 'delta' | 'all' | 'signal' | 'onProgress'> {
  /** Tests for each of them. Default 1,000,000. */
  readonly budget?: number;
}

/**
 * Checks segments one after the other, each with a budget of its own: what is answered of one does not depend on the
 * others. A segment is checked when its answer is asked for, so that nobody has to hold them all. Once the signal is aborted
 * the rest is undecided.
 */
export function* checkEach(
  checker: Checker,
  segments: Iterable<Segment> & { readonly length: number },
  { onProgress, budget = DEFAULT_BUDGET, delta, all, signal }: EachRequest = {},
): Generator<CheckResult, void, undefined> {
  // Members that are undefined would stand for a choice; copies of the request for each segment would be garbage.
  const common = {
    ...(delta === undefined ? {} : { delta }),
    ...(all === undefined ? {} : { all }),
    ...(signal && { signal }),
  };
  let tests = 0;
  let listed = 0;
  let whole: CheckResult | null = null;
  let settled = 0;
  for (const segment of segments) {
    settled++;
    const isOver = signal?.aborted === true;
    // Of very many that nobody begins the same is open: they share one list.
    if (isOver && whole !== null && listed > MOST_LISTED) {
      yield { ...whole, stats: emptyStats() };
      continue;
    }
    const result = checker.check({ ...common, segment, budget: isOver ? 0 : budget });
    if (isOver) {
      whole = result;
      listed += result.open.length;
    }
    tests += result.stats.tests;
    onProgress?.({ settled, segments: segments.length, tests });
    yield result;
  }
}

function pathResult(queue: SegmentQueue, all: boolean): PathResult {
  const { jobs } = queue;
  const stats = queue.stats();
  let witness: PathWitness | null = null;
  const found: PathWitness[] = [];
  for (const { index, result } of jobs) {
    if (result === null) continue;
    for (const w of all ? result.witnesses : result.witness ? [result.witness] : []) {
      const placed = { ...w, segment: index };
      if (all) found.push(placed);
      if (isWorse(placed, witness)) witness = placed;
    }
  }
  const kept = jobs.map((job) => job.kept);
  const witnesses = all ? found : witness ? [witness] : [];
  if (witness !== null && !all) {
    return { verdict: witness.verdict, witness, witnesses, open: [], kept, stats };
  }
  const open = queue.openAlong();
  const verdict =
    witness?.verdict ?? weakest(jobs.map(({ result }) => result?.verdict ?? 'undecided'));
  return { verdict, witness, witnesses, open, kept, stats };
}

/** What segments without a witness say together. */
function weakest(verdicts: readonly Verdict[]): Verdict {
  if (verdicts.includes('undecided')) return 'undecided';
  return verdicts.includes('no collision found') ? 'no collision found' : 'free';
}
