/** Threads of Node as workers: how one is started, heard and ended, for the pool of the gate and for crews. */
import { Worker } from 'node:worker_threads';
import type { SpawnWorker, WorkerPort } from '../parallel/index.ts';

/** What a thread is started with. */
export interface ThreadOptions {
  /** The file that it runs. */
  readonly file: URL;
  /** For the thread to begin with. */
  readonly data?: unknown;
  /** Of JavaScript objects, in megabytes. Default: as much as a process has. */
  readonly memory_MB?: number | undefined;
}

/** Starts a thread. */
export function startThread({ file, data, memory_MB }: ThreadOptions): WorkerPort {
  const thread = new Worker(file, {
    workerData: data,
    ...(memory_MB === undefined ? {} : { resourceLimits: { maxOldGenerationSizeMb: memory_MB } }),
    // Nothing but answers may reach standard output.
    stdout: true,
  });
  let reason = 'it ended';
  // No pipe: a dozen of them would be taken for a leak.
  thread.stdout.on('data', (text: Uint8Array) => process.stderr.write(text));
  thread.on('error', (error: unknown) => {
    reason = error instanceof Error ? error.message : String(error);
  });
  return {
    isLocal: false,
    post: (message) => thread.postMessage(message),
    onMessage: (listen) => thread.on('message', listen),
    onEnd: (listen) => thread.once('exit', () => listen(reason)),
    end: async () => {
      await thread.terminate();
    },
  };
}

/** Starts threads for a crew. Each runs what was built: beside this file, or in dist where this is the source. */
export function crewThreads(options: Pick<ThreadOptions, 'memory_MB'> = {}): SpawnWorker {
  const isSource = import.meta.url.endsWith('.ts');
  const place = isSource ? '../../dist/serve/crewWorker.js' : './crewWorker.js';
  const file = new URL(place, import.meta.url);
  return () => startThread({ file, ...options });
}
