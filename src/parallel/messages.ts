/** What a crew and its workers say to each other. Plain data. */
import type { Fault } from '../math/index.ts';
import type { CellParcel } from './parcel.ts';

/** To a worker. */
export type ToCrewWorker =
  /** First of all: one flag for each slot, not zero once the task in it is to be given up; null without shared memory. */
  | { readonly say: 'begin'; readonly flags: Int32Array | null }
  | { readonly say: 'cell'; readonly key: string; readonly parcel: CellParcel }
  /** Plain data that many tasks are about. */
  | { readonly say: 'goods'; readonly key: string; readonly goods: unknown }
  | { readonly say: 'forget'; readonly key: string }
  | {
      readonly say: 'run';
      readonly slot: number;
      readonly kind: string;
      /** The cell that it is about; null where it is about none. */
      readonly cell: string | null;
      readonly input: unknown;
      /** The goods that it is about, if any. */
      readonly goods: string | null;
      /** Whether anybody listens. */
      readonly progress: boolean;
    };

/** What a task threw. */
export interface Thrown {
  /** Of bad input. */
  readonly fault: Fault | null;
  readonly message: string;
  readonly stack: string | undefined;
}

/** From a worker. */
export type FromCrewWorker =
  | { readonly say: 'ready' }
  | { readonly say: 'progress'; readonly slot: number; readonly progress: unknown }
  | { readonly say: 'done'; readonly slot: number; readonly output: unknown }
  | { readonly say: 'failed'; readonly slot: number; readonly thrown: Thrown };
