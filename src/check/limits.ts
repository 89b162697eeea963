/**
 * When to stop: the budget is spent, the time is over, the caller has lost interest, or too much is open to
 * be kept. Whoever searches asks here, at every step; how much a list of open work may hold is said here as
 * well, so that no input fills the memory: the answer is then `undecided`, with what was open.
 */
import { InputError } from '../math/index.ts';

export interface LimitsRequest {
  readonly budget?: number;
  readonly signal?: { readonly aborted: boolean };
  readonly timeLimit_ms?: number;
}

/**
 * Items of open work that one check may hold, about a hundred bytes each. Nobody gets there within the
 * default budget.
 */
export const MOST_OPEN = 2 ** 21;
/** The same for what undecided segments of a path keep for later, all together. */
export const MOST_KEPT = 2 ** 21;
/** Intervals that are listed one by one; where there are more, what lies between two of a pair is listed too. */
export const MOST_LISTED = 20_000;

export class Limits {
  /** Tests that may still be made. */
  left: number;
  private readonly signal: { readonly aborted: boolean } | null;
  private readonly deadline: number;
  private late = false;

  constructor({ budget, signal, timeLimit_ms }: LimitsRequest, defaultBudget: number) {
    this.left = budget ?? defaultBudget;
    this.signal = signal ?? null;
    this.deadline = timeLimit_ms === undefined ? Infinity : performance.now() + timeLimit_ms;
    if (Number.isNaN(this.left) || Number.isNaN(this.deadline)) {
      throw new InputError({
        code: 'check/limit',
        message: 'a budget or a time limit is not a number',
      });
    }
  }

  /** Whether to stop. Without a time limit the answer depends on the budget and the caller alone. */
  reached(): boolean {
    return this.left <= 0 || this.interrupted();
  }

  /** Whether to stop for another reason than the budget. */
  interrupted(): boolean {
    if (this.signal?.aborted) return true;
    if (this.deadline === Infinity) return false;
    this.late ||= performance.now() >= this.deadline;
    return this.late;
  }

  /** Milliseconds until the deadline; undefined if there is none. */
  remaining_ms(): number | undefined {
    return this.deadline === Infinity ? undefined : this.deadline - performance.now();
  }
}
