/**
 * What the pool and its workers say to each other. Requests and answers travel as the JSON they came as and will leave
 * as, so that the thread that serves connections neither reads nor writes it.
 */

/** Something that made a cell what it is: its source, or a list of edits. Plain data; whoever replays all is up to date. */
export type HistoryEntry = unknown;

/** A cell that a worker must have before it does what it is asked. */
export interface Bring {
  readonly cell: string;
  /** After all entries. */
  readonly version: number;
  /** What the worker has not seen; the first is the source if it does not know the cell. */
  readonly entries: readonly HistoryEntry[];
}

/** To a worker. */
export type ToWorker =
  | {
      readonly kind: 'run';
      /** Of the shared flags; the worker names it in what it says about the request. */
      readonly slot: number;
      readonly name: string;
      /** Params as JSON. */
      readonly text: string;
      /** As `clock` counts. */
      readonly deadline: number;
      /** Whether anybody listens. */
      readonly progress: boolean;
      readonly bring: Bring | null;
    }
  /** Does nothing but have the cell. */
  | { readonly kind: 'bring'; readonly slot: number; readonly bring: Bring }
  | { readonly kind: 'forget'; readonly cell: string };

/** What a request did to a cell. */
export type Change =
  | { readonly cell: string; readonly version: number; readonly entry: HistoryEntry }
  | { readonly cell: string; readonly closed: true };

/** A refusal as JSON-RPC has it. */
export interface Refusal {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** From a worker. */
export type FromWorker =
  | { readonly kind: 'ready' }
  | { readonly kind: 'progress'; readonly slot: number; readonly text: string }
  | {
      readonly kind: 'done';
      readonly slot: number;
      /** The result as JSON. */
      readonly text: string;
      readonly change: Change | null;
    }
  | {
      readonly kind: 'refused';
      readonly slot: number;
      readonly refusal: Refusal;
      /** A cell that it could not be brought up to, and does not have any more. */
      readonly lacks: string | null;
    };

/** What a worker is started with. */
export interface WorkerSetup {
  /** One flag for each slot: not zero once the request in it is to be given up. */
  readonly flags: SharedArrayBuffer;
  /** For the handler. */
  readonly settings: unknown;
}
