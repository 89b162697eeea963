/**
 * Checks of several segments: paths, and collections of edges [A II-D]. Segments are asked in turn,
 * first with a small budget each, then with growing ones; the work of those that stay undecided is
 * kept and gone on with. So a collision on a late segment is found before much is spent on proofs
 * of early ones, and nothing is done twice.
 */
import type { Pair } from '../../cell/index.ts';
import type { Path, Segment } from '../../motion/index.ts';
import { isWorse } from '../judge.ts';
import { Limits, MOST_KEPT, MOST_LISTED } from '../limits.ts';
import {
  addStats,
  type Checker,
  type CheckResult,
  type CheckStats,
  DEFAULT_BUDGET,
  emptyStats,
  type KeptWork,
  type OpenInterval,
  type Verdict,
} from '../request.ts';
import type { PathOpen, PathRequest, PathResult, PathWitness } from './pathRequest.ts';

/** Tests that every segment gets in the first round, and by how much that grows from round to round. */
const FIRST_BUDGET = 256;
const GROWTH = 4;

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
  return queue.pathResult(request.all ?? false);
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

interface Job {
  readonly index: number;
  readonly segment: Segment;
  kept: KeptWork | null;
  result: CheckResult | null;
  readonly stats: CheckStats;
}

class SegmentQueue {
  private readonly checker: Checker;
  private readonly request: PathRequest;
  private readonly jobs: Job[];
  private readonly limits: Limits;
  private readonly stats = emptyStats();
  private settled = 0;
  /** What undecided segments keep, all together. */
  private keptSize = 0;

  constructor(checker: Checker, segments: readonly Segment[], request: PathRequest) {
    this.checker = checker;
    this.request = request;
    this.jobs = segments.map((segment, index) => ({
      index,
      segment,
      kept: null,
      result: null,
      stats: emptyStats(),
    }));
    this.limits = new Limits(request, DEFAULT_BUDGET * segments.length);
  }

  /** Asks until all segments are settled, a limit is reached, or an answer is enough. */
  run(isEnough: (result: CheckResult) => boolean): void {
    let open = this.jobs;
    for (let allowance = FIRST_BUDGET; open.length > 0; allowance *= GROWTH) {
      const undecided: Job[] = [];
      for (const job of open) {
        if (this.limits.reached()) return;
        const result = this.ask(job, Math.min(allowance, this.limits.left));
        // Nothing kept, or not a single test: there is nothing that a larger budget could do.
        if (result.kept !== null && result.stats.tests > 0) undecided.push(job);
        else this.settled++;
        this.report();
        if (isEnough(result)) return;
      }
      open = undecided;
    }
  }

  private ask(job: Job, budget: number): CheckResult {
    const { signal } = this.request;
    const timeLimit_ms = this.limits.remaining_ms();
    const result = this.checker.check({
      segment: job.segment,
      budget,
      kept: job.kept,
      ...this.question(),
      ...(signal === undefined ? {} : { signal }),
      ...(timeLimit_ms === undefined ? {} : { timeLimit_ms }),
    });
    this.limits.left -= result.stats.tests;
    addStats(this.stats, result.stats);
    addStats(job.stats, result.stats);
    this.keptSize -= job.kept?.size ?? 0;
    // Where too much is kept already, it is begun anew, with a larger budget.
    job.kept = this.keptSize + (result.kept?.size ?? 0) > MOST_KEPT ? null : result.kept;
    this.keptSize += job.kept?.size ?? 0;
    // Of thousands of segments, what is open is listed in the end.
    job.result = result.kept === null ? result : { ...result, kept: job.kept, open: [] };
    return result;
  }

  private report(): void {
    this.request.onProgress?.({
      settled: this.settled,
      segments: this.jobs.length,
      tests: this.stats.tests,
    });
  }

  /** One answer per segment, with what all questions about it cost. */
  results(): CheckResult[] {
    let listed = 0;
    let whole: CheckResult | null = null;
    return this.jobs.map((job) => {
      if (job.result === null) {
        // Of very many the same is open everywhere: they share one list.
        if (whole !== null && listed > MOST_LISTED)
          return { ...whole, kept: null, stats: job.stats };
        whole = this.unasked(job);
        listed += whole.open.length;
        return { ...whole, stats: job.stats };
      }
      return { ...job.result, open: this.openOf(job), stats: job.stats };
    });
  }

  /** Never asked: what is open is everything, which the checker can list for free. */
  private unasked({ segment }: Job): CheckResult {
    return this.checker.check({ segment, budget: 0 });
  }

  private openOf({ result, segment, kept }: Job): readonly OpenInterval[] {
    if (result === null || result.verdict !== 'undecided') return [];
    if (result.open.length > 0) return result.open;
    return this.checker.check({ segment, budget: 0, kept, ...this.question() }).open;
  }

  /**
   * What is open along the path. Of very many intervals not all are listed: then every segment and every
   * pair of which something is open are listed once at least.
   */
  private openAlong(): PathOpen[] {
    const all: PathOpen[] = [];
    const seen = new Set<Pair>();
    let whole: readonly OpenInterval[] | null = null;
    for (const job of this.jobs) {
      const asked = job.result !== null;
      if (asked && job.result?.verdict !== 'undecided') continue;
      const full = all.length >= MOST_LISTED;
      if (!asked && whole !== null && full) {
        // Its pairs have been listed.
        for (const open of whole.slice(0, 1)) all.push({ ...open, segment: job.index });
        continue;
      }
      if (!asked) whole = this.unasked(job).open;
      const list = asked ? this.openOf(job) : (whole ?? []);
      list.forEach((open, i) => {
        if (full && i > 0 && seen.has(open.pair)) return;
        seen.add(open.pair);
        all.push({ ...open, segment: job.index });
      });
    }
    return all;
  }

  private question() {
    const { delta, all } = this.request;
    return { ...(delta === undefined ? {} : { delta }), ...(all === undefined ? {} : { all }) };
  }

  pathResult(all: boolean): PathResult {
    let witness: PathWitness | null = null;
    const found: PathWitness[] = [];
    for (const { index, result } of this.jobs) {
      if (result === null) continue;
      for (const w of all ? result.witnesses : result.witness ? [result.witness] : []) {
        const placed = { ...w, segment: index };
        if (all) found.push(placed);
        if (isWorse(placed, witness)) witness = placed;
      }
    }
    const witnesses = all ? found : witness ? [witness] : [];
    if (witness !== null && !all) {
      return { verdict: witness.verdict, witness, witnesses, open: [], stats: this.stats };
    }
    const open = this.openAlong();
    const verdict =
      witness?.verdict ?? weakest(this.jobs.map(({ result }) => result?.verdict ?? 'undecided'));
    return { verdict, witness, witnesses, open, stats: this.stats };
  }
}

/** What segments without a witness say together. */
function weakest(verdicts: readonly Verdict[]): Verdict {
  if (verdicts.includes('undecided')) return 'undecided';
  return verdicts.includes('no collision found') ? 'no collision found' : 'free';
}
