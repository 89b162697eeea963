/**
 * One worker as the pool sees it: which requests it has, in the order it does them, which cells it knows, and whether it
 * still lives. It decides nothing; the pool does.
 */
import type { WorkerPort } from '../../parallel/index.ts';
import { startThread, type ThreadOptions } from '../threads.ts';
import type { Bring, FromWorker, ToWorker, WorkerSetup } from './messages.ts';
import type { Task } from './task.ts';

/** Whom a worker tells what happens. */
export interface WorkerEvents {
  onReady(worker: PoolWorker): void;
  onMessage(worker: PoolWorker, message: Exclude<FromWorker, { kind: 'ready' }>): void;
  /** Once, however it ended. */
  onEnd(worker: PoolWorker, reason: string): void;
}

/** How workers are started. */
export interface WorkerOptions {
  /** The file that it runs. */
  readonly file: URL;
  /** For its handler. */
  readonly settings: unknown;
  /** Of JavaScript objects, in each worker. */
  readonly memory_MB: number;
  /** @internal Starts a worker; default: a thread. Tests run workers in their own thread, in an order they choose. */
  readonly spawn?: ((options: ThreadOptions) => WorkerPort) | undefined;
}

/** Requests that a worker can have at once. */
export const SLOTS = 64;

/** A thread of the pool. */
export class PoolWorker {
  /** Versions of the cells it has, or will have when it has done what it was given. */
  readonly cells = new Map<string, number>();
  isReady = false;
  isEnded = false;
  /** By slot, in the order they were given: a worker does them in this order. Null: only brings a cell. */
  readonly work = new Map<number, Task | null>();
  private readonly flags = new Int32Array(
    new SharedArrayBuffer(SLOTS * Int32Array.BYTES_PER_ELEMENT),
  );
  private readonly thread: WorkerPort;
  private readonly free = Array.from({ length: SLOTS }, (_, i) => SLOTS - 1 - i);

  constructor(options: WorkerOptions, events: WorkerEvents) {
    const { file, settings, memory_MB, spawn = startThread } = options;
    const setup: WorkerSetup = { flags: this.flags.buffer as SharedArrayBuffer, settings };
    this.thread = spawn({ file, data: setup, memory_MB });
    this.thread.onMessage((posted) => {
      const message = posted as FromWorker;
      if (this.isEnded) return;
      if (message.kind !== 'ready') events.onMessage(this, message);
      else {
        this.isReady = true;
        events.onReady(this);
      }
    });
    this.thread.onEnd((reason) => {
      if (this.isEnded) return;
      this.isEnded = true;
      events.onEnd(this, reason);
    });
  }

  /** Has a heavy request, or makes a cell: nothing light should wait behind it. */
  get isHeavy(): boolean {
    for (const task of this.work.values()) if (task === null || task.request.heavy) return true;
    return false;
  }

  /** The request that it is doing. */
  get current(): Task | null {
    for (const task of this.work.values()) return task;
    return null;
  }

  run(task: Task, bring: Bring | null): void {
    const slot = this.take(task, bring);
    const { name, text, deadline, onProgress, cell } = task.request;
    const { version = 0, digest = '' } = task.about ?? {};
    const progress = onProgress !== undefined;
    this.post({ kind: 'run', slot, name, text, deadline, progress, cell, version, digest, bring });
  }

  bring(bring: Bring): void {
    const slot = this.take(null, bring);
    this.post({ kind: 'bring', slot, bring });
  }

  forget(cell: string): void {
    if (this.cells.delete(cell)) this.post({ kind: 'forget', cell });
  }

  /** Asks the worker to give a request up. */
  cancel(task: Task): void {
    for (const [slot, each] of this.work) if (each === task) Atomics.store(this.flags, slot, 1);
  }

  /** A slot is free again. */
  release(slot: number): void {
    if (this.work.delete(slot)) this.free.push(slot);
  }

  /** What it had is the caller's; nothing more is told. */
  async end(): Promise<void> {
    this.isEnded = true;
    await this.thread.end();
  }

  private take(task: Task | null, bring: Bring | null): number {
    const slot = this.free.pop();
    if (slot === undefined) throw new Error('a worker has more than it can take');
    Atomics.store(this.flags, slot, 0);
    this.work.set(slot, task);
    if (bring) this.cells.set(bring.cell, bring.version);
    return slot;
  }

  private post(message: ToWorker): void {
    this.thread.post(message);
  }
}
