/**
 * A gate in this thread: the front, the book and the pool as they are, with workers whose messages are delivered one by one
 * in the order that a scheduler chooses. Each direction of a worker keeps its order, as ports of threads do; messages are
 * copied as structured clones. A worker that is ended hears and says nothing more, whatever is under way.
 */
import { CellBook, errorObjectOf } from '../../../../src/gate/index.ts';
import type { WorkerPort } from '../../../../src/parallel/index.ts';
import { Caller, Front } from '../../../../src/serve/front.ts';
import { GateHandler } from '../../../../src/serve/gateHandler.ts';
import { ledgerOf } from '../../../../src/serve/gateLedger.ts';
import { DEFAULT_LIMITS } from '../../../../src/serve/options.ts';
import { Pool } from '../../../../src/serve/pool/index.ts';
import type { WorkerSetup } from '../../../../src/serve/pool/messages.ts';
import { type Handler, serveRequests } from '../../../../src/serve/pool/workerLoop.ts';
import type { ThreadOptions } from '../../../../src/serve/threads.ts';
import type { GateWorkerSettings } from '../../../../src/serve/workerFile.ts';
import type { Reply, TestedClient, TestedGate } from './testedGate.ts';

/** Resolves when one more step may be done. */
export type NextStep = (label: string) => Promise<void>;

/** Gates that were started: no two have one id. */
let runs = 0;

export interface InlineGateOptions {
  readonly workers: number;
  /** Whose files may be read. */
  readonly folder: string;
  readonly next: NextStep;
  /** What workers do requests with. Default: what a gate's workers do. */
  readonly handler?: ((settings: GateWorkerSettings) => Handler) | undefined;
}

export async function inlineGate({
  workers,
  folder,
  next,
  handler,
}: InlineGateOptions): Promise<TestedGate> {
  const make = handler ?? ((settings: GateWorkerSettings) => new GateHandler(settings));
  const book = new CellBook(`run-${++runs}`);
  const settings: GateWorkerSettings = {
    ...{ folders: [folder], compiled: null, program: 'surepath campaign', mostInBatch: 1000 },
    gate: book.gate,
  };
  const { queue, grace_ms, memory_MB } = DEFAULT_LIMITS;
  const pool = new Pool({
    ...{ workers, queue, grace_ms, memory_MB, settings, file: new URL('inline:') },
    spawn: (options) => new InlineWorker(options, next, (given) => make(given as never)),
    ledger: ledgerOf(book),
    refusalOf: errorObjectOf,
  });
  await pool.ready;
  const front = new Front(pool, book, DEFAULT_LIMITS);
  return {
    client: (kind) => clientOf(front, kind),
    kill: async (worker) => {
      // One that has not begun is started again after a pause, which no scheduler knows of.
      if (pool.facts.workers === workers) await pool.kill(worker);
    },
    close: () => pool.close(),
  };
}

function clientOf(front: Front, kind: 'calls' | 'messages'): TestedClient {
  const caller = new Caller();
  let count = 0;
  if (kind === 'calls') {
    return {
      call: async (method, params): Promise<Reply> => {
        const answer = await front.call(method, JSON.stringify(params), caller);
        return answer.error ? { error: answer.error } : { result: JSON.parse(answer.text) };
      },
    };
  }
  return {
    call: async (method, params): Promise<Reply> => {
      const id = ++count;
      const message = JSON.stringify({ jsonrpc: '2.0', id, method, params });
      const answer = JSON.parse((await front.message(message, caller))!);
      if (answer.id !== id) throw new Error(`an answer to ${answer.id} in place of ${id}`);
      return answer;
    },
  };
}

/** A worker in this thread, as the pool sees it. */
class InlineWorker implements WorkerPort {
  readonly isLocal = false;
  private readonly next: NextStep;
  private isEnded = false;
  private readonly toWorker = new Channel();
  private readonly fromWorker = new Channel();

  constructor({ data }: ThreadOptions, next: NextStep, make: (settings: unknown) => Handler) {
    this.next = next;
    const side = {
      post: (message: unknown) => this.send(this.fromWorker, message, 'from a worker'),
      onMessage: (listen: (message: unknown) => void) => this.toWorker.open(listen),
    };
    serveRequests(side, data as WorkerSetup, make);
  }

  post(message: unknown): void {
    this.send(this.toWorker, message, 'to a worker');
  }

  onMessage(listen: (message: unknown) => void): void {
    this.fromWorker.open(listen);
  }

  onEnd(): void {}

  async end(): Promise<void> {
    this.isEnded = true;
  }

  private send(channel: Channel, message: unknown, label: string): void {
    if (this.isEnded) return;
    channel.messages.push(structuredClone(message));
    void this.next(label).then(() => {
      if (!this.isEnded) channel.deliver();
    });
  }
}

/** One direction: messages that are under way. */
class Channel {
  readonly messages: unknown[] = [];
  private listen: ((message: unknown) => void) | null = null;

  open(listen: (message: unknown) => void): void {
    this.listen = listen;
  }

  deliver(): void {
    this.listen!(this.messages.shift());
  }
}
