/** One worker of a crew: which tasks it has, in the order it does them, which cells it was sent. It decides nothing. */

import type { Errand } from './errand.ts';
import type { FromCrewWorker, ToCrewWorker } from './messages.ts';
import type { CellParcel } from './parcel.ts';
import type { SpawnWorker, WorkerPort } from './port.ts';

/** Whom a hand tells what happens. */
export interface HandEvents {
  onMessage(hand: Hand, message: FromCrewWorker): void;
  /** Once, unless it was ended on purpose. */
  onEnd(hand: Hand, reason: string): void;
}

/** What workers are sent once. */
export interface Stock {
  parcelOf(key: string): CellParcel;
  goodsOf(key: string): unknown;
}

/** Tasks that a worker can have at once. */
const SLOTS = 8;

/** A worker of a crew. */
export class Hand {
  isReady = false;
  isEnded = false;
  /** By slot, in the order they were given. */
  readonly work = new Map<number, Errand>();
  /** Cells and goods that it was sent. */
  private readonly known = new Set<string>();
  private readonly flags: Int32Array | null;
  private readonly port: WorkerPort;
  private readonly free = Array.from({ length: SLOTS }, (_, i) => SLOTS - 1 - i);

  constructor(spawn: SpawnWorker, events: HandEvents) {
    this.port = spawn();
    this.flags = sharedFlags(this.port.isLocal);
    this.port.onMessage((message) => {
      if (!this.isEnded) events.onMessage(this, message as FromCrewWorker);
    });
    this.port.onEnd((reason) => {
      if (this.isEnded) return;
      this.isEnded = true;
      events.onEnd(this, reason);
    });
    this.post({ say: 'begin', flags: this.flags });
  }

  /** Whether a task can be given up without ending the worker. */
  get hears(): boolean {
    return this.flags !== null;
  }

  /** What it is doing. */
  get current(): Errand | null {
    for (const errand of this.work.values()) return errand;
    return null;
  }

  /** Gives it a task, and the cell that it is about if it does not have that. */
  run(errand: Errand, stock: Stock): void {
    const slot = this.free.pop();
    if (slot === undefined) throw new Error('a worker has more than it can take');
    const { kind, cell, input, goods = null } = errand.task;
    if (cell !== null && !this.known.has(cell)) {
      this.known.add(cell);
      const { open, ...parcel } = stock.parcelOf(cell);
      this.post({
        say: 'cell',
        key: cell,
        parcel: this.port.isLocal ? { ...parcel, open } : parcel,
      });
    }
    if (goods !== null && !this.known.has(goods)) {
      this.known.add(goods);
      this.post({ say: 'goods', key: goods, goods: stock.goodsOf(goods) });
    }
    if (this.flags) Atomics.store(this.flags, slot, 0);
    this.work.set(slot, errand);
    const progress = errand.onProgress !== undefined;
    this.post({ say: 'run', slot, kind, cell, input, goods, progress });
  }

  /** Asks it to give a task up. */
  cancel(errand: Errand): void {
    if (!this.flags) return;
    for (const [slot, each] of this.work) if (each === errand) Atomics.store(this.flags, slot, 1);
  }

  /** A slot is free again; what was in it. */
  release(slot: number): Errand | undefined {
    const errand = this.work.get(slot);
    if (this.work.delete(slot)) this.free.push(slot);
    return errand;
  }

  forget(key: string): void {
    if (this.known.delete(key)) this.post({ say: 'forget', key });
  }

  async end(): Promise<void> {
    this.isEnded = true;
    await this.port.end();
  }

  private post(message: ToCrewWorker): void {
    this.port.post(message);
  }
}

/** Pages that are not isolated from others have no shared memory. */
function sharedFlags(isLocal: boolean): Int32Array | null {
  const bytes = SLOTS * Int32Array.BYTES_PER_ELEMENT;
  if (typeof SharedArrayBuffer === 'function') return new Int32Array(new SharedArrayBuffer(bytes));
  return isLocal ? new Int32Array(SLOTS) : null;
}
