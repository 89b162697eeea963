/** A request on its way through the pool, from acceptance to its one answer. */
import { clock } from './clock.ts';
import type { CellVersion, Refusal } from './messages.ts';

/** What is asked of the pool. */
export interface TaskRequest {
  readonly name: string;
  /** Params as JSON. */
  readonly text: string;
  /** Heavy requests may take seconds; light ones do not wait behind them. */
  readonly heavy: boolean;
  /** Changes a cell: given up by its worker or not at all, so that what was answered is what happened. */
  readonly mutates: boolean;
  /** The cell that it is about, if any; of what opens one, the name it is to have. */
  readonly cell: string | null;
  /** The version that it must be about, if not the current one. */
  readonly version?: number | undefined;
  /** The cell does not exist yet. */
  readonly opens?: boolean | undefined;
  /** As `clock` counts; waiting included. */
  readonly deadline: number;
  readonly onProgress?: ((text: string) => void) | undefined;
}

/** What became of a request. */
export type Outcome =
  | { readonly kind: 'done'; readonly text: string; readonly data: unknown }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  /** Its time was over. */
  | { readonly kind: 'expired' }
  | { readonly kind: 'cancelled' }
  /** Worker after worker ended while doing it. */
  | { readonly kind: 'lost' };

/** One request and how far it is. */
export class Task {
  readonly request: TaskRequest;
  /** Which request of the pool it is. */
  readonly order: number;
  readonly accepted: number;
  /** What it is about, once it was given to a worker for the first time: whatever is changed later. */
  about: CellVersion | null = null;
  /** Workers that ended while doing it. */
  losses = 0;
  /** Not zero once it is with a worker. */
  postedAt = 0;
  /** Somebody wants it to be given up. */
  isCancelled = false;
  timer: NodeJS.Timeout | null = null;
  private settle: ((outcome: Outcome) => void) | null;

  constructor(request: TaskRequest, order: number, settle: (outcome: Outcome) => void) {
    this.request = request;
    this.order = order;
    this.accepted = clock();
    this.settle = settle;
  }

  get isAnswered(): boolean {
    return this.settle === null;
  }

  /** The first answer counts; what comes later is nobody's. */
  answer(outcome: Outcome): void {
    const { settle } = this;
    if (!settle) return;
    this.settle = null;
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    settle(outcome);
  }
}
