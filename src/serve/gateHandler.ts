/** Does the requests of a gate in a worker: the methods, on a desk of the worker's own. */
import type { CompiledStore } from '../cell/index.ts';
import {
  type CellChange,
  type CellRecord,
  editedRecord,
  errorObjectOf,
  GateDesk,
  type GateTask,
  laterRecord,
  openedRecord,
  perform,
} from '../gate/index.ts';
import { visibleJson } from '../words/index.ts';
import { CompiledFolder } from './compiledFolder.ts';
import { readerIn } from './folder.ts';
import type { LackedRecord } from './gateLedger.ts';
import type { Bring } from './pool/index.ts';
import { type Handler, LacksCell, type Work, type WorkContext } from './pool/workerLoop.ts';
import { READ_CALL, READ_MESSAGE, routeCall, routeMessage } from './routing.ts';
import type { GateWorkerSettings } from './workerFile.ts';

/** Does the methods of the gate. */
export class GateHandler implements Handler {
  private readonly desk = new GateDesk();
  /** The version of each cell that was brought or made here last. */
  private readonly records = new Map<string, CellRecord>();
  private readonly settings: GateWorkerSettings;
  private readonly readFile: (path: string) => Uint8Array | undefined;
  private readonly store: CompiledStore | undefined;

  constructor(settings: GateWorkerSettings) {
    this.settings = settings;
    this.store = settings.compiled === null ? undefined : new CompiledFolder(settings.compiled);
    this.readFile = readerIn(settings.folders);
  }

  bring({ cell, data }: Bring): void {
    const { name, source: brought, from, edits } = data as LackedRecord;
    const known = this.records.get(cell);
    const source = brought ?? known?.source;
    if (!source || (from > 0 && known?.version !== from)) throw new LacksCell(cell);
    const record = from > 0 ? laterRecord(known!, { ...name, edits }) : { ...name, source, edits };
    this.records.set(cell, record);
  }

  /** Makes the version that was brought before a request needs it. */
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
    const { signal, deadline, onProgress } = work;
    const task = { method: name, params: JSON.parse(text), about: this.aboutOf(name, work) };
    const { result, change } = perform(this.desk, task as GateTask, {
      ...{ signal, deadline, onProgress, readFile: this.readFile, store: this.store },
      ...{ program: this.settings.program, folder: this.settings.folders[0] },
    });
    const answer = visibleJson(JSON.stringify(result));
    if (!change) return { text: answer };
    const { cell, version } = change;
    this.records.set(cell, this.recordOf(change));
    return { text: answer, made: { cell, version, data: change } };
  }

  /** The version that a request names; of `open`, the names that the cell is to have. */
  private aboutOf(method: string, { cell, version, digest }: WorkContext): GateTask['about'] {
    if (cell === null) throw new Error(`${method} names no cell`);
    if (method === 'open') return { gate: this.settings.gate, cell };
    const record = this.records.get(cell);
    if (record?.version !== version || record.digest !== digest) throw new LacksCell(cell);
    return record;
  }

  private recordOf(change: CellChange): CellRecord {
    if (change.kind === 'opened') return openedRecord(this.settings.gate, change);
    return editedRecord(this.records.get(change.cell)!, change);
  }

  refusalOf(error: unknown) {
    const told = errorObjectOf(error);
    // Internal errors are logged for the operator, and not exposed to the client.
    if (told.code === -32603) console.error(error);
    return told;
  }
}
