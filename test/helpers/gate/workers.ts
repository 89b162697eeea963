/**
 * The workers of a gate in one thread: the handlers that real workers run, and the book of cells between them. A test
 * chooses which worker does what, so every order of requests can be made on purpose.
 */
import { CellBook, type MethodName, type Params, type Result } from '../../../src/gate/index.ts';
import { GateHandler } from '../../../src/serve/gateHandler.ts';
import { ledgerOf } from '../../../src/serve/gateLedger.ts';
import type { CellVersion } from '../../../src/serve/pool/index.ts';

interface Worker {
  handler: GateHandler;
  /** Versions that it has, as the pool knows them. */
  readonly cells: Map<string, number>;
}

export class GateWorkers {
  readonly book = new CellBook('run');
  private readonly ledger = ledgerOf(this.book);
  private readonly folders: readonly string[];
  private readonly workers: Worker[] = [];

  constructor(count: number, folders: readonly string[] = []) {
    this.folders = folders;
    for (let i = 0; i < count; i++) this.workers.push(this.worker());
  }

  /** A worker dies, and another takes its place. */
  kill(worker: number): void {
    this.workers[worker] = this.worker();
  }

  /** A worker does a request. Brings it what it lacks, as the pool does. */
  ask<K extends MethodName>(worker: number, method: K, params: Params<K>): Result<K> {
    return this.told(worker, method, params).result;
  }

  /** The same with the text that a client would get. */
  told<K extends MethodName>(
    worker: number,
    method: K,
    params: Params<K>,
  ): { readonly text: string; readonly result: Result<K> } {
    const { handler, cells } = this.workers[worker];
    const given = structuredClone({ gate: this.book.gate, ...params }) as {
      gate?: string;
      cell?: string;
    };
    const opens = method === 'open';
    this.book.requireRun(given);
    const about: CellVersion = opens
      ? { cell: this.book.nextId(), version: 0, digest: '' }
      : this.book.recordFor(given, method === 'edit');
    const known = cells.get(about.cell);
    if (!opens && known !== about.version) {
      handler.bring(structuredClone(this.ledger.bringFor(about, known)));
      cells.set(about.cell, about.version);
    }
    const { cell, version, digest } = about;
    const work = handler.perform(method, JSON.stringify(given), {
      ...{ cell, version, digest, signal: { aborted: false }, deadline: Infinity },
    }) as { text: string; made?: { cell: string; version: number; data: unknown } };
    if (work.made) {
      this.ledger.enter(structuredClone(work.made));
      cells.set(work.made.cell, work.made.version);
    }
    return { text: work.text, result: JSON.parse(work.text) };
  }

  private worker(): Worker {
    const settings = {
      ...{ folders: this.folders, compiled: null, program: 'test', mostInBatch: 10 },
      gate: this.book.gate,
    };
    return { handler: new GateHandler(settings), cells: new Map() };
  }
}
