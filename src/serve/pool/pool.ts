/**
 * The pool of workers: takes requests up to a bound, gives each to a worker that has its cell in the right version or is
 * brought up to it, and answers every one of them once, whatever happens to workers.
 */
import { chooseNext } from './choose.ts';
import { clock } from './clock.ts';
import { Changes, type Ledger } from './ledger.ts';
import type { CellVersion, FromWorker, Refusal } from './messages.ts';
import { PoolWorker, type WorkerOptions } from './poolWorker.ts';
import { TaskQueue } from './queue.ts';
import { type Outcome, Task, type TaskRequest } from './task.ts';

/** How large a pool is and how patient. */
export interface PoolOptions extends WorkerOptions {
  readonly workers: number;
  /** Requests that may wait. */
  readonly queue: number;
  /** Milliseconds that a worker may go on after it was told to stop, or after the deadline. */
  readonly grace_ms: number;
  readonly ledger: Ledger;
  /** What to say of something that the ledger threw. */
  refusalOf(error: unknown): Refusal;
}

/** An accepted request. */
export interface Ticket {
  readonly outcome: Promise<Outcome>;
  /** It is answered early: if a worker has it, with what that knows by then. */
  cancel(): void;
  /** Nobody wants it any more: cancelled at once. */
  drop(): void;
}

/** A request whose worker ended is given to another this often. */
const MOST_LOSSES = 2;
/** Milliseconds after a deadline for a worker to say itself what it found by then. */
const SLACK_MS = 25;
/** Milliseconds before a worker is started again that ended before it was ready; doubled each time. */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;
/** A version that no cell has: a worker has the cell in one that is not known. */
const UNSURE = 0;
/** setTimeout takes no more. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Workers and what they are asked. */
export class Pool {
  /** Resolved once all workers run; rejected if the first cannot. */
  readonly ready: Promise<void>;
  private readonly options: PoolOptions;
  private readonly workers: PoolWorker[] = [];
  private readonly queue: TaskQueue;
  private readonly changes = new Changes();
  private readonly open = new Set<Task>();
  private count = 0;
  private pause_ms = FIRST_PAUSE_MS;
  private isClosing = false;
  private emptied: (() => void) | null = null;
  private began: { resolve(): void; reject(error: Error): void } | null = null;
  /** Milliseconds that a request was with its worker, on average over the last. */
  private service_ms = 1;
  private endedWorkers = 0;

  constructor(options: PoolOptions) {
    this.options = options;
    this.queue = new TaskQueue(options.queue);
    this.ready = new Promise((resolve, reject) => {
      this.began = { resolve, reject };
    });
    for (let i = 0; i < options.workers; i++) this.start(i);
  }

  /** Accepted, waiting and ended so far, for whoever watches. */
  get facts(): {
    readonly workers: number;
    readonly waiting: number;
    readonly running: number;
    readonly endedWorkers: number;
  } {
    const { length } = this.queue;
    return {
      workers: this.workers.filter(({ isReady, isEnded }) => isReady && !isEnded).length,
      waiting: length,
      running: this.open.size - length,
      endedWorkers: this.endedWorkers,
    };
  }

  /** When it makes sense to ask again, in milliseconds. */
  get retryAfter_ms(): number {
    const wait = (this.queue.length * this.service_ms) / this.options.workers;
    return Math.round(Math.min(10_000, Math.max(20, wait)));
  }

  /** Null where nothing more is taken. What is accepted is answered. */
  accept(request: TaskRequest): Ticket | null {
    if (this.isClosing || this.queue.isFull) return null;
    let settle!: (outcome: Outcome) => void;
    const outcome = new Promise<Outcome>((resolve) => {
      settle = resolve;
    });
    const task = new Task(request, this.count++, (what) => {
      this.open.delete(task);
      this.changes.settle(task);
      settle(what);
      if (this.open.size === 0) this.emptied?.();
    });
    this.open.add(task);
    this.changes.begin(task);
    this.queue.push(task);
    this.watch(task);
    this.dispatch();
    return {
      outcome,
      cancel: () => this.cancel(task, false),
      drop: () => this.cancel(task, true),
    };
  }

  /** Takes nothing more, answers what was accepted, ends the workers. */
  async close(): Promise<void> {
    this.isClosing = true;
    if (this.open.size > 0) {
      await new Promise<void>((resolve) => {
        this.emptied = resolve;
      });
    }
    await Promise.all(this.workers.map((worker) => worker.end()));
  }

  /** For tests of what happens then: ends a worker as if it had died. */
  async kill(index: number): Promise<void> {
    const worker = this.workers[index];
    if (worker && !worker.isEnded) await this.replace(worker, 'it was ended');
  }

  /** Nobody will ask about this cell again. */
  forget(cell: string): void {
    for (const worker of this.workers) if (!worker.isEnded) worker.forget(cell);
  }

  private cancel(task: Task, atOnce: boolean): void {
    if (task.isAnswered) return;
    // A change is done or not: only its worker can tell.
    const isNobodys = atOnce && !task.request.mutates;
    if (task.isCancelled) {
      if (isNobodys) task.answer({ kind: 'cancelled' });
      return;
    }
    task.isCancelled = true;
    if (this.queue.remove(task)) {
      task.answer({ kind: 'cancelled' });
      // Others may have waited for it.
      this.dispatch();
      return;
    }
    this.giveUp(task);
    if (isNobodys) task.answer({ kind: 'cancelled' });
  }

  /** Its time runs from now on, wherever it is. */
  private watch(task: Task): void {
    const left = Math.min(LONGEST_TIMER_MS, Math.max(0, task.request.deadline - clock()));
    task.timer = setTimeout(() => this.expire(task), left);
  }

  private expire(task: Task): void {
    if (this.queue.remove(task)) {
      task.answer({ kind: 'expired' });
      this.dispatch();
      return;
    }
    // The worker knows the deadline and is about to say what it found by then.
    task.timer = setTimeout(() => {
      this.giveUp(task);
      if (!task.request.mutates) task.answer({ kind: 'expired' });
    }, SLACK_MS);
  }

  /** Tells the worker to stop; one that does not is ended. */
  private giveUp(task: Task): void {
    const worker = this.workers.find(({ work }) => [...work.values()].includes(task));
    if (!worker) return;
    worker.cancel(task);
    setTimeout(() => {
      const isStuck = !worker.isEnded && worker.current === task;
      if (isStuck) void this.replace(worker, 'it did not stop');
    }, this.options.grace_ms);
  }

  private start(index: number): void {
    this.workers[index] = new PoolWorker(this.options, {
      onReady: () => {
        this.pause_ms = FIRST_PAUSE_MS;
        if (this.workers.every(({ isReady }) => isReady)) this.began?.resolve();
        this.dispatch();
      },
      onMessage: (worker, message) => this.hear(worker, message),
      onEnd: (worker, reason) => this.bury(worker, reason),
    });
  }

  private async replace(worker: PoolWorker, reason: string): Promise<void> {
    const ended = worker.end();
    this.bury(worker, reason);
    await ended;
  }

  /** A worker is gone: its requests are given to others, another takes its place. */
  private bury(worker: PoolWorker, reason: string): void {
    this.endedWorkers++;
    const index = this.workers.indexOf(worker);
    const tasks = [...worker.work.values()].filter((task) => task !== null);
    worker.work.clear();
    // The first was being done; the others only stood behind it.
    if (tasks.length > 0) tasks[0].losses++;
    for (const task of tasks.reverse()) {
      if (task.isAnswered) continue;
      if (task.isCancelled) task.answer({ kind: 'cancelled' });
      else if (task.losses > MOST_LOSSES) task.answer({ kind: 'lost' });
      else if (clock() >= task.request.deadline) task.answer({ kind: 'expired' });
      else this.queue.putBack(task);
    }
    if (this.isClosing && this.open.size === 0) return;
    if (worker.isReady) this.start(index);
    else {
      this.began?.reject(new Error(`a worker cannot start: ${reason}`));
      setTimeout(() => !this.isClosing && this.start(index), this.pause_ms).unref();
      this.pause_ms = Math.min(LONGEST_PAUSE_MS, this.pause_ms * 2);
    }
    this.dispatch();
  }

  private hear(worker: PoolWorker, message: Exclude<FromWorker, { kind: 'ready' }>): void {
    const task = worker.work.get(message.slot);
    if (message.kind === 'progress') {
      if (task && !task.isAnswered) task.request.onProgress?.(message.text);
      return;
    }
    worker.release(message.slot);
    const lacks = message.kind === 'refused' ? message.lacks : null;
    if (lacks !== null) worker.forget(lacks);
    if (task && lacks !== null && this.repeats(task)) this.queue.putBack(task);
    else if (task) {
      this.service_ms += 0.05 * (clock() - task.postedAt - this.service_ms);
      task.answer(
        message.kind === 'done' ? this.concluded(worker, message) : refused(worker, task, message),
      );
    }
    this.dispatch();
  }

  /** Whether a request is given to a worker again. Counts how often it was lost. */
  private repeats(task: Task): boolean {
    task.losses++;
    return !task.isAnswered && !task.isCancelled && task.losses <= MOST_LOSSES;
  }

  private concluded(
    worker: PoolWorker,
    { text, made, data }: FromWorker & { kind: 'done' },
  ): Outcome {
    if (!made) return { kind: 'done', text, data };
    try {
      this.options.ledger.enter(made);
    } catch (error) {
      worker.forget(made.cell);
      return { kind: 'refused', refusal: this.options.refusalOf(error) };
    }
    settleVersion(worker, made);
    // What is asked next will be light, and the first worker is there for it.
    const [first] = this.workers;
    if (first !== worker && first.isReady && !first.isEnded && first.work.size === 0) {
      const about = this.options.ledger.versionFor(made);
      first.bring(this.options.ledger.bringFor(about, first.cells.get(made.cell)));
    }
    return { kind: 'done', text, data };
  }

  /** Gives workers what they can take now. */
  private dispatch(): void {
    const letPass = (task: Task): boolean => this.changes.letPass(task);
    for (;;) {
      const next = chooseNext(this.workers, this.queue, letPass);
      if (!next) return;
      this.give(next.worker, next.task);
    }
  }

  private give(worker: PoolWorker, task: Task): void {
    const { cell, version, mutates, opens } = task.request;
    this.queue.remove(task);
    task.postedAt = clock();
    if (task.postedAt >= task.request.deadline) {
      task.answer({ kind: 'expired' });
      return;
    }
    if (cell === null || opens) {
      worker.run(task, null);
      return;
    }
    try {
      task.about ??= this.options.ledger.versionFor({ cell, version, mutates });
      const known = worker.cells.get(cell);
      const has = known === task.about.version;
      worker.run(task, has ? null : this.options.ledger.bringFor(task.about, known));
      // Until it has answered nobody knows what it has.
      if (mutates) worker.cells.set(cell, UNSURE);
    } catch (error) {
      task.answer({ kind: 'refused', refusal: this.options.refusalOf(error) });
    }
  }
}

/** The version that a worker has after a change, unless it was brought another one behind the change. */
function settleVersion(
  { cells }: PoolWorker,
  { cell, version }: Pick<CellVersion, 'cell' | 'version'>,
): void {
  if ((cells.get(cell) ?? UNSURE) === UNSURE) cells.set(cell, version);
}

/** A worker said no. What it was to change is as it was. */
function refused(
  worker: PoolWorker,
  { about, request }: Task,
  { refusal, lacks }: FromWorker & { kind: 'refused' },
): Outcome {
  if (request.mutates && about && lacks === null) settleVersion(worker, about);
  return { kind: 'refused', refusal };
}
