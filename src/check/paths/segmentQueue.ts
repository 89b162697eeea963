/**
 * A queue of segments [A II-D], for paths and collections of edges. Whose turn it is (`turns`):
 *   uncovered  the segment whose first entry has most that is not covered is gone on with, entry by entry, as long as it
 *              stays on top: the segment that is most likely to collide comes first, whatever its place on the path
 *   budgets    all segments in turn, first with a small budget each, then with growing ones
 * Either way the work of those that stay undecided is kept, and gone on with when their turn comes, or in another
 * question: nothing is done twice.
 */
import { Heap } from '../../arrays/index.ts';
import type { Pair } from '../../cell/index.ts';
import { InputError } from '../../math/index.ts';
import type { Segment } from '../../motion/index.ts';
import { Limits, MOST_KEPT, MOST_LISTED } from '../limits.ts';
import {
  addStats,
  type Checker,
  type CheckRequest,
  type CheckResult,
  type CheckStats,
  DEFAULT_BUDGET,
  DEFAULT_DELTA,
  emptyStats,
  type KeptWork,
  type OpenInterval,
} from '../request.ts';
import { type PathOpen, type PathRequest, TURNS, type Turns } from './pathRequest.ts';

/** Tests that every segment gets in the first round, and by how much that grows from round to round. */
const FIRST_BUDGET = 256;
const GROWTH = 4;
/** Nobody loses interest. */
const NEVER = { aborted: false };

/** A segment, and what is known of it. */
export interface Job {
  readonly index: number;
  readonly segment: Segment;
  kept: KeptWork | null;
  /** As it was counted: kept work grows where it lies. */
  keptSize: number;
  result: CheckResult | null;
  readonly stats: CheckStats;
}

/** Answers about segments with a budget for each, in their order; a budget of 0 lists what is open. */
export type AskedAhead = (
  jobs: readonly Job[],
  budget: number,
) => AsyncGenerator<CheckResult, void, undefined>;

export class SegmentQueue {
  private readonly checker: Checker;
  private readonly request: PathRequest;
  readonly jobs: readonly Job[];
  private readonly turns: Turns;
  private readonly limits: Limits;
  /** What is the same in all questions: there are as many as entries. */
  private readonly asked: Required<Pick<CheckRequest, 'delta' | 'all' | 'signal'>>;
  private tests = 0;
  private settled = 0;
  /** Settled and tests when progress was last told. */
  private told = { settled: 0, tests: 0 };
  /** What undecided segments keep, all together. */
  private keptSize = 0;

  constructor(checker: Checker, segments: readonly Segment[], request: PathRequest) {
    this.checker = checker;
    checker.ready?.(segments);
    this.request = request;
    this.turns = turnsOf(checker, request);
    this.jobs = segments.map((segment, index) => {
      const kept = request.kept?.[index] ?? null;
      const keptSize = kept?.size ?? 0;
      this.keptSize += keptSize;
      return { index, segment, kept, keptSize, result: null, stats: emptyStats() };
    });
    const { delta = DEFAULT_DELTA, all = false, signal = NEVER } = request;
    this.asked = { delta, all, signal };
    this.limits = new Limits(request, DEFAULT_BUDGET * segments.length);
  }

  /** Asks until all segments are settled, a limit is reached, or an answer is enough. */
  run(isEnough: (result: CheckResult) => boolean): void {
    if (this.turns === 'uncovered') this.runByUncovered(isEnough);
    else this.runByBudgets(isEnough);
  }

  private runByBudgets(isEnough: (result: CheckResult) => boolean): void {
    let open = this.jobs;
    for (let allowance = FIRST_BUDGET; open.length > 0; allowance *= GROWTH) {
      const undecided: Job[] = [];
      for (const job of open) {
        if (this.limits.reached()) return;
        const result = this.ask(job, Math.min(allowance, this.limits.left));
        if (this.goesOn(result)) undecided.push(job);
        if (isEnough(result)) return;
      }
      open = undecided;
    }
  }

  /**
   * The turns of `budgets`, with answers that others give, several at a time: taken in the order in which they would be
   * asked for here, so that all is as if they had been.
   */
  async runAhead(round: AskedAhead, isEnough: (result: CheckResult) => boolean): Promise<void> {
    let open = this.jobs;
    for (let allowance = FIRST_BUDGET; open.length > 0; allowance *= GROWTH) {
      const undecided: Job[] = [];
      const answers = round(open, allowance);
      try {
        for (const job of open) {
          if (this.limits.reached()) return;
          const { left } = this.limits;
          // Where the budget ends, the last are asked about with what is left of it.
          const source = left < allowance ? round([job], left) : answers;
          const { value: result, done } = await source.next();
          if (done || !result) throw new Error('an answer is missing');
          this.take(job, result);
          if (this.goesOn(result)) undecided.push(job);
          if (isEnough(result)) return;
        }
      } finally {
        await answers.return(undefined);
      }
      open = undecided;
    }
  }

  /** What is open where others answered: it is asked for in the end, and of few. */
  async listAhead(round: AskedAhead): Promise<void> {
    const open = this.jobs.filter(({ result, kept }) => kept && result?.verdict === 'undecided');
    const answers = round(open, 0);
    for (const job of open) {
      const { value: listed } = await answers.next();
      if (listed) job.result = { ...job.result!, open: listed.open };
    }
    await answers.return(undefined);
  }

  private runByUncovered(isEnough: (result: CheckResult) => boolean): void {
    const { jobs, limits } = this;
    const waiting = new Heap('first');
    for (const { index, kept } of jobs) waiting.push(-(kept?.uncovered ?? Infinity), index);
    while (waiting.count > 0) {
      if (limits.reached()) return;
      const key = -waiting.least;
      const job = jobs[waiting.pop()];
      // What is too much to be kept is begun anew, and then goes on to its end.
      const isAnew = job.result !== null && job.kept === null;
      const until = isAnew || waiting.count === 0 ? undefined : -waiting.least;
      let result = this.ask(job, limits.left, until);
      if (result.kept !== null && result.stats.tests === 0) {
        // Bounds of motions alone, at first; or an entry that took no test, as where a bound from elsewhere will do.
        const { uncovered = key } = result.kept;
        if (uncovered < key) {
          waiting.push(-uncovered, job.index);
          continue;
        }
        result = this.ask(job, 1);
      }
      if (this.goesOn(result)) {
        // What is not free is looked at until it is known whether it collides.
        const isBad = result.witness?.violated === true && !this.request.all;
        waiting.push(isBad ? -Infinity : -(result.kept?.uncovered ?? 0), job.index);
      }
      if (isEnough(result)) return;
    }
  }

  /** Whether an answer is not the last about its segment. */
  private goesOn(result: CheckResult): boolean {
    // Nothing kept, or not a single test: there is nothing that a larger budget could do.
    const goesOn = result.kept !== null && result.stats.tests > 0;
    if (!goesOn) this.settled++;
    this.report();
    return goesOn;
  }

  private ask(job: Job, budget: number, until = Number.NEGATIVE_INFINITY): CheckResult {
    const { limits } = this;
    const { delta, all, signal } = this.asked;
    const timeLimit_ms = limits.remaining_ms();
    const { segment, kept } = job;
    // Written out: copying properties would take longer than most entries.
    const one = { segment, delta, all, kept, budget, until, signal, brief: true };
    const result = this.checker.check(timeLimit_ms === undefined ? one : { ...one, timeLimit_ms });
    this.take(job, result);
    return result;
  }

  /** Counts an answer about a segment, and keeps what is to be kept of it. */
  private take(job: Job, result: CheckResult): void {
    const { limits } = this;
    limits.left -= result.stats.tests;
    addStats(job.stats, result.stats);
    this.tests += result.stats.tests;
    const others = this.keptSize - job.keptSize;
    // Where too much is kept already, it is begun anew, with a larger budget.
    job.kept = others + (result.kept?.size ?? 0) > MOST_KEPT ? null : result.kept;
    job.keptSize = job.kept?.size ?? 0;
    this.keptSize = others + job.keptSize;
    // Of thousands of segments, what is open is listed in the end.
    const isLong = result.kept !== null && result.open.length > 0;
    job.result = isLong ? { ...result, open: [] } : result;
  }

  private report(): void {
    const { settled, told, tests } = this;
    if (settled === told.settled && tests < told.tests + FIRST_BUDGET) return;
    this.told = { settled, tests };
    this.request.onProgress?.({ settled, segments: this.jobs.length, tests });
  }

  /** What all questions cost. */
  stats(): CheckStats {
    const sum = emptyStats();
    for (const { stats } of this.jobs) addStats(sum, stats);
    return sum;
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
      return { ...job.result, open: this.openOf(job), kept: job.kept, stats: job.stats };
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
  openAlong(): PathOpen[] {
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
}

/** Whose turn it is, for what a checker can tell. */
function turnsOf({ method }: Checker, request: PathRequest): Turns {
  const { turns = method === 'ladder' ? 'budgets' : 'uncovered' } = request;
  if (!TURNS.includes(turns)) {
    throw new InputError({
      code: 'check/option',
      message: `turns must be one of ${TURNS.join(', ')}; found ${turns}`,
    });
  }
  if (turns === 'uncovered' && method === 'ladder') {
    throw new InputError({
      code: 'check/option',
      message: 'turns by uncovered length need a queue of entries, which the ladder has not',
      hint: 'use the method adaptive or refined, or turns by budgets',
    });
  }
  return turns;
}
