/** Where the file is that workers of a gate run, and what they are told. */

/** What a worker of a gate is told. */
export interface GateWorkerSettings {
  /** As they really are: links followed. */
  readonly folders: readonly string[];
  /** Where compiled meshes are kept; null for nowhere. */
  readonly compiled: string | null;
  /** Name and version of the program, for certificates. */
  readonly program: string;
  /** Requests in one batch. */
  readonly mostInBatch: number;
  /** The run of the gate. */
  readonly gate: string;
}

/** Threads run what was built: beside this file, or in dist where this is the source. */
export function workerFile(): URL {
  const isSource = import.meta.url.endsWith('.ts');
  return new URL(isSource ? '../../dist/serve/worker.js' : './worker.js', import.meta.url);
}
