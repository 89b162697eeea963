/**
 * What runs in a worker of a crew: holds the cells that it was sent, each opened when first asked about, and does one
 * task after the other, in the order they come.
 */
import type { OpenCell } from '../jobs/index.ts';
import { InputError } from '../math/index.ts';
import { type KindContext, kindOf } from './kinds.ts';
import type { FromCrewWorker, Thrown, ToCrewWorker } from './messages.ts';
import { type CellParcel, unpackCell } from './parcel.ts';
import type { WorkerSide } from './port.ts';

/** Milliseconds between two reports of progress. */
const PROGRESS_MS = 50;

/** Serves a crew until the worker is ended. */
export function serveCrew(side: WorkerSide): void {
  const parcels = new Map<string, CellParcel>();
  const cells = new Map<string, OpenCell>();
  const goods = new Map<string, unknown>();
  let flags: Int32Array | null = null;
  const say = (message: FromCrewWorker, moved?: readonly ArrayBuffer[]): void =>
    side.post(message, moved);

  side.onMessage((posted) => {
    const message = posted as ToCrewWorker;
    switch (message.say) {
      case 'begin':
        ({ flags } = message);
        return;
      case 'cell':
        parcels.set(message.key, message.parcel);
        return;
      case 'goods':
        goods.set(message.key, message.goods);
        return;
      case 'forget':
        goods.delete(message.key);
        parcels.delete(message.key);
        cells.delete(message.key);
        return;
      case 'run':
        perform(message);
    }
  });
  say({ say: 'ready' });

  function perform({
    slot,
    kind: name,
    cell,
    input,
    goods: key,
    progress,
  }: ToCrewWorker & { say: 'run' }): void {
    const context: KindContext = {
      signal: {
        get aborted() {
          return flags !== null && Atomics.load(flags, slot) !== 0;
        },
      },
      onProgress: progress ? reporter(slot) : undefined,
      goods: key === null ? undefined : goods.get(key),
    };
    try {
      const kind = kindOf(name);
      // A kind that is about no cell does not look at it.
      const open = cell === null ? (null as unknown as OpenCell) : openCellOf(cell);
      const output = kind.run(open, input, context);
      // What was given up is nobody's: it is not worth being sent.
      if (context.signal.aborted) say({ say: 'done', slot, output: null });
      else say({ say: 'done', slot, output }, kind.moved?.(output));
    } catch (error) {
      say({ say: 'failed', slot, thrown: thrownOf(error) });
    }
  }

  function openCellOf(key: string): OpenCell {
    const known = cells.get(key);
    if (known) return known;
    const parcel = parcels.get(key);
    if (!parcel) throw new Error(`the cell "${key}" was not sent`);
    const open = unpackCell(parcel);
    cells.set(key, open);
    // What it was made from is not needed twice.
    parcels.delete(key);
    return open;
  }

  function reporter(slot: number): (progress: unknown) => void {
    let last = performance.now();
    return (progress) => {
      const now = performance.now();
      if (now - last < PROGRESS_MS) return;
      last = now;
      say({ say: 'progress', slot, progress });
    };
  }
}

function thrownOf(error: unknown): Thrown {
  const fault = error instanceof InputError ? error.fault : null;
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  return { fault, message, stack };
}

/** What a task threw, to be thrown again where it was asked for. */
export function errorOf({ fault, message, stack }: Thrown): Error {
  if (fault) return new InputError(fault);
  const error = new Error(message);
  if (stack) error.stack = stack;
  return error;
}
