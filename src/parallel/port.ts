/**
 * What a crew needs of a worker, wherever it runs: a thread of Node, a Web Worker, or the thread that asks. Who starts
 * workers of a kind gives a function that starts one more; all else is the same for all of them.
 */

/** One worker, as whoever started it sees it. */
export interface WorkerPort {
  /** Plain data, copied as a structured clone. */
  post(message: unknown): void;
  /** Of what the worker posts. One listener. */
  onMessage(listen: (message: unknown) => void): void;
  /** Once, however it ended, unless by `end`: with a reason for people. */
  onEnd(listen: (reason: string) => void): void;
  /** Ends it at once, whatever it does. Nothing more is heard of it. */
  end(): Promise<void>;
  /** Runs in the thread that asks: what is posted is not copied, and nothing else happens while it works. */
  readonly isLocal: boolean;
}

/** Starts a worker that runs `serveCrew` (workerMain.ts). */
export type SpawnWorker = () => WorkerPort;

/** The other side: how a worker talks to who started it. */
export interface WorkerSide {
  /** Buffers in `moved` are the receiver's from then on. */
  post(message: unknown, moved?: readonly ArrayBuffer[]): void;
  onMessage(listen: (message: unknown) => void): void;
}
