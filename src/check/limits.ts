/** When to stop: the budget is spent, the time is over, or the caller has lost interest. */
import { InputError } from '../math/index.ts';

export interface LimitsRequest {
  readonly budget?: number;
  readonly signal?: { readonly aborted: boolean };
  readonly timeLimit_ms?: number;
}

/** Looking at the clock costs about as much as a cheap test. */
const CLOCK_EVERY = 16;

export class Limits {
  /** Tests that may still be made. */
  left: number;
  private readonly signal: { readonly aborted: boolean } | null;
  private readonly deadline: number;
  private calls = 0;
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
    if (!this.late && this.calls++ % CLOCK_EVERY === 0)
      this.late = performance.now() >= this.deadline;
    return this.late;
  }

  /** Milliseconds until the deadline; undefined if there is none. */
  remaining_ms(): number | undefined {
    return this.deadline === Infinity ? undefined : this.deadline - performance.now();
  }
}
