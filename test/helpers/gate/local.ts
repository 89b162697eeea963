/** A gate in one process: the book and one desk, with nothing between them. What it answers must fit its schema. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  CellBook,
  callOf,
  type DeskMethod,
  faultIn,
  type GateContext,
  GateDesk,
  type GateTask,
  isDeskMethod,
  METHODS,
  type MethodName,
  type Params,
  perform,
  type Result,
} from '../../../src/gate/index.ts';

export class LocalGate {
  readonly book = new CellBook('run');
  readonly desk: GateDesk;
  private readonly folder: string | undefined;

  constructor(folder?: string, desk = new GateDesk()) {
    this.folder = folder;
    this.desk = desk;
  }

  /** Params as JSON would bring them; the answer as JSON would take it. */
  call<K extends MethodName>(
    method: K,
    given: Params<K>,
    context: Partial<GateContext> = {},
  ): Result<K> {
    // As clients do, every request names the run.
    const named = { gate: this.book.gate, ...given };
    const { params } = callOf(method, JSON.parse(JSON.stringify(named)));
    const result = this.done(method, params as Params<K>, context);
    const told = JSON.parse(JSON.stringify(result));
    const fault = faultIn(METHODS[method].result, told);
    if (fault) throw new Error(`the answer of ${method} does not fit: ${JSON.stringify(fault)}`);
    return told;
  }

  private done(method: MethodName, params: unknown, context: Partial<GateContext>): unknown {
    this.book.requireRun(params as Params<'info'>);
    if (method === 'cells') return this.book.list();
    if (method === 'close') {
      const closed = this.book.close((params as Params<'close'>).cell);
      this.desk.drop(closed.closed);
      return closed;
    }
    if (!isDeskMethod(method)) throw new Error(`${method} is not for one process`);
    const about =
      method === 'open'
        ? { gate: this.book.gate, cell: this.book.nextId() }
        : this.book.recordFor(params as Params<'info'>, method === 'edit');
    const task = { method, params, about } as GateTask<DeskMethod>;
    const { result, change } = perform(this.desk, task, { ...this.context, ...context });
    if (change) this.book.apply(change);
    return result;
  }

  private get context(): GateContext {
    const { folder } = this;
    if (folder === undefined) return { program: 'surepath test' };
    const readFile = (path: string) => {
      try {
        return readFileSync(join(folder, path));
      } catch {
        return undefined;
      }
    };
    return { program: 'surepath test', readFile, folder };
  }
}
