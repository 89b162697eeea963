/**
 * What the pool and its workers say to each other. Requests and answers travel as the JSON they came as and will leave
 * as, so that the thread that serves connections neither reads nor writes it.
 */

/** One version of a cell, for good. */
export interface CellVersion {
  readonly cell: string;
  readonly version: number;
  readonly digest: string;
}

/** A cell that a worker must have before it does what it is asked, and what it lacks to have it. */
export interface Bring {
  readonly cell: string;
  readonly version: number;
  /** Plain data for the handler: a source, edits. */
  readonly data: unknown;
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
      /** What it is about; of what opens a cell, the name it is to have. */
      readonly cell: string | null;
      readonly version: number;
      /** Of that version; empty where there is none yet. */
      readonly digest: string;
      readonly bring: Bring | null;
    }
  /** Does nothing but have the cell. */
  | { readonly kind: 'bring'; readonly slot: number; readonly bring: Bring }
  | { readonly kind: 'forget'; readonly cell: string };

/** The cell and version that a request made. */
export interface Made {
  readonly cell: string;
  readonly version: number;
  /** Plain data for whoever keeps account of cells. */
  readonly data: unknown;
}

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
      readonly made: Made | null;
      /** Plain data besides, for who asked. */
      readonly data: unknown;
    }
  | {
      readonly kind: 'refused';
      readonly slot: number;
      readonly refusal: Refusal;
      /** A cell that the worker does not have as the request names it; nothing was done. */
      readonly lacks: string | null;
    };

/** What a worker is started with. */
export interface WorkerSetup {
  /** One flag for each slot: not zero once the request in it is to be given up. */
  readonly flags: SharedArrayBuffer;
  /** For the handler. */
  readonly settings: unknown;
}
