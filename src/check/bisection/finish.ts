/**
 * What bisection cannot finish [A II-F, A20]. Lemma 1 needs a configuration every 2 eta of motion where
 * bodies are eta apart: a slide of a metre at 1e-6 m takes a million. There a direction does better than
 * a distance: bodies that pass each other do not close in along the normal between them, however near
 * they are. So single pairs, on the intervals that are left, go to the directional cover of the ladder,
 * with a limited effort; it divides their surfaces down to the triangles involved.
 *
 * Whatever is answered is the ladder's word, and proven like it (docs/proofs/free.md, 3 and 4).
 */
import type { Pair } from '../../cell/index.ts';
import type { Segment } from '../../motion/index.ts';
import {
  addStats,
  type CheckRequest,
  type CheckResult,
  type CheckStats,
  type Witness,
} from '../request.ts';

/** Tests that a pair is worth, on all its intervals together. */
export const FINISH_TESTS = 20_000;

/** Pairs whose provers are remembered. */
const CAPACITY = 32;

/** Proves parts of segments: the ladder, for one pair. */
export interface RangeProver {
  check(request: CheckRequest & { readonly range: readonly [number, number] }): CheckResult;
}

export interface FinishRequest {
  readonly pair: Pair;
  readonly segment: Segment;
  /** Parts of the segment, from and to. */
  readonly ranges: readonly (readonly [number, number])[];
  /** Tests. Default FINISH_TESTS. */
  readonly budget?: number;
  readonly signal?: { readonly aborted: boolean };
  readonly timeLimit_ms?: number;
}

/**
 * - `free`: proven, on all ranges.
 * - `found`: with a witness that the pair collides, or violates its clearance.
 * - `open`: neither, with this effort.
 * - `interrupted`: the time was over, or the caller has lost interest; it may be asked again.
 */
export interface FinishResult {
  readonly outcome: 'free' | 'found' | 'open' | 'interrupted';
  readonly witness: Witness | null;
}

/** Settles what bisection leaves open, few pairs on short intervals, by the directional cover. */
export class Finisher {
  private readonly proverOf: (pair: Pair) => RangeProver;
  private readonly stats: CheckStats;
  private readonly provers = new Map<Pair, RangeProver>();

  /** `proverOf` prepares the ladder for one pair (`ladderFinisher`). What it costs is added to `stats`. */
  constructor(proverOf: (pair: Pair) => RangeProver, stats: CheckStats) {
    this.proverOf = proverOf;
    this.stats = stats;
  }

  finish(request: FinishRequest): FinishResult {
    const { pair, segment, signal, timeLimit_ms } = request;
    const deadline = timeLimit_ms === undefined ? undefined : performance.now() + timeLimit_ms;
    const prover = this.rememberedOf(pair);
    let left = request.budget ?? FINISH_TESTS;
    for (const [from, to] of request.ranges) {
      if (left <= 0) return { outcome: 'open', witness: null };
      const result = prover.check({
        segment,
        range: [from, to],
        // Nothing is set aside: what is left is all there is to prove.
        delta: 0,
        budget: left,
        ...(signal ? { signal } : {}),
        ...(deadline === undefined ? {} : { timeLimit_ms: deadline - performance.now() }),
      });
      addStats(this.stats, result.stats);
      left -= result.stats.tests;
      const { witness } = result;
      if (witness?.violated) return { outcome: 'found', witness };
      if (result.verdict === 'free') continue;
      const late = deadline !== undefined && performance.now() >= deadline;
      const stopped = left > 0 && (late || signal?.aborted === true);
      return { outcome: stopped ? 'interrupted' : 'open', witness: null };
    }
    return { outcome: 'free', witness: null };
  }

  private rememberedOf(pair: Pair): RangeProver {
    const known = this.provers.get(pair);
    if (known) return known;
    const prover = this.proverOf(pair);
    if (this.provers.size >= CAPACITY) this.provers.clear();
    this.provers.set(pair, prover);
    return prover;
  }
}
