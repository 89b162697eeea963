/**
 * One worker and the calls that wait for it. Calls are sent one at a time, so that one that has not begun
 * can be taken back, and ending the worker ends no other.
 */
import { cancelled, EngineError, superseded } from './engineError.ts';
import type { CellState, SyncRequest } from './host.ts';
import { withPackedPath, withPath } from './packedPath.ts';
import type { FromWorker, Job, OpenAnswer, Progress } from './protocol.ts';

/** What is used of a Worker. */
export interface WorkerLike {
  postMessage(message: unknown): void;
  terminate(): void;
  onmessage: ((event: never) => void) | null;
  onerror: ((event: never) => void) | null;
}

export interface LaneCall {
  readonly kind: Job;
  readonly request: unknown;
  /** The cell that it is about; null where it brings one itself. */
  readonly state: CellState | null;
  /** Takes the place of waiting calls of its kind. */
  readonly latest: boolean;
  readonly options: {
    readonly onProgress?: (progress: Progress) => void;
    readonly signal?: AbortSignal;
  };
}

export interface LaneOptions {
  /** Geometry that the page has already. */
  readonly known?: () => string[];
}

interface Waiting extends LaneCall {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly onAbort: () => void;
}

export class Lane {
  private readonly start: () => WorkerLike;
  private readonly options: LaneOptions;
  private worker: WorkerLike | null = null;
  private waiting: Waiting[] = [];
  private running: Waiting | null = null;
  /** What the worker's cell is; null if it has none. */
  private held: Pick<CellState, 'serial' | 'id'> | null = null;
  private prepared: CellState | null = null;
  private calls = 0;
  private onReady: () => void = () => {};
  /** The message whose answer is awaited: of the running call, or of what goes before it. */
  private awaited: { readonly call: number; readonly done: (message: FromWorker) => void } | null =
    null;

  constructor(start: () => WorkerLike, options: LaneOptions = {}) {
    this.start = start;
    this.options = options;
  }

  run(call: LaneCall): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const { signal } = call.options;
      if (call.latest) this.supersede(call.kind);
      const entry: Waiting = { ...call, resolve, reject, onAbort: () => this.cancel(entry) };
      signal?.addEventListener('abort', entry.onAbort, { once: true });
      this.waiting.push(entry);
      this.next();
    });
  }

  /** Starts the worker before anybody asks; done when it listens, or never will. */
  warm(): Promise<void> {
    this.worker ??= this.started();
    return new Promise((resolve) => {
      this.onReady = resolve;
    });
  }

  /** Opens a cell before anybody asks. */
  prepare(state: CellState): void {
    this.prepared = state;
    this.next();
  }

  /** Opens its cell anew for the next call: more files belong to it. */
  forget(): void {
    this.held = null;
  }

  close(): void {
    this.stop();
    for (const call of [this.running, ...this.waiting]) if (call) this.settle(call, cancelled());
    this.running = null;
    this.waiting = [];
    this.prepared = null;
  }

  private supersede(kind: Job): void {
    const stale = this.waiting.filter((call) => call.latest && call.kind === kind);
    this.waiting = this.waiting.filter((call) => !stale.includes(call));
    for (const call of stale) this.settle(call, superseded());
  }

  private cancel(call: Waiting): void {
    if (this.running === call) {
      this.running = null;
      this.stop();
    } else this.waiting = this.waiting.filter((each) => each !== call);
    this.settle(call, cancelled());
    this.next();
  }

  private settle(call: Waiting, result: Error | { readonly answer: unknown }): void {
    call.options.signal?.removeEventListener('abort', call.onAbort);
    if (result instanceof Error) call.reject(result);
    else call.resolve(result.answer);
  }

  private stop(): void {
    this.worker?.terminate();
    this.worker = null;
    this.held = null;
    this.awaited = null;
  }

  private next(): void {
    if (this.running || this.awaited) return;
    const call = this.waiting.shift();
    if (call) {
      this.running = call;
      this.prepared = null;
      this.begin(call);
    } else if (this.prepared) {
      const state = this.prepared;
      this.prepared = null;
      // Whoever needs it finds out what is wrong.
      if (!this.isHeld(state)) this.sync(state, () => this.next());
    }
  }

  private begin(call: Waiting): void {
    const { state } = call;
    if (!state || this.isHeld(state)) {
      this.send(call);
      return;
    }
    this.sync(state, (message) => {
      if ('fault' in message) this.finish(call, message);
      else this.send(call);
    });
  }

  /** An id of 0 asks for the files only: the call says what is changed. */
  private isHeld({ serial, id }: CellState): boolean {
    return this.held?.serial === serial && (id === 0 || this.held.id === id);
  }

  private sync(state: CellState, done: (message: FromWorker) => void): void {
    const sameFiles = this.held?.serial === state.serial;
    const request: SyncRequest = {
      serial: state.serial,
      open: sameFiles ? null : state.open,
      changes: state.changes,
      id: state.id,
      known: this.options.known?.() ?? [],
    };
    this.post('sync', request, (message) => {
      if ('answer' in message) this.held = { serial: state.serial, id: state.id };
      done(message);
    });
  }

  private send(call: Waiting): void {
    this.post(call.kind, call.request, (message) => this.finish(call, message));
  }

  private finish(call: Waiting, message: FromWorker): void {
    this.running = null;
    if ('fault' in message) this.settle(call, new EngineError(message.fault, message.bug));
    else if ('answer' in message) {
      this.remember(call, message.answer);
      this.settle(call, message);
    }
    this.next();
  }

  /** A cell that was not opened, and an edit that failed, leave the worker the one it has. */
  private remember({ kind, request, state }: Waiting, answer: unknown): void {
    if (kind === 'edit') {
      this.held = { serial: state!.serial, id: (answer as { readonly id: number }).id };
    } else if (kind === 'open' && (answer as OpenAnswer).opened) {
      this.held = request as Pick<CellState, 'serial' | 'id'>;
    }
  }

  private post(kind: string, request: unknown, done: (message: FromWorker) => void): void {
    this.worker ??= this.started();
    const call = ++this.calls;
    this.awaited = { call, done };
    this.worker.postMessage({ call, kind, request: withPackedPath(request) });
  }

  private started(): WorkerLike {
    const worker = this.start();
    worker.onmessage = ({ data }: { readonly data: FromWorker }) => {
      if ('ready' in data) this.onReady();
      const { awaited } = this;
      if (this.worker !== worker || !awaited || awaited.call !== data.call) return;
      if ('progress' in data) {
        this.running?.options.onProgress?.(data.progress);
        return;
      }
      this.awaited = null;
      awaited.done('answer' in data ? { ...data, answer: withPath(data.answer) } : data);
    };
    worker.onerror = (event: { readonly message?: string }) => {
      this.onReady();
      if (this.worker !== worker) return;
      const { awaited } = this;
      this.stop();
      const message = event.message || 'the worker could not be started';
      const fault = { code: 'engine/worker', message };
      awaited?.done({ call: awaited.call, fault, bug: true });
    };
    return worker;
  }
}
