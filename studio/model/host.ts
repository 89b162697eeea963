/** What the model needs of the page it is in: nothing that only a browser has. */
import type {
  Answer,
  Job,
  OpenedCell,
  Progress,
  Request,
  VisualsAnswer,
} from '../engine/protocol.ts';
import type { Camera } from './snapshot.ts';
import type { Store } from './state.ts';

export interface JobOptions {
  /** What people see while it runs: "Checking". */
  readonly label: string;
  readonly onProgress?: (progress: Progress) => void;
  /** Ends the job from outside, as its cancel button does. */
  readonly signal?: AbortSignal;
}

export interface Dialogs {
  /** Something went wrong: a fault in a file, or a bug. Says nothing of cancelled jobs. */
  fault(error: unknown, title?: string): void;
  /** A short message that goes away by itself. */
  say(text: string, kind?: 'good' | 'bad'): void;
  /** Asks for a line of text; null if the answer is no. */
  ask(title: string, label: string, value?: string): Promise<string | null>;
}

export interface Host {
  readonly store: Store;
  readonly view: {
    setCell(cell: OpenedCell, visuals: VisualsAnswer | null): void;
    fit(): void;
    setCamera(camera: Camera): void;
  };
  readonly dialogs: Dialogs;
  /**
   * Does a job of the engine, with a progress bar and a cancel button once it takes longer than a
   * blink. Rejects with an AbortError when cancelled.
   */
  run<K extends Job>(kind: K, request: Request<K>, options: JobOptions): Promise<Answer<K>>;
  /** Gets the engine ready for long jobs. */
  prepare(): void;
}

/** Whether an error only says that somebody pressed cancel. */
export function isCancelled(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}
