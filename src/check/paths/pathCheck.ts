/**
 * Checks of several segments: paths, and collections of edges [A II-D]. A queue of segments (segmentQueue.ts) decides
 * which is gone on with, so that a collision on a late segment is found before much is spent on proofs of early ones.
 */
import type { Path, Segment } from '../../motion/index.ts';
import { isWorse } from '../judge.ts';
import type { Checker, CheckResult, Verdict } from '../request.ts';
import type { PathRequest, PathResult, PathWitness } from './pathRequest.ts';
import { SegmentQueue } from './segmentQueue.ts';

/**
 * Checks a whole path. Stops at the first contact or violated clearance, unless all are asked for.
 * The budget is for the whole path; by default it is DEFAULT_BUDGET for each of its segments.
 */
export function checkPath(checker: Checker, path: Path, request: PathRequest = {}): PathResult {
  const queue = new SegmentQueue(checker, path.segments, request);
  // Where a clearance is violated the segment may yet be shown to collide.
  queue.run(({ verdict, witness, kept }) => {
    return !request.all && (verdict === 'colliding' || (witness?.violated === true && !kept));
  });
  return pathResult(queue, request.all ?? false);
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
