/** Who does the requests of a gate in a worker: the methods, on a desk of the worker's own. */

import type { CompiledStore } from '../cell/index.ts';
import {
  type CellRecord,
  errorObjectOf,
  GateDesk,
  type GateTask,
  METHODS,
  perform,
  withEdits,
} from '../gate/index.ts';
import { visibleJson } from '../words/index.ts';
import { CompiledFolder } from './compiledFolder.ts';
import type { CellFacts } from './expired.ts';
import { readerIn } from './folder.ts';
import type { LackedRecord } from './gateLedger.ts';
import type { Bring } from './pool/index.ts';
import type { Handler, Work, WorkContext } from './pool/workerLoop.ts';
import { READ_CALL, READ_MESSAGE, routeCall, routeMessage } from './routing.ts';
import type { GateWorkerSettings } from './workerFile.ts';

/** Does the methods of the gate. */
export class GateHandler implements Handler {
  private readonly desk = new GateDesk();
  /** The last version that was brought, or made here, of each cell. */
  private readonly records = new Map<string, CellRecord>();
  private readonly settings: GateWorkerSettings;
  private readonly readFile: (path: string) => Uint8Array | undefined;
  private readonly store: CompiledStore | undefined;

  constructor(settings: GateWorkerSettings) {
    this.settings = settings;
    this.store = settings.compiled === null ? undefined : new CompiledFolder(settings.compiled);
    this.readFile = readerIn(settings.folders);
  }

  bring({ cell, version, data }: Bring): void {
    const { source, from, edits } = data as LackedRecord;
    const known = this.records.get(cell);
    const all = source ?? known?.source;
    if (!all) throw new Error(`the source of ${cell} was not brought`);
    const record: CellRecord =
      from > 0 && known
        ? withEdits(
            { ...known, version: version - 1 },
            edits.map(({ edit }) => edit),
          )
        : { cell, version, source: all, edits };
    this.records.set(cell, record);
  }

  /** Makes what was brought, before somebody asks about it. */
  prepare(cell: string): void {
    const record = this.records.get(cell);
    if (record) this.desk.at(record, { store: this.store });
  }

  forget(cell: string): void {
    this.records.delete(cell);
    this.desk.drop(cell);
  }

  perform(name: string, text: string, work: WorkContext): Work {
    if (name === READ_MESSAGE) {
      return { text: '', data: routeMessage(text, { mostInBatch: this.settings.mostInBatch }) };
    }
    if (name.startsWith(READ_CALL)) {
      // The text is where it came from.
      const { method, params } = routeCall(name.slice(READ_CALL.length), text);
      return { text: '', data: { method, params: { ...params, text: '' } } };
    }
    const { cell, version, signal, deadline, onProgress } = work;
    const record = cell === null ? undefined : this.records.get(cell);
    if (record && record.version !== version) throw new Error(`has another version of ${cell}`);
    const task = { method: name, params: JSON.parse(text), about: record ?? cell } as GateTask;
    const { result, change } = perform(this.desk, task, {
      ...{ signal, deadline, onProgress, readFile: this.readFile, store: this.store },
      program: this.settings.program,
    });
    const answer = visibleJson(JSON.stringify(result));
    if (!change || !METHODS[task.method].mutates) return { text: answer };
    const next =
      change.kind === 'opened'
        ? { cell: change.cell, version: 1, source: change.source, edits: [] }
        : withEdits(record!, change.edits);
    this.records.set(change.cell, next);
    const { joints, clearance, assumptions } = result as unknown as CellFacts;
    const data: CellFacts = { joints, clearance, assumptions };
    return { text: answer, made: { cell: change.cell, version: next.version, data: change }, data };
  }

  refusalOf(error: unknown) {
    const told = errorObjectOf(error);
    // What is nobody's fault but ours says nothing to who asked; the operator sees it.
    if (told.code === -32603) console.error(error);
    return told;
  }
}
